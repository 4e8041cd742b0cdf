"""``railbird play``."""

from __future__ import annotations

import secrets
import sys
from contextlib import ExitStack, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.cli.match_command import TableOptions

MOST_HANDS = 1_000_000
PAUSE = 1.0
"""Seconds in which a key can be taken back."""


def run(
    options: TableOptions,
    *,
    hands: int | None = None,
    seed: int | None = None,
    name: str = "you",
    library: Path | None = None,
    pause: float = PAUSE,
    models: Path | None = None,
) -> None:
    """Play hands against programs until the person leaves; every hand goes to the library.

    At a terminal a key is an action, which can be taken back for ``pause`` seconds; elsewhere the
    actions are read line by line. The players of ``options`` are the programs. ``models`` is where
    they keep what they have seen of others.
    """
    from dataclasses import replace

    from rich.console import Console

    from railbird.arena import Match, MatchTable
    from railbird.cli.library_command import Keeping
    from railbird.cli.match_command import table
    from railbird.cli.ui.asking import KeyAsks, LineAsks
    from railbird.cli.ui.human import Human
    from railbird.cli.ui.keyboard import keyboard
    from railbird.errors import OptionError
    from railbird.history.library import MatchInfo
    from railbird.players import make_player
    from railbird.players.memory import Remembering, default_folder

    if not 0 <= pause <= 3600:
        raise OptionError(f"a pause of {pause:g} seconds makes no sense: choose 0 to 3600")
    console = Console(highlight=False)
    seed = secrets.randbits(32) if seed is None else seed
    others = [make_player(text) for text in options.players]
    for player in others:
        if isinstance(player, Remembering):
            player.folder = default_folder() if models is None else models
    game, betting, blinds = options.game, options.betting, options.blinds
    rules, stacks = table(1 + len(others), game, betting, blinds, options.stack)
    begun = datetime.now(UTC)
    session = f"{name} at the table, {begun:%Y-%m-%d %H:%M:%S}, seed {seed}"
    match = Match(rules, stacks, hands or MOST_HANDS, seed, name=session)
    won = played = 0
    by_key = sys.stdin.isatty() and console.is_terminal and not console.is_dumb_terminal
    with keyboard() if by_key else nullcontext() as keys:
        by_line = LineAsks(console, lambda: input("> "))
        asks = by_line if keys is None else KeyAsks(console, keys, pause)
        players = [Human(name, console, asks), *others]
        sitting = MatchTable(match, players)
        names = ", ".join(player.name for player in players)
        console.print(f"{names} · {betting} {game} {blinds}", markup=False)
        console.print(asks.help, style="dim", markup=False)
        info = MatchInfo(
            name=session,
            kind="play",
            players=tuple(player.name for player in players),
            rules=rules,
            seed=seed,
            duplicate=False,
            asked=hands,
        )
        with ExitStack() as stack:
            recorder = Keeping(library).record(stack, info, at_once=True)
            try:
                for hand, _ in sitting.play():
                    if recorder is not None:
                        recorder.add(replace(hand, when=datetime.now(UTC)))
                    won += hand.payoffs[hand.players.index(name)]
                    played += 1
            except KeyboardInterrupt:  # q, Ctrl-C or Ctrl-D: the hand does not count
                console.print()
    if played == 0:
        console.print("no hand was finished")
        return
    unit = rules.bets[0]
    console.print(
        f"{played:,} hand{'s' if played > 1 else ''}, {won:+,} chips, {won / unit / played:+.3f} "
        f"{'small bets' if betting == 'limit' else 'big blinds'} a hand; "
        f"in the library: railbird hands --match {session!r}",
        soft_wrap=True,  # a command that is to be copied
    )
