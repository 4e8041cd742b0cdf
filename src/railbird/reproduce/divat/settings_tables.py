"""The settings whose robustness Kan (2007) tests: Tables 4.1 and 4.2.

Both tables go up and down in even steps from the standard settings. We compute them from the steps,
and use what is printed.
"""

from __future__ import annotations

from railbird.divat.baseline.settings import BET_SETS, FOLD_SETS, STANDARD
from railbird.reproduce.experiment import Outcome, RunOptions, compare, holds

BET_STEPS = (0.03, 0.0125, 0.005, 0.0025)
FOLD_STEP = 0.025
OWN = "this is the document's own arithmetic, from the printed thresholds"
EVEN = "it breaks the even steps of its column: {:.4f} is meant; we use what is printed"


def kan_bet_sets(_: RunOptions) -> Outcome:
    """Table 4.1 of Kan (2007): thresholds of bets from aggressive to conservative."""
    middle = list(BET_SETS).index("moderate")
    figures = []
    for i, (name, printed) in enumerate(BET_SETS.items()):
        for k, (make, step) in enumerate(zip(STANDARD.makes[1], BET_STEPS, strict=True)):
            ours = make + (i - middle) * step
            figures.append(compare(f"{name}: Make{k + 1}", ours, printed[k], why=EVEN.format(ours)))
    bets = [100 * (1 - BET_SETS[name][0]) for name in ("aggressive high", "conservative high")]
    figures += [
        holds(f"bets of the most {what}, %", ours, f"{said}", abs(ours - said) < 0.5, why=OWN)
        for what, ours, said in zip(("aggressive", "conservative"), bets, (54, 30), strict=True)
    ]
    note = "a bet is as frequent as hands above Make1 are, if all hand ranks are equally likely"
    return Outcome(tuple(figures), notes=(note,))


def kan_fold_sets(_: RunOptions) -> Outcome:
    """Table 4.2 of Kan (2007): fold offsets from loose to tight."""
    middle = list(FOLD_SETS).index("normal")
    return Outcome(
        tuple(
            compare(
                f"{name}: {round_}",
                STANDARD.fold_offsets[r] + (i - middle) * FOLD_STEP,
                printed[r - 1],
                digits=3,
            )
            for i, (name, printed) in enumerate(FOLD_SETS.items())
            for r, round_ in ((1, "flop"), (2, "turn"))
        )
    )
