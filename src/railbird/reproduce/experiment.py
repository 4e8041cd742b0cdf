"""Experiments: a table or figure of a document, computed again and compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.reproduce.drawings import Lines
from railbird.reproduce.pair_table import PairTable
from railbird.stats import FEWEST_FOR_VERDICT

Agreement = Literal["match", "differs", "not comparable"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed number beside ours.

    ``tolerance`` is half a unit of the last printed digit, or what sampling allows. ``why`` says
    where the printed figure is wrong, or what prevents a comparison.
    """

    name: str
    ours: float | str
    printed: float | str | None
    tolerance: float
    verdict: Agreement
    why: str = ""

    @property
    def too_few(self) -> bool:
        """Whether there were too few games to judge it."""
        return self.verdict == "not comparable" and self.why.startswith(TOO_FEW)


class SampledFigure(Figure):
    """A figure that depends on which games were played."""

    __slots__ = ()


class UnsureFigure(SampledFigure):
    """A figure that more games might judge otherwise.

    It differs by little, or it agrees only within what sampling allows.
    """

    __slots__ = ()


TOO_FEW = "too few to tell"
"""What begins the reason of a figure that cannot be judged by so few games."""


def _nobody_asks(_: float) -> None:
    pass


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The user's options for an experiment.

    With ``draws`` the outcome keeps its drawings, however large. ``progress`` is called with the
    fraction done.
    """

    games: int | None = None
    seed: int = 1
    draws: bool = False
    progress: Callable[[float], None] = field(default=_nobody_asks, repr=False, compare=False)

    def part(self, i: int, of: int, *, seed: int | None = None) -> RunOptions:
        """Options for part i of several of about equal length, with its own seed if given."""

        def progress(done: float) -> None:
            self.progress((i + done) / of)

        return replace(self, seed=self.seed if seed is None else seed, progress=progress)


@dataclass(frozen=True, slots=True)
class Outcome:
    """All figures of an experiment, with its table and notes as text, and what can be drawn."""

    figures: tuple[Figure, ...]
    text: str = ""
    notes: tuple[str, ...] = ()
    drawings: tuple[MatchAnalysis | PairTable | Lines, ...] = field(
        default=(), repr=False, compare=False
    )

    @property
    def verdict(self) -> Agreement:
        """``differs`` if any figure differs, else ``match`` if one matches, else not comparable.

        If games were too few to judge a figure, the experiment does not match.
        """
        verdicts = {figure.verdict for figure in self.figures}
        if "differs" in verdicts:
            return "differs"
        return "match" if "match" in verdicts and not self.too_few else "not comparable"

    @property
    def too_few(self) -> bool:
        """Whether there were too few games to judge some figure."""
        return any(figure.too_few for figure in self.figures)

    def of_few(self, games: int, full: int) -> Outcome:
        """The outcome of fewer games than the experiment takes: what is unsure is not judged.

        Of very few games, nothing that is sampled is judged.
        """
        unsure = SampledFigure if games < FEWEST_FOR_VERDICT else UnsureFigure
        why = f"{TOO_FEW}: {games:,} of {full:,} games"
        return replace(
            self,
            figures=tuple(
                Figure(
                    name=figure.name,
                    ours=figure.ours,
                    printed=figure.printed,
                    tolerance=figure.tolerance,
                    verdict="not comparable",
                    why=why,
                )
                if isinstance(figure, unsure) and figure.verdict != "not comparable"
                else figure
                for figure in self.figures
            ),
        )


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure of a document. ``expected`` is the verdict that it is known to give.

    ``games`` is how many games it takes, or 0 if it plays none and has no chance in it.
    """

    id: str
    title: str
    expected: Agreement
    run: Callable[[RunOptions], Outcome] = field(repr=False)
    seconds: float = 2.0
    """The approximate running time."""
    games: int = 0


def compare(
    name: str, ours: float, printed: float | None, *, digits: int = 4, why: str = ""
) -> Figure:
    """A figure that must agree with the printed one to its last digit."""
    return within(name, ours, printed, 0.5 * 10**-digits + 1e-12, why=why)


def within(
    name: str,
    ours: float,
    printed: float | None,
    tolerance: float,
    *,
    why: str = "",
    sampled: bool = False,
) -> Figure:
    """A figure that must agree with the printed one within a tolerance.

    If ours is ``sampled`` and off by less than twice the tolerance, it is `UnsureFigure`: it may
    agree only because few games allow much.
    """
    if printed is None:
        return Figure(
            name=name,
            ours=ours,
            printed=None,
            tolerance=tolerance,
            verdict="not comparable",
            why=why,
        )
    off = abs(ours - printed)
    same = off <= tolerance
    kind = Figure
    if sampled:
        kind = SampledFigure if off > 2 * tolerance else UnsureFigure
    return kind(
        name=name,
        ours=ours,
        printed=printed,
        tolerance=tolerance,
        verdict="match" if same else "differs",
        why=why,
    )


def same_text(
    name: str, ours: str, printed: str, *, why: str = "", sampled: bool = False
) -> Figure:
    """A figure that is text; one that is ``sampled`` is `UnsureFigure`."""
    kind = UnsureFigure if sampled else Figure
    return kind(
        name=name,
        ours=ours,
        printed=printed,
        tolerance=0.0,
        verdict="match" if ours == printed else "differs",
        why=why,
    )


def beside(name: str, ours: float, printed: float | None, why: str) -> Figure:
    """Our stand-in for a printed figure that cannot be computed again."""
    return Figure(
        name=name, ours=ours, printed=printed, tolerance=0.0, verdict="not comparable", why=why
    )
