"""Poki: its model against slow ones, its formulas, and that it wins and plays at any table."""

from __future__ import annotations

import pickle
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import Match, play_match
from railbird.cards import Card, colex_index, holdem_hands, parse_cards
from railbird.errors import OptionError
from railbird.evaluate.strength.weighted import effective_strength, hand_strength
from railbird.players import RandomPlayer, Seat, make_player
from railbird.players.hand_order import board_order, preflop_order
from railbird.players.memory import ModelFileWarning, model_path
from railbird.players.personalities import PERSONALITIES
from railbird.players.poki.model import (
    DID_CALL,
    DID_FOLD,
    DID_RAISE,
    FLOOR,
    HandModel,
    PokiFrequencies,
    Triple,
    chances,
)
from railbird.players.poki.player import Poki, PokiStyle, assess, threshold
from railbird.players.poki.preflop import PreflopStyle, expected_players, preflop_triple
from railbird.players.registry import PERSONALITIES as NAMES
from railbird.players.simbot.player import Simbot
from railbird.table import table_rules
from railbird.table.state import CALL, FOLD, State
from tests.players import ring

BOARD = tuple(int(c) for c in parse_cards("KsTh7d"))
POKIS = tuple(kind for kind in NAMES if kind.startswith("poki"))


def model_of(players: int = 9, position: int = 0, *, generic: bool = False) -> HandModel:
    rules = table_rules(players)
    names = tuple(str(i) for i in range(players))
    seat = Seat(rules, (400,) * players, names, position, 1)
    return HandModel(PokiFrequencies(generic=generic), seat)


def hand(cards: str) -> int:
    return colex_index(parse_cards(cards))


# ----- the model


def test_places_against_a_slow_count() -> None:
    rng = np.random.default_rng(1)
    weights = rng.random(1326)
    order = board_order(BOARD)
    places = order.places(weights)
    live = [h for h in range(1326) if not np.isin(holdem_hands()[h], BOARD).any()]
    assert len(order.order) == len(live)
    total = weights[live].sum()
    for h in rng.choice(live, 40):
        less = sum(weights[g] for g in live if order.worth[g] < order.worth[h] - 1e-12)
        same = sum(weights[g] for g in live if abs(order.worth[g] - order.worth[h]) <= 1e-12)
        assert places[h] == pytest.approx((less + same / 2) / total, abs=1e-12)
    assert not order.places(np.zeros(1326)).any()


def test_orders_are_what_they_are_called() -> None:
    rng = np.random.default_rng(2)
    for board in (BOARD, (*BOARD, 0), (*BOARD, 0, 5)):
        order = board_order(board)
        for h in rng.choice(order.order, 5):
            cards = tuple(int(c) for c in holdem_hands()[h])
            expected = effective_strength(cards, board, np.ones(1326))
            assert order.worth[h] == pytest.approx(expected, abs=1e-12)
    assert preflop_order(7).order[-1] in range(1320, 1326)  # aces


@pytest.mark.parametrize(
    "usual", [Triple(0.3, 0.3, 0.4), Triple(0, 0.05, 0.95), Triple(0, 1, 0), Triple(0, 0, 1)]
)
def test_chances_are_a_triple_with_the_right_means(usual: Triple) -> None:
    places = (np.arange(20_000) + 0.5) / 20_000
    each = [chances(places, usual, did) for did in (DID_FOLD, DID_CALL, DID_RAISE)]
    assert np.allclose(sum(each), 1)
    for did, found in enumerate(each):
        assert found.min() >= 0
        assert found.mean() == pytest.approx(usual[did], abs=1e-4)
    assert (np.diff(each[DID_RAISE]) >= 0).all()
    assert (np.diff(each[DID_FOLD]) <= 0).all()


def test_reweighting_by_hand() -> None:
    model = model_of()
    model.see(2, 4)  # the first player raises
    model.see_board(BOARD)
    model.see(2, 2)  # and bets the flop
    slow = np.ones(1326)
    for order, round_, bets in ((preflop_order(7), 0, 1), (board_order(BOARD), 1, 0)):
        places = order.places(slow)
        usual = model.frequencies.triple("2", round_, bets, players=9)
        for h in range(1326):
            slow[h] *= chances(places[h : h + 1], usual, DID_RAISE)[0]
        slow = np.maximum(slow / slow.max(), FLOOR)
    found = model.tables()[model.opponents().index(2)]
    assert np.allclose(found, slow, atol=1e-12)
    assert found.min() == FLOOR
    assert found[hand("AsAh")] > 5 * found[hand("4c2d")]


