"""What rules and an equilibrium say of a hand at the table."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.cards.classes import HOLDEM_CLASSES
from railbird.errors import OptionError
from railbird.tournament.rules_of_thumb.costs import costs_at, heads_up
from railbird.tournament.rules_of_thumb.rule import (
    SAGE,
    SEVENS,
    Position,
    ThumbRule,
    ThumbVerdict,
    judge,
)


@dataclass(frozen=True, slots=True)
class ThumbAdvice:
    """A hand of heads-up jam or fold, by rules of thumb and by an equilibrium.

    Parameters
    ----------
    hand, position
        The class of the hand, and ``sb`` or ``bb``.
    r
        The smaller stack less a big blind, in big blinds.
    verdicts
        What each rule says, at its own R.
    costs
        What each rule loses in this position to a best response, in big blinds a hand on average.
    frequency
        How often the equilibrium plays the hand.
    gap
        What playing wins more than folding against an equilibrium, in big blinds.
    epsilon
        The most that a player could gain against the equilibrium, in big blinds a hand.
    """

    hand: str
    position: Position
    r: float
    verdicts: tuple[ThumbVerdict, ...]
    costs: tuple[float, ...]
    frequency: float
    gap: float
    epsilon: float

    def lost(self, verdict: ThumbVerdict) -> float:
        """What following a rule loses against an equilibrium, in big blinds."""
        return max(-self.gap if verdict.play else self.gap, 0.0)


def thumb_advice(
    hand: str,
    *,
    stack: float | tuple[float, float],
    big_blind: float,
    position: Position,
    rules: tuple[ThumbRule, ...] = (SAGE, SEVENS),
) -> ThumbAdvice:
    """Compare rules of thumb with the equilibrium, for one hand heads-up.

    Parameters
    ----------
    hand
        A class such as ``K9s``.
    stack
        The stack of both players before posting, or both stacks, the small blind's first; in chips,
        and more than the big blind.
    big_blind
        The big blind, in chips; the small blind is half of it.
    position
        ``"sb"``, who jams or folds, or ``"bb"``, who calls a jam or folds.
    rules
        The rules.

    Examples
    --------
    >>> advice = thumb_advice("76s", stack=3000, big_blind=400, position="sb")
    >>> advice.r, [(said.rule, said.play) for said in advice.verdicts], advice.frequency
    (6.5, [('SAGE', False), ('SEVENS', True)], 1.0)
    >>> advice = thumb_advice("97o", stack=(2900, 5600), big_blind=400, position="sb")
    >>> [(said.rule, said.r, said.play) for said in advice.verdicts]
    [('SAGE', 6.75, False), ('SEVENS', 6.25, True)]
    """
    if hand not in HOLDEM_CLASSES:
        raise OptionError(f"{hand!r} is not a class of hands: give one such as K9s, K9o or 99")
    if position not in ("sb", "bb"):
        raise OptionError(f"position {position!r} is no blind: give sb or bb")
    if not big_blind > 0:
        raise OptionError(f"a big blind of {big_blind:g} is none: it must be above 0")
    chips = stack if isinstance(stack, tuple) else (stack, stack)
    for each in chips:
        if not big_blind < each < float("inf"):
            raise OptionError(
                f"a stack of {each:g} with a big blind of {big_blind:g} leaves nothing to decide "
                "about: give stacks before posting, more than the big blind"
            )
    r = min(chips) / big_blind - 1
    known = heads_up(r)
    own = [rule.r(chips[0] / big_blind, chips[1] / big_blind) for rule in rules]
    small = position == "sb"
    decision = known.hand.decisions[0 if small else 1].tidied()
    frequency, fold, jam = decision.of_hand(hand)
    return ThumbAdvice(
        hand=hand,
        position=position,
        r=r,
        verdicts=tuple(
            judge(rule, hand, position, at) for rule, at in zip(rules, own, strict=True)
        ),
        costs=tuple(
            costs_at(rule, known, at)[0 if small else 1]
            for rule, at in zip(rules, own, strict=True)
        ),
        frequency=frequency,
        gap=(jam - fold) * known.hand.rules.pool,
        epsilon=known.hand.epsilon * known.hand.rules.pool,
    )
