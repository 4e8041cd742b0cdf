"""Tournaments: the value of stacks, one hand of jam-or-fold, and future hands.

``jam`` is `solve_hand` under the name of its command. Each name is loaded when it is first used, so
stacks can be valued without loading the solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from railbird.tournament.comparison import ComparedState, ModelVerdict, compare_state
    from railbird.tournament.equity.bounties import bounty_payoffs, paid_at_once
    from railbird.tournament.equity.bubble import Pairs, bubble_factors
    from railbird.tournament.equity.estimate import DepthReport, Estimate
    from railbird.tournament.equity.fields import FieldResult, field_matrix, field_payoffs
    from railbird.tournament.equity.icm import IcmPlayer, IcmResult, IcmStates, icm, icm_states
    from railbird.tournament.equity.models import (
        CHIPS,
        HARVILLE,
        MAKERS,
        ROBERTS,
        WEITZMAN,
        EquityModel,
        Model,
        finish_matrix,
        payoffs,
    )
    from railbird.tournament.future.model import FutureGame, FutureValues
    from railbird.tournament.hand import solve_hand
    from railbird.tournament.hand import solve_hand as jam
    from railbird.tournament.jamfold.blinds import BlindLevel, BlindSchedule
    from railbird.tournament.jamfold.folded_cards import PlayedDecision, PlayedHand, play_deals
    from railbird.tournament.jamfold.solution import HandSolution, JamDecision
    from railbird.tournament.named import model_by_name
    from railbird.tournament.review.judge import Judged, review_hands
    from railbird.tournament.review.spot import JamSpot, Passed, jam_spot
    from railbird.tournament.rules_of_thumb.advice import ThumbAdvice, thumb_advice
    from railbird.tournament.rules_of_thumb.rule import SAGE, SEVENS, ThumbRule
    from railbird.tournament.whole.model import SolvedModel

__all__ = [
    "CHIPS",
    "HARVILLE",
    "MAKERS",
    "ROBERTS",
    "SAGE",
    "SEVENS",
    "WEITZMAN",
    "BlindLevel",
    "BlindSchedule",
    "ComparedState",
    "DepthReport",
    "EquityModel",
    "Estimate",
    "FieldResult",
    "FutureGame",
    "FutureValues",
    "HandSolution",
    "IcmPlayer",
    "IcmResult",
    "IcmStates",
    "JamDecision",
    "JamSpot",
    "Judged",
    "Model",
    "ModelVerdict",
    "Pairs",
    "Passed",
    "PlayedDecision",
    "PlayedHand",
    "SolvedModel",
    "ThumbAdvice",
    "ThumbRule",
    "bounty_payoffs",
    "bubble_factors",
    "compare_state",
    "field_matrix",
    "field_payoffs",
    "finish_matrix",
    "icm",
    "icm_states",
    "jam",
    "jam_spot",
    "model_by_name",
    "paid_at_once",
    "payoffs",
    "play_deals",
    "review_hands",
    "solve_hand",
    "thumb_advice",
]

_MODULES = {
    "comparison": ("ComparedState", "ModelVerdict", "compare_state"),
    "equity.bounties": ("bounty_payoffs", "paid_at_once"),
    "equity.bubble": ("Pairs", "bubble_factors"),
    "equity.estimate": ("DepthReport", "Estimate"),
    "equity.fields": ("FieldResult", "field_matrix", "field_payoffs"),
    "equity.icm": ("IcmPlayer", "IcmResult", "IcmStates", "icm", "icm_states"),
    "equity.models": (
        "CHIPS",
        "HARVILLE",
        "MAKERS",
        "ROBERTS",
        "WEITZMAN",
        "EquityModel",
        "Model",
        "finish_matrix",
        "payoffs",
    ),
    "future.model": ("FutureGame", "FutureValues"),
    "hand": ("solve_hand",),
    "jamfold.blinds": ("BlindLevel", "BlindSchedule"),
    "jamfold.folded_cards": ("PlayedDecision", "PlayedHand", "play_deals"),
    "jamfold.solution": ("HandSolution", "JamDecision"),
    "named": ("model_by_name",),
    "review.judge": ("Judged", "review_hands"),
    "review.spot": ("JamSpot", "Passed", "jam_spot"),
    "rules_of_thumb.advice": ("ThumbAdvice", "thumb_advice"),
    "rules_of_thumb.rule": ("SAGE", "SEVENS", "ThumbRule"),
    "whole.model": ("SolvedModel",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
_SYNONYMS = {"jam": "solve_hand"}


def __getattr__(name: str) -> Any:
    public = _SYNONYMS.get(name, name)
    if public not in _MODULE_OF:
        raise AttributeError(f"module 'railbird.tournament' has no attribute {name!r}")
    value = getattr(import_module(f"railbird.tournament.{_MODULE_OF[public]}"), public)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
