"""Whole tournaments played hand by hand: the Monte Carlo beside the exact results.

`Simulator` deals cards and knows only the rules; `ChainSimulator` draws the ends of hands.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
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
from railbird.tournament.whole import _chain_kernels as chain_kernels
from railbird.tournament.whole import _simulate_kernels as kernels
from railbird.tournament.whole.game import LayerGame, WholeGame
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.seated import check_seating
from railbird.tournament.whole.seats import SeatingIndex
from railbird.tournament.whole.states import TournamentStakes, state_count
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.summed import Seating
from railbird.tournament.whole.tables import Showdowns
from railbird.tournament.whole.transitions import AllIn, ValueIndex, rows_of_ends

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

AT_ONCE = 1 << 13
"""Tournaments that a thread plays together, one layer after the other."""

BLOCKS = 1 << 10
"""Blocks of so many tournaments that wait for a thread at the same time."""

MOST = 10**15
"""Nobody waits for more tournaments."""


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


def check_played(tournaments: int, seed: int) -> None:
    """Refuse a number of tournaments or a seed that cannot be."""
    if not 1 <= tournaments <= MOST:
        raise OptionError(f"{tournaments} tournaments: play 1 to {MOST:,}")
    if not 0 <= seed < 1 << 63:
        raise OptionError(f"seed {seed}: give a whole number from 0 to 2^63 - 1")


class TournamentSimulator(ABC):
    """Plays tournaments by the rules of the abstract game; kinds differ in how a hand is played."""

    game: WholeGame

    @abstractmethod
    def _first(self, stacks: Sequence[int], seating: Seating) -> int:
        """The number of the first state, or an error if it cannot be played."""

    @abstractmethod
    def _play_layer(self, players: int, now: _Now) -> int:
        """Play until somebody is out in each tournament with so many players; returns the hands."""

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
        check_played(tournaments, seed)
        first = self._first(stacks, seating)
        watch = Stopwatch()
        most = self.game.players
        counts, hands = np.zeros((players, most, most), dtype=np.int64), 0

        def block(part: slice) -> tuple[Ints, int]:
            now = _Now.begin(part, seed, first, seating, most)
            played = sum(self._play_layer(n, now) for n in range(players, 1, -1))
            return now.counts, played

        for start in range(0, tournaments, BLOCKS * AT_ONCE):
            stop = min(start + BLOCKS * AT_ONCE, tournaments)
            parts = [slice(start + x.start, start + x.stop) for x in spans(stop - start, AT_ONCE)]
            for part, (more, played) in zip(
                parts, map_threads(block, parts, threads=threads), strict=True
            ):
                counts += more
                hands += played
                if progress is not None:
                    progress(part.stop / tournaments)
        return SimulatedPlaces(self.game.stakes, counts, tournaments, hands, watch.seconds)


@dataclass(frozen=True, slots=True, eq=False)
class _Now:
    """Where some tournaments are now, for the kernels, which change it."""

    streams: npt.NDArray[np.uint64]
    numbers: Ints
    seats: Ints
    seating: Ints
    left: Ints
    counts: Ints

    @classmethod
    def begin(cls, part: slice, seed: int, first: int, seating: Seating, most: int) -> _Now:
        players, count = len(seating), part.stop - part.start
        streams = np.empty(count, dtype=np.uint64)
        kernels.seed_streams(seed, part.start, streams)
        return cls(
            streams,
            numbers=np.full(count, first),
            seats=np.tile(np.arange(players), (count, 1)),
            seating=np.array(seating),
            left=np.full(count, players),
            counts=np.zeros((players, most, most), dtype=np.int64),
        )


class Simulator(TournamentSimulator):
    """Deals cards: a check of exact results that shares nothing with them but the rules.

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

    def _first(self, stacks: Sequence[int], seating: Seating) -> int:
        check_seating(seating, len(stacks), self._strategies)
        return int(self.game.layer(len(stacks)).layer.ranks(np.array(stacks)))

    def _play_layer(self, players: int, now: _Now) -> int:
        layer = self._layers[players]
        return int(
            kernels.play_layer(
                np.flatnonzero(now.left == players), now.streams, now.numbers, now.seats,
                now.seating, layer.stacks, *layer.jams, layer.nodes, layer.ends, layer.following,
                layer.places, *self._cards, now.left, now.counts,
            )
        )  # fmt: skip


