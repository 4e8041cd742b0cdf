"""What a person won and how they played: sums over the rows that the library has counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird import stats
from railbird.errors import LibraryError
from railbird.history.library import Library, Query, find_player
from railbird.history.library.counting import Counted, Entry, Stake
from railbird.history.tracking import flags as tracking
from railbird.table.money import Money, money

Floats = npt.NDArray[np.float64]

DEPTHS = (10, 20, 40, 100, 200)
"""Stacks in big blinds that separate the groups by stack."""

MOST_POTS = 10
TOURNAMENTS = "tournaments"
"""The name of the kind of hands."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was done, of the times it could be done."""

    done: int
    chances: int

    @property
    def share(self) -> float:
        """Between 0 and 1; nan if there was no chance."""
        return self.done / self.chances if self.chances else nan


@dataclass(frozen=True, slots=True)
class Group:
    """The results of some hands.

    ``won`` and ``adjusted`` are in big blinds per 100 hands: what was won, and what would have been
    won on average with the cards that were still to come in all-ins. ``money`` and ``rake`` are by
    currency, without tournament chips. ``aggression`` is bets and raises per call after the flop,
    and ``aggression_frequency`` their share of all bets, raises, calls and folds there.
    """

    name: str
    hands: int
    won: stats.Mean
    adjusted: stats.Mean
    money: Mapping[str, float]
    adjusted_money: Mapping[str, float]
    rake: Mapping[str, float]
    shares: Mapping[str, Share]
    aggression: float
    aggression_frequency: float


@dataclass(frozen=True, slots=True)
class Pot:
    """A hand that decided much: its id, and what was won in chips and in big blinds."""

    hand: int
    won: int
    big_blinds: float
    chip: str
    seat: str


@dataclass(frozen=True, slots=True)
class Tournaments:
    """The tournaments of a person, in one currency, in hundredths.

    Only those that are ``finished`` count in ``cost``, ``won`` and ``places``: of the others it is
    not known how they ended.
    """

    currency: str
    entered: int
    finished: int
    cost: int
    won: int
    places: tuple[int, ...]

    @property
    def roi(self) -> float:
        """What was won above the cost, as a part of the cost; nan if they cost nothing."""
        return (self.won - self.cost) / self.cost if self.cost else nan


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """The results of a person under all of their names.

    ``kinds`` are cash games and tournaments. ``line`` and ``adjusted_line`` are big blinds after
    each hand, beginning with 0.
    """

    heroes: tuple[str, ...]
    all: Group
    kinds: tuple[Group, ...]
    positions: tuple[Group, ...]
    stacks: tuple[Group, ...]
    limits: tuple[Group, ...]
    tournaments: tuple[Tournaments, ...]
    pots: tuple[Pot, ...]
    line: Floats
    adjusted_line: Floats


