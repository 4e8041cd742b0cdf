"""DIVAT for two to ten players: what every decision of a limit hold'em hand is worth to everybody.

Section 6.1 of Kan (2007) proposes it. The value of a situation is what all players win on average
if they play the baseline from there on, all hole cards being known. A decision is worth the value
after it less the value before it, and there the baseline would have been followed: who plays the
baseline changes nothing. The values of all players are kept, because with three or more what one
loses need not be won by the one who made him lose it.

**The baseline.** A hand is ranked as with two players, by the share of single hands that it beats
(against n opponents rank^n would be nearer to the truth; it is not offered). If it is worth k bets
(`Settings.makes`) it raises until k bets are in. To b more bets it folds if it is worth less than b
and ranks below F_b = b·bet / (pot + b·bet) + an offset. The pot is that at the start of the round,
before the flop two bets; a part of a bet, such as the small blind has to call, counts as one. With
two players b is always 1, and this is the baseline of `railbird.divat.heads_up.scores`.

**Boards.** On the river a value is exact, on the turn it is the mean over all rivers. On the flop
it is exact if there are no more turns and rivers than the samples asked for; else, and before the
flop, it is the mean over sampled boards. All values of a round are taken on the same boards, so
that differences have small errors, and those of the baseline none. In the roll-outs nobody runs out
of chips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_indices
from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline.settings import STANDARD, FourRounds, Settings
from railbird.divat.heads_up.games import RefusedError
from railbird.divat.ring import _kernels as kernels
from railbird.divat.ring import deals as ring_deals
from railbird.divat.ring.costs import Costs, OwnDecisions
from railbird.divat.ring.deals import Floats, Ints
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables
from railbird.stats import Verdict, means_of, standard_errors, verdict_among
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State
from railbird.version import __version__

FoldOffsets = tuple[FourRounds, FourRounds, FourRounds, FourRounds]
"""By round: what is added to the pot odds of one, two, three and four bets to give F1…F4."""

SAMPLES = 1000
CHUNK = 64
"""Hands that a thread scores at a time."""


@dataclass(frozen=True, eq=False)
class Decision:
    """What one decision was worth to every player, in small bets.

    ``action`` and ``baseline``, what the baseline would have done, are as in `Hand.actions`.
    ``differences`` and their standard errors, by sampling, are by position.
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
        By round and position: what the cards before the betting changed, and its standard error.
        The first row is all that the hole cards and the position are worth, V(∅) included (see
        `position_values`).
    influence_errors
        Standard errors, by sampling, of `influence`.
    money
        What each player won by the rules, without rake.
    boards
        By round: how many boards a value is the mean of.
    exact
        By round: whether these are all boards there are.
    """

    players: tuple[str, ...]
    decisions: tuple[Decision, ...]
    luck: Floats
    luck_errors: Floats
    influence_errors: Floats
    money: Floats
    boards: tuple[int, ...]
    exact: tuple[bool, ...]
    settings: str
    seed: int
    version: str = __version__

    @property
    def influence(self) -> Floats:
        """Who influences whom: rows are those who decide, columns those who gain or lose."""
        matrix = np.zeros((len(self.players), len(self.players)))
        for decision in self.decisions:
            matrix[decision.position] += decision.differences
        return matrix

    @property
    def skill(self) -> Floats:
        """DIVAT Difference of each player: the sums of the columns of `influence`."""
        return np.asarray(self.influence.sum(axis=0))


@dataclass(frozen=True, eq=False)
class Crosstable:
    """Who influenced whom in a match, in small bets: Table 6.1 of Kan (2007).

    Parameters
    ----------
    influence
        What the decisions of the player of a row were worth to the player of a column, in all.
    errors, total_errors
        Standard errors of ``influence`` and of its column sums over hands; what sampling adds is in
        them.
    sampling_errors
        Standard errors of ``influence`` by sampling alone.
    covariance
        Covariance of the column sums over hands: how unsure the lead of a player over another is.
    money, luck
        By player: what he won, and what the cards were worth to him; the rest are the column sums.
    own
        By name: what a player's decisions were worth to himself, by round, and the costliest.
    games
        How many hands were judged.
    refused
        How many hands were not, by reason.
    """

    names: tuple[str, ...]
    influence: Floats
    errors: Floats
    sampling_errors: Floats
    total_errors: Floats
    covariance: Floats
    money: Floats
    luck: Floats
    own: dict[str, OwnDecisions]
    games: int
    refused: dict[str, int]
    settings: str
    samples: int
    seed: int
    seconds: float
    version: str = __version__

    @property
    def totals(self) -> Floats:
        """DIVAT Difference of each player."""
        return np.asarray(self.influence.sum(axis=0))

    @property
    def verdict(self) -> Verdict:
        """Who played best, by the DIVAT Difference per hand; of two players by half their lead."""
        claim = "played better" if len(self.names) == 2 else "played best"
        words = {"claim": claim, "unit": "sb per hand", "sample": "hand"}
        return verdict_among(self.names, self.totals, self.covariance, self.games, **words)

    def __str__(self) -> str:
        rows = [["", *self.names]]
        for name, row in zip((*self.names, "Sum"), (*self.influence, self.totals), strict=True):
            rows.append([name, *(f"{value:+.2f}" for value in row)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        return "\n".join(
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
            for row in rows
        )


def ring_scores(
    hand: Hand,
    *,
    settings: Settings = STANDARD,
    fold_offsets: FoldOffsets | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
) -> RingScore:
    """Score a hand; `RefusedError` if it cannot be judged.

    Parameters
    ----------
    hand
        Limit hold'em with two to ten players, all hole cards known and nobody all in.
    fold_offsets
        Offsets of F1…F4 by round; those of the settings for any number of bets if not given.
    samples
        How many boards a value is the mean of where not all of them are looked at.
    seed
        Of the sampled boards.

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
    judge = _Judge(settings, fold_offsets, samples, seed)
    return judge.score(hand, 0)


