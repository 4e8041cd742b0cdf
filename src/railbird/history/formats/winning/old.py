"""The older form of the Winning network's text: ``Player NAME folds``."""

from __future__ import annotations

import re

from railbird.history.formats.base import Ignore, Line
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.about import read_buy_in, read_time
from railbird.history.formats.rooms.amounts import CENTS, CHIPS
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ALL_IN,
    BETS,
    BIG,
    CALLS,
    CHECKS,
    FOLDS,
    RAISES_BY,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.history.formats.winning.common import STREETS, cap_stakes, post_kind
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

OLD_HAND = re.compile(r"Game started at:")
OLD_NUMBER = re.compile(r"Game ID: [0-9]+ ")
_GAME = re.compile(
    r"Game ID: (?P<number>[0-9]+) (?P<low>[0-9.,]+)/(?P<high>[0-9.,]+) (?P<table>.*?)\s*"
    r"\((?P<game>[^()]*)\)(?: (?P<size>[0-9]+)-max)?",
    re.IGNORECASE,
)
_GAMES = {"Hold'em": "holdem", "Omaha": "omaha", "Omaha HiLow": "omaha8"}
_TOURNAMENT = re.compile(r"(?P<name>.*), Table (?P<table>[0-9]+)")
_BUY_IN = re.compile(r"\$[0-9.,]+ (?!.*(?:GTD|Freeroll|Freebuy))", re.IGNORECASE)
_SIZE = re.compile(r"([0-9]+)-max", re.IGNORECASE)
_SEAT = re.compile(r"Seat ([0-9]+): (.*) \(([0-9.,]+)\)\.?")
_BUTTON = re.compile(r"Seat ([0-9]+) is the button")
_LINE = re.compile(
    r"Player (.*) (folds|checks|calls|bets|raises|allin|caps?|straddle|posts ante|ante|posts"
    r"|received card:)(?: [(\[]([^()\[\]]+)[)\]])?"
)
_BLIND = re.compile(r"Player (.*) has (small|big) blind [(\[]([^()\[\]]+)[)\]]")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\*:? ?(.*)")
_RETURNED = re.compile(r"Uncalled bet \(([0-9.,]+)\) returned to ?(.*)")
_POT = re.compile(r"Pot: ([0-9.,]+?)\.?(?: (Rake.*))?")
_RAKE = re.compile(r"(?:Rake|JP fee) ([0-9]+(?:[.,][0-9]+)?)", re.IGNORECASE)
_RESULT = re.compile(
    r"\*?Player (?P<name>.*?) (?:does not show|shows:|mucks)(?P<rest>.*?)\.? ?"
    r"Bets: [0-9.,]+ Collects: (?P<won>[0-9.,]+?)\. (?:Wins|Loses): .*"
)
_CARDS = re.compile(r"\[([^\[\]]*)\]")
_PLAIN = {"calls", "bets", "raises", "allin"}
_BLINDS = {"small": SMALL, "big": BIG}
_VERBS = {"calls": CALLS, "bets": BETS, "raises": RAISES_BY, "allin": ALL_IN, "caps": ALL_IN}


