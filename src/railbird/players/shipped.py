"""The tables of this layer: how each is built."""

from __future__ import annotations

from railbird.evaluate.shipped import Recipe
from railbird.players import income

RECIPES = {
    income.TABLE: Recipe(
        "income rates of the 169 classes before the flop in small bets, by number of players: by "
        "roll-out and iterated roll-out, with standard errors and the classes that play",
        income.build,
    )
}
