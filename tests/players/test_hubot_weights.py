"""Weight tables: re-weighted as drawn, once per round, never to zero; and what is counted where."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from railbird.arena import Match, MatchTable
from railbird.cards import Range, parse_cards
from railbird.cards.index import colex_index
from railbird.evaluate.strength.weighted import effective_strength, hand_potential
from railbird.players import Player, RandomPlayer, RulePlayer
from railbird.players.base import Seat
from railbird.players.hubot.frequencies import Chances, Deed, First, Last
from railbird.players.hubot.table_model import TableModel
from railbird.players.hubot.weights import (
    ANYTHING,
    LEAST,
    HandRanges,
    HandValues,
    SeenDeed,
    Weights,
    after_call,
    after_raise,
    board_values,
    preflop_values,
)
from railbird.table import CALL, FOLD, State, table_rules
from tests.naive import hubot as naive

FLOP = tuple(sorted(map(int, parse_cards("KsTh7h"))))
RIVER = tuple(sorted(map(int, parse_cards("KsTh7h2c2d"))))
SOME = Weights(np.maximum(Range.parse("22+,A2s+,KTs+,ATo+,QTs+").weights, 0.3))
CHANCES = Chances(0.3, 0.45, 0.25)


def values_on(board: tuple[int, ...]) -> HandValues:
    return board_values(board, (ANYTHING, SOME)) if board else preflop_values()


def index(text: str) -> int:
    return int(colex_index(parse_cards(text)))


@pytest.mark.parametrize("board", [(), FLOP, RIVER], ids=["pre-flop", "flop", "river"])
@pytest.mark.parametrize("raised", [0.02, 0.2, 0.95, 1.0])
def test_a_raise_re_weights_as_drawn(board: tuple[int, ...], raised: float) -> None:
    values = values_on(board)
    known = [None if board and v < 0 else float(v) for v in values.values]
    mu = naive.threshold(known, max(raised, 0.1))
    sigma = 0.4 * (1 - mu) if board else 330.0
    found = after_raise(SOME, values, raised).table
    for hand, value in enumerate(known):
        if value is not None:
            factor = naive.raise_factor(value, mu, sigma)
            assert abs(found[hand] - max(0.01, SOME.table[hand] * factor)) < 1e-12


@pytest.mark.parametrize("board", [(), FLOP, RIVER], ids=["pre-flop", "flop", "river"])
@pytest.mark.parametrize(
    "chances",
    [CHANCES, Chances(0.0, 0.7, 0.3), Chances(0.95, 0.05, 0.0), Chances(0.0, 0.02, 0.98)],
)
@pytest.mark.parametrize("pot_odds", [0.0, 0.15])
def test_a_call_re_weights_as_drawn(
    board: tuple[int, ...], chances: Chances, pot_odds: float
) -> None:
    values = values_on(board)
    known = [None if board and v < 0 else float(v) for v in values.values]

    def with_spread(mu: float) -> tuple[float, float]:
        return mu, 0.4 * (1 - mu) if board else 330.0

    low = with_spread(naive.threshold(known, max(1 - chances.fold, 0.1)))
    high = with_spread(naive.threshold(known, min(chances.raised, 0.9)))
    found = after_call(SOME, values, chances, pot_odds, 0.2).table
    for hand, value in enumerate(known):
        if value is None:
            continue
        factor = naive.call_factor(value, low, high if chances.raised else None, 0.2)
        if pot_odds and values.potential is not None and values.potential[hand] > pot_odds:
            factor = 1.0
        assert abs(found[hand] - max(0.01, SOME.table[hand] * factor)) < 1e-12


@pytest.mark.small
def test_values_are_those_of_single_hands() -> None:
    on_flop = board_values(FLOP, (SOME,))
    for text in ("AcAd", "8h9h", "7c2d"):
        expected = effective_strength(text, "KsTh7h", SOME.table)
        assert on_flop.values[index(text)] == pytest.approx(expected, abs=1e-12)
        assert on_flop.potential is not None
        potential = hand_potential(text, "KsTh7h", SOME.table).positive
        assert on_flop.potential[index(text)] == pytest.approx(potential, abs=1e-12)
    assert on_flop.values[index("KsAd")] == -1
    assert len(on_flop.descending) == 1176  # all hands from the 49 remaining cards


def test_draws_that_pay_keep_their_weight() -> None:
    values = board_values(FLOP, (ANYTHING,))
    draw, nothing = index("Ah2h"), index("3d2c")
    chances = Chances(0.8, 0.1, 0.1)
    with_odds = after_call(ANYTHING, values, chances, 0.1).table
    assert with_odds[draw] == 1
    assert with_odds[nothing] == LEAST
    assert after_call(ANYTHING, values, chances, 0.9).table[draw] < 1


def test_a_failed_check_raise_is_not_ruled_out() -> None:
    values = board_values(FLOP, (ANYTHING,))
    check = Chances(0.0, 0.7, 0.3)
    kings = index("KcKd")
    assert after_call(ANYTHING, values, check, 0.0, 0.0).table[kings] == LEAST
    assert after_call(ANYTHING, values, check, 0.0, 0.2).table[kings] == pytest.approx(0.2)


def test_tables_change_once_in_a_round_and_are_restored() -> None:
    check = SeenDeed(Deed.CALL, Chances(0.0, 0.7, 0.3), 0.0, 0.2)
    check_raise = SeenDeed(Deed.RAISE, Chances(0.4, 0.4, 0.2))
    call = SeenDeed(Deed.CALL, Chances(0.1, 0.6, 0.3), 0.1, 0.3)
    both, only_raise = HandRanges(2), HandRanges(2)
    for ranges, actions in ((both, (check, check_raise, call)), (only_raise, (check_raise,))):
        ranges.round_begins(FLOP, [0, 1])
        for action in actions:
            ranges.saw(0, action)
    found = both.weights(0).table
    # the raise, with its higher threshold, undoes the check, and the call changes nothing more
    assert found is only_raise.weights(0).table
    assert found[index("KcKd")] == 1
    assert both.weights(1) is ANYTHING
    # a new round starts from these tables
    both.round_begins((*FLOP, 0), [0, 1])
    both.saw(0, check_raise)
    assert (both.weights(0).table <= found).all()


def test_equal_histories_share_their_tables() -> None:
    first, second = HandRanges(3), HandRanges(3)
    for ranges in (first, second):
        ranges.saw(2, SeenDeed(Deed.RAISE, CHANCES))
        ranges.round_begins(FLOP, [0, 2])
        ranges.saw(0, SeenDeed(Deed.CALL, CHANCES))
    assert first.weights(0) is second.weights(0)
    with pytest.raises(ValueError, match="read-only"):
        first.weights(2).table[0] = 5.0


class Watcher(RulePlayer):
    """Plays by rules and keeps a model of the table."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.model = TableModel()
        self.looked = 0

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self.model.hand_starts(seat)

    def board(self, cards: tuple) -> None:  # type: ignore[type-arg]
        super().board(cards)
        self.model.board(cards)

    def saw(self, position: int, action: int) -> None:
        self.model.saw(position, action)

    def act(self, state: State) -> int:
        assert self.model.state is not None
        assert self.model.state.actions == state.actions
        if state.round:
            for weights in self.model.weights(range(state.rules.players)):
                assert weights.table.min() >= LEAST
                assert weights.table.max() <= 1
                self.looked += 1
        return super().act(state)


