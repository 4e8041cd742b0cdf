"""The effect of folded cards: solved jam-or-fold strategies, played on whole deals.

In the game that is solved, the cards of players who fold go back into the deck. At a table they do
not. Good cards are folded less often, so more of them are left for the players behind.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError
from railbird.evaluate.games import HOLDEM
from railbird.stats import standard_errors
from railbird.tournament.jamfold import _showdown_kernels as kernels
from railbird.tournament.jamfold.game import JamFold
from railbird.tournament.jamfold.many_all_in import classes_of, deal_hands, order_lookup
from railbird.tournament.jamfold.rules import Node, all_nodes
from railbird.tournament.jamfold.showdowns import CLASSES, two_way
from railbird.tournament.jamfold.solution import HandSolution, JamDecision

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

OFTEN = 100
"""A class is shown if a decision was reached with it at least this often, effectively."""

_BATCH = 1 << 15


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PlayedDecision:
    """The value of jam and fold at one decision.

    Parameters
    ----------
    name
        The name of the decision, such as ``BB after SB``.
    reached
        The share of all deals that came here.
    solved
        EV of jam minus EV of fold by the solution, for the 169 classes, in units of the pool.
    difference, standard_errors
        The same on the deals, and its standard errors; NaN for classes that were too rare.
    jam
        Probability of jamming by the solution.
    """

    name: str
    reached: float
    solved: Floats = field(repr=False)
    difference: Floats = field(repr=False)
    standard_errors: Floats = field(repr=False)
    jam: Floats = field(repr=False)

    @property
    def classes(self) -> int:
        """The number of classes that came often enough."""
        return int((~np.isnan(self.difference)).sum())

    @property
    def mean_change(self) -> tuple[float, float]:
        """By how much jam minus fold exceeds that of the solution, and the standard error.

        The mean over the hands of all classes that came often enough; NaN if there are none.
        """
        seen = ~np.isnan(self.difference)
        if not seen.any():
            return np.nan, np.nan
        weights = two_way().dealt[seen] / two_way().dealt[seen].sum()
        change = float(weights @ (self.difference - self.solved)[seen])
        return change, float(np.sqrt(weights**2 @ self.standard_errors[seen] ** 2))

    @property
    def changed(self) -> Integers:
        """Classes that differ from the solution by more than three standard errors."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.flatnonzero(
                np.abs(self.difference - self.solved) > 3 * self.standard_errors + 1e-9
            )

    @property
    def turned(self) -> Integers:
        """Classes whose better action differs on the deals, by three standard errors.

        Counts only classes for which the solution nearly always takes one action.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            sure = self.difference / self.standard_errors
            wrong = ((self.jam > 0.99) & (sure < -3)) | ((self.jam < 0.01) & (sure > 3))
        return np.flatnonzero(wrong)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PlayedHand:
    """The strategies of a solution, played on whole deals; payoffs are in units of the pool.

    Parameters
    ----------
    deals, seed
        The number of deals, and their seed.
    solved
        The payoffs of the solution.
    payoffs, standard_errors
        Those of the deals.
    decisions
        For each decision of the solution, the value of its actions.
    """

    deals: int
    seed: int
    solved: Floats
    payoffs: Floats
    standard_errors: Floats
    decisions: tuple[PlayedDecision, ...] = field(repr=False)


def play_deals(
    found: HandSolution,
    *,
    deals: int = 1_000_000,
    seed: int = 0,
) -> PlayedHand:
    """Play a solution on deals from one deck to all players; folded cards stay out.

    Parameters
    ----------
    found
        The solution.
    deals, seed
        The number of deals, and their seed.

    Returns
    -------
    PlayedHand

    Notes
    -----
    On each deal every course of the hand is played, weighted by its probability; only the deal is
    random. Showdowns are exact.

    Examples
    --------
    >>> from railbird.tournament.hand import solve_hand
    >>> played = play_deals(solve_hand([10, 10], blinds=(0.5, 1)), deals=20_000)
    >>> bool(abs(played.payoffs - played.solved).max() < 5 * played.standard_errors.max())
    True
    """
    if deals < 2 or seed < 0:
        raise OptionError(f"{deals} deals of seed {seed}: give 2 or more, and a seed of 0 or more")
    rules = found.rules
    tree = _Tree(found)

    def play(part: slice) -> tuple[Floats, Floats]:
        hands, boards = deal_hands(rules.players, part.start, part.stop - part.start, seed)
        values, _ = HOLDEM.deal_values(hands, boards)
        return tree.play(classes_of(hands), values)

    parts = list(map_threads(play, spans(deals, _BATCH)))
    sums, differences = (np.sum(arrays, axis=0) for arrays in zip(*parts, strict=True))
    mean, error = sums[0] / deals, standard_errors(deals, sums[0], sums[1])
    decisions = tuple(
        _decision(one, rules.pool, differences[tree.nodes.index(one.node)], deals)
        for one in found.decisions
    )
    return PlayedHand(
        deals=deals,
        seed=seed,
        solved=found.payoffs,
        payoffs=mean / rules.pool,
        standard_errors=error / rules.pool,
        decisions=decisions,
    )


class _Tree:
    """The decisions and ends of a hand in the form that the kernel needs."""

    def __init__(self, found: HandSolution) -> None:
        rules, payoffs = found.rules, found.ends
        most, last = rules.most_all_in, rules.players - 1
        self.nodes = list(all_nodes(rules.players, most))
        numbers = {node: n for n, node in enumerate(self.nodes)}
        ends = {who: e for e, who in enumerate(payoffs) if len(who) <= most}

        def after(player: int, jammed: tuple[int, ...]) -> int:
            node = Node(player, jammed)
            return numbers[node] if node in numbers else -1 - ends[jammed]

        locks = {one.node: one.jam for one in found.decisions}
        game = JamFold(rules, payoffs, locks=locks, most_all_in=min(most, 3))
        jams = game.fixed | locks
        self._jams = np.stack([jams[node] for node in self.nodes])
        self._deciders = np.array([node.player for node in self.nodes])
        self._on_fold = np.array([after(n.player + 1, n.jammed) for n in self.nodes])
        self._on_jam = np.array([after(n.player + 1, (*n.jammed, n.player)) for n in self.nodes])
        # with nobody in, the big blind wins: there is one order
        self._sets = np.array([[*who, *[last] * (most - len(who))] for who in ends])
        self._sizes = np.array([max(len(who), 1) for who in ends])
        columns = [payoffs[who].shape[1] for who in ends]
        self._starts = np.concatenate([[0], np.cumsum(columns)[:-1]])
        self._pay = np.concatenate([payoffs[who] for who in ends], axis=1)
        self._lookup, self._at = order_lookup(most)

    def play(
        self, classes: npt.NDArray[np.uint8], values: npt.NDArray[np.uint16]
    ) -> tuple[Floats, Floats]:
        """The sums of the kernel."""
        payoffs = np.zeros((2, len(self._pay)))
        differences = np.zeros((len(self.nodes), CLASSES, 5))
        kernels.play_deals(
            classes, values, self._deciders, self._on_fold, self._on_jam, self._jams, self._sets,
            self._sizes, self._starts, self._lookup, self._at, self._pay, payoffs, differences,
        )  # fmt: skip
        return payoffs, differences


def _decision(one: JamDecision, pool: float, sums: Floats, deals: int) -> PlayedDecision:
    # a ratio of weighted sums: its error is not that of a plain mean
    w, w2, wd, w2d, w2d2 = sums.T
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = wd / w
        error = np.sqrt(np.maximum(w2d2 - 2 * mean * w2d + mean**2 * w2, 0)) / w
        seldom = ~(w**2 / w2 >= OFTEN)  # Kish's effective number of deals
    mean[seldom] = error[seldom] = np.nan
    return PlayedDecision(
        name=one.name,
        reached=float(w.sum()) / deals,
        solved=one.ev_jam - one.ev_fold,
        difference=mean / pool,
        standard_errors=error / pool,
        jam=one.jam,
    )