def crosstable(
    hands: Iterable[Hand],
    *,
    settings: Settings = STANDARD,
    fold_offsets: FoldOffsets | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    threads: int | None = None,
) -> Crosstable:
    """Who influenced whom over a match; hands that cannot be judged are counted with the reason.

    The boards of a hand depend on the seed and on its place among the hands only, and so the result
    does not depend on the number of threads. ``progress`` is called with the number of hands done.
    The other options are those of `ring_scores`.

    Examples
    --------
    Bob calls a bet on the river that he cannot win: it goes to Cid, who has the best hand.

    >>> from railbird.cards import parse_cards
    >>> from railbird.table import table_rules
    >>> cards = "AcKc", "7h6h", "QdQs"
    >>> hand = Hand(table_rules(3), (100,) * 3, ("Ann", "Bob", "Cid"),
    ...     tuple(map(parse_cards, cards)), parse_cards("Qc5h3dTc2s"),
    ...     (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0), (0, 0, 0))
    >>> print(crosstable([hand]))
           Ann    Bob    Cid
    Ann  -0.68  +1.08  -0.40
    Bob  +0.00  -2.00  +2.00
    Cid  +5.08  -0.70  -4.39
    Sum  +4.40  -1.61  -2.79
    """
    started = perf_counter()
    judge = _Judge(settings, fold_offsets, samples, seed)
    table = _Sums()
    done = 0
    waiting = iter(hands)
    while some := list(islice(waiting, 16 * CHUNK)):
        first = done

        def work(part: slice, some: list[Hand] = some, first: int = first) -> list[RingScore | str]:
            return [judge.score_or_reason(some[i], first + i) for i in range(part.start, part.stop)]

        for scores in map_threads(work, spans(len(some), CHUNK), threads=threads):
            for score in scores:
                table.add(score, some[done - first], done)
                done += 1
            if progress is not None:
                progress(done)
    return table.finish(judge, perf_counter() - started)


