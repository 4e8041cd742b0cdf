"""Shipped tables: they hold what they claim to hold, and damage is noticed."""

from __future__ import annotations

import json
import shutil
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive.hands import cards_of

from railbird import data
from railbird.cards import HOLDEM_CLASSES, colex_index, holdem_class_of_hand, holdem_hands
from railbird.evaluate.preflop import pairs as preflop
from railbird.evaluate.values.build import build_high_tables
from railbird.evaluate.values.evaluator import high_values
from railbird.evaluate.values.tables import HighTables, high_tables

BOARDS = 1_712_304


# Files and checksums


@pytest.fixture
def copied_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the tables that replaces the shipped ones."""
    for file in data.FOLDER.iterdir():
        if file.suffix in (".npz", ".json"):
            shutil.copy(file, tmp_path)
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    return tmp_path


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without tables that replaces the shipped ones."""
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    return tmp_path


def some_arrays(start: int = 0) -> data.Arrays:
    return {
        "numbers": np.arange(start, start + 5, dtype=np.uint16),
        "grid": np.ones((2, 3)) * start,
    }


@pytest.mark.small
def test_every_table_is_listed_and_every_listed_table_is_there() -> None:
    listed = data.manifest()
    assert {f"{name}.npz" for name in listed} == {file.name for file in data.FOLDER.glob("*.npz")}
    assert {"evaluator", "holdem_preflop"} <= set(listed)
    for name, info in listed.items():
        assert info.name == name
        assert len(info.holds) > 20
        assert len(info.made_by) > 10


@pytest.mark.small
def test_every_table_has_its_checksum() -> None:
    for name, info in data.manifest().items():
        arrays = data.load(name)
        assert data.checksum(arrays) == info.checksum
        assert not any(array.flags.writeable for array in arrays.values())


@pytest.mark.small
def test_a_checksum_sees_names_types_shapes_and_contents() -> None:
    numbers = np.arange(6, dtype=np.int64)
    other = numbers.copy()
    other[3] += 1
    tables: list[data.Arrays] = [
        {"a": numbers},
        {"b": numbers},
        {"a": numbers.astype(np.uint64)},
        {"a": numbers.reshape(2, 3)},
        {"a": other},
        {"a": numbers, "b": numbers},
    ]
    assert len({data.checksum(table) for table in tables}) == len(tables)
    grid = numbers.reshape(2, 3)
    assert data.checksum({"a": np.asfortranarray(grid)}) == data.checksum({"a": grid})


@pytest.mark.small
def test_what_is_saved_can_be_loaded(empty_folder: Path) -> None:
    info = data.save(
        "one", some_arrays(), holds="five numbers", made_by="this", folder=empty_folder
    )
    data.save("two", some_arrays(7), holds="others", made_by="this", folder=empty_folder)
    assert data.manifest()["one"] == info
    for name, start in (("one", 0), ("two", 7)):
        loaded = data.load(name)
        assert loaded.keys() == some_arrays().keys()
        for key, array in some_arrays(start).items():
            assert loaded[key].dtype == array.dtype
            assert np.array_equal(loaded[key], array)


@pytest.mark.small
def test_a_table_that_is_saved_again_is_listed_once(empty_folder: Path) -> None:
    for start in (0, 1):
        data.save("one", some_arrays(start), holds="it", made_by="this", folder=empty_folder)
    assert np.array_equal(data.load("one")["numbers"], some_arrays(1)["numbers"])
    assert len(json.loads((empty_folder / "manifest.json").read_text())) == 1
    assert {file.name for file in empty_folder.iterdir()} == {"one.npz", "manifest.json"}


