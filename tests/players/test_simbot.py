"""Simbot: its simulation against enumeration and by hand, and that it wins at the table."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from railbird.cards import colex_index, holdem_hands, parse_cards
from railbird.errors import OptionError
from railbird.evaluate import HOLDEM
from railbird.players import Seat
from railbird.players.poki.model import DID_CALL, HandModel, PokiFrequencies
from railbird.players.poki.player import PokiStyle
from railbird.players.simbot import _kernels as kernels
from railbird.players.simbot.player import Simbot, Simulation, simulate
from railbird.table import table_rules
from railbird.table.state import CALL, FOLD, State
from tests.players import ring

Floats = npt.NDArray[np.float64]
MASKS = (np.uint64(1) << holdem_hands().astype(np.uint64)).sum(axis=1, dtype=np.uint64)
RIVER = "KsTh7d2c2s"


def situation(
    board: str,
    *,
    players: int = 2,
    to_call: int = 0,
    capped: bool = False,
    generic: bool = True,
) -> tuple[State, HandModel]:
    """Everyone called so far; here there is a bet if ``to_call``, and raises if ``capped``."""
    rules = table_rules(players)
    state = State(rules, (400,) * players)
    names = tuple(str(i) for i in range(players))
    cards = tuple(int(c) for c in parse_cards(board))
    model = HandModel(PokiFrequencies(generic=generic), Seat(rules, state.stacks, names, 0, 1))

    def do(action: int) -> None:
        position = state.actor
        assert position is not None
        state.apply(action)
        model.see(position, action)

    while (before := state.round) < len(cards) - 2:
        while state.round == before:
            do(CALL)
        model.see_board(cards[: state.round + 2])
    if to_call:
        do(state.options().lowest_raise)
        while capped and state.options().lowest_raise:
            do(state.options().lowest_raise)
    position = state.actor
    assert position is not None
    model.seat = model.seat._replace(position=position)
    return state, model


def simulated(cards: str, board: str, *, trials: int, **options: int | bool) -> Simulation:
    state, model = situation(board, **options)  # type: ignore[arg-type]
    held = tuple(int(c) for c in parse_cards(cards))
    return simulate(held, state, model, style=PokiStyle(), trials=trials, seed=4)


def test_call_on_the_river_is_pot_odds() -> None:
    """When the betting is capped a call ends the hand, so its value is a weighted enumeration."""
    state, model = situation(RIVER, to_call=2, capped=True)
    held = tuple(int(c) for c in parse_cards("KcJc"))
    assert not state.options().lowest_raise
    found = simulate(held, state, model, style=PokiStyle(), trials=20_000, clear=np.inf, seed=4)
    table = model.tables()[0]
    board = np.array([[int(c) for c in parse_cards(RIVER)]], dtype=np.uint8)
    values, _ = HOLDEM.board_values(board, holdem_hands())
    mine = int(values[0, colex_index(held)])
    wins = total = 0.0
    for h, (a, b) in enumerate(holdem_hands().tolist()):
        value = int(values[0, h])
        if value and a not in held and b not in held:
            wins += table[h] * (1.0 if value < mine else 0.5 if value == mine else 0.0)
            total += table[h]
    to_call = state.options().to_call
    expected = (wins / total * (state.pot + to_call) - to_call) / state.rules.bets[0]
    fold, call = found.values
    assert (fold.action, fold.mean, fold.error) == (FOLD, 0.0, 0.0)
    assert call.error < 0.1
    assert abs(call.mean - expected) < 4 * call.error


@pytest.mark.parametrize("board", ["KsTh7d", "KsTh7d2c", RIVER])
def test_strong_hands_bet_and_weak_ones_do_not_call(board: str) -> None:
    state, model = situation(board, generic=False)
    for round_ in range(4):
        for bets in range(4):
            for _ in range(500):
                model.frequencies.add("1", round_, bets, DID_CALL)
    held = tuple(int(c) for c in parse_cards("KcKd"))
    strong = simulate(held, state, model, style=PokiStyle(), trials=300, seed=4)
    assert strong.best > 0  # no point in slow-playing against a player who only calls
    check, bet = strong.values
    assert bet.mean > check.mean > 1
    weak = simulated("4c3d", board, trials=300, to_call=2, capped=True)
    assert weak.best == FOLD
    assert weak.values[1].mean < 0


def test_clear_cases_end_early_and_errors_shrink() -> None:
    early = simulated("4c3d", RIVER, trials=5000, to_call=2, capped=True)
    assert early.ended_early
    assert early.trials < 1000
    few, many = (simulated("9c8c", "KsTh7d", trials=n) for n in (100, 1600))
    assert few.values[0].error > 1.5 * many.values[0].error


def test_same_seed_same_result() -> None:
    one, two = (simulated("9c8c", "KsTh7d", trials=200, players=9) for _ in range(2))
    assert one.values == two.values
    assert one.trials == two.trials > 0


def test_time_can_be_limited() -> None:
    state, model = situation("KsTh7d")
    held = tuple(int(c) for c in parse_cards("9c8c"))
    found = simulate(held, state, model, style=PokiStyle(), trials=10**9, seconds=0.05, seed=1)
    assert found.seconds < 300  # all trials would take days
    with pytest.raises(OptionError, match="at least 2"):
        Simbot("simbot", trials=1)


def test_explains_itself() -> None:
    simbot = Simbot("simbot", trials=60)
    cards = [int(c) for c in parse_cards("AsAh")]
    board = [int(c) for c in parse_cards("KsTh7d2c2s")]
    ring.play_hand([simbot, Simbot("other", trials=60)], [cards, [38, 39]], board)
    assert simbot.simulation is not None
    assert {value.action for value in simbot.simulation.values} >= {CALL}


# ----- small cases of the kernels, also with the JIT off


@pytest.mark.small
def test_value_places() -> None:
    values = np.array([[5, 0, 3, 5, 9]], dtype=np.uint16)
    places = np.empty((1, 5), dtype=np.float32)
    kernels.value_places(values, places)
    assert places[0].tolist() == [0.5, 0.0, 0.125, 0.5, 0.875]


@pytest.mark.small
def test_range_maps() -> None:
    plain = np.array([0.1, 0.4, 0.6, 0.9])
    maps = np.empty((2, kernels.BUCKETS + 1))
    kernels.range_maps(plain, np.array([[1.0, 1, 1, 1], [0, 0, 0, 1]]), maps)
    assert kernels.mapped(maps[0], 0.5) == pytest.approx(0.5)
    assert kernels.mapped(maps[1], 0.8) == 0.0
    assert kernels.mapped(maps[1], 1.0) == 1.0
    assert all(a <= b for a, b in pairwise(maps[0]))


@pytest.mark.small
def test_deals_do_not_collide_and_go_by_weight() -> None:
    hands = [colex_index(parse_cards(text)) for text in ("AsAh", "AsKh", "QdQc")]
    sums = np.zeros((3, 1326))
    weights = np.zeros((3, 1326))
    weights[1, hands] = 1.0
    weights[2, hands[:2]] = 1.0
    np.cumsum(weights, axis=1, out=sums)
    table = np.zeros((kernels.ROWS, 3), dtype=np.int64)
    table[kernels.FOLDED, 0] = 1
    state = np.array([7], dtype=np.uint64)
    held = np.zeros(3, dtype=np.int64)
    seen = []
    for _ in range(60):
        assert kernels.deal(table, sums, MASKS, np.uint64(0), state, held)
        seen.append((int(held[1]), int(held[2])))
    # aces and ace-king share a card: one of the two players must hold the queens
    assert set(seen) == {(hands[2], hands[0]), (hands[2], hands[1])}


@pytest.mark.small
def test_settle_splits_and_caps() -> None:
    table = np.zeros((kernels.ROWS, 3), dtype=np.int64)
    table[kernels.PAID] = (10, 30, 30)
    values = np.array([7, 7, 3], dtype=np.uint16)
    held = np.arange(3)
    assert kernels.settle(table, 3, 0, held, values) == 15.0  # half of 3 × 10
    assert kernels.settle(table, 3, 2, held, values) == 0.0
    table[kernels.FOLDED, 0] = 1
    assert kernels.settle(table, 3, 1, held, values) == 70.0


@pytest.mark.small
def test_a_bet_that_everybody_folds_to() -> None:
    """If all fold, a bet wins the pot; if all call, the best hand also wins a bet from each."""
    numbers = np.zeros(kernels.NUMBERS, dtype=np.int64)
    numbers[kernels.PLAYERS], numbers[kernels.ROUND], numbers[kernels.OUR_HAND] = 2, 3, 1
    table = np.zeros((kernels.ROWS, 2), dtype=np.int64)
    table[kernels.STACK], table[kernels.PAID], table[kernels.TO_ACT] = 100, 6, 1
    sizes, caps, first = np.array([2, 2, 4, 4]), np.array([3, 4, 4, 4]), np.zeros(4, np.int64)
    usual = np.zeros((2, 4, 4, 3))
    ours = np.array([0.5, 0.6, 1.0, 0.0, 0.0])
    values, held = np.array([1, 9], dtype=np.uint16), np.array([1, 0])

    def won(action: int, fold: float) -> float:
        usual[:, :, 1] = (fold, 1 - fold, 0)
        usual[:, :, 0] = (0, 1, 0)
        return float(
            kernels.play_out(
                numbers,
                table.copy(),
                first,
                sizes,
                caps,
                action,
                usual,
                ours,
                np.full((2, 2), 0.5),
                np.ones(2),
                np.zeros((2, kernels.BUCKETS + 1)),
                np.zeros((0, 2), dtype=np.float32),
                np.zeros(2),
                values,
                held,
                np.zeros(2),
                np.ones(2),
                np.array([1], dtype=np.uint64),
            )
        )

    assert won(2, 1.0) == 12.0
    assert won(2, 0.0) == 12.0 + 4.0
    assert won(1, 0.0) == 12.0


# ----- at the table


@pytest.mark.parametrize(("opponent", "deals"), [("always-call", 40), ("always-raise", 200)])
def test_wins_heads_up(opponent: str, deals: int) -> None:
    won = ring.heads_up("simbot", opponent, deals).players[0]
    assert won.mean - 2.576 * won.error > 0


def test_plays_on_at_any_table() -> None:
    ring.check_legal(("simbot", "simbot-loose", "simbot-tight"), hands=4, seed=3)


def test_hidden_cards_and_seeds() -> None:
    ring.check_hidden_cards_do_not_matter("simbot")
    ring.check_reproducible("simbot", 12)
