"""What a jam-or-fold decision that was made is worth, and what it cost."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import isnan

from railbird.compute.processes import stream_processes
from railbird.compute.threads import one_thread, thread_count
from railbird.errors import HistoryError, InputError
from railbird.table.hand import Hand
from railbird.tournament.equity.models import Model
from railbird.tournament.hand import end_values
from railbird.tournament.jamfold.ends import HandEnds
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.jamfold.solution import HandSolution, JamDecision
from railbird.tournament.jamfold.solve import solve_with_values
from railbird.tournament.review.field import fields
from railbird.tournament.review.spot import DEPTH, JamSpot, Passed, jam_spot

EPSILON = 1e-6
"""How exact the hands of a session are solved, in parts of the pool."""

EITHER = "either"
"""The better choice where no difference can be told."""

OF_TEXT = "text"
"""Bounties as the text of each hand gives them."""

CLEAR = 100
"""A right choice is clear if it is better by so many times what a player can gain in the hand.

In 70 decisions of real tournaments, this difference was then within 22 % of that in a solution to
1e-6. Choices that were better by 24 times the gain have been seen to be wrong in the end."""

FEW = 4
"""Hands of so many who can still go in are solved in a moment, however clear the choice was."""

MOST_ITERATIONS = 150
"""Iterations of a solution; a few hands would need many more."""

WORTH_A_PROCESS = 10
"""The number of decisions for which it pays to start a process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A decision and its values, in the units of the prizes (without prizes: in chips).

    Parameters
    ----------
    spot
        The decision.
    found
        The solution of the hand in which those before the first jam have folded.
    ev_fold, ev_in
        What the hero could expect from a fold, and from going all in.
    pool
        All prizes and bounties, including prizes that were paid before; or all chips.
    """

    spot: JamSpot
    found: HandSolution
    ev_fold: float
    ev_in: float
    pool: float

    @property
    def decision(self) -> JamDecision:
        """The solved decision."""
        return self.found.decision(self.spot.decision)

    @property
    def frequency(self) -> float:
        """How often the solution goes all in with this hand."""
        return self.decision.of_hand(self.spot.hand_class)[0]

    @property
    def least(self) -> float:
        """The least difference of the two values that the solution can tell."""
        return self.found.least_difference * self.found.rules.pool

    @property
    def is_close(self) -> bool:
        """Whether the two values are too close to be told apart."""
        return abs(self.ev_in - self.ev_fold) < self.least

    @property
    def best(self) -> str:
        """The better choice: ``jam``, ``call`` or ``fold``; ``either`` if they are too close."""
        if self.is_close:
            return EITHER
        if self.ev_in <= self.ev_fold:
            return "fold"
        return "call" if self.spot.node.jammed else "jam"

    @property
    def cost(self) -> float | None:
        """What the choice cost; None if the hero neither went all in nor folded.

        It is 0 if the values are too close to be told apart: then it is no mistake.
        """
        if self.spot.went_in is None:
            return None
        if self.is_close:
            return 0.0
        chosen = self.ev_in if self.spot.went_in else self.ev_fold
        return max(self.ev_in, self.ev_fold) - chosen

    @property
    def cost_share(self) -> float | None:
        """The cost in parts of the pool."""
        return None if self.cost is None else self.cost / self.pool


def judge(
    spot: JamSpot, *, payouts: Sequence[float] | None, found: HandSolution
) -> Judged | Passed:
    """The values of a decision in a solved hand.

    Parameters
    ----------
    spot
        The decision; its cards must be known.
    payouts
        All prizes of the tournament.
    found
        The solution of its hand.
    """
    decision = found.decision(spot.decision)
    fold, in_ = decision.of_hand(spot.hand_class)[1:]
    if isnan(in_) or not decision.is_reached:
        why = "by the solution nobody gets to this decision, so no range can be put on the others"
        return Passed(spot.hand, why, cannot=True)
    unit = found.rules.pool
    paid = sum(payouts[spot.rules.players :]) if payouts else 0.0
    return Judged(spot=spot, found=found, ev_fold=unit * fold, ev_in=unit * in_, pool=unit + paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What the players of all hands play for, and how exactly their hands are solved.

    Parameters
    ----------
    payouts
        All prizes of the tournament, first place first; None to play for chips. Those below the
        last player left were paid before.
    bounties, progressive
        The bounty on each player, and whether half of it is added to the winner's own. `OF_TEXT`
        takes both from the text of each hand.
    model
        The value of stacks after the hand.
    epsilon
        Stop each solution when nobody can gain more than this part of the pool.
    """

    payouts: tuple[float, ...] | None = None
    bounties: float | str | None = None
    progressive: bool = False
    model: str | Model = "harville"
    epsilon: float = EPSILON

    def rules(self, spot: JamSpot) -> JamRules:
        """The rules of a hand with these prizes."""
        players, bounties, progressive = spot.rules.players, self.bounties, self.progressive
        heads: tuple[float, ...] | None = None
        if bounties == OF_TEXT:
            heads, progressive = text_bounties(spot), spot.progressive
        elif bounties is not None:
            heads = (float(bounties),) * players
        payouts = None if self.payouts is None else self.payouts[:players]
        return replace(spot.rules, payouts=payouts, bounties=heads, progressive=progressive)


