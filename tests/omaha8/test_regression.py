"""The regressions of Ho (2015): the same columns, and the same arithmetic as statsmodels."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards.card import HoleCards
from railbird.omaha8.rules import regression
from railbird.omaha8.rules.attributes import attributes
from railbird.omaha8.rules.features import Features
from railbird.omaha8.rules.printed import FILTERED, WHOLE, coefficients


@pytest.mark.parametrize(
    ("whole", "figure", "freedom"), [(True, WHOLE, 23_345), (False, FILTERED, 23_364)]
)
def test_the_columns_are_those_of_print(whole: bool, figure: str, freedom: int) -> None:
    """A standard error divided by that of the residuals depends on the columns alone."""
    fit, printed = regression.model(whole=whole), coefficients(figure)
    assert list(printed) == list(fit.names)
    assert fit.freedom == freedom
    ratios = np.array([float(error) for _, error in printed.values()]) / fit.errors
    digits = 0.5e-5 if whole else 0.5e-4
    assert np.abs(ratios / np.median(ratios) - 1).max() < 2 * digits / 0.29


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ("AsKsKhJc", "suited_AABC hasJ hasBareA hasPairK is_one_pair suitedK range4"),
        ("KsKhJc2s", "suited_AABC hasBare2 hasJ hasPairK is_one_pair suitedK"),
        ("AsAdKh3c", "suited_ABCD hasK hasLow3 hasPairA is_one_pair low_card_2"),
        ("AsKsKhKc", "suited_AABC hasBareA is_trips suitedK range2"),
        ("KsKhKdKc", "suited_ABCD is_quads"),
        ("AsKsQhJh", "suited_AABB hasBareA hasJ hasQ hasK suitedK suitedQ cQJ cKQ cQJs range4"),
        ("AsKsQhJc", "suited_AABC hasBareA hasJ hasQ hasK suitedK cQJ cKQ range4"),
        ("As4s3h3c", "suited_AABC hasLowA hasLow4 hasPair3 is_one_pair low_card_3"),
        ("KsQhJh9d", "suited_AABC has9 hasJ hasQ hasK suitedQ cQJ cKQ cQJs range5"),
    ],
)
def test_attributes_of_the_examples(hand: str, names: str) -> None:
    found = attributes(Features.of([list(HoleCards.parse(hand))]))
    assert {name for name, yes in found.items() if yes[0]} == set(names.split())


def test_least_squares_are_those_of_statsmodels() -> None:
    """With a column that depends on others, which is dropped here and left out there."""
    from statsmodels.regression.linear_model import OLS

    rng = np.random.default_rng(4)
    columns = {f"x{i}": rng.integers(0, 3, 60).astype(float) for i in range(5)}
    outcomes = rng.normal(3, 2, 60) + columns["x1"]
    design = np.stack(list(columns.values()), axis=1)
    fit = regression.least_squares({**columns, "sum": columns["x0"] + columns["x3"]}, outcomes)
    theirs = OLS(outcomes, design).fit()
    assert fit.names == tuple(columns)
    assert fit.estimates == pytest.approx(theirs.params)
    assert fit.errors == pytest.approx(theirs.bse)
    assert fit.residual_error == pytest.approx(theirs.scale**0.5)
    assert fit.freedom == theirs.df_resid
    assert fit.r_squared == pytest.approx(theirs.rsquared)
    assert fit.adjusted == pytest.approx(theirs.rsquared_adj)
    assert fit.f_statistic == pytest.approx(theirs.fvalue)
