"""A match is a printed number that ours could have missed."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from railbird import reproduce
from railbird.reproduce.experiment import (
    Claim,
    Experiment,
    Figure,
    RunOptions,
    agreement,
    beside,
    compare,
    holds,
    judged,
    within,
)
from railbird.reproduce.registry import EXPERIMENTS, find

QUICK = [each for each in EXPERIMENTS.values() if each.seconds <= 5]
PLAYED = ("kan-fig-4.1", "kan-fig-4.3", "kan-fig-4.6", "kan-unbiased", "kan-sec-2.2")
FEW = 150
FOLDER = Path(reproduce.__file__).parent


def off_by_ten_tolerances(figure: Figure) -> list[float | str]:
    """What ours could have been instead; a count or text without a tolerance is off by one."""
    if isinstance(figure.printed, str):
        return [f"{figure.printed}x", ""]
    assert figure.printed is not None
    far = 10 * figure.tolerance or 1
    return [figure.printed + far, figure.printed - far]


def check(experiment: Experiment, options: RunOptions) -> int:
    """Rows of an experiment that match; none does with another number of ours."""
    matches = 0
    for figure in experiment.run(options).figures:
        if figure.verdict == "match":
            matches += 1
            for other in off_by_ten_tolerances(figure):
                assert agreement(other, figure.printed, figure.tolerance) == "differs"
                with pytest.raises(ValueError, match="is not the printed"):
                    replace(figure, ours=other)
        if figure.verdict == "consistent":
            assert not isinstance(figure.printed, int | float), figure
    return matches


@pytest.mark.parametrize("name", [each.id for each in QUICK])
def test_every_match_would_differ_if_ours_were_off_by_ten_tolerances(name: str) -> None:
    matches = check(find(name), RunOptions())
    assert matches or find(name).expected != "match"


@pytest.mark.parametrize("name", PLAYED)
def test_so_would_matches_of_sampled_numbers(name: str) -> None:
    check(find(name), RunOptions(games=FEW, seed=2))


def test_no_other_row_can_be_called_a_match() -> None:
    for printed in (0.6, None, "0.5"):
        with pytest.raises(ValueError, match="is not the printed"):
            Figure("x", 0.5, printed, 0.05, "match")
    with pytest.raises(ValueError, match="is not the printed"):
        Figure("x", 0.5, 0.5, float("inf"), "match")
    with pytest.raises(ValueError, match="is not the printed"):
        Figure("x", float("nan"), 0.5, 0.05, "match")
    with pytest.raises(ValueError, match="matches or differs"):
        Figure("x", 0.5, 0.5, 0.05, "consistent")
    assert Figure("x", 0.54, 0.5, 0.05, "match").verdict == "match"


def test_claims_in_words_are_never_a_match() -> None:
    claims = [
        Claim("x", 0.1, 0.0, 1.0, in_words=True),
        Claim("x", 9.0, 0.0, 1.0, side=">"),
        Claim("x", -9.0, 0.0, 1.0, side="<"),
        Claim("x", -9.0, 0.0, 1.0, side="≤"),
    ]
    assert {figure.verdict for figure in judged(*claims)} == {"consistent"}
    assert judged(Claim("x", 0.1, 0.0, 1.0))[0].verdict == "match"
    assert judged(replace(claims[0], ours=9.0))[0].verdict == "differs"


def test_verdicts_are_given_by_the_frame_alone() -> None:
    """No experiment writes its own: figures are made by the functions of one module."""
    for path in FOLDER.rglob("*.py"):
        if path.name == "experiment.py":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                made = node.func.id if isinstance(node.func, ast.Name) else ""
                assert made not in ("Figure", "SampledFigure", "UnsureFigure"), path
                assert all(each.arg != "verdict" for each in node.keywords), path


def test_makers_of_figures() -> None:
    assert compare("x", 0.51, 0.5, digits=1).verdict == "match"
    assert within("x", 0.5, 0.7, 0.1).verdict == "differs"
    assert beside("x", 0.5, 0.5, "our players").verdict == "not comparable"
    assert holds("x", 0.5, "> 1", truth=False).verdict == "differs"
