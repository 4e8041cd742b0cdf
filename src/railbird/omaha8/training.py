"""A quiz on jam or fold: which hands to ask, what an answer costs, and what to ask again.

Hands are not dealt as at the table: most hands there are easy. Half of the new hands are close
decisions, a quarter are hands that ORACLE or TALLY plays wrongly, and the rest come at random. Each
question knows how often its hand would come at random, so the EV that a person loses on hands dealt
at random can be estimated without bias.

A hand that was missed comes back after 3 more answers. Each time it is then answered right, it
comes back later: after 10, 30 and 100 answers, and then no more. Another mistake starts it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from railbird.cards.card import Card, HoleCards
from railbird.cards.classes import omaha_class_index, omaha_classes
from railbird.cards.suits import SUIT_PERMUTATIONS
from railbird.compute.checkpoint import replacing
from railbird.errors import OptionError
from railbird.omaha8.chart import Chart, HandAdvice
from railbird.omaha8.jamfold.game import Floats
from railbird.omaha8.jamfold.solutions import Position
from railbird.omaha8.rules.features import Bools
from railbird.omaha8.rules.oracle import ORACLE
from railbird.omaha8.rules.scoring import RuleVerdict
from railbird.omaha8.rules.tally import TALLY
from railbird.stats import Mean, mean_of

CLOSE = (0.02, 0.3)
"""What a mistake costs in a close decision, in big blinds."""

CLOSE_SHARE, RULE_SHARE = 0.5, 0.25
"""Shares of new hands that are close, and that a rule plays wrongly."""

RULES = (ORACLE, TALLY)
"""The rules that a person may learn."""

RETURNS = (3, 10, 30, 100)
"""After how many answers a missed hand comes back: at first, and after each right answer."""

FORMAT, VERSION = "railbird omaha8 training", 1


def training_file() -> Path:
    """The file that remembers what was missed: in the user's own data."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "omaha8-training.json"


@dataclass(frozen=True, slots=True)
class Question:
    """A hand to decide about.

    Parameters
    ----------
    position, stack
        Where the person sits, and the smaller stack in big blinds.
    hand
        The cards.
    odds
        How much likelier the hand is when hands come at random; None if it was asked because it was
        missed before.
    """

    position: Position
    stack: Fraction
    hand: HoleCards
    odds: float | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person did with a hand, and what it cost.

    ``advice`` is the equilibrium's, ``rules`` what each of `RULES` says. ``lost`` is in big blinds.
    """

    question: Question
    play: bool
    advice: HandAdvice
    rules: tuple[RuleVerdict, ...]
    lost: float

    @property
    def right(self) -> bool:
        """Whether nothing was lost, or less than a thousandth of a big blind."""
        return self.lost == 0


@dataclass(slots=True)
class Missed:
    """A hand that is still to come back, once so many answers were given in all.

    ``hand`` is the first of its class, whatever the suits of the hand that was asked.
    """

    position: Position
    stack: str
    hand: str
    times_right: int
    due: int


@dataclass(slots=True)
class Memory:
    """What was answered in all sessions, and what is still to come back."""

    answers: int = 0
    right: int = 0
    lost: float = 0.0
    missed: list[Missed] = field(default_factory=list)

    @classmethod
    def load(cls, path: Path) -> Memory:
        """Read a file; an empty memory if there is none.

        Raises
        ------
        OptionError
            If the file is damaged or of another version.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return cls()
        try:
            kept = json.loads(text)
            if kept.pop("format") != FORMAT or kept.pop("version") != VERSION:
                raise ValueError
            return cls.of(kept)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise OptionError(
                f"{path} is not a file of this trainer, or is damaged: start afresh with --forget"
            ) from None

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Memory:
        """The memory from plain values, such as `dataclasses.asdict` makes."""
        found = cls(**{**kept, "missed": [Missed(**one) for one in kept["missed"]]})
        for one in found.missed:
            Fraction(one.stack)
            omaha_class_index(one.hand)
        return found

    def save(self, path: Path) -> None:
        """Write a file; it is whole at any time."""
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"format": FORMAT, "version": VERSION, **asdict(self)}
        with replacing(path) as draft:
            draft.write_text(json.dumps(kept) + "\n", encoding="utf-8")

    def note(self, answer: Answer) -> None:
        """Remember an answer: a missed hand is to come back, a learned one is not."""
        asked = answer.question
        self.answers += 1
        self.right += answer.right
        self.lost += answer.lost
        key = asked.position, str(asked.stack), answer.advice.hand
        before = next(
            (one for one in self.missed if (one.position, one.stack, one.hand) == key), None
        )
        times = 1 + before.times_right if before is not None and answer.right else 0
        if before is not None:
            self.missed.remove(before)
        if (before is None and answer.right) or times == len(RETURNS):
            return
        self.missed.append(Missed(*key, times, self.answers + RETURNS[times]))


