"""Bad players: whatever their code does, they lose by the rules and the match goes on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from railbird.arena import Forfeited, Match, MatchTable, play_match
from railbird.arena.forfeits import Attendance
from railbird.arena.result import MatchResult
from railbird.errors import OptionError
from railbird.players import AlwaysCall, AlwaysRaise, Player, Plays, RulePlayer
from railbird.table import CALL, FOLD, Hand, Rules, State, table_rules

MATCH = Match(table_rules(2), (400, 400), deals=6, seed=5, duplicate=True)
TOLD = ("forget", "hand_starts", "dealt", "board", "saw", "showdown", "hand_over")


def bad(**methods: Callable[..., Any]) -> Player:
    """A player who calls, with some methods replaced."""
    methods = {"act": lambda *_: CALL, **methods}
    made: Player = type("Bad", (Player,), dict(methods))("bad")
    return made


def fail(error: BaseException) -> Callable[..., Any]:
    def method(*_: object) -> None:
        raise error

    return method


def result_of(player: Player, **options: Any) -> tuple[MatchResult, list[Hand]]:
    hands: list[Hand] = []
    result = play_match(MATCH, [player, AlwaysRaise("raiser")], on_hand=hands.append, **options)
    assert len(hands) == MATCH.hands
    for hand in hands:
        assert hand.computed_payoffs() == hand.payoffs
    return result, hands


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("error", [KeyError("where"), SystemExit(3), RecursionError()])
def test_an_exception_in_any_call_costs_the_hand(name: str, error: BaseException) -> None:
    result, hands = result_of(bad(**{name: fail(error)}))
    assert {forfeit.player for forfeit in result.forfeits} <= {"bad"}
    assert all(forfeit.reason.startswith(f"{name}: ") for forfeit in result.forfeits)
    per_hand = [sum(int(h.number) == f.hand for f in result.forfeits) for h in hands]
    assert max(per_hand) == 1  # a hand is lost once
    expected = {"forget": 2, "showdown": None}.get(name, MATCH.hands)
    if expected is not None:
        assert len(result.forfeits) == expected
    if name in ("hand_starts", "dealt"):
        assert all(hand.actions[-1] == -1 for hand in hands)  # it folds to the first raise


@pytest.mark.parametrize("processes", [1, 2])
def test_a_failure_of_close_is_reported_and_costs_nothing(processes: int) -> None:
    match = Match(table_rules(2), (400, 400), deals=6, seed=5, duplicate=True)
    with pytest.warns(UserWarning, match="^bad: close: KeyError: 'where', test_guard.py line"):
        result = play_match(match, [Leaving("bad"), AlwaysRaise("raiser")], processes=processes)
    assert not result.forfeits


class Leaving(Player):
    def act(self, state: State) -> int:
        return CALL

    def close(self) -> None:
        raise KeyError("where")


def test_an_illegal_action_or_a_strange_one_costs_the_turn() -> None:
    for action in (10**9, -7, None, "raise", 1.5, [4], float("nan")):
        result, _ = result_of(bad(act=lambda *_, action=action: action))
        assert len(result.forfeits) >= MATCH.hands
        reasons = {forfeit.reason for forfeit in result.forfeits}
        if isinstance(action, int):
            assert f"{action} is not legal; legal were fold, call 1, raise to 4" in reasons
        else:
            said = f"act returned {action!r}: return FOLD, CALL or the level to raise to"
            assert reasons == {said}


def test_legal_actions_are_told_in_words() -> None:
    def fold(_: Player, state: State) -> int:
        return FOLD if not state.can_fold() else CALL

    free = Match(table_rules(2, betting="no-limit"), (400, 400), deals=4, seed=1)
    result = play_match(free, [bad(act=fold), AlwaysCall("caller")])
    reasons = {forfeit.reason for forfeit in result.forfeits}
    assert "fold is not legal; legal were check, bet 2 up to 398" in reasons
    assert "fold is not legal; legal were check, raise to 4 up to 400" in reasons


def test_ctrl_c_is_no_mistake_of_the_player() -> None:
    for name in ("act", "saw", "hand_starts"):
        with pytest.raises(KeyboardInterrupt):
            result_of(bad(**{name: fail(KeyboardInterrupt())}))


def loop(*_: object) -> None:
    while True:
        time.sleep(0.001)


def stubborn(*_: object) -> None:
    while True:
        try:
            loop()
        except Exception:
            continue


@pytest.mark.parametrize("name", ["act", "saw", "hand_starts", "hand_over", "forget"])
@pytest.mark.parametrize("hang", [loop, stubborn])
def test_a_player_that_hangs_is_soon_no_longer_asked(name: str, hang: Callable[..., None]) -> None:
    started = time.monotonic()
    result, _ = result_of(bad(**{name: hang}), time_limit=0.05)
    assert time.monotonic() - started < 30
    reasons = [forfeit.reason for forfeit in result.forfeits]
    late = [reason for reason in reasons if "within 0.05 s" in reason]
    assert len(late) == 2 if name == "forget" else len(late) == 6  # three in each half
    if name != "forget":
        assert "was late 3 times and is no longer asked" in reasons


def swallow(*_: object) -> int:
    with suppress(BaseException):
        time.sleep(30)
    return CALL


def disguise(*_: object) -> int:
    try:
        time.sleep(30)
    except BaseException:
        raise ValueError("not me") from None
    return CALL


@pytest.mark.parametrize("think", [swallow, disguise])
def test_a_player_who_hides_the_alarm_is_late_too(think: Callable[..., int]) -> None:
    result, _ = result_of(bad(act=think), time_limit=0.02)
    reasons = [forfeit.reason for forfeit in result.forfeits]
    assert reasons.count("did not act within 0.02 s") == 6  # three in each half
    assert "was late 3 times and is no longer asked" in reasons


def test_a_late_player_has_the_time_limit_in_other_processes_too() -> None:
    result = play_match(MATCH, [Hanging("bad"), AlwaysCall("o")], time_limit=0.05, processes=2)
    assert any("did not act within 0.05 s" in forfeit.reason for forfeit in result.forfeits)


class Hanging(Player):
    def act(self, state: State) -> int:
        loop()
        return CALL


def test_what_a_player_prints_does_not_go_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    def talk(*_: object) -> int:
        print("hello")
        return CALL

    result_of(bad(act=talk, saw=talk))
    said = capsys.readouterr()
    assert said.out == ""
    assert "hello" in said.err


class Learned(RulePlayer):
    """A user's player that is derived from one of ours."""

    def act(self, state: State) -> int:
        while not state.is_over:
            state.apply(CALL)
        raise RuntimeError("lost")


