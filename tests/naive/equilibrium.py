"""Game trees by plain recursion: payoffs, best response by brute force, textbook CFR."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from itertools import product

from railbird.equilibrium import ChanceNode, DecisionNode, EndNode, Node

Key = tuple[int, Hashable]
Profile = dict[Key, dict[str, float]]


def payoffs(node: Node, profile: Profile) -> list[float]:
    """Expected payoff of each player."""
    if isinstance(node, EndNode):
        return list(node.payoffs)
    if isinstance(node, ChanceNode):
        branches = list(node.outcomes)
    else:
        mixed = profile[node.player, node.infoset]
        branches = [(mixed[action], after) for action, after in node.actions.items()]
    below = [(p, payoffs(after, profile)) for p, after in branches]
    return [sum(p * paid[k] for p, paid in below) for k in range(len(below[0][1]))]


def decisions(node: Node) -> Iterator[DecisionNode]:
    """All decisions of a tree."""
    if isinstance(node, ChanceNode):
        for _, after in node.outcomes:
            yield from decisions(after)
    elif isinstance(node, DecisionNode):
        yield node
        for after in node.actions.values():
            yield from decisions(after)


def best_payoff(root: Node, player: int, profile: Profile) -> float:
    """What a player's best pure strategy wins against the other players of a profile."""
    own = {d.infoset: list(d.actions) for d in decisions(root) if d.player == player}
    best = -float("inf")
    for choice in product(*own.values()):
        pure = {
            (player, infoset): {action: float(action == chosen) for action in actions}
            for (infoset, actions), chosen in zip(own.items(), choice, strict=True)
        }
        best = max(best, payoffs(root, profile | pure)[player])
    return best


class Cfr:
    """Textbook counterfactual regret minimisation, with each rule as in its paper."""

    def __init__(self, root: Node, players: int, rule: str) -> None:
        self.root, self.players, self.rule = root, players, rule
        self.names = {(d.player, d.infoset): list(d.actions) for d in decisions(root)}
        self.sums: dict[Key, dict[str, float]] = {
            key: dict.fromkeys(actions, 0.0) for key, actions in self.names.items()
        }
        self.strategy: Profile = {
            key: dict.fromkeys(actions, 1 / len(actions)) for key, actions in self.names.items()
        }
        self.average: dict[Key, dict[str, float]] = {
            key: dict.fromkeys(actions, 0.0) for key, actions in self.names.items()
        }

    def run(self, iterations: int) -> Profile:
        """The average strategy after some iterations."""
        for t in range(1, iterations + 1):
            for player in range(self.players):
                self.regrets: dict[Key, dict[str, float]] = defaultdict(lambda: defaultdict(float))
                self.reach: dict[Key, float] = {}
                self._walk(self.root, player, 1.0, 1.0)
                for key in [key for key in self.names if key[0] == player]:
                    self._update(key, t)
        return {
            key: {
                a: x / total if (total := sum(row.values())) else 1 / len(row)
                for a, x in row.items()
            }
            for key, row in self.average.items()
        }

    def _walk(self, node: Node, player: int, own: float, others: float) -> float:
        if isinstance(node, EndNode):
            return node.payoffs[player]
        if isinstance(node, ChanceNode):
            return sum(p * self._walk(n, player, own, others * p) for p, n in node.outcomes)
        key = (node.player, node.infoset)
        mixed = self.strategy[key]
        if node.player != player:
            return sum(
                mixed[a] * self._walk(n, player, own, others * mixed[a])
                for a, n in node.actions.items()
            )
        values = {a: self._walk(n, player, own * mixed[a], others) for a, n in node.actions.items()}
        value = sum(mixed[a] * values[a] for a in values)
        for a, worth in values.items():
            self.regrets[key][a] += others * (worth - value)
        self.reach[key] = own
        return value

    def _update(self, key: Key, t: int) -> None:
        """Apply the rule, word for word as in its paper."""
        plus = self.rule.endswith("+")
        gamma = {"cfr": 0, "cfr+": 1, "dcfr": 2, "dcfr+": 4, "pcfr+": 2, "pdcfr+": 5}[self.rule]
        alpha = {"dcfr": 1.5, "dcfr+": 1.5, "pdcfr+": 2.3}.get(self.rule)

        def discount(iteration: int) -> float:
            return 1.0 if alpha is None else iteration**alpha / (iteration**alpha + 1)

        basis = {}
        for a, regret in self.regrets[key].items():
            self.average[key][a] += t**gamma * self.reach[key] * self.strategy[key][a]
            before = self.sums[key][a]
            if plus:
                after = max(before * discount(t - 1) + regret, 0)
            elif self.rule == "dcfr":
                after = before * (discount(t - 1) if before > 0 else 1 / 2) + regret
            else:
                after = before + regret
            self.sums[key][a] = after
            forecast = regret if self.rule.startswith("p") else 0
            basis[a] = max(after * discount(t) + forecast, 0)
        total = sum(basis.values())
        self.strategy[key] = {
            a: x / total if total > 0 else 1 / len(basis) for a, x in basis.items()
        }
