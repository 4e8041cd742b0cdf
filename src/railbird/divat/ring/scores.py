"""DIVAT for two to ten players: what each decision of a limit hold'em hand is worth to everybody.

Section 6.1 of Kan (2007) proposes it. The value of a situation is what each player wins on average
if all play the baseline from there on, with all hole cards known. A decision is worth the value
after it minus the value before it. The value before it assumes the baseline's action, so a player
who follows the baseline changes nothing. Values are kept for all players: with three or more, the
chips that a decision costs one player may go to somebody other than the player who made it.

**The baseline.** A hand is ranked as with two players, by the share of single hands that it beats.
(Against n opponents rank^n would be more accurate; it is not offered.) If a hand is worth k bets
(`Settings.makes`), it raises until k bets are in. Facing b more bets, it folds if it is worth fewer
than b and ranks below F_b = b·bet / (pot + b·bet) + an offset. The pot is that at the start of the
round; before the flop it is two bets. A part of a bet, such as the small blind has to call, counts
as one. With two players b is always 1, and this is the baseline of
`railbird.divat.heads_up.scores`.

**Chips.** The baseline bets by the rules of the table with the chips that everybody has: it raises
no more often than the cap allows, a call or a raise may be all in, for less than a bet, and the
price of a call is never more than the player has. Whoever is all in is in the pots that they have
paid for. Once nobody can bet any more, a value is the mean of what the pots give on all boards to
come.

**Boards.** From the flop on, a value is exact: the mean over all turns and rivers that can come,
1,640 with four players. Before the flop it is the mean over sampled boards. All values of that
round use the same boards. So differences have small errors, and actions that follow the baseline
have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from threading import local
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_indices
from railbird.divat.baseline.find import Named, find_settings
from railbird.divat.baseline.mixture import Mixture
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.hands import (
    BettingEncoder,
    EncodedBetting,
    RefusedError,
    board_cards,
    check_limit,
    hole_cards,
)
from railbird.divat.ring import _kernels as kernels
from railbird.divat.ring import deals as ring_deals
from railbird.divat.ring._betting_kernels import MOST_BETS
from railbird.divat.ring.deals import Floats, Ints
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import preflop_ranks
from railbird.stats import means_of
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import State
from railbird.version import __version__

SAMPLES = 1000

DEEP = 10**6
"""Chips that nobody runs out of."""


@dataclass(frozen=True, eq=False)
class RingDecision:
    """What one decision was worth to every player, in small bets.

    ``action`` is what the player did, ``baseline`` what the baseline would have done, both as in
    `Hand.actions`. ``differences`` and ``errors``, their standard errors from sampling, are by
    position. From the flop on the errors are 0.
    """

    round: int
    position: int
    action: int
    baseline: int
    differences: Floats
    errors: Floats


@dataclass(frozen=True, eq=False)
class RingScore:
    """The scores of a hand, in small bets, by position: money = luck + skill.

    Parameters
    ----------
    luck, luck_errors
        By round and position: what the cards dealt before the betting changed, and its standard
        error. The first row is the worth of the hole cards and the position, including V(∅) (see
        `position_values`).
    influence_errors
        Standard errors of `influence` from sampling.
    money
        What each player won by the rules, without rake.
    boards
        By round: the number of boards in the mean.
    exact
        By round: whether these are all possible boards.
    """

    players: tuple[str, ...]
    decisions: tuple[RingDecision, ...]
    luck: Floats
    luck_errors: Floats
    influence_errors: Floats
    money: Floats
    boards: tuple[int, ...]
    exact: tuple[bool, ...]
    settings: str
    seed: int
    version: str = __version__

    @cached_property
    def influence(self) -> Floats:
        """Who influences whom: rows are the players who decide, columns those who gain or lose."""
        matrix = np.zeros((len(self.players), len(self.players)))
        for decision in self.decisions:
            matrix[decision.position] += decision.differences
        return matrix

    @property
    def skill(self) -> Floats:
        """DIVAT Difference of each player: the column sums of `influence`."""
        return np.asarray(self.influence.sum(axis=0))


def ring_scores(
    hand: Hand,
    *,
    settings: Named = STANDARD,
    samples: int = SAMPLES,
    seed: int = 0,
) -> RingScore:
    """Score a hand. Raises `RefusedError` if it cannot be judged.

    Parameters
    ----------
    hand
        Limit hold'em with two to ten players and all hole cards known.
    samples
        Number of boards for values before the flop.
    seed
        Seed of the sampled boards.

    Examples
    --------
    Bob raises the turn with four outs to a straight; the baseline would have folded.

    >>> from railbird.cards import parse_cards
    >>> from railbird.table import table_rules
    >>> cards = "AcKc", "7h6h", "QdQs"
    >>> hand = Hand(table_rules(3), (100,) * 3, ("Ann", "Bob", "Cid"),
    ...     tuple(map(parse_cards, cards)), parse_cards("Ks5h3dTc4h"),
    ...     (4, 0, 0, 2, 0, 0, 4, 8, 0, 0, 0, 4, 0, 0), (0, 0, 0))
    >>> score = ring_scores(hand)
    >>> raised = score.decisions[7]
    >>> hand.players[raised.position], raised.action, raised.baseline
    ('Bob', 8, -1)
    >>> [round(float(d), 2) for d in raised.differences]
    [3.81, -4.0, 0.19]
    """
    judge = RingJudge(settings=settings, samples=samples, seed=seed)
    return judge.score(hand, 0)


def position_values(
    rules: Rules,
    *,
    stacks: tuple[int, ...] | None = None,
    settings: Named = STANDARD,
    samples: int = 10_000,
    seed: int = 0,
) -> tuple[Floats, Floats]:
    """V(∅): what each position wins if all play the baseline, with the standard error of sampling.

    It averages out in a match in which everybody sits in every position equally often with the same
    chips. ``stacks`` are by position; without them nobody runs out of chips.
    """
    judge = RingJudge(settings=settings, samples=samples, seed=seed)
    try:
        check_limit(rules)
    except RefusedError as refused:
        raise OptionError(f"these rules have no position values: {refused}") from None
    state = State(rules, stacks or (DEEP,) * rules.players)
    rng = np.random.default_rng(seed)
    cards = ring_deals.distinct(52, 2 * rules.players + 5, samples, rng)
    nothing = ring_deals.Betting(1, np.zeros(0, dtype=np.int64), np.zeros(4, dtype=np.int64))
    won = np.empty((samples, rules.players))
    for i, deal in enumerate(cards):
        hole = deal[5:].reshape(-1, 2)
        won[i] = judge.run(state, nothing, hole=hole, board=(), sampled=deal[None, :5]).money
    found = means_of(won)
    return np.array([each.mean for each in found]), np.array([each.error for each in found])


def ring_settings(named: Named) -> Settings:
    """The settings of a baseline, if a table of any size can use them."""
    found = find_settings(named)
    why = (
        "is a mixture"
        if isinstance(found, Mixture)
        else "rolls out one bet a round"
        if found.rolls_out_one_bet
        else f"makes {found.levels} bets a round"
        if found.levels > MOST_BETS
        else ""
    )
    if why or isinstance(found, Mixture):
        raise OptionError(
            f"the baseline {found.name!r} {why}, which is for two players: choose other settings"
        )
    return found


class BaselinePlay(NamedTuple):
    """The baseline's parameters in the form that the kernels read."""

    settings: Floats
    offsets: Floats
    seven_only: npt.NDArray[np.bool_]


