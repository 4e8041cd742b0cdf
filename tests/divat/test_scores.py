"""Scores of games: the identity, a scorer from the definitions, and the documents' games."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import sqrt

import numpy as np
import pytest
from tests.naive import divat_game as naive
from tests.naive.divat import HANDS, Play
from tests.naive.divat_hands import (
    ALFRED,
    ALICE,
    BOB,
    LIMIT,
    game,
    random_hand,
    random_hands,
    read,
)

from railbird.cards.card import Card, format_cards
from railbird.cards.index import colex_index
from railbird.divat.baseline.preflop import Preflop, preflop
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up import _kernels as kernels
from railbird.divat.heads_up.describe import GameView, describe, title
from railbird.divat.heads_up.encode import DEEP, encode
from railbird.divat.heads_up.scores import COLUMNS, Scores, score
from railbird.evaluate import class_matchups, equity, hand_rank
from railbird.evaluate.preflop.pairs import BOARDS
from railbird.reproduce.divat import styles
from railbird.table import Hand, Rules

SEVEN = Settings(metric="7chr", name="7cHR")


def identity_gap(scores: Scores) -> float:
    gap = scores.money - scores.position - scores.luck - scores.skill
    return float(np.abs(gap).max())


@pytest.mark.parametrize(
    ("first", "second"),
    [(styles.STEADY, styles.BLUFFER), (styles.MANIAC, styles.LOOSE)],
    ids=lambda style: style.name,
)
def test_money_is_position_luck_and_skill(first: styles.Style, second: styles.Style) -> None:
    (played,) = styles.play(first, second, 4000, seed=7)
    scores = score(played.games)
    assert identity_gap(scores) < 1e-9
    assert set(played.games.rounds.tolist()) == {1, 2, 3, 4}
    assert scores.skill.std() > 0.5
    assert scores.luck.std() > 0.5


def test_the_identity_needs_no_table_and_no_standard() -> None:
    """It telescopes, whatever the values before the flop are."""
    rng = np.random.default_rng(1)
    made_up = Preflop(SEVEN, rng.integers(-9, 9, (4, 169, 1326)).astype(np.int32) * 1_000_000)
    (played,) = styles.play(styles.LOOSE, styles.BLUFFER, 500, seed=8)
    scores = score(played.games, settings=SEVEN, table=made_up)
    assert identity_gap(scores) < 1e-9
    standard = score(played.games)
    assert np.array_equal(scores.money, standard.money)
    assert not np.allclose(scores.column("rank_1"), standard.column("rank_1"))


def test_money_is_what_the_table_pays() -> None:
    hands = random_hands(1500, seed=9)
    games = encode(hands)
    assert set(games.rounds.tolist()) == {1, 2, 3, 4}
    paid = np.array([hand.payoffs[0] / hand.rules.big_blind for hand in hands])
    scores = score(games)
    assert scores.money == pytest.approx(paid, abs=1e-12)
    assert identity_gap(scores) < 1e-9
    unplayed = np.arange(4) >= games.rounds[:, None]
    assert not scores.by_round[unplayed].any()


def test_red_green_is_the_difference_as_somebodys_credit() -> None:
    (played,) = styles.play(styles.MANIAC, styles.TRAPPER, 2000, seed=3)
    scores = score(played.games)
    one, two = scores.column("red_green_1"), scores.column("red_green_2")
    assert one - two == pytest.approx(scores.column("skill"), abs=1e-12)
    assert not (one * two).any()
    assert (one != 0).sum() > 500
    assert (two != 0).sum() > 500


def test_threads_and_batches_do_not_matter() -> None:
    (played,) = styles.play(styles.STEADY, styles.MANIAC, 1200, seed=5)
    whole = score(played.games, threads=1)
    for threads in (2, 5):
        again = score(played.games, threads=threads)
        assert np.array_equal(whole.by_round, again.by_round)
        assert np.array_equal(whole.dcash, again.dcash)
    parts = [played.games.part(slice(a, b)) for a, b in ((0, 1), (1, 34), (34, 1200))]
    scored = [score(part) for part in parts]
    assert np.array_equal(whole.by_round, np.concatenate([part.by_round for part in scored]))
    assert np.array_equal(whole.money, np.concatenate([part.money for part in scored]))


def test_names_of_suits_and_order_of_cards_do_not_matter() -> None:
    games = encode(random_hands(300, seed=21))
    expected = score(games)
    rng = np.random.default_rng(2)
    for suits in list(permutations(range(4)))[1::5]:
        old = games.cards.astype(np.int64)
        cards = np.where(old < 52, old & ~3 | np.array(suits)[old & 3], 52)
        cards[:, :2] = rng.permuted(cards[:, :2], axis=1)
        cards[:, 2:4] = rng.permuted(cards[:, 2:4], axis=1)
        cards[:, 4:7] = rng.permuted(cards[:, 4:7], axis=1)
        again = score(games.with_cards(cards.astype(np.uint8)))
        assert again.by_round == pytest.approx(expected.by_round, abs=1e-12)
        assert again.dcash == pytest.approx(expected.dcash, abs=1e-12)


def before(hand: Hand, settings: Settings = STANDARD) -> naive.Before:
    """What the scorer from the definitions is given: found without the kernels of DIVAT."""
    table = preflop(settings)
    ranks = []
    for hole in hand.hole_cards:
        assert hole is not None
        now, then = immediate(hole), hand_rank(hole)
        best = max(now, then)
        ranks.append(best if best > settings.makes[0][0] else then)
    index = [np.array([colex_index(hole)]) for hole in hand.hole_cards if hole is not None]
    shares = equity(*(format_cards(hole) for hole in hand.hole_cards if hole is not None))
    return naive.Before(
        (ranks[0], ranks[1]),
        2 * shares.players[0].equity - 1,
        tuple(table.equities(index[0], index[1])[0].tolist()),
        table.position,
    )


def immediate(hole: tuple[Card, ...]) -> float:
    """IHR before the flop: pairs, then high cards."""

    def value(cards: tuple[int, ...]) -> tuple[bool, list[int]]:
        ranks = sorted((c // 4 for c in cards), reverse=True)
        return ranks[0] == ranks[1], ranks

    others = [h for h in HANDS if not set(h) & set(hole)]
    mine = value(hole)
    points = sum((value(h) < mine) + 0.5 * (value(h) == mine) for h in others)
    return points / len(others)


def check_against_definitions(hands: list[Hand], settings: Settings = STANDARD) -> None:
    """All columns of games that share one deal."""
    games = encode(hands)
    scores = score(games, settings=settings)
    given = before(hands[0], settings)
    play = Play(
        settings.fold_offsets, settings.fold_slopes, settings.makes, settings.rolls_out_one_bet
    )
    for g in range(len(hands)):
        line = title(describe(games, g))
        expected = naive.score(line, given, play)
        for r, row in enumerate(expected.rounds):
            found = dict(zip(COLUMNS, scores.by_round[g, r].tolist(), strict=True))
            assert found == pytest.approx(row, abs=1e-9), (line, r)
        assert scores.money[g] == pytest.approx(expected.money, abs=1e-9)
        assert scores.dcash[g] == pytest.approx(expected.dcash, abs=1e-9), line


def of_one_deal(line: str, count: int, seed: int, *, rules: Rules = LIMIT) -> list[Hand]:
    """Bettings at random with the cards of a line."""
    (first, second), board, _ = naive.read(line)
    deck = np.array([*first, *second, *board])
    rng = np.random.default_rng(seed)
    return [random_hand(rng, deck=deck, rules=rules) for _ in range(count)]


NO_CAP = replace(LIMIT, cap=(3, -1, -1, -1))
OTHER_SETTINGS = {
    "slope": replace(STANDARD, fold_slopes=(1.2, 0.5, 1.4, 2.0), fold_offsets=(-0.05, 0.2, 0, 0.1)),
    "levels": Settings(makes=((0.1, 0.2, 0.3, 0.4),) * 4).with_levels(7),
    "one bet": replace(STANDARD, roll_out="one-bet"),
}


@pytest.mark.parametrize("line", [ALFRED, BOB], ids=["AK v 76", "T6 v J5"])
def test_all_scores_against_their_definitions(line: str) -> None:
    hands = of_one_deal(line, 45, seed=1)
    assert {len(hand.board) for hand in hands} == {0, 3, 4, 5}
    check_against_definitions([read(line), *hands])
    if line != BOB:
        return
    for name, settings in OTHER_SETTINGS.items():  # on the same deal: its ranks are known by now
        rules = NO_CAP if name == "levels" else LIMIT
        some = of_one_deal(line, 12, seed=2, rules=rules)
        check_against_definitions(some, settings)


@pytest.mark.small
@pytest.mark.parametrize("round_", range(4))
def test_players_who_know_all_cards_against_a_search(round_: int) -> None:
    for size in (1,) if round_ == 0 else (1, 2, 5, 12):
        for edge in np.linspace(-1, 1, 41).tolist():
            bet = (1, 1, 2, 2)[round_]
            letters = np.zeros(2, dtype=np.int8)
            _, _, found = kernels.misplays(round_, size, DEEP, 2, bet, letters, 2, edge, 4)
            expected = float(naive.known_start(round_, size, edge).value())
            assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_all_scores_against_their_definitions_for_ten_deals(seed: int) -> None:
    rng = np.random.default_rng(seed)
    deck = rng.permutation(52)
    check_against_definitions([random_hand(rng, deck=deck) for _ in range(60)])


def rounded(view: GameView, column: str) -> list[float]:
    return [round(each.scores[column], 4) for each in view.rounds]


def test_a_game_of_billings_and_kan() -> None:
    view = describe(game(ALFRED))
    assert rounded(view, "aie_skill") == [0.2073, 0.5273, 0.7273, 0.0]
    assert sum(each.scores["aie_skill"] for each in view.rounds) == pytest.approx(1.462, abs=5e-4)
    flop, turn, river = (each.scores["skill"] for each in view.rounds[1:])
    assert flop == pytest.approx(0.5232, abs=5e-5)
    assert turn == pytest.approx(7 / 11, abs=1e-12)
    assert river == 0
    assert rounded(view, "lfat") == [0.2073, 0.9601, 1.4545, -12.7273]
    assert (view.money, view.rounds[1].wins, view.rounds[2].wins) == (-11, 756, 40)


def test_the_games_of_kan() -> None:
    alice, bob = describe(game(ALICE)), describe(game(BOB))
    assert rounded(alice, "aie_skill") == [0, -0.9192, 0, 0]
    assert rounded(bob, "aie_skill") == [0, -1.8384, -1.2727, -2.0]
    totals = [sum(each.scores["aie_skill"] for each in view.rounds) for view in (alice, bob)]
    assert totals[0] - totals[1] == pytest.approx(4.1919, abs=5e-5)
    assert (alice.money, bob.money) == (11, 6)
    assert rounded(bob, "aie_baseline") == [-0.1487, 3.6768, 5.0909, 8.0]


def test_always_call_against_always_raise() -> None:
    """Neither is better; seven small bets are at stake unless the hands tie."""
    table = class_matchups()
    ties = int(table.ties.sum()) / (int(table.pairs.sum()) * BOARDS)
    assert 100 * ties == pytest.approx(4.067, abs=5e-4)
    money, skill = [], []
    for some in styles.play(styles.ALWAYS_CALL, styles.ALWAYS_RAISE, 20_000, seed=11):
        scores = score(some.games)
        money.append(scores.money * some.sign)
        skill.append(scores.skill * some.sign)
    won, divat = np.concatenate(money), np.concatenate(skill)
    assert set(np.abs(won).tolist()) == {0, 7}
    assert won.std() == pytest.approx(7 * sqrt(1 - ties), abs=0.025)
    assert won.std() == pytest.approx(6.856, abs=0.025)
    for each in (won, divat):
        assert abs(each.mean()) < 4 * each.std() / sqrt(len(each))
    assert 4 < won.var() / divat.var() < 7
