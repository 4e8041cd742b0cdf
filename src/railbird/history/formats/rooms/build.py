"""Make a `Hand` of what the text of a room tells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from railbird.cards.card import Card, check_distinct, format_cards
from railbird.errors import InputError
from railbird.history.formats.base import UnreadableHandError
from railbird.history.formats.rooms.blinds import positions, post_all
from railbird.history.formats.rooms.told import FOLDS, SMALL, Told, ToldSeat
from railbird.history.formats.rooms.turns import PlayedTurns, play
from railbird.table.hand import Hand, normal_seating
from railbird.table.tournament import Bounty, Finish, Rebuy, TournamentTable

_LEAST_SHARE = 4
"""What is missing from a pot may be rake that the text does not say: less than a quarter."""


def build(told: Told, **labels: Any) -> Hand:
    """The hand; ``labels`` are its number, table, when, chip and table_size.

    It is refused if its cards, actions or money contradict each other.
    """
    order = positions(told)
    played = _play(told, order)
    payoffs, rake, added = _money(told, order, played)
    rules = played.rules
    size = rules.rules_of_game.hole_cards
    board = told.boards[-1] if told.boards else ()
    run_outs = _run_outs(told, board) if told.other_boards else ()
    cards = _hole_cards(told, order, board, size)
    numbers = tuple([seat.number for seat in order])
    seating = normal_seating(numbers, labels.pop("table_size", 0), len(order))
    assert seating is not None  # `Told.sit` takes each number once
    hand = Hand.unchecked(
        rules=rules,
        stacks=tuple([seat.stack for seat in order]),
        players=tuple([seat.name for seat in order]),
        hole_cards=cards,
        board=board,
        actions=played.actions,
        payoffs=payoffs,
        rake=rake,
        added=added,
        run_outs=run_outs,
        hero=_hero(told),
        seats=seating[0],
        table_size=seating[1],
        tournament=told.tournament and _tournament(told, told.tournament),
        **labels,
    )
    if run_outs:
        try:
            hand.__post_init__()
        except InputError as error:
            raise told.error(str(error)) from None
    return hand


def _play(told: Told, order: list[ToldSeat]) -> PlayedTurns:
    try:
        return play(post_all(told, order), order, told.acts, told.at)
    except UnreadableHandError as error:
        if sum(kind == SMALL for _, _, kind, _ in told.posts) > 1:
            try:
                return play(post_all(told, order, second_is_live=True), order, told.acts, told.at)
            except UnreadableHandError:
                pass
        raise error


def _hero(told: Told) -> int | None:
    """The only player who is dealt cards that we see."""
    if len(told.heroes) != 1:
        return None
    (name,) = told.heroes
    seat = told.seats[name]
    return seat.place if seat.plays else None


def _tournament(told: Told, tournament: TournamentTable) -> TournamentTable:
    """The tournament with what happened in this hand."""
    if not (told.finishes or told.bounties or told.rebuys or told.has_heads):
        return tournament
    heads = {seat.place: seat.head for seat in told.seats.values() if seat.plays}
    return replace(
        tournament,
        currency=tournament.currency or told.currency,
        rebuys=tuple(Rebuy(s.place, cost) for s, cost in told.rebuys if s.plays),
        finishes=tuple(
            Finish(s.place, place, prize) for s, place, prize in told.finishes if s.plays
        ),
        bounties=tuple(Bounty(s.place, chips) for s, chips in told.bounties if s.plays),
        heads=tuple(heads[place] for place in sorted(heads)) if any(heads.values()) else (),
    )


def _hole_cards(
    told: Told, order: list[ToldSeat], board: tuple[Card, ...], size: int
) -> tuple[tuple[Card, ...] | None, ...]:
    """The cards of each player, if all are known; no card twice, and no hand of too many cards."""
    dealt = list(board)
    found: list[tuple[Card, ...] | None] = []
    for seat in order:
        cards = seat.cards
        if cards is not None:
            dealt += cards
            if len(cards) != size:
                if len(cards) > size or seat.name in told.heroes:
                    raise told.error(f"{seat.name} has {len(cards)} hole cards, not {size}")
                cards = None
        found.append(cards)
    if len(set(dealt)) < len(dealt):
        try:
            check_distinct(dealt, what=format_cards(dealt))
        except InputError as error:
            raise told.error(str(error)) from None
    return tuple(found)


def _run_outs(told: Told, board: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """The other boards; where the text gives only the new cards, the first ones are common."""
    return tuple(
        board[: len(board) - len(other)] + other for _, other in sorted(told.other_boards.items())
    )


def _money(
    told: Told, order: list[ToldSeat], played: PlayedTurns
) -> tuple[tuple[int, ...], int, int]:
    """Payoffs, rake and what the house added; all must add up."""
    if not told.collected:
        _give_to_last(told, order, played)
    back = [seat.collected + seat.returned for seat in order]
    paid, added, rake = played.paid, told.added, told.rake or 0
    rest = sum(paid) + added - rake - sum(back)
    if rest:
        rest = _settle_rest(told, order, played, back, rest)
        if told.rake is None and 0 < rest * _LEAST_SHARE < sum(paid):
            rake, rest = rest, 0
        if abs(rest) < told.rounding:
            added, rake, rest = added + max(-rest, 0), rake + max(rest, 0), 0
        if rest:
            _refuse(told, order, played, rest)
    if told.total is not None:
        _check_total(told, sum([seat.collected for seat in order]), rake)
    if told.paid_by_house:
        for seat in order:
            more = seat.insured
            if seat.cashed is not None:
                more += seat.cashed - seat.collected
            added += more
            back[seat.place] += more
    return tuple([b - p for b, p in zip(back, paid, strict=True)]), rake, added


def _give_to_last(told: Told, order: list[ToldSeat], played: PlayedTurns) -> None:
    """The only player left wins the pot if the text names nobody who does."""
    folded = {seat.place for _, seat, verb, _ in told.acts if verb == FOLDS}
    left = [seat for seat in order if seat.place not in folded]
    if len(left) == 1 and told.won is None and not any(seat.returned for seat in order):
        told.collect(left[0], sum(played.paid) + told.added - (told.rake or 0))


def _settle_rest(
    told: Told, order: list[ToldSeat], played: PlayedTurns, back: list[int], rest: int
) -> int:
    """What is left to explain if old texts do not say that an uncalled bet was returned."""
    p, chips = _uncalled(played)
    fits = rest == chips or (told.rake is None and rest > chips)
    # some rooms write it as a pot of its own: if the rake is known, that would leave no rest
    pots = told.collected
    alone = told.rake is None and len(pots) > 1 and (order[p], chips) in pots
    said = told.uncalled_in_pots or alone
    if chips and fits and not said and not any(seat.returned for seat in order):
        back[p] += chips
        return rest - chips
    found = told.won(told) if told.won else {}
    won = [found.get(seat.name, 0) for seat in order]
    if found and sum(won) - sum(seat.collected for seat in order) == rest:
        for seat, chips in zip(order, won, strict=True):
            back[seat.place] += chips - seat.collected
            seat.collected = chips
        return 0
    return rest


def _uncalled(played: PlayedTurns) -> tuple[int, int]:
    """Who made a bet that nobody called, and how much of it was not, by what the text says."""
    antes = played.rules.antes
    common = min(antes)
    # an ante that not everybody pays need not be matched
    stakes = [paid - max(ante - common, 0) for paid, ante in zip(played.paid, antes, strict=True)]
    second, most = sorted(stakes)[-2:]
    return stakes.index(most), most - second


def _refuse(told: Told, order: list[ToldSeat], played: PlayedTurns, rest: int) -> None:
    collected = sum(seat.collected for seat in order)
    returned = sum(seat.returned for seat in order)
    told.at = told.total_line or told.at
    raise told.error(
        f"the money does not add up: {sum(played.paid)} chips paid in"
        + (f" and {told.added} added" if told.added else "")
        + f", but {collected} collected, {returned} returned and {told.rake or 0} of rake"
        + (f": {rest} are missing" if rest > 0 else f": {-rest} too many")
    )


def _check_total(told: Told, collected: int, rake: int) -> None:
    """The pot that the text states, with or without rake and what the house added."""
    if told.total not in (collected + rake, collected, collected + rake - told.added):
        told.at = told.total_line or told.at
        raise told.error(
            f"the money does not add up: {collected} chips collected and {rake} of rake do not "
            f"match the pot of {told.total}"
        )
