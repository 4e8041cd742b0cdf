"""Lines of the ACPC protocol: what is written is read again, and nothing else is.

And what a client makes of lines that no dealer should send, and a dealer of wrong options.
"""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest

from railbird.arena.acpc.client import Joined, join
from railbird.arena.acpc.dealer import AcpcDealer, Limits
from railbird.arena.acpc.payoffs import chips, settled
from railbird.cards import Card
from railbird.cards.card import parse_cards
from railbird.errors import CannotHoldError, HistoryError, IllegalActionError, OptionError
from railbird.history.formats.acpc.game_definition import GameDefinition, competition_game
from railbird.players import AlwaysCall
from railbird.players.acpc.wire import (
    action_text,
    betting_text,
    cards_shown,
    read_action,
    read_betting,
    read_match_state,
    split_reply,
    take_action,
    write_match_state,
)
from railbird.table import CALL, FOLD, Hand, State
from railbird.table.rules import table_rules

SHORT = GameDefinition(
    table_rules(3, betting="no-limit", small_blind=50, big_blind=100), (700, 1500, 20_000)
)
GAMES = {
    "limit 2p": competition_game("limit", 2),
    "limit 3p": competition_game("limit", 3),
    "no-limit 2p": competition_game("no-limit", 2),
    "no-limit 3p": competition_game("no-limit", 3),
    "no-limit 3p, short": SHORT,
}
HOLE = tuple(parse_cards(text) for text in ("5d5c", "9hQd", "TsTd"))
BOARD = parse_cards("8dAs8s4h6d")


def after(game: GameDefinition, *actions: int) -> State:
    state = State(game.rules, game.stacks)
    for action in actions:
        state.apply(action)
    return state


def random_action(state: State, chance: random.Random) -> int:
    actions = list(state.legal_actions())
    _, low, high = state.options()
    if low:
        actions.append(chance.randint(low, min(high, 4 * low)))
    if FOLD in actions and chance.random() < 0.7:
        actions.remove(FOLD)
    return chance.choice(actions)


@pytest.mark.parametrize("name", GAMES)
def test_random_hands_are_read_as_they_were_written(name: str) -> None:
    game = GAMES[name]
    count = game.rules.players
    chance = random.Random(name)
    showdowns = folds = 0
    for number in range(150):
        cards = [Card(c) for c in chance.sample(range(52), 2 * count + 5)]
        hole = [(cards[2 * p], cards[2 * p + 1]) for p in range(count)]
        board = tuple(cards[2 * count :])
        state = State(game.rules, game.stacks)
        while True:
            for position in range(count):
                line = write_match_state(state, position, number, hole, board)
                told = read_match_state(line + "\r\n", game)
                assert (told.position, told.hand) == (position, number)
                assert told.actions == tuple(action for _, _, action in state.actions)
                assert told.board == board[: cards_shown(state)]
                for p, seen in enumerate(told.hole_cards):
                    visible = p == position or (state.showdown and not state.folded[p])
                    assert seen == (hole[p] if visible else None)
            if state.is_over:
                break
            action = random_action(state, chance)
            text = action_text(state, action)
            assert read_action(state, text) == action
            assert split_reply(f"{line}:{text}") == (line, text)
            state.apply(action)
        showdowns += state.showdown
        folds += not state.showdown
    assert showdowns > 3
    assert folds > 3


def test_lines_are_those_of_the_original() -> None:
    limit, no_limit = GAMES["limit 2p"], GAMES["no-limit 2p"]
    start = State(limit.rules, limit.stacks)
    assert write_match_state(start, 1, 0, HOLE[:2], BOARD) == "MATCHSTATE:1:0::|9hQd"
    flop = after(limit, 20, CALL)
    assert write_match_state(flop, 0, 7, HOLE[:2], BOARD) == "MATCHSTATE:0:7:rc/:5d5c|/8dAs8s"
    all_in = after(no_limit, 19686, 20000, CALL)
    assert write_match_state(all_in, 0, 0, HOLE[:2], BOARD) == (
        "MATCHSTATE:0:0:r19686r20000c///:5d5c|9hQd/8dAs8s/4h/6d"
    )
    folded = after(no_limit, 300, FOLD)
    assert write_match_state(folded, 0, 0, HOLE[:2], BOARD) == "MATCHSTATE:0:0:r300f:5d5c|"
    three = after(GAMES["limit 3p"], FOLD, CALL, CALL, 10, CALL)
    assert write_match_state(three, 2, 1, HOLE, BOARD) == "MATCHSTATE:2:1:fcc/rc/:||TsTd/8dAs8s/4h"


