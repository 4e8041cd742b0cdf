"""Files come out of archives one at a time; what is wrong with one is a sentence."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path
from typing import Literal
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from railbird.errors import HistoryError
from railbird.history import archives
from railbird.history.archives import is_archive, unpacked

FILES = {"HH/a.txt": b"hello", "../../b.txt": b"x" * 3000, "/etc/c.txt": b"", "ü.txt": b"3"}


def zipped(path: Path) -> Path:
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("HH/", "")
        for name, content in FILES.items():
            archive.writestr(name, content)
    return path


def tarred(path: Path, mode: Literal["w", "w:gz"] = "w") -> Path:
    with tarfile.open(path, mode) as archive:
        folder = tarfile.TarInfo("HH")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
        for name, content in FILES.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


@pytest.mark.parametrize("kind", ["zip", "tar", "gz"])
def test_files_come_one_at_a_time_and_nothing_is_written_elsewhere(
    tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "in" / "upload"
    path.parent.mkdir()
    if kind == "zip":
        zipped(path)
    else:
        tarred(path, "w:gz" if kind == "gz" else "w")
    assert is_archive(path)
    copy = tmp_path / "copy"
    found, last = {}, 0.0
    for one in unpacked(path, "hands", copy):
        found[one.name] = one.path.read_bytes()
        assert last == one.before <= one.after <= 1
        last = one.after
    assert {name.lstrip("/"): found[name] for name in found} == {
        name.lstrip("/"): content for name, content in FILES.items()
    }
    assert list(tmp_path.rglob("*")) == [path.parent, path]


def test_texts_are_no_archives(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for content in (b"", b"PokerStars Hand #1", b"PK is no archive", gzip.compress(b"hello"),
                    gzip.compress(b"hello")[:12], bytes(2000)[:300]):  # fmt: skip
        path.write_bytes(content)
        assert not is_archive(path)


def test_a_bomb_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = zipped(tmp_path / "a.zip")
    monkeypatch.setattr(archives, "MOST_BYTES", 1000)
    with pytest.raises(HistoryError, match=r"bomb\.zip unpacks to more than"):
        list(unpacked(path, "bomb.zip", tmp_path / "copy"))
    monkeypatch.setattr(archives, "MOST_BYTES", 10_000)
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    with pytest.raises(HistoryError, match="2 files"):
        list(unpacked(path, "many.zip", tmp_path / "copy"))
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("damage", ["cut", "no list", "cut tar", "password"])
def test_a_damaged_or_locked_archive_is_named(tmp_path: Path, damage: str) -> None:
    path = tarred(tmp_path / "a") if damage == "cut tar" else zipped(tmp_path / "a")
    content = bytearray(path.read_bytes())
    if damage == "cut":
        at = content.index(b"../../b.txt") + 11
        content[at : at + 8] = b"\xff" * 8
    elif damage == "no list":
        del content[-60:]
    elif damage == "cut tar":
        del content[content.index(b"xxx") + 100 :]
    else:  # the flag of encryption, in both headers of the first file that has content
        at = content.index(b"HH/a.txt")
        content[at - 24] |= 1
        again = content.index(b"HH/a.txt", at + 8)
        content[again - 38] |= 1
    path.write_bytes(content)
    with pytest.raises(HistoryError) as caught:
        list(unpacked(path, "my.zip", tmp_path / "copy"))
    said = str(caught.value)
    assert said.startswith("my.zip ")
    assert "pack it again" in said or "unpack it yourself" in said
    assert str(tmp_path) not in said
