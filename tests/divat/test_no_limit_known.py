"""AIVAT of no-limit hold'em: kernels beside plain Python, unbiased by enumeration, and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive import range_game as naive

from railbird.arena import Match, MatchTable
from railbird.cards.card import Card
from railbird.cards.index import colex_index
from railbird.divat.hands import RefusedError
from railbird.divat.no_limit import _range_kernels as kernels
from railbird.divat.no_limit.known import EVENTS, KnownGames
from railbird.divat.no_limit.match import analyze_no_limit, summarise_no_limit
from railbird.divat.no_limit.ranges import RangeValues
from railbird.errors import OptionError
from railbird.evaluate.strength.all_hands import all_ranks
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players import make_player
from railbird.players.find_known import find_known_ranges
from railbird.players.known.asked import AskedPlayer
from railbird.players.known.values import range_tables
from railbird.players.known_games import NamedGames
from railbird.players.simple import AlwaysCall, Bluffer, RulePlayer
from railbird.table import CALL, FOLD, Hand, State, table_rules

Floats = npt.NDArray[np.float64]
BOARD = (3, 17, 30, 42, 51)


@pytest.fixture(scope="module")
def values() -> RangeValues:
    return RangeValues(range_tables())


def some_ranges(seed: int, *, hands: int = 25, board: tuple[int, ...] = ()) -> list[Floats]:
    """Two ranges of a few hands each, without the cards of a board."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(2):
        weights = np.zeros(1326)
        weights[rng.choice(1326, hands, replace=False)] = rng.random(hands)
        weights[[h for h, hand in enumerate(naive.HANDS) if set(hand) & set(board)]] = 0
        found.append(weights)
    return found


@pytest.mark.parametrize("size", [0, 3, 4, 5])
def test_ranks_of_all_hands_are_those_of_each(size: int) -> None:
    rng = np.random.default_rng(size)
    for k in range(3):
        board = tuple(rng.permutation(52)[:size].tolist()) if k else tuple(range(0, 4 * size, 4))
        now, later = all_ranks(board)
        for h in rng.choice(1326, 40).tolist():
            if set(naive.HANDS[h]) & set(board):
                assert now[h] == later[h] == 0
            else:
                assert (now[h], later[h]) == hand_ranks(naive.HANDS[h], board)


@pytest.mark.parametrize("kind", ["rules", "bluffer", "random", "always-fold", "teddy"])
@pytest.mark.parametrize("betting", ["limit", "no-limit"])
def test_all_hands_at_once_are_each_hand(kind: str, betting: str) -> None:
    rng = np.random.default_rng(len(kind))
    asked = AskedPlayer(make_player(kind), kind)
    rules = table_rules(2, betting=betting)  # type: ignore[arg-type]
    for wanted in (0, 2):
        state = State(rules, (60, 60))
        while state.round < wanted:
            state.apply(CALL)
        state.apply(state.options().lowest_raise)
        board = tuple(Card(int(c)) for c in rng.permutation(52)[: (0, 3, 4)[state.round]])
        at_once, one_by_one = (
            asked.at(state, 0, board),
            asked._one_by_one(state, state.actor or 0, board),
        )
        live = sum(one_by_one.values()) > 0
        for action in {*at_once, *one_by_one}:
            nothing = np.zeros(1326)
            one = at_once.get(action, nothing)[live]
            assert one == pytest.approx(one_by_one.get(action, nothing)[live], abs=1e-12)


def test_a_class_that_plays_otherwise_is_asked_hand_by_hand() -> None:
    class Careful(RulePlayer):
        def probabilities(self, state: State) -> Mapping[int, float]:
            return {CALL: 1.0}

    assert RulePlayer.states_all
    assert Bluffer.states_all
    assert AlwaysCall.states_all
    assert not Careful.states_all
    assert "about every hand" in AskedPlayer(Careful("Ann"), "careful").cost("no-limit")


