"""The messages between the dealer of the Annual Computer Poker Competition (ACPC) and players.

After every event the dealer sends each player ``MATCHSTATE:position:hand:betting:cards`` with the
cards that they can see. The player whose turn it is answers with the same line and an action:
``…:f`` folds, ``…:c`` checks or calls, ``…:r`` bets or raises. In no-limit ``…:r300`` raises so
that the player has put in 300 chips over the whole hand. Lines end in a carriage return and a line
feed; those that begin with ``#`` or ``;`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.cards.card import Card, check_distinct, format_cards, parse_cards
from railbird.errors import HistoryError, IllegalActionError, InputError
from railbird.history.formats.acpc.game_definition import GameDefinition
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State

VERSION = "VERSION:2.0.0"
"""How a player greets the dealer."""

LONGEST_LINE = 8192
"""Bytes of a line; a longer one is an error."""

_LINE = re.compile(r"MATCHSTATE:([0-9]{1,2}):([0-9]{1,18}):([cfr0-9/]*):([2-9TJQKAcdhs|/]*)")
_REPLY = re.compile(r"(MATCHSTATE:[0-9]{1,2}:[0-9]{1,18}:[^:]*:[^:]*)(?::(.*))?")
_TOKEN = re.compile(r"[fc]|r[0-9]{0,18}")
_ANSWER = re.compile(r"([fckrb])\s*([+-]?[0-9]{1,18})?", re.IGNORECASE)
_MOST_ACTIONS = 64
"""The most actions in a round; the competition's programs have no room for more."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """What a player is sent: actions as in `State`, cards by position, None where hidden."""

    position: int
    hand: int
    actions: tuple[int, ...]
    hole_cards: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]


def is_comment(line: str) -> bool:
    """Whether a line is a comment or empty."""
    return line.startswith(("#", ";"))


def cards_shown(state: State) -> int:
    """How many board cards are on the table."""
    if state.showdown:
        return 5
    return BOARD_CARDS[_last_round(state)]


def _last_round(state: State) -> int:
    """The current round, or the one in which the hand ended; a showdown is on the river."""
    if state.showdown:
        return 3
    if not state.is_over:
        return state.round
    return state.actions[-1][0] if state.actions else 0


def action_text(state: State, action: int) -> str:
    """The text of an action of the player whose turn it is.

    Examples
    --------
    >>> from railbird.history.formats.acpc.game_definition import competition_game
    >>> game = competition_game("no-limit", 2)
    >>> state = State(game.rules, game.stacks)
    >>> state.raise_to(300)
    >>> state.call()
    >>> action_text(state, 200), read_action(state, "r500")
    ('r500', 200)
    """
    if action == FOLD:
        return "f"
    if action == CALL:
        return "c"
    return "r" if state.rules.betting == "limit" else f"r{_paid_before(state) + action}"


def read_action(state: State, text: str) -> int:
    """Read an action of the player whose turn it is, and check that it is legal.

    Parameters
    ----------
    state : State
        A hand in which a player is to act.
    text : str
        ``f``, ``c``, ``r`` or, in no-limit, ``rN``.

    Raises
    ------
    HistoryError
        If the text is not an action of this game.
    IllegalActionError
        If the action is not legal.
    """
    limit = state.rules.betting == "limit"
    if _TOKEN.fullmatch(text) is None or (text[0] == "r" and limit != (text == "r")):
        known = "f, c or r" if limit else "f, c or r with the chips in over the whole hand"
        raise HistoryError(f"{text[:40]!r} is not an action: write {known}")
    if text[0] != "r":
        action = FOLD if text == "f" else CALL
        if not state.is_legal(action):
            raise IllegalActionError(f"{text} is not legal: {_legal_texts(state)}")
        return action
    _, low, high = state.options()
    level = low if limit else int(text[1:]) - _paid_before(state)
    if not low or not low <= level <= high:
        raise IllegalActionError(f"{text} is not legal: {_legal_texts(state)}")
    return level


def take_action(state: State, text: str) -> tuple[int, str]:
    """Interpret a player's answer as a legal action, and say what was wrong with it, if anything.

    The competition's dealer does the same. It accepts either case, ``k`` for ``c`` and ``b`` for
    ``r``, and ignores text that follows. It moves a raise of a wrong size to the nearest legal one
    and takes any other illegal action as a call.

    Examples
    --------
    >>> from railbird.history.formats.acpc.game_definition import competition_game
    >>> game = competition_game("no-limit", 2)
    >>> take_action(State(game.rules, game.stacks), "r150")
    (200, "'r150' is not legal: moved to r200")
    """
    limit = state.rules.betting == "limit"
    found = _ANSWER.match(text)
    letter = found[1].lower() if found else ""
    if letter in ("c", "k"):
        return CALL, ""
    if letter == "f" and state.can_fold():
        return FOLD, ""
    if letter in ("r", "b") and found and (limit or found[2]) and _has_room(state):
        _, low, high = state.options()
        if low:
            wanted = low if limit else int(found[2]) - _paid_before(state)
            level = min(max(wanted, low), high)
            if level == wanted:
                return level, ""
            return level, f"{text[:40]!r} is not legal: moved to {action_text(state, level)}"
    return CALL, f"{text[:40]!r} is not legal: taken as a check or call"


