"""Run every experiment at its full size and check the verdicts that the registry states.

The docs print the same table (a test compares them). Results go to a file, a line each; an
experiment that is in the file already is not run again, so a run can be interrupted and resumed.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import EXPERIMENTS


def main(path: Path) -> int:
    """Run what is missing; the exit status is 1 if a verdict is not the stated one."""
    lines = path.read_text().splitlines() if path.exists() else []
    done = {row["id"]: row for row in map(json.loads, lines)}
    # several figures may show one run: the first of them stands for all
    distinct = {each.compute: each for each in reversed(EXPERIMENTS.values())}
    for experiment in sorted(
        EXPERIMENTS.values(), key=lambda each: each.seconds
    ):  # short ones first
        if distinct[experiment.compute] is not experiment or experiment.id in done:
            continue
        started = time.perf_counter()
        outcome = experiment.run(RunOptions())
        row = {
            "id": experiment.id,
            "expected": experiment.expected,
            "verdict": outcome.verdict,
            "seconds": round(time.perf_counter() - started, 1),
            "differs": [f.name for f in outcome.figures if f.verdict == "differs"],
        }
        done[experiment.id] = row
        with path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        print(f"{row['id']:16} {row['verdict']:15} {row['seconds']:8} s", flush=True)
    wrong = [row for row in done.values() if row["verdict"] != row["expected"]]
    for row in wrong:
        print(f"{row['id']}: {row['verdict']}, but {row['expected']} is stated: {row['differs']}")
    print(f"{len(done) - len(wrong)} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
