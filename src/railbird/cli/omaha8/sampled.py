"""``railbird omaha8 verify --sample``: the shipped equilibria, without the table of match-ups."""

from __future__ import annotations

import sys
from dataclasses import asdict

from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table


def verify_sample(hands: int, *, seed: int, threads: int | None, as_json: bool) -> None:
    """Check the shipped equilibria by so many random hands; the exit status is 1 if refuted."""
    from railbird.omaha8.jamfold import sampled, solutions

    with progress_bar("playing") as progress:
        found = sampled.sample_solutions(
            solutions.load(), hands=hands, seed=seed, threads=threads, progress=progress
        )
    is_refuted = any(each.is_refuted for each in found)
    if as_json:
        checks = [asdict(each) for each in found]
        facts = {"ok": not is_refuted, "hands": hands, "boards": sampled.BOARDS, "seed": seed}
        print_json({**facts, "stacks": checks})
    else:
        rows = [
            [
                f"{each.stack:g}",
                f"{each.against} of {each.decisions}",
                f"{each.most_against:.1f}",
                f"{each.from_gap:.1f}",
                f"{each.shipped_value:+.3f}",
                f"{each.value:+.3f} ± {each.error:.3f}",
                "REFUTED" if each.is_refuted else "holds",
            ]
            for each in found
        ]
        heads = ["R", "against", "most", "from gap", "value", "sampled", "verdict"]
        title = f"{hands} hands, each on {sampled.BOARDS} boards"
        print_table(heads, rows, title=title, text=(6,))
        samples = 1 / sampled.LUCK
        for line in (
            (
                f"against: decisions played against the sign of what playing wins by more than "
                f"{sampled.FAR:g} standard errors; most: the furthest"
            ),
            "from gap: standard errors from the shipped gap to what playing wins, at most",
            "value: what the small blind wins, big blinds a hand, ± one standard error",
            f"refuted: further off than chance is once in {samples:,.0f} samples; seed {seed}",
        ):
            print_line(line)
    if is_refuted:
        sys.exit(1)
