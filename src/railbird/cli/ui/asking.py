"""How a person chooses an action: by a key, or by a line of text without a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from railbird.cli.ui.keyboard import BACKSPACE, ENTER, ESCAPE
from railbird.errors import IllegalActionError
from railbird.table.state import CALL, FOLD, State

if TYPE_CHECKING:
    from rich.console import Console

LINE_HELP = """\
  f  fold             r  raise by the least; r 300: to 300
  c  check or call    a  all-in, or the most you may bet
  k  check            q  leave the table
  ?  this help"""
KEY_HELP = """\
  f  fold             r  bet or raise
  c  check or call    a  all-in, or the most you may bet
  k  check            q  leave the table
  ?  this help
A key counts {when}.
Until then, Backspace takes it back and another replaces it.
Where you type an amount, Enter confirms it, Esc cancels it."""
_LONGEST_AMOUNT = 12


class LeaveTableError(KeyboardInterrupt):
    """The person leaves the table. It is not a player's error, so nothing catches it midway."""


class Asks(Protocol):
    """Where the actions of a person come from."""

    help: str

    def choose(self, state: State) -> int:
        """The action that the person wants."""


class Keys(Protocol):
    """The part of `railbird.cli.ui.keyboard.Keyboard` that is used here."""

    def key(self, wait: float | None = None) -> str | None:
        """The next key, or None if none came in time."""

    def drop(self) -> None:
        """Forget the keys that were pressed but not read."""


def deed(state: State, action: int, *, third_person: bool = False) -> str:
    """An action in words, before it is taken: ``raise to 4`` or ``calls 2, all in``."""
    s = "s" if third_person else ""
    all_in = ", all in" if state.puts_all_in(action) else ""
    if action == FOLD:
        return f"fold{s}"
    if action == CALL:
        to_call = state.options().to_call
        return f"call{s} {to_call:,}{all_in}" if to_call else f"check{s}"
    verb = f"raise{s} to" if state.level else f"bet{s}"
    return f"{verb} {action:,}{all_in}"


def menu(state: State) -> str:
    """The legal actions with their letters, in rich markup."""
    to_call, low, high = state.options()
    choices = [f"[b]c[/] {deed(state, CALL)}"]
    if to_call:
        choices.append("[b]f[/] fold")
    if low:
        span = f"–{high:,}" if low < high else ""
        choices.append(f"[b]r[/] {deed(state, low)}{span}")
    return " · ".join([*choices, "[b]?[/] help"])


def action_of(letter: str, state: State) -> int:
    """The action for a letter. A raise is the lowest one, or with ``a`` the highest."""
    to_call, low, high = state.options()
    if letter == "k" and to_call:
        raise IllegalActionError(f"you cannot check a bet: c calls {to_call:,}, f folds")
    if letter in ("c", "k"):
        return CALL
    if letter == "f":
        if not to_call:
            raise IllegalActionError("nothing to call: check with c")
        return FOLD
    if letter not in ("r", "b", "a"):
        raise IllegalActionError(f"{letter!r} is not a key: ? lists the keys")
    if not low:
        raise IllegalActionError("no raise is possible here")
    return high if letter == "a" else low


def level_of(text: str, state: State) -> int:
    """The level to raise to, from the typed text."""
    _, low, high = state.options()
    if not (text.isdecimal() and low <= int(text) <= high):
        raise IllegalActionError(f"{text!r} is not a legal amount: choose {low} to {high}")
    return int(text)


class LineAsks:
    """Reads a letter, and an amount where needed, from a line. ``read`` returns a line."""

    help = LINE_HELP

    def __init__(self, console: Console, read: Callable[[], str]) -> None:
        self._console = console
        self._read = read

    def choose(self, state: State) -> int:
        """The action that the person wants."""
        self._console.print(menu(state))
        while True:
            letter, _, amount = self._read().strip().lower().partition(" ")
            if letter == "q":
                raise LeaveTableError
            try:
                action = action_of(letter, state)
                return level_of(amount, state) if amount and letter in ("r", "b") else action
            except IllegalActionError as error:
                unknown = letter not in ("f", "k", "r", "b", "a")
                self._console.print(self.help if unknown else str(error), markup=False)


class KeyAsks:
    """Reads one key per action. It counts after a pause in which it can be taken back."""

    def __init__(self, console: Console, keys: Keys, pause: float) -> None:
        self._console = console
        self._keys = keys
        self._pause = pause
        when = f"after {pause:g} s, or immediately with Enter" if pause else "immediately"
        self.help = KEY_HELP.format(when=when)

    def choose(self, state: State) -> int:
        """The action that the person wants."""
        _, low, high = state.options()
        self._keys.drop()  # a key answers what was on screen when it was pressed
        chosen: int | None = None
        shown = menu(state)
        while True:
            self._show(shown)
            key = self._keys.key(None if chosen is None else self._pause)
            if chosen is not None and key in (None, ENTER):
                self._show("")
                return chosen
            chosen, shown = None, menu(state)
            if not key or key in (ENTER, BACKSPACE, ESCAPE):
                continue
            if key == "q":
                self._leave()
            elif key == "?":
                self._show("")
                self._console.print(self.help, style="dim", markup=False)
            elif low < high and (key in ("r", "b") or key.isdecimal()):
                level = self._level(state, key if key.isdecimal() else "")
                if level is not None:
                    return level
            else:
                try:
                    chosen = action_of(key, state)
                    shown = f"[b]{deed(state, chosen)}[/] [dim]· Backspace takes it back[/]"
                except IllegalActionError as error:
                    shown = str(error)

    def _level(self, state: State, typed: str) -> int | None:
        """The typed level, or None if the person goes back."""
        _, low, high = state.options()
        verb = "raise to" if state.level else "bet"
        hint = f"{low:,}–{high:,}, Enter for {low:,}, Esc to go back"
        while True:
            self._show(f"[b]{verb}[/] [dim]({hint})[/] {typed}")
            key = self._keys.key()
            if key == ESCAPE or (key == BACKSPACE and not typed):
                return None
            if key == BACKSPACE:
                typed = typed[:-1]
            elif key == ENTER:
                try:
                    level = level_of(typed or str(low), state)
                    self._show("")
                    return level
                except IllegalActionError as error:
                    hint, typed = str(error), ""
            elif key and key.isdecimal() and len(typed) < _LONGEST_AMOUNT:
                typed += key

    def _leave(self) -> None:
        self._show("[b]leave?[/] this hand will not count · [b]y[/] yes · any other key: no")
        if self._keys.key() == "y":
            self._show("")
            raise LeaveTableError

    def _show(self, text: str) -> None:
        """Overwrite the cursor's line."""
        from rich.control import Control
        from rich.segment import ControlType

        self._console.control(Control(ControlType.CARRIAGE_RETURN, (ControlType.ERASE_IN_LINE, 2)))
        self._console.print(text, end="", no_wrap=True, overflow="ellipsis")
