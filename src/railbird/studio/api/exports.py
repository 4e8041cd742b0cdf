"""Files of an analysed match to take away: the report, the lines as a picture, all scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response, StreamingResponse

from railbird.studio.analyses import KeptAnalysis, analysis_file, open_analysis
from railbird.studio.api.shared import Id, NotFoundError, Settings

router = APIRouter(tags=["exports"])

_ROWS = 5000
"""Rows of a table that are written together."""

_TYPES = {"report.html": "text/html", "lines.svg": "image/svg+xml", "scores.csv": "text/csv"}


@router.get(
    "/matches/{number}/files/{name}",
    response_class=Response,
    responses={200: {"content": {kind: {} for kind in _TYPES.values()}}},
)
def export(
    number: Id, name: Literal["report.html", "lines.svg", "scores.csv"], settings: Settings
) -> Response:
    """Download a file of an analysed match."""
    found = open_analysis(settings.folder, number)
    if found is None:
        raise NotFoundError(f"match {number} is not analysed: POST /api/matches/{number}/analysis")
    headers = {"Content-Disposition": f'attachment; filename="match-{number}-{name}"'}
    if name == "scores.csv":
        return StreamingResponse(_rows(found), media_type=_TYPES[name], headers=headers)
    path = analysis_file(settings.folder, number, name.rpartition(".")[2])
    if not path.is_file():
        raise NotFoundError(f"match {number} has no {name}: analyse it again")
    return FileResponse(path, media_type=_TYPES[name], headers=headers)


def _rows(found: KeptAnalysis) -> Iterator[str]:
    names = list(found.scores)
    yield ",".join(["hand", "game", *names]) + "\n"
    for start in range(0, len(found.ids), _ROWS):
        part = slice(start, start + _ROWS)
        columns = [found.scores[name][part].tolist() for name in names]
        lines = (
            ",".join([str(id_), str(start + i + 1), *(f"{column[i]:.6g}" for column in columns)])
            for i, id_ in enumerate(found.ids[part].tolist())
        )
        yield "\n".join(lines) + "\n"