@pytest.mark.parametrize("players", [2, 5])
def test_everything_is_counted_where_it_belongs(players: int) -> None:
    seated: list[Player] = [Watcher("Ann"), *(RandomPlayer(n) for n in "bcdefghij"[: players - 1])]
    match = Match(table_rules(players), (480,) * players, deals=150, seed=3)
    table = MatchTable(match, seated)
    hands = [hand for hand, _ in table.play()]
    assert table.forfeits == []
    watcher = seated[0]
    assert isinstance(watcher, Watcher)
    assert watcher.looked > 100
    for player in seated:
        first, second = naive.count_actions(hands, player.name)
        seen = watcher.model.frequencies[player.name]
        for street in range(4):
            for last in Last:
                for bets in range(3):
                    expected = tuple(first[bets, street, last, deed] for deed in Deed)
                    assert seen.counts_first(bets=bets, street=street, last=last) == expected
            for start in First:
                expected = tuple(second[start, street, deed] for deed in Deed)
                assert seen.counts_second(first=start, street=street) == expected
        assert seen.observations == first.total() + second.total()


def test_the_chance_of_a_fold_is_that_of_his_situation() -> None:
    model = TableModel()
    model.hand_starts(Seat(table_rules(2), (100, 100), ("a", "b"), 0, 1))
    for position, action in ((1, CALL), (0, CALL)):
        model.saw(position, action)
    model.board(parse_cards("KsTh7h"))
    assert model.fold_chance(1) == 0.5  # Table 4, one bet to call
    model.saw(0, CALL)
    model.saw(1, CALL)
    model.board(parse_cards("KsTh7h2c"))
    model.saw(0, CALL)
    assert model.fold_chance(0) == 0.4  # Table 5, after a check
    again = pickle.loads(pickle.dumps(model))
    assert again.frequencies["b"].to_json() == model.frequencies["b"].to_json()
    assert again.state is None
    again.saw(0, FOLD)  # there is nothing to follow yet: it does no harm
