"""Exact results if players use different strategies, over the whole tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from railbird.tournament.whole.evaluate import places_from_ends
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.seated import SeatedHands, Seating
from railbird.tournament.whole.strategies import Strategies
from railbird.tournament.whole.transitions import all_ends

Array = Any
Report = Callable[[int], object]


def deviator_places(
    game: WholeGame, others: Strategies, deviator: Strategies, *, report: Report | None = None
) -> Array:
    """Probabilities of all places of one player who deviates, from every seat of every state.

    Parameters
    ----------
    game
        The tournament; its values and policies are not used.
    others, deviator
        What the others do, and what the one player does in whose result we are interested. Their
        arrays are of the game's module.
    report
        Called with a number of states when their hands have been played.

    Returns
    -------
    ndarray
        (places, values), in the order of the array of all values, see `ValueIndex`: at a state and
        a seat, the probabilities if the deviator sits there. Their payoff is
        ``game.stakes.prizes_for(game.players) @ places``.

    Notes
    -----
    The deviator may sit in any of n seats. So there are as many unknowns as values, and the ends of
    a hand have other probabilities for each seat.
    """

    def ends(players: int) -> Array:
        alone = [tuple(int(seat == own) for seat in range(players)) for own in range(players)]
        found = seated_ends(game, players, (others, deviator), alone, report=report)
        return game.xp.ascontiguousarray(found.transpose(0, 2, 1))

    return places_from_ends(game, ends)


def seated_ends(
    game: WholeGame,
    players: int,
    strategies: Sequence[Strategies],
    seatings: Sequence[Seating],
    *,
    report: Report | None = None,
) -> Array:
    """Probabilities of the ends of all hands of a layer, (states, seatings, ends)."""
    xp, layer, count = game.xp, game.layer(players), len(all_ends(players))
    found = xp.empty((layer.layer.count, len(seatings), count))
    for group in layer.groups:
        for start in range(0, len(group), game.at_once):
            batch = group[start : start + game.at_once]
            nothing = xp.broadcast_to(xp.zeros(()), (len(batch), count, players))
            hands = Hands(game.tables, nothing, layer.forced[batch])
            jams = [hands.complete(one.jams[players][batch] / STEPS) for one in strategies]
            found[batch] = SeatedHands(hands, jams, seatings).ends()
            if report is not None:
                report(len(batch))
    return found
