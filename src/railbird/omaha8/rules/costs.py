"""The shipped costs of rules: what each loses, in big blinds a hand, at every stack that is solved.

Against a best response the cost is exact. It needs the table of match-ups, so it is shipped.
Against the equilibrium it is less. Costs are kept in millionths of a big blind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Literal

import numpy as np

from railbird import data
from railbird.omaha8.jamfold import solutions
from railbird.omaha8.jamfold.game import HeadsUpJamFold, JamStakes, MatchupProducts, host
from railbird.omaha8.jamfold.solutions import LEVELS, POSITIONS, UNIT, Position, check_position
from railbird.omaha8.rules import regression
from railbird.omaha8.rules.features import Bools, Floats
from railbird.omaha8.rules.oracle import ORACLE
from railbird.omaha8.rules.printed import FILTERED, WHOLE, coefficients
from railbird.omaha8.rules.tally import TALLY

TABLE = "omaha8_rule_costs"
"""Name of the shipped table."""

PER_BIG_BLIND = 1_000_000
"""Steps of a cost that is kept."""

Plays = Callable[[Position, Sequence[float]], Bools]
"""Whether a rule plays each class in a position with some stacks: shape (classes, stacks)."""

Opponent = Literal["best response", "equilibrium"]
OPPONENTS: tuple[Opponent, ...] = ("best response", "equilibrium")


def rules() -> dict[str, Plays]:
    """The rules that are measured: ours, ORACLE, and the models fitted by us and as printed."""
    return {
        "tally": TALLY.class_plays,
        "oracle": ORACLE.class_plays,
        "whole": _model(regression.model(whole=True).coefficients()),
        "filtered": _model(regression.model(whole=False).coefficients()),
        "whole_printed": _model(_estimates(WHOLE)),
        "filtered_printed": _model(_estimates(FILTERED)),
    }


def _estimates(figure: str) -> dict[str, float]:
    return {name: float(estimate) for name, (estimate, _) in coefficients(figure).items()}


def _model(found: dict[str, float]) -> Plays:
    def plays(position: Position, stacks: Sequence[float]) -> Bools:
        scores = regression.model_scores(found, position)[:, None]
        needed = regression.PER_BLIND * np.array(stacks)
        return np.asarray(~regression.analysed()[:, None] | (scores > needed))

    return plays


@dataclass(frozen=True, slots=True, eq=False)
class ShippedCosts:
    """Costs of rules at some stacks.

    Parameters
    ----------
    stacks
        Stacks in big blinds.
    found
        For each rule the costs, shape (opponents, positions, stacks), in big blinds a hand.
    """

    stacks: tuple[Fraction, ...]
    found: dict[str, Floats] = field(repr=False)

    def of(self, rule: str, position: Position, opponent: Opponent = "best response") -> Floats:
        """What a rule costs in a position, for each stack."""
        check_position(position)
        return np.asarray(self.found[rule][OPPONENTS.index(opponent), POSITIONS.index(position)])

    def up_to(self, most: float, *, least: float = 1.0) -> Bools:
        """Which stacks lie in a range."""
        return np.array([least <= stack <= most for stack in self.stacks])


def exploited(game: HeadsUpJamFold, jam: Any, call: Any, values: Floats) -> Floats:
    """What strategies lose to best responses against the game's values, shape (2, stakes)."""
    found = game.measure(jam, call)
    value, gains = host(found.value), host(found.gains)
    return np.stack([values - value + gains[1], value + gains[0] - values])


def costs_of(game: HeadsUpJamFold, played: tuple[Any, Any], equilibrium: tuple[Any, Any]) -> Floats:
    """What two strategies lose, shape (opponents, positions, stakes).

    Parameters
    ----------
    game
        The game at some stakes.
    played, equilibrium
        Probabilities of jamming and of calling, each of shape (classes, stakes).
    """
    value = host(game.measure(*equilibrium).value)
    jam, call = (host(game.measure(*pair).value) for pair in _crossed(played, equilibrium))
    return np.stack([exploited(game, *played, value), np.stack([value - jam, call - value])])


def _crossed(one: tuple[Any, Any], other: tuple[Any, Any]) -> list[tuple[Any, Any]]:
    return [(one[0], other[1]), (other[0], one[1])]


def measured_with(matchups: MatchupProducts) -> ShippedCosts:
    """Measure all rules at all shipped stacks with the table of match-ups."""
    shipped, xp = solutions.load(), matchups.xp
    stacks = [float(stack) for stack in shipped.stacks]
    game = HeadsUpJamFold(matchups, [JamStakes(stack) for stack in stacks])
    jam, call = (
        xp.asarray(np.ascontiguousarray(p.T / LEVELS)) for p in (shipped.jam, shipped.call)
    )
    found = {}
    for name, plays in rules().items():
        mine = [xp.asarray(plays(position, stacks) * 1.0) for position in POSITIONS]
        found[name] = costs_of(game, (mine[0], mine[1]), (jam, call))
    return ShippedCosts(shipped.stacks, found)


def pack(costs: ShippedCosts) -> data.Arrays:
    """The arrays of the shipped file."""
    units = np.array([int(stack * UNIT) for stack in costs.stacks], dtype=np.uint16)
    whole = {
        name: np.rint(found * PER_BIG_BLIND).astype(np.int32) for name, found in costs.found.items()
    }
    return {"stacks": units, **whole}


def unpack(arrays: data.Arrays) -> ShippedCosts:
    """The inverse of `pack`."""
    stacks = tuple(Fraction(int(unit), UNIT) for unit in arrays["stacks"])
    found = {
        name: np.asarray(whole, dtype=np.float64) / PER_BIG_BLIND
        for name, whole in arrays.items()
        if name != "stacks"
    }
    return ShippedCosts(stacks, found)


@cache
def load() -> ShippedCosts:
    """The shipped costs."""
    return unpack(data.load(TABLE))
