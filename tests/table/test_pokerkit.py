"""The same hands in pokerkit: the same choices at each decision, and the same payoffs.

Where the two differ, the difference must be one of those named below, each with the rule that
pokerkit breaks. Anything else fails. A hand is compared up to its first difference. The rules are
Robert's Rules of Poker, version 11, and those of the Tournament Directors Association (TDA).
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from railbird.cards import format_cards
from railbird.table import CALL, FOLD, Options, Rules, State, finish
from tests.naive.pots import dead_chips, halves_of, pots_of
from tests.table.randoms import random_action, random_deal, random_rules, random_stacks, record

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pokerkit: Any = pytest.importorskip("pokerkit")

SHORT_BLIND = "behind a short big blind others call less than it (Robert's, No Limit 2)"
EQUAL_BLINDS = "of two players with equal blinds the button acts last before the flop (TDA 34)"
HALF_BET = "half a bet does not reopen a limit round (Robert's, Betting 6)"
COMPLETION = "less than half a bet is raised in full, not completed (Robert's, Betting 6)"
COUNTED = "less than half a bet counts towards the cap (Robert's, Betting 6)"
LESS_THAN_MINIMUM = "less than a full first raise reopens the round (Robert's, No Limit 3; TDA 47)"
ODD_CHIPS = "the first winner gets all odd chips, not one each (TDA 20)"
MERGED_POTS = "pots are put together when a loser mucks, not split one by one (TDA 21)"
SHARED_LOW = "half a side pot without a low hand is shared by all, not won by high (TDA 20)"


@dataclass
class Round:
    """What it takes to name a difference: who saw which level, and which raises were full."""

    level: int
    """The level of the last full bet or raise."""
    size: int
    """The size of a full raise."""
    short: int = 0
    """All-in raises that were not full."""
    full: int = 0
    """Full raises."""
    seen: dict[int, int] = field(default_factory=dict)


@dataclass
class Tally:
    """What was compared."""

    hands: int = 0
    decisions: int = 0
    below_all_in: int = 0
    """Decisions where the highest raise is limited by the pot, or by the bet."""
    payoffs: int = 0
    deviations: Counter[str] = field(default_factory=Counter)


def their_state(rules: Rules, stacks: tuple[int, ...]) -> Any:
    """The table in pokerkit, without burn cards."""
    kit = pokerkit
    hole = rules.rules_of_game.hole_cards
    high = kit.OmahaHoldemHand if rules.rules_of_game.is_omaha else kit.StandardHighHand
    low = (kit.OmahaEightOrBetterLowHand,) if rules.rules_of_game.has_low else ()
    structure = {
        "limit": kit.BettingStructure.FIXED_LIMIT,
        "pot-limit": kit.BettingStructure.POT_LIMIT,
        "no-limit": kit.BettingStructure.NO_LIMIT,
    }[rules.betting]
    automations = tuple(
        a
        for a in kit.Automation
        if a not in (kit.Automation.HOLE_DEALING, kit.Automation.BOARD_DEALING)
    )
    streets = tuple(
        kit.Street(
            False,
            (False,) * hole if number == 0 else (),
            (0, 3, 1, 1)[number],
            False,
            kit.Opening.POSITION,
            rules.bets[number],
            None if rules.cap[number] < 0 else rules.cap[number],
        )
        for number in range(4)
    )
    # with two players pokerkit reverses blinds and antes by itself
    turn = slice(None, None, -1) if rules.players == 2 else slice(None)
    return kit.State(
        automations,
        kit.Deck.STANDARD,
        (high, *low),
        streets,
        structure,
        len(set(rules.antes)) == 1,
        rules.antes[turn],
        rules.blinds[turn],
        0,
        stacks,
        rules.players,
    )


def their_options(theirs: Any) -> tuple[int, Options, bool]:
    """Whose turn it is, what they can do, and whether they can fold."""
    low = theirs.min_completion_betting_or_raising_to_amount or 0
    high = theirs.max_completion_betting_or_raising_to_amount or 0
    options = Options(theirs.checking_or_calling_amount, low, high)
    return theirs.actor_index, options, theirs.can_fold()


def pass_by(theirs: Any) -> None:
    """Check for a player who owes nothing and whose opponents are all in: there is no choice."""
    while theirs.actor_index is not None:
        _, options, _ = their_options(theirs)
        if options != (0, 0, 0):
            return
        theirs.check_or_call()


def deal_board(theirs: Any, board: str) -> None:
    """Deal the cards that are due at the end of a round."""
    while theirs.can_deal_board():
        dealt = sum(len(cards) for cards in theirs.board_cards)
        count = 3 if dealt == 0 else 1
        theirs.deal_board(board[2 * dealt : 2 * (dealt + count)])
        pass_by(theirs)


def is_big_blind_short(state: State) -> bool:
    """Whether the big blind could not be posted in full."""
    rules = state.rules
    big = (rules.first[0] - 1) % rules.players
    return state.stacks[big] - rules.antes[big] < rules.big_blind


def pokerkit_deviates(ours: State, bets: Round, theirs: Options | None) -> str | None:
    """The rule that pokerkit breaks at this decision, if it is a known one."""
    rules, mine = ours.rules, ours.options()
    if ours.round == 0 and is_big_blind_short(ours):
        return SHORT_BLIND
    if ours.round == 0 and rules.players == 2 and rules.blinds[0] == rules.blinds[1]:
        return EQUAL_BLINDS
    if theirs is None or theirs.to_call != mine.to_call or ours.actor is None:
        return None
    has_acted = ours.actor in bets.seen
    faced = ours.level - bets.seen.get(ours.actor, 0)
    limit = rules.betting == "limit"
    if mine.lowest_raise and not theirs.lowest_raise and limit:
        if has_acted and (bets.size + 1) // 2 <= faced < bets.size:
            return HALF_BET
        if bets.short:
            return COUNTED
    if theirs.lowest_raise and not mine.lowest_raise and has_acted and not bets.full:
        return LESS_THAN_MINIMUM
    if limit and ours.level > bets.level and 0 < mine.lowest_raise < theirs.lowest_raise:
        return COMPLETION
    return None


def note(bets: Round, ours: State, action: int) -> None:
    """Keep track of the raises, before an action is taken."""
    assert ours.actor is not None
    level = ours.level
    if action > CALL:
        limit = ours.rules.betting == "limit"
        raised = action - (bets.level if limit else level)
        if raised >= ((bets.size + 1) // 2 if limit else bets.size):
            bets.full += 1
            bets.level = action
            bets.size = bets.size if limit else raised
        else:
            bets.short += 1
        level = action
    bets.seen[ours.actor] = level


def their_payoffs(
    ours: State, values: tuple[list[int], list[int]], *, merge: bool, share: bool
) -> tuple[int, ...]:
    """Payoffs if the first winner gets all odd chips.

    With ``merge``, players who win nothing muck before the pots are made. With ``share``, a pot
    without a low hand is still halved if another pot has one, and all contenders share that half.
    """
    high, low = values
    dead = dead_chips(ours.rules.antes, ours.stacks)
    stakes = [paid - d for paid, d in zip(ours.paid, dead, strict=True)]
    called = [min(stake, sorted(stakes)[-2]) + d for stake, d in zip(stakes, dead, strict=True)]
    pots = pots_of(called, dead, ours.folded)
    if merge:
        won = {p for pot in pots for _, winners in halves_of(pot, high, low) for p in winners}
        pots = pots_of(called, dead, [p not in won for p in range(len(dead))])
    share = share and any(low[p] for p in range(len(low)) if not ours.folded[p])
    payoffs = [-chips for chips in called]
    for pot in pots:
        halves = halves_of(pot, high, low)
        if share and len(halves) == 1:
            chips, winners = halves[0]
            halves = [(chips - chips // 2, winners), (chips // 2, list(pot[1]))]
        for chips, winners in halves:
            for p in winners:
                payoffs[p] += chips // len(winners)
            payoffs[winners[0]] += chips % len(winners)
    return tuple(payoffs)


def payoffs_deviate(
    ours: State, values: tuple[list[int], list[int]], theirs: tuple[int, ...]
) -> str | None:
    """The rule that pokerkit breaks when it shares out the pots, if it is a known one."""
    if their_payoffs(ours, values, merge=False, share=False) == theirs:
        return ODD_CHIPS
    if their_payoffs(ours, values, merge=True, share=False) == theirs:
        return MERGED_POTS
    if their_payoffs(ours, values, merge=True, share=True) == theirs:
        return SHARED_LOW
    return None


def compare(seed: int, tally: Tally, **kind: Any) -> None:
    """Play one random hand in both engines, as far as they agree."""
    rng = Random(seed)
    rules = random_rules(rng, most_players=9, **kind)
    while rules.first[0] != (1 if rules.players == 2 else 2 % rules.players) or (
        not rules.cap_heads_up and rules.betting == "limit"
    ):
        # pokerkit has only reverse blinds and fixed caps
        rules = random_rules(rng, most_players=9, **kind)
    stacks = random_stacks(rng, rules)
    holes, board = random_deal(rng, rules)
    ours, theirs = State(rules, stacks), their_state(rules, stacks)
    for cards in holes:
        theirs.deal_hole(format_cards(cards))
    text = format_cards(board)
    tally.hands += 1
    pass_by(theirs)
    deal_board(theirs, text)
    number, bets = -1, Round(0, 0)
    while not ours.is_over:
        if ours.round != number:
            number = ours.round
            bets = Round(ours.level, rules.bets[number])
        expected = (ours.actor, ours.options(), ours.can_fold())
        found = their_options(theirs) if theirs.actor_index is not None else None
        if found != expected:
            why = pokerkit_deviates(ours, bets, found and found[1])
            assert why, f"seed {seed}: {rules} {stacks} {ours.actions}: {expected}, theirs {found}"
            tally.deviations[why] += 1
            return
        tally.decisions += 1
        tally.below_all_in += 0 < expected[1].highest_raise < ours.behind[ours.actor or 0]
        action = random_action(rng, ours)
        note(bets, ours, action)
        ours.apply(action)
        if action == FOLD:
            theirs.fold()
        elif action == CALL:
            theirs.check_or_call()
        else:
            theirs.complete_bet_or_raise_to(action)
        if ours.round != number:
            pass_by(theirs)
        deal_board(theirs, text)
    if theirs.status:  # their hand continues
        assert is_big_blind_short(ours), f"seed {seed}: {rules} {stacks}: pokerkit plays on"
        tally.deviations[SHORT_BLIND] += 1
        return
    hand = finish(record(ours, holes, board))
    payoffs = tuple(theirs.payoffs)
    if hand.payoffs != payoffs:
        high, low = hand.values()
        why = payoffs_deviate(ours, (high.tolist(), low.tolist()), payoffs)
        assert why, f"seed {seed}: {rules} {stacks} {ours.actions}: {hand.payoffs}, not {payoffs}"
        tally.deviations[why] += 1
        return
    tally.payoffs += 1


def compare_many(seeds: range, **kind: Any) -> Tally:
    """Compare a hand for each seed."""
    tally = Tally()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in seeds:
            compare(seed, tally, **kind)
    return tally


def test_a_few_hands() -> None:
    tally = compare_many(range(150))
    print(tally)
    assert tally.payoffs >= 110
    assert tally.payoffs + tally.deviations.total() == tally.hands == 150


def test_pot_limit_omaha() -> None:
    """The largest raise is the pot, whatever was put in before, and the best hand wins all."""
    tally = compare_many(range(7_000, 7_060), game="omaha", betting="pot-limit")
    print(tally)
    assert tally.below_all_in >= 60
    assert tally.payoffs >= 45
    assert not {HALF_BET, COMPLETION, COUNTED, SHARED_LOW} & set(tally.deviations)


@pytest.mark.slow
def test_many_hands() -> None:
    tally = compare_many(range(1_000, 6_000))
    print(tally)
    assert tally.payoffs >= 4_000
    assert tally.payoffs + tally.deviations.total() == tally.hands == 5_000
