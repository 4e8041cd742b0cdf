"""Whole tournaments played hand by hand: the Monte Carlo beside the exact results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_class_of_hand, holdem_hands
from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError
from railbird.stats import Mean, mean_from
from railbird.stopwatch import Stopwatch
from railbird.tournament.jamfold.positions import next_places
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole import _simulate_kernels as kernels
from railbird.tournament.whole.game import LayerGame, WholeGame
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.seated import Seating, check_seating
from railbird.tournament.whole.states import TournamentStakes
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.tables import Showdowns
from railbird.tournament.whole.transitions import AllIn, ValueIndex, rows_of_ends

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 1 << 13
"""Tournaments that a thread plays together, one layer after the other."""


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedPlaces:
    """How often players have finished where.

    Parameters
    ----------
    stakes
        The tournament.
    counts
        How often each player, in order of action of the first hand, has shared so many places from
        a place on: (players, first place, shared − 1).
    tournaments, hands
        How many were played.
    seconds
        How long it took.
    """

    stakes: TournamentStakes
    counts: Ints
    tournaments: int
    hands: int
    seconds: float

    @property
    def _results(self) -> Ints:
        return self.counts.reshape(len(self.counts), -1)

    @property
    def places(self) -> Floats:
        """Shares of all places of everybody, (players, places); those who tie share places."""
        most = self.counts.shape[1]
        by_result = ValueIndex(self.stakes, most).prizes(np.eye(most))
        return self._results @ by_result.T / self.tournaments

    @property
    def payoffs(self) -> list[Mean]:
        """What everybody has won on average, and how well it is known."""
        most = self.counts.shape[1]
        prizes = ValueIndex(self.stakes, most).prizes(self.stakes.prizes_for(most))
        found = []
        for counts in self._results:
            mean = float(counts @ prizes) / self.tournaments
            squares = float(counts @ (prizes - mean) ** 2)
            deviation = float(np.sqrt(squares / max(self.tournaments - 1, 1)))
            found.append(mean_from(mean, deviation, self.tournaments))
        return found


class Simulator:
    """Plays tournaments by the rules of the abstract game.

    Hands are dealt card by card to those who act, and the cards of those who fold go back into the
    deck. Showdowns follow the tables of two and three hands, with ties broken at random.

    Parameters
    ----------
    game
        The tournament, with arrays of NumPy; its values and policies are not used.
    strategies
        The strategies that players may use.
    """

    def __init__(self, game: WholeGame, strategies: Sequence[Strategies]) -> None:
        self.game = game
        self._layers = {
            n: _LayerPlay(game.layer(n), game.index, [one.jams[n] for one in strategies])
            for n in range(2, game.players + 1)
        }
        low, high = holdem_hands().T.copy()
        self._cards = (low, high, holdem_class_of_hand(), *_chances(game.tables))
        self._strategies = len(strategies)

    def play(
        self,
        stacks: Sequence[int],
        seating: Seating,
        tournaments: int,
        *,
        seed: int = 0,
        threads: int | None = None,
        progress: Callable[[float], object] | None = None,
    ) -> SimulatedPlaces:
        """Play tournaments from a state.

        Parameters
        ----------
        stacks
            Units of everybody, in order of action.
        seating
            The number of each player's strategy.
        tournaments
            How many.
        seed, threads
            The same seed gives the same tournaments, with any number of threads.
        progress
            Called with the share that is done.
        """
        players = len(stacks)
        if tournaments < 1:
            raise OptionError(f"{tournaments} tournaments: play at least 1")
        check_seating(seating, players, self._strategies)
        watch = Stopwatch()
        number = int(self.game.layer(players).layer.ranks(np.array(stacks)))
        most = self.game.players
        counts, hands = np.zeros((players, most, most), dtype=np.int64), 0

        def block(part: slice) -> tuple[Ints, int]:
            return self._block(part, seed, number, np.array(seating))

        parts = spans(tournaments, AT_ONCE)
        for part, (more, played) in zip(
            parts, map_threads(block, parts, threads=threads), strict=True
        ):
            counts += more
            hands += played
            if progress is not None:
                progress(part.stop / tournaments)
        return SimulatedPlaces(self.game.stakes, counts, tournaments, hands, watch.seconds)

    def _block(self, part: slice, seed: int, number: int, seating: Ints) -> tuple[Ints, int]:
        """Play some tournaments: the results of each player, and the number of hands."""
        players, count, most = len(seating), part.stop - part.start, self.game.players
        streams = np.empty(count, dtype=np.uint64)
        kernels.seed_streams(seed, part.start, streams)
        numbers = np.full(count, number)
        seats = np.tile(np.arange(players), (count, 1))
        left = np.full(count, players)
        counts = np.zeros((players, most, most), dtype=np.int64)
        hands = 0
        for n in range(players, 1, -1):
            layer = self._layers[n]
            hands += kernels.play_layer(
                np.flatnonzero(left == n), streams, numbers, seats, seating, layer.stacks,
                *layer.jams, layer.nodes, layer.ends, layer.following,
                layer.places, *self._cards, left, counts,
            )  # fmt: skip
        return counts, hands


class _LayerPlay:
    """What the kernel needs to know about a layer."""

    def __init__(self, game: LayerGame, index: ValueIndex, jams: Sequence[Any]) -> None:
        n, nodes = game.players, all_nodes(game.players)
        self.stacks = game.layer.stacks
        order = sorted(range(len(nodes)), key=lambda at: (len(nodes[at].jammed), nodes[at]))
        cells = np.zeros((1 + n + n * n, n), dtype=np.uint64)
        for at, number in enumerate(order):
            cells[_row(nodes[number].jammed, n), nodes[number].player] = at * CLASSES
        ends = np.zeros((n + 1, n + 1, n + 1), dtype=np.uint64)
        for all_in, rows in rows_of_ends(n).items():
            ends[(*all_in, n, n, n)[:3]] = rows.start
        self.nodes, self.ends = cells.ravel(), ends.ravel()
        self.following = _following(game, index)
        self.places = next_places((np.arange(1 << n)[:, None] >> np.arange(n) & 1).astype(bool))
        self.jams = _packed([_complete(one, game.forced) for one in jams], np.array(order))


def _row(jammed: AllIn, players: int) -> int:
    """The row of decisions after these have jammed, see `play_layer`."""
    if len(jammed) == 2:
        return 1 + players + players * jammed[0] + jammed[1]
    return 1 + jammed[0] if jammed else 0


def _chances(tables: Showdowns) -> tuple[Any, Any]:
    """The chance that the first of two wins, and running sums of those of the orders of three."""
    two = tables.two[0].astype(np.float32)
    three = np.cumsum(tables.three[:, :5], axis=1)
    with np.errstate(invalid="ignore"):
        three /= tables.third[:, None]  # not a number for classes that cannot be dealt
    return two, np.ascontiguousarray(three.transpose(2, 0, 1), dtype=np.float32).ravel()


def _complete(jams: Any, forced: Floats) -> Any:
    """Jams in steps, with those that are forced where there is no decision."""
    fixed = np.nan_to_num(forced) * STEPS
    is_fixed = ~np.isnan(forced)
    if (jams[is_fixed] == fixed[is_fixed][:, None]).all():
        return jams
    return np.where(is_fixed[:, :, None], fixed[:, :, None], jams).astype(np.uint16)


def _packed(jams: Sequence[Any], order: Ints) -> tuple[np.uint64, Any, Any, Any]:
    """The cells of a state, what classes do, and where and which mixed ones are; see `pack`."""
    states, nodes, classes = jams[0].shape
    width = -(-nodes * classes // 4) * 4
    codes = np.empty(len(jams) * states * width // 4, dtype=np.uint8)
    codes[...] = 0  # unlike zeros, this gets large pages of memory, which are much faster
    mixed_at = np.zeros(len(jams) * states + 1, dtype=np.uint64)
    mixed = np.empty(0, dtype=np.uint64)
    for _ in range(2):  # first they are counted
        for at, one in enumerate(jams):
            kernels.pack(one, order, STEPS, at * states, width, codes, mixed_at, mixed)
        mixed = np.empty(int(mixed_at[-1]), dtype=np.uint64) if mixed.size == 0 else mixed
    return np.uint64(width), codes, mixed_at, mixed


def _following(game: LayerGame, index: ValueIndex) -> npt.NDArray[np.int32]:
    """The state after each end, (states, ends): its number, shifted by n bits, and who is left."""
    n = game.players
    is_left = game.after <= index.prize_at  # the first prize is that of the last one left
    living = is_left.sum(axis=2)
    starts = np.array([index.start(max(m, 2)) for m in range(n + 1)])
    one = np.take_along_axis(game.after, is_left.argmax(axis=2)[:, :, None], axis=2)[:, :, 0]
    numbers = np.where(living > 1, (one - starts[living]) // np.maximum(living, 1), 0)
    found: npt.NDArray[np.int64] = numbers << n | is_left @ (1 << np.arange(n))
    return found.astype(np.int32)
