"""Lines of files: any line ends, any bytes, packed or not, in blocks of any size."""

from __future__ import annotations

import gzip
import io
import random
import tracemalloc
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.errors import HistoryError
from railbird.history.files import read_hands, write_hands
from railbird.history.formats import base as formats
from railbird.history.formats.base import Line, Problem, open_lines
from tests.history.played import random_hand


def lines_by_python(content: bytes) -> list[Line]:
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="railbird-windows")
    return [(number, line.removesuffix("\n")) for number, line in enumerate(text, 1)]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    content=st.lists(
        st.sampled_from([b"a", b"\r", b"\n", b"\r\n", "♥".encode(), b"\xe2", b"\xff"])
    ),
    block=st.integers(1, 9),
    packed=st.booleans(),
)
def test_lines_are_those_of_python(
    tmp_path: Path, content: list[bytes], block: int, packed: bool
) -> None:
    path = tmp_path / "lines"
    whole = b"".join(content)
    path.write_bytes(gzip.compress(whole) if packed else whole)
    with pytest.MonkeyPatch.context() as patch, open_lines(path) as (lines, how_far):
        patch.setattr(formats, "_BLOCK", block)
        assert list(lines) == lines_by_python(whole)
        assert how_far() == (1.0 if path.stat().st_size else 0.0)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le"])
def test_the_encodings_of_windows_are_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "lines"
    path.write_bytes("Édith won €5\r\nand £3".encode(encoding))
    with open_lines(path) as (lines, _):
        assert [text.removeprefix("\ufeff") for _, text in lines] == ["Édith won €5", "and £3"]


def test_all_whole_lines_of_a_file_that_is_cut_off_are_read(tmp_path: Path) -> None:
    path = tmp_path / "lines.gz"
    rng = random.Random(1)
    words = [f"{rng.random()}" for _ in range(20_000)]
    path.write_bytes(gzip.compress("\n".join(words).encode())[:100_000])
    read: list[str] = []
    with open_lines(path) as (lines, _), pytest.raises(HistoryError) as caught:
        read.extend(text for _, text in lines)
    assert 5_000 < len(read) < 20_000
    assert read == words[: len(read)]
    assert f"is damaged after line {len(read)}: " in str(caught.value)


LONG = {
    "railbird": '{"railbird":1,"rules":"%s"}',
    "acpc": "STATE:1:%s:AcKd|AdKc:1|-1:a|b",
    "phh": 'variant = "NT"\nantes = [%s]',
    "poker-academy": "Poker Academy Pro #1\n%s\nTable T\n",
    "pokerstars": "PokerStars Hand #1: %s",
    "winning": "Hand #1 - %s",
    "ipoker": '<session><gametype>%s</gametype>\n<game gamecode="1">\n<round no="1">',
    "bovada": "Bovada Hand #1 TBL#%s",
    "pokertracker": "GAME #1: %s",
    "ohh": '{"ohh": {"game_type": ["%s"], "players": [], "rounds": [], "pots": []}}',
    "one-line": "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/%s",
}


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("filling", ["c", "7", "A♠", "(", "'", '"', "x: ", "r9", "[", " $1"])
def test_an_error_quotes_little_of_a_line(tmp_path: Path, name: str, filling: str) -> None:
    path = tmp_path / "hands"
    line = filling * (100_000 // len(filling))
    path.write_text(LONG[name] % line, encoding="utf-8")
    problems: list[Problem] = []
    assert not list(read_hands(path, format=name, on_problem=problems.append))
    assert problems
    for problem in problems:
        assert len(problem.reason) < 400
        assert filling * (81 // len(filling) + 1) not in problem.reason


def test_a_line_without_an_end_costs_a_megabyte(tmp_path: Path) -> None:
    hand = random_hand(1)
    path = tmp_path / "hands.jsonl.gz"
    write_hands(path, [hand] * 3, format="railbird")
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)  # a second member of the file
    with path.open("ab") as file:
        for _ in range(200):
            file.write(packer.compress(b"x" * 2**20))
        file.write(packer.flush())
    problems: list[Problem] = []
    tracemalloc.start()
    hands = list(read_hands(path, on_problem=problems.append))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert hands == [hand] * 3
    assert [str(problem) for problem in problems] == [
        f"{path}:3: the file is damaged after this line: the next has over 1,000,000 characters"
    ]
    assert most < 30 * 2**20
    with open_lines(path) as (lines, how_far):
        with pytest.raises(HistoryError, match="over 1,000,000"):
            list(lines)
        assert how_far() < 0.6  # the file is as small as the buffer that it is read in
    with pytest.raises(HistoryError, match="damaged after line 3"):
        list(read_hands(path))
