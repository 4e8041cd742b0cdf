"""Figures 4.4 to 4.8 of Ho (2015): playability by regression, and what rules made of it cost."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from railbird import data
from railbird.omaha8.jamfold import solutions
from railbird.omaha8.jamfold.solutions import Position, grid
from railbird.omaha8.rules import costs, oracle, regression
from railbird.omaha8.rules.attributes import attributes, filtered
from railbird.omaha8.rules.costs import Opponent
from railbird.omaha8.rules.features import Floats, class_features
from railbird.omaha8.rules.printed import FILTERED, WHOLE, coefficients
from railbird.reproduce.drawings import Lines, Series
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, beside, rounding, within
from railbird.reproduce.omaha8.tables import origin

BIG = 400
"""Costs are printed in chips at 200/400."""

BLINDS: dict[Position, str] = {"sb": "small blind", "bb": "big blind"}

OTHER_HANDS = "the playability of print's equilibria is not ours: see ho-table-4.1"
OTHER_GAME = (
    "what a rule loses to a best response depends on the match-ups alone, so that print's are not "
    "ours; ours are exact"
)


def ho_whole_model(_: RunOptions) -> Outcome:
    """Figure 4.4: all attributes."""
    fit = regression.model(whole=True)
    summary = [
        within("residual standard error", fit.residual_error, 22.23, rounding(2), why=OTHER_HANDS),
        within("degrees of freedom", fit.freedom, 23_345, 0),
        within("R²", fit.r_squared, 0.9646, rounding(4), why=OTHER_HANDS),
        within("adjusted R²", fit.adjusted, 0.9645, rounding(4), why=OTHER_HANDS),
        within("F-statistic", fit.f_statistic, 9_494, rounding(0), why=OTHER_HANDS),
    ]
    return Outcome((*_estimates(fit, WHOLE, 5), *summary), notes=origin())


def ho_filtered_model(_: RunOptions) -> Outcome:
    """Figure 4.6: without connectors and high cards of a suit."""
    fit = regression.model(whole=False)
    summary = [
        within("residual standard error", fit.residual_error, 22.47, rounding(2), why=OTHER_HANDS),
        within("degrees of freedom", fit.freedom, 23_364, 0),
        within("R²", fit.r_squared, 0.9638, rounding(4), why=OTHER_HANDS),
        within("adjusted R²", fit.adjusted, 0.9637, rounding(4), why=OTHER_HANDS),
        within("F-statistic", fit.f_statistic, 12_950, 5, why=OTHER_HANDS),
    ]
    return Outcome((*_estimates(fit, FILTERED, 4), *summary), notes=origin())


def _estimates(fit: regression.LinearFit, figure: str, digits: int) -> list[Figure]:
    """Coefficients, and how far the standard errors say that the columns are print's.

    A standard error divided by that of the residuals depends on the columns alone.
    """
    printed = coefficients(figure)
    ratios = np.array([float(error) for _, error in printed.values()]) / fit.errors
    apart = float(np.abs(ratios / np.median(ratios) - 1).max())
    least = min(float(error) for _, error in printed.values())
    allowed = 2 * rounding(digits) / least
    rows = [within("shape of the standard errors: largest difference", apart, 0, allowed)]
    for name, (estimate, _) in printed.items():
        ours, allowed = fit.estimate(name), rounding(digits)
        rows.append(within(name, ours, float(estimate), allowed, why=OTHER_HANDS))
    return rows


def ho_oracle_fit(_: RunOptions) -> Outcome:
    """Figure 4.7: playability by the points of ORACLE, without an intercept."""
    hands = class_features()
    fit = regression.regress({"oracle_strategy": oracle.ORACLE.scores(hands, "sb")})
    slope, blind = fit.estimate("oracle_strategy"), fit.estimate("is_big_blind")
    figures = (
        within("degrees of freedom", fit.freedom, 23_410, 0),
        within("oracle_strategy", slope, 0.987292, rounding(6), why=OTHER_HANDS),
        within("is_big_blind", blind, -4.869797, rounding(6), why=OTHER_HANDS),
        within("adjusted R²", fit.adjusted, 0.9577, rounding(4), why=OTHER_HANDS),
    )
    return Outcome(figures, notes=origin())


def ho_model_costs(_: RunOptions) -> Outcome:
    """Figure 4.5: the filtered model beside the equilibrium, at 200/400."""
    return Outcome(
        tuple(_model_costs()),
        notes=(*origin(), _measured()),
        drawings=_drawings("filtered", "filtered model"),
    )


def _model_costs() -> list[Figure]:
    """What the filtered model loses at most: with our coefficients, and with print's."""
    figures = []
    for rule, whose, why in (
        ("filtered", "", OTHER_HANDS),
        ("filtered_printed", ", print's coefficients", OTHER_GAME),
    ):
        small, big = (_most(rule, position) for position in BLINDS)
        name = f"filtered model{whose}: small blind gives up, chips"
        figures.append(within(name, small, 6.5, rounding(1), why=why))
        name = f"filtered model{whose}: big blind gives up, bb"
        figures.append(within(name, big / BIG, 0.01, rounding(2), why=why))
    return figures


