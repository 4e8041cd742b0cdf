"""The peers, each with its fastest call from Python.

Before the clock starts, inputs are converted to the form that suits a peer best (its own card
objects, texts or tuples). pokerkit and open_spiel are not here: they play hands, and compete in
`test_table.py`.
"""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.uint8]
Values = Sequence[int] | npt.NDArray[np.integer[Any]]
NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


class PeerMissingError(Exception):
    """A peer cannot be used here."""


def load(name: str) -> Any:
    """Import a peer by the name of its distribution, ignoring its own warnings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = import_module(name.replace("-", "_"))
            if name == "pokerfast" and not import_module("pokerfast.equity").available():
                raise PeerMissingError("installed without its C++ library")
    except ImportError as error:
        raise PeerMissingError("not installed") from error
    return module


@dataclass(frozen=True, slots=True)
class Evaluator:
    """An evaluator; ``prepare`` takes the peer's module and cards, and returns the timed call."""

    peer: str
    call: str
    higher_is_better: bool
    sizes: tuple[int, ...]
    prepare: Callable[[Any, Cards], Callable[[], Values]]


def texts(cards: Cards) -> list[str]:
    """Hands as texts, such as ``AcKc7d7h2s``."""
    return ["".join(NAMES[c] for c in hand) for hand in cards.tolist()]


def objects(cards: Cards, make: Callable[[str], object]) -> list[list[object]]:
    """Hands as lists of a peer's cards."""
    known = [make(name) for name in NAMES]
    return [[known[c] for c in hand] for hand in cards.tolist()]


def _phevaluator(_: Any, cards: Cards) -> Callable[[], Values]:
    evaluate = getattr(import_module("phevaluator._pheval"), f"evaluate_{cards.shape[1]}cards")
    hands = cards.tolist()
    return lambda: [evaluate(*hand) for hand in hands]


def _pkrbot(module: Any, cards: Cards) -> Callable[[], Values]:
    hands = objects(cards, module.Card)
    return lambda: list(map(module.evaluate, hands))


def _holdem_hand_evaluator(module: Any, cards: Cards) -> Callable[[], Values]:
    hands = texts(cards)
    return lambda: list(map(module.evaluate_hand, hands))


def _poker_equity(module: Any, cards: Cards) -> Callable[[], Values]:
    hands = texts(cards)
    return lambda: list(module.score_batch("high", hands))


def _eval7(module: Any, cards: Cards) -> Callable[[], Values]:
    hands = objects(cards, module.Card)
    return lambda: list(map(module.evaluate, hands))


def _pokerfast(module: Any, cards: Cards) -> Callable[[], Values]:
    hands = [tuple(NAMES[c] for c in hand) for hand in cards.tolist()]
    return lambda: list(map(module.eval7, hands))


def _treys(module: Any, cards: Cards) -> Callable[[], Values]:
    evaluate = module.Evaluator().evaluate
    hands = [(hand[:2], hand[2:]) for hand in objects(cards, module.Card.new)]
    return lambda: [evaluate(hole, board) for hole, board in hands]


EVALUATORS = (
    Evaluator("phevaluator", "_pheval.evaluate_7cards", False, (5, 6, 7), _phevaluator),
    Evaluator("pkrbot", "evaluate", True, (5, 6, 7), _pkrbot),
    Evaluator("holdem-hand-evaluator", "evaluate_hand", True, (7,), _holdem_hand_evaluator),
    Evaluator("poker-equity", "score_batch", False, (7,), _poker_equity),
    Evaluator("eval7", "evaluate", True, (7,), _eval7),
    Evaluator("pokerfast", "eval7", True, (7,), _pokerfast),
    Evaluator("treys", "evaluate", False, (7,), _treys),
)


def ompeval_buffer(cards: Cards) -> Callable[[], Values]:
    """OMPEval on a whole buffer, through the C library inside pokerfast.

    No public function of pokerfast does this: its ``equity.evaluate`` reads texts in Python, at
    0.2 M hands/s. This shows what the library can do without Python in the way.
    """
    library = import_module("pokerfast.equity")._load()
    suits = np.array([2, 3, 1, 0], dtype=np.uint8)  # theirs are s h c d
    buffer = ((cards & 0b11111100) | suits[cards & 3]).tobytes()
    values = np.empty(len(cards), dtype=np.uint16)
    out = values.ctypes.data_as(ctypes.POINTER(ctypes.c_uint16))

    def run() -> Values:
        assert library.pf_evaluate(buffer, len(cards), cards.shape[1], out) == 0
        return values

    return run
