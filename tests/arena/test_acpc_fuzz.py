"""Peers that do anything at all: the match ends with a complete log."""

from __future__ import annotations

import random
import socket
from collections.abc import Callable

import pytest

from railbird.arena.acpc.dealer import Limits
from railbird.history.formats.acpc.game_definition import competition_game
from tests.arena.acpc_table import PATIENCE, deal

Turn = Callable[[random.Random, bytes], bytes]
"""What is sent after a line; none ends the connection."""


def reply(chance: random.Random, line: bytes) -> bytes:
    raised = b"r%d" % chance.randrange(30_000)
    return line + b":" + chance.choice([b"c", b"c", b"f", b"r", raised]) + b"\r\n"


def mutated(chance: random.Random, line: bytes) -> bytes:
    text = bytearray(reply(chance, line))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(text))
        text[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    return bytes(text) + (b"\n" + reply(chance, line) if chance.random() < 0.8 else b"")


def noise(chance: random.Random, line: bytes) -> bytes:
    return chance.randbytes(chance.randrange(1, 2000)) + b"\n" + reply(chance, line)


def huge(chance: random.Random, line: bytes) -> bytes:
    size = chance.choice([8191, 8192, 8193, 8194, 65_536, 200_000])
    return b"x" * size + b"\n" + reply(chance, line)


def stale(chance: random.Random, line: bytes) -> bytes:
    number = b":%d:" % chance.randrange(20)
    return reply(chance, line.replace(b":", number, 1)) + reply(chance, line)


def leaving(chance: random.Random, line: bytes) -> bytes:
    return reply(chance, line) if chance.random() < 0.95 else b""


def partial(chance: random.Random, line: bytes) -> bytes:
    text = reply(chance, line)
    return text if chance.random() < 0.95 else text[: chance.randrange(1, len(text))]


TURNS: tuple[Turn, ...] = (reply, mutated, noise, huge, stale, leaving, partial)


def peer(seed: int) -> Callable[[int], None]:
    """Greets, mostly, and answers every line, whether it is its turn or not."""
    chance = random.Random(seed)
    turn = chance.choice(TURNS)
    hello = b"VERSION:2.0.0\r\n" if chance.random() < 0.9 else chance.randbytes(100)

    def run(port: int) -> None:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
                connection.sendall(hello)
                with connection.makefile("rb") as file:
                    for line in file:
                        text = turn(chance, line.strip())
                        if not text:
                            return
                        connection.sendall(text)
        except OSError:
            pass

    return run


@pytest.mark.parametrize("seed", range(8))
def test_no_peer_stops_the_dealer(seed: int) -> None:
    players = (2, 3, 6)[seed % 3]
    game = competition_game("limit" if seed % 2 else "no-limit", players)
    peers = [peer(10 * seed + number) for number in range(players)]
    limits = Limits(start=0.5, action=0.2, hand=2.0, per_hand=1.0)
    result, hands, _ = deal(game, peers, hands=15, limits=limits)
    assert len(hands) == result.hands == 15
