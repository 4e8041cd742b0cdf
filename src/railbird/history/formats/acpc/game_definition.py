"""Game definitions of the Annual Computer Poker Competition (ACPC), files ending in ``.game``.

Such a file gives the number of players, blinds, bets and stacks of a game. In limit games it
usually gives no stacks, which means that players never run out of chips. Such stacks are
`UNLIMITED` here, the number that the competition's own server uses for them.

References
----------
ACPC dealer, ``project_acpc_server``: ``game.c`` and its ``*.game`` files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from railbird.errors import CannotHoldError, RulesError
from railbird.history.formats.base import quoted
from railbird.table.rules import NO_CAP, Betting, Rules, table_rules

UNLIMITED = 2**31 - 1
"""The stack of a player who never runs out of chips; no hand costs as much."""

_KEYS = (
    "numPlayers",
    "numRounds",
    "stack",
    "blind",
    "raiseSize",
    "firstPlayer",
    "maxRaises",
    "numSuits",
    "numRanks",
    "numHoleCards",
    "numBoardCards",
)
_KEY_OF = {key.lower(): key for key in _KEYS}
_BETTINGS: dict[str, Betting] = {"limit": "limit", "nolimit": "no-limit"}
_HOLDEM = {
    "numRounds": (4,),
    "numSuits": (4,),
    "numRanks": (13,),
    "numHoleCards": (2,),
    "numBoardCards": (0, 3, 1, 1),
}
_ANY_RAISES = 255
"""The cap where a definition gives none; no hand has as many raises."""

_STANDARD = re.compile(r"holdem\.(limit|nolimit)\.([0-9]{1,2})p(\.reverse_blinds)?(?:\.game)?")


@dataclass(frozen=True, slots=True)
class GameDefinition:
    """The rules of a game and the chips that each player begins every hand with."""

    rules: Rules
    stacks: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.stacks) != self.rules.players or min(self.stacks) < 1:
            raise RulesError(
                f"stacks {self.stacks} do not fit {self.rules.players} players with a chip each"
            )


def competition_game(betting: Betting, players: int, *, reverse: bool = True) -> GameDefinition:
    """The game of the competition: 5/10 blinds if limit, 50/100 and stacks of 20,000 if not.

    Examples
    --------
    >>> competition_game("limit", 2).rules.bets, competition_game("no-limit", 3).stacks
    ((10, 10, 20, 20), (20000, 20000, 20000))
    """
    limit = betting == "limit"
    rules = table_rules(
        players,
        betting=betting,
        small_blind=5 if limit else 50,
        big_blind=10 if limit else 100,
        reverse_blinds=reverse,
    )
    return GameDefinition(rules, (UNLIMITED if limit else 20_000,) * players)


def named_game(name: str) -> GameDefinition:
    """The game of a definition file that comes with the competition's server, by its name.

    Examples
    --------
    >>> named_game("holdem.limit.3p.game").rules.blinds
    (5, 10, 0)
    """
    found = _STANDARD.fullmatch(re.split(r"[/\\]", name)[-1])
    if found is None:
        raise RulesError(
            f"game {quoted(name)} is not known: choose holdem.limit.Np or holdem.nolimit.Np, or "
            f"give the rules, or a game definition"
        )
    return competition_game(
        _BETTINGS[found[1]], int(found[2]), reverse=int(found[2]) != 2 or found[3] is not None
    )


def game_name(definition: GameDefinition) -> str | None:
    """The name of the definition file that comes with the competition's server, if any."""
    rules = definition.rules
    if rules.betting == "pot-limit":
        return None
    for reverse in (True, False):
        if definition == competition_game(rules.betting, rules.players, reverse=reverse):
            kind = "limit" if rules.betting == "limit" else "nolimit"
            suffix = ".reverse_blinds" if rules.players == 2 and reverse else ""
            return f"holdem.{kind}.{rules.players}p{suffix}.game"
    return None


def load_game(path: Path | str) -> GameDefinition:
    """Read a game definition from a file."""
    return read_game(Path(path).read_text(encoding="utf-8", errors="surrogateescape"))


