"""Reading the text of Bovada, Ignition and Bodog."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from railbird.cards.card import Card
from railbird.history.formats.base import Ignore, Line
from railbird.history.formats.bovada.streets import deal_streets
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.about import read_buy_in, read_time, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, CHIPS, PLACE, read_place
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ALL_IN,
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
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

HEADER_START = re.compile(r"(?:Bovada|Ignition|Bodog|PaiWangLuo)(?:\.[a-z]+|88| Casino)* Hand #")
_HEADER = re.compile(
    r".*? Hand #(?P<number>[0-9]+):? +(?:TBL#(?P<table>\w+) |Zone Poker ID#(?P<zone>\w+) )?"
    r"(?P<game>HOLDEM|OMAHA HiLo|OMAHA)(?:ZonePoker)?\b ?"
    r"(?:Tournament #(?P<tournament>[\w-]+) TBL#(?P<seat>\w+), ?)?(?P<betting>[A-Za-z ]*?)"
    r"(?: ?- ?Level (?P<level>\w+) \((?P<low>[0-9.,]+)/(?P<high>[0-9.,]+)\))?"
    r"(?: \[\w+\])?(?: - (?P<time>.*))?"
)
_GAMES = {"HOLDEM": "holdem", "OMAHA": "omaha", "OMAHA HiLo": "omaha8"}
_BETTINGS: dict[str, Betting] = {
    "No Limit": "no-limit",
    "Pot Limit": "pot-limit",
    "Fixed Limit": "limit",
}
_SEAT = re.compile(r"Seat ([0-9]+): (.*?)( \[ME\])? \(([$0-9.,]+) in chips\)")
_DID = re.compile(
    r"(?P<what>[A-Za-z][A-Za-z /&-]*?)(?P<how>\([^()]*\))?"
    rf"(?: ?(?P<chips>\$?[0-9][0-9.,]*|(?<=Ranking ){PLACE}))?"
    r"(?: to (?P<to>\$?[0-9][0-9.,]*))?(?: \[(?P<shown>[^\[\]]*)\].*)?"
)
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (.*)|Card to the table \[(.*)\]")
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_TOTAL = re.compile(r"Total Pot ?\(([$0-9.,]+)\)(?: \| Rake \(([$0-9.,]+)\))?.*")
_BOARD = re.compile(r"Board \[([^\[\]]*)\]")
_BUY_IN = re.compile(r"Buyin: ([^,]*)")
_POSTS = {
    "small blind": SMALL,
    "ante/small blind": SMALL,
    "big blind": BIG,
    "big blind/bring in": BIG,
    "ante chip": ANTE,
    "posts chip": BIG,
    "posts dead chip": DEAD,
    "straddle": STRADDLE,
}
_VERBS = {
    "call": CALLS,
    "calls": CALLS,
    "bets": BETS,
    "raises": RAISES_TO,
    "all-in": ALL_IN,
}


def read_hand(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand that the lines describe."""
    told = Told(lines, CENTS)
    found = _HEADER.fullmatch(lines[0][1])
    if found is None:
        raise told.error(not_ours(lines[0][1]))
    told.game = _GAMES[found["game"]]
    usual: Betting = "no-limit" if told.game == "holdem" else "pot-limit"
    told.betting = _BETTINGS.get(found["betting"].strip(), usual)
    if found["tournament"]:
        told.amounts = CHIPS
        told.tournament = TournamentTable(found["tournament"], level=found["level"] or "")
    if found["low"]:
        told.stakes = (told.chips(found["low"]), told.chips(found["high"]))
    reader = _BovadaReader(told, ignore)
    reader.read()
    table, chip = found["table"] or found["zone"] or "", "0.01 USD"
    if told.tournament:
        chip = ""
        price = {"currency": "USD", **read_buy_in(reader.buy_in)}
        told.tournament = replace(told.tournament, **price)  # type: ignore[arg-type]
        table = tournament_label(told.tournament, buy_in=reader.buy_in, table=found["seat"])
    when = read_time(found["time"] or "")
    if when is None:
        ignore(LABELS["when"])
    return build(told, number=found["number"], table=table, when=when, chip=chip)


