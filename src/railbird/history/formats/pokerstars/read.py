"""Reading PokerStars text."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from railbird.cards.card import Card, parse_cards
from railbird.errors import InputError
from railbird.history.formats.base import (
    Ignore,
    Line,
    UnreadableHandError,
    ignore_nothing,
    quoted,
)
from railbird.history.formats.labels import LABELS
from railbird.history.formats.pokerstars.play import (
    Event,
    SeatedPlayer,
    play,
    positions,
    rules_from_posts,
)
from railbird.table.hand import Hand
from railbird.table.money import SYMBOLS
from railbird.table.rules import Betting

GAMES = {"Hold'em": "holdem", "Omaha": "omaha", "Omaha Hi/Lo": "omaha8"}
BETTINGS: dict[str, Betting] = {
    "Limit": "limit",
    "Pot Limit": "pot-limit",
    "No Limit": "no-limit",
}
TOURNAMENT = "Tournament #{number}, {buy_in}, Level {level}, table {table}"
"""The text of ``Hand.table`` for a tournament."""

HEADER_START = re.compile(r"\ufeff?PokerStars (?:[A-Za-z ]+ )?(?:Hand|Game) #")
_AMOUNT = r"(?:[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.[0-9]{1,2})?"
_SIGN = r"(?:[A-Z]{0,2}[^\w\s.,:()\[\]'-])?"
"""The sign of a currency, known or not."""

_NOT_OTHER_GAME = r"(?<! Card)(?<! 6\+)"
"""Before the game: "5 Card Omaha" and "6+ Hold'em" are not games that we read."""

_HEADER = re.compile(
    HEADER_START.pattern + r"(?P<number>\S*): +"
    r"(?:(?:\w+ )?Tournament #(?P<tournament>[0-9]+), (?P<buy_in>(?:.*?\S)??)"
    rf"{_NOT_OTHER_GAME} +)?"
    r"(?:Mixed [^()]+ \()?"
    r"(?P<game>Hold'em|Omaha(?: Hi/Lo)?) (?P<betting>No Limit|Pot Limit|Limit)(?:\) |, | )"
    r"(?:- (?:Match .*? )?Level (?P<level>\w+) )?"
    rf"\(?(?P<symbol>{_SIGN})(?P<low>{_AMOUNT})/{_SIGN}(?P<high>{_AMOUNT})"
    r"(?: (?P<code>[A-Z]{3}))?\)"
    r"(?P<rest>.*)"
)
_WHEN = re.compile(
    r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: -)? ([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?: ([A-Z]+))?"
)
_TABLE = re.compile(r"Table '(.*)'([^']*) Seat #([0-9]{1,3}) is the button *")
_SIZE = re.compile(r" ([0-9]{1,3})-max\b")
_MONEY = rf"{_SIGN}({_AMOUNT})"
_SEAT = re.compile(rf"Seat ([0-9]{{1,3}}): (.+) \({_MONEY} in chips(?:, [^()]*)?\)(.*)")
_SUMMARY_SEAT = re.compile(r"Seat ([0-9]{1,3}): (.*)")
_SEEN = re.compile(r"(?:showed|mucked) \[([^\[\]]*)\]")
_DEALT = re.compile(r"Dealt to (.+) \[([^\[\]]*)\] *")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (\[.*\]) *")
_RETURNED = re.compile(rf"Uncalled bet \({_MONEY}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) collected {_MONEY} from (?:main |side )?pot.*")
_TOTAL = re.compile(rf"Total pot {_MONEY}.*?\| Rake {_MONEY}.*")
_ACT = re.compile(
    r"(?P<name>.+): (?:"
    r"(?P<plain>folds|checks|mucks hand|doesn't show hand|sits out|is sitting out)"
    r"(?: \[(?P<folded>[^\[\]]*)\])?"
    r"|shows \[(?P<shown>[^\[\]]*)\].*"
    r"|(?P<paid>calls|bets|posts (?:small blind|big blind|the ante|small & big blinds))"
    rf" {_SIGN}(?P<chips>{_AMOUNT})(?: and is all-in)?"
    rf"|raises {_SIGN}{_AMOUNT} to {_SIGN}(?P<to>{_AMOUNT})(?: and is all-in)?"
    r") *"
)
_CARDS = {str(Card(number)): Card(number) for number in range(52)}
_FIGURES = re.compile(r"[0-9]|\[")
_VERBS = {"folds", "checks", "calls", "bets", "raises", "posts", "straddles", "shows"}
_STREET_OF = {"FLOP": (1, 3), "TURN": (2, 4), "RIVER": (3, 5)}
_AWAY = {"sits out", "is sitting out"}
_HIDDEN = {"XX", "Xx", "xx", "--", "??"}
_SILENT = {"mucks hand", "doesn't show hand", *_AWAY}


class Reader:
    """One hand being read from its lines."""

    def __init__(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> None:
        self.lines = lines
        self.ignore = ignore
        self.at = lines[0][0]
        self.cents = False
        self.seats: dict[str, SeatedPlayer] = {}
        self.posts: list[Event] = []
        self.events: list[Event] = []
        self.boards: list[tuple[Card, ...]] = []
        self.total: int | None = None
        self.total_line = 0
        self.rake = 0
        self.heroes: set[str] = set()

    def hand(self) -> Hand:
        """The hand that the lines describe."""
        header = _HEADER.fullmatch(self.lines[0][1].rstrip())
        if header is None:
            games = ", ".join(GAMES)
            raise self._error(
                f"not the first line of a hand of {games}: {quoted(self.lines[0][1])}"
            )
        self.cents = bool(header["symbol"])
        table, table_size, button = self._table()
        self._read_lines()
        if self.total is None:
            raise self._error("the hand is cut off: no summary with the pot and the rake")
        last = self.at
        order = positions(list(self.seats.values()), button, last)
        stakes = self._chips(header["low"]), self._chips(header["high"])
        game, betting = GAMES[header["game"]], BETTINGS[header["betting"]]
        rules = rules_from_posts(game, betting, stakes, order=order, posts=self.posts, line=last)
        rules, paid = play(rules, order, self.events, last)
        size = rules.rules_of_game.hole_cards
        payoffs = tuple(
            seat.collected + seat.returned - chips for seat, chips in zip(order, paid, strict=True)
        )
        collected = sum(seat.collected for seat in order)
        if sum(payoffs) != -self.rake or collected + self.rake != self.total:
            self.at = self.total_line
            raise self._error(
                f"{collected} chips collected and {self.rake} of rake do not match the pot of "
                f"{self.total}, or the chips paid in"
            )
        if header["tournament"]:
            table = TOURNAMENT.format(
                number=header["tournament"],
                buy_in=header["buy_in"],
                level=header["level"],
                table=table,
            )
        return Hand(
            rules=rules,
            stacks=tuple(seat.stack for seat in order),
            players=tuple(seat.name for seat in order),
            hole_cards=tuple(
                None if seat.cards is None or len(seat.cards) < size else seat.cards
                for seat in order
            ),
            board=self.boards[-1] if self.boards else (),
            actions=tuple(event.action for event in self.events if event.seat is not None),
            payoffs=payoffs,
            rake=self.rake,
            number=header["number"],
            table=table,
            when=self._when(header["rest"]),
            chip=self._chip(header["symbol"], header["code"]),
            hero=self._hero(order),
            seats=tuple(seat.number for seat in order),
            table_size=table_size,
        )

    def _hero(self, order: list[SeatedPlayer]) -> int | None:
        """The only player who is dealt cards that we see."""
        found = [p for p, seat in enumerate(order) if seat.name in self.heroes]
        return found[0] if len(self.heroes) == len(found) == 1 else None

    def _error(self, reason: str) -> UnreadableHandError:
        return UnreadableHandError(self.at, reason)

    def _chips(self, text: str) -> int:
        whole, dot, part = text.replace(",", "").partition(".")
        if self.cents:
            return 100 * int(whole) + int(f"{part}00"[:2])
        if dot:
            raise self._error(f"{text} is not a whole number of chips")
        return int(whole)

    def _chip(self, symbol: str, code: str | None) -> str:
        if not symbol:
            return ""
        known = {sign: name for name, sign in SYMBOLS.items()}
        return f"0.01 {code or known.get(symbol, symbol)}"

    def _when(self, text: str) -> datetime | None:
        """The time of a header: UTC if it names that, else the last one, which is Eastern."""
        if not text.strip(" -"):
            return None
        found = _WHEN.findall(text)
        chosen = next((time for time in found if time[-1] == "UTC"), found[-1] if found else None)
        try:
            year, month, day, hour, minute, second = map(int, (chosen or ())[:6])
            zone = UTC if chosen and chosen[-1] == "UTC" else None
            return datetime(year, month, day, hour, minute, second, tzinfo=zone)
        except ValueError:
            self.ignore(LABELS["when"])
            return None

    def _table(self) -> tuple[str, int, int]:
        """The name and the size of the table, and the seat of the button."""
        found = None
        if len(self.lines) > 1:
            self.at = self.lines[1][0]
            found = _TABLE.fullmatch(self.lines[1][1])
        if found is None:
            raise self._error("the line with the table and the button is missing")
        size = _SIZE.match(found[2])
        return found[1], int(size[1]) if size else 0, int(found[3])

    def _cards(self, text: str) -> tuple[Card, ...]:
        try:
            cards = tuple([_CARDS[card] for card in text.split(" ") if card])
            if len(set(cards)) == len(cards):
                return cards
        except KeyError:
            pass  # not in the form that PokerStars writes
        try:
            return parse_cards(text)
        except InputError as error:
            raise self._error(str(error)) from None

    def _read_lines(self) -> None:
        """Read all lines after the second, in two parts: the hand and its summary."""
        at = 2
        for number, text in self.lines[2:]:
            self.at = number
            found = _SEAT.fullmatch(text)
            if found is None:
                break
            at += 1
            seat, name, money, rest = found.groups()
            if name in self.seats or any(int(seat) == s.number for s in self.seats.values()):
                raise self._error(f"seat {seat} or the player {quoted(name)} occurs twice")
            away = "sitting out" in rest
            self.seats[name] = SeatedPlayer(int(seat), name, self._chips(money), away)
        summary = False
        for number, text in self.lines[at:]:
            self.at = number
            if text.startswith("*** SUMMARY ***"):
                summary = True
            elif summary:
                self._read_summary(text)
            else:
                self._read_line(text)

    def _read_line(self, text: str) -> None:
        """Read a line between the seats and the summary."""
        if text.startswith("*** "):
            self._read_street(text)
        elif text.startswith("Uncalled ") and (found := _RETURNED.fullmatch(text)):
            self._seat(found[2]).returned += self._chips(found[1])
        elif text.startswith("Dealt ") and (found := _DEALT.fullmatch(text)):
            self._show(self._seat(found[1]), found[2])
            self.heroes.add(self._seat(found[1]).name)
        elif found := _ACT.fullmatch(text):
            self._read_act(found)
        elif found := _COLLECTED.fullmatch(text):
            self._seat(found[1]).collected += self._chips(found[2])
        elif self._matters(text):
            raise self._error(f"{quoted(text)} cannot be read, or does not belong here")
        else:
            self.ignore("lines")

    def _matters(self, text: str) -> bool:
        """Whether a line that cannot be read says what a player does, has or pays."""
        for name in self.seats:
            if text.startswith(f"{name}: "):
                rest = text[len(name) + 2 :]
                return _FIGURES.search(rest) is not None or rest.split(" ", 1)[0] in _VERBS
        return False

    def _seat(self, name: str) -> SeatedPlayer:
        seat = self.seats.get(name) or self.seats.get(name.rstrip())
        if seat is None:
            raise self._error(f"{quoted(name)} has no seat")
        return seat

    def _show(self, seat: SeatedPlayer, text: str) -> None:
        """Keep the cards of a player; a hand shown only in part is not kept."""
        cards = self._cards(" ".join(card for card in text.split() if card not in _HIDDEN))
        if seat.cards is None or len(cards) > len(seat.cards):
            seat.cards = cards
        elif not set(cards) <= set(seat.cards):
            raise self._error(f"{seat.name} had other cards before")

    def _read_act(self, found: re.Match[str]) -> None:
        if found["plain"] in _AWAY and found["name"] not in self.seats:
            return  # a seated player with no chips on the table
        seat = self._seat(found["name"])
        plain, paid = found["plain"], found["paid"]
        shown = found["folded"] or found["shown"]
        if shown:
            self._show(seat, shown)
        if plain is None and paid is None and found["to"] is None:
            return
        if plain in _SILENT:
            seat.away = seat.away or plain in _AWAY
            return
        seat.plays = True
        if paid is not None:
            chips = self._chips(found["chips"])
            if paid.startswith("posts"):
                if self.events:
                    raise self._error(f"{seat.name} posts after the betting has begun")
                self.posts.append(Event(self.at, paid, seat, chips))
            else:
                verb = "raises" if paid == "bets" else paid
                self.events.append(Event(self.at, verb, seat, chips))
        elif found["to"] is not None:
            self.events.append(Event(self.at, "raises", seat, self._chips(found["to"])))
        else:
            self.events.append(Event(self.at, plain, seat))

    def _read_street(self, text: str) -> None:
        if text.startswith(("*** FIRST ", "*** SECOND ")):
            raise self._error("the board was run twice, which a hand cannot hold")
        found = _STREET.fullmatch(text)
        if found is None:
            return
        street, size = _STREET_OF[found[1]]
        board = self._cards(found[2].replace("[", " ").replace("]", " "))
        before = self.boards[-1] if self.boards else ()
        if street != len(self.boards) + 1 or len(board) != size or board[: len(before)] != before:
            raise self._error(f"{quoted(text)} does not continue the board")
        self.boards.append(board)
        self.events.append(Event(self.at, found[1], None, street))

    def _read_summary(self, text: str) -> None:
        if found := _TOTAL.fullmatch(text):
            self.total, self.rake = self._chips(found[1]), self._chips(found[2])
            self.total_line = self.at
        elif found := _SUMMARY_SEAT.fullmatch(text):
            for seat in self.seats.values():
                if seat.number == int(found[1]) and found[2].startswith(seat.name):
                    rest = found[2][len(seat.name) :]
                    seat.listed = "sitting out" not in rest
                    if seen := _SEEN.search(rest):
                        self._show(seat, seen[1])
