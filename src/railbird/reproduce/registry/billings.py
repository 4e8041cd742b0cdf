"""Billings & Kan (2006), *A tool for the direct assessment of poker decisions*."""

from railbird.reproduce.divat import bot_matches as bots
from railbird.reproduce.divat import candidates, frequencies, matches, tables, unseen
from railbird.reproduce.divat import robustness as robust
from railbird.reproduce.registry.rows import Document, Row

DOCUMENT = Document(
    "billings",
    "Billings & Kan (2006)",
    (
        Row("table-1", "the standard settings", "differs", tables.kan_settings),
        Row("table-2", "a game round by round", "differs", tables.billings_rounds, 3),
        Row("table-3", "the whole game", "differs", tables.billings_game, 3),
        Row(
            "fig-1",
            "always-call against always-raise, money",
            "match",
            matches.always_call_money,
            60,
            games=matches.GAMES,
            draws=True,
        ),
        Row(
            "fig-2 fig-3",
            "always-call against always-raise, DIVAT",
            "differs",
            matches.always_call_divat,
            60,
            games=matches.GAMES,
            draws=True,
        ),
        Row("fig-4", "self-play", "match", bots.self_play, 110, games=bots.GAMES, draws=True),
        Row(
            "fig-5 fig-6 fig-7 fig-12",
            "two static players, duplicate",
            "match",
            bots.two_players,
            160,
            games=bots.GAMES,
            draws=True,
        ),
        Row(
            "fig-8 fig-13",
            "thecount against PsOpti1",
            "not comparable",
            unseen.THECOUNT.run,
            30,
            games=unseen.THECOUNT.games,
            draws=True,
        ),
        Row(
            "fig-9 fig-10 fig-14",
            "Vexbot against Sparbot",
            "not comparable",
            bots.vexbot_learns,
            220,
            games=bots.VEXBOT_GAMES,
            draws=True,
        ),
        Row(
            "fig-11",
            "robustness, turn settings",
            "match",
            robust.robust_turn,
            20,
            games=robust.GAMES,
            draws=True,
        ),
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
            1200,
            games=candidates.GAMES,
        ),
    ),
)
