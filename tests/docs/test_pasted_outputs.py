"""The README and the docs show what the command line really prints."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from tests.docs.pasted import agrees, sessions
from tests.e2e.command import railbird

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if "_build" not in page.parts and any(sessions(page.read_text(encoding="utf-8")))
]

PAGE = """
```console
$ railbird one --json
first
…
last, 0.6 ms
$ railbird two
```

```text
hand 1 of a game: no session
```

```
$ railbird in a block of no kind
```
"""


def test_the_commands_of_a_page_are_found_with_what_follows() -> None:
    assert [(each.line, each.command, each.output) for each in sessions(PAGE)] == [
        (3, "railbird one --json", ("first", "…", "last, 0.6 ms")),
        (7, "railbird two", ()),
    ]


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("one\ntwo", "one  \ntwo\n\n"),
        ("one\n…", "one"),
        ("one\n…\nthree", "one\ntwo\nthree"),
        ("…\ntwo\n…\nfour\n…", "one\ntwo\nthree\nfour\nfive"),
        ("…\ntwo", "one\ntwo"),
        ("990 boards, 0.6 ms, railbird 0.1.0", "990 boards, 4,696.5 ms, railbird 0.2.0"),
        ("begun 2026-01-01 12:30, 126 games/s", "begun 2027-10-11 01:02, 9,000.5 games/s"),
    ],
)
def test_an_output_agrees(shown: str, printed: str) -> None:
    assert agrees(tuple(shown.splitlines()), printed)


@pytest.mark.parametrize(
    ("shown", "printed"),
    [
        ("one", "one\ntwo"),
        ("one\ntwo", "one"),
        ("one\n…\nthree", "one\ntwo\nthree\nfour"),
        ("one\n…\none", "one"),
        ("…\nfour\n…\ntwo\n…", "one\ntwo\nthree\nfour\nfive"),
        ("990 boards", "991 boards"),
        ("a … b", "a 1 b"),
    ],
)
def test_an_output_does_not_agree(shown: str, printed: str) -> None:
    assert not agrees(tuple(shown.splitlines()), printed)


def test_pages_show_outputs() -> None:
    assert {"README.md", "analyze.md", "researcher.md"} <= {page.name for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_outputs_of_a_page_are_those_of_today(page: Path, tmp_path: Path) -> None:
    """The commands run in order, in one folder with the examples and its own library."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    environment = {"COLUMNS": "80", "XDG_DATA_HOME": str(tmp_path / "data")}
    for session in sessions(page.read_text(encoding="utf-8")):
        words = shlex.split(session.command)
        assert words[0] == "railbird", f"{page.name}:{session.line}: {words[0]} is not ours to run"
        run = railbird(*words[1:], folder=tmp_path, **environment)
        where = f"{page.relative_to(ROOT)}:{session.line}: $ {session.command}"
        assert run.returncode == 0, f"{where}\n{run.stderr}"
        shown = "\n".join(session.output)
        if not agrees(session.output, run.stdout):
            pytest.fail(f"{where}\n== shown\n{shown}\n== printed\n{run.stdout}", pytrace=False)
