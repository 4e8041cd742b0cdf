"""A mixture of DIVAT baselines that acts as often like Sparbot as a mixture can.

Sparbot plays itself. At each of its decisions, its probabilities of fold, call and raise are known.
So is what some settings would do there. Decisions are grouped by round, by the bets that are in, by
whether there is a bet to call, and by hand rank. The weights of the settings are those with the
least squared distance between the frequencies of the mixture and of Sparbot, over all groups.

After the flop the mixture plays the five settings of the sweep, never bets, or always bets once.
The last two stand for traps and bluffs, which value bettors do not have. Before the flop it plays
the standard settings, always raises, or never raises. The values of all these are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.index import colex_indices
from railbird.divat.baseline.mixture import arrays_of
from railbird.divat.baseline.settings import (
    BET_SETS,
    FOLD_SETS,
    NEVER,
    PLAIN_BETS,
    STANDARD,
    Makes,
    Settings,
    styled,
    sweep,
)
from railbird.evaluate.recipes import Report
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables
from railbird.evaluate.strength.runouts import Deals, empty_deals
from railbird.kernels import ranks as rank_kernels
from railbird.players.sparbot import _game_kernels as kinds
from railbird.players.sparbot.build import SCALE
from railbird.players.sparbot.game import FOLD, LIMIT_ROUNDS, RAISE
from railbird.players.sparbot.player import SparbotTable, shipped_table

DEALS, SEED = 20_000, 1
RANKS = 20
"""Groups of hands by 7cHR."""

LEAST_WEIGHT = 0.02
"""Settings with less weight than this are left out."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BEFORE_FLOP: dict[str, Makes] = {
    "": STANDARD.makes[0],
    "raise first": (0.0, 0.0, *STANDARD.makes[0][2:]),
    "limp": (0.0, NEVER, NEVER, NEVER),
}
"""Ways to play before the flop."""


def candidates() -> tuple[Settings, ...]:
    """The settings that are mixed."""
    after = (*sweep(), *(styled(bets=bets) for bets in PLAIN_BETS))
    return tuple(
        replace(each.with_makes((0,), makes), name=", ".join(filter(None, [each.name, name])))
        for each in after
        for name, makes in BEFORE_FLOP.items()
    )


class SparbotDecisions(NamedTuple):
    """Decisions of Sparbot against itself.

    By decision: the round, the bets that are in, whether there is one to call, what each player had
    in the pot at the start of the round, IHR and 7cHR, and Sparbot's probabilities of fold, call
    and raise.
    """

    round: Ints
    level: Ints
    faces: npt.NDArray[np.bool_]
    size: Floats
    now: Floats
    later: Floats
    chances: Floats


def build(progress: Report | None = None) -> data.Arrays:
    """Fit the mixture that ``railbird analyze --settings sparbot`` uses."""
    mixed, decisions = candidates(), watch(DEALS, SEED, progress)
    found = fit(decisions, mixed)
    sets = fit(decisions, [styled(folds, bets) for folds in FOLD_SETS for bets in BET_SETS])
    weights = np.round(found.weights, 3)
    kept = [(weight, each) for weight, each in zip(weights, mixed, strict=True) if weight > 0]
    kept.sort(key=lambda part: -part[0])
    return arrays_of(kept) | {
        "distances": np.round([found.distance, found.standard, found.single, sets.distance], 4),
        "made_with": np.array([DEALS, SEED]),
    }


def watch(deals: int, seed: int, progress: Report | None = None) -> SparbotDecisions:
    """Let Sparbot play itself."""
    table = shipped_table()
    rng = np.random.default_rng(seed)
    rows: list[tuple[float, ...]] = []
    room = empty_deals(1)
    for deal in range(deals):
        if progress is not None and deal % 100 == 0:
            progress(deal, deals)
        cards = rng.permutation(52)[:9].astype(np.uint8)
        rank_kernels.deal_flops(cards[None], rank_tables(), CHOOSE, room)
        rows += _play(table, cards, _ranks(cards, room), rng)
    found = np.array(rows)
    return SparbotDecisions(
        found[:, 0].astype(np.int64),
        found[:, 1].astype(np.int64),
        found[:, 2] > 0,
        found[:, 3],
        found[:, 4],
        found[:, 5],
        found[:, 6:],
    )


def _ranks(cards: npt.NDArray[np.uint8], room: Deals) -> Floats:
    """IHR and 7cHR by round and player."""
    found = np.empty((4, 2, 2))
    turn, river = int(cards[7]), int(cards[8])
    before = preflop_ranks()
    for p in range(2):
        hand = colex_indices(cards[None, 2 * p : 2 * p + 2])[0]
        found[0, p] = before.immediate[hand], before.seven_card[hand]
        found[1, p] = room.flop_now[0, p] / 2162, room.flop_sum[0, p] / (1081 * 1980)
        found[2, p] = room.turn_now[0, p, turn] / 2070, room.turn_sum[0, p, turn] / (46 * 1980)
        found[3, p] = room.rank[0, p, turn, river] / 1980
    return found


