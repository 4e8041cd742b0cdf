"""Players as text: ``NAME=KIND`` and ``NAME=KIND(argument,option=value)``, which may be nested."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from railbird.errors import OptionError


class Spec(NamedTuple):
    """The parts of a player's text. ``arguments`` is None where there are no parentheses."""

    name: str
    kind: str
    arguments: tuple[str, ...] | None


def read_spec(text: str) -> Spec:
    """Take a player's text apart.

    Examples
    --------
    >>> read_spec("Bob=always-call")
    Spec(name='Bob', kind='always-call', arguments=None)
    >>> read_spec("coach(Ann=sparbot(tricky=0.2),vexbot,by=money)").arguments
    ('Ann=sparbot(tricky=0.2)', 'vexbot', 'by=money')
    """
    if text.startswith("="):
        raise OptionError(f"player {text!r} has no name before '=': write NAME{text}")
    if is_program(text) or not text.endswith(")"):
        name, _, kind = text.rpartition("=")
        if "(" in kind and "." not in kind and not is_program(text):
            raise OptionError(f"player {text!r} does not end with ')': close its parentheses")
        return Spec(name, kind, None)
    head, _, inner = text[:-1].partition("(")
    name, _, kind = head.rpartition("=")
    return Spec(name, kind, tuple(_split(inner, text)))


def is_program(text: str) -> bool:
    """Whether a text is a program, ``exec:COMMAND`` or ``NAME=exec:COMMAND``."""
    head, program, _ = text.partition("exec:")
    return bool(program) and (not head or (head.endswith("=") and "(" not in head))


def leaves(text: str) -> Iterator[str]:
    """The players in a player's text that are not made of others.

    Examples
    --------
    >>> list(leaves("coach(Ann=sparbot,vexbot)"))
    ['Ann=sparbot', 'vexbot']
    """
    arguments = read_spec(text).arguments
    if arguments is None:
        yield text
    for each in arguments or ():
        yield from leaves(each)


def read_options(kind: str, arguments: Collection[str], known: Collection[str]) -> dict[str, str]:
    """The options among the arguments of a kind, by name. Others than these are refused."""
    found: dict[str, str] = {}
    for each in arguments:
        key, equals, value = each.partition("=")
        if not equals or key not in known or key in found:
            if not known:
                raise OptionError(f"{kind}({each}): {kind} takes nothing in parentheses; omit them")
            takes = ", ".join(f"{key}=…" for key in known)
            raise OptionError(f"{kind}({each}): in its parentheses {kind} takes {takes}, each once")
        found[key] = value
    return found


def number_of(kind: str, key: str, value: str) -> float:
    """The number that an option was given."""
    try:
        return float(value)
    except ValueError:
        raise OptionError(f"{kind}({key}={value}): {key} must be a number") from None


def _split(inner: str, whole: str) -> Iterator[str]:
    """The arguments between commas that no parentheses enclose."""
    depth, begin = 0, 0
    for i, letter in enumerate(inner):
        depth += (letter == "(") - (letter == ")")
        if depth < 0:
            break
        if letter == "," and not depth:
            yield inner[begin:i].strip()
            begin = i + 1
    if depth:
        raise OptionError(f"player {whole!r}: its parentheses do not match")
    if inner.strip():
        yield inner[begin:].strip()
