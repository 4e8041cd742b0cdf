"""The first two lines of a PokerStars hand: game, stakes, tournament, time, table and button."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from railbird.history.formats.rooms.about import is_free
from railbird.history.formats.rooms.amounts import CENTS, CHIPS, Amounts
from railbird.history.formats.rooms.zones import time_in_utc
from railbird.table.money import SYMBOLS
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

GAMES = {"Hold'em": "holdem", "Omaha": "omaha", "Omaha Hi/Lo": "omaha8"}
BETTINGS: dict[str, Betting] = {
    "Limit": "limit",
    "Pot Limit": "pot-limit",
    "No Limit": "no-limit",
}
HEADER_START = re.compile(
    r"(?:(?-i:PokerStars Hand) #|"  # by far the most, and found in a quarter of the time
    r"\ufeff?\s?#?(?:PokerStars|Full Tilt|Hive Poker|PokerMaster|Run It Once Poker|BetOnline"
    r"|PokerBros|MPLO|SupremaPoker)"
    r"(?: ?[A-Za-z ]*)? (?:Hand|Game) #)(?P<number>[^\s:]*)(?P<colon>: +)?",
    re.IGNORECASE,
)
"""The start of a hand. Other rooms, and programs that convert hands, write them in this form."""

_AMOUNT = r"[0-9][0-9,]*(?:\.[0-9]{1,2})?"
_SIGN = r"(?:[A-Z]{0,2}[^\w\s.,:()\[\]'+-]|kr ?)"
_TIME = re.compile(
    r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: -)? ([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?"
    r"(?: \(?([A-Z]+))?"
)
_TOURNAMENT = re.compile(r"(?:\w{1,30} )?Tournament #([\w-]{1,40}), ?", re.IGNORECASE)
_GAME = re.compile(
    r"(?P<other>(?:[0-9] Card|6\+|Swap|Showtime|Split|Unfold|Tempest|Fusion|Deck) +)?"
    r"(?P<game>Hold'em|Omaha(?: (?:Hi/Lo|H/L))?) "
    r"(?P<mixed>Pot Limit Pre-Flop, )?(?P<betting>No Limit|Pot Limit|(?:Fixed )?Limit)"
    r"(?: Post-Flop)?(?=\W|$)|(?<![/\w])(?P<plo>PLO)(?= *\([^A-Za-z])",
    re.IGNORECASE,
)
_LEVEL = re.compile(r"Level ?(\w+)", re.IGNORECASE)
_STAKES = re.compile(
    rf"(?P<sign>{_SIGN})?(?P<low>{_AMOUNT})(?: ?kr)?/(?:{_SIGN})?(?P<high>{_AMOUNT})(?: ?kr)?"
    rf"(?: - (?P<cap>\S+) Cap -?)?,? *(?:ante [^)]*)?(?P<code>[A-Z]{{3}}\b)?"
)
_MIXED = re.compile(r"(?:(?:^|\s)(?:Mixed|HORSE|HOSE|8-Game|Triple)\b[^()]*)?\(\s*$", re.IGNORECASE)
_MONEY = re.compile(rf"({_SIGN})?([0-9][0-9,]*(?:\.[0-9]+)?)")
_PRICE = re.compile(rf"({_SIGN})([0-9][0-9,]*(?:\.[0-9]{{1,2}})?)\b")
"""The price in the name of a tournament."""

_CODE = re.compile(r"\b[A-Z]{3}\b")
_SYMBOL_OF = {sign: code for code, sign in SYMBOLS.items()}
_TABLE = re.compile(
    r"Table (?:ID )?'(?P<name>.*)'(?P<rest>[^']*?) Seat #(?P<button>[0-9]{1,3}) is the button *",
    re.IGNORECASE,
)
_SIZE = re.compile(r" ([0-9]{1,3})-max\b", re.IGNORECASE)


class StarsGame(NamedTuple):
    """What a header says, apart from the number and the time."""

    game: str
    betting: Betting
    stakes: tuple[int, int]
    stake_cap: int
    amounts: Amounts
    chip: str
    tournament: TournamentTable | None
    buy_in: str


class StarsTable(NamedTuple):
    """What the second line says."""

    name: str
    size: int
    button: int


@lru_cache(maxsize=1024)
def read_game(text: str) -> StarsGame | None:
    """The game of a header; None if it is not one that we read."""
    tournament = _TOURNAMENT.search(text)
    found = _GAME.search(text)
    if found is None or found["other"]:
        return None
    stakes = _STAKES.search(text, found.end())
    if stakes is None:
        return None
    sign, code = stakes["sign"] or "", stakes["code"] or ""
    decimal = "." in stakes["low"] or "." in stakes["high"]
    amounts = CENTS if not tournament and (sign or code or decimal) else CHIPS
    chip = ""
    if amounts is CENTS:
        chip = f"0.01 {code or _SYMBOL_OF.get(sign, sign)}".rstrip()
    low, high = (amounts.read(stakes[name]) for name in ("low", "high"))
    cap = amounts.read(stakes["cap"]) if stakes["cap"] else 0
    if not low or not high or cap is None:
        return None
    about, buy_in = None, ""
    if tournament:
        buy_in = _MIXED.sub("", text[tournament.end() : found.start()]).strip(" -,")
        level = _LEVEL.search(text, found.end())
        about = _tournament(tournament[1], buy_in, level[1] if level else "")
    return StarsGame(
        *_game_and_betting(found),
        (low, high),
        cap,
        amounts,
        chip,
        about,
        buy_in,
    )


def _game_and_betting(found: re.Match[str]) -> tuple[str, Betting]:
    if found["plo"]:
        return "omaha", "pot-limit"
    game = "omaha8" if "/" in found["game"] else found["game"].lower().replace("'", "")
    kind = found["betting"].split()[0].lower()
    return game, "no-limit" if found["mixed"] else _BETTING_OF[kind]


_BETTING_OF: dict[str, Betting] = {
    "no": "no-limit",
    "pot": "pot-limit",
    "fixed": "limit",
    "limit": "limit",
}


def _tournament(number: str, buy_in: str, level: str) -> TournamentTable:
    """The tournament, with its buy-in such as ``$1.08+$0.27+$0.15 USD``."""
    parts = _MONEY.findall(buy_in) if "+" in buy_in else []
    if is_free(buy_in):
        found = _PRICE.search(buy_in)  # of the prizes
        currency = _SYMBOL_OF.get(found[1], found[1]) if found else ""
        return TournamentTable(number, name=buy_in, free=True, currency=currency, level=level)
    if not parts and (found := _PRICE.search(buy_in)):
        return TournamentTable(
            number, name=buy_in, buy_in=CENTS.read(found[2]) or 0,
            currency=_SYMBOL_OF.get(found[1], found[1]), level=level,
        )  # fmt: skip
    money = [CENTS.read(amount) or 0 for _, amount in parts[:3]]
    code = _CODE.search(buy_in) if parts else None
    sign = parts[0][0] if parts else ""
    return TournamentTable(
        number,
        buy_in=money[0] if money else 0,
        bounty=money[1] if len(money) > 2 else 0,
        fee=money[-1] if len(money) > 1 else 0,
        currency=code[0] if code else _SYMBOL_OF.get(sign, sign),
        level=level,
    )


@lru_cache(maxsize=4096)
def read_table(text: str) -> StarsTable | None:
    """The line with the table and the button."""
    found = _TABLE.fullmatch(text)
    if found is None:
        return None
    size = _SIZE.match(found["rest"])
    return StarsTable(found["name"], int(size[1]) if size else 0, int(found["button"]))


def split_time(text: str) -> tuple[str, re.Match[str] | None, str]:
    """The game, the first time and the text from there on, of a header without its start."""
    found = _TIME.match(text, text.rfind(" - ") + 3) or _TIME.search(text)
    if found is None:
        game, _, rest = text.partition(") - ")
        return (game + ")", None, rest) if rest else (text, None, "")
    return text[: found.start()], found, text[found.start() :]


def read_time(found: re.Match[str] | None) -> datetime | None:
    """The time that is in UTC, or else the last one, which is Eastern; None if there is none."""
    if found is None:
        return None
    if found[7] != "UTC" and "[" in found.string:
        found = _TIME.search(found.string, found.end()) or found
    return time_in_utc(*found.groups())
