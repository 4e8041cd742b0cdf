"""Blinds and antes, and when they rise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError, RulesError
from railbird.typed import chips

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BlindLevel:
    """Blinds and ante from a given hand on. Hands count from 0, the one to be played now."""

    small: float
    big: float
    ante: float = 0.0
    first_hand: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.small <= self.big < np.inf:
            raise RulesError(
                f"a small blind of {self.small:g} and a big blind of {self.big:g} cannot be: the "
                f"small one comes first, such as 300/600"
            )
        if not 0 <= self.ante < np.inf or self.big + self.ante == 0:
            raise RulesError(
                f"ante {self.ante:g} with a big blind of {self.big:g}: an ante is 0 or more, and "
                "somebody must post chips"
            )

    def posted(self, stacks: Floats) -> Floats:
        """What each of (…, players) posts, in order of action; the last two are the blinds."""
        wanted = np.full(stacks.shape[-1], self.ante)
        wanted[-2:] += (self.small, self.big)
        return np.asarray(np.minimum(stacks, wanted))


@dataclass(frozen=True, slots=True)
class BlindSchedule:
    """Levels in order; the last one lasts for ever.

    Examples
    --------
    >>> schedule = BlindSchedule.parse("300/600", "2: 400/800/50")
    >>> schedule.at(1), schedule.at(2)
    (BlindLevel(small=300.0, big=600.0, ante=0.0, first_hand=0), \
BlindLevel(small=400.0, big=800.0, ante=50.0, first_hand=2))
    """

    levels: tuple[BlindLevel, ...]

    def __post_init__(self) -> None:
        first = [level.first_hand for level in self.levels]
        if not first or first[0] != 0 or sorted(set(first)) != first:
            after = ", ".join(str(hand) for hand in first)
            raise OptionError(
                f"levels begin after {after} hands: the first must begin at 0, each next one later"
            )

    def at(self, hand: int) -> BlindLevel:
        """The level of a hand."""
        return [level for level in self.levels if level.first_hand <= hand][-1]

    @classmethod
    def parse(cls, now: str, later: str = "", *, ante: float | None = None) -> BlindSchedule:
        """Levels from texts such as ``300/600`` or ``300/600/25`` and ``2: 400/800, 12: 500/1000``.

        A number before a colon gives the number of hands before the level begins. The ante may be
        part of ``now`` or given by itself; a level without an ante keeps the one before it.
        """
        first = _level(now, ante or 0.0, 0)
        if ante is not None and first.ante != ante:
            raise OptionError(
                f"the blinds {now.strip()} have an ante of {first.ante:g}, but the ante is given "
                f"as {ante:g}: omit one of them"
            )
        levels = [first]
        for text in filter(None, map(str.strip, later.split(","))):
            hands, colon, blinds = text.partition(":")
            if not colon or not hands.strip().isdigit() or int(hands) == 0:
                raise OptionError(
                    f"the level {text!r} does not say after how many hands it begins, or its "
                    f"blinds: give both, such as '6:{2 * first.small:g}/{2 * first.big:g}'"
                )
            levels.append(_level(blinds, levels[-1].ante, int(hands)))
        return cls(tuple(levels))


def _level(text: str, ante: float, first_hand: int) -> BlindLevel:
    try:
        small, big, *more = (chips(part.strip()) for part in text.split("/"))
        (own_ante,) = more or [ante]
    except ValueError:
        raise OptionError(
            f"blinds {text.strip()!r}: write small and big blind, and an ante if there is one, "
            "with slashes: 300/600 or 300/600/25"
        ) from None
    return BlindLevel(small, big, own_ante, first_hand)
