"""The coach: whom it chooses, by what it can know, and that a match with it can be resumed."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.divat.estimators.aivat import aivat_seen
from railbird.divat.heads_up.encode import encode
from railbird.divat.heads_up.match import analyze
from railbird.errors import OptionError
from railbird.players import Player, make_player
from railbird.players.base import Seat
from railbird.players.coach import assess
from railbird.players.coach.choice import FIRST, Tallies
from railbird.players.coach.player import Coach
from railbird.players.coach.seen import CoachedHand
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.known.values import value_tables
from railbird.players.own import marked
from railbird.players.sparbot.player import Sparbot
from railbird.players.spec import read_spec
from railbird.table import State, table_rules
from railbird.table.hand import Hand

RULES = table_rules(2)
MATCH = Match(RULES, (200, 200), deals=40, seed=5)


def played(*players: Player, match: Match = MATCH) -> list[Hand]:
    return [hand for hand, _ in MatchTable(match, players).play()]


def test_everybody_plays_first_and_then_the_best() -> None:
    tallies = Tallies(3)
    means = (0.0, 1.0, -1.0)
    rng = np.random.default_rng(1)
    chosen = []
    for _ in range(600):
        chosen.append(tallies.choose())
        tallies.add(chosen[-1], means[chosen[-1]] + rng.normal())
    assert sorted(chosen[: 3 * FIRST]) == sorted([0, 1, 2] * FIRST)
    assert tallies.results[1] > 500
    assert 0 < tallies.results[2] < tallies.results[0]
    assert tallies.deviation == pytest.approx(1.0, abs=0.1)


def test_the_bound_is_that_of_the_text() -> None:
    tallies = Tallies(2)
    results = ([1.0, 3.0, 2.0, 0.0, 4.0, 2.0], [2.0, 2.5, 1.5, 2.0, 2.4])
    for player, some in enumerate(results):
        for each in some:
            tallies.add(player, each)
    inside = sum(float(np.sum((np.array(some) - np.mean(some)) ** 2)) for some in results)
    assert tallies.deviation == pytest.approx(np.sqrt(inside / (11 - 2)))
    spread = tallies.deviation * np.sqrt(2 * np.log(1 + 11 * np.log(11) ** 2))
    bounds = [np.mean(some) + spread / np.sqrt(len(some)) for some in results]
    assert tallies.choose() == int(np.argmax(bounds))


def test_a_memory_forgets_a_player_who_was_better() -> None:
    def after_the_change(memory: float) -> list[int]:
        tallies = Tallies(2, memory=memory)
        rng = np.random.default_rng(3)
        found = []
        for t in range(800):
            found.append(tallies.choose())
            means = (1.0 if t < 500 else -1.0, 0.0)
            tallies.add(found[-1], means[found[-1]] + rng.normal())
        return found[500:]

    assert sum(after_the_change(100.0)) > 200 > sum(after_the_change(0.0))
    with pytest.raises(OptionError, match=r"memory cannot be 0\.5"):
        Tallies(2, memory=0.5)


def test_one_player_plays_a_hand_in_each_seat() -> None:
    coach = make_player("coach(always-raise,always-call)")
    assert isinstance(coach, Coach)
    table = MatchTable(MATCH, [coach, make_player("opp=always-call")])
    raised, chosen = [], []
    for hand, _ in table.play():
        mine = hand.players.index("coach")
        raised.append(any(a > 0 for a in hand.actions))
        chosen.append(coach.chosen.name)
        assert mine == len(chosen) % 2 or mine == 1 - len(chosen) % 2
    assert chosen[::2] == chosen[1::2]
    assert [each == "always-raise" for each in chosen] == raised
    assert sum(coach.hands.values()) == 40


@pytest.mark.parametrize("by", ["divat", "aivat"])
def test_a_match_is_resumed_as_it_was(by: str) -> None:
    """The hands played are told again, without asking anybody: the coach must come out the same."""
    text = f"coach(sparbot,{'rules' if by == 'divat' else 'vexbot'},bluffer,by={by})"
    coach, again = make_player(text), make_player(text)
    hands = played(coach, make_player("opp=bluffer"))
    table = MatchTable(MATCH, [again, make_player("opp=bluffer")])
    assert [hand for hand, _ in table.play(hands[:25])] == hands
    assert again.save() == coach.save()
    third = pickle.loads(pickle.dumps(make_player(text)))
    third.load(coach.save())
    assert third.save() == coach.save()
    coach.forget()
    assert isinstance(coach, Coach)
    assert set(coach.hands.values()) == {0}


def seen(hand: Hand, name: str) -> CoachedHand:
    """A hand as a player saw it, from the record."""
    at = hand.players.index(name)
    own, theirs = hand.hole_cards[at], hand.hole_cards[1 - at]
    assert own is not None
    shown = theirs if -1 not in hand.actions else None
    seat = Seat(hand.rules, hand.stacks, hand.players, at, 0)
    return CoachedHand(seat, own, hand.board, hand.actions, shown, hand.payoffs)


def test_run_time_divat_is_that_of_the_analysis() -> None:
    hands = played(make_player("Ann=sparbot"), make_player("Bob=bluffer"))
    match = analyze(hands, hero="Ann")
    measure = assess.measure_by("divat", ())
    ends = {True: 0, False: 0}
    for i, hand in enumerate(hands):
        each = seen(hand, "Ann")
        ends[each.shown is None] += 1
        wanted = match.money[i] if each.shown is None else match.divat[i]
        assert measure(each, 0) == pytest.approx(wanted, abs=1e-6)
    assert min(ends.values()) > 5


def test_run_time_aivat_is_that_of_the_estimator() -> None:
    """For a Sparbot it is AIVAT without the other player's cards."""
    hands = played(make_player("Ann=sparbot"), make_player("Bob=bluffer"))
    seats = np.array([hand.players.index("Ann") for hand in hands])
    money = np.array([hand.payoffs[0] / 2 for hand in hands])
    known = KnownSparbot()
    wanted = aivat_seen(encode(hands), seats, known, value_tables(), money=money, assumed=known)
    measure = assess.measure_by("aivat", [Sparbot("Ann")])
    for i, hand in enumerate(hands):
        sign = 1 if seats[i] == 0 else -1
        assert measure(seen(hand, "Ann"), 0) == pytest.approx(sign * wanted.estimates[i], abs=1e-9)


