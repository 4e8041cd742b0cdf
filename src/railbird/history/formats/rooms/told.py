"""What the text of a hand tells, whatever the room: seats, posts, actions, boards and money.

The reader of a room goes over the lines once and calls the methods of `Told`. It does not know the
rules of poker. `railbird.history.formats.rooms.build` makes a `Hand` of what was told.
"""

from __future__ import annotations

from collections.abc import Callable

from railbird.cards.card import Card, parse_cards
from railbird.errors import InputError
from railbird.history.formats.base import Line, UnreadableHandError, quoted
from railbird.history.formats.rooms.amounts import Amounts
from railbird.table.rules import Betting
from railbird.table.state import ROUND_NAMES
from railbird.table.tournament import TournamentTable

FOLDS, CHECKS, CALLS, BETS, RAISES_TO, RAISES_BY, ALL_IN, STREET = range(8)
"""What a line of the betting says. The chips of `RAISES_TO` are all that the player has in during
the round. Those of `CALLS`, `BETS`, `RAISES_BY` and `ALL_IN` are what they put in now; `ALL` if the
text does not say."""

VERBS = ("folds", "checks", "calls", "bets", "raises", "raises", "goes all in", "")
ANTE, SMALL, BIG, BOTH, STRADDLE, DEAD, LIVE = range(7)
"""The kinds of posts. `BOTH` is a big blind with a dead small one; `DEAD` chips do not count as a
bet, and `LIVE` ones do, of whatever size."""

ALL = -1
"""Chips that the text does not say: as many as it takes, or all."""

BOARD_SIZES = (0, 3, 4, 5)
CHAIRS = {f"Seat {number}": number for number in range(1, 11)}
"""The numbers of seats as most texts write them."""

HIDDEN = {"XX", "Xx", "xx", "X", "x", "--", "??", "?", "-", "**", "*"}
_CARDS = {str(Card(number)): Card(number) for number in range(52)}
_PAIR = (len("As Kd"), len("As, Kd"))
_PAIRS: dict[str, tuple[Card, ...]] = {}
"""Hands of hold'em that were read before."""


class ToldSeat:
    """A seat, and what the text says about its player. (Attributes of the class are the usual.)"""

    away = False
    """Whether they sit out, or may miss their turn because they are not connected."""
    plays = False
    """Whether they are dealt in: set by `Told.post` and `Told.act`."""
    place = 0
    """The position, once it is known who plays."""
    cards: tuple[Card, ...] | None = None
    collected = 0
    returned = 0
    cashed: int | None = None
    """What they were paid for their hand, instead of what it would win."""
    insured = 0
    """What an insurance paid them, less what it cost."""
    head = 0
    """The bounty on their head, in hundredths of its currency."""

    def __init__(self, number: int, name: str, stack: int, *, away: bool = False) -> None:
        self.number = number
        self.name = name
        self.stack = stack
        if away:
            self.away = True


Post = tuple[int, ToldSeat, int, int]
"""A line with a blind or an ante: its number, the seat, the kind and the chips."""

Act = tuple[int, ToldSeat, int, int]
"""A line of the betting: its number, the seat, the verb and the chips. For a `STREET` the chips are
its number, and the seat is of nobody. (Plain tuples are made three times as fast as others.)"""

_NOBODY = ToldSeat(0, "", 0)


