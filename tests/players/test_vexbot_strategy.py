"""A strategy that is learned from nothing: what a hand teaches, and what follows from it."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.cards.classes import holdem_hands
from railbird.errors import OptionError
from railbird.players import make_player
from railbird.players.sparbot.game import CALL, FOLD, RAISE
from railbird.players.sparbot.player import Situation, shipped_table
from railbird.players.vexbot.build import shipped_chances
from railbird.players.vexbot.player import Vexbot, make_vexbot
from railbird.players.vexbot.prior import uniform_prior
from railbird.players.vexbot.ranges import OpponentRange, Shown
from railbird.players.vexbot.search import Beliefs
from railbird.players.vexbot.strategy import StrategyLearning, StrategyModel
from railbird.table import table_rules

BOARD = (0, 17, 34, 40, 51)
OURS = (5, 10)
SEEN = [(Situation(0, 0, 1), RAISE), (Situation(1, 4, 0), CALL)]


def opponent(model: StrategyModel, cards: int = 3) -> OpponentRange:
    found = OpponentRange(model.prior, shipped_table().buckets, 0, OURS)
    found.follow([0, 4], SEEN, BOARD[:cards])
    return found


def test_nothing_is_known_at_first() -> None:
    model = StrategyModel()
    first = model.play[0][0, 0]
    assert np.allclose(first, [1 / 3, 1 / 3, 1 / 3])
    free = model.play[1][0, 0]  # nothing to call
    assert np.allclose(free, [0, 1 / 2, 1 / 2])
    assert np.allclose(model.action_chances(), uniform_prior().actions, atol=1e-9)
    assert np.allclose(model.hand_chances(0), shipped_chances().share, atol=0.02)
    assert Beliefs.of(model, seat=1).hands.shape == (5103, 28)


def test_a_hand_is_counted_for_all_that_it_could_have_been() -> None:
    """Beside a loop over all hands."""
    rng = np.random.default_rng(2)
    model = StrategyModel(StrategyLearning(growth=1.0))
    model.hands_played = 6
    model.play = tuple(rng.dirichlet((1, 1, 1), play.shape[:-1]) for play in model.play)
    play = [each.copy() for each in model.play]
    watched = opponent(model)
    model._due = 100
    model.learn(watched, SEEN, None)
    likely = np.zeros(1326)
    buckets = shipped_table().buckets
    for h, (a, b) in enumerate(holdem_hands().tolist()):
        if {a, b} & {*OURS, *BOARD[:3]}:
            continue
        likely[h] = 1.0
        for at, deed in SEEN:
            bucket = buckets.bucket((a, b), BOARD[:3] if at.round else ())
            likely[h] *= play[at.round][at.pot, at.node, bucket, deed]
    likely *= 7 / likely.sum()
    for at, deed in SEEN:
        wanted = np.zeros(buckets.counts[at.round])
        for h, (a, b) in enumerate(holdem_hands().tolist()):
            if likely[h]:
                wanted[buckets.bucket((a, b), BOARD[:3] if at.round else ())] += likely[h]
        counted = model.counts[at.round][at.pot, at.node]
        assert np.allclose(counted[:, deed], wanted)
        assert counted.sum() == pytest.approx(7)
    assert sum(counts.sum() for counts in model.counts) == pytest.approx(14)


def test_a_hand_that_is_shown_is_certain() -> None:
    model = StrategyModel()
    hand = int(np.flatnonzero(opponent(model).possible)[700])
    model.learn(opponent(model), SEEN, Shown(0, 0, hand))
    kinds = opponent(model).kinds
    for at, deed in SEEN:
        counted = model.counts[at.round][at.pot, at.node]
        assert counted[kinds[at.round][hand], deed] == 1 == counted.sum()


def test_what_is_seen_often_is_believed_and_spreads_to_similar_places() -> None:
    model = StrategyModel(StrategyLearning(growth=0.0))
    counts = model.counts[3]
    counts[100, 0, 20] = 0, 900, 100
    model.hands_played = 1000
    model.review()
    river = model.play[3]
    assert river[100, 0, 20] == pytest.approx([0, 0.9, 0.1], abs=0.01)
    assert 0.8 < river[200, 0, 20, CALL] < 0.95  # the same node after other betting
    assert 0.6 < river[100, 0, 19, CALL] < 0.9  # a neighbour, in the first step alone
    assert river[100, 0, 2, CALL] == pytest.approx(0.5, abs=0.01)
    assert (river[..., FOLD][:, 0] == 0).all()  # nothing to call
    assert np.allclose(river.sum(axis=-1), 1)


def test_the_strategy_of_a_simple_player_is_learned() -> None:
    for kind, action in (("always-raise", RAISE), ("always-call", CALL)):
        vexbot = make_vexbot("vexbot", prior="none")
        match = Match(table_rules(2), (400, 400), deals=30, seed=1)
        table = MatchTable(match, [vexbot, make_player(kind)])
        assert len(list(table.play())) == 30
        assert not table.forfeits
        model = vexbot.models[kind]
        assert isinstance(model, StrategyModel)
        assert model.hands_played == 30
        assert model.action_chances()[0, action] > 0.6  # a third at first


def test_a_match_is_resumed_and_memory_is_carried(tmp_path: Path) -> None:
    match = Match(table_rules(2), (400, 400), deals=16, seed=3)

    def table(vexbot: object) -> MatchTable:
        return MatchTable(match, [vexbot, make_player("bluffer")])  # type: ignore[list-item]

    first, again = (make_player("vexbot(prior=none)") for _ in range(2))
    hands = [hand for hand, _ in table(first).play()]
    assert [hand for hand, _ in table(again).play(hands[:9])] == hands
    memory = json.loads(json.dumps(first.save()))
    third = pickle.loads(pickle.dumps(make_player("vexbot(prior=none)")))
    third.load(memory)
    assert third.save() == first.save() == again.save()
    kept = Vexbot("vexbot", learning=StrategyLearning(), folder=tmp_path)
    assert len([hand for hand, _ in table(kept).play()]) == 16
    assert [path.name.endswith(".vexbot-strategy.json") for path in tmp_path.iterdir()] == [True]


def test_bad_values_are_refused() -> None:
    model = StrategyModel()
    for values in (
        {},
        {"played": -1, "strategy": []},
        {"played": 3, "strategy": [[0, 0, 0]]},
        {"played": 3, "strategy": [[0, 0, 0, 99, 1, 1, 1]]},
        {"played": 3, "strategy": [[0, 0, 0, 0, -1, 1, 1]]},
    ):
        with pytest.raises(OptionError, match="strategy"):
            model.read(values)
    assert model.hands_played == 0
    with pytest.raises(OptionError, match="four steps"):
        StrategyLearning(steps=(1.0,))
    with pytest.raises(OptionError, match="width and doubt"):
        StrategyLearning(doubt=0)
    with pytest.raises(OptionError, match="from nothing"):
        Vexbot("vexbot", learning=StrategyLearning(), prior=uniform_prior())
