"""The jam-or-fold decision in a hand that was played.

A decision counts as one if everybody before the hero has folded or is all in, and the hero is not
deeper than a number of big blinds. The depth is the hero's stack, or the largest stack of the
others who have not folded if that is smaller. A bet that is as large as that puts its player all
in, whatever they have behind. Only the hero's first decision counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from railbird.cards.card import format_cards
from railbird.cards.classes import holdem_class
from railbird.errors import RulesError
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.state import CALL, FOLD, State
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.review.field import UNKNOWN, Field, fields

DEPTH = 15.0
"""Big blinds up to which a decision counts as jam or fold."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A hand without a decision to judge, and why.

    Parameters
    ----------
    hand
        The number of the hand.
    why
        What kind of hand it is, such as ``deeper than 15 big blinds``.
    cannot
        Whether there may be a decision, but it cannot be judged.
    field
        Whether that is so because players may be left at other tables.
    """

    hand: str
    why: str
    cannot: bool = False
    field: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JamSpot:
    """A decision of the hero; players are numbers in order of action.

    Parameters
    ----------
    hand
        The number of the hand.
    rules
        Stacks, blinds and antes, and who folded before anybody jammed; for chips.
    names, seats
        The players, and the numbers of their seats at the table.
    node
        The hero, and who is all in before them.
    folded
        Who has folded before them. Whoever jammed had to reckon with those behind them, so the
        rules have fewer folds.
    cards, hand_class
        The hero's cards, the higher first, such as ``AhKd``, and their class; "" if unknown.
    did
        What the hero did, in words.
    went_in
        Whether that was all in (True), a fold (False), or something else (None).
    depth
        The hero's stack in big blinds, or that of the deepest opponent left if it is smaller.
    pot
        The chips in the pot at the decision.
    heads, progressive
        The bounty on each player, if the text of the hand gives them, and whether half of it is
        added to the winner's own. They are not in the rules, which are for chips.
    field
        Who else is left in the tournament.
    """

    hand: str
    rules: JamRules
    names: tuple[str, ...]
    seats: tuple[int, ...]
    node: Node
    folded: tuple[int, ...]
    cards: str
    hand_class: str
    did: str
    went_in: bool | None
    depth: float
    pot: float
    heads: tuple[float, ...] = ()
    progressive: bool = False
    field: Field = UNKNOWN

    @property
    def hero(self) -> str:
        """The hero's name."""
        return self.names[self.node.player]

    @property
    def decision(self) -> str:
        """The name of the decision, such as ``BB after SB``."""
        return self.node.name(self.rules.players)


def jam_spot(hand: Hand, field: Field | None = None) -> JamSpot | Passed:
    """The hero's first decision before the flop, if nobody has limped or made a smaller raise.

    ``field`` is what other hands tell of the tournament; without it, only this hand is looked at.
    """
    if (problem := _unfit(hand)) is not None:
        return Passed(hand.number, problem, cannot=True)
    hero = hand.hero
    assert hero is not None
    state = State(hand.rules, hand.stacks)
    order = tuple((hand.rules.first[0] + p) % hand.rules.players for p in range(len(hand.players)))
    all_in = {p for p, is_in in enumerate(state.all_in) if is_in}
    if hero in all_in:
        return Passed(hand.number, "the hero had no decision: the blind or ante put them all in")
    for action in hand.actions:
        actor = state.actor
        if state.round or actor is None:
            break
        if actor == hero:
            spot = _spot(hand, state, order, all_in, action)
            if isinstance(spot, Passed):
                return spot
            return replace(spot, field=fields([hand])[0] if field is None else field)
        if action != FOLD:
            if not _puts_in(state, actor, action):
                return Passed(hand.number, "somebody limped or raised less than all-in before")
            all_in.add(actor)
        state.apply_legal(action)
    return Passed(hand.number, "the hero had no decision")


def _unfit(hand: Hand) -> str | None:
    """Why a hand is not one that the solver knows."""
    if hand.rules.game != "holdem":
        return f"{hand.rules.game}: only hold'em is solved"
    if hand.rules.betting != "no-limit":
        return f"{hand.rules.betting} betting: nobody can jam"
    if hand.hero is None:
        return "the text does not say who the hero is: give a name with --hero"
    return None


