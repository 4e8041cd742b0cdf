"""Scores as a Parquet file: what it says, and that it is whole or not there."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.naive.divat_hands import random_hands, write

from railbird.cards import format_cards
from railbird.divat.heads_up import gather
from railbird.divat.heads_up.columns import ROUND_KEYS, ColumnsFile
from railbird.divat.heads_up.gather import Chunk
from railbird.divat.heads_up.match import MatchAnalysis, analyze
from railbird.divat.heads_up.summary import summarise
from railbird.errors import OptionError

HANDS = random_hands(90, seed=41)


@pytest.fixture
def written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[MatchAnalysis, pa.Table, list[Chunk]]:
    """An analysis in three chunks, and its file read back."""
    monkeypatch.setattr(gather, "CHUNK", 40)
    path = tmp_path / "games.parquet"
    chunks: list[Chunk] = []
    with ColumnsFile(path) as file:

        def each(chunk: Chunk) -> None:
            chunks.append(chunk)
            file.write(chunk)

        found = analyze(HANDS, hero="Ann", each=each)
        assert not path.exists()
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.parquet"]
    return found, pq.read_table(path), chunks


def values(table: pa.Table, name: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([np.nan if x is None else x for x in table[name].to_pylist()])


def test_there_and_back(written: tuple[MatchAnalysis, pa.Table, list[Chunk]]) -> None:
    found, table, chunks = written
    assert len(chunks) == 3
    assert table["id"].to_pylist() == found.ids.tolist() == list(range(1, 91))
    assert table["number"].to_pylist() == [hand.number for hand in HANDS]
    assert table["big_blind"].to_pylist() == [hand.players[0] == "Ann" for hand in HANDS]
    for g, hand in enumerate(HANDS):
        row = {name: table[name][g].as_py() for name in ("cards", "cards_other", "board")}
        seat = hand.players.index("Ann")
        mine, other = hand.hole_cards[seat], hand.hole_cards[1 - seat]
        assert mine is not None
        assert other is not None
        assert row == {
            "cards": format_cards(mine),
            "cards_other": format_cards(other),
            "board": format_cards(hand.board),
        }
        assert write(hand).split()[-1] == table["betting"][g].as_py()
    scores = np.concatenate([chunk.scores.by_round for chunk in chunks])
    for r, round_ in enumerate(ROUND_KEYS):
        played = found.games.rounds > r
        column = values(table, f"skill_{round_}")
        assert np.array_equal(np.isnan(column), ~played)
        assert np.array_equal(column[played], (scores[:, r, 0] * found.sign)[played])


def test_the_identity_and_the_sums(
    written: tuple[MatchAnalysis, pa.Table, list[Chunk]],
) -> None:
    found, table, _ = written
    assert np.abs(values(table, "identity")).max() < 1e-9
    gap = values(table, "money") - values(table, "luck") - values(table, "skill")
    assert gap == pytest.approx(values(table, "position"), abs=1e-9)
    assert values(table, "position") == pytest.approx(found.position * found.sign)
    summary = summarise(found)
    count = len(found)
    for name, line in (
        ("money", summary.money),
        ("skill", summary.divat),
        ("luck", summary.luck),
        ("dcash", summary.dcash),
    ):
        assert values(table, name).mean() == pytest.approx(line.mean, abs=1e-6)
    for name, line in zip(ROUND_KEYS, summary.by_round, strict=True):
        total = np.nansum(values(table, f"skill_{name}"))
        assert total / count == pytest.approx(line.mean, abs=1e-6)
    for key, credit in zip(("red_green", "red_green_other"), summary.red_green, strict=True):
        points = sum(np.nansum(values(table, f"{key}_{name}")) for name in ROUND_KEYS)
        assert points == pytest.approx(credit, abs=1e-3)
    evat = sum(np.nansum(values(table, f"evat_{name}")) for name in ROUND_KEYS)
    assert evat / count == pytest.approx(summary.evat.mean, abs=1e-5)


def test_the_other_players_columns(tmp_path: Path) -> None:
    tables = []
    for name in ("Ann", "Bob"):
        with ColumnsFile(tmp_path / f"{name}.parquet") as file:
            analyze(HANDS[:30], hero=name, each=file.write)
        tables.append(pq.read_table(tmp_path / f"{name}.parquet"))
    ann, bob = tables
    assert ann["cards"].to_pylist() == bob["cards_other"].to_pylist()
    for round_ in ROUND_KEYS:
        for mine, other in (
            ("rank", "rank_other"),
            ("red_green", "red_green_other"),
            ("evat_own", "evat_other"),
        ):
            assert ann[f"{mine}_{round_}"] == bob[f"{other}_{round_}"]
        shares = values(ann, f"aie_{round_}") + values(bob, f"aie_{round_}")
        assert np.nanmax(np.abs(shares - 1)) < 1e-12
        assert values(ann, f"lfat_{round_}") == pytest.approx(
            -values(bob, f"lfat_{round_}"), nan_ok=True
        )


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_an_interruption_leaves_what_was_there(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "games.parquet"
    path.write_text("of yesterday")

    def broken(chunk: Chunk) -> None:
        file.write(chunk)
        assert (tmp_path / "games.parquet.part").exists()
        raise error

    with pytest.raises(error), ColumnsFile(path) as file:
        analyze(HANDS, each=broken)
    assert [entry.name for entry in tmp_path.iterdir()] == ["games.parquet"]
    assert path.read_text() == "of yesterday"


def test_csv_has_the_same_rows(tmp_path: Path) -> None:
    paths = [tmp_path / "games.parquet", tmp_path / "games.CSV"]
    for path in paths:
        with ColumnsFile(path) as file:
            analyze(HANDS[:30], hero="Ann", each=file.write)
    table = pq.read_table(paths[0])
    with paths[1].open(newline="") as text:
        rows = list(csv.DictReader(text))
    assert list(rows[0]) == table.column_names
    assert [float(row["skill"]) for row in rows] == table["skill"].to_pylist()
    assert [row["cards"] for row in rows] == table["cards"].to_pylist()
    river = [None if row["skill_river"] == "" else float(row["skill_river"]) for row in rows]
    assert river == table["skill_river"].to_pylist()


@pytest.mark.parametrize("name", ["games.txt", "games", "games.csv.gz"])
def test_other_formats_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(OptionError, match=rf"'{name}' end in .parquet or .csv"):
        ColumnsFile(tmp_path / name)


def test_no_game_no_file(tmp_path: Path) -> None:
    with ColumnsFile(tmp_path / "games.parquet") as file:
        analyze([], each=file.write)
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_is_full_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.parquet"

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "close", full)
    with pytest.raises(OSError, match="No space"), ColumnsFile(path) as file:
        analyze(HANDS[:20], each=file.write)
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []
