"""Amounts of chips as people write them: in the currency of the table, or as chips."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "CNY": "¥"}
"""Signs of currencies by their code. They are written before an amount."""

_CHIP = re.compile(r"(?:1/([1-9][0-9]{0,3})|(1|0\.0{0,5}1))(?: (\S+))?")


@dataclass(frozen=True, slots=True)
class Money:
    """Writes the chips of a hand in its money. See `money`.

    Parameters
    ----------
    chips : int
        How many chips make one unit of the money.
    sign, code : str
        The sign before an amount, and the code of a currency without a sign.
    """

    chips: int = 1
    sign: str = ""
    code: str = ""

    def __call__(self, chips: int, *, plus: bool = False) -> str:
        """An amount, such as ``$12.50``; ``plus`` marks what is not negative."""
        whole, rest = divmod(abs(chips), self.chips)
        if not rest:
            text = f"{whole:,}"
        elif (self.sign or self.code) and self.chips in (10, 100):
            text = f"{whole:,}.{rest * 100 // self.chips:02d}"
        elif self.sign or self.code:
            text = f"{Decimal(abs(chips)) / self.chips:,.2f}"
            if Fraction(text.replace(",", "")) != Fraction(abs(chips), self.chips):
                text = f"{Decimal(abs(chips)) / self.chips:,f}"
        else:
            text = f"{abs(chips) / self.chips:,.2f}".rstrip("0")
        before = "-" if chips < 0 else "+" if plus else ""
        return f"{before}{self.sign}{text}" + (f" {self.code}" if self.code else "")


@lru_cache(maxsize=256)
def money(chip: str) -> Money:
    """How to write the chips of hands whose ``chip`` is this.

    Examples
    --------
    >>> money("0.01 USD")(1250), money("")(-1250), money("1/2")(15, plus=True)
    ('$12.50', '-1,250', '+7.5')
    """
    found = _CHIP.fullmatch(chip)
    if found is None:
        return Money()
    chips = int(found[1]) if found[1] else int(1 / Decimal(found[2]))
    currency = found[3] or ""
    sign = SYMBOLS.get(currency, currency if not currency.isalnum() else "")
    return Money(chips, sign, "" if sign else currency)
