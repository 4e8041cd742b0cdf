"""The statistics of every player in a hand, by the definitions that trackers use.

The definitions are in ``docs/howto/results.md``. A hand is replayed once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from railbird.history.tracking.all_in import adjusted_payoffs
from railbird.history.tracking.flags import SEATS, STEALERS, Fact, names_of_seats, packed
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import CALL, FOLD, State


class TrackedSeat(NamedTuple):
    """What is counted of one player.

    ``adjusted`` is what the player wins on average over all boards that could still come when the
    last of them was all in, None if the hand was not decided so. ``rake`` is the player's part of
    the rake, and ``stack`` the chips that they and an opponent could play for.
    """

    flags: int
    adjusted: float | None
    rake: float
    stack: int


class Tracked(NamedTuple):
    """What is counted of a hand: the pot that was played for, and the players by position."""

    pot: int
    seats: tuple[TrackedSeat, ...]


def track(hand: Hand) -> Tracked:
    """Count what trackers count in a hand.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> hand = Hand(table_rules(2), (100, 100), ("Ann", "Bob"), (None, None), (), (4, FOLD),
    ...             (-2, 2))
    >>> track(hand).pot
    4
    """
    replay = _Replay(hand)
    state = replay.state
    for action in hand.actions:
        if state.round == 0:
            replay.before_flop(action)
        else:
            replay.after_flop(action)
        state.apply_legal(action)
    replay.end()
    uncalled = state.uncalled()
    collected = [
        payoff + paid - back
        for payoff, paid, back in zip(hand.payoffs, state.paid, uncalled, strict=True)
    ]
    adjusted = adjusted_payoffs(hand, state) if state.showdown else None
    if state.showdown:
        replay.showdown(collected)
    won = sum(collected)
    return Tracked(
        state.pot - max(uncalled),
        tuple(
            TrackedSeat(
                packed(facts, seat, bets, calls),
                None if adjusted is None else adjusted[p],
                hand.rake * collected[p] / won if hand.rake and won else 0.0,
                _effective(state.stacks, p),
            )
            for p, (facts, seat, bets, calls) in enumerate(
                zip(replay.facts, replay.seats, replay.bets, replay.calls, strict=True)
            )
        ),
    )


def _effective(stacks: tuple[int, ...], position: int) -> int:
    """The chips that a player and at least one opponent have."""
    return min(stacks[position], max(s for p, s in enumerate(stacks) if p != position))


@lru_cache(maxsize=1024)
def _seats(rules: Rules) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The seats by position, as places in `SEATS`, and who can steal."""
    names = names_of_seats(rules)
    return tuple(map(SEATS.index, names)), tuple(name in STEALERS for name in names)


class _Replay:
    """A hand as it is replayed: what was done so far."""

    def __init__(self, hand: Hand) -> None:
        players = hand.rules.players
        self.hand = hand
        self.state = State(hand.rules, hand.stacks)
        self.seats, self.can_steal = _seats(hand.rules)
        self.facts = [0] * players
        self.bets, self.calls = [0] * players, [0] * players
        self.entered = False
        self.raises = self.flop_bets = 0
        self.opener = self.raiser = self.c_bettor = -1
        if hand.hero is not None:
            self.note(hand.hero, Fact.TOLD)

    def note(self, position: int, *facts: Fact) -> None:
        """Note facts of a player."""
        for fact in facts:
            self.facts[position] |= 1 << fact

    def before_flop(self, action: int) -> None:
        """Count an action before the flop."""
        player, options = self.state.actor, self.state.options()
        assert player is not None
        raising = action > 0
        self.note(player, Fact.COULD_ENTER)
        if self.raises == 1 and (raising or options.highest_raise):
            self.note(player, Fact.COULD_3BET, *[Fact.MADE_3BET] * raising)
        if self.raises == 2 and self.opener == player:
            self.note(player, Fact.FACED_3BET, *[Fact.FOLDED_TO_3BET] * (action == FOLD))
        if not self.entered and self.can_steal[player] and (raising or options.highest_raise):
            self.note(player, Fact.COULD_STEAL, *[Fact.STOLE] * raising)
        if raising:
            self.note(player, Fact.ENTERED, Fact.RAISED)
            self.raises += 1
            self.opener = player if self.opener < 0 else self.opener
            self.raiser = player
        elif action == CALL and options.to_call:
            self.note(player, Fact.ENTERED)
        else:
            return
        self.entered = True

    def after_flop(self, action: int) -> None:
        """Count an action on the flop, the turn or the river."""
        player, options = self.state.actor, self.state.options()
        assert player is not None
        if self.state.round == 1:
            self._on_flop(player, action)
        if action > 0:
            self.bets[player] += 1
        elif action == FOLD:
            self.note(player, Fact.FOLDED_LATER)
        elif options.to_call:
            self.calls[player] += 1

    def _on_flop(self, player: int, action: int) -> None:
        betting = action > 0
        if not self.flop_bets and player == self.raiser:
            self.note(player, Fact.COULD_CBET, *[Fact.MADE_CBET] * betting)
            self.c_bettor = player if betting else -1
        elif self.flop_bets == 1 and self.c_bettor >= 0:
            self.note(player, Fact.FACED_CBET, *[Fact.FOLDED_TO_CBET] * (action == FOLD))
        self.flop_bets += betting

    def end(self) -> None:
        """Note who saw the flop."""
        if len(self.hand.board) < 3:
            return
        left = {p for round_, p, action in self.state.actions if not round_ and action == FOLD}
        for player in range(len(self.facts)):
            if player not in left:
                self.note(player, Fact.SAW_FLOP)

    def showdown(self, collected: list[int]) -> None:
        """Note who went to the showdown, and who won there."""
        for player, folded in enumerate(self.state.folded):
            if not folded:
                won = collected[player] > 0
                self.note(player, Fact.SHOWDOWN, *[Fact.WON_SHOWDOWN] * won)
