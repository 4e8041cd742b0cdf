"""Playability by attributes: the linear regressions of Ho (2015, §4.2), and how to play by them.

The playability of a class is ten times the largest stack, in big blinds, with which the equilibrium
plays it. Both blinds are rows, and each class counts once. Hands of the four kinds that are always
played are left out. There is no intercept: each hand has one of five ways to share suits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from railbird.omaha8.jamfold.solutions import (
    POSITIONS,
    Position,
    Solutions,
    check_position,
    grid,
    load,
)
from railbird.omaha8.rules import oracle
from railbird.omaha8.rules.attributes import attributes, filtered
from railbird.omaha8.rules.features import Bools, Floats, Ints, class_features

STEPS, MOST = 6, 15
"""The playability is that of 150/300: steps of 1/6 big blind, and no more than 15."""

PER_BLIND = oracle.PER_BLIND
"""Points of playability for each big blind."""

BLIND = "is_big_blind"


@dataclass(frozen=True, slots=True, eq=False)
class LinearFit:
    """Least squares without an intercept.

    Parameters
    ----------
    names
        The columns, without those that depend on columns before them.
    estimates, errors
        Coefficients, and their standard errors.
    residual_error
        The standard deviation of what is left.
    rows
        The number of observations.
    r_squared
        The share of the sum of squares (not of the variance) that is explained.
    """

    names: tuple[str, ...]
    estimates: Floats = field(repr=False)
    errors: Floats = field(repr=False)
    residual_error: float
    rows: int
    r_squared: float

    @property
    def freedom(self) -> int:
        """Degrees of freedom that are left."""
        return self.rows - len(self.names)

    @property
    def adjusted(self) -> float:
        """R² adjusted for the number of columns."""
        return 1 - (1 - self.r_squared) * self.rows / self.freedom

    @property
    def f_statistic(self) -> float:
        """Explained by unexplained mean squares."""
        return self.r_squared / (1 - self.r_squared) * self.freedom / len(self.names)

    def coefficients(self) -> dict[str, float]:
        """The estimates by name."""
        return dict(zip(self.names, self.estimates.tolist(), strict=True))

    def estimate(self, name: str) -> float:
        """A coefficient; 0 for a column that was dropped."""
        return float(self.estimates[self.names.index(name)]) if name in self.names else 0.0


def least_squares(columns: dict[str, Floats], outcomes: Floats) -> LinearFit:
    """Fit outcomes by columns; a column that depends on those before it is dropped.

    Examples
    --------
    >>> ones, steps = np.ones(4), np.arange(4.0)
    >>> fit = least_squares({"one": ones, "two": 2 * ones, "step": steps}, 3 + 2 * steps)
    >>> fit.names, fit.estimates.round(9).tolist()
    (('one', 'step'), [3.0, 2.0])
    """
    every = np.stack(list(columns.values()), axis=1)
    kept = _independent(every.T @ every)
    design = every[:, kept]
    squares = design.T @ design
    estimates = np.linalg.solve(squares, design.T @ outcomes)
    left = outcomes - design @ estimates
    variance = float(left @ left) / (len(outcomes) - len(kept))
    errors = np.sqrt(variance * np.diag(np.linalg.inv(squares)))
    return LinearFit(
        names=tuple(list(columns)[column] for column in kept),
        estimates=np.asarray(estimates, dtype=np.float64),
        errors=np.asarray(errors, dtype=np.float64),
        residual_error=float(np.sqrt(variance)),
        rows=len(outcomes),
        r_squared=float(1 - left @ left / (outcomes @ outcomes)),
    )


def _independent(squares: Floats) -> list[int]:
    """The columns that are no combination of columns before them, by their inner products."""
    rest, kept = squares.copy(), []
    for column, size in enumerate(np.diag(squares)):
        if rest[column, column] > 1e-9 * size:
            kept.append(column)
            rest -= np.outer(rest[:, column], rest[column]) / rest[column, column]
    return kept


def analysed() -> Bools:
    """The classes of the regressions: all that are not played with any stack."""
    kinds = oracle.always(class_features()).values()
    return np.asarray(~np.logical_or.reduce(list(kinds)))


def playability(
    solutions: Solutions, position: Position, *, stacks: Sequence[Fraction] | None = None
) -> Floats:
    """Ten times the largest stack that is played, of the analysed classes."""
    looked = grid(STEPS, MOST) if stacks is None else stacks
    return PER_BLIND * solutions.playability(position, stacks=looked)[analysed()]


def regress(
    columns: Mapping[str, Bools | Ints],
    *,
    positions: Sequence[Position] = POSITIONS,
    solutions: Solutions | None = None,
) -> LinearFit:
    """Playability by columns of all 16,432 classes, for both blinds together or one apart."""
    shipped, which = solutions or load(), analysed()
    design = {
        name: np.tile(column[which].astype(np.float64), len(positions))
        for name, column in columns.items()
    }
    if len(positions) > 1:
        design[BLIND] = np.repeat([float(each == "bb") for each in positions], which.sum())
    outcomes = np.concatenate([playability(shipped, each) for each in positions])
    return least_squares(design, outcomes)


def model(*, whole: bool) -> LinearFit:
    """Figure 4.4 (all attributes) or Figure 4.6 (filtered), with our equilibria."""
    every = attributes(class_features())
    return regress(every if whole else filtered(every))


def model_scores(coefficients: dict[str, float], position: Position) -> Floats:
    """What a model says of the playability of each class."""
    check_position(position)
    columns = attributes(class_features())
    total = np.full(len(class_features().ranks), coefficients.get(BLIND, 0.0) * (position == "bb"))
    for name, value in coefficients.items():
        if name != BLIND:
            total += value * columns[name]
    return total
