"""What both forms of the Winning network's text share."""

from __future__ import annotations

from railbird.history.formats.rooms.told import (
    ANTE,
    BIG,
    BOTH,
    DEAD,
    SMALL,
    Told,
    ToldSeat,
)

STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}


def post_kind(told: Told, words: str, chips: int) -> int:
    """The kind of a post, by the words before its amount."""
    if "ante" in words:
        return ANTE
    if "small" in words:
        return SMALL
    if "big" in words:
        return BIG
    if chips > told.stakes[1]:
        return BOTH
    return DEAD if "dead" in words else BIG


def cap_stakes(told: Told, seat: ToldSeat) -> None:
    """Set the cap of a table whose text says that this player's last action reaches it."""
    told.stake_cap = max(told.stake_cap, told.paid(seat))
