"""Betting: who may do what, for how many chips."""

from __future__ import annotations

import pytest

from railbird.errors import IllegalActionError
from railbird.table import CALL, FOLD, NO_CAP, Betting, Options, State, table_rules

pytestmark = pytest.mark.small


def play(state: State, *actions: int) -> State:
    for action in actions:
        state.apply(action)
    return state


def big_bet(players: int, stacks: list[int], betting: Betting = "no-limit") -> State:
    """A table with blinds of 50 and 100."""
    rules = table_rules(players, betting=betting, small_blind=50, big_blind=100)
    return State(rules, stacks)


def fixed(stacks: list[int]) -> State:
    """A table with bets of 20 and 40."""
    return State(table_rules(len(stacks), small_blind=10, big_blind=20), stacks)


class TestSizes:
    def test_limit(self) -> None:
        state = State(table_rules(2), [100, 100])
        assert state.options() == Options(1, 4, 4)
        play(state, 4, CALL)
        assert state.options() == Options(0, 2, 2)
        play(state, CALL, CALL)
        assert state.options() == Options(0, 4, 4)

    def test_no_limit(self) -> None:
        state = big_bet(2, [10_000, 10_000])
        assert state.options() == Options(50, 200, 10_000)
        state.raise_to(350)
        assert state.options() == Options(250, 600, 10_000)
        play(state, 600, CALL)
        assert state.options() == Options(0, 100, 9_400)

    def test_pot_limit(self) -> None:
        state = big_bet(3, [10_000] * 3, "pot-limit")
        assert state.options() == Options(100, 200, 350)  # call 100 into 150, raise by 250
        state.raise_to(350)
        assert state.options() == Options(300, 600, 350 + 500 + 300)
        play(state, CALL, CALL)
        assert state.options() == Options(0, 100, 1_050)

    def test_the_smallest_raise_is_the_last_one(self) -> None:
        """TDA, illustrations of rule 43: blinds 25-50, 75 more, 75 more, 300 more."""
        rules = table_rules(6, betting="no-limit", small_blind=25, big_blind=50)
        state = play(State(rules, [5_000] * 6), 125)
        assert state.options().lowest_raise == 200
        state.raise_to(200)
        assert state.options().lowest_raise == 275
        state.raise_to(500)
        assert state.options().lowest_raise == 800

    def test_raise_of_an_all_in_below_the_minimum_bet(self) -> None:
        """Robert's, No Limit 2: all in for 20 on the flop, a raise is to at least 120."""
        state = play(big_bet(3, [120, 1_000, 1_000]), CALL, CALL, CALL, 20)
        assert state.options() == Options(20, 120, 900)

    def test_less_than_the_smallest_raise_only_all_in(self) -> None:
        state = big_bet(2, [10_000, 150])
        assert state.options() == Options(50, 150, 150)

    def test_no_raise_with_no_more_than_a_call(self) -> None:
        state = play(big_bet(2, [300, 5_000]), 300)
        assert state.options() == Options(200, 0, 0)

    def test_no_raise_if_nobody_can_answer(self) -> None:
        state = play(big_bet(2, [5_000, 300]), 300)
        assert state.options() == Options(200, 0, 0)


class TestCaps:
    def test_four_bets(self) -> None:
        state = play(State(table_rules(3), [100] * 3), 4, 6, 8)
        assert state.raises == 3
        assert state.options() == Options(4, 0, 0)
        play(state, CALL, CALL, 2, 4, 6, 8)
        assert state.raises == 4
        assert not state.can_raise_to(10)

    def test_a_cap_of_none(self) -> None:
        state = State(table_rules(3, cap=(0, 0, 0, 0)), [100] * 3)
        assert state.options() == Options(2, 0, 0)

    def test_unlimited_heads_up(self) -> None:
        state = State(table_rules(2, cap_heads_up=False), [100, 100])
        play(state, *range(4, 42, 2))
        assert state.options().lowest_raise == 42

    def test_a_fold_before_the_cap_lifts_it(self) -> None:
        state = State(table_rules(3, cap_heads_up=False), [100] * 3)
        play(state, 4, 6, FOLD, 8)
        assert state.options().lowest_raise == 10

    def test_a_fold_after_the_cap_does_not(self) -> None:
        """Robert's, Betting 4."""
        state = State(table_rules(3, cap_heads_up=False), [100] * 3)
        play(state, 4, 6, 8, FOLD)
        assert state.options() == Options(2, 0, 0)
        state.call()
        play(state, 2, 4, 6, 8, 10, 12)  # a new round with two players
        assert state.raises == 6

    def test_no_cap(self) -> None:
        state = State(table_rules(3, cap=NO_CAP), [100] * 3)
        play(state, *range(4, 30, 2))
        assert state.raises == 13


