"""Hands as arrays: what is kept of them, and which ones cannot be judged, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.naive.divat_hands import ALFRED, LIMIT, random_hand, random_hands, read

from railbird.cards import parse_cards
from railbird.divat.hands import HiddenCardsError, RefusedError
from railbird.divat.heads_up.encode import (
    NOT_DEALT,
    Encoder,
    Games,
    encode,
    join,
)
from railbird.table import CALL, NO_CAP, Hand, Rules, State, table_rules
from railbird.table.rules import FOUR_BETS

DEEP = 10_000


def played(rules: Rules, actions: Sequence[int], stacks: tuple[int, ...] | None = None) -> Hand:
    """A hand with these actions, legal or not."""
    cards = parse_cards("AcKc7h6h2s2dKs5h3dTc4h")
    return Hand(
        rules=rules,
        stacks=stacks or (DEEP,) * rules.players,
        players=("Ann", "Bob", "Cid")[: rules.players],
        hole_cards=tuple(cards[2 * p : 2 * p + 2] for p in range(rules.players)),
        board=cards[6:],
        actions=tuple(actions),
        payoffs=(0,) * rules.players,
    )


CHECKED = (CALL,) * 8
UNCAPPED = table_rules(2, cap=NO_CAP)
BIG = table_rules(2, small_blind=5, big_blind=10)


def raises(rules: Rules, round_: int, count: int) -> tuple[int, ...]:
    """Raises in one round, checks and calls in the others."""
    state = State(rules, (DEEP,) * 2)
    left = count
    while not state.is_over:
        _, low, _ = state.options()
        if state.round == round_ and left:
            left -= 1
            state.apply(low)
        else:
            state.apply(CALL)
    return tuple(action for _, _, action in state.actions)


REFUSED = {
    "not limit hold'em": [
        played(table_rules(2, betting="no-limit"), CHECKED),
        played(table_rules(2, betting="pot-limit"), CHECKED),
    ],
    "not two players": [played(table_rules(3), (CALL,) * 12)],
    "unusual blinds, antes or bets": [
        played(table_rules(2, small_blind=2, big_blind=3), CHECKED),
        played(table_rules(2, small_blind=2, big_blind=2), CHECKED),
        played(table_rules(2, ante=1), CHECKED),
        played(table_rules(2, bets=(2, 2, 2, 2)), CHECKED),
    ],
    "hole cards are not known": [
        replace(read(ALFRED), hole_cards=(None, read(ALFRED).hole_cards[1])),
        replace(read(ALFRED), hole_cards=(read(ALFRED).hole_cards[0], None)),
    ],
    "the hand is not finished": [played(LIMIT, CHECKED[:5]), played(LIMIT, ())],
    "an action is not legal": [played(LIMIT, (5, CALL)), played(LIMIT, (*CHECKED, CALL))],
    "cards of the board are missing": [replace(read(ALFRED), board=read(ALFRED).board[:4])],
}
CASES = [(reason, hand) for reason, hands in REFUSED.items() for hand in hands]


@pytest.mark.parametrize(
    ("reason", "hand"), CASES, ids=[f"{i}: {reason}" for i, (reason, _) in enumerate(CASES)]
)
def test_a_hand_that_cannot_be_judged_is_refused(reason: str, hand: Hand) -> None:
    encoder = Encoder()
    for _ in range(2):  # seen before or not
        with pytest.raises(RefusedError) as refused:
            encode([hand], encoder)
        assert str(refused.value) == reason
        assert isinstance(refused.value, HiddenCardsError) == (reason.startswith("hole cards"))
    assert len(encode([read(ALFRED)], encoder)) == 1


@pytest.mark.parametrize(
    ("rules", "round_", "count"), [(UNCAPPED, 0, 7), (UNCAPPED, 1, 6), (UNCAPPED, 3, 40)]
)
def test_raising_without_a_cap_is_judged(rules: Rules, round_: int, count: int) -> None:
    games = encode([played(rules, raises(rules, round_, count))])
    assert (games.actions[0] == 1).sum(axis=1).tolist() == [
        count if r == round_ else 0 for r in range(4)
    ]


def test_stakes_and_caps_may_differ() -> None:
    usual = encode([played(LIMIT, raises(LIMIT, 2, 3))])
    for rules in (BIG, UNCAPPED, table_rules(2, cap=FOUR_BETS, cap_heads_up=False)):
        other = encode([played(rules, raises(rules, 2, 3))])
        assert np.array_equal(usual.cards, other.cards)
        assert np.array_equal(usual.actions, other.actions)
        assert np.array_equal(usual.counts, other.counts)


def test_the_table_must_allow_the_bets_of_the_settings() -> None:
    rng = np.random.default_rng(4)
    six = (5, 6, 6, 6)
    for cap, levels, is_judged in (
        (FOUR_BETS, 4, True),
        (FOUR_BETS, 5, False),
        (six, 6, True),
        (six, 7, False),
        (NO_CAP, 8, True),
    ):
        hand = random_hand(rng, rules=replace(LIMIT, cap=cap), raises=0.1)
        if is_judged:
            assert len(encode([hand], Encoder(levels=levels))) == 1
        else:
            with pytest.raises(RefusedError, match=f"make {levels} bets a round, the table allows"):
                encode([hand], Encoder(levels=levels))


def test_what_is_kept_of_a_game() -> None:
    games = encode([read(ALFRED), read("AcKc 7h6h Ks5h3d SlCrC/bF")])
    assert games.cards[0].tolist() == list(parse_cards("AcKc7h6hKs5h3dTc4h"))
    assert games.cards[1].tolist() == [*parse_cards("AcKc7h6hKs5h3d"), NOT_DEALT, NOT_DEALT]
    assert games.rounds.tolist() == [4, 2]
    assert games.counts.tolist() == [[3, 4, 2, 3], [3, 2, 0, 0]]
    assert games.actions[0, 1, :4].tolist() == [0, 1, 1, 0]
    assert games.actions[1, 0, :3].tolist() == [0, 1, 0]
    assert games.actions[1, 1, :2].tolist() == [1, -1]


def test_cards_of_rounds_that_were_not_played_are_not_kept() -> None:
    hand = replace(read("AcKc 7h6h SlF"), board=parse_cards("Ks5h3d"))
    assert set(encode([hand]).cards[0, 4:].tolist()) == {NOT_DEALT}


def test_one_encoder_for_all_hands_is_as_good_as_one_for_each() -> None:
    hands = random_hands(60, seed=4)
    rng = np.random.default_rng(5)
    hands += [random_hand(rng, rules=BIG) for _ in range(60)]
    together = encode(hands)
    alone = join([encode([hand]) for hand in hands])
    for name in Games._fields:
        assert np.array_equal(getattr(together, name), getattr(alone, name))


def test_what_was_seen_with_other_stacks_does_not_matter() -> None:
    """The same actions end a hand, or are not legal, where somebody has no more chips."""
    all_in, truncated = played(LIMIT, (4, CALL), (4, 4)), played(LIMIT, (4, CALL))
    actions = (4, CALL, *CHECKED[2:])
    too_short, fine = played(LIMIT, actions, (4, 4)), played(LIMIT, actions)
    encoder = Encoder()
    assert encoder.betting(all_in).rounds == 4
    assert encoder.betting(all_in).counts.tolist() == [2, 0, 0, 0]
    for hand, reason in (
        (truncated, "the hand is not finished"),
        (too_short, "an action is not legal"),
    ):
        with pytest.raises(RefusedError, match=reason):
            encoder.betting(hand)
    assert encoder.betting(fine).rounds == 4
    with pytest.raises(RefusedError):
        encoder.betting(too_short)
