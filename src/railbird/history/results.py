"""What a person won and how they played: sums over the rows that the library has counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird import stats
from railbird.errors import LibraryError, OptionError
from railbird.history.library import Library, Query, find_player
from railbird.history.library.counting import Entry
from railbird.history.player_hands import (
    Floats,
    Grouping,
    HandsPart,
    Ints,
    Marks,
    PlayerHands,
    game_name,
)
from railbird.history.tracking import flags as tracking
from railbird.table.money import Money, money

MOST_POTS = 10
CHIPS = "chips"
"""What is won where a chip is worth nothing, as in play money, or the text does not say."""


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
    won on average with the cards that were still to come in all-ins, without hands whose big blind
    is not known. ``money`` and ``rake`` are by currency, without tournament chips; chips that are
    worth no money are by big blind. ``aggression`` is bets and raises per call after the flop,
    and ``aggression_frequency`` their share of all bets, raises, calls and folds there.

    A group of cash games and tournaments has no rates, and a group of several games no shares.
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
    not known how they ended. ``unpriced`` is how many of the finished do not say what they cost:
    they are not in ``cost``, nor in ``won_priced``, from which the ROI follows. ``left`` is how
    many others the player left by their last hand, by which nobody can tell whether they entered
    again or won a prize; they cost ``left_cost`` and are not counted. ``left_places`` are those of
    their places that follow from the hands.
    """

    currency: str
    entered: int
    finished: int
    cost: int
    won: int
    places: tuple[int, ...]
    unpriced: int = 0
    won_priced: int = 0
    left: int = 0
    left_cost: int = 0
    left_places: tuple[int, ...] = ()

    @property
    def cost_is_known(self) -> bool:
        """Whether at least one of the finished says what it cost, or none is finished."""
        return self.unpriced < self.finished or not self.finished

    @property
    def roi(self) -> float:
        """What was won above the cost, as a part of the cost; nan if they cost nothing."""
        return (self.won_priced - self.cost) / self.cost if self.cost else nan


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """The results of a person under all of their names.

    ``kinds`` are cash games and tournaments; ``games`` are limit hold'em, no-limit hold'em and so
    on. ``line`` and ``adjusted_line`` are big blinds after each hand in order of time, beginning
    with 0. If there are both kinds, or several games, ``apart`` has the results of each: a big
    blind of a tournament is not one of a cash game, and how often somebody bets depends on the
    game. Positions, stacks and lines are only there.
    """

    heroes: tuple[str, ...]
    all: Group
    kinds: tuple[Group, ...]
    games: tuple[Group, ...]
    positions: tuple[Group, ...]
    stacks: tuple[Group, ...]
    limits: tuple[Group, ...]
    tournaments: tuple[Tournaments, ...]
    pots: tuple[Pot, ...]
    line: Floats
    adjusted_line: Floats
    apart: tuple[PlayerResults, ...] = ()

    @property
    def by_game(self) -> tuple[OneGame, ...]:
        """The results of each game that was played, cash games and tournaments apart."""
        found = []
        for each in self.apart or (self,):
            if not each.kinds:
                continue
            kind, game = each.kinds[0].name, each.games[0].name
            names = [kind] * (len(self.kinds) > 1) + [game] * (len(self.games) > 1)
            found.append(OneGame(", ".join(names) or kind, kind, game, each))
        return tuple(found)


class OneGame(NamedTuple):
    """The results of one game: what it is called among the others, its kind and its name."""

    name: str
    kind: str
    game: str
    results: PlayerResults


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


