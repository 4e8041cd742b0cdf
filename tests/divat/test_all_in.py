"""Hands in which somebody is all in, with any stacks and caps: values, luck, and money."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.naive import divat_game as naive

from railbird import Match, make_player, play_match, table_rules
from railbird.cards import Card
from railbird.cards.card import format_cards
from railbird.divat.baseline.preflop import preflop
from railbird.divat.heads_up import _kernels as kernels
from railbird.divat.heads_up.encode import DEEP, Games, encode, smaller_stack
from railbird.divat.heads_up.match import analyze
from railbird.divat.heads_up.scores import score
from railbird.divat.heads_up.summary import summarise
from railbird.divat.omaha8.match import analyze_omaha8
from railbird.evaluate import equity
from railbird.table import CALL, FOLD, Hand, Rules, State
from railbird.table.hand import finish
from railbird.table.state import BOARD_CARDS


def random_hand(rng: np.random.Generator, *, game: str = "holdem", deepest: int = 200) -> Hand:
    """A hand with random stacks, cap, cards and actions."""
    cap = int(rng.integers(2, 9))
    rules = table_rules(2, game=game, cap=(cap - 1, cap, cap, cap))
    stacks = [int(x) for x in np.exp(rng.uniform(np.log(2), np.log(deepest + 1), 2))]
    state = State(rules, stacks)
    while not state.is_over:
        legal = state.legal_actions()
        chances = np.array([{FOLD: 0.04, CALL: 0.5}.get(a, 0.5) for a in legal])
        state.apply(int(rng.choice(legal, p=chances / chances.sum())))
    size = rules.rules_of_game.hole_cards
    cards = [Card(c) for c in rng.permutation(52).tolist()]
    shown = 5 if state.showdown else BOARD_CARDS[state.actions[-1][0]]
    return finish(
        Hand(
            rules=rules,
            stacks=tuple(stacks),
            players=("Ann", "Bob"),
            hole_cards=(tuple(cards[:size]), tuple(cards[size : 2 * size])),
            board=tuple(cards[2 * size : 2 * size + shown]),
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0, 0),
        )
    )


def random_hands(count: int, seed: int, *, game: str = "holdem", deepest: int = 200) -> list[Hand]:
    """Random hands, most of which end with somebody all in."""
    rng = np.random.default_rng(seed)
    return [random_hand(rng, game=game, deepest=deepest) for _ in range(count)]


def paid(hands: list[Hand]) -> list[float]:
    return [hand.payoffs[0] / hand.rules.big_blind for hand in hands]


def closed_after(hand: Hand) -> int:
    """The last round in which somebody could bet, −1 if nobody could at all."""
    return max((round_ for round_, _, _ in hand.replay().actions), default=-1)


def edge(hand: Hand, round_: int) -> float:
    """Boards won less boards lost by player 1, as a share, from the equity calculator."""
    first, second = (format_cards(cards) for cards in hand.hole_cards if cards is not None)
    board = format_cards(hand.board[: BOARD_CARDS[round_]])
    return 2 * equity(first, second, board=board).equities[0] - 1


def test_money_is_luck_and_skill_and_position_with_any_stacks_and_caps() -> None:
    hands = random_hands(1500, seed=1)
    games = encode(hands)
    scores = score(games)
    assert scores.money == pytest.approx(paid(hands), abs=1e-12)
    gap = scores.money - scores.luck - scores.skill - scores.position
    assert np.abs(gap).max() < 1e-9
    short = games.stacks < kernels.SHORT
    assert 0.2 < short.mean() < 0.9
    assert (scores.position[short] == 0).all()
    assert scores.position[~short] == pytest.approx(preflop().position)
    bets = (games.actions == 1).sum(axis=2)
    assert (bets[:, 0] > 3).sum() > 20  # more than four bets before the flop
    assert (bets[:, 1:] > 4).sum() > 20
    assert sum(closed_after(hand) < 3 for hand in hands) > 300


def test_values_once_nobody_can_bet_are_all_in_equities() -> None:
    hands = random_hands(60, seed=2, deepest=40)
    scores = score(encode(hands))
    some = 0
    for g, hand in enumerate(hands):
        state = hand.replay()
        last, stack = closed_after(hand), smaller_stack(hand)
        if not state.showdown or last == 3:
            continue
        for r in range(max(last, 0), 4):
            actual = scores.by_round[g, r, kernels.ACTUAL]
            assert actual == pytest.approx(stack * edge(hand, r), abs=1e-9)
            if r > last:  # nobody did anything
                assert scores.column("skill")[g, r] == 0
                assert scores.column("evat")[g, r] == 0
            some += 1
    assert some > 50


def test_short_stacks_are_worth_the_equity_of_the_expected_pot() -> None:
    hands = [each for each in random_hands(150, seed=3, deepest=19) if smaller_stack(each) < 10]
    games = encode(hands)
    scores = score(games)
    bets = ((games.actions == 1).sum(axis=2) * [1, 1, 2, 2]).cumsum(axis=1)
    more = (2.5, 2.0, 1.0, 0.0)
    for g, hand in enumerate(hands[:40]):
        stack = smaller_stack(hand)
        for r in range(int(games.rounds[g])):
            if not games.counts[g, r]:
                continue
            before = 3.0 if r == 0 else 1 + bets[g, r - 1] + more[r - 1]
            wanted = min(stack, before) * edge(hand, r)
            assert scores.column("baseline")[g, r] == pytest.approx(wanted, abs=1e-9)
            if not (games.actions[g, r] == -1).any():
                wanted = min(stack, 1 + bets[g, r] + more[r]) * edge(hand, r)
                assert scores.column("actual")[g, r] == pytest.approx(wanted, abs=1e-9)


def test_deep_games_ignore_stacks_until_somebody_is_all_in() -> None:
    hands = random_hands(300, seed=4)
    games = encode(hands)
    scores = score(games)
    endless = np.full(len(games), DEEP)
    deep = score(
        Games(games.cards, games.rounds, games.actions, games.counts, endless, games.openers)
    )
    compared = 0
    for g in np.nonzero(games.stacks >= kernels.SHORT)[0].tolist():
        last = closed_after(hands[g]) if hands[g].replay().showdown else 4
        open_ = slice(0, last if last < 3 else 4)
        if last >= 3:
            bets = (games.actions[g] == 1).sum(axis=1) @ [1, 1, 2, 2]
            open_ = slice(0, 3 if 1 + bets >= games.stacks[g] else 4)
        for name in ("actual", "baseline", "luck", "skill"):
            one, two = scores.column(name)[g, open_], deep.column(name)[g, open_]
            assert one == pytest.approx(two, abs=1e-12)
            compared += len(one)
    assert compared > 400


def test_chips_beyond_four_bets_count_at_all_in_equity_before_the_flop() -> None:
    hands = [
        hand
        for hand in random_hands(4000, seed=5)
        if smaller_stack(hand) > 12 and closed_after(hand) > 0
    ]
    games = encode(hands)
    scores, table = score(games), preflop()
    bets = (games.actions[:, 0] == 1).sum(axis=1)
    rows = np.nonzero(bets > 3)[0].tolist()
    assert len(rows) > 10
    for g in rows[:20]:
        cards = games.cards[g]
        first, second = (np.array([max(h) * (max(h) - 1) // 2 + min(h)])
                         for h in (cards[:2].astype(int), cards[2:4].astype(int)))  # fmt: skip
        four = float(table.equities(first, second)[0, 3])
        wanted = four + (bets[g] - 3) * edge(hands[g], 0)
        assert scores.column("actual")[g, 0] == pytest.approx(wanted, abs=1e-9)


def test_what_the_flop_is_worth_does_not_depend_on_its_betting() -> None:
    """Also after five bets and more, where the flop is rolled out from four."""
    hands = [
        hand
        for hand in random_hands(3000, seed=10)
        if smaller_stack(hand) > 25 and closed_after(hand) > 1
    ]
    games = encode(hands)
    bets = (games.actions == 1).sum(axis=2)
    rows = np.nonzero(bets[:, 0] > 3)[0]
    assert len(rows) > 5
    first = score(games)
    for flop in ([0, 0], [1, 0], [0, 1, 0], [1, 1, 0]):
        actions, counts = games.actions.copy(), games.counts.copy()
        actions[:, 1], counts[:, 1] = 0, len(flop)
        actions[:, 1, : len(flop)] = flop
        deep = np.full(len(games), DEEP)
        other = Games(games.cards, games.rounds, actions, counts, deep, games.openers)
        for name in ("baseline", "luck", "round_ev"):
            one, two = first.column(name)[rows, 1], score(other).column(name)[rows, 1]
            assert one == pytest.approx(two, abs=1e-12)


def every_card(games: Games, g: int, place: int) -> Games:
    """A game with every card that can come at a place of the board."""
    rest = [card for card in range(52) if card not in games.cards[g, :place]]
    rows = games.part(np.full(len(rest), g))
    rows.cards[:, place] = rest
    if place == 7:  # any river will do
        rows.cards[:, 8] = np.roll(rest, 1)
    return rows


def test_luck_is_zero_over_all_turns_and_rivers() -> None:
    hands = random_hands(400, seed=6, deepest=60)
    games = encode(hands)
    full = np.nonzero(games.rounds == 4)[0]
    closed = [g for g in full.tolist() if closed_after(hands[g]) < 3]
    for g in [*closed[:25], *full[:15].tolist()]:
        for place in (7, 8):
            scores = score(every_card(games, g, place))
            for column in ("luck", "lfat"):
                luck = scores.column(column)[:, place - 5]
                assert luck.mean() == pytest.approx(0, abs=1e-11)


@pytest.mark.parametrize("count", [0, 1, 3, 6])
def test_players_who_know_all_cards_have_no_more_than_their_stacks(count: int) -> None:
    rng = np.random.default_rng(count)
    for round_ in range(4):
        for _ in range(40):
            size = 1 if round_ == 0 else int(rng.integers(1, 5))
            stack = size + float(rng.integers(1, 9)) / 2
            share = float(rng.uniform(-1, 1))
            letters = np.zeros(2, dtype=np.int8)
            bet = (1, 1, 2, 2)[round_]
            _, _, found = kernels.misplays(
                round_, size, stack, 2, bet, letters, 2 if count else 0, share, 4
            )
            expected = stack * share
            if count:
                start = naive.known_start(round_, size, share, stack=stack)
                expected = float(start.value())
            assert found == pytest.approx(expected, abs=1e-12)


ODD_CHIP = 0.5 + 1e-9
"""A pot that cannot be quartered in whole chips is off by one, half a small bet."""

PAIRS = [
    ("always-raise", "rules", 14, 4),
    ("rules", "bluffer", 9, 4),
    ("random", "rules", 30, 6),
    ("always-raise", "random", 200, 8),
    ("bluffer", "random", 3, 3),
]


def hands_of(pair: tuple[str, str], rules: Rules, stack: int, deals: int, seed: int) -> list[Hand]:
    """The hands of a match."""
    hands: list[Hand] = []
    match = Match(rules, (stack, stack), deals=deals, seed=seed)
    play_match(match, [make_player(f"{n}={kind}") for n, kind in zip("AB", pair, strict=True)],
               on_hand=hands.append)  # fmt: skip
    return hands


@pytest.mark.parametrize(("first", "second", "stack", "cap"), PAIRS)
def test_the_mean_luck_of_a_match_is_zero(first: str, second: str, stack: int, cap: int) -> None:
    rules = table_rules(2, cap=(cap - 1, cap, cap, cap))
    hands = hands_of((first, second), rules, stack, 1500, seed=stack)
    match = analyze(hands, hero="A")
    assert len(match) == 1500
    assert not match.refused
    for luck in (match.by_round["luck"], match.by_round["lfat"]):
        total = luck.sum(axis=1, dtype=np.float64)
        assert abs(total.mean()) < 3.3 * total.std() / np.sqrt(len(total))
    summary = summarise(match)
    assert summary.judged_by == "DIVAT"
    assert stack > 100 or summary.divat.deviation < summary.money.deviation


@pytest.mark.parametrize(("first", "second", "stack", "cap"), PAIRS[:3])
def test_omaha_hi_lo_with_any_stacks(first: str, second: str, stack: int, cap: int) -> None:
    rules = table_rules(2, game="omaha8", cap=(cap - 1, cap, cap, cap))
    hands = hands_of((first, second), rules, stack, 400, seed=stack)
    match = analyze_omaha8(enumerate(hands, 1), hero="A")
    assert len(match) == 400
    wanted = [hand.payoffs[hand.players.index("A")] / 2 for hand in hands]
    assert match.money == pytest.approx(wanted, abs=ODD_CHIP)
    assert match.divat + match.luck.sum(axis=1) == pytest.approx(match.money, abs=1e-9)
    luck = match.luck.sum(axis=1)
    assert abs(luck.mean()) < 3.3 * luck.std() / np.sqrt(len(luck))
    assert match.divat.std() < match.money.std()


def test_random_omaha_hands_with_uneven_stacks() -> None:
    hands = random_hands(150, seed=8, game="omaha8", deepest=30)
    match = analyze_omaha8(enumerate(hands, 1), hero="Ann")
    assert len(match) == 150
    assert match.money == pytest.approx(paid(hands), abs=ODD_CHIP)
    assert match.divat + match.luck.sum(axis=1) == pytest.approx(match.money, abs=1e-9)
    for g, hand in enumerate(hands):
        done = closed_after(hand)
        if hand.replay().showdown:
            assert match.skill[g, done + 1 :] == pytest.approx(0, abs=1e-12)


NOT_REVERSED = table_rules(2, reverse_blinds=False)


def test_a_small_blind_who_opens_every_round() -> None:
    hands = hands_of(("rules", "random"), NOT_REVERSED, 200, 1500, seed=12)
    assert hands[0].rules.blinds == (1, 2)
    match = analyze(hands, hero="A")
    assert len(match) == 1500
    scores = score(match.games)
    gap = scores.money - scores.luck - scores.skill - scores.position
    assert np.abs(gap).max() < 1e-9
    wanted = [hand.payoffs[hand.players.index("A")] / 2 for hand in hands]
    assert match.money == pytest.approx(wanted, abs=1e-6)
    luck = match.by_round["luck"].sum(axis=1, dtype=np.float64)
    assert abs(luck.mean()) < 3.3 * luck.std() / np.sqrt(len(luck))
    assert match.position == pytest.approx(-preflop().opener_position)
    # out of position in every round, and half a bet is less than one
    assert abs(match.position) < 0.2


def test_the_flop_is_played_alike_whoever_has_the_small_blind() -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        usual = random_hand(rng, deepest=200)
        if usual.rules.cap[0] < 3 or len(usual.board) < 3:
            continue
        actions, seen = [], 0
        for round_, _, action in usual.replay().actions:
            if round_:
                actions.append(action)
            seen += round_ == 0 and action > 0
        if seen:
            continue
        other = replace(
            usual,
            rules=replace(NOT_REVERSED, cap=usual.rules.cap),
            actions=(CALL, CALL, *actions),
            stacks=(10_000, 10_000),
        )
        deep = replace(usual, stacks=(10_000, 10_000))
        if not (other.replay().is_over and deep.replay().is_over):
            continue
        one, two = score(encode([deep])), score(encode([other]))
        for name in ("skill", "actual", "baseline", "evat_1", "red_green_1"):
            assert one.column(name)[0, 1:] == pytest.approx(two.column(name)[0, 1:], abs=1e-12)


def test_values_before_the_flop_by_who_has_the_small_blind() -> None:
    """Against the betting of the baseline in plain Python, with the seats changed."""
    table, rng = preflop(), np.random.default_rng(9)
    first, second = rng.integers(0, 1326, (2, 400))
    apart = [len({*naive_hand(a), *naive_hand(b)}) == 4 for a, b in zip(first, second, strict=True)]
    first, second = first[apart], second[apart]
    equities = table.equities(first, second)
    found = table.values(first, second, opener=1)
    for i, (a, b) in enumerate(zip(first, second, strict=True)):
        ranks = float(table.ranks[b]), float(table.ranks[a])  # the big blind comes first here
        paid_in, folded = naive.play(0, 1, naive.baseline(0, 1, ranks))
        if folded is None:
            wanted = float(equities[i, int(paid_in[0]) - 1])
        else:
            wanted = float(paid_in[0]) if folded == 0 else -float(paid_in[1])
        assert found[i] == pytest.approx(wanted, abs=1e-12)


def naive_hand(index: int) -> tuple[int, int]:
    """The cards of a hand by its index."""
    high = next(c for c in range(52) if c * (c + 1) // 2 > index)
    return high, int(index) - high * (high - 1) // 2