def test_only_those_who_are_in_have_a_table() -> None:
    model = model_of(players=4, position=1)
    model.see(2, FOLD)
    assert model.opponents() == [0, 3]
    assert model.tables().shape == (2, 1326)


def test_a_maniac_shows_nothing_by_a_raise() -> None:
    careful, maniac = model_of(2), model_of(2)
    for _ in range(300):
        maniac.frequencies.add("1", 0, 1, DID_RAISE)
    for model in (careful, maniac):
        model.see(1, 4)
    assert maniac.tables()[0].mean() > 0.97
    assert careful.tables()[0].mean() < 0.7


def test_generic_model_learns_nothing() -> None:
    model = model_of(generic=True)
    before = model.usual(3, 1)
    for _ in range(10):
        model.see(3, 4)
    assert model.usual(3, 1) == before
    assert model.frequencies.counts == {}


def test_contexts_of_bets() -> None:
    model = model_of(players=4)
    model.see(2, 4)
    model.see(3, 6)
    model.see(0, FOLD)  # faces three bets with half a bet in
    model.see(1, CALL)
    model.see(2, CALL)  # has raised before
    assert [event.bets for event in model.events] == [1, 2, 2, 2, 3]
    model.see_board(BOARD)
    model.see(1, CALL)
    assert model.events[-1].bets == 0


def test_memory_survives_json_and_refuses_nonsense() -> None:
    poki = Poki("poki")
    poki.frequencies.add("Ann", 2, 1, DID_CALL)
    other = Poki("other")
    other.load(poki.save())
    assert other.frequencies.counts == poki.frequencies.counts
    for broken in (
        {},
        {"version": 2, "players": {}},
        {"version": 1, "players": [1]},
        {"version": 1, "players": {"Bob": [1] * 48, "Ann": [1, 2]}},
        {"version": 1, "players": {"Ann": [-1] * 48}},
    ):
        with pytest.raises(OptionError, match="start without it"):
            other.load(broken)
    assert other.frequencies.counts == poki.frequencies.counts
    other.forget()
    assert not other.frequencies.counts


def test_models_are_kept_in_a_folder(tmp_path: Path) -> None:
    match = Match(table_rules(2), (480, 480), deals=20, seed=1)
    seen = []
    for make in (Poki, Simbot):  # they share what they know
        bot = make("bot", folder=tmp_path)
        play_match(match, [bot, RandomPlayer("Bob")])
        seen.append(sum(bot.frequencies.counts["Bob"]))
    assert seen[1] > 1.5 * seen[0] > 0
    assert [file.name for file in tmp_path.iterdir()] == [model_path(tmp_path, "Bob", "poki").name]
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text().replace("[", "[-1, ", 1))
    bot = Poki("bot", folder=tmp_path)
    with pytest.warns(ModelFileWarning, match="48 counts"):
        play_match(match, [bot, RandomPlayer("Bob")])
    assert sum(bot.frequencies.counts["Bob"]) == seen[0], "nothing of it was taken"


# ----- formulas


def test_expected_players() -> None:
    model = model_of(players=9, position=5)
    assert expected_players(model) == round(3 + 0.4 * 6)
    model.see(2, CALL)
    model.see(3, FOLD)
    model.see(4, FOLD)
    assert expected_players(model) == round(4 + 0.4 * 3)


def test_before_the_flop() -> None:
    style = PreflopStyle()
    first = model_of(players=9, position=2)
    assert preflop_triple(hand("AsAh"), first, style) == Triple(0, 0, 1)
    assert preflop_triple(hand("7c2d"), first, style) == Triple(1, 0, 0)
    button = model_of(players=9, position=8)
    for position in range(2, 8):
        button.see(position, FOLD)
    hands = [hand("KcTd"), hand("9c8c"), hand("Ac6c")]
    for each in hands:
        late, early = preflop_triple(each, button, style), preflop_triple(each, first, style)
        assert late.fold < early.fold
        assert sum(late) == pytest.approx(1)
    small = model_of(players=2, position=1)
    assert preflop_triple(hand("Jc7d"), small, style).fold == 0


