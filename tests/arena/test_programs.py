"""Programs as players: they get what an ACPC dealer sends, and none of them can stop a match."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.arena import Match, play_match
from railbird.arena.result import MatchResult
from railbird.errors import OptionError
from railbird.history.formats.acpc.game_definition import GameDefinition
from railbird.players import AlwaysCall, AlwaysRaise, Player, RandomPlayer, make_player
from railbird.players.acpc.wire import read_match_state
from railbird.table import Hand, table_rules

COMMAND = [sys.executable, "-m", "railbird.cli.main"]
MATCH = Match(table_rules(2), (400, 400), deals=8, seed=5, duplicate=True, name="m")

TALK = """
import os, sys, time
def my_turn(line):
    # heads-up limit with reversed blinds, well enough for a test
    place, betting = int(line.split(":")[1]), line.split(":")[3].split("/")
    if "f" in betting[-1] or len(betting) == 4 and over(betting[-1], 3):
        return False
    first = 1 if len(betting) == 1 else 0
    return (first + len(betting[-1])) % 2 == place
def over(acts, round):
    return acts.endswith("c") and len(acts) > 1
def lines():
    for line in sys.stdin:
        if line.startswith("MATCHSTATE"):
            yield line.strip()
def say(text):
    print(text, flush=True)
"""
CALLER = (
    TALK
    + """
say("VERSION:2.0.0")
say("# a comment")
for line in lines():
    if my_turn(line):
        say("rubbish")
        say(line + ":c")
"""
)
ON_PORT = """
import socket, sys
connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
print("connected")
sys.stdin = connection.makefile("r")
sys.stdout = connection.makefile("w")
"""


def program(folder: Path, source: str, name: str = "bot", arguments: str = "") -> Player:
    file = folder / f"{name}.py"
    file.write_text(source)
    return make_player(f"{name}=exec:{sys.executable} {file} {arguments}")


def play(player: Player, **options: float) -> tuple[MatchResult, list[Hand]]:
    hands: list[Hand] = []
    result = play_match(
        MATCH,
        [player, AlwaysRaise("raiser")],
        on_hand=hands.append,
        **options,  # type: ignore[arg-type]
    )
    assert len(hands) == MATCH.hands
    assert all(hand.computed_payoffs() == hand.payoffs for hand in hands)
    return result, hands


@pytest.mark.parametrize(
    ("source", "arguments"), [(CALLER, ""), (ON_PORT + CALLER, "{host} {port}")]
)
def test_a_program_plays_like_the_same_player_in_python(
    tmp_path: Path, source: str, arguments: str, capfd: pytest.CaptureFixture[str]
) -> None:
    _, expected = play(AlwaysCall("bot"))
    result, hands = play(program(tmp_path, source, arguments=arguments))
    assert not result.forfeits
    assert hands == expected
    assert capfd.readouterr().out == ""  # what it prints besides goes to stderr


def test_a_program_in_other_processes(tmp_path: Path) -> None:
    expected = play_match(MATCH, [AlwaysCall("bot"), AlwaysRaise("raiser")])
    players = [program(tmp_path, CALLER), AlwaysRaise("raiser")]
    result = play_match(MATCH, players, processes=2)
    assert (result.players, result.forfeits) == (expected.players, ())


RECORDS = (
    TALK
    + """
log = open(sys.argv[1], "a")
log.write("start\\n")
for line in lines():
    log.write(line + "\\n")
    log.flush()
    say(line + ":c")