def text_bounties(spot: JamSpot) -> tuple[float, ...]:
    """The bounties that the text of a hand gives."""
    if not spot.heads:
        raise HistoryError(
            f"the text of hand {spot.hand} gives no bounties: give them as numbers, or omit them"
        )
    return spot.heads


def judge_spot(spot: JamSpot, terms: Terms) -> Judged | Passed:
    """Solve the hand of a decision: until the choice was clearly right, or as exactly as wanted.

    A hand that the model cannot value is passed, with the reason.
    """

    def is_clear(so_far: HandSolution) -> bool:
        if spot.rules.players - len(spot.rules.folded) <= FEW:
            return False
        answer = judge(spot, payouts=terms.payouts, found=so_far)
        if isinstance(answer, Passed) or answer.is_close or answer.cost != 0:
            return False
        margin = abs(answer.ev_in - answer.ev_fold) / so_far.rules.pool
        return margin >= CLEAR * so_far.epsilon

    if terms.payouts is not None:
        why = spot.field.why_not(terms.payouts, spot.rules.players)
        if why:
            return Passed(spot.hand, why, cannot=True, field=True)
    try:
        ends = HandEnds.of(terms.rules(spot))
        values = end_values(ends, terms.model)
        found = solve_with_values(
            ends,
            values,
            epsilon=terms.epsilon,
            iterations=MOST_ITERATIONS,
            only_first=True,
            enough=is_clear,
        )
        answer = judge(spot, payouts=terms.payouts, found=found)
    except InputError as error:
        return Passed(spot.hand, str(error), cannot=True)
    if isinstance(answer, Judged):  # the arrays of the solver are of no use any more
        return replace(answer, found=replace(answer.found, strategy=()))
    return answer


def review_hands(
    hands: Iterable[Hand],
    *,
    payouts: Sequence[float] | None = None,
    bounties: float | str | None = None,
    progressive: bool = False,
    model: str | Model = "harville",
    depth: float = DEPTH,
    epsilon: float = EPSILON,
    processes: int | None = 1,
    places: Mapping[str, int] | None = None,
    last_table: bool = False,
) -> Iterator[Judged | Passed]:
    """Judge the hero's jam-or-fold decision in each hand, or say why there is none.

    Parameters
    ----------
    hands
        The hands of a session or tournament.
    payouts
        All prizes, first place first; without them the players play for chips.
    bounties, progressive
        The bounty on each player, and whether half of it is added to the winner's own. The bounty
        ``"text"`` takes both from the text of each hand; prizes must be in the same money.
    model
        The value of stacks after the hand; a name such as ``fgs:1`` looks ahead with the blinds of
        each hand.
    depth
        The most big blinds of a decision that counts.
    epsilon
        Stop each solution when nobody can gain more than this part of the pool.
    processes
        How many processes solve hands; the answers are the same. None uses one for each core if
        there are enough decisions.
    places, last_table
        The place in which the hero finished tournaments, by their numbers; and whether the table
        was the last one. Prizes are refused where players are left at other tables: see `Field`.
    """
    hands = list(hands)
    terms = Terms(
        payouts=None if payouts is None else tuple(payouts),
        bounties=bounties,
        progressive=progressive,
        model=model,
        epsilon=epsilon,
    )
    told = fields(hands, places, last_table=last_table)
    spots = [
        _counted(jam_spot(hand, field), depth) for hand, field in zip(hands, told, strict=True)
    ]
    jobs = [(n, spot, terms) for n, spot in enumerate(spots) if isinstance(spot, JamSpot)]
    found: dict[int, Judged | Passed] = {}
    with closing(_answers(jobs, processes)) as answers:
        for number, spot in enumerate(spots):
            if isinstance(spot, Passed):
                yield spot
                continue
            while number not in found:
                found.update([next(answers)])
            yield found.pop(number)


_Job = tuple[int, JamSpot, Terms]
_Answer = tuple[int, Judged | Passed]


def _answers(jobs: Sequence[_Job], processes: int | None) -> Generator[_Answer, None, None]:
    """The answers as they are found; those of several processes come in any order."""
    count = thread_count(processes)
    if processes is None:
        count = min(count, len(jobs) // WORTH_A_PROCESS)
    if count > 1:
        lost = "the process that solved hand {} was lost: give the same command again"
        yield from stream_processes(
            _answer_alone, jobs, lost=lambda job: lost.format(job[1].hand), processes=count
        )
    else:
        for job in jobs:
            yield from _answer(job)


def _answer(job: _Job) -> Iterator[_Answer]:
    number, spot, terms = job
    yield number, judge_spot(spot, terms)


def _answer_alone(job: _Job) -> Iterator[_Answer]:
    """The answer in a process that has one core to itself."""
    with one_thread():
        yield from _answer(job)


def _counted(spot: JamSpot | Passed, depth: float) -> JamSpot | Passed:
    """The decision if it counts as jam or fold."""
    if isinstance(spot, Passed):
        return spot
    if spot.depth > depth:
        return Passed(spot.hand, f"deeper than {depth:g} big blinds")
    if spot.went_in is None:
        limped = spot.did in ("limp", "call")
        why = "limped or called with chips behind" if limped else "raised less than all-in"
        return Passed(spot.hand, f"the hero {why}")
    if not spot.cards:
        return Passed(spot.hand, "the hero's cards are unknown", cannot=True)
    return spot