def _play(
    table: SparbotTable, cards: npt.NDArray[np.uint8], ranks: Floats, rng: np.random.Generator
) -> list[tuple[float, ...]]:
    """The decisions of one hand."""
    hands, board = (cards[:2].tolist(), cards[2:4].tolist()), cards[4:].tolist()
    rows: list[tuple[float, ...]] = []
    pot, size = 0, 0.0
    for r, block in enumerate(LIMIT_ROUNDS):
        dealt = board[: (0, 3, 4, 5)[r]]
        buckets = [table.buckets.bucket(hand, dealt) for hand in hands]
        node, level = 0, int(r == 0)
        while True:
            player = int(block.actor[node])
            chances = table.play[r][pot, node, buckets[player]] / SCALE
            faces = block.kind[node, FOLD] != kinds.NONE
            rows.append((r, level, faces, max(size, 1.0), *ranks[r, player], *chances))
            action = int(np.searchsorted(np.cumsum(chances), rng.random(), side="right"))
            kind = int(block.kind[node, action]) if action < 3 else kinds.NONE
            if kind == kinds.NONE:  # probabilities are rounded
                action, kind = 1, int(block.kind[node, 1])
            if kind == kinds.FOLDED:
                return rows
            level += action == RAISE
            if kind == kinds.CALLED:
                end = int(block.child[node, action])
                pot, size = pot * block.ends + end, size + block.stakes[end]
                break
            node = int(block.child[node, action])
    return rows


def actions_of(decisions: SparbotDecisions, settings: Settings) -> Ints:
    """What some settings do at each decision: 0 fold, 1 check or call, 2 bet or raise."""
    best = np.maximum(decisions.now, decisions.later)
    weak = np.where(decisions.round == 1, (decisions.now + decisions.later) / 2, decisions.later)
    rows = settings.array()[decisions.round]
    rank = np.where(best > rows[:, 1], best, weak)
    made = (rank[:, None] >= rows[:, 1:-1]).sum(axis=1)
    bet = np.where(decisions.round < 2, 1, 2)
    below = rank < rows[:, -1] * bet / (2 * decisions.size + bet) + rows[:, 0]
    return np.where(
        made > decisions.level, 2, np.where(decisions.faces & (made == 0) & below, 0, 1)
    )


@dataclass(frozen=True, eq=False)
class Fit:
    """Weights of settings, and how far their frequencies are from Sparbot's.

    The distances are root mean squares over the decisions, of the difference in the frequency of an
    action in a group: for the mixture, for the standard settings, and for the best single settings.
    """

    weights: Floats
    distance: float
    standard: float
    single: float


def fit(decisions: SparbotDecisions, mixed: Sequence[Settings]) -> Fit:
    """The weights with the least squared distance."""
    groups = ((decisions.round * 5 + decisions.level) * 2 + decisions.faces) * RANKS + np.minimum(
        decisions.later * RANKS, RANKS - 1
    ).astype(np.int64)
    counts = np.bincount(groups)
    groups = np.cumsum(counts > 0)[groups] - 1
    counts = counts[counts > 0]
    share = np.sqrt(counts / counts.sum())

    def frequencies(chances: Floats) -> Floats:
        sums = [np.bincount(groups, chances[:, a]) for a in range(3)]
        return np.asarray((np.array(sums) / counts * share).ravel())

    goal = frequencies(decisions.chances)
    columns = np.array([frequencies(np.eye(3)[actions_of(decisions, each)]) for each in mixed])
    weights = _least_squares(columns, goal)
    weights[weights < LEAST_WEIGHT] = 0
    kept = weights > 0
    weights[kept] = _least_squares(columns[kept], goal)
    away = np.sqrt(((columns - goal) ** 2).sum(axis=1))
    standard = list(mixed).index(STANDARD)
    return Fit(
        weights,
        float(np.sqrt(((weights @ columns - goal) ** 2).sum())),
        float(away[standard]),
        float(away.min()),
    )


def _least_squares(columns: Floats, goal: Floats, steps: int = 20_000) -> Floats:
    """Weights that add up to 1, none of them negative: accelerated projected gradients."""
    square, toward = columns @ columns.T, columns @ goal
    rate = 1 / np.linalg.eigvalsh(square)[-1]
    weights = ahead = np.full(len(columns), 1 / len(columns))
    for step in range(steps):
        moved = _to_simplex(ahead - rate * (square @ ahead - toward))
        ahead = moved + step / (step + 3) * (moved - weights)
        weights = moved
    return weights


def _to_simplex(point: Floats) -> Floats:
    """The nearest point whose coordinates add up to 1 and are not negative."""
    falling = np.sort(point)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(point) + 1)
    return np.asarray(np.maximum(point - excess[np.nonzero(falling > excess)[0][-1]], 0))
