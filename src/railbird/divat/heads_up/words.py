"""Betting rounds in words."""

from __future__ import annotations

from collections.abc import Callable

from railbird.stats import does

_VERBS = {"f": "folds", "k": "checks", "c": "calls", "b": "bets", "r": "raises"}


def in_words(letters: str, players: tuple[str, str], *, shown: Callable[[str], str] = str) -> str:
    """Actions of a round in words; ``players`` are the big blind and the button.

    Examples
    --------
    >>> in_words("SlRf", ("Ann", "you"))
    'you raise, Ann folds'
    """
    return ", ".join(
        does(players[letter.isupper()], _VERBS[letter.lower()], shown)
        for letter in letters
        if letter.lower() in _VERBS
    )
