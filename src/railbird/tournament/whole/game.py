"""A whole tournament in memory: values of all states, and policies of its layers."""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.memory import memory_bytes
from railbird.errors import OptionError
from railbird.tournament.equity.models import HARVILLE, Model
from railbird.tournament.jamfold.rules import MOST_ALL_IN, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES
from railbird.tournament.whole.halves import HalfHands, HalfShowdowns
from railbird.tournament.whole.hands import Hands
from railbird.tournament.whole.inner import INNERS, HandSolver, Inner, Policy, Work
from railbird.tournament.whole.margin import MarginSolver
from railbird.tournament.whole.small_games import SmallGames
from railbird.tournament.whole.small_games_gpu import GpuSmallGames
from railbird.tournament.whole.states import Layer, TournamentStakes, state_count
from railbird.tournament.whole.summed import SummedHands, ordered_showdowns
from railbird.tournament.whole.tables import Showdowns, showdowns, single_showdowns
from railbird.tournament.whole.transitions import ValueIndex, all_ends, forced_jams, next_values
from railbird.tournament.whole.values import GATHERED, PolicySystem, means

Array = Any
Floats = npt.NDArray[np.float64]

HALVES_AT_ONCE = 4
"""So many times more states are in one product of halves, which wait less for the GPU to begin."""


FEW_ALIKE = 128
"""So many states are alike enough."""


def model_values(stakes: TournamentStakes, players: int, model: Model = HARVILLE) -> Floats:
    """The array of all values by a model of stacks and prizes; see `ValueIndex`."""
    index = ValueIndex(stakes, players)
    found = np.zeros(index.size)
    for n in range(2, players + 1):
        stacks = Layer(stakes, n).stacks.astype(np.float64)
        found[index.layer(n)] = np.asarray(model(stacks, stakes.prizes_for(n))).ravel()
    found[index.prize_at :] = index.prizes(stakes.prizes_for(players))
    return found


def policy_bytes(stakes: TournamentStakes, players: int, *, keeps_regrets: bool) -> int:
    """How much memory the policies of all states take, and where each end of a hand leads.

    While a layer is evaluated, its places among the unknowns take as much again as those among all
    values (`railbird.tournament.whole.values.columns_in`). Only one layer is at a time.

    Examples
    --------
    >>> round(policy_bytes(TournamentStakes(), 5, keeps_regrets=True) / 1e9, 1)
    11.0
    """
    each_class = 2 + (16 if keeps_regrets else 0)
    kept, places = 0, [0]
    for n in range(2, players + 1):
        states, ends = state_count(stakes.units, n), len(all_ends(n))
        places.append(states * ends * 4 * n)
        kept += states * (len(all_nodes(n)) * CLASSES * each_class + ends * 8) + places[-1]
    return kept + max(places)


def check_memory(stakes: TournamentStakes, players: int, *, keeps_regrets: bool, xp: Any) -> None:
    """Refuse a tournament whose policies this machine cannot hold."""
    Layer(stakes, players)  # refuses what cannot be
    needed = policy_bytes(stakes, players, keeps_regrets=keeps_regrets)
    if needed > memory_bytes(xp):
        raise OptionError(
            f"{players} players with {stakes.units} units need {needed / 1e9:,.0f} GB of memory, "
            f"and there are {memory_bytes(xp) / 1e9:,.0f} GB: give fewer players or units"
        )


