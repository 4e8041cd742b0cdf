"""iPoker's XML: hold'em, Omaha and Omaha Hi-Lo, cash and tournament.

It is read tag by tag, not as a document: files of a session that was cut off, or that another
program wrote, are rarely whole. Each hand is read with what the session says in general. Chips are
hundredths of the currency in cash games and plain chips in tournaments. What a player wins includes
the bet that nobody called, except in files since 2016, in which what they bet is not exact either;
the rake is what is paid and not won.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing, quoted
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.about import (
    number_in,
    read_buy_in,
    read_time,
    tournament_label,
)
from railbird.history.formats.rooms.amounts import CENTS, CHIPS, PLACE, read_place
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.split import MOST_LINES
from railbird.history.formats.rooms.suits import suit_first
from railbird.history.formats.rooms.told import (
    ALL_IN,
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHECKS,
    FOLDS,
    RAISES_BY,
    RAISES_TO,
    SMALL,
    STRADDLE,
    Told,
)
from railbird.table.hand import Hand
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

_HEAD = re.compile(r"<session\b[^>]*>.*?<(?:gametype|game )", re.DOTALL)
_GAME_TYPE = re.compile(
    r"(?P<game>Holdem|LH|Omaha Hi[- ]?Lo|Omaha)\b(?P<betting>[^0-9$€£]*?)"
    r"(?:[0-9/]+ x2 Limit *)?(?P<stakes>\S*[0-9]\S*/\S*[0-9]\S*)? *",
    re.IGNORECASE,
)
_BETTINGS: dict[str, Betting] = {
    "nl": "no-limit",
    "no limit": "no-limit",
    "бл": "no-limit",
    "pl": "pot-limit",
    "lp": "pot-limit",
    "pot limit": "pot-limit",
    "l": "limit",
    "sl": "limit",
    "fl": "limit",
    "limit": "limit",
    "": "limit",
}
_LABEL = re.compile(
    r"<(gametype|tablename|tablecurrency|currency|nickname|tournamentname|tournamentcode|place"
    r"|buyin|totalbuyin|win|startdate)>([^<]*)<"
)
_TAG = re.compile(r"<(player|action|cards|round)\b([^>]*)>([^<]*)")
_FIELD = re.compile(r'(\w+)="([^"]*)"')
_PARTS = re.compile(r"(?=<game\b|<session\b)")
_CODE = re.compile(r"<game\b[^>]*gamecode=\"([^\"]*)\"")
_STARTED = re.compile(r"<startdate>([^<]*)<")
_VERBS = {3: CALLS, 5: BETS, 6: RAISES_BY, 7: ALL_IN, 23: RAISES_TO}
_POSTS = {1: SMALL, 2: BIG, 15: ANTE, 32: STRADDLE}
_STREETS = {"Flop": 1, "Turn": 2, "River": 3}


_Action = tuple[int, str, int, str]
"""The number of an action in its hand, the player, the kind and the money."""


class _Session(NamedTuple):
    """What a session says about all its hands."""

    game: str
    betting: Betting
    stakes: str
    currency: str
    table: str
    hero: str
    tournament: TournamentTable | None
    buy_in: str
    place: int
    prize: int
    more: int
    """What the hero paid after their first entry."""


class IPokerFormat:
    """The XML of the iPoker network.

    Examples
    --------
    >>> IPokerFormat().recognises('<session sessioncode="1"><general><gametype>Holdem NL')
    True
    """

    name = "ipoker"
    title = "iPoker hand history (XML)"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return _HEAD.search(head) is not None

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand, after one with what its session says in general."""
        general: list[str] = []
        began = 0
        game: list[Line] | None = None
        for line in lines:
            at, text = line
            if game is not None and "<game" not in text and "<session" not in text:
                if text and not text.isspace() and len(game) < MOST_LINES:
                    game.append(line)  # by far the most
                continue
            for part in _PARTS.split(text):
                if part.startswith("<session"):
                    if game:
                        yield [(began, "\n".join(general)), *game]
                    general, began, game = [], at, None
                if part.startswith(("<game ", "<game>")):
                    if game:
                        yield [(began, "\n".join(general)), *game]
                    game = []
                if game is None:
                    if len(general) < MOST_LINES:
                        general.append(part)
                elif part and not part.isspace() and len(game) < MOST_LINES:
                    game.append((at, part))
        if game:
            yield [(began, "\n".join(general)), *game]

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        at, general = lines[0]
        session = _read_session(general)
        if isinstance(session, str):
            raise UnreadableHandError(at, not_ours(session))
        return _IPokerReader(lines[1:], session, ignore).read()


