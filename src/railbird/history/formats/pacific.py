"""Hand histories of 888poker and its sister rooms (Pacific, Cassava): hold'em and Omaha."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from railbird.cards.card import Card
from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.about import is_free, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, CHIPS, Amounts
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.split import split_hands
from railbird.history.formats.rooms.told import (
    ANTE,
    BETS,
    BIG,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    LIVE,
    RAISES_BY,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

_START = re.compile(
    r"\ufeff?\*{5} (?:Cassava|888|Pacific|Snap|WSOP)[\w.-]*(?: \w+){0,2}"
    r" Hand History for Game ([0-9]+) \*{5}",
    re.IGNORECASE,
)
_GAME = re.compile(
    r"(?P<low>[^/]+?)/(?P<high>.+?) Blinds (?P<betting>No|Pot|Fix) Limit "
    r"(?P<game>Holdem|OmahaHL|Omaha)(?: Jackpot table)? - \*\*\*(?P<when>.*)"
)
_EVENT = re.compile(
    r"Tournament #(?P<number>[0-9]+) (?P<buy_in>.*?)(?: - (?P<table>Table #[0-9]+))?"
    r"(?: (?P<size>[0-9]{1,3}) Max)? \(.*\) *"
)
_TABLE = re.compile(r"Table (?P<table>.+?)(?: (?P<size>[0-9]{1,3}) Max)? \((?P<money>.*)\) *")
_BUTTON = re.compile(r"Seat ([0-9]{1,3}) is the button *")
_SEAT = re.compile(r"Seat ([0-9]{1,3}): (.+) \( (.+?) \) *")
_ACT = re.compile(
    r"(?P<name>.+?) (?P<verb>folds|checks|calls|bets|raises|posts|shows|mucks|collected|straddles)"
    r"\b(?P<what>[^\[]*)(?:\[(?P<inside>.*)\] *)?"
)
_BOARD = re.compile(r"\*\* Dealing (flop|turn|river) \*\* \[ (.*) \] *", re.IGNORECASE)
_DEALT = re.compile(r"Dealt to (.+) \[ (.*) \] *")
_SILENT = re.compile(r"\*\* |Total number of players|.* did not show (?:his|their) hand|#Game No")
_WHEN = re.compile(r" *([0-9]{2}) ([0-9]{2}) ([0-9]{4}) ([0-9]{2}):([0-9]{2}):([0-9]{2})")
_FRACTION = re.compile(r"[0-9][.,][0-9]{1,2}(?![0-9])")
_SIGNS = (("$", "USD"), ("€", "EUR"), ("£", "GBP"))
_BETTINGS: dict[str, Betting] = {"No": "no-limit", "Pot": "pot-limit", "Fix": "limit"}
_GAMES = {"Holdem": "holdem", "Omaha": "omaha", "OmahaHL": "omaha8"}
_STREETS = {"flop": 1, "turn": 2, "river": 3}
_SUITS = {"Pik": "s", "Kreuz": "c", "Herz": "h", "Karo": "d"}
_RANKS = {
    **dict.fromkeys(["В", "Â", "Kn", "B", "V"], "J"),
    **dict.fromkeys(["Д", "Ä", "D"], "Q"),
    **dict.fromkeys(["К", "Ê", "R"], "K"),
    **dict.fromkeys(["Т", "Ò", "E"], "A"),
}
"""Ranks in other languages; Russian letters also as they look in another code page."""

_READ: dict[str, tuple[Card, ...]] = {}
"""Cards of a player in hold'em, or of the turn or river, that were read before."""

_FEW, _MOST_READ = 2, 20_000
_CARD = re.compile(rf"({'|'.join(_RANKS)}|10|[2-9TJQKA])({'|'.join(_SUITS)}|[cdhs])")


