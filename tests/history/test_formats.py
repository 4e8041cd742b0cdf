"""Lines of files: any line ends, any bytes, packed or not, in blocks of any size."""

from __future__ import annotations

import gzip
import io
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from railbird.errors import HistoryError
from railbird.history.formats import base as formats
from railbird.history.formats.base import Line, open_lines


def lines_by_python(content: bytes) -> list[Line]:
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", errors="surrogateescape")
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
