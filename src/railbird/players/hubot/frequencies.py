"""How often a player folds, calls and raises, by situation.

There are two tables for each player. The first counts the player's first action of a betting round.
Its situations are the bets to call (0, 1, 2 or more), the round, and the player's last action in
the round before. The second counts the player's second action, by the first action and the round.
Later actions are not counted; they are predicted from the second table. Sêca (2008), §4.5.2.

A situation with fewer than `ENOUGH` observations is merged with its neighbours, first over the last
actions, then over the rounds. If these are still too few, the document's defaults (Tables 4 and 5)
apply. With more observations, the last `ENOUGH` count as much as all together, so the model adapts
when a player changes.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import product
from typing import Any, NamedTuple

from railbird.errors import OptionError

ENOUGH = 30
"""A situation with fewer observations is merged with others. Also the number of recent ones."""

LETTERS = "fcr"
"""Letters of recent observations in files: fold, check or call, bet or raise."""


class Deed(IntEnum):
    """The kind of an action, as the frequencies count it."""

    FOLD = 0
    CALL = 1
    RAISE = 2


class Last(IntEnum):
    """A player's last action in the round before."""

    CHECK = 0
    CALL = 1
    BET = 2
    RAISE = 3


class First(IntEnum):
    """A player's first action in this round."""

    CHECK = 0
    CALL = 1
    RAISE = 2


class Chances(NamedTuple):
    """Probabilities of the three actions; they add up to 1."""

    fold: float
    call: float
    raised: float

    def possible(self, *, to_call: bool, can_raise: bool) -> Chances:
        """The same probabilities, restricted to the legal actions.

        Examples
        --------
        >>> Chances(0.5, 0.25, 0.25).possible(to_call=False, can_raise=True)
        Chances(fold=0.0, call=0.5, raised=0.5)
        """
        fold = self.fold if to_call else 0.0
        raised = self.raised if can_raise else 0.0
        total = fold + self.call + raised
        if total <= 0:
            return Chances(0.0, 1.0, 0.0)
        return Chances(fold / total, self.call / total, raised / total)


FIRST_DEFAULTS = (Chances(0.0, 0.7, 0.3), Chances(0.5, 0.3, 0.2), Chances(0.7, 0.2, 0.1))
"""By bets to call: Table 4."""
SECOND_DEFAULTS = (Chances(0.4, 0.4, 0.2), Chances(0.1, 0.8, 0.1), Chances(0.1, 0.6, 0.3))
"""By the first action: Table 5."""

BETS, ROUNDS, LASTS, FIRSTS = 3, 4, len(Last), len(First)


class _Row:
    """Observations of one situation: a count of each action, and the last actions in order."""

    __slots__ = ("counts", "recent", "total")

    def __init__(self, counts: list[int] | None = None, recent: list[int] | None = None) -> None:
        self.counts = counts or [0, 0, 0]
        self.recent = recent or []
        self.total = sum(self.counts)

    def add(self, deed: Deed) -> None:
        self.counts[deed] += 1
        self.total += 1
        self.recent.append(int(deed))
        if len(self.recent) > ENOUGH:
            del self.recent[0]

    def chances(self) -> Chances:
        fold, call, raised = (count / self.total for count in self.counts)
        if self.total > ENOUGH:
            lately = [self.recent.count(deed) / len(self.recent) for deed in range(3)]
            return Chances((fold + lately[0]) / 2, (call + lately[1]) / 2, (raised + lately[2]) / 2)
        return Chances(fold, call, raised)


