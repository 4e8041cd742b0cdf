"""``railbird play``."""

from __future__ import annotations

import secrets
import shlex
import sys
from contextlib import ExitStack, redirect_stderr
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import Keeping
from railbird.cli.match import TableOptions, note_limits, table
from railbird.cli.options import (
    Betting,
    Blinds,
    Cap,
    GameName,
    LibraryPath,
    MostHands,
    Seed,
    Stack,
    TimeLimit,
)

MOST_HANDS = 1_000_000
PAUSE = 1.0
"""Seconds in which the person can take a key back."""


@app.command()
def play(
    *,
    opponents: Annotated[
        list[str] | None, typer.Argument(help="One to nine programs (default: rules).")
    ] = None,
    hands: MostHands = None,
    game: GameName = "holdem",
    betting: Betting = "limit",
    blinds: Blinds = "1/2",
    cap: Cap = None,
    stack: Stack = None,
    seed: Seed = None,
    name: Annotated[str, typer.Option(help="Your name in the library.")] = "you",
    time_limit: TimeLimit = 60.0,
    pause: Annotated[float, typer.Option(help="Seconds in which to undo a key.")] = PAUSE,
    models: Annotated[
        Path | None,
        typer.Option(
            help="Folder for what the programs learn about you (default: your data folder)."
        ),
    ] = None,
    library: LibraryPath = None,
) -> None:
    """Sit down and play against programs. The session is saved in the library.

    \b
    Example:
      railbird play hubot poki jagbot --hands 50
      railbird play rules Bob=random --betting no-limit --blinds 50/100
    """
    _run(
        TableOptions(
            players=opponents or ["rules"],
            game=game,
            betting=betting,
            blinds=blinds,
            stack=stack,
            cap=cap,
        ),
        hands=hands,
        seed=seed,
        name=name,
        library=library,
        time_limit=time_limit,
        pause=pause,
        models=models,
    )


def _run(
    options: TableOptions,
    *,
    hands: int | None = None,
    seed: int | None = None,
    name: str = "you",
    library: Path | None = None,
    time_limit: float = 60.0,
    pause: float = PAUSE,
    models: Path | None = None,
) -> None:
    """Play hands against programs until the person leaves. Every hand is saved in the library.

    At a terminal one key is one action, and can be taken back for ``pause`` seconds. Elsewhere the
    actions are read line by line. The players of ``options`` are the programs. They keep what they
    have learnt about others in the folder ``models``.
    """
    from rich.console import Console

    from railbird.arena import Match, MatchTable
    from railbird.arena.sitting import session_name
    from railbird.cli.ui.asking import KeyAsks, LineAsks
    from railbird.cli.ui.human import BesideTable, Human
    from railbird.cli.ui.keyboard import keyboard_of
    from railbird.errors import OptionError
    from railbird.history.library import MatchInfo
    from railbird.players import make_players
    from railbird.players.memory import Remembering, default_folder

    if not 0 <= pause <= 3600:
        raise OptionError(f"--pause {pause:g} is out of range: choose 0 to 3600 seconds")
    console = Console(highlight=False)
    seed = secrets.randbits(32) if seed is None else seed
    others = make_players(options.players, taken=[name])
    for player in others:
        if isinstance(player, Remembering):
            player.folder = default_folder() if models is None else models
    game, betting = options.game, options.betting
    rules, stacks = table(options, 1 + len(others))
    begun = datetime.now(UTC)
    session = session_name(name, begun, seed)
    match = Match(rules, stacks, hands or MOST_HANDS, seed, name=session)
    won = played = 0
    with keyboard_of(console) as keys:
        by_line = LineAsks(console, lambda: input("> "))
        asks = by_line if keys is None else KeyAsks(console, keys, pause)
        human = Human(name, console, asks)
        players = [human, *others]
        sitting = MatchTable(match, players, time_limit=time_limit)
        note_limits(others, rules)
        names = ", ".join(player.name for player in players)
        console.print(f"{names} · {options.stakes}", markup=False)
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
            stack.callback(sitting.close)
            stack.enter_context(redirect_stderr(BesideTable(human, sys.stderr)))
            recorder = Keeping(library).record(stack, info, at_once=True)
            try:
                for hand, _ in sitting.play():
                    if recorder is not None:
                        recorder.add(hand.told_by(name, datetime.now(UTC), played + 1))
                    for forfeit in sitting.forfeits:
                        console.print(f"{forfeit.player} forfeits: {forfeit.reason}", markup=False)
                    sitting.forfeits.clear()
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
        f"{'small bets' if betting == 'limit' else 'big blinds'} per hand"
    )
    where = "" if library is None else f" --library {shlex.quote(str(library))}"
    commands = {"to see them": f"railbird hands --match {shlex.quote(session)}{where}"}
    if betting == "limit" and (game == "holdem" or (game == "omaha8" and len(players) == 2)):
        commands["to see where your equity went"] = f"railbird analyze --last{where}"
    every = f"railbird analyze --last --player {shlex.quote(name)} --report session.html{where}"
    commands["for a page with all your decisions"] = every
    for purpose, command in commands.items():
        console.print(f"{purpose}: {command}", markup=False, soft_wrap=True)  # for copying
