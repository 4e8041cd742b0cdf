"""Replayed hands: no chip is lost at any step, and the words are those of the hand."""

from __future__ import annotations

import pytest

from railbird.history.replay import replay_steps
from railbird.history.sharing import hand_from_code, hand_to_code
from railbird.history.words import in_words
from railbird.table import Rules, table_rules
from tests.history.played import random_hand

TABLES = {
    "heads-up": table_rules(2),
    "six, no limit": table_rules(6, betting="no-limit"),
    "three, hi-lo": table_rules(3, game="omaha8", betting="pot-limit"),
    "nine": table_rules(9),
}


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_chips_are_conserved_and_every_action_is_a_step(rules: Rules) -> None:
    for seed in range(40):
        hand = random_hand(seed, rules=rules)
        steps = replay_steps(hand)
        for step in steps:
            seen = sum(step.bets) + sum(step.behind) + sum(pot.chips for pot in step.pots)
            assert seen == sum(hand.stacks)
            assert min(*step.bets, *step.behind) >= 0
        assert [step.kind for step in steps].count("action") == len(hand.actions)
        assert (steps[0].kind, steps[-1].kind) == ("start", "result")
        assert steps[-1].board == len(hand.board)
        ends = tuple(map(sum, zip(hand.stacks, hand.payoffs, strict=True)))
        assert steps[-1].behind == ends
        told = [line.strip() for line in in_words(hand)]
        assert all(said in told for step in steps for said in step.says)
        assert hand_from_code(hand_to_code(hand)) == hand
