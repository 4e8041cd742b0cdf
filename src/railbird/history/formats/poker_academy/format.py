"""The text that Poker Academy Pro writes: read only.

A hand names its game, lists the seats with stacks and hole cards, and gives the betting. A ``*``
after a name marks the dealer. ``raises $1`` is a raise *by* a dollar, and a big blind's raise after
a limp is called a bet. Boards are cumulative, and ``wins`` leaves out the uncalled bet. Chips are
cents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import lru_cache

from railbird.cards.card import Card
from railbird.history.formats.base import (
    Ignore,
    Line,
    UnreadableHandError,
    ignore_nothing,
    quoted,
)
from railbird.history.formats.labels import LABELS
from railbird.history.formats.poker_academy.play import Course, Play, Stakes, Told, follow
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.state import BOARD_CARDS, ROUND_NAMES

_START = "Poker Academy Pro #"
_BORDERS = {"*****", _START[:5]}
_CENT = "0.01 USD"
_MOST_RAKE = 10
"""The largest percentage of the pot that may be missing; it is taken as rake."""

_MOST_KNOWN_LINES = 10_000
"""Lines to cache for players who meet often: limit hands repeat a few lines all the time."""

_NUMBER = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,3}|[0-9]{1,12})(?:\.[0-9]{1,2})?")
_MONEY = rf"\$({_NUMBER.pattern})"
_GAME = re.compile(rf"(No Limit |Pot Limit |Limit )Texas Hold'?em \({_MONEY}/{_MONEY}[^/]*\)")
_WHEN = re.compile(r"([A-Z][a-z]{2})[a-z]* ([0-9]+), ([0-9]+) - ([0-9]+):([0-9]+):([0-9]+)")
_SEAT = re.compile(r" *([0-9]{1,4})(?:\) (\S.*?)( \*)? *|\} \S.*?( \*)? *(?:\(.*)?)")
_SEAT_BEGINS = re.compile(r" *[0-9]{1,4}[)}] \S")
_VERBS = {"folds", "checks", "calls", "bets", "raises", "posts", "wins"}
_HIDDEN = {"?", "-", "??", "--"}

_CARDS = {str(Card(number)): Card(number) for number in range(52)}
_MONTH_NAMES = "JanFebMarAprMayJunJulAugSepOctNovDec"
_MONTHS = {_MONTH_NAMES[3 * i : 3 * i + 3]: i + 1 for i in range(12)}
_STREETS = {"FLOP:": (1, 3), "TURN:": (2, 4), "RIVER": (3, 5)}
_DEALS: dict[int, Told] = {size: (street, "deals", 0) for street, size in _STREETS.values()}
_BETTING: dict[str, Betting] = {
    "Limit ": "limit",
    "Pot Limit ": "pot-limit",
    "No Limit ": "no-limit",
}

_Seats = tuple[
    tuple[str, ...], tuple[int, ...], tuple[tuple[Card, ...] | None, ...], tuple[int, ...], int
]
"""Names, stacks, hole cards and seats by position, and the index of the line where betting
begins."""


class PokerAcademyFormat:
    """The log of Poker Academy Pro: limit, pot-limit and no-limit hold'em; read only.

    Limit hands are read with the usual cap of four bets, or without one if more were made.

    Examples
    --------
    >>> PokerAcademyFormat().recognises("Poker Academy Pro #130,725\\n")
    True
    """

    name = "poker-academy"
    title = "Poker Academy Pro text (read only)"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        head = head.removeprefix("\ufeff")
        return head.startswith(_START) or "\n" + _START in head

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand: from its header to a line of stars or the next header."""
        group: list[Line] = []
        for line in lines:
            text = line[1]
            if text[:5] in _BORDERS and text.startswith(("*****", _START)):
                if group:
                    if _is_hand(group):
                        yield group
                    group = []
                if text[0] == "*":
                    continue
            if text or group:
                group.append(line)
        if group and _is_hand(group):
            yield group

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        last = lines[-1][0]
        first = lines[0][1].removeprefix("\ufeff")
        number = first[len(_START) :].replace(",", "").strip()
        if not first.startswith(_START):
            raise UnreadableHandError(lines[0][0], f"a hand begins with {_START!r} and a number")
        if len(lines) < 3:
            raise UnreadableHandError(last, "the hand is cut off")
        stakes = _stakes(lines[1])
        table, when, at = _origin(lines, ignore)
        names, stacks, cards, seats, body = _seats(lines, at)
        course, board, wins = _follow(lines[body:], stakes, names, stacks, ignore)
        payoffs, rake = _payoffs(course, wins, last)
        return Hand(
            rules=course.rules,
            stacks=stacks,
            players=names,
            hole_cards=cards,
            board=board,
            actions=course.actions,
            payoffs=payoffs,
            rake=rake,
            number=number,
            table=table,
            when=when,
            chip=_CENT,
            seats=seats,
        )


