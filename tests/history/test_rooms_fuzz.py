"""Damaged texts of rooms: a documented error, or a hand that adds up."""

from __future__ import annotations

import json
import random

import pytest

from railbird.errors import InputError
from railbird.history.files import find_format
from tests.history import (
    test_bovada,
    test_ipoker,
    test_ohh,
    test_pokertracker,
    test_winning,
)

TEXTS = {
    "winning": [test_winning.NEW, test_winning.WALK, test_winning.OLD_CASH],
    "ipoker": [test_ipoker.CASH + test_ipoker.OLD],
    "bovada": [test_bovada.CASH, test_bovada.UNMARKED, test_bovada.TOURNAMENT],
    "pokertracker": [test_pokertracker.IPOKER, test_pokertracker.MERGE, test_pokertracker.EVEREST],
    "ohh": [json.dumps({"ohh": test_ohh.game(raised=2.5)}, indent=1)],
}
BITS = (
    "0",
    "-1",
    "9" * 30,
    "[",
    ")",
    "\n",
    "\u0660",
    "²",
    ": ",
    "$",
    "1e400",
    "null",
    '"',
    "As As",
)


def damaged(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        at, kind = rng.randrange(len(text) + 1), rng.random()
        if kind < 0.4:
            text = text[:at] + rng.choice(BITS) + text[at:]
        elif kind < 0.6:
            text = text[:at] + text[at + rng.randint(1, 30) :]
        else:
            lines = text.split("\n")
            line = lines.pop(rng.randrange(len(lines)))
            if kind < 0.8:
                lines.insert(rng.randrange(len(lines) + 1), line)
            text = "\n".join(lines)
    return text


@pytest.mark.parametrize("name", TEXTS)
def test_damage_is_an_error_or_a_hand_that_adds_up(name: str) -> None:
    form = find_format(name)
    rng = random.Random(5)
    longest = 0
    for _ in range(150):
        text = damaged(rng.choice(TEXTS[name]), rng)
        form.recognises(text)
        for lines in form.split(iter(enumerate(text.split("\n"), 1))):
            try:
                hand = form.read(lines)
            except InputError as error:
                longest = max(longest, len(str(error)))
            else:
                assert sum(hand.payoffs) == hand.added - hand.rake
                hand.replay()
    assert 0 < longest < 500
