"""HuBot that learns from showdowns: what it believes, and what it does then."""

from __future__ import annotations

import json

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.cards import colex_index, parse_cards
from railbird.errors import OptionError
from railbird.players import make_player
from railbird.players.hubot.player import SHOWDOWN, HuBot, Version
from railbird.players.hubot.trust import NO_SHOWDOWN, Trust, believed, chances_of
from railbird.players.hubot.weights import ANYTHING, Weights
from railbird.table import table_rules
from tests.players.ring import check_hidden_cards_do_not_matter


def after_match(opponent: str, deals: int) -> HuBot:
    """A HuBot after some hands against an opponent."""
    bot = HuBot("we", version=SHOWDOWN)
    match = Match(table_rules(2), (400, 400), deals=deals, seed=3)
    table = MatchTable(match, [bot, make_player(f"they={opponent}")])
    assert sum(1 for _ in table.play()) == deals
    assert not table.forfeits
    return bot


def share_of(bot: HuBot) -> float:
    seen = bot.save()["players"]["they"]
    return Trust.from_json(seen["shown"]).share


def test_hands_that_fit_make_it_believe_and_others_do_not() -> None:
    trust = Trust()
    assert trust.share == NO_SHOWDOWN
    for _ in range(5):
        trust.shown(table=0.004, flat=0.001)
    fits = trust.share
    for _ in range(20):
        trust.shown(table=0.0002, flat=0.001)
    assert fits > NO_SHOWDOWN > trust.share


def test_it_believes_rules_and_not_random() -> None:
    assert share_of(after_match("rules", 80)) > 0.85
    assert share_of(after_match("random", 80)) < 0.6


def test_probabilities_of_a_hand_add_up() -> None:
    rng = np.random.default_rng(1)
    weights, known = Weights(rng.random(1326)), (3, 50, 12, 7, 30)
    free = [h for h in range(1326) if not set(_cards(h)) & set(known)]
    found = np.array([chances_of(hand, weights, known) for hand in free])
    assert np.allclose(found.sum(axis=0), 1)


def _cards(hand: int) -> tuple[int, ...]:
    high = next(h for h in range(51, 0, -1) if h * (h - 1) // 2 <= hand)
    return hand - high * (high - 1) // 2, high


def test_a_table_that_is_not_believed_is_flat() -> None:
    aces = np.full(1326, 0.01)
    aces[colex_index(parse_cards("AsAd"))] = 1.0
    assert np.allclose(believed(Weights(aces), 1.0).table, aces)
    flat = believed(Weights(aces), 0.0).table
    assert np.allclose(flat, flat[0])
    assert believed(ANYTHING, 0.5).table[0] == 1


def test_what_was_shown_is_remembered_and_nonsense_is_refused() -> None:
    bot = after_match("random", 40)
    memory = json.loads(json.dumps(bot.save()))
    again = HuBot("we", version=SHOWDOWN)
    again.load(memory)
    assert share_of(again) == share_of(bot)
    for wrong in ([0.0], [1.0] * 11, "no", [None] * 11):
        memory["players"]["they"]["shown"] = wrong
        with pytest.raises(OptionError, match="this memory is damaged"):
            again.load(memory)
    again.forget()
    assert again.save()["players"] == {}


def test_without_showdowns_hubot_is_as_before() -> None:
    assert not HuBot("x").version.showdowns
    with pytest.raises(OptionError, match="without models"):
        Version("odd", SHOWDOWN.habits.__class__(bluff=False), models=False, showdowns=True)


def test_hidden_cards_do_not_matter() -> None:
    check_hidden_cards_do_not_matter("hubot-showdown")
