"""Is every estimator unbiased? Money less estimate over many games of six pairs of players.

Seeds, pairs and the bound were fixed before the first run. ``python benchmarks/unbiased.py`` plays
1,000,000 games for each pair, some hours on two cores; ``--games 20000`` is a quick look. Games are
played in pieces, each with a seed of its own. The sums of each piece are kept in ``--results``, so
a run that was stopped resumes. The exit status is 1 if the mean of money less estimate is more than
2.5 standard errors from zero.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from railbird.arena import Match, MatchTable
from railbird.divat.estimators.known_hands import judge_known
from railbird.divat.estimators.mivat import FittedValues, fit
from railbird.divat.heads_up.match import analyze
from railbird.divat.no_limit.known import KnownGames
from railbird.divat.no_limit.match import analyze_no_limit
from railbird.divat.no_limit.ranges import RangeValues
from railbird.divat.omaha8.match import analyze_omaha8
from railbird.players import make_player
from railbird.players.find_known import find_known, find_known_ranges
from railbird.players.known.values import range_tables, value_tables
from railbird.table import Hand, table_rules

Floats = npt.NDArray[np.float64]
Kind = Literal["limit", "no-limit", "omaha8"]


class Pair(NamedTuple):
    """Two players, and the seed of their games: piece i has seed 1000 · seed + i.

    The kind is hold'em at limit or no-limit, or limit Omaha Hi-Lo.
    """

    kind: Kind
    first: str
    second: str
    seed: int


PAIRS = (
    Pair("limit", "sparbot", "bluffer", 1001),
    Pair("limit", "sparbot", "random", 1002),
    Pair("no-limit", "rules", "bluffer", 1003),
    Pair("no-limit", "bluffer", "random", 1004),
    Pair("omaha8", "rules", "bluffer", 1005),
    Pair("omaha8", "bluffer", "random", 1006),
)
BOUND = 2.5
AT_ONCE = 10_000
STACK = 400
KNOWN_PIECES = 10
"""No-limit AIVAT takes longest. It judges these pieces only, the first 100,000 games of a pair."""

FIT_GAMES, FIT_SEED = 5_000, 9_001


@dataclass
class Gap:
    """The mean of money less estimate over games."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, count: int, total: float, squares: float) -> None:
        self.count += count
        self.total += total
        self.squares += squares

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        return float(np.sqrt((self.squares / self.count - self.mean**2) / self.count))


def play(pair: Pair, *, games: int, seed: int) -> Iterator[Hand]:
    """The hands of a match."""
    if pair.kind == "omaha8":
        rules = table_rules(2, game="omaha8", betting="limit")
    else:
        rules = table_rules(2, betting=pair.kind)
    match = Match(rules, (STACK, STACK), deals=games, seed=seed)
    players = [make_player(pair.first), make_player(pair.second)]
    return (hand for hand, _ in MatchTable(match, players).play())


def limit_gaps(hands: list[Hand], pair: Pair, values: FittedValues) -> dict[str, Floats]:
    """Money less each estimate, in limit games whose first player is known."""
    hero = pair.first
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


def no_limit_gaps(hands: list[Hand], pair: Pair, *, known: bool) -> dict[str, Floats]:
    """Money less each estimate as it is reported, in no-limit games; both players may be known."""
    games = None
    if known:
        strategies = find_known_ranges([pair.first, pair.second])
        games = KnownGames(strategies, RangeValues(range_tables()))
    match = analyze_no_limit(enumerate(hands), hero=pair.first, known=games)
    _, *each = match.estimates().by_name.items()
    return {name: match.money - estimates for name, estimates in each}


def omaha8_gaps(hands: list[Hand], pair: Pair) -> dict[str, Floats]:
    """Money less each estimate, in limit games of Omaha Hi-Lo."""
    match = analyze_omaha8(enumerate(hands), hero=pair.first)
    return {"DIVAT": match.money - match.divat, "AIE": match.money - match.all_in}


def piece_gaps(
    pair: Pair, piece: int, games: int, values: FittedValues | None
) -> dict[str, Floats]:
    """Money less each estimate in a piece of a pair's games."""
    hands = list(play(pair, games=games, seed=1_000 * pair.seed + piece))
    if values is not None:
        return limit_gaps(hands, pair, values)
    if pair.kind == "omaha8":
        return omaha8_gaps(hands, pair)
    return no_limit_gaps(hands, pair, known=piece < KNOWN_PIECES)


def fitted(pair: Pair) -> FittedValues | None:
    """The value function of MIVAT, fitted to other games of the pair."""
    if pair.kind != "limit":
        return None
    return fit([play(pair, games=FIT_GAMES, seed=FIT_SEED)]).values


def run(pairs: Sequence[Pair], games: int, results: Path) -> Iterator[tuple[Pair, dict[str, Gap]]]:
    """Play what ``results`` does not have yet, a piece of every pair in turn, and add it up."""
    done = [json.loads(line) for line in results.read_text().splitlines()]
    found: dict[Pair, dict[str, Gap]] = {pair: {} for pair in pairs}
    values = {pair: fitted(pair) for pair in pairs}
    for piece in reversed(range(-(-games // AT_ONCE))):  # those with no-limit AIVAT come last
        count = min(AT_ONCE, games - piece * AT_ONCE)
        for pair in pairs:
            key = {"pair": list(pair), "piece": piece, "games": count}
            kept = next((each for each in done if all(each[k] == key[k] for k in key)), None)
            if kept is None:
                gaps = piece_gaps(pair, piece, count, values[pair])
                sums = {name: [float(g.sum()), float((g**2).sum())] for name, g in gaps.items()}
                kept = {**key, "sums": sums}
                with results.open("a") as file:
                    print(json.dumps(kept), file=file)
            for name, (total, squares) in kept["sums"].items():
                found[pair].setdefault(name, Gap()).add(count, total, squares)
    yield from found.items()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=1_000_000, help="for each pair")
    options.add_argument("--only", choices=get_args(Kind), help="only these pairs")
    options.add_argument("--results", type=Path, default=Path("unbiased.jsonl"))
    chosen = options.parse_args()
    chosen.results.touch()
    pairs = [pair for pair in PAIRS if chosen.only in {None, pair.kind}]
    beyond = 0
    for pair, gaps in run(pairs, chosen.games, chosen.results):
        for name, gap in gaps.items():
            far = gap.mean / gap.error
            beyond += abs(far) > BOUND
            print(
                f"{pair.kind} {pair.first} v {pair.second}, {gap.count:,} games: money less "
                f"{name} {gap.mean:+.5f} ± {gap.error:.5f}, {far:+.2f} standard errors",
                flush=True,
            )
    return int(beyond > 0)


if __name__ == "__main__":
    sys.exit(main())
