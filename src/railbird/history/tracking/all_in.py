"""All-in adjusted winnings: what the hands are worth when no decision is left."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from railbird.cards import Card
from railbird.cards.index import colex_indices
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, State


def adjusted_payoffs(hand: Hand) -> list[float] | None:
    """What each player wins on average over the boards that could still come.

    They are those after the last action. None if no card was to come then, or if the cards of a
    player who was in are unknown, or if the house paid a part: a cash-out is already what the hand
    was worth. As in trackers, cards that were folded may still come. Rake is taken from all pots in
    proportion.
    """
    if hand.added:
        return None
    state = State(hand.rules, hand.stacks)
    for action in hand.actions:
        state.apply_legal(action)
    last = state.actions[-1][0] if state.actions else 0
    board = hand.board[: BOARD_CARDS[last]]
    left = [p for p, folded in enumerate(state.folded) if not folded]
    if len(board) == 5 or any(hand.hole_cards[p] is None for p in left):
        return None
    held = [hand.hole_cards[p] or () for p in left]
    uncalled = state.uncalled()
    adjusted = [float(back - paid) for paid, back in zip(state.paid, uncalled, strict=True)]
    pot = -sum(adjusted)
    paid_out = (sum(hand.payoffs) + pot) / pot if pot else 0.0
    for chips, eligible in _pots(state, left):
        hands = tuple(hand.hole_cards[p] or () for p in eligible)
        dead = tuple(c for cards in held if cards not in hands for c in cards)
        shares = pot_shares(hands, board, dead, hand.rules.game)
        for player, share in zip(eligible, shares, strict=True):
            adjusted[player] += paid_out * chips * share
    return adjusted


def _pots(state: State, left: Sequence[int]) -> list[tuple[int, list[int]]]:
    """The chips of each pot, without what nobody called, and who can win it."""
    stakes = [stake - back for stake, back in zip(state.matched(), state.uncalled(), strict=True)]
    dead = sum(state.paid) - sum(state.matched())
    pots, below = [], 0
    levels = sorted({stakes[p] for p in left})
    for level in levels:
        top = max(stakes) if level == levels[-1] else level
        chips = sum(min(stake, top) - min(stake, below) for stake in stakes) + dead
        pots.append((chips, [p for p in left if stakes[p] >= level]))
        below, dead = level, 0
    return pots


@lru_cache(maxsize=256)
def pot_shares(
    hands: tuple[tuple[Card, ...], ...], board: tuple[Card, ...], dead: tuple[Card, ...], game: str
) -> tuple[float, ...]:
    """The exact share of a pot of each hand."""
    if len(hands) == 1:
        return (1.0,)
    from railbird.evaluate.equities.exact import plan_exact
    from railbird.evaluate.equities.spot import Spot
    from railbird.evaluate.games import find_game
    from railbird.evaluate.preflop.pairs import BOARDS, hand_matchups

    cards = np.array(hands, dtype=np.uint8)
    if game == "holdem" and len(hands) == 2 and not board and not dead:
        first, second = colex_indices(np.sort(cards, axis=1))
        won, tied = hand_matchups().pairs(first, second)
        share = (float(won) + float(tied) / 2) / BOARDS
        return share, 1 - share
    spot = Spot(
        game=find_game(game),
        names=("",) * len(hands),
        board=board,
        dead=dead,
        cards=cards,
        weights=np.ones(len(hands)),
        starts=np.arange(len(hands) + 1),
        threads=1,
    )
    shares = plan_exact(spot).count(None).shares
    return tuple((shares / shares.sum()).tolist())
