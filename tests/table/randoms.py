"""Random tables, deals and players, by seed."""

from __future__ import annotations

from random import Random

from railbird.cards import Card
from railbird.table import CALL, FOLD, FOUR_BETS, NO_CAP, Betting, Hand, Rules, State, table_rules
from railbird.table.rules import BETTINGS

GAMES = ("holdem", "omaha", "omaha8")


def random_rules(
    rng: Random,
    *,
    most_players: int = 10,
    betting: Betting | None = None,
    game: str | None = None,
) -> Rules:
    """Random table rules, using everything that the package supports."""
    kind = rng.choice(BETTINGS) if betting is None else betting
    small, big = rng.choice([(1, 2), (5, 10), (2, 3), (10, 25), (4, 4), (1, 3)])
    ante = rng.choice([0, 0, 1, big // 2, big])
    return table_rules(
        rng.randint(2, most_players),
        game=game or rng.choice(GAMES),
        betting=kind,
        small_blind=small,
        big_blind=big,
        ante=ante,
        big_blind_ante=big if not ante and rng.random() < 0.3 else 0,
        cap=rng.choice([FOUR_BETS, FOUR_BETS, NO_CAP]) if kind == "limit" else None,
        cap_heads_up=rng.random() < 0.5,
        reverse_blinds=rng.random() < 0.8,
    )


def random_stacks(rng: Random, rules: Rules) -> tuple[int, ...]:
    """Uneven stacks; at some tables all are short, and at some all are deep."""
    most = rng.choice([3, 12, 40, 120]) * rules.big_blind
    return tuple(rng.randint(1, most) for _ in range(rules.players))


def random_action(rng: Random, state: State) -> int:
    """A legal action, with raises of all sizes and an occasional all-in."""
    to_call, low, high = state.options()
    luck = rng.random()
    if low and luck < 0.35:
        return rng.choice([low, low, high, rng.randint(low, high), min(high, low + 1)])
    if to_call and luck > 0.85:
        return FOLD
    return CALL


def play_out(rng: Random, state: State) -> State:
    """Play at random until the betting is over."""
    while not state.is_over:
        state.apply(random_action(rng, state))
    return state


def random_deal(rng: Random, rules: Rules) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Hole cards by position, and a full board."""
    size = rules.rules_of_game.hole_cards
    cards = [Card(c) for c in rng.sample(range(52), rules.players * size + 5)]
    holes = tuple(tuple(cards[5 + p * size : 5 + (p + 1) * size]) for p in range(rules.players))
    return holes, tuple(cards[:5])


def record(
    state: State, holes: tuple[tuple[Card, ...] | None, ...], board: tuple[Card, ...]
) -> Hand:
    """The record of what was played, without payoffs."""
    players = state.rules.players
    return Hand(
        rules=state.rules,
        stacks=state.stacks,
        players=tuple(f"player {p}" for p in range(players)),
        hole_cards=holes,
        board=board,
        actions=tuple(action for _, _, action in state.actions),
        payoffs=(0,) * players,
    )