def test_a_player_derived_from_ours_is_guarded_too() -> None:
    result, _ = result_of(Learned("bad"))
    (reason,) = {forfeit.reason for forfeit in result.forfeits}
    assert reason.startswith("RuntimeError: lost, test_guard.py line ")


def test_a_replayed_hand_is_not_forfeited_again() -> None:
    result, hands = result_of(bad(hand_over=fail(KeyError())))
    again = play_match(
        MATCH,
        [bad(hand_over=fail(KeyError())), AlwaysRaise("raiser")],
        played=hands[:4],
        forfeits=result.forfeits[:4],
    )
    assert again.forfeits == result.forfeits
    assert again.players == result.players
    assert again.forfeited == result.forfeited == (Forfeited("bad", 12, 12, 12),)


@pytest.mark.parametrize("after", [0, 1, 20])
def test_who_really_played(after: int) -> None:
    turns = 0

    def soon_lost(*_: object) -> int:
        nonlocal turns
        turns += 1
        if turns > after:
            raise RuntimeError("lost")
        return CALL

    result, hands = result_of(bad(act=soon_lost))
    (bad_one,) = result.forfeited
    lost = {forfeit.hand for forfeit in result.forfeits}
    assert (bad_one.player, bad_one.hands, bad_one.dealt) == ("bad", len(lost), 12)
    assert bad_one.never_played == (after < 20)  # it is asked several times a hand
    assert result.verdict.void == bad_one.summary  # it forfeited turns in many hands
    assert result.absent == ["bad"]
    again = play_match(
        MATCH, [bad(act=fail(RuntimeError())), AlwaysRaise("raiser")], played=hands,
        forfeits=result.forfeits,
    )  # fmt: skip
    assert (again.forfeited, again.verdict_of) == (result.forfeited, result.verdict_of)
    whole, _ = result_of(bad())
    assert (whole.forfeited, whole.absent, whole.verdict_of) == ((), [], "all hands")


