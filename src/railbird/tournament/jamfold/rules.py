"""The rules of a hand of jam-or-fold: forced chips, decisions, pots and bounties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from railbird.errors import OptionError, RulesError
from railbird.tournament.equity.bounties import bounty_payoffs, paid_at_once
from railbird.tournament.equity.checks import check_bounties, check_payouts, check_state
from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.blinds import BlindLevel

Floats = npt.NDArray[np.float64]
Levels = tuple[int, ...]

MOST_PLAYERS = 10
MOST_ALL_IN = 3
"""How many can be all in by default."""

LIMIT_ALL_IN = 6
"""The most that can be chosen: six hands can finish in 4,683 orders, seven in 47,293."""

TIES = ("split", "random")


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A decision: a player, by number in order of action, and who is already all in.

    Examples
    --------
    >>> Node(2, (0, 1)).name(3)
    'BB after BTN, SB'
    """

    player: int
    jammed: tuple[int, ...] = ()

    @property
    def opener(self) -> int:
        """The first who is all in, or who could be."""
        return self.jammed[0] if self.jammed else self.player

    def name(self, players: int) -> str:
        """The seat that decides, and after which seats."""
        from railbird.table.seats import seat_names  # loads the table, which no solver needs

        seats = seat_names(players)
        before = ", ".join(seats[p] for p in self.jammed)
        return seats[self.player] + (f" after {before}" if before else "")


def decision_key(name: str) -> tuple[str, frozenset[str]]:
    """A decision's name without what people write differently: case, spaces, the order of seats.

    Examples
    --------
    >>> decision_key("bb after SB,BTN") == decision_key("BB after BTN, SB")
    True
    """
    seat, _, after = " ".join(name.casefold().split()).partition(" after ")
    return seat, frozenset(other.strip() for other in after.split(",") if other.strip())


def all_nodes(players: int, most_all_in: int = MOST_ALL_IN) -> tuple[Node, ...]:
    """Every possible decision with at most this many all in, by player.

    Examples
    --------
    >>> [len(all_nodes(players)) for players in range(2, 11)]
    [2, 6, 13, 24, 40, 62, 91, 128, 174]
    """
    return tuple(
        Node(player, jammed)
        for player in range(players)
        for before in range(most_all_in)
        for jammed in combinations(range(player), before)
        if jammed or player < players - 1  # the big blind wins if nobody jams
    )


