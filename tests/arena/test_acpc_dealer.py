"""The ACPC dealer and client over loopback: same result from a seed, and no peer can stop it."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import Match, play_match
from railbird.arena.acpc import dealer as acpc_dealer
from railbird.arena.acpc.client import Joined
from railbird.arena.acpc.dealer import AcpcDealer, DealerResult, Limits
from railbird.arena.acpc.payoffs import chips
from railbird.errors import OptionError
from railbird.history.formats.acpc.game_definition import GameDefinition
from railbird.players import AlwaysCall, AlwaysRaise, RandomPlayer
from railbird.players.acpc.peer import Peer
from railbird.table import FOLD
from tests.arena.acpc_table import (
    FAIR,
    LIMIT,
    NO_LIMIT,
    PATIENCE,
    QUICK,
    THREE,
    Raw,
    deal,
    ours,
    say,
)


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Kernels take longer to compile than some of the limits here."""
    match = Match(NO_LIMIT.rules, NO_LIMIT.stacks, deals=5, seed=1)
    play_match(match, [RandomPlayer("a"), RandomPlayer("b")])


def reasons(result: DealerResult, *, hurried: bool = False) -> list[str]:
    """What the first player did wrong; the second may be late only where there is little time."""
    faults = {name: [f.reason for f in result.faults if f.player == name] for name in result.names}
    assert hurried or faults["p2"] == []
    return faults["p1"]


@pytest.mark.parametrize("text", ["{}:\r\n", "{}:x\r\n", "{}\r\n", "{}:\x00\n", "{}:*:c\r\n"])
def test_what_is_no_action_is_a_call(text: str) -> None:
    result, hands, _ = deal(LIMIT, [Raw(LIMIT, say(text)), ours(AlwaysRaise("r"), LIMIT)])
    assert all(said.endswith("taken as a check or call") for said in reasons(result))
    assert len(reasons(result)) > 20
    assert not any(FOLD in hand.actions for hand in hands)


@pytest.mark.parametrize("text", ["rubbish\r\n", "\x00\xff\xfe\n", "\r\n", "x" * 2**18 + "\n"])
def test_what_is_no_reply_is_ignored(text: str) -> None:
    both = Raw(LIMIT, say(text + "{}:c\r\n"))
    result, hands, _ = deal(LIMIT, [both, ours(AlwaysRaise("r"), LIMIT)])
    assert all(said.endswith("send the state and an action; ignored") for said in reasons(result))
    assert len(reasons(result)) > 20
    assert not any(FOLD in hand.actions for hand in hands)
    result, hands, _ = deal(
        LIMIT, [Raw(LIMIT, say(text)), ours(AlwaysRaise("r"), LIMIT)], limits=QUICK
    )
    assert [said.split()[-1] for said in reasons(result, hurried=True)] == ["ignored", "on"]
    assert all(FOLD in hand.actions for hand in hands)


def test_only_so_many_faults_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acpc_dealer, "_MOST_FAULTS", 5)
    turns = 0

    def bad(connection: socket.socket, line: str) -> None:
        nonlocal turns
        turns += 1
        if turns > 30:
            raise OSError
        say("{}:x\r\n")(connection, line)

    result, _, _ = deal(LIMIT, [Raw(LIMIT, bad), ours(AlwaysRaise("r"), LIMIT)])
    assert len(result.faults) == 6
    assert result.more_faults == 25
    assert "disconnected" in result.faults[-1].reason


def test_megabytes_without_an_end() -> None:
    def flood(connection: socket.socket, _: str) -> None:
        connection.sendall(b"x" * 2**22)

    result, hands, _ = deal(LIMIT, [Raw(LIMIT, flood), ours(AlwaysRaise("r"), LIMIT)], limits=QUICK)
    said = reasons(result, hurried=True)
    assert len(said) == 2
    assert re.search("did not answer|disconnected", said[-1])
    assert len(hands) == 20


def test_comments_and_replies_to_earlier_states_are_skipped() -> None:
    stale = "MATCHSTATE:0:99:r:|AhKd:f\r\n"
    text = f"# a comment\r\n; another\r\n{stale}{{}}:c\r\n{{}}:f\r\n"
    result, hands, _ = deal(LIMIT, [Raw(LIMIT, say(text)), ours(AlwaysRaise("r"), LIMIT)])
    assert result.faults == ()
    assert not any(FOLD in hand.actions for hand in hands)


