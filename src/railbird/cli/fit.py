"""``railbird fit``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.table.hand import Hand


@app.command()
def fit(
    logs: Annotated[list[Path], typer.Argument(help="Hand histories of past games.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="Write the value function here (.npz).")],
    as_json: Json = False,
) -> None:
    """Fit a value function to past games, for MIVAT.

    The games must be heads-up limit hold'em with all cards known. Each log is a session, and each
    session is judged by weights that are fitted to the others. A single log is cut into ten, and
    so are logs of the same deals. The file can judge any games but those that it was fitted to.

    \b
    Example:
      railbird fit january.log february.log --out values.npz
      railbird analyze march.log --values values.npz
    """
    from railbird.cli.analysis.source import Source
    from railbird.divat.estimators.mivat import FEATURES
    from railbird.divat.estimators.mivat import fit as fit_values
    from railbird.history.library import Query
    from railbird.stats import counted

    if out.suffix != ".npz":
        raise OptionError(f"--out {out} must end in .npz")
    if not out.absolute().parent.is_dir():
        raise OptionError(f"{out} cannot be written: its folder does not exist")
    if len({log.resolve() for log in logs}) < len(logs):
        raise OptionError("a log is named twice: name each log once")
    if out.resolve() in {log.resolve() for log in logs}:
        raise OptionError(f"--out {out} would replace a log: choose another name")
    with progress_bar("fitting") as progress:

        def hands(i: int, log: Path) -> Iterator[Hand]:
            source = Source((log,), None, None, Query())
            done = len(logs)
            return (hand for _, hand in source.hands([], lambda x: progress((i + x) / done)))

        found = fit_values([hands(i, log) for i, log in enumerate(logs)])
    values = found.values
    values.save(out)
    if as_json:
        print_json(
            {
                "out": str(out),
                "games": values.games,
                "sessions": values.sessions,
                "reduction": values.reduction,
                "divat_reduction": values.divat,
                "weights": dict(zip(FEATURES, values.weights.tolist(), strict=True)),
                "refused": found.refused,
                "version": values.version,
            }
        )
        return
    print_text(f"Fitted to {counted(values.games, 'game')}; the value function is in {out}.")
    rows = [
        [kind, *(f"{w:+.3f}" for w in values.weights[4 * i : 4 * i + 4])]
        for i, kind in enumerate(dict.fromkeys(name.rpartition(",")[0] for name in FEATURES))
    ]
    print_table(["weights", "pre-flop", "flop", "turn", "river"], rows)
    print_text(
        f"The variance of money is {values.reduction:.2f} times that of MIVAT, where each of "
        f"{values.sessions} sessions is judged by weights that were fitted to the others. For "
        f"DIVAT it is {values.divat:.2f}."
    )
    for reason, count in found.refused.items():
        print_text(f"not used: {count:,} × {reason}")