class ActionFrequencies:
    """The observed actions of one player.

    Examples
    --------
    >>> seen = ActionFrequencies()
    >>> seen.predict_first(bets=1, street=1, last=Last.CALL)
    Chances(fold=0.5, call=0.3, raised=0.2)
    >>> for _ in range(30):
    ...     seen.record_first(Deed.CALL, bets=1, street=2, last=Last.CHECK)
    >>> seen.predict_first(bets=1, street=1, last=Last.CALL)
    Chances(fold=0.0, call=1.0, raised=0.0)
    """

    def __init__(self) -> None:
        self._first = [_Row() for _ in range(BETS * ROUNDS * LASTS)]
        self._second = [_Row() for _ in range(FIRSTS * ROUNDS)]

    def record_first(self, deed: Deed, *, bets: int, street: int, last: Last) -> None:
        """Count the first action of a round. More than two ``bets`` count as two."""
        self._first[(min(bets, 2) * ROUNDS + street) * LASTS + last].add(deed)

    def record_second(self, deed: Deed, *, first: First, street: int) -> None:
        """Count the second action of a round."""
        self._second[first * ROUNDS + street].add(deed)

    def predict_first(self, *, bets: int, street: int, last: Last) -> Chances:
        """Probabilities of the first action of a round. More than two ``bets`` count as two."""
        bets = min(bets, 2)
        at = (bets * ROUNDS + street) * LASTS
        row = self._first[at + last]
        if row.total >= ENOUGH:
            return row.chances()
        merged = _merged(self._first[at : at + LASTS])
        if merged is None:
            at = bets * ROUNDS * LASTS
            merged = _merged(self._first[at : at + ROUNDS * LASTS])
        return FIRST_DEFAULTS[bets] if merged is None else merged

    def predict_second(self, *, first: First, street: int) -> Chances:
        """Probabilities of a later action of a round, after the first one."""
        row = self._second[first * ROUNDS + street]
        if row.total >= ENOUGH:
            return row.chances()
        merged = _merged(self._second[first * ROUNDS : (first + 1) * ROUNDS])
        return SECOND_DEFAULTS[first] if merged is None else merged

    @property
    def observations(self) -> int:
        """The number of actions counted."""
        return sum(row.total for row in self._first + self._second)

    def counts_first(self, *, bets: int, street: int, last: Last) -> tuple[int, ...]:
        """Folds, calls and raises of one situation of the first table."""
        return tuple(self._first[(min(bets, 2) * ROUNDS + street) * LASTS + last].counts)

    def counts_second(self, *, first: First, street: int) -> tuple[int, ...]:
        """Folds, calls and raises of one situation of the second table."""
        return tuple(self._second[first * ROUNDS + street].counts)

    def to_json(self) -> dict[str, Any]:
        """The tables as plain values. Only situations that were seen are included.

        A row holds the situation, the numbers of folds, calls and raises, and the last observations
        as letters: ``[bets, round, last, fold, call, raise, "fccr"]`` and
        ``[first, round, fold, call, raise, "crf"]``.
        """
        first = [
            [*at, *row.counts, _letters(row)]
            for at, row in zip(_first_contexts(), self._first, strict=True)
            if row.total
        ]
        second = [
            [*at, *row.counts, _letters(row)]
            for at, row in zip(_second_contexts(), self._second, strict=True)
            if row.total
        ]
        return {"first": first, "second": second}

    @classmethod
    def from_json(cls, values: object) -> ActionFrequencies:
        """Inverse of `to_json`. On bad values `OptionError` says what is wrong."""
        if not isinstance(values, dict):
            raise OptionError("action frequencies are not an object")
        made = cls()
        for name, contexts, rows in (
            ("first", _first_contexts(), made._first),
            ("second", _second_contexts(), made._second),
        ):
            lines = values.get(name)
            if not isinstance(lines, list):
                raise OptionError(f"action frequencies have no list {name!r}")
            size = len(contexts[0])
            for line in lines:
                at, row = _read_line(line, size, name)
                if at not in contexts or rows[contexts.index(at)].total:
                    raise OptionError(f"{name!r} has the unknown or repeated situation {list(at)}")
                rows[contexts.index(at)] = row
        return made


def _merged(rows: list[_Row]) -> Chances | None:
    """Probabilities of several situations together; None if even these were rarely seen."""
    total = sum([row.total for row in rows])
    if total < ENOUGH:
        return None
    return Chances(*(sum([row.counts[deed] for row in rows]) / total for deed in range(3)))


def _first_contexts() -> list[tuple[int, ...]]:
    return list(product(range(BETS), range(ROUNDS), range(LASTS)))


def _second_contexts() -> list[tuple[int, ...]]:
    return list(product(range(FIRSTS), range(ROUNDS)))


def _letters(row: _Row) -> str:
    return "".join(LETTERS[deed] for deed in row.recent)


def _read_line(line: object, size: int, name: str) -> tuple[tuple[int, ...], _Row]:
    """The situation and observations in a line of a file."""
    wrong = OptionError(f"{name!r} has the line {line!r}, which is not in this format")
    if not isinstance(line, list) or len(line) != size + 4:
        raise wrong
    numbers, letters = line[:-1], line[-1]
    if any(type(n) is not int or n < 0 for n in numbers) or not isinstance(letters, str):
        raise wrong
    if any(letter not in LETTERS for letter in letters):
        raise wrong
    counts = numbers[size:]
    recent = [LETTERS.index(letter) for letter in letters]
    if len(recent) != min(sum(counts), ENOUGH) or any(
        recent.count(deed) > counts[deed] for deed in range(3)
    ):
        raise wrong
    return tuple(numbers[:size]), _Row(counts, recent)
