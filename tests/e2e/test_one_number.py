"""Table, ``--json``, columns, charts and page of an analysis say the same number."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path

import numpy as np
import pyarrow.csv
import pyarrow.parquet
import pytest
from pyarrow import types

from tests.e2e.command import result

HANDS = 460
"""Enough that factors are fitted in both halves of the halves."""

NO_LIMIT = {
    "money": "money",
    "known luck out": "known_luck_out",
    "AIE": "aie",
    "DIVAT": "divat",
    "AIVAT": "aivat",
    "least variance": "least_variance",
}
LIMIT = {
    "money": ("money",),
    "DIVAT": ("skill",),
    "AIE DIVAT": ("aie_skill_preflop", "aie_skill_flop", "aie_skill_turn", "aie_skill_river"),
    "EVAT": ("evat_preflop", "evat_flop", "evat_turn", "evat_river"),
}

ROUNDS = ("preflop", "flop", "turn", "river")

CASES = [
    pytest.param(("--betting", "no-limit"), (), id="no-limit"),
    pytest.param(("--betting", "no-limit"), ("--known", "rules", "--known", "bluffer"), id="known"),
    pytest.param(("--betting", "no-limit", "--duplicate"), ("--duplicate",), id="duplicate"),
    pytest.param(("--game", "omaha8"), (), id="omaha8"),
]


def play(folder: Path, *options: str) -> None:
    hands = HANDS // 2 if "--duplicate" in options else HANDS
    words = ("rules", "bluffer", "--hands", str(hands), "--seed", "3", "--out", "log.jsonl")
    result("match", *words, *options, "--no-library", folder=folder)


def columns(folder: Path) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """The columns of both files, which must be the same."""
    found = []
    for path in ("c.csv", "c.parquet"):
        read = pyarrow.csv.read_csv if path.endswith("csv") else pyarrow.parquet.read_table
        table = read(folder / path)
        kinds = {n: table[n].type for n in table.column_names}
        numbers = [n for n, t in kinds.items() if types.is_floating(t) or types.is_integer(t)]
        found.append(
            {n: np.array([x or 0.0 for x in table[n].to_pylist()], dtype=float) for n in numbers}
        )
    one, other = found
    for name, column in other.items():  # a CSV file has no types
        assert column == pytest.approx(one[name])
    return other


Means = dict[str, float]


def analysed(folder: Path, *options: str) -> tuple[Means, dict[str, list[str]], Means]:
    """The means by ``--json``, those of the table, and DIVAT by round; the files are written."""
    files = ("--report", "r.html", "--figures", "charts", "--columns")
    said = result("analyze", "log.jsonl", *options, *files, "c.csv", folder=folder)
    told = json.loads(
        result("analyze", "log.jsonl", *options, "--columns", "c.parquet", "--json", folder=folder)
    )
    lines = told["estimators"] + told.get("by_deal", [])
    means: Means = {}
    for line in lines:
        assert means.setdefault(line["name"], line["mean"]) == pytest.approx(line["mean"])
    shown: dict[str, list[str]] = {}
    for name, mean in re.findall(r"^(\w[\w −]*?)  +([+-]\d+\.\d{4}) ", said, re.MULTILINE):
        shown.setdefault(name, []).append(mean)
    return means, shown, {line["name"]: line["mean"] for line in told["by_round"]}


@pytest.mark.parametrize(("played", "options"), CASES)
def test_one_number_for_each_estimator(
    tmp_path: Path, played: tuple[str, ...], options: tuple[str, ...]
) -> None:
    play(tmp_path, *played)
    means, shown, by_round = analysed(tmp_path, *options)
    column, page = columns(tmp_path), (tmp_path / "r.html").read_text(encoding="utf-8")
    chart = (tmp_path / "charts" / "lines.svg").read_text(encoding="utf-8")
    assert len(means) >= 3
    for name, mean in means.items():
        values = column[NO_LIMIT[name]]
        assert values.mean() == pytest.approx(mean, abs=1e-9)
        assert set(shown[name]) == {f"{mean:+.4f}"}
        title = re.escape(name[0].upper() + name[1:])
        for drawn in (page, chart):
            (legend,) = re.findall(rf">{title} ([+−][\d,.]+)</text>", drawn)
            assert number(legend) == pytest.approx(values.sum(), abs=0.05001)
        in_page = re.findall(
            rf"<th[^>]*>{re.escape(name)}.*?</th><td[^>]*>(.*?)</td>", page, re.DOTALL
        )
        assert in_page
        for cell in in_page:
            assert number(re.sub(r"<.*?>", "", cell)) == pytest.approx(mean, abs=5e-4)
    skill = sum(column[f"skill_{each}"] for each in ROUNDS)
    luck = sum(column[f"luck_{each}"] for each in ROUNDS)
    for key, mean in zip(ROUNDS, by_round.values(), strict=True):
        assert column[f"skill_{key}"].mean() == pytest.approx(mean, abs=1e-9)
    assert skill == pytest.approx(column["divat"])
    assert skill + luck == pytest.approx(column["money"])


def number(text: str) -> float:
    found = re.search(r"[+−-]?[\d,]+\.\d+", text)
    assert found, text
    return float(found[0].replace("−", "-").replace(",", ""))


def test_one_number_for_each_score_at_limit(tmp_path: Path) -> None:
    play(tmp_path)
    means, shown, by_round = analysed(tmp_path)
    column, page = columns(tmp_path), (tmp_path / "r.html").read_text(encoding="utf-8")
    for key, mean in zip(ROUNDS, by_round.values(), strict=True):
        assert column[f"skill_{key}"].sum() / HANDS == pytest.approx(mean, abs=1e-6)
    for name, names in LIMIT.items():
        assert sum(column[each].mean() for each in names) == pytest.approx(means[name], abs=1e-6)
        assert set(shown[name]) == {f"{means[name]:+.4f}"}
    (data,) = re.findall(
        r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL
    )
    lines = {
        name: np.frombuffer(b64decode(text), "<f4").sum(dtype=float)
        for name, text in json.loads(data)["columns"].items()
    }
    assert lines["money"] / HANDS == pytest.approx(means["money"], abs=1e-5)
    drawn = sum(lines[f"skill{r}"] for r in range(4))
    assert drawn / HANDS == pytest.approx(means["DIVAT"], abs=1e-5)
