"""PokerTracker's form for iPoker and Merge: ``NAME: Raise (NF) $5.00``."""

from __future__ import annotations

import re

from railbird.cards.card import Card
from railbird.history.formats.base import Ignore, Line
from railbird.history.formats.labels import LABELS
from railbird.history.formats.pokertracker.common import (
    BETTINGS,
    GAMES,
    STREETS,
    chip_of,
    find_button,
    posted_stakes,
)
from railbird.history.formats.rooms.about import number_in, read_buy_in, read_time, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, CHIPS
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.suits import suit_first
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
    RAISES_BY,
    RAISES_TO,
    SMALL,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.tournament import TournamentTable

IPOKER = re.compile(r"(?:GAME|MERGE_GAME|Merge Game) #[0-9]")
_HEADER = re.compile(
    r"(?P<form>GAME|MERGE_GAME|Merge Game) #(?P<number>[0-9-]+):? (?:\| )?(?:Version:\S+ )?"
    r"(?:Uncalled:\w+ )?(?P<game>Texas Hold'em|Holdem|Omaha Hi[-/ ]?Lo|Omaha)"
    r"(?: (?P<betting>NL|PL|FL|L|No Limit|Pot Limit|Limit))?"
    r"(?: (?P<tournament>Tournament)| \(?(?P<low>[^\s/]*[0-9])/(?P<high>[^\s/)]*[0-9])\)?)?"
    r"(?: [-|])*(?P<time>.*)",
    re.IGNORECASE,
)
_TABLE = re.compile(
    r"Table (?P<name>.*?)(?:, Seats (?P<size>[0-9]+))?"
    r"(?: \(Tournament: (?P<tournament>.*?) Buy-In: (?P<buy_in>[^()]*)\))?"
)
_SEAT = re.compile(r"Seat ([0-9]+): (.*) \(([^()\s]+) in chips\)( DEALER)?.*")
_LINE = re.compile(
    r"(?P<name>.*): (?P<verb>Fold|Check|Call|Bet|Raise to|Raise|Allin|All-in|Post SB|Post BB"
    r"|Post Ante|Post Dead|Post DB|Post|SB|BB|Ante|wins|Shows|Mucks)\b"
    r"(?P<nf> \(NF\))?(?: (?P<rest>.*))?"
)
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* \[(.*)\]")
_DEALT = re.compile(r"Dealt to (.*) \[([^\[\]]*)\]")
_TOTAL = re.compile(r"Total pot (\S+?)(?: Rake (\S+))?")
_US_DATE = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4}) ")
_POSTS = {
    "SB": SMALL,
    "BB": BIG,
    "ANTE": ANTE,
    "DEAD": DEAD,
    "DB": DEAD,
    "": BIG,
}
_NOT_KNOWN = 10_000_000
"""The stack of 100,000 that files of HandHQ have for everybody."""


