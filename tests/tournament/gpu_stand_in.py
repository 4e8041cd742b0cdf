"""A stand-in for CuPy where there is no GPU: its arrays refuse to be mixed with those of NumPy."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from railbird.tournament.whole import small_games_gpu
from railbird.tournament.whole.small_games import SmallGames
from railbird.tournament.whole.summed import in_buckets

Array = Any
COMPILER = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")


class Device(np.ndarray):
    """An array of the stand-in."""

    def get(self) -> Array:
        """A copy for NumPy."""
        return np.array(self.view(np.ndarray))

    def __array_ufunc__(self, ufunc: Any, method: str, *given: Any, **more: Any) -> Array:
        if "out" in more:
            more["out"] = tuple(map(_plain, more["out"]))
        for one in given:
            _refuse(one)
        return _device(getattr(ufunc, method)(*map(_plain, given), **more))

    def __array_function__(self, function: Any, *_: Any) -> Array:
        raise TypeError(f"np.{function.__name__} of an array on a GPU")

    def __getitem__(self, key: Any) -> Array:
        return _device(self.view(np.ndarray)[_plain(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        _refuse(value)
        self.view(np.ndarray)[_plain(key)] = _plain(value)


def _refuse(one: Any) -> None:
    if isinstance(one, np.ndarray) and not isinstance(one, Device) and one.ndim:
        raise TypeError("an array of NumPy meets one on a GPU")


def _device(found: Any) -> Any:
    if isinstance(found, (tuple, list)):
        return type(found)(map(_device, found))
    return np.asarray(found).view(Device) if isinstance(found, (np.ndarray, np.generic)) else found


def _plain(given: Any) -> Any:
    if isinstance(given, (tuple, list)):
        return type(given)(map(_plain, given))
    return given.view(np.ndarray) if isinstance(given, Device) else given


def _lifted(function: Callable[..., Any]) -> Callable[..., Any]:
    def found(*given: Any, **more: Any) -> Any:
        more = {name: _plain(value) for name, value in more.items()}
        return _device(function(*map(_plain, given), **more))

    return found


def stand_in() -> Any:
    """The functions of NumPy for these arrays."""
    module = types.ModuleType("stand_in")
    for name in dir(np):
        one = getattr(np, name)
        if not name.startswith("_"):
            is_kind = isinstance(one, (type, types.ModuleType)) or not callable(one)
            setattr(module, name, one if is_kind else _lifted(one))
    memory = types.SimpleNamespace(memGetInfo=lambda: (0, 1 << 37))
    module.cuda = types.SimpleNamespace(runtime=memory)  # type: ignore[attr-defined]
    return module


def compiled_for_a_cpu(
    folder: Path, *, backwards: bool = False
) -> Callable[[Any, int, int], tuple[Any, ...]]:
    """What takes the place of `small_games_gpu.compiled`: the same code, as loops.

    Loops go ``backwards`` to show that the order of threads does not matter.
    """

    def compiled(xp: Any, players: int, buckets: int) -> tuple[Any, ...]:
        games = SmallGames(players)
        code = library(folder, players, buckets, backwards=backwards)

        def solve(_grid: Any, _block: Any, given: tuple[Any, ...]) -> None:
            room = given[11]
            assert room.dtype == np.uint8
            room.view(np.ndarray)[:] = 255  # a GPU does not begin with zeros
            code.solve(*map(_argument, given))

        tables = [xp.asarray(one) for one in small_games_gpu.arguments(games, buckets)]
        shape = xp.asarray(small_games_gpu.packed(games.shape))
        return solve, shape, tables, sizes(code)[0]

    return compiled


def library(folder: Path, players: int, buckets: int, *, backwards: bool = False) -> ctypes.CDLL:
    """The code of small games for a CPU."""
    tables = in_buckets(SmallGames(players).showdowns, buckets)
    numbers = small_games_gpu.defined(players, tables)
    way = "backwards" if backwards else "forwards"
    source, found = folder / "games.cpp", folder / f"games_{players}_{buckets}_{way}.so"
    if not found.exists():
        assert COMPILER is not None
        source.write_text(small_games_gpu.SOURCE)
        defines = [f"-D{name}={value}" for name, value in numbers.items()]
        defines += ["-DBACKWARDS"] if backwards else []
        options = ["-O1", "-shared", "-fPIC", *defines, "-o", str(found), str(source)]
        subprocess.run([COMPILER, *options], check=True)
    return ctypes.CDLL(str(found))


def sizes(code: ctypes.CDLL) -> list[int]:
    """The bytes of a block's room, and of the memory that its threads share."""
    found = np.zeros(2, dtype=np.int64)
    code.sizes(_pointer(found))
    return [int(one) for one in found]


def _argument(given: Any) -> Any:
    if isinstance(given, np.ndarray):
        assert given.flags.c_contiguous
        return _pointer(given)
    kinds = {np.int32: ctypes.c_int, np.float32: ctypes.c_float}
    return kinds[type(given)](given.item())


def _pointer(array: Array) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
