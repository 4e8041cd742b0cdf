"""``railbird reproduce``."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from railbird.cli.ui.output import print_json, progress_bar


def list_experiments(as_json: bool) -> None:
    """All experiments, what they are known to give and how long they take."""
    from railbird.reproduce.registry import EXPERIMENTS

    rows = [
        {"name": e.id, "title": e.title, "status": e.expected, "seconds": e.seconds}
        for e in EXPERIMENTS.values()
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print(f"{row['name']:16} {row['status']:15} {row['title']}")


def run(name: str, games: int | None, seed: int, report: Path | None, as_json: bool) -> None:
    """Run one experiment and print each figure beside the printed one."""
    from railbird.reproduce.experiment import Options
    from railbird.reproduce.registry import find

    experiment = find(name)
    with progress_bar(f"{name}, usually {experiment.seconds:g} s") as progress:
        outcome = experiment.run(Options(games, seed, report, progress))
    if as_json:
        print_json([asdict(figure) for figure in outcome.figures])
        return
    print(experiment.title)
    if outcome.text:
        print(f"\n{outcome.text}\n")
    width = max(len(figure.name) for figure in outcome.figures)
    print(f"{'':{width}}  {'ours':>12}  {'printed':>12}  verdict")
    for figure in outcome.figures:
        ours, printed = (
            "" if x is None else x if isinstance(x, str) else _number(x)
            for x in (figure.ours, figure.printed)
        )
        why = f" ({figure.why})" if figure.why and figure.verdict != "match" else ""
        print(f"{figure.name:{width}}  {ours:>12}  {printed:>12}  {figure.verdict}{why}")
    for note in outcome.notes:
        print(f"note: {note}")
    print(f"{experiment.id}: {outcome.verdict}")


def _number(x: float) -> str:
    """Counts with all their digits, unless there are very many."""
    return f"{x:,}" if isinstance(x, int) and abs(x) < 10**12 else f"{x:.6g}"
