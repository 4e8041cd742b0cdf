"""Is every estimator unbiased in hold'em? Money less estimate over many games of four pairs.

Seeds, pairs and the bound were fixed before the first run. ``python benchmarks/unbiased.py`` plays
1,000,000 games for each pair, some hours on two cores; ``--games 20000`` is a quick look. The exit
status is 1 if the mean of money less estimate is more than 2.5 standard errors from zero.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import islice

import numpy as np
import numpy.typing as npt

from railbird.arena import Match, MatchTable
from railbird.divat.estimators.known_hands import judge_known
from railbird.divat.estimators.mivat import FittedValues, fit
from railbird.divat.heads_up.match import analyze
from railbird.divat.no_limit.match import analyze_no_limit
from railbird.players import make_player
from railbird.players.find_known import find_known
from railbird.players.known.values import value_tables
from railbird.table import Hand, table_rules

Floats = npt.NDArray[np.float64]

PAIRS = (
    ("limit", "sparbot", "bluffer", 1001),
    ("limit", "sparbot", "random", 1002),
    ("no-limit", "rules", "bluffer", 1003),
    ("no-limit", "bluffer", "random", 1004),
)
BOUND = 2.5
AT_ONCE = 10_000
STACK = 400
FIT_GAMES, FIT_SEED = 5_000, 9_001


class Gap:
    """The mean of money less estimate, game by game."""

    def __init__(self) -> None:
        self.count, self.total, self.squares = 0, 0.0, 0.0

    def add(self, gaps: Floats) -> None:
        self.count += len(gaps)
        self.total += float(gaps.sum())
        self.squares += float((gaps**2).sum())

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        return float(np.sqrt((self.squares / self.count - self.mean**2) / self.count))


def play(betting: str, first: str, second: str, *, games: int, seed: int) -> Iterator[Hand]:
    """The hands of a match."""
    rules = table_rules(2, betting=betting)  # type: ignore[arg-type]
    match = Match(rules, (STACK, STACK), deals=games, seed=seed)
    players = [make_player(first), make_player(second)]
    return (hand for hand, _ in MatchTable(match, players).play())


def limit_gaps(hands: list[Hand], hero: str, values: FittedValues) -> dict[str, Floats]:
    """Money less each estimate, in limit games with a known hero."""
    match = analyze(hands, hero=hero)
    money = match.money.astype(np.float64)
    _, known = find_known(hero)
    found = judge_known(hands, hero, known, value_tables())
    position = match.position * match.sign
    return {
        "DIVAT": money - match.divat - position,
        "AIE": match.by_round["lfat"].sum(axis=1, dtype=np.float64),
        "MIVAT": money - values.estimates(match.games) * match.sign,
        "AIVAT": found.money - found.estimates,
    }


def no_limit_gaps(hands: list[Hand], hero: str) -> dict[str, Floats]:
    """Money less each estimate, in no-limit games."""
    match = analyze_no_limit(enumerate(hands), hero=hero)
    return {
        "DIVAT": match.money - match.skill.sum(axis=1),
        "AIE": match.money - match.all_in,
        "known luck out": match.money - match.own,
    }


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1_000_000)
    games = options.parse_args().games
    beyond = 0
    for betting, first, second, seed in PAIRS:
        gaps: dict[str, Gap] = {}
        values = None
        if betting == "limit":
            past = play(betting, first, second, games=FIT_GAMES, seed=FIT_SEED)
            values = fit([past]).values
        hands = play(betting, first, second, games=games, seed=seed)
        while some := list(islice(hands, AT_ONCE)):
            found = (
                no_limit_gaps(some, first) if values is None else limit_gaps(some, first, values)
            )
            for name, each in found.items():
                gaps.setdefault(name, Gap()).add(each)
        for name, gap in gaps.items():
            far = gap.mean / gap.error
            beyond += abs(far) > BOUND
            print(
                f"{betting} {first} v {second}, {gap.count:,} games: money less {name} "
                f"{gap.mean:+.5f} ± {gap.error:.5f}, {far:+.2f} standard errors",
                flush=True,
            )
    return int(beyond > 0)


if __name__ == "__main__":
    sys.exit(main())
