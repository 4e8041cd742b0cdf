"""The documents' games in the documents' layouts, compared with files.

After a change that is meant, write the files again with ``python -m tests.divat.test_hand_text``
and read the difference.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.naive.divat_hands import ALFRED, ALICE, BOB, game

from railbird.cards import parse_cards
from railbird.divat.heads_up.describe import GameView, describe, letters, title
from railbird.divat.heads_up.hand_text import (
    dashed,
    game_column,
    game_tables,
    luck_and_skill,
    round_tables,
    signed,
)

FOLDER = Path(__file__).parent.parent / "golden" / "divat"
FOLDED = "2c3d AhAs SlF"


def view(line: str) -> GameView:
    return describe(game(line))


def texts() -> dict[str, str]:
    """All that is compared, by the name of its file."""
    alice, bob = view(ALICE), view(BOB)
    return {
        "rounds": round_tables(view(ALFRED)),
        "game": f"{game_tables(view(ALFRED))}\n\n{luck_and_skill(view(ALFRED))}",
        "columns": "\n\n".join(
            [game_column(alice, ("Alice", "Bob")), game_column(bob, ("Bob", "Alice"))]
        ),
        "folded": "\n\n".join(
            [
                round_tables(view(FOLDED)),
                game_tables(view(FOLDED)),
                game_column(view(FOLDED), ("P1", "P2")),
                luck_and_skill(view(FOLDED)),
            ]
        ),
    }


@pytest.mark.parametrize("name", ["rounds", "game", "columns", "folded"])
def test_layout(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert texts()[name] + "\n" == expected


@pytest.mark.parametrize("line", [ALFRED, ALICE, BOB, FOLDED, "2c3d AhAs 4c5cKd SlCk/kBf"])
def test_the_title_can_be_read_again(line: str) -> None:
    assert title(view(line)) == line


def test_baselines_are_what_the_scores_say() -> None:
    for line in (ALFRED, ALICE, BOB, FOLDED):
        for each in view(line).rounds:
            same = each.played == each.baseline
            assert same <= (each.scores["aie_skill"] == 0)
            assert each.baseline_folds == (each.baseline[-1] in "fF")


def test_small_parts() -> None:
    assert dashed(parse_cards("AcTd9h2s")) == "A♣-T♦-9♥-2♠"
    assert [signed(x, 2) for x in (0.004, -0.004, 1.0, -2.345)] == [
        "0.00",
        "0.00",
        "+1.00",
        "-2.35",
    ]
    assert letters(0, [1, 1, 0]) == "SlRrC"
    assert letters(1, [0, 1, 1, -1]) == "kBrF"
    assert letters(3, [0, 0]) == "kK"


if __name__ == "__main__":
    for name, text in texts().items():
        (FOLDER / f"{name}.txt").write_text(text + "\n", encoding="utf-8")
