"""Hands with chosen cards, and mixed tables, to test the ring-game players."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from railbird.arena.match import Match, MatchTable
from railbird.arena.play import play_match
from railbird.arena.result import MatchResult
from railbird.cards import Card
from railbird.players import Player, Seat, make_player
from railbird.table import table_rules
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, State


def play_hand(
    players: Sequence[Player],
    hole: Sequence[Sequence[int]],
    board: Sequence[int],
    *,
    stack: int = 400,
    seed: int = 5,
) -> list[tuple[int, int]]:
    """The positions and actions of a hand with these cards."""
    count = len(players)
    rules, stacks = table_rules(count), (stack,) * count
    state = State(rules, stacks)
    names = tuple(player.name for player in players)
    for position, player in enumerate(players):
        player.hand_starts(Seat(rules, stacks, names, position, seed * 16 + position))
        player.dealt(tuple(Card(c) for c in hole[position]))
    shown, done = 0, []
    while (actor := state.actor) is not None:
        if BOARD_CARDS[state.round] != shown:
            shown = BOARD_CARDS[state.round]
            for player in players:
                player.board(tuple(Card(c) for c in board[:shown]))
        action = players[actor].act(state)
        state.apply(action)
        done.append((actor, action))
        for player in players:
            player.saw(actor, action)
    return done


def hands_of(kinds: Sequence[str], deals: int, *, seed: int = 1, stack: int = 400) -> list[Hand]:
    """All hands of a match; fails if a player forfeited an action."""
    count = len(kinds)
    players = [make_player(f"{i}={kind}") for i, kind in enumerate(kinds)]
    match = Match(table_rules(count), (stack,) * count, deals=deals, seed=seed)
    table = MatchTable(match, players)
    hands = [hand for hand, _ in table.play()]
    assert not table.forfeits
    return hands


def heads_up(kind: str, opponent: str, deals: int) -> MatchResult:
    """A duplicate match; the first player is the one of interest."""
    match = Match(table_rules(2), (400, 400), deals=deals, seed=11, duplicate=True)
    return play_match(match, [make_player(f"we={kind}"), make_player(f"they={opponent}")])


def check_legal(kinds: Sequence[str], *, hands: int, seed: int) -> None:
    """Play mixed tables of two to ten players, with deep and short stacks."""
    rng = np.random.default_rng(seed)
    others = ("random", "always-raise", "always-call", "bluffer", "rules", "always-fold")
    for players in range(2, 11):
        seats = [
            str(rng.choice(kinds)) if i % 2 == 0 else str(rng.choice(others))
            for i in range(players)
        ]
        for stack in (400, 7):
            assert len(hands_of(seats, hands, seed=players, stack=stack)) == hands


def check_hidden_cards_do_not_matter(kind: str) -> None:
    """With the same cards of our own and the same actions of others, we act the same."""
    rng = np.random.default_rng(3)
    seen = set()
    for seed in range(24):
        deck = [int(c) for c in rng.permutation(52)]
        board, rest = deck[:5], deck[5:]
        ours, rest = rest[:2], rest[2:]
        played = []
        for _ in range(2):
            rest = [int(c) for c in rng.permutation(rest)]
            hole = [rest[:2], ours, rest[2:4], rest[4:6]]
            players = [
                make_player(text)
                for text in ("a=always-call", f"we={kind}", "b=always-raise", "c=always-call")
            ]
            played.append(play_hand(players, hole, board, seed=seed))
        assert played[0] == played[1]
        seen.add(tuple(action for position, action in played[0] if position == 1))
    assert len(seen) > 2  # its play depends on its cards


def check_reproducible(kind: str, deals: int) -> None:
    """The same seed gives the same hands, even if the match is interrupted."""
    kinds = [kind, "random", kind, "bluffer"]
    hands = hands_of(kinds, deals, seed=2)
    assert hands == hands_of(kinds, deals, seed=2)
    players = [make_player(f"{i}={each}") for i, each in enumerate(kinds)]
    table = MatchTable(Match(table_rules(4), (400,) * 4, deals=deals, seed=2), players)
    again = [hand for hand, _ in table.play(hands[: deals // 2])]
    assert again == hands
