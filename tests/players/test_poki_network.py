"""Poki's neural network: what it is told, that it learns, and that Poki plays by it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.players import Seat, make_player
from railbird.players.poki.model import HandModel, PokiFrequencies
from railbird.players.poki.network import (
    INPUTS,
    Network,
    PublicBetting,
    Tendencies,
    shipped_network,
)
from railbird.players.poki.training import decisions, score, together, train
from railbird.table import table_rules
from railbird.table.hand import Hand
from railbird.table.state import CALL, FOLD
from tests.players.ring import check_hidden_cards_do_not_matter, hands_of

STRANGER = Tendencies(0.4, 0.2, 0.0, 0.5)


def told(betting: PublicBetting, position: int) -> dict[str, float]:
    return dict(zip(INPUTS, betting.inputs(position, STRANGER), strict=True))


def test_inputs_by_hand() -> None:
    betting = PublicBetting(table_rules(3), (200, 200, 200))  # blinds 1 and 2, then the button
    assert len(INPUTS) == 19
    button = told(betting, 2)
    assert button["pot odds of a call"] == 2 / 5
    assert button["players left, in tenths"] == 0.3
    assert (button["one bet to call"], button["two or more bets to call"]) == (1, 0)
    assert button["first to act in this round"] == 1
    assert button["last to act unless they raise"] == 0
    betting.saw(4)  # the button raises
    blind = told(betting, 1)
    assert betting.legal(1) == (True, True, True)
    assert (blind["one bet to call"], blind["two or more bets to call"]) == (1, 0)
    assert blind["the player's part of the pot"] == 2 / 7
    assert told(betting, 0)["two or more bets to call"] == 1
    betting.saw(FOLD)
    betting.saw(CALL)
    assert betting.state.round == 1
    again = told(betting, 1)
    assert (again["flop"], again["two players left"]) == (1, 1)
    assert again["called a bet at their last turn"] == 1
    assert again["pot odds of a call"] == 0
    assert betting.legal(1) == (False, True, True)
    betting.saw(CALL)
    raiser = told(betting, 2)
    assert raiser["bet or raised at their last turn"] == 1
    assert raiser["last to act unless they raise"] == 1
    assert list(raiser.values())[-4:] == list(STRANGER)


def test_all_inputs_are_between_0_and_1_and_all_matter() -> None:
    seen = together(
        [decisions(hands_of(["poki", "rules", "bluffer", "random"][:n], 25)) for n in (2, 3, 4)]
    )
    assert seen.inputs.min() >= 0
    assert seen.inputs.max() <= 1
    assert (seen.inputs.std(axis=0) > 0).all()
    assert (seen.counted[~seen.legal] == 0).all()
    assert seen.legal[np.arange(len(seen)), seen.did].all()


def test_hidden_cards_are_not_told() -> None:
    def other_cards(hand: Hand) -> Hand:
        return replace(hand, hole_cards=hand.hole_cards[::-1])

    hands = hands_of(["rules", "bluffer"], 10)
    seen, others = decisions(hands), decisions(other_cards(hand) for hand in hands)
    assert (seen.inputs == others.inputs).all()


def test_it_learns_what_frequencies_cannot_count() -> None:
    """Two who always do the same: strangers to the counts at first, never to the network."""
    sessions = [decisions(hands_of(["always-raise", "always-call"], 30, seed=s)) for s in range(3)]
    network = train(together(sessions[:2]), epochs=20)
    last = sessions[2]
    found = score(network.chances(last.inputs, last.legal), last.did)
    counted = score(last.counted, last.did)
    assert found.log_loss < counted.log_loss
    assert found.accuracy > 0.9


def test_training_is_reproducible() -> None:
    seen = decisions(hands_of(["rules", "random"], 20))
    first, second = (train(seen, epochs=2).to_arrays() for _ in range(2))
    assert all((first[name] == second[name]).all() for name in first)


@pytest.fixture
def foldy() -> Network:
    """A network that expects folds wherever they are legal."""
    arrays = shipped_network().to_arrays()
    return Network(
        **{name: np.zeros(array.shape) for name, array in arrays.items() if name != "second_bias"},
        second_bias=np.array([9.0, 0.0, 0.0]),
    )


def model_of(network: Network | None) -> HandModel:
    seat = Seat(table_rules(2), (200, 200), ("them", "we"), 1, 1)
    model = HandModel(PokiFrequencies(), seat, network)
    model.see(1, CALL)
    model.see(0, CALL)
    model.see_board(tuple(int(c) for c in parse_cards("Ks7h2d")))
    model.see(0, CALL)
    return model


def test_poki_expects_what_the_network_says(foldy: Network) -> None:
    counted, told_so = model_of(None), model_of(foldy)
    assert told_so.folds_to_bet(0) > 0.99 > counted.folds_to_bet(0)
    for model in (counted, told_so):
        model.see(1, 2)
        model.see(0, CALL)
    # a call that hardly anybody makes shows a strong hand
    assert not np.allclose(counted.tables(), told_so.tables())


def test_poki_with_the_network_plays() -> None:
    check_hidden_cards_do_not_matter("poki-network")
    hands = hands_of(["poki-network", "poki", "bluffer"], 25)
    assert hands == hands_of(["poki-network", "poki", "bluffer"], 25)
    usual = hands_of(["poki", "poki", "bluffer"], 25)
    assert [h.actions for h in hands] != [h.actions for h in usual]
    assert make_player("poki-network").learns
