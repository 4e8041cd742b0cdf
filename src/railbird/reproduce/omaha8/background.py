"""Chapter 2 of Ho (2015): kinds of hands, a round of betting, and the game of thirteen cards."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import numpy as np

from railbird.cards.card import RANKS, parse_cards
from railbird.equilibrium import ChanceNode, DecisionNode, EndNode, Strategy, TreeGame, solve
from railbird.equilibrium.game import Floats
from railbird.evaluate.values.evaluator import CATEGORIES, categories, high_values
from railbird.omaha8.matchups.enumeration import set_classes, sets_of_classes
from railbird.reproduce.experiment import (
    Figure,
    Outcome,
    RunOptions,
    beside,
    holds,
    same_text,
    within,
)
from railbird.table.rules import table_rules
from railbird.table.state import State

KINDS = {
    "straight flush": ("8s7s6s5s4s", 10),
    "four of a kind": ("JsJhJdJcAs", 156),
    "full house": ("9s9h9c7h7d", 156),
    "flush": ("AsJsTs9s3s", 1_277),
    "straight": ("Ts9d8c7s6h", 10),
    "three of a kind": ("3s3h3cAh7c", 858),
    "two pair": ("AsAd8h8d2s", 858),
    "pair": ("JsJcAs9c3h", 2_860),
    "high card": ("7s5c4s3d2h", 1_277),
}
"""Table 2.1: an example of each class, and how many different hands it has."""

NONE = "the text does not solve the game"


def hands_of_classes() -> dict[str, int]:
    """How many different values the five-card hands of each class have."""
    hands = sets_of_classes(5, 0, set_classes(5)).cards
    values = np.unique(high_values(hands, check=False))
    counts = np.bincount(categories(values), minlength=len(CATEGORIES))
    return dict(zip(CATEGORIES, counts.tolist(), strict=True))


def ho_hand_classes(_: RunOptions) -> Outcome:
    """Table 2.1: the classes of five-card hands."""
    figures, counts = [], hands_of_classes()
    for kind, (example, printed) in KINDS.items():
        figures.append(within(f"{kind}: hands", counts[kind], printed, 0))
        cards = [[int(card) for card in parse_cards(example)]]
        ours = CATEGORIES[int(categories(high_values(cards))[0])]
        figures.append(same_text(example, ours, kind))
    return Outcome(tuple(figures))


def ho_betting(_: RunOptions) -> Outcome:
    """Figure 2.1: a round of betting at 300/600 between six players, played at our table."""
    rules = table_rules(6, game="omaha8", betting="no-limit", small_blind=300, big_blind=600)
    state = State(rules, [10_000] * 6)
    state.fold()  # Charlie
    state.call()  # Diana
    figures = [within("Eve raises at least to", state.options().lowest_raise, 1_200, 0)]
    state.raise_to(1_200)
    state.raise_to(2_000)  # Francis
    figures.append(within("Alice raises at least to", state.options().lowest_raise, 2_800, 0))
    state.raise_to(2_800)
    state.fold()  # Bob
    state.fold()  # Diana
    state.call()  # Eve
    state.call()  # Francis
    figures += [
        within("the pot", state.pot, 9_600, 0),
        holds(
            "the next round begins", "yes" if state.round == 1 else "no", "yes", state.round == 1
        ),
    ]
    return Outcome(tuple(figures))


def thirteen_cards() -> TreeGame:
    """The game of §2.1.2: one of thirteen cards each, blinds of 1 and 2, raise to 4 or fold."""
    deals = list(permutations(range(13), 2))
    return TreeGame(
        ChanceNode(tuple((1 / len(deals), _small_blind(mine, other)) for mine, other in deals))
    )


def _small_blind(mine: int, other: int) -> DecisionNode:
    won = 4.0 if mine > other else -4.0
    called = {"fold": EndNode((2.0, -2.0)), "call": EndNode((won, -won))}
    raised = DecisionNode(1, RANKS[other], called)
    return DecisionNode(0, RANKS[mine], {"fold": EndNode((-1.0, 1.0)), "raise": raised})


def play(game: TreeGame, raises: str, calls: str) -> tuple[Floats, ...]:
    """The strategies that raise and call with these cards."""
    strategy = []
    for labels, cards in zip(game.labels, (raises, calls), strict=True):
        plays = np.array([str(label) in cards for label in labels], dtype=np.float64)
        strategy.append(np.stack([1 - plays, plays], axis=1))
    return tuple(strategy)


def _called_with(game: TreeGame, strategy: Strategy, player: int) -> str:
    """The cards that a best response plays, highest first."""
    response = game.best_response(player, strategy).strategy[0]
    played = [str(game.labels[player][i]) for i in np.flatnonzero(response[:, 1] > 0.5)]
    return "".join(sorted(played, key=RANKS.index, reverse=True))


def ho_thirteen_cards(_: RunOptions) -> Outcome:
    """The game of §2.1.2: what the text computes, and its equilibrium."""
    game = thirteen_cards()
    every, big = RANKS, "89TJQKA"

    def wins(player: int, raises: str, calls: str) -> float:
        return float(game.utilities(play(game, raises, calls))[player])

    def called(card: str) -> float:
        """What a call with a card wins against any raise: its part of 13 cards, alone."""
        return 13 * (wins(1, every, card) - wins(1, every, "")) - 2

    slip = "4·1/13 + (4·11/12 − 4·1/12)·1/13 − 2·11/13 = −44/39"
    figures = [
        _fraction("big blind calls with A", wins(1, every, "A"), Fraction(-20, 13)),
        _fraction("big blind calls with A K", wins(1, every, "AK"), Fraction(-50, 39), why=slip),
        _fraction("call with 7", called("7"), Fraction(-2, 3)),
        _fraction("call with 5", called("5"), Fraction(-2)),
    ]
    for name, raises, calls, printed in (
        ("8 and higher", big, "AKQJT", Fraction(-1, 39)),
        ("these and 2", "2" + big, "AKQJT9", Fraction(0)),
    ):
        ours = _called_with(game, play(game, raises, ""), 1)
        figures.append(same_text(f"against a raise with {name}: calls", ours, calls))
        figures.append(_fraction(f"raise with {name}", wins(0, raises, ours), printed))
    found = solve(game, epsilon=1e-9, iterations=100_000)
    figures += [
        beside(
            "equilibrium: the small blind wins", round(float(found.values[0]), 8) + 0.0, None, NONE
        ),
        beside("at most, if 9 and higher are called", _most(game, "9TJQKA"), None, NONE),
    ]
    note = (
        f"In the equilibrium nobody gains more than {found.epsilon:.0e} by a best response. The "
        "text's raises with 2 and 8 and higher win as much: there is no better strategy."
    )
    return Outcome(tuple(figures), notes=(note,))


def _most(game: TreeGame, calls: str) -> float:
    """The most that the small blind can win against these calls."""
    strategy = play(game, RANKS, calls)
    won = game.utilities(strategy)[0] + game.best_response(0, strategy).gain
    return round(float(won), 8) + 0.0


def _fraction(name: str, ours: float, printed: Fraction, *, why: str = "") -> Figure:
    """A figure that is printed as a fraction."""
    exact = round(ours, 12) + 0.0  # no negative zero
    return within(f"{name} ({printed})", exact, float(printed), 1e-9, why=why)