def position_values(
    rules: Rules,
    *,
    settings: Settings = STANDARD,
    fold_offsets: FoldOffsets | None = None,
    samples: int = 10_000,
    seed: int = 0,
) -> tuple[Floats, Floats]:
    """V(∅): what each position wins if all play the baseline, and its standard error by sampling.

    In a match in which everybody sits everywhere equally often it averages out.
    """
    judge = _Judge(settings, fold_offsets, samples, seed)
    try:
        ring_deals.check_rules(rules)
    except RefusedError as refused:
        raise OptionError(f"values of positions are not known here: {refused}") from None
    rng = np.random.default_rng(seed)
    cards = ring_deals.distinct(52, 2 * rules.players + 5, samples, rng)
    nothing = ring_deals.Betting(1, np.zeros((4, 1), dtype=np.int8), np.zeros(4, dtype=np.int64))
    won = np.empty((samples, rules.players))
    for i, deal in enumerate(cards):
        hole, board = deal[5:].reshape(-1, 2), deal[None, :5]
        won[i] = judge.run(rules, nothing, hole, [board], [True]).money
    found = means_of(won)
    return np.array([each.mean for each in found]), np.array([each.error for each in found])


class _Runs(NamedTuple):
    """What hands are worth by board, round and player."""

    rank: Floats
    made: npt.NDArray[np.int8]
    value: Ints


class _Out(NamedTuple):
    """What the kernel finds, in chips."""

    baseline: Ints
    difference: Floats
    error: Floats
    variance: Floats
    luck: Floats
    luck_error: Floats
    money: Floats


class _Judge:
    """Scores hands under some settings."""

    def __init__(
        self, settings: Settings, fold_offsets: FoldOffsets | None, samples: int, seed: int
    ) -> None:
        if samples < 2:
            raise OptionError(f"{samples} samples have no error: ask for 2 or more")
        if seed < 0:
            raise OptionError(f"a seed is not negative: {seed}")
        self.settings, self.samples, self.seed = settings, samples, seed
        self._offsets = np.array(
            [[offset] * kernels.MOST_BETS for offset in settings.fold_offsets]
            if fold_offsets is None
            else fold_offsets,
            dtype=np.float64,
        )
        if self._offsets.shape != (4, kernels.MOST_BETS):
            raise OptionError("fold offsets are needed for one to four bets in each of four rounds")
        self._rows = settings.array()
        self._preflop = preflop_ranks().effective(
            settings.makes[0][0], seven_only=settings.uses_seven_card_rank
        )
        self._tables, self._later = rank_tables(), ring_deals.later()

    def score_or_reason(self, hand: Hand, place: int) -> RingScore | str:
        """The scores of a hand, or why there are none."""
        try:
            return self.score(hand, place)
        except RefusedError as refused:
            return str(refused)

    def score(self, hand: Hand, place: int) -> RingScore:
        """The scores of a hand; the boards depend on its place among the hands."""
        ring_deals.check_rules(hand.rules)
        state = ring_deals.replay(hand)
        betting = ring_deals.betting(state)
        hole = ring_deals.hole_cards(hand)
        if len(hand.board) < BOARD_CARDS[betting.rounds - 1]:
            raise RefusedError("cards of the board are missing")
        rng = np.random.default_rng((self.seed, place))
        boards, exact = [], []
        for r in range(betting.rounds):
            some, every = ring_deals.boards(hand.board[: BOARD_CARDS[r]], hole, self.samples, rng)
            boards.append(some)
            exact.append(every)
        out = self.run(hand.rules, betting, hole, boards, exact)
        unit = hand.rules.big_blind
        return RingScore(
            players=hand.players,
            decisions=_decisions(state, out),
            luck=out.luck / unit,
            luck_errors=out.luck_error / unit,
            influence_errors=np.sqrt(out.variance) / unit,
            money=out.money / unit,
            boards=tuple(len(some) for some in boards),
            exact=tuple(exact),
            settings=self.settings.name,
            seed=self.seed,
        )

    def run(
        self,
        rules: Rules,
        betting: ring_deals.Betting,
        hole: Ints,
        boards: list[Ints],
        exact: list[bool],
    ) -> _Out:
        """Score a hand on given boards, by round."""
        players, most = rules.players, max(map(len, boards))
        count = int(betting.counts.sum())
        hand = colex_indices(hole)
        out = _Out(
            baseline=np.zeros(count, dtype=np.int64),
            difference=np.zeros((count, players)),
            error=np.zeros((count, players)),
            variance=np.zeros((players, players)),
            luck=np.zeros((4, players)),
            luck_error=np.zeros((4, players)),
            money=np.zeros(players),
        )
        kernels.score_hand(
            np.array(rules.blinds),
            rules.first[0],
            np.array(rules.bets),
            betting.actions,
            betting.counts,
            np.concatenate(boards),
            np.cumsum([0, *map(len, boards)]),
            np.array(exact),
            ring_deals.Deal(hand, ring_deals.hand_columns()[hand], self._preflop[hand]),
            self._tables,
            self._later,
            CHOOSE,
            self._rows,
            self._offsets,
            self.settings.uses_seven_card_rank,
            _Runs(
                np.empty((most, 4, players)),
                np.empty((most, 4, players), dtype=np.int8),
                np.empty((most, players), dtype=np.int64),
            ),
            out,
        )
        return out