def test_plays_more_against_a_maniac() -> None:
    folds = []
    for seen in (0, 200):
        model = model_of(players=2, position=0)
        for _ in range(seen):
            model.frequencies.add("1", 0, 1, DID_RAISE)
        model.see(1, 4)
        folds.append(sum(preflop_triple(h, model, PreflopStyle()).fold for h in range(1326)) / 1326)
    assert folds[1] < folds[0] / 2


def test_assessment_is_the_product_of_strengths() -> None:
    model = model_of(players=3, position=0)
    model.see(2, 4)
    model.see(0, CALL)
    model.see(1, CALL)
    model.see_board(BOARD)
    cards = tuple(int(c) for c in parse_cards("AcKc"))
    tables = model.tables()
    found = assess(cards, model, tables)
    expected = np.prod([hand_strength(cards, BOARD, table) for table in tables])
    assert found.strength == pytest.approx(expected, abs=1e-12)
    assert found.effective == pytest.approx(
        found.strength + (1 - found.strength) * found.positive, abs=1e-12
    )
    assert 0 < found.folds < 1


def test_thresholds_fall_with_opponents() -> None:
    assert threshold(0.5, 1) == 0.5
    assert all(threshold(0.5, n) > threshold(0.5, n + 1) > 1 / (n + 2) for n in range(1, 9))


@pytest.mark.parametrize(("cards", "bets"), [("KcKd", True), ("4c3d", False)])
def test_on_the_flop(cards: str, bets: bool) -> None:
    poki = Poki("poki", style=PokiStyle(slow_play=0, bluff=0))
    rules = table_rules(2)
    state = State(rules, (400, 400))
    poki.hand_starts(Seat(rules, (400, 400), ("poki", "x"), 0, 1))
    poki.dealt(tuple(parse_cards(cards)))
    for position in (1, 0):
        poki.saw(position, CALL)
        state.call()
    poki.board(tuple(Card(c) for c in BOARD))
    assert (poki.act(state) > 0) == bets
    assert poki.assessment is not None
    assert poki.triple.bet == (1.0 if bets else 0.0)


# ----- at the table


@pytest.mark.parametrize(("opponent", "deals"), [("always-call", 60), ("always-raise", 320)])
def test_wins_heads_up(opponent: str, deals: int) -> None:
    won = ring.heads_up("poki", opponent, deals).players[0]
    assert won.mean - 2.576 * won.error > 0


def test_plays_on_at_any_table() -> None:
    ring.check_legal(POKIS, hands=8, seed=2)


def test_hidden_cards_and_seeds() -> None:
    ring.check_hidden_cards_do_not_matter("poki")
    ring.check_reproducible("poki", 24)


def test_personalities_differ_as_they_are_called() -> None:
    kinds = ["poki-tight", "poki", "poki-loose"]
    hands = ring.hands_of(kinds * 2, 160)
    played = dict.fromkeys(kinds, 0)
    for each in hands:
        state = State(each.rules, each.stacks)
        for action in each.actions:
            if state.round > 0:
                break
            position = state.actor
            assert position is not None
            played[kinds[int(each.players[position]) % 3]] += action != FOLD
            state.apply(action)
    assert all(more > 1.1 * less for less, more in pairwise(played.values()))


def test_every_personality_has_a_name() -> None:
    assert tuple(PERSONALITIES) == tuple(NAMES)
    for kind in NAMES:
        player = make_player(f"Ann={kind}")
        assert player.name == "Ann"
        assert pickle.loads(pickle.dumps(player)).name == "Ann"  # to play in another process


def test_omaha_does_not_break_it() -> None:
    poki = Poki("poki")
    rules = table_rules(2, game="omaha8")
    poki.hand_starts(Seat(rules, (400, 400), ("poki", "x"), 0, 1))
    poki.dealt(tuple(Card(c) for c in range(4)))
    assert poki.act(State(rules, (400, 400))) == CALL
