"""Omaha Hi-Lo as the pages ask for it: a hand by rules and equilibrium, and the trainer."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from threading import Lock
from typing import Any

from railbird.cards.card import HoleCards
from railbird.errors import OptionError
from railbird.omaha8.chart import ACTIONS, POSITIONS, Chart, HandAdvice, hand_curve
from railbird.omaha8.jamfold.solutions import Position
from railbird.omaha8.rules import costs
from railbird.omaha8.rules.scoring import RuleVerdict, ScoringRule
from railbird.omaha8.training import (
    RULES,
    Answer,
    Memory,
    Question,
    Trainer,
    training_file,
)
from railbird.omaha8.words import origin
from railbird.stats import counted
from railbird.studio.settings import StudioSettings

TRAINER = "omaha8"
_REMEMBERING = Lock()
"""What was missed is in one file, which ``railbird omaha8 train`` reads and writes too."""
_SEATS = {"sb": "small blind", "bb": "big blind"}


def advice(cards: str, position: Position, stack: float) -> dict[str, Any]:
    """What the equilibrium and the rules say of a hand at a stack, and at every stack."""
    hand, chart = HoleCards.parse(cards), Chart(stack)
    if len(hand.cards) != 4:
        raise OptionError(f"{cards}: {counted(len(hand.cards), 'card')}; pick four")
    spot, curve = chart.spot(hand, position), hand_curve(hand, position)
    return {
        "spot": asdict(spot),
        "decides": chart.decides(position),
        "headline": _headline(chart, spot, position),
        "rules": [_rule(rule, hand, position, chart, spot) for rule in RULES],
        "stacks": curve.stacks.tolist(),
        "played": curve.played.tolist(),
        "gaps": curve.gaps.tolist(),
        "r": chart.wanted,
        "origin": origin(chart),
    }


def _headline(chart: Chart, spot: HandAdvice, position: Position) -> str:
    """What to do, as a person says it."""
    seat, action = _SEATS[position], ACTIONS[position]
    if not chart.decides(position):
        return f"The {seat} has no decision: posting is all in."
    other = f"{action.capitalize()} {100 * spot.played:.0f} % of the time, else fold"
    does = {0.0: "Fold", 1.0: action.capitalize()}.get(spot.played, other)
    gap = abs(spot.gap)
    better = f"to {action} wins" if spot.gap > 0 else f"to {action} loses"
    worth = f"{better} {gap:.3f} big blinds against a fold" if gap else "it is all the same"
    return f"{does}: {worth}."


def _rule(
    rule: ScoringRule, hand: HoleCards, position: Position, chart: Chart, spot: HandAdvice
) -> dict[str, Any]:
    said = rule.judge(hand, position, chart.wanted)
    cost = costs.load().of(rule.name.lower(), position)[chart.row]
    return _verdict(rule, said, position) | {
        "lost": spot.lost(play=said.play) if chart.decides(position) else 0.0,
        "cost": float(cost),
        "is_beyond": chart.wanted > rule.most_stack,
        "most_stack": rule.most_stack,
    }


def _verdict(rule: ScoringRule, said: RuleVerdict, position: Position) -> dict[str, Any]:
    than = "more than " if rule.strict else ""
    return {
        "name": rule.name,
        "lines": [{"line": line, "points": points} for line, points in said.lines],
        "score": said.score,
        "threshold": said.threshold,
        "needs": f"{than}{rule.formula[position]}",
        "always": said.always,
        "says": ACTIONS[position] if said.play else "fold",
    }


def question(
    stacks: list[float], positions: list[Position], *, seed: int, repeated: bool
) -> dict[str, Any]:
    """The next hand of the trainer."""
    charts = [Chart(stack) for stack in stacks]
    places = positions or list(POSITIONS)
    memory = Memory.load(training_file())
    asked = Trainer(charts, places, memory, seed=seed, repeated=repeated).question()
    return {
        "position": asked.position,
        "stack": str(asked.stack),
        "r": float(asked.stack),
        "cards": str(asked.hand),
        "odds": asked.odds,
        "missed": len(memory.missed),
    }


def reply(
    settings: StudioSettings,
    *,
    position: Position,
    stack: str,
    cards: str,
    odds: float | None,
    play: bool,
) -> dict[str, Any]:
    """Judge an answer, and remember it."""
    try:
        r = Fraction(stack)
    except (ValueError, ZeroDivisionError):
        raise OptionError(f"stack {stack!r}: give the stack of the question") from None
    chart = Chart(r)
    asked = Question(position, chart.stack, HoleCards.parse(cards), odds)
    with _REMEMBERING:
        memory = Memory.load(training_file())
        answer = Trainer([chart], [position], memory, seed=0).answer(asked, play=play)
        memory.save(training_file())
    with settings.open_store() as store:
        store.note_answer(TRAINER, is_right=answer.right, lost=answer.lost)
    return _judged(answer, position) | {"missed": len(memory.missed)}


def _judged(answer: Answer, position: Position) -> dict[str, Any]:
    return {
        "is_right": answer.right,
        "lost": answer.lost,
        "played": answer.advice.played,
        "gap": answer.advice.gap,
        "playable": answer.advice.playable,
        "name": answer.advice.name,
        "rules": [
            _verdict(rule, said, position) | {"is_wrong": answer.advice.lost(play=said.play) > 0}
            for rule, said in zip(RULES, answer.rules, strict=True)
        ],
    }