@lru_cache(maxsize=64)
def _read_session(text: str) -> _Session | str:
    """What a session says; the kind of its game if it is not one that we read."""
    said: dict[str, str] = {}
    for name, value in _LABEL.findall(text):
        said.setdefault(name, unescape(value).strip())
    kind = said.get("gametype", "")
    found = _GAME_TYPE.fullmatch(kind)
    betting = _BETTINGS.get(found["betting"].strip().lower()) if found else None
    if found is None or betting is None:
        return kind
    word = found["game"].lower()
    about, buy_in = None, said.get("totalbuyin", "")
    if "tournamentname" in said or "tournamentcode" in said:
        if not re.search("[0-9]", buy_in) or "+" in said.get("buyin", ""):
            buy_in = said.get("buyin", "")
        about = TournamentTable(
            said.get("tournamentcode") or number_in(said.get("tablename", "")),
            name=said.get("tournamentname", ""),
            **read_buy_in(buy_in),  # type: ignore[arg-type]
        )
        if "twister" in about.name.lower():  # the third part goes to the prizes
            about = replace(about, buy_in=about.buy_in + about.fee, fee=about.bounty, bounty=0)
        if not about.currency:
            about = replace(about, currency=said.get("currency", ""))
    place = re.fullmatch(PLACE, said.get("place", "").strip())
    return _Session(
        "holdem" if word in ("holdem", "lh") else "omaha8" if "lo" in word else "omaha",
        betting,
        found["stakes"] or "",
        said.get("tablecurrency") or said.get("currency", ""),
        said.get("tablename", ""),
        said.get("nickname", ""),
        about,
        buy_in,
        read_place(place[1]) if place else 0,
        CENTS.read(said.get("win", "")) or 0,
        _paid_later(said.get("buyin", ""), said.get("totalbuyin", "")),
    )


def _paid_later(buy_in: str, total: str) -> int:
    """What rebuys and add-ons cost: by how much the total is above the parts of the buy-in."""
    parts = [CENTS.read(part.strip()) for part in buy_in.split("+")]
    paid = CENTS.read(total.strip())
    if len(parts) < 2 or paid is None:
        return 0  # the total may be the buy-in with its fee
    return max(paid - sum(part or 0 for part in parts), 0) if None not in parts else 0


