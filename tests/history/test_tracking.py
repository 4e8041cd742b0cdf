"""What trackers count of each player: against the words of the definitions, and by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.evaluate.equities.equity import equity
from railbird.history.tracking import track
from railbird.history.tracking.flags import SEATS, Fact, bets_of, calls_of, seat_of
from railbird.table import CALL, FOLD, Hand, State, finish, table_rules
from tests.history.played import random_hand
from tests.naive import tracking as naive


def facts(flags: int) -> set[str]:
    return {fact.name for fact in Fact if flags >> fact & 1}


@pytest.mark.parametrize("players", [2, 3, 6, 9])
@pytest.mark.parametrize("betting", ["limit", "no-limit"])
def test_facts_are_those_of_the_definitions(players: int, betting: str) -> None:
    rules = table_rules(players, betting=betting)  # type: ignore[arg-type]
    seen: set[str] = set()
    for seed in range(60):
        hand = replace(random_hand(seed, rules=rules), hero=seed % players)
        counted = track(hand)
        assert counted.pot == hand.pot
        for player, seat in enumerate(counted.seats):
            flags = np.array([seat.flags])
            assert facts(seat.flags) == naive.facts(hand, player)
            assert (bets_of(flags)[0], calls_of(flags)[0]) == naive.later(hand, player)
            seen |= facts(seat.flags)
    assert {"MADE_3BET", "SHOWDOWN", "RAISED", "MADE_CBET"} <= seen


def all_in(board: str, *, actions: tuple[int, ...], stacks: tuple[int, ...], rake: int = 0) -> Hand:
    rules = table_rules(len(stacks), betting="no-limit")
    cards = ("AsAh", "KsKh", "7c6c")[: len(stacks)]
    hand = Hand(
        rules, stacks, ("Ann", "Bob", "Cid")[: len(stacks)],
        tuple(tuple(parse_cards(text)) for text in cards), tuple(parse_cards(board)),
        actions, (0,) * len(stacks), hero=0,
    )  # fmt: skip
    return replace(finish(hand), rake=rake)


def test_an_all_in_on_the_turn_counts_every_river() -> None:
    actions = (*(CALL,) * 6, 98, CALL, CALL)
    hand = all_in("Kd8c9c2h3s", actions=actions, stacks=(100, 40, 100))
    found = [seat.adjusted for seat in track(hand).seats]
    assert found == pytest.approx(naive.average_payoffs(hand), abs=0.05)
    assert sum(x for x in found if x is not None) == pytest.approx(0)


def test_an_all_in_before_the_flop_counts_every_board() -> None:
    hand = all_in("Kd8c9c2h3s", actions=(100, CALL), stacks=(100, 100))
    share = equity("AsAh", "KsKh", method="exact").equities[0]
    first, second = track(hand).seats
    assert first.adjusted == pytest.approx(200 * share - 100)
    assert second.adjusted == pytest.approx(100 - 200 * share)


def test_the_rake_of_an_all_in_is_shared_as_the_pot_is() -> None:
    hand = all_in("Kd8c9c2h3s", actions=(100, CALL), stacks=(100, 100))
    raked = replace(hand, rake=10, payoffs=(-100, 90))
    share = equity("AsAh", "KsKh", method="exact").equities[0]
    assert track(raked).seats[0].adjusted == pytest.approx(190 * share - 100)
    assert [seat.rake for seat in track(raked).seats] == [0, 10]


def test_a_hand_that_was_played_to_the_end_is_not_adjusted() -> None:
    hand = all_in("Kd8c9c2h3s", actions=(CALL,) * 8, stacks=(100, 100))
    assert [seat.adjusted for seat in track(hand).seats] == [None, None]
    hidden = all_in("Kd8c9c2h3s", actions=(100, CALL), stacks=(100, 100))
    hidden = replace(hidden, hole_cards=(hidden.hole_cards[0], None))
    assert track(hidden).seats[0].adjusted is None


def test_a_hand_that_was_cashed_out_is_not_adjusted() -> None:
    hand = all_in("Kd8c9c2h3s", actions=(100, CALL), stacks=(100, 100))
    cashed = replace(hand, added=60, payoffs=(-40, 100))
    assert [seat.adjusted for seat in track(cashed).seats] == [None, None]


def test_a_walk_is_no_chance_to_enter() -> None:
    rules = table_rules(3)
    state = State(rules, (50, 50, 50))
    hand = Hand(rules, state.stacks, ("a", "b", "c"), (None,) * 3, (), (FOLD, FOLD), (-1, 1, 0))
    small, big, button = track(hand).seats
    assert facts(big.flags) == set()
    assert facts(small.flags) == {"COULD_ENTER", "COULD_STEAL"} == facts(button.flags)
    assert [SEATS[int(seat_of(np.array([s.flags]))[0])] for s in (small, big, button)] == [
        "SB", "BB", "BTN",
    ]  # fmt: skip


def test_without_a_small_blind_the_first_seat_is_the_big_blind() -> None:
    rules = replace(table_rules(3), blinds=(2, 0, 0), first=(1, 0, 0, 0))
    hand = Hand(rules, (50,) * 3, ("a", "b", "c"), (None,) * 3, (), (FOLD, FOLD), (0, 0, 0))
    seats = [SEATS[int(seat_of(np.array([s.flags]))[0])] for s in track(hand).seats]
    assert seats == ["BB", "CO", "BTN"]
