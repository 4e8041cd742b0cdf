"""Values of single decisions: they add up to the rounds, and marks agree with the analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive.divat_hands import random_hands
from tests.naive.ring_hands import moving_table

from railbird.arena import Match, MatchTable
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up.by_decision import DecisionValue, decision_values, own_worth
from railbird.divat.heads_up.describe import baseline_actions
from railbird.divat.heads_up.encode import Encoder, Games, encode, join
from railbird.divat.heads_up.scores import COLUMNS, score
from railbird.divat.lessons import (
    Lesson,
    explained,
    game_lessons,
    hand_lessons,
    lessons_or_reason,
    ring_lessons,
)
from railbird.divat.marks import after_gains
from railbird.divat.omaha8.costs import omaha8_decisions
from railbird.divat.omaha8.scores import score_omaha8
from railbird.divat.ring import ring_scores
from railbird.history.formats.one_line import OneLineFormat
from railbird.players.simple import Bluffer, RandomPlayer
from railbird.reports.insight import insight
from railbird.reports.own_play import review_session, try_again
from railbird.reproduce.divat import styles
from railbird.table import Hand, State, table_rules

FLUSH = "JhQh AhKc 9h7h4h/2h/5c SlRc/bC/bC/"
"""A queen-high flush, first to act on the river, against an ace-high one; five bets are in."""

RAISES_FOR_NOTHING = Settings(fold_offsets=(0.0, -0.1, -0.1, -0.2), name="calls more")


def hand_of(line: str) -> Hand:
    return OneLineFormat(players=("you", "Bob")).read([(1, line)])


def river(line: str) -> list[Lesson]:
    return [each for each in hand_lessons(hand_of(line)) if each.round == 3]


@pytest.fixture(scope="module")
def thousand() -> Games:
    """A thousand games, half of them of two players who bluff and call too much."""
    random = encode(random_hands(500, seed=3))
    (wild,) = styles.play(styles.MANIAC, styles.BLUFFER, 500, seed=5)
    return join([random, wild.games])


def sums(decisions: Sequence[DecisionValue]) -> npt.NDArray[np.float64]:
    found = np.zeros(4)
    for each in decisions:
        found[each.round] += each.worth
    return found


@pytest.mark.parametrize("settings", [STANDARD, RAISES_FOR_NOTHING], ids=lambda one: one.name)
def test_decisions_of_both_add_up_to_the_round(thousand: Games, settings: Settings) -> None:
    found = decision_values(thousand, settings=settings)
    skill = score(thousand, settings=settings).by_round[:, :, COLUMNS.index("skill")]
    assert len(found) == 1000
    np.testing.assert_allclose([sums(each) for each in found], skill, atol=1e-9)
    own = [
        [own_worth(each, round_=r, player=p) for r in range(4) for p in (0, 1)] for each in found
    ]
    shares = np.array(own).reshape(1000, 4, 2)
    np.testing.assert_allclose(shares[:, :, 0] - shares[:, :, 1], skill, atol=1e-9)
    both = (abs(shares) > 0.1).all(axis=2)
    assert both.sum() > 100  # rounds in which both left the baseline
    counts = [sum(each.round == r for each in one) for one in found for r in range(4)]
    assert counts == thousand.counts.ravel().tolist()
    assert all(each.worth == 0 for one in found for each in one if each.action == each.baseline)


def test_the_first_value_is_that_of_the_baseline(thousand: Games) -> None:
    """The line that the decisions are compared with is the one that the analysis scores."""
    scores = score(thousand)
    rounds = np.minimum(1 + np.arange(1000) % 4, thousand.rounds).astype(np.int8)
    some = thousand.part(np.arange(1000))  # a copy
    some.rounds[:] = rounds
    for g, r in enumerate((rounds - 1).tolist()):
        done = [thousand.actions[g, i, : thousand.counts[g, i]] for i in range(r)]
        size = 1 + sum((1, 1, 2, 2)[i] * int((each == 1).sum()) for i, each in enumerate(done))
        first, second = (float(scores.column(f"rank_{p}")[g, r]) for p in (1, 2))
        line = baseline_actions(r, size, (first, second), STANDARD)
        some.actions[g, r, : len(line)] = line
        some.counts[g, r] = len(line)
    last = np.arange(1000), rounds - 1
    expected = scores.column("baseline")[last]
    np.testing.assert_allclose(score(some).column("actual")[last], expected, atol=1e-12)


def test_from_the_flop_on_they_are_those_of_larger_tables() -> None:
    """Another computation, for any number of players, has the same values of single decisions."""
    count = 0
    for hand in random_hands(60, seed=8):
        own = hand_lessons(hand)
        others = ring_scores(hand, samples=2).decisions
        for lesson, other in zip(own, others, strict=True):
            assert (lesson.round, lesson.position) == (other.round, other.position)
            assert lesson.is_same == (other.action == other.baseline)
            if lesson.round:
                assert lesson.alone == pytest.approx(other.differences[other.position], abs=1e-9)
                count += not lesson.is_same
    assert count > 100


def test_worths_and_marks_agree_with_the_rounds(thousand: Games) -> None:
    skill = score(thousand).by_round[:, :, COLUMNS.index("skill")]
    marks = 0
    for g in range(0, 1000, 2):
        lessons = game_lessons(thousand, g)
        for r in range(4):
            whole = float(skill[g, r])
            for p, sign in ((0, 1), (1, -1)):
                own = [each for each in lessons if (each.round, each.position) == (r, p)]
                worth, alone = (
                    sum(getattr(each, name) for each in own) for name in ("worth", "alone")
                )
                assert worth == pytest.approx(alone, abs=1e-9)
                for each in own:
                    assert each.round_worth == pytest.approx(sign * whole, abs=1e-9)
                    assert abs(each.worth) <= abs(each.alone) + 1e-12
                    assert each.worth * each.alone >= 0
                    # nothing that gained in the round as analysed is marked
                    assert each.grade == "fine" or sign * whole < -0.1
                    marks += each.grade != "fine"
            both = sum((1 - 2 * each.position) * each.worth for each in lessons if each.round == r)
            assert both == pytest.approx(whole, abs=1e-9)
    assert marks > 100


def test_a_flush_that_checks_and_calls_has_not_blundered() -> None:
    """Alone, the check costs two: behind it the baseline would raise, and pay a third bet."""
    check, bet, call = river(FLUSH + "kBc")
    assert (check.alone, bet.alone, call.alone) == (-2, 0, 4)
    assert (check.worth, call.worth, call.round_worth) == (0, 2, 2)
    assert check.grade == call.grade == "fine"
    assert call.why == "saved a bet against a better hand"
    view = insight(hand_of(FLUSH + "kBc"))
    said = [each.why for each in view.decisions[-3:]]
    assert said == [
        "The baseline would bet 4. To check costs nothing, with what you did next.",
        "The baseline would bet 4 too.",
        "The baseline would raise to 8. You saved a bet against a better hand: +2.00 sb.",
    ]
    assert [each for each in view.comments if "raise to 8. You" in each] == said[2:]
    review = review_session([(1, hand_of(FLUSH + "kBc"))], "you")
    assert (review.by_round["river"], review.marked) == (2, ())


@pytest.mark.parametrize(
    ("line", "at", "worth", "grade", "why"),
    [
        (FLUSH + "kK", 1, -6, "blunder", "missed a bet with the best hand"),
        (FLUSH + "kBf", 2, 4, "fine", "got away from a better hand"),
        ("JhQh Ac9d 9h7h4h/2h/5c SlRc/bC/bC/kBf", 2, -14, "blunder",
         "folded the best hand (flush, queen high)"),
        ("JhQh Ac9d 9h7h4h/2h/5c SlRc/bC/bC/kK", 0, -2, "blunder",
         "missed a bet with the best hand"),
        ("JhQh Ac9d 9h7h4h/2h/5c SlRc/bC/bC/kBf", 1, -4, "fine",
         "put a bet in against a better hand"),
        ("8c3c AhKc 9h7h4h/2h/5c SlRc/bC/bC/bRc", 2, -2, "blunder", "paid off a better hand"),
    ],
)  # fmt: skip
def test_why(line: str, at: int, worth: float, grade: str, why: str) -> None:
    lesson = river(line)[at]
    assert (lesson.worth, lesson.grade, lesson.why) == (worth, grade, why)


def test_shares_have_their_article() -> None:
    said = [each.why for hand in random_hands(150, seed=9) for each in hand_lessons(hand)]
    shares = [one.split(" % share")[0].split()[-2:] for one in said if " % share" in one]
    assert {article for article, _ in shares} == {"a", "an"}
    for article, share in shares:
        assert (article == "an") == (share in ("8", "11", "18") or 80 <= int(share) < 90)


def test_a_bluff_that_works_is_told_with_its_round() -> None:
    bluff = river("8c3c AhKc 9h7h4h/2h/5c SlRc/bC/bC/bF")[0]
    assert (bluff.worth, bluff.round_worth, bluff.grade) == (-2, 10, "fine")
    said = explained(bluff, "you", played="bet 4", baseline="check")
    assert said == (
        "The baseline would check. You put a bet in against a better hand: -2.00 sb. But the round "
        "as a whole gained 10.00, by what others did."
    )


def test_gains_make_good_what_was_lost_before() -> None:
    rng = np.random.default_rng(2)
    for _ in range(300):
        alone = rng.normal(0, 2, rng.integers(1, 5)).tolist()
        left = after_gains(alone)
        assert sum(left) == pytest.approx(sum(alone))
        # a loss is only left where no gain behind it is
        assert all(min(left[:i], default=0) >= 0 for i, each in enumerate(left) if each > 0)
        assert all(abs(a) <= abs(b) and a * b >= 0 for a, b in zip(left, alone, strict=True))


def test_another_try_is_judged_as_if_nothing_followed() -> None:
    hand = hand_of(FLUSH + "kBc")
    step = insight(hand).decisions[-1].step
    check = insight(hand).decisions[-3].step
    assert [try_again(hand, step, action).worth for action in (0, 8, -1)] == [2, 0, 4]
    assert try_again(hand, check, 0).worth == 0  # with the call that followed
    assert try_again(hand, check, 4).is_same


def test_rounds_of_larger_tables_add_up_too() -> None:
    for hand in moving_table(12):
        score_ = ring_scores(hand, samples=30)
        lessons = ring_lessons(hand, score_)
        for p in range(len(hand.players)):
            own = [each for each in lessons if each.position == p]
            expected = score_.influence[p, p]
            assert sum(each.worth for each in own) == pytest.approx(expected, abs=1e-9)
        for lesson, decision in zip(lessons, score_.decisions, strict=True):
            whole = sum(
                float(each.differences[lesson.position])
                for each in score_.decisions
                if each.round == decision.round
            )
            assert lesson.round_worth == pytest.approx(whole)
            assert lesson.grade == "fine" or whole < -0.1


def test_the_first_decisions_are_judged_alone() -> None:
    (hand, *_) = moving_table(1)
    whole, first = ring_lessons(hand, ring_scores(hand, samples=30)), hand_lessons(hand, first=2)
    assert len(first) == 2 < len(whole)
    assert [each.action for each in first] == [each.action for each in whole[:2]]


@pytest.mark.parametrize("stack", [5, 14, 30, 61])
def test_with_short_stacks_the_baseline_bets_no_more_than_there_is(stack: int) -> None:
    """What is left of a round's difference is that of roll-outs that ignore stacks."""
    match = Match(table_rules(2), (stack, 2000), deals=60, seed=stack)
    hands = [hand for hand, _ in MatchTable(match, [Bluffer("A"), RandomPlayer("B")]).play()]
    games = encode(hands)
    found = decision_values(games)
    skill = score(games).by_round[:, :, COLUMNS.index("skill")]
    assert [len(one) for one in found] == games.counts.sum(axis=1).tolist()
    exact = 0
    for hand, values, whole, size in zip(hands, found, skill, games.stacks, strict=True):
        state = State(hand.rules, hand.stacks)
        for each, action in zip(values, hand.actions, strict=True):
            assert each.player == state.actor
            assert each.baseline <= 0 or state.options().lowest_raise > 0
            assert each.worth == 0 or each.action != each.baseline
            state.apply(action)
        if size >= 30 and max(state.paid) + 4 * hand.rules.bets[-1] < stack:  # all lines fit
            np.testing.assert_allclose(sums(values), whole, atol=1e-9)
            exact += 1
        lessons = hand_lessons(hand)
        assert len(insight(hand).decisions) == len(lessons) == len(hand.actions)
    assert exact > 10 or stack < 61