def test_no_limit_amounts_count_over_the_whole_hand() -> None:
    state = after(GAMES["no-limit 2p"], 300, CALL)
    assert action_text(state, 250) == "r550"
    assert read_action(state, "r550") == 250
    assert betting_text(after(GAMES["no-limit 2p"], 300, CALL, 250, 1000)) == "r300c/r550r1300"


@pytest.mark.parametrize("text", ["r0", "r399", "r20001", "r" + "9" * 18])
def test_raises_of_a_wrong_size(text: str) -> None:
    with pytest.raises(IllegalActionError, match="legal are c, r400, r20000"):
        read_action(after(GAMES["no-limit 2p"], 300, CALL), text)


@pytest.mark.parametrize("text", ["", "x", "r", "R300", "cc", "r-5", "r3.5", "r" + "9" * 19, "r ٣"])
def test_what_is_no_action_is_not_read(text: str) -> None:
    with pytest.raises(HistoryError, match="is not an action"):
        read_action(State(SHORT.rules, SHORT.stacks), text)


@pytest.mark.parametrize(
    ("text", "action", "wrong"),
    [
        ("c", CALL, ""),
        ("K", CALL, ""),
        ("call me", CALL, ""),
        ("r550", 250, ""),
        ("B550x", 250, ""),
        ("r +400", 100, ""),
        ("r399", 100, "moved to r400"),
        ("r-5", 100, "moved to r400"),
        ("r20001", 19_700, "moved to r20000"),
        ("r" + "9" * 18, 19_700, "moved to r20000"),
        ("r", CALL, "taken as a check or call"),
        ("f", CALL, "taken as a check or call"),
        (" c", CALL, "taken as a check or call"),
        ("", CALL, "taken as a check or call"),
        ("\x00", CALL, "taken as a check or call"),
    ],
)
def test_an_answer_is_taken_as_by_the_original(text: str, action: int, wrong: str) -> None:
    taken, said = take_action(after(GAMES["no-limit 2p"], 300, CALL), text)
    assert taken == action
    assert said.endswith(wrong)
    assert bool(said) == bool(wrong)


def test_answers_where_raises_are_not_legal() -> None:
    limit, no_limit = GAMES["limit 2p"], GAMES["no-limit 2p"]
    assert take_action(after(limit, 20, 30), "r20") == (40, "")
    assert take_action(after(limit, 20, 30), "fold") == (FOLD, "")
    assert take_action(after(limit, 20, 30, 40), "r")[0] == CALL
    assert take_action(after(no_limit, 20_000), "r20000")[0] == CALL


def test_a_round_has_64_actions_at_most() -> None:
    steps = range(200, 6500, 100)
    state = after(GAMES["no-limit 2p"], *steps[:62])
    assert take_action(state, "r20000") == (20_000, "")
    state.apply(steps[62])
    assert take_action(state, "r20000")[0] == CALL


def test_actions_that_are_not_legal() -> None:
    limit = GAMES["limit 2p"]
    with pytest.raises(HistoryError, match="is not an action"):
        read_action(State(limit.rules, limit.stacks), "r20")
    with pytest.raises(IllegalActionError, match="legal are c, r"):
        read_action(after(limit, CALL), "f")
    with pytest.raises(IllegalActionError, match="legal are f, c"):
        read_action(after(limit, 20, 30, 40), "r")
    with pytest.raises(IllegalActionError, match="legal are f, c"):
        read_action(after(GAMES["no-limit 2p"], 20_000), "r20000")
    with pytest.raises(IllegalActionError, match="the betting is over"):
        read_action(after(limit, FOLD), "c")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "STATE:0::5d5c|9hQd",
        "MATCHSTATE:0:0::5d5c",
        "MATCHSTATE:0:0::5d5c||",
        "MATCHSTATE:2:0::5d5c|",
        "MATCHSTATE:1:0::5d5c|",
        "MATCHSTATE:0:0::5d5c|5d6d",
        "MATCHSTATE:0:0::5d|",
        "MATCHSTATE:0:0::5d5cAs|",
        "MATCHSTATE:0:0::5dc5|",
        "MATCHSTATE:0:0:c/c:5d5c|",
        "MATCHSTATE:0:0:cc:5d5c|",
        "MATCHSTATE:0:0:cc/:5d5c|",
        "MATCHSTATE:0:0:cc/:5d5c|/8dAs",
        "MATCHSTATE:0:0:cc/:5d5c|/8dAs8s/4h",
        "MATCHSTATE:0:0:rrrrr:5d5c|",
        "MATCHSTATE:0:0:fc:5d5c|",
        "MATCHSTATE:0:0:r20:5d5c|",
        "MATCHSTATE:-1:0::5d5c|",
        "MATCHSTATE:0:0::5d5c|:c",
    ],
)
def test_lines_that_are_no_states(line: str) -> None:
    with pytest.raises(HistoryError):
        read_match_state(line, GAMES["limit 2p"])


