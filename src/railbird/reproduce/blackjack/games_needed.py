"""How many games of blackjack tell who plays better: §2.2 and §2.3 of Kan (2007).

By money it takes 52,716 games to tell players who differ by 0.01 bets a game. The same difference
is told by decisions here: a player who plays basic strategy, but in just so many of the games that
0.01 bets are lost, plays another strategy.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from railbird.blackjack import (
    BlackjackRules,
    Simulated,
    basic_strategy,
    game_value,
    simulate,
    strategy_by_name,
)
from railbird.reproduce.experiment import (
    Claim,
    Outcome,
    RunOptions,
    beside,
    compare,
    holds,
    judged,
)
from railbird.stats import deviation_of, mean_of

GAMES = 4_000_000
PART = 10
"""The other players play this part of the games."""

RULES = BlackjackRules()
LEAD, DEVIATION, NEEDED = 0.01, 1.148, 52_716
PLAYERS = ("no-doubles", "no-busts", "dealer")
FEW_HUNDRED = 500

Row = tuple[str, float, float, float, float, float | None]
"""A player, EV, standard deviation, what they lose to basic strategy, and games by both."""


def kan_games_needed(options: RunOptions) -> Outcome:
    """Sections 2.2 and 2.3 of Kan (2007): games that tell 0.01 bets, by money and by decisions."""
    games = options.games or GAMES
    base = basic_strategy(RULES)
    won = simulate(base, games, seed=options.seed, progress=options.part(0, 4).progress).won
    spread = deviation_of(won)
    worth = game_value(after=base)
    claims = [
        Claim("standard deviation of a game", spread.value, DEVIATION, spread.error,
              rounding=0.0005, count=spread.count, why=OTHER_RULES),
    ]  # fmt: skip
    rows: list[Row] = [("basic strategy", worth, spread.value, 0.0, by_money(spread.value), None)]
    for i, name in enumerate(PLAYERS, start=1):
        progress = options.part(i, 4).progress
        player = strategy_by_name(name, RULES)
        found = simulate(player, max(games // PART, 2), seed=options.seed + i, progress=progress)
        lost = worth - game_value(after=player)
        needed, error = by_decisions(found, lost)
        off = mean_of(found.won - found.scores - worth)
        claims += [
            Claim(f"{name}: bias", off.mean, 0.0, off.error, count=off.count, in_words=True),
            Claim(f"{name}: games by decisions", needed, FEW_HUNDRED, error, side="<",
                  count=off.count),
        ]  # fmt: skip
        deviation = float(found.won.std())
        rows.append((name, worth - lost, deviation, lost, by_money(deviation), needed))
    figures = judged(
        compare("games by money", by_money(DEVIATION), NEEDED, digits=0),
        holds("hours at 500 games each", NEEDED / 500, "about 100", 90 <= NEEDED / 500 <= 110),
        beside("games by money, our deviation", by_money(spread.value), NEEDED, OTHER_RULES),
        *claims,
    )
    return Outcome(figures, _table(rows), notes=NOTES)


OTHER_RULES = "it is from another source, whose rules are not given; these are of note 4's rules"
NOTES = (
    "bias: the mean of money less scores, less what basic strategy wins; exactly 0 is claimed",
    "games by decisions: of a player who plays so in just so many games that 0.01 bets are lost",
    "print says a few hundred games, which we take as fewer than 500",
)


def by_money(deviation: float) -> float:
    """Games until two standard errors are no more than the lead."""
    return (2 * deviation / LEAD) ** 2


def by_decisions(found: Simulated, lost: float) -> tuple[float, float]:
    """The same by scores, and its error.

    Somebody who plays so in a part of the games, and otherwise by the baseline, whose score is 0,
    has that part of the mean and of the mean square.
    """
    part = LEAD / lost
    squares = found.scores**2
    scale = 4 / LEAD**2
    error = scale * part * float(squares.std()) / sqrt(len(squares))
    return scale * (part * float(np.mean(squares)) - LEAD**2), error


def _table(rows: list[Row]) -> str:
    lines = [
        f"{'player':15} {'EV, bets':>9} {'s.d.':>6} {'loses':>7} {'by money':>9} {'decisions':>9}"
    ]
    for name, worth, deviation, lost, money, decisions in rows:
        shown = "" if decisions is None else f"{decisions:,.0f}"
        lines.append(
            f"{name:15} {worth:+9.4f} {deviation:6.3f} {lost:7.4f} {money:9,.0f} {shown:>9}"
        )
    return "\n".join(lines)