def read_ipoker(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand that the lines describe."""
    told = Told(lines, CENTS)
    found = _HEADER.fullmatch(lines[0][1])
    game = GAMES.get(found["game"].lower().replace("hi lo", "hi-lo")) if found else None
    if found is None or game is None:
        raise told.error(not_ours(lines[0][1]))
    told.game = game
    told.betting = BETTINGS.get(
        (found["betting"] or "").lower(), "no-limit" if game == "holdem" else "pot-limit"
    )
    table = _TABLE.fullmatch(lines[1][1]) if len(lines) > 1 else None
    if table is None:
        raise told.error("the line with the table is missing")
    merge = found["form"].upper().startswith("MERGE")
    buy_in = table["buy_in"] or ""
    if found["tournament"] or table["tournament"]:
        told.amounts = CHIPS
        told.tournament = TournamentTable(
            number_in(table["name"]),
            name=table["tournament"] or "",
            **read_buy_in(buy_in),  # type: ignore[arg-type]
        )
    elif found["low"]:
        told.stakes = (told.chips(found["low"]), told.chips(found["high"]))
    _TrackedIPokerReader(told, ignore, merge=merge).read()
    time = found["time"]
    when = read_time(_US_DATE.sub(r"\3/\1/\2 ", time) if merge else time)
    if when is None:
        ignore(LABELS["when"])
    name, chip = table["name"], chip_of(lines[2][1].rpartition("(")[2])
    if told.tournament:
        name, chip = tournament_label(told.tournament, buy_in=buy_in, table=name), ""
    return build(
        told,
        number=found["number"],
        table=name,
        when=when,
        chip=chip,
        table_size=int(table["size"] or 0),
    )


class _TrackedIPokerReader:
    """Goes over the lines after the second."""

    def __init__(self, told: Told, ignore: Ignore, *, merge: bool) -> None:
        self.told = told
        self.ignore = ignore
        self.merge = merge
        self.all_in: set[ToldSeat] = set()

    def read(self) -> None:
        told = self.told
        lines, summary = told.lines[2:], False
        for told.at, text in lines:
            if text.startswith("*** SUMMARY"):
                summary = True
            else:
                self._read_line(text)
        if not summary:
            raise told.error("the hand is cut off: no summary")
        if not told.stakes[1]:
            told.stakes = posted_stakes(told)
        find_button(told)
        self._find_stacks()

    def _find_stacks(self) -> None:
        """Correct stacks: Merge writes them after the posts in tournaments, HandHQ not at all."""
        told = self.told
        seats = told.seats.values()
        paid = told.all_paid()
        if self.merge and (told.tournament or any(paid.get(s, 0) > s.stack for s in seats)):
            for _, seat, _, chips in told.posts:
                seat.stack += chips
        if all(seat.stack == _NOT_KNOWN for seat in seats):
            for seat in self.all_in:
                seat.stack = paid.get(seat, 0)

    def _read_line(self, text: str) -> None:
        told = self.told
        if found := _SEAT.fullmatch(text):
            told.sit(int(found[1]), found[2], told.chips(found[3]))
            if found[4]:
                told.button = int(found[1])
        elif (found := _LINE.fullmatch(text)) and found["name"] in told.seats:
            self._read_act(told.seats[found["name"]], found)
        elif found := _STREET.fullmatch(text):
            told.deal(STREETS[found[1].lower()], self._cards(found[2]))
        elif found := _DEALT.fullmatch(text):
            told.deal_to(told.seat(found[1]), self._cards(found[2]))
        elif found := _TOTAL.fullmatch(text):
            told.total, told.total_line = told.chips(found[1]), told.at
            told.rake = told.chips(found[2]) if found[2] else None
        elif not text.startswith(("***", "Server ")):
            self.ignore("lines")

    def _cards(self, text: str) -> tuple[Card, ...]:
        text = text.replace("[", " ").replace("]", " ")
        cards = suit_first(text)
        return self.told.cards(text) if cards is None else cards

    def _read_act(self, seat: ToldSeat, found: re.Match[str]) -> None:
        told = self.told
        verb, rest = found["verb"], found["rest"] or ""
        if verb in ("Fold", "Check"):
            told.act(seat, FOLDS if verb == "Fold" else CHECKS)
            return
        if verb in ("Shows", "Mucks"):
            if rest.startswith("["):
                told.show(seat, self._cards(rest[1:].partition("]")[0]))
            return
        chips = told.chips(rest.partition(" ")[0])
        if verb == "wins":
            if rest.endswith("(uncalled)"):
                seat.returned += chips
            else:
                told.collect(seat, chips)
        elif verb in ("SB", "BB", "Ante") or verb.startswith("Post"):
            kind = _POSTS[verb.removeprefix("Post").strip().upper()]
            first = next((paid for _, _, what, paid in told.posts if what == BIG), chips)
            told.post(seat, BOTH if kind == BIG and chips > first else kind, chips)
        elif verb == "Raise" and (found["nf"] or self.merge):
            told.act(seat, RAISES_TO, chips)
        elif verb.startswith("Raise"):
            told.act(seat, RAISES_BY, chips)
            self.all_in.add(seat)
        elif verb.startswith("All"):
            told.act(seat, ALL_IN, chips)
            self.all_in.add(seat)
        else:
            told.act(seat, CALLS if verb == "Call" else BETS, chips)