def test_two_who_are_left_of_three_are_compared_with_each_other() -> None:
    match = Match(table_rules(3), (400,) * 3, deals=90, seed=5)
    dead = bad(act=fail(RuntimeError()))
    result = play_match(match, [RulePlayer("rules"), dead, AlwaysRaise("raiser")])
    mean = {player.name: player.mean for player in result.players}
    assert {result.verdict.ahead, result.verdict.behind} == {"rules", "raiser"}
    assert result.verdict.by == pytest.approx(abs(mean["rules"] - mean["raiser"]))
    assert result.verdict_of == "all hands, and only of rules and raiser"


def test_a_player_is_refused_before_the_first_hand() -> None:
    narrow = bad(plays=Plays(bettings=("no-limit",)))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="bad plays only no-limit games, not limit holdem with 2"):
        MatchTable(MATCH, [narrow, AlwaysCall("o")])
    with pytest.raises(OptionError, match="bad cannot be seated: check: KeyError"):
        MatchTable(MATCH, [bad(check=fail(KeyError())), AlwaysCall("o")])


def test_time_limits_that_make_no_sense_are_refused() -> None:
    for limit in (0.0, -1.0, float("nan"), float("inf"), 1e9):
        with pytest.raises(OptionError, match="time limit"):
            MatchTable(MATCH, [AlwaysCall("a"), AlwaysCall("b")], time_limit=limit)


@pytest.mark.parametrize(
    ("plays", "rules", "can"),
    [
        (Plays(), table_rules(10, game="omaha8", betting="pot-limit"), True),
        (Plays(seats=(2, 2)), table_rules(3), False),
        (Plays(seats=(3, 3)), table_rules(2), False),
        (Plays(games=("omaha8",)), table_rules(2), False),
        (Plays(bettings=("limit", "no-limit")), table_rules(2, betting="pot-limit"), False),
    ],
)
def test_where_a_player_can_sit_down(plays: Plays, rules: Rules, can: bool) -> None:
    assert (rules in plays) == can


@pytest.mark.parametrize(("lost", "is_out"), [(1, False), (5, False), (6, True), (100, True)])
def test_a_small_share_of_forfeited_hands_leaves_the_verdict(lost: int, is_out: bool) -> None:
    found = Forfeited("bad", lost, 100, 120)
    assert (found.left_out, found.never_played) == (is_out, lost == 100)
    assert ("was never able to act: " in str(found)) == (lost == 100)


def test_only_hands_with_a_turn_count() -> None:
    """Who wins before their turn has not played; chips behind the blinds do not matter to that."""
    folds = bad(act=lambda *_: FOLD)
    hands: list[Hand] = []
    match = Match(table_rules(2), (400, 400), deals=10, seed=5)
    play_match(match, [folds, AlwaysRaise("raiser")], on_hand=hands.append)
    short = Match(table_rules(2, betting="no-limit"), (2, 2), deals=10, seed=5)
    play_match(short, [bad(), AlwaysRaise("raiser")], on_hand=hands.append)
    seen = Attendance(["bad", "raiser"])
    for hand in hands:
        seen.add(hand)
    turns = Counter(
        hand.players[s] for hand in hands for s in {a[1] for a in hand.replay().actions}
    )
    assert seen.with_turn == turns
    assert seen.with_turn.total() < seen.dealt.total() == 40
