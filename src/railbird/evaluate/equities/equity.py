"""Equity: each player's share of the pot if all cards were dealt now.

`equity` takes hands or weighted ranges of two to ten players and chooses how to compute: from the
shipped pre-flop table, by enumeration, or by sampling. The result says which.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from railbird.cards.card import format_cards
from railbird.errors import OptionError
from railbird.evaluate.equities import _showdown_kernels as kernels
from railbird.evaluate.equities.exact import plan_exact
from railbird.evaluate.equities.sampling import RareDealError, sample_deals
from railbird.evaluate.equities.spot import (
    Counts,
    Player,
    Progress,
    Spot,
    listed_ranges,
    make_spot,
    no_deal,
)
from railbird.stats import standard_errors
from railbird.stopwatch import Stopwatch
from railbird.version import __version__

Method = Literal["auto", "exact", "sample"]

EXACT_BUDGET = 4e8
"""``auto`` enumerates up to this many elementary steps, about two seconds of work."""

MOST_STEPS = 1e13
"""``exact`` enumerates up to this many: more would take a core half a day and longer."""


@dataclass(frozen=True, slots=True)
class PotShares:
    """How often a player gets which part of the pot; probabilities that sum to 1.

    ``other`` holds the parts that only three or more players can split a pot into (thirds, sixths,
    …).
    """

    scoop: float
    three_quarters: float
    half: float
    quarter: float
    nothing: float
    other: float


@dataclass(frozen=True, slots=True)
class HalfShares:
    """What a player wins of the high and of the low, each taken by itself.

    ``high`` is the expected share of the high, whether or not there is a low. ``low`` is the
    expected share of the low in the deals that have one, nan if none has. ``made`` is the chance
    that the player makes a low. The others are their standard errors, 0 if exact; ``scoop_error``
    is that of winning the whole pot.
    """

    high: float
    low: float
    made: float
    high_error: float
    low_error: float
    made_error: float
    scoop_error: float


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """The expectation of a player.

    ``equity`` is the expected share of the pot, ``win`` the probability of winning all of it and
    ``tie`` the probability of winning part of it. ``error`` is the standard error of the equity, 0
    if exact. ``high`` and ``low`` are the parts of the equity that the high and the low hand win.
    ``halves`` has the shares of the high and the low apart; it is None in games without a low.
    """

    hand: str
    equity: float
    high: float
    low: float
    win: float
    tie: float
    error: float
    shares: PotShares
    halves: HalfShares | None = None


@dataclass(frozen=True, slots=True)
class EquityResult:
    """Equities of all players, and how they were computed.

    ``any_low`` is the chance that somebody makes a low, None in games without one, and
    ``any_low_error`` its standard error. ``deals`` is the number of deals counted (the sum of their
    weights where ranges have weights). ``seed`` is None if the result does not depend on chance.
    ``seconds`` are those of the work, without start-up (see `railbird.stopwatch`).
    """

    players: tuple[PlayerEquity, ...]
    game: str
    board: str
    dead: str
    exact: bool
    how: str
    deals: float
    seed: int | None
    seconds: float
    any_low: float | None = None
    any_low_error: float = 0.0
    version: str = __version__

    @property
    def equities(self) -> tuple[float, ...]:
        """The equities alone."""
        return tuple(p.equity for p in self.players)


def equity(
    *players: Player,
    board: str | Sequence[int] = "",
    dead: str | Sequence[int] = "",
    game: str = "holdem",
    method: Method = "auto",
    samples: int | None = None,
    error: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """Equities of two to ten hands or ranges.

    Parameters
    ----------
    players
        Hands or ranges, as text (``"AcKc"``, ``"22+,A2s+"``, ``"random"``) or as objects.
    board
        Three, four or five community cards, or none.
    dead
        Cards that can be neither dealt nor held.
    game
        ``"holdem"``, ``"omaha"`` (high only) or ``"omaha8"`` (high and low).
    method
        ``"exact"``, ``"sample"``, or ``"auto"``: exact if it takes about two seconds at most.
        What would take days is refused.
    samples, error
        Sampling stops after this many deals, or when no standard error is above ``error``,
        whichever comes first. By default it stops at an error of 0.0005.
    seed
        The seed of the random numbers; chosen and reported if not given. The result does not depend
        on the number of threads.
    threads
        The number of threads; one for each core by default.
    progress
        Called now and then with the fraction that is done.

    Examples
    --------
    >>> result = equity("AcKc", "7h6h")
    >>> [f"{100 * e:.4f} %" for e in result.equities], result.how
    (['60.3628 %', '39.6372 %'], 'exact: all 1,712,304 boards, from the pre-flop table')
    >>> f'{equity("AsAdQsJd", "5h4s3c2h", game="omaha8").players[0].shares.scoop:.4f}'
    '0.3637'
    """
    watch = Stopwatch()
    spot = make_spot(players, board, dead, game, threads)
    if method not in ("auto", "exact", "sample"):
        raise OptionError(f"method {method!r} is not known: choose auto, exact or sample")
    if samples is not None and samples < 1:
        raise OptionError(f"{samples} samples are too few: ask for at least 1")
    if error is not None and not error > 0:
        raise OptionError(f"a standard error of {error} cannot be reached: give one above 0")
    if seed is not None and seed < 0:
        raise OptionError(f"seed {seed} is negative: give 0 or more")
    sampled = method == "sample" or (method == "auto" and (samples or error) is not None)
    if not sampled:
        plan = plan_exact(spot)
        sampled = method == "auto" and plan.steps > EXACT_BUDGET
    if sampled:
        seed = secrets.randbits(32) if seed is None else seed
        try:
            counts, how = sample_deals(spot, samples, error, seed, progress)
        except RareDealError:
            raise _too_rare(spot) from None
    else:
        seed = None
        if plan.steps > MOST_STEPS:
            raise OptionError(
                f"to count {plan.deals:.0e} deals would take days or more: ask for method "
                f"'sample', or narrow the ranges"
            )
        counts, how = plan.count(progress), plan.how
    if not counts.total:
        raise no_deal(spot)
    errors = counts.errors() if sampled else np.zeros(spot.players)
    lows = np.array(counts.with_low)
    halves = _halves(counts, sampled=sampled) if spot.game.has_low else [None] * spot.players
    return EquityResult(
        players=tuple(
            _player_equity(name, counts, p, float(errors[p]), halves[p])
            for p, name in enumerate(spot.names)
        ),
        game=spot.game.name,
        board=format_cards(spot.board),
        dead=format_cards(spot.dead),
        exact=not sampled,
        how=how,
        deals=counts.total,
        seed=seed,
        seconds=watch.seconds,
        any_low=counts.with_low / counts.total if spot.game.has_low else None,
        any_low_error=float(standard_errors(counts.total, lows, lows)) if sampled else 0.0,
    )


def _too_rare(spot: Spot) -> OptionError:
    """The error that sampling finds no deals, with the way out that there is."""
    plan = plan_exact(spot)
    out = (
        "ask for method 'exact', which counts all deals"
        if plan.steps <= MOST_STEPS
        else f"narrow them; to count {plan.deals:.0e} deals would take days or more"
    )
    return OptionError(
        f"the ranges {listed_ranges(spot)} need the same cards in all or almost all deals, so none "
        f"can be sampled: {out}"
    )


def _halves(counts: Counts, *, sampled: bool) -> list[HalfShares]:
    """Shares of the high and the low of each player."""
    sums, total, lows = counts.halves.T, counts.total, counts.with_low
    scoops = counts.outcomes[:, kernels.SCOOP]
    made = sums[kernels.LOW_MADE]
    shares = [
        sums[kernels.HIGH_WON] / total / kernels.POT,
        sums[kernels.LOW_WON] / lows / kernels.POT if lows else np.full(len(scoops), np.nan),
        made / total,
    ]
    errors = [np.zeros(len(scoops))] * 4
    if sampled:
        high, high_squares = sums[kernels.HIGH_WON], sums[kernels.HIGH_SQUARES]
        low, low_squares = sums[kernels.LOW_WON], sums[kernels.LOW_SQUARES]
        errors = [
            standard_errors(total, high, high_squares) / kernels.POT,
            standard_errors(lows, low, low_squares) / kernels.POT,
            standard_errors(total, made, made),
            standard_errors(total, scoops, scoops),
        ]
    return [HalfShares(*map(float, row)) for row in zip(*shares, *errors, strict=True)]


def _player_equity(
    name: str, counts: Counts, p: int, error: float, halves: HalfShares | None
) -> PlayerEquity:
    parts = counts.outcomes[p] / counts.total
    shares = PotShares(*(float(x) for x in parts))
    equity = min(1.0, float(counts.shares[p] / counts.total / kernels.POT))  # sums are rounded
    low = float(counts.halves[p, kernels.LOW_WON] / counts.total / kernels.POT / 2)
    return PlayerEquity(
        hand=name,
        equity=equity,
        high=equity - low,
        low=low,
        win=shares.scoop,
        tie=shares.three_quarters + shares.half + shares.quarter + shares.other,
        error=error,
        shares=shares,
        halves=halves,
    )
