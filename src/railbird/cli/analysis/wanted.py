"""What the user wants from an analysis: nothing of it is ignored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.divat.baseline.mixture import Baseline


@dataclass(frozen=True)
class Wanted:
    """Options of ``railbird analyze`` beside the source; those that are not given are None.

    ``report``, ``columns`` and ``figures`` are files and a folder to write, and ``settings`` is the
    baseline. ``duplicate``, ``runtime``, ``smooth``, ``known``, ``values`` and ``cluster`` are for
    two players, ``samples`` and ``seed`` for more.
    """

    player: str | None
    report: Path | None
    columns: Path | None
    figures: Path | None
    settings: Baseline | None
    duplicate: bool
    runtime: bool
    smooth: str | None
    known: tuple[str, ...]
    values: Path | None
    cluster: str | None
    samples: int | None
    seed: int | None
    as_json: bool

    def heads_up_options(self) -> list[str]:
        """The options given that only a match of two has."""
        given: Mapping[str, object] = {
            "--duplicate": self.duplicate or None,
            "--runtime": self.runtime or None,
            "--smooth": self.smooth,
            "--known": self.known or None,
            "--values": self.values,
            "--cluster": self.cluster,
        }
        return given_of(given)

    def ring_options(self) -> list[str]:
        """The options given that only a table of three and more has."""
        return given_of({"--samples": self.samples, "--seed": self.seed})

    def check_files(self, logs: Iterable[Path]) -> None:
        """Refuse files that cannot be written, or would replace a log or each other."""
        from railbird.divat.table_file import check_name
        from railbird.reports.figures import check_figures

        read = {log.resolve() for log in logs}
        for option, path in (("--report", self.report), ("--columns", self.columns)):
            if path is None:
                continue
            if path.is_dir():
                raise OptionError(f"{path} cannot be written: it is a folder")
            if not path.absolute().parent.is_dir():
                raise OptionError(f"{path} cannot be written: its folder does not exist")
            if path.resolve() in read:
                raise OptionError(
                    f"{option} {path} would replace a file that is needed: choose another name"
                )
            read.add(path.resolve())
        if self.columns is not None:
            check_name(self.columns)
        check_figures(self.figures)

    def say_written(self, figures: int) -> None:
        """Print a line for each thing that was written; ``figures`` is the number of files."""
        for what, path in (("report", self.report), ("columns", self.columns)):
            if path is not None:
                print(f"{what}: {path}")
        if self.figures is not None:
            print(f"figures: {figures} files in {self.figures}")


def given_of(options: Mapping[str, object]) -> list[str]:
    """The names of the options that have a value."""
    return [name for name, value in options.items() if value is not None]
