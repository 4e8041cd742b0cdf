"""What there is to know about a hand, step by step: strength, equity, and the baseline's play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from railbird.cards.card import HoleCards, format_cards
from railbird.cards.classes import holdem_class, omaha_class
from railbird.divat.hands import RefusedError
from railbird.divat.lessons import Lesson, explained, hand_lessons
from railbird.divat.marks import Grade
from railbird.evaluate.equities.equity import equity
from railbird.evaluate.strength.metrics import hand_metrics
from railbird.history.replay import ReplayStep, replay_steps
from railbird.stats import does
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.state import BOARD_CARDS, State

_SAMPLES = 20_000
_SEED = 0
_UNKNOWN = "random"


class SeatStrength(NamedTuple):
    """A known hand on a street: its class, what it makes, and in hold'em how strong that is.

    ``strength`` is the share of other hands that it beats now, ``potential`` the chance that it
    gets ahead if it is behind.
    """

    position: int
    hand_class: str
    made: str
    strength: float | None
    potential: float | None


class JudgedStep(NamedTuple):
    """A decision beside the baseline's: see `railbird.divat.lessons.Lesson`.

    ``why`` is the lesson in words.
    """

    step: int
    position: int
    played: str
    baseline: str
    is_same: bool
    worth: float
    error: float
    round_worth: float
    grade: Grade
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandInsight:
    """What there is to know about a hand.

    Parameters
    ----------
    strengths
        By street, of the hands that are known and still in.
    equities, how
        By step and position: the share of the pot that the cards win on average if nobody bets any
        more, None where that is unknown; and how it was computed.
    decisions, refused
        All decisions beside the baseline's; if it does not apply, none, and why.
    comments
        By step: what there is to say, in a sentence or more.
    """

    strengths: tuple[tuple[SeatStrength, ...], ...]
    equities: tuple[tuple[float | None, ...], ...]
    how: str
    decisions: tuple[JudgedStep, ...]
    refused: str
    comments: tuple[str, ...]


def insight(hand: Hand) -> HandInsight:
    """Look at a hand from all sides; the same hand always gives the same numbers."""
    steps = replay_steps(hand)
    equities = _Equities(hand)
    by_step = tuple(equities.at(step) for step in steps)
    strengths = tuple(_strengths(hand, steps))
    refused = ""
    decisions: tuple[JudgedStep, ...] = ()
    try:
        decisions = tuple(judged_steps(hand, steps, hand_lessons(hand)))
    except RefusedError as error:
        refused = str(error)
    by_place = {each.step: each for each in decisions}
    return HandInsight(
        strengths=strengths,
        equities=by_step,
        how=equities.how,
        decisions=decisions,
        refused=refused,
        comments=tuple(
            _comment(hand, step, by_step[place], strengths, by_place.get(place))
            for place, step in enumerate(steps)
        ),
    )


class _Equities:
    """The equities of a hand, each computed once."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.how = "exact"
        self._known: dict[tuple[tuple[int, ...], int], tuple[float | None, ...]] = {}

    def at(self, step: ReplayStep) -> tuple[float | None, ...]:
        """The equities after a step, by position; 0 for who has folded."""
        left = tuple(p for p, folded in enumerate(step.folded) if not folded)
        key = left, step.board
        if key not in self._known:
            self._known[key] = self._compute(left, step.board)
        return self._known[key]

    def _compute(self, left: tuple[int, ...], board: int) -> tuple[float | None, ...]:
        hand = self.hand
        shares: list[float | None] = [0.0] * len(hand.players)
        if len(left) == 1:
            shares[left[0]] = 1.0
            return tuple(shares)
        held = {p: cards for p, cards in enumerate(hand.hole_cards) if cards is not None}
        if not any(p in held for p in left):
            return tuple(None if p in left else 0.0 for p in range(len(shares)))
        hidden = any(p not in held for p in left)
        folded = [card for p, cards in held.items() if p not in left for card in cards]
        found = equity(
            *(format_cards(held[p]) if p in held else _UNKNOWN for p in left),
            board=hand.board[:board],
            dead=folded,
            game=hand.rules.game,
            samples=_SAMPLES if hidden else None,
            seed=_SEED,
            threads=1,
        )
        if hidden:
            self.how = f"sampled ({_SAMPLES:,} deals); hands that are not known count as any hand"
        elif not found.exact and self.how == "exact":
            self.how = f"sampled (seed {_SEED})"
        for p, player in zip(left, found.players, strict=True):
            shares[p] = player.equity
        return tuple(shares)


