"""Whether a hand that a text tells follows the rules: the kernel against its slow twin."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from railbird.history.formats.rooms import told
from railbird.table import CALL, FOLD, Rules, State
from railbird.table import _kernels as kernels
from railbird.table.rules import NO_CAP
from tests.naive import followed
from tests.table.randoms import play_out, random_rules, random_stacks

Line = tuple[int, int, int]


def told_lines(rng: Random, state: State) -> list[Line]:
    """The lines of a hand that was played, in one of the ways that rooms write them."""
    again = State(state.rules, state.stacks)
    lines: list[Line] = []
    for round_, who, action in state.actions:
        while sum(said == followed.STREET for _, said, _ in lines) < round_:
            street = 1 + sum(said == followed.STREET for _, said, _ in lines)
            lines.append((0, followed.STREET, street))
        bet, to_call = again.bets[who], again.options().to_call
        if action == FOLD:
            lines.append((who, followed.FOLDS, 0))
        elif action == CALL:
            said = followed.CALLS if to_call else followed.CHECKS
            lines.append((who, said, rng.choice([to_call, followed.ALL]) if to_call else 0))
        else:
            all_in = action == bet + again.behind[who]
            said = rng.choice([followed.BETS, followed.RAISES_TO, followed.RAISES_BY])
            chips = action if said == followed.RAISES_TO else action - bet
            if all_in and rng.random() < 0.5:
                said, chips = followed.ALL_IN, rng.choice([chips, followed.ALL])
                chips = chips if chips == followed.ALL else action - bet
            lines.append((who, said, chips))
        again.apply(action)
    return lines


def damaged(rng: Random, lines: list[Line], players: int) -> list[Line]:
    """The same lines with one that is wrong, missing or too many."""
    lines = lines.copy()
    at = rng.randrange(len(lines))
    who, said, chips = lines[at]
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, lines[rng.randrange(len(lines))])
    elif kind == 2:
        lines[at] = (rng.randrange(players), said, chips)
    elif kind == 3:
        lines[at] = (who, rng.choice([said, rng.randrange(7)]), max(0, chips))
    elif said != followed.STREET:
        lines[at] = (who, said, max(0, chips + rng.choice([-2, -1, 1, 5])))
    return lines


def by_kernel(rules: Rules, state: State, lines: list[Line]) -> tuple[list[int], list[int]] | int:
    """What the kernel finds, as its slow twin says it."""
    start = State(rules, state.stacks)
    count = len(state.stacks)
    coded = [chips * kernels.LINE + said * kernels.SAID + who for who, said, chips in lines]
    text = np.array([*state.stacks, *start.paid, *start.bets, *coded], dtype=np.int64)
    made = kernels.follow(rules.array, text, int(rules.tolerant))
    if made < 0:
        return int(made)
    return text[2 * count : 2 * count + made].tolist(), text[count : 2 * count].tolist()


@pytest.mark.parametrize("tolerant", [False, True])
def test_a_told_hand_is_followed_as_its_slow_twin_does(tolerant: bool) -> None:
    rng = Random(17)
    whys = {followed.OUT_OF_RULES: kernels.ILLEGAL, followed.UNLIKE: kernels.UNLIKE}
    seen = set()
    for _ in range(300):
        rules = random_rules(rng)
        state = State(rules, random_stacks(rng, rules))
        play_out(rng, state)
        if not state.actions:
            continue
        lines = told_lines(rng, state)
        if tolerant:
            rules = replace(rules, tolerant=True, cap=NO_CAP)
        for text in (lines, damaged(rng, lines, rules.players), damaged(rng, lines, rules.players)):
            start = State(rules, state.stacks)
            wanted = followed.follow(rules, state.stacks, start.paid, start.bets, text)
            found = by_kernel(rules, state, text)
            assert found == (whys[wanted] if isinstance(wanted, str) else wanted)
            seen.add(wanted if isinstance(wanted, str) else "followed")
    assert seen >= {"followed", followed.UNLIKE}


def test_the_words_of_the_readers_are_those_of_the_kernel() -> None:
    assert (told.FOLDS, told.CHECKS, told.CALLS, told.RAISES_TO, told.STREET) == (
        kernels.FOLDS, kernels.CHECKS, kernels.CALLS, kernels.RAISES_TO, kernels.DEALS,
    )  # fmt: skip
    assert (kernels.SAID, kernels.LINE) == (1 << 4, 1 << 7)  # as `turns.play` shifts them
    assert told.ALL < 0
