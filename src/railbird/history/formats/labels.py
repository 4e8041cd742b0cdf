"""Labels of a hand: what a format may leave out or replace without changing what was played."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from railbird.cards.card import Card
from railbird.errors import CannotHoldError, InputError
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.rules import Rules

LABELS = {
    "number": "hand numbers",
    "table": "table names",
    "when": "times",
    "chip": "values of a chip",
    "hero": "heroes",
    "seats": "seat numbers",
    "table_size": "table sizes",
    "players": "player names",
    "stacks": "stacks that did not matter",
    "rules": "caps that did not matter",
    "tournament": "details of tournaments",
}
"""The fields of a `Hand` that may differ in a written hand, and what they are called. Stacks and
the cap on raises are labels where they made no difference: see `same_play`. The worth of a chip is
one where a format knows only chips: see `check_play`."""

NOT_IN_TOURNAMENT = "tournaments: such hands read back as cash games"
"""What is lost where nothing says that a hand was played in a tournament."""

_NOT_TEXT = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udc7f\udd00-\udfff]+")
"""What no line of text may hold: control characters, line ends, and halves of characters."""


def changed_labels(hand: Hand, held: Hand) -> list[str]:
    """The fields in which a written hand differs from the one that was to be written."""
    return [
        name
        for name in LABELS
        if getattr(hand, name) != getattr(held, name)
        # what a text says about a tournament may be more than the hand did
        and (name != "tournament" or hand.tournament is not None)
    ]


def check_extras(hand: Hand, *, format: str) -> None:  # noqa: A002
    """Raise `CannotHoldError` for what only our own format can hold."""
    for wrong, what in (
        (hand.run_outs, "a board that was run more than once"),
        (hand.added, "what the house paid to players"),
        (hand.rules.stake_cap, "a cap on what a player can lose"),
        # PokerStars text is read as the room wrote it
        (hand.rules.tolerant and format != "pokerstars", "actions that break the usual rules"),
    ):
        if wrong:
            raise CannotHoldError(f"hand {hand.number}: the format {format} cannot hold {what}")


def check_same(hand: Hand, held: Hand, *, format: str) -> None:  # noqa: A002
    """Raise `CannotHoldError` if a format cannot hold all labels of a hand."""
    lost = [
        f"the {LABELS[name]} ({_said(_value(hand, name))})" for name in changed_labels(hand, held)
    ]
    if lost:
        raise CannotHoldError(f"hand {hand.number}: {format} cannot hold {', '.join(lost)}")


def _value(hand: Hand, name: str) -> object:
    return hand.rules.cap if name == "rules" else getattr(hand, name)


def same_play(hand: Hand, **changes: Any) -> Hand:
    """The hand with other stacks or rules if nobody could tell them apart, else the hand itself."""
    other = replace(hand, **changes)
    try:
        state, changed = hand.replay(), other.replay()
    except InputError:
        return hand
    same = state.paid == changed.paid and state.folded == changed.folded
    return other if same and state.is_over == changed.is_over else hand


def seats_fit(seats: object, players: int) -> bool:
    """Whether these are the numbers of as many different seats."""
    return (
        isinstance(seats, list | tuple)
        and all(type(seat) is int and seat > 0 for seat in seats)
        and len(set(seats)) == len(seats) == players
    )


def is_text(text: str) -> bool:
    """Whether a text reads back from a file as it was written."""
    try:
        return text.encode(errors="surrogateescape").decode(errors="surrogateescape") == text
    except UnicodeError:
        return False


def clean(text: str, *, without: str = "") -> str:
    """A label in which ``_`` replaces what text cannot hold, and these characters."""
    text = _NOT_TEXT.sub("_", text)
    return re.sub(f"[{re.escape(without)}]", "_", text) if without else text


def clean_names(names: tuple[str, ...], *, without: str = "") -> tuple[str, ...]:
    """Clean names that are still different from each other."""
    cleaned: list[str] = []
    for name in names:
        new = clean(name, without=without)
        while new != name and (new in cleaned or new in names):
            new += "_"
        cleaned.append(new)
    return tuple(cleaned)


def check_play(hand: Hand, back: Hand, *, format: str) -> None:  # noqa: A002
    """Raise `CannotHoldError` if cards, money or actions read back differently."""
    capless = replace(back.rules, cap=hand.rules.cap, cap_heads_up=hand.rules.cap_heads_up)
    lost = [
        f"the {rule.name.replace('_', ' ')} of its rules ({_said(getattr(hand.rules, rule.name))})"
        for rule in fields(Rules)
        if getattr(hand.rules, rule.name) != getattr(capless, rule.name)
    ]
    lost += [
        f"its {field.name.replace('_', ' ')} ({_said(getattr(hand, field.name))})"
        for field in fields(Hand)
        if (field.name not in LABELS or field.name == "stacks")
        and getattr(hand, field.name) != getattr(back, field.name)
    ]
    if money(hand.chip).chips != money(back.chip).chips:
        lost.append(f"the worth of its chips ({hand.chip or 'unknown'})")
    if hand.tournament is not None and back.tournament is None:
        lost.append("that it was played in a tournament")
    if lost:
        raise CannotHoldError(f"hand {hand.number}: {format} does not keep {', '.join(lost)}")


def _said(value: object) -> str:
    """A value of a hand in words: cards as text, and what is not known as a dash."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        cards = all(isinstance(part, Card) for part in value)
        return (" " if cards else ", ").join(map(_said, value)) or "none"
    return "-" if value is None else str(value)
