"""A hand in words: who posts, who does what, the board, the showdown, and who wins what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from railbird.cards.card import Card
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.stats import YOU, does
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.pots import final_pots
from railbird.table.seats import position_names
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State

STREETS = ("Before the flop", "Flop", "Turn", "River")

ToldKind = Literal[
    "about", "seat", "begin", "post", "street", "action", "run_out", "return", "end", "shown", "won"
]
_HEADINGS = {"about", "begin", "street", "run_out", "end"}


class ToldLine(NamedTuple):
    """A sentence or heading about a hand, and the position that it is about."""

    kind: ToldKind
    text: str
    position: int | None = None


def in_words(hand: Hand, *, id_: int | None = None) -> list[str]:
    r"""The lines that tell a hand, which may have an id; the lines of a part are indented.

    Examples
    --------
    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> line = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
    >>> print("\n".join(in_words(OneLineFormat().read([(1, line)]))[-4:]))
    Showdown
      player 1 holds A♣ K♣: pair of kings.
      player 2 holds 7♥ 6♥: straight, seven high.
      player 2 wins 44: +22 in all.
    """
    return [
        each.text if each.kind in _HEADINGS else f"  {each.text}"
        for each in HandWords(hand, id_=id_).tell()
    ]


class HandWords:
    """One hand being told: ``state`` is always that after what was told last."""

    def __init__(self, hand: Hand, *, id_: int | None = None) -> None:
        self.hand, self.id = hand, id_
        self.amount = money(hand.chip)
        self.state = State(hand.rules, hand.stacks)

    def tell(self) -> Iterator[ToldLine]:
        """Everything, in order."""
        for line in self._head():
            yield ToldLine("about", line)
        yield from self._seats()
        yield ToldLine("begin", STREETS[0])
        yield from self._posts()
        yield from self._betting()
        if self.state.is_over:
            yield from self._end()

    def _head(self) -> Iterator[str]:
        hand, rules = self.hand, self.hand.rules
        small = min((b for b in rules.blinds if 0 < b < rules.big_blind), default=rules.big_blind)
        blinds = f"{self.amount(small)}/{self.amount(rules.big_blind)}"
        table = f"{rules.betting} {rules.game} {blinds if any(rules.blinds) else 'blinds unknown'}"
        if rules.betting == "limit":
            table += f", bets {self.amount(rules.bets[0])} and {self.amount(rules.bets[2])}"
        yield table  # as a match is named
        known = [] if self.id is None else [f"id {self.id}"]
        where = ", ".join([f"Hand {hand.number}" if hand.number else "A hand", *known])
        if hand.table:
            where += f" of {hand.table}"
        if hand.when is not None:
            zone = "" if hand.when.tzinfo is None else f" {hand.when:%Z}"
            where += f", {hand.when:%Y-%m-%d %H:%M:%S}{zone}"
        yield where

    def _seats(self) -> Iterator[ToldLine]:
        hand = self.hand
        names = position_names(hand.rules)
        wide = max(map(len, hand.players))
        stacks = ["unlimited" if s == UNLIMITED else self.amount(s) for s in hand.stacks]
        digits = max(map(len, stacks))
        for p, name in enumerate(hand.players):
            cards = hand.hole_cards[p]
            held = "" if cards is None else f"  {_cards(cards)}"
            seat = f"  seat {hand.seats[p]}" if hand.seats else ""
            hero = "  (hero)" if p == hand.hero else ""
            told = f"{names[p]:<5} {name:<{wide}}  {stacks[p]:>{digits}}{held}{seat}{hero}"
            yield ToldLine("seat", told, p)

    def _posts(self) -> Iterator[ToldLine]:
        rules, stacks = self.hand.rules, self.hand.stacks
        for p in range(rules.players):
            ante = min(rules.antes[p], stacks[p])
            blind = min(rules.blinds[p], stacks[p] - ante)
            if ante:
                yield ToldLine("post", self._does(p, f"antes {self.amount(ante)}"), p)
            if blind:
                full, big = rules.blinds[p], rules.big_blind
                kind = "straddle" if full > big else "big blind" if full == big else "small blind"
                said = self._does(p, f"posts the {kind} of {self.amount(blind)}")
                yield ToldLine("post", said, p)

    def _betting(self) -> Iterator[ToldLine]:
        state, street = self.state, 0
        for action in self.hand.actions:
            if state.round > street:
                yield from self._boards(street, state.round)
                street = state.round
            actor = state.actor or 0
            said = self._does(actor, self._deed(action))
            state.apply(action)
            yield ToldLine("action", said, actor)
        dealt = BOARD_CARDS.index(len(self.hand.board))
        if dealt > street:
            yield from self._boards(street, dealt)
        for board in self.hand.run_outs:
            yield ToldLine("run_out", f"Run again: {_cards(board)}")

    def _boards(self, before: int, street: int) -> Iterator[ToldLine]:
        """The headings of the streets up to one."""
        board = self.hand.board
        for s in range(before + 1, street + 1):
            pot = self.amount(self.state.pot - sum(self.state.uncalled()))
            yield ToldLine("street", f"{STREETS[s]}: {_cards(board[: BOARD_CARDS[s]])}, pot {pot}")

    def _does(self, p: int, what: str) -> str:
        """A sentence about what a player does, who may be called "you"."""
        name = self.hand.players[p]
        said = does(name, what, begins=True)
        return f"{said.replace(' and is all in', ' and are all in') if name == YOU else said}."

    def _deed(self, action: int) -> str:
        state = self.state
        all_in = " and is all in" if state.puts_all_in(action) else ""
        if action == FOLD:
            return "folds"
        if action == CALL:
            to_call = state.options().to_call
            return f"calls {self.amount(to_call)}{all_in}" if to_call else "checks"
        verb = "raises to" if state.level else "bets"
        return f"{verb} {self.amount(action)}{all_in}"

    def _end(self) -> Iterator[ToldLine]:
        hand, state = self.hand, self.state
        back = state.uncalled()
        for p, chips in enumerate(back):
            if chips:
                said = self._does(p, f"takes back {self.amount(chips)} that nobody called")
                yield ToldLine("return", said, p)
        yield ToldLine("end", "Showdown" if state.showdown else "Result")
        if state.showdown:
            yield from self._showdown()
        for p in range(len(hand.players)):
            won = hand.payoffs[p] + state.paid[p] - back[p]
            if won > 0:
                in_all = self.amount(hand.payoffs[p], plus=True)
                said = self._does(p, f"wins {self.amount(won)}: {in_all} in all")
                yield ToldLine("won", said, p)
        if hand.rake:
            yield ToldLine("won", f"The house takes {self.amount(hand.rake)}.")
        if hand.added < 0:
            yield ToldLine("won", f"The house keeps {self.amount(-hand.added)} for insurance.")
        elif hand.added:
            yield ToldLine("won", f"The house adds {self.amount(hand.added)}.")

    def _showdown(self) -> Iterator[ToldLine]:
        hand = self.hand
        left = [p for p, folded in enumerate(self.state.folded) if not folded]
        for p in left:
            cards = hand.hole_cards[p]
            shown = "does not show" if cards is None else f"holds {_cards(cards)}{self._made(p)}"
            yield ToldLine("shown", self._does(p, shown), p)
        known = all(hand.hole_cards[p] is not None for p in left) and len(hand.board) == 5
        known = known and not hand.run_outs
        if hand.rules.rules_of_game.has_low and known:
            for said in self._halves():
                yield ToldLine("shown", said)

    def _made(self, p: int) -> str:
        """What the cards of a player make on the whole board."""
        hand, cards = self.hand, self.hand.hole_cards[p]
        if len(hand.board) < 5 or cards is None or hand.run_outs:
            return ""
        game = hand.rules.rules_of_game
        high, low = game.made(cards, hand.board)
        if not game.has_low:
            return f": {high.name}"
        return f": {high.name}; " + (f"low {low.name}" if low else "no low")

    def _halves(self) -> Iterator[str]:
        """Who wins high and low of each pot."""
        high, low = self.hand.values()
        pots = final_pots(self.state)
        for number, (_, players) in enumerate(pots):
            pot = "" if len(pots) == 1 else " of the main pot" if not number else " of a side pot"
            for half, values in (("high", high), ("low", low)):
                best = max(int(values[p]) for p in players)
                winners = [self.hand.players[p] for p in players if int(values[p]) == best]
                if best == 0:
                    yield f"Nobody has a low{pot}."
                else:
                    share = "share" if len(winners) > 1 else "wins"
                    yield f"{' and '.join(winners)} {share} the {half}{pot}."


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(card.symbol for card in cards)