_Did = tuple[int, str, str, str | None, str | None, str | None]
"""What somebody does: its kind, the words, how, the chips, what is raised to, and cards."""

_FOLD, _CHECK, _DEALT, _PRIZE, _RANK, _RESULT, _UNCALLED, _POST, _BET, _OTHER = range(10)
_STARTS = (
    ("fold", _FOLD),
    ("check", _CHECK),
    ("hand result", _RESULT),
    ("return uncalled", _UNCALLED),
)
_WORDS = {
    "card dealt to a spot": _DEALT,
    "prize cash": _PRIZE,
    "bounty prize": _PRIZE,
    "ranking": _RANK,
    **dict.fromkeys(_VERBS, _BET),
    **dict.fromkeys(_POSTS, _POST),
}


@lru_cache(maxsize=8192)
def _did(text: str) -> _Did | None:
    """What a line says after the name, None if it is something else."""
    found = _DID.fullmatch(text.strip())
    if found is None:
        return None
    what, how, chips, to, shown = found.group("what", "how", "chips", "to", "shown")
    words = what.strip().lower()
    kind = next((kind for start, kind in _STARTS if words.startswith(start)), None)
    if kind is None:
        kind = _WORDS.get(words, _OTHER)
    if kind == _DEALT and shown is None:
        kind = _OTHER
    return kind, words, how or "", chips, to, shown


