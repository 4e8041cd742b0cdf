"""Random games, and readers and writers of games as the documents print them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.cards import Card
from railbird.divat.heads_up.encode import Games, encode
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.one_line import OneLineFormat
from railbird.table import CALL, FOLD, Hand, Rules, State, table_rules
from railbird.table.hand import finish
from railbird.table.state import BOARD_CARDS

ALFRED = "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
ALICE = "Ts6s Jd5d Td5hTh/2d/2h SlCk/kBrC/bRrC/bC"
BOB = "Ts6s Jd5d Td5hTh/2d/2h SlCk/kBc/kBrC/bF"

LIMIT = table_rules(2)


def read(line: str) -> Hand:
    """A hand from its line."""
    return OneLineFormat().read([(1, line)])


def write(hand: Hand) -> str:
    """A hand as a line, without the players' names."""
    plain = OneLineFormat()
    return plain.write(replace(hand, players=("player 1", "player 2"), number=""))


def game(*lines: str) -> Games:
    """Games from lines."""
    return encode([read(line) for line in lines])


def random_hand(
    rng: np.random.Generator,
    *,
    rules: Rules = LIMIT,
    deck: npt.NDArray[np.int64] | None = None,
    names: tuple[str, ...] = ("Ann", "Bob"),
    number: str = "",
    raises: float = 0.35,
) -> Hand:
    """A hand with random cards and actions; it shows only the board cards that were dealt."""
    state = State(rules, (UNLIMITED,) * rules.players)
    while not state.is_over:
        legal = state.legal_actions()
        chances = np.array([{FOLD: 0.06, CALL: 1 - raises}.get(a, raises) for a in legal])
        state.apply(int(rng.choice(legal, p=chances / chances.sum())))
    cards = [Card(c) for c in (rng.permutation(52) if deck is None else deck).tolist()]
    players = rules.players
    shown = BOARD_CARDS[state.actions[-1][0]]
    return finish(
        Hand(
            rules=rules,
            stacks=state.stacks,
            players=names,
            hole_cards=tuple((cards[2 * p], cards[2 * p + 1]) for p in range(players)),
            board=tuple(cards[2 * players : 2 * players + shown]),
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * players,
            number=number,
        )
    )


def random_hands(count: int, seed: int) -> list[Hand]:
    """Some random hands in which the two players change seats."""
    rng = np.random.default_rng(seed)
    names = [("Ann", "Bob"), ("Bob", "Ann")]
    return [random_hand(rng, names=names[i % 2], number=str(i + 1)) for i in range(count)]