def hero_names(text: str) -> list[str]:
    """Several names of one person, separated by commas.

    Examples
    --------
    >>> hero_names("ann, ann88")
    ['ann', 'ann88']
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise OptionError(f"{text!r} has an empty name: write ann,ann88")
    return names


def results(
    library: Library,
    heroes: Sequence[str],
    query: Query | None = None,
    part: HandsPart | None = None,
) -> PlayerResults:
    """Sum up the hands of a person that answer a query, or a part of them."""
    hands = PlayerHands.read(library, heroes, query).only(part or HandsPart())
    whole = (query or Query()) == Query() and (part or HandsPart()) == HandsPart()
    return results_of(hands, library.entries(heroes) if whole else ())


def results_of(hands: PlayerHands, entries: Sequence[Entry] = ()) -> PlayerResults:
    """Sum up hands, and tournaments that were entered."""

    def groups(by: Grouping) -> tuple[Group, ...]:
        return tuple(_group(hands, name, some) for name, some in hands.groups(by))

    kinds, games = groups("kind"), groups("game")
    parts = [
        part
        for kind in kinds
        for game in games
        if len(part := hands.only(HandsPart(kind=kind.name, game=game.name)))
    ]
    apart = tuple(map(results_of, parts)) if len(parts) > 1 else ()
    return PlayerResults(
        heroes=hands.heroes,
        all=_group(hands, "all", np.ones(len(hands), dtype=np.bool_)),
        kinds=kinds,
        games=games,
        positions=() if apart else groups("position"),
        stacks=() if apart else groups("stack"),
        limits=groups("limit"),
        tournaments=_tournaments(entries),
        pots=_pots(hands),
        line=_line(hands.won[:0] if apart else hands.won),
        adjusted_line=_line(hands.adjusted[:0] if apart else hands.adjusted),
        apart=apart,
    )


def _line(won: Floats) -> Floats:
    return np.concatenate([[0.0], np.cumsum(won)])


def _group(hands: PlayerHands, name: str, some: Marks) -> Group:
    """The results of the hands that are marked."""
    stake = hands.stake[some]
    played = [hands.stakes[number] for number in np.flatnonzero(np.bincount(stake)).tolist()]
    sized = some & hands.is_sized & (len({each.tournament for each in played}) < 2)
    is_one = len({game_name(each) for each in played}) < 2
    times = np.bincount(hands.flag_of[some], minlength=len(hands.flags))
    facts = {fact: int(times @ tracking.has(hands.flags, fact)) for fact in tracking.Fact}
    bets = int(times @ tracking.bets_of(hands.flags))
    calls = int(times @ tracking.calls_of(hands.flags))
    answers = bets + calls + facts[tracking.Fact.FOLDED_LATER]
    return Group(
        name=name,
        hands=int(times.sum()),
        won=stats.mean_of(100 * hands.won[sized]),
        adjusted=stats.mean_of(100 * hands.adjusted[sized]),
        money=_money(hands, hands.column("payoff")[some], stake),
        adjusted_money=_money(hands, hands.column("adjusted")[some], stake),
        rake=_money(hands, hands.column("rake")[some], stake),
        shares={
            each.key: Share(facts[each.done], facts[each.chance]) if is_one else Share(0, 0)
            for each in tracking.STATISTICS
        },
        aggression=bets / calls if calls and is_one else nan,
        aggression_frequency=bets / answers if answers and is_one else nan,
    )


def _money(hands: PlayerHands, column: npt.NDArray[Any], stake: Ints) -> dict[str, float]:
    """A column in the money of cash games, by currency; with the stakes of the hands.

    Chips are in the currency of their big blind: those of different tables are not the same.
    """
    sums = np.bincount(stake, weights=column)
    found: dict[str, float] = {}
    blinds: dict[str, str] = {}
    for number in np.flatnonzero(np.bincount(stake)).tolist():
        what = hands.stakes[number]
        if not what.tournament:
            worth = money(what.chip)
            currency = worth.sign or worth.code
            if not currency:
                blind = f"{what.big_blind / worth.chips:g}" if what.big_blind else "unknown"
                currency = f"{CHIPS} at big blind {blind}"
                blinds[currency] = blind
            found[currency] = found.get(currency, 0.0) + float(sums[number]) / worth.chips
    if len(blinds) == 1:
        return {CHIPS if name in blinds else name: amount for name, amount in found.items()}
    return found


def _pots(hands: PlayerHands) -> tuple[Pot, ...]:
    """The hands in which the most was won or lost."""
    size, ids, payoff = np.abs(hands.won), hands.ids, hands.column("payoff")
    most = min(MOST_POTS, len(size))
    some = np.argpartition(-size, most - 1)[:most] if most else np.zeros(0, dtype=np.int64)
    some = some[np.lexsort((ids[some], -size[some]))]
    return tuple(
        Pot(
            int(ids[at]),
            int(payoff[at]),
            float(hands.won[at]),
            hands.stakes[int(hands.stake[at])].chip,
            tracking.SEATS[int(hands.seats[at])],
        )
        for at in some
        if size[at]
    )


def amounts(sums: Mapping[str, float], *, plus: bool = False) -> str:
    """Sums of money by currency, such as ``+$12.50``; empty if there are none."""
    return ", ".join(
        Money(100, *(("", currency) if _is_word(currency) else (currency, "")))(
            round(100 * amount), plus=plus
        )
        for currency, amount in sums.items()
    )


def _is_word(currency: str) -> bool:
    """Whether a currency stands behind its amounts."""
    return currency.isalnum() or currency.startswith(CHIPS)


def _tournaments(entries: Sequence[Entry]) -> tuple[Tournaments, ...]:
    found = []
    for currency in dict.fromkeys(entry.currency for entry in entries):
        entered = [entry for entry in entries if entry.currency == currency]
        done = [entry for entry in entered if entry.finished]
        left = [entry for entry in entered if entry.left]
        costs = [(entry.cost, entry.won) for entry in done if entry.cost is not None]
        found.append(
            Tournaments(
                currency,
                len(entered),
                len(done),
                sum(cost for cost, _ in costs),
                sum(entry.won for entry in done),
                tuple(sorted(entry.place for entry in done if entry.place)),
                unpriced=len(done) - len(costs),
                won_priced=sum(won for _, won in costs),
                left=len(left),
                left_cost=sum(entry.cost or 0 for entry in left),
                left_places=tuple(sorted(entry.place for entry in left if entry.place)),
            )
        )
    return tuple(found)
