"""How far other settings move DIVAT: Kan (2007), §4.3, and Billings & Kan (2006), §4.3.

The documents vary the settings of the flop or the turn and see the lines coincide. Here the same
games are scored under all settings, so the difference from the standard settings is known far
better than DIVAT itself. As there, PsOpti4 plays PsOpti6, that is, our stand-ins do. The bounds
were fixed before the games were played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt

from railbird.divat.baseline.preflop import Preflop, preflop
from railbird.divat.baseline.settings import BET_SETS, FOLD_SETS, STANDARD, Settings
from railbird.divat.heads_up.scores import score_each
from railbird.reproduce.claims import NOT_PUBLIC, less_than
from railbird.reproduce.divat.bot_matches import bot_games, static_players
from railbird.reproduce.drawings import Lines, sums
from railbird.reproduce.experiment import (
    Claim,
    Figure,
    Outcome,
    RunOptions,
    beside,
    holds,
    judged,
)
from railbird.stats import mean_of, variance_ratio
from railbird.table.state import ROUND_NAMES

GAMES = 20_000
"""Enough to know every change to 0.01 sb a game. The documents' match is longer."""

SHORT_MATCH = 500
"""The documents show one match of 500 games; forty say how far its lines are usually apart."""

BOUND = 0.02
"""In small bets per game: "the difference between a good player and a very good player" (Billings &
Kan, §4.1.2). Settings that move DIVAT by less do not change who plays well."""

SHORT_BOUND = 0.5
"""In a short match: settings move the result by less than half of the luck that is left in it.

It holds of the usual match (a standard deviation), and of the one match that is drawn.

Two lines that vary alike and are 0.5 apart, in standard deviations, have a correlation of 0.875; of
lines without anything in common, 1.41 apart, it is 0. The bound catches a baseline that is wrong on
the turn: one that never bets there is 0.63 apart, one that always bets 0.57, and one that folds
what it does not bet 0.53. On the flop it catches the last (0.53), but not the first two (0.40 and
0.32)."""

Floats = npt.NDArray[np.float64]
Key = tuple[int, str, str]
"""A round, which settings are varied in it ("bets" or "folds"), and the name of the set."""


def variants(rounds: Sequence[int]) -> dict[Key, Settings]:
    """The nine bet sets and the nine fold sets, in one round at a time."""
    found: dict[Key, Settings] = {}
    for r in rounds:
        for name, makes in BET_SETS.items():
            found[r, "bets", name] = STANDARD.with_makes((r,), makes)
        for name, offsets in FOLD_SETS.items():
            found[r, "folds", name] = STANDARD.with_fold_offset(r, offsets[r - 1])
    return found


def scored(rounds: Sequence[int], games: int, options: RunOptions) -> dict[Key, Floats]:
    """DIVAT of the same games under all settings."""
    settings = variants(rounds)
    known = preflop().sums
    tables = {each: Preflop(each, known) for each in dict.fromkeys(settings.values())}
    parts: dict[Settings, list[Floats]] = {each: [] for each in tables}
    played, _ = bot_games(*static_players(), games, options.part(0, 2))
    scoring, done = options.part(1, 2), 0
    for some, sign in played:
        for part, scores in zip(
            parts.values(), score_each(some, list(tables.values())), strict=True
        ):
            part.append(scores.skill * sign)
        done += len(sign)
        scoring.progress(done / games)
    return {key: np.concatenate(parts[each]) for key, each in settings.items()}


def robustness(rounds: Sequence[int], options: RunOptions) -> Outcome:
    """DIVAT per game under other settings, against the standard ones."""
    found = scored(rounds, options.games or GAMES, options)
    standard = _standard(found)
    moves = {key: mean_of(each - standard) for key, each in found.items()}
    figures = judged(
        beside("DIVAT per game, standard settings", float(standard.mean()), None, NOT_PUBLIC),
        *(
            less_than(
                f"{_words(key)}: change, sb a game",
                abs(move.mean),
                BOUND,
                error=move.error,
                count=move.count,
            )
            for key, move in moves.items()
        ),
    )
    key, most = max(moves.items(), key=lambda each: abs(each[1].mean))
    greatest = (
        f"the greatest change is that of {_words(key)}: {most.mean:+.4f} sb a game, with a 95 % "
        f"interval from {most.low:+.4f} to {most.high:+.4f}; {BOUND} is allowed"
    )
    return Outcome(figures, notes=(greatest, _TABLE), drawings=_drawings(found, ""))


