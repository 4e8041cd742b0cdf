"""The command ``railbird``. Kernels are imported only by the command that needs them."""

from __future__ import annotations

import gc
import sys
import warnings

from railbird.cli.app import app
from railbird.cli.ui.output import plain_streams
from railbird.errors import InputError

# the help lists the commands in the order of these imports
# isort: off
from railbird.cli import equity, rank, range  # noqa: A004, F401
from railbird.cli import import_, hands, matches, export  # noqa: F401
from railbird.cli import match, league, play  # noqa: F401
from railbird.cli import analyze, icm, jam, reproduce  # noqa: F401
from railbird.cli import acpc, tables, bench  # noqa: F401


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning on one line, without the place in our code."""
    print(f"railbird: {message}", file=sys.stderr)


def main() -> None:
    """Run the command; bad input ends in one sentence and exit status 2."""
    warnings.showwarning = _warn
    plain_streams()
    gc.set_threshold(100_000, 50, 50)  # collecting modules would take a fifth of the start-up time
    try:
        app()
    except InputError as error:
        print(f"railbird: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(f"railbird: {error.filename or 'a file'}: {error.strerror}", file=sys.stderr)
        sys.exit(2)
    except SystemExit as stop:
        if stop.code == 130:  # how Typer exits after Ctrl-C, silently
            print("railbird: interrupted", file=sys.stderr)
        raise


if __name__ == "__main__":
    main()
