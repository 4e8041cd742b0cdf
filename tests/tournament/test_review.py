"""The decisions of hands that were played, and what they cost."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.cards.range_text import common_range_text
from railbird.cards.ranges import Range
from railbird.errors import OptionError, RulesError
from railbird.history import read_hands, write_hands
from railbird.reports.jam import verdict
from railbird.table.hand import Hand
from railbird.table.state import State
from railbird.table.tournament import TournamentTable
from railbird.tournament import JamSpot, Judged, Passed, jam_spot, review_hands, solve_hand
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.review.judge import judge
from tests.tournament.jam_hands import HEADS_UP, OTHERS, RING, Played, write_jams


def spot_of(played: Played) -> JamSpot:
    spot = jam_spot(played.hand(1))
    assert isinstance(spot, JamSpot), spot
    return spot


@pytest.mark.parametrize("played", [*HEADS_UP, *RING])
def test_stacks_seats_and_pot_are_those_of_the_text(played: Played, tmp_path: Path) -> None:
    file = tmp_path / "hand.txt"
    write_jams(file, [played])
    text = file.read_text()
    (hand,) = read_hands(file)
    spot = jam_spot(hand)
    assert isinstance(spot, JamSpot)
    told = re.findall(r"^Seat (\d+): (\S+) \((\d+) in chips\)", text, re.MULTILINE)
    found = zip(spot.seats, spot.names, spot.rules.stacks, strict=True)
    assert {(int(n), who, float(chips)) for n, who, chips in told} == set(found)
    posted = re.findall(r"^\S+: posts .*?(\d+)(?: and is all-in)?$", text, re.MULTILINE)
    assert sum(spot.rules.posted) == sum(map(int, posted))
    hero = re.findall(r"^Dealt to (\S+) \[(\S+) (\S+)\]", text, re.MULTILINE)
    assert (spot.hero, spot.cards) == (hero[0][0], hero[0][1] + hero[0][2])
    big_blind = re.findall(r"^(\S+): posts big blind", text, re.MULTILINE)
    assert spot.names[-1] == big_blind[0]


def test_only_a_choice_that_is_clearly_right_is_not_solved_to_the_end() -> None:
    close = Played((900, 1100, 600, 800), hero=2, deeds="fff", cards="2d2h")
    clear = Played((900, 1100, 600, 800, 700), hero=2, deeds="jffff", cards="AdAh")
    costly = replace(clear, deeds="ffff")
    answers = review_hands(
        (one.hand(n) for n, one in enumerate((close, clear, costly, *RING))), payouts=(50, 30, 20)
    )
    first, easy, *others = answers
    assert isinstance(first, Judged)
    assert first.ev_in > first.ev_fold  # a solution to 1e-4 folds, by 24 times its epsilon
    assert first.best == "either"  # one to 1e-6 jams, but it cannot tell so small a difference
    assert isinstance(easy, Judged)
    assert easy.cost == 0
    assert 1e-6 < easy.found.epsilon <= (easy.ev_in - easy.ev_fold) / easy.pool / 100
    for one in (first, *others):
        assert isinstance(one, Judged)
        assert one.found.epsilon <= 1e-6


def test_the_pot_has_the_jam() -> None:
    assert spot_of(HEADS_UP[2]).pot == 1200  # a jam of 1100 and the big blind
    assert spot_of(RING[2]).pot == 600 + 50 + 100 + 100
    assert spot_of(RING[1]).pot == 30 + 150


@pytest.mark.parametrize(
    ("payouts", "hands"),
    [(None, (HEADS_UP[3], RING[4])), ((50, 30, 20), (*HEADS_UP[:3], *RING))],
)
def test_answers_agree_with_jam_by_hand(
    payouts: tuple[float, ...] | None, hands: tuple[Played, ...]
) -> None:
    answers = list(review_hands((one.hand(n) for n, one in enumerate(hands)), payouts=payouts))
    assert len(answers) == len(hands)
    for played, one in zip(hands, answers, strict=True):
        assert isinstance(one, Judged)
        chips = [*played.stacks]
        order = chips[::-1] if len(chips) == 2 else [*chips[2:], *chips[:2]]
        by_hand = solve_hand(
            order,
            blinds=(50, 100),
            ante=played.ante,
            big_blind_ante=played.bb_ante,
            payouts=payouts and payouts[: len(chips)],
            epsilon=1e-6,
        )
        _, fold, in_ = by_hand.decision(one.spot.decision).of_hand(one.spot.hand_class)
        pool = by_hand.rules.pool
        assert one.ev_fold == pytest.approx(pool * fold, abs=1e-3 * pool)
        assert one.ev_in == pytest.approx(pool * in_, abs=1e-3 * pool)
        assert one.pool == (sum(chips) if payouts is None else 100)


def test_folds_before_the_first_jam_are_facts() -> None:
    stacks = (600, 800, 900, 1100)
    solve = partial(solve_hand, stacks, blinds=(50, 100), payouts=(50, 30, 20), epsilon=1e-6)
    known = solve(folded=(0, 1))
    assert [one.name for one in known.decisions] == ["SB", "BB after SB"]
    locked = solve(locks={"CO": "none", "BTN": "none"})
    for one in known.decisions:
        assert np.allclose(one.ev_jam, locked.decision(one.name).ev_jam, atol=1e-4)
        assert np.allclose(one.ev_fold, locked.decision(one.name).ev_fold, atol=1e-4)
    with pytest.raises(RulesError, match="have folded"):
        JamRules(stacks, (50, 100), folded=(3,))
    with pytest.raises(OptionError, match="cannot follow a ranking"):
        solve(folded=(0,), ranking="heads-up")


def knockout(hand: Hand, **about: Any) -> Hand:
    table = TournamentTable("7", currency="USD", buy_in=1000, fee=100, **about)
    return replace(hand, table="Tournament #7, $5+$5+$1 USD, Level IV, table 7 1", tournament=table)


def test_bounties_of_the_text(tmp_path: Path) -> None:
    file = tmp_path / "bounties.txt"
    played = HEADS_UP[3].hand(1)  # the big blind calls with ten-nine
    write_hands(file, [knockout(played, heads=(3000, 500))], format="pokerstars")
    assert "Seat 2: Bob (1100 in chips, $5.00 bounty)" in file.read_text()
    (hand,) = read_hands(file)
    assert hand.tournament is not None
    assert hand.tournament.heads == (3000, 500)
    review = partial(review_hands, payouts=(50, 30), epsilon=1e-4, last_table=True)
    (told,) = review([hand], bounties="text")
    assert isinstance(told, Judged)
    assert (told.spot.heads, told.spot.progressive) == ((5, 30), True)  # Bob acts first
    assert (told.found.rules.bounties, told.found.rules.progressive) == ((5, 30), True)
    assert told.pool == 80 + 35
    (plain,) = review([hand])
    assert isinstance(plain, Judged)
    assert plain.found.rules.bounties is None
    fixed = knockout(played, bounty=500)
    (by_text,), (by_number,) = review([fixed], bounties="text"), review([fixed], bounties=5)
    assert isinstance(by_text, Judged)
    assert isinstance(by_number, Judged)
    assert not by_text.found.rules.progressive
    assert (by_text.ev_in, by_text.ev_fold) == (by_number.ev_in, by_number.ev_fold)
    (unknown,) = review([played], bounties="text")
    assert isinstance(unknown, Passed)
    assert "gives no bounties" in unknown.why


def test_models_that_look_ahead_take_the_blinds_of_the_hand() -> None:
    hand, ante = HEADS_UP[1].hand(1), RING[2].hand(2)
    ahead, with_ante = review_hands([hand, ante], payouts=(50, 30, 20), model="fgs:1")
    assert isinstance(ahead, Judged)
    assert ahead.found.model.startswith("fgs:1")
    assert ahead.best == "jam"
    assert isinstance(with_ante, Passed)
    assert "big-blind ante" in with_ante.why
    (solved,) = review_hands([hand], payouts=(50, 30, 20), model="solved")
    assert isinstance(solved, Passed)
    assert "45 small blinds" in solved.why


@pytest.mark.slow
def test_processes_change_no_answer() -> None:
    hands = [one.hand(n) for n, one in enumerate((*HEADS_UP, *RING, *OTHERS))]
    alone, shared = (
        list(review_hands(hands, payouts=(50, 30, 20), processes=count)) for count in (1, 2)
    )
    assert [type(one) for one in alone] == [type(one) for one in shared]
    for one, other in zip(alone, shared, strict=True):
        if isinstance(one, Judged) and isinstance(other, Judged):
            assert (one.spot, one.ev_in, one.ev_fold) == (other.spot, other.ev_in, other.ev_fold)


def test_costs() -> None:
    jam, fold, no_call = review_hands(one.hand(n) for n, one in enumerate(HEADS_UP[:3]))
    assert isinstance(jam, Judged)
    assert isinstance(fold, Judged)
    assert isinstance(no_call, Judged)
    assert (jam.spot.did, jam.best) == ("jam", "fold")
    assert (fold.spot.did, fold.best) == ("fold", "jam")
    assert (no_call.spot.did, no_call.best) == ("fold", "call")
    assert fold.cost == pytest.approx(fold.ev_in - fold.ev_fold)
    assert fold.cost_share == pytest.approx((fold.cost or 0) / 2000)
    assert (fold.cost or 0) > 100  # ace-king folded is worth more than a big blind


@pytest.mark.parametrize("played", [HEADS_UP[0], RING[0]])
def test_what_cannot_be_told_costs_nothing(played: Played) -> None:
    """Close decisions are no mistakes, and all others are what a finer solution says."""
    spot = spot_of(played)
    rules = spot.rules
    solve = partial(solve_hand, rules.stacks, blinds=rules.blinds, ante=rules.ante)
    fine = solve(epsilon=1e-8).decision(spot.decision)
    differ, counts = [], []
    for epsilon in (1e-4, 1e-6):
        found, close = solve(epsilon=epsilon), 0
        for name in HOLDEM_CLASSES:
            fold, jam = (
                judge(replace(spot, hand_class=name, went_in=in_), payouts=None, found=found)
                for in_ in (False, True)
            )
            assert isinstance(fold, Judged)
            assert isinstance(jam, Judged)
            gap = abs(fold.ev_in - fold.ev_fold)
            costs = {fold.cost, jam.cost}
            assert costs == ({0} if gap < fold.least else {0, gap})
            _, ev_fold, ev_in = fine.of_hand(name)
            best = "jam" if ev_in > ev_fold else "fold"
            if fold.is_close:
                assert fold.best == "either"
                assert "no difference that can be told" in verdict(fold)
                close += 1
            else:
                assert fold.best == jam.best == best
            differ += [name] if (fold.ev_in > fold.ev_fold) != (best == "jam") else []
        counts.append(close)
    assert differ  # a verdict that rests on them would be noise
    assert counts[0] > counts[1]


def test_other_decisions_are_named() -> None:
    hands = [HEADS_UP[4], *OTHERS]
    whys = [one.why for one in review_hands(h.hand(1) for h in hands) if isinstance(one, Passed)]
    assert whys == [
        "deeper than 15 big blinds",
        "the hero raised less than all-in",
        "somebody limped or raised less than all-in before",
        "the hero had no decision",
    ]


def test_a_blind_that_puts_the_hero_all_in_leaves_no_decision() -> None:
    spot = jam_spot(Played((900, 60, 800), hero=1, deeds="cf", cards="AdKd").hand(1))
    assert isinstance(spot, Passed)
    assert spot.why.startswith("the hero had no decision")


def test_depth_is_that_of_the_deepest_opponent_left() -> None:
    short = Played((400, 9000, 300), hero=1, deeds="jf" + "c", cards="AdKd")
    assert spot_of(short).depth == 3  # the small blind has folded
    assert spot_of(Played((9000, 400, 300), hero=0, deeds="fjf", cards="AdKd")).depth == 4


def test_a_bet_that_puts_the_others_in_is_a_jam() -> None:
    hand = Played((150, 5000), hero=1, deeds="rf", cards="AdKd")  # a raise to 200
    assert (spot_of(hand).did, spot_of(hand).went_in) == ("jam", True)


def test_big_blind_ante_is_dead_money() -> None:
    rules = JamRules((1000, 1000, 500), (50, 100), big_blind_ante=100)
    assert rules.posted == (0, 50, 200)
    # the big blind can lose only 400 to a jam, and the winner takes the ante as well
    assert rules.after((0, 2), (0, 1)).tolist() == [1550, 950, 0]
    assert rules.after((0, 2), (1, 0)).tolist() == [600, 950, 950]
    assert rules.after((0, 2), (0, 0)).tolist() == [1075, 950, 475]
    with pytest.raises(RulesError, match="no more than the ante"):
        JamRules((1000, 100), (50, 100), big_blind_ante=100)
    with pytest.raises(OptionError, match="look ahead"):
        solve_hand([9, 9], blinds=(0.5, 1), big_blind_ante=1, payouts=[1], model="fgs:1")


def test_big_blind_ante_settles_as_the_table_does() -> None:
    hand = RING[2].hand(1)
    rules = JamRules((600, 900, 1100), (50, 100), big_blind_ante=100)
    assert State(hand.rules, hand.stacks).paid == (50, 200, 0)
    # the button's ace-nine against the big blind's ace-five
    after = np.array(hand.stacks) + hand.payoffs
    assert after[[2, 0, 1]].tolist() == rules.after((0, 2), (0, 1)).tolist()


def test_common_ranges() -> None:
    weights = np.zeros(169)
    for name, weight in (("22+", 1.0), ("JT-76", 1.0), ("A5s-A2s", 0.52), ("KQo", 0.02)):
        weights[Range.parse(name).class_weights().ravel() > 0] = weight
    text = common_range_text(weights)
    assert "JT-76" not in text
    assert "A5s-A2s:0.5" in text
    read = Range.parse(text).class_weights().ravel()
    assert np.allclose(read, np.round(20 * weights) / 20)
