"""Chips in the money of a table."""

from __future__ import annotations

import pytest

from railbird.table.money import money


@pytest.mark.parametrize(
    ("chip", "chips", "text"),
    [
        ("0.01 USD", 1250, "$12.50"),
        ("0.01 USD", -1200, "-$12"),
        ("0.01 EUR", 123_456_789, "€1,234,567.89"),
        ("0.01 CHF", 5, "0.05 CHF"),
        ("0.01 ₹", 5, "₹0.05"),
        ("0.001 USD", 1, "$0.001"),
        ("1 USD", 7, "$7"),
        ("0.01", 150, "1.5"),
        ("1/2", 15, "7.5"),
        ("", 1500, "1,500"),
        ("yen", 7, "7"),
        ("5 USD", 7, "7"),
    ],
)
def test_amounts(chip: str, chips: int, text: str) -> None:
    assert money(chip)(chips) == text


def test_a_sign_for_what_is_won() -> None:
    assert [money("0.01 USD")(chips, plus=True) for chips in (100, 0, -100)] == [
        "+$1",
        "+$0",
        "-$1",
    ]