def test_showdowns_of_ranges(values: RangeValues) -> None:
    first, second = some_ranges(1, hands=60, board=BOARD)
    wanted = naive.mean(first, second, naive.shown(BOARD))
    assert values.end((first, second), BOARD, 1.0) == pytest.approx(wanted)
    met = sum((w for _, _, w in naive.pairs(first, second)), 0.0)
    assert values.met((first, second)) == pytest.approx(met)
    hands = np.empty(1326)
    assert kernels.meeting(first, second, values.hands, hands) == pytest.approx(met)
    i = int(np.nonzero(first)[0][0])
    own = [w for a, _, w in naive.pairs(first, second) if a == i]
    assert hands[i] == pytest.approx(sum(own))


def test_sums_over_pairs_that_can_meet(values: RangeValues) -> None:
    first, second = some_ranges(2, hands=80, board=BOARD[:3])
    buckets, _, _ = values._seen(BOARD[:3])
    table = values.tables.flop
    wanted = naive.mean(first, second, lambda i, j: float(table[buckets[i], buckets[j]]))
    assert values.flop((first, second), BOARD[:3]) == pytest.approx(wanted)
    all_in = values.tables.all_in
    wanted = naive.mean(first, second, lambda i, j: float(all_in[i, j]))
    assert values.all_in_before_the_flop((first, second)) == pytest.approx(wanted, rel=1e-6)


def test_the_mean_over_all_flops_is_exact(values: RangeValues) -> None:
    first, second = np.zeros(1326), np.zeros(1326)
    first[colex_index((50, 46))], second[[colex_index((7, 3)), colex_index((9, 30))]] = 1, (1, 2)
    total = weight = 0.0
    for flop in combinations(range(52), 3):
        ranges = values.without((first, second), flop)
        if (met := values.met(ranges)) > 0:
            total += met * values.flop(ranges, flop)
            weight += met
    assert values.mean_flop((first, second)) == pytest.approx(total / weight, abs=1e-6)


@pytest.mark.parametrize(("size", "limit"), [(4, 8.0), (4, 1.0), (5, 8.0), (5, 1.0)])
def test_the_mean_over_cards_is_by_their_chances(
    values: RangeValues, size: int, limit: float
) -> None:
    board = BOARD[: size - 1]
    first, second = some_ranges(size, hands=12, board=board)
    chances = naive.card_chances(first, second, board)
    assert sum(chances.values()) == pytest.approx(1)
    found = {c: values.card((first, second), (*board, c), limit) for c, p in chances.items() if p}
    mean = sum(chances[card] * now for card, (now, _) in found.items())
    assert [m for _, m in found.values()] == pytest.approx([mean] * len(found))


def test_a_river_is_about_the_showdown_if_nobody_bets(values: RangeValues) -> None:
    first, second = some_ranges(9, hands=200, board=BOARD)
    now, _ = values.card((first, second), BOARD, 1.0)
    assert now == pytest.approx(values.end((first, second), BOARD, 1.0), abs=0.05)


def play(first: str, second: str, deals: int, seed: int, stack: int = 60) -> list[Hand]:
    match = Match(table_rules(2, betting="no-limit"), (stack, stack), deals=deals, seed=seed)
    return [hand for hand, _ in MatchTable(match, [make_player(first), make_player(second)]).play()]


def test_decisions_have_no_luck_on_average(values: RangeValues) -> None:
    """At one decision: the luck of each action times its probability is zero."""
    hand = next(h for h in play("rules", "bluffer", 40, 3) if len(h.actions) > 3 and h.board)
    games = KnownGames(find_known_ranges(["rules", "bluffer"]), values)
    state = State(hand.rules, hand.stacks)
    seat = state.actor or 0
    names = [hand.players[p] for p in (0, 1)]
    said = games.known[names[seat]].at(state, seat, ())
    total = 0.0
    for action, chances in said.items():
        after = state.copy()
        after.apply(action)
        while not after.is_over:
            after.apply(FOLD if after.can_fold() else CALL)
        actions = tuple(each for _, _, each in after.actions)
        luck = _first_luck(games, replace(hand, actions=actions, hole_cards=(None, None)))
        total += luck * chances.mean()
    assert total == pytest.approx(0, abs=1e-9)


