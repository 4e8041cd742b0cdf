"""Poki-X: who decides when, and what Vexbot learns meanwhile."""

from __future__ import annotations

import pickle

import pytest

from railbird.arena.match import Match, MatchTable
from railbird.cards import parse_cards
from railbird.errors import OptionError
from railbird.players import Player, Seat, make_player
from railbird.players.sparbot.player import Sparbot
from railbird.players.vexbot.player import Vexbot
from railbird.players.vexbot.poki_x import Gears, PokiX
from railbird.table import State, table_rules
from tests.players.ring import heads_up

RULES = table_rules(2)
SMALL_BET = RULES.bets[0]
HANDS = ("7d2s", "Kh2c", "QsJs", "8h8c", "AcKd", "5h4d", "Th9h", "As3d", "Jc6s", "9d2h")


def opening(player: Player, cards: str, seed: int) -> int:
    """What a player does first on the button."""
    player.hand_starts(Seat(RULES, (400, 400), ("them", player.name), 1, seed))
    player.dealt(parse_cards(cards))
    return player.act(State(RULES, (400, 400)))


def openings(player: Player) -> list[int]:
    return [opening(player, cards, seed) for seed in range(6) for cards in HANDS]


def wins(player: Player, small_bets: int) -> None:
    """A hand in which the opponent folds and the player wins or loses so much."""
    opening(player, "AsAd", 1)
    player.hand_over((-small_bets * SMALL_BET, small_bets * SMALL_BET))


def test_vexbot_starts_and_sparbot_comes_in_after_a_loss() -> None:
    bold, sparbot = openings(Vexbot("v", boldness=0.3)), openings(Sparbot("s"))
    assert bold != sparbot
    player = PokiX("x")
    assert openings(player) == bold
    wins(player, -39)
    assert (player.at_the_wheel, player.chips) == ("vexbot", 161)
    wins(player, -1)
    assert player.at_the_wheel == "sparbot"
    assert openings(player) == sparbot
    wins(player, 60)  # it does not switch back when it has won the chips back
    assert openings(player) == sparbot


def test_panic_brings_vexbot_back_while_few_chips_are_left() -> None:
    player = PokiX("x")
    wins(player, -159)
    assert player.at_the_wheel == "sparbot"
    wins(player, -1)
    assert (player.at_the_wheel, player.chips) == ("panic", 40)
    learned = Vexbot("v", boldness=0.3)
    learned.load({**player.save(), "version": 1})
    assert openings(player) == openings(learned)
    wins(player, 1)
    assert player.at_the_wheel == "sparbot"


@pytest.mark.parametrize("end", [-200, 200])
def test_it_starts_again_when_a_player_is_broke(end: int) -> None:
    player = PokiX("x")
    wins(player, -50)
    wins(player, 50 + end)
    assert (player.at_the_wheel, player.chips) == ("vexbot", 200)
    assert player.models["them"].hands_played == 2


def test_vexbot_learns_from_all_hands_whoever_decides() -> None:
    player = PokiX("x", gears=Gears(chips=100_000, loss=1, panic=0))
    match = Match(RULES, (400, 400), deals=16, seed=3)
    table = MatchTable(match, [player, make_player("sparbot")])
    decided = [player.at_the_wheel for _ in table.play()]
    assert "sparbot" in decided
    assert player.models["sparbot"].hands_played == 16
    assert not table.forfeits


def test_its_vexbot_is_aggressive() -> None:
    def raises(player: Player) -> int:
        return sum(action > 0 for action in openings(player))

    assert raises(PokiX("x")) > raises(Vexbot("v"))


def test_a_match_is_reproducible_and_memory_is_erased_between_rotations() -> None:
    first, second = (heads_up("poki-x", "bluffer", 15) for _ in range(2))
    assert first.players[0].mean == second.players[0].mean


def test_memory_is_carried() -> None:
    player = PokiX("x")
    wins(player, -170)
    again = PokiX("x")
    again.load(player.save())
    assert (again.at_the_wheel, again.chips) == ("panic", 30)
    assert pickle.loads(pickle.dumps(player)).at_the_wheel == "panic"
    player.forget()
    assert (player.at_the_wheel, player.models) == ("vexbot", {})


def test_gears_that_do_not_fit_are_refused() -> None:
    with pytest.raises(OptionError, match="the loss must leave more chips than the panic"):
        Gears(chips=100, loss=80, panic=40)
    with pytest.raises(OptionError, match="boldness cannot be -1"):
        Vexbot("v", boldness=-1)
