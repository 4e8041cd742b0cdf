"""The game, stakes, tournament and time of a PartyPoker hand."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from railbird.history.formats.rooms.amounts import CENTS
from railbird.history.formats.rooms.zones import time_in_utc
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

START = re.compile(r"\ufeff?[\s\0]*\*{5} Hand History for Game (\w+) \*{5}", re.IGNORECASE)

_GAME = re.compile(
    r"(?P<other>[0-9][- ]Card |Double |Short )?(?:Texas |)(?:(?P<holdem>Hold'?em)"
    r"|Omaha(?P<low> (?:Hi-?/?Lo|H/L)\b)?)",
    re.IGNORECASE,
)
_BETTING = re.compile(r"\b(NL|PL|FL)\b")
_STAKES = re.compile(r"([$€£]?[0-9][0-9,.]*)/([$€£]?[0-9][0-9,.]*)")
_EVENT = re.compile(r"(?:Trny: ?|Tournament #)(?P<number>[0-9]+)(?: Level: ?(?P<level>\w+))?")
_BUY_IN = re.compile(
    r"([$€£]) ?([0-9][0-9,.]*)(?: [A-Z]{3})? Buy-in(?: *\+ *[$€£]([0-9][0-9,.]*) Entry Fee)?"
    r"|\(Buyin ([$€£])([0-9.,]+) \+ [$€£]?([0-9.,]+)\)"
)
_CODE = re.compile(r"\b(USD|EUR|GBP)\b|([$€£])")
_CODES = {"$": "USD", "€": "EUR", "£": "GBP"}
_WHEN = re.compile(
    r"([A-Z][a-z]{2})[a-z]* ([0-9]{1,2}),? ([0-9]{2}):([0-9]{2}):([0-9]{2}) *(\w*) +([0-9]{4})"
)
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_BETTINGS: dict[str, Betting] = {"NL": "no-limit", "PL": "pot-limit", "FL": "limit"}


class PartyGame(NamedTuple):
    """What the second line of a hand says."""

    game: str
    betting: Betting
    stakes: tuple[str, str] | None
    code: str
    tournament: TournamentTable | None
    buy_in: str


@lru_cache(maxsize=1024)
def read_game(text: str) -> PartyGame | None:
    """The game; None if it is not one that we read."""
    found = _GAME.search(text)
    if found is None or found["other"] or "Short Deck" in text:
        return None
    game = "holdem" if found["holdem"] else "omaha8" if found["low"] else "omaha"
    kind = _BETTING.search(text)
    stakes = _STAKES.search(text)
    code = _CODE.search(text)
    event = _EVENT.search(text)
    about, buy_in = None, ""
    if event or "Tourney" in text or "Trny" in text:
        buy_in, about = _tournament(text, event)
    return PartyGame(
        game,
        _BETTINGS[kind[1]] if kind else "limit",
        (stakes[1].rstrip(","), stakes[2].rstrip(",")) if stakes else None,
        (code[1] or _CODES[code[2]]) if code else "",
        about,
        buy_in,
    )


def _tournament(text: str, event: re.Match[str] | None) -> tuple[str, TournamentTable]:
    found = _BUY_IN.search(text)
    sign, price, fee = "", "", ""
    if found is not None:
        sign, price, fee = (found[i] or found[i + 3] or "" for i in (1, 2, 3))
    buy_in = " + ".join(f"{sign}{part}" for part in (price, fee) if part)
    return buy_in, TournamentTable(
        event["number"] if event else "",
        buy_in=CENTS.read(price) or 0 if price else 0,
        fee=CENTS.read(fee) or 0 if fee else 0,
        currency=_CODES.get(sign, ""),
        level=(event["level"] or "") if event else "",
    )


def read_time(text: str) -> datetime | None:
    """The time, in UTC if its zone is known; None if there is none."""
    found = _WHEN.search(text)
    if found is None or found[1] not in _MONTHS:
        return None
    month, day, hour, minute, second, zone, year = found.groups()
    month = str(_MONTHS.index(month) // 3 + 1)
    return time_in_utc(year, month, day, hour, minute, second, zone)
