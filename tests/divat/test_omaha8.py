"""DIVAT of Omaha Hi-Lo: roll-outs beside plain Python, exact means, no bias, other games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.naive import omaha8_divat as naive

from railbird.arena import Match, MatchTable
from railbird.cards import format_cards
from railbird.divat.heads_up.by_decision import own_worth
from railbird.divat.heads_up.encode import DEEP, Encoder, Games, encode
from railbird.divat.omaha8 import _kernels as kernels
from railbird.divat.omaha8.costs import omaha8_decisions
from railbird.divat.omaha8.match import analyze_omaha8, summarise_omaha8
from railbird.divat.omaha8.scores import BASELINE, preflop_edges8, score_omaha8
from railbird.evaluate import equity
from railbird.players.base import Player
from railbird.players.simple import AlwaysCall, Bluffer, RandomPlayer, RulePlayer
from railbird.table import Hand, table_rules
from railbird.table.state import ROUND_NAMES


def played(first: Player, second: Player, *, deals: int, seed: int) -> list[Hand]:
    match = Match(table_rules(2, game="omaha8"), (2000, 2000), deals=deals, seed=seed)
    return [hand for hand, _ in MatchTable(match, [first, second]).play()]


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    return [
        *played(RulePlayer("Ann"), Bluffer("Bob"), deals=80, seed=1),
        *played(RandomPlayer("Ann"), AlwaysCall("Bob"), deals=40, seed=2),
        *played(RandomPlayer("Ann"), RandomPlayer("Bob"), deals=80, seed=3),
    ]


@pytest.fixture(scope="module")
def games(hands: list[Hand]) -> Games:
    return encode(hands, Encoder(game="omaha8"))


def test_money_is_what_was_paid(hands: list[Hand], games: Games) -> None:
    scores = score_omaha8(games)
    paid = [hand.payoffs[0] / hand.rules.big_blind for hand in hands]
    assert scores.money == pytest.approx(paid)
    assert scores.skill.sum(axis=1) + scores.luck.sum(axis=1) == pytest.approx(scores.money)
    shown = games.rounds == 4
    halves = 2 * scores.money[shown]
    assert (halves % 1 == 0).all()
    assert set(games.rounds.tolist()) == {1, 2, 3, 4}


def test_the_betting_of_a_round() -> None:
    rng = np.random.default_rng(3)
    rows, seen = BASELINE.array(), set()
    for _ in range(2000):
        r, size = int(rng.integers(1, 4)), int(rng.integers(1, 12))
        ranks = rng.random(2).tolist()
        first, second = ranks
        found = kernels.round_play(first, second, r, size, DEEP, rows)
        bets, folds = naive.betting(r, ranks, size)
        assert found == (bets, folds + 1)
        seen.add((bets, folds))
    assert len(seen) >= 6


def test_a_pot_is_won_high_and_low() -> None:
    for high in (-1, 0, 1):
        for low, other in ((0, 0), (5, 0), (0, 5), (7, 5), (5, 5)):
            share = naive.won(high, low, 0, other)
            assert kernels.pot_won(high, low, other) == 4 * share - 2


@pytest.mark.parametrize("r", [1, 2, 3])
def test_roll_outs_are_those_of_plain_python(games: Games, r: int) -> None:
    scores = score_omaha8(games)
    rows = np.nonzero(games.rounds > r)[0].tolist()
    for g in rows[: 1 if r == 1 else 6]:
        cards = games.cards[g].tolist()
        held = (tuple(cards[:4]), tuple(cards[4:8]))
        board = tuple(cards[8 : 10 + r])
        bets = (games.actions[g] == 1).sum(axis=1)
        sizes = 1 + np.cumsum(bets * [1, 1, 2, 2])
        before = naive.start(held, board, int(sizes[r - 1]))
        if games.rounds[g] == r + 1 and (games.actions[g, r] == -1).any():
            done = float(scores.money[g])
        else:
            done = naive.end(held, board, int(sizes[r]))
        assert scores.skill[g, r] == pytest.approx(done - before, abs=1e-9)


def test_edges_before_the_flop_are_all_in_equities(hands: list[Hand], games: Games) -> None:
    first, second = (format_cards(cards) for cards in hands[0].hole_cards if cards is not None)
    share = equity(first, second, game="omaha8").equities[0]
    assert preflop_edges8(games.cards[:1])[0] == pytest.approx(2 * share - 1)


def test_luck_has_mean_zero_over_all_cards(games: Games) -> None:
    """Exactly for turn and river; the flop by its mean over all flops is all-in equity."""
    (g,) = np.nonzero(games.rounds == 4)[0][:1]
    for place in (12, 11):
        rest = [card for card in range(52) if card not in games.cards[g, :place]]
        rows = games.part(np.full(len(rest), g))
        rows.cards[:, place] = rest
        if place == 11:
            rows.cards[:, 12] = np.roll(rest, 1)
        scores = score_omaha8(rows)
        assert scores.luck[:, place - 9].mean() == pytest.approx(0, abs=1e-12)
        assert scores.all_in_luck[:, place - 9].mean() == pytest.approx(0, abs=1e-12)
        assert scores.luck[:, place - 9].std() > 0.1


def test_the_first_cards_favour_nobody(games: Games) -> None:
    swapped = games.cards.copy()
    swapped[:, :4], swapped[:, 4:8] = games.cards[:, 4:8], games.cards[:, :4]
    assert preflop_edges8(swapped) == pytest.approx(-preflop_edges8(games.cards), abs=1e-15)


@pytest.mark.parametrize(("first", "second"), [(RulePlayer, Bluffer), (RandomPlayer, RulePlayer)])
def test_divat_has_no_bias(first: type[Player], second: type[Player]) -> None:
    match = analyze_omaha8(
        enumerate(played(first("Ann"), second("Bob"), deals=1500, seed=19)), hero="Ann"
    )
    luck = match.money - match.divat
    assert abs(luck.mean()) < 2.5 * luck.std() / np.sqrt(len(luck))
    assert match.money.var() / match.divat.var() > 2
    assert summarise_omaha8(match).judged_by == "least variance (DIVAT)"


def test_the_summary_has_the_words_of_other_games(hands: list[Hand]) -> None:
    match = analyze_omaha8(enumerate(hands, 1), hero="Ann", source="some hands")
    summary = summarise_omaha8(match)
    assert [each.name for each in summary.estimators] == [
        "money",
        "AIE",
        "DIVAT",
        "least variance",
    ]
    assert all(each.unbiased for each in summary.estimators)
    assert summary.unit == "sb per game"
    assert summary.judged_by.startswith("least variance (")
    least = match.estimates().by_name["least variance"]
    assert summary.verdict.by == pytest.approx(abs(least.mean()))
    assert sum(each.mean for each in summary.by_round) == pytest.approx(match.divat.mean())
    big, button = summary.by_position
    assert (big.name, button.name) == ("big blind", "button")
    total = big.mean * big.count + button.mean * button.count
    assert total == pytest.approx(match.divat.sum())
    assert big.count == sum(hand.players[0] == "Ann" for hand in hands)
    other = analyze_omaha8(enumerate(hands, 1), hero="Bob")
    assert other.money == pytest.approx(-match.money)
    assert other.divat == pytest.approx(-match.divat)


def test_divat_does_not_judge_where_money_varies_less() -> None:
    """Two who check and call until the end: all that they win is luck."""
    match = analyze_omaha8(
        enumerate(played(AlwaysCall("Ann"), AlwaysCall("Bob"), deals=60, seed=4), 1), hero="Ann"
    )
    summary = summarise_omaha8(match)
    money, aie, divat, least = summary.estimators
    assert summary.judged_by == "least variance (AIE)"
    assert 0 < money.deviation < divat.deviation
    for line in (aie, least):  # nothing but dust
        assert (line.mean, line.error, line.reduction) == (0, 0, np.inf)
        assert np.isnan(line.confidence)
    assert 0 < np.abs(match.all_in).max() < 1e-12
    assert summary.verdict.reason() == "after 60 games it is even"


def test_the_rounds_that_cost_most(hands: list[Hand]) -> None:
    match = analyze_omaha8(enumerate(hands, 1), hero="Bob")
    assert 5 < len(match.costly) <= 10
    worths = [each.worth for each in match.costly]
    assert worths == sorted(worths)
    for each in match.costly:
        hand, r = hands[each.hand - 1], ROUND_NAMES.index(each.round)
        assert each.sides[0][0] == "Bob"
        (values,) = omaha8_decisions(encode([hand], Encoder(game="omaha8")))
        own = own_worth(values, round_=r, player=hand.players.index("Bob"))
        assert each.worth == pytest.approx(max(own, match.skill[each.hand - 1, r]))
        assert each.played != each.baseline
        held = hand.hole_cards[hand.players.index("Bob")]
        assert held is not None
        assert each.sides[0][2] == format_cards(held)
        assert each.board == format_cards(hand.board[: r + 2])


def test_other_hands_are_refused(hands: list[Hand]) -> None:
    def some(rules_players: int, **rules: str) -> list[Hand]:
        table = table_rules(rules_players, **rules)  # type: ignore[arg-type]
        seats = [AlwaysCall(name) for name in ("Ann", "Bob", "Cem")[:rules_players]]
        match = Match(table, (2000,) * rules_players, deals=1, seed=1)
        return [hand for hand, _ in MatchTable(match, seats).play()]

    hidden = replace(hands[0], hole_cards=(hands[0].hole_cards[0], None))
    found = analyze_omaha8(
        enumerate(
            [
                *hands,
                hidden,
                *some(2),
                *some(3, game="omaha8"),
                *some(2, game="omaha8", betting="pot-limit"),
            ]
        ),
        hero="Ann",
    )
    assert len(found) == len(hands)
    assert found.refused == {
        "not limit Omaha Hi-Lo": 2,
        "hole cards are not known": 1,
        "not two players": 1,
    }
