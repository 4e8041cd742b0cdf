"""Experiments: a table or figure of a document, computed again and compared.

A printed number that ours could have missed, and did not, is a ``match``. What a document says in
another way (a bound, an identity, a sign, yes or no), and what a second program of ours gives, can
only be ``consistent`` with ours.

A figure that is sampled is judged by a rule that is fixed before the run. It may be off by what the
printed rounding allows, plus a number of standard errors. That number is such that of all
experiments whose claims are true, at most one in a thousand is called ``differs``, however many
figures it has. Only what should be beyond a bound is judged by its 95 % interval, on either side of
the bound alike. The number of games and the seed stand in the registry. Where an experiment tries
several explanations, at most one of them can be true: the figures of each are judged together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf, isfinite, nan
from typing import Literal

from railbird.divat.heads_up.match import MatchAnalysis
from railbird.reproduce.drawings import Lines
from railbird.reproduce.pair_table import PairTable
from railbird.stats import FEWEST_FOR_VERDICT, LEVEL, UNKNOWN, shown, t_quantile

Agreement = Literal["match", "consistent", "differs", "not comparable"]
Side = Literal["=", ">", "<", "≤"]

LUCK = 0.001
"""The largest chance that an experiment is called ``differs`` though all its claims are true."""

QUICK_SECONDS = 10.0
"""About how long an experiment takes with `Experiment.quick_games`."""

TOO_FEW = "too few to tell"
"""What begins the reason of a figure that cannot be judged by so few games."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One printed number beside ours.

    ``tolerance`` is half a unit of the last printed digit, or what sampling allows. ``why`` says
    where the printed figure is wrong, what prevents a comparison, or what ours is consistent with.
    Only `agreement` makes a ``match``: a figure with any other number of ours cannot have it. And
    what is ``consistent`` has no printed number, but words or nothing.
    """

    name: str
    ours: float | str
    printed: float | str | None
    tolerance: float
    verdict: Agreement
    why: str = ""

    def __post_init__(self) -> None:
        found = agreement(self.ours, self.printed, self.tolerance)
        if self.verdict == "match" and found != "match":
            raise ValueError(f"{self.name}: {self.ours} is not the printed {self.printed}")
        if self.verdict == "consistent" and not isinstance(self.printed, str | None):
            raise ValueError(f"{self.name}: a printed number matches or differs")

    @property
    def too_few(self) -> bool:
        """Whether there were too few games to judge it."""
        return self.verdict == "not comparable" and self.why.startswith(TOO_FEW)

    @property
    def texts(self) -> tuple[str, str]:
        """Ours and the printed one as text: a count with all its digits, unless there are many."""
        return _cell(self.ours), _cell(self.printed)


def agreement(ours: float | str, printed: float | str | None, tolerance: float) -> Agreement:
    """The verdict on a printed number or text: within the tolerance it matches.

    Examples
    --------
    >>> agreement(0.12345, 0.1235, 0.00005), agreement(0.1229, 0.1235, 0.00005)
    ('match', 'differs')
    >>> agreement("kBrC", "kBc", 0.0), agreement(0.5, None, 0.1)
    ('differs', 'not comparable')
    """
    if printed is None:
        return "not comparable"
    if isinstance(ours, str) or isinstance(printed, str):
        return "match" if ours == printed else "differs"
    return "match" if abs(ours - printed) <= tolerance < inf else "differs"


def _cell(x: float | str | None) -> str:
    if x is None or isinstance(x, str):
        return x or ""
    if not isfinite(x):
        return UNKNOWN
    return f"{x:,}" if isinstance(x, int) and abs(x) < 10**12 else f"{x:.6g}"


class SampledFigure(Figure):
    """A figure that depends on which games were played."""

    __slots__ = ()


class UnsureFigure(SampledFigure):
    """A figure that more games might judge otherwise.

    It differs by little, or it agrees only within what sampling allows.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """What a document says of a number that we can only sample.

    Parameters
    ----------
    name, ours, why
        As in `Figure`.
    said
        The printed number, or the bound of a claim such as "more than 0".
    error
        Standard error of ``ours``, and of the printed number where that is sampled too.
    side
        ``=`` if the numbers should be equal, ``>`` or ``<`` if ours should be beyond ``said``, and
        ``≤`` if it should not exceed it.
    rounding
        How far the printed number may be off because it is rounded.
    count
        How many independent values the error comes from.
    exact
        Whether ours is exact and only print was sampled, so that the verdict is the same however
        few games are played.
    in_words
        Whether ``said`` is not a printed number, but follows from words, such as 0 from "unbiased".
        Claims of more, less or at most so much are in words, too.
    """

    name: str
    ours: float
    said: float
    error: float
    side: Side = "="
    rounding: float = 0.0
    count: float = inf
    why: str = ""
    exact: bool = False
    in_words: bool = False

    def judged(self, among: int) -> Figure:
        """The figure with its verdict, as one of so many claims of an experiment.

        A printed number matches within the allowance. A claim in words of equality, or of at most
        so much, is consistent within it. A claim of more or less is consistent if a 95 % interval
        lies beyond the bound, differs if it lies on the other side, and cannot be told otherwise.
        """
        allowed = self.rounding + self._half_width(1 - LUCK / among)
        if self.side in ("=", "≤"):
            off = self.ours - self.said
            off = abs(off) if self.side == "=" else off
            verdict = agreement(self.ours, self.said, allowed)
            printed: float | str = self.said
            if self.side == "≤" or self.in_words:
                verdict = "consistent" if off <= allowed else "differs"
                printed = self._bound(allowed)
            sure = off > 2 * allowed
            return self._figure(verdict, allowed, printed, why=self.why, sure=sure)
        margin = self._half_width(LEVEL)
        beyond = self.ours - self.said if self.side == ">" else self.said - self.ours
        printed = self._bound(margin)
        if beyond > margin:
            return self._figure("consistent", margin, printed, why=self.why, sure=True)
        if beyond < -margin:
            why = self.why or "it is not true of our players"
            return self._figure("differs", margin, printed, why=why, sure=True)
        why = f"{TOO_FEW}: the 95 % interval includes {self.said:g}"
        return self._figure("not comparable", margin, printed, why=why, sure=False)

    def _bound(self, margin: float) -> str:
        return f"{self.side} {self.said:g} ± {shown(margin, '.3f')}"

    def _half_width(self, level: float) -> float:
        """Half the width of an interval of ours."""
        if not (self.count > 1 and isfinite(self.error)):
            return nan
        return t_quantile(level, self.count - 1) * self.error

    def _figure(
        self, verdict: Agreement, tolerance: float, printed: float | str, *, why: str, sure: bool
    ) -> Figure:
        if not isfinite(tolerance):
            verdict, why, sure = "not comparable", f"{TOO_FEW}: the error is not known", False
        enough = sure and self.count >= FEWEST_FOR_VERDICT
        sampled = SampledFigure if enough else UnsureFigure
        kind = Figure if self.exact else sampled
        return kind(
            name=self.name,
            ours=self.ours,
            printed=printed,
            tolerance=tolerance,
            verdict=verdict,
            why=why,
        )


