"""Sparbots that see less, or are tricky."""

from __future__ import annotations

import numpy as np

from railbird.cards.classes import holdem_hands
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players import make_player
from railbird.players.find_known import find_known
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.sparbot.player import Sparbot, shipped_table
from railbird.players.sparbot.variants import (
    STRONG,
    WEAK,
    coarse_table,
    strong_and_weak,
    tricky_table,
)


def test_a_coarse_table_plays_means() -> None:
    table = shipped_table()
    coarse = coarse_table(table, 7)
    assert coarse.play[0] is table.play[0]
    assert coarse.buckets is table.buckets
    for fine, merged in zip(table.play[1:], coarse.play[1:], strict=True):
        assert merged.shape == fine.shape
        buckets = fine.shape[2]
        for first in range(0, buckets, 7):
            some = fine[:, :, first : first + 7].astype(np.float64).mean(axis=2)
            for bucket in range(first, min(first + 7, buckets)):
                assert np.abs(merged[:, :, bucket] - some).max() <= 0.5
        assert len(np.unique(merged[0, 0], axis=0)) <= -(-buckets // 7)
    same = coarse_table(table, 1)
    assert all(np.array_equal(a, b) for a, b in zip(table.play, same.play, strict=True))


def test_strong_and_weak_hands_are_about_as_many_as_said() -> None:
    table = shipped_table()
    strong, weak = strong_and_weak(table)
    rng = np.random.default_rng(1)
    kinds, ranks = [], []
    for _ in range(60):
        cards = rng.permutation(52)[:5].tolist()
        kinds.append(table.buckets.bucket(cards[:2], cards[2:]))
        ranks.append(hand_ranks(cards[:2], cards[2:])[1])
    good, bad = (np.array(ranks)[some[kinds]] for some in (strong, weak))
    assert good.min() > 0.5 > bad.max()
    flop = table.buckets.on_flop([0, 17, 34])
    live = ~np.isin(holdem_hands(), [0, 17, 34]).any(axis=1)
    assert 0.5 * STRONG < strong[flop[live]].mean() < 1.5 * STRONG
    assert 0.4 * WEAK < weak[flop[live]].mean() < 1.6 * WEAK


def test_the_filter_changes_only_the_flop_and_only_as_said() -> None:
    table = shipped_table()
    tricky = tricky_table(table, 0.25)
    strong, weak = strong_and_weak(table)
    for r in (0, 2, 3):
        assert tricky.play[r] is table.play[r]
    before, after = (t.play[1].astype(np.int64) for t in (table, tricky))
    assert (after.sum(axis=-1) == 65535).all()
    change = after - before
    assert (change[:, :, ~(strong | weak)] == 0).all()
    assert (change[..., 0] == 0).all()  # it folds as often as before
    # with the first to act after the flop there is nothing to call: nodes 0 and its check
    bets = before[:, 0, strong, 2]
    assert np.abs(change[:, 0, strong, 2] + 0.25 * bets).max() <= 0.5
    assert np.abs(change[:, 0, weak, 2] - 0.25 * before[:, 0, weak, 1]).max() <= 0.5
    assert (change[:, :, strong, 2] <= 0).all()
    assert (change[:, :, weak, 2] >= 0).all()
    same = tricky_table(table, 0)
    assert all(np.array_equal(a, b) for a, b in zip(same.play, table.play, strict=True))


def test_texts_of_sparbots() -> None:
    plain, coarse = make_player("sparbot"), make_player("Al=sparbot(merged=7,tricky=0.5)")
    assert isinstance(plain, Sparbot)
    assert isinstance(coarse, Sparbot)
    assert plain.table is shipped_table()
    assert coarse.name == "Al"
    wanted = tricky_table(coarse_table(shipped_table(), 7), 0.5)
    assert all(np.array_equal(a, b) for a, b in zip(coarse.table.play, wanted.play, strict=True))
    name, known = find_known("Al=sparbot(merged=7)")
    assert name == "Al"
    assert isinstance(known, KnownSparbot)