def _origin(lines: list[Line], ignore: Ignore) -> tuple[str, datetime | None, int]:
    """The table and the time, and the index of the first seat."""
    table, when, at = "", None, 2
    for _, text in lines[2:]:
        if text.startswith("Table "):
            table = text[6:].strip()
        elif not text:
            pass
        elif text[0] != " " and (found := _WHEN.match(text)):
            when = _when(found)
            if when is None:
                ignore(LABELS["when"])
        elif _SEAT_BEGINS.match(text):
            break
        else:
            ignore(LABELS["when"] if re.search(r"[0-9]:[0-9]{2}", text) else "lines")
        at += 1
    return table, when, at


def _follow(
    lines: list[Line],
    stakes: Stakes,
    names: tuple[str, ...],
    stacks: tuple[int, ...],
    ignore: Ignore,
) -> tuple[Course, tuple[Card, ...], list[int]]:
    """The course of a hand from the blinds, the board, and what each player wins."""
    script: list[Told] = []
    numbers: list[int] = []
    wins = [0] * len(names)
    board: tuple[Card, ...] = ()
    known, match = _known_lines(names)
    try:
        for at, text in lines:
            if not text:
                continue
            told = known.get(text)
            if told is None:
                told = match(text)
                if told is None:
                    if text[:5] in _STREETS:
                        board = _deal(at, text, board)
                        told = _DEALS[len(board)]
                    elif _matters(text, names):
                        raise UnreadableHandError(at, f"{quoted(text)} cannot be read")
                    else:
                        ignore("lines")
                        continue
                elif len(known) < _MOST_KNOWN_LINES:
                    known[text] = told
            verb = told[1]
            if verb == "wins":
                wins[told[0]] += told[2]
            elif verb != "shows":
                script.append(told)
                numbers.append(at)
    except UnreadableHandError:
        Play(stakes, names, stacks, script, numbers)  # an error before this line is reported first
        raise
    last = lines[-1][0]
    course = follow(stakes, names, stacks, script=script, lines=numbers, last=last)
    return course, board, wins


def _matters(text: str, names: tuple[str, ...]) -> bool:
    """Whether a line that cannot be read says what a player does, has or pays."""
    for name in names:
        if text.startswith(f"{name} "):
            rest = text[len(name) + 1 :]
            return "$" in rest or rest.split(" ", 1)[0] in _VERBS
    return False


def _deal(at: int, text: str, before: tuple[Card, ...]) -> tuple[Card, ...]:
    """The board after the line of a street."""
    street, size = _STREETS[text[:5]]
    try:
        board = tuple([_CARDS[card] for card in text.partition(":")[2].split()])
    except KeyError as error:
        raise UnreadableHandError(at, f"{quoted(error.args[0])} is not a card") from None
    if len(board) != size or board[: len(before)] != before:
        raise UnreadableHandError(at, f"{quoted(text)} does not continue the board")
    now = BOARD_CARDS.index(len(before))
    if street != now + 1:
        raise UnreadableHandError(at, f"{quoted(text)} follows the {ROUND_NAMES[now]}")
    return board


def _payoffs(course: Course, wins: list[int], last: int) -> tuple[tuple[int, ...], int]:
    """What each player won or lost according to the file, and the rake."""
    net = [w - p + u for w, p, u in zip(wins, course.paid, course.uncalled, strict=True)]
    rake = -sum(net)
    if rake:
        won = sum(wins)
        if not won:
            raise UnreadableHandError(last, "the hand is cut off: nobody wins")
        if rake < 0 or 100 * rake > _MOST_RAKE * (won + rake):
            raise UnreadableHandError(last, f"{won} cents are won from a pot of {won + rake}")
    return tuple(net), rake