class _BovadaReader:
    """Goes over the lines after the header. `by` has the seats by the names of the text."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore
        self.by: dict[str, ToldSeat] = {}
        self.hero = ""
        self.buy_in = ""
        self.dealt = False
        self.first: dict[int, int] = {}  # the first small and big blind
        self.places: dict[str, int] = {}
        self.last = ""
        self.repeats = False

    def read(self) -> None:
        told = self.told
        at = self._read_seats()
        lines = told.lines[at:]
        board: tuple[Card, ...] = ()
        summary = False
        for told.at, text in lines:
            if summary:
                if text[0] == "S":
                    continue
                if found := _TOTAL.fullmatch(text):
                    told.total, told.total_line = told.chips(found[1]), told.at
                    told.rake = told.chips(found[2]) if found[2] else None
                elif found := _BOARD.fullmatch(text):
                    board = told.cards(found[1])
                elif text.startswith("*** "):
                    break  # another hand, whose start is lost
            elif text.startswith("*** SUMMARY"):
                summary = True
            else:
                self._read_line(text)
        if not summary:
            raise told.error("the hand is cut off: no summary")
        self._find_stakes()
        if board and not told.boards:
            deal_streets(told, board)

    def _read_seats(self) -> int:
        """Seat the players, and return the number of the first line after them."""
        told = self.told
        found: list[tuple[int, re.Match[str]]] = []
        end = 1
        for i in range(1, len(told.lines)):
            line, text = told.lines[i]
            if match := _SEAT.fullmatch(text):
                found.append((line, match))
                end = i + 1
            elif found:
                break
            elif text.startswith("Table Info") and (buy_in := _BUY_IN.search(text)):
                self.buy_in = buy_in[1]
        numbers = [int(match[1]) for _, match in found]
        are_seats = numbers == sorted(numbers) and max(numbers, default=0) <= 10
        for place, (told.at, match) in enumerate(found, 1):
            number, label = int(match[1]), match[2]
            name = "Hero" if match[3] else f"Seat {number}"
            seat = told.sit(number if are_seats else place, name, told.chips(match[4]))
            if match[3]:
                self.hero = name
            for written in (label, f"{label} [ME]", f"{label}  [ME]"):
                self.by[written] = seat
        if "Dealer" in self.by:
            told.button = self.by["Dealer"].number
        elif "Small Blind" in self.by:
            told.button = self.by["Small Blind"].number - 1
        elif "Big Blind" in self.by:
            told.button = self.by["Big Blind"].number - 1
        return end

    def _read_line(self, text: str) -> None:
        told, last, self.last = self.told, self.last, text
        label, colon, rest = text.partition(" : ")
        seat = self.by.get(label) if colon else None
        if seat is not None:
            if rest == "Folds" and text != last:
                told.act(seat, FOLDS)  # by far the most
            elif text != last or not self._is_repeated(rest):
                did = _did(rest)
                if did is None or not self._read_act(seat, label, did):
                    self.ignore("lines")
        elif text.startswith("*** HOLE CARDS"):
            self.dealt = True
        elif text[0] in "*C" and (found := _STREET.fullmatch(text)):
            if found[1]:
                cards = told.cards(found[2].replace("[", " ").replace("]", " "))
                told.deal(_STREETS[found[1]], cards)
            else:
                told.deal(min(len(told.boards) + 1, 3), told.cards(found[3]))

    def _is_repeated(self, text: str) -> bool:
        """Whether a line is the one before it again: some files have each line several times.

        Nobody acts twice in a row. But a player may win the same in two pots.
        """
        self.repeats |= text.lower().startswith(("fold", "check", "call", "bet", "rais", "all-in"))
        return self.repeats

    def _read_act(self, seat: ToldSeat, label: str, did: _Did) -> bool:
        """Read what a player posts, does, shows or wins; False if it is something else."""
        told = self.told
        kind, what, how, money, to, shown = did
        if kind == _DEALT:
            (told.deal_to if seat.name == self.hero else told.show)(seat, told.cards(shown or ""))
        elif kind == _FOLD:
            told.act(seat, FOLDS)
        elif kind == _CHECK:
            told.act(seat, CHECKS)
        elif kind == _PRIZE:
            self._prize(seat, what, shown or "")
        elif money is None or kind == _OTHER:
            return False
        elif kind == _POST or (what == "all-in" and not self.dealt):
            self._post(seat, label, what, told.chips(money))
        elif kind == _BET:
            raised = what == "all-in" and "raise" in how
            told.act(seat, RAISES_TO if raised else _VERBS[what], told.chips(to or money))
        elif kind == _RESULT:
            told.collect(seat, told.chips(money))
        elif kind == _UNCALLED:
            seat.returned += told.chips(money)
        else:
            self.places[seat.name] = len(told.finishes)
            told.finishes.append((seat, read_place(money), 0))
        return True

    def _post(self, seat: ToldSeat, label: str, what: str, chips: int) -> None:
        """A blind or an ante; whoever posts their last chips goes all in, says the text."""
        told = self.told
        kind = _POSTS.get(what)
        if kind is None:
            anted = any(who is seat for _, who, _, _ in told.posts)
            kind = BIG if label.startswith("Big Blind") else SMALL
            if not anted and any("Ante chip" in text for _, text in told.lines):
                kind = ANTE
        else:
            self.first.setdefault(kind, chips)
            if kind == BIG and chips > self.first[BIG]:
                kind = BOTH
        told.post(seat, kind, chips)

    def _prize(self, seat: ToldSeat, what: str, text: str) -> None:
        told, money = self.told, CENTS.read(text)
        if money is None:
            return
        if what == "bounty prize":
            told.bounties.append((seat, money))
        elif seat.name in self.places:
            at = self.places[seat.name]
            told.finishes[at] = (seat, told.finishes[at][1], money)

    def _find_stakes(self) -> None:
        """The stakes of a cash game, which the header does not say, and of a limit tournament."""
        told = self.told
        small, big = self.first.get(SMALL, 0), self.first.get(BIG, 0)
        if small or big:
            small, big = small or big // 2, big or 2 * small
            if not told.stakes[1] or told.betting == "limit":
                told.stakes = (big, 2 * big) if told.betting == "limit" else (small, big)
        if not told.stakes[1]:
            raise told.error("nobody posts a blind")
