"""Which analysis fits a match, and what to say where none does."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from railbird.history.library import KeptMatch

AnalysisKind = Literal["limit", "no-limit", "omaha8", "ring"]
"""Hold'em of two players at limit and at no-limit, limit Omaha Hi-Lo of two, and limit hold'em of
three and more."""

_SIMPLE = ("rules", "bluffer", "always-call", "always-raise", "always-fold", "random")
KNOWN: Mapping[AnalysisKind, tuple[str, ...]] = MappingProxyType(
    {"limit": ("sparbot", *_SIMPLE), "no-limit": _SIMPLE, "omaha8": (), "ring": ()}
)
"""Kinds of player whose probabilities are known: AIVAT can be added for those."""


def analysis_kind(match: KeptMatch) -> AnalysisKind | None:
    """Which analysis fits a match; None if there is none."""
    rules = match.rules
    if (rules.game, rules.betting, rules.players) == ("omaha8", "limit", 2):
        return "omaha8"
    if rules.game != "holdem":
        return None
    if rules.players == 2:
        return {"limit": "limit", "no-limit": "no-limit"}.get(rules.betting)  # type: ignore[return-value]
    return "ring" if rules.betting == "limit" else None


def why_not(match: KeptMatch) -> str:
    """Why a match is not analysed; empty if it is.

    Examples
    --------
    >>> from railbird.table import table_rules
    >>> def of(players, **rules):
    ...     return KeptMatch(
    ...         name="", kind="import", players=(), rules=table_rules(players, **rules), number=1,
    ...         hands=1, begun=None, finished=None)
    >>> why_not(of(2)), why_not(of(6))
    ('', '')
    >>> print(why_not(of(6, betting="no-limit")))
    Skill and luck are told apart in no-limit hold'em of two players; this table has 6.
    """
    if analysis_kind(match) is not None:
        return ""
    rules = match.rules
    if rules.game == "holdem" and rules.betting == "no-limit":
        return (
            "Skill and luck are told apart in no-limit hold'em of two players; this table has "
            f"{rules.players}."
        )
    what = "pot-limit hold'em" if rules.game == "holdem" else f"{rules.betting} {rules.game}"
    return (
        "Skill and luck are told apart in limit and no-limit hold'em, and in limit Omaha Hi-Lo of "
        f"two players; this is {what}" + (f" of {rules.players}." if rules.players > 2 else ".")
    )