class Told:
    """One hand as a text tells it. `at` is the number of the line that is being read.

    Attributes that a reader sets itself, where the text says so: ``game``, ``betting``, ``stakes``
    (small and big blind, or the two bets of limit), ``stake_cap``, ``button`` (the number of its
    seat), ``chip``, ``number``, ``table``, ``when``, ``table_size``, ``total`` (the pot), ``rake``
    (None if the text has none: then what is missing is the rake), ``added`` (by the house).
    """

    # the usual, as attributes of the class: a hand sets few of them
    game = "holdem"
    betting: Betting = "no-limit"
    stakes = (0, 0)
    stake_cap = 0
    button = 0
    total: int | None = None
    total_line = 0
    rake: int | None = None
    added = 0
    rounding = 0
    """By how much less than this the room may round what it pays out."""
    uncalled_in_pots = False
    """Whether the room always pays out an uncalled bet with the pots."""
    has_heads = False
    """Whether there are bounties on players' heads."""
    paid_by_house = False
    """Whether a hand was cashed out or insured."""
    won: Callable[[Told], dict[str, int]] | None = None
    """Winnings by name in a summary: they count if those of the other lines do not add up."""
    tournament: TournamentTable | None = None

    def __init__(self, lines: list[Line], amounts: Amounts) -> None:
        self.lines = lines
        self.at = lines[0][0]
        self.amounts = amounts
        self.seats: dict[str, ToldSeat] = {}
        self.numbers: dict[int, ToldSeat] = {}
        """The seats by their numbers."""
        self.posts: list[Post] = []
        self.acts: list[Act] = []
        self.boards: list[tuple[Card, ...]] = []
        """The first board, by street."""
        self.other_boards: dict[int, tuple[Card, ...]] = {}
        """Other boards by their number, from 2."""
        self.heroes: set[str] = set()
        self.collected: list[tuple[ToldSeat, int]] = []
        self.finishes: list[tuple[ToldSeat, int, int]] = []
        self.bounties: list[tuple[ToldSeat, int]] = []
        self.rebuys: list[tuple[ToldSeat, int]] = []
        self.currency = ""  # of what was paid out or in, in a tournament

    def error(self, reason: str) -> UnreadableHandError:
        """An error in the line that is being read."""
        return UnreadableHandError(self.at, reason)

    def chips(self, text: str) -> int:
        """An amount of money as chips; sign and thousands separators may be there or not."""
        found = self.amounts.known.get(text)
        if found is None:
            found = self.amounts.read(text)
            if found is None:
                raise self.error(f"{quoted(text)} is not an amount of {self.amounts.unit}")
        return found

    def cards(self, text: str) -> tuple[Card, ...]:
        """Cards as text, such as ``As Kd`` or ``As, Kd``; hidden ones are left out."""
        pair = _PAIRS.get(text)
        if pair is not None:
            return pair
        words = (text.replace(",", " ") if "," in text else text).split()
        try:
            cards = tuple([_CARDS[card] for card in words])
        except KeyError:
            pass  # not in the usual form
        else:
            if len(cards) == 2 and len(text) in _PAIR:
                _PAIRS[text] = cards
            return cards
        words = text.replace(",", " ").replace("[", " ").replace("]", " ").split()
        try:
            return parse_cards(" ".join(word for word in words if word not in HIDDEN))
        except InputError as error:
            raise self.error(str(error)) from None

    def sit(self, number: int, name: str, chips: int, *, away: bool = False) -> ToldSeat:
        """A seat with a player."""
        if number < 1:
            raise self.error(f"seat {number} is not a seat: they are numbered from 1")
        if name in self.seats or number in self.numbers:
            raise self.error(f"seat {number} or the player {quoted(name)} occurs twice")
        seat = self.seats[name] = self.numbers[number] = ToldSeat(number, name, chips, away=away)
        return seat

    def sit_plainly(self, words: str, money: str) -> ToldSeat | None:
        """A seat such as ``Seat 3: Ann``, with money in figures; None if it takes a closer look."""
        chair, _, name = words.partition(": ")
        number, chips = CHAIRS.get(chair), self.amounts.known.get(money)
        if chips is None and money.isascii() and " " not in money:
            chips = self.amounts.read(money)
        if number is None or chips is None or name in self.seats or number in self.numbers:
            return None
        seat = self.seats[name] = self.numbers[number] = ToldSeat(number, name, chips)
        return seat

    def seat(self, name: str) -> ToldSeat:
        """The seat of a player."""
        seat = self.seats.get(name) or self.seats.get(name.strip())
        if seat is None:
            raise self.error(f"{quoted(name)} has no seat")
        return seat

    def seat_before(self, text: str, after: str = ": ") -> ToldSeat | None:
        """The seat whose name begins a line, followed by this; the longest such name."""
        names = [name for name in self.seats if text.startswith(name + after)]
        return self.seats[max(names, key=len)] if names else None

    def post(self, seat: ToldSeat, kind: int, chips: int) -> None:
        """A blind, an ante or a straddle."""
        if self.boards:
            raise self.error(f"{seat.name} posts after the flop")
        seat.plays = True
        self.posts.append((self.at, seat, kind, chips))

    def act(self, seat: ToldSeat, verb: int, chips: int = 0) -> None:
        """A fold, check, call, bet or raise."""
        seat.plays = True
        self.acts.append((self.at, seat, verb, chips))

    def act_plainly(self, text: str) -> bool:
        """Take a line such as ``Ann folds`` or ``Ann checks``, if it is one."""
        if text[-6:] == " folds":
            seat, verb = self.seats.get(text[:-6]), FOLDS
        elif text[-7:] == " checks":
            seat, verb = self.seats.get(text[:-7]), CHECKS
        else:
            return False
        if seat is None:
            return False
        self.act(seat, verb)
        return True

    def deal(self, street: int, cards: tuple[Card, ...]) -> None:
        """The board of a street (1 for the flop); all its cards or only the new ones."""
        before = self.boards[-1] if self.boards else ()
        size = BOARD_SIZES[street]
        if len(cards) == size - len(before):
            cards = before + cards
        if street != len(self.boards) + 1 or len(cards) != size or cards[: len(before)] != before:
            raise self.error(f"the cards of the {ROUND_NAMES[street]} do not continue the board")
        self.boards.append(cards)
        self.acts.append((self.at, _NOBODY, STREET, street))

    def deal_again(self, run: int, cards: tuple[Card, ...]) -> None:
        """Cards of the first board (``run`` 1) or another one; all of a board or the new ones."""
        street = len(cards)
        if run == 1:
            dealt = len(self.boards[-1]) if self.boards else 0
            size = street if street >= 3 and street > dealt else dealt + street
            if size not in BOARD_SIZES:
                raise self.error(f"a board of {size} cards")
            self.deal(BOARD_SIZES.index(size), cards)
            return
        before = self.other_boards.get(run, ())
        self.other_boards[run] = cards if cards[: len(before)] == before else before + cards

    def show(self, seat: ToldSeat, cards: tuple[Card, ...]) -> None:
        """Cards of a player; a hand shown only in part is not kept."""
        if cards == seat.cards:
            return
        if seat.cards is None or len(cards) > len(seat.cards):
            seat.cards = cards
        elif not set(cards) <= set(seat.cards):
            raise self.error(f"{seat.name} had other cards before")

    def collect(self, seat: ToldSeat, chips: int) -> None:
        """Chips that a player gets from a pot."""
        seat.collected += chips
        self.collected.append((seat, chips))

    def cash_out(self, seat: ToldSeat, chips: int) -> None:
        """The house pays a player for their hand, instead of what it would win."""
        seat.cashed = chips
        self.paid_by_house = True

    def insure(self, seat: ToldSeat, chips: int) -> None:
        """What an insurance pays a player, or costs them if it is negative."""
        seat.insured += chips
        self.paid_by_house = True

    def deal_to(self, seat: ToldSeat, cards: tuple[Card, ...]) -> None:
        """Cards that the text shows from the start: those of the hero, or of all."""
        self.show(seat, cards)
        if cards:
            self.heroes.add(seat.name)

    def paid(self, seat: ToldSeat) -> int:
        """What a player has paid so far, by the lines that say how much."""
        return self.all_paid().get(seat, 0)

    def all_paid(self) -> dict[ToldSeat, int]:
        """The same for all who have paid something."""
        paid: dict[ToldSeat, int] = {}
        bets: dict[ToldSeat, int] = {}
        for _, seat, kind, chips in self.posts:
            paid[seat] = paid.get(seat, 0) + chips
            if kind not in (ANTE, DEAD):
                bets[seat] = bets.get(seat, 0) + chips
        for _, seat, verb, chips in self.acts:
            if verb == STREET:
                bets = {}
            elif chips:
                bet = bets.get(seat, 0)
                new = chips - bet if verb == RAISES_TO else chips
                paid[seat] = paid.get(seat, 0) + new
                bets[seat] = bet + new
        return paid

    def protect(self, seat: ToldSeat) -> None:
        """A player who has lost the connection is all in for what they have paid so far."""
        own = [act for act in self.acts if act[1] is seat]
        while own and own[-1][2] == CHECKS:  # all in, they cannot
            self.acts.remove(own.pop())
        seat.stack = min(seat.stack, self.paid(seat))
