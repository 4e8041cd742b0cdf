"""Skill and luck in heads-up limit hold'em."""

from railbird.divat.heads_up.columns import ColumnsFile
from railbird.divat.heads_up.describe import GameView
from railbird.divat.heads_up.encode import Games
from railbird.divat.heads_up.estimators import duplicate, runtime, smooth
from railbird.divat.heads_up.match import MatchAnalysis, analyze, analyze_games
from railbird.divat.heads_up.scores import Scores, score
from railbird.divat.heads_up.summary import Summary, summarise

__all__ = [
    "ColumnsFile",
    "GameView",
    "Games",
    "MatchAnalysis",
    "Scores",
    "Summary",
    "analyze",
    "analyze_games",
    "duplicate",
    "runtime",
    "score",
    "smooth",
    "summarise",
]
