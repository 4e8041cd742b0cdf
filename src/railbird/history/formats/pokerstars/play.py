"""Turn lines of PokerStars text into rules and actions: who plays, who posts, whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from railbird.cards.card import Card
from railbird.errors import IllegalActionError
from railbird.history.formats.base import UnreadableHandError
from railbird.table.rules import FOUR_BETS, NO_CAP, Betting, Rules
from railbird.table.state import CALL, FOLD, ROUND_NAMES, State


@dataclass(slots=True, eq=False)
class SeatedPlayer:
    """A listed seat, and what the text says about it."""

    number: int
    name: str
    stack: int
    away: bool
    plays: bool = False
    listed: bool = False
    cards: tuple[Card, ...] | None = None
    collected: int = 0
    returned: int = 0


class Event(NamedTuple):
    """A line about the betting: a post, an action with its amount, or (no seat) a street."""

    line: int
    verb: str
    seat: SeatedPlayer | None = None
    chips: int = 0

    @property
    def action(self) -> int:
        """The action as a hand keeps it."""
        if self.verb == "raises":
            return self.chips
        return FOLD if self.verb == "folds" else CALL

    def error(self, reason: str) -> UnreadableHandError:
        """An error in this line."""
        return UnreadableHandError(self.line, reason)


def positions(seats: list[SeatedPlayer], button: int, line: int) -> list[SeatedPlayer]:
    """The players dealt in, starting with the first after the button.

    Every player dealt in posts or acts; a seat that does neither must be sitting out.
    """
    for seat in seats:
        if seat.listed and not seat.plays and not seat.away:
            raise UnreadableHandError(line, f"{seat.name} neither acts nor sits out")
    playing = sorted((seat for seat in seats if seat.plays), key=lambda seat: seat.number)
    if len(playing) < 2:
        raise UnreadableHandError(line, "fewer than two players post or act")
    after = [seat for seat in playing if seat.number > button]
    return after + [seat for seat in playing if seat.number <= button]


def rules_from_posts(
    game: str,
    betting: Betting,
    stakes: tuple[int, int],
    *,
    order: list[SeatedPlayer],
    posts: list[Event],
    line: int,
) -> Rules:
    """The rules, from the stakes in the header and the posts.

    A player who posts their last chips may post less than the blind or the ante. Then the stakes,
    and the antes of the others, show what it should have been.
    """
    limit = betting == "limit"
    small, big = (stakes[0] // 2, stakes[0]) if limit else stakes
    count = len(order)
    left = [seat.stack for seat in order]
    antes, blinds = [0] * count, [0] * count
    full_ante = max((post.chips for post in posts if post.verb == "posts the ante"), default=0)
    places: dict[str, int] = {}
    for post in posts:
        p = next(i for i, seat in enumerate(order) if seat is post.seat)
        left[p] -= post.chips
        if left[p] < 0:
            raise post.error(f"{order[p].name} does not have enough chips")
        short = left[p] == 0
        if post.verb == "posts the ante":
            antes[p] += max(post.chips, full_ante) if short else post.chips
        elif post.verb == "posts small & big blinds":
            if post.chips < big:
                raise post.error("blinds posted together with too few chips cannot be told apart")
            antes[p] += post.chips - big
            blinds[p] = big
        elif post.verb == "posts small blind" and "small" in places:
            antes[p] += post.chips  # a missed small blind is dead money
        else:
            kind, full = ("small", small) if post.verb == "posts small blind" else ("big", big)
            blinds[p] = max(post.chips, full) if short else post.chips
            places.setdefault(kind, p)
    where = places.get("big")
    if where is None:  # the ante may have taken their last chip
        where = 0 if count == 2 else 1
        if left[where] or not antes[where]:
            raise UnreadableHandError(line, "nobody posts the big blind")
        blinds[where] = big
    if "small" not in places and (where or count == 2):
        before = (where - 1) % count
        if not left[before] and antes[before] and not blinds[before]:
            blinds[before] = small
    return Rules(
        game=game,
        betting=betting,
        blinds=tuple(blinds),
        antes=tuple(antes),
        bets=(stakes[0], stakes[0], stakes[1], stakes[1]) if limit else (big,) * 4,
        cap=FOUR_BETS if limit else NO_CAP,
        first=((where + 1) % count, 0, 0, 0),
    )


def play(
    rules: Rules, order: list[SeatedPlayer], events: list[Event], last: int
) -> tuple[Rules, tuple[int, ...]]:
    """Play the actions; return the rules that allow them, and what each position paid."""
    try:
        return rules, _play(rules, order, events, last)
    except IllegalActionError as error:
        if rules.cap != NO_CAP:
            uncapped = replace(rules, cap=NO_CAP)
            try:
                return uncapped, _play(uncapped, order, events, last)
            except IllegalActionError:
                pass
        line, reason = error.args
        raise UnreadableHandError(line, reason) from None


def _play(
    rules: Rules, order: list[SeatedPlayer], events: list[Event], last: int
) -> tuple[int, ...]:
    state = State(rules, [seat.stack for seat in order])
    saved = [0] * len(order)
    street = 0
    for event in events:
        if event.seat is None:
            street = event.chips
            if state.round != street and not state.showdown:
                raise event.error(f"the {event.verb.lower()} is dealt, but the betting is not over")
            continue
        p = state.actor
        if p is None or order[p] is not event.seat:
            whose = "the betting is over" if p is None else f"it is {order[p].name}'s turn"
            raise event.error(f"{event.seat.name} {event.verb}, but {whose}")
        if state.round != street:
            raise event.error(f"the {ROUND_NAMES[state.round]} cards are missing")
        if event.verb in {"calls", "checks"}:
            saved[p] += _saved(state, p, event)
        try:
            state.apply(event.action)
        except IllegalActionError as error:
            raise IllegalActionError(event.line, str(error)) from None
    if not state.is_over:
        raise UnreadableHandError(last, "the hand is cut off: the betting is not over")
    return tuple(paid - less for paid, less in zip(state.paid, saved, strict=True))


def _saved(state: State, p: int, event: Event) -> int:
    """How much less than the bet a call costs because nobody in the hand has more."""
    to_call = state.options().to_call
    if event.chips != to_call:
        bets, behind = state.bets, state.behind
        reach = max(
            bets[q] + behind[q] for q, folded in enumerate(state.folded) if q != p and not folded
        )
        if event.chips != reach - bets[p] or event.chips > to_call:
            raise event.error(f"{event.verb} {event.chips} chips with {to_call} to call")
    return to_call - event.chips
