"""Matches of the DIVAT documents with stand-ins for the players, at the table of the arena.

PsOpti4 is closed; Sparbot stands in for it. PsOpti6 is another pseudo-optimal program with the same
play before the flop; a Sparbot that sees less of its cards after the flop stands in for it. As in
the documents, all matches with the same seed have the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np
import numpy.typing as npt

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.divat.heads_up.encode import Encoder, Games, encode
from railbird.divat.heads_up.estimators import duplicate
from railbird.divat.heads_up.gather import CHUNK
from railbird.divat.heads_up.match import MatchAnalysis, analyze_games
from railbird.divat.heads_up.summary import line, summarise
from railbird.players.base import Player
from railbird.players.sparbot.player import Sparbot, shipped_table
from railbird.players.sparbot.variants import coarse_table
from railbird.reproduce.claims import (
    NOT_PUBLIC,
    less_than,
    less_varied,
    more_than,
    no_winner,
    same_mean,
)
from railbird.reproduce.divat.duplicate_lines import DuplicateLines
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.stats import mean_of, variance_ratio
from railbird.table import table_rules
from railbird.table.hand import Hand
from railbird.table.state import ROUND_NAMES

STACK = 10_000
"""Chips of both players at the start of a hand: nobody is ever all-in."""

MERGED = 7
"""Buckets that the coarse Sparbot treats as one. With these it loses about what PsOpti6 lost."""

GAMES = 400_000

Part = tuple[Games, npt.NDArray[np.int8]]
"""Some games, and by game whether the first player was first in it (1) or second (−1)."""


@dataclass(slots=True, eq=False)
class _Rotation:
    """The games of a rotation as arrays, which let a long match fit into memory."""

    hero: str
    hands: list[Hand] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    encoder: Encoder = field(default_factory=Encoder)

    def add(self, hand: Hand) -> None:
        self.hands.append(hand)
        if len(self.hands) == CHUNK:
            self.flush()

    def flush(self) -> None:
        if self.hands:
            signs = [1 if hand.players[0] == self.hero else -1 for hand in self.hands]
            games = encode(self.hands, self.encoder)
            self.parts.append((games, np.array(signs, dtype=np.int8)))
            self.hands = []


def play_bots(
    first: Player, second: Player, games: int, options: RunOptions, *, twice: bool = False
) -> tuple[MatchAnalysis, str]:
    """Play and score a heads-up limit match, and say how.

    With ``twice`` the same deals are played again with the seats reversed.
    """
    played, note = bot_games(first, second, games, options.part(0, 2), twice=twice)
    scoring, total = options.part(1, 2), games * (2 if twice else 1)

    def parts() -> Iterator[Part]:
        scored = 0
        for part in played:
            yield part
            scored += len(part[1])
            scoring.progress(scored / total)

    match = analyze_games(
        parts(),
        (first.name, second.name),
        source=f"{first.name} v {second.name}, seed {options.seed}",
    )
    return match, note


def bot_games(
    first: Player, second: Player, games: int, options: RunOptions, *, twice: bool = False
) -> tuple[list[Part], str]:
    """Play a match as `play_bots` does, but do not score it."""
    match = Match(table_rules(2), (STACK, STACK), games, options.seed, duplicate=twice)
    rotations = [_Rotation(first.name) for _ in range(match.rotations)]
    done = count(1)

    def add(hand: Hand) -> None:
        rotations[int(hand.number) // games].add(hand)
        options.progress(next(done) / match.hands)

    result = play_match(match, (first, second), processes=None, on_hand=add)
    for rotation in rotations:
        rotation.flush()
    note = f"{first.name} v {second.name}: {match.hands:,} games, seed {options.seed}"
    if result.forfeits:
        note += f"; turns forfeited: {len(result.forfeits):,}, the first by {result.forfeits[0]}"
    return [part for rotation in rotations for part in rotation.parts], note


def static_players() -> tuple[Sparbot, Sparbot]:
    """The stand-ins for PsOpti4 and PsOpti6."""
    coarse = Sparbot("coarse sparbot", coarse_table(shipped_table(), MERGED))
    return Sparbot("sparbot"), coarse


def self_play(options: RunOptions) -> Outcome:
    """Figure 4.5 of Kan (2007), Figure 4 of Billings & Kan (2006): a player against itself."""
    games = options.games or GAMES
    match, note = play_bots(Sparbot("sparbot"), Sparbot("sparbot (2)"), games, options)
    summary = summarise(match)
    money = match.money.astype(np.float64)
    return Outcome(
        judged(
            no_winner("DIVAT per game", summary.divat),
            no_winner("money per game", summary.money),
            same_mean("money less DIVAT per game", line("gap", money - match.divat, money)),
            less_varied("variance of money over that of DIVAT", match.divat, than=money),
            beside("money per game, as in print", summary.money.mean, 0.010, NOT_PUBLIC),
            beside("money s.d.", summary.money.deviation, 4.691, NOT_PUBLIC),
            beside("DIVAT s.d.", summary.divat.deviation, 1.863, NOT_PUBLIC),
            beside("reduction of variance", summary.divat.reduction, 6.34, NOT_PUBLIC),
            beside("s.d. of money − Dcash", summary.money_minus_dcash.deviation, 2.825, NOT_PUBLIC),
        ),
        notes=(f"{note}; Sparbot stands in for PsOpti4",),
        drawings=(match,),
    )


def two_players(options: RunOptions) -> Outcome:
    """Figures 4.6 and 4.7 of Kan (2007), 5 to 7 and 12 of Billings & Kan (2006): duplicate."""
    games = options.games or GAMES
    match, note = play_bots(*static_players(), games, options, twice=True)
    pairs, both = duplicate(match), DuplicateLines(match)
    money, divat = match.money.astype(np.float64), match.divat
    halves = (slice(0, games), slice(games, None))
    lines = [(line("money", money[h], money[h]), line("DIVAT", divat[h], money[h])) for h in halves]
    gaps = sum((money[h] - divat[h] for h in halves), np.zeros(games)) / 2
    twice_money, twice_divat = ((x[:games] + x[games:]) / 2 for x in (money, divat))
    cost = variance_ratio(divat[:games], twice_money)
    figures: list[Figure | Claim] = [
        same_mean("money less DIVAT per game, both halves", line("gap", gaps, gaps)),
        less_varied("variance of money over that of DIVAT", divat[:games], than=money[:games]),
        less_varied(
            "variance of duplicate money over that of duplicate DIVAT",
            twice_divat,
            than=twice_money,
        ),
        less_than(
            "games that DIVAT needs for each game of duplicate money",
            cost.value / 2,  # each deal is two games
            1.0,
            error=cost.error / 2,
            count=cost.count,
        ),
    ]
    printed = ((0.104, 4.750, 1.929, 2.948), (0.120, 4.747, 1.932, 2.945))
    for half, part, (one, two), said in zip("NS", halves, lines, printed, strict=True):
        rate, money_sd, divat_sd, less_sd = said
        less = mean_of(match.money_minus_dcash[part]).deviation
        figures += [
            beside(f"{half}: money per game", one.mean, rate, NOT_PUBLIC),
            beside(f"{half}: DIVAT per game", two.mean, 0.112, NOT_PUBLIC),
            beside(f"{half}: money s.d.", one.deviation, money_sd, NOT_PUBLIC),
            beside(f"{half}: s.d. of money − Dcash", less, less_sd, NOT_PUBLIC),
            beside(f"{half}: DIVAT s.d.", two.deviation, divat_sd, NOT_PUBLIC),
            beside(f"{half}: reduction of variance", two.reduction, 6.05, NOT_PUBLIC),
        ]
    figures += [
        beside("duplicate money s.d.", pairs.money.deviation, 1.643, NOT_PUBLIC),
        beside("duplicate DIVAT s.d.", pairs.divat.deviation, 1.178, NOT_PUBLIC),
        beside("games for 95 %: money", lines[0][0].games_needed, 7260, NOT_PUBLIC),
        beside("games for 95 %: DIVAT", lines[0][1].games_needed, 1200, NOT_PUBLIC),
        beside("deals for 95 %: duplicate money", pairs.money.games_needed, 870, NOT_PUBLIC),
        beside("deals for 95 %: duplicate DIVAT", pairs.divat.games_needed, 450, NOT_PUBLIC),
        *both.figures(),
        *_contributions(match, games),
    ]
    stands = (
        f"{note}; Sparbot stands in for PsOpti4, and a Sparbot that treats {MERGED} neighbouring "
        f"buckets as one after the flop for PsOpti6; like those two, they play alike before it"
    )
    return Outcome(judged(*figures), notes=(stands,), drawings=(match, *both.drawings()))


def _contributions(match: MatchAnalysis, deals: int) -> list[Claim]:
    """Figure 12: nothing before the flop, and something in each later round."""
    skill = match.by_round["skill"].astype(np.float64)
    by_deal = (skill[:deals] + skill[deals:]) / 2
    found = [line(name, by_deal[:, r], by_deal[:, r]) for r, name in enumerate(ROUND_NAMES)]
    return [
        no_winner("DIVAT per game before the flop", found[0]),
        *(
            more_than(f"DIVAT per game on the {each.name}", each.mean, 0.0, error=each.error)
            for each in found[1:]
        ),
    ]
