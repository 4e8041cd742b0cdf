"""Texts of 2012 do not say when a street is dealt: the betting does."""

from __future__ import annotations

from railbird.cards.card import Card
from railbird.history.formats.rooms.told import (
    ANTE,
    BOARD_SIZES,
    DEAD,
    FOLDS,
    RAISES_TO,
    Told,
    ToldSeat,
)


def deal_streets(told: Told, board: tuple[Card, ...]) -> None:
    """Deal the board wherever a round of betting is over."""
    acts, told.acts = told.acts, []
    playing = [seat for seat in told.seats.values() if seat.plays]
    behind = {seat: seat.stack for seat in playing}
    bets = dict.fromkeys(playing, 0)
    for _, seat, kind, chips in told.posts:
        behind[seat] -= chips
        if kind not in (ANTE, DEAD):
            bets[seat] += chips
    waiting = {seat for seat in playing if behind[seat] > 0}
    live: set[ToldSeat] = set(playing)
    for act in acts:
        told.at, seat, verb, chips = act
        level = max(bets.values())
        if verb == FOLDS:
            live.discard(seat)
        elif chips:
            new = chips - (bets[seat] if verb == RAISES_TO else 0)
            bets[seat] += new
            behind[seat] -= new
        if bets[seat] > level:
            waiting = {other for other in live if behind[other] > 0}
        waiting &= live
        waiting.discard(seat)
        told.acts.append(act)
        if not waiting and len(live) > 1:
            _deal_next(told, board)
            bets = dict.fromkeys(playing, 0)
            waiting = {other for other in live if behind[other] > 0}
    while len(told.boards) < 3 and len(board) >= BOARD_SIZES[len(told.boards) + 1]:
        _deal_next(told, board)


def _deal_next(told: Told, board: tuple[Card, ...]) -> None:
    street = len(told.boards) + 1
    if street <= 3 and len(board) >= BOARD_SIZES[street]:
        told.deal(street, board[: BOARD_SIZES[street]])
