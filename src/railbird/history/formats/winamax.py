"""Winamax hand histories: hold'em and Omaha, cash and tournament."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing, quoted
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.about import is_free, read_time, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, CHIPS, Amounts
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.split import split_hands
from railbird.history.formats.rooms.told import (
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    LIVE,
    RAISES_TO,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

_START = re.compile(r"\ufeff?Winamax Poker - ")
_HEADER = re.compile(
    r"\ufeff?Winamax Poker - (?P<kind>.*?) - HandId: #(?P<number>\S+) - "
    r"(?P<game>.*?) (?P<betting>no limit|pot limit|fixed limit|limit) "
    r"\((?P<stakes>[^)]*)\)(?: - (?P<when>.*))?"
)
_EVENT = re.compile(r'Tournament "(?P<name>.*)" buyIn: (?P<buy_in>.*?) level: (?P<level>\w+)')
_TABLE = re.compile(r"Table: '(.*)' ([0-9]{1,3})-max \((.*?)\) Seat #([0-9]{1,3}) is the button *")
_SEAT = re.compile(r"Seat ([0-9]{1,2}): (.+) \(([^(),]+)(?:, [^()]*)?\) *")
_ACT = re.compile(
    r"(?P<name>.+?) (?P<verb>folds|checks|calls|bets|raises|posts|shows|collected|straddles)\b ?"
    r"(?P<rest>.*)"
)
_AMOUNT = re.compile(r"[0-9][0-9 .,]*[0-9]?(?: ?[€$£])?")
_TO = re.compile(r" to ([0-9][0-9 .,]*(?: ?[€$£])?)")
_DEALT = re.compile(r"Dealt to (.+) \[([^\[\]]*)\] *")
_BOARD = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (.*)")
_TOTAL = re.compile(r"Total pot ([^|]+?) \| (?:No rake|Rake (.+?))(?: \|.*)? *")
_RESULT = re.compile(r"Seat [0-9]+: .*? won (\S+)")
_FRACTION = re.compile(r"[ (][0-9]+\.[0-9]{1,2}(?:[ )]|$)")
_GAMES = {"Holdem": "holdem", "Omaha": "omaha", "Omaha8": "omaha8", "Omaha Hi/Lo": "omaha8"}
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_BETTINGS: dict[str, Betting] = {
    "no limit": "no-limit",
    "pot limit": "pot-limit",
    "fixed limit": "limit",
    "limit": "limit",
}


class WinamaxFormat:
    """The text format of Winamax.

    Examples
    --------
    >>> WinamaxFormat().recognises("Winamax Poker - CashGame - HandId: #1-2-3 - Holdem no limit")
    True
    """

    name = "winamax"
    title = "Winamax hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return any(_START.match(line) for line in head.split("\n"))

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand."""
        return split_hands(lines, _START)

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        number, text = lines[0]
        header = _HEADER.fullmatch(text.rstrip())
        game = None
        if header is not None:
            game = _game(header["kind"], header["game"], header["betting"], header["stakes"])
        if header is None or game is None:
            raise UnreadableHandError(number, not_ours(text))
        amounts, chip = game.amounts, game.chip
        if not chip and any("." in line and _FRACTION.search(line) for _, line in lines[1:]):
            amounts, chip = CENTS, "0.01"  # old tournaments split chips
        told = Told(lines, amounts)
        told.rounding = 100 if chip == "0.01" else 0
        told.game, told.betting, told.tournament = game.game, game.betting, game.tournament
        low, high = game.stakes
        told.stakes = told.chips(low), told.chips(high)
        table, size = _table(told)
        _WinamaxReader(told, ignore).read()
        when = read_time(header["when"] or "")
        if when is None and header["when"]:
            ignore(LABELS["when"])
        if game.tournament is not None:
            about = replace(game.tournament, number=_event_number(table))
            table = tournament_label(about, buy_in=game.buy_in, table=table)
        return build(
            told, number=header["number"], table=table, when=when, chip=chip, table_size=size
        )


class _WinamaxGame(NamedTuple):
    game: str
    betting: Betting
    stakes: tuple[str, str]
    amounts: Amounts
    chip: str
    tournament: TournamentTable | None
    buy_in: str


@lru_cache(maxsize=1024)
def _game(kind: str, game: str, betting: str, stakes: str) -> _WinamaxGame | None:
    """What a header says; None if it is a game that we do not read."""
    blinds = stakes.split("/")
    if game not in _GAMES or len(blinds) < 2:
        return None
    event = _EVENT.match(kind)
    about, buy_in = None, ""
    if event is not None:
        buy_in = event["buy_in"]
        parts = [CENTS.read(part.strip()) or 0 for part in buy_in.split("+")]
        about = TournamentTable(
            "",
            name=event["name"],
            buy_in=parts[0],
            bounty=parts[1] if len(parts) > 2 else 0,
            fee=parts[-1] if len(parts) > 1 else 0,
            currency="EUR" if "€" in buy_in else "USD" if "$" in buy_in else "",
            level=event["level"],
            free=is_free(buy_in),
        )
    currency = "" if event else "EUR" if "€" in stakes else "USD" if "$" in stakes else ""
    cents = not event and (currency or "." in stakes)
    chip = f"0.01 {currency}".rstrip() if cents else ""
    return _WinamaxGame(
        _GAMES[game],
        _BETTINGS[betting],
        (blinds[-2], blinds[-1]),
        CENTS if cents else CHIPS,
        chip,
        about,
        buy_in,
    )


