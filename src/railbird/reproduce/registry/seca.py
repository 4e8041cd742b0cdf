"""Sêca (2008), *An intelligent poker-agent for Texas Hold'em*."""

from railbird.reproduce.hubot import deception, heads_up, lab, tables
from railbird.reproduce.registry.rows import Document, Row, figs, nothing_to_compute

A_DRAWING = "a drawing or pseudo-code, nothing to compute: see railbird.table, .evaluate, .players"
PART_OF_HUBOT = "no figure to compute: our HuBot follows it (railbird.players.hubot)"

DOCUMENT = Document(
    "seca",
    "Sêca (2008)",
    (
        Row(
            f"table-1 table-4 table-5 {figs('', 11, 14)} fig-8",
            "what HuBot is made of",
            "not comparable",
            nothing_to_compute(PART_OF_HUBOT),
            0,
        ),
        Row(
            f"{figs('', 1, 7)} fig-9",
            "a drawing or pseudo-code",
            "not comparable",
            nothing_to_compute(A_DRAWING),
            0,
        ),
        Row("table-2", "income rates and Sklansky's groups", "match", tables.seca_groups),
        Row("table-3", "income rates for seven players", "match", tables.seca_seven),
        Row(
            "fig-10",
            "hand strength against several opponents",
            "match",
            tables.seca_errors,
            60,
            games=tables.SPOTS,
        ),
        Row(
            "fig-15 fig-16 fig-17",
            "HuBot at the advanced table",
            "differs",
            lab.seca_advanced,
            90,
            games=lab.HANDS,
        ),
        Row(
            "fig-18 fig-19",
            "HuBot at the beginners' table",
            "differs",
            lab.seca_beginners,
            45,
            games=lab.HANDS,
        ),
        Row(
            "fig-20 fig-21",
            "HuBot with and without its model",
            "match",
            lab.seca_no_model,
            100,
            games=lab.HANDS,
        ),
        Row(
            "deception",
            "§5.1, HuBot's bluffs and check-raises",
            "match",
            deception.seca_deception,
            400,
            games=4 * deception.HANDS,
        ),
        Row(
            "heads-up",
            "beyond the document, a heads-up round robin",
            "match",
            heads_up.seca_heads_up,
            300,
            games=2 * heads_up.DEALS,
        ),
    ),
)
