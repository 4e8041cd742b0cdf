"""What is compared, how fast everyone was, and the table of ratios printed at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import metadata

US = "railbird"


@dataclass(frozen=True, slots=True)
class Case:
    """One computation to time, and our targets for it.

    A case with a ``unit`` is shown as a rate. The others are shown as the time for ``size`` units
    of work, so a peer can be timed on fewer units. ``beside`` is the case whose peers this one is
    compared with. Targets are printed as met or missed, and never asserted.
    """

    name: str
    unit: str = ""
    size: int = 1
    beside: Case | None = None
    least_rate: float | None = None
    most_seconds: float | None = None
    least_ratio: float | None = None

    def shown(self, seconds_each: float) -> str:
        """Speed as text."""
        if self.unit:
            return f"{rate(1 / seconds_each)} {self.unit}/s"
        return duration(self.size * seconds_each)

    def targets(self, seconds_each: float, ratio: float | None) -> Iterator[tuple[str, bool]]:
        """Each target as text, and whether it was reached."""
        if self.least_rate is not None:
            text = f">= {rate(self.least_rate)} {self.unit}/s"
            yield text, seconds_each <= 1 / self.least_rate
        if self.most_seconds is not None:
            text = f"<= {duration(self.most_seconds)}"
            yield text, self.size * seconds_each <= self.most_seconds
        if self.least_ratio is not None and ratio is not None:
            yield f">= {self.least_ratio:g}x", ratio >= self.least_ratio


def rate(number: float) -> str:
    """A number of things per second; from a thousand up, in thousands or millions."""
    if number < 1e3:
        return f"{number:,.3g}"
    return f"{number / 1e6:,.4g} M" if number >= 1e6 else f"{number / 1e3:,.4g} k"


@dataclass(frozen=True, slots=True)
class Timing:
    """The fastest run of a contestant, in seconds per unit of work."""

    who: str
    how: str
    seconds_each: float

    @property
    def name(self) -> str:
        return f"{self.who} ({self.how})" if self.how else self.who


@dataclass(slots=True)
class Scores:
    """Timings by case, in the order of arrival, and the peers that were missing."""

    timings: dict[Case, list[Timing]] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)

    def add(self, case: Case, timing: Timing) -> None:
        self.timings.setdefault(case, []).append(timing)

    def best(self, case: Case, *, ours: bool) -> Timing | None:
        """The fastest timing: ours, or the peers'."""
        pool = [t for t in self.timings.get(case, []) if (t.who == US) == ours]
        return min(pool, key=lambda t: t.seconds_each, default=None)

    def lines(self) -> Iterator[str]:
        """The report."""
        yield from aligned(
            [("case", "ours", "best peer", "", "ratio", "target", "")]
            + [row for case in self.timings for row in self._rows(case)]
        )
        yield ""
        yield "Everyone, fastest first:"
        for case, timings in self.timings.items():
            ranked = sorted(timings, key=lambda t: t.seconds_each)
            all_of_them = "; ".join(f"{t.name} {case.shown(t.seconds_each)}" for t in ranked)
            yield f"  {case.name}: {all_of_them}"
        whose = {t.who for timings in self.timings.values() for t in timings} - {US}
        yield "Peers: " + ", ".join(f"{who} {metadata.version(who)}" for who in sorted(whose))
        for peer, why in self.missing.items():
            yield f"Left out: {peer} ({why})"

    def _rows(self, case: Case) -> Iterator[tuple[str, ...]]:
        ours = self.best(case, ours=True)
        peer = self.best(case.beside or case, ours=False)
        if ours is None:
            return
        ratio = None if peer is None else peer.seconds_each / ours.seconds_each
        middle = ("-", "", "-")
        if peer is not None and ratio is not None:
            middle = (case.shown(peer.seconds_each), peer.name, f"{ratio:.3g}x")
        targets = list(case.targets(ours.seconds_each, ratio)) or [("", True)]
        for i, (text, met) in enumerate(targets):
            verdict = "" if not text else "met" if met else "MISSED"
            left = (case.name, case.shown(ours.seconds_each), *middle) if i == 0 else ("",) * 5
            yield (*left, text, verdict)


def duration(seconds: float) -> str:
    """A time in seconds or milliseconds."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def aligned(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Rows in columns of equal width."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
