"""The tabulation: sums of match-ups, chunks that survive everything, and the table made of them."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import pytest

from railbird.cards.classes import omaha_class_index, omaha_class_of_hand, omaha_classes
from railbird.cards.index import all_sets, colex_indices
from railbird.compute.gpu import gpu_is_there
from railbird.errors import OptionError
from railbird.evaluate import equity
from railbird.evaluate.preflop.eval8 import BOARDS, MATCHUPS, eval8
from railbird.omaha8.matchups import _matchup_kernels as kernels
from railbird.omaha8.matchups.chunks import ChunkPlan, ChunkStore
from railbird.omaha8.matchups.enumeration import set_classes
from railbird.omaha8.matchups.sums import PAIRS, Sums, count_quarters
from railbird.omaha8.matchups.table import (
    CLASSES,
    OPPONENTS,
    QUARTERS,
    MatchupTable,
    hands_against,
    matchup_outcomes,
    read_manifest,
)
from railbird.omaha8.matchups.tabulate import (
    compute_chunks,
    sum_chunks,
    sum_on_gpu,
    tabulate,
    write_table,
)
from railbird.omaha8.matchups.verify import hand_masks, hole_cards, verify_table
from railbird.stopwatch import Stopwatch

START = 20_000_000


def small_plan(chunks: int, size: int = 1) -> ChunkPlan:
    return ChunkPlan(START, START + chunks * size, size)


def computed(folder: Path, plan: ChunkPlan) -> list[int]:
    """The chunks of a store that are whole."""
    store = ChunkStore(folder, plan)
    whole = [chunk for chunk in range(plan.chunks) if store.read(chunk) is not None]
    store.close()
    return whole


def test_all_classes_are_in_the_plan() -> None:
    plan = ChunkPlan()
    assert plan.classes(0).start == 0
    assert plan.classes(plan.chunks - 1).stop == set_classes(8)
    for chunk in (0, 1, plan.chunks - 2):
        assert plan.classes(chunk).stop == plan.classes(chunk + 1).start


def test_sums_are_those_of_each_matchup() -> None:
    span = ChunkPlan(START, START + 5, 5).span(0)
    sums = Sums.zero()
    sums.add(span, count_quarters(span))
    expected: dict[int, list[int]] = {}
    classes = omaha_class_of_hand()
    for cards, orbit, counts in zip(span.cards, span.orbits, eval8(span.cards), strict=True):
        for (first, second), row in zip(MATCHUPS, counts, strict=True):
            a, b = (int(classes[colex_indices(cards[list(h)][None])[0]]) for h in (first, second))
            won = int(row @ [4, 3, 2, 1, 0])
            for one, other, mine in ((a, b, won), (b, a, QUARTERS - won)):
                if one <= other:
                    pair = expected.setdefault(other * (other + 1) // 2 + one, [0, 0])
                    pair[0] += int(orbit)
                    pair[1] += int(orbit) * mine
    places = list(expected)
    assert int(sums.deals.sum(dtype=np.int64)) == sum(d for d, _ in expected.values())
    assert sums.deals[places].tolist() == [d for d, _ in expected.values()]
    assert sums.won[places].tolist() == [w for _, w in expected.values()]


def test_chunks_stop_and_resume(tmp_path: Path) -> None:
    plan = small_plan(6, 2)
    store = ChunkStore(tmp_path, plan)
    for _ in zip(range(2), compute_chunks(store, range(6), threads=1), strict=False):
        pass
    store.close()
    assert set(computed(tmp_path, plan)) >= {0, 1}
    store = ChunkStore(tmp_path, plan)
    seen: list[tuple[int, int]] = []
    sums = sum_chunks(store, threads=2, progress=lambda done, of: seen.append((done, of)))
    store.close()
    assert seen[0][0] >= 4
    assert seen[-1] == (12, 12)
    whole = Sums.zero()
    span = ChunkPlan(START, START + 12, 12).span(0)
    whole.add(span, count_quarters(span))
    assert (sums.won == whole.won).all()
    assert (sums.deals == whole.deals).all()


def test_damaged_and_lost_chunks_are_computed_again(tmp_path: Path) -> None:
    plan = small_plan(4)
    store = ChunkStore(tmp_path, plan)
    first = dict(compute_chunks(store, range(4)))
    store.close()
    files = sorted(tmp_path.glob("*.u32"))
    content = bytearray(files[1].read_bytes())
    content[17] ^= 4
    files[1].write_bytes(content)
    files[2].write_bytes(b"")
    files[3].unlink()
    assert computed(tmp_path, plan) == [0]
    store = ChunkStore(tmp_path, plan)
    for _ in compute_chunks(store, [1, 2, 3]):
        pass
    for chunk, quarters in first.items():
        found = store.read(chunk)
        assert found is not None
        assert (found == quarters).all()
    store.close()


def test_a_manifest_that_was_cut_off(tmp_path: Path) -> None:
    plan = small_plan(3)
    store = ChunkStore(tmp_path, plan)
    for _ in compute_chunks(store, range(3), threads=1):  # in order
        pass
    store.close()
    manifest = tmp_path / "manifest.jsonl"
    content = manifest.read_bytes()
    for cut in (5, len(content) - 20):
        manifest.write_bytes(content[:cut])
        kept = computed(tmp_path, plan)
        assert kept == ([] if cut == 5 else [0, 1])
        store = ChunkStore(tmp_path, plan)
        for _ in compute_chunks(store, [c for c in range(3) if c not in kept]):
            pass
        store.close()
        assert computed(tmp_path, plan) == [0, 1, 2]


def test_a_folder_in_use_or_of_another_plan_is_refused(tmp_path: Path) -> None:
    store = ChunkStore(tmp_path, small_plan(3))
    with pytest.raises(OptionError, match="another process tabulates into"):
        ChunkStore(tmp_path, small_plan(3))
    store.close()
    with pytest.raises(OptionError, match="chunks of another tabulation"):
        ChunkStore(tmp_path, small_plan(4))


WORK = """
import sys
from pathlib import Path
from railbird.omaha8.matchups.chunks import ChunkPlan, ChunkStore
from railbird.omaha8.matchups.tabulate import compute_chunks
plan = ChunkPlan(*map(int, sys.argv[2:5]))
store = ChunkStore(Path(sys.argv[1]), plan)
missing = [c for c in range(plan.chunks) if store.read(c) is None]
print("missing", len(missing), flush=True)
for chunk, _ in compute_chunks(store, missing, cluster=sys.argv[5] or None, threads=2):
    print(chunk, flush=True)