def judged(*figures: Figure | Claim) -> tuple[Figure, ...]:
    """All figures of an experiment, the claims among them judged together.

    Examples
    --------
    >>> alone, = judged(Claim("mean", 0.9, 0.0, 0.25))
    >>> alone.verdict, round(alone.tolerance, 2)
    ('differs', 0.82)
    >>> [figure.verdict for figure in judged(*[Claim("mean", 0.9, 0.0, 0.25)] * 5)]
    ['match', 'match', 'match', 'match', 'match']
    """
    among = sum(isinstance(each, Claim) for each in figures)
    return tuple(each.judged(among) if isinstance(each, Claim) else each for each in figures)


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
    """All figures of an experiment, with its table and notes as text, and what can be drawn.

    ``in_text`` has the names of figures that the text shows already.
    """

    figures: tuple[Figure, ...]
    text: str = ""
    notes: tuple[str, ...] = ()
    in_text: frozenset[str] = frozenset()
    drawings: tuple[MatchAnalysis | PairTable | Lines, ...] = field(
        default=(), repr=False, compare=False
    )

    @property
    def verdict(self) -> Agreement:
        """``differs`` if any figure does, else ``match``, else ``consistent``, if one figure is so.

        If games were too few to judge a figure, the experiment is not comparable.
        """
        verdicts = {figure.verdict for figure in self.figures}
        if "differs" in verdicts:
            return "differs"
        if self.too_few:
            return "not comparable"
        order: tuple[Agreement, ...] = ("match", "consistent")
        return next((each for each in order if each in verdicts), "not comparable")

    @property
    def too_few(self) -> bool:
        """Whether there were too few games to judge some figure."""
        return any(figure.too_few for figure in self.figures)

    @property
    def explained(self) -> bool:
        """Whether it differs, and says why of every figure that does."""
        off = [figure for figure in self.figures if figure.verdict == "differs"]
        return bool(off) and all(figure.why for figure in off)

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


