"""Drafts and checkpoints."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.compute import checkpoint
from railbird.compute.checkpoint import Checkpoint, replacing, saved_arrays
from railbird.errors import OptionError


def test_a_draft_replaces_the_file_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with replacing(path) as draft:
        draft.write_text("new")
        assert path.read_text() == "old"
        assert draft.suffix == ".txt"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def interrupted() -> None:
        with replacing(path) as draft:
            draft.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_checkpoint_is_read_by_the_same_plan_only(tmp_path: Path) -> None:
    path = tmp_path / "work.npz"
    kept = Checkpoint(path, plan="ten steps")
    assert kept.read() == {}
    kept.write({"done": 3, "sums": np.arange(4)})
    found = Checkpoint(path, plan="ten steps").read()
    assert int(found.pop("done")) == 3
    assert found.pop("sums").tolist() == [0, 1, 2, 3]
    assert found == {}
    assert Checkpoint(path, plan="twenty steps").read() == {}
    kept.remove()
    kept.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_is_due_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(checkpoint, "monotonic", lambda: now)
    kept, nowhere = Checkpoint(tmp_path / "work.npz"), Checkpoint(None)
    assert not kept.is_due()
    now += checkpoint.SECONDS + 1
    assert kept.is_due()
    assert not nowhere.is_due()
    kept.write({})
    assert not kept.is_due()
    nowhere.write({"done": 1})
    assert nowhere.read() == {}


@pytest.mark.parametrize("flipped", [1, 0x55, 0xFF])
def test_a_damaged_file_is_named_wherever_it_is_damaged(flipped: int, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    Checkpoint(path, plan="x").write({"numbers": np.arange(20)})
    whole, said = path.read_bytes(), []
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ flipped]) + whole[at + 1 :])
        try:
            saved_arrays(path)  # a few bytes of a file do not matter
        except OptionError as error:
            said.append(str(error))
    assert len(said) > len(whole) / 4
    assert all(f"{path} is damaged" in one for one in said)
