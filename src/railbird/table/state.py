"""The state of a hand: who acts, their options and costs, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.errors import IllegalActionError, RulesError
from railbird.table import _kernels as kernels
from railbird.table.rules import Rules

FOLD, CALL = kernels.FOLD, kernels.CALL
"""The actions without an amount; a check is a call of nothing. Any other number is a raise."""

ROUND_NAMES = ("pre-flop", "flop", "turn", "river")
BOARD_CARDS = (0, 3, 4, 5, 5)
"""Cards on the board by round; a hand that is over may have fewer."""

_PAID, _FOLDED = kernels.PAID, kernels.FOLDED

Turn = tuple[int, int, int, int, int, int]
"""The actor (−1: nobody), the round, the three `Options` and how many players are left."""


def is_all_in(stack: int, paid: int) -> bool:
    """Whether a player is all in: they have put in all the chips they started the hand with."""
    return paid >= stack


class Options(NamedTuple):
    """A player's options: chips to call, and the levels to raise to (0 if they cannot raise)."""

    to_call: int
    lowest_raise: int
    highest_raise: int


class State:
    """A hand being played, without its cards; an action changes it in place.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> state = State(table_rules(2), [100, 100])
    >>> state.actor, state.options()
    (1, Options(to_call=1, lowest_raise=4, highest_raise=4))
    >>> state.raise_to(4)
    >>> state.call()
    >>> state.round, state.pot, state.actor
    (1, 8, 0)
    """

    __slots__ = ("_array", "_turn", "actions", "actor", "round", "rules", "stacks")

    actor: int | None
    """The position whose turn it is; None when the betting is over."""

    round: int
    """0 before the flop … 3 on the river, 4 when the betting is over."""

    def __init__(self, rules: Rules, stacks: Sequence[int]) -> None:
        if len(stacks) != rules.players or min(stacks) < 1:
            raise RulesError(
                f"stacks {list(stacks)} do not fit {rules.players} players with a chip or more each"
            )
        self.rules = rules
        self.stacks = rules.at_stake(tuple(int(s) for s in stacks))
        self.actions: list[tuple[int, int, int]] = []
        """What was done so far: round, position, action."""
        # actor, round, options and players left as plain numbers: faster than kernel calls
        self._array, self._turn = begin_hand(rules, self.stacks)
        self.actor = self._turn[0] if self._turn[0] >= 0 else None
        self.round = self._turn[1]

    def copy(self) -> State:
        """An independent copy, for search."""
        other: State = object.__new__(State)
        other.rules, other.stacks = self.rules, self.stacks
        other.actions = self.actions.copy()
        other._array = self._array.copy()
        other._turn = self._turn
        other.actor, other.round = self.actor, self.round
        return other

    @property
    def is_over(self) -> bool:
        """Whether the betting is over."""
        return self.actor is None

    @property
    def pot(self) -> int:
        """All chips in the pot, including the bets of this round."""
        return int(self._array[kernels.PAID : kernels.PAID + self.rules.players].sum())

    @property
    def level(self) -> int:
        """The chips that a player must put in during this round to stay in."""
        return int(self._array[kernels.LEVEL])

    @property
    def raises(self) -> int:
        """The number of full bets and raises in this round."""
        return int(self._array[kernels.RAISES])

    def _by_position(self, at: int) -> tuple[int, ...]:
        return tuple(self._array[at : at + self.rules.players].tolist())

    @property
    def behind(self) -> tuple[int, ...]:
        """Chips behind, by position."""
        return self._by_position(kernels.STACK)

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips put in during this round, by position."""
        return self._by_position(kernels.BET)

    @property
    def paid(self) -> tuple[int, ...]:
        """Chips put in during the whole hand, by position."""
        return self._by_position(kernels.PAID)

    def matched(self) -> tuple[int, ...]:
        """What each position has in to be matched by others: all they paid, less a dead ante."""
        antes, common = self.rules.antes, min(self.rules.antes)
        # an ante that not everybody pays is dead: it need not be matched
        return tuple(
            paid - max(min(ante, stack) - common, 0)
            for paid, ante, stack in zip(self.paid, antes, self.stacks, strict=True)
        )

    def uncalled(self) -> tuple[int, ...]:
        """The part of the largest stake that nobody could or would call, by position."""
        stakes = self.matched()
        second, most = sorted(stakes)[-2:]
        return tuple(most - second if chips == most else 0 for chips in stakes)

    @property
    def folded(self) -> tuple[bool, ...]:
        """Who has folded, by position."""
        return tuple(bool(f) for f in self._by_position(kernels.FOLDED))

    @property
    def all_in(self) -> tuple[bool, ...]:
        """Who is all in, by position."""
        return tuple(map(is_all_in, self.stacks, self.paid))

    @property
    def showdown(self) -> bool:
        """Whether the betting is over with two or more players left."""
        return self.actor is None and self._turn[5] > 1

    def options(self) -> Options:
        """The actor's options; all 0 when the betting is over."""
        return Options(*self._turn[2:5])

    def legal_actions(self) -> tuple[int, ...]:
        """The legal actions, with only the lowest and the highest raise."""
        actor, _, to_call, low, high, _ = self._turn
        if actor < 0:
            return ()
        actions: tuple[int, ...] = (FOLD, CALL) if to_call else (CALL,)
        if low:
            actions += (low,) if low == high else (low, high)
        return actions

    def is_legal(self, action: int) -> bool:
        """Whether an action is legal for the actor."""
        if type(action) is not int:  # rare, and this runs before every action
            action = _whole(action)
        actor, _, to_call, low, high, _ = self._turn
        if actor < 0:
            return False
        if self.rules.tolerant:
            have = self.bets[actor] + self.behind[actor]
            return action in (FOLD, CALL) or self.level < action <= have
        if action == FOLD:
            return to_call > 0
        return action == CALL or (low > 0 and low <= action <= high)

    def apply(self, action: int) -> None:
        """Take an action; `IllegalActionError` says what would be legal."""
        action = _whole(action)
        if not self.is_legal(action):
            raise IllegalActionError(self._why_illegal(action))
        self.apply_legal(action)

    def apply_legal(self, action: int) -> None:
        """Take an action that `is_legal` has allowed; any other corrupts the state."""
        self.actions.append((self.round, self._turn[0], action))
        self._turn = turn = kernels.step(self._array, action)
        self.actor = turn[0] if turn[0] >= 0 else None
        self.round = turn[1]

    def word(self, action: int) -> str:
        """The name of an action here: fold, check, call, bet or raise.

        Examples
        --------
        >>> from railbird.table import table_rules
        >>> state = State(table_rules(2), (100, 100))
        >>> [state.word(action) for action in state.legal_actions()]
        ['fold', 'call', 'raise']
        """
        if action > 0:
            return "raise" if self.level else "bet"
        if action == FOLD:
            return "fold"
        return "call" if self.options().to_call else "check"

    def puts_all_in(self, action: int) -> bool:
        """Whether an action puts the actor all in.

        Examples
        --------
        >>> from railbird.table import table_rules
        >>> state = State(table_rules(2, betting="no-limit"), (100, 100))
        >>> [state.puts_all_in(action) for action in (CALL, 50, 100)]
        [False, False, True]
        """
        actor, _, to_call, *_ = self._turn
        if actor < 0 or action == FOLD:
            return False
        more = to_call if action == CALL else action - self.bets[actor]
        return is_all_in(self.stacks[actor], self.paid[actor] + more)

    def can_fold(self) -> bool:
        """Whether the actor may fold: not when they can check."""
        return self.is_legal(FOLD)

    def fold(self) -> None:
        """Give up the hand."""
        self.apply(FOLD)

    def can_call(self) -> bool:
        """Whether a player is to act; the actor can always check or call."""
        return self.is_legal(CALL)

    def call(self) -> None:
        """Check or call."""
        self.apply(CALL)

    def can_raise_to(self, level: int) -> bool:
        """Whether the actor may bet or raise to a level."""
        return level > 0 and self.is_legal(level)

    def raise_to(self, level: int) -> None:
        """Bet or raise so that the actor has put in this much during this round."""
        if level <= 0:
            raise IllegalActionError(f"cannot raise to {level}: give a level above {self.level}")
        self.apply(level)

    def settle(self, values: tuple[npt.ArrayLike, npt.ArrayLike] | None = None) -> tuple[int, ...]:
        """What each position wins or loses once the betting is over.

        ``values`` are the high and the low values of the hands by position (no lows in a game
        without them). They are not needed when all but one have folded.
        """
        if self.actor is not None:
            raise IllegalActionError("the betting is not over: nobody has won yet")
        if self._turn[5] == 1:
            return self._payoffs_of_the_last()
        if values is None:
            raise IllegalActionError("a showdown needs the values of the hands")
        high = np.asarray(values[0], dtype=np.uint16)
        low = np.asarray(values[1], dtype=np.uint8)
        if len(high) != self.rules.players or len(low) not in (0, self.rules.players):
            raise RulesError(
                f"{len(high)} high and {len(low)} low values for {self.rules.players} players: "
                "give one for each"
            )
        payoffs = np.empty(self.rules.players, dtype=np.int64)
        kernels.settle(self.rules.array, self._array, high, low, payoffs)
        return tuple(payoffs.tolist())

    def _payoffs_of_the_last(self) -> tuple[int, ...]:
        """The only player left wins the pot; this needs no kernel."""
        players = self.rules.players
        paid_and_folded = self._array[_PAID : _FOLDED + players].tolist()
        payoffs = [-chips for chips in paid_and_folded[:players]]
        payoffs[paid_and_folded.index(0, _FOLDED - _PAID) - _FOLDED + _PAID] -= sum(payoffs)
        return tuple(payoffs)

    def _why_illegal(self, action: int) -> str:
        if self.is_over:
            return "the betting is over: nobody can act"
        to_call, low, high = self.options()
        if action == FOLD:
            return "there is nothing to call: check instead of folding"
        if not low:
            return (
                f"no raise is possible here: call {to_call} or fold"
                if to_call
                else "no bet is possible here: check"
            )
        span = f"{low}" if low == high else f"{low} to {high}"
        return f"{action} is not a level to raise to: it must be {span}"


def _whole(action: int) -> int:
    """An action as a plain int; chips cannot be split."""
    try:
        return index(action)
    except TypeError:
        raise IllegalActionError(f"{action!r} is not a whole number of chips") from None


def begin_hand(rules: Rules, stacks: Sequence[int]) -> tuple[npt.NDArray[np.int64], Turn]:
    """A hand after the blinds, as `kernels.step` takes it, and whose turn it is."""
    array = np.empty(kernels.STATE_SIZE + kernels.RULES_SIZE, dtype=np.int64)
    array[kernels.STATE_SIZE :] = rules.array
    return array, kernels.begin(np.array(stacks, dtype=np.int64), array)
