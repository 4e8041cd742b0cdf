"""Matches: the same from a seed, whatever interrupts them; fair; and never lost to a bad player."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
from scipy.stats import t

from railbird.arena import Match, MatchTable, play_match
from railbird.arena.scripted import play_scripted
from railbird.cards import Card
from railbird.errors import OptionError
from railbird.players import AlwaysCall, AlwaysRaise, Player, RandomPlayer, RulePlayer, Seat
from railbird.table import CALL, Hand, State, table_rules

LIMIT = Match(table_rules(2), (400, 400), deals=200, seed=5, name="a v b")
RING = Match(table_rules(5, betting="no-limit"), (100,) * 5, deals=60, seed=6, duplicate=True)


class Listener(RandomPlayer):
    """Plays at random and writes down what it is told."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.heard: list[object] = []

    def forget(self) -> None:
        self.heard.append("forget")

    def hand_starts(self, seat: Seat) -> None:
        super().hand_starts(seat)
        self.heard.append(seat)

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self.heard.append(("dealt", cards))

    def board(self, cards: tuple[Card, ...]) -> None:
        self.heard.append(("board", cards))

    def saw(self, position: int, action: int) -> None:
        self.heard.append(("saw", position, action))

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        self.heard.append(("showdown", hole_cards))

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        self.heard.append(("over", payoffs))


def hands_of(match: Match, players: list[Player], played: list[Hand] | None = None) -> list[Hand]:
    return [hand for hand, _ in MatchTable(match, players).play(played or [])]


def randoms(count: int) -> list[Player]:
    return [RandomPlayer(name) for name in "abcdefghij"[:count]]


@pytest.mark.parametrize("match", [LIMIT, RING], ids=["limit", "ring"])
def test_a_seed_gives_the_same_match(match: Match) -> None:
    first, second = (hands_of(match, randoms(match.rules.players)) for _ in range(2))
    assert first == second
    assert len(first) == match.hands
    other = Match(match.rules, match.stacks, match.deals, seed=77, duplicate=match.duplicate)
    assert hands_of(other, randoms(match.rules.players)) != first


@pytest.mark.parametrize("match", [LIMIT, RING], ids=["limit", "ring"])
def test_hands_follow_the_rules(match: Match) -> None:
    for hand in hands_of(match, randoms(match.rules.players)):
        computed = hand.computed_payoffs()
        assert computed == hand.payoffs
        assert sum(hand.payoffs) == 0


def test_everybody_has_every_position_as_often() -> None:
    match = Match(table_rules(4), (100,) * 4, deals=12, seed=1)
    seats = np.array([match.seating(hand) for hand in range(12)])
    for player in range(4):
        assert [(seats[:, p] == player).sum() for p in range(4)] == [3, 3, 3, 3]


@pytest.mark.parametrize("deals", [1, 2, 3, 7])
def test_the_seats_move_on_with_deals_and_rotations(deals: int) -> None:
    match = Match(table_rules(3), (100,) * 3, deals=deals, seed=1, duplicate=True)
    for number, hand in enumerate(hands_of(match, randoms(3))):
        rotation, deal = divmod(number, deals)
        moved = (rotation + deal) % 3
        assert hand.players == tuple("abc"[(seat + moved) % 3] for seat in range(3))
        assert hand.players == tuple("abc"[k] for k in match.seating(number))


@pytest.mark.parametrize("duplicate", [False, True])
def test_the_button_goes_to_the_next_player_who_acts(duplicate: bool) -> None:
    match = Match(table_rules(4), (100,) * 4, deals=9, seed=1, duplicate=duplicate)
    hands = hands_of(match, randoms(4))
    for before, after in pairwise(hands[:9]):
        assert after.players[-1] == before.players[0]  # button to the one on its left
        assert after.players == before.players[1:] + before.players[:1]


