"""Summary files of tournaments: what a player paid, where they finished, and what they won.

PokerStars, GGPoker, Winamax and 888poker write them beside the hands. They say what hands do not:
the parts of a buy-in, rebuys and further entries, bounties, and the place and prize of a player
whose last hand is missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path

from railbird.errors import HistoryError
from railbird.history.formats.base import Line, Problem, UnreadableHandError, open_lines, quoted
from railbird.history.formats.rooms.about import read_buy_in
from railbird.history.formats.rooms.amounts import CENTS, PLACE, read_place
from railbird.history.formats.rooms.split import split_at_headers
from railbird.table.tournament import TournamentTable

_HEAD = 40
"""A summary begins within so many lines: a mail has lines of its own before."""

_MOST_LINES = 200_000
_BLANK = "\ufeff \t"
_STARS = r"(?:PokerStars|Full Tilt) Tournament #([0-9]+),"
_GG = r"Tournament #([0-9]+), (.+), [^,]+$"
_WINAMAX = r"Winamax Poker - Tournament summary : (.*)\(([0-9]+)\)"
_PACIFIC = r"\*{5} (?:Cassava|888|Pacific)[\w.-]* Tournament Summary \*{5}"
_START = re.compile("|".join((_STARS, _GG, _WINAMAX, _PACIFIC)))
_BUY_IN = re.compile(r"Buy-[Ii]n ?: ?(.*)")
_CODE = re.compile(r"\b[A-Z]{3}\b")
_PLACE = re.compile(rf"You finished (?:the tournament )?in {PLACE}\w* place")
_LISTED = re.compile(rf"{PLACE}: (.+?)( \[[0-9]+\])? \([^()]*\), ?(.*)")
_OWN = re.compile(rf"{PLACE}\w* : (.+), (\S+)")
_COLLECTED = re.compile(r"You collected [0-9]+ bount\w+ for a total of [^0-9]*(\S+)")
_REBOUGHT = re.compile(r"You made .*rebuys? .*for a total of [^0-9]*(\S+)")
_ENTERED = re.compile(r"You made ([0-9]{1,4}) re-entr")
_RECEIVED = re.compile(r"received a total of (\S+)")
_COST = re.compile(r"(Rebuy|Add-?on)(?: cost)? ?: ?(.*)", re.IGNORECASE)
_TIMES = re.compile(
    r"Your (rebuy|addon)s : ([0-9]{1,4})|.+ performed ([0-9]{1,4}) (rebuy|add-on)s?"
)
_OF = r"[0-9][0-9,. \u202f\xa0]*(?<=[0-9])"
_FINISHED = re.compile(rf"(.+) finished {PLACE}/{_OF}(?: and won (\S+))?")


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """How a tournament ended for a player. Money is in hundredths of the currency.

    ``place`` is 0 if it is not said. ``bounties`` is None if the summary does not say them, and 0
    if they are part of the prize. ``more`` is what the player paid after their first entry: for
    rebuys, add-ons and further entries.
    """

    tournament: TournamentTable
    player: str
    place: int
    prize: int
    bounties: int | None
    more: int


def read_summaries(
    path: Path, *, name: str | None = None, on_problem: Callable[[Problem], None] | None = None
) -> list[TournamentSummary] | None:
    """The tournaments of a summary file; None if it is another kind of file.

    Entries of a player to the same tournament are taken together. A summary that cannot be read is
    passed to ``on_problem``; without it the error is raised. ``name`` is what errors call the file.
    """
    file = str(path) if name is None else name
    found: dict[str, TournamentSummary] = {}
    with open_lines(path, name=file) as (lines, _):
        first = _first_lines(lines)
        if not any(_START.match(text.strip(_BLANK)) for _, text in first):
            return None
        every = chain(first, lines)
        for group in split_at_headers(every, _START, initials="PFTW*", most=_MOST_LINES):
            try:
                one = _read(group)
            except UnreadableHandError as error:
                problem = Problem(file, error.line, error.reason)
                if on_problem is None:
                    raise HistoryError(str(problem)) from error
                on_problem(problem)
                continue
            number = one.tournament.number
            found[number] = _together(found[number], one) if number in found else one
    return list(found.values())


def _first_lines(lines: Iterator[Line]) -> list[Line]:
    """The lines in which a summary would begin; as many as can be read."""
    first: list[Line] = []
    try:
        first.extend(islice(lines, _HEAD))
    except HistoryError:
        return []  # the reader of hands will say what is wrong
    return first


def _together(one: TournamentSummary, two: TournamentSummary) -> TournamentSummary:
    """Two entries of a player: both are paid, and the second one is how it ended."""
    bounties = None
    if one.bounties is not None or two.bounties is not None:
        bounties = (one.bounties or 0) + (two.bounties or 0)
    return replace(
        two,
        prize=one.prize + two.prize,
        bounties=bounties,
        more=one.more + two.more + _cost(two.tournament),
    )


def _cost(tournament: TournamentTable) -> int:
    return tournament.buy_in + tournament.bounty + tournament.fee


def _read(lines: list[Line]) -> TournamentSummary:
    """Read a summary from its lines."""
    at, header = lines[0]
    for start, read in _ROOMS:
        if found := start.match(header):
            summary = read(found, [text for _, text in lines[1:]])
            if isinstance(summary, str):
                raise UnreadableHandError(at, f"not the summary of a tournament: {summary}")
            return summary
    raise UnreadableHandError(at, f"not the summary of a tournament: {quoted(header)}")


def _money(text: str) -> int:
    """An amount, 0 if it is none."""
    return CENTS.read(text.strip().rstrip(".")) or 0


def _event(number: str, name: str, lines: list[str], *, fee_last: bool = True) -> TournamentTable:
    """The tournament, with its buy-in in the first line that says it."""
    buy_in = next((found[1] for text in lines if (found := _BUY_IN.match(text))), "")
    fields = read_buy_in(buy_in)
    if not fee_last and fields.get("bounty"):
        fields["bounty"], fields["fee"] = fields["fee"], fields["bounty"]
    code = _CODE.search(buy_in)
    if code:
        fields["currency"] = code[0]
    elif "€" in buy_in:
        fields["currency"] = "EUR"
    return TournamentTable(number, name=name, **fields)  # type: ignore[arg-type]


def _place(lines: list[str]) -> int:
    return next((read_place(found[1]) for text in lines if (found := _PLACE.search(text))), 0)


def _read_stars(found: re.Match[str], lines: list[str]) -> TournamentSummary | str:
    event, place = _event(found[1], "", lines), _place(lines)
    entries = [entry for text in lines if (entry := _LISTED.match(text))]
    own = next((entry for entry in entries if read_place(entry[1]) == place), None)
    if own is None:
        return "it does not say who you are, by your place"
    mine = [entry for entry in entries if entry[2] == own[2]]
    prize, bounties, more = 0, None, (len(mine) - 1) * _cost(event)
    for entry in mine:
        prize += _money(entry[4].split(" ", 1)[0])
    if "qualified for the target" in own[4]:
        prize += _target(lines)
    for text in lines:
        if collected := _COLLECTED.match(text):
            bounties = _money(collected[1])
        elif rebought := _REBOUGHT.match(text):
            more += _money(rebought[1])
    return TournamentSummary(event, own[2], place, prize, bounties, more)


def _target(lines: list[str]) -> int:
    """What it costs to enter the tournament that a satellite leads to."""
    at = next((i for i, text in enumerate(lines) if text.startswith("Target Tournament")), None)
    return 0 if at is None else _cost(_event("", "", lines[at:]))


def _read_gg(found: re.Match[str], lines: list[str]) -> TournamentSummary | str:
    event = _event(found[1], found[2], lines, fee_last=False)
    own = next((entry for text in lines if (entry := _OWN.match(text))), None)
    if own is None:
        return "it does not say who you are"
    place, prize, more = _place(lines) or read_place(own[1]), _money(own[3]), 0
    for text in lines:
        if received := _RECEIVED.search(text):
            prize = _money(received[1])
        if entered := _ENTERED.match(text):
            more = int(entered[1]) * _cost(event)
    return TournamentSummary(event, own[2], place, prize, 0, more)


def _read_winamax(found: re.Match[str], lines: list[str]) -> TournamentSummary | str:
    event = _event(found[2], found[1], lines)
    said = dict(text.split(" : ", 1) for text in lines if " : " in text)
    player = said.get("Player", "").strip()
    if not player:
        return "it does not say who you are"
    prize, bounties = 0, None
    for text in lines:
        if text.startswith("You won "):
            for part in text[8:].split(" + "):
                if part.startswith("Bounty "):
                    bounties = (bounties or 0) + _money(part[7:])
                else:
                    prize += _money(part.removeprefix("Ticket "))
    if event.bounty and bounties is None:
        bounties = 0
    return TournamentSummary(event, player, _place(lines), prize, bounties, _paid_later(lines))


def _paid_later(lines: list[str]) -> int:
    """What rebuys and add-ons cost, where the text says how many and for how much."""
    costs: dict[str, int] = {}
    times: dict[str, int] = {}
    for text in lines:
        if found := _COST.match(text):
            parts = read_buy_in(found[2])
            costs[found[1][0].lower()] = sum(
                int(parts.get(name, 0)) for name in ("buy_in", "bounty", "fee")
            )
        elif found := _TIMES.match(text):
            kind, count = (found[1], found[2]) if found[1] else (found[4], found[3])
            times[kind[0]] = int(count)
    return sum(costs.get(kind, 0) * count for kind, count in times.items())


def _read_pacific(found: re.Match[str], lines: list[str]) -> TournamentSummary | str:
    del found
    said = dict(text.split(": ", 1) for text in lines if ": " in text)
    number = said.get("Tournament ID", "").strip()
    own = next((entry for text in lines if (entry := _FINISHED.match(text))), None)
    if not number or own is None:
        return "it does not say its number, or who you are"
    event = _event(number, "", lines)
    return TournamentSummary(
        event, own[1], read_place(own[2]), _money(own[3] or ""), None, _paid_later(lines)
    )


_ROOMS: tuple[tuple[re.Pattern[str], Callable[..., TournamentSummary | str]], ...] = (
    (re.compile(_STARS), _read_stars),
    (re.compile(_GG), _read_gg),
    (re.compile(_WINAMAX), _read_winamax),
    (re.compile(_PACIFIC), _read_pacific),
)
