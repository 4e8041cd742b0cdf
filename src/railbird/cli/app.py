"""The application. The commands add themselves in the order of `railbird.cli.main`."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird.version import __version__

app = typer.Typer(
    name="railbird",
    help="A poker workbench: exact equities, skill without luck, solved endgames.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # plain help halves the import time
    context_settings={"help_option_names": ["-h", "--help"]},
)
tables_app = typer.Typer(
    help="""The shipped tables: list, check or rebuild them.

    \b
    Example:
      railbird tables verify
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
)
acpc_app = typer.Typer(
    help="""Deal or join matches of the Annual Computer Poker Competition.

    \b
    Example, each line in a terminal of its own:
      railbird acpc deal --hands 1000 --seed 1 --ports 18791,18374
      railbird acpc join 127.0.0.1 18791 --player rules
      railbird acpc join 127.0.0.1 18374 --player poki
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
)
omaha8_app = typer.Typer(
    help="""Omaha Hi-Lo, heads-up and all in before the flop.

    \b
    Examples:
      railbird omaha8 chart --r 8
      railbird omaha8 oracle KsQs7d6h --stack 3600 --bb 400 --position sb
      railbird omaha8 train
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
)
blackjack_app = typer.Typer(
    help="""Blackjack: what every action is worth, and skill without luck.

    \b
    Examples:
      railbird blackjack ev 4,5 7
      railbird blackjack play --hands 20 --out session.jsonl
      railbird blackjack analyze session.jsonl
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
)
tournament_app = typer.Typer(
    help="""Whole tournaments of jam-or-fold, solved.

    \b
    Examples:
      railbird tournament solve --players 3
      railbird tournament show 3000,4500,6000
      railbird tournament match --strategies harville,roberts
    """,
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(acpc_app, name="acpc")
app.add_typer(blackjack_app, name="blackjack")
app.add_typer(omaha8_app, name="omaha8")
app.add_typer(tables_app, name="tables")
app.add_typer(tournament_app, name="tournament")


def _version(asked: bool) -> None:
    if asked:
        print(f"railbird {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    del version
