"""The names of the seats, for every table size."""

from __future__ import annotations

from railbird.table.rules import Rules

EARLY = ("UTG", "UTG+1", "UTG+2", "UTG+3")
LATE = ("LJ", "HJ", "CO", "BTN", "SB", "BB")


def seat_names(players: int) -> tuple[str, ...]:
    """Names of the seats of 2 to 10 players, in order of action before the flop.

    Heads-up the button posts the small blind and is called ``SB``.

    Examples
    --------
    >>> seat_names(2), seat_names(4)
    (('SB', 'BB'), ('CO', 'BTN', 'SB', 'BB'))
    >>> seat_names(9)[:4]
    ('UTG', 'UTG+1', 'UTG+2', 'LJ')
    """
    early = EARLY[: max(players - len(LATE), 0)]
    return (*early, *LATE[-(players - len(early)) :])


def position_names(rules: Rules) -> tuple[str, ...]:
    """Names of the positions of a table in their order: the blinds first, the button last.

    Heads-up the first position may post the big blind.

    Examples
    --------
    >>> from railbird.table.rules import table_rules
    >>> position_names(table_rules(2)), position_names(table_rules(6))
    (('BB', 'SB'), ('SB', 'BB', 'LJ', 'HJ', 'CO', 'BTN'))
    """
    names = seat_names(rules.players)
    if rules.players == 2 and rules.blinds[0] == rules.big_blind:
        return names[::-1]
    return (*names[-2:], *names[:-2])