def _first_luck(games: KnownGames, hand: Hand) -> float:
    """The luck of the first decision: all less that of the same hand without it."""
    from railbird.divat.no_limit.known import _KnownGame

    game = _KnownGame(hand, games.known, games._values, {})
    game._decide(hand.actions[0])
    return float(game.luck[1])


def test_players_who_do_not_look_leave_nothing_to_luck(values: RangeValues) -> None:
    hands = play("random", "always-call", 60, 5)
    games = KnownGames(find_known_ranges(["random", "always-call"]), values)
    for hand in hands[:20]:
        paid, luck, _ = games.judge(hand)
        assert abs(paid) < 1.1  # all hands of both meet on this board: about even
        assert luck.shape == (len(EVENTS),)


@pytest.mark.parametrize("known", [["rules"], ["bluffer"], ["rules", "bluffer"]])
def test_luck_is_taken_out_without_bias(values: RangeValues, known: list[str]) -> None:
    hands = play("rules", "bluffer", 250, 11, stack=40)
    games = KnownGames(find_known_ranges(known), values)
    match = analyze_no_limit(enumerate(hands), hero="rules", known=games)
    summary = summarise_no_limit(match)
    names = [each.name for each in summary.estimators]
    assert names == ["money", "known luck out", "AIE", "DIVAT", "AIVAT", "least variance"]
    aivat = summary.estimators[4]
    assert aivat.reduction > (3 if len(known) == 1 else 8)
    gap = match.money - match.known.less(np.ones(len(EVENTS)))  # type: ignore[union-attr]
    assert abs(gap.mean()) < 3 * gap.std() / len(gap) ** 0.5
    assert "plays like rules" in summary.how or known == ["bluffer"]


def test_both_known_need_no_cards(values: RangeValues) -> None:
    hands = play("rules", "bluffer", 12, 4)
    games = KnownGames(find_known_ranges(["rules", "bluffer"]), values)
    for hand in hands:
        paid, luck, _ = games.judge(hand)
        again, same, _ = games.judge(replace(hand, hole_cards=(None, None)))
        assert (paid, luck.tolist()) == (again, same.tolist())
    one = KnownGames(find_known_ranges(["rules"]), values)
    with pytest.raises(OptionError, match="name both players with --known"):
        one.judge(replace(hands[0], hole_cards=(None, None)))


def test_processes_judge_alike(values: RangeValues, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = play("rules", "bluffer", 20, 12)
    hands[3] = replace(hands[3], players=("Ann", "Bob"))
    alone = KnownGames(find_known_ranges(["rules", "bluffer"]), values).judge_all(hands)
    monkeypatch.setattr("railbird.players.known_games.ALONE", 2)
    monkeypatch.setattr("railbird.players.known_games._PART", 3)
    both = NamedGames(["rules", "bluffer"], processes=2).judge_all(hands)
    for mine, theirs in zip(alone, both, strict=True):
        if isinstance(mine, RefusedError):
            assert str(mine) == str(theirs) == "no known player played"
        else:
            assert not isinstance(theirs, RefusedError)
            assert (mine[0], mine[1].tolist()) == (theirs[0], theirs[1].tolist())


def test_an_error_in_a_process_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = play("random", "bluffer", 30, 6)
    monkeypatch.setattr("railbird.players.known_games.ALONE", 0)
    games = NamedGames(["random=always-fold"], processes=2)
    with pytest.raises(OptionError, match="does not play like always-fold"):
        analyze_no_limit(enumerate(hands), hero="random", known=games)


def test_what_is_refused(values: RangeValues) -> None:
    hands = play("random", "bluffer", 30, 6)
    games = KnownGames(find_known_ranges(["random=always-fold"]), values)
    with pytest.raises(OptionError, match="does not play like always-fold"):
        _ = [games.judge(hand) for hand in hands]
    with pytest.raises(OptionError, match="plays only heads-up limit holdem"):
        find_known_ranges(["sparbot"])
    with pytest.raises(OptionError, match="does not state its probabilities"):
        find_known_ranges(["jagbot"])
    with pytest.raises(OptionError, match="named twice"):
        find_known_ranges(["A=rules", "A=bluffer"])