def robustness_short(rounds: Sequence[int], options: RunOptions) -> Outcome:
    """How far the settings move a match of 500 games, next to the luck that is left in DIVAT."""
    found = scored(rounds, options.games or GAMES, options)
    standard = _standard(found)
    first = {key: each[:SHORT_MATCH] for key, each in found.items()}
    luck = float(standard.std()) * sqrt(SHORT_MATCH)
    apart = {key: float(each.sum() - _standard(first).sum()) for key, each in first.items()}
    figures = judged(
        beside("s.d. of DIVAT in 500 games", luck, None, NOT_PUBLIC),
        *(
            _short_move(f"{_words(key)}: move of 500 games, s.d.", each - standard, standard)
            for key, each in found.items()
        ),
        *(_drawn(key, each, luck) for key, each in apart.items() if len(standard) >= SHORT_MATCH),
    )
    key = max(apart, key=lambda each: abs(apart[each]))
    drawn = (
        f"in the match that is drawn, the first {len(first[key]):,} games, {_words(key)} ends "
        f"farthest from the standard settings, by {apart[key]:+.1f} sb"
    )
    return Outcome(figures, notes=(drawn, _TABLE), drawings=_drawings(first, ", a short match"))


def _short_move(name: str, moves: Floats, standard: Floats) -> Claim:
    """The s.d. of a move beside that of DIVAT; in a short match its mean does not matter."""
    if not moves.any():
        return less_than(name, 0.0, SHORT_BOUND, error=0.0, count=len(moves))
    found = variance_ratio(moves, standard)
    move = sqrt(found.value)
    return less_than(name, move, SHORT_BOUND, error=found.error / (2 * move), count=found.count)


def _drawn(key: Key, apart: float, luck: float) -> Figure:
    """Where a line of the one match that is drawn ends, beside that of the standard settings."""
    off = abs(apart) / luck if luck else 0.0
    inside = off <= SHORT_BOUND
    why = "" if inside else f"in this match it ends {apart:+.1f} sb from the standard settings"
    name = f"{_words(key)}: end of the 500 games drawn, s.d."
    return holds(name, off, f"≤ {SHORT_BOUND:g}", inside, why=why)


_TABLE = (
    "as in the documents, all settings use the pre-flop table of the standard settings, so "
    "results are not exact across the flop; `railbird analyze --smooth` builds a table for each"
)


def _standard(found: Mapping[Key, Floats]) -> Floats:
    """DIVAT under the standard settings, which are among the sets."""
    return next(each for (_, kind, name), each in found.items() if (kind, name) == _NORMAL)


_NORMAL = ("bets", "moderate")


def _words(key: Key) -> str:
    r, _, name = key
    return f"{ROUND_NAMES[r]}, {name}"


def _drawings(found: Mapping[Key, Floats], more: str) -> tuple[Lines, ...]:
    """A picture for each round and kind of settings, as in the documents."""
    groups: dict[tuple[int, str], dict[str, Floats]] = {}
    for (r, kind, name), each in found.items():
        groups.setdefault((r, kind), {})[name] = each
    what = {"bets": "bet thresholds", "folds": "fold offsets"}
    return tuple(
        sums(
            f"DIVAT with other {what[kind]} on the {ROUND_NAMES[r]}{more}",
            group,
            x_label="games",
            y_label="small bets won by sparbot",
        )
        for (r, kind), group in groups.items()
    )


def robust_flop(options: RunOptions) -> Outcome:
    """Figure 4.8 of Kan (2007)."""
    return robustness((1,), options)


def robust_turn(options: RunOptions) -> Outcome:
    """Figure 4.9 of Kan (2007), Figure 11 of Billings & Kan (2006)."""
    return robustness((2,), options)


def robust_short_flop(options: RunOptions) -> Outcome:
    """Figure 4.10 of Kan (2007): 500 games."""
    return robustness_short((1,), options)


def robust_short_turn(options: RunOptions) -> Outcome:
    """Figure 4.11 of Kan (2007): 500 games."""
    return robustness_short((2,), options)
