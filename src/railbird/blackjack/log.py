"""Logs of hands: a line of JSON with the rules, and one for each hand.

A hand is kept as its cards, in the order in which they were dealt, and its actions. All else
follows from them, and what is kept besides is checked when the log is read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

from railbird.blackjack.decisions import LETTERS, play
from railbird.blackjack.rules import RANKS, BlackjackRules, Counts, check_shoe, without
from railbird.errors import HistoryError, InputError

FORMAT, VERSION = "railbird blackjack", 1


@dataclass(frozen=True, slots=True)
class LoggedHand:
    """A hand that is over.

    Parameters
    ----------
    number, bet
        Its number in the session, and the bet.
    shoe
        The counts of the ranks before it was dealt.
    cards, actions
        All its cards in the order in which they were dealt, and the letters of the actions.
    won
        What it won, in bets.
    """

    number: int
    bet: float
    shoe: Counts
    cards: tuple[int, ...]
    actions: str
    won: float


@dataclass(frozen=True, slots=True)
class BlackjackLog:
    """A session: who played, by which rules, and all hands."""

    player: str
    rules: BlackjackRules
    hands: tuple[LoggedHand, ...]


def log_head(player: str, rules: BlackjackRules, seed: int) -> str:
    """The first line of a log."""
    facts = {"format": FORMAT, "version": VERSION, "player": player, "seed": seed}
    return json.dumps(facts | {"rules": asdict(rules)})


def log_line(hand: LoggedHand) -> str:
    """The line of a hand."""
    facts = asdict(hand) | {"shoe": list(hand.shoe)}
    return json.dumps(facts | {"cards": "".join(RANKS[card] for card in hand.cards)})


def read_log(path: Path) -> BlackjackLog:
    """Read a log and check every hand of it.

    Raises
    ------
    HistoryError
        If the file is no such log, or a line contradicts itself.
    """
    head, *lines = _lines(path) or [""]
    try:
        facts = json.loads(head)
        if facts["format"] != FORMAT or facts["version"] != VERSION:
            raise ValueError
        rules, player = BlackjackRules(**facts["rules"]), str(facts["player"])
    except (ValueError, KeyError, TypeError):
        raise HistoryError(
            f"{path} is no log of blackjack: `railbird blackjack play --out FILE` writes one"
        ) from None
    hands = []
    for number, line in enumerate(lines, start=2):
        try:
            hands.append(_hand(json.loads(line), rules))
        except (ValueError, KeyError, TypeError) as error:
            why = str(error) if isinstance(error, InputError) else "it is no hand"
            raise HistoryError(f"{path}, line {number}: {why}") from None
    return BlackjackLog(player, rules, tuple(hands))


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def _hand(facts: dict[str, Any], rules: BlackjackRules) -> LoggedHand:
    """The hand of a line, played again."""
    hand = LoggedHand(
        number=int(facts["number"]),
        bet=float(facts["bet"]),
        shoe=check_shoe(facts["shoe"]),
        cards=tuple(RANKS.index(card) for card in facts["cards"]),
        actions=_letters(facts["actions"]),
        won=float(facts["won"]),
    )
    if not 0 < hand.bet < inf:
        raise HistoryError(f"{hand.bet:g} is no bet")
    without(hand.shoe, hand.cards)
    again = play(hand.shoe, hand.cards, hand.actions, rules)
    if not again.over or again.used != len(hand.cards):
        raise HistoryError("the cards and the actions do not end the hand")
    if again.won != hand.won:
        raise HistoryError(f"the hand won {again.won:g} bets, not {hand.won:g}")
    return hand


def _letters(text: str) -> str:
    if set(text) - set(LETTERS):
        raise HistoryError(f"{text!r} are no actions: the letters are {LETTERS}")
    return text


def write_log(
    path: Path, player: str, rules: BlackjackRules, seed: int, hands: Iterable[LoggedHand]
) -> None:
    """Write a log."""
    with path.open("w", encoding="utf-8") as file:
        print(log_head(player, rules, seed), file=file)
        for hand in hands:
            print(log_line(hand), file=file)