class HandWorth(NamedTuple):
    """The kernel's results, in chips."""

    baseline: Ints
    difference: Floats
    error: Floats
    variance: Floats
    luck: Floats
    luck_error: Floats
    money: Floats


class _Desk(local):
    """A thread's working data: the bettings that it has seen, and room for boards."""

    def __init__(self) -> None:
        self.bettings = BettingEncoder(check_limit)
        self.rooms: dict[tuple[int, int], tuple[ring_deals.Sampled, ring_deals.ToCome]] = {}

    def room(self, boards: int, players: int) -> tuple[ring_deals.Sampled, ring_deals.ToCome]:
        """Room for this many sampled boards and players."""
        key = boards, players
        if key not in self.rooms:
            rooms = ring_deals.Sampled.room(*key), ring_deals.ToCome.room(players)
            self.rooms[key] = rooms
        return self.rooms[key]


class RingJudge:
    """Scores hands under some settings, in any number of threads."""

    def __init__(self, *, settings: Named, samples: int, seed: int) -> None:
        if samples < 2:
            raise OptionError(f"samples={samples} gives no standard error: ask for at least 2")
        if seed < 0:
            raise OptionError(f"seed {seed} is negative: give 0 or more")
        settings = ring_settings(settings)
        self.settings, self.samples, self.seed = settings, samples, seed
        seven_only = settings.seven_card_rounds()
        with_slopes = np.column_stack([settings.offsets(), settings.fold_slopes])
        self._play = BaselinePlay(settings.array(), with_slopes, seven_only)
        self._preflop = preflop_ranks().effective(
            settings.makes[0][0], seven_only=bool(seven_only[0])
        )
        self._look = ring_deals.look_up()
        self._desk = _Desk()

    def score_or_reason(self, hand: Hand, place: int) -> RingScore | str:
        """The scores of a hand, or the reason why there are none."""
        try:
            return self.score(hand, place)
        except RefusedError as refused:
            return str(refused)

    def score(self, hand: Hand, place: int) -> RingScore:
        """The scores of a hand. The sampled boards depend on its place among the hands."""
        check_limit(hand.rules)
        if len(set(hand.players)) < len(hand.players):
            raise RefusedError("two players have the same name")
        betting = self._desk.bettings.betting(hand)
        hole = np.array(hole_cards(hand), dtype=np.int64)
        rng = np.random.default_rng((self.seed, place))
        sampled = ring_deals.sample_boards(hole, self.samples, rng)
        actions = np.array(hand.actions, dtype=np.int64)
        played = ring_deals.Betting(betting.rounds, actions, betting.counts)
        start = State(hand.rules, hand.stacks)
        runs = [
            self.run(start, played, hole=hole, board=board, sampled=sampled)
            for board in _boards(hand, betting.rounds)
        ]
        found, unit = runs[0], hand.rules.big_blind
        left = 49 - hole.size
        boards = (self.samples, left * (left - 1), left - 1, 1)
        return RingScore(
            players=hand.players,
            decisions=_decisions(hand, betting, found),
            luck=np.mean([run.luck for run in runs], axis=0) / unit,
            luck_errors=found.luck_error / unit,
            influence_errors=np.sqrt(found.variance) / unit,
            money=np.mean([run.money for run in runs], axis=0) / unit,
            boards=boards[: betting.rounds],
            exact=(False, True, True, True)[: betting.rounds],
            settings=self.settings.name,
            seed=self.seed,
        )

    def run(
        self,
        start: State,
        betting: ring_deals.Betting,
        *,
        hole: Ints,
        board: tuple[int, ...],
        sampled: Ints,
    ) -> HandWorth:
        """Score a hand from its start, with the given boards for the values before the flop."""
        players, count = start.rules.players, len(betting.actions)
        hand = colex_indices(hole)
        five = np.zeros(5, dtype=np.int64)
        five[: len(board)] = board
        room, come = self._desk.room(len(sampled), players)
        found = HandWorth(
            baseline=np.zeros(count, dtype=np.int64),
            difference=np.zeros((count, players)),
            error=np.zeros((count, players)),
            variance=np.zeros((players, players)),
            luck=np.zeros((4, players)),
            luck_error=np.zeros((4, players)),
            money=np.zeros(players),
        )
        kernels.score_hand(
            start.rules.array,
            np.array(start.stacks, dtype=np.int64),
            betting,
            sampled,
            five,
            ring_deals.Deal(
                hand,
                ring_deals.hand_columns()[hand],
                ring_deals.held_cards(hole),
                self._preflop[hand],
            ),
            self._look,
            self._play,
            room,
            come,
            found,
        )
        return found


def _boards(hand: Hand, rounds: int) -> list[tuple[int, ...]]:
    """The boards of a hand up to a round: several if the rest of it was dealt more than once."""
    boards = [board_cards(hand, rounds)]
    return [*boards, *hand.run_outs] if rounds == 4 else boards


def _decisions(hand: Hand, betting: EncodedBetting, found: HandWorth) -> tuple[RingDecision, ...]:
    unit = hand.rules.big_blind
    rounds = np.repeat(np.arange(4), betting.counts).tolist()
    return tuple(
        RingDecision(
            round=rounds[i],
            position=position,
            action=hand.actions[i],
            baseline=int(found.baseline[i]),
            differences=found.difference[i] / unit,
            errors=found.error[i] / unit,
        )
        for i, position in enumerate(betting.positions.tolist())
    )
