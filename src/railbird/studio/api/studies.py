"""Studies: pages that a person gave a name to. The address of a page is all of its state."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from railbird.studio.api.shared import Id, NotFoundError, Settings, StudioAnswer

router = APIRouter(tags=["studies"])

Page = Literal["tournament", "omaha8"]


class StudyAsked(BaseModel):
    """A study: its page, its name, and the values of its address, after the question mark."""

    page: Page
    name: Annotated[str, Field(min_length=1, max_length=100, pattern=r"\S")]
    address: Annotated[str, Field(max_length=20_000)]


class StudyAnswer(StudioAnswer):
    """A study that is kept."""

    id: int
    page: Page
    name: str
    address: str
    made: str
    changed: str


@router.get("/studies")
def studies(settings: Settings, page: Page | None = None) -> list[StudyAnswer]:
    """List studies, the last changed first."""
    with settings.open_store() as store:
        return [StudyAnswer.model_validate(study) for study in store.studies(page)]


@router.post("/studies")
def keep(asked: StudyAsked, settings: Settings) -> StudyAnswer:
    """Keep a new study."""
    with settings.open_store() as store:
        return StudyAnswer.model_validate(
            store.keep_study(asked.page, asked.name.strip(), asked.address)
        )


@router.put("/studies/{id_}")
def change(id_: Id, asked: StudyAsked, settings: Settings) -> StudyAnswer:
    """Change a study: its name, or what it shows."""
    with settings.open_store() as store:
        if store.study(id_) is None:
            raise _unknown(id_)
        return StudyAnswer.model_validate(
            store.keep_study(asked.page, asked.name.strip(), asked.address, id_=id_)
        )


@router.delete("/studies/{id_}")
def drop(id_: Id, settings: Settings) -> list[StudyAnswer]:
    """Forget a study, and list those that are left."""
    with settings.open_store() as store:
        if not store.drop_study(id_):
            raise _unknown(id_)
        return [StudyAnswer.model_validate(study) for study in store.studies()]


def _unknown(id_: int) -> NotFoundError:
    return NotFoundError(f"there is no study {id_}: /api/studies lists them")
