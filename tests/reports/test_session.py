"""Every decision of a player: which are shown, with what values, and how they are marked."""

from __future__ import annotations

import re
from html import unescape

import numpy as np
import pytest
from tests.naive.ring_hands import moving_table
from tests.tournament.jam_hands import Played

from railbird.divat.lessons import ring_lessons
from railbird.divat.ring import crosstable
from railbird.divat.ring.scores import RingScore
from railbird.reports import session as reports
from railbird.reports.session import EveryDecision, decisions_section, session_page
from railbird.table.hand import Hand
from railbird.table.state import State

HANDS = moving_table(12)


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).split())


def test_all_decisions_of_a_player_with_their_worth() -> None:
    every, scores = EveryDecision("Ann", kept=False), list[tuple[Hand, RingScore]]()
    crosstable(HANDS, samples=30, each=lambda _, hand, score: scores.append((hand, score)))
    for number, (hand, score) in enumerate(scores, start=1):
        every.add(number, hand, ring_lessons(hand, score))
    lessons = [
        one
        for hand, score in scores
        for one in ring_lessons(hand, score)
        if hand.players[one.position] == "Ann"
    ]
    worths = [one.worth for one in lessons]
    assert len(worths) > 10
    assert [one.lesson for one in every.decisions] == lessons
    assert {one.baseline for one in every.decisions} <= {"fold", "check", "call", "bet", "raise"}
    page = decisions_section(every)
    assert page.count('<span class="down">') == sum(worth <= -0.005 for worth in worths)
    assert page.count('<span class="up">') == sum(worth >= 0.005 for worth in worths)
    assert f"{len(worths)} decisions of Ann" in text_of(page)
    for one in lessons:
        assert not one.is_sure or one.why in text_of(page)
        assert not one.is_sure or one.grade == "fine" or one.grade in text_of(page)
    cost = -sum(worth for worth in worths if worth <= -0.005)
    assert f"cost {cost:.2f} small bets together" in text_of(page)


def test_without_a_baseline_prices_and_equities_are_shown() -> None:
    hand = Played((900, 1100, 600), hero=2, deeds="jcf", cards="AdKd").hand(7)
    every = EveryDecision(None, kept=False)
    every.add(1, hand, "no-limit hold'em")
    assert every.player == "Cy"  # who told the hand
    (one,) = every.decisions
    assert (one.action, one.pot, one.to_call) == ("raise to 600, all-in", 150, 100)
    assert one.lesson is None
    assert one.equity is None  # the big blind's cards are not known
    caller = EveryDecision("Ann", kept=False)
    caller.add(1, hand, "no-limit hold'em")
    (call,) = caller.decisions
    assert call.price == pytest.approx(550 / (750 + 550))
    page = text_of(session_page(caller, source="monday.txt"))
    assert "no other measure of single decisions is sound" in page
    assert "1 × no-limit hold'em" in page
    assert "all-in adjusted" in page


def test_equity_is_the_share_of_the_pot() -> None:
    hand = Played((900, 1100), hero=1, deeds="jc", cards="AdKd").hand(7)
    (one,) = _decisions(hand, "Bob")
    assert one.equity is not None
    other = hand.hole_cards[0]
    assert other is not None
    from railbird.evaluate import equity

    assert one.equity == pytest.approx(equity("AdKd", "7c2s").equities[0])


def _decisions(hand: Hand, player: str) -> list[reports.SeenDecision]:
    every = EveryDecision(player, kept=False)
    every.add(1, hand, "why not")
    return every.decisions


def test_a_long_session_has_no_list_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_HANDS", 3)
    every = EveryDecision("Bob", kept=True)
    for number, hand in enumerate(HANDS, start=1):
        every.add(number, hand, "not wanted")
    assert len(every.hands) == 3
    assert every.is_full
    page = decisions_section(every)
    assert "for sessions of up to 3 hands" in text_of(page)
    assert "<table" not in page


def test_somebody_must_be_chosen() -> None:
    every = EveryDecision(None, kept=False)
    every.add(1, HANDS[0], "why not")
    assert not every.hands
    assert "Choose a player with --player" in text_of(decisions_section(every))


def test_pots_are_those_of_the_table() -> None:
    hand = next(hand for hand in HANDS if "Ann" in hand.players)
    state, pots = State(hand.rules, hand.stacks), []
    for action in hand.actions:
        if state.actor == hand.players.index("Ann"):
            pots.append(state.pot)
        state.apply(action)
    assert [one.pot for one in _decisions(hand, "Ann")] == pots
    assert np.all(np.diff(pots) >= 0)