"""


@contextmanager
def tabulating(folder: Path, plan: ChunkPlan, cluster: str = "") -> Iterator[Tabulating]:
    """A tabulation in another process; at the end of the block it is killed."""
    numbers = [str(number) for number in (plan.start, plan.stop, plan.size)]
    words = [sys.executable, "-W", "ignore", "-c", WORK, str(folder), *numbers, cluster]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield Tabulating(process, process.stdout, int(process.stdout.readline().split()[1]))
        process.kill()


class Tabulating(NamedTuple):
    """The process, what it says, and how many chunks it found to be missing."""

    process: subprocess.Popen[str]
    said: IO[str]
    missing: int

    def read(self, chunks: int) -> int:
        """Wait for some chunks, or for the end; returns how many there were."""
        return sum(1 for _ in zip(range(chunks), self.said, strict=False))


def kill_at_random(folder: Path, plan: ChunkPlan, *, kills: int) -> None:
    """Kill a tabulation some times, then let it end: no finished chunk is computed again."""
    chance, most = random.Random(kills), plan.chunks
    for _ in range(kills):
        with tabulating(folder, plan) as run:
            assert run.missing <= most
            most = run.missing - run.read(chance.randrange(1, plan.chunks // kills))
            time.sleep(chance.random() * 0.01)
    with tabulating(folder, plan) as run:
        assert 0 < run.missing <= most
        assert run.read(plan.chunks) == run.missing
        assert run.process.wait() == 0


def check_chunks(folder: Path, plan: ChunkPlan) -> None:
    """All chunks are there and right, and nothing else is."""
    span = ChunkPlan(plan.start, plan.stop, plan.stop - plan.start).span(0)
    store = ChunkStore(folder, plan)
    found = [store.read(chunk) for chunk in range(plan.chunks)]
    store.close()
    whole = [quarters for quarters in found if quarters is not None]
    assert len(whole) == plan.chunks == len(list(folder.iterdir())) - 1
    assert (np.concatenate(whole) == count_quarters(span)).all()


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_tabulation_that_is_killed(tmp_path: Path) -> None:
    kill_at_random(tmp_path, small_plan(30), kills=1)
    check_chunks(tmp_path, small_plan(30))


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_thousand_chunks_and_twenty_kills(tmp_path: Path) -> None:
    kill_at_random(tmp_path, small_plan(1000), kills=20)
    check_chunks(tmp_path, small_plan(1000))


WORKERS = {"ray::_compute", "ray::IDLE"}
"""What Ray calls its workers, busy or not."""


def workers_of(process: int) -> list[int]:
    """The processes of Ray's workers that a process has started, itself or by others."""
    parents, names = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            stat = (entry / "stat").read_text()
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
            names[int(entry.name)] = (entry / "cmdline").read_text().rstrip("\0")

    def is_ours(number: int) -> bool:
        while number in parents and number != process:
            number = parents[number]
        return number == process

    return [number for number, name in names.items() if name in WORKERS and is_ours(number)]


@pytest.mark.slow
@pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra")
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_workers_of_a_cluster_that_are_killed(tmp_path: Path) -> None:
    plan, killed = small_plan(60, 32), 0
    with tabulating(tmp_path, plan, cluster="here") as run:
        for _ in range(4):
            assert run.read(5) == 5
            for worker in workers_of(run.process.pid)[:1]:
                os.kill(worker, signal.SIGKILL)
                killed += 1
        assert killed == 4
        assert run.read(10) == 10  # then the driver is killed
    kill_at_random(tmp_path, plan, kills=1)
    check_chunks(tmp_path, plan)


