"""Kan (2007), *Postgame analysis of poker decisions*."""

from railbird.reproduce.divat import bot_matches as bots
from railbird.reproduce.divat import matches, tables
from railbird.reproduce.divat import settings_tables as settings
from railbird.reproduce.registry.rows import Document, Row, figs, nothing_to_compute

NOT_PUBLIC = "neither the hands nor the players are public; kan-fig-4.5 to 4.7 come closest"

DOCUMENT = Document(
    "kan",
    "Kan (2007)",
    (
        Row("table-3.1", "baselines after the flop", "match", tables.kan_baselines),
        Row("table-3.2", "the standard settings", "match", tables.kan_settings),
        Row("table-3.3", "Alice against Bob", "differs", tables.kan_alice, 3),
        Row("table-3.4", "Bob against Alice", "differs", tables.kan_bob, 3),
        Row("table-4.1", "the nine sets of betting thresholds", "differs", settings.kan_bet_sets),
        Row("table-4.2", "the nine sets of fold offsets", "match", settings.kan_fold_sets),
        Row(
            "fig-1.1 fig-4.1 fig-4.2",
            "always-call against always-raise, money",
            "match",
            matches.always_call_money,
            60,
            games=matches.GAMES,
        ),
        Row(
            "fig-4.3 fig-4.4",
            "always-call against always-raise, DIVAT",
            "differs",
            matches.always_call_divat,
            60,
            games=matches.GAMES,
        ),
        Row("fig-4.5", "self-play", "match", bots.self_play, 110, games=bots.GAMES),
        Row(
            "fig-4.6 fig-4.7",
            "two static players, duplicate",
            "match",
            bots.two_players,
            160,
            games=bots.GAMES,
        ),
        Row(
            "fig-4.8",
            "robustness, flop settings",
            "match",
            matches.robust_flop,
            300,
            games=matches.ROBUST_GAMES,
        ),
        Row(
            "fig-4.9",
            "robustness, turn settings",
            "match",
            matches.robust_turn,
            300,
            games=matches.ROBUST_GAMES,
        ),
        Row(
            "fig-4.10 fig-4.11",
            "robustness in 500 games",
            "match",
            matches.robust_short,
            20,
            games=matches.SHORT_GAMES,
        ),
        Row(
            "fig-5.1 fig-5.2 fig-5.3",
            "Vexbot against Sparbot",
            "differs",
            bots.vexbot_learns,
            220,
            games=bots.VEXBOT_GAMES,
        ),
        Row(
            figs("5.", 4, 6),
            "thecount against PsOpti1",
            "not comparable",
            nothing_to_compute(NOT_PUBLIC),
            0,
        ),
        Row(
            figs("5.", 7, 15),
            "the matches in Las Vegas in 2005",
            "not comparable",
            nothing_to_compute(NOT_PUBLIC),
            0,
        ),
        Row(
            figs("5.", 16, 23),
            "the matches at AAAI 2006",
            "not comparable",
            nothing_to_compute(NOT_PUBLIC),
            0,
        ),
        Row("ranks", "§3.1, hand ranks in the text", "differs", tables.kan_ranks),
        Row(
            "unbiased",
            "§4.1, DIVAT is unbiased",
            "match",
            matches.unbiased,
            600,
            games=matches.UNBIASED_GAMES,
        ),
        Row(
            "position",
            "§4.1, the value of position",
            "match",
            matches.position,
            5,
            games=matches.GAMES,
        ),
    ),
)
