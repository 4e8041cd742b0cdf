"""Opponent models in files, one for each player, so that he is known when he sits down again.

A file is plain JSON::

    {"format": "railbird opponent model", "version": 1, "player": "Bob",
     "frequencies": {"first": [[1, 0, 0, 12, 5, 3, "fcr…"], …], "second": [[0, 1, 2, 1, 0, "ccf"]]}}

A row of ``first`` is bets to call (0, 1, 2), round (0 before the flop … 3), last action in the
round before (0 check, 1 call, 2 bet, 3 raise), then folds, calls, raises, and the last thirty of
them in order as letters. A row of ``second`` is the first action in the round (0 check, 1 call,
2 bet or raise) and the round, then the same.

A file is written beside and moved into place, so that it is whole or not there. One that cannot be
read is renamed to ``….corrupt`` with a warning.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path

from railbird.errors import OptionError
from railbird.players.action_frequencies import ActionFrequencies

FORMAT = "railbird opponent model"
VERSION = 1


class ModelFileWarning(UserWarning):
    """A model file could not be used, and was set aside."""


def default_folder() -> Path:
    """Where models are kept if nobody says otherwise: the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "opponents"


def model_path(folder: Path, player: str) -> Path:
    """The file of a player. The digest tells names apart that are written alike on disk.

    Examples
    --------
    >>> model_path(Path("models"), "Ogo Pogo").name
    'Ogo_Pogo-c7aeb1c9bc.json'
    """
    readable = re.sub(r"[^A-Za-z0-9.-]", "_", player)[:40].strip(".")
    digest = hashlib.sha256(player.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return folder / f"{readable}-{digest}.json"


def write_model(folder: Path, player: str, frequencies: ActionFrequencies) -> Path:
    """Save what a player was seen to do; `OptionError` if the folder cannot be written."""
    path = model_path(folder, player)
    text = json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "player": player,
            "frequencies": frequencies.to_json(),
        }
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(prefix=".model-", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            Path(beside).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(beside).unlink()
            raise
    except OSError as error:
        raise OptionError(
            f"the model of {player!r} cannot be written to {folder}: {error.strerror or error}; "
            f"choose another folder"
        ) from None
    return path


def read_model(folder: Path, player: str) -> ActionFrequencies | None:
    """What a player was seen to do before, None if nothing is known of him.

    A file that is not whole, or not of this format and version, is set aside with a
    `ModelFileWarning`.
    """
    path = model_path(folder, player)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OptionError(
            f"the model {path} cannot be read: {error.strerror or error}; choose another folder"
        ) from None
    try:
        return _parse(text, player)
    except (OptionError, ValueError, RecursionError) as error:
        aside = _set_aside(path)
        warnings.warn(
            f"the model of {player!r} cannot be used ({error}); it is kept as {aside}, and a new "
            f"one is begun",
            ModelFileWarning,
            stacklevel=2,
        )
        return None


def _parse(text: bytes, player: str) -> ActionFrequencies:
    values = json.loads(text)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise OptionError("it is no opponent model")
    if values.get("version") != VERSION:
        raise OptionError(f"it has version {values.get('version')!r}, known is {VERSION}")
    if values.get("player") != player:
        raise OptionError(f"it is of {values.get('player')!r}")
    return ActionFrequencies.from_json(values.get("frequencies"))


def _set_aside(path: Path) -> Path:
    """Rename a file such that nothing is overwritten."""
    number = 0
    while True:
        aside = path.with_name(f"{path.name}.corrupt{f'-{number}' if number else ''}")
        if not aside.exists():
            break
        number += 1
    with suppress(OSError):  # it stays, and will be overwritten by the new one
        path.replace(aside)
    return aside
