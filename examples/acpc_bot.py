"""The bot of ``my_bot.py`` as a program of its own, for heads-up limit hold'em.

It needs nothing but Python, and speaks the protocol of the Annual Computer Poker Competition on its
stdin and stdout. Whatever the language of your program, it has to do what this one does.
"""

import random
import sys
from collections import Counter

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def straight(ranks: list[int]) -> int:
    """The highest card of the best straight, or -1."""
    have = {*ranks, -1} if 12 in ranks else {*ranks}  # an ace is also low
    return max((top for top in have if have.issuperset(range(top - 4, top))), default=-1)


def value(cards: list[str]) -> tuple[int, list[int]]:
    """The value of two to seven cards; higher is better."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    counts = [n for n, _ in groups]
    suit, most = Counter(card[1] for card in cards).most_common(1)[0]
    if most > 4:
        suited = [RANKS.index(card[0]) for card in cards if card[1] == suit]
        if straight(suited) > 0:
            return 8, [straight(suited)]
        flush = sorted(suited, reverse=True)[:5]
    kickers = [rank for _, rank in groups]
    if counts[0] == 4:
        return 7, [kickers[0], max(kickers[1:])]
    if counts[:2] in ([3, 2], [3, 3]):
        return 6, kickers[:2]
    if most > 4:
        return 5, flush
    if straight(ranks) > 0:
        return 4, [straight(ranks)]
    if counts[0] == 3:
        return 3, kickers[:3]
    if counts[:2] == [2, 2]:
        return 2, [*kickers[:2], max(kickers[2:])]
    return counts[0] - 1, kickers[: 6 - counts[0]]


def strength(mine: list[str], board: list[str]) -> float:
    """The share of hands that are worse, from a sample."""
    chance = random.Random("".join(mine + board))
    rest = [card for card in DECK if card not in mine + board]
    ours, won = value(mine + board), 0.0
    for _ in range(100):
        theirs = value(chance.sample(rest, 2) + board)
        won += (ours > theirs) + (ours == theirs) / 2
    return won / 100


def situation(betting: str) -> tuple[int, float, float, bool] | None:
    """Whose turn it is, the price, the pot (in small bets) and whether a raise is legal."""
    paid = [1.0, 0.5]  # position 0 is the big blind
    actor, raises, done = 1, 1, ""
    for number, done in enumerate(betting.split("/")):
        actor, raises = (1, 1) if number == 0 else (0, 0)
        for action in done:
            if action == "f":
                return None
            paid[actor] = max(paid) + ((1 if number < 2 else 2) if action == "r" else 0)
            raises += action == "r"
            actor = 1 - actor
    if betting.count("/") == 3 and len(done) > 1 and done.endswith("c"):
        return None  # the showdown
    return actor, max(paid) - paid[actor], sum(paid), raises < 4


def action_of(position: int, betting: str, cards: str) -> str:
    """What to do, or nothing if it is not our turn."""
    found = situation(betting)
    if found is None or found[0] != position:
        return ""
    _, to_call, pot, can_raise = found
    holes, *rounds = cards.split("/")
    mine, board = holes.split("|")[position], "".join(rounds)
    rank = strength(*([text[i : i + 2] for i in range(0, len(text), 2)] for text in (mine, board)))
    if rank > (0.85 if to_call else 0.35) and can_raise:
        return "r"
    price = to_call / (pot + to_call)
    return "c" if to_call == 0 or rank > price + (0.15 if board else 0) else "f"


print("VERSION:2.0.0", flush=True)
for line in sys.stdin:
    if line.startswith("MATCHSTATE:"):
        state = line.strip()
        _, place, _, actions, shown = state.split(":")
        if answer := action_of(int(place), actions, shown):
            print(f"{state}:{answer}", flush=True)
