"""Looking ahead: against plain recursion, its own limits, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError, RulesError
from railbird.tournament import (
    BlindLevel,
    BlindSchedule,
    FutureGame,
    bubble_factors,
    icm,
    model_by_name,
    payoffs,
    solve_hand,
)
from railbird.tournament.equity.eliminated import pay_eliminated
from railbird.tournament.jamfold.ranked import solve as ranked
from railbird.tournament.jamfold.rules import JamRules, Node
from railbird.tournament.whole.solve import solve_tournament
from railbird.tournament.whole.states import TournamentStakes
from tests.naive import fgs as naive
from tests.naive import jamfold

PRIZES = (50.0, 30.0, 20.0)
BLINDS = (2.0, 4.0)
RISING = BlindSchedule.parse("2/4", "1: 3/6/1")


def test_depth_0_is_the_base_model() -> None:
    states = [[12.0, 30.0, 18.0], [20.0, 0.0, 40.0]]
    for base in ("harville", "roberts", "chips"):
        found = FutureGame(0, BLINDS, base=base).look(states, PRIZES)
        assert found.values == pytest.approx(payoffs(states, PRIZES, base), abs=1e-12)
        assert found.hands == 0
        assert found.bound == 0


@pytest.mark.parametrize("schedule", [BlindSchedule((BlindLevel(*BLINDS),)), RISING])
@pytest.mark.parametrize("stacks", [(12.0, 30.0, 18.0), (8.0, 3.0, 49.0), (20.0, 22.0)])
@pytest.mark.parametrize("moves", ["button", "big-blind"])
def test_as_by_plain_recursion(
    stacks: tuple[float, ...], schedule: BlindSchedule, moves: str
) -> None:
    """Merging, seats, prizes of players out, rising blinds: all ends one by one."""
    prizes = PRIZES[: len(stacks)]
    for depth in (1, 2):
        expected = naive.future(stacks, schedule, prizes, depth, moves=moves)
        found = FutureGame(depth, schedule, cut=0, moves=moves).look([stacks], prizes)
        # the second solution of a hand starts from the first one
        assert found.values[0] == pytest.approx(expected, abs=1e-9 if depth == 1 else 0.02)
        assert found.values.sum() == pytest.approx(sum(prizes), abs=1e-9)


def test_one_hand_ahead_is_the_hand() -> None:
    """Without a ranking: what `solve_hand` expects, whose solution is checked elsewhere."""
    stacks = [[12.0, 30.0, 18.0], [15.0, 25.0, 20.0]]
    found = FutureGame(1, BLINDS, ranking=None).look(stacks, PRIZES)
    for stack, values in zip(stacks, found.values, strict=True):
        hand = solve_hand(stack, blinds=BLINDS, payouts=PRIZES, epsilon=1e-6)
        # others may play hands to which they are indifferent: values move more than epsilon
        assert values / 100 == pytest.approx(hand.payoffs, abs=1e-4)


def test_a_loop_over_all_outcomes() -> None:
    """FGS-1 of three players from the strategies of the hand, end by end."""
    stacks = (12.0, 30.0, 18.0)
    rules = JamRules(stacks, BLINDS, 0.0, PRIZES)
    posted = np.array(rules.posted)
    worth = np.array(
        [
            jamfold.worth(rules, jamfold.stacks_after(rules, who or (2,), order or (0,)))
            for who, order in naive.all_ends(3)
        ]
    )
    solved = ranked.solve_ranges(np.array(stacks), posted, worth, tables=ranked.range_tables())
    assert solved is not None
    jams, calls = ranked.groups()
    nodes = [((), 0), ((), 1), ((), 2), ((0,), 1), ((0,), 2), ((1,), 2), ((0, 1), 2)]
    ranges = {
        Node(player, before): np.clip(x - (calls if before else jams), 0.0, 1.0)
        for (before, player), x in zip(nodes, solved.thresholds, strict=True)
    }
    chances = naive.chances(rules, ranges)
    listed = zip(naive.all_ends(3), worth, strict=True)
    total = sum((chances.get(end, 0.0) * row for end, row in listed), np.zeros(3))
    found = FutureGame(1, BLINDS).look([stacks], PRIZES)
    assert found.values[0] == pytest.approx(total, abs=1e-5)


def test_positions_move_on() -> None:
    game = FutureGame(1, BLINDS)
    after = game.look([[12.0, 30.0, 18.0]], PRIZES, after_hand=True).values[0]
    rolled = game.look([[30.0, 18.0, 12.0]], PRIZES).values[0]
    assert after == pytest.approx(np.roll(rolled, 1), abs=1e-12)
    out = game.look([[0.0, 30.0, 18.0, 12.0]], PRIZES, after_hand=True).values[0]
    three = game.look([[18.0, 12.0, 30.0]], PRIZES).values[0]
    assert out == pytest.approx([0, three[2], three[0], three[1]], abs=1e-12)


def test_the_button_goes_to_the_next_player_or_the_big_blind_does() -> None:
    """The small blind is out: the big blind is the next button, or the small blind."""
    left = [[30.0, 18.0, 0.0, 12.0]]
    button, blind = (
        FutureGame(1, BLINDS, moves=moves).look(left, PRIZES, after_hand=True).values[0]
        for moves in ("button", "big-blind")
    )
    game = FutureGame(1, BLINDS)
    order = game.look([[12.0, 30.0, 18.0]], PRIZES).values[0]
    assert button == pytest.approx([order[1], order[2], 0, order[0]], abs=1e-12)
    order = game.look([[18.0, 12.0, 30.0]], PRIZES).values[0]
    assert blind == pytest.approx([order[2], order[0], 0, order[1]], abs=1e-12)
    with pytest.raises(OptionError, match="moves 'dealer': choose button or big-blind"):
        FutureGame(1, BLINDS, moves="dealer")


@pytest.mark.slow
def test_two_hands_ahead_are_two_loops_of_value_iteration() -> None:
    """The look-ahead of the document: random ties, any ranges, the rules of the tournament."""
    stakes = TournamentStakes(units=7, prizes=PRIZES)
    whole = solve_tournament(stakes, 3, algorithm="vi-cfr+", loops=2, gamma=1e-6)
    look = FutureGame(2, (1, 2), ties="random", ranking=None, cut=0)
    for stacks in ([2, 3, 2], [1, 2, 4]):
        found = look.look([stacks], PRIZES).values[0]
        # indifferent hands may be played or not, which moves others more than epsilon
        assert found == pytest.approx(whole.at(stacks), abs=0.01)


def test_many_states_are_the_same_as_one_by_one() -> None:
    states = [[12.0, 30.0, 18.0], [18.0, 30.0, 12.0], [0.0, 40.0, 20.0]]
    together = FutureGame(2, BLINDS, cut=1e-3).look(states, PRIZES)
    for state, values in zip(states, together.values, strict=True):
        alone = FutureGame(2, BLINDS, cut=1e-3).look([state], PRIZES).values[0]
        assert values == pytest.approx(alone, abs=0.1)
        assert values.sum() == pytest.approx(100)


def test_cuts_are_counted_and_small() -> None:
    stacks = [[12.0, 30.0, 18.0, 25.0]]
    exact = FutureGame(2, BLINDS, cut=0).look(stacks, PRIZES)
    cut = FutureGame(2, BLINDS, cut=1e-3).look(stacks, PRIZES)
    assert exact.bound == exact.depths[1].cut == 0
    assert cut.hands < exact.hands
    first, second = cut.depths
    assert first.hands == 1
    assert second.cut > 0
    assert 0 < second.cut_reach < 0.1
    assert second.bound == pytest.approx(0.5 * second.cut_reach)
    off = np.abs(cut.values - exact.values).max() / 100
    assert off < cut.bound
    assert off < 10 * cut.error
    ends = 1 + 4 + 6 * 3 + 4 * 13
    assert second.hands + second.merged + second.cut <= ends


def test_ties_broken_at_random_keep_chips_whole() -> None:
    found = FutureGame(3, (1, 2), cut=1e-3, ties="random").look([[7.0, 9.0, 11.0]], PRIZES)
    assert found.values.sum() == pytest.approx(100)
    split = FutureGame(3, (1, 2), cut=1e-3).look([[7.0, 9.0, 11.0]], PRIZES)
    assert sum(d.hands for d in found.depths) < sum(d.hands for d in split.depths)
    assert np.abs(found.values - split.values).max() < 0.2


def test_nobody_gains_by_units() -> None:
    small = FutureGame(2, (1, 2)).look([[7.0, 9.0, 11.0]], PRIZES).values
    large = FutureGame(2, (100, 200)).look([[700.0, 900.0, 1100.0]], (5, 3, 2)).values
    assert 10 * large == pytest.approx(small, abs=1e-9)


def test_a_satellite_is_over() -> None:
    found = FutureGame(2, (1, 2)).look([[7.0, 9.0, 11.0]], (10, 10, 10))
    assert found.values == pytest.approx(10, abs=1e-12)


def test_players_all_in_by_the_ante() -> None:
    schedule = BlindSchedule.parse("1/2/50")
    stacks = [[10.0, 20.0, 30.0, 40.0, 15.0]]
    found = FutureGame(1, schedule).look(stacks, PRIZES)
    assert found.values == pytest.approx(payoffs(stacks, PRIZES))


def test_names_and_where_a_model_is_taken() -> None:
    model = model_by_name("fgs:1:roberts", blinds=BlindSchedule.parse("2/4"))
    assert getattr(model, "name", "") == "fgs:1:roberts"
    found = icm([12, 30, 18], PRIZES, model)
    assert found.model == "fgs:1:roberts"
    assert not found.exact
    assert found.depths[0].hands == 1
    assert "1 hands ahead" in found.how
    assert sum(found.payoffs) == pytest.approx(100)
    pairs = bubble_factors([12, 30, 18], PRIZES, FutureGame(1, BLINDS))
    plain = bubble_factors([12, 30, 18], PRIZES)
    off = np.abs(pairs.bubble_factors - plain.bubble_factors)[~np.eye(3, dtype=bool)]
    assert off.min() > 0.001  # position counts
    assert off.max() < 0.6


def test_refusals() -> None:
    with pytest.raises(OptionError, match="'fgs:2' plays the next hands and needs the blinds"):
        icm([12, 30, 18], PRIZES, "fgs:2")
    with pytest.raises(OptionError, match="'fgs:x': give the number of hands to look ahead"):
        model_by_name("fgs:x")
    with pytest.raises(OptionError, match="there is no model 'luck'"):
        model_by_name("fgs:2:luck", blinds=RISING)
    with pytest.raises(OptionError, match="depth -1: look ahead by 0 or more hands"):
        FutureGame(-1, BLINDS)
    with pytest.raises(OptionError, match="cut 1: give a probability"):
        FutureGame(1, BLINDS, cut=1)
    with pytest.raises(OptionError, match="no ranking 'best'"):
        FutureGame(1, BLINDS, ranking="best")
    with pytest.raises(OptionError, match="ties 'none'"):
        FutureGame(1, BLINDS, ties="none")
    with pytest.raises(OptionError, match="11 players"):
        FutureGame(1, BLINDS).look([[9.0] * 11], PRIZES)
    with pytest.raises(
        OptionError, match=r"looking 9 hands ahead takes about .* hours here: choose"
    ):
        FutureGame(9, BLINDS, cut=0).look([[20.0] * 6], PRIZES)
    with pytest.raises(RulesError, match="small blind of 4 and a big blind of 2"):
        BlindLevel(4, 2)
    with pytest.raises(OptionError, match="'400/800' does not say after how many hands it begins"):
        BlindSchedule.parse("2/4", "400/800")
    with pytest.raises(OptionError, match="blinds 'two'"):
        BlindSchedule.parse("two")
    with pytest.raises(OptionError, match=r"levels begin after 0, 5, 3 hands"):
        BlindSchedule.parse("2/4", "5:3/6, 3:4/8")


def test_any_ranges_are_refused_before_they_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hand tells how long all will take; those of a ranking are no measure."""
    monkeypatch.setattr("railbird.tournament.future.model.LONGEST", 0.01)
    seen: list[int] = []
    options = {"ranking": None, "progress": lambda done, _: seen.append(done)}
    with pytest.raises(OptionError, match="looking 2 hands ahead takes about 3 hands"):
        FutureGame(2, BLINDS, **options).look([[12.0, 30.0, 18.0]], PRIZES)  # type: ignore[arg-type]
    assert not seen


def test_progress() -> None:
    seen: list[tuple[int, int]] = []
    game = FutureGame(2, BLINDS, cut=1e-3, progress=lambda done, of: seen.append((done, of)))
    game.look([[12.0, 30.0, 18.0]], PRIZES)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.small
def test_prizes_of_busts() -> None:
    prizes = np.array([50.0, 30.0, 15.0, 5.0])
    after = np.array([[100.0, 0, 0, 0], [60, 40, 0, 0], [60, 20, 20, 0]])
    before = np.array([[40.0, 30, 10, 20], [40, 30, 15, 15], [40, 30, 10, 20]])
    paid = np.zeros((3, 4))
    pay_eliminated(paid, after, before, prizes)
    assert paid.tolist() == [[0, 30, 5, 15], [0, 0, 10, 10], [0, 0, 0, 5]]