"""
)


@pytest.mark.parametrize("betting", ["limit", "no-limit"])
def test_a_program_sees_every_state_of_every_hand(tmp_path: Path, betting: str) -> None:
    rules = table_rules(3, betting=betting)  # type: ignore[arg-type]
    match = Match(rules, (60,) * 3, deals=12, seed=4)
    heard = tmp_path / "heard"
    bot = program(tmp_path, RECORDS, arguments=str(heard))
    hands: list[Hand] = []
    others = [RandomPlayer("a"), RandomPlayer("b")]
    result = play_match(match, [bot, *others], on_hand=hands.append)
    assert not result.forfeits
    start, *lines = heard.read_text().splitlines()
    assert start == "start"
    game = GameDefinition(rules, match.stacks)
    told = [read_match_state(line, game) for line in lines]  # each fits the game
    for number, hand in enumerate(hands):
        states = [state for state in told if state.hand == number]
        assert [state.actions for state in states] == [
            hand.actions[:n] for n in range(len(hand.actions) + 1)
        ]
        place = hand.players.index("bot")
        assert {state.position for state in states} == {place}
        assert {state.hole_cards[place] for state in states} == {hand.hole_cards[place]}
        assert states[-1].board == hand.board
        shown = [cards is not None for cards in states[-1].hole_cards]
        assert sum(shown) > 1 or len(hand.board) < 5 or hand.actions[-1] == -1


def test_an_interrupted_match_is_replayed_to_the_program(tmp_path: Path) -> None:
    match = Match(table_rules(2), (400, 400), deals=40, seed=4)
    whole, again = tmp_path / "whole", tmp_path / "again"
    hands: list[Hand] = []
    opponent = RandomPlayer("o")
    play_match(
        match, [program(tmp_path, RECORDS, arguments=str(whole)), opponent], on_hand=hands.append
    )
    bot = program(tmp_path, RECORDS, arguments=str(again))
    rest: list[Hand] = []
    play_match(match, [bot, opponent], played=hands[:25], on_hand=rest.append)
    assert rest == hands[25:]
    assert again.read_text() == whole.read_text()


BAD = {
    "dies at once": ("sys.exit(3)", "the program ended with status 3"),
    "dies later": (
        "for n, line in enumerate(lines()): os.kill(os.getpid(), 9) if n > 9 else say(line + ':c')",
        "the program was killed by signal 9",
    ),
    "raises": ("raise ValueError('x')", "the program ended with status 1"),
    "closes its output": (
        "import socket\nsocket.socket(fileno=1).shutdown(2)\ntime.sleep(60)",
        "the program closed its connection",
    ),
    "says nothing": ("time.sleep(60)", "did not answer within 0.3 s"),
    "prints rubbish": (
        "for line in lines():\n    say('rubbish')",
        "did not answer within 0.3 s; its last line 'rubbish' is not a reply: print the MATCHSTATE",
    ),
    "acts alone": (
        "for line in lines(): say('c')",
        "'c' is not a reply: print the MATCHSTATE line",
    ),
    "floods": ("while True: print('rubbish' * 10)", "the program printed 1,000 lines and no reply"),
    "prints no line end": (
        "while True: sys.stdout.write('x' * 65536)",
        "did not answer within 0.3 s",
    ),
    "prints bytes": (
        "while True: os.write(1, bytes(range(256)))",
        "the program printed 1,000 lines and no reply",
    ),
    "answers another state": (
        "for line in lines(): say('MATCHSTATE:0:99::AsKs|:c')",
        "did not answer within 0.3 s",
    ),
    "acts illegally": ("for line in lines(): say(line + ':r300')", "'r300' is not an action"),
    "does not act": ("for line in lines(): say(line)", "'' is not an action"),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_program_forfeits_and_the_match_goes_on(
    tmp_path: Path, what: str, capfd: pytest.CaptureFixture[str]
) -> None:
    source, reason = BAD[what]
    limit = 0.3 if "0.3" in reason else 20.0
    started = time.monotonic()
    result, hands = play(program(tmp_path, f"{TALK}\n{source}\n"), time_limit=limit)
    assert time.monotonic() - started < 60
    reasons = {forfeit.reason for forfeit in result.forfeits}
    assert any(reason in each for each in reasons), reasons
    late = "within" in reason
    assert ("was late 3 times and is no longer asked" in reasons) == late
    if what == "dies at once":
        assert len(result.forfeits) == MATCH.hands  # once a hand
        assert {hand.actions[-1] for hand in hands} == {-1}
        assert reasons == {reason}  # one line in the result, and no file of ours
    assert capfd.readouterr().out == ""


def test_a_program_that_does_not_connect(tmp_path: Path) -> None:
    result, _ = play(program(tmp_path, "import sys; sys.exit(4)", arguments="{port}"))
    assert {forfeit.reason for forfeit in result.forfeits} == {
        "the program could not be started: it ended with status 4"
    }


def test_programs_that_cannot_be_run_are_refused(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("no program\n")
    for text, message in (
        ("exec:./nothing-here", "program './nothing-here' cannot be run: check its name"),
        (f"me=exec:{tmp_path}/plain.txt", "make the file executable"),
        ("exec:", "the program is missing"),
        ("exec:'./bot", "cannot be read: No closing quotation"),
    ):
        with pytest.raises(OptionError, match=message):
            make_player(text)
    player = make_player(f"exec:{sys.executable} --level=3 x=exec:y")
    assert player.name == Path(sys.executable).stem
    for rules in (
        table_rules(2, game="omaha8"),
        table_rules(2, betting="pot-limit"),
        table_rules(2, ante=1),
    ):
        with pytest.raises(OptionError, match=player.name):
            play_match(Match(rules, (99, 99), 1, 1), [player, AlwaysCall("o")])


def running(mark: str) -> list[str]:
    """The processes with a mark in their command."""
    found = subprocess.run(["ps", "-ww", "-eo", "args"], capture_output=True, text=True, check=True)
    return [line for line in found.stdout.splitlines() if mark in line and "ps -ww" not in line]


LEAVES_A_CHILD = (
    TALK
    + """
import subprocess
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)  # " + sys.argv[1]])
for line in lines():
    say(line + ":c")
time.sleep(600)
"""
)


def test_nobody_is_left_after_a_match(tmp_path: Path) -> None:
    mark = f"mark-{os.getpid()}-a"
    result, _ = play(program(tmp_path, LEAVES_A_CHILD, arguments=mark))
    assert not result.forfeits
    assert running(mark) == []


@pytest.mark.parametrize("processes", [pytest.param("1", marks=pytest.mark.slow), "2"])
def test_nobody_is_left_after_ctrl_c(tmp_path: Path, processes: str) -> None:
    mark = f"mark-{os.getpid()}-{processes}"
    file = tmp_path / "bot.py"
    file.write_text(LEAVES_A_CHILD)
    words = ["match", f"me=exec:{sys.executable} {file} {mark}", "rules", "-n", "1000000"]
    words += ["--duplicate", "--no-library", "--processes", processes]
    words += ["--out", str(tmp_path / "log")]
    with subprocess.Popen(
        [*COMMAND, *words], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        log = tmp_path / "log"
        while not log.exists() or not log.stat().st_size:  # compilers may swallow an interrupt
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
    assert process.returncode == 130
    assert running(mark) == []


def test_json_stays_json_whatever_bots_print(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(
        "from railbird import Player\n"
        "print('module')\n"
        "class Noisy(Player):\n"
        "    def __init__(self, name):\n"
        "        super().__init__(name)\n"
        "        print('made')\n"
        "    def act(self, state):\n"
        "        print('act')\n"
        "        return 0\n"
    )
    words = ["match", f"me={tmp_path}/noisy.py:Noisy", "rules", "-n", "5", "--no-library"]
    words += ["--json", "--seed", "1", "--time-limit", "30"]
    run = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout)["hands"] == 5
    assert all(word in run.stderr for word in ("module", "made", "act"))
