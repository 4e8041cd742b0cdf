"""Players of the user: from a file, a module or a package; and what is wrong with them."""

from __future__ import annotations

import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird.arena import Match, play_match
from railbird.compute.threads import map_threads
from railbird.errors import OptionError
from railbird.players import Player, make_player, make_players
from railbird.players.own import marked, own_code
from railbird.players.registry import describe_players
from railbird.table import Hand, table_rules

MATCH = Match(table_rules(2), (200, 200), deals=30, seed=3, duplicate=True)
BOT = """
from __future__ import annotations
import threading
from dataclasses import dataclass
from railbird import Player
from helper import LEVEL

print("loading")

@dataclass
class Notes:
    hands: int = 0

class MyBot(Player):
    def __init__(self, name):
        super().__init__("another name")
        self.notes = Notes()
        self.lock = threading.Lock()  # pickle cannot send this

    def hand_starts(self, seat):
        self.notes.hands += 1

    def act(self, state):
        print("thinking")
        return state.options().lowest_raise if self.notes.hands % LEVEL else 0

def maker(name):
    return MyBot(name)

SEVEN = 7
def wrong(name): return SEVEN
class NotAPlayer: pass
class CannotAct(Player): pass
class Fails(MyBot):
    def __init__(self, name): raise KeyError(name)
class Leaves(MyBot):
    def __init__(self, name): raise SystemExit(3)
class NoName(MyBot):
    def __init__(self): pass
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text("LEVEL = 3\n")
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    return file


def test_a_class_or_a_function_of_a_file(
    bot: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert make_player(f"me={bot}:MyBot").name == "me"
    assert make_player(f"{bot}:maker").name == "maker"
    monkeypatch.chdir(bot.parent)
    assert make_player("bot.py:MyBot").name == make_player("./bot.py:MyBot").name == "MyBot"
    bot.with_name("bot_of_this_test.py").write_text(bot.read_text())
    assert make_player("you=bot_of_this_test:MyBot").name == "you"  # a module in this folder
    assert capsys.readouterr().out == ""


def test_a_module_by_its_dotted_name() -> None:
    player = make_player("me=railbird.players.jagbot:Jagbot")
    assert (player.name, type(player).__name__) == ("me", "Jagbot")
    with pytest.raises(OptionError, match=r"nowhere.*ModuleNotFoundError"):
        make_player("nowhere.at.all:Bot")


def test_a_player_is_remade_in_another_process(bot: Path) -> None:
    alone: list[Hand] = []
    players = make_players([f"{bot}:MyBot", f"{bot}:MyBot"])
    assert [player.name for player in players] == ["MyBot", "MyBot-2"]
    expected = play_match(MATCH, players, on_hand=alone.append)
    together: list[Hand] = []
    players = make_players([f"{bot}:MyBot", f"{bot}:MyBot"])
    found = play_match(MATCH, players, processes=2, on_hand=together.append)
    assert (found.players, found.forfeits) == (expected.players, ())
    assert sorted(together, key=lambda hand: int(hand.number)) == alone


def test_a_player_sent_to_a_process_in_another_folder(
    bot: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(bot.parent)
    sent = pickle.dumps(make_player("me=./bot.py:MyBot"))
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer).name)"
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    command = [sys.executable, "-c", read]
    run = subprocess.run(command, input=sent, capture_output=True, cwd=elsewhere, check=True)
    assert run.stdout.strip() == b"me"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{folder}/none.py:MyBot", "there is no file"),
        ("{folder}/bot.py", "names no class: write ./bot.py:MyBot"),
        ("{folder}/bot.py:", "names no class"),
        ("{folder}/bot.py:YourBot", "has no YourBot: it has MyBot, maker, wrong, Fails, L"),
        ("{folder}/bot.py:NotAPlayer", "derive the class from railbird.Player"),
        ("{folder}/bot.py:SEVEN", "is not a class or a function that returns a Player, but int"),
        ("{folder}/bot.py:wrong", "returned int, not a Player"),
        ("{folder}/bot.py:CannotAct", "cannot act"),
        (
            "Ann={folder}/bot.py:Fails",
            "cannot be made with the name 'Ann': KeyError: 'Ann', bot.py line",
        ),
        ("{folder}/bot.py:Leaves", "SystemExit: 3"),
        ("{folder}/bot.py:NoName", "takes 1 positional argument"),
        ("{folder}/syntax.py:MyBot", r"syntax.py cannot be loaded: SyntaxError: .*line 2"),
        (
            "{folder}/raises.py:MyBot",
            "raises.py cannot be loaded: ZeroDivisionError: .*, raises.py line 3",
        ),
        ("{folder}/leaves.py:MyBot", "leaves.py cannot be loaded: SystemExit"),
        ("{folder}/empty.py:MyBot", "it has no class of a player"),
        ("jagbt", "did you mean jagbot"),
        ("zzz", "railbird players lists all"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(bot: Path, text: str, message: str) -> None:
    folder = bot.parent
    (folder / "syntax.py").write_text("import os\nclass MyBot(\n")
    (folder / "raises.py").write_text("import os\n\nx = 1 / 0\n")
    (folder / "leaves.py").write_text("import sys\nsys.exit()\n")
    (folder / "empty.py").write_text("")
    with pytest.raises(OptionError, match=message) as caught:
        make_player(text.format(folder=folder))
    assert "\n" not in str(caught.value)


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Installs a package with entry points, as pip would."""

    def put(lines: str) -> None:
        folder = tmp_path / "site"
        info = folder / "shark_bots-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: shark-bots\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[railbird.players]\n{lines}\n")
        (folder / "shark_bots.py").write_text(
            "from railbird.players import Plays, Player\n"
            "class Shark(Player):\n"
            '    """Bites.\n\n    Often."""\n'
            "    learns = True\n"
            "    plays = Plays(bettings=('no-limit',), seats=(2, 6))\n"
            "    def act(self, state): return 0\n"
        )
        monkeypatch.syspath_prepend(str(folder))

    return put


