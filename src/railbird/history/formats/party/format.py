"""PartyPoker hand histories of both forms: hold'em and Omaha, cash and tournament."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing, quoted
from railbird.history.formats.labels import LABELS
from railbird.history.formats.party.header import START, PartyGame, read_game, read_time
from railbird.history.formats.rooms.about import is_free, number_in, tournament_label
from railbird.history.formats.rooms.amounts import PLACE, Amounts, read_place
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.split import split_hands
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
    LIVE,
    RAISES_BY,
    RAISES_TO,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand

_TABLE = re.compile(r"Table (?P<name>.*?)\s*\( ?(?:Real|Play) Money ?\).*", re.IGNORECASE)
_BUTTON = re.compile(r"(?:.* -- )?Seat ([0-9]{1,3}) is the button")
_SIZE = re.compile(r"Total number of players : [0-9]+/([0-9]{1,3})")
_SEAT = re.compile(r"[Ss]eat ?([0-9]{1,3}): (.+?) \( ?([^()]+?) ?\)(?: - VPIP.*)?")
_ACT = re.compile(
    r"(?P<name>.+?) (?P<verb>folds|checks|calls|bets|raises|posts|is all-In|shows|doesn't show"
    r"|wins|balance|straddles)(?=[\s\[(.,]|$)(?P<rest>.*)"
)
_AMOUNT = re.compile(r"[\[(] ?([^\[\]()]*[0-9][^\[\]()]*?) ?[\])]")
_TO = re.compile(r" to ([^\s]+)")
_WINS = re.compile(r" ([$€£]?[0-9][0-9,.]*[0-9]|[$€£]?[0-9])(?: [A-Z]{3}| chips)?\b")
_BLINDS = re.compile(r"(?:Blinds|Blinds-Antes|Stakes)\(([0-9,.]+)/([0-9,.]+)(?: ?-([0-9,.]+))?\)")
_DEALT = re.compile(r"Dealt to (.+?) \[ *(.*?) *\]")
_BOARD = re.compile(r"\*\* Dealing (flop|turn|river) \*\* :? *\[ (.*) \]", re.IGNORECASE)
_CARDS = re.compile(r"\[ ?([^\[\]]*) ?\]")
_RAKE = re.compile(r"Rake: ([^\s]+)")
_COLLECTED = re.compile(r"collected ([$€£]?[0-9.,]*[0-9])")
_CASHED = re.compile(r"(.+) Cashed out +balance .*?collected ([$€£]?[0-9.,]*[0-9])")
_FINISHED = re.compile(rf"(?:Player )?(.+) finished in {PLACE}\b.*")
_AWAY = re.compile(r"(.+?) (?:did not|could not) respond in time.*|(.+?) (?:is sitting|sits) out.*")
_BLANK = " \t\0"
_STREETS = {"flop": 1, "turn": 2, "river": 3}
_FOLD = (FOLDS, 0)
_CENTS, _CHIPS = Amounts(cents=True), Amounts(cents=False)


class PartyPokerFormat:
    """The text format of PartyPoker. Most texts do not say the rake: it is what is missing.

    Examples
    --------
    >>> PartyPokerFormat().recognises("***** Hand History for Game 12 *****")
    True
    """

    name = "partypoker"
    title = "PartyPoker hand history"

    def recognises(self, head: str) -> bool:
        """Whether a file that begins with this text is of this format."""
        return any(START.match(line) for line in head.split("\n"))

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each hand."""
        return split_hands(lines, START, sign="*****", street="** Dealing")

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        start = START.match(lines[0][1])
        about = lines[min(1, len(lines) - 1)][1].strip(_BLANK)
        game = read_game(about) if start and len(lines) > 3 else None
        if start is None or game is None:
            raise UnreadableHandError(lines[0][0], not_ours(about))
        try:
            return self._read(lines, start[1], game, ignore)
        except UnreadableHandError as error:
            try:
                return self._read(lines, start[1], game, ignore, all_dealt=False)
            except UnreadableHandError:
                raise error from None

    def _read(
        self,
        lines: list[Line],
        number: str,
        game: PartyGame,
        ignore: Ignore,
        *,
        all_dealt: bool = True,
    ) -> Hand:
        """Read a hand in which all seats are dealt in, or only those that act."""
        told = Told(lines, _CHIPS if game.tournament else _CENTS)
        told.game, told.betting, told.tournament = game.game, game.betting, game.tournament
        reader = _PartyReader(told, game, ignore)
        reader.read(all_dealt=all_dealt)
        when = read_time(lines[1][1])
        if when is None:
            ignore(LABELS["when"])
        table = reader.table
        if game.tournament is not None:
            about = game.tournament
            if not about.number:  # converted texts have it with the table, as PokerStars does
                about = replace(about, number=number_in(table) or "0")
            if not game.buy_in and is_free(table):
                about = replace(about, free=True)
            told.tournament = about
            table = tournament_label(about, buy_in=game.buy_in, table=table)
        chip = "" if game.tournament else f"0.01 {game.code or reader.code}".rstrip()
        return build(told, number=number, table=table, when=when, chip=chip, table_size=reader.size)


