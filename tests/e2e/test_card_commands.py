"""``railbird equity``, ``rank``, ``range`` and ``tables``, driven as a user would."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image

from railbird import __version__
from tests.e2e.command import result


def test_equity_text_and_json() -> None:
    text = result("equity", "AcKc", "7h6h")
    assert "60.3628" in text
    assert "exact: all 1,712,304 boards" in text
    found = json.loads(result("equity", "AcKc", "7h6h", "--json"))
    assert found["exact"] is True
    assert found["seed"] is None
    assert found["players"][0]["win"] == pytest.approx(1_029_832 / 1_712_304)
    assert found["version"] == __version__


def test_equity_sampled_is_reproducible() -> None:
    words = ["equity", "22+", "random", "AKs", "--samples", "20000", "--seed", "3", "--json"]
    first, second = json.loads(result(*words)), json.loads(result(*words, "--threads", "1"))
    assert first["players"] == second["players"]
    assert first["seed"] == 3
    assert first["deals"] == 20000
    assert 0 < first["players"][0]["error"] < 0.01


def test_equity_omaha() -> None:
    found = json.loads(result("equity", "AsAdQsJd", "5h4s3c2h", "-g", "omaha8", "--json"))
    assert found["players"][0]["equity"] == pytest.approx(0.4947, abs=5e-5)
    assert sum(found["players"][1]["shares"].values()) == pytest.approx(1)
    assert found["players"][1]["halves"]["low"] == 1
    assert found["any_low"] == pytest.approx(found["players"][1]["halves"]["made"])


def test_equity_omaha_shows_high_and_low_apart() -> None:
    words = ["equity", "AsAdQsJd", "5h4s3c2h", "-g", "omaha8"]
    text = result(*words, COLUMNS="80")
    assert "5h4s3c2h   50.5324   37.43  100.00    37.43        53.86" in text
    assert "53.86 % of deals have one" in text
    narrow = result(*words, "--samples", "500", "--seed", "1", COLUMNS="60")
    assert narrow.count("±") == 6  # of each figure that is sampled, and of the deals with a low
    assert max(map(len, narrow.splitlines())) <= 60


def test_equity_omaha_without_a_low() -> None:
    text = result("equity", "AsAdKsKd", "JhTh9c8c", "-g", "omaha")
    assert "61.4813" in text
    assert "low" not in text


def test_rank() -> None:
    found = json.loads(result("rank", "AcKc", "--board", "Ks5h3d", "--json"))
    assert found["made"] == "pair of kings (KsKcAc5h3d)"
    assert found["seven_card_rank"] == pytest.approx(0.8687, abs=5e-5)
    text = result("rank", "AsAd2s3d", "--board", "4h7cKs8d2h", "--game", "omaha8")
    assert "7-4-3-2-A" in text
    assert "low place   the nuts" in text
    assert found["standing"]["outs"]["three of a kind"] == ["Kh", "Kd"]
    found = json.loads(result("rank", "AsAd2s3d", "-b", "4h7cKs8d2h", "-g", "omaha", "--json"))
    assert found["made"] == "pair of aces (AsAdKs8d7c)"
    assert "low" not in found


@pytest.mark.parametrize("width", [60, 80])
def test_rank_names_the_nuts_and_the_outs(width: int) -> None:
    words = ["rank", "AsAd2s3d", "--board", "4h7cKs", "--game", "omaha8"]
    text = result(*words, COLUMNS=str(width))
    assert "nuts" in text
    assert "2: Ah Ac, all to the nuts" in text
    assert max(map(len, text.splitlines())) <= width


def test_rank_of_a_hand_that_has_the_nuts() -> None:
    words = ["rank", "AsAd2s3d", "--board", "4h7cKs8d", "--game", "omaha8"]
    text = result(*words, COLUMNS="200")
    better = next(line for line in text.splitlines() if "outs to a better low" in line)
    assert better.endswith(", all to the nuts")
    assert "outs to a low" not in text
    assert "stays the low nuts       after any card" in text
    assert "3s" in json.loads(result(*words, "--json"))["low_standing"]["outs_to_nuts"]
    words = ["rank", "AsAd", "--board", "AhTh7c"]
    assert "13: Ac 5s 5d 5c 4s" in result(*words, COLUMNS="200"), "a six may make a straight"


def test_range_draws(tmp_path: Path) -> None:
    svg, png = tmp_path / "grid.svg", tmp_path / "grid.png"
    text = result("range", "22+,A2s+", "--svg", str(svg), "--png", str(png))
    assert "22+, A2s+ · 126 combos · 9.5 %" in text
    assert ET.parse(svg).getroot().tag.endswith("svg")
    with Image.open(png) as image:
        assert image.width > 500
    found = json.loads(result("range", "QQ, KK, AA", "--json"))
    assert found["text"] == "QQ+"
    assert found["combos"] == 18


def test_tables() -> None:
    names = {row["name"] for row in json.loads(result("tables", "list", "--json"))}
    assert names >= {"evaluator", "holdem_preflop", "divat_preflop", "divat_preflop_7chr"}
    assert set(json.loads(result("tables", "verify", "--json")).values()) == {"ok"}


def test_tables_build_elsewhere(tmp_path: Path) -> None:
    shipped = {
        row["name"]: row["checksum"] for row in json.loads(result("tables", "list", "--json"))
    }
    assert shipped["evaluator"] in result("tables", "build", "evaluator", "--out", str(tmp_path))
    assert {path.name for path in tmp_path.iterdir()} == {"evaluator.npz", "manifest.json"}