def _strengths(hand: Hand, steps: Sequence[ReplayStep]) -> Iterator[tuple[SeatStrength, ...]]:
    """The known hands that are in at the start of each street."""
    game = hand.rules.rules_of_game
    for street in range(max(step.round for step in steps) + 1):
        first = next(step for step in steps if step.round == street)
        board = hand.board[: min(BOARD_CARDS[street], len(hand.board))]
        found = []
        for p, cards in enumerate(hand.hole_cards):
            if cards is None or first.folded[p]:
                continue
            held = HoleCards(cards)
            made = ""
            if board:
                high, low = game.made(cards, board)
                made = high.name + (f", low {low.name}" if low else "")
            metrics = None if game.is_omaha else hand_metrics(cards, board)
            found.append(
                SeatStrength(
                    position=p,
                    hand_class=omaha_class(held) if game.is_omaha else holdem_class(held),
                    made=made,
                    strength=None if metrics is None else metrics.strength,
                    potential=None if metrics is None else metrics.positive_potential,
                )
            )
        yield tuple(found)


def judged_steps(
    hand: Hand, steps: Sequence[ReplayStep], lessons: Sequence[Lesson]
) -> Iterator[JudgedStep]:
    """The decisions at their steps, in words."""
    places = [place for place, step in enumerate(steps) if step.kind == "action"]
    amount = money(hand.chip)
    state = State(hand.rules, hand.stacks)
    for place, lesson, action in zip(places, lessons, hand.actions, strict=False):
        raised = state.options().lowest_raise or state.level + hand.rules.bets[state.round]
        played, baseline = (
            state.word(done)
            + (f" to {amount(done)}" if done > 0 and state.level else "")
            + (f" {amount(done)}" if done > 0 and not state.level else "")
            for done in (action, raised if lesson.baseline > 0 else lesson.baseline)
        )
        name = hand.players[lesson.position]
        yield JudgedStep(
            step=place,
            position=lesson.position,
            played=played,
            baseline=baseline,
            is_same=lesson.is_same,
            worth=lesson.worth,
            error=lesson.error,
            round_worth=lesson.round_worth,
            grade=lesson.grade,
            why=explained(lesson, name, played=played, baseline=baseline),
        )
        state.apply(action)


def _comment(
    hand: Hand,
    step: ReplayStep,
    shares: tuple[float | None, ...],
    strengths: Sequence[tuple[SeatStrength, ...]],
    judged: JudgedStep | None,
) -> str:
    """What there is to say about a step."""
    street = {each.position: each for each in strengths[step.round]}
    if step.kind == "start":
        held = [does(hand.players[p], f"holds {each.hand_class}") for p, each in street.items()]
        return f"{'; '.join(held)}." if held else "Nobody’s cards are known."
    if step.kind == "street":
        return " ".join(_standing(hand, shares, street))
    return "" if judged is None else judged.why


def _standing(
    hand: Hand, shares: tuple[float | None, ...], street: dict[int, SeatStrength]
) -> Iterator[str]:
    """Who is ahead, and with what."""
    known = [(share, p) for p, share in enumerate(shares) if share is not None and p in street]
    for share, p in sorted(known, key=lambda each: (-each[0], each[1])):
        if share > 0 or len(known) == 2:
            yield f"{hand.players[p]}: {street[p].made}, {100 * share:.0f} % of the pot."