def read_old(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand that the lines describe."""
    header = next((line for line in lines if line[1].startswith("Game ID:")), lines[0])
    told = Told(lines, CENTS)
    told.at = header[0]
    found = _GAME.fullmatch(header[1])
    if found is None or found["game"] not in _GAMES:
        raise told.error(not_ours(header[1]))
    told.game = _GAMES[found["game"]]
    table = found["table"]
    tournament = _TOURNAMENT.fullmatch(table)
    chip = "0.01" if table.startswith("PM ") else "0.01 USD"
    if tournament or not table:
        told.amounts, chip = CHIPS, ""
        told.tournament = _tournament(tournament["name"] if tournament else "")
    told.stakes = (told.chips(found["low"]), told.chips(found["high"]))
    _Old(told, ignore).read()
    when = read_time(lines[0][1])
    if when is None:
        ignore(LABELS["when"])
    size = found["size"] or next(iter(_SIZE.findall(table)), 0)
    return build(
        told,
        number=found["number"],
        table=table,
        when=when,
        chip=chip,
        table_size=int(size),
    )


def _tournament(name: str) -> TournamentTable:
    """What the name of a table says about its tournament."""
    buy_in = read_buy_in(name.split(maxsplit=1)[0]) if _BUY_IN.match(name) else {}
    return TournamentTable("", name=name, **buy_in)  # type: ignore[arg-type]


class _Old:
    """Goes over the lines after the header."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore

    def read(self) -> None:
        told = self.told
        told.betting = self._betting()
        lines, summary = told.lines, False
        for told.at, text in lines:
            if text.endswith(" received a card."):
                continue
            if summary:
                self._read_summary(text)
            elif text.startswith("Player "):
                self._read_player(text)
            elif text.startswith("------ Summary"):
                summary = True
            else:
                self._read_line(text)
        if not summary:
            raise told.error("the hand is cut off: no summary with the pot and the winnings")

    def _betting(self) -> Betting:
        """The betting, which the text does not say, from the blinds."""
        told = self.told
        lines, (low, high) = told.lines, told.stakes
        for told.at, text in lines:
            found = _BLIND.fullmatch(text) if " blind (" in text else None
            if found:
                paid = found[2], told.chips(found[3])
                if paid in (("big", low), ("small", low // 2)):
                    return "limit"
                if paid in (("big", high), ("small", low)):
                    break
        return "no-limit" if told.game == "holdem" else "pot-limit"

    def _read_player(self, text: str) -> None:
        """Read what a player posts or does; whether they are away does not matter."""
        told = self.told
        body = text[7:]
        if told.act_plainly(body):
            return
        words, _, money = body.rpartition(" (")
        name, _, verb = words.rpartition(" ")
        seat = told.seats.get(name)
        if seat is not None and verb in _PLAIN and money.find(")") == len(money) - 1 > 0:
            told.act(seat, _VERBS[verb], told.chips(money[:-1]))  # by far the most
            return
        if " blind " in text and (found := _BLIND.fullmatch(text)):
            told.post(self._seat(found[1]), _BLINDS[found[2]], told.chips(found[3]))
            return
        found = _LINE.fullmatch(text)
        if found is None:
            if text.rstrip(".").endswith("ALL IN"):
                self._protect(text)
            return
        name, verb, inside = found.groups()
        seat = self._seat(name)
        if verb == "folds":
            told.act(seat, FOLDS)
        elif verb == "checks":
            told.act(seat, CHECKS)
        elif verb == "received card:":
            told.deal_to(seat, (*(seat.cards or ()), *told.cards(inside or "")))
        elif inside is None:
            return  # all in without chips: they are not connected
        elif verb in _VERBS or verb == "cap":
            told.act(seat, _VERBS.get(verb, ALL_IN), told.chips(inside))
            if verb.startswith("cap"):
                cap_stakes(told, seat)
        elif verb == "straddle":
            told.post(seat, STRADDLE, told.chips(inside))
        else:
            chips = told.chips(inside)
            told.post(seat, post_kind(told, verb, chips), chips)

    def _seat(self, name: str) -> ToldSeat:
        """The seat of a player; one without a name is the only one whom no other line names."""
        told = self.told
        if name:
            return told.seat(name)
        lines = [text.lstrip("*") for _, text in told.lines]
        unnamed = [
            seat
            for seat in told.seats.values()
            if not any(text.startswith(f"Player {seat.name} ") for text in lines)
        ]
        if len(unnamed) != 1:
            raise told.error("a player without a name acts, and no single seat can be theirs")
        return unnamed[0]

    def _protect(self, text: str) -> None:
        """A player who loses the connection plays on for what they have paid so far."""
        told = self.told
        seat = next((s for s in told.seats.values() if text.startswith(f"Player {s.name} ")), None)
        if seat is not None:
            told.protect(seat)

    def _read_line(self, text: str) -> None:
        told = self.told
        words, _, money = text.rpartition(" (") if text[-2:] == ")." else ("", "", "")
        if money[:1].isdecimal() and told.sit_plainly(words, money[:-2]):
            return
        if text[:5] == "Seat " and (found := _SEAT.fullmatch(text)):
            told.sit(int(found[1]), found[2], told.chips(found[3]))
        elif text[:5] == "Seat " and (found := _BUTTON.fullmatch(text)):
            told.button = int(found[1])
        elif text[:4] == "*** " and (found := _STREET.fullmatch(text)):
            told.deal(STREETS[found[1]], told.cards(found[2].replace("[", " ").replace("]", " ")))
        elif found := _RETURNED.fullmatch(text):
            self._seat(found[2]).returned += told.chips(found[1])
        elif not text.startswith("Game "):
            self.ignore("lines")

    def _read_summary(self, text: str) -> None:
        told = self.told
        if " Collects: 0. " in text and "[" not in text:
            return
        if found := _RESULT.fullmatch(text):
            chips = told.chips(found["won"])
            if not chips and found["name"] not in told.seats:
                return  # they came during the hand
            seat = self._seat(found["name"])
            if chips:
                told.collect(seat, chips)
            if cards := _CARDS.search(found["rest"]):
                told.show(seat, told.cards(cards[1]))
        elif found := _POT.fullmatch(text):
            told.total, told.total_line = told.chips(found[1]), told.at
            told.rake = sum(map(told.chips, _RAKE.findall(found[2] or "")))