class ChainSimulator(TournamentSimulator):
    """Draws the end of each hand from its probability, given the strategies of those who sit there.

    It is fast, because nothing is dealt. It tests how exact results follow from the ends of hands,
    but not these ends: `Simulator` does.

    Parameters
    ----------
    game
        The tournament, with arrays of NumPy; its values and policies are not used.
    seatings
        All seatings that can be.
    ends
        Probabilities of the ends of all hands by the number of players, (states, seatings, ends),
        see `seated_ends`.
    """

    def __init__(self, game: WholeGame, seatings: SeatingIndex, ends: Mapping[int, Floats]) -> None:
        self.game, self._seatings = game, seatings
        self._layers = {
            n: _LayerChain(game.layer(n), game.index, seatings, ends[n])
            for n in range(2, seatings.players + 1)
        }

    def _first(self, stacks: Sequence[int], seating: Seating) -> int:
        layer = self.game.layer(len(stacks)).layer
        return self._seatings.row(seating) * layer.count + int(layer.ranks(np.array(stacks)))

    def _play_layer(self, players: int, now: _Now) -> int:
        layer = self._layers[players]
        return int(
            chain_kernels.walk_layer(
                np.flatnonzero(now.left == players), now.streams, now.numbers, now.seats,
                layer.stacks, layer.cells, layer.places, now.left, now.counts,
            )
        )  # fmt: skip


class _LayerChain:
    """What the kernel of the chain needs to know about a layer."""

    def __init__(
        self, game: LayerGame, index: ValueIndex, seatings: SeatingIndex, ends: Floats
    ) -> None:
        n, states = game.players, game.layer.count
        self.stacks, self.places = game.layer.stacks, _places(n)
        following = _following(game, index).astype(np.int64)
        left, numbers = following & (1 << n) - 1, following >> n
        living = np.bitwise_count(left).astype(np.int64)
        counts = np.array([state_count(game.layer.stakes.units, max(m, 2)) for m in range(n + 1)])
        rows, next_rows = ends.shape[1], seatings.next_rows(n)
        self.cells = np.empty((rows * states, ends.shape[2], 3), dtype=np.uint32)
        self.cells[...] = 0  # large pages of memory, see `_packed`
        for row in range(rows):
            # of several seatings, those of the next state begin behind all states of those before
            then = next_rows[:, row][left] * counts[living] + numbers << n | left
            here = slice(row * states, (row + 1) * states)
            chances = np.ascontiguousarray(ends[:, row])
            chain_kernels.fill_cells(chances, then.astype(np.uint32), self.cells[here])


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
        self.places = _places(n)
        self.jams = _packed([_complete(one, game.forced) for one in jams], np.array(order))


def _places(players: int) -> Ints:
    """The next seat of everybody by the bits of those left, (2**players, players)."""
    bits = np.arange(1 << players)[:, None] >> np.arange(players) & 1
    return next_places(bits.astype(bool))


def _row(jammed: AllIn, players: int) -> int:
    """The row of decisions after these have jammed, see `play_layer`."""
    if len(jammed) == 2:
        return 1 + players + players * jammed[0] + jammed[1]
    return 1 + jammed[0] if jammed else 0


def _chances(tables: Showdowns) -> tuple[Any, Any]:
    """The chance that the first of two wins, and running sums of those of the orders of three."""
    two = tables.two[0].astype(np.float32)
    three: Any = np.cumsum(tables.three[:, :5], axis=1)
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
