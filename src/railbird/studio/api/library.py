"""What is in the library."""

from __future__ import annotations

from fastapi import APIRouter

from railbird.studio.api.shared import Settings, StudioAnswer

router = APIRouter(tags=["library"])


class LibraryAnswer(StudioAnswer):
    """How much there is, and whose library it is."""

    path: str
    hands: int
    matches: int
    players: int
    heroes: list[str]


@router.get("/library")
def library(settings: Settings) -> LibraryAnswer:
    """Count what is in the library."""
    with settings.open_library() as shelf:
        return LibraryAnswer(
            path=str(settings.library),
            hands=shelf.count(),
            matches=shelf.count_matches(),
            players=len(shelf.players()),
            heroes=shelf.heroes(),
        )
