"""Who plays in which position, and the rules of a hand from its blinds and antes."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from railbird.history.formats.base import UnreadableHandError
from railbird.history.formats.rooms.told import (
    ANTE,
    BIG,
    BOTH,
    DEAD,
    LIVE,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.rules import FOUR_BETS, NO_CAP, Rules


def positions(told: Told) -> list[ToldSeat]:
    """The players dealt in, starting with the first after the button: all who post or act."""
    button, numbers = told.button, told.numbers
    playing = [number for number in sorted(numbers) if numbers[number].plays]
    after = bisect_right(playing, button)
    order = [numbers[number] for number in playing[after:] + playing[:after]]
    if len(order) < 2:
        raise told.error("fewer than two players post or act")
    for place, seat in enumerate(order):
        seat.place = place
    return order


class Posted(NamedTuple):
    """The rules, and what each position has posted: in all, and as a bet."""

    rules: Rules
    paid: list[int]
    bets: list[int]


def post_all(told: Told, order: list[ToldSeat], *, second_is_live: bool = False) -> Posted:
    """The rules, from the stakes and the posts.

    A player who posts their last chips may post less than the blind or the ante. Then the stakes,
    and the antes of the others, show what it should have been. A second small blind is one that was
    missed: dead money, which is an ante of one position, unless it is live as in some rooms.
    """
    limit = told.betting == "limit"
    small, big = (told.stakes[0] // 2, told.stakes[0]) if limit else told.stakes
    usual = _post_usual(told, len(order), small, big) if len(told.posts) == 2 else None
    if usual is not None:
        return usual
    if not big and all(kind in (ANTE, DEAD) for _, _, kind, _ in told.posts):
        small = 0  # nothing says what the blinds are
    else:
        big = big or max([1, *[chips for _, _, _, chips in told.posts]])
    count = len(order)
    left = [seat.stack for seat in order]
    paid, bets = [0] * count, [0] * count
    antes, blinds = [0] * count, [0] * count
    full_ante = 0
    short: list[int] = []
    places: dict[int, int] = {}
    for line, seat, kind, chips in told.posts:
        p = seat.place
        left[p] -= chips
        paid[p] += chips
        if left[p] < 0:
            raise UnreadableHandError(line, f"{seat.name} does not have enough chips")
        if kind == ANTE:
            antes[p] += chips
            full_ante = max(full_ante, chips)
            if not left[p]:
                short.append(p)
        elif kind == DEAD or (kind == SMALL and SMALL in places and not second_is_live):
            antes[p] += chips
        elif kind == BOTH:
            live = min(big, chips)
            antes[p] += chips - live
            blinds[p], bets[p] = big, live
        else:
            full = small if kind == SMALL else big if kind == BIG else chips
            bets[p] += chips
            blinds[p] = max(bets[p], full) if not left[p] else bets[p]
            if kind == STRADDLE:
                places[STRADDLE] = p
            elif kind != LIVE:
                places.setdefault(kind, p)
    for p in short:
        antes[p] = max(antes[p], full_ante)  # they had no more
    where = _after_which(told, places, left, antes, blinds, small=small, big=big)
    rules = _rules(
        told.game,
        told.betting,
        tuple(blinds),
        tuple(antes),
        _bets(told, big or 1),
        (where + 1) % count,
        told.stake_cap,
    )
    return Posted(rules, paid, bets)


def _post_usual(told: Told, count: int, small: int, big: int) -> Posted | None:
    """The same for most hands, in less time: both blinds, by players who have chips left."""
    (_, one, first, low), (_, two, second, high) = told.posts
    if (first, second, low, high) != (SMALL, BIG, small, big) or one is two or not big:
        return None
    if one.stack <= low or two.stack <= high:
        return None
    paid = [0] * count
    paid[one.place], paid[two.place] = low, high
    rules = _rules(
        told.game,
        told.betting,
        tuple(paid),
        (0,) * count,
        _bets(told, big),
        (two.place + 1) % count,
        told.stake_cap,
    )
    return Posted(rules, paid, paid)


def _bets(told: Told, big: int) -> tuple[int, int, int, int]:
    """The bets of each round."""
    if told.betting != "limit":
        return (big, big, big, big)
    low, high = told.stakes
    return (low, low, high, high)


def _after_which(
    told: Told,
    places: dict[int, int],
    left: list[int],
    antes: list[int],
    blinds: list[int],
    *,
    small: int,
    big: int,
) -> int:
    """The position before the first to act; blinds that an ante left no chips for are filled in."""
    count = len(left)
    where = places.get(BIG)
    if where is None:
        if STRADDLE not in places and SMALL not in places and not any(blinds):
            where = 0 if count == 2 else 1  # the ante may have taken their last chip
            if left[where] or not antes[where]:
                raise told.error("nobody posts a blind")
            blinds[where] = big
        else:  # a dead big blind
            where = places.get(SMALL, 0 if count == 2 else 1)
            nearby = (where + 1) % count
            if not left[nearby] and antes[nearby] and not blinds[nearby]:
                where, blinds[nearby] = nearby, big
            elif not any(chips >= big for chips in blinds):
                nearby = next((p for p, chips in enumerate(blinds) if chips > small), where)
                where = nearby
    if SMALL not in places and (where or count == 2):
        before = (where - 1) % count
        if not left[before] and antes[before] and not blinds[before]:
            blinds[before] = small
    return places.get(STRADDLE, where)


@lru_cache(maxsize=8192)
def _rules(  # noqa: PLR0917 - a key of the cache
    game: str,
    betting: str,
    blinds: tuple[int, ...],
    antes: tuple[int, ...],
    bets: tuple[int, int, int, int],
    first: int,
    stake_cap: int,
) -> Rules:
    return Rules(
        game=game,
        betting=betting,  # type: ignore[arg-type]
        blinds=blinds,
        antes=antes,
        bets=bets,
        cap=FOUR_BETS if betting == "limit" else NO_CAP,
        first=(first, 0, 0, 0),
        stake_cap=stake_cap,
    )
