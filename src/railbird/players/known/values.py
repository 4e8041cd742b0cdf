"""The value function of AIVAT: what a hand is worth if Sparbot plays against itself.

Both hands are reduced to Sparbot's buckets. Within a round the betting is kept whole. From round to
round each bucket moves by itself, as in Vexbot's table. The mean over all flops is exact and comes
from a table; the means over turns and rivers are taken in the game that is judged. The values are
rough, but that cannot make a bias: it can only leave more variance.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.cards.index import all_sets, colex_indices
from railbird.cards.suits import SUIT_PERMUTATIONS, canonical_sets
from railbird.compute.threads import map_threads, spans
from railbird.divat.estimators import _aivat_kernels as kernels
from railbird.divat.estimators.aivat import ValueTables
from railbird.divat.no_limit.ranges import NoLimitTables
from railbird.evaluate.preflop.pairs import (
    BOARDS,
    matchups,
    over_permutations,
    permuted_hands,
    suits_to_representatives,
)
from railbird.evaluate.strength.ranks import CHOOSE, rank_tables
from railbird.kernels import ranks as rank_kernels
from railbird.players.sparbot import _game_kernels as kinds
from railbird.players.sparbot.buckets import Buckets, Report
from railbird.players.sparbot.build import SCALE
from railbird.players.sparbot.game import CALL, FOLD, LIMIT_ROUNDS, RAISE, Block
from railbird.players.sparbot.player import SparbotTable, shipped_table
from railbird.players.vexbot.build import CardChances, shipped_chances
from railbird.stopwatch import start_up

Floats = npt.NDArray[np.float64]

TABLE = "players_aivat"
STEPS = 64
"""Values on the flop are whole multiples of 1/64 of a small bet, so that their sums are exact."""

_RAISED = 1
"""The end of the betting before the flop with one raise, which stands for any pot of no-limit."""

assert (kinds.NONE, kinds.NODE, kinds.FOLDED, kinds.CALLED) == (
    kernels.NONE,
    kernels.NODE,
    kernels.FOLDED,
    kernels.CALLED,
)


def probabilities(table: SparbotTable) -> tuple[Floats, ...]:
    """Sparbot's probabilities by round, pot, node and bucket, as it acts at the table.

    What is not legal is a call, as in `Sparbot.act`.
    """
    found = []
    for block, whole in zip(LIMIT_ROUNDS, table.play, strict=True):
        play = whole.astype(np.float64) / SCALE
        for action in (FOLD, RAISE):
            illegal = block.kind[:, action] == kinds.NONE
            play[:, illegal, :, CALL] += play[:, illegal, :, action]
            play[:, illegal, :, action] = 0.0
        found.append(play)
    return tuple(found)


def round_values(
    block: Block, play: Floats, stakes: Floats, later: Floats, *, folds: bool = True
) -> Floats:
    """Values of all nodes of a round, shape (pots, nodes, buckets, buckets), for the big blind.

    ``later[pot, end, i, j]`` is what each end is worth. Without ``folds`` a fold is worth nothing.
    """
    pots, nodes, n = play.shape[:3]
    found = np.zeros((pots, nodes, n, n))
    for k in range(nodes - 1, -1, -1):
        big = block.actor[k] == 0
        for a in block.actions[k]:
            what, child = block.kind[k, a], block.child[k, a]
            if what == kinds.NODE:
                after = found[:, child]
            elif what == kinds.CALLED:
                after = later[:, child]
            else:
                paid = block.amount[k, a] + (-stakes if big else stakes)
                after = paid[:, None, None] * folds
            chance = play[:, k, :, a]
            found[:, k] += (chance[:, :, None] if big else chance[:, None, :]) * after
    return found


def all_values(table: SparbotTable, chances: CardChances) -> tuple[Floats, ...]:
    """Values on the flop and the turn, and both parts of those on the river."""
    play = probabilities(table)
    stakes = [np.zeros(1)]
    for block in LIMIT_ROUNDS[:-1]:
        stakes.append((stakes[-1][:, None] + np.array(block.stakes)).ravel())
    river = LIMIT_ROUNDS[3]
    n = play[3].shape[2]
    shape = (len(stakes[3]), river.ends, n, n)
    fold = round_values(river, play[3], stakes[3], np.zeros(shape))
    ends = stakes[3][:, None] + np.array(river.stakes)
    stake = round_values(
        river, play[3], stakes[3], np.broadcast_to(ends[:, :, None, None], shape), folds=False
    )
    root = fold[:, 0] + stake[:, 0] * chances.shown
    found = [stake, fold]
    for r, move in ((2, chances.river), (1, chances.turn)):
        block = LIMIT_ROUNDS[r]
        later = np.einsum("ip,xpq,jq->xij", move, root, move, optimize=True)
        values = round_values(
            block, play[r], stakes[r], later.reshape(len(stakes[r]), block.ends, *later.shape[1:])
        )
        if r == 1:  # whole steps, so that the sums over flops are exact
            values[:, 0] = np.rint(values[:, 0] * STEPS) / STEPS
        found.append(values)
        root = values[:, 0]
    return tuple(found[::-1])


def build(progress: Report | None = None) -> data.Arrays:
    """Sum the values on the flop over all flops, for each pair of hands and each pot."""
    table = shipped_table()
    whole = np.rint(all_values(table, shipped_chances())[0][:, 0] * STEPS).astype(np.int32)
    flops, orbits = canonical_sets(3)
    hands = holdem_hands()
    masks = np.uint64(1) << hands.astype(np.uint64)
    held = masks[:, 0] | masks[:, 1]
    disjoint = (held[:, None] & held[None, :]) == 0
    live = [np.nonzero(~np.isin(hands, flop).any(axis=1))[0] for flop in flops]
    chosen, _ = suits_to_representatives()

    def add(pot: int) -> npt.NDArray[np.int32]:
        sums = np.zeros((1326, 1326), dtype=np.int32)
        values = np.ascontiguousarray(whole[pot])
        for row, orbit, some in zip(table.buckets.flops, orbits, live, strict=True):
            kernels.add_flop(row, some, np.int32(orbit), values, sums)
        total = over_permutations(sums.astype(np.int64)) * disjoint
        return np.asarray(total[chosen], dtype=np.int32)

    found = []
    for done, sums in enumerate(map_threads(add, range(len(whole))), 1):
        found.append(sums)
        if progress is not None:
            progress(done, len(whole))
    return {"flop_sums": np.stack(found), "flop_values": whole}


FLOPS = 17_296
"""Number of flops that can follow two known hands."""


@cache
@start_up()
def value_tables() -> ValueTables:
    """The value function, made once per process in a few seconds."""
    table, chances = shipped_table(), shipped_chances()
    flop, turn, fold, stake = all_values(table, chances)
    shipped = data.load(TABLE)
    flop[:, 0] = shipped["flop_values"].astype(np.float64) / STEPS  # those that were summed
    buckets = table.buckets
    _, turned = suits_to_representatives()
    flop_row, flop_turned = _places(3)
    turn_row, turn_turned = _places(4)
    classes = holdem_class_of_hand()
    tables = ValueTables(
        hands=holdem_hands().astype(np.uint8),
        **_betting(),
        preflop=buckets.preflop[classes].astype(np.uint8),
        flops=buckets.flops,
        flop_row=flop_row,
        flop_turned=flop_turned,
        turns=turn_buckets(buckets),
        turn_row=turn_row,
        turn_turned=turn_turned,
        river=buckets.assign(2, np.arange(1981) / 1980, np.arange(1981) / 1980),
        moved=permuted_hands().astype(np.int16),
        pair_row=classes.astype(np.int16),
        pair_turned=turned.astype(np.uint8),
        flop_mean=np.asarray(shipped["flop_sums"], dtype=np.int32),
        scale=float(FLOPS * STEPS),
        play=probabilities(table)[0][0],
        flop=flop.astype(np.float32),
        turn=turn.astype(np.float32),
        river_fold=fold.astype(np.float32),
        river_stake=stake.astype(np.float32),
        start=0.0,
    )
    return tables._replace(start=_start(tables))


def _start(tables: ValueTables) -> float:
    """The mean value over all deals."""
    chosen, _ = suits_to_representatives()
    sizes = np.bincount(holdem_class_of_hand())
    hands = holdem_hands()
    found = np.empty((int(tables.nodes[0] + tables.ends[0]), 1326))
    total = 0.0
    for hand, size in zip(chosen.tolist(), sizes.tolist(), strict=True):
        kernels.preflop_values(tables, 1, hand, found)
        apart = ~np.isin(hands, hands[hand]).any(axis=1)
        total += size * float(found[0][apart].mean())
    return total / 1326


def _betting() -> dict[str, Any]:
    """The blocks of all rounds as arrays of one shape."""
    nodes = max(block.nodes for block in LIMIT_ROUNDS)
    ends = max(block.ends for block in LIMIT_ROUNDS)
    found: dict[str, Any] = {
        "actor": np.full((4, nodes), -1),
        "kind": np.zeros((4, nodes, 3), dtype=np.int64),
        "child": np.full((4, nodes, 3), -1),
        "amount": np.zeros((4, nodes, 3)),
        "stakes": np.zeros((4, ends)),
    }
    for r, block in enumerate(LIMIT_ROUNDS):
        for name in ("actor", "kind", "child", "amount"):
            found[name][r, : block.nodes] = getattr(block, name)
        found["stakes"][r, : block.ends] = block.stakes
    found["nodes"] = np.array([block.nodes for block in LIMIT_ROUNDS])
    found["ends"] = np.array([block.ends for block in LIMIT_ROUNDS])
    return found


def _places(size: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
    """For each board its kind, and the renaming of suits (as in `permuted_hands`) that leads there.

    By colex index of the board.
    """
    kinds_of = canonical_sets(size)[0].astype(np.int64)
    number = np.full(len(all_sets(size)), -1, dtype=np.int32)
    turned = np.zeros(len(number), dtype=np.uint8)
    for p, suits in enumerate(SUIT_PERMUTATIONS):
        back = np.argsort(suits)
        at = colex_indices((kinds_of & ~3) | back[kinds_of & 3])
        number[at], turned[at] = np.arange(len(kinds_of)), p
    return number, turned


def turn_buckets(buckets: Buckets) -> npt.NDArray[np.uint8]:
    """Buckets of all hands on one turn of each kind, counted in about five CPU seconds."""
    boards = canonical_sets(4)[0].astype(np.int64)
    hands, tables = holdem_hands(), rank_tables()
    found = np.zeros((len(boards), 1326), dtype=np.uint8)

    def rank(part: slice) -> None:
        now, later = np.empty(1326, dtype=np.int64), np.empty(1326, dtype=np.int64)
        for i in range(part.start, part.stop):
            rank_kernels.turn_counts(boards[i], hands, tables, CHOOSE, now, later)
            found[i] = buckets.assign(1, later / (46 * 1980), now / 2070)

    for _ in map_threads(rank, spans(len(boards), 256)):
        pass
    return found


@cache
def range_tables() -> NoLimitTables:
    """The values of AIVAT for no-limit hold'em."""
    tables, chances, met = value_tables(), shipped_chances(), matchups()
    stake = tables.stakes[0][_RAISED]
    columns = tables.moved[tables.pair_turned].astype(np.int64)
    rows = tables.flop_mean[_RAISED][tables.pair_row]
    preflop = np.take_along_axis(rows, columns, axis=1) / (tables.scale * stake)
    return NoLimitTables(
        buckets=tables,
        preflop=preflop.astype(np.float32),
        all_in=((met.wins - met.wins.T) / BOARDS).astype(np.float32),
        flop=tables.flop[_RAISED, 0].astype(np.float64) / stake,
        turn_moves=chances.turn,
        river_moves=chances.river,
        shown=chances.shown,
        share=chances.share,
        classes=holdem_class_of_hand().astype(np.int64),
    )
