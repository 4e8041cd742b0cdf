"""What the forms of PokerTracker's exports share."""

from __future__ import annotations

import re

from railbird.history.formats.rooms.about import currency_of
from railbird.history.formats.rooms.told import BIG, SMALL, Told
from railbird.table.rules import Betting

GAMES = {
    "texas hold'em": "holdem",
    "hold'em": "holdem",
    "holdem": "holdem",
    "multi table hold'em": "holdem",
    "omaha": "omaha",
    "multi table omaha": "omaha",
    "omaha hi-lo": "omaha8",
    "omaha hilo": "omaha8",
    "omaha hi/lo": "omaha8",
}
BETTINGS: dict[str, Betting] = {
    "nl": "no-limit",
    "no limit": "no-limit",
    "pl": "pot-limit",
    "pot limit": "pot-limit",
    "l": "limit",
    "fl": "limit",
    "limit": "limit",
    "fixed limit": "limit",
}
STREETS = {"flop": 1, "turn": 2, "river": 3}
_SIGN = re.compile(r"[^\w\s.,:()\[\]'+/|-]")


def chip_of(text: str) -> str:
    """The worth of a chip, by the sign of a currency in a text."""
    sign = _SIGN.search(text)
    return f"0.01 {currency_of(sign[0])}" if sign else "0.01"


def find_button(told: Told) -> None:
    """Give the button to the player before the small blind, if the text has none."""
    small = next((seat for _, seat, kind, _ in told.posts if kind == SMALL), None)
    if not told.button and small is not None:
        playing = sum(seat.plays for seat in told.seats.values())
        told.button = small.number - (playing > 2)


def posted_stakes(told: Told) -> tuple[int, int]:
    """The stakes by the blinds that are posted, where the header does not say them."""
    small = next((chips for _, _, kind, chips in told.posts if kind == SMALL), 0)
    big = next((chips for _, _, kind, chips in told.posts if kind == BIG), 0) or 2 * small
    if not big:
        raise told.error("nobody posts a blind")
    return (big, 2 * big) if told.betting == "limit" else (small or big // 2, big)
