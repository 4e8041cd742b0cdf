"""The outer loops: value iteration and policy iteration over all states of a tournament."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.checkpoint import Checkpoint, saved_arrays
from railbird.compute.gpu import on_host
from railbird.errors import OptionError
from railbird.tournament.whole.game import WholeGame, check_memory
from railbird.tournament.whole.inner import INNERS, Policy
from railbird.tournament.whole.small_games_gpu import check_players
from railbird.tournament.whole.states import TournamentStakes
from railbird.tournament.whole.transitions import ValueIndex

Array = Any
Floats = npt.NDArray[np.float64]

GAMMA = 1e-6
"""The default γ: in no state's hand does anybody gain more than 0.0001 % of all prizes."""

DELTA = 1e-6
"""The default δ of value iteration, as a share of all prizes."""

ROUNDS = ((0.25, 2), (0.03, 8), (0.0, 32))
"""Rounds of the inner loop of policy iteration: the first pair whose share of states is less than
that which needed an update in the outer loop before. As long as most states change, values follow
soon. See `rounds_after`."""

DERIVED = 24
"""Rounds of the first inner loop if values are given that are nearly right: the strategies that
belong to them are found before values move."""

MOST_DOUBLED = 6
"""Rounds are doubled at most so often."""

MARGIN = 0.99
"""Inner loops stop at this part of γ, because they measure ε less precisely than it is in the
end."""

LEAVE = 0.02
"""When no more than this share of the states that need an update are left, they wait for the next
outer loop."""

SWING = 1e-2
"""Values swing while they move by more than this share of the prizes, see `step_after`."""

PATIENCE = 4
"""If values swing without a smaller change than before for so many loops of a whole step, steps are
halved; see `step_after`."""

BEHIND = 0.05
"""States whose ε is at most this part of the last change of values wait: while some values still
move by much, all others need not be exact."""

SAME = 1e-9
"""Values that differ by no more than this share of the prizes are the same."""

ALGORITHMS = {
    "pi-margin": ("pi", "margin"),
    "pi-cfr+": ("pi", "cfr+"),
    "pi-pdcfr+": ("pi", "pdcfr+"),
    "pi-cfr": ("pi", "cfr"),
    "pi-fp": ("pi", "fp"),
    "vi-margin": ("vi", "margin"),
    "vi-cfr+": ("vi", "cfr+"),
    "vi-pdcfr+": ("vi", "pdcfr+"),
    "vi-cfr": ("vi", "cfr"),
    "vi-fp": ("vi", "fp"),
}
"""Outer and inner loops by name."""


@dataclass(frozen=True, slots=True)
class LoopReport:
    """One outer loop.

    Parameters
    ----------
    players
        The layer; of value iteration, which updates all layers, the largest.
    loop
        Its number, from 1.
    checked, updated
        States whose ε was measured against the new values, and those where it was more than γ.
    exact, near
        Evaluations of a state with sums over all triples of classes, and with third callers fixed.
    epsilon
        The largest ε of any state's hand after the inner loop.
    delta
        The largest change of a value.
    seconds
        How long it took.
    """

    players: int
    loop: int
    checked: int
    updated: int
    exact: int
    near: int
    epsilon: float
    delta: float
    seconds: float


@dataclass(frozen=True, slots=True, eq=False)
class WholeSolution:
    """Values of all states, and policies.

    Parameters
    ----------
    game
        The tournament with its values and policies.
    loops
        What each outer loop did.
    converged
        Whether no state needed an update after the last change of values.
    algorithm
        How it was solved.
    """

    game: WholeGame
    loops: tuple[LoopReport, ...]
    converged: bool
    algorithm: str

    def warned(self) -> WholeSolution:
        """The same solution, with a warning if it is none yet."""
        if not self.converged:
            # the last loop of each layer; the one whose values moved most
            ended = {loop.players: loop for loop in self.loops}
            last = max(ended.values(), key=lambda loop: loop.delta)
            warnings.warn(
                f"the tournament is not solved: in loop {last.loop} with {last.players} players "
                f"values still moved by {last.delta:.2g}, and somebody gains {last.epsilon:.2g} in "
                "a hand",
                stacklevel=2,
            )
        return self

    def values(self, players: int) -> Floats:
        """What everybody expects in each state of so many players, (states, players)."""
        found = self.game.values[self.game.index.layer(players)].reshape(-1, players)
        return np.asarray(on_host(found))

    def at(self, stacks: npt.ArrayLike) -> Floats:
        """What everybody expects with these stacks, in units and in order of action."""
        units = np.asarray(stacks)
        layer = self.game.layer(units.shape[-1]).layer
        return self.values(layer.players)[layer.ranks(units)]


