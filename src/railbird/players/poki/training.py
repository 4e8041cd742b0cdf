"""Trains the network of `railbird.players.poki.network`, and scores what predicts actions.

A *session* is a number of hands with the same players, who start as strangers. An onlooker counts
what everybody does, as Poki does, and writes down every decision together with what the counts
expected. Nothing hidden enters: no cards, and no kind of player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.players.base import Seat
from railbird.players.poki.model import DID_CALL, DID_FOLD, DID_RAISE, HandModel, PokiFrequencies
from railbird.players.poki.network import HIDDEN, INPUTS, Floats, Network, PublicBetting
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, CALL, FOLD

EPOCHS, BATCH, RATE = 40, 256, 0.005
"""How long the network is trained, with how many decisions at a time, and in which first steps."""

ROUNDED = 4
"""The decimals that are kept of a weight, so that other machines get the same ones."""

LEAST = 1e-3
"""A probability counts as no less than this: one surprise must not decide a score."""

_ONLOOKER = -1


@dataclass(frozen=True, eq=False, slots=True)
class Decisions:
    """Decisions of players, a row each.

    ``did`` is 0 for a fold, 1 for a check or call and 2 for a bet or raise. ``counted`` is what
    Poki's frequencies expect. ``names`` are the players.
    """

    inputs: Floats
    legal: npt.NDArray[np.bool_]
    did: npt.NDArray[np.int64]
    counted: Floats
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.did)

    def only(self, rows: npt.NDArray[np.bool_]) -> Decisions:
        """Some of the decisions."""
        names = tuple(name for name, wanted in zip(self.names, rows, strict=True) if wanted)
        return Decisions(
            self.inputs[rows], self.legal[rows], self.did[rows], self.counted[rows], names
        )


def decisions(hands: Iterable[Hand]) -> Decisions:
    """All decisions of a session."""
    frequencies = PokiFrequencies()
    inputs: list[tuple[float, ...]] = []
    legal: list[tuple[bool, bool, bool]] = []
    did: list[int] = []
    counted: list[tuple[float, float, float]] = []
    names: list[str] = []
    for hand in hands:
        seat = Seat(hand.rules, hand.stacks, hand.players, _ONLOOKER, 0)
        model, betting = HandModel(frequencies, seat), PublicBetting(hand.rules, hand.stacks)
        round_ = 0
        for action in hand.actions:
            position = betting.state.actor
            assert position is not None
            if betting.state.round != round_:
                round_ = betting.state.round
                model.see_board(tuple(hand.board[: BOARD_CARDS[round_]]))
            if betting.state.legal_actions() != (CALL,):  # a forced check tells nothing
                names.append(hand.players[position])
                inputs.append(betting.inputs(position, model.habits(position)))
                legal.append(betting.legal(position))
                counted.append(model.usual(position, model.to_call(position)))
                did.append(
                    DID_FOLD if action == FOLD else DID_CALL if action == CALL else DID_RAISE
                )
            model.see(position, action)
            betting.saw(action)
    allowed = np.array(legal, dtype=bool).reshape(-1, 3)
    expected = np.where(allowed, np.array(counted).reshape(-1, 3), 0.0)
    return Decisions(
        np.array(inputs, dtype=float).reshape(-1, len(INPUTS)),
        allowed,
        np.array(did, dtype=np.int64),
        expected / expected.sum(axis=1, keepdims=True),
        tuple(names),
    )


def together(parts: Sequence[Decisions]) -> Decisions:
    """The decisions of several sessions."""
    return Decisions(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([part.legal for part in parts]),
        np.concatenate([part.did for part in parts]),
        np.concatenate([part.counted for part in parts]),
        tuple(name for part in parts for name in part.names),
    )


def train(seen: Decisions, *, seed: int = 1, epochs: int = EPOCHS) -> Network:
    """Fit a network to decisions: least log loss, by Adam on small batches."""
    rng = np.random.default_rng(seed)
    size = len(INPUTS)
    weights = [
        rng.normal(0, size**-0.5, (size, HIDDEN)), np.zeros(HIDDEN),
        rng.normal(0, HIDDEN**-0.5, (HIDDEN, 3)), np.zeros(3),
    ]  # fmt: skip
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    steps = epochs * -(-len(seen) // BATCH)
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(seen))
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            step += 1
            rate = RATE * (1 - (step - 1) / steps)  # ever smaller steps, down to none
            slopes = _slopes(weights, seen.inputs[rows], seen.legal[rows], seen.did[rows])
            for i, slope in enumerate(slopes):
                mean[i] += 0.1 * (slope - mean[i])
                square[i] += 0.001 * (slope**2 - square[i])
                size_ = np.sqrt(square[i] / (1 - 0.999**step)) + 1e-8
                weights[i] -= rate * mean[i] / (1 - 0.9**step) / size_
    return Network(*(np.round(w, ROUNDED) for w in weights))


def _slopes(
    weights: list[Floats], inputs: Floats, legal: npt.NDArray[np.bool_], did: npt.NDArray[np.int64]
) -> tuple[Floats, Floats, Floats, Floats]:
    """How the mean log loss grows with each weight."""
    first, first_bias, second, _ = weights
    hidden = np.tanh(inputs @ first + first_bias)
    error = Network(*weights).chances(inputs, legal)
    error[np.arange(len(did)), did] -= 1
    error /= len(did)
    back = (error @ second.T) * (1 - hidden**2)
    return inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)


@dataclass(frozen=True, slots=True)
class PredictionScore:
    """How well probabilities foretold decisions: mean log loss, and the share called right."""

    log_loss: float
    accuracy: float


def score(expected: Floats, did: npt.NDArray[np.int64]) -> PredictionScore:
    """Score probabilities of fold, call and raise, a row for each decision.

    Examples
    --------
    >>> score(np.array([[0.5, 0.25, 0.25], [0.0, 0.75, 0.25]]), np.array([0, 2])).accuracy
    0.5
    """
    given = expected[np.arange(len(did)), did]
    loss = -np.log(np.maximum(given, LEAST))
    return PredictionScore(float(loss.mean()), float((expected.argmax(axis=1) == did).mean()))
