"""PokerTracker's form for Microgaming: ``NAME raised - €0.20``."""

from __future__ import annotations

import re

from railbird.history.formats.base import Ignore, Line
from railbird.history.formats.labels import LABELS
from railbird.history.formats.pokertracker.common import (
    BETTINGS,
    GAMES,
    STREETS,
    chip_of,
    find_button,
)
from railbird.history.formats.rooms.about import read_time
from railbird.history.formats.rooms.amounts import CENTS, CHIPS
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ALL,
    ALL_IN,
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    RAISES_BY,
    RAISES_TO,
    SMALL,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.tournament import TournamentTable

MICROGAMING = re.compile(r"\*\* Game ID [0-9]+ ")
_HEADER = re.compile(
    r"\*\* Game ID (?P<number>[0-9]+)(?P<version> Version:\S+)? starting - (?P<time>.*)"
)
_TABLE = re.compile(
    r"\*\* (?P<name>.*) \[(?P<game>[^\[\]]*)\] \((?P<low>[0-9.,]+)\|(?P<high>[0-9.,]+) "
    r"(?P<betting>NL|PL|FL|L) - (?P<rest>.*)\)(?P<money>.*)"
)
_SIZE = re.compile(r"seats:([0-9]+)")
_NUMBER = re.compile(r".*\(([0-9]+)\)")
_SEAT = re.compile(
    r"- (?P<name>.*) sitting in seat (?P<number>[0-9]+) with (?P<chips>\S+)"
    r"(?: at end (?P<end>\S+))?(?P<rest>.*)"
)
_LINE = re.compile(
    r"(?P<name>.*?) (?P<verb>folded|checked|called|bet|raised|went all-in"
    r"|posted (?:the |a )?(?P<post>[a-z ]+?))(?: - (?P<chips>\S+))?"
)
_DEALT = re.compile(r"\*\* Dealing cards? to (.*): (.*)")
_STREET = re.compile(r"\*\* Dealing the (flop|turn|river): (.*)")
_SHOWN = re.compile(r"(.*) (?:shows|mucks): ?(.*)")
_WINS = re.compile(r"(.*) wins (\S+) from .*pot.*")


def read_microgaming(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand that the lines describe."""
    told = Told(lines, CENTS)
    header = _HEADER.fullmatch(lines[0][1])
    table = _TABLE.fullmatch(lines[1][1]) if len(lines) > 1 else None
    game = GAMES.get(table["game"].lower()) if table else None
    if header is None or table is None or game is None:
        said = lines[min(1, len(lines) - 1)][1]
        raise told.error(not_ours(said))
    told.game, told.betting = game, BETTINGS[table["betting"].lower()]
    chip = chip_of(table["rest"]) if "Real" in table["money"] else "0.01"
    if "Cash Game" not in table["rest"]:
        told.amounts, chip = CHIPS, ""
        number = _NUMBER.match(table["name"])
        told.tournament = TournamentTable(number[1] if number else "", name=table["name"])
    told.stakes = (told.chips(table["low"]), told.chips(table["high"]))
    _MicrogamingReader(told, ignore, totals=header["version"] is None).read()
    when = read_time(header["time"])
    if when is None:
        ignore(LABELS["when"])
    size = _SIZE.search(table["rest"])
    return build(
        told,
        number=header["number"],
        table=table["name"],
        when=when,
        chip=chip,
        table_size=int(size[1]) if size else 0,
    )


class _MicrogamingReader:
    """Goes over the lines after the second.

    Texts without a version have the total of a round in raises and calls (``totals``).
    """

    def __init__(self, told: Told, ignore: Ignore, *, totals: bool) -> None:
        self.told = told
        self.ignore = ignore
        self.totals = totals
        self.ends: dict[str, int] = {}

    def read(self) -> None:
        told = self.told
        lines, ended = told.lines[2:], False
        for told.at, text in lines:
            ended |= text.startswith("End of game")
            self._read_line(text)
        if not ended:
            raise told.error("the hand is cut off: no end")
        if len(self.ends) == len(told.seats):
            told.rake = max(sum(s.stack for s in told.seats.values()) - sum(self.ends.values()), 0)
        find_button(told)

    def _read_line(self, text: str) -> None:
        told = self.told
        if found := _SEAT.fullmatch(text):
            seat = told.sit(int(found["number"]), found["name"], told.chips(found["chips"]))
            seat.away = "Sitting out" in found["rest"]
            if found["end"]:
                self.ends[seat.name] = told.chips(found["end"])
            if "Dealer" in found["rest"]:
                told.button = seat.number
        elif (found := _LINE.fullmatch(text)) and found["name"] in told.seats:
            self._read_act(told.seats[found["name"]], found)
        elif found := _STREET.fullmatch(text):
            told.deal(STREETS[found[1]], told.cards(found[2].replace(" of ", "")))
        elif found := _DEALT.fullmatch(text):
            told.deal_to(told.seat(found[1]), told.cards(found[2].replace(" of ", "")))
        elif found := _WINS.fullmatch(text):
            told.collect(told.seat(found[1]), told.chips(found[2]))
        elif (found := _SHOWN.fullmatch(text)) and found[1] in told.seats:
            if found[2]:
                told.show(told.seats[found[1]], told.cards(found[2].replace(" of ", "")))
        elif not text.startswith(("End of", "**")):
            self.ignore("lines")

    def _read_act(self, seat: ToldSeat, found: re.Match[str]) -> None:
        told, verb = self.told, found["verb"]
        if verb in ("folded", "checked"):
            told.act(seat, FOLDS if verb == "folded" else CHECKS)
            return
        chips = told.chips(found["chips"] or "")
        if found["post"]:
            told.post(seat, self._kind(found["post"], chips), chips)
        elif verb == "called":
            told.act(seat, CALLS, ALL if self.totals else chips)
        elif verb == "raised":
            told.act(seat, RAISES_TO if self.totals else RAISES_BY, chips)
        else:
            told.act(seat, BETS if verb == "bet" else ALL_IN, chips)

    def _kind(self, words: str, chips: int) -> int:
        if "ante" in words:
            return ANTE
        if "small" in words:
            return SMALL
        big = self.told.stakes[0] if self.told.betting == "limit" else self.told.stakes[1]
        if chips > big:
            return BOTH
        return DEAD if "dead" in words else BIG
