"""Small games on a GPU: `small_games_groups.cu` and `small_games.cu`, and their arguments.

The same code runs on a CPU, where the tests compare it with `_margin_kernels`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError
from railbird.tournament.jamfold.solve import SEVERAL
from railbird.tournament.whole import _group_kernels as groups
from railbird.tournament.whole import _margin_kernels as margin
from railbird.tournament.whole import _sum_kernels as sums
from railbird.tournament.whole import small_games
from railbird.tournament.whole.hand_shape import HandShape
from railbird.tournament.whole.small_games import SmallGames
from railbird.tournament.whole.summed import in_buckets
from railbird.tournament.whole.transitions import all_ends

Array = Any

THREADS = 256
BLOCKS = 396
"""Blocks that work at the same time, each with a room of its own: three for a part of an H200."""

MOST_PLAYERS = 7
"""With more, a block has too little memory."""

SOURCE = "\n".join(
    (files(__package__) / name).read_text() for name in ("small_games_groups.cu", "small_games.cu")
)


def defined(players: int, tables: tuple[npt.NDArray[Any], ...]) -> dict[str, int | str]:
    """The numbers that the code is compiled for; ``tables`` are those of `in_buckets`."""
    buckets, row = len(tables[2]), tables[5].shape[2]
    return {
        "PLAYERS": players,
        "NODES": len(HandShape.of(players).players_of),
        "ENDS": len(all_ends(players)),
        "BUCKETS": buckets,
        "WIDE": row // sums.ORDERS if row else 1,
        "CLASSES": sums.CLASSES,
        "SIZE": groups.SIZE,
        "LANES": sums.LANES,
        "ORDERS": sums.ORDERS,
        "BAND_0": groups.BANDS[0],
        "BAND_1": groups.BANDS[1],
        "AVERAGE_EVERY": margin.AVERAGE_EVERY,
        "TINY": f"{margin.TINY}f",
    }


def packed(shape: HandShape) -> npt.NDArray[np.int32]:
    """The numbers of a hand in the order of ``struct Shape``."""
    firsts, seconds, thirds, pairs, triples = shape.numbers
    one, two, three = shape.ends

    def padded(one: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.append(one, 0)  # the last player is never the first to jam

    parts = [padded(firsts), seconds, thirds, pairs, triples, padded(one), two, three]
    parts += [shape.players_of, shape.bands]
    numbers = [np.ravel(part).astype(np.int32) for part in parts]
    return np.concatenate([*numbers, shape.still.astype(np.float32).view(np.int32)])


def check_players(players: int) -> None:
    """Refuse more players than small games on a GPU are for."""
    if players > MOST_PLAYERS:
        raise OptionError(
            f"{players} players: small games on a GPU are for at most {MOST_PLAYERS}. Leave out "
            "--gpu, or solve with --algorithm pi-cfr+"
        )


class GpuSmallGames(SmallGames):
    """Small games on a GPU, a block of threads for each state.

    Parameters
    ----------
    players
        How many play.
    xp
        CuPy.
    """

    def __init__(self, players: int, xp: Any) -> None:
        check_players(players)
        super().__init__(players)
        self.xp = xp

    def solve(
        self,
        payoffs: Array,
        forced: Array,
        jams: Array,
        edges: Array,
        *,
        target: float,
        buckets: int,
    ) -> tuple[Array, Array]:
        """New jams of all states, see `SmallGames.solve`; with arrays of CuPy."""
        xp, blocks = self.xp, min(BLOCKS, len(jams))
        order, back = (xp.asarray(one) for one in (self.showdowns.order, self.showdowns.back))
        kernel, shape, tables, room = compiled(xp, self.players, buckets)
        single = np.float32
        found = xp.empty(jams.shape, single)
        expected = xp.empty(len(jams), single)
        kernel(
            (blocks,),
            (THREADS,),
            (
                xp.ascontiguousarray(jams[:, :, order], dtype=single),
                xp.ascontiguousarray(edges[:, :, order], dtype=single),
                xp.ascontiguousarray(payoffs.transpose(0, 2, 1), dtype=single),
                xp.ascontiguousarray(~xp.isnan(forced)).view(np.uint8),
                shape,
                *tables,
                xp.empty(blocks * room, np.uint8),
                found,
                expected,
                np.int32(len(jams)),
                np.int32(small_games.ITERATIONS),
                single(target),
                single(small_games.LESS),
                single(SEVERAL.alpha),
                single(SEVERAL.gamma),
            ),
        )
        return found[:, :, back].astype(np.float64), expected


_KINDS = (np.int32, *(np.float32,) * 5)


def arguments(games: SmallGames, buckets: int) -> list[npt.NDArray[Any]]:
    """The tables in the order of the kernel's arguments."""
    tables = in_buckets(games.showdowns, buckets)
    pairs = zip(tables, _KINDS, strict=True)
    return [np.ascontiguousarray(table, dtype=kind) for table, kind in pairs]


@cache
def compiled(xp: Any, players: int, buckets: int) -> tuple[Any, ...]:
    """The kernel, the arrays that it needs, and the bytes of a block's room."""
    games = SmallGames(players)
    numbers = defined(players, in_buckets(games.showdowns, buckets))
    options = ("--std=c++17", *(f"-D{name}={value}" for name, value in numbers.items()))
    module = xp.RawModule(code=SOURCE, options=options)
    shape = xp.asarray(packed(games.shape))
    sizes = xp.zeros(2, np.int64)
    module.get_function("sizes")((1,), (1,), (sizes,))
    given = [xp.asarray(table) for table in arguments(games, buckets)]
    return module.get_function("solve"), shape, given, int(sizes[0])
