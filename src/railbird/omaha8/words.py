"""How exact an equilibrium is, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from railbird.omaha8.chart import Chart


def origin(chart: Chart) -> str:
    """Which equilibrium was looked up, and how exact it is."""
    exact = most_gained(max(chart.gains))
    if chart.interpolated:
        exact += "; what hands win is interpolated, off by at most 0.02 big blinds"
    if abs(float(chart.stack) - chart.wanted) < 1e-9:
        return f"shipped equilibrium; {exact}"
    return (
        f"R = {chart.wanted:g} is not among the shipped equilibria: this is the nearest, "
        f"R = {float(chart.stack):g}; {exact}"
    )


def most_gained(gain: float) -> str:
    """How exact an equilibrium is."""
    from railbird.stats import at_most

    if not gain:
        return "nobody can gain anything"
    return f"nobody can gain more than {at_most(gain)} big blinds a hand"
