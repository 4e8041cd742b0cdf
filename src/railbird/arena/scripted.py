"""Matches between scripted players in compiled code: millions of hands a second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.arena.match import Match
from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError
from railbird.kernels.random import shuffled_deals
from railbird.table import _kernels

SCRIPTS = {"always-call": 0, "always-raise": 1}

_HANDS_AT_ONCE = 1 << 14
_MOST_ACTIONS = 4 * 5
"""Actions of a player in a limit hand: one for each of five levels in each of four rounds."""


@dataclass(frozen=True, slots=True, eq=False)
class ScriptedHands:
    """Full records of many hands as arrays, by position.

    ``cards`` has the hole cards of each position and then the board; ``actions`` ends in −2s. The
    scripts of hand i are those of the players in the match's seating.
    """

    first: int
    cards: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.int32]
    payoffs: npt.NDArray[np.int64]


def play_scripted(
    match: Match, scripts: Sequence[str], *, threads: int | None = None
) -> Iterator[ScriptedHands]:
    """Play a limit match between players who always call or always raise, in batches.

    The hands are those that `play_match` plays with the same players and seed.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=50_000, seed=1)
    >>> hands = list(play_scripted(match, ["always-call", "always-raise"]))
    >>> sum(len(batch.payoffs) for batch in hands), int(hands[0].payoffs.max())
    (50000, 14)
    """
    unknown = [script for script in scripts if script not in SCRIPTS]
    if unknown or len(scripts) != match.rules.players or match.rules.betting != "limit":
        raise OptionError(
            f"scripted matches are limit games between {match.rules.players} players of the kinds "
            f"{' and '.join(SCRIPTS)}, not {', '.join(scripts)}"
        )
    rules, game = match.rules, match.rules.rules_of_game
    count, end = rules.players, rules.players * game.hole_cards
    stacks = np.array(match.stacks, dtype=np.int64)

    def play(part: slice) -> ScriptedHands:
        size = part.stop - part.start
        rotation, deal = divmod(part.start, match.deals)
        cards = np.empty((size, end + 5), dtype=np.uint8)
        shuffled_deals(match.seed, deal, cards)
        hole = np.ascontiguousarray(cards[:, :end]).reshape(size, count, game.hole_cards)
        high, low = game.deal_values(hole, np.ascontiguousarray(cards[:, end:]))
        seats = [
            [SCRIPTS[scripts[k]] for k in match.seating(rotation * match.deals + deal + i)]
            for i in range(count)
        ]
        actions = np.empty((size, _MOST_ACTIONS * count), dtype=np.int32)
        payoffs = np.empty((size, count), dtype=np.int64)
        longest = _kernels.play_scripted(
            rules.array, stacks, np.array(seats), high, low, payoffs, actions
        )
        return ScriptedHands(part.start, cards, actions[:, :longest].copy(), payoffs)

    for rotation in range(match.rotations):
        offset = rotation * match.deals
        parts = [
            slice(offset + s.start, offset + s.stop) for s in spans(match.deals, _HANDS_AT_ONCE)
        ]
        for group in spans(len(parts), 64):  # limits the batches held in memory
            yield from map_threads(play, parts[group], threads=threads)
