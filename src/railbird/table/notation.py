"""The one-letter betting notation of the DIVAT documents, such as ``SlRrC/kBrC/bC/bRc``.

The letters are ``s`` for the small blind, ``l`` for the large (big) blind, ``k`` check, ``c`` call,
``b`` bet, ``r`` raise and ``f`` fold. Capitals belong to the second player, in position 1. Slashes
separate rounds. The notation is for two players and fixed limits, where amounts follow from the
rules.
"""

from __future__ import annotations

from railbird.errors import IllegalActionError, NotationError
from railbird.table.rules import Rules
from railbird.table.state import CALL, FOLD, State


def write_betting(rules: Rules, stacks: tuple[int, ...], actions: tuple[int, ...]) -> str:
    """Write actions as text.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> write_betting(table_rules(2), (100, 100), (4, 6, 0, 0, 2, 4, 0))
    'SlRrC/kBrC/'
    """
    _check_rules(rules)
    state = State(rules, stacks)
    rounds = [_blinds(rules), "", "", ""]
    for action in actions:
        letter = _letter(state, action)
        state.apply(action)
        number, actor, _ = state.actions[-1]
        rounds[number] += letter.upper() if actor == 1 else letter
    return "/".join(rounds[: _reached(state) + 1])


def read_betting(rules: Rules, stacks: tuple[int, ...], text: str) -> tuple[int, ...]:
    """Read actions from text; `NotationError` names the letter that does not fit.

    An ``I`` is read as the blind ``l``, because they look alike in print.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> read_betting(table_rules(2), (100, 100), "SlRrC/kBrC/bC/bRc")
    (4, 6, 0, 0, 2, 4, 0, 4, 0, 4, 8, 0)
    """
    _check_rules(rules)
    state = State(rules, stacks)
    if text[:2].replace("I", "l") != _blinds(rules):
        raise NotationError(f"{text!r} must begin with the blinds, {_blinds(rules)!r}")
    for number, letters in enumerate(text[2:].split("/")):
        if number > _reached(state):
            raise NotationError(
                f"slash {number} of {text!r}: the betting of round {number} is not over"
                if not state.is_over
                else f"slash {number} of {text!r}: the hand is over"
            )
        for letter in letters:
            try:
                _read_letter(state, number, letter)
            except IllegalActionError as error:
                raise NotationError(
                    f"{letter!r} in round {number + 1} of {text!r}: {error}"
                ) from None
    return tuple(action for _, _, action in state.actions)


def _read_letter(state: State, number: int, letter: str) -> None:
    if state.is_over or state.round != number:
        raise IllegalActionError("the betting of this round is over")
    if letter.isupper() != (state.actor == 1):
        raise IllegalActionError(f"it is player {(state.actor or 0) + 1}'s turn")
    to_call, low, _ = state.options()
    small = letter.lower() if letter.isascii() else letter  # the Kelvin sign is not a check
    action = {"f": FOLD, "k": CALL, "c": CALL, "b": low, "r": low}.get(small)
    if action is None:
        raise IllegalActionError("the letters are k, c, b, r and f")
    if action == 0 and small in "br":
        raise IllegalActionError("no raise is possible here")
    if small != _letter(state, action):
        raise IllegalActionError(
            f"with {to_call} to call, this is written {_letter(state, action)!r}"
        )
    state.apply(action)


def _letter(state: State, action: int) -> str:
    if action == FOLD:
        return "f"
    if action == CALL:
        return "c" if state.options().to_call else "k"
    return "r" if state.level else "b"


def _reached(state: State) -> int:
    """The latest round that the hand has reached."""
    if state.is_over:
        return 3 if state.showdown else state.actions[-1][0]
    return state.round


def _blinds(rules: Rules) -> str:
    """The letters of the blinds, small blind first."""
    small = min((0, 1), key=lambda p: rules.blinds[p])
    return "Sl" if small == 1 else "sL"


def _check_rules(rules: Rules) -> None:
    if rules.players != 2 or rules.betting != "limit":
        raise NotationError("this notation is for two players and fixed limits")
