"""The no-limit baseline and its roll-outs in plain Python, board by board."""

from __future__ import annotations

from railbird.evaluate.games import HOLDEM
from railbird.evaluate.strength.ranks import hand_ranks

Cards = tuple[int, ...]
OFFSETS = (0.0, 0.075, 0.1, 0.0)
MAKES = (
    (0.78, 0.825, 0.93, 0.965),
    (0.78, 0.825, 0.93, 0.965),
    (0.78, 0.825, 0.93, 0.965),
    (0.84, 0.85, 0.94, 0.97),
)
FIRST_MAKES = (0.78, 0.78, 0.78, 0.84)
POTS = (0.5, 0.5, 1.0, 2.0)


def effective(hand: Cards, board: Cards) -> float:
    """Effective hand rank."""
    now, later = hand_ranks(hand, board)
    r = len(board) - 2
    if r == 3:
        return now
    best = max(now, later)
    if best > FIRST_MAKES[r]:
        return best
    return (now + later) / 2 if r == 1 else later


def betting(r: int, ranks: list[float], size: float, left: float) -> tuple[list[float], int]:
    """What both put in during a round, and who folds (−1: nobody)."""
    paid, level, player, checked = [0.0, 0.0], 0, 0, False
    worth = [sum(rank >= make for make in MAKES[r]) for rank in ranks]
    while True:
        to_call = paid[1 - player] - paid[player]
        pot = 2 * size + sum(paid)
        can_raise = paid[1 - player] < left
        if worth[player] > level and can_raise:
            most = left - paid[1 - player]
            deep = most > 4 * (pot + to_call)
            bet = (0.5 if deep else POTS[worth[player] - 1]) * (pot + to_call)
            paid[player] += to_call + (most if bet >= 0.6 * most else bet)
            level += 1
        elif to_call > 0:
            fair = worth[player] > 0 and to_call <= pot - to_call
            if not fair and ranks[player] < to_call / pot + OFFSETS[r]:
                return paid, player
            paid[player] += to_call
            return paid, -1
        elif checked:
            return paid, -1
        else:
            checked = True
        player = 1 - player


def outcome(hands: tuple[Cards, Cards], board: Cards) -> int:
    """1 if the first hand wins, −1 if it loses, 0 if they tie."""
    first, second = (HOLDEM.made(hand, board)[0] for hand in hands)
    return int(first > second) - int(first < second)


def start(hands: tuple[Cards, Cards], board: Cards, size: float, left: float) -> float:
    """Value of a round before its betting."""
    if left > 0:
        ranks = [effective(hand, board) for hand in hands]
        paid, folds = betting(len(board) - 2, ranks, size, left)
        if folds >= 0:
            lost = size + paid[folds]
            return -lost if folds == 0 else lost
        size, left = size + paid[0], left - paid[0]
    return end(hands, board, size, left)


def end(hands: tuple[Cards, Cards], board: Cards, size: float, left: float) -> float:
    """Value after the betting of a round: the mean over the cards to come, or the showdown."""
    if len(board) == 5:
        return size * outcome(hands, board)
    used = {*hands[0], *hands[1], *board}
    live = [card for card in range(52) if card not in used]
    return sum(start(hands, (*board, card), size, left) for card in live) / len(live)
