"""A match over loopback, for the tests of the ACPC dealer and client."""

from __future__ import annotations

import io
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from railbird.arena.acpc.client import join
from railbird.arena.acpc.dealer import AcpcDealer, DealerResult, Limits
from railbird.arena.acpc.payoffs import chips
from railbird.history.formats.acpc.game_definition import GameDefinition, competition_game
from railbird.history.formats.acpc.log import AcpcFormat
from railbird.players import Player
from railbird.players.acpc.wire import read_match_state
from railbird.table import Hand, State

LIMIT = competition_game("limit", 2)
NO_LIMIT = competition_game("no-limit", 2)
THREE = competition_game("limit", 3)
ODD = replace(THREE, rules=replace(THREE.rules, blinds=(3, 10, 0)))
PATIENCE = 600.0
"""Seconds that a busy machine may need to compile kernels."""

FAIR = Limits(start=PATIENCE, action=PATIENCE, hand=PATIENCE, per_hand=PATIENCE)
QUICK = replace(FAIR, action=0.5)

Run = Callable[[int], object]
"""What connects to a port."""


def deal(
    game: GameDefinition, peers: Sequence[Run], hands: int = 20, limits: Limits = FAIR
) -> tuple[DealerResult, list[Hand], list[object]]:
    """A match; its result, the hands of its log and what the peers returned."""
    log = io.StringIO()
    returned: list[object] = [None] * len(peers)

    def run(number: int, peer: Run, port: int) -> None:
        returned[number] = peer(port)

    with AcpcDealer(game, hands, 7, limits=limits, match_name="test") as dealer:
        threads = [
            threading.Thread(target=run, args=(number, peer, port), daemon=True)
            for number, (peer, port) in enumerate(zip(peers, dealer.ports, strict=True))
        ]
        for thread in threads:
            thread.start()
        result = dealer.play(log)
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    return result, check_log(log.getvalue(), result, game), returned


def check_log(text: str, result: DealerResult, game: GameDefinition) -> list[Hand]:
    """The hands of a log, which must be complete and by the rules."""
    assert text.startswith(f"# name/game/hands/seed test {'-' if game is ODD else 'holdem.'}")
    form = AcpcFormat()
    assert form.recognises(text)
    hands = [form.read(part) for part in form.split(enumerate(text.splitlines(), 1))]
    assert [hand.number for hand in hands] == [str(n) for n in range(result.hands)]
    scores = dict.fromkeys(result.names, Fraction(0))
    for hand in hands:
        hand.check()
        assert hand.table == "test"
        if not hand.chip:
            assert (hand.rules, hand.stacks) == (game.rules, game.stacks)
        for name, payoff in zip(hand.players, chips(hand), strict=True):
            scores[name] += payoff
    assert tuple(map(float, scores.values())) == result.scores
    values = "|".join(f"{score:.6f}".rstrip("0").rstrip(".") for score in result.scores)
    assert text.splitlines()[-1] == f"SCORE:{values}:{'|'.join(result.names)}"
    return hands


def ours(player: Player, game: GameDefinition, seed: int = 0) -> Run:
    return lambda port: join("127.0.0.1", port, player, game, seed=seed, timeout=PATIENCE)


class Raw:
    """A peer by hand; ``answer`` gets the connection and the line at its every turn."""

    def __init__(
        self, game: GameDefinition, answer: Callable[[socket.socket, str], None], hello: str = ""
    ) -> None:
        self.game, self.answer = game, answer
        self.hello = hello or "VERSION:2.0.0\r\n"

    def __call__(self, port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            try:
                connection.sendall(self.hello.encode())
                with connection.makefile("r", newline="\r\n") as file:
                    for line in file:
                        told = read_match_state(line, self.game)
                        state = State(self.game.rules, self.game.stacks)
                        for action in told.actions:
                            state.apply(action)
                        if state.actor == told.position:
                            self.answer(connection, line.rstrip("\r\n"))
            except (OSError, ValueError):
                pass


def say(text: str) -> Callable[[socket.socket, str], None]:
    """Answers with a text, in which {} is the state."""
    return lambda connection, line: connection.sendall(text.replace("{}", line).encode())