def _table(told: Told) -> tuple[str, int]:
    """The name and the size of the table."""
    found = None
    if len(told.lines) > 1:
        told.at, text = told.lines[1]
        found = _TABLE.fullmatch(text)
    if found is None:
        raise told.error("the line with the table and the button is missing")
    told.button = int(found[4])
    if told.tournament is not None:
        told.tournament = _numbered(told.tournament, _event_number(found[1]))
    return found[1], int(found[2])


@lru_cache(maxsize=1024)
def _numbered(about: TournamentTable, number: str) -> TournamentTable:
    return replace(about, number=number)


def _event_number(table: str) -> str:
    """The number of a tournament in the name of a table such as ``Free(123)#4``."""
    found = re.search(r"\((\d+)\)#\d+$", table)
    return found[1] if found else "0"


class _WinamaxReader:
    """Goes over the lines after the second."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore
        self.dealt = False

    def read(self) -> None:
        told = self.told
        seats = told.seats
        lines = iter(told.lines[2:])
        for told.at, text in lines:
            if found := _SEAT.fullmatch(text):
                told.sit(int(found[1]), found[2], told.chips(found[3]))
            else:
                break
        for told.at, text in lines:
            if told.act_plainly(text):
                continue
            if text[:3] == "***":
                if text.startswith("*** SUMMARY"):
                    break
                self._street(text)
            elif (found := _ACT.match(text)) and (
                seat := seats.get(found["name"]) or self._seat(text)
            ) is not None:
                self._act(seat, text)
            elif dealt := _DEALT.fullmatch(text):
                told.deal_to(told.seat(dealt[1]), told.cards(dealt[2]))
            else:
                self.ignore("lines")
        for told.at, text in lines:
            if found := _TOTAL.fullmatch(text):
                if "k" not in found[1]:
                    told.total, told.total_line = told.chips(found[1]), told.at
                told.rake = told.chips(found[2]) if found[2] and "k" not in found[2] else 0
        if told.rake is None:
            raise told.error("the hand is cut off: no summary with the pot and the rake")

    def _seat(self, text: str) -> ToldSeat | None:
        """The seat of a player whose name has a word of an action in it."""
        return self.told.seat_before(text, " ")

    def _act(self, seat: ToldSeat, text: str) -> None:
        told = self.told
        verb, _, rest = text[len(seat.name) + 1 :].partition(" ")
        if verb == "folds":
            told.act(seat, FOLDS)
        elif verb == "checks":
            told.act(seat, CHECKS)
        elif verb == "calls":
            told.act(seat, CALLS, self._chips(rest))
        elif verb == "bets":
            told.act(seat, BETS, self._chips(rest))
        elif verb == "raises":
            self._raise(seat, rest)
        elif verb in {"posts", "straddles"}:
            self._post(seat, verb, rest)
        elif verb == "shows":
            told.show(seat, told.cards(rest.partition("[")[2].partition("]")[0]))
        elif verb == "collected":
            told.collect(seat, self._chips(rest))
        else:
            self.ignore("lines")

    def _chips(self, text: str) -> int:
        word, _, rest = text.partition(" ")
        known = self.told.amounts.known.get(word)
        if known is not None and not rest[:1].isdecimal():  # not "1" of "1 500"
            return known
        found = _AMOUNT.search(text)
        if found is None:
            raise self.told.error(f"{quoted(text)} has no amount")
        return self.told.chips(found[0].strip())

    def _raise(self, seat: ToldSeat, text: str) -> None:
        found = _TO.search(text)
        if found is None:
            raise self.told.error(f"{quoted(text)} has no amount to raise to")
        chips = self.told.chips(found[1].strip())
        if self.dealt:
            self.told.act(seat, RAISES_TO, chips)
        else:
            self.told.post(seat, BOTH, chips)  # an older way to write both blinds

    def _post(self, seat: ToldSeat, verb: str, text: str) -> None:
        told = self.told
        chips = self._chips(text)
        if not chips:
            return
        big = told.stakes[1]
        again = any(who is seat and what == BOTH for _, who, what, _ in told.posts)
        if verb == "straddles" or "straddle" in text:
            kind = STRADDLE
        elif "ante" in text:
            kind = ANTE
        elif again:
            kind = DEAD
        elif "out of position" in text:
            kind = BOTH if chips > big else LIVE if "big" in text else DEAD
        else:
            kind = SMALL if "small" in text else BIG
        told.post(seat, kind, chips)

    def _street(self, text: str) -> None:
        if found := _BOARD.match(text):
            cards = self.told.cards(found[2].replace("[", " ").replace("]", " "))
            self.told.deal(_STREETS[found[1]], cards)
        elif "PRE-FLOP" in text:
            self.dealt = True
