"""DIVAT of no-limit hold'em: roll-outs beside plain Python, exact means, hidden cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.naive import no_limit as naive

from railbird.arena import Match, MatchTable
from railbird.divat.hands import RefusedError
from railbird.divat.no_limit import _kernels as kernels
from railbird.divat.no_limit.encode import NoLimitGames, encode_hand, stack_games
from railbird.divat.no_limit.match import analyze_no_limit, own_edges, summarise_no_limit
from railbird.divat.no_limit.scores import baseline_rows, score_no_limit
from railbird.players.simple import AlwaysCall, Bluffer, RandomPlayer, RulePlayer
from railbird.table import FOLD, Hand, table_rules


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    found = []
    for first, second, seed in (
        (RulePlayer("Ann"), Bluffer("Bob"), 1),
        (RandomPlayer("Ann"), AlwaysCall("Bob"), 2),
        (RandomPlayer("Ann"), Bluffer("Bob"), 3),
    ):
        match = Match(table_rules(2, betting="no-limit"), (200, 120), deals=60, seed=seed)
        found += [hand for hand, _ in MatchTable(match, [first, second]).play()]
    return found


@pytest.fixture(scope="module")
def games(hands: list[Hand]) -> NoLimitGames:
    return stack_games([encode_hand(hand) for hand in hands])


def test_money_is_what_was_paid(hands: list[Hand], games: NoLimitGames) -> None:
    scores = score_no_limit(games)
    paid = [hand.payoffs[0] / hand.rules.big_blind for hand in hands]
    assert scores.money == pytest.approx(paid)
    assert scores.skill.sum(axis=1) + scores.luck.sum(axis=1) == pytest.approx(scores.money)
    early = (games.folded < 0) & (games.last < 3)
    assert early.sum() > 5  # all in before the river
    assert (games.folded >= 0).sum() > 20


def test_the_betting_of_a_round() -> None:
    rng = np.random.default_rng(3)
    rows, seen = baseline_rows(), set()
    for _ in range(3000):
        r = int(rng.integers(1, 4))
        ranks = rng.random(2).tolist()
        size, left = float(rng.choice([1, 3.5, 20])), float(rng.choice([0.5, 4, 30, 200]))
        paid, folds = naive.betting(r, ranks, size, left)
        first, second = ranks
        found = kernels.finish_round(first, second, size, left, 0.0, 0.0, 0, 0, False, rows[r])
        assert found == pytest.approx((*paid, folds))
        assert max(paid) <= left
        seen.add((folds, paid[0] > 0, paid[0] >= left))
    assert len(seen) >= 6


@pytest.mark.parametrize("r", [1, 2, 3])
def test_roll_outs_are_those_of_plain_python(games: NoLimitGames, r: int) -> None:
    scores = score_no_limit(games)
    rows = [g for g in range(len(games)) if games.dealt[g] > r and games.last[g] >= r]
    for g in rows[: 1 if r == 1 else 6]:
        cards = games.cards[g].tolist()
        held = (tuple(cards[:2]), tuple(cards[2:4]))
        board, left = tuple(cards[4 : 5 + r + 1]), float(games.stacks[g])
        size, after = float(games.sizes[g, r - 1]), float(games.sizes[g, r])
        before = naive.start(held, board, size, left - size)
        if games.folded[g] >= 0 and games.last[g] == r:
            done = float(scores.money[g])
        else:
            done = naive.end(held, board, after, left - after)
        assert scores.skill[g, r] == pytest.approx(done - before, abs=1e-9)


def test_luck_has_mean_zero_over_all_cards(games: NoLimitGames) -> None:
    g = int(np.nonzero((games.last == 3) & (games.sizes[:, 2] > games.sizes[:, 1]))[0][0])
    cards = games.cards[g].tolist()
    rest = [card for card in range(52) if card not in cards[:8]]
    rows = games.part(np.full(len(rest), g))
    rows.cards[:, 8] = rest
    scores = score_no_limit(rows)
    assert scores.luck[:, 3].mean() == pytest.approx(0, abs=1e-12)
    assert scores.all_in_luck[:, 3].mean() == pytest.approx(0, abs=1e-12)
    rest = [card for card in range(52) if card not in cards[:7]]
    rows = games.part(np.full(len(rest), g))
    rows.cards[:, 7] = rest
    rows.cards[:, 8] = [rest[i - 1] for i in range(len(rest))]
    scores = score_no_limit(rows)
    assert scores.luck[:, 2].mean() == pytest.approx(0, abs=1e-12)
    assert own_edges().mean() == pytest.approx(0, abs=1e-12)


def test_hidden_cards_take_out_what_is_known(hands: list[Hand]) -> None:
    full = analyze_no_limit(enumerate(hands), hero="Ann")
    hidden = [_hide(hand) for hand in hands]
    found = analyze_no_limit(enumerate(hidden), hero="Ann")
    assert found.hidden > 20
    assert found.money == pytest.approx(full.money)
    assert found.own == pytest.approx(full.own)
    summary = summarise_no_limit(found)
    names = ["money", "known luck out", "least variance"]
    assert [each.name for each in summary.estimators] == names
    assert summary.judged_by.startswith("least variance (")
    assert f"{found.hidden:,} games without the other player's cards" in summary.how
    judged = summarise_no_limit(full)
    assert judged.verdict.by == pytest.approx(abs(judged.estimators[-1].mean))
    assert judged.estimators[-1].reduction > 1
    assert summary.by_position == ()
    big, button = judged.by_position
    total = big.mean * big.count + button.mean * button.count
    assert total == pytest.approx(judged.estimators[3].mean * len(full))
    assert big.count == sum(hand.players[0] == "Ann" for hand in hands)


def _hide(hand: Hand) -> Hand:
    ann = hand.players.index("Ann")
    shown = FOLD not in hand.actions
    if shown and hand.payoffs[1 - ann] >= 0:
        return hand
    all_in = shown and encode_hand(hand)[2] < 3
    if all_in:
        return hand
    cards = tuple(held if p == ann else None for p, held in enumerate(hand.hole_cards))
    return replace(hand, hole_cards=cards)


def test_other_games_are_refused(hands: list[Hand]) -> None:
    limit = Match(table_rules(2), (200, 200), deals=1, seed=1)
    other = [hand for hand, _ in MatchTable(limit, [AlwaysCall("A"), AlwaysCall("B")]).play()]
    with pytest.raises(RefusedError, match="not no-limit hold'em"):
        encode_hand(other[0])
    found = analyze_no_limit(enumerate([*hands, *other]), hero="Ann")
    assert found.refused == {"not no-limit hold'em": 1}
