"""Is every estimator unbiased? Money less estimate over many games of six pairs of players.

Seeds, pairs and the bound were fixed before the first run. ``python benchmarks/unbiased.py`` plays
1,000,000 games for each pair, some hours on two cores; ``--games 20000`` is a quick look, and
``--only omaha8`` plays the pairs of one game. The exit status is 1 if the mean of money less
estimate is more than 2.5 standard errors from zero.
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
from railbird.divat.omaha8.match import analyze_omaha8
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
    ("omaha8", "rules", "bluffer", 1005),
    ("omaha8", "bluffer", "random", 1006),
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


def play(kind: str, first: str, second: str, *, games: int, seed: int) -> Iterator[Hand]:
    """The hands of a match."""
    game, betting = ("omaha8", "limit") if kind == "omaha8" else ("holdem", kind)
    rules = table_rules(2, game=game, betting=betting)  # type: ignore[arg-type]
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


def omaha8_gaps(hands: list[Hand], hero: str) -> dict[str, Floats]:
    """Money less each estimate, in limit games of Omaha Hi-Lo."""
    match = analyze_omaha8(enumerate(hands), hero=hero)
    return {"DIVAT": match.money - match.divat, "AIE": match.money - match.all_in}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1_000_000)
    options.add_argument("--only", choices=sorted({pair[0] for pair in PAIRS}))
    asked = options.parse_args()
    games, beyond = asked.games, 0
    for kind, first, second, seed in PAIRS:
        if asked.only not in (None, kind):
            continue
        gaps: dict[str, Gap] = {}
        values = None
        if kind == "limit":
            past = play(kind, first, second, games=FIT_GAMES, seed=FIT_SEED)
            values = fit([past]).values
        hands = play(kind, first, second, games=games, seed=seed)
        while some := list(islice(hands, AT_ONCE)):
            if values is not None:
                found = limit_gaps(some, first, values)
            else:
                found = (omaha8_gaps if kind == "omaha8" else no_limit_gaps)(some, first)
            for name, each in found.items():
                gaps.setdefault(name, Gap()).add(each)
        for name, gap in gaps.items():
            far = gap.mean / gap.error
            beyond += abs(far) > BOUND
            print(
                f"{kind} {first} v {second}, {gap.count:,} games: money less {name} "
                f"{gap.mean:+.5f} ± {gap.error:.5f}, {far:+.2f} standard errors",
                flush=True,
            )
    return int(beyond > 0)


if __name__ == "__main__":
    sys.exit(main())
