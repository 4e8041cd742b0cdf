"""The trainer of jam-or-fold hands: it asks about a solution that is known, and notes answers."""

from __future__ import annotations

from typing import Any

import numpy as np

from railbird.errors import OptionError
from railbird.studio.jams import HandTexts, known_solution
from railbird.studio.settings import StudioSettings
from railbird.tournament.jamfold.rules import Floats, Node
from railbird.tournament.jamfold.solution import JamDecision
from railbird.tournament.training import JamTrainer

TRAINER = "jam"


def ask(hand: HandTexts, settings: StudioSettings, *, seed: int, number: int) -> dict[str, Any]:
    """A question about a solved hand."""
    found = _solution(hand, settings)
    decision, hand_class = _trainer(found).question(seed=seed, number=number)
    stack = found["stacks"][found["seats"].index(decision.player)]
    return {
        "decision": decision.name,
        "player": decision.player,
        "after": list(decision.after),
        "hand_class": hand_class,
        "big_blinds": stack / found["big_blind"] if found["big_blind"] else 0.0,
    }


def judge_reply(
    hand: HandTexts, settings: StudioSettings, decision: str, hand_class: str, *, play: bool
) -> dict[str, Any]:
    """What an answer loses, in the unit of the solution; it is noted."""
    found = _solution(hand, settings)
    answer = _trainer(found).answer(decision, hand_class, play=play)
    with settings.open_store() as store:
        store.note_answer(TRAINER, is_right=answer.is_right, lost=answer.lost)
    unit = found["pool"]
    return {
        "is_right": answer.is_right,
        "frequency": answer.frequency,
        "ev_fold": unit * answer.ev_fold,
        "ev_jam": unit * answer.ev_jam,
        "lost": unit * answer.lost,
        "share": answer.lost,
    }


def _solution(hand: HandTexts, settings: StudioSettings) -> dict[str, Any]:
    found = known_solution(hand, settings)
    if found is None:
        raise OptionError("the hand is not solved yet: solve it first")
    return found


def _trainer(found: dict[str, Any]) -> JamTrainer:
    def values(row: list[float | None]) -> Floats:
        return np.array([np.nan if x is None else x / found["pool"] for x in row])

    seats = found["seats"]
    return JamTrainer(
        [
            JamDecision(
                node=Node(seats.index(one["player"]), tuple(map(seats.index, one["after"]))),
                player=one["player"],
                after=tuple(one["after"]),
                is_locked=one["is_locked"],
                reached=one["reached"],
                frequency=one["frequency"],
                jam=np.array(one["jam"]),
                ev_fold=values(one["ev_fold"]),
                ev_jam=values(one["ev_jam"]),
            )
            for one in found["decisions"]
        ],
        least=found["least_difference"],
    )
