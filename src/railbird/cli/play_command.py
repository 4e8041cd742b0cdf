"""``railbird play``."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from pathlib import Path

MOST_HANDS = 1_000_000


def run(
    opponents: list[str],
    hands: int | None,
    game: str,
    betting: str,
    blinds: str,
    stack: int | None,
    seed: int | None,
    name: str,
    library: Path | None,
) -> None:
    """Play hands against programs until the person leaves; every hand goes to the library."""
    from dataclasses import replace

    from rich.console import Console

    from railbird.arena import Match, MatchTable
    from railbird.cli.library_command import open_library
    from railbird.cli.match_command import table
    from railbird.players import make_player
    from railbird.players.human import HELP, Human

    console = Console(highlight=False)
    seed = secrets.randbits(32) if seed is None else seed
    players = [Human(name, console, lambda: input("> ")), *map(make_player, opponents)]
    rules, stacks = table(len(players), game, betting, blinds, stack)
    begun = datetime.now(UTC)
    session = f"{name} at the table, {begun:%Y-%m-%d %H:%M:%S}, seed {seed}"
    match = Match(rules, stacks, hands or MOST_HANDS, seed, name=session)
    console.print(f"{', '.join(player.name for player in players)} · {betting} {game} {blinds}")
    console.print(HELP, style="dim")
    won = played = 0
    with open_library(library) as shelf:
        try:
            for hand, _ in MatchTable(match, players).play():
                stamped = replace(hand, when=datetime.now(UTC))
                shelf.add([stamped], source=session, digest=session, finish=False)
                won += hand.payoffs[hand.players.index(name)]
                played += 1
        except (KeyboardInterrupt, EOFError):  # q, Ctrl-C or Ctrl-D: the hand does not count
            console.print()
        finally:
            shelf.add([], source=session, digest=session)
    if played == 0:
        console.print("no hand was finished")
        return
    unit = rules.bets[0]
    console.print(
        f"{played:,} hands, {won:+d} chips, {won / unit / played:+.3f} "
        f"{'small bets' if betting == 'limit' else 'big blinds'} a hand; "
        f"they are in the library: railbird hands --match {session!r}"
    )
