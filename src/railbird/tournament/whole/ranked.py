"""Hands of a whole tournament with ranges by a ranking: the restricted strategies of look-aheads.

Every range is the top of one order of the 169 classes (Melcher 2015, §5.4). Programs that look
ahead restrict ranges like this to be fast.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, spans
from railbird.tournament.jamfold.ends import rows_by_set
from railbird.tournament.jamfold.ranked.rankings import EVERY_CLASS
from railbird.tournament.jamfold.ranked.solve import RangeTables, groups, range_tables, solve_ranges
from railbird.tournament.jamfold.rules import all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES, broken_ties, finishing_orders
from railbird.tournament.whole.game import WholeGame
from railbird.tournament.whole.inner import STEPS
from railbird.tournament.whole.transitions import End, all_ends

Floats = npt.NDArray[np.float64]
Steps = npt.NDArray[np.uint16]

SWEEPS = 160
"""How often the ranges of a hand are improved at most; see `solve_ranges`."""

AT_ONCE = 64


def ranked_jams(game: WholeGame, *, depth: int = 0, ranking: str = EVERY_CLASS) -> dict[int, Steps]:
    """Restricted equilibria of every single hand against the values of a game.

    Parameters
    ----------
    game
        The tournament with its values, arrays of NumPy.
    depth
        Look ahead by so many hands, which are played by restricted strategies too.
    ranking
        The order of classes, see `railbird.tournament.jamfold.ranked.rankings.ranking`.

    Returns
    -------
    dict
        For each number of players, probabilities of jamming in steps, (states, nodes, 169).
    """
    values = game.values
    for _ in range(depth):
        _, values = ranked_hand(game, values, ranking=ranking)
    return ranked_hand(game, values, ranking=ranking)[0]


def ranked_hand(
    game: WholeGame, values: Floats, *, ranking: str = EVERY_CLASS
) -> tuple[dict[int, Steps], Floats]:
    """Restricted equilibria of every single hand against values, and the values before the hand.

    See `ranked_jams`; the values of the game are not used.
    """
    tables = range_tables(ranking)
    jams, before = {}, values.copy()
    for n in range(2, game.players + 1):
        jams[n], worth = _layer(game, n, values, ranking, tables)
        before[game.index.layer(n)] = worth.ravel()
    return jams, before


def _layer(
    game: WholeGame, players: int, values: Floats, ranking: str, tables: RangeTables
) -> tuple[Steps, Floats]:
    """Restricted jams of a layer against values, (states, nodes, 169), and what they are worth."""
    here = game.layer(players)
    stacks, posted = here.layer.stacks.astype(np.float64), here.layer.posted.astype(np.float64)
    nodes, weights = all_nodes(players), _rows_from_ends(players)
    decided = [all_in for all_in in rows_by_set(players) if all_in]
    columns = [decided.index((*node.jammed, node.player)) for node in nodes]
    by_jam, by_call = groups(ranking)
    of_class = np.array([by_call if node.jammed else by_jam for node in nodes])
    jams = np.empty((len(stacks), len(nodes), CLASSES), dtype=np.uint16)
    worth = np.empty((len(stacks), players))

    def solve(part: slice) -> None:
        for state in range(part.start, part.stop):
            found = solve_ranges(
                stacks[state],
                posted[state],
                weights @ values[here.after[state]],
                tables=tables,
                sweeps=SWEEPS,
            )
            assert found is not None  # antes are for at most three players
            tops = found.thresholds[columns]
            jams[state] = np.rint(np.clip(tops[:, None] - of_class, 0.0, 1.0) * STEPS)
            worth[state] = found.values

    list(map_threads(solve, spans(len(stacks), AT_ONCE)))
    return jams, worth


@cache
def _rows_from_ends(players: int) -> Floats:
    """What each row of `rows_by_set` has of each of `all_ends`: a tie is broken at random."""
    number = {end: at for at, end in enumerate(all_ends(players))}
    sets = rows_by_set(players)
    found = np.zeros((max(rows.stop for rows in sets.values()), len(number)))
    for all_in, rows in sets.items():
        if all_in in {(), (players - 1,)}:
            found[rows.start, number[End(())]] = 1.0  # the big blind wins without a call
            continue
        for row, levels in enumerate(finishing_orders(len(all_in)), rows.start):
            strict = list(broken_ties(levels))
            for order in strict:
                finish = tuple(all_in[x] for x in np.argsort(order).tolist())
                found[row, number[End(finish)]] += 1 / len(strict)
    return found
