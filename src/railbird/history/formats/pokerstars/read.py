"""Reading PokerStars text of any age."""

from __future__ import annotations

import re

from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing, quoted
from railbird.history.formats.labels import LABELS
from railbird.history.formats.pokerstars.header import (
    GAMES,
    HEADER_START,
    TOURNAMENT,
    read_game,
    read_table,
    read_time,
    split_time,
)
from railbird.history.formats.rooms.amounts import CENTS
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.told import (
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    LIVE,
    RAISES_TO,
    SMALL,
    STRADDLE,
    Seat,
    Told,
)
from railbird.table.hand import Hand

_MONEY = r"([^\s()]+)"
_SEAT = re.compile(rf"Seat ([0-9]{{1,3}}): (.+) \({_MONEY} in chips(?:, [^()]*)?\)(.*)")
_SUMMARY_SEAT = re.compile(r"Seat ([0-9]{1,3}): (.*)")
_SEEN = re.compile(r"(?:showed|mucked) \[([^\[\]]*)\]")
_WON = re.compile(rf"(?:won|collected) \(?{_MONEY}")
_DEALT = re.compile(r"Dealt to (.+?) \[([^\[\]]*)\](?: \[([^\[\]]*)\])? *")
_STREET = re.compile(
    r"\*\*\* (?:(FIRST|SECOND|THIRD) )?(FLOP|TURN|RIVER) \*\*\* ((?:\[[^\[\]]*\] ?)+) *"
)
_RETURNED = re.compile(rf"Uncalled bet \({_MONEY}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) (?:collected|wins) {_MONEY} from (?:the )?(?:main |side )?pot.*")
_CASHED = re.compile(rf"(.+) cashed out the hand for {_MONEY}.*")
_ADDED = re.compile(rf"(?:STP added:|.*\badded to the pot:?) {_MONEY} *")
_TOTAL = re.compile(rf"Total pot {_MONEY}(.*)")
_RAKE = re.compile(rf"\| (?:Rake|Jackpot(?: Rake| Fee)?) {_MONEY}", re.IGNORECASE)
_FINISHED = re.compile(
    r"(.+) finished the tournament in ([0-9]+)\w* place(?: and received ([^\s]+?)\.?)? *"
)
_CHAMPION = re.compile(r"(.+) wins the tournament(?: and receives ([^\s]+) .*)?")
_BOUNTY = re.compile(
    r"(.+) wins (?:the )?([^\s]+) (?:bounty )?for (?:eliminating|splitting the elimination) .*"
)
_POST = re.compile(rf"(?:posts|straddles)\b(.*?) {_MONEY}(?: and is all-in.*)? *")
_SHOWN = re.compile(r"(.+?):? shows \[([^\[\]]*)\].*")
_FIGURES = re.compile(r"[0-9]|\[")
_VERBS = {"folds", "checks", "calls", "bets", "raises", "posts", "straddles", "shows"}
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_RUNS = {"FIRST": 1, "SECOND": 2, "THIRD": 3}
_AWAY = ("sits out", "is sitting out", "is disconnected", "has timed out")


