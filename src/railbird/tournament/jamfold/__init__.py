"""One hand in which everybody jams or folds: rules, ends, game, solution."""

from railbird.tournament.jamfold.blinds import BlindLevel, BlindSchedule
from railbird.tournament.jamfold.ends import EndValues, HandEnds, Payoffs, values_by_model
from railbird.tournament.jamfold.folded_cards import PlayedDecision, PlayedHand, play_deals
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.rules import JamRules, Node, all_nodes
from railbird.tournament.jamfold.solution import HandSolution, JamDecision
from railbird.tournament.jamfold.solve import solve_with_values

__all__ = [
    "BlindLevel",
    "BlindSchedule",
    "EndValues",
    "HandEnds",
    "HandSolution",
    "JamDecision",
    "JamFold",
    "JamRules",
    "Node",
    "Payoffs",
    "PlayedDecision",
    "PlayedHand",
    "all_nodes",
    "play_deals",
    "solve_with_values",
    "values_by_model",
]