@pytest.mark.small
def test_rows_of_the_table_and_contradictions() -> None:
    rng = np.random.default_rng(5)
    sizes = np.array([4, 12, 24, 6], dtype=np.uint8)
    squares = rng.integers(0, 24, size=(4, 4))
    deals, won = np.zeros(10, np.uint32), np.zeros(10, np.uint32)
    for b in range(4):
        for a in range(b + 1):
            each = int(np.lcm(int(sizes[a]), int(sizes[b])))
            met = each * (1 + int(squares[a, b]) // 6)
            deals[b * (b + 1) // 2 + a] = met
            won[b * (b + 1) // 2 + a] = met * QUARTERS // 2 if a == b else each * int(squares[b, a])
    freq, quarters = np.zeros((4, 4), np.uint8), np.zeros((4, 4), np.uint32)
    for first in (0, 2):
        rows = slice(first, first + 2)
        assert kernels.fill_rows(first, deals, won, sizes, freq[rows], quarters[rows]) == 0
    assert kernels.count_contradictions(0, 4, sizes, freq, quarters) == 0
    assert sizes[1] * freq[1, 2] == deals[4] == sizes[2] * freq[2, 1]
    assert int(sizes[1]) * int(quarters[1, 2]) == won[4]
    quarters[3, 1] += 1
    assert kernels.count_contradictions(0, 2, sizes, freq, quarters) == 0
    assert kernels.count_contradictions(2, 4, sizes, freq, quarters) == 1
    won[4] += 1
    assert kernels.fill_rows(0, deals, won, sizes, freq, quarters) == 2


def half_of_every_pot() -> Sums:
    """Sums in which each hand wins half of each pot."""
    hands, sizes = omaha_classes()
    masks, freq = hand_masks(hands), np.zeros((CLASSES, CLASSES), np.uint8)
    kernels.count_opponents(masks, hand_masks(all_sets(4)), omaha_class_of_hand(), freq)
    deals = (sizes[:, None].astype(np.uint32) * freq)[np.tril_indices(CLASSES)]
    return Sums(deals=deals, won=deals * np.uint32(QUARTERS // 2))


@pytest.mark.slow
def test_a_whole_table_is_written_and_checked(tmp_path: Path) -> None:
    sums = half_of_every_pot()
    write_table(tmp_path, sums, how="a test", watch=Stopwatch())
    del sums
    table = MatchupTable.open(tmp_path)
    assert (table.freq[::97].sum(axis=1, dtype=np.int64) == OPPONENTS).all()
    assert table.summary(5, 9000) == 0.5
    assert tabulate(tmp_path) == read_manifest(tmp_path)  # it is there already
    check = verify_table(tmp_path, entries=2)
    assert (check.files, check.entries) == ((1, 2), (0, 2))  # the right freq, not the right pots
    assert check.freq == (CLASSES**2, CLASSES**2)
    assert check.pairs[0] == check.pairs[1] == PAIRS
    with (tmp_path / "quarters.npy").open("r+b") as file:
        file.seek(1_000_000)
        file.write(b"\x05")
    check = verify_table(tmp_path, entries=1)
    assert check.pairs == (PAIRS - 1, PAIRS)
    assert not check.ok


def test_entries_are_those_of_equity() -> None:
    hand_of = omaha_classes()[0]
    for a, b in ((7, 15_000), (12_345, 12_345)):
        assert matchup_outcomes(a, b).sum() == len(hands_against(a, b)) * BOARDS
    for one, other, count in (("Ks9h2d2c", "8s8h8d8c", 1), ("As2d3h4h", "As6s5s2s", 2)):
        a, b = omaha_class_index(one), omaha_class_index(other)
        counts, against = matchup_outcomes(a, b), hands_against(a, b)
        assert len(against) == count
        mine = hole_cards(hand_of[a])
        shares = [
            equity(mine, hole_cards(hand), game="omaha8", method="exact").equities[0]
            for hand in against
        ]
        assert round(QUARTERS * sum(shares)) == counts @ [4, 3, 2, 1, 0]
    mirrored = matchup_outcomes(12_345, 12_345)
    assert (mirrored == mirrored[::-1]).all()


def test_no_table_and_a_broken_one(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="has no table of Omaha match-ups: make it with"):
        MatchupTable.open(tmp_path)
    (tmp_path / "table.json").write_text(json.dumps({"sha256": {}}))
    (tmp_path / "freq.npy").write_bytes(b"x")
    with pytest.raises(OptionError, match=r"freq\.npy cannot be read"):
        MatchupTable.open(tmp_path)


@pytest.mark.skipif(gpu_is_there(), reason="there is a GPU")
def test_without_a_gpu_nothing_is_begun(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"a GPU needs CuPy|no GPU is seen"):
        tabulate(tmp_path / "new", gpu=True)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not gpu_is_there(), reason="no GPU")
def test_the_gpu_adds_the_same_sums() -> None:
    plan = ChunkPlan(START, START + 3000, 3000)
    span, sums = plan.span(0), Sums.zero()
    sums.add(span, count_quarters(span))
    found = sum_on_gpu(plan, lambda _done, _of: None)
    assert (found.deals == sums.deals).all()
    assert (found.won == sums.won).all()
