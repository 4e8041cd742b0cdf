"""Random hands for tests, played by the rules."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from railbird.cards import Deck
from railbird.table import Hand, Rules, State, finish, table_rules


def random_hand(
    seed: int,
    *,
    rules: Rules | None = None,
    names: tuple[str, ...] | None = None,
    number: str | None = None,
) -> Hand:
    """A hand in which everybody does something legal at random."""
    rng = random.Random(seed)
    rules = rules or table_rules(2)
    stacks = tuple(rng.randint(20, 400) for _ in range(rules.players))
    deck = Deck(seed=seed)
    state = State(rules, stacks)
    while not state.is_over:
        state.apply(rng.choice(state.legal_actions()))
    size = rules.rules_of_game.hole_cards
    return finish(
        Hand(
            rules=rules,
            stacks=stacks,
            players=names or tuple(f"player {p}" for p in range(rules.players)),
            hole_cards=tuple(deck.deal(size) for _ in range(rules.players)),
            board=deck.deal(5),
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * rules.players,
            number=str(seed) if number is None else number,
            when=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=seed),
            table="practice",
        )
    )