class _PartyReader:
    """Goes over the lines after the second."""

    def __init__(self, told: Told, game: PartyGame, ignore: Ignore) -> None:
        self.told = told
        self.game = game
        self.ignore = ignore
        self.table = ""
        self.code = ""
        self.size = 0
        self.blinds: tuple[int, ...] = ()
        self.dealt = False

    def read(self, *, all_dealt: bool) -> None:
        told = self.told
        told.uncalled_in_pots = True
        told.rake = 0 if told.tournament else None
        if found := _BLINDS.search(told.lines[1][1]):
            self.blinds = tuple(told.chips(part) for part in found.groups() if part)
        lines = told.lines[2:]
        for told.at, line in lines:
            text = line.strip(_BLANK)
            if self.dealt and self._read_plain_act(text):
                continue
            if text[:3] == "** ":
                if text.startswith("** Dealing down"):
                    self.dealt = True
                    self._round()
                    if all_dealt:
                        self._post_blinds(list(told.seats.values()))
                    continue
                if self._read_line(text):
                    continue
            elif not self.dealt and self._read_table(text):
                continue
            if not self._read_act(text) and not self._read_line(text):
                self.ignore("lines")
        if not all_dealt:
            self._post_blinds([seat for seat in told.seats.values() if seat.plays])
        if not told.boards and not told.acts:
            raise told.error("the hand is cut off: nobody acts")
        told.stakes = self._stakes()

    def _read_plain_act(self, text: str) -> bool:
        """Read a fold, or a line whose words behind a name without spaces are known."""
        told = self.told
        did: tuple[int, int] | None = _FOLD
        if text[-6:] == " folds":
            seat = told.seats.get(text[:-6])
        else:
            name, _, words = text.partition(" ")
            seat, did = told.seats.get(name), told.amounts.acts.get(words)
        if seat is None or did is None:
            return False
        seat.plays = True
        told.acts.append((told.at, seat, *did))
        return True

    def _read_table(self, text: str) -> bool:
        """Read the lines before the cards, apart from posts."""
        told = self.told
        if text[1:4] == "eat" and (found := _SEAT.fullmatch(text)):
            if "$" in found[3]:
                self.code = "USD"
            told.sit(int(found[1]), found[2], told.chips(found[3]))
        elif "(" in text and (found := _BLINDS.search(text)):
            self.blinds = tuple(told.chips(part) for part in found.groups() if part)
        elif text[:6] == "Total " and (found := _SIZE.match(text)):
            self.size = int(found[1])
        else:
            button = _BUTTON.fullmatch(text) if text.endswith(" button") else None
            if button:
                told.button = int(button[1])
            table = _TABLE.fullmatch(text) if text[:6].lower() == "table " else None
            if table:
                self.table = table["name"]
            return bool(button or table)
        return True

    def _stakes(self) -> tuple[int, int]:
        """The blinds, or the bets of a limit game."""
        told = self.told
        if told.betting == "limit" and self.game.stakes:
            low, high = map(told.chips, self.game.stakes)
            return low, high
        if len(self.blinds) > 1:
            small, big = self.blinds[:2]
        else:
            posted = {kind: chips for _, _, kind, chips in reversed(told.posts)}
            big = posted.get(BIG, 2 * posted.get(SMALL, 0))
            small = posted.get(SMALL, big // 2)
        return (big, 2 * big) if told.betting == "limit" else (small, big)

    def _round(self) -> None:
        """The newer form keeps large stacks with seven figures only."""
        chips = sum(seat.stack for seat in self.told.seats.values())
        self.told.rounding = 1 + (chips >> 22) if chips >> 23 and self.game.tournament else 0

    def _post_blinds(self, seats: list[ToldSeat]) -> None:
        """Tournaments of old do not write who posts: the first two after the button."""
        told = self.told
        if not self.blinds or len(seats) < 2 or any(post[2] in (SMALL, BIG) for post in told.posts):
            return
        seats.sort(key=lambda seat: (seat.number <= told.button, seat.number))
        small, big, *antes = self.blinds
        if told.betting == "limit":
            small, big = small // 2, small
        if antes and not told.posts:
            for seat in seats:
                told.post(seat, ANTE, min(antes[0], seat.stack))
        paid = {seat: chips for _, seat, _, chips in told.posts}
        order = seats[::-1] if len(seats) == 2 else seats
        for seat, kind, chips in ((order[0], SMALL, small), (order[1], BIG, big)):
            chips = min(chips, seat.stack - paid.get(seat, 0))  # noqa: PLW2901
            if chips:
                seat.plays = True
                told.posts.append((told.at, seat, kind, chips))

    def _seat(self, name: str) -> ToldSeat | None:
        """The seat of a player, whose name may be cut in the list of seats."""
        seats = self.told.seats
        if name in seats:
            return seats[name]
        found = [seat for known, seat in seats.items() if name.startswith(known + " ")]
        return found[0] if len(found) == 1 else None

    def _join(self, name: str) -> ToldSeat:
        """A seat for a player who posts the big blind but is not in the list: behind the small."""
        told = self.told
        small = next((seat.number for _, seat, kind, _ in told.posts if kind == SMALL), told.button)
        taken = {seat.number for seat in told.seats.values()}
        size = max(self.size, *taken, 2)
        free = [n for i in range(size) if (n := (small + i) % size + 1) not in taken]
        if not free:
            raise told.error(f"{quoted(name)} has no seat")
        self.ignore("stacks")
        return told.sit(free[0], name, max(seat.stack for seat in told.seats.values()))

    def _read_act(self, text: str) -> bool:
        """Read what a player does; False if the line is something else."""
        if text[-6:] == " folds" and self._read_plain_act(text):
            return True
        told = self.told
        name, _, words = text.partition(" ")
        verb, space, rest = words.partition(" ")
        seat = told.seats.get(name) if verb in _PLAIN else None
        if seat is not None:  # a name without spaces: faster than to look for a verb everywhere
            rest = space + rest
        else:
            found = _ACT.fullmatch(text)
            if found is None or " Cashed out " in text:
                return False
            name, verb, rest = found.group("name", "verb", "rest")
            seat = self._seat(name)
        if seat is None and verb == "posts" and not self.dealt and told.seats:
            seat = self._join(name)
        if seat is None:
            if verb in {"balance", "doesn't show", "shows"}:
                return False
            raise told.error(f"{quoted(name)} has no seat")
        if verb == "folds":
            told.act(seat, FOLDS)
        elif verb == "checks":
            self._check(seat)
        elif verb == "raises" and (to := _TO.search(rest)):
            told.act(seat, RAISES_TO, told.chips(to[1]))
        elif verb == "is all-In" and rest == ".":
            self._all_in(seat)
        elif verb in _VERBS:
            chips = self._chips(rest)
            told.act(seat, _VERBS[verb], chips)
            if words == verb + rest:
                told.amounts.keep_act(words, _VERBS[verb], chips)
        elif verb in {"posts", "straddles"}:
            self._post(seat, verb + rest)
        elif verb == "wins" and (won := _WINS.match(rest)):
            told.collect(seat, told.chips(won[1]))
        else:
            self._result(seat, verb, rest)
        return True

    def _all_in(self, seat: ToldSeat) -> None:
        """A player is all in, though rounding may leave them a few chips."""
        told = self.told
        antes = sum(c for _, who, kind, c in told.posts if who is seat and kind == ANTE)
        if not told.acts or told.boards:
            return
        _, actor, verb, chips = told.acts[-1]
        if actor is seat and verb == RAISES_TO and abs(seat.stack - chips - antes) < told.rounding:
            seat.stack = chips + antes

    def _check(self, seat: ToldSeat) -> None:
        told = self.told
        silent = (
            told.tournament is None
            and not told.boards
            and not any(who is seat and kind != ANTE for _, who, kind, _ in told.posts)
        )
        if silent:  # they can check only because they have posted both blinds
            small, big = self._stakes()
            told.post(seat, BOTH, small + big)
        told.act(seat, CHECKS)

    def _chips(self, text: str) -> int:
        inside = _inside(text)
        if inside is None:
            raise self.told.error(f"{quoted(text)} has no amount")
        return self.told.chips(inside)

    def _post(self, seat: ToldSeat, what: str) -> None:
        told = self.told
        chips = self._chips(what)
        if "+" in what or "&" in what:
            kind = BOTH
        else:
            kind = next((kind for word, kind in _POSTS if word in what), LIVE)
        if chips:
            told.post(seat, kind, chips)

    def _result(self, seat: ToldSeat, verb: str, rest: str) -> None:
        """Cards that are shown, and the balances of the newer form."""
        told = self.told
        cards = _CARDS.search(rest)
        if cards and cards[1].strip():
            told.show(seat, told.cards(cards[1]))
        if verb == "balance" and seat.cashed is None and (found := _COLLECTED.search(rest)):
            told.collect(seat, told.chips(found[1]))

    def _read_line(self, text: str) -> bool:
        """Read a line that is not an action."""
        told = self.told
        if text[:3] == "** " and (found := _BOARD.fullmatch(text)):
            told.deal(_STREETS[found[1].lower()], told.cards(found[2]))
        elif text[:9] == "Dealt to " and (found := _DEALT.fullmatch(text)):
            told.deal_to(self._seat(found[1]) or told.seat(found[1]), told.cards(found[2]))
        elif found := _CASHED.match(text):
            told.cash_out(told.seat(found[1]), told.chips(found[2]))
        elif found := _RAKE.search(text):
            told.rake = told.chips(found[1])
        elif (found := _FINISHED.fullmatch(text)) and found[1] in told.seats:
            told.finishes.append((told.seats[found[1]], read_place(found[2]), 0))
        elif found := _AWAY.fullmatch(text):
            if seat := told.seats.get(found[1] or found[2]):
                seat.away = True
        elif "does not show cards." in text:
            rest = text.partition("does not show cards.")[2]
            return not rest or self._read_act(rest)
        else:
            return text.startswith(("** ", "Game #", "#"))
        return True


@lru_cache(maxsize=8192)
def _inside(text: str) -> str | None:
    """The first amount in brackets."""
    found = _AMOUNT.search(text)
    return found[1].strip() if found else None


_PLAIN = {"checks", "calls", "bets", "raises", "posts", "wins"}
_VERBS = {"calls": CALLS, "bets": BETS, "raises": RAISES_BY, "is all-In": ALL_IN}
_POSTS = (
    ("ante", ANTE),
    ("straddle", STRADDLE),
    ("dead", DEAD),
    ("small", SMALL),
    ("big", BIG),
)
