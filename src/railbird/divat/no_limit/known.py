"""AIVAT for heads-up no-limit hold'em, with one or two players whose strategy is known.

A known player is a range: every hand they could hold, by the probability that it would have played
like that. A player who is not known is the hand they held. So with both known no cards are needed
but those of the board.

The value of a state looks ahead to the end of the betting round by the players' own probabilities.
A player who is not known is taken to play like the known one, which is a guess, but the same guess
for all actions.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt

from railbird.cards.card import Card
from railbird.cards.index import colex_index
from railbird.divat.hands import RefusedError
from railbird.divat.no_limit import _range_kernels as kernels
from railbird.divat.no_limit.encode import each_board
from railbird.divat.no_limit.ranges import HANDS, Ranges, RangeValues
from railbird.divat.no_limit.scores import STAKE
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import preflop_ranks
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, ROUND_NAMES, State

Floats = npt.NDArray[np.float64]
T = TypeVar("T")


class JudgedHand(NamedTuple):
    """A hand that was judged.

    ``paid`` is a mean over all hands of known players, and ``luck`` is by `EVENTS`; both are for
    the big blind, in big blinds. ``surprise`` has a row for each known player, see `surprises`.
    """

    paid: float
    luck: Floats
    surprise: Floats


Judged = JudgedHand | RefusedError
"""A hand, or why it cannot be judged."""

EVENTS = (
    "the deal",
    *(f"decisions, {name}" for name in ROUND_NAMES),
    *(f"cards, {name}" for name in ROUND_NAMES[1:]),
)
"""The kinds of luck. Cards after an all-in are not among them: they are taken out once."""

DEPTH = 6
"""How many decisions the value looks ahead."""

THIN = 0.004
"""A line of play that is less likely than this is not followed."""

RAISING = 0.8
"""Two raises in a row of which each was at least as likely are taken to go on to an all-in."""

_MOST_KEPT = 2_000
_CALM = np.zeros(4)


class RangeStrategy(Protocol):
    """A player whose probabilities are known for every hand that it could hold."""

    @property
    def name(self) -> str:
        """The kind of player, as the user names it."""

    def at(self, state: State, seat: int, board: tuple[Card, ...]) -> Mapping[int, Floats]:
        """The probability of each action at a decision, for each of the 1,326 hands."""


@dataclass(frozen=True)
class _Option:
    """An action at a decision: how likely it is, the state after it, and the ranges."""

    action: int
    share: float
    state: State
    ranges: Ranges

    @property
    def likely_raise(self) -> bool:
        return self.action > 0 and self.share > RAISING


class KnownGames:
    """Judges hands one by one. ``known`` are the strategies by the name of the player."""

    def __init__(self, known: Mapping[str, RangeStrategy], values: RangeValues) -> None:
        self.known = known
        self._values = values
        self._kept: dict[tuple[object, ...], object] = {}

    @property
    def players(self) -> tuple[tuple[str, str], ...]:
        """The known players: their names and strategies."""
        return tuple((name, each.name) for name, each in self.known.items())

    def judge_all(self, hands: Iterable[Hand]) -> Generator[Judged, None, None]:
        """`judge` each hand in order; one that is refused gives the reason."""
        for hand in hands:
            try:
                yield self.judge(hand)
            except RefusedError as why:
                yield why

    def judge(self, hand: Hand) -> JudgedHand:
        """Judge a hand. Raises `RefusedError` if nobody in it is known."""
        if not any(name in self.known for name in hand.players):
            raise RefusedError("no known player played")
        boards = each_board(hand)
        if len(boards) > 1:
            found = [self.judge(each) for each in boards]
            paid = sum(each.paid for each in found) / len(found)
            luck = np.mean([each.luck for each in found], axis=0)
            return JudgedHand(paid, luck, found[0].surprise)
        game = _KnownGame(hand, self.known, self._values, self._kept)
        paid = game.play()
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        unit = hand.rules.big_blind
        seats = [hand.players.index(name) if name in hand.players else None for name in self.known]
        surprise = np.array([_CALM if seat is None else game.surprise[seat] for seat in seats])
        return JudgedHand(paid / unit, game.luck / unit, surprise)


class _KnownGame:
    """One hand on its way through the estimator."""

    def __init__(
        self,
        hand: Hand,
        known: Mapping[str, RangeStrategy],
        values: RangeValues,
        kept: dict[tuple[object, ...], object],
    ) -> None:
        self._hand, self._values, self._kept = hand, values, kept
        self._here: dict[tuple[object, ...], object] = {}
        self._known = [known.get(name) for name in hand.players]
        one = next(each for each in self._known if each is not None)
        self._models = [each or one for each in self._known]
        self._state = State(hand.rules, hand.stacks)
        self._all = min(self._state.stacks)
        self._board: tuple[Card, ...] = ()
        self.luck = np.zeros(len(EVENTS))
        self.surprise = np.zeros((2, 4))
        first, second = (self._range(seat) for seat in (0, 1))
        self._ranges: Ranges = (first, second)

    def _range(self, seat: int) -> Floats:
        """All hands of a known player, or the hand of another, whose luck is that of the deal."""
        if self._known[seat] is not None:
            return np.ones(HANDS)
        cards = self._hand.hole_cards[seat]
        if cards is None:
            raise OptionError(
                f"AIVAT needs the cards of {self._hand.players[seat]}, and hand "
                f"{self._hand.number or '?'} does not show them: name both players with --known, "
                f"or omit it"
            )
        held = np.zeros(HANDS)
        held[colex_index(cards)] = 1.0
        edge = float(self._values.tables.all_in[colex_index(cards)].sum()) / 1225
        stake = min(STAKE * self._hand.rules.big_blind, self._all)
        self.luck[0] += (1 if seat == 0 else -1) * stake * edge
        return held

    def play(self) -> float:
        """Go through the hand, add up the luck, and return the mean of what was paid."""
        state, r = self._state, 0
        for action in self._hand.actions:
            while state.round > r:
                r += 1
                self._deal(r, all_in=False)
            if self._known[state.actor or 0] is not None:
                self._decide(action)
            state.apply_legal(action)
        size = min(state.paid)
        if not state.showdown:
            return self._folded(state)
        if not self._board:
            return size * self._values.all_in_before_the_flop(self._ranges)
        late = 0.0
        for later in range(r + 1, 4):
            late += self._deal(later, all_in=True)
        return size * self._values.end(self._ranges, self._board, 1.0) - late

    def _deal(self, r: int, *, all_in: bool) -> float:
        """The cards of a round. The luck of those after an all-in is returned."""
        size, values = min(self._state.paid), self._values
        board = self._hand.board[: BOARD_CARDS[r]]
        if len(board) < BOARD_CARDS[r]:
            raise OptionError(
                f"AIVAT needs the whole board, and hand {self._hand.number or '?'} does not show "
                f"it: omit --known"
            )
        before, new = self._ranges, board[len(self._board) :]
        self._ranges = values.without(before, new)
        limit = 1.0 if all_in else self._all / size
        if r == 1:
            mean = self._once(("flop",), lambda: values.mean_flop(before))
            now = values.flop(self._ranges, board)
        else:
            now, mean = values.card(before, board, limit)
        self._board = board
        luck = size * (now - mean)
        if not all_in:
            self.luck[len(ROUND_NAMES) + r] += luck
        return luck

    def _decide(self, action: int) -> None:
        """A decision of a known player."""
        seat = self._state.actor or 0
        found = self._once(("decision", action), lambda: self._judged(action))
        if found is None or not self._may_do(action, seat):
            raise OptionError(
                f"{self._hand.players[seat]} does not play like {self._models[seat].name}: in hand "
                f"{self._hand.number or '?'} they do what it never does; name the right player"
            )
        luck, self._ranges = found
        self.luck[1 + self._state.round] += luck

    def _may_do(self, action: int, seat: int) -> bool:
        """Whether the player would do that with the cards they held; adds to the surprise."""
        cards = self._hand.hole_cards[seat]
        if cards is None:
            return True
        held = colex_index(cards)
        chances = {a: float(each[held]) for a, each in self._at(self._state, seat).items()}
        mean = sum(p * np.sign(a) for a, p in chances.items())
        spread = sum(p * np.sign(a) ** 2 for a, p in chances.items()) - mean**2
        off, weight = np.sign(action) - mean, preflop_ranks().immediate[held] - 0.5
        self.surprise[seat] += off, spread, weight * off, weight**2 * spread
        return chances.get(action, 0.0) > 0

    def _judged(self, action: int) -> tuple[float, Ranges] | None:
        """The luck of a decision, and the ranges after it; None if nobody would do that."""
        options = self._options(self._state, self._ranges)
        chosen = next((each for each in options if each.action == action), None)
        if chosen is None or len(options) == 1:
            return None if chosen is None else (0.0, chosen.ranges)
        worth = {each.action: self._after(each, DEPTH, each.share) for each in options}
        mean = sum(each.share * worth[each.action] for each in options)
        return worth[action] - mean, chosen.ranges

    def _once(self, what: tuple[object, ...], make: Callable[[], T]) -> T:
        """What follows from the betting before the flop if both players are known: kept."""
        if self._board or None in self._known:
            return make()
        names = tuple(model.name for model in self._models)
        state = self._state
        key = (what, names, state.rules, state.stacks, *state.actions)
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    def _options(self, state: State, ranges: Ranges) -> Sequence[_Option]:
        """The actions that the range of the player to act could take."""
        seat = state.actor or 0
        hands = np.empty(HANDS)
        whole = kernels.meeting(ranges[seat], ranges[1 - seat], self._values.hands, hands)
        found = []
        for action, chances in self._at(state, seat).items():
            share = float(hands @ chances) / whole if whole > 0 else 0.0
            if share > 0:
                after = state.copy()
                after.apply(action)
                own = ranges[seat] * chances
                both = (own, ranges[1]) if seat == 0 else (ranges[0], own)
                found.append(_Option(action, share, after, both))
        return found

    def _at(self, state: State, seat: int) -> Mapping[int, Floats]:
        """A player's probabilities, remembered; those before the flop serve other hands too."""
        model = self._models[seat]
        key = (model.name, seat, state.rules, state.stacks, self._board, *state.actions)
        kept = self._here if self._board else self._kept
        if key not in kept:
            kept[key] = model.at(state, seat, self._board)
        return cast("Mapping[int, Floats]", kept[key])

    def _after(self, option: _Option, depth: int, reach: float, raises: int = 0) -> float:
        """Value after an action, in chips, by looking ahead.

        ``raises`` counts likely raises in a row. They cost no depth.
        """
        state, board = option.state, self._board
        if state.is_over and not state.showdown:
            return self._folded(state)
        if len(board) < BOARD_CARDS[state.round] or state.is_over:  # the round is over
            return self._end(option.ranges, min(state.paid), all_in=state.is_over)
        raises, depth = (raises + 1, depth) if option.likely_raise else (0, depth - 1)
        if raises > 1:
            return self._end(option.ranges, self._all, all_in=True)
        options = self._options(state, option.ranges) if depth and reach > THIN else []
        if not options:
            return self._end(option.ranges, min(max(state.paid), self._all), all_in=False)
        return sum(
            each.share * self._after(each, depth, reach * each.share, raises) for each in options
        )

    def _end(self, ranges: Ranges, size: int, *, all_in: bool) -> float:
        """Value at the end of the betting on this board, with ``size`` from each player."""
        limit = 1.0 if all_in else self._all / size
        return size * self._values.end(ranges, self._board, limit)

    @staticmethod
    def _folded(state: State) -> float:
        """What the big blind won when somebody folded."""
        return float(-state.paid[0] if state.folded[0] else state.paid[1])
