"""Sêca (2008), *An intelligent poker-agent for Texas Hold'em*."""

from railbird.reproduce.hubot import (
    algorithms,
    deception,
    heads_up,
    lab,
    network,
    numbers,
    rules,
    showdowns,
    tables,
)
from railbird.reproduce.registry.rows import Document, Row, figs, nothing_to_compute

SEATS = "a drawing without numbers: who deals, bets and acts when is railbird.table"
NETWORK = "a picture of somebody else's network; players that learn are in railbird.players"
PARTS = "a drawing of HuBot's parts: railbird.players.hubot has the same ones"

DOCUMENT = Document(
    "seca",
    "Sêca (2008)",
    (
        Row("table-1", "five-card hands in order", "match", numbers.seca_ranks),
        Row("table-2", "income rates and Sklansky's groups", "match", tables.seca_groups),
        Row("table-3", "income rates for seven players", "match", tables.seca_seven),
        Row("table-4", "defaults for first actions", "consistent", numbers.seca_first_defaults),
        Row("table-5", "defaults for second actions", "consistent", numbers.seca_second_defaults),
        Row(figs("", 1, 3), "a drawing of a table", "not comparable", nothing_to_compute(SEATS), 0),
        Row("fig-4", "hand strength", "consistent", algorithms.seca_strength),
        Row("fig-5", "hand potential", "differs", algorithms.seca_potential),
        Row("fig-6", "a neural network", "not comparable", nothing_to_compute(NETWORK), 0),
        Row("fig-7", "HuBot's parts", "not comparable", nothing_to_compute(PARTS), 0),
        Row("fig-8", "the rules of Make1", "consistent", algorithms.seca_make1),
        Row("fig-9", "EHS_n", "differs", algorithms.seca_field),
        Row(
            "fig-10",
            "hand strength against several opponents",
            "consistent",
            tables.seca_errors,
            60,
            games=tables.SPOTS,
        ),
        Row("fig-11", "weights after a bet or raise", "consistent", algorithms.seca_raise_weights),
        Row("fig-12", "weights after a check or call", "consistent", algorithms.seca_call_weights),
        Row("fig-13", "a table of first actions", "consistent", numbers.seca_first_table),
        Row("fig-14", "a table of second actions", "consistent", numbers.seca_second_table),
        Row(
            "fig-15 fig-16 fig-17",
            "HuBot at the advanced table",
            "not comparable",
            lab.seca_advanced,
            250,
            games=lab.ADVANCED_HANDS,
            draws=True,
            too_few=True,
        ),
        Row(
            "fig-18 fig-19",
            "HuBot at the beginners' table",
            "not comparable",
            lab.seca_beginners,
            190,
            games=lab.BEGINNERS_HANDS,
            draws=True,
            too_few=True,
        ),
        Row(
            "fig-20 fig-21",
            "HuBot with and without its model",
            "consistent",
            lab.seca_no_model,
            440,
            games=lab.SESSIONS * lab.NO_MODEL_HANDS,
            draws=True,
        ),
        Row(
            "eq-4", "how many players will see the flop", "consistent", rules.seca_expected_players
        ),
        Row(
            "eq-8 eq-9 eq-10 eq-11",
            "§4.4.2, six strategies after the flop",
            "consistent",
            rules.seca_rules,
            3,
        ),
        Row("eq-5", "how near the next strategy is", "consistent", numbers.seca_percentile),
        Row("counts", "in the text, counts", "differs", numbers.seca_counts),
        Row("speeds", "in the text, speeds", "not comparable", numbers.seca_speeds, 3),
        Row(
            "deception",
            "§5.1, HuBot's bluffs and check-raises",
            "consistent",
            deception.seca_deception,
            300,
            games=deception.HANDS,
        ),
        Row(
            "network",
            "§3.2.2, a neural network foretells actions",
            "consistent",
            network.seca_network,
            200,
            games=network.GAMES,
        ),
        Row(
            "showdowns",
            "chapter 6, HuBot learns from hands that are shown",
            "consistent",
            showdowns.seca_showdowns,
            65,
            games=2 * showdowns.DEALS,
        ),
        Row(
            "heads-up",
            "beyond the document, a heads-up round robin",
            "consistent",
            heads_up.seca_heads_up,
            300,
            games=2 * heads_up.DEALS,
            draws=True,
        ),
    ),
)
