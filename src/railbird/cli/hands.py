"""``railbird hands``."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import (
    LeastLost,
    LeastPot,
    LeastWon,
    OfBetting,
    OfGame,
    OfMatch,
    OfPlayers,
    PlayerName,
    Since,
    Until,
    open_library,
    query_of,
)
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import print_json
from railbird.errors import OptionError


@app.command()
def hands(
    *,
    player: PlayerName = None,
    game: OfGame = None,
    betting: OfBetting = None,
    players: OfPlayers = None,
    match: OfMatch = None,
    since: Since = None,
    until: Until = None,
    pot: LeastPot = None,
    won: LeastWon = None,
    lost: LeastLost = None,
    limit: Annotated[int, typer.Option(help="Hands per page.")] = 20,
    after: Annotated[int, typer.Option(help="Start after this id.")] = 0,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """List hands of the library, one page at a time.

    \b
    Example:
      railbird hands --player Alice --won 20 --limit 50
    """
    from railbird.history.formats.railbird import hand_fields

    query = query_of(
        player=player,
        game=game,
        betting=betting,
        players=players,
        match=match,
        since=since,
        until=until,
        pot=pot,
        won=won,
        lost=lost,
    )
    if limit < 1:
        raise OptionError(f"--limit {limit} is too small: ask for at least 1")
    with open_library(library) as shelf:
        page = list(shelf.hands(query, after=after, limit=limit))
        total = shelf.count(query)
    if as_json:
        hands = [{"id": number, **hand_fields(hand)} for number, hand in page]
        print_json({"total": total, "hands": hands, "next": page[-1][0] if page else None})
        return
    from rich.console import Console
    from rich.table import Table

    from railbird.cards import format_cards

    table = Table(title=f"{total:,} hands", title_justify="left")
    for heading in ("id", "played", "game", "players and results", "board"):
        table.add_column(heading, no_wrap=heading != "players and results")
    for number, hand in page:
        results = ", ".join(
            f"{name} {payoff:+d}" for name, payoff in zip(hand.players, hand.payoffs, strict=True)
        )
        when = "" if hand.when is None else f"{hand.when:%Y-%m-%d %H:%M}"
        game = f"{hand.rules.betting} {hand.rules.game}"
        table.add_row(str(number), when, game, results, format_cards(hand.board, symbols=True))
    console = Console()
    console.print(table)
    if page and len(page) == limit:
        console.print(f"more: --after {page[-1][0]}", style="dim", highlight=False)
