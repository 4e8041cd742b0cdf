"""``--model`` of the tournament commands, and the options for looking ahead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.ui.output import table_console
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.tournament import DepthReport, Model


ModelName = Annotated[
    str,
    typer.Option(
        "--model",
        "-m",
        help="harville, weitzman, roberts, chips, or fgs:3 to look three hands ahead.",
    ),
]
Bounties = Annotated[str, typer.Option(help="Bounty on each player, or one number for all.")]
Progressive = Annotated[
    bool, typer.Option("--progressive", help="Half of each bounty is added to the winner's own.")
]
Levels = Annotated[
    str,
    typer.Option(help="For fgs: later levels as HANDS:BLINDS/ANTE, such as 2:400/800/50."),
]
Cut = Annotated[
    float | None,
    typer.Option(help="For fgs: value states less likely than this by the base model (1e-4)."),
]
Full = Annotated[
    bool, typer.Option("--full", help="For fgs: allow any range, not only ranked ones (slow).")
]
Force = Annotated[bool, typer.Option("--force", help="For fgs: run even if it takes hours.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A model as the user typed it."""

    name: str
    blinds: str = ""
    ante: str = "0"
    levels: str = ""
    cut: float | None = None
    full: bool = False
    force: bool = False
    seed: int = 0
    ties: str = "split"

    @property
    def looks_ahead(self) -> bool:
        """Whether the model plays hands ahead."""
        from railbird.tournament.equity.models import looks_ahead

        return looks_ahead(self.name)

    def model(self, progress: Callable[[float], object] | None = None) -> Model:
        """The model. ``progress`` is called with the fraction done."""
        from railbird.tournament.equity.models import equity_model, needs_blinds

        if not self.looks_ahead:
            extras = {"--levels": self.levels, "--cut": self.cut, "--full": self.full}
            for option, given in {**extras, "--force": self.force}.items():
                if given:
                    raise OptionError(
                        f"{option} needs a model that looks ahead, such as fgs:3, not {self.name}"
                    )
            return equity_model(self.name, seed=self.seed)
        from railbird.tournament import BlindSchedule, FutureGame
        from railbird.tournament.future.model import CUT, parse_future
        from railbird.tournament.jamfold.ranked.rankings import DEFAULT

        depth, base = parse_future(self.name)
        if not self.blinds:
            raise needs_blinds(self.name)
        return FutureGame(
            depth,
            BlindSchedule.parse(self.blinds, self.levels, ante=_ante(self.ante)),
            base,
            cut=CUT if self.cut is None else self.cut,
            ranking=None if self.full else DEFAULT,
            ties=self.ties,
            force=self.force,
            progress=None if progress is None else lambda done, of: progress(done / of),
        )


def _ante(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"--ante {text}: give one number, such as 50") from None


def print_depths(depths: tuple[DepthReport, ...]) -> None:
    """Print how the look-ahead went, by depth."""
    from rich.table import Table

    console = table_console()
    table = Table(title="hands ahead", title_justify="left")
    headings = ("after", "hands", "merged", "cut", "cut, probability", "error about", "at most")
    for heading in (*headings, "mean ε", "largest ε", "seconds"):
        table.add_column(heading, justify="right")
    for one in depths:
        cells = [f"{count:,}" for count in (one.depth, one.hands, one.merged, one.cut)]
        cells += [f"{x:.1e}" if x else "0" for x in (one.cut_reach, one.error, one.bound)]
        cells += [f"{x:.1e}" for x in reversed(one.epsilon)]
        table.add_row(*cells, f"{one.seconds:.2f}")
    console.print(table)
    console.print("errors and ε in parts of the pool", style="dim")
