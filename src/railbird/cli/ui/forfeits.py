"""The forfeits of a match or a league: one line for each reason, however often a bot fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbird.cli.ui.tables import print_text

if TYPE_CHECKING:
    from railbird.arena.forfeits import Forfeited, SameForfeits

_MOST = 10
"""Lines; a bot with more reasons has said enough."""


def print_forfeits(groups: Sequence[SameForfeits], forfeited: Sequence[Forfeited] = ()) -> None:
    """Print who forfeited turns and how many hands that took, and why, from the first hand on."""
    for player in forfeited:
        print_text(f"{player}.", hanging=2)
    for each in groups[:_MOST]:
        where = f"{each.match}, hand {each.hand}" if each.match else f"hand {each.hand}"
        times = f" and {each.times - 1:,} more" if each.times > 1 else ""
        print_text(f"forfeit: {each.player}, {where}{times}: {each.reason}", hanging=2)
    rest = sum(each.times for each in groups[_MOST:])
    if rest:
        print_text(f"… and {rest:,} more forfeits for other reasons")