def solve_tournament(
    stakes: TournamentStakes,
    players: int,
    *,
    algorithm: str = "pi-margin",
    gamma: float = GAMMA,
    delta: float = DELTA,
    loops: int = 100,
    seconds: float = math.inf,
    checkpoint: Path | None = None,
    keep: str = "all",
    values: Floats | None = None,
    near: int | None = None,
    xp: Any = np,
    at_once: int | None = None,
    progress: Callable[[LoopReport], object] | None = None,
    report: Callable[[int], object] | None = None,
) -> WholeSolution:
    """Solve a tournament: values and strategies of every state with 2, 3, … players.

    Parameters
    ----------
    stakes
        Chips, prizes and blinds.
    players
        How many play at the beginning.
    algorithm
        The outer loop is policy iteration (``pi-``) or value iteration (``vi-``). The inner one is
        that of small games (``margin``, see `MarginSolver`), CFR+ with regrets kept (``cfr+``), a
        predictive discounted CFR+ that starts anew in each outer loop (``pdcfr+``), or fictitious
        play (``fp``).
    gamma
        Stop an inner loop when nobody gains more than this share of the prizes in a hand.
    delta
        Stop value iteration when no value changes by more than this share of the prizes. Policy
        iteration stops when no state needs an update after the values have changed.
    loops
        Stop after so many outer loops, of each layer with policy iteration. The values after d
        loops of value iteration are those of FGS with depth d.
    seconds
        Stop after the loop in which this time is over.
    checkpoint
        A file that is written after each outer loop. If it exists, the work resumes.
    keep
        ``all`` to write policies into it too, so that the work resumes exactly where it was; or
        ``values``, from which policies are found again.
    values
        The array of all values to begin with, see `ValueIndex`; by default Harville's.
    near
        Given values of up to so many players are taken for nearly right, see `DERIVED`; by default
        all.
    xp, at_once
        See `WholeGame`.
    progress
        Called after each outer loop.
    report
        Called with a number of states when they have been measured.

    Returns
    -------
    WholeSolution

    Notes
    -----
    Policy iteration adds players one by one: states with fewer players do not depend on those with
    more. After values have changed by at most x where a state's players can get, its ε has grown by
    at most 2x. So states whose ε is still less than γ for sure are not measured again.

    References
    ----------
    S. Ganzfried and T. Sandholm, "Computing equilibria in multiplayer stochastic games of imperfect
    information", IJCAI 2009. H. Melcher, "Evaluation of equity models for tournament poker" (2015),
    ch. 4 to 6.
    """
    if algorithm not in ALGORITHMS:
        raise OptionError(f"algorithm {algorithm!r} is not known: choose {', '.join(ALGORITHMS)}")
    if keep not in {"all", "values"}:
        raise OptionError(f"keep {keep!r}: choose all or values")
    if not (gamma > 0 and delta > 0) or loops < 1:
        raise OptionError("gamma and delta must be more than 0, and loops 1 or more")
    check_memory(
        stakes, players, keeps_regrets=INNERS[ALGORITHMS[algorithm][1]].keeps_regrets, xp=xp
    )
    if INNERS[ALGORITHMS[algorithm][1]].is_at_margin and xp is not np:
        check_players(players)
    game = WholeGame(stakes, players, values=values, xp=xp, at_once=at_once)
    plan = f"{stakes.plan(players)}{algorithm} {gamma:g}"
    run = _Solving(game, algorithm, gamma, Checkpoint(checkpoint, plan=plan), keep=keep)
    run.progress, run.report = progress, report
    if values is not None:
        run.near = players if near is None else near
    run.until = time.monotonic() + seconds
    run.read()
    if ALGORITHMS[algorithm][0] == "pi":
        # a layer that is not solved in time does not keep those above it from their loops
        converged = all([run.policy_iteration(n, loops) for n in range(2, players + 1)])
    else:
        converged = run.value_iteration(loops, delta)
    return WholeSolution(game, tuple(run.done), converged, algorithm)