@pytest.mark.small
@pytest.mark.parametrize(
    "broken", ["numpy.savez_compressed", "json.dumps", "pathlib.Path.write_text"]
)
def test_a_failed_save_leaves_the_old_table(
    broken: str, empty_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.save("one", some_arrays(), holds="it", made_by="this", folder=empty_folder)
    before = (empty_folder / "manifest.json").read_text()

    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(broken, fail)
        with pytest.raises(OSError, match="the disk is full"):
            data.save("one", some_arrays(9), holds="it", made_by="this", folder=empty_folder)
    assert (empty_folder / "manifest.json").read_text() == before
    assert np.array_equal(data.load("one")["numbers"], some_arrays()["numbers"])


@pytest.mark.small
def test_a_changed_number_is_noticed(copied_folder: Path) -> None:
    with np.load(copied_folder / "evaluator.npz") as file:
        arrays = {name: file[name] for name in file.files}
    arrays["value7"][123] ^= 1
    np.savez_compressed(copied_folder / "evaluator.npz", **arrays)
    with pytest.raises(data.DamagedTableError, match="'evaluator' does not match its checksum"):
        data.load("evaluator")
    assert data.load("holdem_preflop")


@pytest.mark.small
def test_a_missing_array_is_noticed(copied_folder: Path) -> None:
    with np.load(copied_folder / "evaluator.npz") as file:
        arrays = {name: file[name] for name in file.files if name != "flush"}
    np.savez_compressed(copied_folder / "evaluator.npz", **arrays)
    with pytest.raises(data.DamagedTableError, match="'evaluator' does not match its checksum"):
        data.load("evaluator")


@pytest.mark.small
@pytest.mark.parametrize("missing", ["evaluator.npz", "manifest.json"])
def test_a_missing_file_is_noticed(missing: str, copied_folder: Path) -> None:
    (copied_folder / missing).unlink()
    with pytest.raises(data.DamagedTableError, match="'evaluator' cannot be read"):
        data.load("evaluator")


@pytest.mark.small
def test_a_table_that_is_not_listed(copied_folder: Path) -> None:
    (copied_folder / "manifest.json").write_text("[]")
    with pytest.raises(data.DamagedTableError, match="install railbird again"):
        data.load("evaluator")
    (copied_folder / "manifest.json").write_text("[{")
    with pytest.raises(data.DamagedTableError, match="install railbird again"):
        data.load("evaluator")


@pytest.mark.small
@pytest.mark.parametrize("damage", ["empty", "half", "other", "flipped", "flipped early"])
def test_a_damaged_file_is_noticed(damage: str, copied_folder: Path) -> None:
    path = copied_folder / "evaluator.npz"
    content = bytearray(path.read_bytes())
    if damage == "empty":
        content = bytearray()
    elif damage == "half":
        del content[len(content) // 2 :]
    elif damage == "other":
        content[:] = b"not a table" * 100
    else:
        content[100 if damage == "flipped early" else len(content) // 2] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(data.DamagedTableError, match="'evaluator'"):
        data.load("evaluator")


# The evaluator


def test_the_shipped_evaluator_is_a_rebuild() -> None:
    built, shipped = build_high_tables(), high_tables()
    assert np.array_equal(shipped.words[:52], built.words)
    assert not shipped.words[52:].any()
    for name in HighTables._fields[1:]:
        assert getattr(shipped, name).dtype == getattr(built, name).dtype
        assert np.array_equal(getattr(shipped, name), getattr(built, name)), name
    arrays: data.Arrays = dict(zip(HighTables._fields, built, strict=True))
    assert data.checksum(arrays) == data.manifest()["evaluator"].checksum


# The pre-flop table


@pytest.fixture(scope="module")
def board_choices() -> npt.NDArray[np.uint8]:
    """Every choice of five of 48 cards."""
    flat = (place for five in combinations(range(48), 5) for place in five)
    return np.fromiter(flat, np.uint8, 5 * BOARDS).reshape(-1, 5)


def count_boards(
    hand: tuple[int, ...], other: tuple[int, ...], choices: npt.NDArray[np.uint8]
) -> tuple[int, int]:
    """The numbers of possible boards that the first hand wins and ties."""
    deck = [card for card in range(52) if card not in hand + other]
    boards = np.array(deck, dtype=np.uint8)[choices]
    holes = [np.tile(np.array(held, dtype=np.uint8), (BOARDS, 1)) for held in (hand, other)]
    mine, theirs = (high_values(np.hstack([boards, hole]), check=False) for hole in holes)
    return int((mine > theirs).sum()), int((mine == theirs).sum())


def random_pairs(count: int) -> list[tuple[str, str]]:
    """Pairs of hands that share no card, as texts."""
    rng = np.random.default_rng(1326)
    names = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    dealt = [rng.permutation(names)[:4].tolist() for _ in range(count)]
    return [(a + b, c + d) for a, b, c, d in dealt]


@pytest.mark.parametrize(
    ("hand", "other"),
    [
        ("AcKc", "7h6h"),
        ("AsAh", "KsKh"),
        ("AsAh", "KdKc"),
        ("AsAh", "AdAc"),
        ("AsKh", "AdKc"),
        ("3c2d", "3d2c"),
        ("2c2d", "AsKs"),
        *random_pairs(7),
    ],
)
def test_match_ups_counted_board_by_board(
    hand: str, other: str, board_choices: npt.NDArray[np.uint8]
) -> None:
    table = preflop.matchups()
    i, j = colex_index(cards_of(hand)), colex_index(cards_of(other))
    wins, ties = count_boards(cards_of(hand), cards_of(other), board_choices)
    assert (table.wins[i, j], table.ties[i, j]) == (wins, ties)
    assert (table.wins[j, i], table.ties[j, i]) == (BOARDS - wins - ties, ties)


def test_match_ups_have_a_winner_or_a_tie_on_every_board() -> None:
    table = preflop.matchups()
    hands = holdem_hands()
    shared = (hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    assert np.array_equal(table.ties, table.ties.T)
    total = table.wins + table.ties + table.wins.T
    assert np.array_equal(total, np.where(shared, 0, BOARDS))
    assert BOARDS == preflop.BOARDS == comb(48, 5)


def test_classes_are_sums_over_hands() -> None:
    hands, classes = preflop.matchups(), preflop.class_matchups()
    of_hand = holdem_class_of_hand()
    for by_hand, by_class in (
        (hands.wins, classes.wins),
        (hands.ties, classes.ties),
        (hands.wins.T, classes.losses),
        ((hands.wins + hands.ties + hands.wins.T) / BOARDS, classes.pairs),
    ):
        sums = np.zeros((169, 169))
        np.add.at(sums, (of_hand[:, None], of_hand[None, :]), by_hand)
        assert np.array_equal(sums, by_class)


def test_class_match_ups_add_up() -> None:
    table = preflop.class_matchups()
    assert np.array_equal(table.wins + table.ties + table.losses, table.pairs * BOARDS)
    assert np.array_equal(table.losses, table.wins.T)
    for counts in (table.ties, table.pairs):
        assert np.array_equal(counts, counts.T)
    assert np.allclose(table.equities() + table.equities().T, 1, atol=1e-15)


def test_every_hand_meets_1225_others() -> None:
    pairs = preflop.class_matchups().pairs
    hands_of = {"s": 4, "o": 12, "": 6}
    sizes = np.array([hands_of[name[2:]] for name in HOLDEM_CLASSES])
    assert np.array_equal(pairs.sum(axis=1), 1225 * sizes)
    aces, kings, suited = (HOLDEM_CLASSES.index(name) for name in ("AA", "KK", "AKs"))
    assert (pairs[aces, aces], pairs[aces, kings], pairs[aces, suited]) == (6, 36, 12)
