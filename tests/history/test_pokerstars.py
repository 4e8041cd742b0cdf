"""PokerStars text: round trips, sample hands, damaged hands, and anything at all."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.cards import Deck
from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.base import Problem, UnreadableHandError, read_file
from railbird.history.formats.pokerstars.format import PokerStarsFormat
from railbird.table import CALL, FOLD, NO_CAP, Hand, Rules, State, finish, table_rules
from railbird.table.rules import FOUR_BETS
from railbird.table.tournament import TournamentTable
from tests.history.pokerstars_samples import (
    DEAD_BLINDS,
    HEADS_UP,
    OMAHA,
    POT_LIMIT_OMAHA,
    RAKED,
    TOURNAMENT,
)

FORMAT = PokerStarsFormat()
BOARD = (0, 3, 4, 5, 5)
NAMES = ("Ann", "Bob B.", "x: folds", "[c] (d)", "Édith", "$5 in chips", "f  f", "7", "I'm", "* j")
CHIPS: list[dict[str, Any]] = [
    {"chip": "", "table": "Alpha"},
    {"chip": "0.01 USD", "table": "It's a 'table' II"},
    {"chip": "0.01 EUR", "table": "", "when": datetime(2010, 1, 2, 3, 4, 5)},
    {
        "chip": "",
        "table": "Tournament #77, $5.00+$0.50 USD, Level IV, table 77 3",
        "when": datetime(2026, 1, 2, 23, 4, 5, tzinfo=UTC),
        "tournament": TournamentTable("77", buy_in=500, fee=50, currency="USD", level="IV"),
    },
]


def random_rules(rng: random.Random) -> Rules:
    """Rules of any kind that the text can hold."""
    betting = rng.choice(["limit", "pot-limit", "no-limit"])
    big = rng.choice([2, 10, 100, 250])
    rules = table_rules(
        rng.randint(2, 10),
        game=rng.choice(["holdem", "omaha", "omaha8"]),
        betting=betting,  # type: ignore[arg-type]
        small_blind=big // 2,
        big_blind=big,
        ante=rng.choice([0, 0, 1, big // 2]),
        big_blind_ante=0,
        reverse_blinds=rng.random() < 0.9,
    )
    kind = rng.random()
    blinds, antes = list(rules.blinds), list(rules.antes)
    if rules.players > 3 and kind < 0.2:  # a newcomer posts, perhaps what he has missed as well
        p = rng.randint(2, rules.players - 1)
        blinds[p] = big
        antes[p] += rng.choice([0, big // 2])
    elif rules.players > 2 and kind < 0.3:  # nobody has the small blind
        blinds[0] = 0
    elif kind < 0.4 and not any(antes):  # the big blind pays an ante for all
        antes[blinds.index(big)] = big
    return replace(rules, blinds=tuple(blinds), antes=tuple(antes))


def random_seats(rng: random.Random, players: int) -> tuple[int, ...]:
    """Seats around a table of ten, in order from any one; or the usual ones."""
    taken = sorted(rng.sample(range(1, 11), players))
    first = rng.randrange(players)
    return tuple(taken[first:] + taken[:first]) if rng.random() < 0.7 else ()


def played(seed: int, rules: Rules | None = None, *, shortest: int | None = None) -> Hand:
    """A random hand; some cards are hidden, and the house may take something."""
    rng = random.Random(seed)
    rules = rules or random_rules(rng)
    big = rules.big_blind
    least = big if shortest is None else shortest
    stacks = tuple(least + rng.randint(0, rng.choice([2, 20, 200]) * big) for _ in rules.blinds)
    state = State(rules, stacks)
    while not state.is_over:
        actions = state.legal_actions()
        state.apply(rng.choice([a for a in actions if a != FOLD or rng.random() < 0.3] or actions))
    deck = Deck(seed=seed)
    last = state.actions[-1][0] if state.actions else 0
    size = rules.rules_of_game.hole_cards
    full = finish(
        Hand(
            rules=rules,
            stacks=stacks,
            players=tuple(rng.sample(NAMES, rules.players)),
            hole_cards=tuple(deck.deal(size) for _ in rules.blinds),
            board=deck.deal(5)[: 5 if state.showdown else BOARD[last]],
            actions=tuple(action for _, _, action in state.actions),
            payoffs=(0,) * rules.players,
            number=str(seed),
            **rng.choice(CHIPS),
        )
    )
    cards = tuple(None if rng.random() < 0.4 else held for held in full.hole_cards)
    payoffs = list(full.payoffs)
    best = payoffs.index(max(payoffs))
    rake = payoffs[best] // 20 if rng.random() < 0.4 else 0
    payoffs[best] -= rake
    known = [p for p, held in enumerate(cards) if held is not None]
    return replace(
        full,
        hole_cards=cards,
        payoffs=tuple(payoffs),
        rake=rake,
        hero=rng.choice([None, *known]),
        seats=random_seats(rng, rules.players),
        table_size=rng.choice([0, 0, 10]),
    )


def read(text: str) -> Hand:
    (lines,) = FORMAT.split(iter(enumerate(text.split("\n"), 1)))
    return FORMAT.read(lines)


@pytest.mark.parametrize("seed", range(300))
def test_hands_of_all_kinds_read_back(seed: int) -> None:
    hand = played(seed)
    assert read(FORMAT.write(hand)) == hand


@pytest.mark.parametrize("seed", range(150))
def test_stacks_shorter_than_ante_and_blind(seed: int) -> None:
    rng = random.Random(seed)
    rules = table_rules(
        rng.randint(2, 5), betting="no-limit", small_blind=50, big_blind=100, ante=20
    )
    hand = played(seed, rules, shortest=1)
    full = all(stack > 20 for stack in hand.stacks)
    try:
        text = FORMAT.write(hand)
    except CannotHoldError:
        assert not full  # nobody posts the whole ante, or it hides who the small blind is
    else:
        assert read(text) == hand


def test_many_hands_in_a_file(tmp_path: Path) -> None:
    hands = [played(seed) for seed in range(30)]
    path = tmp_path / "hands.txt"
    path.write_bytes("".join(map(FORMAT.writer(), hands)).replace("\n", "\r\n").encode())
    assert list(read_file(path, [FORMAT])) == hands


def test_heads_up_sample() -> None:
    hand = read(HEADS_UP)
    assert hand.players == ("Big: Bob", "Small Sue")
    assert hand.rules == table_rules(2, small_blind=50, big_blind=100)
    assert hand.actions == (200, CALL, CALL, 100, FOLD)
    assert hand.payoffs == hand.computed_payoffs() == (-200, 200)
    assert (hand.number, hand.table, hand.chip) == ("1001", "Duel", "0.01 USD")
    assert hand.when == datetime(2010, 1, 1, 17, 0, 0, tzinfo=UTC)
    assert hand.hole_cards[0] is None
    assert read(FORMAT.write(hand)) == hand


def test_rake_side_pot_and_mucked_cards() -> None:
    hand = read(RAKED)
    assert hand.players == ("B", "C", "A")
    assert hand.stacks == (2_000, 10_000, 10_000)
    assert hand.actions == (2_500, CALL, CALL, CALL, 3_000, CALL, CALL, CALL, CALL, CALL)
    assert hand.rake == 250
    assert sum(hand.payoffs) == -250
    assert hand.payoffs == (3_850, -5_500, 1_400)
    assert all(hand.hole_cards)
    assert hand.when == datetime(2024, 1, 15, 14, 30, 0, tzinfo=UTC)
    unraked = hand.computed_payoffs()
    assert unraked is not None
    assert [a >= b for a, b in zip(unraked, hand.payoffs, strict=True)] == [True] * 3


def test_tournament_sample() -> None:
    hand = read(TOURNAMENT)
    assert hand.table == "Tournament #77, $5.00+$0.50 USD, Level IV, table 77 3"
    assert hand.rules == table_rules(4, betting="no-limit", small_blind=50, big_blind=100, ante=10)
    assert hand.chip == ""
    assert hand.stacks == (1_500, 8, 2_000, 900)
    assert hand.payoffs == hand.computed_payoffs()
    assert read(FORMAT.write(hand)) == hand


def test_omaha_sample() -> None:
    hand = read(OMAHA)
    assert hand.rules.game == "omaha8"
    assert hand.rules.betting == "pot-limit"
    assert hand.payoffs == hand.computed_payoffs()
    assert read(FORMAT.write(hand)) == hand


def test_pot_limit_omaha_sample() -> None:
    hand = read(POT_LIMIT_OMAHA)
    assert (hand.rules.game, hand.rules.betting) == ("omaha", "pot-limit")
    assert hand.payoffs == hand.computed_payoffs() == (180, -1_500, 1_320)
    assert read(FORMAT.write(hand)) == hand


@pytest.mark.parametrize("game", ["5 Card Omaha", "6+ Hold'em", "Mixed X (6 Card  Omaha"])
def test_other_games_are_not_taken_for_ours(game: str) -> None:
    """Their names end with the name of a game that we read."""
    with pytest.raises(UnreadableHandError, match="is a game that railbird does not know"):
        read(POT_LIMIT_OMAHA.replace(" Omaha Pot", f" {game} Pot"))


def test_dead_and_missed_blinds_are_antes() -> None:
    hand = read(DEAD_BLINDS)
    assert hand.rules.blinds == (50, 100, 0, 100, 100)
    assert hand.rules.antes == (0, 0, 0, 50, 0)
    assert hand.players == ("a", "b", "c", "back again", "new one")
    assert hand.payoffs == hand.computed_payoffs() == (-50, -100, 0, 250, -100)
    assert hand.hole_cards == (None,) * 5  # one card that was shown is not a hand
    assert read(FORMAT.write(hand)) == hand


def test_five_bets_are_read_without_a_cap() -> None:
    rules = replace(table_rules(2, small_blind=50, big_blind=100), cap=NO_CAP)
    hand = replace(played(5, rules, shortest=10_000), actions=(200, 300, 400, 500, 600, FOLD))
    hand = finish(replace(hand, board=(), rake=0))
    assert read(FORMAT.write(hand)) == hand
    short = finish(replace(hand, actions=(200, FOLD)))  # no cap was reached
    with pytest.raises(CannotHoldError, match=r"caps that did not matter \(-1, -1, -1, -1\)"):
        FORMAT.write(short)
    held = FORMAT.fit(short)
    assert held == replace(short, rules=replace(rules, cap=FOUR_BETS))
    assert read(FORMAT.write(held)) == held


NO_LIMIT = table_rules(3, betting="no-limit", small_blind=50, big_blind=100)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"chip": "1 yen"}, r"values of a chip \(1 yen\)"),
        ({"chip": "1/2"}, r"worth of its chips \(1/2\)"),
        ({"board": ()}, "without its cards"),
        ({"rules": replace(NO_LIMIT, bets=(100, 100, 200, 200))}, "bets of its rules"),
        ({"rules": replace(NO_LIMIT, first=(2, 1, 1, 1))}, "first to act in its rules"),
        ({"players": ("a", "a", "b")}, "player names"),
        ({"players": ("a\n", "c", "b")}, "player names"),
        ({"players": ("a\r", "c", "b")}, "player names"),
        ({"number": "1 2"}, "hand numbers"),
        ({"when": datetime(2020, 1, 1, 1, 1, 1, 5)}, "times"),
        ({"payoffs": (0, 0, 0), "rake": 4}, "payoffs"),
        ({"actions": (CALL,)}, "not over"),
        ({"actions": (-7,)}, "cannot be replayed"),
    ],
)
def test_what_cannot_be_held_is_named(changes: dict[str, Any], what: str) -> None:
    hand = played(3, NO_LIMIT, shortest=5_000)
    actions = (CALL,) * 12
    cards = Deck(seed=1)
    hand = replace(hand, actions=actions, board=cards.deal(5), rake=0, players=("a", "b", "c"))
    hand = finish(replace(hand, hole_cards=tuple(cards.deal(2) for _ in range(3))))
    FORMAT.write(hand)
    with pytest.raises(CannotHoldError, match=what):
        FORMAT.write(replace(hand, **changes))


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("Hold'em Limit", "Razz Limit", 1, "Razz is a game that railbird does not know"),
        ("Table 'Duel'", "Tafel 'Duel'", 2, "with the table and the button"),
        ("Seat 1: Small Sue", "Seat 4: Small Sue", 4, "twice"),
        ("Small Sue: raises $1 to $2", "Small Sue: raises $1 to $3", 9, "not a level"),
        ("Small Sue: bets $1", "Small Sue: jets $1", 13, "cannot be read"),
        ("Big: Bob: calls $1", "Big: Bob: calls $2", 10, "to call"),
        ("Big: Bob: calls $1\n", "", 10, "betting is not over"),
        ("*** FLOP *** [2c 3c 4c]\n", "", 11, "flop cards are missing"),
        ("[2c 3c 4c]", "[2c 3c]", 11, "do not continue"),
        ("[2c 3c 4c]", "[2c 3c 1c]", 11, "is not a card"),
        ("Small Sue: bets", "Big: Bob: bets", 13, "it is Small Sue's turn"),
        ("Big: Bob: folds\n", "", 21, "the betting is not over"),
        ("Rake $0", "Rake $1", 19, "does not add up: 500 chips paid in"),
        ("Total pot $4", "Total pot $5", 19, "do not match the pot"),
        ("*** SUMMARY ***", "", 17, "cut off"),
        ("returned to Small Sue", "returned to Nobody", 15, "has no seat"),
        ("Big: Bob: posts big blind $1", "Big: Bob: posts big blind", 6, "not an amount of money"),
    ],
)
def test_damage_is_reported_with_its_line(old: str, new: str, line: int, reason: str) -> None:
    assert old in HEADS_UP
    with pytest.raises(UnreadableHandError, match=reason) as caught:
        read(HEADS_UP.replace(old, new, 1))
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("old", "new", "changes", "ignored"),
    [
        ("2010/01/01", "2010/21/01", {"when": None}, ["times"]),
        (" - 2010/01/01 12:00:00 ET", " - last night", {"when": None}, ["times"]),
        (" - 2010/01/01 12:00:00 ET", "", {"when": None}, []),
        ("$", "₹", {"chip": "0.01 INR"}, []),
        ("$", "@", {"chip": "0.01 @"}, []),
        ("$", "NZ$", {"chip": "0.01 NZ$"}, []),
        ("Table 'Duel' 2-max", "Table 'Duel'", {"table_size": 0}, []),
        ("Table 'Duel' 2-max", "Table 'Duel' 8-max", {"table_size": 8}, []),
        (
            "Big: Bob: calls",
            "Big: Bob: is thinking\nA dog barks\nBig: Bob: calls",
            {},
            ["lines"] * 2,
        ),
    ],
)
def test_a_hand_is_not_lost_for_its_label(
    old: str, new: str, changes: dict[str, Any], ignored: list[str]
) -> None:
    assert old in HEADS_UP
    changed = HEADS_UP.replace(" USD)", ")").replace(old, new)
    (lines,) = FORMAT.split(iter(enumerate(changed.split("\n"), 1)))
    told: list[str] = []
    hand = FORMAT.read(lines, told.append)
    assert hand == replace(read(HEADS_UP), **changes)
    assert told == ignored
    assert read(FORMAT.write(hand)) == hand


def test_mixed_games_and_zoom_are_labels() -> None:
    zoom = TOURNAMENT.replace("Tournament #77", "Zoom Tournament #77")
    mixed = TOURNAMENT.replace("Hold'em No Limit -", "Mixed Hold'em (Hold'em No Limit) -")
    cash = HEADS_UP.replace("Hold'em Limit (", "Mixed NLH/PLO (Hold'em Limit, ")
    assert read(zoom) == read(mixed) == read(TOURNAMENT)
    assert read(cash) == read(HEADS_UP)


def test_the_hero_the_seats_and_the_table_are_kept() -> None:
    hand = read(HEADS_UP)
    assert hand.players[hand.hero or 0] == "Small Sue"
    text = FORMAT.write(replace(hand, seats=(7, 3), table_size=9, hero=1))
    assert "Table 'Duel' 9-max Seat #3 is the button" in text
    assert "Seat 7: Big: Bob ($" in text
    assert text.count("Dealt to") == 1
    back = read(text)
    assert back.seating() == ((7, 3), 9)  # a usual size for seat 7
    assert (back.hero, back.seats, back.table_size) == (1, (7, 3), 0)
    nobody = replace(hand, hero=None)
    assert "Dealt to" not in FORMAT.write(nobody)  # and yet the cards are kept
    assert read(FORMAT.write(nobody)) == nobody
    two = text.replace("Dealt to", "Dealt to Big: Bob [2h 2d]\nDealt to")  # as we wrote once
    assert read(two).hero is None


def test_the_rest_is_read(tmp_path: Path) -> None:
    bad = HEADS_UP.replace("Small Sue: raises", "Small Sue: razes")
    beheaded = "\n".join(RAKED.split("\n")[1:])
    path = tmp_path / "mixed.txt"
    parts = ["Transcript of hands", HEADS_UP, bad, OMAHA, beheaded, TOURNAMENT[:600]]
    path.write_text("\n\n\n".join(parts), encoding="utf-8-sig")
    problems: list[Problem] = []
    hands = list(read_file(path, [FORMAT], on_problem=problems.append))
    assert hands == [read(HEADS_UP), read(OMAHA)]
    lines = path.read_text("utf-8").split("\n")
    assert len(problems) == 3
    assert "razes" in lines[problems[0].line - 1]
    assert "razes" in problems[0].reason
    assert "not the beginning of a hand" in problems[1].reason
    assert "cut off" in problems[2].reason


def test_other_formats_are_not_recognised() -> None:
    assert FORMAT.recognises("\ufeff" + HEADS_UP)
    assert FORMAT.recognises("PokerStars Zoom Hand #12: Hold'em No Limit ($1/$2)")
    assert not FORMAT.recognises("Poker Academy Pro #130,725\n")


MUTATED = [FORMAT.write(played(seed)) for seed in range(10)] + [RAKED, DEAD_BLINDS, TOURNAMENT]


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(MUTATED),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 12), st.text(max_size=4)), max_size=4),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=3),
)
def test_any_text_is_read_or_refused(
    text: str, edits: list[tuple[float, int, str]], swaps: list[tuple[float, float]]
) -> None:
    for where, cut, new in edits:
        at = int(where * len(text))
        text = text[:at] + new + text[at + cut :]
    lines = text.split("\n")
    for one, other in swaps:
        i, j = int(one * (len(lines) - 1)), int(other * (len(lines) - 1))
        lines[i], lines[j] = lines[j], lines[i]
    for group in FORMAT.split(iter(enumerate(lines, 1))):
        try:
            hand = FORMAT.read(group)
            hand.replay()
        except InputError:
            pass
        else:
            assert sum(hand.payoffs) == -hand.rake


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(max_size=12), min_size=3, max_size=3), st.text(max_size=8), st.text())
def test_any_names_are_held_or_refused(names: list[str], number: str, table: str) -> None:
    hand = replace(played(3, NO_LIMIT), players=tuple(names), number=number, table=table)
    hand = replace(hand, chip="")
    try:
        text = FORMAT.write(hand)
    except CannotHoldError:
        return
    assert read(text) == hand