def _is_hand(group: list[Line]) -> bool:
    """Whether lines are a hand, perhaps damaged, and not text between hands."""
    return group[0][1].startswith(_START) or any(" posts " in text for _, text in group)


@lru_cache(maxsize=256)
def _known_lines(names: tuple[str, ...]) -> tuple[dict[str, Told], Callable[[str], Told | None]]:
    """Lines about these players: those read already, and how to read another."""
    anybody = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    free = "folds|checks|shows"
    paid = "calls|bets|raises|wins|posts small blind|posts big blind|posts ante"
    match = re.compile(rf"({anybody}) (?:({free})|({paid}) {_MONEY})(?: .*)?").fullmatch

    def read(text: str) -> Told | None:
        found = match(text)
        if found is None:
            return None
        name, verb, money_verb, money = found.groups()
        return names.index(name), verb or money_verb, _cents(money) if money else 0

    return {}, read


def _cents(text: str) -> int:
    whole, dot, part = text.replace(",", "").partition(".")
    return 100 * int(whole) + int(f"{part}0"[:2]) if dot else 100 * int(whole)


@lru_cache(maxsize=256)
def _read_stakes(text: str) -> Stakes | None:
    found = _GAME.fullmatch(text.strip())
    return found and (_BETTING[found[1]], _cents(found[2]), _cents(found[3]))


def _stakes(line: Line) -> Stakes:
    """The kind of betting, and the two amounts of the stakes."""
    stakes = _read_stakes(line[1])
    if stakes is None or stakes[1] < 1 or stakes[2] < 1:
        raise UnreadableHandError(line[0], f"game {quoted(line[1])} is not known")
    return stakes


def _when(found: re.Match[str]) -> datetime | None:
    """The time as written, without a time zone."""
    month, day, year, hour, minute, second = found.groups()
    try:
        return datetime(int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second))
    except (KeyError, ValueError, OverflowError):
        return None


@lru_cache(maxsize=1024)
def _who(text: str) -> tuple[int, str, bool, bool] | None:
    """The number and name in a seat line, whether they are the dealer, and whether they play."""
    found = _SEAT.fullmatch(text)
    return found and (
        int(found[1]),
        found[2] or "",
        bool(found[3] or found[4]),
        found[2] is not None,
    )


@lru_cache(maxsize=4096)
def _stack(text: str) -> int | None:
    return _cents(text) if _NUMBER.fullmatch(text) else None


@lru_cache(maxsize=4096)
def _hole_cards(text: str) -> tuple[Card, ...] | None:
    return tuple([_CARDS[card] for card in text.split() if card not in _HIDDEN]) or None


def _seats(lines: list[Line], at: int) -> _Seats:
    """The players, starting with the first after the dealer."""
    dealer: int | None = None
    names: list[str] = []
    stacks: list[int] = []
    held: list[tuple[Card, ...] | None] = []
    chairs: list[int] = []
    for number, text in lines[at:]:
        left, dollar, right = text.rpartition("$")
        who = _who(left if dollar else text)
        if who is None:
            break
        seat, name, is_dealer, plays = who
        if is_dealer:
            dealer = len(names) if plays else len(names) - 1
        if plays:
            money, *cards = right.split(maxsplit=1) or [""]
            stack = _stack(money)
            if stack is None:
                break
            names.append(name)
            stacks.append(stack)
            chairs.append(seat)
            try:
                held.append(_hole_cards(cards[0] if cards else ""))
            except KeyError as error:
                raise UnreadableHandError(
                    number, f"{quoted(error.args[0])} is not a card"
                ) from None
        at += 1
    if at >= len(lines):
        raise UnreadableHandError(lines[-1][0], "the hand is cut off")
    if lines[at][1]:
        raise UnreadableHandError(lines[at][0], f"{quoted(lines[at][1])} is not a seat")
    if dealer is None or not 2 <= len(set(names)) == len(names):
        raise UnreadableHandError(lines[at][0], "a hand needs a dealer and at least two players")
    first = (dealer + 1) % len(names)
    return (
        tuple(names[first:] + names[:first]),
        tuple(stacks[first:] + stacks[:first]),
        tuple(held[first:] + held[:first]),
        tuple(chairs[first:] + chairs[:first])
        if len(set(chairs)) == len(chairs) and min(chairs)
        else (),
        at,
    )
