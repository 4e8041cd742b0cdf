"""Lines of an experiment as a page and as figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from railbird.reports.experiment import experiment_figures, write_pages
from railbird.reproduce.drawings import Lines, Series, sums
from railbird.reproduce.experiment import Outcome


def bankrolls(title: str = "Bankrolls <of all>") -> Lines:
    rng = np.random.default_rng(1)
    columns = {name: rng.normal(size=5000) for name in ("Ann & Bob", "money")}
    return sums(title, columns, x_label="hands", colours={"money": "money"})


def test_sums_begin_at_zero() -> None:
    lines = sums("x", {"Ann": [2, -1, 3]}, x_label="hands")
    assert np.asarray(lines.x).tolist() == [0, 1, 2, 3]
    assert np.asarray(lines.series[0].values).tolist() == [0, 2, 1, 4]


def test_all_lines_of_an_experiment_are_on_one_page(tmp_path: Path) -> None:
    outcome = Outcome((), drawings=(bankrolls(), bankrolls("The start")), notes=("how <it> was",))
    (page,) = write_pages(outcome, tmp_path / "lines.html", title="Figure 1 & more")
    text = page.read_text(encoding="utf-8")
    assert text.count("<svg") == 2
    assert all(svg in text for svg in experiment_figures(outcome).values())
    assert "<h1>Figure 1 &amp; more</h1>" in text
    assert "how &lt;it&gt; was; railbird" in text
    assert "Ann &amp; Bob" in text
    assert text.rstrip().endswith("</html>")


def test_figures_of_lines_are_named_by_their_titles() -> None:
    outcome = Outcome((), drawings=(bankrolls(), bankrolls(), bankrolls("B")))
    assert list(experiment_figures(outcome)) == ["bankrolls-of-all", "bankrolls-of-all-2", "b"]


def test_a_long_line_is_drawn_with_few_points() -> None:
    (svg,) = experiment_figures(Outcome((), drawings=(bankrolls(),))).values()
    assert 600 < svg.count(",") < 1500
    assert "var(--money)" in svg


def test_every_line_has_a_look_of_its_own_and_guides_are_mirrored() -> None:
    many = tuple(Series(f"line {i}", [0, i, -i]) for i in range(10))
    guide = Series("one standard deviation", [0, 1, 2], "divat", guide=True)
    lines = Lines("x", "games", "sb", [0, 1, 2], (*many, guide))
    (svg,) = experiment_figures(Outcome((), drawings=(lines,))).values()
    looks = {
        (part.split('stroke="')[1].split('"')[0], "dasharray" in part)
        for part in svg.split("<polyline")
        if 'stroke-width="2"' in part or "dasharray" in part
    }
    assert len(looks) == 10
    plain = experiment_figures(Outcome((), drawings=(Lines("x", "", "", [0, 1, 2], many),)))
    # the guide is drawn above and below 0, and stands in the legend
    assert svg.count("<polyline") - plain["x"].count("<polyline") == 3