def alike(stacks: npt.NDArray[np.int64], states: npt.NDArray[np.int64]) -> Any:
    """States in an order in which those next to each other have similar stacks.

    They play alike, and a batch sums over all hands that any of its states plays. States are
    divided in half by the stacks that differ most, and again, until there are few.
    """
    if len(states) <= FEW_ALIKE:
        return states
    most = np.log(stacks[states]).std(axis=0).argmax()
    order = states[np.argsort(stacks[states, most], kind="stable")]
    # halves of whole batches
    half = FEW_ALIKE << int(np.log2((len(states) - 1) // FEW_ALIKE))
    return np.concatenate([alike(stacks, order[:half]), alike(stacks, order[half:])])


class LayerGame:
    """The hands of one layer: what comes after each, who decides, and a policy.

    Parameters
    ----------
    layer
        The states.
    index
        Where values are.
    xp
        NumPy or CuPy.
    """

    def __init__(self, layer: Layer, index: ValueIndex, xp: Any) -> None:
        self.layer, self.xp, self.players = layer, xp, layer.players
        self.place = index.layer(layer.players)
        self.after = xp.asarray(next_values(layer, index))
        forced = forced_jams(layer)
        self.forced = xp.asarray(forced)
        # states in which the same blinds are all in by posting are alike
        is_in = (layer.stacks == layer.posted)[:, -2:]
        kinds = is_in @ np.array([1, 2])
        self.groups = [
            xp.asarray(alike(layer.stacks, np.flatnonzero(kinds == kind)))
            for kind in np.unique(kinds)
        ]
        self.policy: Policy | None = None

    def blank_policy(self) -> Policy:
        """A policy without anything in it."""
        xp, states = self.xp, self.layer.count
        return Policy(
            jams=xp.zeros((states, len(all_nodes(self.players)), CLASSES), dtype=np.uint16),
            ends=xp.zeros((states, len(all_ends(self.players)))),
            epsilon=xp.full(states, math.inf),
        )

    def change(self, changes: Array) -> Array:
        """The largest of the changes of all values that a state's players can meet, (states,)."""
        found = self.xp.empty(self.layer.count)
        for start in range(0, len(found), GATHERED):
            part = slice(start, start + GATHERED)
            found[part] = changes[self.after[part]].max(axis=(1, 2))
        return found

    def means(self, values: Array) -> Array:
        """What the policy is worth if ``values`` come after the hand, (states × players,)."""
        assert self.policy is not None
        return means(self.policy.ends, values, self.after, self.xp)


class WholeGame:
    """A tournament: its values, its layers, and how to improve and evaluate policies.

    Parameters
    ----------
    stakes
        Chips, prizes and blinds.
    players
        How many play.
    values
        The array of all values to begin with, by default those of Harville's model.
    xp
        NumPy, or CuPy to work on a GPU.
    at_once
        States in one product of matrices.

    Notes
    -----
    Where strategies are looked for, sums over three classes are in single precision on a CPU, and
    in pairs of halves on a GPU (`HalfHands`), and classes far from playing are left out. `measure`
    takes all, in double precision.
    """

    def __init__(
        self,
        stakes: TournamentStakes,
        players: int,
        *,
        values: Floats | None = None,
        xp: Any = np,
        at_once: int | None = None,
    ) -> None:
        self.stakes, self.players, self.xp = stakes, players, xp
        self.index = ValueIndex(stakes, players)
        self.values = xp.array(model_values(stakes, players) if values is None else values)
        self.at_once = at_once or (128 if xp is np else 1024)
        all_in = min(players, MOST_ALL_IN)
        self.tables: Showdowns = showdowns(all_in) if xp is np else showdowns(all_in).on(xp)
        self.quick = single_showdowns(all_in) if xp is np else HalfShowdowns.of(self.tables)
        self._layers: dict[int, LayerGame] = {}

    def with_values(self, values: Array) -> WholeGame:
        """The same tournament with other values and without policies; all else is shared."""
        found = copy(self)
        found.values = self.xp.asarray(values)
        found._layers = {n: copy(self.layer(n)) for n in range(2, self.players + 1)}
        for layer in found._layers.values():
            layer.policy = None
        return found

    def layer(self, players: int) -> LayerGame:
        """The hands of a layer, made when first asked for."""
        if players not in self._layers:
            self._layers[players] = LayerGame(Layer(self.stakes, players), self.index, self.xp)
        return self._layers[players]

    def policy(self, players: int) -> Policy | None:
        """The policy of a layer, if there is one."""
        return self._layers[players].policy if players in self._layers else None

    def solver(
        self, players: int, inner: Inner, values: Array | None = None, *, is_quick: bool = True
    ) -> HandSolver:
        """A solver of hands against values, by default those of the game as they are now."""
        game, given = self.layer(players), self.values if values is None else values

        def payoffs(states: Array) -> Array:
            return given[game.after[states]]

        quick, at_once = self.quick, self.at_once
        deal: Callable[[Array, Array], Hands] = partial(Hands, self.tables)
        if inner.is_at_margin and self.xp is np:
            kind = np.float32 if is_quick else np.float64
            deal = partial(SummedHands, ordered_showdowns(min(players, MOST_ALL_IN), kind))
        elif is_quick and players >= MOST_ALL_IN:
            if isinstance(quick, HalfShowdowns):
                deal, at_once = partial(HalfHands, quick), HALVES_AT_ONCE * at_once
            else:
                deal = partial(Hands, quick)
        parts = (deal, self.xp, inner, payoffs, game.forced, at_once)
        if not inner.is_at_margin:
            return HandSolver(*parts)
        plain = self.solver(players, INNERS["cfr+"], values, is_quick=is_quick)
        games = SmallGames(players) if self.xp is np else GpuSmallGames(players, self.xp)
        return MarginSolver(*parts, games, plain)

    def improve(
        self,
        players: int,
        inner: Inner,
        gamma: float,
        *,
        only: Array | None = None,
        rounds: int = 1000,
        leave: float = 0.0,
        until: float = math.inf,
        is_bound: bool = False,
        report: Callable[[int], object] | None = None,
    ) -> Work:
        """Improve the policy of a layer against the values as they are; see `HandSolver.improve`.

        Parameters
        ----------
        only
            Which states to look at, (states,); by default all.
        """
        game, work = self.layer(players), Work()
        solver, is_new = self.solver(players, inner), game.policy is None
        policy = game.policy or game.blank_policy()
        game.policy = policy
        if inner.keeps_regrets and policy.regrets is None:
            shape = policy.jams.shape
            policy.regrets = (self.xp.zeros(shape), self.xp.zeros(shape))
        for group in game.groups:
            states = group if only is None else group[only[group]]
            if len(states) == 0:
                continue
            if is_new:
                solver.start(states, policy)
            work += solver.improve(
                states,
                policy,
                gamma,
                rounds=rounds,
                leave=leave,
                until=until,
                is_bound=is_bound,
                report=report,
            )
        return work

    @property
    def inner(self) -> Inner:
        """The inner loop that finds equilibria of single hands soonest."""
        return INNERS["margin"]

    def judge(
        self, players: int, values: Array | None = None, *, is_quick: bool = False
    ) -> HandSolver:
        """A solver that measures hands as fast as it can be done here, see `HandSolver.measure`."""
        return self.solver(players, self.inner, values, is_quick=is_quick)

    def measure(self, players: int) -> float:
        """Measure the policy of a layer in double precision; returns the largest ε."""
        game = self.layer(players)
        policy, solver = game.policy, self.judge(players)
        assert policy is not None

        def put(batch: Array) -> None:
            gained, policy.ends[batch] = solver.measure(batch, policy)
            policy.epsilon[batch] = gained.max(axis=1)

        for group in game.groups:
            solver.each(put, group)
        return float(policy.epsilon.max())

    def evaluate(self, players: int) -> Array:
        """What the policy of a layer is worth over the rest of the tournament, given lower layers.

        Returns the values of the layer, (states × players,).
        """
        game = self.layer(players)
        assert game.policy is not None
        return PolicySystem(game.policy.ends, game.after, game.place, self.xp).solve(self.values)
