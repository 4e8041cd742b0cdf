"""AIVAT of limit hold'em: the kernel beside the frame, its means, and what it refuses."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest
from tests.naive.aivat import LimitHistory, few_hands, flop_mean, value
from tests.naive.divat_hands import random_hands

from railbird.cards import Card, parse_cards
from railbird.cards.index import colex_index
from railbird.divat.estimators.aivat import aivat, aivat_seen
from railbird.divat.estimators.frame import CHANCE, Estimator, History
from railbird.divat.estimators.known_hands import KnownResult, judge_known
from railbird.divat.heads_up.encode import Games, encode
from railbird.divat.heads_up.scores import score
from railbird.errors import OptionError
from railbird.players.find_known import find_known
from railbird.players.known.asked import AskedPlayer
from railbird.players.known.sparbot import KnownSparbot
from railbird.players.known.values import probabilities, value_tables
from railbird.players.simple import AlwaysCall
from railbird.players.sparbot.player import Sparbot, shipped_table
from railbird.table import FOLD, Hand, State

Floats = npt.NDArray[np.float64]


class Given:
    """A known player whose probabilities are given."""

    name = "given"

    def __init__(self, found: Floats) -> None:
        self._found = found

    def chances(self, games: Games, seats: object, starts: object, total: int) -> Floats:
        assert len(self._found) == total
        return self._found


def history(games: Games, g: int) -> LimitHistory:
    cards = games.cards[g].tolist()
    rounds = tuple(
        tuple(a + 1 for a in games.actions[g, r, : games.counts[g, r]].tolist())
        for r in range(int(games.rounds[g]))
    )
    board = tuple(cards[4:][: (0, 3, 4, 5)[len(rounds) - 1]])
    return LimitHistory(value_tables(), ((cards[0], cards[1]), (cards[2], cards[3])), board, rounds)


def pick(games: Games, rounds: int, *, shown: bool) -> int:
    folded = (games.actions == FOLD).any(axis=(1, 2))
    return int(np.nonzero((games.rounds == rounds) & (folded != shown))[0][0])


@pytest.mark.parametrize(
    ("rounds", "shown", "seat"),
    [
        pytest.param(4, True, 0, marks=pytest.mark.slow),
        (4, False, 1),
        (3, False, 0),
        (1, False, 1),
    ],
)
def test_the_kernel_is_the_frame(rounds: int, shown: bool, seat: int) -> None:
    everything = encode(random_hands(300, seed=31))
    g = pick(everything, rounds, shown=shown)
    games = everything.part(slice(g, g + 1))
    end = history(games, 0)
    rng = np.random.default_rng([rounds, seat])
    held = colex_index(end.hands[seat])
    chances = few_hands(end, seat, {held, *rng.choice(1326, 8).tolist()}, rng)

    def strategy(at: History) -> Mapping[Hashable, float]:
        assert isinstance(at, LimitHistory)
        done = sum(earlier.player == seat for earlier, _ in at.before())
        row = chances[done, colex_index(at.hands[seat])]
        return {a: float(p) for a, p in enumerate(row) if p > 0}

    frame = Estimator("AIVAT", value, {seat: strategy})
    flop = [i for i, (at, _) in enumerate(end.before()) if at.player == CHANCE][:1]
    luck = []
    for i, (at, move) in enumerate(end.before()):
        if at.player == seat or (at.player == CHANCE and i not in flop):
            luck.append(frame._mean(at.after(move))[0] - frame._expected(at))
        elif at.player == CHANCE:  # the mean over all flops comes from the table; see below
            luck.append(frame._mean(at.after(move))[0] - frame._mean(at)[0])
    root = LimitHistory(end.tables, end.hands)
    luck.append(frame._mean(root)[0] - end.tables.start)
    found = aivat(games, np.array([seat]), Given(chances), value_tables())
    assert found.estimates[0] == pytest.approx(frame._mean(end)[0] - sum(luck), abs=1e-5)


def test_the_mean_over_all_flops_is_exact() -> None:
    tables, buckets = value_tables(), shipped_table().buckets
    hands = (parse_cards("AcKd"), parse_cards("7h6h"))
    live = [c for c in range(52) if c not in (*hands[0], *hands[1])]
    total = np.zeros(len(tables.flop))
    for flop in combinations(live, 3):
        total += tables.flop[:, 0, buckets.bucket(hands[0], flop), buckets.bucket(hands[1], flop)]
    for end, mean in enumerate((total / 17_296).tolist()):
        pair = colex_index(hands[0]), colex_index(hands[1])
        assert flop_mean(tables, end, *pair) == pytest.approx(mean, abs=1e-9)


def test_buckets_of_all_hands_on_the_turn() -> None:
    tables, buckets = value_tables(), shipped_table().buckets
    rng = np.random.default_rng(4)
    for _ in range(30):
        cards = [Card(int(c)) for c in rng.permutation(52)[:6]]
        at = colex_index(cards[:4])
        hand = tables.moved[tables.turn_turned[at], colex_index(cards[4:])]
        found = tables.turns[tables.turn_row[at], hand]
        assert found == buckets.bucket(cards[4:], cards[:4])


def test_sparbot_states_what_it_does() -> None:
    for play in probabilities(shipped_table()):
        assert play.sum(axis=-1) == pytest.approx(1)
    games = encode(random_hands(20, seed=8))
    asked = AskedPlayer(Stated("Sparbot"), "sparbot")
    seats = np.zeros(len(games), dtype=np.int64)
    g = pick(games, 4, shown=True)
    one = games.part(slice(g, g + 1))
    both = [aivat(one, seats[:1], each, value_tables()) for each in (KnownSparbot(), asked)]
    assert both[0].estimates == pytest.approx(both[1].estimates, abs=1e-12)


class Stated(Sparbot):
    """Sparbot, asked hand by hand."""

    def probabilities(self, state: State) -> Mapping[int, float]:
        return super().probabilities(state)


def test_money_and_aivat_agree_against_a_player_without_choices() -> None:
    """A caller always does what was expected of them, so their decisions have no luck."""
    hands = [replace(hand, players=("Ann", "Bob")) for hand in random_hands(64, seed=3)]
    calls = [hand for hand in hands if FOLD not in hand.actions][:4]
    games = encode(calls)
    games.actions[:] = 0
    games.counts[:] = 2
    found = aivat(
        games,
        np.zeros(len(games), dtype=np.int64),
        AskedPlayer(AlwaysCall("Ann"), "always-call"),
        value_tables(),
    )
    assert found.luck[:, 1] == pytest.approx(0, abs=1e-12)
    assert np.isfinite(found.estimates).all()


def test_without_the_others_cards_nothing_depends_on_them() -> None:
    games = encode(random_hands(60, seed=12))
    folded = np.nonzero((games.actions == FOLD).any(axis=(1, 2)))[0]
    some = games.part(folded)
    seats = np.zeros(len(some), dtype=np.int64)
    money = score(some).money
    sparbot = KnownSparbot()
    first = aivat_seen(some, seats, sparbot, value_tables(), money=money, assumed=sparbot)
    for g in range(len(some)):
        taken = set(some.cards[g].tolist()) - set(some.cards[g, 2:4].tolist())
        some.cards[g, 2:4] = [c for c in range(52) if c not in taken][5:7]
    again = aivat_seen(some, seats, sparbot, value_tables(), money=money, assumed=sparbot)
    assert first.estimates == pytest.approx(again.estimates, abs=1e-12)


def test_hidden_cards_and_wrong_players() -> None:
    hands = random_hands(40, seed=2)
    hidden = [_hide(hand) for hand in hands]
    count = sum(hand.hole_cards[1 - hand.players.index("Ann")] is None for hand in hidden)
    with pytest.raises(OptionError, match="Ann does not play like always-call"):
        judge_known(hands, "Ann", AskedPlayer(AlwaysCall("Ann"), "always-call"), value_tables())
    with pytest.raises(OptionError, match="AIVAT needs the cards of Bob"):
        judge_known(hidden, "Ann", KnownSparbot(), value_tables())
    with pytest.raises(OptionError, match="does not state its probabilities"):
        find_known("vexbot")
    name, known = find_known("Ann=bluffer")
    assert (name, known.name) == ("Ann", "bluffer")
    assert count > 5


def _hide(hand: Hand) -> Hand:
    if FOLD not in hand.actions:
        return hand
    cards = (
        held if name == "Ann" else None
        for name, held in zip(hand.players, hand.hole_cards, strict=True)
    )
    return replace(hand, hole_cards=tuple(cards))


@pytest.mark.parametrize(("luck", "is_far"), [(0.05, False), (0.6, True)])
def test_a_strategy_that_does_not_fit_is_said(luck: float, is_far: bool) -> None:
    random = np.random.default_rng(4)
    estimates = random.normal(size=400)
    money = estimates + luck + random.normal(scale=2, size=400)
    found = KnownResult("Ann", "random", estimates, money, False, 0, {}, 1.0)
    assert (abs(found.apart) > 3.3) is is_far
    assert ("hardly plays like random" in found.how()) is is_far
