"""`solve_hand`: solve a hand of jam-or-fold from stacks, blinds, prizes and a model's name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from railbird.equilibrium import Strategy
from railbird.errors import OptionError
from railbird.stopwatch import Stopwatch
from railbird.tournament.equity.checks import check_bounties
from railbird.tournament.equity.models import CHIPS, Model
from railbird.tournament.future.hand import future_values
from railbird.tournament.future.model import FutureGame
from railbird.tournament.jamfold.blinds import BlindSchedule
from railbird.tournament.jamfold.ends import EndValues, HandEnds, values_by_model
from railbird.tournament.jamfold.many_all_in import DEALS
from railbird.tournament.jamfold.rules import MOST_ALL_IN, JamRules
from railbird.tournament.jamfold.solution import HandSolution
from railbird.tournament.jamfold.solve import Locks, solve_with_values
from railbird.tournament.named import model_by_name
from railbird.tournament.whole.model import BETWEEN, SolvedModel


def solve_hand(
    stacks: Sequence[float],
    *,
    blinds: tuple[float, float],
    ante: float = 0.0,
    big_blind_ante: float = 0.0,
    payouts: Sequence[float] | None = None,
    model: str | Model = "harville",
    ties: str = "split",
    bounties: npt.ArrayLike | None = None,
    progressive: bool = False,
    most_all_in: int = MOST_ALL_IN,
    deals: int = DEALS,
    seed: int = 0,
    locks: Locks | None = None,
    folded: Sequence[int] = (),
    ranking: str | None = None,
    epsilon: float | None = None,
    iterations: int | None = None,
    warm_start: Strategy | None = None,
    progress: Callable[[float], object] | None = None,
) -> HandSolution:
    """Solve a hand of jam-or-fold: 2 to 10 players, by default at most three of them all in.

    Parameters
    ----------
    stacks
        Chips before the hand in order of action. The last two are the small and the big blind, and
        the one before them is the button. Of two players the first is the small blind.
    blinds, ante, big_blind_ante
        Chips posted: the ante by everybody, the other ante by the big blind for the table. A player
        who has no more than that is all in without a decision.
    payouts
        Prizes, first place first. Without them the players play for chips.
    model
        The value of stacks after the hand: ``harville``, ``weitzman``, ``roberts``, ``chips``,
        ``fgs:3`` (after three more hands), ``solved`` (the whole tournament) or a `Model`.
    ties
        ``"split"`` shares pots, ``"random"`` gives them to one of the winners.
    bounties
        Money on each player's head, or one number for all; it counts as part of the pool. A bounty
        goes to the winner of the last pot that the eliminated player had a share in. Bounties that
        nobody wins in this hand are shared in proportion to chips, see
        `railbird.tournament.equity.bounties`.
    progressive
        Whether only half of a bounty is paid, and half is added to the winner's own bounty.
    most_all_in
        The most players who can be all in; the others then have to fold. 3 to 6, and no more than
        there are players. Showdowns of four and more are sampled.
    deals, seed
        The number of deals drawn for these, and the seed. All iterations use the same deals.
    locks
        Fixed ranges: by seat (``BB``) or by decision (``BB after SB``), as text, `Range` or 169
        probabilities; ``"none"`` never jams. The others play an equilibrium against them. If all
        but one are locked, that is a best response.
    folded
        Players, by number in order of action from 0, who have folded already.
    ranking
        Ranges are the top of this order of hands, ``heads-up`` or ``sklansky-chubukov``; see
        `railbird.tournament.jamfold.ranked.rankings`. This is solved almost instantly, but is worse
        than free ranges.
    epsilon
        Stop when no player can gain more than this share of the pool. By default 1e-8 for two
        players, 1e-7 for three and 1e-6 for more.
    iterations
        Stop after this many in any case: 10,000 for two players and 1,000 for more by default.
    warm_start
        The ``strategy`` of a similar hand with the same number of players, to start from.
    progress
        Called from time to time with the epsilon reached.

    Returns
    -------
    HandSolution

    Notes
    -----
    Two players: PDCFR+, updating the players in turn. More: regret matching for all simultaneously,
    started from the hand in which at most two can be all in. With more than two players no
    algorithm is guaranteed to converge; ``epsilon`` is always measured, by a best response over all
    classes and nodes.

    References
    ----------
    H. Melcher, "Evaluation of equity models for tournament poker" (2015), ch. 5 and 6. S. Ganzfried
    and T. Sandholm, "Computing an approximate jam/fold equilibrium for 3-player no-limit Texas
    hold'em tournaments", AAMAS 2008. P. B. Miltersen and T. B. Sørensen, "A near-optimal strategy
    for a heads-up no-limit Texas hold'em poker tournament", AAMAS 2007.

    Examples
    --------
    >>> found = solve_hand([10, 10], blinds=(0.5, 1))
    >>> [f"{one.name}: {one.share:.1%}" for one in found.decisions]
    ['SB: 58.3%', 'BB after SB: 37.4%']
    >>> found.converged, found.epsilon < 1e-8, found.model
    (True, True, 'chips')
    """
    watch = Stopwatch()
    heads = None if bounties is None else tuple(check_bounties(bounties, len(stacks)).tolist())
    rules = JamRules(
        stacks=tuple(map(float, stacks)),
        blinds=blinds,
        ante=ante,
        payouts=None if payouts is None else tuple(map(float, payouts)),
        ties=ties,
        bounties=heads,
        progressive=progressive,
        most_all_in=most_all_in,
        big_blind_ante=big_blind_ante,
        folded=tuple(folded),
    )
    ends = HandEnds.of(rules)
    found = solve_with_values(
        ends,
        end_values(ends, model),
        deals=deals,
        seed=seed,
        locks=locks,
        ranking=ranking,
        epsilon=epsilon,
        iterations=iterations,
        warm_start=warm_start,
        progress=progress,
    )
    return replace(found, seconds=watch.seconds)


def end_values(ends: HandEnds, model: str | Model = "harville") -> EndValues:
    """The value of the ends of a hand by any model, including one that plays future hands.

    A model given by name uses the blinds and the tie-breaking of this hand to look ahead.
    """
    rules = ends.rules
    if rules.payouts is None:
        return values_by_model(ends, CHIPS)
    if not isinstance(model, str):
        chosen = model
    else:
        chosen = model_by_name(model, blinds=BlindSchedule((rules.level,)), ties=rules.ties)
    if isinstance(chosen, FutureGame | SolvedModel) and rules.big_blind_ante:
        raise OptionError(
            f"a big-blind ante of {rules.big_blind_ante:g} is for models that do not look ahead: "
            "choose another model, or give the ante of each player"
        )
    if isinstance(chosen, FutureGame):
        return future_values(ends, chosen)
    if isinstance(chosen, SolvedModel):
        if chosen.blinds is None:
            chosen = replace(chosen, blinds=BlindSchedule((rules.level,)))
        return _solved_values(ends, chosen)
    return values_by_model(ends, chosen)


def _solved_values(ends: HandEnds, model: SolvedModel) -> EndValues:
    """The value of the ends by the solved tournament, in which positions move after the hand."""
    rules = ends.rules
    assert rules.payouts is not None
    prizes = np.array(rules.payouts)
    if rules.bounties is not None:
        raise OptionError("the model solved has no bounties: omit them, or choose another model")
    return EndValues(
        model=model.name,
        before=model.payoffs([rules.stacks], prizes).values[0],
        after=ends.with_prizes(model.after_hand(ends.stacks, prizes)),
        error=BETWEEN if model.is_between(ends.stacks) else model.error([rules.stacks]),
    )
