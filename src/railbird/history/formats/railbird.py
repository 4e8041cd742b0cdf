"""Our own format: one hand per line, as JSON with everything in a `Hand`.

Cards are text; everything else is as in `Hand`. The first key of each line is ``railbird``, with
the version of the format.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Any

from railbird.cards.card import RANKS, SUITS, Card, format_cards
from railbird.errors import HandRecordError, InputError
from railbird.history.formats.base import Line, UnreadableHandError
from railbird.table.hand import Hand
from railbird.table.rules import Rules

VERSION = 1

_CARDS = {r + s: Card(4 * i + j) for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)}


def hand_fields(hand: Hand) -> dict[str, Any]:
    """A hand without its rules, as plain values."""
    fields: dict[str, Any] = {
        "players": hand.players,
        "stacks": hand.stacks,
        "hole_cards": [None if c is None else format_cards(c) for c in hand.hole_cards],
        "board": format_cards(hand.board),
        "actions": hand.actions,
        "payoffs": hand.payoffs,
    }
    if hand.rake:
        fields["rake"] = hand.rake
    for name in ("number", "table", "chip"):
        if getattr(hand, name):
            fields[name] = getattr(hand, name)
    if hand.when is not None:
        fields["when"] = hand.when.isoformat()
    return fields


def hand_from_fields(rules: Rules, fields: dict[str, Any]) -> Hand:
    """Inverse of `hand_fields`."""
    when = fields.get("when")
    return Hand(
        rules=rules,
        stacks=tuple(fields["stacks"]),
        players=tuple(fields["players"]),
        hole_cards=tuple(None if c is None else _cards(c) for c in fields["hole_cards"]),
        board=_cards(fields["board"]),
        actions=tuple(fields["actions"]),
        payoffs=tuple(fields["payoffs"]),
        rake=fields.get("rake", 0),
        number=fields.get("number", ""),
        table=fields.get("table", ""),
        chip=fields.get("chip", ""),
        when=None if when is None else datetime.fromisoformat(when),
    )


@lru_cache(maxsize=1024)
def rules_text(rules: Rules) -> str:
    """Rules as JSON."""
    return json.dumps(asdict(rules), separators=(",", ":"))


@lru_cache(maxsize=1024)
def rules_from_text(text: str) -> Rules:
    """Inverse of `rules_text`."""
    fields: dict[str, Any] = json.loads(text)
    plain: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()}
    return Rules(**plain)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(_CARDS[text[i : i + 2]] for i in range(0, len(text), 2))


class OwnFormat:
    """The format ``railbird``, which loses nothing."""

    name = "railbird"
    title = "our own: one hand per line, as JSON"

    def recognises(self, head: str) -> bool:
        return head.lstrip().startswith('{"railbird":')

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        for number, text in lines:
            if text.strip():
                yield [(number, text)]

    def read(self, lines: list[Line]) -> Hand:
        number, text = lines[0]
        try:
            fields = json.loads(text)
            if fields["railbird"] != VERSION:
                raise UnreadableHandError(
                    number, f"format version {fields['railbird']} is not {VERSION}: update railbird"
                )
            hand = hand_from_fields(rules_from_text(json.dumps(fields["rules"])), fields)
            hand.replay()
        except InputError:
            raise
        except (
            ValueError,
            KeyError,
            TypeError,
            IndexError,
            AttributeError,
            OverflowError,
        ) as error:
            raise HandRecordError(f"this line is not a hand: {error!r}") from None
        return hand

    def write(self, hand: Hand) -> str:
        fields = json.dumps(hand_fields(hand), separators=(",", ":"))[1:]
        return f'{{"railbird":{VERSION},"rules":{rules_text(hand.rules)},{fields}\n'

    def writer(self) -> Callable[[Hand], str]:
        """Write the hands of one file in turn."""
        return self.write
