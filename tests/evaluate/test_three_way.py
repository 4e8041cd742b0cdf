"""The three-way table: some boards against naive counting, the table against exact equities."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from railbird.cards.classes import HOLDEM_CLASSES, holdem_class_index, holdem_hands
from railbird.cards.suits import canonical_sets
from railbird.compute.gpu import gpu_is_there
from railbird.evaluate import equity
from railbird.evaluate.games import HOLDEM
from railbird.evaluate.preflop import three_way
from railbird.evaluate.preflop.three_way import ORDERS
from railbird.evaluate.preflop.three_way_gpu import GpuCounter

TRIPLES = [("AA", "AKs", "A2s"), ("77", "77", "76s"), ("QJs", "QJs", "JTs"), ("AKo", "KQo", "32o")]


def some_boards(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    boards, _ = canonical_sets(5)
    return boards[np.random.default_rng(7).choice(len(boards), count, replace=False)]


def naive_orders(
    boards: np.ndarray[tuple[int, int], np.dtype[np.uint8]], classes: tuple[str, str, str]
) -> dict[str, int]:
    """How three hands finish, by dealing every choice of hands on every board."""
    hands = [set(map(int, hand)) for hand in holdem_hands()]
    of_class = three_way.hand_classes().class_of
    found = dict.fromkeys(ORDERS, 0)
    values, _ = HOLDEM.board_values(boards, holdem_hands())
    for row in values.astype(int):
        a, b, c = (
            [h for h in np.nonzero(of_class == holdem_class_index(name))[0] if row[h]]
            for name in classes
        )
        for x in a:
            for y in b:
                if hands[x] & hands[y]:
                    continue
                for z in c:
                    if hands[z] & (hands[x] | hands[y]):
                        continue
                    levels: dict[int, list[str]] = {}
                    for letter, h in zip("ijk", (x, y, z), strict=True):
                        levels.setdefault(int(row[h]), []).append(letter)
                    order = ">".join("=".join(levels[v]) for v in sorted(levels, reverse=True))
                    found[order] += 1
    return found


def test_boards_against_naive_counting() -> None:
    boards = some_boards(2)
    counts = three_way.empty_counts()
    three_way.add_boards(boards, 1, counts, three_way.hand_classes())
    table = three_way.by_order(counts)
    for classes in TRIPLES:
        i, j, k = (np.array([holdem_class_index(name)]) for name in classes)
        assert i <= j <= k
        row = table[three_way.triple_index(i, j, k)[0]]
        assert dict(zip(ORDERS, row.tolist(), strict=True)) == naive_orders(boards, classes)


def test_all_triples_have_a_place() -> None:
    triples = three_way.triples()
    assert len(triples) == 818_805
    assert np.array_equal(three_way.triple_index(*triples.T), np.arange(len(triples)))


def test_the_table_counts_every_deal() -> None:
    table = three_way.three_way()
    assert int(table.deals.sum()) == 309_652_512
    sums = table.shares.sum(axis=0) * three_way.STEP
    assert np.abs(sums[table.deals > 0] - 1).max() < 13 * three_way.STEP / 2
    assert not sums[table.deals == 0].any()
    none = {"/".join(HOLDEM_CLASSES[c] for c in three_way.triples()[t]) for t in (0,)}
    assert none == {"AA/AA/AA"}
    assert table.deals[0] == 0


@pytest.mark.parametrize("names", [("AA", "KK", "QQ"), ("97s", "73s", "T4s"), ("55", "54s", "A5s")])
def test_the_table_gives_exact_equities(names: tuple[str, str, str]) -> None:
    for mixed in permutations(names):
        row = three_way.weak_orders(*([holdem_class_index(name)] for name in mixed))[0]
        p = dict(zip(ORDERS, row.tolist(), strict=True))
        alone = p["i>j>k"] + p["i>k>j"] + p["i>j=k"]
        share = alone + (p["i=j>k"] + p["i=k>j"]) / 2 + p["i=j=k"] / 3
        assert share == pytest.approx(equity(*mixed).players[0].equity, abs=6e-7)


def test_a_triple_without_a_deal() -> None:
    aces = [holdem_class_index("AA")]
    assert np.isnan(three_way.weak_orders(aces, aces, aces)).all()


@pytest.mark.skipif(not gpu_is_there(), reason="no GPU")
def test_the_gpu_counts_the_same() -> None:
    boards = some_boards(16)
    here = three_way.empty_counts()
    three_way.add_boards(boards, 24, here, three_way.hand_classes())
    counter = GpuCounter()
    counter.add_boards(boards, 24)
    for mine, theirs in zip(here, counter.counts, strict=True):
        assert np.array_equal(mine, counter.xp.asnumpy(theirs))