def test_an_installed_package_adds_kinds(install: Callable[[str], None]) -> None:
    install("shark = shark_bots:Shark")
    player = make_player("Ann=shark")
    assert (player.name, type(player).__name__) == ("Ann", "Shark")
    warnings: list[str] = []
    (shark,) = (d for d in describe_players(warnings.append) if d.kind == "shark")
    assert (shark.about, shark.learns, shark.source) == ("Bites.", True, "shark-bots")
    assert str(shark.plays) == "no-limit games of 2 to 6 players"
    assert warnings == []
    with pytest.raises(OptionError, match=r"Ann plays only no-limit games of 2 to 6 players"):
        play_match(MATCH, [player, make_player("random")])


def test_a_broken_package_is_named(install: Callable[[str], None]) -> None:
    install("broken = shark_bots:Whale\nrules = shark_bots:Shark")
    warnings: list[str] = []
    kinds = [d.kind for d in describe_players(warnings.append)]
    assert "broken" not in kinds
    assert kinds.count("rules") == 1
    assert len(warnings) == 2
    assert "'broken' of shark-bots cannot be loaded: AttributeError" in warnings[0]
    with pytest.raises(OptionError, match="'broken' of shark-bots cannot be loaded"):
        make_player("broken")


def test_a_promise_to_only_read_is_not_inherited() -> None:
    class Mine(type(make_player("rules"))):  # type: ignore[misc]
        pass

    assert make_player("rules").reads_only
    assert not Mine("m").reads_only
    assert not Player("p").reads_only


def test_a_bot_that_was_changed_plays_another_match(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("one = 1\n")
    texts = [f"me={file}:Bot", f"me=exec:python3 {file}"]
    before = [marked(text) for text in texts]
    assert all(label.startswith(f"{text}#") for label, text in zip(before, texts, strict=True))
    assert [marked(text) for text in texts] == before
    file.write_text("one = 2\n")
    assert all(marked(text) != label for text, label in zip(texts, before, strict=True))


def test_output_of_own_code_in_several_threads() -> None:
    """When all are done, the program prints where it printed before."""
    before = sys.stdout

    def work(_: int) -> bool:
        with own_code("it fails"):
            time.sleep(0.002)
            return sys.stdout is sys.stderr

    assert all(map_threads(work, range(40), threads=8))
    assert sys.stdout is before
