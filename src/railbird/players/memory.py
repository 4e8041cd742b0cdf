"""Opponent models in files, one for each player, so that he is known when he sits down again.

A file is plain JSON::

    {"format": "railbird opponent model", "version": 1, "kind": "hubot", "player": "Bob",
     "frequencies": …}

``kind`` is whose model it is, for each sees something else in an opponent:

``hubot``
    ``{"first": [[1, 0, 0, 12, 5, 3, "fcr…"], …], "second": [[0, 1, 2, 1, 0, "ccf"], …]}``. A row of
    ``first`` is bets to call (0, 1, 2), round (0 before the flop … 3), last action in the round
    before (0 check, 1 call, 2 bet, 3 raise), then folds, calls, raises, and the last thirty of them
    in order as letters. A row of ``second`` is the first action in the round (0 check, 1 call, 2
    bet or raise) and the round, then the same.
``poki`` (Simbot's too)
    48 counts: for each round, for nothing, a bet, more, or a raise of an own bet to call: folds,
    calls, raises.
``vexbot``
    ``{"played": 40, "actions": [[0, 0.0, 3.0, 2.0, 0.4, 2.1, 2.5], …], "hands": [[0, 17, …], …]}``.
    A row of ``actions`` is a place of the betting (`railbird.players.vexbot.model.place_of`), then
    weights of folds, calls and raises as seen and as expected; one of ``hands`` his seat, the way
    to the showdown, and weights of the 28 buckets of his hand, seen and expected.

A file is written beside and moved into place, so that it is whole or not there. One that cannot be
read is renamed to ``….corrupt`` with a warning.
"""

from __future__ import annotations

import hashlib
import json
import re
import warnings
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from railbird.compute.checkpoint import replacing
from railbird.errors import OptionError
from railbird.players.base import Player

FORMAT = "railbird opponent model"
VERSION = 1
HUBOT = "hubot"

Model = TypeVar("Model")


class ModelFileWarning(UserWarning):
    """A model file could not be used, and was set aside."""


def default_folder() -> Path:
    """Where models are kept if nobody says otherwise: the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "opponents"


def model_path(folder: Path, player: str, kind: str = HUBOT) -> Path:
    """The file of a player. The digest tells names apart that are written alike on disk.

    Examples
    --------
    >>> model_path(Path("models"), "Ogo Pogo").name
    'Ogo_Pogo-c7aeb1c9bc.json'
    >>> model_path(Path("models"), "Ogo Pogo", "poki").name
    'Ogo_Pogo-c7aeb1c9bc.poki.json'
    """
    readable = re.sub(r"[^A-Za-z0-9.-]", "_", player)[:40].strip(".")
    digest = hashlib.sha256(player.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return folder / f"{readable}-{digest}{'' if kind == HUBOT else '.' + kind}.json"


def write_model(folder: Path, player: str, frequencies: object, kind: str = HUBOT) -> Path:
    """Save what a player was seen to do; `OptionError` if the folder cannot be written."""
    path = model_path(folder, player, kind)
    text = json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "kind": kind,
            "player": player,
            "frequencies": frequencies,
        }
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise OptionError(
            f"the model of {player!r} cannot be written to {folder}: {error.strerror or error}; "
            f"choose another folder"
        ) from None
    return path


def read_model(
    folder: Path, player: str, parse: Callable[[Any], Model], kind: str = HUBOT
) -> Model | None:
    """What a player was seen to do before, None if nothing is known of him.

    ``parse`` makes the model of its frequencies, and complains with an `OptionError`. A file that
    is not whole, or not of this format and version, is set aside with a `ModelFileWarning`.
    """
    path = model_path(folder, player, kind)
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OptionError(
            f"the model {path} cannot be read: {error.strerror or error}; choose another folder"
        ) from None
    try:
        return parse(_frequencies(text, player, kind))
    except (OptionError, ValueError, RecursionError) as error:
        aside = _set_aside(path)
        warnings.warn(
            f"the model of {player!r} cannot be used ({error}); it is kept as {aside}, and a new "
            f"one is begun",
            ModelFileWarning,
            stacklevel=2,
        )
        return None


def _frequencies(text: bytes, player: str, kind: str) -> object:
    values = json.loads(text)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise OptionError("it is no opponent model")
    if values.get("version") != VERSION:
        raise OptionError(f"it has version {values.get('version')!r}, known is {VERSION}")
    if values.get("player") != player:
        raise OptionError(f"it is of {values.get('player')!r}")
    if values.get("kind", HUBOT) != kind:  # the first files were HuBot's, and did not say so
        raise OptionError(f"it was made for {values.get('kind')!r}")
    return values.get("frequencies")


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


class Remembering(Player):
    """A player that can keep what it has seen of others, from session to session.

    Files are read when somebody sits down and written after each hand. Without a folder the models
    last as long as the match, which is then reproducible.

    Parameters
    ----------
    name
        Under which it plays.
    folder
        Where the files are.
    """

    kind: str
    """Whose models these are, as in the files."""

    def __init__(self, name: str, *, folder: Path | str | None = None) -> None:
        super().__init__(name)
        self.folder = None if folder is None else Path(folder)
        self._met: set[str] = set()

    @abstractmethod
    def known(self) -> Iterable[str]:
        """Those of whom something was seen."""

    @abstractmethod
    def describe(self, player: str) -> object:
        """What was seen of somebody, as plain values; None for nothing."""

    @abstractmethod
    def recall(self, player: str, frequencies: Any) -> None:
        """Take what `describe` gave, or complain with an `OptionError` and take nothing."""

    def forget(self) -> None:
        self._met.clear()

    def save(self) -> dict[str, Any]:
        """``version``, and ``players``: by name what the files hold as ``frequencies``."""
        return {
            "version": VERSION,
            "players": {player: self.describe(player) for player in self.known()},
        }

    def load(self, memory: dict[str, Any]) -> None:
        players = memory.get("players")
        if memory.get("version") != VERSION or not isinstance(players, dict):
            raise OptionError(
                f"{self.name}: this memory is not of version {VERSION}: start without it"
            )
        before = self.save()["players"]
        try:
            self._take(players)
        except OptionError as error:
            self._take(before)
            raise OptionError(
                f"{self.name}: this memory is damaged ({error}): start without it"
            ) from None

    def _take(self, players: dict[str, Any]) -> None:
        self.forget()
        for player, frequencies in players.items():
            self.recall(player, frequencies)
            self._met.add(player)

    def meet(self, players: Sequence[str]) -> None:
        """Recall those who have sat down."""
        if self.folder is None or self._met.issuperset(players):
            return
        for player in players:
            if player not in self._met:
                self._met.add(player)
                read_model(self.folder, player, partial(self.recall, player), self.kind)

    def keep(self, players: Sequence[str]) -> None:
        """Write what is known of some players."""
        if self.folder is None:
            return
        try:
            for player in players:
                seen = self.describe(player)
                if seen is not None:
                    write_model(self.folder, player, seen, self.kind)
        except OptionError as error:  # a full disk is no reason to leave the table
            self.folder = None
            warnings.warn(f"{error}; models are no longer kept", ModelFileWarning, stacklevel=2)
