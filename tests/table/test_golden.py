"""Golden playthroughs: every state and action of a hand as text, compared with a file.

After an intended change, write the files again with ``python -m tests.table.test_golden`` and read
the diff.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.cards import format_cards, parse_cards
from railbird.table import CALL, FOLD, ROUND_NAMES, Hand, State, finish, table_rules
from railbird.table.state import BOARD_CARDS

FOLDER = Path(__file__).parent.parent / "golden"


def hand(name: str, stacks: tuple[int, ...], cards: str, board: str, *actions: int) -> Hand:
    """A hand of the table called ``name``, without payoffs."""
    rules = TABLES[name]
    return Hand(
        rules=rules,
        stacks=stacks,
        players=tuple("ABCDEFGHIJ"[: rules.players]),
        hole_cards=tuple(parse_cards(text) for text in cards.split()),
        board=parse_cards(board),
        actions=actions,
        payoffs=(0,) * rules.players,
    )


TABLES = {
    "limit-heads-up": table_rules(2),
    "limit-ring-cap": table_rules(4, small_blind=5, big_blind=10),
    "no-limit-side-pots": table_rules(
        4, betting="no-limit", small_blind=50, big_blind=100, ante=10
    ),
    "pot-limit": table_rules(3, betting="pot-limit", small_blind=5, big_blind=10),
    "omaha-pot-limit": table_rules(2, game="omaha", betting="pot-limit"),
    "omaha8-quartered": table_rules(3, game="omaha8", betting="pot-limit", big_blind_ante=3),
}

HANDS = {
    # the betting of the example in the DIVAT papers, SlRrC/kBrC/bC/bRc
    "limit-heads-up": hand(
        "limit-heads-up",
        (100, 100),
        "AcKd QhQs",
        "Kh7d2c9s4h",
        *(4, 6, CALL, CALL, 2, 4, CALL, 4, CALL, 4, 8, CALL),
    ),
    # four bets and the cap; one short all-in is completed, and one counts as a bet
    "limit-ring-cap": hand(
        "limit-ring-cap",
        (500, 74, 500, 92),
        "AsKs 7c7d QdJd 9h9s",
        "7hTd3c8d2s",
        *(20, 30, 40, CALL, CALL, CALL),
        *(CALL, 10, 20, CALL, 30, 34, 40, CALL, CALL),
        *(CALL, CALL, 12, 32, CALL),
        *(20, FOLD),
    ),
    # three all-ins of different sizes, one of them too small to reopen the betting, and a split
    "no-limit-side-pots": hand(
        "no-limit-side-pots",
        (1_000, 300, 2_000, 460),
        "AdKc 8c8h AhKd QsQc",
        "Kh8s5c2d9d",
        *(300, 450, CALL, CALL, CALL),
        *(540, CALL),
    ),
    # the largest raises, and a bet that is not called
    "pot-limit": hand(
        "pot-limit",
        (1_000, 1_000, 1_000),
        "6s6d AhTh KcQc",
        "Jh9h4c6c2h",
        *(35, CALL, 110, CALL, FOLD),
        *(150, 500, CALL),
        *(390, FOLD),
    ),
    # the largest raise four times; one heart in A's hand makes no flush, and B's low wins nothing
    "omaha-pot-limit": hand(
        "omaha-pot-limit",
        (200, 160),
        "AhAcKsQd 8s7s3d2c",
        "Jh6h5h4cTh",
        *(6, 18, 54, 162, CALL),
    ),
    # A and B tie for low and B wins high, so A is quartered; B's dead ante is in the main pot
    "omaha8-quartered": hand(
        "omaha8-quartered",
        (60, 61, 20),
        "As2sKdKh Ah2hJcTd 9c9dJhTs",
        "3c6d8hKcQs",
        *(5, 15, 45, CALL, CALL),
        *(13, CALL),
    ),
}


def describe(state: State) -> str:
    """The whole state on a few lines."""
    rows = [
        f"  round {state.round}, pot {state.pot}, level {state.level}, raises {state.raises}",
        f"  behind {state.behind}, bets {state.bets}, paid {state.paid}",
    ]
    if any(state.folded):
        rows.append(f"  folded {tuple(p for p, folded in enumerate(state.folded) if folded)}")
    if state.actor is not None:
        to_call, low, high = state.options()
        raises = f"raise to {low}..{high}" if low else "no raise"
        rows.append(f"  position {state.actor} to act: {to_call} to call, {raises}")
    return "\n".join(rows)


def transcript(name: str) -> str:
    """A hand as text, from the rules to the payoffs."""
    record = finish(HANDS[name])
    record.check()
    rules = record.rules
    state = State(rules, record.stacks)
    lines = [
        "# Written by python -m tests.table.test_golden",
        f"{name}: {rules.betting} {rules.game}",
        f"blinds {rules.blinds}, antes {rules.antes}, bets {rules.bets}, cap {rules.cap}",
        f"stacks {record.stacks}",
        *(
            f"{player} holds {format_cards(cards or ())}"
            for player, cards in zip(record.players, record.hole_cards, strict=True)
        ),
    ]
    shown = -1
    for action in record.actions:
        if state.round != shown:
            shown = state.round
            board = format_cards(record.board[: BOARD_CARDS[shown]])
            lines += ["", f"{ROUND_NAMES[shown]} {board}".rstrip()]
        lines.append(describe(state))
        assert state.actor is not None
        word = {FOLD: "folds", CALL: "calls" if state.options().to_call else "checks"}.get(
            action, f"raises to {action}" if state.level else f"bets {action}"
        )
        lines.append(f"{record.players[state.actor]} {word}")
        state.apply(action)
    lines += [describe(state), "", "showdown" if state.showdown else "all others have folded"]
    if state.showdown:
        lines.append(f"  board {format_cards(record.board)}")
    lines.append(f"  payoffs {record.payoffs}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "name",
    [
        # without the compiler, the Omaha tables take a minute
        pytest.param(name, marks=[pytest.mark.small] if each.rules.game == "holdem" else [])
        for name, each in HANDS.items()
    ],
)
def test_playthrough(name: str) -> None:
    assert transcript(name) == (FOLDER / f"{name}.txt").read_text()


def test_every_file_has_its_hand() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(HANDS)


if __name__ == "__main__":
    for title in HANDS:
        (FOLDER / f"{title}.txt").write_text(transcript(title))
