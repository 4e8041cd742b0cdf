"""A chart of one point is drawn: a filter may leave one hand."""

from __future__ import annotations

from railbird.reports.charts import Curve, line_chart


def test_one_point_is_drawn() -> None:
    drawn = line_chart([3], [Curve("Won", [2.0], "money")], title="", x_label="", y_label="")
    assert drawn.startswith("<svg")
    assert "nan" not in drawn
