"""What a job can do. Each kind is a function that runs in a process of its own.

A function takes a `Task` and returns its result as plain values. It calls ``task.progress`` now and
then, which ends it if the job was cancelled. Its process may be killed at any moment: what it
writes must always be whole, and is found again by the same job when that is resumed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from shutil import rmtree
from typing import Any

from railbird.studio.samples import find_sample, play_sample
from railbird.studio.task import Task


def import_files(task: Task) -> dict[str, Any]:
    """Read what was uploaded into the library."""
    from railbird.studio.importing import import_upload

    return import_upload(task)


def analyse_match(task: Task) -> dict[str, Any]:
    """Separate skill from luck in a match of the library, and keep the analysis."""
    from railbird.studio.analysing import Analysing

    with task.settings.open_library() as library:
        return Analysing(library, task.asked, task.settings, task.store, task.progress).run()


def make_sample(task: Task) -> dict[str, Any]:
    """Play a sample match into the library."""
    with task.settings.open_library() as library:
        number = play_sample(find_sample(task.asked["name"]), library, progress=task.progress)
    return {"matches": [number], "said": "the match is in the library"}


def count_hands(task: Task) -> dict[str, Any]:
    """Count what trackers count in the hands that an older version has added."""
    with task.settings.open_library() as library:
        library.count_old(lambda done, total: task.progress(done / total))
    return {"said": "all hands are counted"}


def run_experiment(task: Task) -> dict[str, Any]:
    """Compute a table or figure of a document again, and keep the outcome."""
    from railbird.reproduce.experiment import TOO_FEW, RunOptions
    from railbird.reproduce.registry import find
    from railbird.studio.outcomes import keep_outcome

    experiment, games = find(task.asked["id"]), task.asked["games"]
    outcome = experiment.run(
        RunOptions(
            games=games, seed=experiment.seed, draws=experiment.draws, progress=task.progress
        )
    )
    keep_outcome(task.settings.folder, experiment, outcome, games=games)
    few = outcome.verdict == "not comparable" and outcome.too_few
    return {"said": TOO_FEW if few else outcome.verdict, "page": f"/reproduce?id={experiment.id}"}


def solve_jam(task: Task) -> dict[str, Any]:
    """Solve a hand of jam-or-fold, and keep the solution."""
    from railbird.studio.jams import HandTexts, solve_texts

    asked = HandTexts.of(task.asked)
    found = solve_texts(asked, task.settings, task.progress)
    task.store.keep_solution(asked.key, found)
    return {"said": found["headline"]}


def run_league(task: Task) -> dict[str, Any]:
    """Play a league into the library, and keep its result."""
    from railbird.arena import play_league
    from railbird.studio.leagues import keep_league, league_of, leagues

    league = league_of(task.asked)
    folder = leagues(task.settings.folder) / f"{task.id}-logs"
    with task.settings.open_library() as library:
        result = play_league(league, folder=folder, library=library, progress=task.progress)
        matches = {}
        for pair in league.pairs:
            for kept in library.matches(league.match(pair).name):
                first, second = (league.names[player] for player in pair)
                matches[f"{first}\n{second}"] = kept.number
    said = keep_league(task.settings.folder, task.id, result, matches)
    rmtree(folder, ignore_errors=True)  # the hands are in the library
    return {"said": said, "page": f"/leagues/{task.id}"}


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job.

    Parameters
    ----------
    run
        Its function.
    goes_on
        Whether a resumed job goes on where it was interrupted.
    about
        The parts of the request that pages find the job by.
    needs
        The part of the request that is a file, without which it cannot be resumed.
    """

    run: Callable[[Task], dict[str, Any]]
    goes_on: bool
    about: tuple[str, ...] = ()
    needs: str | None = None


KINDS = {
    "import": JobKind(import_files, goes_on=True, needs="path"),
    "analysis": JobKind(analyse_match, goes_on=False, about=("match", "known")),
    "counting": JobKind(count_hands, goes_on=True),
    "experiment": JobKind(run_experiment, goes_on=False, about=("id",)),
    "sample": JobKind(make_sample, goes_on=True),
    "league": JobKind(run_league, goes_on=True),
    "jam": JobKind(solve_jam, goes_on=False),
}
