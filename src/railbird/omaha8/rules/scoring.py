"""Rules that add points for what a hand has, and play it with enough of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from railbird.cards.card import HoleCards
from railbird.omaha8.jamfold.solutions import Position, check_position
from railbird.omaha8.rules.features import Bools, Features, Ints, class_features

Lines = list[tuple[str, Ints]]
"""What each line of a rule gives, and its points for each hand."""


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """What a rule says of a hand.

    Parameters
    ----------
    always
        The first reason for playing it with any stack, or empty.
    lines
        What each line of the rule that applies adds.
    score
        Their sum.
    threshold
        What the score must reach, or exceed if the rule is strict.
    play
        Whether to jam or call.
    """

    always: str
    lines: tuple[tuple[str, int], ...]
    score: int
    threshold: float
    play: bool


def never_always(_: Features) -> dict[str, Bools]:
    """No hand is played with any stack."""
    return {}


@dataclass(frozen=True, slots=True)
class ScoringRule:
    """Play a hand if its points reach a threshold that depends on the stack and the position.

    Parameters
    ----------
    name
        What it is called.
    most_stack
        The largest stack, in big blinds before posting, that it was made for.
    lines
        Points of each hand for each line of the rule, in its order.
    threshold
        The points that are needed in a position with a stack.
    formula
        The threshold as a player says it.
    strict
        Whether the points must exceed the threshold.
    always
        The kinds of hands that are played with any stack.
    """

    name: str
    most_stack: float
    lines: Callable[[Features, Position], Lines]
    threshold: Callable[[Position, float], float]
    formula: Mapping[Position, str]
    strict: bool = False
    always: Callable[[Features], dict[str, Bools]] = never_always

    def scores(self, hands: Features, position: Position) -> Ints:
        """The points of each hand."""
        check_position(position)
        return np.asarray(sum(points for _, points in self.lines(hands, position)))

    def plays(self, hands: Features, position: Position, stacks: Sequence[float]) -> Bools:
        """Whether each hand is played with stacks in big blinds before posting: (hands, stacks)."""
        scores = self.scores(hands, position)[:, None]
        needed = np.array([self.threshold(position, stack) for stack in stacks])
        enough = scores > needed if self.strict else scores >= needed
        for kind in self.always(hands).values():
            enough = enough | kind[:, None]
        return np.asarray(enough)

    def class_plays(self, position: Position, stacks: Sequence[float]) -> Bools:
        """Whether each of the 16,432 classes is played."""
        return self.plays(class_features(), position, stacks)

    def judge(self, hand: HoleCards, position: Position, stack: float) -> RuleVerdict:
        """Apply the rule to one hand."""
        check_position(position)
        one = Features.of([list(hand)])
        why = next((reason for reason, yes in self.always(one).items() if yes[0]), "")
        counted = tuple(
            (name, int(points[0])) for name, points in self.lines(one, position) if points[0]
        )
        return RuleVerdict(
            always=why,
            lines=counted,
            score=sum(points for _, points in counted),
            threshold=self.threshold(position, stack),
            play=bool(self.plays(one, position, [stack])[0, 0]),
        )
