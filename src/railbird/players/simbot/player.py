"""Simbot: plays the rest of the hand many times in mind, and does what earned most.

Before the flop it is Poki. After it, each trial deals the opponents hands by their weight tables
(*selective sampling*), none of which share a card, and a board, and plays the hand to its end once
for each action that it could take. Opponents act by their action frequencies: who raises 40 % of
the time raises the best 40 % of his range, with a blur. Billings et al. (1999, 2002).

Runouts are chosen evenly: on the flop each card comes as the turn twice, and as the river twice; on
the turn each river comes once in a pass. Actions are compared on the same cards and the same
chance, and the simulation ends when one of them is clearly best.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from railbird.cards.classes import holdem_hands
from railbird.cards.index import colex_index
from railbird.errors import OptionError
from railbird.evaluate import HOLDEM
from railbird.players.hand_order import Floats, HandOrder, board_order
from railbird.players.poki.model import BLUR, ODD, HandModel, Triple
from railbird.players.poki.player import Poki, PokiStyle
from railbird.players.simbot import _kernels as kernels
from railbird.stats import standard_errors
from railbird.table.state import CALL, FOLD, State
from railbird.version import __version__

TRIALS = 480
"""Deals that are played out for a decision, at most."""

CLEAR = 3.0
"""Standard errors by which an action must lead for the simulation to end early."""

_SHIFTS = (7, 19)
"""How far the river is from the turn in a shuffled deck, on the flop."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What an action earned from here on, in small bets; to fold is 0 for sure."""

    action: int
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """What a simulation found, and how: sampled, with standard errors of its own model."""

    values: tuple[ActionValue, ...]
    best: int
    trials: int
    ended_early: bool
    seconds: float
    seed: int
    version: str = __version__


@dataclass(frozen=True, slots=True, eq=False)
class Runouts:
    """What a board may become; the same for all who look at it.

    ``laters[i, k]`` are the places of all hands k rounds from now, ``values[i]`` those at the end,
    ``dealt[i]`` the cards that come, as bits.
    """

    order: HandOrder
    plain: Floats
    positive: Floats
    laters: npt.NDArray[np.float32]
    values: npt.NDArray[np.uint16]
    dealt: npt.NDArray[np.uint64]


@lru_cache(maxsize=16)
def _runouts(board: tuple[int, ...]) -> Runouts:
    deck = np.setdiff1d(np.arange(52), board)
    seed = sum(52**i * card for i, card in enumerate(board))
    deck = np.random.default_rng(seed).permutation(deck)
    order = board_order(board)
    if len(board) == 3:
        more = [np.stack([deck, np.roll(deck, shift)], axis=1) for shift in _SHIFTS]
        cards = np.concatenate(more)
    elif len(board) == 4:
        cards = deck[:, None]
    else:
        cards = np.empty((1, 0), dtype=np.int64)
    shown = np.broadcast_to(np.array(board), (len(cards), len(board)))
    boards = np.concatenate([shown, cards], axis=1).astype(np.uint8)
    laters = np.zeros((len(boards), cards.shape[1], 1326), dtype=np.float32)
    values, _ = HOLDEM.board_values(boards, holdem_hands())
    if len(board) == 3:
        turns, _ = HOLDEM.board_values(
            np.ascontiguousarray(boards[: len(deck), :4]), holdem_hands()
        )
        places = np.empty(turns.shape, dtype=np.float32)
        kernels.value_places(turns, places)
        laters[:, 0] = np.tile(places, (len(_SHIFTS), 1))
    if len(board) < 5:
        places = np.empty(values.shape, dtype=np.float32)
        kernels.value_places(values, places)
        laters[:, -1] = places
    return Runouts(
        order=order,
        plain=order.places(np.ones(1326)),
        positive=np.nan_to_num(order.positive),
        laters=laters,
        values=values,
        dealt=(np.uint64(1) << cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64),
    )


@cache
def _masks() -> npt.NDArray[np.uint64]:
    masks: npt.NDArray[np.uint64] = (np.uint64(1) << holdem_hands().astype(np.uint64)).sum(
        axis=1, dtype=np.uint64
    )
    return masks


