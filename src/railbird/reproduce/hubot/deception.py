"""What HuBot's bluffs and check-raises earn: the hands with one, played again without it.

v90 is v113 without bluffs and check-raises. These are rare, so a match long enough to tell the two
apart takes days. Instead, two tables play the same match. The second table is told each hand when
it is over, so it is one hand behind: its players remember what those of the first table did when
the hand began. When v113 bluffs or check-raises, copies of the second table's players, with v90 in
place of v113, play that hand. Cards, seeds and memory are the same. The difference is what the
deception was worth in this hand. It does not include what the others learn from it.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from railbird.arena.match import Match, MatchTable
from railbird.players import make_player
from railbird.players.base import Player, Seat
from railbird.players.hubot.player import V90, HuBot, Version
from railbird.reproduce.claims import more_than
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.reproduce.hubot.lab import ADVANCED, NOT_PUBLIC, STACK
from railbird.stats import mean_from_sums, mean_of, shown
from railbird.table import State, table_rules
from railbird.table.hand import Hand

HANDS = 27_600
"""Hands of the session, as many as in the document. All players remember all of it."""

DECEPTIONS = ("bluff", "check-raise")
BOTS = ("v113", "v113 (2)")


class Deceiver(HuBot):
    """HuBot v113, recording how it first deceived in a hand; empty if it did not."""

    reads_only = True
    deceived = ""

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self.deceived = ""

    def act(self, state: State) -> int:
        action = super().act(state)
        if not self.deceived and self.choice is not None and self.choice.why in DECEPTIONS:
            self.deceived = self.choice.why
        return action


class Deception(NamedTuple):
    """A hand in which a player deceived, and what they won with and without it, in chips."""

    hand: int
    name: str
    how: str
    won: int
    without: int


def deceptions(
    match: Match, seat: Callable[[], Sequence[Player]], *, version: Version = V90
) -> Iterator[Deception]:
    """Play a match and yield each hand in which a seated `Deceiver` deceived.

    ``version`` is the version that plays these hands again.
    """
    table, behind = MatchTable(match, seat()), MatchTable(match, seat())
    bots = [player for player in table.players if isinstance(player, Deceiver)]
    last: list[Hand] = []
    retold = behind.play_rotation(0, iter(last.pop, None))
    for number, (hand, _) in enumerate(table.play_rotation(0)):
        for bot in bots:
            if bot.deceived:
                copies: Sequence[Player] = pickle.loads(pickle.dumps(behind.players))
                for copy in copies:
                    if isinstance(copy, HuBot) and copy.name == bot.name:
                        copy.version = version
                again = MatchTable(match, copies).play_one(number)
                place = hand.players.index(bot.name)
                yield Deception(
                    number, bot.name, bot.deceived, hand.payoffs[place], again.payoffs[place]
                )
        last.append(hand)
        next(retold)


def seat_advanced() -> list[Player]:
    """Seat two v113 at the advanced table."""
    return [*map(Deceiver, BOTS), *map(make_player, ADVANCED)]


def seca_deception(options: RunOptions) -> Outcome:
    """§5.1, whether v113 is better than v90, from the hands in which they differ."""
    hands = max(1, options.games or HANDS)
    rules = table_rules(len(BOTS) + len(ADVANCED))
    unit = rules.bets[0]
    worth: dict[str, list[float]] = {how: [] for how in DECEPTIONS}
    match = Match(rules, (STACK,) * rules.players, hands, options.seed)
    for each in deceptions(match, seat_advanced):
        options.progress(each.hand / hands)
        worth[each.how].append((each.won - each.without) / unit)
    dealt = hands * len(BOTS)
    every = np.concatenate([worth[how] for how in DECEPTIONS])
    # in all other hands the two act alike, and the difference is zero
    gain = mean_from_sums(dealt, float(every.sum()), float(np.sum(every**2)))
    figures: list[Figure | Claim] = [
        more_than("v113 less v90, sb a hand", gain.mean, 0.0, error=gain.error),
        beside("the same, next to the document's matches", gain.mean, 0.04, NOT_PUBLIC),
    ]
    for how, gains in worth.items():
        found = mean_of(gains)
        figures += [
            beside(f"{how}s, % of all hands", 100 * len(gains) / dealt, None, "not printed"),
            beside(
                f"a {how}, sb",
                found.mean,
                None,
                f"not printed; standard error {shown(found.error, '.3f')}",
            ),
        ]
    note = (
        f"a session of {hands:,} hands with two v113 at the advanced table, seed {options.seed}; "
        f"{len(every):,} hands played again by v90, all else the same"
    )
    return Outcome(judged(*figures), notes=(note,))
