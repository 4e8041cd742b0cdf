"""Reading PokerStars text of any age."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing, quoted
from railbird.history.formats.labels import LABELS
from railbird.history.formats.pokerstars.header import (
    HEADER_START,
    read_game,
    read_table,
    read_time,
    split_time,
)
from railbird.history.formats.rooms.about import currency_in, tournament_label
from railbird.history.formats.rooms.amounts import CENTS, PLACE, read_place
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ANTE,
    BETS,
    BIG,
    BOTH,
    CALLS,
    CHAIRS,
    CHECKS,
    DEAD,
    FOLDS,
    LIVE,
    RAISES_TO,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand

_MONEY = r"([^\s()]+)"
_SEEN = re.compile(r"(?:showed|mucked) \[([^\[\]]*)\]")
_WON = re.compile(rf"(?:won|collected) \(?{_MONEY}")
_DEALT = re.compile(r"Dealt to (.+?) \[([^\[\]]*)\](?: \[([^\[\]]*)\])? *")
_RETURNED = re.compile(rf"Uncalled bet \({_MONEY}\) returned to (.+)")
_COLLECTED = re.compile(rf"(.+) (?:collected|wins) {_MONEY} from (?:the )?(?:main |side )?pot.*")
_CASHED = re.compile(rf"(.+) cashed out the hand for {_MONEY}.*")
_ADDED = re.compile(rf"(?:STP added:|Cash Drop to Pot : total|.*\badded to the pot:?) {_MONEY} *")
_RAKE = re.compile(rf"\| (?:Rake|Jackpot(?: Rake| Fee)?|Bingo|Fortune|Tax) {_MONEY}", re.IGNORECASE)
_FINISHED = re.compile(
    rf"(.+) finished the tournament in {PLACE}\w* place(?: and received ([^\s]+?)\.?)? *"
)
_CHAMPION = re.compile(r"(.+) wins the tournament(?: and receives ([^\s]+) .*)?")
_BOUNTY = re.compile(
    r"(.+) wins (?:the )?([^\s]+) (?:bounty )?for (?:eliminating|splitting the elimination) .*"
)
_REBUY = re.compile(r"(.+) (?:re-buys|takes the add-on) and receives \S+ chips for (\S+?)\.? *")
_HEAD = re.compile(r", ([^\s]+) bounty\)")
_POST = re.compile(rf"(?:posts|straddles?)\b(.*?) {_MONEY}(?: and is all-in.*)? *")
_SHOWN = re.compile(r"(.+?):? shows \[([^\[\]]*)\].*")
_INSURED = re.compile(r"(pays?|receives?) .*(?:insurance|cashout).*\(([^\s()]+)\)", re.IGNORECASE)
_INSURES = ("get an all-in insurance", "Chooses to EV Cashout")
_FIGURES = re.compile(r"[0-9]|\[")
_VERBS = {"folds", "checks", "calls", "bets", "raises", "posts", "straddles", "shows"}
_LONGEST_SEAT = len("Seat 999")
_PAYS = {"calls": CALLS, "bets": BETS}
_QUIET = {"doesn't show hand", "mucks hand"}
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_RUNS = {"FIRST": 1, "SECOND": 2, "THIRD": 3}
_GOSSIP = (" leaves the table", " has returned", " is connected", " was removed from the table")
_AWAY = ("sits out", "is sitting out", "is disconnected", "has timed out")


def read_hand(
    lines: list[Line], ignore: Ignore = ignore_nothing, *, start: re.Pattern[str] = HEADER_START
) -> Hand:
    """The hand that the lines describe; ``start`` is how its first line begins."""
    first = lines[0][1]
    begun = start.match(first)
    game_text, time, rest = split_time(first[begun.end() :].rstrip()) if begun else ("", None, "")
    game = read_game(game_text) if begun and begun["colon"] else None
    if begun is None or game is None:
        raise UnreadableHandError(lines[0][0], not_ours(first))
    told = Told(lines, game.amounts)
    table = None
    if len(lines) > 1:
        told.at = lines[1][0]
        table = read_table(lines[1][1])
    if table is None:
        raise told.error("the line with the table and the button is missing")
    told.game, told.betting, told.stakes = game.game, game.betting, game.stakes
    told.stake_cap, told.tournament, told.button = game.stake_cap, game.tournament, table.button
    _StarsReader(told, ignore).read()
    name = table.name
    if game.tournament:
        name = tournament_label(game.tournament, buy_in=game.buy_in, table=name)
    when = read_time(time)
    if when is None and rest.strip(" -"):
        ignore(LABELS["when"])
    return build(
        told,
        number=begun["number"],
        table=name,
        when=when,
        chip=game.chip,
        table_size=table.size,
    )


class _StarsReader:
    """Goes over the lines after the second, in two parts: the hand and its summary."""

    def __init__(self, told: Told, ignore: Ignore) -> None:
        self.told = told
        self.ignore = ignore
        self.seats = told.seats
        self.lines = told.lines

    def read(self) -> None:
        told = self.told
        lines = islice(self.lines, self._read_seats(), None)
        seats = self.seats
        # a name with ": " in it may look like another name and an action
        plain = {} if ": " in "\n".join(seats) else seats
        acts, posts = told.amounts.acts, told.amounts.posts
        act, boards = told.acts.append, told.boards
        for at, text in lines:
            name, colon, rest = text.partition(": ")
            seat = plain.get(name) if colon else None
            if seat is not None:
                did = acts.get(rest)
                if did is not None:  # by far the most
                    seat.plays = True
                    act((at, seat, *did))
                    continue
                did = None if boards else posts.get(rest)
                if did is not None:
                    told.at = at
                    seat.plays = True
                    told.posts.append((at, seat, *did))
                    continue
                told.at = at
                if rest in _QUIET or self._read_new(seat, rest):
                    continue
            told.at = at
            if text[:4] == "*** ":
                if text[4:11] == "SUMMARY":
                    self._read_summary(lines)
                    return
                self._read_street(text)
            elif colon or " collected " not in text or not self._read_collected(text):
                self._read_line(text)
        if told.total is None:
            raise told.error("the hand is cut off: no summary with the pot and the rake")

    def _read_seats(self) -> int:
        """Read the seats, and return the number of the first line after them."""
        told, lines = self.told, self.lines
        seats, numbers, known = told.seats, told.numbers, told.amounts.known
        read = told.amounts.read
        for i in range(2, len(lines)):
            told.at, text = lines[i]
            if text[-10:] == " in chips)":  # by far the most
                before, _, money = text[:-10].rpartition(" (")
                seat, _, name = before.partition(": ")
                number, chips = CHAIRS.get(seat), known.get(money)
                if chips is None:
                    chips = read(money)
                if number and chips is not None and name not in seats and number not in numbers:
                    seats[name] = numbers[number] = ToldSeat(number, name, chips)
                    continue
            if not self._read_seat(text):
                return i
        return len(lines)

    def _read_seat(self, text: str) -> bool:
        """Read a seat; False if the line is something else."""
        told = self.told
        before, chips, rest = text.rpartition(" in chips")
        before, bracket, money = before.rpartition(" (")
        seat, colon, name = before.partition(": ")
        if not (chips and bracket and colon and seat.startswith("Seat ") and ")" in rest):
            return False
        if not seat[5:].isdecimal() or len(seat) > _LONGEST_SEAT:
            return False
        sits = told.sit(int(seat[5:]), name, told.chips(money), away="sitting out" in rest)
        if found := _HEAD.match(rest):
            sits.head = CENTS.read(found[1]) or 0
            told.has_heads = told.has_heads or sits.head > 0
        return True

    def _read_new(self, seat: ToldSeat, text: str) -> bool:
        """Read what a player does, and remember it for the same words of another hand."""
        told = self.told
        amounts, acts, posts = told.amounts, told.acts, told.posts
        verb, _, money = text.partition(" ")
        if verb == "shows" and money[:1] == "[":
            told.show(seat, told.cards(money[1:].partition("]")[0]))
            return True
        if verb in _PAYS and money not in amounts.known and " " not in money:
            told.act(seat, _PAYS[verb], told.chips(money))  # it may never occur again
            return True
        before = len(acts), len(posts)
        if not self._read_act(seat, text):
            return False
        if "[" not in text:
            if len(acts) > before[0]:
                amounts.keep_act(text, *acts[-1][2:])
            elif len(posts) > before[1]:
                amounts.keep_post(text, *posts[-1][2:])
        return True

    def _read_collected(self, text: str) -> bool:
        """Read who wins a pot; False if it takes a closer look."""
        name, _, rest = text.partition(" collected ")
        money, of, _ = rest.partition(" from ")
        if not of or name not in self.seats or " " in money:
            return False
        self.told.collect(self.seats[name], self.told.chips(money))
        return True

    def _read_act(self, seat: ToldSeat, text: str) -> bool:
        """Read what a player does; False if it is something else."""
        told = self.told
        if text[:6] == "calls ":
            told.act(seat, CALLS, told.chips(text[6:].partition(" ")[0]))
        elif text[:5] == "bets ":
            told.act(seat, BETS, told.chips(text[5:].partition(" ")[0]))
        elif text[:7] == "raises ":
            words = text.split(" ", 4)
            if len(words) < 4 or words[2] != "to":
                return False
            told.act(seat, RAISES_TO, told.chips(words[3]))
        elif text.startswith("posts the ante "):
            told.post(seat, ANTE, told.chips(text[15:].partition(" ")[0]))
        elif text.startswith("posts big blind "):
            told.post(seat, BIG, told.chips(text[16:].partition(" ")[0]))
        elif text.startswith("posts small blind "):
            told.post(seat, SMALL, told.chips(text[18:].partition(" ")[0]))
        elif text.startswith(("posts ", "straddle")):
            return self._read_post(seat, text)
        else:
            return self._read_quiet(seat, text)
        return True

    def _read_post(self, seat: ToldSeat, text: str) -> bool:
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

    def _read_quiet(self, seat: ToldSeat, text: str) -> bool:
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
        elif found := _INSURED.fullmatch(words):
            chips = told.chips(found[2])
            told.insure(seat, chips if found[1].lower().startswith("rec") else -chips)
        else:
            return words.startswith(_INSURES) or words.startswith(("mucks", "doesn't show"))
        return True

    def _read_line(self, text: str) -> None:
        """Read a line between the seats and the summary that is not a plain action."""
        told = self.told
        if text[:9] == "Dealt to ":
            self._read_dealt(text)
        elif text[:9] == "Uncalled " and (found := _RETURNED.fullmatch(text)):
            told.seat(found[2]).returned += told.chips(found[1])
        elif ": " in text and (seat := told.seat_before(text)) is not None:
            rest = text[len(seat.name) + 2 :]
            if self._read_act(seat, rest):
                return
            if _FIGURES.search(rest) is not None or rest.split(" ", 1)[0] in _VERBS:
                raise told.error(f"{quoted(text)} cannot be read, or does not belong here")
            self.ignore("lines")
        elif text.endswith(_GOSSIP) or not (self._read_money(text) or self._read_event(text)):
            self.ignore("lines")

    def _read_dealt(self, text: str) -> None:
        """Read who is dealt which cards."""
        told = self.told
        name, bracket, cards = text[9:].partition(" [")
        if bracket and name in self.seats and cards.find("]") == len(cards) - 1:
            told.deal_to(self.seats[name], told.cards(cards[:-1]))
        elif found := _DEALT.fullmatch(text):
            told.deal_to(told.seat(found[1]), told.cards(found[2]))
        else:
            told.seat(text[9:])  # cards that are not shown

    def _read_money(self, text: str) -> bool:
        """Read who gets what, apart from bets that are returned."""
        told = self.told
        if " pot" in text and (found := _COLLECTED.fullmatch(text)):
            told.collect(told.seat(found[1]), told.chips(found[2]))
        elif " cashed out " in text and (found := _CASHED.fullmatch(text)):
            told.cash_out(told.seat(found[1]), told.chips(found[2]))
        elif ("added" in text or ":" in text) and (found := _ADDED.fullmatch(text)):
            told.added += told.chips(found[1])
        else:
            return False
        return True

    def _read_event(self, text: str) -> bool:
        """Read who is out, who shows, who is away."""
        told = self.told
        if text.startswith("Hand cancelled"):
            raise told.error("the hand was cancelled: nothing was won or lost")
        if " tournament" in text and (found := _FINISHED.fullmatch(text)):
            self._finish(found[1], read_place(found[2]), found[3])
        elif " tournament" in text and (found := _CHAMPION.fullmatch(text)):
            self._finish(found[1], 1, found[2])
        elif " wins " in text and (found := _BOUNTY.fullmatch(text)):
            money = self._paid(found[2])
            if found[1] in self.seats and money is not None:
                told.bounties.append((self.seats[found[1]], money))
        elif " chips for " in text and (found := _REBUY.fullmatch(text)):
            money = self._paid(found[2])
            if found[1] in self.seats and money is not None:
                told.rebuys.append((self.seats[found[1]], money))
        elif " shows " in text and (found := _SHOWN.fullmatch(text)) and found[1] in self.seats:
            told.show(self.seats[found[1]], told.cards(found[2]))
        else:
            return self._read_away(text)
        return True

    def _read_away(self, text: str) -> bool:
        """Read whether somebody is away."""
        if "treated as all" in text:  # their connection was lost, long ago when that was enough
            seat = self.told.seat_before(text, " ")
            if seat is not None:
                self.told.protect(seat)
            return seat is not None
        for words in _AWAY:
            name, found, _ = text.rpartition(f" {words}")
            if found:
                seat = self.seats.get(name.rstrip(":"))
                if seat is not None:
                    seat.away = True
                return True
        return False

    def _paid(self, text: str) -> int | None:
        """Money that was paid in or out, which also says the currency."""
        self.told.currency = self.told.currency or currency_in(text)
        return CENTS.read(text)

    def _finish(self, name: str, place: int, prize: str | None) -> None:
        money = self._paid(prize.rstrip(".")) if prize else 0
        if name in self.seats:
            self.told.finishes.append((self.seats[name], place, money or 0))

    def _read_street(self, text: str) -> None:
        told = self.told
        words, bracket, cards = text.partition(" *** [")
        if not bracket:
            return  # who shows, or the hole cards
        street = _STREETS.get(words[4:])
        dealt = cards.replace("[", "").replace("]", "")
        if street is not None:
            told.deal(street, told.cards(dealt))
        elif run := _RUNS.get(words[4:].partition(" ")[0]):
            told.deal_again(run, told.cards(dealt))

    def _read_summary(self, lines: Iterator[Line]) -> None:
        told = self.told
        told.won = _won
        for told.at, text in [line for line in lines if " [" in line[1] or "Total" in line[1]]:
            if text[:5] == "Seat ":
                self._read_result(text)
            elif text[:10] == "Total pot ":
                self._read_total(text[10:])
        told.at = self.lines[-1][0]
        if told.total is None:
            raise told.error("the hand is cut off: no summary with the pot and the rake")

    def _read_total(self, text: str) -> None:
        """Read the pot and the rake; there may be other fees, and side pots."""
        told = self.told
        money, bar, rake = text.partition(" | Rake ")
        if not bar or " " in money or " " in rake:
            money, _, rest = text.partition(" ")
            fees = _RAKE.findall(rest)
            told.rake = sum(map(told.chips, fees)) if fees else None
        else:
            told.rake = told.chips(rake)
        told.total, told.total_line = told.chips(money), told.at

    def _read_result(self, text: str) -> None:
        """Read the cards of a player in the summary."""
        told = self.told
        seat, rest = _seat_of(told, text)
        if seat is None:
            return
        before, _, more = rest.partition("ed [")
        cards, bracket, _ = more.partition("]")
        if bracket and before[-4:] in {"show", "muck"} and "[" not in cards:
            told.show(seat, told.cards(cards))
        elif seen := _SEEN.search(rest):
            told.show(seat, told.cards(seen[1]))


def _seat_of(told: Told, text: str) -> tuple[ToldSeat | None, str]:
    """The seat of a line of the summary, and what it says about the player."""
    chair, _, rest = text.partition(": ")
    number = CHAIRS.get(chair, 0)
    if not number and chair[5:].isdecimal() and len(chair) <= _LONGEST_SEAT:
        number = int(chair[5:])
    seat = told.numbers.get(number)
    if seat is None or not rest.startswith(seat.name):
        return None, rest
    return seat, rest[len(seat.name) :]


def _won(told: Told) -> dict[str, int]:
    """What players won by the summary."""
    won = {}
    for _, text in told.lines:
        if text.startswith("Seat ") and (found := _WON.search(text)):
            seat, rest = _seat_of(told, text)
            found = _WON.search(rest)
            chips = told.amounts.read(found[1].rstrip(")")) if found else None
            if seat is not None and chips is not None:
                won[seat.name] = chips
    return won
