"""Vexbot against Sparbot: Kan (2007), §5.1, and Billings & Kan (2006).

The documents' Vexbot flounders at first and then wins. Ours does so if it starts from nothing
(``vexbot(prior=none)``). What it wins is judged by DIVAT and, since Sparbot's strategy is known, by
AIVAT, which varies less.
"""

from __future__ import annotations

import numpy as np

from railbird.divat.estimators.aivat import aivat
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.summary import line, summarise
from railbird.players import make_player
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.known.values import value_tables
from railbird.players.vexbot.player import PRIORS
from railbird.reproduce.claims import (
    NOT_PUBLIC,
    Floats,
    less_than,
    less_varied,
    more_than,
    same_mean,
)
from railbird.reproduce.divat.bot_matches import play_bots
from railbird.reproduce.drawings import Lines, Series, sums
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.stats import Mean, mean_of, shown

GAMES = 20_000
PARTS = 10
"""The parts of a match of which the means are told: the first is early, the last three are late."""
LATE = 3


def _match(prior: str, games: int, options: RunOptions) -> tuple[MatchAnalysis, Floats, str]:
    """A match of a Vexbot against Sparbot, AIVAT of each game for Vexbot, and how it was played."""
    vexbot, sparbot = make_player(f"vexbot(prior={prior})"), make_player("sparbot")
    match, note = play_bots(vexbot, sparbot, games, options)
    known = np.where(match.sign > 0, 1, 0)  # Sparbot's seat: Vexbot is the big blind where + 1
    found = aivat(match.games, known, KnownSparbot(), value_tables())
    return match, np.asarray(found.estimates * match.sign), note


def _parts(scores: Floats) -> list[Mean]:
    return [mean_of(part) for part in np.array_split(scores, PARTS)]


def _said(parts: list[Mean]) -> str:
    return ", ".join(f"{part.mean:+.3f} ± {part.error:.3f}" for part in parts)


def _late(scores: Floats) -> Floats:
    return np.concatenate(np.array_split(scores, PARTS)[-LATE:])


def vexbot_learns(options: RunOptions) -> Outcome:
    """Figures 5.1 to 5.3 of Kan (2007), 9, 10 and 14 of Billings & Kan (2006); not duplicate."""
    games = max(2 * PARTS, options.games or GAMES)
    match, by_aivat, note = _match("none", games, options)
    summary = summarise(match)
    money, divat = match.money.astype(np.float64), match.divat
    early, late = mean_of(np.array_split(by_aivat, PARTS)[0]), mean_of(_late(by_aivat))
    risen = float(np.hypot(early.error, late.error))
    preflop, flop, turn, river = summary.by_round
    figures: list[Figure | Claim] = [
        same_mean("money less DIVAT per game", line("gap", money - divat, money)),
        same_mean("money less AIVAT per game", mean_of(money - by_aivat)),
        less_varied("variance of money over that of DIVAT", divat, than=money),
        less_than("AIVAT per game, first tenth", early.mean, 0.0, error=early.error),
        more_than("AIVAT per game, last three tenths", late.mean, 0.0, error=late.error),
        more_than("AIVAT late less early", late.mean - early.mean, 0.0, error=risen),
        less_than("DIVAT on the flop", flop.mean, 0.0, error=flop.error),
        more_than("DIVAT on the river", river.mean, 0.0, error=river.error),
        beside("DIVAT before the flop", preflop.mean, None, "in print a little is lost"),
        beside("DIVAT on the turn", turn.mean, 0.0, "in print it roughly breaks even"),
        beside("money s.d.", summary.money.deviation, 5.611, NOT_PUBLIC),
        beside("s.d. of money − Dcash", summary.money_minus_dcash.deviation, 3.671, NOT_PUBLIC),
        beside("DIVAT s.d.", summary.divat.deviation, 2.696, NOT_PUBLIC),
        beside("reduction of variance", summary.divat.reduction, 4.33, NOT_PUBLIC),
        beside("money per game, late", float(_late(money).mean()), 0.03, NOT_PUBLIC),
        beside("DIVAT per game, late", float(_late(divat).mean()), 0.04, NOT_PUBLIC),
    ]
    notes = (
        f"{note}; vexbot knows nothing of Sparbot at first (prior=none)",
        f"AIVAT per game in the tenths of the match: {_said(_parts(by_aivat))}",
        f"DIVAT per game in the tenths of the match: {_said(_parts(divat))}",
    )
    columns = {"money": money, "DIVAT": divat, "AIVAT": by_aivat}
    colours = {"money": "money", "DIVAT": "divat"}
    drawn = sums("Vexbot learns", columns, x_label="games", colours=colours)
    return Outcome(judged(*figures), notes=notes, drawings=(match, drawn))


def vexbot_priors(options: RunOptions) -> Outcome:
    """What Vexbot must know of Sparbot to beat it: its strategy, nothing, or only how to count.

    The document has no such matches.
    """
    games = max(2 * PARTS, options.games or GAMES)
    found, notes = {}, []
    for i, prior in enumerate(PRIORS):
        _, found[prior], note = _match(prior, games, options.part(i, len(PRIORS)))
        notes.append(f"prior={prior}: AIVAT in tenths {_said(_parts(found[prior]))}")
    late = {prior: _late(scores) for prior, scores in found.items()}
    what = {f"prior={prior}: AIVAT per game": scores for prior, scores in late.items()}
    what["none less uniform"] = late["none"] - late["uniform"]
    figures = [_not_in_print(f"{name}, last three tenths", each) for name, each in what.items()]
    middles = (np.arange(PARTS) + 0.5) * games / PARTS
    series = tuple(
        Series(f"prior={prior}", [part.mean for part in _parts(scores)])
        for prior, scores in found.items()
    )
    drawn = Lines("What Vexbot wins from Sparbot", "games", "small bets a game", middles, series)
    return Outcome(tuple(figures), notes=(note, *notes), drawings=(drawn,))


def _not_in_print(name: str, scores: Floats) -> Figure:
    found = mean_of(scores)
    why = f"not in print; standard error {shown(found.error, '.4f')}"
    return beside(name, found.mean, None, why)
