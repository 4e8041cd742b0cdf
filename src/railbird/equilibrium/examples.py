"""Small games with known answers, for testing solvers."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import numpy.typing as npt

from railbird.equilibrium.game import Floats, OneDecision, Place, Strategy
from railbird.equilibrium.tree import ChanceNode, DecisionNode, EndNode, Node, TreeGame
from railbird.errors import OptionError


class MatrixGame(OneDecision):
    """Two players choose a row and a column at the same time.

    Parameters
    ----------
    first
        Payoffs of the row player, shape (rows, columns).
    second
        Payoffs of the column player; by default the negative of ``first``.

    Examples
    --------
    >>> from railbird.equilibrium import MatrixGame, solve
    >>> paper = MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    >>> solve(paper, epsilon=1e-9).strategy[0].round(6)
    array([[0.333333, 0.333333, 0.333333]])
    """

    players = 2

    def __init__(self, first: npt.ArrayLike, second: npt.ArrayLike | None = None) -> None:
        self.payoffs: Floats = np.stack(
            [np.asarray(first, dtype=np.float64), -np.asarray(first, dtype=np.float64)]
        )
        if second is not None:
            self.payoffs[1] = second
        if self.payoffs.ndim != 3 or self.payoffs.size == 0:
            raise OptionError("the payoffs of a matrix game must have rows and columns")
        self.places = tuple(Place(p, 1, n) for p, n in enumerate(self.payoffs.shape[1:]))

    def values(self, player: int, strategy: Strategy) -> list[Floats]:
        """See `Game.values`."""
        mine = self.payoffs[0] if player == 0 else self.payoffs[1].T
        return [(mine @ strategy[1 - player][0])[None]]

    def utilities(self, strategy: Strategy) -> Floats:
        """See `Game.utilities`."""
        return np.asarray(self.payoffs @ strategy[1][0] @ strategy[0][0])


def kuhn(players: int = 2) -> TreeGame:
    """Kuhn poker: a deck of ``players + 1`` cards, one card each, an ante of 1 and one bet of 1.

    Notes
    -----
    With two players the first one loses 1/18 per game.

    References
    ----------
    H. W. Kuhn, "A simplified two-person poker", 1950. Three players: D. Szafron, R. Gibson,
    N. Sturtevant, "A parameterized family of equilibrium profiles for three-player Kuhn poker",
    2013.

    Examples
    --------
    >>> from railbird.equilibrium import kuhn, solve
    >>> kuhn()
    TreeGame(2 players, 12 infosets, 30 ends)
    >>> float(solve(kuhn(), epsilon=1e-9).values[0].round(6))
    -0.055556
    """
    if players < 2:
        raise OptionError(f"Kuhn poker needs two players or more, not {players}")
    deals = list(permutations(range(players + 1), players))
    return TreeGame(ChanceNode(tuple((1 / len(deals), _kuhn_node(deal, "")) for deal in deals)))


def _kuhn_node(cards: tuple[int, ...], history: str) -> Node:
    """Kuhn poker after a history of p (pass) and b (bet, or call)."""
    players, bet = len(cards), history.find("b")
    if len(history) == (players if bet < 0 else bet + players):
        bettors = [i % players for i, action in enumerate(history) if action == "b"]
        contenders = bettors or range(players)
        paid = [1 + (p in bettors) for p in range(players)]
        winner = max(contenders, key=cards.__getitem__)
        return EndNode(tuple(float(sum(paid) * (p == winner) - paid[p]) for p in range(players)))
    player = len(history) % players
    after = {name: _kuhn_node(cards, history + name) for name in "pb"}
    return DecisionNode(player, (cards[player], history), after)


def leduc(*, suits: bool = True) -> TreeGame:
    """Leduc hold'em: six cards (two each of J, Q, K), two rounds of betting, one board card.

    Each player antes 1 and gets one card. Bets are 2 in the first round and 4 after the board card,
    with at most two bets per round. A pair with the board wins, otherwise the higher card.

    Parameters
    ----------
    suits
        Whether players can tell the two cards of a rank apart (936 information sets, as in
        open_spiel) or not (288). The value of the game is the same.

    Notes
    -----
    The first player loses 0.085606424078 per game.

    References
    ----------
    F. Southey et al., "Bayes' bluff: opponent modelling in poker", 2005.

    Examples
    --------
    >>> from railbird.equilibrium import leduc
    >>> leduc()
    TreeGame(2 players, 936 infosets, 5520 ends)
    >>> leduc(suits=False)
    TreeGame(2 players, 288 infosets, 1116 ends)
    """
    deals = list(permutations(range(6), 2))
    nodes = ((1 / len(deals), _leduc_node(deal, None, ("", ""), (1, 1), suits)) for deal in deals)
    return TreeGame(ChanceNode(tuple(nodes)))


def _leduc_node(
    cards: tuple[int, ...],
    board: int | None,
    rounds: tuple[str, str],
    paid: tuple[int, int],
    suits: bool,
) -> Node:
    """Leduc hold'em after actions f (fold), c (check or call) and r (bet or raise)."""
    now = rounds[0] if board is None else rounds[1]
    if now.endswith("f"):
        loser = (len(now) - 1) % 2
        return EndNode((float(-paid[0]), float(paid[0])) if loser == 0 else (paid[1], -paid[1]))
    if now.endswith("c") and len(now) > 1:
        if board is not None:
            strength = [(card // 2 == board // 2, card // 2) for card in cards]
            won = paid[0] * ((strength[0] > strength[1]) - (strength[0] < strength[1]))
            return EndNode((float(won), float(-won)))
        left = [card for card in range(6) if card not in cards]
        return ChanceNode(
            tuple((1 / 4, _leduc_node(cards, card, rounds, paid, suits)) for card in left)
        )
    player = len(now) % 2
    facing = max(paid) - paid[player]
    after = {}
    for action in ("f" if facing else "") + "c" + ("r" if now.count("r") < 2 else ""):
        put = facing * (action != "f") + (2 if board is None else 4) * (action == "r")
        total = (paid[0] + put, paid[1]) if player == 0 else (paid[0], paid[1] + put)
        told = (now + action, "") if board is None else (rounds[0], now + action)
        after[action] = _leduc_node(cards, board, told, total, suits)
    seen = tuple(card if suits or card is None else card // 2 for card in (cards[player], board))
    return DecisionNode(player, (*seen, *rounds), after)


def random_tree(seed: int, *, players: int = 2, depth: int = 4, zero_sum: bool = True) -> TreeGame:
    """A game of random draws, actions and payoffs, in which players see only part of what happens.

    First, each player gets a private signal with two possible values. Then players act in random
    order, with two or three actions to choose from. Some actions are seen by all, and some only by
    the player who takes them.

    Examples
    --------
    >>> from railbird.equilibrium import random_tree
    >>> random_tree(1, players=3, depth=3)
    TreeGame(3 players, 14 infosets, 96 ends)
    """
    rng = np.random.default_rng(seed)
    turns = rng.permutation(np.arange(depth) % players)
    widths = rng.integers(2, 4, size=depth)
    public = rng.random(depth) < 0.5

    def node(signals: tuple[int, ...], done: tuple[int, ...]) -> Node:
        at = len(done)
        if at == depth:
            payoffs = rng.normal(size=players)
            payoffs -= payoffs.mean() if zero_sum else 0
            return EndNode(tuple(payoffs.tolist()))
        player = int(turns[at])
        seen = tuple(
            action if public[i] or turns[i] == player else -1 for i, action in enumerate(done)
        )
        after = {str(a): node(signals, (*done, a)) for a in range(widths[at])}
        return DecisionNode(player, (signals[player], seen), after)

    odds = rng.dirichlet(np.ones(2**players))
    draws = np.ndindex(*(2,) * players)
    return TreeGame(
        ChanceNode(tuple((float(p), node(d, ())) for p, d in zip(odds, draws, strict=True)))
    )
