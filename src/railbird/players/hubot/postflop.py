"""HuBot after the flop: it has six ways to act and takes the first that fits. Sêca (2008), §4.4.2.

1. Check-raise: check a very good hand in early position, then raise an opponent's bet.
2. Strength: bet or raise good hands; call one bet with fair ones.
3. Semi-bluff: bet a hand that may become good by the showdown, and keep betting until raised.
4. Bluff: bet against one opponent who is likely to fold.
5. Pot odds: call if the next card is likely to help, or on the river if the hand is worth it.
6. Showdown odds: call with a hand that is worth a bet in each round to come.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from railbird.players.chance import Chance
from railbird.players.hubot.frequencies import Deed

TRAP, BET, RAISE = 0.85, 0.50, 0.70
"""Strengths needed to check-raise, to put in one bet, and to put in any number of bets."""

AGGRESSIVE = 74
"""A hand whose aggressiveness, 0 to 99, is above this may be check-raised."""

BLUFF_ODDS, BLUFF_FOLDS = 7.0, 0.20
"""When to bluff: the pot offers the opponent odds below the first number to one, and the opponent
folds at least as often as the second."""

FLOP, RIVER = 1, 3


@dataclass(frozen=True, slots=True)
class Habits:
    """Which of the six ways a version uses."""

    check_raise: bool = True
    bluff: bool = True


@dataclass(frozen=True, slots=True)
class PostflopSpot:
    """What the rules look at. ``pot``, ``to_call`` and the round's ``bet`` are in chips.

    ``strength`` is wEHS_n. ``potential`` is faPPOT, looking as many cards ahead as it is told. It
    and the ``fold_chance`` of a single opponent are computed only when needed. ``after`` is how
    many opponents act after HuBot in the round.
    """

    round: int
    pot: int
    to_call: int
    bet: int
    opponents: int
    after: int
    strength: float
    potential: Callable[[int], float]
    fold_chance: Callable[[], float]

    @property
    def is_early(self) -> bool:
        """Whether more than half of the opponents act after HuBot."""
        return 2 * self.after > self.opponents

    @property
    def pot_odds(self) -> float:
        """The share of the pot that a call must win to break even (Eq. 9)."""
        return self.to_call / (self.pot + self.to_call)


class Choice(NamedTuple):
    """An action and the reason for it."""

    deed: Deed
    why: str


class PostflopPlan:
    """What HuBot remembers from the flop to the end of a hand."""

    def __init__(self, habits: Habits, chance: Chance) -> None:
        self._habits = habits
        self._chance = chance
        self.aggressiveness = chance.below(100)
        self._trap_round = -1
        self._semi_bluffs = False
        self._semi_bluff_round = -1
        self._has_bluffed = False
        self._has_trapped = False

    def others_bet(self, round_: int) -> None:
        """An opponent bet or raised. Who raises a semi-bluff ends it; who bets first does not."""
        if self._semi_bluff_round == round_:
            self._semi_bluffs = False

    def choose(self, spot: PostflopSpot) -> Choice:
        """Choose an action. A raise means a call where no raise is legal."""
        return (
            self._check_raise(spot)
            or self._by_strength(spot)
            or self._semi_bluff(spot)
            or self._bluff(spot)
            or self._by_odds(spot)
        )

    def _check_raise(self, spot: PostflopSpot) -> Choice | None:
        if not self._habits.check_raise or self.aggressiveness <= AGGRESSIVE:
            return None
        if self._trap_round == spot.round and spot.to_call:
            self._trap_round = -1
            return Choice(Deed.RAISE, "check-raise")
        if (
            not self._has_trapped
            and spot.to_call == 0
            and spot.strength > TRAP
            and spot.is_early
            and spot.after >= 2
        ):
            self._has_trapped, self._trap_round = True, spot.round
            return Choice(Deed.CALL, "check-raise")
        return None

    def _by_strength(self, spot: PostflopSpot) -> Choice | None:
        if spot.strength > RAISE:
            return Choice(Deed.RAISE, "strength")
        if spot.strength <= BET:
            return None
        if spot.to_call:
            return Choice(Deed.CALL, "strength")
        if spot.is_early and spot.after >= 2 and self._chance.below(2):
            return Choice(Deed.CALL, "strength")  # an opponent is likely to bet
        return Choice(Deed.RAISE, "strength")

    def _semi_bluff(self, spot: PostflopSpot) -> Choice | None:
        if spot.to_call:
            return None
        if self._semi_bluffs:
            self._semi_bluff_round = spot.round
            return Choice(Deed.RAISE, "continuation bet")
        if spot.round == RIVER or spot.is_early or spot.opponents > 2:
            return None
        if spot.potential(RIVER - spot.round) > 2 * spot.bet / (spot.pot + 6 * spot.bet):
            self._semi_bluffs, self._semi_bluff_round = True, spot.round
            return Choice(Deed.RAISE, "semi-bluff")
        return None

    def _bluff(self, spot: PostflopSpot) -> Choice | None:
        if not self._habits.bluff or self._has_bluffed or spot.to_call or spot.opponents != 1:
            return None
        if spot.pot + spot.bet >= BLUFF_ODDS * spot.bet:
            return None
        folds = spot.fold_chance()
        if folds <= spot.bet / (spot.pot + spot.bet) or folds < BLUFF_FOLDS:
            return None
        if self._chance.below(2):
            return None
        self._has_bluffed = True
        return Choice(Deed.RAISE, "bluff")

    def _by_odds(self, spot: PostflopSpot) -> Choice:
        if spot.to_call == 0:
            return Choice(Deed.CALL, "check")
        if spot.round == RIVER:
            if spot.strength > spot.pot_odds:
                return Choice(Deed.CALL, "pot odds")
            return Choice(Deed.FOLD, "fold")
        if spot.potential(1) > spot.pot_odds:
            return Choice(Deed.CALL, "pot odds")
        if spot.strength > showdown_odds(spot):
            return Choice(Deed.CALL, "showdown odds")
        return Choice(Deed.FOLD, "fold")


def showdown_odds(spot: PostflopSpot) -> float:
    """The share a hand must win at the showdown to call one bet in each round to come.

    Equations 10 and 11. The bets after the flop are twice as large.
    """
    later = 4 if spot.round == FLOP else 1
    return (spot.to_call + later * spot.bet) / (spot.pot + spot.to_call + 2 * later * spot.bet)
