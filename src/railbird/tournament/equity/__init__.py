"""What a stack is worth: equity models, large fields, bounties, bubble factors."""

from railbird.tournament.equity.bounties import bounty_payoffs, paid_at_once
from railbird.tournament.equity.bubble import Pairs, bubble_factors
from railbird.tournament.equity.eliminated import pay_eliminated
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
    equity_model,
    finish_matrix,
    payoffs,
)

__all__ = [
    "CHIPS",
    "HARVILLE",
    "MAKERS",
    "ROBERTS",
    "WEITZMAN",
    "DepthReport",
    "EquityModel",
    "Estimate",
    "FieldResult",
    "IcmPlayer",
    "IcmResult",
    "IcmStates",
    "Model",
    "Pairs",
    "bounty_payoffs",
    "bubble_factors",
    "equity_model",
    "field_matrix",
    "field_payoffs",
    "finish_matrix",
    "icm",
    "icm_states",
    "paid_at_once",
    "pay_eliminated",
    "payoffs",
]
