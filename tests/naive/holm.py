"""Holm's correction from its definition, as a closed family of Bonferroni tests."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations


def holm(chances: Sequence[float]) -> list[float]:
    """A hypothesis falls when every set of hypotheses that it belongs to falls."""
    places = range(len(chances))
    sets = list(chain.from_iterable(combinations(places, size + 1) for size in places))
    return [
        max(min(1.0, len(some) * min(chances[k] for k in some)) for some in sets if place in some)
        for place in places
    ]