def test_raises_that_are_not_legal() -> None:
    low = Raw(NO_LIMIT, say("{}:r1\r\n"))
    result, hands, _ = deal(NO_LIMIT, [low, ours(AlwaysCall("c"), NO_LIMIT)])
    assert reasons(result)
    assert all(said.startswith("'r1' is not legal: moved to r") for said in reasons(result))
    assert hands[0].actions[:2] == (0, 200)
    high = Raw(NO_LIMIT, say("{}:r99999999\r\n"))
    result, hands, _ = deal(NO_LIMIT, [high, ours(AlwaysCall("c"), NO_LIMIT)])
    assert len(reasons(result)) == 20
    assert hands[0].actions == (0, 20_000, 0)
    always = Raw(LIMIT, say("{}:r\r\n"))
    result, hands, _ = deal(LIMIT, [always, ours(AlwaysRaise("r"), LIMIT)])
    assert set(reasons(result)) == {"'r' is not legal: taken as a check or call"}


def test_silence_ends_with_the_time_limit() -> None:
    silent = Raw(LIMIT, lambda *_: None)
    result, hands, _ = deal(LIMIT, [silent, ours(AlwaysRaise("r"), LIMIT)], limits=QUICK)
    assert reasons(result, hurried=True) == [
        "did not answer within 0.5 s: checks and folds from here on"
    ]
    assert all(FOLD in hand.actions for hand in hands)


@pytest.mark.parametrize(
    "limits", [replace(FAIR, hand=0.4), replace(FAIR, per_hand=0.04)], ids=["hand", "match"]
)
def test_time_is_added_up(limits: Limits) -> None:
    def slow(connection: socket.socket, line: str) -> None:
        threading.Event().wait(0.15)
        say("{}:c\r\n")(connection, line)

    result, _, _ = deal(LIMIT, [Raw(LIMIT, slow), ours(AlwaysRaise("r"), LIMIT)], limits=limits)
    (said,) = reasons(result, hurried=True)
    assert "did not answer within" in said


@pytest.mark.parametrize("turns", [0, 1, 5])
@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT])
def test_a_player_leaves_in_the_middle_of_a_hand(game: GameDefinition, turns: int) -> None:
    left = turns

    def leave(connection: socket.socket, line: str) -> None:
        nonlocal left
        if left == 0:
            connection.sendall(b"MATCHSTATE:0:")
            connection.shutdown(socket.SHUT_RDWR)
            raise OSError
        left -= 1
        say("{}:c\r\n")(connection, line)

    result, hands, _ = deal(game, [Raw(game, leave), ours(AlwaysRaise("r"), game)])
    assert reasons(result) == ["disconnected: checks and folds from here on"]
    (gone,) = result.forfeited
    assert (gone.player, result.absent) == ("p1", ("p1",))
    assert gone.never_played or turns
    assert result.verdict.void == gone.summary
    assert hands[-1].payoffs[hands[-1].players.index("p2")] > 0


