"""The page, the data and the figures of a solved hand."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from railbird.cards.ranges import Range
from railbird.errors import OptionError
from railbird.reports.figures import standalone
from railbird.reports.jam import few_digits, how_solved, jam_page, jam_svg, percent
from railbird.reports.jam_files import jam_figures, write_jam_csv
from railbird.tournament import HandSolution, JamDecision, play_deals, solve_hand

TINY = re.compile(r"\d(\.\d+)?e-\d+")


@pytest.fixture(scope="module")
def found() -> HandSolution:
    return solve_hand([10, 10], blinds=(0.5, 1))


@pytest.fixture(scope="module")
def bounty() -> HandSolution:
    return solve_hand(
        [3000, 4500, 6000],
        blinds=(300, 600),
        ante=50,
        payouts=[50, 30, 20],
        bounties=[5, 5, 10],
        progressive=True,
        locks={"SB": "20%"},
        epsilon=1e-3,
    )


def tidied(found: HandSolution, dust: float = 0.005) -> tuple[JamDecision, ...]:
    return tuple(one.tidied(dust) for one in found.decisions)


def test_the_raw_solution_has_dust(found: HandSolution) -> None:
    frequencies = np.concatenate([one.jam for one in found.decisions])
    assert ((frequencies > 0) & (frequencies < 1e-6)).any()


@pytest.mark.parametrize("dust", [0.005, 0.05, 0.0005, 0.0])
def test_no_dust_on_a_page_or_in_a_picture(found: HandSolution, dust: float) -> None:
    shown = tidied(found, dust)
    page = jam_page(found, shown)
    for text in (
        page,
        *(jam_svg(one, found.rules) for one in shown),
        *(one.range_text for one in shown),
    ):
        assert not TINY.search(text)
    least = min(float(one.jam[one.jam > 0].min()) for one in shown)
    assert least >= max(dust, 0.0001)
    assert max(float(one.jam[one.jam < 1].max()) for one in shown) <= 1 - max(dust, 0.0001)


@pytest.mark.parametrize("dust", [0.005, 0.05, 0.0005])
def test_range_grid_and_percentage_agree(found: HandSolution, dust: float) -> None:
    for one in tidied(found, dust):
        read = Range.parse(one.range_text)
        assert np.allclose(read.class_weights().ravel(), one.jam, atol=1e-12)
        assert f"{read.percent:.1f}" == percent(one.share)
        labels = re.findall(r"<title>(\w+): ([\d.]+) %", jam_svg(one, found.rules))
        drawn = {name: float(share) for name, share in labels}
        assert drawn["AA"] == 100
        assert drawn["72o"] == 0
        assert sum(0 < share < 100 for share in drawn.values()) == sum((one.jam % 1) > 0)


def test_a_locked_range_is_as_it_was_given() -> None:
    found = solve_hand([10, 10], blinds=(0.5, 1), locks={"BB": "0.3%:AA,KK"}, epsilon=1e-3)
    assert found.decision("BB after SB").tidied(0.05).range_text == "KK,0.3%:AA"


@pytest.mark.parametrize("dust", [-0.1, 0.5, float("nan")])
def test_dust_is_a_small_frequency(found: HandSolution, dust: float) -> None:
    with pytest.raises(OptionError, match="at least 0 and below"):
        found.decisions[0].tidied(dust)


class Seen(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str, **wanted: str) -> int:
        return sum(
            name == tag and all(attrs.get(k.rstrip("_")) == v for k, v in wanted.items())
            for name, attrs in self.elements
        )


def test_page(bounty: HandSolution) -> None:
    shown = tidied(bounty)
    seen = Seen(jam_page(bounty, shown, "A5s", played=play_deals(bounty, deals=2000)))
    ids = [attrs["id"] for tag, attrs in seen.elements if tag == "section"]
    assert ids == ["table", "ranges", "hand", "grids", "folded", "computed"]
    assert seen.count("table", class_="cells") == len(shown) == 6
    assert seen.count("svg") == 1
    assert not seen.count("script")
    for text in ("BTN", "4500", "ante 50", "bounty 10", "prizes 50 / 30 / 20", "first in"):
        assert text in seen.text
    assert "after BTN, SB" in seen.text
    assert "This range was fixed beforehand" in seen.text
    tips = [
        attrs["title"] or "" for tag, attrs in seen.elements if tag == "td" and "title" in attrs
    ]
    assert len(tips) == 6 * 169
    assert all(
        re.search(r"EV (jam|call) [\d.]+, fold [\d.]+, gain|never gets here", t) for t in tips
    )
    assert "nan" not in seen.text


def test_page_where_nobody_decides() -> None:
    found = solve_hand([1, 1], blinds=(1, 2))
    assert "Nobody has a decision" in Seen(jam_page(found, ())).text


def test_what_was_played_for(found: HandSolution, bounty: HandSolution) -> None:
    assert how_solved(found, tidied(found)).startswith("Played for chips. Nobody can gain more ")
    said = how_solved(bounty, tidied(bounty))
    assert "progressive bounties of 5 / 5 / 10; those not won" in said
    for text in (said, jam_page(bounty, tidied(bounty))):
        assert "folded" in text or "fold go back" in text
        assert bounty.version in text
    assert few_digits(100 * found.epsilon).startswith("0.0000")


def test_csv(bounty: HandSolution, tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    shown = tidied(bounty)
    write_jam_csv(path, bounty, shown)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6 * 169
    assert [rows[0][name] for name in ("decision", "player", "after", "hand", "combos")] == [
        *("BTN", "BTN", "", "AA", "6")
    ]
    for row in rows:
        assert float(row["gain"]) == pytest.approx(
            float(row["ev_in"]) - float(row["ev_fold"]), abs=2e-8
        )
        for name in ("ev_in", "ev_fold", "gain"):
            in_prizes = bounty.rules.pool * float(row[name])
            assert float(row[f"{name}_prizes"]) == pytest.approx(in_prizes, abs=1e-5)
    last = rows[-169:]
    assert last[0]["after"] == "BTN SB"
    assert [float(row["frequency"]) for row in last] == pytest.approx(shown[-1].jam.tolist())
    write_jam_csv(path, bounty, shown, "A5s")
    assert len(path.read_text().splitlines()) == 7


def test_page_has_evs_in_the_unit_of_the_prizes(bounty: HandSolution) -> None:
    page = jam_page(bounty, tidied(bounty), "A5s")
    assert "In prizes</th>" in page
    first = bounty.decisions[0]
    in_, fold = (bounty.rules.pool * float(ev[0]) for ev in (first.ev_jam, first.ev_fold))
    assert f"AA: 100 % · EV jam {in_:.4f}, fold {fold:.4f}, gain +{in_ - fold:.4f}" in page
    assert "in % of the pool; the gain" not in page
    assert "EVs with A5s, in the prizes" in page


def test_figures(bounty: HandSolution) -> None:
    figures = jam_figures(bounty, tidied(bounty))
    assert list(figures)[:2] == ["table", "BTN"]
    assert "BB-after-BTN-SB" in figures
    assert all("var(" not in standalone(svg) for svg in figures.values())


def test_a_decision_that_nobody_gets_to_is_not_shown_as_solved(tmp_path: Path) -> None:
    found = solve_hand([9, 9, 9], blinds=(0.5, 1), locks={"BTN": "random"}, epsilon=1e-3)
    shown = {one.name: one for one in tidied(found)}
    never = {"SB", "BB after SB"}
    assert {name for name, one in shown.items() if not one.is_reached} == never
    assert {one.range_text for one in shown.values() if not one.has_answer} == {"not reached"}
    assert not shown["SB"].jam.any()
    page = jam_page(found, list(shown.values()))
    assert page.count('class="cells"') == len(shown) - len(never)
    assert "without an answer: SB; BB after SB." in page
    assert "First in, BTN jams 100.0" in page
    assert "any two" in page
    assert "random" not in page
    write_jam_csv(tmp_path / "jam.csv", found, list(shown.values()))
    with (tmp_path / "jam.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["decision"] in never]
    assert [(row["hand"], row["frequency"]) for row in rows] == [("not reached", "")] * 2
    assert {"SB", "BB-after-SB"}.isdisjoint(jam_figures(found, list(shown.values())))
    assert "SB: not reached" in jam_page(found, [shown["SB"]], "AKs") + jam_svg(
        shown["SB"], found.rules
    )
