"""Samples to explore when the library is empty."""

from __future__ import annotations

from fastapi import APIRouter

from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.shared import Runner, StudioAnswer
from railbird.studio.samples import SAMPLES, find_sample

router = APIRouter(tags=["samples"])


class SampleAnswer(StudioAnswer):
    """A sample: a match that can be played into the library."""

    name: str
    title: str
    about: str


@router.get("/samples")
async def samples() -> list[SampleAnswer]:
    """List the samples."""
    return [SampleAnswer.model_validate(sample) for sample in SAMPLES]


@router.post("/samples/{name}", status_code=202)
def play(name: str, runner: Runner) -> JobAnswer:
    """Play a sample into the library, as a job."""
    sample = find_sample(name)
    return JobAnswer.of(runner.ask("sample", f"Play “{sample.title}”", {"name": sample.name}))