Run = Callable[[RunOptions], Outcome]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A table or figure of a document.

    Parameters
    ----------
    id
        Its name, such as ``kan-fig-4.5``.
    document, place, what
        Where it was printed, such as "Figure 4.5" (empty if it has no number), and what it shows.
    expected
        The verdict that it is known to give.
    compute
        The computation.
    seconds
        The approximate running time.
    games, seed
        How many games it takes (0 if it plays none and has no chance in it), and their seed.
    draws
        Whether it has something to draw.
    too_few
        Whether even all its games are known to be too few to judge some figure.
    """

    id: str
    document: str
    place: str
    what: str
    expected: Agreement
    compute: Run = field(repr=False)
    seconds: float = 2.0
    games: int = 0
    seed: int = 1
    draws: bool = False
    too_few: bool = False

    @property
    def title(self) -> str:
        """Where it was printed and what it shows."""
        return ", ".join(filter(None, (self.document, self.place, self.what)))

    @property
    def duration(self) -> str:
        """The approximate running time in words."""
        if not self.seconds:
            return "–"
        return f"{self.seconds:g} s" if self.seconds < 120 else f"{self.seconds / 60:.0f} min"

    @property
    def quick_games(self) -> int | None:
        """How many games take some ten seconds; None if it plays none, or is as quick with all."""
        if not self.games or self.seconds <= QUICK_SECONDS:
            return None
        return max(FEWEST_FOR_VERDICT, int(self.games * QUICK_SECONDS / self.seconds))

    def run(self, options: RunOptions) -> Outcome:
        """Compute it. What fewer games than it takes cannot tell is not judged."""
        outcome = self.compute(options)
        if options.games is not None and options.games < self.games:
            return outcome.of_few(options.games, self.games)
        return outcome


def compare(
    name: str, ours: float, printed: float | None, *, digits: int = 4, why: str = ""
) -> Figure:
    """A figure that must agree with the printed one to its last digit."""
    return within(name, ours, printed, rounding(digits), why=why)


def rounding(digits: int) -> float:
    """How far a number with so many printed decimals may be off."""
    return 0.5 * 10.0**-digits + 1e-12


def within(
    name: str, ours: float, printed: float | None, tolerance: float, *, why: str = ""
) -> Figure:
    """A figure that must agree with the printed one within a tolerance."""
    return Figure(name, ours, printed, tolerance, agreement(ours, printed, tolerance), why)


def same_text(name: str, ours: str, printed: str, *, why: str = "") -> Figure:
    """A figure that is text."""
    return Figure(name, ours, printed, 0.0, agreement(ours, printed, 0.0), why)


def holds(name: str, ours: float | str, said: str, truth: bool, *, why: str = "") -> Figure:
    """A claim that is no printed number: a bound, a sign, an order, yes or no.

    ``said`` is the claim, such as "< 2", and ``truth`` whether ours has it.
    """
    return Figure(name, ours, said, 0.0, "consistent" if truth else "differs", why)


def by_second_program(
    name: str, ours: float, theirs: float, tolerance: float, *, why: str = ""
) -> Figure:
    """A figure without a printed number, beside what a second program of ours gives."""
    alike = agreement(ours, theirs, tolerance) == "match"
    gives = "the same" if alike else f"{theirs:.6g}"
    why = "; ".join(filter(None, (f"our second program gives {gives}", why)))
    return Figure(name, ours, None, tolerance, "consistent" if alike else "differs", why)


def beside(name: str, ours: float | str, printed: float | str | None, why: str) -> Figure:
    """Our stand-in for a printed figure that cannot be computed again."""
    return Figure(name, ours, printed, 0.0, "not comparable", why)