class TestShortRaises:
    """All-in raises that are less than full; positions 0 to 5, after the first round."""

    def flop(self, stacks: list[int], betting: Betting = "no-limit") -> State:
        """Everyone calls before the flop; the stacks are what is behind after that."""
        state = big_bet(len(stacks), [100 + s for s in stacks], betting)
        return play(state, *[CALL] * len(stacks))

    @pytest.mark.parametrize("betting", ["pot-limit", "no-limit"])
    def test_does_not_reopen(self, betting: Betting) -> None:
        state = play(self.flop([1_000, 150, 1_000], betting), 100, 150, CALL)
        assert state.actor == 0
        assert state.options() == Options(50, 0, 0)
        assert state.legal_actions() == (FOLD, CALL)

    def test_those_who_have_not_acted_may_raise(self) -> None:
        state = play(self.flop([1_000, 150, 1_000]), 100, 150)
        assert state.options() == Options(150, 250, 1_000)

    def test_a_full_raise_after_it_reopens(self) -> None:
        state = play(self.flop([1_000, 150, 1_000]), 100, 150, 250)
        assert state.options() == Options(150, 350, 1_000)

    def test_short_raises_that_add_up_reopen(self) -> None:
        """TDA, first illustration of rule 47."""
        state = self.flop([1_000, 125, 1_000, 200, 1_000])
        play(state, 100, 125, CALL, 200, CALL)
        assert state.actor == 0
        assert state.options() == Options(100, 300, 1_000)  # 200 and the last full raise
        state.call()
        assert state.actor == 2
        assert state.options() == Options(75, 0, 0)  # called 125 already

    def test_a_checker_may_not_raise_less_than_a_bet(self) -> None:
        state = play(self.flop([1_000, 40, 1_000]), CALL, 40, CALL)
        assert state.options() == Options(40, 0, 0)

    def test_a_limper_may_not_raise_less_than_a_raise(self) -> None:
        state = play(big_bet(4, [1_000, 1_000, 1_000, 150]), CALL, 150, CALL)
        assert state.actor == 1
        assert state.options() == Options(50, 250, 1_000)  # the big blind has not acted
        state.call()
        assert state.options() == Options(50, 0, 0)

    def test_the_example_of_roberts_rules(self) -> None:
        """A bets 100, B makes it 200, C is all in for less than 300: A may raise, B may not."""
        state = play(self.flop([1_000, 1_000, 250]), 100, 200, 250)
        assert state.options() == Options(150, 350, 1_000)
        state.call()
        assert state.options() == Options(50, 0, 0)


class TestShortLimitRaises:
    """Robert's, Betting 6: half a bet is as good as a bet, less can be completed."""

    def flop(self, *behind: int) -> State:
        return play(fixed([20 + chips for chips in behind]), *[CALL] * len(behind))

    def test_half_a_bet_reopens(self) -> None:
        state = play(self.flop(200, 30, 200), 20, 30, CALL)
        assert state.actor == 0
        assert state.options() == Options(10, 50, 50)

    def test_less_does_not(self) -> None:
        state = play(self.flop(200, 29, 200), 20, 29, CALL)
        assert state.actor == 0
        assert state.options() == Options(9, 0, 0)

    def test_less_is_completed(self) -> None:
        state = play(self.flop(200, 29, 200), 20, 29)
        assert state.options() == Options(29, 40, 40)
        assert state.raises == 1
        state.raise_to(40)
        assert state.raises == 2
        assert state.options() == Options(20, 60, 60)

    def test_an_opening_bet_is_completed_too(self) -> None:
        state = play(self.flop(9, 200, 200), 9)
        assert state.options() == Options(9, 20, 20)

    def test_half_a_bet_is_raised_in_full(self) -> None:
        """The example of the rule: an all-in of 15 in a round of 20 is raised to 35."""
        state = play(self.flop(15, 200, 200), 15)
        assert state.options() == Options(15, 35, 35)

    def test_small_ones_add_up(self) -> None:
        state = play(self.flop(200, 26, 32, 200), 20, 26, 32)
        assert state.raises == 2
        assert state.options() == Options(32, 52, 52)
        state.call()
        assert state.options() == Options(12, 52, 52)

    def test_less_than_half_does_not_count_towards_the_cap(self) -> None:
        state = play(self.flop(200, 25, 200), 20, 25, 40, 60, 80)
        assert state.raises == 4
        assert state.options().lowest_raise == 0


