"""Prizes as people write them: in the command, or in a file."""

from __future__ import annotations

from pathlib import Path

from railbird.errors import OptionError
from railbird.typed import numbers


def prizes(text: str, option: str = "--payouts") -> list[float]:
    """The prizes of a list such as ``50,30,20``, or of a file that holds one.

    In a file prizes are separated by commas, spaces or line ends, first place first; ``#`` starts a
    remark.
    """
    try:
        return numbers(text, option, "50,30,20")
    except OptionError as error:
        path = Path(text)
        if not path.is_file():
            if "," not in text and text.strip():
                raise OptionError(
                    f"{option} {text!r} is neither a prize nor a file: give prizes such as "
                    "50,30,20, or the name of a file that holds them"
                ) from None
            raise error from None
    try:
        lines = [line.partition("#")[0] for line in path.read_text("utf-8-sig").splitlines()]
    except UnicodeDecodeError:
        raise OptionError(
            f"{option} {path} is not a text file: name one that holds prizes"
        ) from None
    words = " ".join(lines).replace(",", " ").split()
    return numbers(",".join(words), f"{option} {path}", "50,30,20")
