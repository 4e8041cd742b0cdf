"""The OpenAPI document, from which the types of the pages are generated.

``python -m railbird.studio.openapi`` writes it to ``web/openapi.json``.
"""

from __future__ import annotations

import json
from pathlib import Path

from railbird.studio.app import create_app
from railbird.studio.settings import StudioSettings

DOCUMENT = Path(__file__).parent / "web" / "openapi.json"


def openapi_text() -> str:
    """The document as text, the same for every version of railbird with the same API."""
    found = create_app(StudioSettings(library=Path("library.db"))).openapi()
    found["info"]["version"] = "1"
    return json.dumps(found, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(openapi_text(), encoding="utf-8")