def read_game(text: str) -> GameDefinition:
    """Read a game definition; `RulesError` says what is wrong with it or not supported.

    Examples
    --------
    >>> text = '''GAMEDEF
    ... nolimit
    ... numPlayers = 2
    ... numRounds = 4
    ... stack = 20000 20000
    ... blind = 100 50
    ... firstPlayer = 2 1 1 1
    ... numSuits = 4
    ... numRanks = 13
    ... numHoleCards = 2
    ... numBoardCards = 0 3 1 1
    ... END GAMEDEF'''
    >>> read_game(text) == named_game("holdem.nolimit.2p.reverse_blinds.game")
    True
    """
    betting, values = _entries(text)
    for key, wanted in _HOLDEM.items():
        if values.get(key) != wanted:
            shown = " ".join(map(str, values.get(key, ())[:9])) or "missing"
            raise RulesError(
                f"{key} is {shown}: the only supported game with a definition is Texas hold'em, "
                f"with {key} = {' '.join(map(str, wanted))}"
            )
    players = _one(values, "numPlayers")
    if not 2 <= players <= 10:
        raise RulesError(f"numPlayers = {players}: a table has 2 to 10 players")
    blinds = _list(values, "blind", players, 0)
    first = _list(values, "firstPlayer", 4, 1)
    raises = _list(values, "maxRaises", 4, _ANY_RAISES)
    if betting == "limit":
        if "raiseSize" not in values:
            raise RulesError("raiseSize is missing: a limit game needs one for each round")
        bets = _list(values, "raiseSize", 4, 0)
    else:
        bets = (max(*blinds, 1),) * 4
    if min(first) < 1 or max(first) > players:
        raise RulesError(f"firstPlayer = {first}: players are numbered 1 to {players}")
    rules = Rules(
        game="holdem",
        betting=betting,
        blinds=blinds,
        antes=(0,) * players,
        bets=_four(bets),
        cap=_four(tuple(-1 if most >= _ANY_RAISES else most for most in raises)),
        first=_four(tuple(place - 1 for place in first)),
    )
    return GameDefinition(rules, _list(values, "stack", players, UNLIMITED))


def write_game(definition: GameDefinition) -> str:
    """A game definition as text; `CannotHoldError` names a rule that it cannot express."""
    rules, stacks = definition.rules, definition.stacks
    _check_holds(rules)
    limit = rules.betting == "limit"
    lines = ["GAMEDEF", "limit" if limit else "nolimit", f"numPlayers = {rules.players}"]

    def add(key: str, values: tuple[int, ...]) -> None:
        lines.append(f"{key} = {' '.join(map(str, values))}")

    add("numRounds", _HOLDEM["numRounds"])
    if any(stack != UNLIMITED for stack in stacks):
        add("stack", stacks)
    add("blind", rules.blinds)
    if limit:
        add("raiseSize", rules.bets)
    add("firstPlayer", tuple(place + 1 for place in rules.first))
    if rules.cap != NO_CAP:
        add("maxRaises", tuple(_ANY_RAISES if most < 0 else most for most in rules.cap))
    for key in ("numSuits", "numRanks", "numHoleCards", "numBoardCards"):
        add(key, _HOLDEM[key])
    return "\n".join([*lines, "END GAMEDEF", ""])


def _check_holds(rules: Rules) -> None:
    """Raise `CannotHoldError` for rules that a definition cannot express."""
    limit = rules.betting == "limit"
    for wrong, what in (
        (rules.game != "holdem", f"the game {rules.game}"),
        (rules.betting == "pot-limit", "pot-limit betting"),
        (any(rules.antes), "antes"),
        (not rules.cap_heads_up, "a cap that ends when two players are left"),
        (max(rules.cap) >= _ANY_RAISES, f"a cap of {max(rules.cap)} raises"),
        (any(most < -1 for most in rules.cap), f"the cap {rules.cap}"),
        (
            not limit and rules.bets != (max(*rules.blinds, 1),) * 4,
            f"smallest bets of {rules.bets} with a big blind of {max(rules.blinds)}",
        ),
    ):
        if wrong:
            raise CannotHoldError(f"an ACPC game definition cannot hold {what}")


def _entries(text: str) -> tuple[Betting, dict[str, tuple[int, ...]]]:
    """The kind of betting and the numbers of each key."""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if not lines or lines[0].upper() != "GAMEDEF" or lines[-1].upper() != "END GAMEDEF":
        raise RulesError("a game definition begins with GAMEDEF and ends with END GAMEDEF")
    betting: Betting | None = None
    values: dict[str, tuple[int, ...]] = {}
    for line in lines[1:-1]:
        if line.lower() in _BETTINGS:
            betting = _BETTINGS[line.lower()]
            continue
        name, equals, numbers = line.partition("=")
        key = _KEY_OF.get(name.strip().lower())
        if key is None or not equals:
            raise RulesError(
                f"{quoted(line)} in a game definition is not known: use {', '.join(_KEYS)}"
            )
        if any(re.fullmatch(r"[0-9]{1,10}", number) is None for number in numbers.split()):
            raise RulesError(f"{quoted(line)} in a game definition must have whole numbers")
        values[key] = tuple(int(number) for number in numbers.split())
    if betting is None:
        raise RulesError("a game definition must say limit or nolimit; this one says neither")
    return betting, values


def _one(values: dict[str, tuple[int, ...]], key: str) -> int:
    return _list(values, key, 1, 0)[0]


def _list(
    values: dict[str, tuple[int, ...]], key: str, count: int, default: int
) -> tuple[int, ...]:
    """The first numbers of a key; the default for all where it is missing."""
    found = values.get(key, (default,) * count)
    if len(found) < count:
        raise RulesError(f"{key} has {len(found)} numbers; it needs {count}")
    return found[:count]


def _four(numbers: tuple[int, ...]) -> tuple[int, int, int, int]:
    return cast("tuple[int, int, int, int]", numbers)
