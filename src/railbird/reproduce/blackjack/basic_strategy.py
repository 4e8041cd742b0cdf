"""Basic strategy of blackjack: Table 2.1 of Kan (2007), and the examples of his chapter 2.

The rules are those of his note 4; see `railbird.blackjack`.
"""

from __future__ import annotations

import numpy as np

from railbird.blackjack import BlackjackRules, action_values
from railbird.blackjack.players import row_values
from railbird.blackjack.rules import ACTIONS, RANKS, UP_CARDS
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, compare, same_text

RULES = BlackjackRules()

PRINTED = """
8 HHHHHHHHHH
9 HDDDDHHHHH
T HDDDDHHHHH
11 DDDDDDDDDD
12 HHSSSHHHHH
13 SSSSSHHHHH
14 SSSSSHHHHH
15 SSSSSHHHHH
16 SSSSSHHHHH
17 SSSSSSSSSS
A,2 HHHDDHHHHH
A,3 HHHDDHHHHH
A,4 HHDDDHHHHH
A,5 HHDDDHHHHH
A,6 HDDDDHHHHH
A,7 DDDDDHHHHH
A,8 SSSSDSSSSS
2,2 PPPPPPHHHH
3,3 PPPPPPHHHH
4,4 HHHPPHHHHH
5,5 DDDDDDDDHH
6,6 PPPPPHHHHH
7,7 PPPPPPHHHH
8,8 PPPPPPPPPP
9,9 PPPPPSPPSS
T,T SSSSSSSSSS
A,A PPPPPPPPPP
"""
TWICE_ROUNDED = "the difference of two figures that were already rounded"
SLIPS = {"T": "; the row of 9 is printed again"}


def kan_blackjack_table(_: RunOptions) -> Outcome:
    """Table 2.1 of Kan (2007): the best action in each cell, and the cells that differ."""
    figures: list[Figure] = []
    lines = [f"{'':4}" + " ".join(UP_CARDS)]
    cells = 0
    for row, letters in (line.split() for line in PRINTED.strip().splitlines()):
        ours = ""
        for up, printed in zip(UP_CARDS, letters, strict=True):
            found = row_values(RULES)["10" if row == "T" else row, RANKS.index(up)]
            worth = dict(zip(ACTIONS, found.tolist(), strict=True))
            action = [*ACTIONS][int(np.nanargmax(found))]
            ours += action
            cells += 1
            if action != printed:
                cost = worth[action] - worth[printed]
                why = f"misprint: the printed action costs {cost:.3f} bets{SLIPS.get(row, '')}"
                figures.append(same_text(f"{row} against {up}", action, printed, why=why))
        lines.append(f"{row:4}" + " ".join(ours))
    agree = compare("cells that agree", cells - len(figures), cells, digits=0, why="those below")
    return Outcome(
        (agree, *figures),
        "\n".join(lines),
        notes=(
            f"{RULES.decks} decks, the dealer hits soft 17; H hit, S stand, D double down, P split",
            "a total is the mean over all its two-card hands without pairs and aces",
        ),
    )


def kan_blackjack_text(_: RunOptions) -> Outcome:
    """Section 2.4 of Kan (2007): 4-5 against a 7, in a full shoe and in a rich one."""
    figures = []
    for name, shoe, printed in (
        ("full shoe", RULES.shoe, (0.1786, 0.1252, -0.0534)),
        ("rich shoe", (*(10,) * 9, 55), (0.2388, 0.2911, 0.0523)),
    ):
        found = action_values("4,5", "7", shoe)
        ours = found.hit, found.double, found.double - found.hit
        figures += [
            compare(f"{name}: {what}", worth, theirs, why=TWICE_ROUNDED)
            for what, worth, theirs in zip(
                ("hit", "double", "score of doubling"), ours, printed, strict=True
            )
        ]
    note = "the baseline hits, so the score of doubling is its worth less that of hitting"
    return Outcome(tuple(figures), notes=(note,))
