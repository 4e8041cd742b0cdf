"""Hands of jam or fold, played out and written as a room writes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from railbird.cards.card import parse_cards
from railbird.history import write_hands
from railbird.table.hand import Hand, finish
from railbird.table.rules import table_rules
from railbird.table.state import CALL, FOLD, State

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")
CARDS = ("7c2s", "Kh5h", "As9c", "Jc3s", "9h3d")
BOARD = "4c8hTs6dQc"


@dataclass(frozen=True)
class Played:
    """Stacks by position (the small blind first, heads-up the big blind), and what was done.

    ``deeds`` has a letter for each action before the flop: f(old), j(am), c(all), r(aise).
    """

    stacks: tuple[int, ...]
    hero: int
    deeds: str
    cards: str = ""
    ante: int = 0
    bb_ante: int = 0

    def hand(self, number: int) -> Hand:
        """The hand, with blinds of 50 and 100."""
        players = len(self.stacks)
        rules = table_rules(
            players,
            betting="no-limit",
            small_blind=50,
            big_blind=100,
            ante=self.ante,
            big_blind_ante=self.bb_ante,
        )
        state = State(rules, self.stacks)
        for deed in self.deeds:
            high = state.options().highest_raise
            state.apply({"f": FOLD, "c": CALL, "j": high or CALL, "r": 200}[deed])
        while not state.is_over:
            state.apply(CALL)
        cards = [*CARDS[:players]]
        cards[self.hero] = self.cards or cards[self.hero]
        # cards of those who folded are not told
        told = [
            parse_cards(text) if p == self.hero or not state.folded[p] else None
            for p, text in enumerate(cards)
        ]
        hand = Hand(
            rules=rules,
            stacks=self.stacks,
            players=NAMES[:players],
            hole_cards=tuple(None if one is None else tuple(one) for one in told),
            board=tuple(parse_cards(BOARD)) if state.showdown else (),
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * players,
            number=str(number),
            table="7 1",
            hero=self.hero,
        )
        return finish(hand)


def write_jams(path: Path, hands: Sequence[Played]) -> None:
    """Write hands with numbers 1001, 1002, … as PokerStars does."""
    write_hands(path, [one.hand(1001 + n) for n, one in enumerate(hands)], format="pokerstars")


HEADS_UP = (
    Played((900, 1100), hero=1, deeds="j", cards="7d2d"),
    Played((900, 1100), hero=1, deeds="f", cards="AdKd"),
    Played((900, 1100), hero=0, deeds="jf", cards="AdKd"),
    Played((900, 1100), hero=0, deeds="jc", cards="Td9d", ante=10),
    Played((1900, 2100), hero=1, deeds="j", cards="AdKd"),
)
RING = (
    Played((900, 1100, 600), hero=2, deeds="jff", cards="AdKd"),
    Played((900, 1100, 600), hero=0, deeds="fjf", cards="9d5d", ante=10),
    Played((900, 1100, 600), hero=1, deeds="jfc", cards="Ad5d", bb_ante=100),
    Played((900, 1100, 600, 800), hero=3, deeds="fff", cards="KdTd", ante=10),
    Played((900, 1100, 600, 800), hero=1, deeds="fjff", cards="QdJd", bb_ante=100),
)
OTHERS = (
    Played((900, 1100), hero=1, deeds="rf", cards="AdKd"),
    Played((900, 1100, 900), hero=0, deeds="rff", cards="AdKd"),
    Played((900, 1100), hero=0, deeds="f", cards="AdKd"),
)
