"""Vexbot: the search against plain recursion, the model by hand, learning, and table manners."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.arena.play import play_match
from railbird.cards import Card, parse_cards
from railbird.cards.classes import holdem_hands
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players import AlwaysCall, AlwaysRaise, Player, RandomPlayer, make_player
from railbird.players.base import Seat
from railbird.players.memory import ModelFileWarning
from railbird.players.sparbot.buckets import turn_strengths
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.player import Situation, find_place, shipped_table
from railbird.players.vexbot import _kernels as kernels
from railbird.players.vexbot.build import CardChances, build, flop_counts, shipped_chances
from railbird.players.vexbot.cards import OwnCards, own_cards, river_buckets, turn_ranks
from railbird.players.vexbot.model import Learning, OpponentModel
from railbird.players.vexbot.player import Vexbot
from railbird.players.vexbot.prior import shipped_prior
from railbird.players.vexbot.ranges import OpponentRange
from railbird.players.vexbot.search import (
    Beliefs,
    Floats,
    flop_worth,
    look_ahead,
    look_ahead_preflop,
)
from railbird.players.vexbot.shape import LEAVES, POTS, STARTS, place_of, shape
from railbird.table import State, table_rules
from railbird.table.hand import Hand
from railbird.table.state import CALL, FOLD
from tests.naive.miximax import Done, Search, shrink
from tests.players.ring import heads_up, play_hand

FOLDS, CALLS, RAISES = 0, 1, 2
Rng = np.random.Generator


def some_chances(rng: Rng, *shape_: int) -> Floats:
    made = rng.random(shape_) + 0.05
    return np.asarray(made / made.sum(axis=-1, keepdims=True))


def random_beliefs(rng: Rng, buckets: int) -> Beliefs:
    actions = some_chances(rng, STARTS[-1], 3) * legal_of_all()
    actions /= actions.sum(axis=1, keepdims=True)
    return Beliefs(actions, some_chances(rng, LEAVES, buckets))


def legal_of_all() -> Floats:
    """The legal actions of all places, computed independently."""
    rows = [
        np.tile([[float(a in actions) for a in range(3)] for actions in block.actions], (pots, 1))
        for block, pots in zip(LIMIT_ROUNDS, POTS, strict=True)
    ]
    return np.concatenate(rows)


def constant(action: int) -> Beliefs:
    """A player who takes one action wherever possible and otherwise calls; they hold anything."""
    legal = legal_of_all()
    actions = np.zeros((STARTS[-1], 3))
    can = legal[:, action] > 0
    actions[can, action] = 1.0
    actions[~can, CALLS] = 1.0
    return Beliefs(actions, np.tile(shipped_chances().share, (LEAVES, 1)))


# earlier rounds, as find_place reads them: round, player, action (0: call, above: raise)
PREFLOP: Done = ((0, 1, 1), (0, 0, 0))
FLOP: Done = (*PREFLOP, (1, 0, 1), (1, 1, 0))
TURN: Done = (*FLOP, (2, 0, 0), (2, 1, 0))


@pytest.mark.small
@pytest.mark.parametrize("temperature", [0.0, 0.3])
@pytest.mark.parametrize(("before", "states"), [(TURN, (1,)), (FLOP, (1, 3))])
def test_search_is_plain_recursion(
    before: Done, states: tuple[int, ...], temperature: float
) -> None:
    check_search(before, states, temperature)


@pytest.mark.parametrize("temperature", [0.0, 0.3])
def test_search_from_the_flop_is_plain_recursion(temperature: float) -> None:
    check_search(PREFLOP, (1, 3, 2), temperature)


def check_search(before: Done, states: tuple[int, ...], temperature: float) -> None:
    rng = np.random.default_rng(4)
    buckets, at = 5, find_place(before)
    beliefs = random_beliefs(rng, buckets)
    moves = tuple(some_chances(rng, n, m) for n, m in pairwise(states))
    met = rng.random((states[-1], buckets))
    won = met * rng.uniform(-1, 1, met.shape)
    share = some_chances(rng, buckets)
    for seat in range(2):
        found = look_ahead(
            beliefs, OwnCards(moves, met, won), round_=at.round, pot=at.pot, seat=seat,
            share=share, temperature=temperature,
        )  # fmt: skip
        naive = Search(beliefs.actions, beliefs.hands, moves, met, won, share, seat, temperature)
        ways: tuple[Done, ...] = (
            (),
            ((at.round, 0, 0),),
            ((at.round, 0, 1),),
            ((at.round, 0, 1), (at.round, 1, 1)),
        )
        for more in ways:
            node = find_place([*before, *more]).node
            if LIMIT_ROUNDS[at.round].actor[node] == seat:
                for action, value in naive.values((*before, *more), at.round).items():
                    assert found[node, action, 0] == pytest.approx(value, abs=1e-12)


def test_search_before_the_flop_is_plain_recursion() -> None:
    """The whole tree, with few states; hands meet each other as on the average board."""
    rng = np.random.default_rng(5)
    beliefs = random_beliefs(rng, 3)
    chances = CardChances(
        some_chances(rng, 1, 2), some_chances(rng, 2, 1), some_chances(rng, 1, 2),
        rng.uniform(-1, 1, (2, 3)), some_chances(rng, 3),
    )  # fmt: skip
    moves = chances.flop, chances.turn, chances.river
    met = np.tile(chances.share, (2, 1))
    start: tuple[Done, ...] = ((0, 1, 1),), ()
    for seat, done in enumerate(start):
        flop = flop_worth(beliefs, chances, seat=seat)
        found = look_ahead_preflop(beliefs, flop, chances.flop[0], seat=seat)
        naive = Search(
            beliefs.actions, beliefs.hands, moves, met, chances.shown * chances.share,
            chances.share, seat, 0.0,
        )  # fmt: skip
        node = find_place(done).node
        for action, value in naive.values(done, 0).items():
            assert found[node, action, 0] == pytest.approx(value, abs=1e-12)


@pytest.mark.small
def test_shrinking_is_as_defined() -> None:
    rng = np.random.default_rng(6)
    prior = some_chances(rng, 12, 4)
    counts = rng.integers(0, 4, (12, 4)) * (rng.random((12, 1)) < 0.6)
    classes = np.array([np.arange(12) // 6, np.arange(12) // 2, np.arange(12)])
    strengths = np.array([5.0, 2.0, 3.0])
    found = np.empty((12, 4))
    sizes = classes.max(axis=1) + 1
    seen = counts.astype(np.float64)
    hoped = some_chances(rng, 12, 4) * seen.sum(axis=1, keepdims=True)
    kernels.shrink(seen, hoped, prior, classes, sizes, strengths, found)
    expected = shrink(seen, hoped, prior, classes.tolist(), strengths.tolist())
    assert found == pytest.approx(expected, abs=1e-12)
    assert found.sum(axis=1) == pytest.approx(1.0, abs=1e-12)


def test_against_somebody_who_folds_a_raise_wins_the_pot() -> None:
    beliefs, share = constant(FOLDS), shipped_chances().share
    own = own_cards(parse_cards("3h2c"), parse_cards("AsKdQd9s"))
    at = find_place(FLOP)  # each has put in 3
    found = look_ahead(beliefs, own, round_=2, pot=at.pot, seat=0, share=share)
    assert found[0, RAISES, 0] == pytest.approx(3.0)
    flop = flop_worth(beliefs, shipped_chances(), seat=1)
    found = look_ahead_preflop(beliefs, flop, shipped_chances().flop[0], seat=1)
    assert found[0, :, 0].tolist() == pytest.approx([-0.5, found[0, CALLS, 0], 1.0])


def test_on_the_river_against_a_caller_values_are_equities() -> None:
    cards, board = parse_cards("AhQh"), parse_cards("Qs9d5c4h2s")
    at = find_place(TURN)
    beliefs, share = constant(CALLS), shipped_chances().share
    own = own_cards(cards, board)
    found = look_ahead(beliefs, own, round_=3, pot=at.pot, seat=1, share=share)
    assert own.met is not None
    assert own.met.sum() == 990
    ahead = own.won.sum() / own.met.sum()
    # buckets are as likely as on the average board; on this board some hold more than others
    node = find_place([*TURN, (3, 0, 0)]).node
    edge = float(
        (beliefs.hands[0] / share) @ own.won[0] / ((beliefs.hands[0] / share) @ own.met[0])
    )
    assert edge == pytest.approx(ahead)
    assert edge == pytest.approx(2 * hand_ranks(cards, board)[0] - 1)
    assert found[node, CALLS, 0] == pytest.approx(3 * ahead)
    assert found[node, RAISES, 0] == pytest.approx(5 * ahead)  # they call and never raise


def test_own_cards_on_the_flop_are_counted() -> None:
    cards, board = parse_cards("AhQh"), parse_cards("Qs9d5h")
    even, rivers = own_cards(cards, board).moves
    assert even.shape == (1, 47)
    assert rivers.sum(axis=1) == pytest.approx(1.0)
    left = [c for c in range(52) if c not in (*cards, *board)]
    turn = left[20]
    expected = np.zeros(28)
    for river in left:
        if river != turn:
            rank, _ = hand_ranks(cards, [*board, turn, river])
            expected[river_buckets()[round(rank * 1980)]] += 1 / 46
    assert rivers[20] == pytest.approx(expected)


def test_ranks_on_the_turn_are_those_of_the_buckets() -> None:
    board = tuple(parse_cards("Ks5h3dTc"))
    now, later, live = turn_strengths(np.array(board))
    found = turn_ranks(board)
    assert found[0][live] == pytest.approx(now[live])
    assert found[1][live] == pytest.approx(later[live])


def test_the_table_can_be_built_again() -> None:
    shipped = shipped_chances()
    counts = flop_counts(shipped_table().buckets)
    assert shipped.flop == pytest.approx(counts / counts.sum(axis=1, keepdims=True))
    some = CardChances.from_arrays(build(boards=60, pairs=4, seed=9))
    assert np.abs(some.turn - shipped.turn).sum(axis=1).mean() < 0.5
    assert np.abs(some.share - shipped.share).sum() < 0.15
    assert shipped.shown == pytest.approx(-shipped.shown.T)
    with pytest.raises(OptionError, match="at least 1"):
        build(boards=0)


def test_the_prior_is_what_sparbot_does() -> None:
    prior = shipped_prior(0.05)
    legal = legal_of_all()
    assert np.array_equal(shape().legal, legal)
    assert prior.actions.sum(axis=1) == pytest.approx(1.0)
    assert prior.hands.sum(axis=2) == pytest.approx(1.0)
    assert (prior.actions[legal == 0] == 0).all()
    match = Match(table_rules(2), (400, 400), deals=3000, seed=3)
    hands = MatchTable(match, [make_player("a=sparbot"), make_player("b=sparbot")]).play()
    first = [hand.actions[0] for hand, _ in hands]
    folds, raises = np.mean([a == FOLD for a in first]), np.mean([a > 0 for a in first])
    assert prior.actions[0] == pytest.approx([folds, 1 - folds - raises, raises], abs=0.05)


def test_what_is_learned_moves_all_that_is_alike() -> None:
    model = OpponentModel()
    before = model.action_chances()
    flop_bet = place_of(find_place([*PREFLOP, (1, 0, 1)]))
    other_pot = place_of(Situation(1, 0, find_place([*PREFLOP, (1, 0, 1)]).node))
    for _ in range(40):
        model.add_action(flop_bet, RAISES)
    model.review()
    after = model.action_chances()
    assert after.sum(axis=1) == pytest.approx(1.0)
    assert after[flop_bet, RAISES] > 0.9
    assert after[other_pot, RAISES] > 2 * before[other_pot, RAISES]
    assert after[0] == pytest.approx(before[0])  # before the flop nothing is alike
    shown = model.hand_chances(1)
    model.add_hand(1, 0, 27)
    model.review()
    assert model.hand_chances(1)[0, 27] > shown[0, 27]
    assert model.hand_chances(0) == pytest.approx(model.prior.hands[0])


def test_who_plays_unlike_the_prior_is_not_taken_for_it() -> None:
    maniac, sparbot = OpponentModel(), OpponentModel()
    rng = np.random.default_rng(7)
    for place in rng.integers(8, 708, 400):
        if shape().legal[place, RAISES]:
            maniac.add_action(int(place), RAISES)
            sparbot.add_action(int(place), int(rng.choice(3, p=sparbot.prior.actions[place])))
    maniac.review()
    sparbot.review()
    assert maniac.likeness == 0.0
    assert sparbot.likeness > 0.9
    cards, board = parse_cards("AhQh"), tuple(parse_cards("Qs9d5h"))
    found = OpponentRange(maniac.prior, shipped_table().buckets, 1, cards, maniac.likeness)
    found.follow([0, 4], [(Situation(0, 0, 0), RAISES)], board)
    assert np.unique(found.weights).tolist() == pytest.approx([0.0, 1 / 1081])


def test_models_are_kept_in_a_folder(tmp_path: Path) -> None:
    match = Match(table_rules(2), (480, 480), deals=15, seed=1)
    for played in (15, 30):
        vexbot = Vexbot("v", folder=tmp_path)
        play_match(match, [vexbot, RandomPlayer("Bob")])
        assert vexbot.models["Bob"].hands_played == played
    (file,) = tmp_path.iterdir()
    file.write_text(file.read_text()[:-100])
    vexbot = Vexbot("v", folder=tmp_path)
    with pytest.warns(ModelFileWarning, match="Bob"):
        play_match(match, [vexbot, RandomPlayer("Bob")])
    assert vexbot.models["Bob"].hands_played == 15


def test_a_short_memory_forgets() -> None:
    model = OpponentModel(Learning(memory=50))
    for hand in range(1500):
        model.add_action(1, CALLS if hand < 1000 else RAISES)
        model.hand_over()
    chances = model.action_chances()[1]
    assert chances[RAISES] > 0.7
    assert np.isfinite(model.actions).all()
    steady = OpponentModel()
    for hand in range(1500):
        steady.add_action(1, CALLS if hand < 1000 else RAISES)
        steady.hand_over()
    assert steady.action_chances()[1, RAISES] < 0.4


def test_the_range_follows_the_cards() -> None:
    cards, board = parse_cards("AhQh"), tuple(parse_cards("Qs9d5h"))
    found = OpponentRange(shipped_prior(0.05), shipped_table().buckets, 1, cards)
    assert np.count_nonzero(found.weights) == 1225
    pots = [0, find_place(PREFLOP).pot]
    found.follow(pots, [(Situation(0, 0, 0), RAISES)], board)
    free = ~np.isin(holdem_hands(), [*cards, *board]).any(axis=1)
    assert np.array_equal(found.weights > 0, free)
    assert found.ratios[1].shape == (10, 3)
    assert (found.ratios[1] > 0).all()
    expected = found.expected_action(Situation(1, pots[1], 1))
    assert expected.sum() == pytest.approx(1.0)
    found.follow([*pots, 40, 300], [], (*board, *parse_cards("2c3c")))
    assert found.expected_hand(300 * 9 + 4).sum() == pytest.approx(1.0)


@pytest.mark.parametrize(("opponent", "deals"), [("always-raise", 120), ("always-call", 150)])
def test_it_wins_from_simple_players(opponent: str, deals: int) -> None:
    we, _ = heads_up("vexbot", opponent, deals).players
    assert we.mean > 2.58 * we.error


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["vexbot", "vexbot-miximix"])
@pytest.mark.parametrize("opponent", ["always-raise", "always-call", "random", "rules", "bluffer"])
def test_it_wins_longer_matches(kind: str, opponent: str) -> None:
    we, _ = heads_up(kind, opponent, 2000).players
    assert we.mean > 2.58 * we.error


def test_it_learns() -> None:
    """The same cards against a maniac, for a Vexbot with experience of them and one without.

    The difference between the two contains little card luck.
    """
    known = Vexbot("v")
    match = Match(table_rules(2), (400, 400), deals=300, seed=21)
    for _ in MatchTable(match, [known, AlwaysRaise("o")]).play():
        pass
    memory = known.save()
    gains = []
    for seed in range(60):
        one = Match(table_rules(2), (400, 400), deals=6, seed=1000 + seed)
        won = []
        for knows in (memory, {"version": 1, "players": {}}):
            player = Vexbot("v")
            player.load(knows)
            table = _Remembering(one, [player, AlwaysRaise("o")])
            won.append(sum(h.payoffs[h.players.index("v")] for h, _ in table.play()) / 2)
        gains.append(won[0] - won[1])
    assert np.mean(gains) > 2.58 * np.std(gains) / np.sqrt(len(gains))


class _Remembering(MatchTable):
    """A table where no player forgets what they knew before."""

    def play_rotation(
        self, rotation: int, played: Iterable[Hand] = ()
    ) -> Iterator[tuple[Hand, bool]]:
        for player in self.players:
            player.forget = lambda: None  # type: ignore[method-assign]
        return super().play_rotation(rotation, played)


def test_memory_is_plain_and_is_read_back() -> None:
    vexbot = Vexbot("v", learning=Learning(memory=300))
    match = Match(table_rules(2), (400, 400), deals=60, seed=2)
    for _ in MatchTable(match, [vexbot, RandomPlayer("o")]).play():
        pass
    edition = vexbot.models["o"].edition
    memory = json.loads(json.dumps(vexbot.save()))
    assert vexbot.models["o"].edition == edition
    vexbot.models["o"].review()
    other = Vexbot("v", learning=Learning(memory=300))
    other.load(memory)
    assert other.save() == memory
    assert other.models["o"].action_chances() == pytest.approx(vexbot.models["o"].action_chances())
    assert other.models["o"].hand_chances(1) == pytest.approx(vexbot.models["o"].hand_chances(1))
    sent = pickle.loads(pickle.dumps(vexbot))
    assert sent.save() == memory
    vexbot.forget()
    assert vexbot.save() == {"version": 1, "players": {}}


CALLED_ONCE = (0.0, 1.0, 0.0, 0.3, 0.3, 0.4)


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        {"played": -1, "actions": [], "hands": []},
        {"played": 1, "hands": []},
        {"played": 1, "actions": [[0, 1, 2]], "hands": []},
        {"played": 1, "actions": [[6378, *CALLED_ONCE]], "hands": []},
        {"played": 1, "actions": [[-1, *CALLED_ONCE]], "hands": []},
        {"played": 1, "actions": [[0.5, *CALLED_ONCE]], "hands": []},
        {"played": 1, "actions": [[0, "x", *CALLED_ONCE[1:]]], "hands": []},
        {"played": 1, "actions": [[0, float("nan"), *CALLED_ONCE[1:]]], "hands": []},
        {"played": 1, "actions": [[0, -1.0, *CALLED_ONCE[1:]]], "hands": []},
        {"played": 1, "actions": [[0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.4]], "hands": []},
        {"played": 1, "actions": [[0, 0.0, 1.0, 0.0, 0.5, 0.0, 0.5]], "hands": []},
        {"played": 1, "actions": [[1, 1.0, 0.0, 0.0, 0.3, 0.3, 0.4]], "hands": []},
        {"played": 1, "actions": [], "hands": [[2, 0, *[1.0] * 56]]},
        {"played": 1, "actions": [], "hands": [[0, 5103, *[1.0] * 56]]},
    ],
)
def test_a_damaged_memory_is_refused(wrong: object) -> None:
    vexbot = Vexbot("v")
    right = {"played": 1, "actions": [[0, *CALLED_ONCE]], "hands": [[0, 0, *[1.0] * 56]]}
    vexbot.load({"version": 1, "players": {"o": right}})
    vexbot.forget()
    with pytest.raises(OptionError, match=r"this memory is damaged .* start without it"):
        vexbot.load({"version": 1, "players": {"o": wrong}})
    assert not vexbot.models
    with pytest.raises(OptionError, match="version 1"):
        vexbot.load({"version": 2, "players": {}})


def test_options_are_checked() -> None:
    for wrong in ({"actions": (1.0,)}, {"hands": (0.0, 1, 1, 1)}, {"doubt": 0.0}, {"memory": 0.5}):
        with pytest.raises(OptionError):
            Learning(**wrong)
    with pytest.raises(OptionError, match="temperature"):
        Vexbot("v", temperature=-1)
    with pytest.raises(OptionError, match="plays only heads-up"):
        Vexbot("v").check(table_rules(3))


@pytest.mark.parametrize("kind", ["vexbot", "vexbot-miximix"])
def test_it_is_legal_and_reproducible(kind: str) -> None:
    for stack in (400, 7, 1):
        match = Match(table_rules(2), (stack, stack + stack % 2), deals=60, seed=4)
        tables = [MatchTable(match, [make_player(f"v={kind}"), RandomPlayer("o")]) for _ in "ab"]
        hands = [hand for hand, _ in tables[0].play()]
        again = [hand for hand, _ in tables[1].play(hands[:30])]
        assert hands == again
        assert not tables[0].forfeits


def test_the_last_search_is_told() -> None:
    vexbot = Vexbot("v")
    players: list[Player] = [AlwaysCall("o"), vexbot]
    aces = tuple(parse_cards("AsAh"))
    play_hand(players, [parse_cards("7c2d"), aces], parse_cards("Ad9c5h5s2c"))
    found = vexbot.search
    assert found is not None
    assert found.at.round == 3
    assert found.raised is not None
    assert found.raised > found.call
    assert (found.chosen, found.seen) == ("raise", 0)


def test_hidden_cards_do_not_matter() -> None:
    rng = np.random.default_rng(3)
    seen = set()
    for seed in range(12):
        deck = [int(c) for c in rng.permutation(52)]
        board, ours, rest = deck[:5], deck[5:7], deck[7:]
        played = []
        for _ in range(2):
            rest = [int(c) for c in rng.permutation(rest)]
            pair: list[Player] = [AlwaysRaise("o"), make_player("v=vexbot")]
            played.append(play_hand(pair, [rest[:2], ours], board, seed=seed))
        assert played[0] == played[1]
        seen.add(tuple(action for position, action in played[0] if position == 1))
    assert len(seen) > 2


def test_state_is_left_alone_and_calls_are_calls() -> None:
    vexbot = Vexbot("v")
    rules = table_rules(2)
    vexbot.hand_starts(Seat(rules, (400, 400), ("o", "v"), 1, 3))
    vexbot.dealt(tuple(Card(c) for c in parse_cards("AsAh")))
    state = State(rules, (400, 400))
    assert vexbot.act(state) in (CALL, 4)
    assert state.actions == []
