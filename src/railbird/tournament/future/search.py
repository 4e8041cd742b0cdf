"""The search behind `FutureGame`: find states by depth, solve their hands, back up values."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.compute.threads import map_threads, spans
from railbird.errors import OptionError, RulesError
from railbird.tournament.equity.eliminated import pay_eliminated
from railbird.tournament.equity.estimate import DepthReport
from railbird.tournament.equity.models import Model
from railbird.tournament.jamfold.blinds import BlindLevel, BlindSchedule
from railbird.tournament.jamfold.ends import rows_by_set
from railbird.tournament.jamfold.positions import next_places
from railbird.tournament.jamfold.ranked import solve as ranked
from railbird.tournament.jamfold.rules import MOST_PLAYERS, JamRules
from railbird.tournament.jamfold.showdowns import broken_ties, finishing_orders

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

HANDS_AT_ONCE = 32
ALIKE = 1e-9
"""Stacks count as equal if they differ by less than this share of all chips."""

SLIGHT = 0.01
"""Ends less likely than this fraction of the cut are not even compared with the others."""


@dataclass(slots=True, eq=False)
class Batch:
    """States of one depth and number of players, in order of action, and their solved hands.

    ``links`` say which ends are states of the next depth, by the number of players there: the
    parent, its end, the seats of the players, and the state.
    """

    stacks: Floats
    reach: Floats
    values: Floats = field(init=False)
    epsilons: Floats = field(init=False)
    thresholds: list[Floats | None] = field(init=False)
    chances: Floats | None = None
    links: dict[int, tuple[Ints, Ints, Ints, Ints]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.values = np.empty_like(self.stacks)
        self.epsilons = np.zeros(len(self.stacks))
        self.thresholds = [None] * len(self.stacks)


@dataclass(slots=True)
class Cuts:
    """Ends of all hands of a depth that did not become states of the next."""

    merged: int = 0
    cut: int = 0
    reach: float = 0.0
    bound: float = 0.0


@dataclass(slots=True, eq=False, kw_only=True)
class LookAhead:
    """One search; see `railbird.tournament.future.model.FutureGame` for the parameters."""

    depth: int
    base: Model
    schedule: BlindSchedule
    prizes: Floats
    cut: float
    ties: str
    ranking: str | None
    moves: str
    longest: float
    progress: Callable[[int, int], object] | None
    levels: list[dict[int, Batch]] = field(default_factory=list)
    cuts: list[Cuts] = field(default_factory=lambda: [Cuts()])
    seconds: list[float] = field(default_factory=list)
    solved: int = 0
    full_hand: float = 0.0

    def run(
        self, stacks: Floats, reach: Floats, values: Floats, *, first_hand: int, move: bool
    ) -> tuple[DepthReport, ...]:
        """Write the values of states; with fewer than two players the values stay as they are."""
        _warm_up(self.tables)
        self.levels, roots = [{}], []
        for n, rows, seats, chips in _in_play(stacks, self.moves if move else None):
            _, first, state = np.unique(_keys(chips), return_index=True, return_inverse=True)
            likely = np.bincount(state, weights=reach[rows]).astype(np.float64)
            self.levels[0][n] = Batch(chips[first], likely)
            roots.append((n, rows, seats, state))
            self.cuts[0].merged += len(rows) - len(first)
        self.seconds = [0.0] * self.depth
        if self.ranking is None:
            self.full_hand = self._seconds_of_one(first_hand)
            self._refuse_hours()
        for at in range(self.depth):
            self._solve(at, first_hand + at, keep_chances=at < self.depth - 1)
            if at < self.depth - 1:
                self._add_depth(first_hand + at)
                self._refuse_hours()
        for at in range(self.depth - 2, -1, -1):
            self._solve(at, first_hand + at, keep_chances=False)
        for n, rows, seats, state in roots:
            values[rows[:, None], seats] = self.levels[0][n].values[state]
        return tuple(map(self._report, range(self.depth)))

    @property
    def tables(self) -> ranked.RangeTables:
        """The ranking to use; if any range is allowed, the first one estimates likelihoods."""
        return ranked.range_tables(self.ranking) if self.ranking else ranked.range_tables()

    def _solve(self, at: int, hand: int, *, keep_chances: bool) -> None:
        """Solve all hands of a depth, with the values known at the next depth.

        With ``keep_chances`` the purpose is to find the next depth. The hands with an end that
        became a state are then solved a second time.
        """
        began = time.perf_counter()
        blinds = self.schedule.at(hand)
        for n, batch in self.levels[at].items():
            rows = np.arange(len(batch.stacks))
            if batch.links and self.ranking is not None:
                rows = np.unique(np.concatenate([links[0] for links in batch.links.values()]))
            elif at < self.depth - 1 and not keep_chances and self.ranking is not None:
                continue  # already solved: no value of its ends is known
            ends = ranked.tree_size(n).rows
            batch.chances = np.zeros((len(batch.stacks), ends)) if keep_chances else None

            def solve(part: slice, batch: Batch = batch, rows: Ints = rows) -> int:
                self._solve_some(batch, rows[part], blinds, at)
                return int(part.stop - part.start)

            for done in map_threads(solve, spans(len(rows), HANDS_AT_ONCE)):
                self.solved += done
                if self.progress is not None:
                    self.progress(self.solved, max(self.solved, round(self._expected())))
        self.seconds[at] += time.perf_counter() - began

    def _solve_some(self, batch: Batch, rows: Ints, blinds: BlindLevel, at: int) -> None:
        stacks = batch.stacks[rows]
        posted = blinds.posted(stacks)
        ends = _ends(stacks, posted)
        worth = self._worth(ends, stacks)
        for n, (parent, end, seats, child) in batch.links.items():
            some = slice(*np.searchsorted(parent, (rows[0], rows[-1] + 1)))
            hand = np.searchsorted(rows, parent[some])
            place = (hand[:, None], end[some, None], seats[some])
            worth[place] = self.levels[at + 1][n].values[child[some]]
        breaks = _tie_breaks(stacks.shape[1]) if self.ties == "random" else None
        if breaks is not None:
            worth = np.einsum("er,hrp->hep", breaks, worth)
        for i, row in enumerate(rows.tolist()):
            found = ranked.solve_ranges(
                stacks[i], posted[i], worth[i], tables=self.tables, start=batch.thresholds[row]
            )
            if found is None:  # more than three are all in by posting: use the base model
                batch.values[row] = self._base(stacks[i : i + 1])[0]
                continue
            batch.values[row], batch.thresholds[row] = found.values, found.thresholds
            batch.epsilons[row] = found.epsilon / self.prizes.sum()
            if batch.chances is not None:
                batch.chances[row] = found.chances if breaks is None else found.chances @ breaks
            elif self.ranking is None:
                batch.values[row], batch.epsilons[row] = _any_range(stacks[i], blinds, worth[i])

    def _base(self, stacks: Floats) -> Floats:
        return np.array(self.base(stacks, self.prizes[: stacks.shape[1]]))

    def _worth(self, ends: Floats, stacks: Floats) -> Floats:
        """Values of all ends by the base model and the prizes, (hands, ends, players)."""
        flat = ends.reshape(-1, stacks.shape[1])
        paid = self._base(flat)
        prizes = self.prizes[: stacks.shape[1]]
        if prizes[-1] != prizes[-2]:  # two of three all in can be out: who takes which place?
            pay_eliminated(paid, flat, np.repeat(stacks, ends.shape[1], axis=0), prizes)
        return paid.reshape(ends.shape)

    def _add_depth(self, hand: int) -> None:
        """Make the states of the next depth from the ends that are likely enough."""
        blinds, cuts = self.schedule.at(hand), Cuts()
        found: dict[int, list[tuple[int, Ints, Ints, Ints, Floats, Floats]]] = {}
        for n, batch in self.levels[-1].items():
            assert batch.chances is not None
            for part in spans(len(batch.stacks), 64 * HANDS_AT_ONCE):
                likely = batch.reach[part, None] * batch.chances[part]
                stacks = batch.stacks[part]
                ends = _ends(stacks, blinds.posted(stacks))
                goes_on = (ends > 0).sum(axis=2) > 1
                slight = goes_on & (likely > 0) & (likely < SLIGHT * self.cut)
                self._count_cut(cuts, likely[slight])
                parent, end = np.nonzero(goes_on & (likely > 0) & ~slight)
                for m, rows, seats, chips in _in_play(ends[parent, end], self.moves):
                    links = (parent[rows] + part.start, end[rows], seats, chips)
                    found.setdefault(m, []).append((n, *links, likely[parent[rows], end[rows]]))
            batch.chances = None
        self.levels.append({})
        for m, parts in found.items():
            self._merge(m, parts, cuts)
        self.cuts.append(cuts)

    def _merge(
        self, m: int, parts: list[tuple[int, Ints, Ints, Ints, Floats, Floats]], cuts: Cuts
    ) -> None:
        """Merge ends with the same stacks in the same seats into one state."""
        chips = np.concatenate([part[4] for part in parts])
        likely = np.concatenate([part[5] for part in parts])
        _, first, state = np.unique(_keys(chips), return_index=True, return_inverse=True)
        reach: Floats = np.bincount(state, weights=likely).astype(np.float64)
        kept = np.flatnonzero(reach >= self.cut)
        place = np.full(reach.size, -1)
        place[kept] = np.arange(kept.size)
        cuts.merged += likely.size - reach.size
        self._count_cut(cuts, reach[reach < self.cut])
        start = 0
        for n, parent, end, seats, some, _ in parts:
            child = place[state[start : start + len(some)]]
            start += len(some)
            has = child >= 0
            if not has.any():
                continue
            old = self.levels[-2][n].links.get(m)
            new = (parent[has], end[has], seats[has], child[has])
            both = new if old is None else tuple(map(np.concatenate, zip(old, new, strict=True)))
            self.levels[-2][n].links[m] = both  # type: ignore[assignment]
        if kept.size:
            self.levels[-1][m] = Batch(chips[first[kept]], reach[kept])

    def _count_cut(self, cuts: Cuts, likely: Floats) -> None:
        cuts.cut += likely.size
        cuts.reach += float(likely.sum())
        spread = (self.prizes[0] - self.prizes[-1]) / self.prizes.sum()
        cuts.bound += float(likely.sum() * spread)

    def _expected(self) -> float:
        """Estimate the total number of hands to solve from the growth of the states so far."""
        sizes = [float(sum(len(b.stacks) for b in level.values())) for level in self.levels]
        # ends of one state are all new, those of many often repeat: the first step is no measure
        growth = sizes[-1] / sizes[-2] if len(sizes) > 1 and sizes[-2] > 1 else 1.0
        roots = sum(float(batch.reach.sum()) for batch in self.levels[0].values())
        most = roots / self.cut if self.cut else np.inf  # the most that can be likely enough
        while len(sizes) < self.depth:
            sizes.append(min(sizes[-1] * growth, most))
        return sum(sizes) + sum(sizes[:-1])  # all depths but the last are solved twice

    def _seconds_of_one(self, hand: int) -> float:
        """How long a hand without a ranking takes; the others take almost no time."""
        _, batch = max(self.levels[0].items())
        stacks, blinds = batch.stacks[:1], self.schedule.at(hand)
        worth = self._worth(_ends(stacks, blinds.posted(stacks)), stacks)
        began = time.perf_counter()
        with suppress(RulesError):  # more than three are all in by posting: not solved
            _any_range(stacks[0], blinds, worth[0])
        return time.perf_counter() - began

    def _refuse_hours(self) -> None:
        expected = self._expected()
        each = max(self.full_hand, sum(self.seconds) / max(self.solved, 1))
        needed = each * (expected - self.solved)
        if needed > self.longest:
            raise OptionError(
                f"looking {self.depth} hands ahead takes about {expected:,.4g} hands, some "
                f"{needed / 3600:,.3g} hours here: choose a smaller depth or a larger cut than "
                f"{self.cut:g}, or run it with --force"
            )

    def _report(self, at: int) -> DepthReport:
        batches = self.levels[at].values()
        epsilons = np.concatenate([batch.epsilons for batch in batches] or [np.zeros(1)])
        cuts = self.cuts[at]
        changed, likely = 0.0, 1e-300
        for batch in batches:
            change = np.abs(batch.values - self._base(batch.stacks)).max(axis=1)
            changed += float(change @ batch.reach / self.prizes.sum())
            likely += float(batch.reach.sum())
        return DepthReport(
            depth=at,
            hands=sum(len(batch.stacks) for batch in batches),
            merged=cuts.merged,
            cut=cuts.cut,
            cut_reach=cuts.reach,
            bound=cuts.bound,
            error=cuts.reach * changed / likely,
            epsilon=(float(epsilons.max()), float(epsilons.mean())),
            seconds=self.seconds[at],
        )


def _ends(stacks: Floats, posted: Floats) -> Floats:
    return np.stack([ranked.ends(*both) for both in zip(stacks, posted, strict=True)])


def _in_play(stacks: Floats, moves: str | None) -> Iterator[tuple[int, Ints, Ints, Floats]]:
    """States by the number of players: rows, seats in order of action, and chips.

    With ``moves`` the given order is that of the last hand, see `next_places`.
    """
    alive = stacks > 0
    living = alive.sum(axis=1)
    places = np.zeros_like(alive, dtype=np.int64) if moves is None else next_places(alive, moves)
    order = np.where(alive, places, stacks.shape[1])
    for count in np.unique(living[living > 1]).tolist():
        if count > MOST_PLAYERS:
            raise OptionError(f"{count} players: looking ahead is for 2 to {MOST_PLAYERS}")
        rows = np.flatnonzero(living == count)
        seats = np.argsort(order[rows], axis=1, kind="stable")[:, :count]
        chips = np.ascontiguousarray(np.take_along_axis(stacks[rows], seats, axis=1))
        yield count, rows, seats, chips


def _keys(stacks: Floats) -> npt.NDArray[np.uint64]:
    """Numbers for states with the same number of players; equal states get equal numbers."""
    parts = np.rint(stacks / stacks.sum(axis=1, keepdims=True) / ALIKE).astype(np.uint64)
    factors = np.random.default_rng(1).integers(1, 2**63, size=stacks.shape[1], dtype=np.uint64)
    return np.asarray((parts * (factors | np.uint64(1))).sum(axis=1, dtype=np.uint64))


def _tie_breaks(players: int) -> Floats:
    """The ends that replace each end if ties are broken at random, (ends, ends)."""
    found = np.eye(ranked.tree_size(players).rows)
    for all_in, rows in rows_by_set(players).items():
        orders = finishing_orders(max(len(all_in), 1))
        for x, levels in enumerate(orders):
            strict = [orders.index(order) for order in broken_ties(levels)]
            found[rows.start + x] = 0
            found[rows.start + x, rows.start + np.array(strict)] = 1 / len(strict)
    return found


def _any_range(stacks: Floats, blinds: BlindLevel, worth: Floats) -> tuple[Floats, float]:
    """Solve a hand without a ranking: values, and epsilon as a share of the pool."""
    from railbird.tournament.jamfold.game import JamFold  # heavy and seldom needed
    from railbird.tournament.jamfold.solve import EPSILON, solve_game

    rules = JamRules(tuple(stacks.tolist()), (blinds.small, blinds.big), blinds.ante)
    payoffs = {
        all_in: np.ascontiguousarray(worth[rows].T)
        for all_in, rows in rows_by_set(stacks.size).items()
    }
    pool = float(worth[0].sum())
    found = solve_game(JamFold(rules, payoffs), EPSILON * pool)
    return found.values, found.epsilon / pool


def _warm_up(tables: ranked.RangeTables) -> None:
    """Compile before the clock starts."""
    stacks, posted = np.array([2.0, 2.0]), np.array([0.5, 1.0])
    ranked.solve_ranges(stacks, posted, ranked.ends(stacks, posted), tables=tables)
