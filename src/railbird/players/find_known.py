"""Players whose strategies are known, by the texts that the command line uses."""

from __future__ import annotations

from collections.abc import Iterable

from railbird.divat.estimators.aivat import KnownStrategy
from railbird.errors import OptionError
from railbird.players.base import Player
from railbird.players.known.asked import AskedPlayer
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.registry import make_player
from railbird.players.sparbot.player import Sparbot
from railbird.players.spec import read_spec
from railbird.table.rules import table_rules


def find_known(text: str) -> tuple[str, KnownStrategy]:
    """The name in the log and the strategy of a known player, from ``KIND`` or ``NAME=KIND``."""
    player = make_player(text)
    if type(player) is Sparbot:
        return player.name, KnownSparbot(player.table)
    return player.name, _asked(player, text)


def find_known_ranges(texts: Iterable[str]) -> dict[str, AskedPlayer]:
    """The same for the known players of no-limit hold'em, by name."""
    found: dict[str, AskedPlayer] = {}
    for text in texts:
        player = make_player(text)
        if table_rules(2, betting="no-limit") not in player.plays:
            raise OptionError(
                f"--known {text}: this player plays only {player.plays}, and the log is no-limit; "
                f"name one of the simple players, or a bot with a method probabilities(state)"
            )
        if player.name in found:
            raise OptionError(f"--known {text}: {player.name} is named twice; name each once")
        found[player.name] = _asked(player, text)
    return found


def _asked(player: Player, text: str) -> AskedPlayer:
    if type(player).probabilities is Player.probabilities and not player.states_all:
        raise OptionError(
            f"--known {text}: this player does not state its probabilities; name sparbot, one of "
            f"the simple players, or a bot with a method probabilities(state)"
        )
    return AskedPlayer(player, read_spec(text).kind)
