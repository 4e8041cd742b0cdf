"""Kuhn and Leduc poker as histories: one private card each, and one board card in Leduc."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from random import Random

from railbird.divat.estimators.frame import CHANCE, History, Strategy


@dataclass(frozen=True)
class Rules:
    """The ranks of the deck, the bet of each round, and the most bets of a round."""

    deck: tuple[int, ...]
    bets: tuple[int, ...]
    most: int


KUHN = Rules((0, 1, 2), (1,), 1)
LEDUC = Rules((0, 0, 1, 1, 2, 2), (2, 4), 2)


@dataclass(frozen=True)
class Deal:
    """A history: the cards (places in the deck) of players 0 and 1 and the board, and the betting.

    k checks, b bets or raises, c calls, f folds. A string for each round.
    """

    rules: Rules
    cards: tuple[int, ...] = ()
    betting: tuple[str, ...] = ("",)

    @property
    def _over(self) -> bool:
        last = self.betting[-1]
        return last.endswith(("c", "kk"))

    @property
    def player(self) -> int | None:
        if len(self.cards) < 2:
            return CHANCE
        if self.betting[-1].endswith("f"):
            return None
        if self._over:
            return CHANCE if len(self.betting) < len(self.rules.bets) else None
        if len(self.cards) < 1 + len(self.betting):
            return CHANCE
        return len(self.betting[-1]) % 2

    @property
    def chance(self) -> float:
        found, left = 1.0, len(self.rules.deck)
        for _ in self.cards:
            found, left = found / left, left - 1
        return found

    def paid(self) -> tuple[int, int]:
        """What both players have in the pot."""
        paid = [1, 1]
        for bet, actions in zip(self.rules.bets, self.betting, strict=False):
            for i, action in enumerate(actions):
                if action in "bc":
                    paid[i % 2] = max(paid) + (bet if action == "b" else 0)
        return paid[0], paid[1]

    @property
    def payoff(self) -> float:
        first, second = self.paid()
        last = self.betting[-1]
        if last.endswith("f"):
            return float(-first if (len(last) - 1) % 2 == 0 else second)
        ranks = [self.rules.deck[card] for card in self.cards]
        if len(ranks) > 2 and ranks[2] in ranks[:2] and ranks[0] != ranks[1]:
            return float(second if ranks[0] == ranks[2] else -first)
        return float(second * ((ranks[0] > ranks[1]) - (ranks[0] < ranks[1])))

    def moves(self) -> Mapping[Hashable, float]:
        if self.player == CHANCE:
            left = [c for c in range(len(self.rules.deck)) if c not in self.cards]
            return {card: 1 / len(left) for card in left}
        actions = self.betting[-1]
        names = "fc" if actions.endswith("b") else "k"
        return dict.fromkeys(names + "b" * (actions.count("b") < self.rules.most), 0.0)

    def after(self, move: Hashable) -> Deal:
        if isinstance(move, int):
            more = ("",) if self._over else ()
            return replace(self, cards=(*self.cards, move), betting=(*self.betting, *more))
        return replace(self, betting=(*self.betting[:-1], self.betting[-1] + str(move)))

    def before(self) -> Iterator[tuple[History, Hashable]]:
        at = Deal(self.rules)
        steps: list[int | str] = [*self.cards[:2], *self.betting[0]]
        for card, actions in zip(self.cards[2:], self.betting[1:], strict=True):
            steps += [card, *actions]
        for step in steps:
            yield at, step
            at = at.after(step)

    def imaginary(self, players: Collection[int]) -> Iterable[History]:
        some = [player for player in players if player < len(self.cards)]
        found = []
        for held in permutations(range(len(self.rules.deck)), len(some)):
            cards = list(self.cards)
            for player, card in zip(some, held, strict=True):
                cards[player] = card
            if len(set(cards)) == len(cards):
                found.append(Deal(self.rules, tuple(cards), self.betting))
        return found

    def seen(self, player: int) -> Hashable:
        """What a player knows."""
        return self.cards[player], self.cards[2:], self.betting


def random_strategy(seed: int) -> Strategy:
    """A strategy with random probabilities; some actions are never taken."""

    def strategy(history: History) -> Mapping[Hashable, float]:
        assert isinstance(history, Deal)
        return drawn(history.seen(history.player or 0), tuple(history.moves()))

    @cache
    def drawn(seen: Hashable, moves: tuple[Hashable, ...]) -> Mapping[Hashable, float]:
        chance = Random(f"{seed} {seen}")
        shares = {move: chance.choice((0.0, 1.0)) * chance.random() for move in moves}
        total = sum(shares.values())
        if total == 0:
            return {next(iter(shares)): 1.0}
        return {move: share / total for move, share in shares.items()}

    return strategy


def uniform(history: History) -> Mapping[Hashable, float]:
    """Every move is as likely as any other."""
    moves = history.moves()
    return dict.fromkeys(moves, 1 / len(moves))
