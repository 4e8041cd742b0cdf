"""Options in random combinations: each is honoured or refused, never ignored.

A command that ends with status 0 has written every file that was asked for. One that refuses says
so in one sentence and writes nothing. No screen is wider than the terminal.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from typer.main import get_command

from railbird.cli.app import app
from tests.e2e.command import railbird, result, without_notes
from tests.e2e.option_samples import COMMANDS, UNTRIED
from tests.tournament.jam_hands import HEADS_UP, write_jams

BLOCKS, BLOCK = 40, 25
IN_CI = 6
WIDTH = 80


def _commands(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    for part, each in getattr(command, "commands", {}).items():
        yield from _commands(each, f"{name} {part}".strip())
    if not hasattr(command, "commands"):
        yield name, command


def test_every_command_and_option_is_tried() -> None:
    for name, command in _commands(get_command(app)):
        if name in UNTRIED:
            continue
        known = COMMANDS[name]
        tried = {*known.options, *known.always, *known.untried}
        for option in command.params:
            if option.param_type_name == "option" and option.name != "help":
                assert set(option.opts) & tried, (name, option.opts)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library, two logs of poker and one of blackjack."""
    room = tmp_path_factory.mktemp("options")
    for words in (
        ["match", "rules", "random", "-n", "40", "--out", str(room / "two.jsonl")],
        ["ring", "rules", "random", "always-call", "-n", "30", "-o", str(room / "three.jsonl")],
    ):
        result(*words, "--seed", "1", XDG_DATA_HOME=str(room))  # not the user's own library
    write_jams(room / "jams.txt", HEADS_UP)
    blackjack = ["--player", "no-busts", "--hands", "40", "--seed", "1"]
    result("blackjack", "play", *blackjack, "--out", str(room / "blackjack.jsonl"))
    return room


def _generated(chance: random.Random, folder: Path, room: Path) -> list[str]:
    """A command with random options."""
    name = chance.choice(list(COMMANDS))
    command = COMMANDS[name]
    # mostly the first words and values, which are good
    first = command.words[0] if chance.random() < 0.5 else chance.choice(command.words)
    words = [*name.split(), *first]
    given: dict[str, Sequence[str | None]] = {**command.always}
    for option in chance.sample(list(command.options), min(len(command.options), 4)):
        if chance.random() < 0.6:
            given[option] = command.options[option]
    for option, values in given.items():
        value = values[0] if chance.random() < 0.8 else chance.choice(values)
        words += [option] if value is None else [option, value]
    places = {
        "OTHER": str(room / "other.db"),
        "HEADSUP": str(room / "two.jsonl"),
        "RING": str(room / "three.jsonl"),
        "JAMS": str(room / "jams.txt"),
        "BLACKJACK": str(room / "blackjack.jsonl"),
    }
    return [places.get(word, word.replace("DIR/", f"{folder}/")) for word in words]


def _check(words: list[str], ending: CompletedProcess[str], folder: Path, room: Path) -> None:
    said = f"railbird {' '.join(words)}\n{ending}"
    notes = without_notes(ending.stderr)
    assert ending.returncode in {0, 1, 2}, said
    assert "Traceback" not in ending.stderr, said
    assert not re.search(r"(?<![\w.])(nan|inf)(?![\w])", ending.stdout), said
    asked = [Path(word) for word in words if word.startswith(str(folder))]
    if ending.returncode == 2:
        assert len(notes) == 1 or "Usage" in notes[0], said
        assert notes[0].startswith(("railbird: ", "Usage")), said
        assert not ending.stdout, said
        assert not any(folder.iterdir()), said
        return
    if ending.returncode == 1:
        assert notes or ending.stdout, said
        return
    assert ending.stdout or words[0] in {"import", "export"}, said
    for path in asked:
        assert any(path.iterdir()) if path.is_dir() else path.stat().st_size, said
    if "--json" in words:
        json.loads(ending.stdout)
        return
    # a path is not broken, however long
    shown = ending.stdout.replace(str(folder), "DIR").replace(str(room), "ROOM")
    assert max(map(len, shown.splitlines()), default=0) <= WIDTH, said


@pytest.mark.parametrize(
    "block",
    [
        *range(IN_CI),
        *(pytest.param(block, marks=pytest.mark.slow) for block in range(IN_CI, BLOCKS)),
    ],
)
def test_options_are_honoured_or_refused(block: int, room: Path, tmp_path: Path) -> None:
    chance = random.Random(block)
    for number in range(BLOCK):
        folder = tmp_path / str(number)
        folder.mkdir()
        words = _generated(chance, folder, room)
        ending = railbird(*words, folder=room, COLUMNS=str(WIDTH), XDG_DATA_HOME=str(room))
        _check(words, ending, folder, room)
