"""Billings & Kan (2006), *A tool for the direct assessment of poker decisions*."""

from railbird.reproduce.divat import candidates, frequencies, tables, unseen
from railbird.reproduce.registry.kan import DOCUMENT as KAN
from railbird.reproduce.registry.rows import Document, Row

DOCUMENT = Document(
    "billings",
    "Billings & Kan (2006)",
    (
        Row("table-1", "the standard settings", "differs", tables.kan_settings),
        Row("table-2", "a game round by round", "differs", tables.billings_rounds, 3),
        Row("table-3", "the whole game", "differs", tables.billings_game, 3),
        KAN.row("fig-4.1", names="fig-1"),
        KAN.row("fig-4.3", names="fig-2 fig-3"),
        KAN.row("fig-4.5", names="fig-4"),
        KAN.row("fig-4.6", names="fig-5 fig-6 fig-7 fig-12"),
        Row(
            "fig-8 fig-13",
            "thecount against PsOpti1",
            "not comparable",
            unseen.THECOUNT.run,
            30,
            games=unseen.THECOUNT.games,
            draws=True,
            too_few=True,
        ),
        KAN.row("fig-5.1", names="fig-9 fig-10 fig-14"),
        KAN.row("fig-4.9", names="fig-11"),
        Row(
            "frequencies",
            "§4.3, folds and bets on the turn",
            "differs",
            frequencies.billings_frequencies,
            20,
            games=frequencies.TURNS,
        ),
        Row(
            "candidates",
            "§4.1, which settings gave 2.913",
            "differs",
            candidates.candidates,
            3000,
            games=candidates.GAMES,
        ),
    ),
)
