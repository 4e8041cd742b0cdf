"""The analysis of a match: views, chunks, refused hands, and what the summary makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf, sqrt

import numpy as np
import pytest
from scipy.stats import t
from tests.naive.divat_hands import ALFRED, random_hand, random_hands, read

from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up import gather
from railbird.divat.heads_up.encode import encode
from railbird.divat.heads_up.gather import Chunk
from railbird.divat.heads_up.match import analyze, analyze_games
from railbird.divat.heads_up.scores import score
from railbird.divat.heads_up.summary import line, summarise
from railbird.errors import OptionError
from railbird.reproduce.divat import styles
from railbird.stats import OTHERS
from railbird.table import Hand, table_rules

HANDS = random_hands(150, seed=31)


def test_scores_are_those_of_the_games() -> None:
    found = analyze(HANDS, source="here")
    scores = score(encode(HANDS))
    sign = np.array([1 if hand.players[0] == "Ann" else -1 for hand in HANDS])
    assert found.players == ("Ann", "Bob")
    assert list(found.numbers) == [hand.number for hand in HANDS]
    assert found.ids.tolist() == list(range(1, 151))
    assert np.array_equal(found.sign, sign)
    assert found.money == pytest.approx([h.payoffs[h.players.index("Ann")] / 2 for h in HANDS])
    assert found.dcash == pytest.approx(scores.dcash * sign, abs=1e-5)
    assert found.divat == pytest.approx(scores.skill * sign, abs=1e-5)
    assert found.by_round["evat"] == pytest.approx(scores.column("evat") * sign[:, None], abs=1e-5)
    own, other = found.by_round["evat_1"], found.by_round["evat_2"]
    assert own.max() <= 0
    assert other.max() < 1e-5
    assert own - other == pytest.approx(found.by_round["evat"], abs=1e-5)
    credit = np.where(sign > 0, scores.column("red_green_1").T, scores.column("red_green_2").T).T
    assert found.by_round["red_green_1"] == pytest.approx(credit, abs=1e-5)
    assert found.money_minus_dcash == pytest.approx((scores.money - scores.dcash) * sign, abs=1e-5)
    assert found.rounding < 1e-9
    assert (found.refused, found.source, len(found)) == ({}, "here", 150)


def test_the_other_players_view_has_the_other_sign() -> None:
    ann, bob = analyze(HANDS, hero="Ann"), analyze(HANDS, hero="Bob")
    assert bob.players == ("Bob", "Ann")
    assert np.array_equal(ann.sign, -bob.sign)
    assert np.array_equal(ann.money, -bob.money)
    assert np.array_equal(ann.dcash, -bob.dcash)
    for name in ("skill", "luck", "aie_skill", "evat"):
        assert np.array_equal(ann.by_round[name], -bob.by_round[name])
        assert ann.by_round[name].any()
    assert np.array_equal(ann.by_round["red_green_1"], bob.by_round["red_green_2"])
    assert np.array_equal(ann.by_round["red_green_2"], bob.by_round["red_green_1"])
    assert ann.by_round["evat_1"] == pytest.approx(bob.by_round["evat_2"], abs=1e-5)
    assert ann.position == bob.position


def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = analyze(HANDS)
    monkeypatch.setattr(gather, "CHUNK", 37)
    chunks: list[Chunk] = []
    parts = analyze(HANDS, each=chunks.append, threads=1)
    assert [len(chunk.games) for chunk in chunks] == [37, 37, 37, 37, 2]
    numbers = [number for chunk in chunks for number in chunk.numbers]
    assert numbers == list(parts.numbers) == list(whole.numbers)
    ids = np.concatenate([chunk.ids for chunk in chunks])
    assert np.array_equal(ids, whole.ids)
    assert np.array_equal(parts.ids, whole.ids)
    for name, column in whole.by_round.items():
        assert np.array_equal(column, parts.by_round[name])
    assert np.array_equal(whole.games.cards, parts.games.cards)
    assert np.array_equal(whole.money, parts.money)


def test_hands_keep_the_ids_of_their_library() -> None:
    truncated = replace(HANDS[1], actions=HANDS[1].actions[:-1])
    found = analyze([(30, HANDS[0]), (32, truncated), (57, HANDS[2])])
    assert found.ids.tolist() == [30, 57]
    assert list(found.numbers) == [HANDS[0].number, HANDS[2].number]


def test_longer_bettings_later() -> None:
    """Games are kept as they were played, whatever the order of short and long ones."""
    hands = sorted(HANDS, key=lambda hand: len(hand.actions))
    found, all_at_once = analyze(hands), encode(hands)
    width = found.games.actions.shape[2]
    assert found.games.counts.max() == width < all_at_once.actions.shape[2]
    assert np.array_equal(found.games.actions, all_at_once.actions[:, :, :width])
    assert np.array_equal(found.games.counts, all_at_once.counts)


def test_hands_that_could_not_be_read_are_refused() -> None:
    problems: list[str] = []

    def reading() -> Iterator[Hand]:
        yield HANDS[0]
        problems.append("a line is damaged")

    found = analyze(reading(), unread=problems)
    assert (len(found), found.refused) == (1, {"cannot be read": 1})


def test_games_that_are_arrays_already() -> None:
    played = list(styles.play(styles.STEADY, styles.LOOSE, 300, seed=3))
    found = analyze_games([(some.games, some.sign) for some in played], ("steady", "loose"))
    scores = score(played[0].games)
    assert found.divat == pytest.approx(scores.skill * played[0].sign, abs=1e-5)
    assert found.numbers[:2] == ["0", "1"]
    assert found.players == ("steady", "loose")


def test_refused_hands_are_counted_by_reason() -> None:
    alfred = read(ALFRED)
    hidden = replace(alfred, hole_cards=(alfred.hole_cards[0], None))
    truncated = replace(alfred, actions=alfred.actions[:-1])
    ring = random_hand(
        np.random.default_rng(1), rules=table_rules(3), names=("player 1", "player 2", "Cid")
    )
    found = analyze([hidden, truncated, alfred, hidden, ring, hidden, truncated])
    assert found.refused == {
        "hole cards are not known": 3,
        "the hand is not finished": 2,
        "not two players": 1,
    }
    assert list(found.refused.values()) == [3, 2, 1]
    assert len(found) == 1
    assert found.hidden.tolist() == [-11] * 5  # what they paid is known
    assert found.players == ("player 1", "player 2")


def test_no_hand_at_all() -> None:
    found = analyze([])
    assert len(found) == 0
    assert found.divat.shape == (0,)
    assert found.games.cards.shape == (0, 9)
    summary = summarise(found)
    assert summary.games == 0
    assert np.isnan(summary.divat.mean)


def three_players() -> list[Hand]:
    rng = np.random.default_rng(8)
    pairs = [("Ann", "Bob"), ("Cid", "Ann"), ("Bob", "Cid"), ("Ann", "Cid")]
    return [random_hand(rng, names=pair) for pair in pairs]


def test_more_than_two_players_need_a_hero() -> None:
    with pytest.raises(OptionError, match=r"Ann, Bob, Cid .*choose whose play"):
        analyze(three_players())
    found = analyze(three_players(), hero="Ann")
    assert found.players == ("Ann", OTHERS)
    assert found.refused == {"Ann did not play": 1}
    assert found.sign.tolist() == [1, -1, 1]


def test_a_hero_who_is_not_there() -> None:
    with pytest.raises(
        OptionError, match=r"^Zoe is not among the players: choose one of \w+, \w+$"
    ):
        analyze(HANDS, hero="Zoe")


def test_settings_without_a_table_borrow_the_standard_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    bold = replace(STANDARD.with_fold_offset(1, 0.01), name="bold")
    match = analyze(HANDS[:20], settings=bold)
    assert match.borrowed == "standard"
    assert match.rounding < 1e-9
    assert "table of the standard settings" in summarise(match).caveat
    own = analyze(HANDS[:20], settings="loose-high, aggressive-high")
    assert (own.borrowed, summarise(own).caveat) == ("", "")


def test_before_the_flop_settings_need_no_table_of_their_own() -> None:
    settings = Settings(fold_offsets=(0.2, 0.075, 0.1, 0.0), name="tight at first")
    found = analyze(HANDS[:20], settings=settings)
    assert found.rounding < 1e-9
    assert found.position != analyze(HANDS[:1]).position


def test_the_summary_adds_up() -> None:
    found = analyze(HANDS)
    summary = summarise(found)
    money = found.money.astype(np.float64)
    assert summary.money.mean == pytest.approx(money.mean())
    assert summary.money.deviation == pytest.approx(money.std(ddof=1))
    assert summary.divat.error == pytest.approx(found.divat.std(ddof=1) / sqrt(150))
    assert summary.divat.reduction == pytest.approx(money.var() / found.divat.var())
    assert sum(each.mean for each in summary.by_round) == pytest.approx(summary.divat.mean)
    seats = [(found.sign > 0).sum(), (found.sign < 0).sum()]
    by_seat = sum(each.mean * n for each, n in zip(summary.by_position, seats, strict=True))
    assert by_seat / 150 == pytest.approx(summary.divat.mean)
    position = found.position * found.sign.mean()
    assert summary.money.mean == pytest.approx(
        summary.luck.mean + summary.divat.mean + position, abs=1e-5
    )
    assert summary.red_green[0] - summary.red_green[1] == pytest.approx(
        150 * summary.divat.mean, abs=1e-3
    )


def test_a_line_by_hand() -> None:
    money, scores = np.array([4.0, -2.0, 1.0, 1.0]), np.array([1.0, 0.0, 0.5, 0.5])
    found = line("it", scores, money)
    deviation = sqrt(0.5 / 3)
    assert (found.name, found.mean) == ("it", 0.5)
    assert found.deviation == pytest.approx(deviation)
    assert found.error == pytest.approx(deviation / 2)
    assert (found.low + found.high) / 2 == pytest.approx(0.5)
    assert found.high - found.low == pytest.approx(2 * t.ppf(0.975, 3) * deviation / 2)
    assert found.reduction == pytest.approx(6 / (0.5 / 3))
    assert np.isnan([found.confidence, found.games_needed]).all()  # four games are too few
    many = line("it", np.tile(scores, 8), np.tile(money, 8))
    assert many.confidence == pytest.approx(1 - 2 * t.sf(many.mean / many.error, 31))
    assert many.games_needed == 30
    constant = line("same", np.zeros(32), np.tile(money, 8))
    assert (constant.reduction, constant.games_needed) == (inf, inf)
