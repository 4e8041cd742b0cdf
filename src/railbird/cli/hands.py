"""``railbird hands``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.library_option import NOTHING_YET, open_library, say_undated, takes_query
from railbird.cli.options import Json, LibraryPath
from railbird.cli.ui.output import plain, print_json
from railbird.cli.ui.tables import print_table, print_text, screen
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.history.library import Library, Query
    from railbird.table.hand import Hand

_PAGE = 20


@app.command()
@takes_query
def hands(
    *,
    number: Annotated[
        int | None, typer.Argument(metavar="[ID]", help="Show this hand, replayed in words.")
    ] = None,
    query: Query,
    limit: Annotated[int, typer.Option(help="Hands per page.")] = _PAGE,
    after: Annotated[int, typer.Option(help="Start after this id.")] = 0,
    refused: Annotated[
        bool, typer.Option("--refused", help="List the hands that could not be read, with reasons.")
    ] = False,
    library: LibraryPath = None,
    as_json: Json = False,
) -> None:
    """List hands of the library, or show one in words.

    \b
    Examples:
      railbird hands --player Alice --won 20 --limit 50
      railbird hands 17
      railbird hands --refused --json
    """
    if limit < 1:
        raise OptionError(f"--limit {limit} is too small: ask for at least 1")
    if after < 0:
        raise OptionError(f"--after {after} is not the id of a hand: `railbird hands` lists them")
    from railbird.history.library import Query

    if refused and (number is not None or after or query != Query()):
        raise OptionError("--refused lists all hands that could not be read: omit other choices")
    if number is None:
        say_undated(library, query)
    with open_library(library, to_read=True) as shelf:
        if refused:
            _list_refused(shelf, limit, as_json=as_json)
            return
        if number is None:
            _list(shelf, query, limit, after, as_json=as_json)
            return
        if after or limit != _PAGE:
            raise OptionError(f"hand {number} is one hand: omit the options that choose hands")
        hand = shelf.hand(number)
    _show(number, hand, as_json=as_json)


def _list(shelf: Library, query: Query, limit: int, after: int, *, as_json: bool) -> None:
    """Print a page of hands."""
    from railbird.history.formats.railbird import hand_fields
    from railbird.stats import counted

    page = list(shelf.hands(query, after=after, limit=limit))
    total = shelf.count(query)
    if as_json:
        hands = [{"id": number, **hand_fields(hand)} for number, hand in page]
        print_json({"total": total, "hands": hands, "next": page[-1][0] if page else None})
        return
    if not total:
        empty = not shelf.count()
        print_text(f"no hands yet: {NOTHING_YET}" if empty else "no hands are like that")
        return
    rows = [_row(number, hand) for number, hand in page]
    headings = ("id", "played", "game", "players and results", "board")
    print_table(headings, rows, title=counted(total, "hand"), text=(1, 2, 3, 4))
    if page and len(page) == limit and _has_more(shelf, query, page[-1][0]):
        print(f"more: --after {page[-1][0]}")


def _list_refused(shelf: Library, limit: int, *, as_json: bool) -> None:
    """Print the hands that could not be read; as JSON all of them, with their texts."""
    from railbird.stats import counted

    found = list(shelf.refused())
    if as_json:
        names = ("file", "line", "reason", "format", "text")
        told = [{name: getattr(problem, name) for name in names} for problem in found]
        print_json({"total": len(found), "refused": told})
        return
    if not found:
        print_text("no hand was refused")
        return
    rows = [[plain(p.file), str(p.line), plain(p.reason)] for p in found[:limit]]
    title = f"{counted(len(found), 'hand')} that could not be read"
    print_table(("file", "line", "reason"), rows, title=title, text=(0, 2), whole=(0,))
    if len(found) > limit:
        print(f"more: --limit {len(found)}, or --json with the texts")


def _has_more(shelf: Library, query: Query, after: int) -> bool:
    """Whether there are hands of a query after this one."""
    return next(shelf.hands(query, after=after, limit=1), None) is not None


def _row(number: int, hand: Hand) -> list[str]:
    from railbird.cards import format_cards
    from railbird.stats import counted
    from railbird.table.money import money

    amount = money(hand.chip)
    results = [
        f"{name} {amount(payoff, plus=True)}"
        for name, payoff in zip(hand.players, hand.payoffs, strict=True)
        if payoff or hand.rules.players == 2
    ]
    others = hand.rules.players - len(results)
    if others:
        results.append(f"{counted(others, 'other')} {amount(0)}")
    when = "" if hand.when is None else f"{hand.when:%Y-%m-%d %H:%M}"
    game = f"{hand.rules.betting} {hand.rules.game}"
    return [str(number), when, game, ", ".join(results), format_cards(hand.board, symbols=True)]


def _show(number: int, hand: Hand, *, as_json: bool) -> None:
    """Print one hand in words."""
    import textwrap

    from railbird.history.formats.railbird import hand_fields
    from railbird.history.words import in_words

    if as_json:
        print_json({"id": number, **hand_fields(hand)})
        return
    width = min(screen().width, 80)
    for line in in_words(hand, id_=number):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        print(textwrap.fill(plain(line), width, subsequent_indent=indent, break_long_words=False))