class PacificFormat:
    """The text format of 888poker. The texts do not say the rake: it is what is missing.

    Examples
    --------
    >>> PacificFormat().recognises("***** 888poker Hand History for Game 12 *****")
    True
    """

    name = "888"
    title = "888poker (Pacific) hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return any(_START.match(line) for line in head.split("\n"))

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand."""
        return split_hands(lines, _START, sign="*****", street="** Dealing")

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        start = _START.match(lines[0][1])
        game = _GAME.fullmatch(lines[1][1].strip()) if start and len(lines) > 4 else None
        if start is None or game is None:
            text = lines[min(1, len(lines) - 1)][1]
            raise UnreadableHandError(lines[0][0], not_ours(text))
        event = _EVENT.fullmatch(lines[2][1]) if lines[2][1][:11] == "Tournament " else None
        amounts, chip = _money(lines, game, real=event is None)
        told = Told(lines, amounts)
        told.at = lines[2][0]
        table = event or _TABLE.fullmatch(lines[2][1])
        if table is None:
            raise told.error("the line with the table is missing")
        told.game, told.betting = _GAMES[game["game"]], _BETTINGS[game["betting"]]
        low, high = (amounts.read(game[name].strip()) or 0 for name in ("low", "high"))
        told.stakes = (high, 2 * high) if told.betting == "limit" else (low, high)
        name = table["table"] or ""
        if event is not None:
            told.rake = 0
            told.tournament = _tournament(event["number"], event["buy_in"])
            name = tournament_label(told.tournament, buy_in=event["buy_in"], table=name)
        _PacificReader(told, ignore).read()
        return build(
            told,
            number=start[1],
            table=name,
            when=_when(game["when"], ignore),
            chip=chip,
            table_size=int(table["size"] or 0),
        )


def _money(lines: list[Line], game: re.Match[str], *, real: bool) -> tuple[Amounts, str]:
    """How amounts are written, and what a chip is worth."""
    stakes = game["low"] + game["high"]
    for sign, code in _SIGNS:
        if real and sign in stakes:
            return CENTS, f"0.01 {code}"
    texts = [text for _, text in lines[5:]]
    if _FRACTION.search("\n".join(texts)) and any(
        _FRACTION.search(text.rpartition("[")[2] or text) for text in texts
    ):
        return CENTS, "0.01"
    return CHIPS, ""


@lru_cache(maxsize=1024)
def _tournament(number: str, buy_in: str) -> TournamentTable:
    parts = [CENTS.read(part.strip()) or 0 for part in buy_in.split("+")]
    currency = next((code for sign, code in _SIGNS if sign in buy_in), "")
    fee = parts[-1] if len(parts) > 1 else 0
    return TournamentTable(
        number, buy_in=parts[0], fee=fee, currency=currency, free=is_free(buy_in)
    )


def _when(text: str, ignore: Ignore) -> datetime | None:
    if not text.strip():
        return None
    found = _WHEN.fullmatch(text)
    try:
        if found is not None:
            day, month, year, *time = map(int, found.groups())
            return datetime(year, month, day, *time)  # type: ignore[arg-type]
    except ValueError:
        pass
    ignore(LABELS["when"])
    return None


class _PacificReader:
    """Goes over the lines after the third."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore

    def read(self) -> None:
        told, seats = self.told, self.told.seats
        lines, dealt = told.lines[3:], False
        for told.at, text in lines:
            if self._act_plainly(text, dealt=dealt):
                continue
            if text[:3] == "** ":
                if not dealt and not text.startswith("** Dealing"):
                    raise told.error("the hand was cancelled: no cards were dealt")
                dealt = True
                if found := _BOARD.fullmatch(text):
                    told.deal(_STREETS[found[1].lower()], self._cards(found[2]))
            elif not dealt and text[:5] == "Seat " and (found := _SEAT.fullmatch(text)):
                told.sit(int(found[1]), found[2], told.chips(found[3].strip()))
            elif not dealt and text[:5] == "Seat " and (found := _BUTTON.fullmatch(text)):
                told.button = int(found[1])
            elif text[:9] == "Dealt to " and (found := _DEALT.fullmatch(text)):
                told.deal_to(told.seat(found[1]), self._cards(found[2]))
            elif (found := _ACT.fullmatch(text)) and found["name"] in seats:
                self._act(seats[found["name"]], found)
            elif not _SILENT.match(text):
                self.ignore("lines")

    def _act_plainly(self, text: str, *, dealt: bool) -> bool:
        """Read a plain action or blind; this is faster than to match all kinds of lines."""
        told = self.told
        words, bracket, inside = text.partition(" [")
        if not bracket:
            return dealt and told.act_plainly(text)
        name, _, verb = words.rpartition(" ")
        if dealt:
            seat = told.seats.get(name)
            if seat is None or inside[-1:] != "]":
                return False
            if verb in _VERBS:
                told.act(seat, _VERBS[verb], told.chips(inside[:-1].strip()))
            elif verb in {"shows", "mucks"}:
                told.show(seat, self._cards(inside[:-1]))
            elif verb == "collected":
                told.collect(seat, told.chips(inside[:-1].strip()))
            else:
                return False
            return True
        name, _, kind = name.rpartition(" posts ")
        seat = told.seats.get(name)
        if seat is None or verb != "blind" or kind not in _BLINDS or inside[-1:] != "]":
            return False
        told.post(seat, _BLINDS[kind], told.chips(inside[:-1].strip()))
        return True

    def _cards(self, text: str) -> tuple[Card, ...]:
        words = text.replace(",", " ")
        known = _READ.get(words)
        if known is None:
            known = self.told.cards(_CARD.sub(_english, words))
            if len(known) <= _FEW and len(_READ) < _MOST_READ:
                _READ[words] = known
        return known

    def _act(self, seat: ToldSeat, found: re.Match[str]) -> None:
        told, verb, inside = self.told, found["verb"], found["inside"] or ""
        if verb == "folds":
            told.act(seat, FOLDS)
        elif verb == "checks":
            told.act(seat, CHECKS)
        elif verb in {"shows", "mucks"}:
            told.show(seat, self._cards(inside))
        elif verb == "collected":
            told.collect(seat, told.chips(inside.strip()))
        elif verb in _VERBS:
            told.act(seat, _VERBS[verb], told.chips(inside.strip()))
        else:
            self._post(seat, verb + found["what"], inside)

    def _post(self, seat: ToldSeat, what: str, inside: str) -> None:
        told = self.told
        if "dead" in what:
            dead, _, live = inside.partition("+")
            for kind, part in ((DEAD, dead), (LIVE, live)):
                if part.strip() and (chips := told.chips(part.strip())):
                    told.post(seat, kind, chips)
            return
        kind = next((kind for word, kind in _POSTS if word in what), LIVE)
        told.post(seat, kind, told.chips(inside.strip()))


def _english(card: re.Match[str]) -> str:
    return _RANKS.get(card[1], card[1]) + _SUITS.get(card[2], card[2])


_VERBS = {"calls": CALLS, "bets": BETS, "raises": RAISES_BY}
_BLINDS = {"small": SMALL, "big": BIG}
_POSTS = (("ante", ANTE), ("straddle", STRADDLE), ("small", SMALL), ("big", BIG))
