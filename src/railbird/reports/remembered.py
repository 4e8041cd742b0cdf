"""What programs that learn remember of a player: the actions they have seen, by round."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from railbird.players.base import Player
from railbird.players.memory import Remembering

ROUNDS = ("before the flop", "flop", "turn", "river")
_TO_CALL = ("nothing", "one bet", "more")
_POKI_TO_CALL = ("nothing", "one bet", "more", "a raise of their own bet or call")


@dataclass(frozen=True, slots=True)
class Seen:
    """The actions of a player in a round, by what there was to call; counts may be weighted."""

    round: str
    to_call: str
    folds: float
    calls: float
    raises: float


@dataclass(frozen=True, slots=True)
class Remembered:
    """What a program remembers of a player. ``about`` says how it uses that."""

    program: str
    about: str
    seen: tuple[Seen, ...]


def remembered_of(program: Player, player: str) -> Remembered | None:
    """What a program remembers of a player; None if it does not learn, or has seen nothing.

    Examples
    --------
    >>> from railbird.players.simple import AlwaysCall
    >>> remembered_of(AlwaysCall("Bob"), "Ann") is None
    True
    """
    if not isinstance(program, Remembering) or player not in set(program.known()):
        return None
    told: Any = program.describe(player)
    if told is None:
        return None
    if isinstance(told, dict) and "first" in told:
        about = "guesses what you hold from what you did in the same place before"
        seen = _hubot(told["first"])
    elif isinstance(told, dict) and "actions" in told:
        about = f"searches for the best answer to you, from {told['played']} hands"
        seen = _vexbot(told["actions"])
    else:
        about = "weighs the hands that you may hold by how often you do this"
        seen = _poki(told)
    return Remembered(program.name, about, seen) if seen else None


def _hubot(rows: list[list[Any]]) -> tuple[Seen, ...]:
    """Rows of bets to call, round, last action, then folds, calls and raises."""
    sums: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0.0] * 3)
    for to_call, round_, _, *counts in rows:
        for i, count in enumerate(counts[:3]):
            sums[round_, to_call][i] += count
    return _rows(sums, _TO_CALL)


def _poki(counts: Any) -> tuple[Seen, ...]:
    """48 counts, by round, by what there is to call, by action."""
    flat = [float(count) for count in counts]
    sums = {(at // 4, at % 4): flat[3 * at : 3 * at + 3] for at in range(len(flat) // 3)}
    return _rows(sums, _POKI_TO_CALL)


def _vexbot(rows: list[list[float]]) -> tuple[Seen, ...]:
    """Rows of a place in the betting, then the weights of folds, calls and raises."""
    folds, calls, raises = (sum(row[i] for row in rows) for i in (1, 2, 3))
    if not folds + calls + raises:
        return ()
    return (Seen("all rounds", "anything", folds, calls, raises),)


def _rows(sums: dict[tuple[int, int], list[float]], to_call: tuple[str, ...]) -> tuple[Seen, ...]:
    return tuple(
        Seen(ROUNDS[round_], to_call[much], *counts)
        for (round_, much), counts in sorted(sums.items())
        if any(counts)
    )
