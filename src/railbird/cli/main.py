"""The command ``railbird``. Kernels are imported only by the command that needs them."""

from __future__ import annotations

import gc
import sys
import warnings
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import typer

from railbird.cli.app import app
from railbird.cli.ui.interrupts import was_interrupted, watch_interrupts
from railbird.cli.ui.output import InterruptedCommandError, plain_streams
from railbird.errors import InputError, OptionError

# the help lists the commands in the order of these imports
# isort: off
from railbird.cli import equity, rank, range  # noqa: A004, F401
from railbird.cli import import_, hands, matches, results, export  # noqa: F401
from railbird.cli import match, league, play, players  # noqa: F401
from railbird.cli import analyze, fit, settings, icm, jam, review, sage, reproduce  # noqa: F401
from railbird.cli.omaha8 import chart, solve, oracle, train, table as omaha8_table  # noqa: F401
from railbird.cli import tournament, tournament_show, tournament_models  # noqa: F401
from railbird.cli import tournament_study, tournament_match  # noqa: F401
from railbird.cli.blackjack import ev, play as blackjack_play, analyze as scores  # noqa: F401
from railbird.cli import studio, acpc, tables, bench  # noqa: F401


INTERRUPTED = 130
"""The exit status after Ctrl-C."""


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning on one line, without the place in our code."""
    print(f"railbird: {message}", file=sys.stderr)


def main() -> None:
    """Run the command; bad input ends in one sentence and exit status 2."""
    warnings.showwarning = _warn
    plain_streams()
    watch_interrupts()
    gc.set_threshold(100_000, 50, 50)  # collecting modules would take a fifth of the start-up time
    try:
        _refuse_empty(sys.argv[1:])
        sys.exit(app(standalone_mode=False))
    except InputError as error:
        _stop(str(error))
    except OSError as error:
        _stop(f"{error.filename or 'a file'}: {error.strerror}")
    except typer.Abort:  # the input ended while a question waited for its answer
        _stop("the input ended before the command did")
    except SystemExit as stop:
        if stop.code == INTERRUPTED:  # Typer says nothing after Ctrl-C
            print("railbird: interrupted", file=sys.stderr)
        raise
    except InterruptedCommandError as stop:
        _stop(str(stop), INTERRUPTED)
    except Exception as error:
        # Typer's own class of usage errors changes from version to version
        if not hasattr(error, "format_message"):
            if was_interrupted():  # a compiler that was interrupted raises what it likes
                _stop("interrupted", INTERRUPTED)
            raise
        _stop_usage(error)


def _refuse_empty(words: Sequence[str]) -> None:
    """Refuse an option that is given an empty text: many commands would take it as not given."""
    for option, word in pairwise(["", *words]):
        is_joined = word.startswith("--") and word.endswith("=")
        if is_joined or (not word and option.startswith("-") and "=" not in option):
            name = word.rstrip("=") if is_joined else option
            raise OptionError(f"{name} is empty: give it a value, or leave it out")


def _stop(message: str, status: int = 2) -> None:
    print(f"railbird: {message}", file=sys.stderr)
    sys.exit(status)


_SAID = {
    "Input should be a valid integer, unable to parse string as an integer": "give a whole number",
    "Input should be a valid number, unable to parse string as a number": "give a number",
}
"""What the library that reads options says, and what we say."""


def _stop_usage(error: Any) -> None:
    """Say what is wrong with the options in one line. A bare group of commands shows its help."""
    message, context = error.format_message(), error.ctx
    for technical, said in _SAID.items():
        message = message.replace(technical, said)
    if "\n" in message:
        print(message, file=sys.stderr)
        sys.exit(2)
    command = "railbird" if context is None else context.command_path
    end = "" if message.endswith((".", "?")) else "."
    _stop(f"{message[:1].lower()}{message[1:]}{end} See {command} --help.")


if __name__ == "__main__":
    main()
