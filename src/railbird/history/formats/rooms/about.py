"""Where a hand comes from, as rooms write it: times and tournaments."""

from __future__ import annotations

import re
from datetime import datetime

from railbird.history.formats.rooms.amounts import CENTS
from railbird.history.formats.rooms.zones import time_in_utc
from railbird.table.money import SYMBOLS
from railbird.table.tournament import TournamentTable

_CLOCK = r"[ T-]+([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}))?"
_TIME = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})" + _CLOCK)
_DAY_FIRST = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2}|[A-Z][a-z]{2})[-/.]([0-9]{4})" + _CLOCK)
_ZONE = re.compile(r"[ /(]{0,3}([A-Z]{2,5})\b")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_MONEY = re.compile(
    r"([^\w\s.,:()\[\]'+-])? ?([0-9]{1,3}(?:[.,][0-9]{3})+(?:[.,][0-9]{1,2})?(?![0-9])"
    r"|[0-9]+(?:[.,][0-9]{1,2})?(?![0-9]))"
)
_SIGN = re.compile(r"[A-Z]{3}\b|[^\w\s.,:()\[\]'+-]")
_NUMBER = re.compile(
    r"(?:(?:(?<![0-9]),|, )([0-9]+)|(?<![0-9.,$€£])([0-9]{6,}))(?![0-9]|[.,][0-9])"
)
"""A number after a comma that is not one of a price, or a long one."""

_FREE = re.compile(r"\bfree-?(?:roll|buy)|^\W*(?:free|gratuit)\W*$", re.IGNORECASE)
_CODES = {sign: code for code, sign in SYMBOLS.items()}


def read_time(text: str) -> datetime | None:
    """The first time in a text, year or day first, in UTC if its zone is known; None if none is.

    Examples
    --------
    >>> read_time("Started at 2020/3/4 5:06:07 UTC")
    datetime.datetime(2020, 3, 4, 5, 6, 7, tzinfo=datetime.timezone.utc)
    """
    found = _TIME.search(text)
    if found is not None:
        year, month, day, hour, minute, second = found.groups()
    else:
        found = _DAY_FIRST.search(text)
        if found is None:
            return None
        day, month, year, hour, minute, second = found.groups()
        if month in _MONTHS:
            month = str(_MONTHS.index(month) + 1)
    zone = _ZONE.match(text, found.end())
    return time_in_utc(year, month, day, hour, minute, second, zone[1] if zone else None)


def currency_of(sign: str) -> str:
    """The code of a currency, by its sign; the sign itself if it is not known."""
    return _CODES.get(sign, sign)


def currency_in(text: str) -> str:
    """The code of the currency that an amount such as ``$5.00`` is in; empty if it does not say.

    Examples
    --------
    >>> currency_in("€1,50"), currency_in("1500")
    ('EUR', '')
    """
    found = _SIGN.search(text)
    return currency_of(found[0]) if found else ""


def is_free(text: str) -> bool:
    """Whether the price or name of a tournament says that it costs nothing.

    Examples
    --------
    >>> is_free("$50 Freeroll"), is_free("0€ + 0€"), is_free("$10 Free Ticket"), is_free("")
    (True, True, False, False)
    """
    if _FREE.search(text):
        return True
    found = _MONEY.findall(text)
    return bool(found) and not any(CENTS.read(amount) for _, amount in found)


def number_in(table: str) -> str:
    """The number of a tournament in the name of its table; empty if it has none.

    A comma inside a price begins no number, and ``#5`` is the fifth of a series. Of several
    numbers it is the longest.

    Examples
    --------
    >>> number_in("$3,500 GP, 942927853"), number_in("Turbo (#16727068)"), number_in("$3,500 GP")
    ('942927853', '16727068', '')
    """
    found = [one or other for one, other in _NUMBER.findall(table)]
    return max(found, key=len, default="")


def read_buy_in(text: str) -> dict[str, int | str]:
    """The buy-in, bounty, fee and currency of a text such as ``$10+$1``, as fields.

    Examples
    --------
    >>> read_buy_in("$5+$2.50+$0.50")
    {'buy_in': 500, 'bounty': 250, 'fee': 50, 'currency': 'USD'}
    """
    found = _MONEY.findall(text)
    parts = ([part for part in found if part[0]] or found)[:3]
    if not parts or is_free(text):
        return {"free": True} if is_free(text) else {}
    money = [CENTS.read(amount) or 0 for _, amount in parts]
    return {
        "buy_in": money[0],
        "bounty": money[1] if len(money) > 2 else 0,
        "fee": money[-1] if len(money) > 1 else 0,
        "currency": currency_of(parts[0][0]),
    }


def tournament_label(about: TournamentTable, *, buy_in: str, table: str) -> str:
    """The text of ``Hand.table`` for a tournament: what is known of it.

    Examples
    --------
    >>> tournament_label(TournamentTable("77", level="IV"), buy_in="$5+$0.50", table="77 3")
    'Tournament #77, $5+$0.50, Level IV, table 77 3'
    """
    known = [buy_in or about.name, about.level and f"Level {about.level}", f"table {table}"]
    return ", ".join([f"Tournament #{about.number}", *filter(None, known)])
