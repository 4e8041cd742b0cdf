"""What the text of a hand says about its tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Finish(NamedTuple):
    """A player who is out or has won: position, place (0: not said) and prize."""

    position: int
    place: int
    prize: int


class Bounty(NamedTuple):
    """A bounty that a position won; in a progressive tournament, the part that is paid out."""

    position: int
    chips: int


class Rebuy(NamedTuple):
    """A rebuy or add-on of a position, and what it cost."""

    position: int
    cost: int


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """The tournament that a hand belongs to. Money is in hundredths of the currency.

    Parameters
    ----------
    number : str
        The number that the room gave it.
    name : str
        Its name, if the text has one.
    buy_in, bounty, fee : int
        What goes to the prizes, to the bounty and to the house; 0 if there is none. If all are 0,
        the text does not say the price, unless the tournament is free.
    free : bool
        Whether the text says that it costs nothing.
    currency : str
        Such as ``USD``; empty for play money and where the text does not say.
    level : str
        As the room writes it, such as ``IV``.
    finishes, bounties, rebuys
        Who left the tournament in this hand, who won bounties, and who bought more chips.
    heads
        The bounty on each position's head before the hand; () where the text does not say. Such
        bounties are progressive: half is paid out, and half is added to the winner's own.
    """

    number: str
    name: str = ""
    buy_in: int = 0
    bounty: int = 0
    fee: int = 0
    currency: str = ""
    level: str = ""
    finishes: tuple[Finish, ...] = ()
    bounties: tuple[Bounty, ...] = ()
    heads: tuple[int, ...] = ()
    free: bool = False
    rebuys: tuple[Rebuy, ...] = ()
