"""PokerTracker's form for Everest: ``NAME raises to $5.50``."""

from __future__ import annotations

import re

from railbird.history.formats.base import Ignore, Line
from railbird.history.formats.labels import LABELS
from railbird.history.formats.pokertracker.common import BETTINGS, GAMES, STREETS, chip_of
from railbird.history.formats.rooms.about import currency_in, read_time, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, CHIPS, PLACE, read_place
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    RAISES_TO,
    SMALL,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.tournament import TournamentTable

EVEREST = re.compile(r"EverestPoker Game #[0-9]+: ")
_HEADER = re.compile(
    r"EverestPoker Game #(?P<number>[0-9]+): (?:Tourney ID: (?P<tournament>[0-9]+), )?"
    r"Table (?P<table>.*) - (?P<low>[^\s/]+)/(?P<high>[^\s/]+) - "
    r"(?P<betting>No Limit|Pot Limit|Fixed Limit|Limit) (?P<game>.*?)"
    r" - (?P<clock>\S+) - (?P<day>.*)"
)
_SEAT = re.compile(r"Seat ([0-9]+): (.*) \(([^()\s]+)\)(.*)")
_BUTTON = re.compile(r"The button is in seat #([0-9]+)")
_LINE = re.compile(
    r"(?P<name>.*?) (?P<verb>folds|checks|calls|bets|raises to|collects|shows|mucks|mucked"
    r"|posts(?P<post>(?: [a-z &+/]+? of)?))"
    r"(?: (?P<chips>[^\s\[\]]*[0-9]))?(?:,? and is all-in)?(?: \[(?P<cards>[^\[\]]*)\].*)?"
    r"(?: from .*)?"
)
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (.*)")
_DEALT = re.compile(r"Dealt to (.*) \[([^\[\]]*)\]")
_PROTECTED = re.compile(r"(.*) has been disconnected, and is all-?in")
_FINISHED = re.compile(rf"(.*) finished in place {PLACE}(?: and won (?:\$(?=\$))?(.*))?")
_RETURNED = re.compile(r"Uncalled bet of (\S+) returned to (.*)")


def read_everest(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand that the lines describe."""
    told = Told(lines, CENTS)
    found = _HEADER.fullmatch(lines[0][1])
    game = GAMES.get(found["game"].lower()) if found else None
    if found is None or game is None:
        raise told.error(not_ours(lines[0][1]))
    told.game, told.betting = game, BETTINGS[found["betting"].lower()]
    table, chip = found["table"], chip_of(found["low"])
    if found["tournament"]:
        told.amounts, chip = CHIPS, ""
        told.tournament = TournamentTable(found["tournament"])
        table = tournament_label(told.tournament, buy_in="", table=table)
    told.stakes = (told.chips(found["low"]), told.chips(found["high"]))
    _read_lines(told, ignore)
    when = read_time(f"{found['day']} {found['clock']}")
    if when is None:
        ignore(LABELS["when"])
    return build(told, number=found["number"], table=table, when=when, chip=chip)


def _read_lines(told: Told, ignore: Ignore) -> None:
    """Go over the lines after the header."""
    lines, summary = told.lines[1:], False
    for told.at, text in lines:
        if told.act_plainly(text):
            continue
        if (found := _LINE.fullmatch(text)) and found["name"] in told.seats:
            _read_act(told, told.seats[found["name"]], found)
        elif found := _SEAT.fullmatch(text):
            away = "out" in found[4]
            told.sit(int(found[1]), found[2], told.chips(found[3]), away=away)
        elif found := _BUTTON.fullmatch(text):
            told.button = int(found[1])
        elif found := _STREET.fullmatch(text):
            cards = told.cards(found[2].replace("[", " ").replace("]", " "))
            told.deal(STREETS[found[1].lower()], cards)
        elif found := _DEALT.fullmatch(text):
            told.deal_to(told.seat(found[1]), told.cards(found[2]))
        elif found := _RETURNED.fullmatch(text):
            told.seat(found[2]).returned += told.chips(found[1])
        elif (found := _PROTECTED.fullmatch(text)) and found[1] in told.seats:
            told.protect(told.seats[found[1]])
        elif (found := _FINISHED.fullmatch(text)) and found[1] in told.seats:
            prize = CENTS.read((found[3] or "").strip()) or 0
            if prize:  # nothing is written `$$0`, whatever the currency
                told.currency = told.currency or currency_in(found[3])
            told.finishes.append((told.seats[found[1]], read_place(found[2]), prize))
        elif text.startswith("*** SUMMARY"):
            summary = True
        elif not text.startswith("***"):
            ignore("lines")
    if not summary:
        raise told.error("the hand is cut off: no summary")


def _read_act(told: Told, seat: ToldSeat, found: re.Match[str]) -> None:
    """Read what a player posts, does, shows or wins."""
    verb = found["verb"]
    if verb in ("folds", "checks"):
        told.act(seat, FOLDS if verb == "folds" else CHECKS)
    elif verb in ("shows", "mucks", "mucked"):
        told.show(seat, told.cards(found["cards"] or ""))
    else:
        chips = told.chips(found["chips"] or "")
        if verb == "collects":
            told.collect(seat, chips)
        elif found["post"] is not None:
            told.post(seat, _kind(told, found["post"], chips), chips)
        else:
            verbs = {"calls": CALLS, "bets": BETS, "raises to": RAISES_TO}
            told.act(seat, verbs[verb], chips)


def _kind(told: Told, words: str, chips: int) -> int:
    if "ante" in words:
        return ANTE
    if "small" in words:
        return SMALL
    big = told.stakes[0] if told.betting == "limit" else told.stakes[1]
    if chips > big:
        return BOTH
    return DEAD if "dead" in words and chips < big else BIG  # a missed big blind is live
