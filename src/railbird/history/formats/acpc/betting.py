"""Betting texts and split chips of the ACPC log."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import cast

import numpy as np
import numpy.typing as npt

from railbird.errors import CannotHoldError, HistoryError
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.base import quoted
from railbird.table import _kernels as kernels
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State, Turn, begin_hand

_TOKEN = re.compile(r"[fc]|r[0-9]{0,12}")
_REMEMBERED = 30_000
"""The number of bettings to cache."""


class Bettings:
    """Reads the betting texts of a game and caches them."""

    def __init__(self, rules: Rules, stacks: tuple[int, ...]) -> None:
        self._limit = rules.betting == "limit"
        self._whole: dict[str, tuple[tuple[int, ...], int]] = {}
        start, turn = begin_hand(rules, stacks)
        # by one or more opening rounds: the state after them, whose turn it is, and the actions
        self._begun: dict[str, tuple[npt.NDArray[np.int64], Turn, list[int]]] = {
            "": (start, turn, [])
        }

    def read(self, text: str) -> tuple[tuple[int, ...], int]:
        """The actions of a betting text, and how many board cards they need."""
        known = self._whole.get(text)
        if known is None:
            if len(self._whole) >= _REMEMBERED:
                self._whole.clear()
            if len(self._begun) >= _REMEMBERED:
                self._begun = {"": self._begun[""]}
            known = self._whole[text] = self._read(text)
        return known

    def _read(self, text: str) -> tuple[tuple[int, ...], int]:
        begin = text[: text.rfind("/") + 1]
        while begin not in self._begun:
            begin = begin[: begin.rfind("/", 0, -1) + 1]
        known, turn, before = self._begun[begin]
        state, actions = known.copy(), before.copy()
        last = 0
        rounds = text.split("/")
        for number in range(begin.count("/"), len(rounds)):
            if number > 0 and turn[0] >= 0:
                begin = "/".join(rounds[:number]) + "/"
                self._begun[begin] = state.copy(), turn, actions.copy()
            tokens = _TOKEN.findall(rounds[number])
            if "".join(tokens) != rounds[number]:
                raise HistoryError(f"{quoted(text)} is not betting of f, c and r")
            for token in tokens:
                try:
                    action = self._action(state, turn, number, token)
                except HistoryError as error:
                    raise HistoryError(
                        f"{token!r} in round {number + 1} of {quoted(text)} {error}"
                    ) from None
                actions.append(action)
                # does what `State` does without its bookkeeping, because logs are long
                turn = kernels.step(state, action)
                last = number
        if turn[0] >= 0:
            raise HistoryError(f"the betting {quoted(text)} is not over")
        if turn[5] > 1:
            last = 3
        if len(rounds) - 1 > last:
            raise HistoryError(f"the betting {quoted(text)} continues after its end")
        return tuple(actions), BOARD_CARDS[last]

    def _action(self, state: npt.NDArray[np.int64], turn: Turn, number: int, token: str) -> int:
        """The action of a token, if it is legal."""
        actor, now, to_call, low, high, _ = turn
        if actor < 0 or now != number:
            raise HistoryError("is out of place")
        if token == "c":
            return CALL
        if token == "f":
            action, legal = FOLD, to_call > 0
        else:
            action = _level(state, actor, token, low, limit=self._limit)
            legal = 0 < low <= action <= high
        if not legal:
            raises = f"raises to {low} to {high}" if low else "no raise"
            raise HistoryError(f"is not legal: {to_call} to call, {raises}")
        return action


def _level(state: npt.NDArray[np.int64], actor: int, token: str, low: int, *, limit: bool) -> int:
    """The level of a raise in this round; 0 (no raise) if the text does not fit the game."""
    if limit:
        return low if token == "r" else 0
    if token == "r":
        return 0
    before = state.item(kernels.PAID + actor) - state.item(kernels.BET + actor)
    return int(token[1:]) - before


def write_betting(hand: Hand) -> str:
    """The betting of a hand as text."""
    state = State(hand.rules, hand.stacks)
    limit = hand.rules.betting == "limit"
    rounds = ["", "", "", ""]
    for action in hand.actions:
        actor, number = state.actor or 0, state.round
        token = "f" if action == FOLD else "c"
        if action > 0:
            before = state.paid[actor] - state.bets[actor]
            token = "r" if limit else f"r{before + action}"
        state.apply(action)
        rounds[number] += token
    if not state.is_over:
        raise CannotHoldError("an ACPC log cannot hold a hand whose betting is not over")
    last = 3 if state.showdown else state.actions[-1][0]
    if len(hand.board) < BOARD_CARDS[last]:
        raise CannotHoldError(f"an ACPC log cannot hold a board of {len(hand.board)} cards here")
    return "/".join(rounds[: last + 1])


def read_fractions(text: str) -> tuple[tuple[int, ...], int]:
    """Payoffs times the smallest number that makes all of them whole, and that number."""
    stated = [Fraction(payoff) for payoff in text.split("|")]
    # thirds are printed with about six digits: take the exact share that they stand for
    shares = [payoff.limit_denominator(10) for payoff in stated]
    pairs = zip(shares, stated, strict=True)
    if any(abs(share - payoff) > Fraction(1, 10**5) for share, payoff in pairs):
        raise HistoryError(f"payoffs {quoted(text)} are not shares of whole chips")
    scale = lcm(*(share.denominator for share in shares))
    return tuple(int(share * scale) for share in shares), scale


def write_fraction(payoff: Fraction) -> str:
    """A payoff as the competition's server prints it."""
    if payoff.denominator == 1:
        return str(payoff.numerator)
    return f"{float(payoff):.6f}".rstrip("0")


def scaled(hand: Hand, scale: int) -> Hand:
    """A hand with all amounts except the payoffs multiplied by a number."""
    return _converted(hand, lambda amount: amount * scale, chip=f"1/{scale}")


def unscaled(hand: Hand, scale: int) -> Hand:
    """Inverse of `scaled`."""

    def part(amount: int) -> int:
        if amount % scale:
            raise CannotHoldError(f"an ACPC log cannot hold bets in chips of 1/{scale}")
        return amount // scale

    return _converted(hand, part, chip="")


def _converted(hand: Hand, convert: Callable[[int], int], *, chip: str) -> Hand:
    def all_of(amounts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(a if a <= 0 or a == UNLIMITED else convert(a) for a in amounts)

    rules = replace(
        hand.rules,
        blinds=all_of(hand.rules.blinds),
        antes=all_of(hand.rules.antes),
        bets=cast("tuple[int, int, int, int]", all_of(hand.rules.bets)),
    )
    return replace(
        hand, rules=rules, stacks=all_of(hand.stacks), actions=all_of(hand.actions), chip=chip
    )