def test_rotations_repeat_the_cards_with_moved_players() -> None:
    hands = hands_of(RING, randoms(5))
    rotations = [hands[r * 60 : (r + 1) * 60] for r in range(5)]
    for deal in range(60):
        same = [rotation[deal] for rotation in rotations]
        assert len({hand.hole_cards for hand in same}) == 1
        for position in range(5):
            assert {hand.players[position] for hand in same} == set("abcde")


def test_duplicate_takes_out_the_luck_of_equal_players() -> None:
    match = Match(table_rules(2), (400, 400), deals=300, seed=2, duplicate=True)
    result = play_match(match, [AlwaysCall("a"), AlwaysCall("b")])
    assert [player.mean for player in result.players] == [0, 0]
    assert [player.error for player in result.players] == [0, 0]


def test_results_are_means_and_standard_errors() -> None:
    match = Match(table_rules(3), (100,) * 3, deals=90, seed=3, duplicate=True)
    hands = hands_of(match, randoms(3))
    result = play_match(match, randoms(3))
    for name, player in zip("abc", result.players, strict=True):
        chips = [hand.payoffs[hand.players.index(name)] for hand in hands]
        assert player.chips == sum(chips)
        by_deal = [sum(chips[deal::90]) / 3 / 2 for deal in range(90)]
        mean = sum(by_deal) / 90
        assert player.mean == pytest.approx(mean)
        variance = sum((x - mean) ** 2 for x in by_deal) / 89
        assert player.error == pytest.approx(sqrt(variance / 90))
        assert player.high - player.low == pytest.approx(2 * t.ppf(0.975, 89) * player.error)
        for position in range(3):
            there = [h.payoffs[position] / 2 for h in hands if h.players[position] == name]
            assert player.by_position[position] == pytest.approx(sum(there) / len(there))


def test_an_interrupted_match_goes_on_as_if_it_had_not_been() -> None:
    for match in (LIMIT, RING):
        whole: list[Player] = [Listener(name) for name in "abcde"[: match.rules.players]]
        hands = hands_of(match, whole)
        again: list[Player] = [Listener(name) for name in "abcde"[: match.rules.players]]
        stop = match.hands // 2 + 3
        assert hands_of(match, again, hands[:stop]) == hands
        for first, second in zip(whole, again, strict=True):
            assert isinstance(first, Listener)
            assert isinstance(second, Listener)
            assert first.heard == second.heard
        expected = play_match(match, randoms(match.rules.players))
        resumed = play_match(match, randoms(match.rules.players), played=hands[:stop])
        assert resumed.players == expected.players


def test_a_log_of_another_match_is_refused() -> None:
    hands = hands_of(LIMIT, randoms(2))
    for other in (
        Match(LIMIT.rules, LIMIT.stacks, 200, seed=6, name="a v b"),
        Match(LIMIT.rules, (300, 300), 200, seed=5, name="a v b"),
        Match(table_rules(2, betting="no-limit"), LIMIT.stacks, 200, seed=5, name="a v b"),
    ):
        with pytest.raises(OptionError, match="not from this match"):
            play_match(other, randoms(2), played=hands[:5])
    with pytest.raises(OptionError, match="is not from a match"):
        play_match(LIMIT, randoms(2), played=[replace(hands[0], number="x")])
    with pytest.raises(OptionError, match="the match only 3"):
        play_match(Match(LIMIT.rules, LIMIT.stacks, 3, seed=5), randoms(2), played=hands[:5])


