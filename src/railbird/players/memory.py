"""Opponent models in files, one per opponent, so that a player who sits down again is known.

A file is plain JSON::

    {"format": "railbird opponent model", "version": 1, "kind": "hubot", "player": "Bob",
     "frequencies": …}

``kind`` says which agent the model belongs to. Each agent records something different:

``hubot``
    ``{"first": [[1, 0, 0, 12, 5, 3, "fcr…"], …], "second": [[0, 1, 2, 1, 0, "ccf"], …]}``. A row of
    ``first`` holds the bets to call (0, 1, 2), the round (0 before the flop … 3), and the last
    action in the round before (0 check, 1 call, 2 bet, 3 raise). Then come the numbers of folds,
    calls and raises, and the last thirty of them in order as letters. A row of ``second`` holds the
    first action in the round (0 check, 1 call, 2 bet or raise) and the round, then the same.
    ``shown``, if there, holds eleven logarithms (`railbird.players.hubot.trust`).
``poki`` (also used by Simbot)
    48 counts of folds, calls and raises, by round and by what there is to call: nothing, one bet,
    more, or a raise of the player's own bet or call.
``vexbot``
    ``{"played": 40, "actions": [[0, 0.0, 3.0, 2.0, 0.4, 2.1, 2.5], …], "hands": [[0, 17, …], …]}``.
    A row of ``actions`` holds a place in the betting (`railbird.players.vexbot.shape.place_of`),
    then the weights of folds, calls and raises as seen and as expected. A row of ``hands`` holds
    the opponent's seat, the line of betting to the showdown, and the weights of the 28 buckets of
    their hand, seen and expected.

A file is written under another name and then moved into place, so it is either complete or absent.
A file that cannot be read is renamed to ``….corrupt`` with a warning.
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
    """A model file could not be used and was set aside."""


def default_folder() -> Path:
    """The default folder for models: the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("railbird", appauthor=False) / "opponents"


def model_path(folder: Path, player: str, kind: str = HUBOT) -> Path:
    """The file of a player. The digest separates names that look the same on disk.

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
    """Save what was seen of a player. Raises `OptionError` if the folder cannot be written."""
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
    """Read what was seen of a player before; None if nothing is known.

    ``parse`` makes a model from the frequencies and raises `OptionError` if they are invalid. A
    file that is incomplete, or has another format or version, is set aside with a
    `ModelFileWarning`.
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
            f"one is started",
            ModelFileWarning,
            stacklevel=2,
        )
        return None


def _frequencies(text: bytes, player: str, kind: str) -> object:
    values = json.loads(text)
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise OptionError("it is not an opponent model")
    if values.get("version") != VERSION:
        raise OptionError(f"it has version {values.get('version')!r} instead of {VERSION}")
    if values.get("player") != player:
        raise OptionError(f"it belongs to {values.get('player')!r}")
    if values.get("kind", HUBOT) != kind:  # the first files were HuBot's and had no kind
        raise OptionError(f"it was made for {values.get('kind')!r}")
    return values.get("frequencies")


def _set_aside(path: Path) -> Path:
    """Rename a file without overwriting anything."""
    number = 0
    while True:
        aside = path.with_name(f"{path.name}.corrupt{f'-{number}' if number else ''}")
        if not aside.exists():
            break
        number += 1
    with suppress(OSError):  # then it stays, and the new file will overwrite it
        path.replace(aside)
    return aside


class Remembering(Player):
    """A player that can keep what it has seen of others from session to session.

    Files are read when an opponent sits down and written after each hand. Without a folder the
    models last for one match, which is then reproducible.

    Parameters
    ----------
    name
        The name it plays under.
    folder
        The folder of the files.
    """

    learns = True
    kind: str
    """The agent that the models belong to, as in the files."""

    def __init__(self, name: str, *, folder: Path | str | None = None) -> None:
        super().__init__(name)
        self.folder = None if folder is None else Path(folder)
        self._met: set[str] = set()

    @abstractmethod
    def known(self) -> Iterable[str]:
        """The players of whom something was seen."""

    @abstractmethod
    def describe(self, player: str) -> object:
        """What was seen of a player, as plain values; None if nothing was."""

    @abstractmethod
    def recall(self, player: str, frequencies: Any) -> None:
        """Load what `describe` returned. On bad values raise `OptionError` and load nothing."""

    def forget(self) -> None:
        self._met.clear()

    def save(self) -> dict[str, Any]:
        """``version``, and ``players``: by name, what the files hold as ``frequencies``."""
        return {
            "version": VERSION,
            "players": {player: self.describe(player) for player in self.known()},
        }

    def load(self, memory: dict[str, Any]) -> None:
        players = memory.get("players")
        if memory.get("version") != VERSION or not isinstance(players, dict):
            raise OptionError(
                f"{self.name}: this memory does not have version {VERSION}: start without it"
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
        """Load the models of players who have sat down."""
        if self.folder is None or self._met.issuperset(players):
            return
        for player in players:
            if player not in self._met:
                self._met.add(player)
                read_model(self.folder, player, partial(self.recall, player), self.kind)

    def keep(self, players: Sequence[str]) -> None:
        """Save what is known of some players."""
        if self.folder is None:
            return
        try:
            for player in players:
                seen = self.describe(player)
                if seen is not None:
                    write_model(self.folder, player, seen, self.kind)
        except OptionError as error:  # a full disk must not end the match
            self.folder = None
            warnings.warn(f"{error}; models are no longer saved", ModelFileWarning, stacklevel=2)
