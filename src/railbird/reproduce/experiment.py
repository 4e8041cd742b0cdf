"""What an experiment is: something the documents print, computed again and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

Verdict = Literal["match", "differs", "not comparable"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed number beside ours.

    ``tolerance`` is half a unit of the last printed digit, or what sampling allows; ``why`` says
    where the printed figure is wrong, or what stands in the way of a comparison.
    """

    name: str
    ours: float | str
    printed: float | str | None
    tolerance: float
    verdict: Verdict
    why: str = ""


def _nobody_asks(_: float) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Options:
    """What the user may ask of an experiment; ``progress`` is told the fraction that is done."""

    games: int | None = None
    seed: int = 1
    report: Path | None = None
    progress: Callable[[float], None] = field(default=_nobody_asks, repr=False, compare=False)

    def part(self, i: int, of: int, *, seed: int | None = None) -> Options:
        """For part i of several that take about as long, with a seed of its own if given."""

        def progress(done: float) -> None:
            self.progress((i + done) / of)

        return replace(self, seed=self.seed if seed is None else seed, progress=progress)


@dataclass(frozen=True, slots=True)
class Outcome:
    """All figures of an experiment, and its table or notes as text."""

    figures: tuple[Figure, ...]
    text: str = ""
    notes: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """``differs`` if any figure does, ``match`` if one matches, else not comparable."""
        verdicts = {figure.verdict for figure in self.figures}
        if "differs" in verdicts:
            return "differs"
        return "match" if "match" in verdicts else "not comparable"


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure of a document; ``expected`` is the verdict that it is known to give."""

    id: str
    title: str
    expected: Verdict
    run: Callable[[Options], Outcome] = field(repr=False)
    seconds: float = 2.0
    """About how long it takes."""


def compare(
    name: str, ours: float, printed: float | None, *, digits: int = 4, why: str = ""
) -> Figure:
    """A figure that must agree with print to its last digit."""
    return within(name, ours, printed, 0.5 * 10**-digits + 1e-12, why=why)


def within(
    name: str, ours: float, printed: float | None, tolerance: float, *, why: str = ""
) -> Figure:
    """A figure that must agree with print up to a tolerance."""
    if printed is None:
        return Figure(name, ours, None, tolerance, "not comparable", why)
    same = abs(ours - printed) <= tolerance
    return Figure(name, ours, printed, tolerance, "match" if same else "differs", why)


def same_text(name: str, ours: str, printed: str, *, why: str = "") -> Figure:
    """A figure in letters."""
    return Figure(name, ours, printed, 0.0, "match" if ours == printed else "differs", why)


def beside(name: str, ours: float, printed: float | None, why: str) -> Figure:
    """Our nearest figure beside one that cannot be computed again."""
    return Figure(name, ours, printed, 0.0, "not comparable", why)