class _Sums:
    """Adds up the scores of hands by name; the last row is that of the column sums."""

    def __init__(self) -> None:
        self._place: dict[str, int] = {}
        self._games = 0
        self._refused: Counter[str] = Counter()
        self._costs = Costs()
        self._influence, self._squares, self._variance = (np.zeros((1, 0)) for _ in range(3))
        self._money, self._luck, self._products = np.zeros(0), np.zeros(0), np.zeros((0, 0))

    def add(self, score: RingScore | str, hand: Hand, number: int) -> None:
        """Add a hand by its number in the match, or the reason why it is not judged."""
        if isinstance(score, str):
            self._refused[score] += 1
            return
        self._costs.add(number, hand, score)
        self._games += 1
        place = self._place
        seats = np.array([place.setdefault(name, len(place)) for name in score.players])
        new = len(place) - len(self._money)
        if new:
            self._influence, self._squares, self._variance = (
                np.insert(np.pad(sums, ((0, 0), (0, new))), [len(sums) - 1] * new, 0.0, axis=0)
                for sums in (self._influence, self._squares, self._variance)
            )
            self._money, self._luck, self._products = (
                np.pad(sums, (0, new)) for sums in (self._money, self._luck, self._products)
            )
        rows = np.append(seats, -1)
        influence = np.vstack([score.influence, score.skill])
        self._influence[np.ix_(rows, seats)] += influence
        self._squares[np.ix_(rows, seats)] += influence**2
        self._variance[np.ix_(seats, seats)] += score.influence_errors**2
        self._products[np.ix_(seats, seats)] += np.outer(score.skill, score.skill)
        self._money[seats] += score.money
        self._luck[seats] += score.luck.sum(axis=0)

    def finish(self, judge: _Judge, seconds: float) -> Crosstable:
        """The table of all that was added."""
        games = self._games
        errors = games * standard_errors(games, self._influence, self._squares)
        skill = self._influence[-1]
        spread = self._products - np.outer(skill, skill) / max(games, 1)
        return Crosstable(
            names=tuple(self._place),
            influence=self._influence[:-1],
            errors=errors[:-1],
            sampling_errors=np.sqrt(self._variance[:-1]),
            total_errors=errors[-1],
            covariance=spread * (games / (games - 1) if games > 1 else np.nan),
            money=self._money,
            luck=self._luck,
            own=self._costs.finish(),
            games=games,
            refused=dict(self._refused.most_common()),
            settings=judge.settings.name,
            samples=judge.samples,
            seed=judge.seed,
            seconds=seconds,
        )


def _decisions(state: State, out: _Out) -> tuple[Decision, ...]:
    unit, bets = state.rules.big_blind, state.rules.bets
    decisions = []
    round_, level = 0, unit
    for i, (now, position, action) in enumerate(state.actions):
        if now != round_:
            round_, level = now, 0
        advice = int(out.baseline[i])
        baseline = advice if advice in (FOLD, CALL) else level + bets[now]
        difference, error = out.difference[i] / unit, out.error[i] / unit
        decisions.append(Decision(now, position, action, baseline, difference, error))
        level = max(level, action)
    return tuple(decisions)
