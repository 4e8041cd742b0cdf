"""The forfeits of a match: one line for each reason, however often a bot fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbird.cli.ui.tables import print_text

if TYPE_CHECKING:
    from railbird.arena.result import Forfeit

_MOST = 10
"""Lines; a bot with more reasons has said enough."""


def print_forfeits(forfeits: Sequence[Forfeit]) -> None:
    """Print who forfeited turns and why, with the first hand and how often."""
    firsts: dict[tuple[str, str], int] = {}
    counts: dict[tuple[str, str], int] = {}
    for forfeit in forfeits:
        key = forfeit.player, forfeit.reason
        firsts.setdefault(key, forfeit.hand)
        counts[key] = counts.get(key, 0) + 1
    for key in list(firsts)[:_MOST]:
        player, reason = key
        times = f" and {counts[key] - 1:,} more" if counts[key] > 1 else ""
        print_text(f"forfeit: {player}, hand {firsts[key]}{times}: {reason}", hanging=2)
    rest = sum(counts[key] for key in list(firsts)[_MOST:])
    if rest:
        print_text(f"… and {rest:,} more forfeits for other reasons")
