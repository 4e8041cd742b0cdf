"""A GPU through CuPy, which is an extra: imported only where it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from railbird.errors import OptionError


def cupy() -> Any:
    """The module CuPy.

    Raises
    ------
    OptionError
        If CuPy is not installed, or no GPU is seen.
    """
    try:
        module = import_module("cupy")
    except ImportError:
        raise OptionError(
            "a GPU needs CuPy, which is not installed: run `pip install 'railbird[gpu]'`"
        ) from None
    try:
        seen = module.cuda.runtime.getDeviceCount()
    except Exception:  # CuPy's own kinds of exception: no driver, or no device
        seen = 0
    if not seen:
        raise OptionError("no GPU is seen: leave out --gpu, or check `nvidia-smi`")
    return module


def gpu_is_there() -> bool:
    """Whether CuPy is installed and sees a GPU."""
    try:
        cupy()
    except OptionError:
        return False
    return True


def on_host(array: Any) -> Any:
    """An array of NumPy or CuPy as one of NumPy.

    Examples
    --------
    >>> on_host([1, 2])
    [1, 2]
    """
    return array.get() if hasattr(array, "get") else array
