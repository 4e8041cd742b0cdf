"""Simbot: simulates the rest of the hand many times and takes the action that earned most.

Before the flop it plays as Poki. After the flop it runs trials. Each trial deals a board, and deals
the opponents hands by their weight tables (*selective sampling*); no two hands share a card. It
then plays the hand to its end once for each legal action. Opponents act by their action
frequencies: one who raises 40 % of the time raises the best 40 % of their range, with a blur.
Billings et al. (1999, 2002).

Runouts are chosen evenly. On the flop each card comes twice as the turn and twice as the river; on
the turn each river comes once in a pass. Actions are compared on the same cards and the same random
numbers. The simulation ends when one of them is clearly best.
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
from railbird.players.sizing import level_to_raise, usual_bet
from railbird.stats import standard_errors
from railbird.table.rules import FOUR_BETS
from railbird.table.state import CALL, FOLD, State
from railbird.version import __version__

TRIALS = 480
"""The most deals played out for a decision."""

CLEAR = 3.0
"""The simulation ends early when an action leads by this many standard errors."""

_SHIFTS = (7, 19)
"""How far the river is from the turn in a shuffled deck, on the flop."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What an action earned from here on, in small bets. A fold earns exactly 0."""

    action: int
    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a simulation: sampled, with standard errors under its own model."""

    values: tuple[ActionValue, ...]
    best: int
    trials: int
    ended_early: bool
    seconds: float
    seed: int
    version: str = __version__


@dataclass(frozen=True, slots=True, eq=False)
class Runouts:
    """The ways to complete a board, the same for all observers.

    ``laters[i, k]`` are the places of all hands in later round k, ``values[i]`` their values at the
    end, and ``dealt[i]`` the cards to come, as bits.
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
    """Play out the rest of a hand after the flop with each action that is legal now.

    Parameters
    ----------
    cards : tuple of int
        Our hole cards.
    state : State
        The hand, at our turn.
    model : HandModel
        What we know about the others.
    style : PokiStyle
        How we play on in the simulation.
    trials : int
        The most deals to play out.
    seconds : float, optional
        The most time to spend. With a limit the result depends on the machine.
    clear : float
        The simulation ends early when an action leads by this many standard errors.
    seed : int
        The seed of the random numbers.
    """
    started = time.perf_counter()
    we = state.actor
    assert we is not None
    to_call, lowest, _ = state.options()
    possible = [CALL, level_to_raise(state)] if lowest else [CALL]
    spot = _Spot.of(cards, state, model, style, we)
    pick = np.arange(1, 1 + len(possible), dtype=np.int64)
    totals, products = np.zeros(len(pick)), np.zeros((len(pick), len(pick)))
    stream = np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)
    done, asked, early = 0, 0, False
    # a pass takes every runout once; with few runouts it repeats them, up to about fifty deals
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
    return Simulation(
        values=tuple(found), best=best, trials=done, ended_early=early, seconds=took, seed=seed
    )


def _is_clear(totals: Floats, products: Floats, done: int, clear: float, *, can_fold: bool) -> bool:
    """Whether the best action leads every other by ``clear`` standard errors of the difference."""
    if done < 40:
        return False
    means = totals / done
    best = int(means.argmax())
    if can_fold and means[best] < 0:  # folding is best: how sure is that?
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
            np.array(_sizes(state), dtype=np.int64),
            np.array(rules.cap if rules.betting == "limit" else FOUR_BETS, dtype=np.int64),
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
        """Play some trials and add to the sums."""
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


def _sizes(state: State) -> list[int]:
    """The bets of all rounds in the simulation; in this one what a raise is now, if it can be."""
    sizes = [usual_bet(state, max(round_, state.round)) for round_ in range(4)]
    if state.rules.betting != "limit" and (level := level_to_raise(state)):
        sizes[state.round] = level - state.level
    return sizes


def _still_to_act(state: State) -> list[int]:
    """By position, 1 for players who must act before the round can end, as things stand now."""
    folded, behind, bets = state.folded, state.behind, state.bets
    acted = {p for r, p, _ in state.actions if r == state.round}
    return [
        int(not folded[p] and behind[p] > 0 and (p not in acted or bets[p] < state.level))
        for p in range(state.rules.players)
    ]


class Simbot(Poki):
    """The simulating player. Its parameters are those of `simulate`.

    Examples
    --------
    >>> Simbot("simbot", trials=200).trials
    200
    """

    reads_only = True

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
            raise OptionError(f"{trials} trials are too few: ask for at least 2")
        self.trials, self.seconds = trials, seconds
        self.simulation: Simulation | None = None
        """The result of the last simulation, for explanations; None before the flop."""

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
