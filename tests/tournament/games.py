"""Hands of jam-or-fold whose ends are worth what a model says, for tests."""

from __future__ import annotations

from typing import Any

from railbird.tournament.equity.models import as_model
from railbird.tournament.jamfold.ends import AllIn, Floats, payoffs_by_model
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.rules import JamRules


def payoffs_of(rules: JamRules, model: str = "harville") -> dict[AllIn, Floats]:
    """What the ends pay."""
    return payoffs_by_model(rules, as_model(model))


def game_of(rules: JamRules, model: str = "harville", **options: Any) -> JamFold:
    """The game of a hand."""
    return JamFold(rules, payoffs_of(rules, model), **options)
