"""The folder of a league: what is played, and a log for each pair."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from railbird.arena.league import League, Pair
from railbird.arena.log import MatchLog
from railbird.closing import Closing
from railbird.compute.checkpoint import replacing
from railbird.compute.locks import lock_file
from railbird.errors import OptionError
from railbird.version import __version__

MANIFEST = "league.json"
_LOCK = "league.lock"
_FORMAT = 1


class LeagueFolder(Closing):
    """The folder of a league, for one process at a time.

    A new folder gets a manifest that says what is played. In one that has a manifest, the league
    resumes, if it is the same.
    """

    def __init__(self, path: Path, league: League) -> None:
        self.path = path
        self._league = league
        self._stack = ExitStack()
        if path.exists() and not path.is_dir():
            raise OptionError(f"{path} is not a folder: choose another one for the league")
        kept = read_manifest(path)
        if kept is None and path.is_dir() and any(not _is_ours(file) for file in path.iterdir()):
            raise OptionError(f"{path} holds files but no league: choose a new or empty folder")
        path.mkdir(parents=True, exist_ok=True)
        busy = f"another process plays the league in {path}: wait until it ends"
        lock = self._stack.enter_context((path / _LOCK).open("ab"))
        try:
            lock_file(lock, path / _LOCK, busy=busy)
            self._agree(read_manifest(path))
        except BaseException:
            self._stack.close()
            raise

    def _agree(self, kept: dict[str, Any] | None) -> None:
        """Write the manifest, or refuse the folder if it holds another league."""
        wanted = json.loads(json.dumps(_described(self._league)))
        if kept is None:
            with replacing(self.path / MANIFEST) as draft:
                text = json.dumps({**wanted, "version": __version__}, indent=1, ensure_ascii=False)
                draft.write_text(text, encoding="utf-8", errors="surrogateescape")
            return
        for key, ours in wanted.items():
            if kept.get(key) != ours:
                raise OptionError(
                    f"{self.path} holds another league, with {key} {_short(kept.get(key))} and "
                    f"not {_short(ours)}: choose another folder"
                )

    def log(self, pair: Pair) -> MatchLog:
        """Open the log of a pair."""
        names = [re.sub(r"[^\w.-]", "_", self._league.names[player]) for player in pair]
        number = self._league.pairs.index(pair) + 1
        file = f"{number:02}-{'-v-'.join(name[:40] for name in names)}.jsonl"
        return MatchLog(self.path / file, deals=self._league.deals, rotations=2)

    def close(self) -> None:
        """Let other processes have the folder."""
        self._stack.close()


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """What a folder says about its league, or None if there is none."""
    file = folder / MANIFEST
    if not file.exists():
        return None
    try:
        found = json.loads(file.read_text(encoding="utf-8", errors="surrogateescape"))
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("format") != _FORMAT:
        raise OptionError(f"{file} is not the manifest of a league: choose another folder")
    return found


def _described(league: League) -> dict[str, Any]:
    known = asdict(league)
    first = {key: known[key] for key in ("players", "deals", "seed", "table")}
    return {"format": _FORMAT, **first, **known}  # what is easiest to understand comes first


def _is_ours(file: Path) -> bool:
    """Whether a file may be there before the manifest is."""
    return file.name == _LOCK or file.name.startswith("draft-")


def _short(value: object) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
