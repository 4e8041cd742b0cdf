"""The players by the texts that the command line uses: kinds of ours, and players of the user.

An installed package adds kinds by entry points of the group ``railbird.players``. Each names a
class or a function that takes a name and returns a `Player`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType

from railbird.errors import OptionError
from railbird.players.base import Player, Plays
from railbird.players.own import Maker, check_maker, is_place, load_maker, make_own, own_code
from railbird.players.simple import (
    AlwaysCall,
    AlwaysFold,
    AlwaysRaise,
    Bluffer,
    RandomPlayer,
    RulePlayer,
    Teddy,
)
from railbird.players.spec import is_program, number_of, read_options, read_spec

GROUP = "railbird.players"
"""The group of the entry points."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of player: one line on what it is, and how one is made under a name.

    ``takes`` says how one is made from a name and the arguments in parentheses, if it has any.
    """

    about: str
    make: Maker
    takes: Callable[[str, Sequence[str]], Player] | None = None

    def __call__(self, name: str, arguments: Sequence[str] | None = None) -> Player:
        return self.make(name) if not arguments else self._with(name, arguments)

    def _with(self, name: str, arguments: Sequence[str]) -> Player:
        if self.takes is None:
            read_options(name, arguments, ())
        assert self.takes is not None
        return self.takes(name, arguments)


def _personality(kind: str) -> Maker:
    def make(name: str) -> Player:
        from railbird.players.personalities import personality

        return personality(kind, name)

    return make


def _hubot(kind: str) -> Maker:
    def make(name: str) -> Player:
        from railbird.players.hubot.player import VERSIONS, HuBot

        return HuBot(name, version=VERSIONS[kind])

    return make


def _sparbot(name: str, arguments: Sequence[str] = ()) -> Player:
    from railbird.players.sparbot.variants import make_sparbot

    options = read_options("sparbot", arguments, ("merged", "tricky"))
    found = {key: number_of("sparbot", key, value) for key, value in options.items()}
    return make_sparbot(name, merged=int(found.get("merged", 1)), tricky=found.get("tricky", 0.0))


def _vexbot(name: str, arguments: Sequence[str] = ()) -> Player:
    from railbird.players.vexbot.player import make_vexbot

    return make_vexbot(name, **read_options("vexbot", arguments, ("prior",)))


def _coach(name: str, arguments: Sequence[str] = ()) -> Player:
    from railbird.players.coach.player import make_coach

    return make_coach(name, arguments, make_players)


def _poki_x(name: str) -> Player:
    from railbird.players.vexbot.poki_x import PokiX

    return PokiX(name)


def _miximix(name: str) -> Player:
    from railbird.players.vexbot.player import TEMPERATURE, Vexbot

    return Vexbot(name, temperature=TEMPERATURE)


HUBOTS = {
    "hubot": "models what everybody may hold",
    "hubot-v90": "hubot without deception",
    "hubot-v113b": "hubot without models",
    "hubot-showdown": "hubot that learns from showdowns",
}
"""The versions in `railbird.players.hubot.player`, imported only when one of them is made."""

PERSONALITIES = {
    "jagbot": "basic strategy, made for limit",
    "jagbot-loose": "jagbot that plays more hands",
    "jagbot-tight": "jagbot that plays fewer hands",
    "jagbot-aggressive": "jagbot that bets more",
    "jagbot-passive": "jagbot that bets less",
    "jagbot-maniac": "jagbot that plays and bets more",
    "jagbot-rock": "jagbot that plays and bets less",
    "poki": "formulas, made for limit",
    "poki-loose": "loose and aggressive poki",
    "poki-tight": "tight poki",
    "poki-tricky": "poki that likes to check-raise",
    "poki-sly": "tight, deceptive poki",
    "poki-passive": "loose, passive poki",
    "poki-generic": "poki, all opponents alike",
    "poki-network": "poki with a neural network",
    "simbot": "poki that simulates the hand",
    "simbot-loose": "loose and aggressive simbot",
    "simbot-tight": "tight simbot",
}
"""The kinds in `railbird.players.personalities`. That module is imported only when one is made."""

PLAYERS: Mapping[str, Kind] = MappingProxyType(
    {
        "always-call": Kind("always checks or calls", AlwaysCall),
        "always-raise": Kind("always raises, by the least", AlwaysRaise),
        "always-fold": Kind("folds to any bet", AlwaysFold),
        "teddy": Kind("always raises; folds at the cap", Teddy),
        "random": Kind("acts at random", RandomPlayer),
        "rules": Kind("hand ranks and pot odds", RulePlayer),
        "bluffer": Kind("rules that bluffs", Bluffer),
        "sparbot": Kind("an equilibrium of a smaller game", _sparbot, _sparbot),
        "vexbot": Kind("models its opponent and searches", _vexbot, _vexbot),
        "vexbot-miximix": Kind("vexbot that mixes its actions", _miximix),
        "poki-x": Kind("vexbot, or sparbot if it loses", _poki_x),
        "coach": Kind("the best of its players plays", _coach, _coach),
        **{kind: Kind(about, _hubot(kind)) for kind, about in HUBOTS.items()},
        **{kind: Kind(about, _personality(kind)) for kind, about in PERSONALITIES.items()},
    }
)
"""Our own kinds of player."""


@dataclass(frozen=True, slots=True)
class Described:
    """A kind of player as it is listed; ``source`` is the package that it comes from."""

    kind: str
    about: str
    plays: Plays
    learns: bool
    source: str


def describe_players(warn: Callable[[str], None]) -> Iterator[Described]:
    """All kinds of player: ours, then those of installed packages. Broken ones go to ``warn``."""
    for kind, ours in PLAYERS.items():
        player = ours(kind)
        yield Described(kind, ours.about, player.plays, player.learns, "railbird")
    for entry in entry_points(group=GROUP):
        source = entry.dist.name if entry.dist is not None else entry.value
        if entry.name in PLAYERS:
            warn(f"player {entry.name!r} of {source} is not listed: it is one of our own kinds")
            continue
        try:
            player = _make_installed(entry, entry.name)
        except OptionError as error:
            warn(str(error))
            continue
        about = (type(player).__doc__ or "").strip().partition("\n")[0]
        yield Described(entry.name, about, player.plays, player.learns, source)


def make_player(text: str) -> Player:
    """Make a player from ``KIND`` or ``NAME=KIND``, such as ``random`` or ``Bob=always-call``.

    A kind is one of `PLAYERS`, one of an installed package, a class or function of your own, as in
    ``./bot.py:MyBot`` or ``package.module:MyBot``, or a program that speaks the ACPC protocol, as
    in ``exec:./bot --option``; see `railbird.players.acpc.program`. Some kinds take arguments in
    parentheses, as in ``coach(sparbot,vexbot,by=aivat)``.

    Examples
    --------
    >>> make_player("Bob=always-call").name
    'Bob'
    >>> [player.name for player in make_player("coach(sparbot,Al=sparbot(tricky=0.2))").players]
    ['sparbot', 'Al']
    """
    if is_program(text):
        return _program(text)
    name, kind, arguments = read_spec(text)
    if kind in PLAYERS:
        return PLAYERS[kind](name or kind, arguments)
    if arguments is not None:
        raise OptionError(
            f"player {text!r}: {kind} takes nothing in parentheses; coach, sparbot and vexbot do"
        )
    if is_place(kind):
        kind, maker = load_maker(kind)
        name = name or kind.rpartition(":")[2]
        player = make_own(kind, maker, name)
    else:
        name = name or kind
        player = _make_installed(_installed(kind), name)
    player.remake = partial(_named, kind)
    return player


def _named(kind: str, name: str) -> Player:
    return make_player(f"{name}={kind}")


def make_players(texts: Iterable[str], *, taken: Collection[str] = ()) -> list[Player]:
    """Make the players of a table. Equal names get numbers, and so do names that are ``taken``.

    Examples
    --------
    >>> [player.name for player in make_players(["rules", "Bob=random", "rules"])]
    ['rules', 'Bob', 'rules-2']
    """
    players = [make_player(text) for text in texts]
    asked, used = {player.name for player in players}, set(taken)
    for player in players:
        name, number = player.name, 1
        while name in used or (number > 1 and name in asked):
            number += 1
            name = f"{player.name}-{number}"
        player.name = name
        used.add(name)
    return players


def _program(text: str) -> Player:
    """The player of ``exec:COMMAND`` or ``NAME=exec:COMMAND``."""
    name, _, command = text.partition("exec:")
    from railbird.players.acpc.program import Program

    return Program(name.removesuffix("="), command)


def _installed(kind: str) -> EntryPoint:
    """The entry point of a kind; `OptionError` if there is none."""
    found = entry_points(group=GROUP)
    if kind in found.names:
        return found[kind]
    near = get_close_matches(kind, [*PLAYERS, *found.names])
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    raise OptionError(f"player {kind!r} is not known: {meant}railbird players lists all")


def _make_installed(entry: EntryPoint, name: str) -> Player:
    """Make a player by an entry point."""
    source = entry.dist.name if entry.dist is not None else entry.value
    with own_code(f"player {entry.name!r} of {source} cannot be loaded"):
        made = entry.load()
    return make_own(entry.name, check_maker(entry.name, made), name)