class Trainer:
    """Asks hands, judges the answers, and comes back to what was missed.

    Parameters
    ----------
    charts
        The equilibria to ask about, one for each stack.
    positions
        The positions to ask about.
    memory
        What was missed before; it is kept up to date.
    seed
        The seed of the hands.
    repeated
        Whether the question before was about a hand that was missed.

    Examples
    --------
    >>> trainer = Trainer([Chart(8)], ["sb"], Memory(), seed=1)
    >>> answer = trainer.answer(trainer.question(), play=True)
    >>> answer.lost == answer.advice.lost(play=True)
    True
    """

    def __init__(
        self,
        charts: Iterable[Chart],
        positions: Sequence[Position],
        memory: Memory,
        *,
        seed: int,
        repeated: bool = False,
    ) -> None:
        self._charts = {chart.stack: chart for chart in charts}
        self._places = [
            (position, chart.stack)
            for chart in self._charts.values()
            for position in positions
            if chart.decides(position)
        ]
        if not self._places:
            raise OptionError(
                "nobody has a decision with so few chips: posting is all in; take a larger stack"
            )
        self._odds: dict[tuple[Position, Fraction], tuple[Floats, Floats]] = {}
        self._random = np.random.default_rng(seed)
        self._repeated = repeated
        self.memory = memory

    def question(self) -> Question:
        """The next hand: one that is due, but not two of them in a row, or a new one."""
        due = self._due()
        self._repeated = due is not None and not self._repeated
        if due is not None and self._repeated:
            hand = self._with_other_suits(HoleCards.parse(due.hand))
            return Question(due.position, Fraction(due.stack), hand, None)
        position, stack = self._places[self._random.integers(len(self._places))]
        often, odds = self._deal(position, stack)
        chosen = int(self._random.choice(len(often), p=often))
        hand = HoleCards(tuple(map(Card, omaha_classes()[0][chosen].tolist())))
        return Question(position, stack, self._with_other_suits(hand), float(odds[chosen]))

    def answer(self, question: Question, *, play: bool) -> Answer:
        """Judge an answer, and remember it."""
        advice = self._charts[question.stack].spot(question.hand, question.position)
        mixed = 0 < advice.played < 1
        answer = Answer(
            question=question,
            play=play,
            advice=advice,
            rules=tuple(
                rule.judge(question.hand, question.position, float(question.stack))
                for rule in RULES
            ),
            lost=0.0 if mixed else advice.lost(play=play),
        )
        self.memory.note(answer)
        return answer

    def _due(self) -> Missed | None:
        """The hand that has waited longest, of those this session is about."""
        waiting = (
            one
            for one in self.memory.missed
            if one.due <= self.memory.answers
            and (one.position, Fraction(one.stack)) in self._places
        )
        return min(waiting, key=lambda one: one.due, default=None)

    def _with_other_suits(self, hand: HoleCards) -> HoleCards:
        suits = SUIT_PERMUTATIONS[self._random.integers(len(SUIT_PERMUTATIONS))]
        return HoleCards(tuple(Card(4 * card.rank + int(suits[card.suit])) for card in hand))

    def _deal(self, position: Position, stack: Fraction) -> tuple[Floats, Floats]:
        """How often each class is asked, and how much likelier it is at random."""
        place = position, stack
        if place not in self._odds:
            at_random = omaha_classes()[1] / omaha_classes()[1].sum()
            often = at_random.copy()
            for which, share in self._instructive(position, stack):
                if which.any():
                    chosen = at_random * which
                    often += share * (chosen / chosen.sum() - at_random)
            self._odds[place] = often, at_random / often
        return self._odds[place]

    def _instructive(self, position: Position, stack: Fraction) -> list[tuple[Bools, float]]:
        """Close decisions, and hands with which a rule is wrong, each with its share."""
        gaps = self._charts[stack].gaps(position)
        least, most = CLOSE
        close = (np.abs(gaps) >= least) & (np.abs(gaps) <= most)
        plays = [rule.class_plays(position, [float(stack)])[:, 0] for rule in RULES]
        missed = np.logical_or.reduce([each != (gaps > 0) for each in plays])
        wrong = missed & (np.abs(gaps) >= least)
        return [(close, CLOSE_SHARE), (wrong, RULE_SHARE)]


def lost_at_random(answers: Iterable[Answer]) -> Mean:
    """What the person would lose, in big blinds a hand, if all hands came at random.

    Only new hands count. Each is weighted by how much likelier it is at random, at most four times,
    so the mean is right on average.
    """
    return mean_of(
        [one.lost * one.question.odds for one in answers if one.question.odds is not None]
    )