def ho_oracle_costs(_: RunOptions) -> Outcome:
    """Figure 4.8: ORACLE beside the equilibrium, at 200/400."""
    ours = " and ".join(f"{_most('tally', position):.2f}" for position in BLINDS)
    note = f"TALLY, our own rule, loses at most {ours} chips to a best response at these stacks."
    return Outcome(
        tuple(_oracle_costs()),
        notes=(*origin(), _measured(), note),
        drawings=_drawings("oracle", "ORACLE"),
    )


def _oracle_costs() -> list[Figure]:
    """What ORACLE loses at most, and at the stacks that the text names."""
    shipped, figures = costs.load(), []
    named: tuple[tuple[Position, int, float, int], ...] = (
        ("sb", 2_300, 8.7, 1),
        ("bb", 4_500, 6, 0),
    )
    for position, chips, printed, digits in named:
        row = shipped.stacks.index(Fraction(chips, BIG))
        ours = BIG * float(shipped.of("oracle", position, "equilibrium")[row])
        name = f"ORACLE, {BLINDS[position]} with {chips:,} v equilibrium, chips"
        figures.append(within(name, ours, printed, rounding(digits), why=OTHER_HANDS))
    for (position, blind), printed in zip(BLINDS.items(), (8.96, 6.87), strict=True):
        name, ours = f"ORACLE, {blind} v best response, chips", _most("oracle", position)
        figures.append(within(name, ours, printed, rounding(2), why=OTHER_GAME))
    return figures


def _rows() -> list[int]:
    """Stacks of 200/400 in steps of 50 chips, up to 4,500."""
    return [costs.load().stacks.index(stack) for stack in grid(BIG // 50, Fraction(45, 4))]


def _chips(rule: str, position: Position, opponent: Opponent = "best response") -> Floats:
    return np.asarray(BIG * costs.load().of(rule, position, opponent)[_rows()])


def _most(rule: str, position: Position) -> float:
    """The most chips that a rule loses to a best response."""
    return float(_chips(rule, position).max())


def _measured() -> str:
    info = data.manifest()[costs.TABLE]
    return (
        f"Costs are those of the table {info.name} (sha256 {info.checksum[:16]}…), made by "
        f"`{info.made_by}` from the table of all match-ups."
    )


def _drawings(rule: str, called: str) -> tuple[Lines, ...]:
    """What each blind wins with the equilibrium, with the rule, and with the rule exploited."""
    rows, drawn = _rows(), []
    for position, name in BLINDS.items():
        sign = 1 if position == "sb" else -1
        value = sign * BIG * solutions.load().value[rows]
        series = (
            Series("equilibrium", value, "divat"),
            Series(
                f"{called} v equilibrium", value - _chips(rule, position, "equilibrium"), "money"
            ),
            Series(f"{called} v best response", value - _chips(rule, position)),
        )
        stacks = [float(BIG * costs.load().stacks[row]) for row in rows]
        title = f"What the {name} wins at 200/400"
        drawn.append(Lines(title, "smaller stack, chips", "chips a hand", stacks, series))
    return tuple(drawn)


def ho_rules(_: RunOptions) -> Outcome:
    """What the text says of the models, and the regressions of each blind apart."""
    figures = [*_model_costs(), *_oracle_costs()]
    every = attributes(class_features())
    for position, name in BLINDS.items():
        for columns, which in ((every, "all"), (filtered(every), "filtered")):
            fit = regression.regress(columns, positions=[position])
            why = "the regression of one blind apart is not printed"
            figures.append(beside(f"{name} apart, {which}: adjusted R²", fit.adjusted, None, why))
    return Outcome(tuple(figures), notes=(*origin(), _measured()))