def test_a_player_that_sends_without_end_and_never_reads() -> None:
    def blind(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(b"VERSION:2.0.0\r\n")
            with suppress(OSError):
                while True:
                    connection.sendall(b"# nothing\n" * 10_000)

    result, hands, _ = deal(LIMIT, [blind, ours(AlwaysRaise("r"), LIMIT)], limits=QUICK)
    assert reasons(result, hurried=True) == [
        "did not answer within 0.5 s: checks and folds from here on"
    ]
    assert len(hands) == 20


class Clogged(AcpcDealer):
    """Has already sent the first player more than that one will ever read."""

    def _welcome(self, peer: Peer, listener: socket.socket, limit: float) -> bool:
        joined = super()._welcome(peer, listener, limit)
        if peer.name == "p1" and peer.socket is not None:
            peer.socket.setblocking(False)
            with suppress(BlockingIOError):
                while True:
                    peer.socket.send(b"#" * 2**16)
        return joined


def test_a_player_that_never_reads() -> None:
    with (
        Clogged(LIMIT, 5, 7, limits=QUICK) as dealer,
        socket.create_connection(("127.0.0.1", dealer.ports[0])) as deaf,
    ):
        deaf.sendall(b"VERSION:2.0.0\r\n")
        thread = threading.Thread(target=ours(AlwaysRaise("r"), LIMIT), args=[dealer.ports[1]])
        thread.start()
        result = dealer.play()
    thread.join(PATIENCE)
    assert reasons(result, hurried=True) == [
        "did not read within 0.5 s: checks and folds from here on"
    ]


def test_everybody_leaves() -> None:
    def leave(*_: object) -> None:
        raise OSError

    result, hands, _ = deal(THREE, [Raw(THREE, leave)] * 3)
    assert len(result.faults) == 3
    assert len(hands) == 20


def test_the_dealer_says_who_is_missing_in_any_order() -> None:
    told: list[Sequence[str]] = []
    with AcpcDealer(THREE, 6, 7, limits=FAIR) as dealer:

        def come(names: Sequence[str]) -> None:
            """The last one who is missing comes, so the order is fixed."""
            told.append(tuple(names))
            if names:
                port = dealer.ports[dealer.names.index(names[-1])]
                run = ours(RandomPlayer(names[-1]), THREE)
                threading.Thread(target=run, args=[port], daemon=True).start()

        result = dealer.play(on_missing=come)
    assert told == [("p1", "p2", "p3"), ("p1", "p2"), ("p1",), ()]
    assert not result.faults


def test_winnings_have_errors() -> None:
    result, hands, _ = deal(THREE, [ours(RandomPlayer(name), THREE) for name in "abc"], hands=30)
    unit = THREE.rules.bets[0]
    for name, player in zip(result.names, result.players, strict=True):
        won = [float(chips(hand)[hand.players.index(name)]) / unit for hand in hands]
        assert player.chips == pytest.approx(sum(won) * unit)
        assert player.mean == pytest.approx(sum(won) / 30)
        assert player.error == pytest.approx(np.std(won, ddof=1) / 30**0.5)
        for position in range(3):
            there = [float(chips(h)[position]) / unit for h in hands if h.players[position] == name]
            assert player.by_position[position] == pytest.approx(sum(there) / len(there))


def test_a_player_that_never_comes_or_greets() -> None:
    limits = replace(FAIR, start=0.4)

    def caller(port: int) -> None:
        with suppress(OptionError, OSError):  # it may be late itself
            ours(AlwaysCall("c"), LIMIT)(port)

    result, _, _ = deal(LIMIT, [lambda _: None, caller], limits=limits)
    said = reasons(result, hurried=True)
    assert said == ["did not join within 0.4 s: checks and folds from here on"]


def test_a_player_that_greets_with_the_wrong_words() -> None:
    refused = threading.Event()
    wrong = Raw(LIMIT, say(""), hello="VERSION:1.0.0\r\n")

    def wrong_then_right(port: int) -> None:
        wrong(port)  # until the dealer closes the connection
        refused.set()
        ours(AlwaysCall("c"), LIMIT)(port)

    result, _, _ = deal(LIMIT, [wrong_then_right, ours(AlwaysCall("c"), LIMIT)])
    assert refused.is_set()
    (said,) = reasons(result)
    assert "greeted with 'VERSION:1.0.0'" in said


def test_after_a_stray_connection_the_player_is_let_in() -> None:
    def second_try(port: int) -> object:
        Raw(LIMIT, say(""), hello="GET / HTTP/1.0\r\n")(port)
        return ours(AlwaysCall("c"), LIMIT)(port)

    result, _, joined = deal(LIMIT, [second_try, ours(AlwaysRaise("r"), LIMIT)])
    assert len(reasons(result)) == 1
    assert joined[0] == Joined("c", 20, result.scores[0], ())


def test_a_killed_dealer_goes_on_from_its_log(tmp_path: Path) -> None:
    def sit(name: str, port: int) -> None:
        with suppress(OptionError):  # a dealer with a wrong log is gone at once
            ours(RandomPlayer(name), THREE)(port)

    def play(path: Path, hands: int = 12, names: Sequence[str] = ("Zoë", "b", "c")) -> DealerResult:
        with (
            AcpcDealer(THREE, hands, 7, names=names, limits=FAIR) as dealer,
            path.open("a+", encoding="utf-8", errors="replace") as log,
        ):
            for name, port in zip(names, dealer.ports, strict=True):
                threading.Thread(target=sit, args=[name, port], daemon=True).start()
            return dealer.play(log)

    whole, cut = tmp_path / "whole.log", tmp_path / "cut.log"
    result = play(whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 4 + 12 + 1
    for kept in (0, 2, 4, 9, 16):
        cut.write_bytes(b"".join(lines[:kept]) + lines[kept][:-9])
        assert play(cut) == result
        assert cut.read_bytes() == whole.read_bytes()
    for wrong in (b"mine", b"\xff\xfe\n", b"".join(lines), b"".join([*lines[:4], lines[7]])):
        cut.write_bytes(wrong)
        with pytest.raises(OptionError, match="choose another log"):
            play(cut)
        assert cut.read_bytes() == wrong
    cut.write_bytes(b"".join(lines[:9]))
    with pytest.raises(OptionError, match="choose another log"):
        play(cut, hands=13)
    with pytest.raises(OptionError, match="not by x, b, c"):
        play(cut, names=["x", "b", "c"])