class _IPokerReader:
    """Goes over the tags of a hand."""

    def __init__(self, lines: list[Line], session: _Session, ignore: Ignore) -> None:
        self.session = session
        self.ignore = ignore
        self.lines = lines
        self.told = Told(lines, CHIPS if session.tournament else CENTS)
        self.bets: dict[str, int] = {}
        self.won = 0
        self.first: dict[int, int] = {}  # the first small and big blind

    def read(self) -> Hand:
        told, session = self.told, self.session
        told.game, told.betting, told.tournament = session.game, session.betting, session.tournament
        self._read_tags()
        told.stakes = self._stakes()
        paid = told.all_paid()
        if self.bets == {name: paid.get(seat, 0) for name, seat in told.seats.items()}:
            told.rake = max(sum(self.bets.values()) - self.won, 0)
        self._find_button()
        self._finish()
        text = "\n".join([text for _, text in self.lines[:20]])
        code, started = _CODE.search(text), _STARTED.search(text)
        when = read_time(started[1]) if started else None
        if started and when is None:
            self.ignore(LABELS["when"])
        table, chip = session.table, f"0.01 {session.currency}".strip()
        if session.tournament:
            chip = ""
            table = tournament_label(session.tournament, buy_in=session.buy_in, table=table)
        return build(told, number=code[1] if code else "", table=table, when=when, chip=chip)

    def _read_tags(self) -> None:
        """Read all tags; the actions of a round are ordered by their numbers."""
        told = self.told
        actions: list[tuple[_Action, int]] = []
        street = 0
        for at, line in self.lines:
            told.at = at
            for kind, rest, text in _TAG.findall(line):
                if kind == "action":
                    actions.append((_read_action(rest), at))
                elif kind == "player":
                    self._sit(_fields(rest))
                elif kind == "round":
                    self._act_all(actions, street)
                    actions, street = [], _whole(_fields(rest).get("no", ""))
                else:
                    self._show(_fields(rest), text.strip())
        self._act_all(actions, street)

    def _sit(self, fields: dict[str, str]) -> None:
        told = self.told
        number, name = _whole(fields.get("seat", "")), unescape(fields.get("name", ""))
        chips = told.chips(fields.get("chips", ""))
        if not name and not chips:
            return  # an empty seat
        seat = told.sit(number, name, chips)
        if fields.get("dealer") == "1":
            told.button = number
        won, bet = fields.get("win"), fields.get("bet")
        if won is not None and bet is not None:
            chips = told.chips(won)
            self.won += chips
            if chips:
                told.collect(seat, chips)
            self.bets[name] = told.chips(bet)

    def _show(self, fields: dict[str, str], text: str) -> None:
        """Read the cards of a player or of the board."""
        told = self.told
        cards = suit_first(text)
        if cards is None:
            raise told.error(f"{quoted(text)} are not cards")
        kind = fields.get("type", "")
        if kind in _STREETS:
            told.deal(_STREETS[kind], cards)
        elif cards and (name := unescape(fields.get("player", ""))):
            deal = told.deal_to if name == self.session.hero else told.show
            deal(told.seat(name), cards)

    def _act_all(self, actions: list[tuple[_Action, int]], street: int) -> None:
        told = self.told
        actions.sort(key=_number_of)
        for (_, name, kind, money), told.at in actions:
            seat = told.seat(name)
            if kind in (0, 4):
                told.act(seat, FOLDS if kind == 0 else CHECKS)
                continue
            if kind in (8, 9):
                seat.away = True
                if kind == 9 and seat.plays:
                    told.act(seat, FOLDS)
                continue
            if kind == 7 and money == "DP":
                told.protect(seat)
                continue
            chips = told.chips(money)
            if kind in _POSTS or street == 0:
                self.first.setdefault(kind, chips)
                both = kind == 2 and chips > self.first[2]
                told.post(seat, BOTH if both else _POSTS.get(kind, BIG), chips)
            elif kind in _VERBS:
                told.act(seat, _VERBS[kind], chips)
            else:
                raise told.error(f"an action of the unknown type {kind}")

    def _stakes(self) -> tuple[int, int]:
        """The stakes of the table, or those that are posted in a tournament."""
        told = self.told
        small, big = self.first.get(1, 0), self.first.get(2, 0)
        low, _, high = self.session.stakes.partition("/")
        if high:
            told.at = self.lines[0][0]
            stakes = (told.chips(low), told.chips(high))
            if told.betting != "limit" or big < stakes[1]:
                return stakes
            return stakes[1], 2 * stakes[1]  # some texts have the blinds there
        small, big = small or big // 2, big or 2 * small
        if not big:
            raise told.error("nobody posts a blind")
        return (big, 2 * big) if told.betting == "limit" else (small, big)

    def _find_button(self) -> None:
        """Give the button to the player before the small blind, if the text has none."""
        told = self.told
        small = next((seat for _, seat, kind, _ in told.posts if kind == SMALL), None)
        if not told.button and small is not None:
            playing = [seat for seat in told.seats.values() if seat.plays]
            told.button = small.number - (len(playing) > 2)

    def _finish(self) -> None:
        """Say that the hero is out or has won, if this is their last hand."""
        told, session = self.told, self.session
        hero = told.seats.get(session.hero)
        if told.tournament is None or hero is None or not session.place:
            return
        left = [
            seat
            for seat in told.seats.values()
            if seat.stack + seat.collected > self.bets.get(seat.name, 0)
        ]
        if (left == [hero]) if session.place == 1 else (hero not in left):
            told.finishes.append((hero, session.place, session.prize))
            if session.more:
                told.rebuys.append((hero, session.more))


@lru_cache(maxsize=8192)
def _fields(text: str) -> dict[str, str]:
    """The attributes of a tag."""
    return dict(_FIELD.findall(text))


@lru_cache(maxsize=8192)
def _read_action(text: str) -> _Action:
    """The action whose tag has these attributes."""
    fields = dict(_FIELD.findall(text))
    number, kind = _whole(fields.get("no", "")), _whole(fields.get("type", ""))
    return number, unescape(fields.get("player", "")), kind, fields.get("sum", "")


def _number_of(action: tuple[_Action, int]) -> int:
    return action[0][0]


@lru_cache(maxsize=4096)
def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
