"""Melcher (2015), *Evaluation of equity models for tournament poker*, chapters 1, 2, 5 and 7."""

from railbird.reproduce.registry.rows import Document, Row
from railbird.reproduce.tournament import button, tables

DOCUMENT = Document(
    "melcher",
    "Melcher (2015)",
    (
        Row("table-1.1", "order to act", "match", tables.melcher_positions),
        Row("table-5.1", "size of roll-outs", "match", tables.melcher_rollouts),
        Row("table-5.2", "decision nodes", "match", tables.melcher_nodes),
        Row("table-5.3", "tournament states", "match", tables.melcher_states),
        Row("table-5.4", "complexity", "match", tables.melcher_totals),
        Row("sec-2.1", "Malmuth-Harville", "match", tables.melcher_harville),
        Row("sec-2.2", "Malmuth-Weitzman", "match", tables.melcher_weitzman),
        Row("sec-2.3", "Roberts", "match", tables.melcher_roberts),
        Row("sec-7.2", "two players, solved", "match", tables.melcher_two_players, 3),
        Row("button", "Table B.010, who has the button next", "match", button.melcher_button, 5),
    ),
)
