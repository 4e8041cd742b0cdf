"""Experiments: the tables and figures of the documents, ours beside the printed ones."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel

from railbird.errors import OptionError
from railbird.reproduce.experiment import Agreement, Experiment
from railbird.reproduce.registry import DOCUMENTS, find
from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.shared import Figure, NotFoundError, Runner, Settings, StudioAnswer
from railbird.studio.outcomes import KeptOutcome, open_outcome

router = APIRouter(tags=["experiments"])

Name = Annotated[str, Path(max_length=100)]
Group = tuple[Experiment, ...]


class RunAnswer(StudioAnswer):
    """The verdict of the last run. ``explained``: it differs, and says why of each figure."""

    verdict: Agreement
    explained: bool
    too_few: bool
    games: int | None
    version: str
    made: str


class ExperimentAnswer(StudioAnswer):
    """Tables and figures of one computation, with the verdict that it is known to give.

    ``id`` is that of the first. ``games`` is how many it takes (0 if none), and ``quick_games`` how
    many take some ten seconds, None if it is as quick with all.
    """

    id: str
    ids: list[str]
    document: str
    places: list[str]
    what: str
    expected: Agreement
    seconds: float
    duration: str
    games: int
    quick_games: int | None
    seed: int | None
    run: RunAnswer | None


class DocumentAnswer(StudioAnswer):
    """A document with its experiments."""

    key: str
    title: str
    experiments: list[ExperimentAnswer]


class PrintedAnswer(StudioAnswer):
    """A printed figure beside ours, as texts; ``why`` is empty where nothing is to be said."""

    name: str
    ours: str
    printed: str
    tolerance: Figure
    verdict: Agreement
    too_few: bool
    why: str
    in_text: bool


class OutcomeAnswer(RunAnswer):
    """All of the last run; pictures are SVG by name, in the colours of the page."""

    seed: int
    figures: list[PrintedAnswer]
    text: str
    notes: list[str]
    pictures: dict[str, str]


class WholeExperimentAnswer(ExperimentAnswer):
    """An experiment and its outcome, if it was run."""

    outcome: OutcomeAnswer | None


class RunAsked(BaseModel):
    """Which size to run: as many games as it takes, or as many as take some ten seconds."""

    size: Literal["quick", "full"] = "full"


@router.get("/experiments")
def experiments(settings: Settings) -> list[DocumentAnswer]:
    """List all experiments by document."""
    return [
        DocumentAnswer(
            key=document.key,
            title=document.title,
            experiments=[
                _experiment(group, open_outcome(settings.folder, group[0].id))
                for group in document.together()
            ],
        )
        for document in DOCUMENTS.values()
    ]


@router.get("/experiments/{name}")
def experiment(name: Name, settings: Settings) -> WholeExperimentAnswer:
    """Show an experiment, and the outcome of its last run."""
    group = _group(name)
    found = open_outcome(settings.folder, group[0].id)
    outcome = None if found is None else OutcomeAnswer.model_validate(found)
    return WholeExperimentAnswer(**_experiment(group, found).model_dump(), outcome=outcome)


@router.post("/experiments/{name}/run", status_code=202)
def run(name: Name, asked: RunAsked, runner: Runner) -> JobAnswer:
    """Run an experiment, as a job."""
    first = _group(name)[0]
    games = None
    if asked.size == "quick":
        games = first.quick_games
        if games is None:
            raise OptionError(f"{first.id} is as quick in full: run it with the size full")
    wanted = {"id": first.id, "games": games}
    return JobAnswer.of(runner.ask("experiment", f"Reproduce {first.id}", wanted))


def _group(name: str) -> Group:
    """All experiments of the computation that one of them names."""
    try:
        found = find(name)
    except OptionError as error:
        raise NotFoundError(str(error)) from None
    document = DOCUMENTS[found.id.partition("-")[0]]
    return next(group for group in document.together() if found.id in [e.id for e in group])


def _experiment(group: Group, outcome: KeptOutcome | None) -> ExperimentAnswer:
    first = group[0]
    return ExperimentAnswer(
        id=first.id,
        ids=[each.id for each in group],
        document=first.document,
        places=[each.place for each in group if each.place],
        what=first.what,
        expected=first.expected,
        seconds=first.seconds,
        duration=first.duration,
        games=first.games,
        quick_games=first.quick_games,
        seed=first.seed if first.games else None,
        run=None if outcome is None else RunAnswer.model_validate(outcome),
    )