def _has_room(state: State) -> bool:
    """Whether the others can still answer a raise in this round."""
    done = sum(number == state.round for number, _, _ in state.actions)
    return done + state.rules.players <= _MOST_ACTIONS


def _legal_texts(state: State) -> str:
    texts = [action_text(state, action) for action in state.legal_actions()]
    return f"legal are {', '.join(texts)}" if texts else "the betting is over"


def _paid_before(state: State) -> int:
    """Chips that the player whose turn it is put in before this round."""
    actor = state.actor or 0
    return state.paid[actor] - state.bets[actor]


def betting_text(state: State) -> str:
    """The betting so far. A slash begins each new round; a showdown has the slashes of all.

    Examples
    --------
    >>> from railbird.history.formats.acpc.game_definition import competition_game
    >>> game = competition_game("limit", 2)
    >>> betting_text(read_betting("rrc/c", game))
    'rrc/c'
    """
    replayed = State(state.rules, state.stacks)
    rounds = [""] * 4
    for number, _, action in state.actions:
        rounds[number] += action_text(replayed, action)
        replayed.apply(action)
    return "/".join(rounds[: _last_round(state) + 1])


def read_betting(text: str, game: GameDefinition) -> State:
    """The state after a betting, finished or not; `InputError` if it is not legal."""
    state = State(game.rules, game.stacks)
    for token in re.findall(r"r[0-9]*|[^/]", text):
        try:
            state.apply(read_action(state, token))
        except InputError as error:
            raise HistoryError(f"betting {text[:80]!r}: {error}") from None
    if betting_text(state) != text:
        raise HistoryError(f"betting {text[:80]!r} should be {betting_text(state)!r}")
    return state


def write_match_state(
    state: State,
    position: int,
    hand: int,
    hole_cards: Sequence[tuple[Card, ...]],
    board: tuple[Card, ...],
) -> str:
    """The line that is sent to a position, without its line ending.

    ``board`` may have cards that are not shown yet. A player sees their own cards, and at a
    showdown those of all who have not folded.
    """
    folded, showdown = state.folded, state.showdown
    seen = "|".join(
        format_cards(cards) if p == position or (showdown and not folded[p]) else ""
        for p, cards in enumerate(hole_cards)
    )
    board = board[: cards_shown(state)]
    rounds = [format_cards(part) for part in (board[:3], board[3:4], board[4:]) if part]
    cards = "/".join([seen, *rounds])
    return f"MATCHSTATE:{position}:{hand}:{betting_text(state)}:{cards}"


def read_match_state(line: str, game: GameDefinition) -> MatchState:
    """Inverse of `write_match_state`; raises `HistoryError` for a bad line.

    Examples
    --------
    >>> from railbird.history.formats.acpc.game_definition import competition_game
    >>> told = read_match_state("MATCHSTATE:1:30:rc/c:|AhKd/2c3c4c", competition_game("limit", 2))
    >>> told.position, told.hand, told.actions, told.hole_cards
    (1, 30, (20, 0, 0), (None, (Card('Ah'), Card('Kd'))))
    """
    line = line.rstrip("\r\n")
    found = _LINE.fullmatch(line)
    if found is None:
        raise HistoryError(
            f"{line[:80]!r} is not a state: write MATCHSTATE:position:hand:betting:cards"
        )
    position = int(found[1])
    state = read_betting(found[3], game)
    hole_text, *rounds = found[4].split("/")
    hands = hole_text.split("|")
    if len(hands) != game.rules.players or position >= game.rules.players:
        raise HistoryError(f"{line[:80]!r} does not fit a game of {game.rules.players} players")
    try:
        hole_cards = tuple(parse_cards(text) if text else None for text in hands)
        board = parse_cards("".join(rounds))
        check_distinct([*board, *(c for cards in hole_cards for c in cards or ())], what=line[:80])
    except InputError as error:
        raise HistoryError(f"cards of {line[:80]!r}: {error}") from None
    wanted = [2 * (BOARD_CARDS[r] - BOARD_CARDS[r - 1]) for r in range(1, _last_round(state) + 1)]
    if [len(text) for text in rounds] != wanted:
        raise HistoryError(f"the board of {line[:80]!r} does not fit its betting")
    if hole_cards[position] is None or any(len(cards or (0, 0)) != 2 for cards in hole_cards):
        raise HistoryError(f"{line[:80]!r} does not give two cards to position {position}")
    actions = tuple(action for _, _, action in state.actions)
    return MatchState(position, int(found[2]), actions, hole_cards, board)


def split_reply(line: str) -> tuple[str, str]:
    """Split a reply into its state and its action; `HistoryError` if it is not a reply.

    A state without an action counts as a (bad) reply.

    Examples
    --------
    >>> split_reply("MATCHSTATE:1:30:r:|AhKd:c")
    ('MATCHSTATE:1:30:r:|AhKd', 'c')
    """
    found = _REPLY.fullmatch(line)
    if found is None:
        raise HistoryError(f"{line[:40]!r} is not a reply: send the state and an action")
    return found[1], found[2] or ""