def _stakes(state: State) -> tuple[int, ...]:
    """What each player can have matched: the stack without an ante for the table."""
    return tuple(
        stack - paid + matched
        for stack, paid, matched in zip(state.stacks, state.paid, state.matched(), strict=True)
    )


def _effective(state: State, player: int) -> int:
    """The most that a player can lose to those who have not folded."""
    stakes, folded = _stakes(state), state.folded
    others = max(s for p, s in enumerate(stakes) if p != player and not folded[p])
    return min(stakes[player], others)


def _puts_in(state: State, player: int, action: int) -> bool:
    """Whether an action puts in all that the others can call."""
    after = state.copy()
    after.apply_legal(action)
    return after.matched()[player] >= _effective(state, player)


def _spot(
    hand: Hand, state: State, order: tuple[int, ...], all_in: set[int], action: int
) -> JamSpot | Passed:
    hero = hand.hero
    assert hero is not None
    unit = money(hand.chip).chips
    found = _rules(hand, order, unit)
    if isinstance(found, str):
        return Passed(hand.number, found, cannot=True)
    place = order.index(hero)
    before = order[:place]
    node = Node(place, tuple(x for x, p in enumerate(before) if p in all_in))
    if found.forced(node) is not None:
        why = f"more than {found.most_all_in} would be all in, which the solver leaves out"
        return Passed(hand.number, why, cannot=True)
    went_in = None if action != FOLD else False
    if action != FOLD and _puts_in(state, hero, action):
        went_in = True
    did = _did(state, action, unit, went_in=went_in, after_jam=bool(node.jammed))
    folded = tuple(x for x, p in enumerate(before) if p not in all_in)
    first = min((x for x in node.jammed if x not in found.in_by_posting), default=place)
    seats = hand.seating()[0]
    held = hand.hole_cards[hero]
    cards = "" if held is None else format_cards(sorted(held, reverse=True))
    return JamSpot(
        hand=hand.number,
        rules=replace(found, folded=tuple(x for x in folded if x < first)),
        names=tuple(hand.players[p] for p in order),
        seats=tuple(seats[p] for p in order),
        node=node,
        folded=folded,
        cards=cards,
        hand_class=holdem_class(cards) if cards else "",
        did=did,
        went_in=went_in,
        depth=_effective(state, hero) / hand.rules.big_blind,
        pot=state.pot / unit,
        heads=_heads(hand, order),
        progressive=bool(hand.tournament and hand.tournament.heads),
    )


def _heads(hand: Hand, order: tuple[int, ...]) -> tuple[float, ...]:
    """The bounties in the money of the tournament: those on heads, or the part of the buy-in."""
    about = hand.tournament
    if about is None or not (about.heads or about.bounty):
        return ()
    return tuple((about.heads[p] if about.heads else about.bounty) / 100 for p in order)


def _did(state: State, action: int, unit: int, *, went_in: bool | None, after_jam: bool) -> str:
    if went_in:
        return "call" if after_jam else "jam"
    if action == FOLD:
        return "fold"
    if action == CALL:
        return "call" if after_jam else "limp"
    return f"{state.word(action)} to {action / unit:g}"


def _rules(hand: Hand, order: tuple[int, ...], unit: int) -> JamRules | str:
    """Stacks, blinds and antes as the solver takes them, or why it cannot."""
    rules = hand.rules
    *others, big = order
    ante = max(rules.antes[p] for p in others)
    try:
        found = JamRules(
            tuple(hand.stacks[p] / unit for p in order),
            (rules.blinds[order[-2]] / unit, rules.big_blind / unit),
            ante / unit,
            big_blind_ante=max(rules.antes[big] - ante, 0) / unit,
        )
    except RulesError as error:
        return str(error)
    paid = State(rules, hand.stacks).paid
    for p, posted in zip(order, found.posted, strict=True):
        if paid[p] / unit != posted:
            return (
                f"{hand.players[p]} posted {paid[p] / unit:g} instead of {posted:g}: a straddle, "
                "or a missed blind or ante"
            )
    return found
