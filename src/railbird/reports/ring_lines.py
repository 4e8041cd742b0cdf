"""The lines of a ring session over its hands, as pictures for its page and for a paper."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from railbird.divat.ring.crosstable import Crosstable
from railbird.divat.ring.scores import RingScore
from railbird.reports.charts import Curve, Dot, interval_chart, line_chart, palette, thinned
from railbird.reports.parts import signed
from railbird.table.hand import Hand

Floats = npt.NDArray[np.float64]

FEWEST_HANDS = 2


class RingLines:
    """Collects what everybody won and how lucky they were, hand by hand.

    Give `add` to `railbird.divat.ring.crosstable.crosstable` as ``each``.
    """

    def __init__(self) -> None:
        self._place: dict[str, int] = {}
        self._who, self._hand = array("i"), array("i")
        self._money, self._luck = array("f"), array("f")
        self._hands = 0

    def add(self, number: int, hand: Hand, score: RingScore) -> None:
        """Add a scored hand; its number is not needed."""
        del number
        luck = score.luck.sum(axis=0).tolist()
        for name, won, lucky in zip(hand.players, score.money.tolist(), luck, strict=True):
            self._who.append(self._place.setdefault(name, len(self._place)))
            self._hand.append(self._hands)
            self._money.append(won)
            self._luck.append(lucky)
        self._hands += 1

    def __len__(self) -> int:
        return self._hands

    def cumulated(self, names: Sequence[str]) -> dict[str, Floats]:
        """Sums after each hand, from 0 on: ``money``, ``divat`` and ``luck``, by player."""
        seats = np.array([self._place[name] for name in names], dtype=np.int64)
        who, hand = (np.frombuffer(each, dtype=np.int32) for each in (self._who, self._hand))
        sums = {}
        for key, column in (("money", self._money), ("luck", self._luck)):
            won = np.zeros((len(self._place), self._hands + 1))
            won[who, hand + 1] = np.frombuffer(column, dtype=np.float32)
            sums[key] = won[seats].cumsum(axis=1)
        return {**sums, "divat": sums["money"] - sums["luck"]}


def ring_figures(table: Crosstable, lines: RingLines) -> dict[str, str]:
    """The pictures of a session by name: ``standings``, ``money``, ``divat`` and ``luck``.

    They are SVG, for the page and for `railbird.reports.figures.save_figures`. At most ten players
    are drawn, those who played most hands. A session of one hand has no picture.
    """
    if len(lines) < FEWEST_HANDS:
        return {}
    names = [table.names[place] for place in table.regulars()]
    found = {"standings": _standings(table, names)}
    some = thinned(len(lines) + 1)
    sums = lines.cumulated(names)
    for key, title in (
        ("money", "Money over the session"),
        ("divat", "DIVAT over the session: money without the luck of the cards"),
        ("luck", "Luck over the session"),
    ):
        found[key] = line_chart(
            some,
            [
                Curve(name, sums[key][i, some], colour, dotted=dotted)
                for i, name in enumerate(names)
                for colour, dotted in (palette(i),)
            ],
            title=title,
            x_label="hands",
            y_label="small bets, cumulative",
        )
    return found


def _standings(table: Crosstable, names: Sequence[str]) -> str:
    dots = [
        Dot(each.name, each.divat.mean, each.divat.low, each.divat.high, signed(each.divat.mean))
        for each in table.standings
        if each.name in names
    ]
    return interval_chart(
        dots, title="DIVAT of each player, with 95 % intervals", x_label="small bets per hand"
    )