class Broken(Player):
    """Does something else wrong each time."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.turns = 0

    def act(self, state: State) -> int:
        self.turns += 1
        if self.turns % 4 == 0:
            raise RuntimeError("lost my mind")
        if self.turns % 4 == 1:
            return 10**9
        if self.turns % 4 == 2:
            return "raise"  # type: ignore[return-value]
        while not state.is_over:  # not the real state
            state.apply(CALL)
        return CALL


def test_a_bad_player_forfeits_and_the_match_goes_on() -> None:
    broken = Broken("broken")
    result = play_match(LIMIT, [broken, AlwaysRaise("raiser")])
    assert result.hands == 200
    assert {forfeit.player for forfeit in result.forfeits} == {"broken"}
    assert len(result.forfeits) == pytest.approx(broken.turns * 3 / 4, abs=2)
    reasons = " ".join(forfeit.reason for forfeit in result.forfeits)
    assert "RuntimeError: lost my mind" in reasons
    assert "1000000000 is not legal" in reasons
    for hand, _ in MatchTable(LIMIT, [Broken("broken"), AlwaysRaise("raiser")]).play():
        assert hand.computed_payoffs() == hand.payoffs


class Thinker(Player):
    """Never comes to an end."""

    def act(self, state: State) -> int:
        while True:
            state.copy()


def test_a_player_that_hangs_forfeits() -> None:
    match = Match(table_rules(2), (400, 400), deals=3, seed=1)
    result = play_match(match, [Thinker("thinker"), AlwaysRaise("raiser")], time_limit=0.05)
    assert result.hands == 3
    assert {forfeit.reason for forfeit in result.forfeits} == {"did not act within 0.05 s"}


def test_bad_matches_are_refused() -> None:
    with pytest.raises(OptionError, match="a match of 0 hands is too short"):
        Match(table_rules(2), (1, 1), deals=0, seed=1)
    with pytest.raises(OptionError, match="negative"):
        Match(table_rules(2), (1, 1), deals=1, seed=-1)
    with pytest.raises(OptionError, match="3 players"):
        play_match(LIMIT, randoms(3))
    with pytest.raises(OptionError, match="same name"):
        play_match(LIMIT, [AlwaysCall("a"), AlwaysCall("a")])


def test_the_rule_player_beats_the_simple_ones() -> None:
    match = Match(table_rules(2), (400, 400), deals=150, seed=9, duplicate=True)
    for other in (RandomPlayer("other"), AlwaysRaise("other"), AlwaysCall("other")):
        result = play_match(match, [RulePlayer("rules"), other])
        assert result.players[0].low > 0
        assert not result.forfeits


def test_scripted_hands_are_those_of_the_match() -> None:
    match = Match(table_rules(3), (400,) * 3, deals=50, seed=4, duplicate=True)
    players: list[Player] = [AlwaysCall("a"), AlwaysRaise("b"), AlwaysRaise("c")]
    hands = hands_of(match, players)
    scripts = ["always-call", "always-raise", "always-raise"]
    batches = list(play_scripted(match, scripts, threads=1))
    assert np.array_equal(
        np.concatenate([batch.payoffs for batch in batches]), [hand.payoffs for hand in hands]
    )
    actions = [tuple(r[r != -2].tolist()) for batch in batches for r in batch.actions]
    assert actions == [hand.actions for hand in hands]
    cards = [row.tolist() for batch in batches for row in batch.cards]
    assert cards == [[*sum(map(list, hand.hole_cards), []), *hand.board] for hand in hands]  # type: ignore[arg-type] # noqa: RUF017


def test_always_call_against_always_raise() -> None:
    """Kan (2007): variance 47.01, standard deviation 6.856 small bets a game, ties 4.06 %."""
    match = Match(table_rules(2), (400, 400), deals=1_000_000, seed=11)
    batches = play_scripted(match, ["always-call", "always-raise"])
    won = np.concatenate([batch.payoffs[:, 0] for batch in batches]) / 2
    assert set(np.unique(won)) == {-7, 0, 7}
    # the share of ties p has a standard error of 0.0002; the variance is 49 (1 - p)
    assert (won == 0).mean() == pytest.approx(0.0406, abs=5 * 0.0002)
    assert won.var() == pytest.approx(47.01, abs=5 * 49 * 0.0002)
    assert won.std() == pytest.approx(6.856, abs=0.004)
    with pytest.raises(OptionError, match="scripted"):
        next(play_scripted(match, ["always-call", "rules"]))
