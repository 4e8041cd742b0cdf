"""Who influenced whom in a match of two to ten players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np

from railbird.compute.threads import map_threads, spans
from railbird.divat.baseline.find import Named
from railbird.divat.baseline.settings import STANDARD
from railbird.divat.hands import RefusedError, UnscoredError, by_all_money, with_ids
from railbird.divat.ring.costs import Costs, OwnDecisions
from railbird.divat.ring.deals import Floats, Ints, won_before_rake
from railbird.divat.ring.scores import SAMPLES, RingJudge, RingScore
from railbird.stats import LineUps, Mean, Verdict, mean_from_sums, standard_errors
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand
from railbird.version import __version__

CHUNK = 64
"""How many hands a thread scores at a time."""

MOST_VERDICTS = 3
"""How many are shown, if there are several because some players never met."""


@dataclass(frozen=True, slots=True)
class PlayerMeans:
    """What a player won per hand that they were dealt, in small bets: money = luck + DIVAT."""

    name: str
    money: Mean
    luck: float
    divat: Mean


@dataclass(frozen=True, eq=False)
class Crosstable:
    """Who influenced whom in a match, in small bets: Table 6.1 of Kan (2007).

    Parameters
    ----------
    influence
        What the decisions of the row's player were worth to the column's player, in total.
    errors, total_errors
        Standard errors of ``influence`` and of its column sums over hands. They include the errors
        of sampling.
    sampling_errors
        Standard errors of ``influence`` from sampling alone.
    money, luck
        By player: what they won, and what the cards were worth to them. The rest is the column sum.
    flows
        What the row's player won from the column's, in total. What somebody loses in a hand goes to
        the winners in proportion to their gains.
    standings
        The players with their means per hand, the best by DIVAT first.
    own
        By name: what a player's decisions were worth to the player, by round, and the costliest.
    games
        How many hands were scored.
    refused
        How many hands were not, by reason.
    hidden, all_money
        How many of these do not show all hole cards. If there are some, what each player won per
        hand in these and in those that were scored, the best first.
    judged_by, verdicts
        Who played best of those they met, and of the others; the verdict on most hands comes first
        (see `railbird.stats.LineUps.verdicts`). They rest on the DIVAT Difference per hand if all
        cards are known, and on all money otherwise: which hands show their cards depends on the
        cards.
    kept
        Whether the ids of hands are those of the library.
    """

    names: tuple[str, ...]
    influence: Floats
    errors: Floats
    sampling_errors: Floats
    total_errors: Floats
    money: Floats
    luck: Floats
    flows: Floats
    standings: tuple[PlayerMeans, ...]
    own: dict[str, OwnDecisions]
    games: int
    refused: dict[str, int]
    hidden: int
    all_money: dict[str, Mean]
    judged_by: str
    verdicts: tuple[Verdict, ...]
    settings: str
    samples: int
    seed: int
    seconds: float
    version: str = __version__
    kept: bool = False

    @property
    def totals(self) -> Floats:
        """DIVAT Difference of each player."""
        return np.asarray(self.influence.sum(axis=0))

    @property
    def verdict(self) -> Verdict:
        """Who played best, of the players who met in most hands. With two, by half the lead."""
        return self.verdicts[0]

    def regulars(self, most: int = 10) -> list[int]:
        """Places in ``names`` of those who played most hands, in order."""
        hands = {standing.name: standing.money.count for standing in self.standings}
        places = sorted(range(len(self.names)), key=lambda place: -hands[self.names[place]])
        return sorted(places[:most])

    def money_rows(self, most: int = 10) -> dict[str, Mean]:
        """``all_money`` of those who were dealt most hands."""
        hands = {name: won.count for name, won in self.all_money.items()}
        shown = sorted(hands, key=lambda name: -hands[name])[:most]
        return {name: won for name, won in self.all_money.items() if name in shown}

    def __str__(self) -> str:
        rows = [["", *self.names]]
        for name, row in zip((*self.names, "Sum"), (*self.influence, self.totals), strict=True):
            rows.append([name, *(f"{value:+.2f}" for value in row)])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        return "\n".join(
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
            for row in rows
        )


def crosstable(
    hands: Iterable[Hand] | Iterable[tuple[int, Hand]],
    *,
    settings: Named = STANDARD,
    samples: int = SAMPLES,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    each: Callable[[int, Hand, RingScore], None] | None = None,
    refused: Callable[[int, Hand, str], None] | None = None,
    threads: int | None = None,
) -> Crosstable:
    """Who influenced whom in a match. Hands that cannot be judged are counted by reason.

    The boards of a hand depend only on the seed and on its place among the hands. So the result
    does not depend on the number of threads. Hands that come with ids, as from a library, keep
    them. Others are numbered from 1. ``progress`` is called with the number of hands done,
    ``each`` with the id, record and scores of every hand that was scored, in order, and ``refused``
    with the id, record and reason of every other. The other options are those of `ring_scores`.

    Examples
    --------
    Bob calls a bet on the river with a hand that cannot win. The bet goes to Cid, who has the best
    hand.

    >>> from railbird.cards import parse_cards
    >>> from railbird.table import table_rules
    >>> cards = "AcKc", "7h6h", "QdQs"
    >>> hand = Hand(table_rules(3), (100,) * 3, ("Ann", "Bob", "Cid"),
    ...     tuple(map(parse_cards, cards)), parse_cards("Qc5h3dTc2s"),
    ...     (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0), (0, 0, 0))
    >>> print(crosstable([hand]))
           Ann    Bob    Cid
    Ann  -0.67  +1.08  -0.41
    Bob  +0.00  -2.00  +2.00
    Cid  +5.04  -0.70  -4.34
    Sum  +4.37  -1.62  -2.75
    """
    watch = Stopwatch()
    judge = RingJudge(settings=settings, samples=samples, seed=seed)
    table = _CrosstableSums()
    done = 0
    waiting = with_ids(hands)
    while some := list(islice(waiting, 16 * CHUNK)):
        first = done

        def work(
            part: slice, some: list[tuple[int, Hand]] = some, first: int = first
        ) -> list[RingScore | RefusedError]:
            places = range(part.start, part.stop)
            return [_scored(judge, some[i][1], first + i) for i in places]

        for scores in map_threads(work, spans(len(some), CHUNK), threads=threads):
            for score in scores:
                number, hand = some[done - first]
                done += 1
                if isinstance(score, RefusedError):
                    table.refuse(score, hand)
                    if refused is not None:
                        refused(number, hand, str(score))
                    continue
                table.add(score, number, hand)
                if each is not None:
                    each(number, hand, score)
            if progress is not None:
                progress(done)
    return table.finish(judge, watch.seconds)


def _scored(judge: RingJudge, hand: Hand, place: int) -> RingScore | RefusedError:
    try:
        return judge.score(hand, place)
    except RefusedError as refused:
        return refused


class _PairSums(NamedTuple):
    """Sums by player who acts and player who gains or loses."""

    influence: Floats
    squares: Floats
    variance: Floats
    flows: Floats


class _PlayerSums(NamedTuple):
    """Sums by player."""

    totals: Floats
    squares: Floats
    played: Floats
    money: Floats
    money_squares: Floats
    luck: Floats


class _CrosstableSums:
    """Adds up the scores of hands by name."""

    def __init__(self) -> None:
        self._games = self._hidden = 0
        self._place: dict[str, int] = {}
        self._refused: Counter[str] = Counter()
        self._costs = Costs()
        self._divat, self._all_money = LineUps(), LineUps()
        self._tables = _PairSums(*(np.zeros((0, 0)) for _ in _PairSums._fields))
        self._lists = _PlayerSums(*(np.zeros(0) for _ in _PlayerSums._fields))

    def refuse(self, reason: RefusedError, hand: Hand) -> None:
        """Count a hand that could not be judged."""
        self._refused[str(reason)] += 1
        if isinstance(reason, UnscoredError):
            self._hidden += 1
            won = won_before_rake(hand) / hand.rules.big_blind
            self._all_money.add(hand.players, won.tolist())

    def add(self, score: RingScore, number: int, hand: Hand) -> None:
        """Add a scored hand with its id."""
        self._costs.add(number, hand, score)
        self._games += 1
        skill = score.skill
        self._divat.add(score.players, skill.tolist())
        self._all_money.add(score.players, score.money.tolist())
        seats = self._seats(score.players)
        rows = seats[:, None], seats
        tables, lists = self._tables, self._lists
        tables.influence[rows] += score.influence
        tables.squares[rows] += score.influence**2
        tables.variance[rows] += score.influence_errors**2
        tables.flows[rows] += _flows(score.money)
        lists.totals[seats] += skill
        lists.squares[seats] += skill**2
        lists.played[seats] += 1
        lists.money[seats] += score.money
        lists.money_squares[seats] += score.money**2
        lists.luck[seats] += score.luck.sum(axis=0)

    def _seats(self, players: tuple[str, ...]) -> Ints:
        """Rows of the players, in the order of their arrival. New players get new rows."""
        place = self._place
        seats = np.array([place.setdefault(name, len(place)) for name in players])
        new = len(place) - len(self._lists.money)
        if new:
            self._tables = _PairSums(*(np.pad(sums, (0, new)) for sums in self._tables))
            self._lists = _PlayerSums(*(np.pad(sums, (0, new)) for sums in self._lists))
        return seats

    def finish(self, judge: RingJudge, seconds: float) -> Crosstable:
        """The table of all that was added."""
        games, hidden = self._games, self._hidden
        tables, lists = self._tables, self._lists
        by = self._all_money if hidden else self._divat
        claim = "played better" if len(by) == 2 else "played best"
        return Crosstable(
            names=tuple(self._place),
            influence=tables.influence,
            errors=games * standard_errors(games, tables.influence, tables.squares),
            sampling_errors=np.sqrt(tables.variance),
            total_errors=games * standard_errors(games, lists.totals, lists.squares),
            money=lists.money,
            luck=lists.luck,
            flows=tables.flows,
            standings=self._standings(),
            own=self._costs.finish(),
            games=games,
            refused=dict(self._refused.most_common()),
            hidden=hidden,
            all_money=self._all_money.means() if hidden else {},
            judged_by=by_all_money(hidden, self._refused) if hidden else "DIVAT",
            verdicts=by.verdicts(claim, unit="sb per hand"),
            settings=judge.settings.name,
            samples=judge.samples,
            seed=judge.seed,
            seconds=seconds,
        )

    def _standings(self) -> tuple[PlayerMeans, ...]:
        """The players with their means, the best first; of equal ones the first to arrive."""
        lists = self._lists
        found = [
            PlayerMeans(
                name=name,
                money=mean_from_sums(hands, lists.money[i], lists.money_squares[i]),
                luck=float(lists.luck[i] / hands),
                divat=mean_from_sums(hands, lists.totals[i], lists.squares[i]),
            )
            for i, (name, hands) in enumerate(
                zip(self._place, lists.played.astype(int).tolist(), strict=True)
            )
        ]
        return tuple(sorted(found, key=lambda standing: -standing.divat.mean))


def _flows(money: Floats) -> Floats:
    """Who won how much from whom in a hand."""
    gains, losses = money.clip(min=0), -money.clip(max=0)
    flow = np.outer(gains, losses) / (gains.sum() or 1.0)
    return np.asarray(flow - flow.T)
