"""``railbird players``."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from railbird.cli.app import app
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json

if TYPE_CHECKING:
    from railbird.players.registry import Described

_OWN = """
Some take options in parentheses, which your shell wants quoted:
  "coach(sparbot,vexbot,by=aivat)"  by=money, divat or aivat; memory=HANDS
  "sparbot(tricky=0.2)"             share of tricky flops; merged=BUCKETS
  "vexbot(prior=none)"              knows nobody; prior=sparbot or uniform

Your own player is NAME=FILE.py:CLASS or, as a program, NAME=exec:COMMAND:
  railbird match me=./bot.py:MyBot rules
  railbird match me=exec:./bot rules"""


@app.command()
def players(as_json: Json = False) -> None:
    """List the kinds of player.

    For each it says what it is, which tables it sits down at, and whether it learns.

    \b
    Example:
      railbird players
    """
    from railbird.players.registry import describe_players

    kinds = list(describe_players(lambda text: print(f"railbird: {text}", file=sys.stderr)))
    if as_json:
        print_json([asdict(kind) for kind in kinds])
        return
    _print_kinds(kinds)


def _print_kinds(kinds: list[Described]) -> None:
    from railbird.cli.ui.tables import print_table
    from railbird.players import Plays

    every = Plays()

    def row(kind: Described) -> list[str]:
        fewest, most = kind.plays.seats
        tables = replace(kind.plays, seats=every.seats)
        about = kind.about if kind.source == "railbird" else f"{kind.about} ({kind.source})"
        return [
            kind.kind,
            str(tables),
            f"{fewest}" if fewest == most else f"{fewest}–{most}",
            "yes" if kind.learns else "no",
            about,
        ]

    headings = ["player", "plays", "seats", "learns", "what it is"]
    print_table(headings, [row(kind) for kind in kinds], text=(0, 1, 3, 4))
    print(_OWN)
