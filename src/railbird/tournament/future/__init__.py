"""Future game simulation (FGS): what stacks are worth if the next hands are played."""

from railbird.tournament.future.hand import future_values
from railbird.tournament.future.model import FutureGame, FutureValues, model_by_name

__all__ = ["FutureGame", "FutureValues", "future_values", "model_by_name"]
