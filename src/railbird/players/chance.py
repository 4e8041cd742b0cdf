"""The random numbers by which an agent mixes its actions.

This is the generator of `railbird.kernels.random` in plain Python. A decision needs one number, and
a call into compiled code would take longer. The standard library's generator takes longer to seed
than a hand takes to play.
"""

from __future__ import annotations

_ALL = 0xFFFFFFFFFFFFFFFF


class Chance:
    """The random numbers of one player, seeded anew for every hand (SplitMix64).

    Examples
    --------
    >>> chance = Chance()
    >>> chance.seed(1)
    >>> [chance.below(6) for _ in range(5)]
    [3, 4, 5, 2, 2]
    """

    def __init__(self) -> None:
        self._state = 0

    def seed(self, seed: int) -> None:
        """Set the seed for a hand."""
        self._state = seed & _ALL

    def below(self, count: int) -> int:
        """A random number from 0 to ``count`` − 1."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _ALL
        bits = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _ALL
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & _ALL
        return ((bits ^ (bits >> 31)) >> 32) * count >> 32
