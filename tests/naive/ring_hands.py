"""Random hands of tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.cards import Card
from railbird.table import CALL, FOLD, Hand, Rules, State, table_rules
from railbird.table.hand import finish

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")


def random_hand(
    rules: Rules,
    rng: np.random.Generator,
    names: tuple[str, ...] = NAMES,
    *,
    stacks: Sequence[int] | None = None,
) -> Hand:
    """A hand played at random."""
    return record(random_betting(rules, rng, stacks), rng.permutation(52), names)


def random_betting(
    rules: Rules, rng: np.random.Generator, stacks: Sequence[int] | None = None
) -> State:
    """A betting that is over, calls being the most frequent; without stacks nobody is all in."""
    state = State(rules, stacks or [10_000] * rules.players)
    while not state.is_over:
        legal = state.legal_actions()
        weights = np.array([{FOLD: 0.15, CALL: 0.6}.get(action, 0.25) for action in legal])
        state.apply(int(rng.choice(legal, p=weights / weights.sum())))
    return state


def record(state: State, deck: npt.NDArray[np.int64], names: tuple[str, ...] = NAMES) -> Hand:
    """The hand that was played with the cards on top of a deck."""
    cards = [Card(c) for c in deck.tolist()]
    players = state.rules.players
    return finish(
        Hand(
            rules=state.rules,
            stacks=state.stacks,
            players=names[:players],
            hole_cards=tuple((cards[2 * p], cards[2 * p + 1]) for p in range(players)),
            board=tuple(cards[-5:]),
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * players,
        )
    )


def moving_table(count: int) -> list[Hand]:
    """Hands of four players out of five, who move on by a seat from hand to hand."""
    rng = np.random.default_rng(4)
    return [
        random_hand(table_rules(4), rng, tuple(NAMES[(i + p) % 5] for p in range(4)))
        for i in range(count)
    ]
