"""Players from outside the package: a class in a file, in a module or in an installed package.

Whatever is wrong with such a class, the user gets one sentence about it. What it prints goes to
stderr, because stdout may be JSON.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from railbird.errors import InputError, OptionError
from railbird.players.base import Player
from railbird.players.spec import is_program, leaves, read_spec

Maker = Callable[[str], Player]
"""A class or a function that makes a player of a name."""

_LONGEST_REASON = 200


def reason_of(error: BaseException, *, file: str = "") -> str:
    """An exception in one line, with the place in ``file`` that it came from."""
    said = " ".join(str(error).split())
    reason = f"{type(error).__name__}: {said}" if said else type(error).__name__
    if said and isinstance(error, (InputError, TimeoutError)):
        reason = said  # it is a whole sentence
    if len(reason) > _LONGEST_REASON:
        reason = f"{reason[:_LONGEST_REASON]}…"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)]
    files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
    if file in files and not isinstance(error, SyntaxError):
        reason += f", {Path(file).name} line {lines[len(files) - 1 - files[::-1].index(file)]}"
    return reason


_ONE_AT_A_TIME = threading.RLock()


@contextmanager
def own_code(what: str, *, file: str = "") -> Iterator[None]:
    """Run a user's code; an exception becomes an `OptionError` that begins with ``what``.

    Threads take turns: where a program prints is the same for all of them.
    """
    try:
        with _ONE_AT_A_TIME, redirect_stdout(sys.stderr):
            yield
    except InputError:
        raise
    except (Exception, SystemExit) as error:  # a user's code raises what it likes
        raise OptionError(f"{what}: {reason_of(error, file=file)}") from None


def is_place(kind: str) -> bool:
    """Whether a text names a file or module and a class in it, such as ``./bot.py:MyBot``."""
    return ":" in kind or kind.endswith(".py")


def load_maker(kind: str) -> tuple[str, Maker]:
    """The class or function of ``FILE.py:NAME`` or ``module:NAME``, and its text for a process that
    runs in another folder."""
    place, _, name = kind.rpartition(":")
    if not place or not name.isidentifier():
        raise OptionError(f"player {kind!r} names no class: write ./bot.py:MyBot")
    if place.endswith(".py") or "/" in place or "\\" in place:
        path = Path(place).resolve()
        if not path.is_file():
            raise OptionError(f"player {kind!r}: there is no file {place}")
        module, kind = _file_module(path), f"{path}:{name}"
    else:
        module = _named_module(place)
    made = getattr(module, name, None)
    if made is None:
        makers = [n for n, value in vars(module).items() if _can_play(n, value, module)]
        found = f"it has {', '.join(makers)}" if makers else "it has no class of a player"
        raise OptionError(f"player {kind!r}: {place} has no {name}: {found}")
    return kind, check_maker(kind, made)


def marked(text: str) -> str:
    """The text of a player with a mark of the files that it names, which changes with them.

    A bot that was changed plays another match, in the library and in a log.

    Examples
    --------
    >>> marked("Bob=always-call")
    'Bob=always-call'
    """
    files = [path for each in leaves(text) for path in map(Path, _words(each)) if path.is_file()]
    if not files:
        return text
    return f"{text}#{sha256(b''.join(path.read_bytes() for path in files)).hexdigest()[:6]}"


def _words(text: str) -> list[str]:
    """The parts of a player's text that may be files."""
    if is_program(text):
        return text.partition("exec:")[2].split()
    return [read_spec(text).kind.rpartition(":")[0]]


def check_maker(kind: str, made: object) -> Maker:
    """``made``, if it can make players."""
    if isinstance(made, type) and not issubclass(made, Player):
        raise OptionError(f"player {kind!r} is not a Player: derive the class from railbird.Player")
    if not callable(made):
        raise OptionError(
            f"player {kind!r} is not a class or a function that returns a Player, but "
            f"{type(made).__name__}"
        )
    return made


def make_own(kind: str, maker: Maker, name: str) -> Player:
    """Make a player by a user's class or function."""
    file = getattr(sys.modules.get(getattr(maker, "__module__", "")), "__file__", None) or ""
    with own_code(f"player {kind!r} cannot be made with the name {name!r}", file=file):
        player: object = maker(name)
        if isinstance(player, Player):
            player.name = name
    if not isinstance(player, Player):
        raise OptionError(f"player {kind!r} returned {type(player).__name__}, not a Player")
    if type(player).act is Player.act:
        raise OptionError(f"player {kind!r} cannot act: write its method act(state)")
    return player


def _can_play(name: str, value: object, module: ModuleType) -> bool:
    """Whether this is a module's own class of a player, or a function that may make one."""
    if getattr(value, "__module__", "") != module.__name__ or name.startswith("_"):
        return False
    if isinstance(value, type):
        return issubclass(value, Player) and value.act is not Player.act
    try:
        inspect.signature(value).bind(name)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return False
    return True


@cache
def _file_module(path: Path) -> ModuleType:
    """The module in a file. It may import modules that lie beside it."""
    name = f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    loader = SourceFileLoader(name, str(path))
    spec = spec_from_loader(name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    _search(path.parent)
    sys.modules[name] = module  # where pickle and dataclasses look for it
    try:
        with own_code(f"{path.name} cannot be loaded", file=str(path)):
            loader.exec_module(module)
    except OptionError:
        del sys.modules[name]
        raise
    return module


def _named_module(name: str) -> ModuleType:
    """An installed module, or one in the current folder."""
    _search(Path.cwd())
    with own_code(f"module {name} cannot be loaded"):
        return importlib.import_module(name)


def _search(folder: Path) -> None:
    """Find modules in a folder too, after all others."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
