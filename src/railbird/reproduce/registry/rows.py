"""How the experiments of a document are written down, and how they are named.

A name says what it is: ``kan-table-3.3``, ``kan-fig-4.5``, ``melcher-sec-2.1``, ``seca-eq-5``. What
has no number in its document has a word instead: ``kan-unbiased``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from railbird.reproduce.experiment import Agreement, Experiment, Outcome, Run, beside

KINDS = {"table": "Table ", "fig": "Figure ", "sec": "§", "eq": "Equation "}
"""The kinds of numbered things in a document, and how each is shown before its number."""


@dataclass(frozen=True, slots=True)
class Row:
    """Experiments of one computation. ``names`` are separated by spaces, without the document."""

    names: str
    what: str
    expected: Agreement
    run: Run
    seconds: float = 1
    games: int = 0
    seed: int = 1
    draws: bool = False
    too_few: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A document with its experiments, in the order in which they are listed.

    ``short`` says what is meant by a number that a table and a figure share.
    """

    key: str
    title: str
    rows: tuple[Row, ...]
    short: Mapping[str, str] = field(default_factory=dict)

    def row(self, name: str, *, names: str) -> Row:
        """The computation behind one of its names, for another document that names it so."""
        (found,) = (row for row in self.rows if name in row.names.split())
        return replace(found, names=names)

    def experiments(self) -> Iterator[Experiment]:
        """All its experiments: numbered things in their order, then the rest."""
        rows = [(name, row) for row in self.rows for name in row.names.split()]
        for name, row in sorted(rows, key=lambda each: _order(each[0])):
            yield Experiment(
                id=f"{self.key}-{name}",
                document=self.title,
                place=_place(name),
                what=row.what,
                expected=row.expected,
                too_few=row.too_few,
                compute=row.run,
                seconds=row.seconds,
                games=row.games,
                seed=row.seed,
                draws=row.draws,
            )

    def together(self) -> list[tuple[Experiment, ...]]:
        """All its experiments; those of one computation are together."""
        found: dict[tuple[str, str, str], list[Experiment]] = {}
        for each in self.experiments():
            found.setdefault((each.what, each.expected, each.duration), []).append(each)
        return [tuple(group) for group in found.values()]


def _place(name: str) -> str:
    """ "Figure 4.5" of ``fig-4.5``; empty for a word."""
    kind, _, number = name.partition("-")
    return f"{KINDS[kind]}{number}" if kind in KINDS else ""


def _order(name: str) -> tuple[int, list[int]]:
    """Tables first, then figures, by number; words last, in the order they are written."""
    kind, _, number = name.partition("-")
    if kind not in KINDS:
        return len(KINDS), []
    parts = number.split(".")  # chapters before appendices
    return list(KINDS).index(kind), [int(x) if x.isdigit() else 1000 + ord(x) for x in parts]


def figs(chapter: str, first: int, last: int) -> str:
    """The names of some figures, such as 5.7 to 5.15 of chapter ``5.``."""
    return " ".join(f"fig-{chapter}{n}" for n in range(first, last + 1))


def nothing_to_compute(why: str) -> Run:
    """An experiment without a number to compare, and the reason."""
    return lambda _: Outcome((beside("the figure", "", None, why),))
