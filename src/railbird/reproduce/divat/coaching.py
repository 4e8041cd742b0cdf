"""How many hands a coach needs, by what it measures: Kan (2007), §3.3 and §5.4.1.

Hyperborean's coach chose between two programs by run-time DIVAT: DIVAT of hands that were shown,
money of the others. The document says that it may be biased, and that less variance is worth more.

The players here do not learn, so the hands of a player against an opponent are independent. Each
player plays a match alone, and the coach's own measures judge each hand. Coached matches are then
drawn from these hands, with the coach's own rule, which makes many matches cheap. Money and AIVAT
are unbiased, so their means are set to that of DIVAT with all cards known, which is known better.
The mean of run-time DIVAT is set to that and its bias.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.divat.heads_up.match import analyze
from railbird.players import make_player
from railbird.players.base import Seat
from railbird.players.coach.assess import measure_by
from railbird.players.coach.choice import Tallies
from railbird.players.coach.player import MEASURES
from railbird.players.coach.seen import CoachedHand
from railbird.reproduce.claims import Floats, less_than, more_than
from railbird.reproduce.divat.bot_matches import STACK
from railbird.reproduce.drawings import Lines, Series
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.stats import Mean, mean_of
from railbird.table import table_rules
from railbird.table.hand import Hand
from railbird.table.state import FOLD

GAMES = 10_000
"""Hands of each player against each opponent."""
LENGTH, MATCHES = 20_000, 60
"""Hands of a coached match, and how many matches are drawn."""
SETTLED = 0.9
"""A coach has settled on a player who plays this share of the rest of the match."""
SURE = 1.6449
"""A normal deviate is below this with a probability of 95 %."""

_OURS = "not in print"


@dataclass(frozen=True, slots=True)
class Case:
    """Two players of a coach against an opponent; the first is the better one."""

    better: str
    worse: str
    opponent: str


CASES = (
    # two pseudo-optimal programs, as Hyperborean had them: their biases are about the same
    Case("sparbot", "sparbot(merged=7)", "bluffer"),
    # two that get to showdowns in other ways: their biases differ by more than they do
    Case("sparbot", "bluffer", "sparbot"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Pool:
    """What a player did against an opponent, in small bets a hand.

    ``results[by]`` has the mean of each two hands by a measure. ``divat`` is DIVAT with all cards
    known, and ``gap`` is run-time DIVAT minus it, hand by hand.
    """

    results: dict[str, Floats]
    divat: Floats
    gap: Floats


def play_pool(player: str, opponent: str, games: int, seed: int) -> Pool:
    """Play hands, and judge them by the coach's measures and with all cards known."""
    hero = make_player(f"hero={player}")
    hands: list[Hand] = []
    match = Match(table_rules(2), (STACK, STACK), games, seed)
    play_match(match, (hero, make_player(f"other={opponent}")), on_hand=hands.append)
    seen = [_seen(hand) for hand in hands]
    by_hand = {"money": np.array([each.money for each in seen])}
    for by in MEASURES[1:]:
        measure = measure_by(by, [make_player(f"hero={player}")])
        by_hand[by] = np.array([measure(each, 0) for each in seen])
    divat = analyze(hands, hero="hero").divat
    gap = by_hand["divat"] - divat
    means = {by: divat.mean() + (gap.mean() if by == "divat" else 0.0) for by in MEASURES}
    pairs = {}
    for by, scores in by_hand.items():
        two = scores[: games // 2 * 2].reshape(-1, 2).mean(axis=1)
        pairs[by] = two - two.mean() + means[by]
    return Pool(pairs, divat, gap)


def _seen(hand: Hand) -> CoachedHand:
    """A hand as the hero saw it."""
    at = hand.players.index("hero")
    own, theirs = hand.hole_cards[at], hand.hole_cards[1 - at]
    assert own is not None
    shown = None if FOLD in hand.actions else theirs
    seat = Seat(hand.rules, hand.stacks, hand.players, at, 0)
    return CoachedHand(seat, own, hand.board, hand.actions, shown, hand.payoffs)


def coached(
    first: Floats, second: Floats, turns: int, rng: np.random.Generator
) -> npt.NDArray[np.bool_]:
    """Whether the first player was chosen at each turn of a match drawn from their results."""
    tallies = Tallies(2)
    drawn = [rng.choice(each, turns) for each in (first, second)]
    found = np.zeros(turns, dtype=np.bool_)
    for turn in range(turns):
        player = tallies.choose()
        tallies.add(player, float(drawn[player][turn]))
        found[turn] = player == 0
    return found


def settled_at(chosen: npt.NDArray[np.bool_]) -> int | None:
    """The turn from which on the chosen player played nearly always, if not only at the end.

    Examples
    --------
    >>> settled_at(np.array([False] * 20 + [True] * 80))
    12
    >>> settled_at(np.array([False] * 90 + [True] * 10)) is None
    True
    """
    turns = len(chosen)
    rest = np.cumsum(chosen[::-1])[::-1] / np.arange(turns, 0, -1)
    (where,) = np.nonzero(rest[: turns * 3 // 4] >= SETTLED)
    return int(where[0]) if len(where) else None


def coach_study(options: RunOptions) -> Outcome:
    """Hands that a coach needs by money, run-time DIVAT and run-time AIVAT, and what bias costs."""
    games = max(4, options.games or GAMES)
    matches = max(4, MATCHES * min(games, GAMES) // GAMES)
    figures: list[Figure | Claim] = []
    drawings = []
    for i, case in enumerate(CASES):
        part = options.part(i, len(CASES))
        better = play_pool(case.better, case.opponent, games, options.seed)
        part.progress(0.4)
        worse = play_pool(case.worse, case.opponent, games, options.seed + 1)
        part.progress(0.8)
        found, lines = _judge(case, better, worse, matches, options.seed)
        figures += found
        drawings.append(lines)
    note = (
        f"{games:,} hands of each player, seeds {options.seed} and {options.seed + 1}; "
        f"{matches} coached matches of {LENGTH:,} hands drawn from them; a coach has settled on a "
        f"player who plays {SETTLED:.0%} of the rest, and not only in the last quarter; money and "
        f"AIVAT are moved to the mean of DIVAT with all cards"
    )
    return Outcome(judged(*figures), notes=(note,), drawings=tuple(drawings))


def _judge(
    case: Case, better: Pool, worse: Pool, matches: int, seed: int
) -> tuple[list[Figure | Claim], Lines]:
    """The figures of a case."""
    name = f"{case.better} or {case.worse} v {case.opponent}"
    lead = float(better.divat.mean() - worse.divat.mean())
    error = float(np.hypot(mean_of(better.divat).error, mean_of(worse.divat).error))
    figures: list[Figure | Claim] = [
        more_than(f"{name}: DIVAT of the first less the second", lead, 0.0, error=error)
    ]
    for who, pool in ((case.better, better), (case.worse, worse)):
        gap = mean_of(pool.gap)
        why = f"{_OURS}; standard error {gap.error:.4f}"
        figures.append(beside(f"{name}: bias of run-time DIVAT, {who}", gap.mean, None, why))
    bias = float(better.gap.mean() - worse.gap.mean())
    figures.append(beside(f"{name}: lead by run-time DIVAT", lead + bias, None, _OURS))
    series, lost = [], {}
    rng = np.random.default_rng(seed)
    turns = LENGTH // 2
    for by in MEASURES:
        one, two = better.results[by], worse.results[by]
        ratio = _deviation(better.results["money"], worse.results["money"]) / _deviation(one, two)
        chosen = np.array([coached(one, two, turns, rng) for _ in range(matches)])
        lost[by] = lead * (1 - chosen.mean(axis=1))
        needed = hands_needed(one, two)
        why = f"{_OURS}; relative standard error {2 * error / abs(lead):.0%}"
        figures.append(
            beside(f"{name}, by {by}: hands until 95 % have it right", needed, None, why)
        )
        figures += _settling(f"{name}, by {by}", chosen, mean_of(lost[by]), ratio**2)
        series.append(Series(by, chosen.mean(axis=0), by if by in ("money", "divat") else ""))
    less = mean_of(lost["divat"] - lost["money"])
    what = f"{name}: sb a hand lost by divat less by money"
    figures.append(less_than(what, less.mean, 0.0, error=less.error, count=less.count))
    share = f"share of matches in which {case.better} plays"
    return figures, Lines(name, "hands", share, 2 * np.arange(turns), tuple(series))


def hands_needed(better: Floats, worse: Floats) -> float:
    """Hands after which the better player leads in 95 % of matches, if both play in turn.

    A result is that of two hands. If the better one has the lower mean, no number is enough.

    Examples
    --------
    >>> round(hands_needed(np.array([0.0, 2.0]), np.array([-1.0, 1.0])))
    22
    """
    lead = float(better.mean() - worse.mean())
    if lead <= 0:
        return float("nan")
    return float(4 * SURE**2 * (better.var() + worse.var()) / lead**2)


def _deviation(one: Floats, two: Floats) -> float:
    return float(np.sqrt((one.var() + two.var()) / 2))


def _settling(
    name: str, chosen: npt.NDArray[np.bool_], lost: Mean, reduction: float
) -> list[Figure | Claim]:
    """How coached matches went: settled on whom, when, and what was lost."""
    right = [settled_at(each) for each in chosen]
    wrong = sum(settled_at(~each) is not None for each in chosen)
    count = len(right)
    when = np.array([np.inf if at is None else 2.0 * at for at in right])
    median = float(np.median(when))
    share = sum(at is not None for at in right) / count
    error = 100 * np.sqrt(share * (1 - share) / count)
    why = f"{_OURS}; standard error {error:.0f}"
    return [
        beside(f"{name}: variance of money ÷ its own", reduction, None, _OURS),
        beside(f"{name}: settled on the better, %", 100 * share, None, why),
        beside(f"{name}: settled on the worse, %", 100 * wrong / count, None, _OURS),
        beside(
            f"{name}: hands until settled, median",
            median if np.isfinite(median) else float("nan"),
            None,
            f"{_OURS}; – if fewer than half settled on the better one",
        ),
        beside(
            f"{name}: sb a hand lost to playing the better alone",
            lost.mean,
            None,
            f"{_OURS}; standard error {lost.error:.4f}",
        ),
    ]
