"""Kan (2007), *Postgame analysis of poker decisions*."""

from railbird.reproduce.blackjack import basic_strategy as cards
from railbird.reproduce.blackjack import games_needed as needed
from railbird.reproduce.divat import aaai, coaching, matches, ring_table, tables, unseen
from railbird.reproduce.divat import bot_matches as bots
from railbird.reproduce.divat import fold_offsets as offsets
from railbird.reproduce.divat import robustness as robust
from railbird.reproduce.divat import settings_tables as settings
from railbird.reproduce.divat import trickiness as tricky
from railbird.reproduce.divat import vexbot_learning as learning
from railbird.reproduce.experiment import Agreement
from railbird.reproduce.registry.rows import Document, Row


def _unseen(
    numbers: str,
    match: unseen.Unseen,
    expected: Agreement = "not comparable",
    seconds: float = 10,
) -> Row:
    """The figures of a match that nobody else has."""
    names = " ".join(f"fig-{number}" for number in numbers.split())
    what = " against ".join(match.players)
    few = expected == "not comparable"
    return Row(names, what, expected, match.run, seconds, match.games, draws=True, too_few=few)


DOCUMENT = Document(
    "kan",
    "Kan (2007)",
    (
        Row("table-2.1", "basic strategy in blackjack", "differs", cards.kan_blackjack_table, 2),
        Row("table-3.1", "baselines after the flop", "match", tables.kan_baselines),
        Row("table-3.2", "the standard settings", "differs", tables.kan_settings),
        Row("table-3.3", "Alice against Bob", "differs", tables.kan_alice, 3),
        Row("table-3.4", "Bob against Alice", "differs", tables.kan_bob, 3),
        Row("table-4.1", "the nine sets of betting thresholds", "differs", settings.kan_bet_sets),
        Row("table-4.2", "the nine sets of fold offsets", "match", settings.kan_fold_sets),
        Row(
            "table-5.1",
            "AAAI 2006, fast: who wins",
            "differs",
            aaai.kan_fast,
            20,
            games=2 * aaai.DEALS,
            draws=True,
        ),
        Row(
            "table-5.2",
            "AAAI 2006, slow: who wins",
            "differs",
            aaai.kan_slow,
            20,
            games=2 * aaai.DEALS,
            draws=True,
        ),
        Row(
            "table-6.1",
            "who influences whom, three players",
            "consistent",
            ring_table.kan_crosstable,
            30,
            games=ring_table.GAMES,
        ),
        Row(
            "fig-1.1 fig-4.1 fig-4.2",
            "always-call against always-raise, money",
            "match",
            matches.always_call_money,
            60,
            games=matches.GAMES,
            draws=True,
        ),
        Row(
            "fig-4.3 fig-4.4",
            "always-call against always-raise, DIVAT",
            "differs",
            matches.always_call_divat,
            60,
            games=matches.GAMES,
            draws=True,
        ),
        Row(
            "fig-4.5", "self-play", "consistent", bots.self_play, 110, games=bots.GAMES, draws=True
        ),
        Row(
            "fig-4.6 fig-4.7",
            "two static players, duplicate",
            "consistent",
            bots.two_players,
            160,
            games=bots.GAMES,
            draws=True,
        ),
        Row(
            "fig-4.8",
            "robustness, flop settings",
            "consistent",
            robust.robust_flop,
            20,
            games=robust.GAMES,
            draws=True,
        ),
        Row(
            "fig-4.9",
            "robustness, turn settings",
            "consistent",
            robust.robust_turn,
            20,
            games=robust.GAMES,
            draws=True,
        ),
        Row(
            "fig-4.10",
            "flop settings in 500 games",
            "consistent",
            robust.robust_short_flop,
            20,
            games=robust.GAMES,
            draws=True,
        ),
        Row(
            "fig-4.11",
            "turn settings in 500 games",
            "differs",
            robust.robust_short_turn,
            20,
            games=robust.GAMES,
            draws=True,
        ),
        Row(
            "fig-5.1 fig-5.2 fig-5.3",
            "Vexbot against Sparbot",
            "not comparable",
            learning.vexbot_learns,
            120,
            games=learning.GAMES,
            draws=True,
            too_few=True,
        ),
        _unseen("5.4 5.6", unseen.THECOUNT, seconds=30),
        _unseen("5.5", unseen.THECOUNT_IN_KAN, "differs", 30),
        _unseen("5.7 5.8 5.9", unseen.VEGAS[0], seconds=8),
        _unseen("5.10 5.11 5.12", unseen.VEGAS[1], seconds=6),
        _unseen("5.13 5.14 5.15", unseen.VEGAS[2], "differs", 6),
        _unseen("5.16 5.17", unseen.AAAI[0], "differs", 20),
        _unseen("5.18 5.19", unseen.AAAI[1], seconds=10),
        _unseen("5.20 5.21", unseen.AAAI[2], seconds=10),
        _unseen("5.22 5.23", unseen.AAAI[3], "differs", 20),
        Row(
            "sec-2.2",
            "games of blackjack needed, by money and by decisions",
            "differs",
            needed.kan_games_needed,
            15,
            games=needed.GAMES,
        ),
        Row("sec-2.4", "two hands of blackjack", "differs", cards.kan_blackjack_text),
        Row(
            "priors",
            "beyond the document, what Vexbot must know of Sparbot",
            "not comparable",
            learning.vexbot_priors,
            300,
            games=learning.GAMES,
            draws=True,
        ),
        Row(
            "coach",
            "§5.4.1, hands that a coach needs, by what it measures",
            "differs",
            coaching.coach_study,
            150,
            games=coaching.GAMES,
            draws=True,
        ),
        Row(
            "trickiness",
            "§5.4.2, the trickiness filter, round by round",
            "differs",
            tricky.trickiness,
            60,
            games=2 * tricky.DEALS,
            draws=True,
        ),
        Row(
            "fold-offsets",
            "§3.1.2, a simulation of fold offsets",
            "not comparable",
            offsets.kan_fold_offsets,
            50,
            games=offsets.GAMES,
        ),
        Row("game-58", "§5.3.3, a bluff of Poki-X", "consistent", tables.kan_game_58, 3),
        Row("confidence", "in the text, how sure a lead is", "differs", tables.kan_confidence),
        Row("ranks", "§3.1, hand ranks in the text", "differs", tables.kan_ranks),
        Row(
            "unbiased",
            "§4.1, DIVAT is unbiased",
            "consistent",
            matches.unbiased,
            600,
            games=matches.UNBIASED_GAMES,
            draws=True,
        ),
        Row(
            "position",
            "§4.1, the value of position",
            "consistent",
            matches.position,
            5,
            games=matches.GAMES,
        ),
    ),
)
