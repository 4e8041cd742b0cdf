"""Make a study: values, strategies and results of all models beside a solution."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.compute.checkpoint import Checkpoint
from railbird.compute.gpu import on_host
from railbird.errors import OptionError
from railbird.tournament.study.configurations import Configurations
from railbird.tournament.study.record import (
    DEPTHS,
    PAIRS,
    PLAIN,
    SHARES,
    SOLUTION,
    Study,
    formulas,
    look_ahead,
    start_of,
)
from railbird.tournament.study.valued import averaged, by_state
from railbird.tournament.whole.evaluate import ex_post, finishing
from railbird.tournament.whole.game import WholeGame, model_values
from railbird.tournament.whole.inner import Policy
from railbird.tournament.whole.ranked import ranked_hand
from railbird.tournament.whole.seats import (
    deviator_places,
    match_places,
    mixed_seatings,
    played_by,
)
from railbird.tournament.whole.solve import GAMMA, solve_tournament
from railbird.tournament.whole.states import Layer, TournamentStakes
from railbird.tournament.whole.strategies import (
    LOOKS_AHEAD,
    RANKED,
    Strategies,
    strategies_by_name,
)
from railbird.tournament.whole.visits import places_by_strategy

Array = Any
Arrays = dict[str, npt.NDArray[Any]]
Floats = npt.NDArray[np.float64]

ROUNDS = 32
"""The most rounds of the inner loop for the strategies of a model. A few states never settle: what
is gained there is told, see `Study.hand_gains`."""

MOST_ROUNDS = 1000
"""The same for the strategies of the solution, when they are found again from its values."""

SETTLED, SETTLED_MODELS = 1e-7, 1e-6
"""What deviators gain against the solution and against models is known within about this share of
the prizes."""

LOOPS = 40
"""The most outer loops of each layer that bring values and strategies of the solution together."""

OTHER = "other"
"""Matches for other prizes than the tournament's."""

CHAIN = "chain"
CHAIN_SOLUTION = f"{CHAIN}_solution"
"""Values of the last look-ahead and of the solution, from which a study resumes. They are no part
of its results."""


def study_tournament(
    stakes: TournamentStakes,
    players: int,
    values: Floats,
    *,
    depths: int = DEPTHS,
    match_prizes: tuple[float, ...] = (),
    ranked: int = 0,
    gamma: float = GAMMA,
    seconds: float = math.inf,
    checkpoint: Path | None = None,
    solved: WholeGame | None = None,
    xp: Any = np,
    at_once: int | None = None,
    progress: Callable[[str, float], object] | None = None,
) -> Study:
    """Compare equity models with a solved tournament.

    Parameters
    ----------
    stakes, players
        The tournament.
    values
        The array of all values of its solution, see `ValueIndex`.
    depths
        Look ahead by up to so many hands.
    match_prizes
        Harville and Roberts also meet in a direct match for these prizes. Without any, matches
        for others that a file has stay; if others are asked for, those of the file are forgotten.
    ranked
        Judge restricted strategies too, of look-aheads by up to so many hands: every range is the
        top of one order of classes, also in the hands ahead. Harville and Roberts meet with such
        ranges too. 0: no restricted strategies.
    gamma
        Hands are solved until nobody gains more than this share of the prizes by leaving a
        strategy. In a few hands of models somebody does, see `Study.hand_gains`.
    seconds
        Stop before the next part when this time is over.
    checkpoint
        A file that is written after each part. If it exists, the work resumes, with the values of
        the solution in it.
    solved
        The solution with its strategies, if there is one: otherwise they are found from values.
    xp, at_once
        See `WholeGame`.
    progress
        Called with the name of each part that is done, and the share of all parts.

    Returns
    -------
    Study
        With all parts that there was time for.

    Notes
    -----
    The strategies of a model are equilibria of single hands, in every state, with the model's
    values behind their ends. Those of a look-ahead of depth d are equilibria against its values.
    """
    if depths < 0:
        raise OptionError(f"depths {depths}: look ahead by 0 or more hands")
    if ranked < 0:
        raise OptionError(f"ranked {ranked}: look ahead by 0 or more hands with restricted ranges")
    work = _Making(stakes, players, values, gamma, xp=xp, at_once=at_once)
    work.until = time.monotonic() + seconds
    work.solved = solved
    file, kept = _resumed(stakes, players, gamma, checkpoint)
    work.read(kept)
    match_prizes = work.prizes_of_matches(match_prizes)
    parts = list(work.parts(depths, match_prizes, ranked))
    work.arrays |= {
        "wanted": np.array([name for name, _ in parts]),
        "match_prizes": np.array(match_prizes),
    }
    file.write(work.arrays)  # there is something to resume from, however short the time is
    for at, (name, make) in enumerate(parts):
        if not work.has(name):
            found = make() if time.monotonic() < work.until else None
            if found is None:
                break
            work.arrays |= found
            file.write(work.arrays)
        if progress is not None:
            progress(name, (at + 1) / len(parts))
    kept = {name: array for name, array in work.arrays.items() if not name.startswith(CHAIN)}
    return Study(stakes, players, kept)


