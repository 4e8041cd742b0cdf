"""Writing PokerStars text."""

from __future__ import annotations

import re
from datetime import UTC
from itertools import pairwise

from railbird.cards.card import Card
from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.pokerstars.header import BETTINGS, GAMES
from railbird.table.hand import Hand
from railbird.table.money import SYMBOLS
from railbird.table.state import BOARD_CARDS, CALL, FOLD, ROUND_NAMES, State, is_all_in

_TOURNAMENT = re.compile(
    r"Tournament #(?P<number>[\w-]+)(?:, (?P<buy_in>.+?))?(?:, Level (?P<level>\w+))?, "
    r"table (?P<table>.*)"
)
_STREETS = ("", "FLOP", "TURN", "RIVER")
_CHIP = re.compile(r"0\.01(?: (?:([A-Z]{3})|(\S{1,3})))?")
_NAMES = [str(Card(number)) for number in range(52)]


def write_hand(hand: Hand) -> str:
    """A hand as text; refuses what cannot be written at all, and does not check the rest."""
    try:
        return "\n".join(_StarsWriter(hand).lines()) + "\n\n"
    except CannotHoldError:
        raise
    except InputError as error:
        raise CannotHoldError(f"hand {hand.number}: it cannot be replayed ({error})") from None


class _StarsWriter:
    """One hand being written."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        if hand.rules.first[1:] != (0, 0, 0):
            raise self._error(f"the first to act in its rules ({hand.rules.first})")
        self.state = State(hand.rules, hand.stacks)
        self.tournament = _event(hand)
        self.symbol = self.code = ""
        found = None if self.tournament else _CHIP.fullmatch(hand.chip)
        self.cents = found is not None
        if found:
            self.code = found[1] or ""
            self.symbol = SYMBOLS.get(self.code, "$") if self.code else found[2] or ""
        self.seats, self.size = hand.seating()
        self.big = (hand.rules.first[0] - 1) % hand.rules.players
        self.bets = list(self.state.bets)
        self.returned = [0] * len(hand.players)
        self.street = 0
        self.folded_in: dict[int, int] = {}

    def lines(self) -> list[str]:
        """All lines of the hand."""
        text = [self._header(), self._table()]
        for p, name in enumerate(self.hand.players):
            chips = self._money(self.hand.stacks[p])
            text.append(f"Seat {self.seats[p]}: {name} ({chips} in chips{self._head(p)})")
        text += [*self._posts(), "*** HOLE CARDS ***"]
        hero = self.hand.hero
        if hero is not None and (cards := self.hand.hole_cards[hero]) is not None:
            text.append(f"Dealt to {self.hand.players[hero]} {_bracket(cards)}")
        return [*text, *self._betting(), *self._end()]

    def _error(self, what: str) -> CannotHoldError:
        return CannotHoldError(f"hand {self.hand.number}: PokerStars text cannot hold {what}")

    def _money(self, chips: int, *, whole: bool = True) -> str:
        """An amount; ``whole`` writes whole units of a currency without hundredths."""
        if not self.cents:
            return str(chips)
        if whole and self.symbol and chips % 100 == 0:
            return f"{self.symbol}{chips // 100}"
        return f"{self.symbol}{chips // 100}.{chips % 100:02}"

    def _header(self) -> str:
        rules = self.hand.rules
        game = next(name for name, short in GAMES.items() if short == rules.game)
        betting = next(name for name, kind in BETTINGS.items() if kind == rules.betting)
        if rules.betting == "limit":
            stakes = [rules.bets[0], rules.bets[2]]
        else:
            small = [b for p, b in enumerate(rules.blinds) if p != self.big and b]
            stakes = [min(small, default=rules.bets[0] // 2), rules.bets[0]]
        whole = not any(chips % 100 for chips in stakes)
        amounts = "/".join(self._money(chips, whole=whole) for chips in stakes)
        code = f" {self.code}" if self.code else ""
        when = self._when()
        start = f"PokerStars Hand #{self.hand.number}: "
        if self.tournament:
            number, buy_in, level = (self.tournament[x] for x in ("number", "buy_in", "level"))
            start += f"Tournament #{number}, {buy_in and f'{buy_in} '}{game} {betting}"
            start += f"{level and f' - Level {level}'} ({amounts})"
        else:
            start += f"{game} {betting} ({amounts}{code})"
        return start + when

    def _when(self) -> str:
        when = self.hand.when
        if when is None:
            return ""
        zone = "" if when.tzinfo is None else " UTC"
        if zone:
            when = when.astimezone(UTC)
        day, time = f"{when.year:04}/{when.month:02}/{when.day:02}", when.time()
        return f" - {day} {time:%H:%M:%S}{zone}"

    def _table(self) -> str:
        button = self.seats[self.hand.rules.button]
        name = self.tournament["table"] if self.tournament else self.hand.table
        play = "" if self.tournament or self.symbol else " (Play Money)"
        return f"Table '{name}' {self.size}-max{play} Seat #{button} is the button"

    def _head(self, p: int) -> str:
        """The bounty on a player's head."""
        about = self.hand.tournament
        if about is None or self.tournament is None or not about.heads:
            return ""
        return f", {SYMBOLS.get(about.currency, '')}{about.heads[p] / 100:.2f} bounty"

    def _posts(self) -> list[str]:
        """Antes, the small blind, the big blind, and the blinds of others."""
        rules, stacks, names = self.hand.rules, self.hand.stacks, self.hand.players
        text = []
        for p, ante in enumerate(rules.antes):
            if ante:
                text.append(self._paid(p, "posts the ante", min(ante, stacks[p]), 0))
        order = sorted(range(len(names)), key=lambda p: (p == self.big, rules.blinds[p]))
        smaller = [p for p in order if 0 < rules.blinds[p] < rules.blinds[self.big]]
        others = [p for p in order if p not in {*smaller, self.big} and rules.blinds[p]]
        for p in (*smaller, self.big, *others):
            ante = min(rules.antes[p], stacks[p])
            blind = min(rules.blinds[p], stacks[p] - ante)
            if blind:
                kind = "small" if p in smaller else "big"
                text.append(self._paid(p, f"posts {kind} blind", blind, ante))
        return text

    def _paid(self, p: int, what: str, chips: int, before: int, to: int | None = None) -> str:
        """The line of a payment by a player who has put in ``before``."""
        all_in = " and is all-in" if is_all_in(self.hand.stacks[p], before + chips) else ""
        amount = self._money(chips if to is None else to)
        return f"{self.hand.players[p]}: {what} {amount}{all_in}"

    def _betting(self) -> list[str]:
        """Actions and streets."""
        state, board, text = self.state, self.hand.board, []
        for action in self.hand.actions:
            if state.round > self.street:
                text += self._streets(state.round)
            p = state.actor
            if p is not None:
                text.append(self._action(p, action))
            state.apply(action)
        if not state.is_over:
            raise self._error("a hand whose betting is not over")
        text += self._uncalled()
        if state.showdown:
            dealt = BOARD_CARDS.index(len(board))
            if dealt < self.street:
                raise self._error(f"a board of {len(board)} cards")
            text += self._streets(dealt)
        elif len(board) != BOARD_CARDS[self.street]:
            raise self._error(f"a board of {len(board)} cards in a hand that ended earlier")
        return text

    def _action(self, p: int, action: int) -> str:
        state, name = self.state, self.hand.players[p]
        if action == FOLD:
            self.folded_in[p] = self.street
            cards = self.hand.hole_cards[p]
            shown = "" if cards is None or p == self.hand.hero else f" {_bracket(cards)}"
            return f"{name}: folds{shown}"
        paid = state.paid[p]
        if action == CALL:
            to_call = state.options().to_call
            self.bets[p] += to_call
            return self._paid(p, "calls", to_call, paid) if to_call else f"{name}: checks"
        chips = action - self.bets[p]
        self.bets[p] = action
        if state.level == 0:
            return self._paid(p, "bets", chips, paid)
        return self._paid(
            p, f"raises {self._money(action - state.level)} to", chips, paid, to=action
        )

    def _streets(self, street: int) -> list[str]:
        """The boards up to a street."""
        text = self._uncalled() if street > self.street else []
        board = self.hand.board
        while self.street < street:
            self.street += 1
            shown = [0, *BOARD_CARDS[1 : self.street + 1]]
            if len(board) < shown[-1]:
                raise self._error(f"betting on the {ROUND_NAMES[self.street]} without its cards")
            # the flop in one bracket; later the earlier cards, then the new one
            cuts = [0, 3] if self.street == 1 else [0, *shown[-2:]]
            parts = " ".join(_bracket(board[a:b]) for a, b in pairwise(cuts))
            text.append(f"*** {_STREETS[self.street]} *** {parts}")
        return text

    def _uncalled(self) -> list[str]:
        """End a round: return the uncalled bet."""
        most, second = sorted(self.bets)[-1:-3:-1]
        p = self.bets.index(most)
        self.bets = [0] * len(self.bets)
        if most == second:
            return []
        self.returned[p] += most - second
        amount = self._money(most - second)
        return [f"Uncalled bet ({amount}) returned to {self.hand.players[p]}"]

    def _end(self) -> list[str]:
        """Showdown, pots and summary."""
        hand, state, text = self.hand, self.state, []
        if state.showdown:
            text.append("*** SHOW DOWN ***")
            for p, cards in enumerate(hand.hole_cards):
                if not state.folded[p]:
                    shown = f"shows {_bracket(cards)}" if cards is not None else "mucks hand"
                    text.append(f"{hand.players[p]}: {shown}")
        back = zip(hand.payoffs, state.paid, self.returned, strict=True)
        won = [payoff + paid - returned for payoff, paid, returned in back]
        if min(won) < 0 or sum(hand.payoffs) != -hand.rake or hand.rake < 0:
            raise self._error(f"payoffs {hand.payoffs} with a rake of {hand.rake}")
        for p, chips in enumerate(won):
            if chips:
                text.append(f"{hand.players[p]} collected {self._money(chips)} from pot")
        if not state.showdown:
            last = state.folded.index(False)
            cards = hand.hole_cards[last]
            if cards is not None and last != hand.hero:
                text.append(f"{hand.players[last]}: shows {_bracket(cards)}")
        text += self._left()
        total = self._money(sum(won) + hand.rake)
        text += ["*** SUMMARY ***", f"Total pot {total} | Rake {self._money(hand.rake)}"]
        if hand.board:
            text.append(f"Board {_bracket(hand.board)}")
        return text + [f"Seat {self.seats[p]}: {self._result(p, won[p])}" for p in range(len(won))]

    def _left(self) -> list[str]:
        """Who won bounties, and who left the tournament."""
        about, names = self.hand.tournament, self.hand.players
        if about is None or self.tournament is None:
            return []
        sign = SYMBOLS.get(about.currency, "")
        out = names[about.finishes[0].position] if about.finishes else "a player"
        text = [
            f"{names[p]} wins the {sign}{chips / 100:.2f} bounty for eliminating {out}"
            for p, chips in about.bounties
        ]
        for p, place, prize in about.finishes:
            received = f" and received {sign}{prize / 100:.2f}." if prize else ""
            text.append(f"{names[p]} finished the tournament in {_ordinal(place)} place{received}")
        return text

    def _result(self, p: int, won: int) -> str:
        """The summary of a player."""
        hand, rules = self.hand, self.hand.rules
        name = hand.players[p]
        if p == rules.button:
            name += " (button)"
        if 0 < rules.blinds[p] < rules.blinds[self.big]:
            name += " (small blind)"
        elif p == self.big:
            name += " (big blind)"
        if p in self.folded_in:
            street = self.folded_in[p]
            if street:
                return f"{name} folded on the {_STREETS[street].title()}"
            return f"{name} folded before Flop" + ("" if self.state.paid[p] else " (didn't bet)")
        cards = hand.hole_cards[p]
        if not self.state.showdown:
            return f"{name} collected ({self._money(won)})"
        if cards is None:
            return f"{name} mucked" + (f" and won ({self._money(won)})" if won else "")
        result = f"won ({self._money(won)})" if won else "lost"
        return f"{name} showed {_bracket(cards)} and {result}"


def _event(hand: Hand) -> dict[str, str] | None:
    """The number, buy-in, level and table of a tournament, by the name of its table or else by what
    the hand says; None if the hand was not played in one."""
    if found := _TOURNAMENT.fullmatch(hand.table):
        return found.groupdict("")
    about = hand.tournament
    if about is None:
        return None
    sign, parts = SYMBOLS.get(about.currency, ""), [about.buy_in, about.fee]
    if about.bounty:
        parts.insert(1, about.bounty)
    price = "+".join(f"{sign}{part / 100:.2f}" for part in parts) if any(parts) else ""
    return {
        "number": about.number or "0",
        "buy_in": f"{price} {about.currency}".strip() if price else "",
        "level": about.level,
        "table": hand.table,
    }


def _ordinal(place: int) -> str:
    teen = place % 100 in {11, 12, 13}
    return f"{place}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def _bracket(cards: tuple[Card, ...]) -> str:
    return f"[{' '.join([_NAMES[card] for card in cards])}]"
