"""Several players in order, and which differences between them are sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from railbird.stats.holm import holm
from railbird.stats.means import FEWEST_FOR_VERDICT, LEVEL, Floats, Mean, mean_of, means_of
from railbird.stats.shown import counted


@dataclass(frozen=True, slots=True)
class Lead:
    """How far one player is ahead of another.

    ``confidence`` is two-sided and corrected by Holm's method for all pairs of players, and
    ``sure`` says whether it exceeds 95 %. Both need `FEWEST_FOR_VERDICT` games.
    """

    ahead: str
    behind: str
    lead: Mean
    confidence: float
    sure: bool


@dataclass(frozen=True, slots=True)
class PlayerRanking:
    """Players in order, the best first, and the leads of all pairs of them.

    Examples
    --------
    >>> import numpy as np
    >>> games = np.random.default_rng(1).normal([0.0, 0.2, 2.0], 1.0, (200, 3))
    >>> for sentence in rank_players(["Ann", "Bob", "Cid"], games).sentences():
    ...     print(sentence)
    Cid is ahead of Bob and Ann for sure
    Bob and Ann cannot be told apart yet
    """

    players: tuple[str, ...]
    means: tuple[Mean, ...]
    leads: tuple[Lead, ...]

    def surely_behind(self, player: str) -> list[str]:
        """The players whom a player is ahead of for sure, in order."""
        return [lead.behind for lead in self.leads if lead.ahead == player and lead.sure]

    def groups(self) -> list[list[str]]:
        """Players who cannot be told apart, in largest groups: no pair of a group is sure."""
        groups = [set(self.players)]
        for lead in self.leads:
            if lead.sure:  # split each group that has both
                pair = {lead.ahead, lead.behind}
                halves = [group - {one} for group in groups if pair <= group for one in pair]
                groups = [group for group in groups if not pair <= group]
                for half in sorted(halves, key=len, reverse=True):
                    if not any(half <= group for group in groups):
                        groups.append(half)
        ordered = [[name for name in self.players if name in group] for group in groups]
        return sorted(ordered, key=lambda group: [self.players.index(name) for name in group])

    def sentences(self, name: Callable[[str], str] = str) -> list[str]:
        """What can be said for sure and what cannot; ``name`` formats a player's name."""
        count = self.means[0].count
        if count < FEWEST_FOR_VERDICT:
            short = f"No two players can be told apart after {counted(count, 'deal')}"
            return [f"{short}: a verdict takes at least {FEWEST_FOR_VERDICT}"]
        ahead: dict[tuple[str, ...], list[str]] = {}
        for player in self.players:
            ahead.setdefault(tuple(self.surely_behind(player)), []).append(player)
        said = []
        for below, above in ahead.items():
            if below:
                everybody = len(above) + len(below) == len(self.players) and len(below) > 2
                whom = "all others" if everybody else in_words([name(other) for other in below])
                who = in_words([name(player) for player in above])
                said.append(f"{who} {'is' if len(above) == 1 else 'are'} ahead of {whom} for sure")
        said += [
            f"{in_words([name(player) for player in group])} cannot be told apart yet"
            for group in self.groups()
            if len(group) > 1
        ]
        return said


def rank_players(names: Sequence[str], games: Floats) -> PlayerRanking:
    """Order players by their mean score, and find out which differences are sure.

    Two players are compared game by game, so that luck that they share in a game cancels. There
    are many pairs, so the confidence is corrected for all of them (see `holm`): the chance that
    any claim is false is at most 5 %.

    Parameters
    ----------
    names
        The players.
    games
        Their scores, of shape (games, players). Games are independent of each other; the scores of
        a game need not be.
    """
    means = means_of(games)
    order = sorted(range(len(names)), key=lambda k: -means[k].mean)
    pairs = list(combinations(order, 2))
    leads = [mean_of(games[:, a] - games[:, b]) for a, b in pairs]
    chances = holm([1 - lead.confidence for lead in leads])
    return PlayerRanking(
        players=tuple(names[k] for k in order),
        means=tuple(means[k] for k in order),
        leads=tuple(
            Lead(names[a], names[b], lead, confidence=1 - chance, sure=chance < 1 - LEVEL)
            for (a, b), lead, chance in zip(pairs, leads, chances, strict=True)
        ),
    )


def in_words(names: Sequence[str]) -> str:
    """Names as a list in a sentence.

    Examples
    --------
    >>> in_words(["Ann", "Bob", "Cid"]), in_words(["Ann"]), in_words([])
    ('Ann, Bob and Cid', 'Ann', '')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
