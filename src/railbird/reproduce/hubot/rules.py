"""HuBot's rules after the flop, and the number of players it expects before: Sêca (2008), §4.

The six strategies of §4.4.2 with Equations 8 to 11, and Equation 4, are written out again from the
page. Our HuBot is asked what it does in situations on both sides of every limit of the text.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from math import floor

from railbird.players.chance import Chance
from railbird.players.hubot.frequencies import Deed
from railbird.players.hubot.postflop import Habits, PostflopPlan, PostflopSpot
from railbird.players.hubot.preflop import PreflopSpot
from railbird.players.income import table_players
from railbird.reproduce.experiment import Outcome, RunOptions, by_second_program, holds

FLOP, TURN, RIVER = 1, 2, 3
BIT = 0.004
"""How far beyond a limit a situation is."""
LIMITS = (0.50, 0.70, 0.85)
POTS, CALLS = (12, 20, 23, 24, 28, 60), (0, 4, 8)
"""Chips, with a bet of 4: the opponent of a bluff gets 7 to 1 with 24."""
BET = 4
PLAYERS = ((1, 0), (1, 1), (2, 0), (2, 2), (3, 1), (3, 2), (4, 4))
"""Opponents, and how many of them act later."""
FACTORS = (0.74, 0.75)
"""Aggressiveness factors on both sides of 0.74."""


class Coin(Chance):
    """Shows the aggressiveness first, and then always the same side."""

    def __init__(self, aggressiveness: int, side: int) -> None:
        super().__init__()
        self._next = [side, aggressiveness]

    def below(self, count: int) -> int:
        return self._next.pop() if len(self._next) > 1 else self._next[0]


def equation_8(pot: int, bet: int) -> float:
    """What a semi-bluff must have as potential."""
    return (2 * bet) / (pot + 6 * bet)


def equation_9(pot: int, to_call: int) -> float:
    """Pot odds."""
    return to_call / (pot + to_call)


def equation_10(pot: int, to_call: int, bet: int) -> float:
    """Showdown odds on the turn."""
    return (to_call + bet) / (pot + to_call + 2 * bet)


def equation_11(pot: int, to_call: int, bet: int) -> float:
    """Showdown odds on the flop."""
    return (to_call + 2 * 2 * bet) / (pot + to_call + 2 * 4 * bet)


def printed_deed(
    spot: PostflopSpot, potential: float, folds: float, factor: float, side: int
) -> tuple[Deed, str]:
    """What the page does first in a round, and by which of the six strategies.

    ``factor`` is the aggressiveness as a share, and ``side`` is how the coin of "50 % of the times"
    falls. Early is what the document does not define: more than half of the opponents act later.
    """
    early, free = 2 * spot.after > spot.opponents, spot.to_call == 0
    if factor > 0.74 and spot.strength > 0.85 and early and spot.after >= 2 and free:
        return Deed.CALL, "check-raise"
    if spot.strength > 0.70:
        return Deed.RAISE, "strength"
    if spot.strength > 0.50:
        waits = early and spot.after >= 2 and side == 1
        return (Deed.RAISE if free and not waits else Deed.CALL), "strength"
    may_improve = spot.round < RIVER and potential > equation_8(spot.pot, spot.bet)
    if free and not early and spot.opponents <= 2 and may_improve:
        return Deed.RAISE, "semi-bluff"
    if free and spot.opponents == 1 and (spot.pot + spot.bet) / spot.bet < 7:
        # a bluff costs a bet, and wins the pot
        pays = folds > equation_9(spot.pot, spot.bet) and folds >= 0.20
        if pays and side == 0:
            return Deed.RAISE, "bluff"
    if free:
        return Deed.CALL, "check"
    chance = spot.strength if spot.round == RIVER else potential
    if chance > equation_9(spot.pot, spot.to_call):
        return Deed.CALL, "pot odds"
    if spot.round == FLOP and spot.strength > equation_11(spot.pot, spot.to_call, spot.bet):
        return Deed.CALL, "showdown odds"
    if spot.round == TURN and spot.strength > equation_10(spot.pot, spot.to_call, spot.bet):
        return Deed.CALL, "showdown odds"
    return Deed.FOLD, "fold"


def _given(value: float, _: int = 0) -> float:
    return value


def _beside(limits: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(limit + bit for limit in limits for bit in (-BIT, BIT))


def seca_rules(_: RunOptions) -> Outcome:
    """§4.4.2: first actions of a round, in situations on both sides of all limits."""
    same: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for round_, pot, to_call, (opponents, after) in product(
        (FLOP, TURN, RIVER), POTS, CALLS, PLAYERS
    ):
        odds = (
            equation_9(pot, to_call),
            equation_10(pot, to_call, BET),
            equation_11(pot, to_call, BET),
        )
        strengths = _beside((*LIMITS, *odds))
        potentials = _beside((equation_8(pot, BET), odds[0]))
        chances = _beside((0.20, equation_9(pot, BET)))
        for strength, potential, folds, factor, side in product(
            strengths, potentials, chances, FACTORS, (0, 1)
        ):
            spot = PostflopSpot(
                round=round_,
                pot=pot,
                to_call=to_call,
                bet=BET,
                opponents=opponents,
                after=after,
                strength=strength,
                potential=partial(_given, potential),
                fold_chance=partial(_given, folds),
            )
            ours = PostflopPlan(Habits(), Coin(round(100 * factor), side)).choose(spot)
            deed, why = printed_deed(spot, potential, folds, factor, side)
            count[why] += 1
            same[why] += (ours.deed, ours.why) == (deed, why)
    figures = [
        by_second_program(f"{why}: situations in which HuBot acts so", same[why], count[why], 0)
        for why in count
    ]
    call = PostflopSpot(
        round=RIVER, pot=20, to_call=4, bet=4, opponents=1, after=0, strength=0.2,
        potential=lambda _: 0.0, fold_chance=lambda: 0.0,
    )  # fmt: skip
    deed = PostflopPlan(Habits(), Coin(0, 0)).choose(call).deed
    return Outcome(
        (
            *figures,
            holds(
                "a hand that wins one time in five, $4 to call and $20 in the pot",
                deed.name.lower(),
                "call",
                deed == Deed.CALL,
            ),
        ),
        notes=(
            "the situations are named by the strategy that the text takes in them",
            "our second program is the text's six strategies and Equations 8 to 11",
            f"{sum(count.values()):,} situations, each {BIT:g} above or below a limit",
            "the text's aggressiveness is drawn from 0 to 99, so 0.74 is 74",
            "ours: railbird.players.hubot.postflop",
        ),
    )


GROUPS = ((2, "TWO"), (4, "THREEORFOUR"), (99, "FIVEPLUS"))
"""The largest number of expected players in each group of §4.3.1."""
OURS = {2: "TWO", 4: "THREEORFOUR", 7: "FIVEPLUS"}
"""The simulations behind our income rates, by the group that they stand for."""


def seca_expected_players(_: RunOptions) -> Outcome:
    """Equation 4: how many players will see the flop, and which table of income rates is used."""
    farthest, same, count = 0.0, 0, 0
    for active in range(2, 11):
        for guaranteed in range(1, active + 1):
            spot = PreflopSpot(
                position=0, active=active, guaranteed=guaranteed, unacted=0, bets=1, to_call=1,
                paid=0, committed=False, small_blind=False, big_blind=False,
            )  # fmt: skip
            printed = guaranteed + 0.4 * (active - guaranteed)
            farthest = max(farthest, abs(spot.expected_players - printed))
            nearest = floor(printed + 0.5)
            group = next(name for most, name in GROUPS if nearest <= most)
            same += OURS[table_players(max(2, nearest))] == group
            count += 1
    return Outcome(
        (
            by_second_program("expected players, largest difference", farthest, 0.0, 1e-12),
            by_second_program("cases in which the table is that of the group", same, count, 0),
        ),
        notes=("our second program is Equation 4 with the text's 0.4", "ours: hubot.preflop"),
    )