@dataclass(frozen=True, slots=True)
class JamRules:
    """The stacks before the hand, and the stakes.

    Parameters
    ----------
    stacks
        Chips in order of action; the last two are the small and the big blind.
    blinds
        Small and big blind.
    ante
        The chips that everybody posts before the blinds.
    payouts
        Prizes, first place first, at most one for each player; None to play for chips.
    ties
        ``"split"`` shares a pot, ``"random"`` gives it to one of the winners at random.
    bounties
        Money on each player's head; needs payouts. A bounty goes to the winner of the last pot that
        the eliminated player had a share in; winners who tie share it.
    progressive
        Whether half of a bounty is added to the winner's own bounty instead of being paid.
    most_all_in
        The number of players, 3 to 6, who can be all in before the others have to fold.
    big_blind_ante
        One ante for the table, which the big blind posts before the blind. Nobody has to match it:
        it is dead money in the main pot.
    folded
        Players, by number in order of action, who have folded before the first decision.

    Notes
    -----
    A player who has no more than the ante and the blind is all in without a decision, and counts as
    one of those who can be all in. A player who has posted as much as anybody is all in for also
    stays in, if nobody behind can raise: the big blind, or the small blind before a big blind who
    is all in for no more. Players eliminated in the same hand take places by their stacks before
    it, the larger stack the better place; equal stacks share.

    The value of the stacks after the hand is not part of the rules: see
    `railbird.tournament.jamfold.ends`. Bounties that are not won in this hand are shared among the
    players in proportion to their chips, as in `railbird.tournament.equity.bounties`.
    """

    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    ante: float = 0.0
    payouts: tuple[float, ...] | None = None
    _: KW_ONLY
    ties: str = "split"
    bounties: tuple[float, ...] | None = None
    progressive: bool = False
    most_all_in: int = MOST_ALL_IN
    big_blind_ante: float = 0.0
    folded: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        state = check_state(self.stacks)
        if state.size > MOST_PLAYERS:
            raise RulesError(f"{state.size} stacks: a hand has 2 to {MOST_PLAYERS} players")
        if len(self.blinds) != 2:
            raise RulesError(f"{len(self.blinds)} blinds: give small and big, such as 300/600")
        self.level  # noqa: B018 - refuses blinds that cannot be
        if self.ties not in TIES:
            raise OptionError(f"ties {self.ties!r}: choose split or random")
        if self.payouts is not None:
            check_payouts(self.payouts, state.size)
        self._check_bounties()
        if not 0 <= self.big_blind_ante < np.inf:
            raise RulesError(f"a big-blind ante of {self.big_blind_ante:g}: it must be 0 or more")
        if self.stacks[-1] <= self.big_blind_ante:
            raise RulesError(
                f"the big blind has {self.stacks[-1]:g}, no more than the ante of "
                f"{self.big_blind_ante:g} for the table: give a larger stack or a smaller ante"
            )
        limit = max(min(state.size, LIMIT_ALL_IN), MOST_ALL_IN)
        if not MOST_ALL_IN <= self.most_all_in <= limit:
            raise OptionError(
                f"at most {self.most_all_in} all in: of {state.size} players, choose {MOST_ALL_IN}"
                + (f" to {limit}" if limit > MOST_ALL_IN else "")
            )
        if len(self.in_by_posting) > self.most_all_in:
            raise RulesError(
                f"{len(self.in_by_posting)} players are all in by ante or blind, but at most "
                f"{self.most_all_in} can be: give lower blinds or larger stacks"
            )
        can_fold = set(range(self.players - 1)) - set(self.in_by_posting)
        if not can_fold.issuperset(self.folded):
            raise RulesError(
                f"players {', '.join(map(str, self.folded))} have folded: give numbers from 0 to "
                f"{self.players - 2}, of players who are not all in by ante or blind"
            )

    def _check_bounties(self) -> None:
        if self.bounties is None:
            if self.progressive:
                raise OptionError("progressive needs bounties: give these too")
            return
        if self.payouts is None:
            raise OptionError("bounties are money, but without payouts the game is for chips")
        check_bounties(self.bounties, self.players)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.stacks)

    @property
    def pool(self) -> float:
        """All prizes and bounties, or all chips."""
        prizes = sum(self.stacks if self.payouts is None else self.payouts)
        return float(prizes + self.heads.sum())

    @property
    def heads(self) -> Floats:
        """The bounty of each player."""
        return check_bounties(0.0 if self.bounties is None else self.bounties, self.players)

    @property
    def posted(self) -> tuple[float, ...]:
        """The chips that everybody has posted before the first decision."""
        *others, big = self.live_posted
        return (*others, big + self.big_blind_ante)

    @property
    def live(self) -> tuple[float, ...]:
        """The stacks without the big blind's ante for the table, which nobody has to match."""
        return (*self.stacks[:-1], self.stacks[-1] - self.big_blind_ante)

    @property
    def live_posted(self) -> tuple[float, ...]:
        """What everybody has posted without that ante."""
        return tuple(self.level.posted(np.array(self.live)).tolist())

    @property
    def level(self) -> BlindLevel:
        """Blinds and ante."""
        return BlindLevel(*self.blinds, self.ante)

    @property
    def in_by_posting(self) -> tuple[int, ...]:
        """Players who have posted all they have."""
        pairs = enumerate(zip(self.live, self.live_posted, strict=True))
        return tuple(player for player, (stack, posted) in pairs if stack == posted)

    def forced(self, node: Node) -> float | None:
        """1 if the player is in without a decision, 0 if out, None if it is a decision."""
        if not set(self.folded).isdisjoint((node.player, *node.jammed)):
            return 0.0
        if node.player in self.in_by_posting:
            return 1.0
        if len(node.jammed) + sum(p > node.player for p in self.in_by_posting) >= self.most_all_in:
            return 0.0
        return 1.0 if self._is_free(node) else None

    def _is_free(self, node: Node) -> bool:
        """Whether there is nothing to pay, and nobody behind who could make it more.

        The big blind sees a jam of no more than the blind; the small blind a big blind who is all
        in for no more than the small blind.
        """
        behind = range(node.player + 1, self.players)
        if not set(behind) <= {*self.in_by_posting, *self.folded}:
            return False
        in_before = (self.stacks[p] for p in node.jammed)
        in_behind = (self.live[p] for p in behind if p not in self.folded)
        highest = max((*in_before, *in_behind), default=np.inf)
        return highest <= self.live_posted[node.player]

    def after(self, all_in: Sequence[int], levels: Levels) -> Floats:
        """Stacks after the hand if the players all in finish in this order; ties split.

        Examples
        --------
        The short stack wins the main pot from both others, and the first player the side pot:

        >>> JamRules((1000, 300, 600), (100, 200)).after((0, 1, 2), (1, 0, 2))
        array([1000.,  900.,    0.])
        """
        return np.asarray(self.after_each([(all_in, levels)])[0])

    def after_each(self, ends: Sequence[tuple[Sequence[int], Levels]]) -> Floats:
        """Stacks after each of many ends, (ends, players): see `after`."""
        live, posted = np.array([self.live, self.live_posted], dtype=np.float64)
        left = np.empty((len(ends), self.players))
        for row, (all_in, levels) in zip(left, ends, strict=True):
            kernels.stacks_after(live, posted, np.array(all_in), np.array(levels), len(all_in), row)
            if self.big_blind_ante:  # the main pot is everybody's
                best = min(levels)
                winners = [p for p, level in zip(all_in, levels, strict=True) if level == best]
                row[winners] += self.big_blind_ante / len(winners)
        return left

    def _put(self, all_in: Sequence[int]) -> list[float]:
        put = list(self.live_posted)
        for player in all_in:
            put[player] = self.live[player]
        return put

    def bounties_after(self, all_in: Sequence[int], levels: Levels) -> Floats:
        """The value of bounties to everybody if the players all in finish in this order.

        Examples
        --------
        The third player is eliminated in the side pot against the first. Half of the bounty of 20
        is paid, and 30 are left on heads; they are shared like the chips, 1000 to 900:

        >>> rules = JamRules(
        ...     (1000, 300, 600), (100, 200), 0, (60, 40), bounties=(10, 10, 20), progressive=True
        ... )
        >>> rules.bounties_after((0, 1, 2), (1, 0, 2)).round(2)
        array([25.79, 14.21,  0.  ])
        """
        cash = np.zeros(self.players)
        if self.bounties is None:
            return cash
        heads = self.heads
        left, put = self.after(all_in, levels), self._put(all_in)
        at_once = paid_at_once(progressive=self.progressive)
        for player in all_in:
            if left[player] == 0:
                winners = _winners(all_in, levels, put, put[player])
                cash[winners] += at_once * self.heads[player] / len(winners)
                heads[winners] += (1 - at_once) * self.heads[player] / len(winners)
                heads[player] = 0.0
        return cash + bounty_payoffs(left, heads)


def _winners(
    all_in: Sequence[int], levels: Levels, put: Sequence[float], level: float
) -> list[int]:
    """Who wins the pot up to this level of chips."""
    in_it = [x for x, player in enumerate(all_in) if put[player] >= level]
    best = min(levels[x] for x in in_it)
    return [all_in[x] for x in in_it if levels[x] == best]
