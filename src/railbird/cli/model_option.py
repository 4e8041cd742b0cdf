"""``--model``, ``--blinds`` and ``--ante`` of the tournament commands, and looking ahead."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.ui.output import Advance
from railbird.errors import InputError, OptionError
from railbird.typed import numbers

if TYPE_CHECKING:
    from railbird.tournament import BlindSchedule, Model


SOLVED = "solved"
ModelName = Annotated[
    str,
    typer.Option(
        "--model",
        "-m",
        help="harville (the default), weitzman, roberts, chips, pressure (ours), fgs:3 to look "
        "three hands ahead, or solved: the equilibrium of a tournament with 45 small blinds in "
        "play.",
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
AheadRanking = Annotated[
    str,
    typer.Option(
        "--fgs-ranking",
        help="For fgs: order of hands in the hands ahead: heads-up, sklansky-chubukov or "
        "sklansky-chubukov:169.",
    ),
]
Moves = Annotated[
    str,
    typer.Option(help="For fgs: what moves to the next player after a hand, button or big-blind."),
]
Force = Annotated[bool, typer.Option("--force", help="For fgs: run even if it takes hours.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """Blinds, ante and later levels as the user typed them."""

    blinds: str = ""
    ante: str = ""
    levels: str = ""

    def schedule(self) -> BlindSchedule:
        """The levels."""
        from railbird.tournament import BlindSchedule

        if not self.blinds.strip():
            raise OptionError(
                "--blinds is missing: give small and big blind, and an ante if there is one: "
                "300/600 or 300/600/50"
            )
        ante = None
        if self.ante.strip():
            given = numbers(self.ante, "--ante", "50")
            if len(given) != 1:
                raise OptionError(f"--ante {self.ante}: give one number, such as 50")
            ante = given[0]
        try:
            return BlindSchedule.parse(self.blinds, self.levels, ante=ante)
        except InputError as error:
            raise OptionError(f"--blinds {self.blinds}: {error}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelChoice:
    """A model as the user typed it; "" is the default."""

    name: str
    stakes: Stakes
    cut: float | None = None
    full: bool = False
    force: bool = False
    ranking: str = ""
    moves: str = ""
    seed: int = 0
    ties: str = ""
    after_hand: bool = False
    """Whether a hand is played before those that the model plays."""

    @property
    def looks_ahead(self) -> bool:
        """Whether the model plays hands ahead."""
        from railbird.tournament.equity.models import looks_ahead

        return looks_ahead(self.name)

    def model(self, advance: Advance | None = None) -> Model:
        """The model. ``advance`` is told how far the look-ahead is."""
        from railbird.tournament.equity.models import equity_model

        if self.looks_ahead:
            return self._future(advance)
        name = self.name or "harville"
        has_blinds = self.after_hand or name == SOLVED  # a hand has blinds of its own
        self._refuse(f"needs a model that looks ahead, such as fgs:3, not {name}", has_blinds)
        if name == SOLVED:
            return self._solved()
        return equity_model(name, seed=self.seed)

    def warn(self, states: Sequence[Sequence[float]]) -> None:
        """Say on stderr that values are interpolated, if they are."""
        if self.name != SOLVED:
            return
        from railbird.tournament.whole.model import SolvedModel

        model = SolvedModel()
        for stacks in states:
            if model.is_between(stacks):
                unit = sum(stacks) / model.solution.stakes.units
                print(
                    f"railbird: the stacks are not whole units of {unit:g} chips, so values are "
                    "interpolated between solved states; they may be off by about "
                    f"{100 * model.error(stacks):g} % of the prizes",
                    file=sys.stderr,
                )
                return

    def _solved(self) -> Model:
        from railbird.tournament import SolvedModel

        is_given = self.stakes.blinds.strip() or self.stakes.ante.strip()
        return SolvedModel(self.stakes.schedule() if is_given else None)

    def _refuse(self, why: str, has_blinds: bool) -> None:
        """Refuse every option that only a look-ahead uses."""
        given = {
            "--levels": self.stakes.levels,
            "--cut": self.cut is not None,
            "--full": self.full,
            "--fgs-ranking": self.ranking,
            "--moves": self.moves,
            "--force": self.force,
        }
        if not has_blinds:
            given |= {"--blinds": self.stakes.blinds, "--ante": self.stakes.ante}
        if not self.after_hand:
            given["--ties"] = self.ties
        for option, is_given in given.items():
            if is_given:
                raise OptionError(f"{option} {why}")

    def _future(self, advance: Advance | None) -> Model:
        from railbird.tournament import FutureGame
        from railbird.tournament.equity.models import needs_blinds
        from railbird.tournament.future.model import CUT, parse_future
        from railbird.tournament.jamfold.positions import MOVES
        from railbird.tournament.jamfold.ranked.rankings import DEFAULT

        depth, base = parse_future(self.name)
        if not self.stakes.blinds.strip():
            raise needs_blinds(self.name)
        if not depth:
            raise OptionError(f"--model {self.name} plays no hand ahead: choose {base} itself")
        if self.full and self.ranking:
            raise OptionError(
                f"--fgs-ranking {self.ranking} does not go with --full, which allows any range: "
                "omit one of them"
            )
        schedule = self.stakes.schedule()
        last = depth - (not self.after_hand)
        if len(schedule.levels) > 1 and schedule.levels[1].first_hand > last:
            raise OptionError(
                f"--levels {self.stakes.levels}: {self.name} ends before the first of them begins: "
                "look further ahead, or omit --levels"
            )
        return FutureGame(
            depth,
            schedule,
            base,
            cut=CUT if self.cut is None else self.cut,
            ranking=None if self.full else self.ranking or DEFAULT,
            moves=self.moves or MOVES[0],
            ties=self.ties or "split",
            force=self.force,
            progress=None if advance is None else _Looks(advance),
        )


class _Looks:
    """Progress of searches that follow each other: each fills the bar once."""

    def __init__(self, advance: Advance) -> None:
        self._advance = advance
        self._solved = 0
        self._look = 1

    def __call__(self, solved: int, of: int) -> None:
        if solved < self._solved:
            self._look += 1
        self._solved = solved
        again = f", part {self._look}" if self._look > 1 else ""
        self._advance(solved / of, f"looking ahead{again}")
