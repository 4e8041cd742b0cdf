"""The same hands in the forms of all rooms: each reader finds the same play and the same money."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from railbird.history.files import find_format, read_hands, write_hands
from railbird.table import Hand, table_rules
from railbird.table.state import BOARD_CARDS
from tests.history.played import random_hand
from tests.naive.room_texts import FORMS, rewrite

RULES = table_rules(4, betting="no-limit", small_blind=5, big_blind=10)


def hands() -> list[Hand]:
    """Hands as the player with the big blind sees them."""
    found = []
    for seed in range(30):
        hand = random_hand(seed, rules=RULES, names=("Ann", "Bob B", "Cyd", "Dé"))
        state = hand.replay()
        last = 3 if state.showdown else max(street for street, _, _ in state.actions)
        cards = [None if p != 1 and state.folded[p] else c for p, c in enumerate(hand.hole_cards)]
        found.append(
            replace(
                hand,
                hole_cards=tuple(cards),
                board=hand.board[: BOARD_CARDS[last]],
                hero=1,
                number=str(seed + 100),
                table="Vega",
                chip="0.01 USD",
                when=datetime(2012, 3, 4, 5, 6, 7),
            )
        )
    return found


@pytest.mark.parametrize("room", FORMS)
def test_every_room_tells_the_same(tmp_path: Path, room: str) -> None:
    path = tmp_path / "hands.txt"
    write_hands(path, hands(), format="pokerstars")
    path.write_text(rewrite(path.read_text(), room), encoding="utf-8")
    found = list(read_hands(path))
    assert find_format(room).recognises(path.read_text()[:1000])
    for told, hand in zip(found, hands(), strict=True):
        assert (told.actions, told.payoffs, told.rake) == (hand.actions, hand.payoffs, hand.rake)
        assert (told.stacks, told.board, told.hero) == (hand.stacks, hand.board, 1)
        assert told.hole_cards[1] == hand.hole_cards[1]
