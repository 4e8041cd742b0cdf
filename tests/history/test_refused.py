"""Hands that could not be read are kept as text, and tried again by another version."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.history import formats
from railbird.history.files import read_again, read_hands
from railbird.history.formats.base import Problem
from railbird.history.library import Library, refused
from railbird.version import __version__
from tests.history.pokerstars_samples import HEADS_UP, OMAHA

BAD = HEADS_UP.replace("Small Sue: raises", "Small Sue: razes")


def test_a_refused_hand_is_read_by_a_later_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(f"{OMAHA}\n\n{BAD}")
    problems: list[Problem] = []
    with Library(tmp_path / "hands.db") as shelf:
        shelf.add(read_hands(path, on_problem=problems.append), source="hands.txt", digest="d")
        for _ in range(2):  # once and for all
            shelf.refuse(problems, digest="d")
        (kept,) = shelf.refused()
        assert (kept.file, kept.line, kept.format) == ("hands.txt", problems[0].line, "pokerstars")
        assert "razes" in kept.reason
        assert kept.text == BAD.rstrip("\n")
        assert shelf.try_again(read_again) == 0  # the same version does not try

        def mended(form: str, first: int, text: str) -> object:
            return read_again(form, first, text.replace("razes", "raises"))

        monkeypatch.setattr(refused, "readers", lambda: "another")
        assert shelf.try_again(read_again) == 0  # it tries, in vain
        monkeypatch.setattr(refused, "readers", lambda: "a third")
        assert shelf.try_again(mended) == 1  # type: ignore[arg-type]
        assert not list(shelf.refused())
        assert shelf.count() == 2


def test_readers_are_known_by_their_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = refused.readers()
    assert now.startswith(__version__)
    source = tmp_path / "room.py"
    monkeypatch.setattr(formats, "__path__", [str(tmp_path)])
    found = []
    for text in ("a", "b", "a"):
        source.write_text(text)
        refused.readers.cache_clear()
        found.append(refused.readers())
    refused.readers.cache_clear()
    assert found[0] == found[2] != found[1]
    assert now not in found


def test_hands_that_share_their_first_line_are_all_kept(tmp_path: Path) -> None:
    games = "".join(f'<game gamecode="{number}">\n</game>\n' for number in range(3))
    path = tmp_path / "hands.xml"
    path.write_text(
        f'<session sessioncode="1">\n<general><gametype>Stud L</gametype></general>\n{games}'
    )
    problems: list[Problem] = []
    with Library(tmp_path / "hands.db") as shelf:
        shelf.add(read_hands(path, on_problem=problems.append), source="hands.xml", digest="d")
        for _ in range(2):
            shelf.refuse(problems, digest="d")
        assert len(list(shelf.refused())) == len(problems) == 3
