"""A situation whose equities are wanted, checked once, and the sums that give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card, HoleCards, check_distinct, format_cards, parse_cards
from railbird.cards.omaha_ranges import OmahaRange
from railbird.cards.ranges import Range
from railbird.compute.threads import thread_count
from railbird.errors import (
    BoardSizeError,
    EmptyRangeError,
    HandSizeError,
    OptionError,
)
from railbird.evaluate.equities import _showdown_kernels as kernels
from railbird.evaluate.games import PokerGame, find_game
from railbird.stats import standard_errors

Player = str | HoleCards | Range | OmahaRange
Progress = Callable[[float], None]
Floats = npt.NDArray[np.float64]

MOST_SEARCH_STEPS = 20_000
"""How long hands that can be dealt together are looked for."""

_MOST_KINDS = 500
_FIVES = 5
"""A hand has none to four cards of a rank."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Hands and weights of all players, one player after another; each is possible on its own.

    Player p may hold the hands ``starts[p]`` to ``starts[p + 1]`` of ``cards``.
    """

    game: PokerGame
    names: tuple[str, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    cards: npt.NDArray[np.uint8]
    weights: Floats
    starts: npt.NDArray[np.int64]
    threads: int

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def sizes(self) -> list[int]:
        """Number of hands of each player."""
        return [int(n) for n in np.diff(self.starts)]

    def of_player(self, p: int) -> slice:
        """The rows of a player's hands."""
        return slice(int(self.starts[p]), int(self.starts[p + 1]))

    def masks(self) -> npt.NDArray[np.uint64]:
        """Hands as 52-bit sets."""
        bits = np.uint64(1) << self.cards.astype(np.uint64)
        return np.asarray(np.bitwise_or.reduce(bits, axis=1))

    def deck(self) -> npt.NDArray[np.uint8]:
        """Cards that can still be dealt: not on the board, not dead, not certain to be held."""
        gone = {int(c) for c in self.board + self.dead}
        for p, size in enumerate(self.sizes):
            if size == 1:
                gone |= {int(c) for c in self.cards[self.of_player(p)][0]}
        return np.array([c for c in range(52) if c not in gone], dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Sums over deals, by player: outcomes, and shares and their squares in units of the pot.

    ``halves`` are the sums for the high and the low half of the pot, one row a player, in the
    columns that the kernels name; they are 0 in games without a low.
    """

    outcomes: Floats
    shares: Floats
    squares: Floats
    halves: Floats
    total: float

    @classmethod
    def zero(cls, players: int) -> Counts:
        outcomes, halves = (np.zeros((players, n)) for n in (kernels.OUTCOMES, kernels.HALVES))
        return cls(outcomes, np.zeros(players), np.zeros(players), halves, 0.0)

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.outcomes + other.outcomes,
            self.shares + other.shares,
            self.squares + other.squares,
            self.halves + other.halves,
            self.total + other.total,
        )

    def errors(self) -> Floats:
        """Standard error of each equity, when the deals are a sample; nan for a single deal."""
        return standard_errors(self.total, self.shares, self.squares) / kernels.POT

    @property
    def with_low(self) -> float:
        """How many of the deals have a low."""
        return float(self.halves[:, kernels.LOW_WON].sum() / kernels.POT)


def count_showdowns(
    high: npt.NDArray[np.uint16], low: npt.NDArray[np.uint8], weights: npt.NDArray[np.int64]
) -> Counts:
    """Count deals, given the hand values of all players (columns) and how often each occurs."""
    counts = Counts.zero(high.shape[1])
    kernels.showdown_deals(
        high, low, weights, counts.outcomes, counts.shares, counts.squares, counts.halves
    )
    return replace(counts, total=float(weights.sum()))


def make_spot(
    players: Sequence[Player],
    board: str | Sequence[int],
    dead: str | Sequence[int],
    game_name: str,
    threads: int | None,
) -> Spot:
    """Check the user's input and convert it to one form."""
    game = find_game(game_name)
    if not 2 <= len(players) <= 10:
        raise OptionError(f"an equity needs 2 to 10 players, not {len(players)}")
    shown, gone = _cards(board, "board"), _cards(dead, "dead cards")
    check_board_size(shown)
    check_distinct(shown + gone, what="board and dead cards")
    ranges = [_range(player, game) for player in players]
    surely = list(shown + gone)
    for hands in ranges:
        if len(hands) == 1:
            surely += [Card(c) for c in hands.hands()[0][0]]
    check_distinct(surely, what="hands, board and dead cards")
    left = [hands.without(shown + gone) if shown or gone else hands for hands in ranges]
    arrays = [hands.hands() for hands in left]
    spot = Spot(
        game=game,
        names=tuple(str(player) for player in players),
        board=shown,
        dead=gone,
        cards=np.concatenate([cards for cards, _ in arrays]),
        weights=np.concatenate([weights for _, weights in arrays]),
        starts=np.cumsum([0] + [len(cards) for cards, _ in arrays]),
        threads=thread_count(threads),
    )
    if not _can_be_dealt(spot):
        raise no_deal(spot)
    return spot


def no_deal(spot: Spot) -> EmptyRangeError:
    """The error for ranges that exclude each other."""
    return EmptyRangeError(
        f"the ranges {listed_ranges(spot)} leave no deal: they need the same cards; widen one of "
        f"them"
    )


def listed_ranges(spot: Spot) -> str:
    """The ranges of a spot as the user wrote them."""
    *some, last = map(repr, spot.names)
    return f"{', '.join(some)} and {last}"


def check_board_size(board: Sequence[int]) -> None:
    """Raise `BoardSizeError` unless a board has 0, 3, 4 or 5 cards."""
    if len(board) not in (0, 3, 4, 5):
        raise BoardSizeError(
            f"the board {format_cards(board)!r} has {len(board)} cards; it needs none, 3, 4 or 5"
        )


def _cards(cards: str | Sequence[int], what: str) -> tuple[Card, ...]:
    return parse_cards(cards, what=what) if isinstance(cards, str) else tuple(map(Card, cards))


def _range(player: Player, game: PokerGame) -> Range | OmahaRange:
    kind = OmahaRange if game.is_omaha else Range
    if isinstance(player, str):
        if kind is OmahaRange:
            return OmahaRange.parse(player, hi_lo=game.has_low)
        return kind.parse(player)
    if isinstance(player, HoleCards) and len(player) == game.hole_cards:
        return kind.from_hand(player)
    if isinstance(player, kind):
        return player
    raise HandSizeError(
        f"{player} does not fit {game.title}, where a hand has {game.hole_cards} cards"
    )


def _can_be_dealt(spot: Spot) -> bool:
    """Whether all players can hold a hand at the same time: a search, shortest ranges first.

    If the search takes too long, and the ranks do not rule it out, the answer is yes; the count of
    deals will show.
    """
    masks = spot.masks()
    order = sorted(range(spot.players), key=lambda p: spot.sizes[p])
    need = 5 - len(spot.board) + spot.game.hole_cards * spot.players
    if need > 52 - len(spot.board) - len(spot.dead):
        return False

    steps = 0

    def search(depth: int, used: np.uint64) -> bool:
        nonlocal steps
        steps += 1
        if depth == len(order) or steps > MOST_SEARCH_STEPS:
            return True
        free = masks[spot.of_player(order[depth])]
        free = free[(free & used) == 0]
        return any(search(depth + 1, used | mask) for mask in free)

    found = search(0, np.uint64(0))
    return found and not (steps > MOST_SEARCH_STEPS and _too_many_needed(spot))


def _too_many_needed(spot: Spot) -> bool:
    """Whether all players together need more cards of some ranks than there are.

    Every hand of three players with ``AAxx`` has two aces, for example, and there are four. All
    sets of ranks are looked at, and all ranges with few kinds of hands.
    """
    gone = np.bincount([int(card) >> 2 for card in spot.board + spot.dead], minlength=13)
    needed = np.zeros(1 << 13)
    for p in range(spot.players):
        ranks = spot.cards[spot.of_player(p)].astype(np.int64) >> 2
        kinds = np.unique((_FIVES**ranks).sum(axis=1))  # how many of each rank, as one number
        if len(kinds) <= _MOST_KINDS:
            held = kinds[:, None] // _FIVES ** np.arange(13) % _FIVES
            needed += (held.astype(np.float32) @ _rank_sets()).min(axis=0)
    return bool((needed > (4.0 - gone) @ _rank_sets()).any())


@cache
def _rank_sets() -> npt.NDArray[np.float32]:
    """All sets of ranks, as columns of 0 and 1."""
    sets = np.arange(1 << 13) >> np.arange(13)[:, None] & 1
    return np.asarray(sets, dtype=np.float32)
