"""The form of the Winning network's text since 2019, which is close to that of PokerStars."""

from __future__ import annotations

import re

from railbird.history.formats.base import Ignore, Line
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.about import read_time, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, CHIPS
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ALL_IN,
    BETS,
    CALLS,
    CHECKS,
    FOLDS,
    RAISES_TO,
    STRADDLE,
    Told,
)
from railbird.history.formats.winning.common import STREETS, cap_stakes, post_kind
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

NEW_HAND = re.compile(r"(?:Game )?Hand #[0-9]+ - ")
_HEADER = re.compile(
    r"(?:Game )?Hand #(?P<number>[0-9]+) - "
    r"(?:(?P<name>.*?) ?Tournament #(?P<tournament>[0-9]+) - )?"
    r"(?P<game>[^()]*?) ?\((?P<betting>[^()]*)\) - (?:Level (?P<level>\w+) \(?)?"
    r"(?P<sign>\$)?(?P<low>[0-9.,]+)/\$?(?P<high>[0-9.,]+)\)?(?P<rest>.*)"
)
_TABLE = re.compile(
    r"(?P<name>.*?) (?P<size>[0-9]+)-max (?P<play>\(Play Money\) )?"
    r"Seat #(?P<button>[0-9]+) is the button"
)
_GAMES = {
    "Holdem": "holdem",
    "Omaha": "omaha",
    "4Card Omaha": "omaha",
    "Omaha H/L": "omaha8",
    "4Card Omaha H/L": "omaha8",
}
_BETTINGS: dict[str, Betting] = {
    "No Limit": "no-limit",
    "Pot Limit": "pot-limit",
    "Fixed Limit": "limit",
    "All-in or Fold Limit": "no-limit",
}
_SEAT = re.compile(r"Seat ([0-9]+): (.*) \(([$0-9.,]+)\)( is sitting out)?")
_LINE = re.compile(
    r"(.*?) (folds|checks|calls|bets|raises|caps?|straddles?|posts ante|posts the (?:small|big)"
    r" blind|posts dead|posts)(?: ([$0-9.,]+))?(?: to ([$0-9.,]+))?(?: and is all-in)?"
)
_SHOWN = re.compile(r"(.*?) (?:shows|mucks) \[([^\[\]]*)\].*")
_DEALT = re.compile(r"Dealt to (.*?) \[([^\[\]]*)\]")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (.*)")
_RETURNED = re.compile(r"Uncalled bet \(([$0-9.,]+)\) returned to (.*)")
_COLLECTED = re.compile(r"(.*) collected ([$0-9.,]+) from .*pot.*")
_TOTAL = re.compile(r"Total pot ([$0-9.,]+)(.*)")
_RAKE = re.compile(r"\| (?:Rake|JP Fee) ([$0-9.,]+)", re.IGNORECASE)
_RESULT = re.compile(r"Seat ([0-9]+): (.*)")
_WON = re.compile(r"\b(?:won|collected) ([$0-9.,]+)")
_SEEN = re.compile(r"\b(?:showed|mucked) \[([^\[\]]*)\]")


