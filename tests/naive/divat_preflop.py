"""The roll-out before the flop from its definition: every flop, turn and river of one match-up.

It uses no tables and no code of the package. It is compiled only because 34 million boards are
dealt and every hand rank on them is counted. Cards are 4 · rank + suit. Player 1 is the big blind.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

OFFSETS = np.array([0.0, 0.075, 0.1, 0.0])
MAKES = np.array([[0.58, 0.825, 0.93, 0.965]] * 3 + [[0.64, 0.85, 0.94, 0.97]])


@numba.njit
def told(card):  # type: ignore[no-untyped-def]
    """A card as counters that can be added: ranks (three bits each), suits (four), and its bit."""
    rank, suit = card >> 2, card & 3
    return 1 << 3 * rank, 1 << 4 * suit, 1 << (16 * suit + rank)


@numba.njit
def strength(ranks, suits, masks):  # type: ignore[no-untyped-def]
    """The strength of five to seven cards, as a number; higher is better."""
    every = (masks | masks >> 16 | masks >> 32 | masks >> 48) & 0x1FFF
    flush = 0
    for s in range(4):
        if suits >> 4 * s & 15 >= 5:
            flush = masks >> 16 * s & 0x1FFF
    if flush:
        top = straight(flush)
        if top >= 0:
            return 8 * 13**5 + top
    four, three, pair, second = -1, -1, -1, -1
    for r in range(12, -1, -1):
        held = ranks >> 3 * r & 7
        if held == 4 and four < 0:
            four = r
        elif held == 3 and three < 0:
            three = r
        elif held >= 2 and pair < 0:
            pair = r
        elif held >= 2 and second < 0:
            second = r
    if four >= 0:
        return 7 * 13**5 + 13 * four + best(every & ~(1 << four), 1)
    if three >= 0 and pair >= 0:
        return 6 * 13**5 + 13 * three + pair
    if flush:
        return 5 * 13**5 + best(flush, 5)
    top = straight(every)
    if top >= 0:
        return 4 * 13**5 + top
    if three >= 0:
        return 3 * 13**5 + 169 * three + best(every & ~(1 << three), 2)
    if second >= 0:
        kicker = best(every & ~(1 << pair) & ~(1 << second), 1)
        return 2 * 13**5 + 169 * pair + 13 * second + kicker
    if pair >= 0:
        return 13**5 + 13**3 * pair + best(every & ~(1 << pair), 3)
    return best(every, 5)


@numba.njit
def straight(mask):  # type: ignore[no-untyped-def]
    """Highest rank of a straight, or −1 if there is none; the ace also counts low."""
    for top in range(12, 3, -1):
        if mask >> (top - 4) & 31 == 31:
            return top
    return 3 if mask & 0x100F == 0x100F else -1


@numba.njit
def best(mask, count):  # type: ignore[no-untyped-def]
    """The highest ranks of a mask as one number."""
    value = 0
    left = count
    for r in range(12, -1, -1):
        if left and mask >> r & 1:
            value = 13 * value + r
            left -= 1
    return value


@numba.njit
def with_hand(hand, board, size):  # type: ignore[no-untyped-def]
    """Strength of a hand on a board."""
    ranks, suits, masks = 0, 0, 0
    for i in range(size + 2):
        rank, suit, bit = told(board[i] if i < size else hand[i - size])
        ranks, suits, masks = ranks + rank, suits + suit, masks + bit
    return strength(ranks, suits, masks)


@numba.njit
def immediate(hand, board, size):  # type: ignore[no-untyped-def]
    """Twice the number of hands beaten on a board, plus the number tied."""
    used = (1 << hand[0]) | (1 << hand[1])
    ranks, suits, masks = 0, 0, 0
    for i in range(size):
        used |= 1 << board[i]
        rank, suit, bit = told(board[i])
        ranks, suits, masks = ranks + rank, suits + suit, masks + bit
    mine = with_hand(hand, board, size)
    total = 0
    for a in range(52):
        if used >> a & 1:
            continue
        rank, suit, bit = told(a)
        for b in range(a):
            if used >> b & 1:
                continue
            more_rank, more_suit, more_bit = told(b)
            theirs = strength(
                ranks + rank + more_rank, suits + suit + more_suit, masks + bit + more_bit
            )
            total += 2 if theirs < mine else 1 if theirs == mine else 0
    return total


@numba.njit
def effective(round_, now, later):  # type: ignore[no-untyped-def]
    """EHR from IHR and 7cHR."""
    if max(now, later) > MAKES[round_, 0]:
        return max(now, later)
    return (now + later) / 2 if round_ == 1 else later


@numba.njit
def baseline(round_, size, first, second):  # type: ignore[no-untyped-def]
    """The bets of each player and who folds (1, 2; 0 nobody), from hand ranks."""
    bet = 1 if round_ < 2 else 2
    calls = bet / (2 * size + bet) + OFFSETS[round_]
    one, two = 0, 0
    for k in range(4):
        one += first >= MAKES[round_, k]
        two += second >= MAKES[round_, k]
    if one == 0:
        if two == 0:
            return 0, 0
        return (0, 1) if first < calls else (1, 0)
    if two == 0:
        return (0, 2) if second < calls else (1, 0)
    if two == 1:
        return 1, 0
    if one < 3:
        return 2, 0
    return (4, 0) if two == 4 else (3, 0)


@numba.njit(nogil=True)
def river_ranks(hand, choose, ranks):  # type: ignore[no-untyped-def]
    """Ranks (counts) of a hand on every board of five cards, by colexicographic index."""
    board = np.empty(5, np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        board[0], board[1], board[2], board[3], board[4] = a, b, c, d, e
                        free = True
                        for i in range(5):
                            free &= board[i] != hand[0] and board[i] != hand[1]
                        if free:
                            at = (
                                choose[a, 5] + choose[b, 4] + choose[c, 3] + choose[d, 2]
                                + choose[e, 1]
                            )  # fmt: skip
                            ranks[at] = immediate(hand, board, 5)


@numba.njit
def place(board, size, choose):  # type: ignore[no-untyped-def]
    """Colexicographic index of a board."""
    cards = np.sort(board[:size])
    at = 0
    for i in range(size):
        at += choose[cards[i], i + 1]
    return at


@numba.njit
def roll_out(first, second, rivers, choose, out):  # type: ignore[no-untyped-def]
    """Sum of what player 1 wins over all flops, turns and rivers, by bets before the flop."""
    hands = (first, second)
    board = np.empty(5, np.int64)
    used = np.zeros(52, np.bool_)
    for hand in hands:
        used[hand[0]] = True
        used[hand[1]] = True
    turn_now = np.zeros((2, 270_725), np.int64)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                if used[a] or used[b] or used[c]:
                    continue
                board[0], board[1], board[2] = a, b, c
                flop_rank = np.empty(2)
                turn_rank = np.empty((2, 52))
                for p in range(2):
                    total, boards = 0, 0
                    for t in range(52):
                        if t in (a, b, c) or t in (hands[p][0], hands[p][1]):
                            continue
                        board[3] = t
                        rolled = 0
                        for r in range(52):
                            if r in (a, b, c, t) or r in (hands[p][0], hands[p][1]):
                                continue
                            board[4] = r
                            rolled += rivers[p, place(board, 5, choose)]
                        total += rolled
                        boards += 46
                        if not used[t]:
                            at = place(board, 4, choose)
                            if turn_now[p, at] == 0:
                                turn_now[p, at] = 1 + immediate(hands[p], board, 4)
                            now = (turn_now[p, at] - 1) / 2070
                            turn_rank[p, t] = effective(2, now, rolled / (46 * 1980))
                    now = immediate(hands[p], board, 3) / 2162
                    flop_rank[p] = effective(1, now, total / (boards * 1980))
                for t in range(52):
                    if used[t] or t in (a, b, c):
                        continue
                    board[3] = t
                    for pot in range(1, 5):
                        bets, folds = baseline(1, pot, flop_rank[0], flop_rank[1])
                        if folds:
                            out[pot - 1] += 44 * (pot if folds == 2 else -pot)
                            continue
                        size = pot + bets
                        bets, folds = baseline(2, size, turn_rank[0, t], turn_rank[1, t])
                        if folds:
                            out[pot - 1] += 44 * (size if folds == 2 else -size)
                            continue
                        size += 2 * bets
                        for r in range(52):
                            if used[r] or r in (a, b, c, t):
                                continue
                            board[4] = r
                            at = place(board, 5, choose)
                            bets, folds = baseline(
                                3, size, rivers[0, at] / 1980, rivers[1, at] / 1980
                            )
                            if folds:
                                out[pot - 1] += size if folds == 2 else -size
                                continue
                            mine = with_hand(first, board, 5)
                            theirs = with_hand(second, board, 5)
                            won = (mine > theirs) - (mine < theirs)
                            out[pot - 1] += won * (size + 2 * bets)


def preflop_sums(first: tuple[int, int], second: tuple[int, int]) -> npt.NDArray[np.int64]:
    """What player 1 wins over all 17,296 · 45 · 44 boards if each put in 1, 2, 3 or 4 bets."""
    choose = np.zeros((53, 6), dtype=np.int64)
    choose[:, 0] = 1
    for n in range(1, 53):
        for k in range(1, 6):
            choose[n, k] = choose[n - 1, k] + choose[n - 1, k - 1]
    hands = [np.array(first), np.array(second)]
    rivers = np.zeros((2, 2_598_960), dtype=np.int64)
    for p in range(2):
        river_ranks(hands[p], choose, rivers[p])
    out = np.zeros(4, dtype=np.int64)
    roll_out(hands[0], hands[1], rivers, choose, out)
    return out
