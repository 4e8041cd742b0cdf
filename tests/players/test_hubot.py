"""HuBot at the table: legal, reproducible, blind to hidden cards, better than weak players."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import Match, MatchTable, play_match
from railbird.arena.match import Dealt
from railbird.cards import Card, Range, holdem_hands, parse_cards
from railbird.errors import InputError, OptionError
from railbird.evaluate.strength.field import field_strength, sampled_strength
from railbird.players import AlwaysCall, AlwaysRaise, Player, RandomPlayer, RulePlayer, make_player
from railbird.players.base import Seat
from railbird.players.hubot import player as hubot
from railbird.players.hubot.player import V90, V113, V113B, HuBot, Version
from railbird.players.hubot.postflop import Habits
from railbird.players.hubot.weights import Weights
from railbird.players.memory import ModelFileWarning
from railbird.players.simple import Bluffer
from railbird.table import CALL, FOLD, Hand, State, table_rules
from tests.naive import strength as naive

VERSIONS = [V113, V90, V113B]


def others(count: int) -> list[Player]:
    kinds = (RandomPlayer, AlwaysRaise, Bluffer, AlwaysCall, RulePlayer)
    return [kinds[i % 5](f"other{i}") for i in range(count)]


def table_of(players: int) -> list[Player]:
    bots: list[Player] = [HuBot(v.name, version=v) for v in VERSIONS[: max(1, players - 1)]]
    return bots + others(players - len(bots))


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_mixed_tables_are_played_without_a_fault(players: int) -> None:
    match = Match(table_rules(players), (480,) * players, deals=40, seed=players)
    result = play_match(match, table_of(players))
    assert result.forfeits == ()


@pytest.mark.parametrize(
    ("rules", "stacks"),
    [
        (table_rules(4), (3, 7, 40, 11)),
        (table_rules(3, small_blind=5, big_blind=10, ante=1, big_blind_ante=4), (60, 33, 200)),
        (table_rules(2, cap=(-1, -1, -1, -1)), (60, 90)),
        (table_rules(2, reverse_blinds=False), (100, 100)),
        (table_rules(5, small_blind=0, big_blind=2), (100,) * 5),
        (table_rules(3, bets=(4, 4, 6, 9)), (1, 500, 2)),
    ],
    ids=["short", "antes", "no-cap", "plain-blinds", "one-blind", "odd-bets"],
)
def test_odd_tables_are_played_without_a_fault(rules: object, stacks: tuple[int, ...]) -> None:
    match = Match(rules, stacks, deals=60, seed=4)  # type: ignore[arg-type]
    assert play_match(match, table_of(len(stacks))).forfeits == ()


def test_it_does_not_sit_down_where_it_cannot_play() -> None:
    for rules in (
        table_rules(2, betting="no-limit"),
        table_rules(2, game="omaha"),
        table_rules(2, game="omaha8"),
    ):
        with pytest.raises(OptionError, match="plays only limit holdem"):
            HuBot("h").check(rules)


def test_a_seed_gives_the_same_match_in_any_process_and_after_a_break() -> None:
    match = Match(table_rules(4), (480,) * 4, deals=12, seed=9, duplicate=True)

    def hands(players: list[Player], played: list[Hand] | None = None) -> list[Hand]:
        return [hand for hand, _ in MatchTable(match, players).play(played or [])]

    first = hands(table_of(4))
    players = table_of(4)
    assert hands(players) == first
    # these players were used before, but they forget at the start
    assert hands(pickle.loads(pickle.dumps(players))) == first
    assert hands(table_of(4), first[:7]) == first


class OtherCards(MatchTable):
    """Deals the same cards to one player and the board, but other cards to the rest."""

    def __init__(self, match: Match, players: list[Player], seed: int) -> None:
        super().__init__(match, players)
        self._chance = np.random.default_rng(seed)

    def _deals(self, rotation: int) -> Iterator[Dealt]:
        for number, cards, values in super()._deals(rotation):
            row = list(cards)
            seat = self.match.seating(number).index(0)
            known = [2 * seat, 2 * seat + 1, *range(len(row) - 5, len(row))]
            left = self._chance.permutation([c for c in range(52) if c not in np.take(row, known)])
            new = iter(left.tolist())
            yield number, [c if i in known else next(new) for i, c in enumerate(row)], values


@pytest.mark.parametrize("version", [V113, V113B], ids=lambda v: v.name)
def test_what_others_hide_does_not_matter(version: Version) -> None:
    """The others do not look at their cards, so everything public stays the same."""
    match = Match(table_rules(4), (480,) * 4, deals=60, seed=2)
    kinds = (RandomPlayer, AlwaysCall, RandomPlayer)

    def played(seed: int) -> list[tuple[int, ...]]:
        players = [HuBot("h", version=version), *(k(f"o{i}") for i, k in enumerate(kinds))]
        hands = [hand for hand, _ in OtherCards(match, players, seed).play()]
        assert len({hand.hole_cards for hand in hands}) == 60
        return [hand.actions for hand in hands]

    assert played(1) == played(2)


@pytest.mark.parametrize("kind", [AlwaysCall, AlwaysRaise])
def test_it_beats_those_who_never_fold(kind: type[Player]) -> None:
    match = Match(table_rules(2), (480, 480), deals=60, seed=1, duplicate=True)
    hubot = play_match(match, [HuBot("h"), kind("o")]).players[0]
    assert hubot.mean > 2.58 * hubot.error  # 99 %


def test_it_sees_a_quarter_of_the_flops_at_a_table_of_its_own() -> None:
    match = Match(table_rules(9), (480,) * 9, deals=100, seed=1)
    seen = 0
    for hand, _ in MatchTable(match, [HuBot(f"h{i}") for i in range(9)]).play():
        state = State(hand.rules, hand.stacks)
        for action in hand.actions:
            if state.round:
                break
            state.apply(action)
        seen += 9 - sum(state.folded) if len(hand.board) >= 3 else 0
    assert 0.19 < seen / (9 * 100) < 0.29


def test_the_strength_it_plays_by_is_within_a_point_of_the_truth() -> None:
    """Against eight weighted opponents, where wEHS_n as printed is off by more."""
    rng = np.random.default_rng(8)
    errors = []
    for _ in range(24):
        cards = tuple(Card(int(c)) for c in rng.permutation(52)[:5])
        tops = [Range.parse(f"top {x}%").weights for x in rng.integers(15, 61, 8)]
        tables = tuple(Weights(np.maximum(top, 0.01)) for top in tops)
        weights = np.array([each.table for each in tables])
        hand, board = cards[:2], cards[2:]
        truth = sampled_strength(hand, board, weights, deals=3_000, seed=1).value
        plays_by = hubot.playing_strength(hand, board, tables, apart=V113.apart)
        printed = hubot.playing_strength(hand, board, tables, apart=False)
        assert printed == field_strength(hand, board, weights).wehs
        errors.append([abs(plays_by - truth), abs(printed - truth)])
    near, far = np.mean(errors, axis=0)
    assert near < 0.01
    assert near < far


@pytest.mark.small
def test_strength_against_one_is_what_he_wins() -> None:
    rng = np.random.default_rng(9)
    cards = [int(c) for c in rng.permutation(52)[:7]]
    known = np.isin(holdem_hands(), cards).any(axis=1)
    weights = np.zeros(1326)
    some = rng.choice(np.nonzero(~known)[0], 30, replace=False)
    weights[some] = rng.random(30)
    others = {(int(a), int(b)): float(weights[h]) for h, (a, b) in enumerate(holdem_hands())}
    others = {hand: weight for hand, weight in others.items() if weight > 0}
    hand, board = (Card(cards[0]), Card(cards[1])), tuple(Card(c) for c in cards[2:])
    found = hubot.playing_strength(hand, board, (Weights(weights),), apart=True)
    assert found == pytest.approx(naive.field_apart(hand, board, [others]), abs=1e-12)
    assert 0 < found < 1


class Recorder(HuBot):
    """Writes down why it acted after the flop."""

    def __init__(self, name: str, version: Version) -> None:
        super().__init__(name, version=version)
        self.whys: set[str] = set()

    def act(self, state: State) -> int:
        action = super().act(state)
        if self.choice is not None:
            self.whys.add(self.choice.why)
        return action


def test_versions_differ_by_what_they_may_do() -> None:
    everything = {"strength", "pot odds", "showdown odds"}
    for version in (V113, V90, V113B, Version("tame", Habits(bluff=False))):
        bot = Recorder("h", version)
        match = Match(table_rules(3), (480,) * 3, deals=60, seed=7)
        play_match(match, [bot, RulePlayer("r"), Bluffer("b")])
        assert ("bluff" in bot.whys) == version.habits.bluff
        assert bool(bot.frequencies) == version.models
        assert everything <= bot.whys
    assert not V90.habits.check_raise
    with pytest.raises(OptionError, match="cannot bluff"):
        Version("blind", models=False)
    assert V113.habits.check_raise
    assert [make_player(n).version for n in ("hubot", "hubot-v90", "hubot-v113b")] == VERSIONS  # type: ignore[attr-defined]


def test_memory_travels() -> None:
    bot = HuBot("h")
    play_match(Match(table_rules(3), (480,) * 3, deals=30, seed=1), [bot, *others(2)])
    twin = HuBot("h")
    twin.load(bot.save())
    assert twin.save() == bot.save()
    assert set(bot.frequencies) == {"h", "other0", "other1"}
    for bad in ({}, {"version": 2, "players": {}}, {"version": 1, "players": {"x": {}}}):
        with pytest.raises(InputError):
            twin.load(bad)
    assert twin.save() == bot.save(), "nothing is loaded by halves"


def test_models_are_kept_in_a_folder(tmp_path: Path) -> None:
    match = Match(table_rules(2), (480, 480), deals=20, seed=1)
    counts = []
    for _ in range(2):
        bot = HuBot("h", folder=tmp_path)
        play_match(match, [bot, RandomPlayer("Bob")])
        counts.append(bot.frequencies["Bob"].observations)
    assert counts[1] > 1.5 * counts[0] > 0
    assert len(list(tmp_path.glob("*.json"))) == 2
    assert HuBot("h").folder is None, "matches are reproducible unless told otherwise"
    bad = HuBot("h", folder=next(tmp_path.glob("*.json")))
    with pytest.raises(OptionError, match="choose another folder"):
        play_match(match, [bad, RandomPlayer("Bob")])


def test_a_folder_that_is_gone_does_not_end_the_session(tmp_path: Path) -> None:
    class Meddler(RandomPlayer):
        """Puts a file where the folder was."""

        def hand_starts(self, seat: Seat) -> None:
            super().hand_starts(seat)
            shutil.rmtree(tmp_path / "models", ignore_errors=True)
            (tmp_path / "models").write_text("")

    bot = HuBot("h", folder=tmp_path / "models")
    match = Match(table_rules(2), (480, 480), deals=3, seed=1)
    with pytest.warns(ModelFileWarning, match="no longer saved"):
        play_match(match, [bot, Meddler("Bob")])
    assert bot.folder is None


def test_it_does_not_fold_for_nothing() -> None:
    match = Match(table_rules(6), (480,) * 6, deals=80, seed=5)
    for hand, _ in MatchTable(match, table_of(6)).play():
        state = State(hand.rules, hand.stacks)
        for action in hand.actions:
            assert action != FOLD or state.options().to_call > 0
            state.apply(action)


def test_it_bets_on_after_a_semi_bluff_that_was_called_but_not_after_a_raise() -> None:
    """The draw is bet on the flop; on the turn somebody bets first; on the river HuBot goes on."""
    rules = table_rules(2)

    def play(bets_first: bool, raises: bool) -> str:
        state, bot = State(rules, (400, 400)), HuBot("h", version=V113B)
        position = rules.button
        bot.hand_starts(Seat(rules, (400, 400), ("o", "h"), position, 1))
        bot.dealt(tuple(parse_cards("5c4d")))

        def do(action: int) -> None:
            actor = state.actor
            assert actor is not None
            state.apply(action)
            bot.saw(actor, action)

        def other(action: int) -> None:
            assert state.actor != position
            do(action)

        def acts() -> str:
            action = bot.act(state)
            do(action)
            return bot.choice.why if bot.choice is not None else ""

        do(CALL)
        other(CALL)
        bot.board(tuple(parse_cards("3c2dKs")))
        other(CALL)
        assert acts() == "semi-bluff"
        other(state.options().lowest_raise if raises else CALL)
        if raises:
            do(CALL)
        bot.board(tuple(parse_cards("3c2dKsTh")))
        other(state.options().lowest_raise if bets_first else CALL)
        do(CALL)
        bot.board(tuple(parse_cards("3c2dKsThJs")))
        other(CALL)
        return acts()

    assert play(bets_first=True, raises=False) == "continuation bet"
    assert play(bets_first=False, raises=True) != "continuation bet"
