"""A player whose strategy is known, by the text that the command line uses."""

from __future__ import annotations

from railbird.divat.estimators.aivat import KnownStrategy
from railbird.errors import OptionError
from railbird.players.base import Player
from railbird.players.known.asked import AskedPlayer
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.registry import make_player
from railbird.players.sparbot.player import Sparbot
from railbird.players.spec import read_spec


def find_known(text: str) -> tuple[str, KnownStrategy]:
    """The name in the log and the strategy of a known player, from ``KIND`` or ``NAME=KIND``."""
    player = make_player(text)
    if type(player) is Sparbot:
        return player.name, KnownSparbot(player.table)
    if type(player).probabilities is Player.probabilities:
        raise OptionError(
            f"--known {text}: this player does not state its probabilities; name sparbot, one of "
            f"the simple players, or a bot with a method probabilities(state)"
        )
    return player.name, AskedPlayer(player, read_spec(text).kind)
