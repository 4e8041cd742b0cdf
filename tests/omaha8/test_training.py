"""The quiz: which hands are asked, what answers cost, and what comes back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.cards.card import HoleCards
from railbird.cards.classes import omaha_class, omaha_class_index, omaha_classes
from railbird.errors import OptionError
from railbird.omaha8.chart import Chart
from railbird.omaha8.rules.oracle import ORACLE
from railbird.omaha8.training import (
    RETURNS,
    Answer,
    Memory,
    Question,
    Trainer,
    lost_at_random,
)


def _trainer(memory: Memory | None = None, *, seed: int = 1) -> Trainer:
    return Trainer([Chart(8)], ["sb"], memory or Memory(), seed=seed)


def _correct(trainer: Trainer, question: Question) -> Answer:
    gap = Chart(question.stack).spot(question.hand, question.position).gap
    return trainer.answer(question, play=gap > 0)


def test_an_answer_costs_what_the_better_action_wins_more() -> None:
    trainer = _trainer()
    kings = Question("sb", Chart(8).stack, HoleCards.parse("KsKh9d2c"), 1.0)
    wrong, right = trainer.answer(kings, play=True), trainer.answer(kings, play=False)
    assert wrong.lost == -wrong.advice.gap > 0
    assert not wrong.right
    assert right.right
    assert wrong.rules[0].always == "exactly two kings"


def test_half_of_the_hands_are_close_and_suits_vary() -> None:
    trainer, chart = _trainer(), Chart(8)
    asked = [trainer.question() for _ in range(400)]
    gaps = np.array([abs(chart.spot(each.hand, "sb").gap) for each in asked])
    assert ((gaps >= 0.02) & (gaps <= 0.3)).mean() > 0.5  # a third at random
    assert len({card.suit for each in asked for card in each.hand}) == 4
    again = _trainer()
    assert [again.question() for _ in range(20)] == asked[:20]


def test_the_loss_at_random_is_estimated_without_bias() -> None:
    """A person who plays by ORACLE loses what the chart of all hands says."""
    trainer, chart = _trainer(), Chart(8)
    fresh = _trainer(seed=5)  # it never hears of an answer, so it never repeats a hand
    asked = [fresh.question() for _ in range(300)]
    answers = [trainer.answer(each, play=ORACLE.judge(each.hand, "sb", 8).play) for each in asked]
    sizes = omaha_classes()[1]
    lost = np.where(ORACLE.class_plays("sb", [8])[:, 0], -chart.gaps("sb"), chart.gaps("sb"))
    truth = float(np.maximum(lost, 0) @ sizes / sizes.sum())
    found = lost_at_random(answers)
    assert found.count == 300
    assert abs(found.mean - truth) < 4 * found.error < 2 * truth
    assert np.mean([each.lost for each in answers]) > 2 * truth, "these hands are instructive"


def test_what_was_missed_comes_back_later_and_later_until_it_is_known() -> None:
    trainer = _trainer()
    missed = trainer.question()
    gap = Chart(8).spot(missed.hand, "sb").gap
    trainer.answer(missed, play=gap < 0)
    came = []
    for number in range(1, 200):
        question = trainer.question()
        assert (question.odds is None) == (
            omaha_class(question.hand) == omaha_class(missed.hand)
        ), number
        if question.odds is None:
            came.append(number)
        _correct(trainer, question)
    waits = np.diff([0, *came])
    assert len(came) == len(RETURNS)
    assert all(wait - due in (1, 2) for wait, due in zip(waits, RETURNS, strict=True))
    assert not trainer.memory.missed


def test_a_second_mistake_starts_again() -> None:
    memory = Memory()
    trainer = _trainer(memory)
    hand = Question("sb", Chart(8).stack, HoleCards.parse("KsKh9d2c"), None)
    for play in (True, False, False, True):
        trainer.answer(hand, play=play)
    (one,) = memory.missed
    assert (one.times_right, one.due) == (0, memory.answers + RETURNS[0])
    assert omaha_class_index(one.hand) == omaha_class_index("KsKh9d2c")


def test_the_memory_is_kept_and_damage_is_found(tmp_path: Path) -> None:
    path, memory = tmp_path / "new" / "training.json", Memory()
    _trainer(memory).answer(
        Question("sb", Chart(8).stack, HoleCards.parse("KsKh9d2c"), None), play=True
    )
    memory.save(path)
    assert Memory.load(path) == memory
    assert Memory.load(tmp_path / "none.json") == Memory()
    for text in (path.read_text(encoding="utf-8")[:-9], "[]", '{"format": "other"}', "{}"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(OptionError, match="start afresh with --forget"):
            Memory.load(path)


def test_there_must_be_a_decision() -> None:
    with pytest.raises(OptionError, match="nobody has a decision"):
        Trainer([Chart(1)], ["bb"], Memory(), seed=1)
