"""``railbird studio``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import app
from railbird.cli.options import LibraryPath
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.studio.settings import StudioSettings

HIGHEST_PORT = 65535


@app.command()
def studio(
    *,
    port: Annotated[int | None, typer.Option(help="Listen on this port (default: 8470).")] = None,
    host: Annotated[
        str, typer.Option(help="Listen on this address (default: only this machine).")
    ] = "127.0.0.1",
    expose: Annotated[
        bool,
        typer.Option("--expose", help="Let other machines in. They need the token it prints."),
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open the browser.")
    ] = False,
    library: LibraryPath = None,
) -> None:
    """Open the studio: matches, hands, a replayer and a table to play at, in the browser.

    Ctrl-C ends it.

    \b
    Examples:
      railbird studio
      railbird studio --port 9000 --no-browser
      railbird studio --host 0.0.0.0 --expose
    """
    _need_extra()
    from railbird.history.library import Library, default_path
    from railbird.studio.security import token_for
    from railbird.studio.serve import serve
    from railbird.studio.settings import PORT, StudioSettings
    from railbird.studio.store import StudioStore

    if port is not None and not 1 <= port <= HIGHEST_PORT:
        raise OptionError(f"--port {port} is not a port: choose one from 1 to {HIGHEST_PORT}")
    settings = StudioSettings(
        library=library or default_path(),
        host=host,
        port=port or PORT,
        token=token_for(host, expose=expose),
    )
    for opened in (Library(settings.library), StudioStore(settings.folder)):
        opened.close()  # refused before anything is served
    serve(settings, ready=lambda address: _ready(settings, address, browser=not no_browser))
    print("\nrailbird: the studio is closed", file=sys.stderr)


def _need_extra() -> None:
    """Refuse to go on without the packages of the extra."""
    from importlib.util import find_spec

    if any(find_spec(name) is None for name in ("fastapi", "uvicorn")):
        raise OptionError("the studio needs more packages: pip install 'railbird[studio]'")


def _ready(settings: StudioSettings, address: str, *, browser: bool) -> None:
    print(f"the studio of {settings.library} is open: {address}", flush=True)
    if settings.token is not None:
        print("anybody who knows this address can use it; it is not encrypted", flush=True)
    print("press Ctrl-C to end it", flush=True)
    if browser:
        import webbrowser

        webbrowser.open(address)