class TestShortBlinds:
    def test_others_owe_the_big_blind(self) -> None:
        state = big_bet(4, [1_000, 30, 1_000, 1_000])
        assert state.bets == (50, 30, 0, 0)
        assert state.options() == Options(100, 200, 1_000)
        play(state, CALL, FOLD)
        assert state.options() == Options(50, 200, 1_000)

    def test_nothing_to_decide_against_a_short_big_blind(self) -> None:
        state = big_bet(2, [30, 1_000])
        assert state.is_over
        assert state.showdown
        assert state.settle(([1, 2], [])) == (-30, 30)

    def test_the_rest_of_a_call_comes_back(self) -> None:
        state = play(big_bet(3, [1_000, 30, 1_000]), CALL, FOLD)
        assert state.is_over
        assert state.paid == (50, 30, 100)
        assert state.settle(([1, 3, 2], [])) == (-50, 60, -10)  # 3 × 30, 2 × 20, 50 back

    def test_short_small_blind(self) -> None:
        state = big_bet(2, [1_000, 20])
        assert state.is_over
        assert state.settle(([1, 2], [])) == (-20, 20)


class TestTheEnd:
    def test_straight_to_the_showdown(self) -> None:
        state = play(big_bet(3, [500, 500, 2_000]), 500, CALL, CALL)
        assert state.is_over
        assert state.showdown
        assert state.round == 4
        assert state.legal_actions() == ()
        assert state.options() == Options(0, 0, 0)

    def test_the_big_blind_has_no_option_alone(self) -> None:
        assert play(big_bet(2, [500, 100]), CALL).is_over

    def test_all_fold(self) -> None:
        state = play(big_bet(3, [500] * 3), FOLD, FOLD)
        assert state.is_over
        assert not state.showdown
        assert (state.level, state.bets, state.pot) == (0, (0, 0, 0), 150)
        assert state.settle() == (-50, 50, 0)

    def test_four_rounds(self) -> None:
        state = State(table_rules(2), [100, 100])
        rounds = []
        while not state.is_over:
            rounds.append(state.round)
            state.call()
        assert rounds == [0, 0, 1, 1, 2, 2, 3, 3]
        assert [r for r, _, _ in state.actions] == rounds
        assert [p for _, p, _ in state.actions] == [1, 0, 0, 1, 0, 1, 0, 1]