def test_betting_with_slashes_in_the_wrong_place() -> None:
    with pytest.raises(HistoryError, match="should be 'rc/c'"):
        read_betting("r/cc", GAMES["limit 2p"])


@pytest.mark.parametrize("line", ["", "c", "MATCHSTATE:0:0:5d5c|", "MATCHSTATE:x:0::5d5c|:c"])
def test_what_is_no_reply(line: str) -> None:
    with pytest.raises(HistoryError, match="is not a reply"):
        split_reply(line)


def test_replies_of_too_little_or_too_much() -> None:
    line = "MATCHSTATE:0:0::5d5c|"
    assert split_reply(line) == (line, "")
    assert split_reply(f"{line}:c:c") == (line, "c:c")


def test_an_odd_pot_is_split_to_the_fraction_of_a_chip() -> None:
    hand = Hand(
        rules=GAMES["limit 3p"].rules,
        stacks=GAMES["limit 3p"].stacks,
        players=("a", "b", "c"),
        hole_cards=tuple(parse_cards(text) for text in ("2c3d", "KhKd", "KsKc")),
        board=BOARD,
        actions=(CALL, FOLD, CALL, *[CALL] * 6),
        payoffs=(0, 0, 0),
    )
    assert chips(settled(hand)) == (Fraction(-5), Fraction(5, 2), Fraction(5, 2))
    assert settled(hand).chip == "1/2"
    assert settled(replace(hand, board=(), actions=(FOLD, FOLD))).payoffs == (-5, 5, 0)


def fake_dealer(text: bytes, run: Callable[[int], object]) -> object:
    """What a client returns from a dealer that says this and closes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                connection.recv(100)
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(1000):
                    pass

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            return run(server.getsockname()[1])
        finally:
            thread.join(600)


def test_a_client_and_bad_dealers() -> None:
    run = partial(join, "127.0.0.1", player=AlwaysCall("c"), game=GAMES["limit 2p"], timeout=600)
    nothing = Joined("c", 0, 0, ())
    assert fake_dealer(b"", run) == nothing
    assert fake_dealer(b"# hello\r\nMATCHSTATE:0:0::5d5c|\r\nMATCHSTATE:0:", run) == nothing
    twice = b"MATCHSTATE:0:0:f:5d5c|\r\n" * 2
    assert fake_dealer(twice, run) == Joined("c", 1, 5, ())
    for text in (
        b"rubbish\r\n",
        b"x" * 10_000,
        b"MATCHSTATE:0:0:r:5d5c|\r\nMATCHSTATE:0:0:c:5d5c|\r\n",
    ):
        with pytest.raises(HistoryError):
            fake_dealer(text, run)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(OptionError, match=r"was silent for 0\.1 s"):
            join("127.0.0.1", port, AlwaysCall("c"), GAMES["limit 2p"], timeout=0.1)
    with pytest.raises(OptionError, match="cannot connect to"):
        join("127.0.0.1", port, AlwaysCall("c"), GAMES["limit 2p"])


def test_dealer_options_that_make_no_sense() -> None:
    limit = GAMES["limit 2p"]
    make = partial(AcpcDealer, limit, 1, 0)
    for wrong in (
        partial(AcpcDealer, limit, 0, 0),
        partial(AcpcDealer, limit, 1, -1),
        partial(make, names=["a", "a"]),
        partial(make, names=["a", "b|c"]),
        partial(make, names=["a"]),
        partial(make, ports=[0]),
        partial(make, ports=[0, 70_000]),
        partial(make, match_name="a b"),
    ):
        with pytest.raises(OptionError):
            wrong()
    with pytest.raises(OptionError):
        Limits(action=0)
    with make() as dealer, pytest.raises(OptionError, match="cannot listen on"):
        make(ports=[0, dealer.ports[0]])
    with pytest.raises(CannotHoldError):
        AcpcDealer(replace(limit, rules=replace(limit.rules, antes=(1, 1))), 1, 0)
