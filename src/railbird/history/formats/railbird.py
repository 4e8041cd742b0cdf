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
from operator import index
from typing import Any

from railbird.cards.card import RANKS, SUITS, Card
from railbird.errors import HandRecordError, InputError
from railbird.history.formats.base import (
    Ignore,
    Line,
    UnreadableHandError,
    ignore_nothing,
    wrong_json,
)
from railbird.history.formats.labels import LABELS, seats_fit
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.tournament import Bounty, Finish, Rebuy, TournamentTable

VERSION = 1

_CARDS = {r + s: Card(4 * i + j) for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)}

_NAMES = list(_CARDS)

SEATING = frozenset({"hero", "seats", "table_size", "tournament"})
"""Fields that do not identify a hand: who told it, where they sat, and about which event."""

_LATER_RULES = {"tolerant": False, "stake_cap": 0}
"""Rules that older versions did not have. They are written only where they are not usual, so that
the same hand has the same text, and the library knows it again."""


def hand_fields(hand: Hand) -> dict[str, Any]:
    """A hand without its rules, as plain values."""
    return {**identity_fields(hand), **other_fields(hand)}


def identity_fields(hand: Hand) -> dict[str, Any]:
    """The fields that tell hands apart: all but those of `SEATING`.

    A hand with a number is not told apart by its time, which may be known in one zone or another.
    """
    fields: dict[str, Any] = {
        "players": hand.players,
        "stacks": hand.stacks,
        "hole_cards": [None if c is None else _text(c) for c in hand.hole_cards],
        "board": _text(hand.board),
        "actions": hand.actions,
        "payoffs": hand.payoffs,
    }
    if hand.rake:
        fields["rake"] = hand.rake
    if hand.added:
        fields["added"] = hand.added
    if hand.run_outs:
        fields["run_outs"] = [_text(board) for board in hand.run_outs]
    if hand.number:
        fields["number"] = hand.number
    if hand.table:
        fields["table"] = hand.table
    if hand.chip:
        fields["chip"] = hand.chip
    if hand.when is not None and not hand.number:
        fields["when"] = hand.when.isoformat()
    return fields


def other_fields(hand: Hand) -> dict[str, Any]:
    """The fields that a hand has besides those that identify it."""
    fields: dict[str, Any] = {}
    if hand.when is not None and hand.number:
        fields["when"] = hand.when.isoformat()
    if hand.tournament is not None:
        fields["tournament"] = tournament_fields(hand.tournament)
    if hand.hero is not None:
        fields["hero"] = hand.hero
    if hand.seats:
        fields["seats"] = hand.seats
    if hand.table_size:
        fields["table_size"] = hand.table_size
    return fields


def _text(cards: tuple[Card, ...]) -> str:
    """Cards as text, faster than `format_cards`."""
    return "".join([_NAMES[card] for card in cards])


def hand_from_fields(rules: Rules, fields: dict[str, Any], ignore: Ignore = ignore_nothing) -> Hand:
    """Inverse of `hand_fields`. Labels that are not what they should be are ignored."""
    labels = _labels(rules, fields, ignore)
    return Hand(
        rules=rules,
        stacks=tuple(fields["stacks"]),
        players=tuple(fields["players"]),
        hole_cards=tuple(None if c is None else _cards(c) for c in fields["hole_cards"]),
        board=_cards(fields["board"]),
        actions=tuple(fields["actions"]),
        payoffs=tuple(fields["payoffs"]),
        rake=fields.get("rake", 0),
        added=fields.get("added", 0),
        run_outs=tuple(_cards(board) for board in fields.get("run_outs", ())),
        **labels,
    )