def read_hand(lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
    """The hand that the lines describe."""
    first = lines[0][1]
    start = HEADER_START.match(first)
    game_text, time_text = split_time(first[start.end() :].rstrip()) if start else ("", "")
    game = read_game(game_text) if start and start["colon"] else None
    if start is None or game is None:
        games = ", ".join(GAMES)
        raise UnreadableHandError(
            lines[0][0], f"not the first line of a hand of {games}: {quoted(first)}"
        )
    told = Told(lines, game.amounts)
    table = None
    if len(lines) > 1:
        told.at = lines[1][0]
        table = read_table(lines[1][1])
    if table is None:
        raise told.error("the line with the table and the button is missing")
    told.game, told.betting, told.stakes = game.game, game.betting, game.stakes
    told.stake_cap, told.tournament, told.button = game.stake_cap, game.tournament, table.button
    _Reader(told, ignore).read()
    name = table.name
    if game.tournament:
        level = game.tournament.level
        name = TOURNAMENT.format(
            number=game.tournament.number, buy_in=game.buy_in, level=level or None, table=name
        )
    when = read_time(time_text)
    if when is None and time_text.strip(" -"):
        ignore(LABELS["when"])
    return build(
        told,
        number=start["number"],
        table=name,
        when=when,
        chip=game.chip,
        table_size=table.size,
    )


class _Reader:
    """Goes over the lines after the second, in two parts: the hand and its summary."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore
        self.seats = told.seats
        self.lines = told.lines

    def read(self) -> None:
        told, lines = self.told, self.lines
        at = self._read_seats()
        seats = self.seats
        # a name with ": " in it may look like another name and an action
        plain = not any(": " in name for name in seats)
        read_act = self._read_act
        for i in range(at, len(lines)):
            told.at, text = lines[i]
            name, colon, rest = text.partition(": ")
            if colon and plain and name in seats:
                if read_act(seats[name], rest):
                    continue
            elif text[:4] == "*** " and text.startswith("*** SUMMARY"):
                self._read_summary(i + 1)
                return
            self._read_line(text)
        if told.total is None:
            raise told.error("the hand is cut off: no summary with the pot and the rake")

    def _read_seats(self) -> int:
        """Read the seats, and return the number of the first line after them."""
        told, lines = self.told, self.lines
        for i in range(2, len(lines)):
            told.at, text = lines[i]
            found = _SEAT.match(text)
            if found is None:
                return i
            number, name, money, rest = found.groups()
            told.sit(int(number), name, told.chips(money), away="sitting out" in rest)
        return len(lines)

    def _read_act(self, seat: Seat, text: str) -> bool:
        """Read what a player does; False if it is something else."""
        told = self.told
        if text == "folds":
            told.act(seat, FOLDS)
        elif text == "checks":
            told.act(seat, CHECKS)
        elif text.startswith("calls "):
            told.act(seat, CALLS, told.chips(text[6:].partition(" ")[0]))
        elif text.startswith("bets "):
            told.act(seat, BETS, told.chips(text[5:].partition(" ")[0]))
        elif text.startswith("raises "):
            words = text.split(" ", 4)
            if len(words) < 4 or words[2] != "to":
                return False
            told.act(seat, RAISES_TO, told.chips(words[3]))
        elif text.startswith("posts the ante "):
            told.post(seat, ANTE, told.chips(text[15:].partition(" ")[0]))
        elif text.startswith(("posts ", "straddles ")):
            return self._read_post(seat, text)
        else:
            return self._read_quiet(seat, text)
        return True

    def _read_post(self, seat: Seat, text: str) -> bool:
        found = _POST.fullmatch(text)
        if found is None:
            return False
        words, money = found.groups()
        chips = self.told.chips(money)
        if "straddle" in text:
            kind = STRADDLE
        elif "&" in words or " and " in words or "+" in words:
            kind = BOTH
        elif "dead" in words:
            kind = DEAD
        elif "small" in words:
            kind = SMALL
        elif "ante" in words:
            kind = ANTE
        else:
            kind = BIG if "big" in words or not words.strip() else LIVE
        self.told.post(seat, kind, chips)
        return True

    def _read_quiet(self, seat: Seat, text: str) -> bool:
        """Read what a player does apart from betting."""
        told = self.told
        words = text.strip()
        if words.startswith("shows ["):
            told.show(seat, told.cards(words[7:].partition("]")[0]))
        elif words.startswith(("folds", "checks")):
            verb, _, rest = words.partition(" ")
            if rest.startswith("["):
                told.show(seat, told.cards(rest[1:].partition("]")[0]))
            if verb not in {"folds", "checks"}:
                return False
            told.act(seat, FOLDS if verb == "folds" else CHECKS)
        elif words.startswith(_AWAY):
            seat.away = True
        else:
            return words.startswith(("mucks", "doesn't show"))
        return True

    def _read_line(self, text: str) -> None:
        """Read a line between the seats and the summary that is not a plain action."""
        told = self.told
        if text.startswith("*** "):
            self._read_street(text)
        elif text.startswith("Uncalled ") and (found := _RETURNED.fullmatch(text)):
            told.seat(found[2]).returned += told.chips(found[1])
        elif text.startswith("Dealt ") and (found := _DEALT.fullmatch(text)):
            told.deal_to(told.seat(found[1]), told.cards(found[2]))
        elif (seat := told.seat_before(text)) is not None:
            rest = text[len(seat.name) + 2 :]
            if self._read_act(seat, rest):
                return
            if _FIGURES.search(rest) is not None or rest.split(" ", 1)[0] in _VERBS:
                raise told.error(f"{quoted(text)} cannot be read, or does not belong here")
            self.ignore("lines")
        elif not self._read_money(text) and not self._read_event(text):
            self.ignore("lines")

    def _read_money(self, text: str) -> bool:
        """Read who gets what, apart from bets that are returned."""
        told = self.told
        if found := _COLLECTED.fullmatch(text):
            told.seat(found[1]).collected += told.chips(found[2])
        elif found := _CASHED.fullmatch(text):
            told.seat(found[1]).cashed = told.chips(found[2])
        elif found := _ADDED.fullmatch(text):
            told.added += told.chips(found[1])
        else:
            return False
        return True

    def _read_event(self, text: str) -> bool:
        """Read who is out, who shows, who is away."""
        told = self.told
        if text.startswith("Hand cancelled"):
            raise told.error("the hand was cancelled: nothing was won or lost")
        if found := _FINISHED.fullmatch(text):
            self._finish(found[1], int(found[2]), found[3])
        elif found := _CHAMPION.fullmatch(text):
            self._finish(found[1], 1, found[2])
        elif found := _BOUNTY.fullmatch(text):
            money = CENTS.read(found[2])
            if found[1] in self.seats and money is not None:
                told.bounties.append((self.seats[found[1]], money))
        elif (found := _SHOWN.fullmatch(text)) and found[1] in self.seats:
            told.show(self.seats[found[1]], told.cards(found[2]))
        else:
            return self._read_away(text)
        return True

    def _read_away(self, text: str) -> bool:
        """Read whether somebody is away."""
        for words in _AWAY:
            if text.endswith(words):
                seat = self.seats.get(text.removesuffix(words).rstrip(": "))
                if seat is not None:
                    seat.away = True
                return True
        return False

    def _finish(self, name: str, place: int, prize: str | None) -> None:
        money = CENTS.read(prize.rstrip(".")) if prize else 0
        if name in self.seats:
            self.told.finishes.append((self.seats[name], place, money or 0))

    def _read_street(self, text: str) -> None:
        found = _STREET.fullmatch(text)
        if found is None:
            return
        told = self.told
        run, street, cards = found.groups()
        dealt = told.cards(cards.replace("[", " ").replace("]", " "))
        if run is None:
            told.deal(_STREETS[street], dealt)
        else:
            told.deal_again(_RUNS[run], dealt)

    def _read_summary(self, at: int) -> None:
        told = self.told
        for i in range(at, len(self.lines)):
            told.at, text = self.lines[i]
            if text.startswith("Seat "):
                if "[" in text or "(" in text:
                    self._read_result(text)
            elif found := _TOTAL.fullmatch(text):
                told.total, told.total_line = told.chips(found[1]), told.at
                rake = _RAKE.findall(found[2])
                if rake:
                    told.rake = sum(map(told.chips, rake))
        if told.total is None:
            raise told.error("the hand is cut off: no summary with the pot and the rake")

    def _read_result(self, text: str) -> None:
        """Read the cards and the winnings of a player in the summary."""
        told = self.told
        number, _, text = text[5:].partition(": ")
        for seat in self.seats.values():
            if text.startswith(seat.name) and number == str(seat.number):
                rest = text[len(seat.name) :]
                if "[" in rest and (seen := _SEEN.search(rest)):
                    told.show(seat, told.cards(seen[1]))
                if ("won" in rest or "collected" in rest) and (won := _WON.search(rest)):
                    chips = told.amounts.read(won[1])
                    if chips is not None:
                        told.won[seat.name] = chips
                return