def read_new(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand that the lines describe."""
    told = Told(lines, CENTS)
    found = _HEADER.fullmatch(lines[0][1])
    if found is None or found["game"] not in _GAMES or found["betting"] not in _BETTINGS:
        raise told.error(not_ours(lines[0][1]))
    told.game, told.betting = _GAMES[found["game"]], _BETTINGS[found["betting"]]
    if found["tournament"]:
        told.amounts = CHIPS
        told.tournament = TournamentTable(
            found["tournament"], name=found["name"] or "", level=found["level"] or ""
        )
    told.stakes = (told.chips(found["low"]), told.chips(found["high"]))
    told.at = lines[min(1, len(lines) - 1)][0]
    table = _TABLE.fullmatch(lines[1][1]) if len(lines) > 1 else None
    if table is None:
        raise told.error("the line with the table and the button is missing")
    told.button = int(table["button"])
    _New(told, ignore).read()
    when = read_time(found["rest"])
    if when is None:
        ignore(LABELS["when"])
    name, chip = table["name"], "0.01 USD" if found["sign"] and not table["play"] else "0.01"
    if told.tournament:
        chip = ""
        name = tournament_label(
            told.tournament, buy_in="", table=name.removeprefix("Table ").strip("'")
        )
    return build(
        told,
        number=found["number"],
        table=name,
        when=when,
        chip=chip,
        table_size=int(table["size"]),
    )


class _New:
    """Goes over the lines after the second."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore

    def read(self) -> None:
        told = self.told
        lines, summary = told.lines[2:], False
        for told.at, text in lines:
            if summary:
                self._read_summary(text)
            elif text.startswith("*** SUMMARY"):
                summary = True
            elif not self._is_act(text) or not (told.act_plainly(text) or self._read_act(text)):
                self._read_line(text)
        if not summary:
            raise told.error("the hand is cut off: no summary with the pot")

    def _is_act(self, text: str) -> bool:
        """Whether a line may be an action, by its first word."""
        return text[:4] != "*** " and (text[:5] != "Seat " or bool(self.told.posts))

    def _read_act(self, text: str) -> bool:
        """Read what a player posts or does; False if it is something else."""
        told = self.told
        found = _LINE.fullmatch(text)
        if found is None or found[1] not in told.seats:
            return False
        seat, verb = told.seats[found[1]], found[2]
        if verb == "folds":
            told.act(seat, FOLDS)
        elif verb == "checks":
            told.act(seat, CHECKS)
        elif found[3] is None:
            return False
        elif verb == "raises" and found[4]:
            told.act(seat, RAISES_TO, told.chips(found[4]))
        elif verb.startswith("cap"):
            told.act(seat, ALL_IN, told.chips(found[3]))
            cap_stakes(told, seat)
        elif verb.startswith("straddle"):
            told.post(seat, STRADDLE, told.chips(found[3]))
        elif verb.startswith("posts"):
            chips = told.chips(found[3])
            told.post(seat, post_kind(told, verb, chips), chips)
        else:
            told.act(seat, {"calls": CALLS, "bets": BETS}.get(verb, ALL_IN), told.chips(found[3]))
        return True

    def _read_line(self, text: str) -> None:
        told = self.told
        if text[:5] == "Seat " and (found := _SEAT.fullmatch(text)):
            told.sit(int(found[1]), found[2], told.chips(found[3]), away=bool(found[4]))
        elif text[:4] == "*** " and (found := _STREET.fullmatch(text)):
            told.deal(STREETS[found[1]], told.cards(found[2].replace("[", " ").replace("]", " ")))
        elif found := _RETURNED.fullmatch(text):
            told.seat(found[2]).returned += told.chips(found[1])
        elif found := _COLLECTED.fullmatch(text):
            told.collect(told.seat(found[1]), told.chips(found[2]))
        elif found := _DEALT.fullmatch(text):
            told.deal_to(told.seat(found[1]), told.cards(found[2]))
        elif (found := _SHOWN.fullmatch(text)) and found[1] in told.seats:
            told.show(told.seats[found[1]], told.cards(found[2]))
        elif not text.startswith(("***", "Main pot", "Side pot")):
            self.ignore("lines")

    def _read_summary(self, text: str) -> None:
        told = self.told
        if found := _TOTAL.fullmatch(text):
            told.total, told.total_line = told.chips(found[1]), told.at
            told.rake = sum(map(told.chips, _RAKE.findall(found[2])))
        elif found := _RESULT.fullmatch(text):
            for seat in told.seats.values():
                if str(seat.number) == found[1] and found[2].startswith(seat.name):
                    rest = found[2][len(seat.name) :]
                    if seen := _SEEN.search(rest):
                        told.show(seat, told.cards(seen[1]))
                    # who wins without a showdown has no other line
                    if not seat.collected and (won := _WON.search(rest)):
                        told.collect(seat, told.chips(won[1]))