def find_heroes(library: Library, names: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the person, checked; without names, those of the library."""
    if names:
        return tuple(dict.fromkeys(find_player(library, name) for name in names))
    found = tuple(library.heroes())
    if not found:
        raise LibraryError(
            "no hand says whose it is, or several players told as many: name the player with --hero"
        )
    return found


def results(library: Library, heroes: Sequence[str], query: Query | None = None) -> PlayerResults:
    """Sum up the hands of a person that answer a query."""
    counted = library.counted(heroes, query)
    sums = _ResultSums(counted)
    everything = np.ones(len(counted.rows), dtype=np.bool_)
    whole = query is None or query == Query()
    return PlayerResults(
        heroes=tuple(heroes),
        all=sums.group("all", everything),
        kinds=sums.kinds(),
        positions=sums.positions(),
        stacks=sums.stacks(),
        limits=sums.limits(),
        tournaments=_tournaments(library.entries(heroes)) if whole else (),
        pots=sums.pots(),
        line=_line(sums.won),
        adjusted_line=_line(sums.adjusted),
    )


def _line(won: Floats) -> Floats:
    return np.concatenate([[0.0], np.cumsum(won)])


class _ResultSums:
    """The rows as columns, in big blinds."""

    def __init__(self, counted: Counted) -> None:
        self.columns = {name: counted.rows[name].copy() for name in counted.rows.dtype.names or ()}
        self.stakes = counted.stakes
        size = max(self.stakes, default=0) + 1
        blinds, self.is_tournament = np.ones(size), np.zeros(size, dtype=np.bool_)
        for number, stake in self.stakes.items():
            blinds[number] = stake.big_blind
            self.is_tournament[number] = stake.tournament
        self.stake = self.columns["stake"]
        # there are few different flags: each is looked into only once
        self.flags = np.unique(self.columns["flags"])
        self.kind = np.searchsorted(self.flags, self.columns["flags"])  # faster than by `unique`
        self.seats = tracking.seat_of(self.flags)[self.kind]
        self.big_blind = blinds[self.stake]
        self.won = self.columns["payoff"] / self.big_blind
        self.adjusted = self.columns["adjusted"] / self.big_blind

    def group(self, name: str, some: npt.NDArray[np.bool_]) -> Group:
        """The results of the hands that are marked."""
        stake = self.stake[some]
        times = np.bincount(self.kind[some], minlength=len(self.flags))
        facts = {fact: int(times @ tracking.has(self.flags, fact)) for fact in tracking.Fact}
        bets = int(times @ tracking.bets_of(self.flags))
        calls = int(times @ tracking.calls_of(self.flags))
        answers = bets + calls + facts[tracking.Fact.FOLDED_LATER]
        return Group(
            name=name,
            hands=int(times.sum()),
            won=stats.mean_of(100 * self.won[some]),
            adjusted=stats.mean_of(100 * self.adjusted[some]),
            money=self._money("payoff", stake, some),
            adjusted_money=self._money("adjusted", stake, some),
            rake=self._money("rake", stake, some),
            shares={
                each.key: Share(facts[each.done], facts[each.chance])
                for each in tracking.STATISTICS
            },
            aggression=bets / calls if calls else nan,
            aggression_frequency=bets / answers if answers else nan,
        )

    def _money(self, column: str, stake: npt.NDArray[np.int64], some: Any) -> dict[str, float]:
        """A column in the money of cash games, by currency; with the stakes of the hands."""
        sums = np.bincount(stake, weights=self.columns[column][some])
        found: dict[str, float] = {}
        for number in np.flatnonzero(np.bincount(stake)).tolist():
            what = self.stakes[number]
            if not what.tournament:
                worth = money(what.chip)
                currency = worth.sign or worth.code
                found[currency] = found.get(currency, 0.0) + float(sums[number]) / worth.chips
        return found

    def _groups(self, keys: npt.NDArray[np.int64], names: Mapping[int, str]) -> tuple[Group, ...]:
        present = set(np.flatnonzero(np.bincount(keys)).tolist())
        return tuple(self.group(name, keys == key) for key, name in names.items() if key in present)

    def kinds(self) -> tuple[Group, ...]:
        """Cash games and tournaments."""
        kinds = self.is_tournament[self.stake].astype(np.int64)
        return self._groups(kinds, {0: "cash games", 1: TOURNAMENTS})

    def positions(self) -> tuple[Group, ...]:
        """By seat, in order of action before the flop."""
        return self._groups(self.seats, dict(enumerate(tracking.SEATS)))

    def stacks(self) -> tuple[Group, ...]:
        """By the stack that could be played for, in big blinds."""
        depth = np.searchsorted(DEPTHS, self.columns["stack"] / self.big_blind, side="right")
        ends = zip((0, *DEPTHS), DEPTHS, strict=False)
        names = [f"{low} to {high} bb" for low, high in ends]
        return self._groups(depth, dict(enumerate([*names, f"{DEPTHS[-1]} bb or more"])))

    def limits(self) -> tuple[Group, ...]:
        """By game and big blind; the levels of tournaments are taken together."""
        names = {number: limit_name(stake) for number, stake in self.stakes.items()}
        order = sorted(self.stakes, key=lambda n: (*_size(self.stakes[n]), names[n]))
        places: dict[str, int] = {}
        place = np.zeros(len(self.is_tournament), dtype=np.int64)
        for number in order:
            place[number] = places.setdefault(names[number], len(places))
        return self._groups(place[self.stake], {at: name for name, at in places.items()})

    def pots(self) -> tuple[Pot, ...]:
        """The hands in which the most was won or lost."""
        size = np.abs(self.won)
        most = min(MOST_POTS, len(size))
        some = np.argpartition(-size, most - 1)[:most] if most else np.zeros(0, dtype=np.int64)
        some = some[np.lexsort((self.columns["hand"][some], -size[some]))]
        return tuple(
            Pot(
                int(self.columns["hand"][at]),
                int(self.columns["payoff"][at]),
                float(self.won[at]),
                self.stakes[int(self.stake[at])].chip,
                tracking.SEATS[int(self.seats[at])],
            )
            for at in some
            if size[at]
        )


def _size(stake: Stake) -> tuple[bool, str, str, str, float]:
    """Where a limit stands among others: cash games first, and the smaller big blind of a game."""
    worth = money(stake.chip)
    coin = worth.sign or worth.code
    return stake.tournament, stake.betting, stake.game, coin, stake.big_blind / worth.chips


def limit_name(stake: Stake) -> str:
    """What was played, in words."""
    game = f"{stake.betting} {stake.game}"
    if stake.tournament:
        return f"tournament, {game}"
    return f"{game}, big blind {money(stake.chip)(stake.big_blind)}"


def amounts(sums: Mapping[str, float], *, plus: bool = False) -> str:
    """Sums of money by currency, such as ``+$12.50``; empty if there are none."""
    return ", ".join(
        Money(
            100,
            "" if currency.isalnum() else currency,
            currency if currency.isalnum() else "",
        )(round(100 * amount), plus=plus)
        for currency, amount in sums.items()
    )


def _tournaments(entries: Sequence[Entry]) -> tuple[Tournaments, ...]:
    found = []
    for currency in dict.fromkeys(entry.currency for entry in entries):
        entered = [entry for entry in entries if entry.currency == currency]
        done = [entry for entry in entered if entry.finished]
        found.append(
            Tournaments(
                currency,
                len(entered),
                len(done),
                sum(entry.cost for entry in done),
                sum(entry.won for entry in done),
                tuple(sorted(entry.place for entry in done if entry.place)),
            )
        )
    return tuple(found)
