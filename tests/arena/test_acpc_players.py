"""Our players at our own ACPC dealer: as without a wire."""

from __future__ import annotations

from functools import partial

import pytest

from railbird.arena import Match, play_match
from railbird.arena.acpc.client import Joined
from railbird.cards import Card
from railbird.history.formats.acpc.game_definition import GameDefinition
from railbird.players import AlwaysRaise, Player, RandomPlayer, Seat, make_player
from railbird.table import FOLD, Hand, State
from tests.arena.acpc_table import (
    LIMIT,
    NO_LIMIT,
    ODD,
    THREE,
    Run,
    deal,
    ours,
)


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT, THREE, ODD])
def test_our_players_at_our_dealer(game: GameDefinition) -> None:
    count = game.rules.players

    def peers() -> list[Run]:
        return [ours(RandomPlayer(f"r{k}"), game, seed=k) for k in range(count)]

    first, hands, joined = deal(game, peers(), hands=40)
    again, same, _ = deal(game, peers(), hands=40)
    assert first == again
    assert hands == same
    assert first.faults == ()
    assert sum(first.scores) == 0
    assert len({hand.actions for hand in hands}) > 10
    for k, seat in enumerate(joined):
        assert seat == Joined(f"r{k}", 40, first.scores[k], ())
    assert [hand.players[0] for hand in hands[:count]] == ["p1", "p2", "p3"][:count]


@pytest.mark.parametrize(
    ("kinds", "game"),
    [
        (("sparbot", "hubot"), LIMIT),
        pytest.param(("vexbot", "jagbot"), LIMIT, marks=pytest.mark.slow),
        pytest.param(("poki", "simbot", "hubot-v90"), THREE, marks=pytest.mark.slow),
    ],
)
def test_every_agent_joins(kinds: tuple[str, ...], game: GameDefinition) -> None:
    peers = [ours(make_player(kind), game) for kind in kinds]
    result, hands, joined = deal(game, peers, 30)
    assert result.faults == ()
    assert len(hands) == 30
    for seat in joined:
        assert isinstance(seat, Joined)
        assert seat.hands == 30
        assert seat.forfeits == ()


def test_a_match_is_the_same_as_without_a_wire() -> None:
    peers = [ours(RandomPlayer(name), NO_LIMIT, 7) for name in ("p1", "p2")]
    result, hands, _ = deal(NO_LIMIT, peers, hands=60)
    local: list[Hand] = []
    match = Match(NO_LIMIT.rules, NO_LIMIT.stacks, deals=60, seed=7, name="test")
    players = [RandomPlayer("p1"), RandomPlayer("p2")]
    expected = play_match(match, players, on_hand=local.append)
    assert hands == local
    assert result.scores == tuple(player.chips for player in expected.players)


class Listener(RandomPlayer):
    """Writes down what it is told, but for names."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.heard: list[object] = []
        for event in ("forget", "dealt", "board", "saw", "showdown", "hand_over"):
            setattr(self, event, partial(self._hear, event))

    def _hear(self, *event: object) -> None:
        self.heard.append(event)

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self.heard.append(seat._replace(names=()))
        self.names = seat.names

    def board(self, cards: tuple[Card, ...]) -> None:
        """Replaced above; a match looks whether the class has it."""

    def saw(self, position: int, action: int) -> None:
        """Replaced above, too."""


def test_a_player_is_told_the_same_as_without_a_wire() -> None:
    there, here = [[Listener("p1"), Listener("p2")] for _ in range(2)]
    deal(NO_LIMIT, [ours(player, NO_LIMIT, 7) for player in there], hands=40)
    play_match(Match(NO_LIMIT.rules, NO_LIMIT.stacks, deals=40, seed=7), here)
    assert [player.heard for player in there] == [player.heard for player in here]
    assert set(there[0].names) == {"p1", "opponent1"}


class Broken(Player):
    """Raises an exception in every other turn, and does something illegal in the others."""

    turns = 0

    def act(self, state: State) -> int:
        self.turns += 1
        if self.turns % 2:
            raise RuntimeError("lost")
        return 10**9


def test_a_broken_player_does_not_break_the_client() -> None:
    broken = Broken("broken")
    result, hands, joined = deal(LIMIT, [ours(broken, LIMIT), ours(AlwaysRaise("r"), LIMIT)])
    assert result.faults == ()
    assert isinstance(joined[0], Joined)
    assert len(joined[0].forfeits) == broken.turns > 10
    assert all(FOLD in hand.actions for hand in hands)
