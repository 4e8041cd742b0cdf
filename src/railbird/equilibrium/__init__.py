"""Equilibria of any game: regret minimisation, fictitious play and best response."""

from railbird.equilibrium.algorithms import (
    ALGORITHMS,
    Algorithm,
    FictitiousPlay,
    RegretMatching,
)
from railbird.equilibrium.examples import MatrixGame, kuhn, leduc, random_tree
from railbird.equilibrium.game import (
    BestResponse,
    Game,
    OneDecision,
    Place,
    Strategy,
    best_actions,
    gains,
    places_of,
    uniform,
)
from railbird.equilibrium.solve import Solution, solve
from railbird.equilibrium.tree import ChanceNode, DecisionNode, EndNode, Node, TreeGame

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "BestResponse",
    "ChanceNode",
    "DecisionNode",
    "EndNode",
    "FictitiousPlay",
    "Game",
    "MatrixGame",
    "Node",
    "OneDecision",
    "Place",
    "RegretMatching",
    "Solution",
    "Strategy",
    "TreeGame",
    "best_actions",
    "gains",
    "kuhn",
    "leduc",
    "places_of",
    "random_tree",
    "solve",
    "uniform",
]