class TestPots:
    def test_uncalled_bet_returns(self) -> None:
        state = play(big_bet(2, [5_000, 5_000]), 900, FOLD)
        assert state.settle() == (-100, 100)

    def test_the_part_nobody_can_call_returns(self) -> None:
        state = play(big_bet(2, [300, 5_000]), 5_000, CALL)
        assert state.settle(([2, 1], [])) == (300, -300)
        assert state.settle(([1, 2], [])) == (-300, 300)

    def test_side_pots(self) -> None:
        state = play(big_bet(3, [100, 300, 700]), 700, CALL, CALL)
        assert state.settle(([3, 2, 1], [])) == (200, 100, -300)
        assert state.settle(([3, 1, 2], [])) == (200, -300, 100)
        assert state.settle(([1, 2, 2], [])) == (-100, 50, 50)
        assert state.settle(([3, 3, 1], [])) == (50, 250, -300)

    def test_folded_chips_stay_in(self) -> None:
        state = play(big_bet(3, [1_000, 200, 1_000]), 200, 400, CALL, FOLD)
        assert state.settle(([1, 2, 0], [])) == (-200, 400, -200)

    def test_odd_chips_go_to_the_first_after_the_button(self) -> None:
        state = State(table_rules(4, ante=2, betting="no-limit"), [10, 10, 10, 10])
        play(state, 5, CALL, CALL, FOLD)  # 7 + 7 + 7 + 4 = 25
        assert state.pot == 25
        play(state, *[CALL] * 9)
        assert state.settle(([5, 9, 5, 5], [])) == (2, -4, 1, 1)
        assert state.settle(([5, 9, 5, 4], [])) == (6, -4, 5, -7)

    def test_two_odd_chips_go_to_two_players(self) -> None:
        state = State(table_rules(4, betting="no-limit"), [10, 10, 10, 10])
        play(state, CALL, 4, CALL, FOLD, CALL)
        assert state.pot == 14
        play(state, *[CALL] * 9)
        assert state.settle(([5, 9, 5, 5], [])) == (1, -2, 1, 0)

    def test_high_gets_the_odd_chip(self) -> None:
        state = State(table_rules(3, game="omaha8"), [10, 10, 10])
        play(state, 4, FOLD, CALL)
        assert state.pot == 9
        play(state, *[CALL] * 6)
        assert state.settle(([0, 1, 2], [0, 7, 3])) == (-1, 0, 1)
        assert state.settle(([0, 2, 1], [0, 3, 7])) == (-1, 1, 0)

    def test_quartering(self) -> None:
        state = State(table_rules(2, game="omaha8"), [4, 4])
        play(state, 4, CALL)
        assert state.settle(([2, 1], [5, 5])) == (2, -2)

    def test_quartering_with_odd_chips(self) -> None:
        state = State(table_rules(3, game="omaha8"), [5, 5, 5])
        play(state, 4, CALL, CALL, 1, CALL, CALL)  # 15 chips: 8 high, 7 low
        assert state.settle(([1, 2, 3], [9, 9, 0])) == (-1, -2, 3)
        assert state.settle(([3, 3, 1], [0, 4, 9])) == (-1, -1, 2)
        assert state.settle(([3, 3, 1], [4, 9, 9])) == (-1, 3, -2)

    def test_no_low(self) -> None:
        state = State(table_rules(2, game="omaha8"), [4, 4])
        play(state, 4, CALL)
        assert state.settle(([2, 1], [0, 0])) == (4, -4)

    def test_low_of_the_main_pot_only(self) -> None:
        rules = table_rules(3, game="omaha8", betting="pot-limit", small_blind=5, big_blind=10)
        state = play(State(rules, [20, 60, 60]), 35, CALL, CALL, 25, CALL)
        assert state.paid == (20, 60, 60)
        # the main pot of 60 is halved; the side pot of 80 has no low
        assert state.settle(([1, 2, 3], [9, 0, 0])) == (10, -60, 50)

    def test_short_ante_wins_no_more_than_it_matches(self) -> None:
        state = State(table_rules(3, ante=5), [100, 100, 3])
        play(state, CALL, *[CALL] * 7)
        assert state.paid == (7, 7, 3)
        assert state.settle(([2, 1, 3], [])) == (1, -7, 6)

    def test_big_blind_ante_is_dead(self) -> None:
        rules = table_rules(3, betting="no-limit", big_blind_ante=10, small_blind=5, big_blind=10)
        state = play(State(rules, [100, 100, 6]), CALL, CALL, CALL)
        assert state.paid == (10, 20, 6)
        play(state, *[CALL] * 6)
        assert state.settle(([2, 1, 3], [])) == (-2, -20, 22)  # 3 × 6 and the ante; then 2 × 4

    def test_big_blind_ante_of_a_player_who_folds(self) -> None:
        rules = table_rules(2, betting="no-limit", big_blind_ante=10)
        state = play(State(rules, [100, 100]), 6, FOLD)
        assert state.paid == (12, 6)
        assert state.settle() == (-12, 12)

    def test_big_blind_ante_of_a_player_with_no_more(self) -> None:
        rules = table_rules(3, betting="no-limit", big_blind_ante=10, small_blind=5, big_blind=10)
        state = play(State(rules, [100, 7, 100]), CALL, CALL)
        assert state.paid == (10, 7, 10)
        play(state, *[CALL] * 6)
        assert state.settle(([1, 3, 2], [])) == (-10, 0, 10)  # they win their ante but no bets


