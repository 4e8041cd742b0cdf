"""Amounts, cards and fields of poker hand history files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC
from decimal import Decimal, InvalidOperation
from itertools import pairwise
from typing import Any

from railbird.cards.card import Card, format_cards, parse_cards
from railbird.errors import CannotHoldError, HistoryError
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.base import Ignore, ignore_nothing, quoted
from railbird.history.formats.railbird import tournament_fields
from railbird.table.hand import Hand
from railbird.table.rules import FOUR_BETS, NO_CAP, Betting, Rules
from railbird.table.state import BOARD_CARDS, FOLD, State

GAMES: dict[str, tuple[str, Betting]] = {
    "FT": ("holdem", "limit"),
    "NT": ("holdem", "no-limit"),
    "PO": ("omaha", "pot-limit"),
    "FO/8": ("omaha8", "limit"),
}
"""Game and betting of the supported variants."""

_AMOUNT_KEYS = (
    "antes",
    "blinds_or_straddles",
    "small_bet",
    "big_bet",
    "min_bet",
    "starting_stacks",
    "finishing_stacks",
    "winnings",
)
_MOST_DECIMALS = 6
_MOST = 10**12
_CHIP = re.compile(r"(1|0\.0{0,5}1)(?: (\S+))?")


def usual_cap(betting: Betting) -> tuple[int, int, int, int]:
    """The cap of a game whose file does not name one."""
    return FOUR_BETS if betting == "limit" else NO_CAP


def opener(posted: tuple[int, ...]) -> int:
    """The first player to act: the one after the last of the largest non-negative blinds.

    A negative blind is a post by a player outside the blinds; it does not move the turn.
    """
    largest = max(range(len(posted)), key=lambda p: (max(posted[p], 0), p))
    if posted[largest] < 0:
        largest = max(p for p in range(len(posted)) if posted[p] >= 0)
    return (largest + 1) % len(posted)


class Units:
    """Amounts of a file as whole chips."""

    def __init__(self, fields: dict[str, Any], ignore: Ignore = ignore_nothing) -> None:
        self._fields = fields
        actions = fields.get("actions")
        words = [_words(action) for action in actions] if isinstance(actions, list) else []
        texts = [w[2] for w in words if w[1:2] == ["cbr"] and w[2:]]
        amounts = [_decimal(text) for text in texts]
        for key in _AMOUNT_KEYS:
            value = fields.get(key, ())
            amounts += [
                _decimal(v) for v in (value if isinstance(value, list) else [value]) if v != ()
            ]
        decimals = [-int(a.as_tuple().exponent) for a in amounts if a.is_finite()]
        self._decimals = max([0, *decimals])
        if self._decimals > _MOST_DECIMALS:
            raise HistoryError(f"amounts have {self._decimals} decimals; {_MOST_DECIMALS} at most")
        currency = fields.get("currency", "")
        if not isinstance(currency, str) or len(currency.split()) > 1:
            ignore("currencies")
            currency = ""
        unit = format(Decimal(1).scaleb(-self._decimals), "f")
        self.chip = (
            f"{unit} {currency.strip()}" if currency.strip() else unit if self._decimals else ""
        )

    def read(self, value: object) -> int:
        """An amount in chips."""
        amount = _decimal(value)
        if amount.is_infinite() and amount > 0:
            return UNLIMITED
        if abs(amount) > _MOST:
            raise HistoryError(f"the amount {quoted(value)} is too large")
        return int(amount.scaleb(self._decimals))

    def amount(self, key: str) -> int:
        """The amount of a field."""
        if key not in self._fields:
            raise HistoryError(f"{key} is missing")
        return self.read(self._fields[key])

    def amounts(self, key: str, count: int) -> tuple[int, ...]:
        """The amounts of a field, one for each player."""
        values = self._fields.get(key)
        if not isinstance(values, list) or len(values) != count:
            raise HistoryError(f"{key} must be a list of {count} amounts, one for each player")
        return tuple(self.read(value) for value in values)


def _words(action: object) -> list[str]:
    return action.split("#")[0].split() if isinstance(action, str) else []


def _decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise HistoryError(f"{quoted(value)} is not an amount")
    if isinstance(value, int):
        if abs(value) > _MOST:
            raise HistoryError(f"the amount {str(value)[:20]} is too large")
        return Decimal(value)
    if isinstance(value, str) and re.fullmatch(r"[0-9]{1,13}(\.[0-9]{0,9})?", value) is None:
        raise HistoryError(f"{quoted(value)} is not an amount")
    try:
        amount = Decimal(value)
    except InvalidOperation:
        raise HistoryError(f"{quoted(value)} is not an amount") from None
    if amount.is_nan() or (amount.is_finite() and amount.adjusted() > 13):
        raise HistoryError(f"{quoted(value)} is not a possible amount")
    return amount


class BoardAndCards:
    """The cards in a file."""

    def __init__(self, rules: Rules) -> None:
        self._size = rules.rules_of_game.hole_cards
        self._dealt: list[tuple[Card, ...] | None] = [None] * rules.players
        self._seen = [False] * rules.players
        self.board: tuple[Card, ...] = ()

    def read(self, text: object) -> tuple[Card, ...]:
        """Cards that are all known."""
        if not isinstance(text, str) or "?" in text:
            raise HistoryError(f"board cards {quoted(text)} are not known")
        return parse_cards(text)

    def deal(self, position: int, text: str) -> None:
        """Deal hole cards, once for each player; question marks are unknown cards."""
        if self._seen[position]:
            raise HistoryError(f"p{position + 1} is dealt cards twice")
        self._seen[position] = True
        self._dealt[position] = self._whole(text)

    def show(self, position: int, text: str) -> None:
        """Show hole cards, which may have been unknown before."""
        shown = self._whole(text)
        known = self._dealt[position]
        if shown is None:
            return
        if known is not None and set(known) != set(shown):
            raise HistoryError(
                f"p{position + 1} shows {quoted(text)}, but was dealt {format_cards(known)}"
            )
        self._dealt[position] = known or shown

    def _whole(self, text: str) -> tuple[Card, ...] | None:
        known = parse_cards(text.replace("?", ""))
        if len(text.replace("10", "T")) != 2 * self._size:
            raise HistoryError(f"{quoted(text)} is not a hand of {self._size} cards")
        return known if len(known) == self._size else None

    def deal_board(self, text: str) -> None:
        """Board cards."""
        self.board += self.read(text)

    def check_round(self, number: int, action: str) -> None:
        """Raise `HistoryError` unless the board is that of a betting round."""
        if len(self.board) != BOARD_CARDS[number]:
            raise HistoryError(
                f"{quoted(action)} with {len(self.board)} board cards instead of "
                f"{BOARD_CARDS[number]}"
            )

    def hole_cards(self) -> tuple[tuple[Card, ...] | None, ...]:
        """The cards of each player, None where unknown."""
        return tuple(self._dealt)


def write_fields(hand: Hand) -> Iterator[tuple[str, str]]:
    """The fields of a hand as TOML; `CannotHoldError` names what it cannot hold."""
    rules = hand.rules
    variant = next((v for v, known in GAMES.items() if known == (rules.game, rules.betting)), None)
    limit = rules.betting == "limit"
    small, _, big, _ = rules.bets
    posted = _posted(rules)
    wrong = [
        (variant is None, f"{rules.betting} {rules.game}"),
        (rules.bets != (small, small, big, big) or (not limit and small != big), "these bets"),
        (posted is None or rules.first[1:] != (0, 0, 0), f"{rules.first} as first to act"),
        (hand.rake != -sum(hand.payoffs) or hand.rake < 0, "payoffs and rake that do not add up"),
    ]
    for is_wrong, what in wrong:
        if is_wrong:
            raise CannotHoldError(f"a PHH file cannot hold {what}")
    found = _CHIP.fullmatch(hand.chip)
    decimals = len(found[1]) - 2 if found and found[1] != "1" else 0
    if hand.chip == "1":
        found = None

    def amount(chips: int) -> str:
        return "inf" if chips == UNLIMITED else f"{Decimal(chips).scaleb(-decimals):f}"

    def amounts(values: tuple[int, ...]) -> str:
        return f"[{', '.join(map(amount, values))}]"

    order = -1 if rules.players == 2 else 1
    yield "variant", _quoted(variant or "")
    yield "ante_trimming_status", "true" if len(set(rules.antes)) == 1 else "false"
    yield "antes", amounts(rules.antes[::order])
    yield "blinds_or_straddles", amounts((posted or ())[::order])
    if limit:
        yield "small_bet", amount(small)
        yield "big_bet", amount(big)
    else:
        yield "min_bet", amount(small)
    yield "starting_stacks", amounts(hand.stacks)
    state, actions, after = _actions(hand, amount)
    yield "actions", f"[{', '.join(map(_quoted, actions))}]"
    yield "players", f"[{', '.join(map(_quoted, hand.players))}]"
    if UNLIMITED in hand.stacks:
        back = state.uncalled()
        gross = tuple(w - b + p for w, b, p in zip(hand.payoffs, back, state.paid, strict=True))
        if min(gross) < 0:
            raise CannotHoldError(f"a PHH file cannot hold payoffs {hand.payoffs}")
        yield "winnings", amounts(gross)
    else:
        ends = tuple(s + w for s, w in zip(hand.stacks, hand.payoffs, strict=True))
        yield "finishing_stacks", amounts(ends)
    yield from _origin(hand, currency=found[2] if found else None)
    if hand.chip and not found:
        yield "_chip", _quoted(hand.chip)
    if rules.cap != usual_cap(rules.betting):
        yield "_cap", str(list(rules.cap))
    if not rules.cap_heads_up:
        yield "_cap_heads_up", "false"
    if hand.hero is not None:
        yield "_hero", str(hand.hero + 1)
    if hand.tournament is not None:
        yield "_tournament", _toml(tournament_fields(hand.tournament))
    if after:
        yield "_board_after", _quoted(format_cards(after))


def _origin(hand: Hand, *, currency: str | None) -> Iterator[tuple[str, str]]:
    if hand.number:
        plain = re.fullmatch(r"0|[1-9][0-9]{0,17}", hand.number)
        yield "hand", hand.number if plain else _quoted(hand.number)
    if hand.table:
        yield "table", _quoted(hand.table)
    if hand.seats:
        yield "seats", str(list(hand.seats))
    if hand.table_size:
        yield "seat_count", str(hand.table_size)
    if hand.when is not None:
        when = hand.when if hand.when.tzinfo is None else hand.when.astimezone(UTC)
        yield "time", when.time().isoformat()
        if when.tzinfo is not None:
            yield "time_zone", _quoted("UTC")
        yield "day", str(when.day)
        yield "month", str(when.month)
        yield "year", str(when.year)
    if currency:
        yield "currency", _quoted(currency)


def _posted(rules: Rules) -> tuple[int, ...] | None:
    """Blinds that make the right player first to act; posts that must not count are negative."""
    largest = (rules.first[0] - 1) % rules.players
    posted = tuple(
        -blind if (blind, p) > (rules.blinds[largest], largest) else blind
        for p, blind in enumerate(rules.blinds)
    )
    return posted if opener(posted) == rules.first[0] else None


def _actions(hand: Hand, amount: Any) -> tuple[State, list[str], tuple[Card, ...]]:
    """The final state, all actions as text, and board cards of rounds without betting."""
    state = State(hand.rules, hand.stacks)
    unknown = "??" * hand.rules.rules_of_game.hole_cards
    lines = [
        f"d dh p{p + 1} {format_cards(cards) if cards else unknown}"
        for p, cards in enumerate(hand.hole_cards)
    ]
    dealt = 0
    raiser, number = None, 0
    for action in hand.actions:
        actor = state.actor or 0
        if state.round != number:
            raiser, number = None, state.round
        if BOARD_CARDS[number] > len(hand.board):
            raise CannotHoldError(f"a PHH file cannot hold a board of {len(hand.board)} cards here")
        lines += _board(hand, dealt, BOARD_CARDS[number])
        dealt = BOARD_CARDS[number]
        state.apply(action)
        if action > 0:
            raiser = actor
        word = "f" if action == FOLD else f"cbr {amount(action)}" if action > 0 else "cc"
        lines.append(f"p{actor + 1} {word}")
    if not state.is_over:
        raise CannotHoldError("a PHH file cannot hold a hand whose betting is not over")
    if not state.showdown:
        return state, lines, hand.board[dealt:]
    first = raiser if raiser is not None else hand.rules.first[number]
    shows = []
    for i in range(hand.rules.players):
        p = (first + i) % hand.rules.players
        cards = hand.hole_cards[p]
        if not state.folded[p]:
            shows.append(f"p{p + 1} sm" + (f" {format_cards(cards)}" if cards else ""))
    return state, [*lines, *shows, *_board(hand, dealt, 5)], ()


def _board(hand: Hand, dealt: int, until: int) -> list[str]:
    """The deals that take the board from one number of cards to another, round by round."""
    steps = [n for n in (0, 3, 4, 5) if dealt <= n <= min(until, len(hand.board))]
    return [f"d db {format_cards(hand.board[a:b])}" for a, b in pairwise(steps)]


def _toml(value: object) -> str:
    """A plain value as TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    """A text as TOML."""
    escaped = "".join(
        f"\\{c}" if c in '"\\' else f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c
        for c in text
    )
    return f'"{escaped}"'