def _labels(rules: Rules, fields: dict[str, Any], ignore: Ignore) -> dict[str, Any]:
    """The labels of a hand, as far as they can be read."""
    labels: dict[str, Any] = {}
    for name in ("number", "table", "chip"):
        if name in fields:
            labels[name] = str(fields[name])
    try:
        if fields.get("when") is not None:
            labels["when"] = datetime.fromisoformat(fields["when"])
    except (TypeError, ValueError):
        ignore(LABELS["when"])
    if not SEATING & fields.keys():
        return labels
    if "tournament" in fields:
        try:
            labels["tournament"] = tournament_from_fields(fields["tournament"], rules.players)
        except (TypeError, ValueError, AttributeError):
            ignore(LABELS["tournament"])
    hero, size, seats = fields.get("hero"), fields.get("table_size"), fields.get("seats")
    players = range(rules.players)
    for name, value, fits in (
        ("hero", hero, type(hero) is int and hero in players),
        ("table_size", size, type(size) is int and size > 0),
        ("seats", seats, seats_fit(seats, rules.players)),
    ):
        if fits:
            labels[name] = tuple(seats or ()) if name == "seats" else value
        elif value is not None:
            ignore(LABELS[name])
    return labels


TOURNAMENT_TEXTS = ("number", "name", "currency", "level")
"""The fields of a tournament that are texts."""

_MOST_MONEY = 10**15


def tournament_fields(about: TournamentTable) -> dict[str, Any]:
    """What is known of a tournament, as plain values."""
    return {name: value for name, value in asdict(about).items() if value or name == "number"}


def tournament_from_fields(fields: dict[str, Any], players: int) -> TournamentTable:
    """Inverse of `tournament_fields`; `TypeError` or `ValueError` if they are something else."""
    plain = dict(fields)
    plain["finishes"] = tuple(Finish(*map(index, each)) for each in fields.get("finishes", ()))
    plain["bounties"] = tuple(Bounty(*map(index, each)) for each in fields.get("bounties", ()))
    plain["rebuys"] = tuple(Rebuy(*map(index, each)) for each in fields.get("rebuys", ()))
    told = plain["finishes"] + plain["bounties"] + plain["rebuys"]
    if any(each.position not in range(players) for each in told):
        raise ValueError
    if not all(isinstance(fields.get(name, ""), str) for name in TOURNAMENT_TEXTS):
        raise TypeError
    plain["free"] = bool(fields.get("free"))
    plain["heads"] = tuple(map(index, fields.get("heads", ())))
    if plain["heads"] and (len(plain["heads"]) != players or min(plain["heads"]) < 0):
        raise ValueError
    for name in ("buy_in", "bounty", "fee"):
        plain[name] = index(plain.get(name, 0))
    money = [plain[name] for name in ("buy_in", "bounty", "fee")]
    money += [chips for each in told for chips in each[1:]]
    if any(abs(amount) > _MOST_MONEY for amount in money):
        raise ValueError
    return TournamentTable(**plain)


@lru_cache(maxsize=1024)
def rules_text(rules: Rules) -> str:
    """Rules as JSON."""
    fields = asdict(rules)
    for name, usual in _LATER_RULES.items():
        if fields[name] == usual:
            del fields[name]
    return json.dumps(fields, separators=(",", ":"))


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

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        number, text = lines[0]
        try:
            fields = json.loads(text)
            if fields["railbird"] != VERSION:
                raise UnreadableHandError(
                    number, f"format version {fields['railbird']} is not {VERSION}: update railbird"
                )
            hand = hand_from_fields(rules_from_text(json.dumps(fields["rules"])), fields, ignore)
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
            RecursionError,
        ) as error:
            raise HandRecordError(f"this line is not a hand: {wrong_json(error)}") from None
        return hand

    def fit(self, hand: Hand) -> Hand:
        return hand

    def write(self, hand: Hand) -> str:
        fields = json.dumps(hand_fields(hand), separators=(",", ":"))[1:]
        return f'{{"railbird":{VERSION},"rules":{rules_text(hand.rules)},{fields}\n'

    def writer(self) -> Callable[[Hand], str]:
        """Write the hands of one file in turn."""
        return self.write
