"""Income rates: what a starting hand earns, in small bets, when nobody bets after the flop.

Roll-out simulation
    All players put in one small bet, the big blind, and play to the showdown.
Iterated roll-out simulation
    In each round, hands that lost in the round before are folded. One opponent is the big blind and
    plays every hand. Another is the small blind, whose half bet stays in the pot if they fold.
    (Without blinds in the pot fewer hands would play each round, until only aces did.)

Before the flop Loki, Poki and HuBot value hands by these rates. They use one of three tables: for
two players, for three or four (simulated with four), and for five or more (simulated with seven).
Papp (1998), appendix A; Sêca (2008), §3.2.1 and §4.3.1.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import numpy.typing as npt

from railbird import data
from railbird.cards.card import HoleCards
from railbird.cards.classes import (
    HOLDEM_CLASSES,
    holdem_class,
    holdem_class_index,
    holdem_class_of_hand,
    holdem_hands,
)
from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError
from railbird.evaluate import HOLDEM
from railbird.evaluate.preflop.pairs import class_matchups, suits_to_representatives
from railbird.players import _income_kernels as kernels
from railbird.stats import standard_errors
from railbird.version import __version__

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Report = Callable[[int, int], None]

TABLE = "players_income"
PLAYERS = (2, 4, 7, 10)
"""Numbers of players in the shipped table; Table 2 of the document is for ten."""

SMALL_BLIND = 0.5
DEALS, ROUND_DEALS, SEED = 600_000, 60_000, 1
_AT_ONCE = 1 << 13
_ALL_AT_ONCE = 2
_MOST_ROUNDS = 40


@dataclass(frozen=True, slots=True, eq=False)
class IncomeRates:
    """Income of each of the 169 classes in small bets, and how it was computed.

    ``plays`` marks the classes that the opponents play. ``deals`` is the number of deals for each
    class. It is 0 if the rates are exact; then ``errors``, the standard errors, are 0 too.
    ``rounds`` is the number of roll-outs of an iteration, and ``stable`` tells whether the last one
    changed nothing.
    """

    players: int
    rates: Floats
    errors: Floats
    plays: Bools
    deals: int
    seed: int
    seconds: float
    rounds: int = 1
    stable: bool = True
    version: str = __version__

    @property
    def exact(self) -> bool:
        """Whether the rates were computed without sampling."""
        return self.deals == 0

    def rate(self, hand: HoleCards | str) -> float:
        """The rate of a hand such as ``AcKd``, or of a class such as ``AKo``."""
        name = hand if hand in HOLDEM_CLASSES else holdem_class(hand)
        return float(self.rates[holdem_class_index(str(name))])


def roll_out(
    players: int,
    *,
    plays: Bools | None = None,
    deals: int = DEALS,
    seed: int = SEED,
    threads: int | None = None,
) -> IncomeRates:
    """The income of every class against opponents who play the classes ``plays`` (None: all).

    With two players the opponent is the big blind and plays every hand; the result is exact. With
    more, each class gets ``deals`` deals from a random stream of its own. Two calls with the same
    seed therefore differ only in the classes that are played.

    Examples
    --------
    >>> heads_up = roll_out(2)
    >>> f"{heads_up.rate('AA'):.4f} {heads_up.rate('3c2c'):.4f}", heads_up.exact
    ('0.7041 -0.2803', True)
    """
    started = time.perf_counter()
    if not 2 <= players <= 10:
        raise OptionError(f"a table does not seat {players} players: choose 2 to 10")
    if deals < 2:
        raise OptionError(f"{deals} deals are too few for a standard error: ask for at least 2")
    everything = np.ones(169, dtype=np.bool_)
    plays = everything if plays is None else plays
    if players == 2:
        table = class_matchups()
        boards = (table.wins + table.ties + table.losses).sum(axis=1)
        rates = (table.wins - table.losses).sum(axis=1) / boards
        seconds = time.perf_counter() - started
        return IncomeRates(
            players=2,
            rates=rates,
            errors=np.zeros(169),
            plays=everything,
            deals=0,
            seed=seed,
            seconds=seconds,
        )
    forced = np.zeros(players)
    if not plays.all():
        forced[1:3] = SMALL_BLIND, 1.0
    hands, representatives = holdem_hands(), suits_to_representatives()[0]

    def simulate(held: int) -> Floats:
        first, second = hands[representatives[held]].tolist()
        state = np.random.SeedSequence((seed, players, held)).generate_state(1, np.uint64)
        sums = np.zeros(2)
        for part in spans(deals, _AT_ONCE):
            dealt = np.empty((part.stop - part.start, players, 2), dtype=np.uint8)
            boards = np.empty((len(dealt), 5), dtype=np.uint8)
            kernels.deal_to(first, second, state, dealt, boards)
            values, _ = HOLDEM.deal_values(dealt, boards)
            kernels.incomes(values, dealt, holdem_class_of_hand(), plays, forced, sums)
        return sums

    sums = np.array(list(map_threads(simulate, range(169), threads=threads)))
    rates = sums[:, 0] / deals
    errors = standard_errors(deals, sums[:, 0], sums[:, 1])
    return IncomeRates(
        players=players,
        rates=rates,
        errors=errors,
        plays=plays,
        deals=deals,
        seed=seed,
        seconds=time.perf_counter() - started,
    )


def iterated_roll_out(
    players: int,
    *,
    deals: int = DEALS,
    round_deals: int = ROUND_DEALS,
    seed: int = SEED,
    threads: int | None = None,
    progress: Report | None = None,
) -> IncomeRates:
    """Roll-outs that fold hands with negative income, until the set of hands played is stable.

    The first rounds judge all wrong classes anew. Later rounds move only the third that is most
    wrong, because classes could otherwise swap for ever. Each round deals ``round_deals`` hands to
    each class, always the same ones. The last round deals ``deals``. A class whose income is within
    a standard error of zero may play or not. Heads-up nobody can fold, so the rates are those of
    `roll_out`.
    """
    started = time.perf_counter()
    plays = np.ones(169, dtype=np.bool_)
    found = roll_out(players, deals=round_deals, seed=seed, threads=threads)
    rounds, stable = 1, players == 2
    while not stable and rounds < _MOST_ROUNDS:
        wrong = (plays != (found.rates >= 0)) & (np.abs(found.rates) > found.errors)
        stable = not wrong.any()
        if stable:
            break
        if rounds >= _ALL_AT_ONCE:
            by_size = np.argsort(np.where(wrong, -np.abs(found.rates), 0.0), kind="stable")
            wrong[by_size[-(-wrong.sum() // 3) :]] = False
        plays = plays ^ wrong
        found = roll_out(players, plays=plays, deals=round_deals, seed=seed, threads=threads)
        rounds += 1
        if progress is not None:
            progress(rounds, _MOST_ROUNDS)
    if players > 2:
        found = roll_out(players, plays=plays, deals=deals, seed=seed, threads=threads)
    return replace(found, rounds=rounds, stable=stable, seconds=time.perf_counter() - started)


def build(
    progress: Report | None = None,
    *,
    deals: int = DEALS,
    round_deals: int = ROUND_DEALS,
    seed: int = SEED,
    threads: int | None = None,
) -> data.Arrays:
    """Compute the shipped table: both kinds of rates with standard errors, by number of players."""
    plain, iterated = [], []
    for done, players in enumerate(PLAYERS):
        plain.append(roll_out(players, deals=deals, seed=seed, threads=threads))
        if progress is not None:
            progress(2 * done + 1, 2 * len(PLAYERS))
        iterated.append(
            iterated_roll_out(
                players, deals=deals, round_deals=round_deals, seed=seed, threads=threads
            )
        )
        if progress is not None:
            progress(2 * done + 2, 2 * len(PLAYERS))
    arrays: data.Arrays = {"players": np.array(PLAYERS), "seed": np.array(seed)}
    for name, found in (("plain", plain), ("iterated", iterated)):
        arrays[f"{name}_rates"] = np.array([each.rates for each in found])
        arrays[f"{name}_errors"] = np.array([each.errors for each in found])
        arrays[f"{name}_plays"] = np.array([each.plays for each in found])
        arrays[f"{name}_deals"] = np.array([each.deals for each in found])
        arrays[f"{name}_rounds"] = np.array([each.rounds for each in found])
        arrays[f"{name}_stable"] = np.array([each.stable for each in found])
    return arrays


def table_players(players: int) -> int:
    """Number of players in the simulation used for so many expected players: 2, 4 or 7.

    Examples
    --------
    >>> [table_players(n) for n in (2, 3, 4, 5, 9)]
    [2, 4, 4, 7, 7]
    """
    if players < 2:
        raise OptionError(f"{players} players cannot play a hand: expect at least 2")
    return 2 if players == 2 else 4 if players <= 4 else 7


@cache
def shipped_rates(players: int, *, iterated: bool = False) -> IncomeRates:
    """The shipped rates of a simulation with 2, 4, 7 or 10 players."""
    table = data.load(TABLE)
    known = table["players"].tolist()
    if players not in known:
        raise OptionError(
            f"the shipped table has no rates for {players} players: choose one of {known}, or "
            f"compute them with roll_out"
        )
    row, kind = known.index(players), "iterated" if iterated else "plain"
    return IncomeRates(
        players=players,
        rates=np.asarray(table[f"{kind}_rates"][row], dtype=np.float64),
        errors=np.asarray(table[f"{kind}_errors"][row], dtype=np.float64),
        plays=np.asarray(table[f"{kind}_plays"][row], dtype=np.bool_),
        deals=int(table[f"{kind}_deals"][row]),
        seed=int(table["seed"]),
        seconds=0.0,
        rounds=int(table[f"{kind}_rounds"][row]),
        stable=bool(table[f"{kind}_stable"][row]),
    )