def read_values(path: Path, stakes: TournamentStakes, players: int) -> Floats:
    """The values of a tournament from a file of `solve_tournament`.

    Raises
    ------
    OptionError
        If the file holds no values, or those of another tournament.
    """
    index = ValueIndex(stakes, players)
    found = saved_arrays(path, ("values", "plan"))
    if len(found) < 2:
        raise OptionError(
            f"{path} holds no values: give a file that `railbird tournament solve --out` wrote"
        )
    values, plan = np.asarray(found["values"], dtype=np.float64), str(found["plan"])
    if values.shape != (index.size,) or not plan.startswith(stakes.plan(players)):
        raise OptionError(
            f"{path} holds another tournament, or one by former rules: give the options that it "
            "was solved with, or solve it again"
        )
    return values


def rounds_after(before: Sequence[LoopReport]) -> int:
    """How many rounds the inner loop may take after the outer loops of a layer so far.

    In the end a few states may need many more than all others: then values do not move more than
    these states' ε, and rounds double until they are solved too. They also double after every ten
    loops, in case values go back and forth.
    """
    if not before:
        return ROUNDS[0][1]
    share = before[-1].updated / max(before[-1].checked, 1)
    rounds = next(rounds for least, rounds in ROUNDS if share >= least)
    settled = sum(done.delta <= done.epsilon for done in before)
    return rounds << min(settled + len(before) // 10, MOST_DOUBLED)


def step_after(before: Sequence[LoopReport], pool: float) -> float:
    """How far values move towards those of the new policies, after the loops of a layer so far.

    They move all the way as long as changes become smaller. Nothing makes sure of that: with three
    and more players policy iteration may swing for ever. Then values move half as far, a quarter,
    and so on.
    """
    step, least, waited = 1.0, math.inf, 0
    for done in before:
        change = done.delta / step
        if change < 0.9 * least or change <= SWING * pool:
            least, waited = min(least, change), 0
        else:
            waited += 1
        if waited * step >= PATIENCE:
            step, waited = step / 2, 0
    return step


class _Solving:
    """One solution on its way."""

    progress: Callable[[LoopReport], object] | None = None
    report: Callable[[int], object] | None = None
    until = math.inf
    near = 0
    """Values of up to so many players were nearly right at the beginning."""

    def __init__(
        self, game: WholeGame, algorithm: str, gamma: float, checkpoint: Checkpoint, *, keep: str
    ) -> None:
        self.game, self.xp = game, game.xp
        self.inner = INNERS[ALGORITHMS[algorithm][1]]
        self.gamma = MARGIN * gamma * game.stakes.pool
        self.checkpoint, self.keep = checkpoint, keep
        self.done: list[LoopReport] = []
        self.solved = 1  # layers up to this many players are done

    def policy_iteration(self, players: int, loops: int) -> bool:
        """Update a layer until no state needs it; returns whether that was reached."""
        if players <= self.solved:
            return True
        while self._loops(players) < loops and time.monotonic() < self.until:
            began = time.monotonic()
            game = self.game.layer(players)
            is_new = game.policy is None
            before = [done for done in self.done if done.players == players]
            only = None
            if game.policy is not None:
                moved = before[-1].delta if before else 0.0
                only = game.policy.epsilon > max(self.gamma, BEHIND * moved)
            is_derived = is_new and (players <= self.near or bool(before))
            work = self.game.improve(
                players,
                self.inner,
                self.gamma,
                only=only,
                rounds=DERIVED if is_derived else rounds_after(before),
                leave=LEAVE,
                until=self.until,
                is_bound=True,
                report=self.report,
            )
            assert game.policy is not None
            epsilon = float(game.policy.epsilon.max())
            # with regrets kept, a state that was left goes on before it is measured again
            was_good = bool(before) and before[-1].epsilon <= self.gamma
            is_good = not is_new and was_good and epsilon <= self.gamma and work.updated == 0
            if is_good:
                epsilon = self.game.measure(players)
                is_good = epsilon <= self.gamma / MARGIN
            is_done, delta = self._follow(players, before, is_good=is_good)
            self._finish(players, work, epsilon, delta, began, is_done=is_done)
            if is_done:
                return True
        return False

    def value_iteration(self, loops: int, delta: float) -> bool:
        """Update all layers at once; returns whether the last change was small enough."""
        players = self.game.players
        while self._loops(players) < loops and time.monotonic() < self.until:
            began = time.monotonic()
            new, epsilon, total = self.game.values.copy(), 0.0, None
            for n in range(2, players + 1):
                work = self.game.improve(n, self.inner, self.gamma, report=self.report)
                game = self.game.layer(n)
                assert game.policy is not None
                epsilon = max(epsilon, float(game.policy.epsilon.max()))
                new[game.place] = game.means(self.game.values)
                total = work if total is None else total.__iadd__(work)
            changed = float(self.xp.abs(new - self.game.values).max())
            self.game.values = new
            assert total is not None
            self._finish(players, total, epsilon, changed, began, is_done=False)
            if changed <= delta * self.game.stakes.pool:
                return True
        return False

    def _follow(
        self, players: int, before: list[LoopReport], *, is_good: bool
    ) -> tuple[bool, float]:
        """Values follow the policies of a layer.

        Returns whether values are those of good policies, and the largest change.
        """
        game, pool = self.game.layer(players), self.game.stakes.pool
        step = step_after(before, pool)
        new = self.game.evaluate(players)
        old = self.game.values[game.place]
        change = float(self.xp.abs(new - old).max())
        if step < 1 and change > self.gamma:
            new = old + step * (new - old)
        # good policies without a step of values in between belong to these values
        return is_good and (step == 1 or change <= SAME * pool), self._move(game, new)

    def _move(self, game: Any, new: Array) -> float:
        """Take new values of a layer; ε grows by what they may change."""
        changes = self.xp.zeros_like(self.game.values)
        changes[game.place] = self.xp.abs(new - self.game.values[game.place])
        self.game.values[game.place] = new
        game.policy.epsilon += 2 * game.change(changes)
        return float(changes.max())

    def _loops(self, players: int) -> int:
        return sum(done.players == players for done in self.done)

    def _finish(
        self, players: int, work: Any, epsilon: float, delta: float, began: float, *, is_done: bool
    ) -> None:
        report = LoopReport(
            players=players,
            loop=self._loops(players) + 1,
            checked=work.rounds[0] if work.rounds else 0,
            updated=work.updated,
            exact=work.exact,
            near=work.near,
            epsilon=epsilon,
            delta=delta,
            seconds=time.monotonic() - began,
        )
        self.done.append(report)
        self.solved += is_done and players == self.solved + 1
        self.write()
        if self.progress is not None:
            self.progress(report)

    # Stop and resume

    def write(self) -> None:
        """Write a checkpoint."""
        arrays: dict[str, npt.ArrayLike] = {
            "values": on_host(self.game.values),
            "solved": self.solved,
            "loops": np.array([list(asdict(done).values()) for done in self.done]),
        }
        if self.keep == "all":
            for n in range(2, self.game.players + 1):
                policy = self.game.policy(n)
                if policy is not None:
                    for name, array in zip(_POLICY, _arrays(policy), strict=False):
                        arrays[f"{name}_{n}"] = on_host(array)
        self.checkpoint.write(arrays)

    def read(self) -> None:
        """Resume from a checkpoint, if there is one."""
        found = self.checkpoint.read()
        if not found:
            file = self.checkpoint.path
            if file is not None and file.exists():
                raise OptionError(
                    f"{file} holds another tournament, or one solved in another way: give another "
                    "file, or the options that it was made with"
                )
            return
        self.game.values = self.xp.asarray(found["values"])
        self.solved = int(found["solved"])
        for row in found["loops"].tolist():
            numbers = [int(x) for x in row[:6]]
            self.done.append(LoopReport(*numbers, *row[6:]))
        for n in range(2, self.game.players + 1):
            if f"jams_{n}" in found:
                jams, ends, epsilon, *regrets = (
                    self.xp.asarray(found[f"{name}_{n}"])
                    for name in _POLICY
                    if f"{name}_{n}" in found
                )
                kept = (regrets[0], regrets[1]) if regrets else None
                self.game.layer(n).policy = Policy(jams, ends, epsilon, kept)


_POLICY = ("jams", "ends", "epsilon", "regrets_fold", "regrets_jam")


def _arrays(policy: Policy) -> list[Array]:
    return [policy.jams, policy.ends, policy.epsilon, *(policy.regrets or ())]
