"""Sentences about a player, who may be called "you", or about several of them."""

from __future__ import annotations

from collections.abc import Callable

YOU = "you"
"""The name of a person at the keyboard."""

OTHERS = "the others"
"""The name of a player's opponents, where there are several."""

_IRREGULAR = {"does": "do", "is": "are", "was": "were", "has": "have"}


def does(name: str, what: str, shown: Callable[[str], str] = str, *, begins: bool = False) -> str:
    """A player and what they do.

    Parameters
    ----------
    name
        The player.
    what
        What they do, as it is said of anybody but "you".
    shown
        Formats the name.
    begins
        Whether a sentence begins here, so that "you" and "the others" get a capital letter.

    Examples
    --------
    >>> does("Ann", "is ahead"), does("you", "is ahead"), does("you", "checks")
    ('Ann is ahead', 'you are ahead', 'you check')
    >>> does("the others", "bets")
    'the others bet'
    >>> does("you", "played better", begins=True), does("hubot", "wins most", begins=True)
    ('You played better', 'hubot wins most')
    """
    if name not in (YOU, OTHERS):
        return f"{shown(name)} {what}"
    verb, gap, rest = what.partition(" ")
    verb = _IRREGULAR.get(verb, verb.removesuffix("s"))
    return f"{shown(name[0].upper() + name[1:] if begins else name)} {verb}{gap}{rest}"


def of(what: str, name: str, shown: Callable[[str], str] = str, *, begins: bool = False) -> str:
    """What belongs to a player; the options are those of `does`.

    Examples
    --------
    >>> of("the view", "Ann"), of("the view", "you"), of("DIVAT", "you", begins=True)
    ('the view of Ann', 'your view', 'Your DIVAT')
    """
    if name == YOU:
        return f"{'Your' if begins else 'your'} {what.removeprefix('the ')}"
    return f"{what} of {shown(name)}"