def simulate(
    cards: tuple[int, ...],
    state: State,
    model: HandModel,
    *,
    style: PokiStyle,
    trials: int = TRIALS,
    seconds: float | None = None,
    clear: float = CLEAR,
    seed: int = 1,
) -> Simulation:
    """Play the rest of a hand after the flop, with each action that is legal now.

    Parameters
    ----------
    cards : tuple of int
        Our hole cards.
    state : State
        The hand; it is our turn.
    model : HandModel
        What we know about the others.
    style : PokiStyle
        How we go on in the simulation.
    trials : int
        Deals, at most.
    seconds : float, optional
        Time that may be spent, at most; with a limit the result depends on the machine.
    clear : float
        Standard errors by which an action must lead for the simulation to end early.
    seed : int
        What chance starts from.
    """
    started = time.perf_counter()
    we = state.actor
    assert we is not None
    to_call, lowest, _ = state.options()
    possible = [CALL, lowest] if lowest else [CALL]
    spot = _Spot.of(cards, state, model, style, we)
    pick = np.arange(1, 1 + len(possible), dtype=np.int64)
    totals, products = np.zeros(len(pick)), np.zeros((len(pick), len(pick)))
    stream = np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)
    done, asked, early = 0, 0, False
    # a pass takes every runout once; where there is one alone, some fifty deals
    size = len(spot.rows) * max(1, 48 // len(spot.rows))
    while asked < trials:
        part = min(size, trials - asked)
        done += spot.play(pick, stream, part, totals, products)
        asked += part
        if done == 0 or (seconds is not None and time.perf_counter() - started > seconds):
            break
        if asked < trials and _is_clear(totals, products, done, clear, can_fold=to_call > 0):
            early = True
            break
    unit = state.rules.bets[0]
    means = totals / max(done, 1)
    errors = standard_errors(done, totals, products.diagonal())
    found = [
        ActionValue(action, float(mean / unit), float(error / unit))
        for action, mean, error in zip(possible, means, errors, strict=True)
    ]
    if to_call:
        found.insert(0, ActionValue(FOLD, 0.0, 0.0))
    best = max(found, key=lambda value: value.mean).action if done else CALL
    took = time.perf_counter() - started
    return Simulation(tuple(found), best, done, early, took, seed)


def _is_clear(totals: Floats, products: Floats, done: int, clear: float, *, can_fold: bool) -> bool:
    """Whether the best action leads every other by so many standard errors of the difference."""
    if done < 40:
        return False
    means = totals / done
    best = int(means.argmax())
    if can_fold and means[best] < 0:  # to fold is best: how sure is that?
        best = -1
    rivals = [a for a in range(len(means)) if a != best]
    gaps = []
    for rival in rivals:
        own = means[best] if best >= 0 else 0.0
        square = products[rival, rival]
        if best >= 0:
            square = square - 2 * products[best, rival] + products[best, best]
        gaps.append((own - means[rival], square))
    if can_fold and best >= 0:
        gaps.append((means[best], products[best, best]))
    return all(
        gap > clear * np.sqrt(max(square / done - gap * gap, 0.0) / done) for gap, square in gaps
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A situation as the kernel reads it."""

    runouts: Runouts
    rows: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    table: npt.NDArray[np.int64]
    rules: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]
    usual: Floats
    ours: Floats
    places: Floats
    ahead: Floats
    maps: Floats
    sums: Floats
    known: np.uint64

    @classmethod
    def of(
        cls, cards: tuple[int, ...], state: State, model: HandModel, style: PokiStyle, we: int
    ) -> _Spot:
        rules, players = state.rules, state.rules.players
        runouts = _runouts(tuple(sorted(model.board)))
        ours = np.uint64(sum(1 << c for c in cards))
        known = ours | np.uint64(sum(1 << c for c in model.board))
        hand = colex_index(cards)
        opponents = model.opponents()
        weights = np.where(_masks() & known, 0.0, model.tables())
        places, sums = np.zeros((2, players, 1326))
        ahead, usual = np.zeros(players), np.zeros((players, 4, 4, 3))
        maps = np.zeros((players, kernels.BUCKETS + 1))
        some = np.empty((len(opponents), kernels.BUCKETS + 1))
        kernels.range_maps(runouts.plain, weights, some)
        for i, p in enumerate(opponents):
            places[p] = runouts.order.places(weights[i])
            ahead[p] = places[p, hand]
            sums[p] = np.cumsum(weights[i])
            maps[p] = some[i]
            for round_ in range(state.round, 4):
                for bets in range(4):
                    usual[p, round_, bets] = model.usual(p, bets, round_=round_)
        table = np.zeros((kernels.ROWS, players), dtype=np.int64)
        table[kernels.STACK], table[kernels.BET] = state.behind, state.bets
        table[kernels.PAID], table[kernels.FOLDED] = state.paid, state.folded
        table[kernels.TO_ACT] = _still_to_act(state)
        numbers = np.zeros(kernels.NUMBERS, dtype=np.int64)
        numbers[kernels.PLAYERS], numbers[kernels.WE] = players, we
        numbers[kernels.ROUND], numbers[kernels.LEVEL] = state.round, state.level
        numbers[kernels.RAISES], numbers[kernels.OUR_HAND] = state.raises, hand
        own = np.empty(kernels.OURS)
        own[kernels.OUR_BET], own[kernels.OUR_RAISE] = style.bet, style.raise_
        own[kernels.OUR_CALL], own[kernels.BLUR], own[kernels.ODD] = style.call, BLUR, ODD
        by_round = (
            np.array(rules.first, dtype=np.int64),
            np.array(rules.bets, dtype=np.int64),
            np.array(rules.cap, dtype=np.int64),
        )
        rows = np.nonzero((runouts.dealt & ours) == 0)[0]
        return cls(
            runouts, rows, numbers, table, by_round, usual, own, places, ahead, maps, sums, known
        )

    def play(
        self,
        actions: npt.NDArray[np.int64],
        stream: npt.NDArray[np.uint64],
        trials: int,
        totals: Floats,
        products: Floats,
    ) -> int:
        """Some trials; the sums are added to."""
        return int(
            kernels.simulate(
                self.numbers,
                self.table,
                *self.rules,
                actions,
                self.usual,
                self.ours,
                self.places,
                self.ahead,
                self.maps,
                self.runouts.laters,
                self.runouts.positive,
                self.runouts.values,
                self.runouts.dealt,
                self.rows,
                _masks(),
                self.sums,
                self.known,
                stream,
                trials,
                totals,
                products,
            )
        )


def _still_to_act(state: State) -> list[int]:
    """1 for those without whom the round cannot end, by position; the rest follows from us."""
    folded, behind, bets = state.folded, state.behind, state.bets
    acted = {p for r, p, _ in state.actions if r == state.round}
    return [
        int(not folded[p] and behind[p] > 0 and (p not in acted or bets[p] < state.level))
        for p in range(state.rules.players)
    ]


class Simbot(Poki):
    """The simulating player; parameters as `simulate`.

    Examples
    --------
    >>> Simbot("simbot", trials=200).trials
    200
    """

    def __init__(
        self,
        name: str,
        *,
        style: PokiStyle | None = None,
        trials: int = TRIALS,
        seconds: float | None = None,
        folder: Path | str | None = None,
    ) -> None:
        super().__init__(name, style=style, folder=folder)
        if trials < 2:
            raise OptionError(f"{trials} trials are no simulation: ask for at least 2")
        self.trials, self.seconds = trials, seconds
        self.simulation: Simulation | None = None
        """What the last simulation found, for explanations; None before the flop."""

    def act(self, state: State) -> int:
        model = self._model
        self.simulation = None
        if model is None or not model.board or len(self._cards) != 2:
            return super().act(state)
        self.simulation = found = simulate(
            self._cards,
            state,
            model,
            style=self.style,
            trials=self.trials,
            seconds=self.seconds,
            seed=self._chance.below(1 << 32),
        )
        self.triple = Triple(
            float(found.best == FOLD), float(found.best == CALL), float(found.best > 0)
        )
        return found.best
