"""Tournaments: equity models, large fields, bounties, and what players risk against each other."""

from railbird.tournament.blinds import BlindLevel, BlindSchedule
from railbird.tournament.equity.bounties import bounty_payoffs, paid_at_once
from railbird.tournament.equity.bubble import Pairs, bubble_factors
from railbird.tournament.equity.fields import FieldResult, field_matrix, field_payoffs
from railbird.tournament.equity.icm import IcmPlayer, IcmResult, IcmStates, icm, icm_states
from railbird.tournament.equity.models import (
    CHIPS,
    HARVILLE,
    MAKERS,
    ROBERTS,
    WEITZMAN,
    EquityModel,
    Estimate,
    Model,
    finish_matrix,
    model_by_name,
    payoffs,
)
from railbird.tournament.future.model import FutureGame, FutureValues
from railbird.tournament.future.search import DepthReport

__all__ = [
    "CHIPS",
    "HARVILLE",
    "MAKERS",
    "ROBERTS",
    "WEITZMAN",
    "BlindLevel",
    "BlindSchedule",
    "DepthReport",
    "EquityModel",
    "Estimate",
    "FieldResult",
    "FutureGame",
    "FutureValues",
    "IcmPlayer",
    "IcmResult",
    "IcmStates",
    "Model",
    "Pairs",
    "bounty_payoffs",
    "bubble_factors",
    "field_matrix",
    "field_payoffs",
    "finish_matrix",
    "icm",
    "icm_states",
    "model_by_name",
    "paid_at_once",
    "payoffs",
]