class TestErrors:
    def test_fold_for_nothing(self) -> None:
        state = play(big_bet(2, [500, 500]), CALL)
        assert not state.can_fold()
        with pytest.raises(IllegalActionError, match="nothing to call: check instead of folding"):
            state.fold()

    def test_levels(self) -> None:
        state = big_bet(2, [500, 500])
        for level in (1, 50, 100, 199, 501):
            assert not state.can_raise_to(level)
            with pytest.raises(
                IllegalActionError, match=f"^{level} is not a level .* it must be 200 to 500$"
            ):
                state.raise_to(level)
        with pytest.raises(IllegalActionError, match=r"it must be 4$"):
            State(table_rules(2), [100, 100]).raise_to(3)

    @pytest.mark.parametrize("level", [0, -1, -7])
    def test_a_raise_to_nothing(self, level: int) -> None:
        state = big_bet(2, [500, 500])
        assert not state.can_raise_to(level)
        with pytest.raises(IllegalActionError, match="give a level above 100"):
            state.raise_to(level)

    def test_no_raise_possible(self) -> None:
        state = play(State(table_rules(3), [100] * 3), 4, 6, 8)
        with pytest.raises(IllegalActionError, match="no raise is possible here: call 4 or fold"):
            state.raise_to(10)
        state = State(table_rules(3, cap=(3, 0, 0, 0)), [100] * 3)
        play(state, CALL, CALL, CALL)
        with pytest.raises(IllegalActionError, match="no bet is possible here: check"):
            state.raise_to(2)

    def test_unknown_number(self) -> None:
        with pytest.raises(IllegalActionError, match="-2 is not a level to raise to"):
            big_bet(2, [500, 500]).apply(-2)

    def test_parts_of_chips(self) -> None:
        state = big_bet(2, [500, 500])
        with pytest.raises(IllegalActionError, match=r"250\.5 is not a whole number of chips"):
            state.raise_to(250.5)  # type: ignore[arg-type]
        assert state.bets == (100, 50)

    @pytest.mark.parametrize("action", [FOLD, CALL, 200])
    def test_after_the_end(self, action: int) -> None:
        state = play(big_bet(2, [500, 500]), FOLD)
        assert not state.is_legal(action)
        assert not state.can_fold()
        assert not state.can_call()
        with pytest.raises(IllegalActionError, match="the betting is over: nobody can act"):
            state.apply(action)

    def test_an_illegal_action_changes_nothing(self) -> None:
        state = big_bet(2, [500, 500])
        with pytest.raises(IllegalActionError):
            state.apply(150)
        assert state.actions == []
        assert (state.actor, state.behind) == (1, (400, 450))

    def test_settle(self) -> None:
        state = big_bet(2, [500, 500])
        with pytest.raises(IllegalActionError, match="the betting is not over"):
            state.settle()
        play(state, 500, CALL)
        with pytest.raises(IllegalActionError, match="a showdown needs the values of the hands"):
            state.settle()

    @pytest.mark.parametrize("values", [([1], []), ([1, 2], [1]), ([1, 2, 3], [])])
    def test_values_for_all(self, values: tuple[list[int], list[int]]) -> None:
        state = play(big_bet(2, [500, 500]), 500, CALL)
        with pytest.raises(ValueError, match="values for 2 players: give one for each"):
            state.settle(values)


def test_all_in() -> None:
    state = big_bet(3, [1000, 300, 90])
    assert state.all_in == (False, False, False)
    assert [state.puts_all_in(action) for action in (FOLD, CALL)] == [False, True]  # short
    state.call()
    assert state.all_in == (False, False, True)
    assert [state.puts_all_in(level) for level in (999, 1000)] == [False, True]
    state.raise_to(1000)
    assert state.puts_all_in(CALL)
    state.call()
    assert state.all_in == (True, True, True)
    assert not state.puts_all_in(CALL)  # nobody is to act


def test_a_blind_may_put_all_in() -> None:
    assert big_bet(3, [50, 100, 100]).all_in == (True, True, False)


def test_can_and_do() -> None:
    state = big_bet(2, [500, 500])
    assert state.can_fold()
    assert state.can_call()
    assert state.can_raise_to(200)
    assert state.legal_actions() == (FOLD, CALL, 200, 500)
    state.raise_to(200)
    state.call()
    assert state.legal_actions() == (CALL, 100, 300)
    state.raise_to(300)
    assert state.legal_actions() == (FOLD, CALL)
    state.fold()
    assert state.actions == [(0, 1, 200), (0, 0, CALL), (1, 0, 300), (1, 1, FOLD)]
    assert state.folded == (False, True)


def test_copies_are_independent() -> None:
    state = play(big_bet(3, [500] * 3), 200)
    other = state.copy()
    play(other, FOLD, CALL)
    assert state.actions == [(0, 2, 200)]
    assert (state.actor, state.round, state.paid) == (0, 0, (50, 100, 200))
    play(state, 500)
    assert other.paid == (50, 200, 200)
    assert other.rules is state.rules