class Silent(Sparbot):
    """A Sparbot that does not state its probabilities."""

    probabilities = Player.probabilities


class Stated(Sparbot):
    """A Sparbot that is asked like any other player."""


def test_run_time_aivat_of_other_players() -> None:
    """Cards are corrected for everybody, decisions only for those who state their probabilities."""
    hands = played(make_player("Ann=sparbot"), make_player("Bob=bluffer"))
    measure = assess.measure_by("aivat", [Silent("Ann"), Stated("Ann"), Sparbot("Ann")])
    scores = np.array([[measure(seen(hand, "Ann"), p) for p in range(3)] for hand in hands])
    folded = np.array([seen(hand, "Ann").shown is None for hand in hands])
    # where nothing is shown, being asked about the own hand is all there is
    assert np.allclose(scores[folded, 1], scores[folded, 2])
    assert not np.allclose(scores[folded, 0], scores[folded, 1])
    assert not np.allclose(scores[~folded, 1], scores[~folded, 2])
    money = np.array([seen(hand, "Ann").money for hand in hands])
    luck = money - scores[:, 0]  # that of the cards: it depends on them and on the seat alone
    known, tables = KnownSparbot(), value_tables()
    seats = np.array([hand.players.index("Ann") for hand in hands])
    parts = aivat_seen(encode(hands), seats, known, tables, money=money, assumed=known).luck
    assert np.allclose(luck, np.where(seats == 0, 1, -1) * parts[:, 0])


def test_what_cannot_be_coached_is_refused() -> None:
    for text, reason in (
        ("coach(sparbot)", "1 players leave no choice"),
        ("coach(rules,rules-2=rules,by=luck)", r"coach\(by=luck\): choose money, divat, aivat"),
        ("coach(rules,random,memory=x)", "memory must be a number"),
        ("coach(rules,random", "close its parentheses"),
        ("coach(rules,(random)", "parentheses do not match"),
        ("rules(1)", "takes nothing in parentheses"),
        ("nobody(1)", "takes nothing in parentheses"),
        ("sparbot(bold=1)", "sparbot takes merged=…, tricky=…"),
        ("sparbot(tricky=2)", "a share from 0 to 1"),
        ("vexbot(prior=me)", r"prior=me\): choose sparbot"),
    ):
        with pytest.raises(OptionError, match=reason):
            make_player(text)
    with pytest.raises(OptionError, match="plays only heads-up limit"):
        make_player("coach(rules,random,by=divat)").check(table_rules(3))
    make_player("coach(rules,random)").check(table_rules(3))
    coach = make_player("coach(rules,random,by=divat)")
    with pytest.raises(OptionError, match="more than 24 small bets"):
        played(coach, make_player("random"), match=Match(RULES, (48, 48), deals=1, seed=1))


def test_texts_of_players(tmp_path: Path) -> None:
    assert read_spec("a=b=rules") == ("a=b", "rules", None)
    assert read_spec("./x(1).py:Bot").arguments is None
    assert read_spec("me=exec:./bot (1)").arguments is None
    bot = tmp_path / "bot.py"
    bot.write_text("x = 1\n")
    text = f"coach(rules,me={bot}:Bot)"
    before = marked(text)
    bot.write_text("x = 2\n")
    assert before != marked(text) != text
    assert marked("coach(rules,random)") == "coach(rules,random)"


class Crash(Player):
    def act(self, state: State) -> int:
        raise RuntimeError("out of order")


def test_players_of_your_own_are_guarded() -> None:
    coach = Coach("coach", [make_player("rules"), Crash("crash")])
    table = MatchTable(MATCH, [coach, make_player("random")])
    assert len(list(table.play())) == 40
    assert "out of order" in str(table.forfeits[0])
    assert Coach("c", [make_player("rules"), make_player("random")]).reads_only