def test_decisions_go_by_the_one_who_opens() -> None:
    """Where the small blind acts first in every round, so do their decisions."""
    rules = replace(table_rules(2), blinds=(1, 2), first=(0, 0, 0, 0))
    match = Match(rules, (2000, 2000), deals=30, seed=4)
    hands = [hand for hand, _ in MatchTable(match, [Bluffer("A"), RandomPlayer("B")]).play()]
    games = encode(hands)
    skill = score(games).by_round[:, :, COLUMNS.index("skill")]
    found = decision_values(games)
    np.testing.assert_allclose([sums(each) for each in found], skill, atol=1e-9)
    for hand, values in zip(hands, found, strict=True):
        state = State(hand.rules, hand.stacks)
        for each, action in zip(values, hand.actions, strict=True):
            assert each.player == state.actor
            state.apply(action)


def test_omaha_hi_lo_adds_up_too() -> None:
    match = Match(table_rules(2, game="omaha8"), (2000, 2000), deals=40, seed=1)
    hands = [hand for hand, _ in MatchTable(match, [Bluffer("A"), RandomPlayer("B")]).play()]
    games = encode(hands, Encoder(game="omaha8"))
    found = omaha8_decisions(games)
    skill = score_omaha8(games).skill
    skill[:, 0] = 0.0  # the baseline has no plan before the flop
    np.testing.assert_allclose([sums(each) for each in found], skill, atol=1e-9)
    left = [each for one in found for each in one if each.action != each.baseline]
    assert len(left) > 50
    assert all(each.worth == 0 for one in found for each in one if each.action == each.baseline)


def test_a_hand_with_hidden_cards_is_refused() -> None:
    hand = hand_of(FLUSH + "kBc")
    hidden = replace(hand, hole_cards=(hand.hole_cards[0], None))
    assert lessons_or_reason(hidden) == "hole cards are not known"