def kept_solution(
    stakes: TournamentStakes, players: int, checkpoint: Path | None, gamma: float = GAMMA
) -> Floats | None:
    """The values of the solution in a file from which a study resumes, if it has them.

    Raises
    ------
    OptionError
        If the file is damaged, or belongs to another study.
    """
    return _resumed(stakes, players, gamma, checkpoint)[1].get(CHAIN_SOLUTION)


def _resumed(
    stakes: TournamentStakes, players: int, gamma: float, path: Path | None
) -> tuple[Checkpoint, Arrays]:
    file = Checkpoint(path, plan=f"{stakes.plan(players)}{gamma:g}")
    found = file.read()
    if not found and path is not None and path.exists():
        raise OptionError(f"{path} holds another study: give another file, or the same tournament")
    return file, found


class _Making:
    """A study on its way."""

    until = math.inf
    solved: WholeGame | None = None

    def __init__(
        self,
        stakes: TournamentStakes,
        players: int,
        values: Floats,
        gamma: float,
        *,
        xp: Any,
        at_once: int | None,
    ) -> None:
        self.stakes, self.players, self.xp = stakes, players, xp
        self.gamma, self.formulas = gamma * stakes.pool, formulas(players)
        self.game = WholeGame(stakes, players, values=values, xp=xp, at_once=at_once)
        self.arrays: Arrays = Study.described(stakes, players)
        self.layers = range(2, players + 1)
        self.configurations = {n: Configurations(Layer(stakes, n)) for n in self.layers}
        first = np.array(start_of(stakes.units, players))
        rank = int(self.configurations[players].layer.ranks(first))
        self.start = self.game.index.start(players) + players * rank
        self.games: dict[str, WholeGame] = {}
        self.modelled: dict[str, Floats] = {}  # values of formulas, which may take a while
        self.restricted: dict[int, Floats] = {}  # values of restricted look-aheads by depth

    def read(self, found: Arrays) -> None:
        """Resume from the arrays of a file."""
        self.arrays |= found
        if CHAIN_SOLUTION in found:
            self.game.values = self.xp.asarray(found[CHAIN_SOLUTION])

    def prizes_of_matches(self, asked: tuple[float, ...]) -> tuple[float, ...]:
        """The prizes of the matches for others than the tournament's; those of a file stay.

        If others are asked for, matches in the file are forgotten.
        """
        kept = tuple(float(prize) for prize in self.arrays.get("match_prizes", ()))
        if asked and asked != kept:
            for name in [name for name in self.arrays if name.startswith(OTHER)]:
                del self.arrays[name]
        return asked or kept

    @property
    def solution(self) -> Floats:
        """The array of all values of the solution."""
        return np.asarray(on_host(self.game.values))

    def has(self, name: str) -> bool:
        """Whether a part is done."""
        return name in self.arrays

    def parts(
        self, depths: int, match_prizes: tuple[float, ...], ranked: int
    ) -> Iterator[tuple[str, Callable[[], Arrays | None]]]:
        """What is computed, in this order, each by the name of an array that it makes."""
        yield SOLUTION, self._solution
        yield "places", self._places
        yield f"ex_post_{SOLUTION}", lambda: self._ex_post(SOLUTION)
        for name in PLAIN:
            yield from self._model(name)
        yield from self._matches("match", PAIRS[:-1], self.stakes)
        for depth in range(1, depths + 1):
            yield from self._model(look_ahead(depth))
        for name in [name for name in self.formulas if name not in PLAIN]:
            yield from self._model(name)
        if ranked:
            yield from self._matches("match", PAIRS[-1:], self.stakes)
        if match_prizes:
            stakes = replace(self.stakes, prizes=match_prizes)
            pairs = [PAIRS[1], *(PAIRS[-1:] if ranked else ())]  # Harville and Roberts
            yield from self._matches(OTHER, pairs, stakes)
        for depth in range(1, ranked + 1):
            yield from self._model(look_ahead(depth) + RANKED)

    def _model(self, name: str) -> Iterator[tuple[str, Callable[[], Arrays | None]]]:
        yield f"values_{name}", lambda: self._deviations(name)
        yield f"ex_post_{name}", lambda: self._ex_post(name)
        yield f"deviator_{name}", lambda: self._deviator(name)

    def _matches(
        self, kind: str, pairs: Sequence[tuple[str, str]], stakes: TournamentStakes
    ) -> Iterator[tuple[str, Callable[[], Arrays | None]]]:
        for pair in pairs:
            yield f"{kind}_{'_'.join(pair)}", partial(self._match, kind, pair, stakes)

    # Values

    def _solution(self) -> Arrays | None:
        """Find strategies, and take the values that they are worth: both must fit each other."""
        found = self.solved
        if found is None:
            found = solve_tournament(
                self.stakes,
                self.players,
                gamma=self.gamma / self.stakes.pool,
                loops=LOOPS,
                seconds=self.until - time.monotonic(),
                values=self.solution,
                xp=self.xp,
                at_once=self.game.at_once,
            ).game
        if time.monotonic() > self.until:
            return None
        self.game.values = found.values
        self.games[SOLUTION] = found
        return {
            SOLUTION: averaged(self._by_players(self.solution), self.configurations),
            CHAIN_SOLUTION: self.solution,
        }

    def _by_players(self, values: Floats) -> dict[int, Floats]:
        """The array of all values by the number of players, (states, players)."""
        return {n: values[self.game.index.layer(n)].reshape(-1, n) for n in self.layers}

    def _places(self) -> Arrays | None:
        game = self._policies(SOLUTION)
        if game is None:
            return None
        found = on_host(finishing(game))
        places = {
            n: np.moveaxis(found[:, game.index.layer(n)].reshape(self.players, -1, n), 0, 2)
            for n in self.layers
        }
        return {"places": averaged(places, self.configurations, self.players)}

    def _deviations(self, name: str) -> Arrays | None:
        values = self._values(name)
        if values is None:
            return None
        found, solution = self._by_players(values), self._by_players(self.solution)
        arrays: Arrays = {
            f"values_{name}": averaged(found, self.configurations),
            f"by_state_{name}": by_state(found, solution),
        }
        if name not in self.formulas and not name.endswith(RANKED):
            arrays |= {CHAIN: values, f"{CHAIN}_name": np.array(name)}
        return arrays

    def _values(self, name: str) -> Floats | None:
        """The array of all values of a model; None if there is no time."""
        if name == SOLUTION:
            return self.solution
        if name in self.formulas:
            if name not in self.modelled:
                formula = self.formulas[name]
                self.modelled[name] = model_values(self.stakes, self.players, formula)
            return self.modelled[name]
        if name.endswith(RANKED):
            return self._restricted(depth_of(name))
        if str(self.arrays.get(f"{CHAIN}_name")) == name:
            return self.arrays[CHAIN]
        depth = depth_of(name)
        before = self._policies(look_ahead(depth - 1) if depth > 1 else "harville")
        if before is None:
            return None
        found = before.values.copy()
        for n in self.layers:
            layer = before.layer(n)
            found[layer.place] = layer.means(before.values)
        return np.asarray(on_host(found))

    def _restricted(self, depth: int) -> Floats:
        """The array of all values of a restricted look-ahead."""
        if depth == 0:
            return model_values(self.stakes, self.players)
        if depth not in self.restricted:
            self._restricted_jams(depth - 1)
        return self.restricted[depth]

    def _restricted_jams(self, depth: int) -> Mapping[int, Array]:
        """The strategies of a restricted look-ahead; the values of the next one follow."""
        game = WholeGame(self.stakes, self.players)  # with arrays of NumPy
        jams, before = ranked_hand(game, self._restricted(depth))
        self.restricted[depth + 1] = before
        return jams

    # Strategies

    def _policies(self, name: str) -> WholeGame | None:
        """The tournament with the strategies of a model; None if time is over before."""
        if name not in self.games:
            values = self._values(name)
            if values is None:
                return None
            if name.endswith(RANKED):
                own = Strategies(name, self._restricted_jams(depth_of(name))).on(self.xp)
                found: WholeGame | None = played_by(self.game, own)
            else:
                found = self._against(values, is_quick=name != SOLUTION)
            if found is None:
                return None
            self._forget()
            self.games[name] = found
        return self.games[name]

    def _against(self, values: Floats, *, is_quick: bool = True) -> WholeGame | None:
        """The tournament with equilibria of all hands against values.

        If ``is_quick``, what they lead to is as precise as sums while they are looked for.
        """
        game = self.game.with_values(self.xp.asarray(values))
        near = self._near(game.values)
        for n in self.layers:
            if near is not None:
                game.layer(n).policy = _copy(near.policy(n))
            rounds = ROUNDS if is_quick else MOST_ROUNDS
            game.improve(n, game.inner, self.gamma, rounds=rounds, until=self.until)
            if time.monotonic() > self.until:
                return None
            if not is_quick:
                game.measure(n)
        return game

    def _near(self, values: Array) -> WholeGame | None:
        """Of the tournaments with strategies, the one with the most similar values."""

        def distance(game: WholeGame) -> float:
            return float(abs(game.values - values).sum())

        return min(self.games.values(), key=distance, default=None)

    def _forget(self) -> None:
        """Let go of the strategies of former look-aheads."""
        for name in [name for name in self.games if name not in (SOLUTION, *PLAIN)]:
            del self.games[name]

    def _ex_post(self, name: str) -> Arrays | None:
        game = self._policies(name)
        if game is None:
            return None
        # models lose much more than sums in less precision are off
        is_model = name != SOLUTION
        settled = SETTLED_MODELS if is_model else SETTLED
        gains = on_host(ex_post(game, settled=settled, is_quick=is_model))
        layers = [gains[game.index.layer(n)] for n in self.layers]
        numbers = [(one.size, one.sum(), one.max()) for one in layers]
        here = gains[self.start : self.start + self.players]
        quantiles = np.quantile(gains[: game.index.prize_at], SHARES)
        return {f"ex_post_{name}": np.concatenate([here, np.ravel(numbers), quantiles])}

    def _deviator(self, name: str) -> Arrays | None:
        """One player with a model's strategies, from each seat of the first state."""
        games = [self._policies(SOLUTION), self._policies(name)]
        if games[0] is None or games[1] is None:
            return None
        others, own = Strategies.of(games[0], SOLUTION), Strategies.of(games[1], name)
        there = on_host(deviator_places(self.game, others, own))
        places = there[:, self.start : self.start + self.players].T
        payoffs = places @ self.stakes.prizes_for(self.players)
        found = {f"deviator_{name}": np.column_stack([payoffs, places])}
        if not name.endswith(RANKED):
            found[f"epsilon_{name}"] = self._epsilon(games[1])
        return found

    def _epsilon(self, game: WholeGame) -> Floats:
        """The largest and the mean ε of all hands, and the share of those above γ."""
        policies = (game.policy(n) for n in self.layers)
        found = np.concatenate([on_host(one.epsilon) for one in policies if one is not None])
        return np.array([found.max(), found.mean(), (found > self.gamma).mean()])

    def _match(self, kind: str, pair: tuple[str, str], stakes: TournamentStakes) -> Arrays | None:
        """The first of two models in all mixed seatings with the second, for some prizes."""
        games = []
        for name in pair:
            if name.endswith(RANKED):
                games.append(strategies_by_name(name, stakes, self.players, xp=self.xp))
                continue
            if stakes == self.stakes:
                game = self._policies(name)
            else:
                game = self._against(model_values(stakes, self.players, PLAIN[name]))
            if game is None:
                return None
            games.append(Strategies.of(game, name))
        seatings, start = mixed_seatings(self.players), start_of(self.stakes.units, self.players)
        if self.xp is np:
            places = places_by_strategy(self.game, games, seatings, start)[0]
        else:
            places = match_places(self.game, games, seatings).by_strategy(start)[0]
        payoff = places @ stakes.prizes_for(self.players)
        return {f"{kind}_{pair[0]}_{pair[1]}": np.array([payoff, *places])}


def depth_of(name: str) -> int:
    """How many hands a look-ahead is ahead, by its name.

    Examples
    --------
    >>> depth_of("fgs-3-ranked")
    3
    """
    return int(name.removesuffix(RANKED).removeprefix(LOOKS_AHEAD))


def _copy(policy: Policy | None) -> Policy:
    assert policy is not None
    return Policy(policy.jams.copy(), policy.ends.copy(), policy.epsilon.copy())
