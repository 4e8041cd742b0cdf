"""Heads-up limit hands on one line each: ``AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc``.

A line has the hole cards of player 1 (position 0, the big blind) and of player 2, the board by
rounds as far as it was dealt, and the betting in the one-letter notation of
`railbird.table.notation`. A hand that ended before the flop has no board. Text after a ``#`` is a
comment. A number behind the betting is the stack of both, in chips; without it nobody runs out of
chips. A betting that begins with ``sL`` is one in which the small blind opens every round.

A line gives neither stakes nor names nor the winner. `OneLineFormat` takes the stakes and names,
and the payoffs follow from the rules. If a round has more bets than the cap, the cap is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from railbird.cards.card import Card, format_cards, parse_cards
from railbird.errors import (
    CannotHoldError,
    HandRecordError,
    HistoryError,
    InputError,
    NotationError,
    RulesError,
)
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.base import (
    Ignore,
    Line,
    UnreadableHandError,
    ignore_nothing,
    quoted,
)
from railbird.history.formats.labels import check_same, same_play
from railbird.table.hand import Hand, finish
from railbird.table.notation import read_betting, write_betting
from railbird.table.rules import NO_CAP, Rules, table_rules

_LONGEST_BETTING = 200
"""Characters; with four bets a round there are at most 60."""

_CARD = r"[2-9TJQKA][cdhs]"
_LINE = re.compile(
    rf"\s*(?P<first>{_CARD}{_CARD})\s+(?P<second>{_CARD}{_CARD})"
    rf"(?:\s+(?P<board>(?:{_CARD}){{3}}(?:/{_CARD}){{0,2}}))?\s+(?P<betting>(?:Sl|sL)\S*)"
    r"(?:\s+(?P<stack>[1-9]\d{0,8}))?\s*"
)


class OneLineFormat:
    """Heads-up limit hold'em hands, one per line.

    Parameters
    ----------
    rules : Rules, optional
        The stakes; by default blinds of 1 and 2 and bets of 2 and 4.
    players : tuple of str
        Names of player 1, the big blind, and player 2.

    Examples
    --------
    >>> hand = OneLineFormat().read([(1, "AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc")])
    >>> hand.payoffs
    (-22, 22)
    >>> OneLineFormat().write(hand)
    'AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc\\n'
    """

    name = "one-line"
    title = "heads-up limit hands, one per line"

    def __init__(
        self, rules: Rules | None = None, players: tuple[str, str] = ("player 1", "player 2")
    ) -> None:
        self._rules = rules or table_rules(2)
        if self._rules.players != 2 or self._rules.betting != "limit":
            raise RulesError("the one-line format is for two players and fixed limits")
        if self._rules.game != "holdem":
            raise RulesError("the one-line format is for Texas hold'em")
        self._players = players
        self._stacks = (UNLIMITED, UNLIMITED)

    def recognises(self, head: str) -> bool:
        """Whether the first line that is not a comment is such a hand."""
        for line in head.splitlines():
            text = line.split("#")[0]
            if text.strip():
                return _LINE.fullmatch(text) is not None
        return False

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """Each line that is neither empty nor a comment."""
        for line in lines:
            if line[1].split("#")[0].strip():
                yield [line]

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its line."""
        del ignore  # a line has no labels
        number, text = lines[-1]
        try:
            return self._read(text.split("#")[0])
        except InputError as error:
            raise UnreadableHandError(number, str(error)) from error

    def _read(self, text: str) -> Hand:
        found = _LINE.fullmatch(text)
        if found is None:
            raise HistoryError(
                f"{quoted(text.strip())} is not a hand: write two hands, the board and the "
                f"betting, such as AcKc 7h6h Ks5h3d/Tc/4h SlRrC/kBrC/bC/bRc"
            )
        if len(found["betting"]) > _LONGEST_BETTING:
            raise HistoryError(f"the betting {quoted(found['betting'])} is too long")
        board = parse_cards((found["board"] or "").replace("/", ""), what="board")
        stacks = self._stacks if found["stack"] is None else (int(found["stack"]),) * 2
        rules, actions = self._betting(found["betting"], stacks)
        hand = Hand(
            rules=rules,
            stacks=stacks,
            players=self._players,
            hole_cards=(parse_cards(found["first"]), parse_cards(found["second"])),
            board=board,
            actions=actions,
            payoffs=(0, 0),
        )
        _check_board(hand)
        return finish(hand)

    def _betting(self, text: str, stacks: tuple[int, int]) -> tuple[Rules, tuple[int, ...]]:
        """The rules under which a betting is legal, and its actions."""
        rules = self._rules
        if text.startswith("sL") and rules.first[0] == 1:  # the small blind opens every round
            rules = replace(rules, blinds=rules.blinds[::-1], first=(0, 0, 0, 0))
        try:
            return rules, read_betting(rules, stacks, text)
        except NotationError:
            try:
                uncapped = replace(rules, cap=NO_CAP)
                return uncapped, read_betting(uncapped, stacks, text)
            except NotationError:
                pass
            raise

    def fit(self, hand: Hand) -> Hand:
        """The hand without labels, between players who never run out of chips."""
        if hand.rules.players != 2:
            raise CannotHoldError(f"the one-line format cannot hold {hand.rules.players} players")
        rules = replace(hand.rules, cap=self._rules.cap, cap_heads_up=self._rules.cap_heads_up)
        held = same_play(
            Hand(
                rules=hand.rules,
                stacks=hand.stacks,
                players=self._players,
                hole_cards=hand.hole_cards,
                board=hand.board,
                actions=hand.actions,
                payoffs=hand.payoffs,
                rake=hand.rake,
            ),
            stacks=self._stacks,
            rules=rules,
        )
        return hand if held == hand else held

    def write(self, hand: Hand) -> str:
        """A hand as a line."""
        check_same(hand, self.fit(hand), format="the one-line format")
        for wrong, what in (
            (
                hand.rules != self._rules,
                f"{hand.rules.betting} {hand.rules.game} by these rules",
            ),
            (hand.stacks != self._stacks, "a player who runs out of chips"),
            (None in hand.hole_cards, "unknown hole cards"),
            (hand.rake != 0, "rake"),
        ):
            if wrong:
                raise CannotHoldError(f"the one-line format cannot hold {what}")
        try:
            _check_board(hand)
            if hand.computed_payoffs() != hand.payoffs:
                raise CannotHoldError(
                    f"the one-line format cannot hold payoffs {hand.payoffs}, which are not those "
                    f"of the rules"
                )
        except HandRecordError as error:
            raise CannotHoldError(f"the one-line format cannot hold this hand: {error}") from None
        fields = [format_cards(cards) for cards in hand.hole_cards if cards is not None]
        if hand.board:
            fields.append("/".join(_rounds(hand.board)))
        fields.append(write_betting(hand.rules, hand.stacks, hand.actions))
        return " ".join(fields) + "\n"

    def writer(self) -> Callable[[Hand], str]:
        """Write the hands of one file in turn."""
        return self.write


def _rounds(board: tuple[Card, ...]) -> list[str]:
    return [format_cards(part) for part in (board[:3], board[3:4], board[4:]) if part]


def _check_board(hand: Hand) -> None:
    """Raise `HandRecordError` unless the betting is over and the board has its cards."""
    state = hand.replay()
    if not state.is_over:
        raise HandRecordError("the betting is not over")
    needed = (0, 3, 4, 5)[3 if state.showdown else state.actions[-1][0]]
    if len(hand.board) < needed:
        raise HandRecordError(f"the betting needs {needed} board cards, not {len(hand.board)}")
