"""The log of the Annual Computer Poker Competition (ACPC): one hand per line.

``STATE:17:rrc/rf:6sKs|5dJd/2sTh2h:30|-30:anna|bert`` is hand 17: betting, cards, payoffs and names,
all by position. In betting ``f`` is a fold, ``c`` a check or call and ``r`` a bet or raise. In
no-limit ``r`` has the chips that the player has then put in over the whole hand. The last three
fields occur in any order. Some lines begin with the names: ``anna|bert:17:rrc/rf:…``. A comment
may follow, such as the seconds since 1970: ``…:anna|bert # 1479132064.35509``. If it is a time, it
is that of the hand.

A line does not say which game is played. It is taken from the first of these that is present: the
rules given to `AcpcFormat`; a game definition in comments (``# GAMEDEF`` … ``# END GAMEDEF``); the
definition file named in the comment ``# name/game/hands/seed``; and last the betting. If raises
have an amount, it is the competition's no-limit game, otherwise its limit game (see
`competition_game`).

Chips are whole. Where a log states a payoff such as 7.5, from an odd pot that was split, all
amounts of that hand are doubled (tripled for thirds, and so on) and its ``chip`` is ``"1/2"``. So
nothing in the log is lost or rounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import lcm

from railbird.cards.card import RANKS, SUITS, Card, format_cards
from railbird.errors import CannotHoldError, HandRecordError, HistoryError, InputError, RulesError
from railbird.history.formats.acpc.betting import (
    Bettings,
    read_fractions,
    scaled,
    unscaled,
    write_betting,
    write_fraction,
)
from railbird.history.formats.acpc.game_definition import (
    UNLIMITED,
    GameDefinition,
    competition_game,
    game_name,
    named_game,
    read_game,
    write_game,
)
from railbird.history.formats.base import (
    Ignore,
    Line,
    UnreadableHandError,
    ignore_nothing,
    quoted,
)
from railbird.history.formats.labels import check_same, clean, clean_names, same_play
from railbird.history.formats.rooms.about import read_time
from railbird.table.hand import Hand
from railbird.table.rules import Rules

_HEADER = "name/game/hands/seed"
_NO_NAME = "-"
_LOOK_AHEAD = 1000
"""Hands without a raise that may precede the first that tells limit from no-limit."""

_CARDS = {r + s: Card(4 * i + j) for i, r in enumerate(RANKS) for j, s in enumerate(SUITS)}
_HANDS: dict[str, tuple[Card, ...] | None] = {
    **{a + b: (_CARDS[a], _CARDS[b]) for a in _CARDS for b in _CARDS if a != b},
    "": None,
}
_USUAL = re.compile(
    r"STATE:([0-9]{1,18}):([cfr0-9/]*):((?:[2-9TJQKA][cdhs]|[|/])+)"
    r":(-?[0-9]{1,15}(?:\|-?[0-9]{1,15})+):([^:]*)"
)
_STATE = re.compile(r"STATE:([^:]*):([cfr0-9/]*):([^:]*):([^:]*):([^:]*)")
_OLD = re.compile(r"([^:|]*\|[^:]*):([0-9]{1,18}):([cfr0-9/]*):([^:]*):([^:]*)")
_RAISE_TO = re.compile(r"r[0-9]")
_DECIMALS = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,9})?(?:\|-?[0-9]{1,15}(?:\.[0-9]{1,9})?)+")
_DEALT = re.compile(r"(?:[2-9TJQKA][cdhs]|[|/])+")
_CHIP = re.compile(r"1/([2-9]|10)")
_NUMBER = re.compile(r"[0-9]{1,18}")
_COMMENT = re.compile(r"\s*(?<!\S)#(.*)|#\s(.*)")
"""The comment at the end of a line; a ``#`` inside a word is a part of a name."""

_SECONDS = re.compile(r"\s*([0-9]{9,10}(?:\.[0-9]{1,9})?)\s*")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class _Game:
    """A game and the reader of its betting."""

    __slots__ = ("bettings", "definition", "rules", "stacks")

    def __init__(self, definition: GameDefinition) -> None:
        self.definition = definition
        self.rules, self.stacks = definition.rules, definition.stacks
        self.bettings = Bettings(self.rules, self.stacks)


class AcpcFormat:
    """The log of the Annual Computer Poker Competition.

    Parameters
    ----------
    rules : Rules, optional
        The rules, for logs that do not give them or give wrong ones.
    stacks : tuple of int, optional
        Chips before each hand; by default as in the competition's games.

    Examples
    --------
    >>> hand = AcpcFormat().read([(1, "STATE:3:rrc/rf:6sKs|5dJd/2sTh2h:30|-30:anna|bert")])
    >>> hand.actions, hand.payoffs, hand.computed_payoffs()
    ((20, 30, 0, 10, -1), (30, -30), (30, -30))
    """

    name = "acpc"
    title = "log of the Annual Computer Poker Competition (ACPC)"

    def __init__(
        self,
        rules: Rules | None = None,
        stacks: tuple[int, ...] | None = None,
    ) -> None:
        self._given: _Game | None = None
        if rules is not None:
            usual = UNLIMITED if rules.betting == "limit" else 20_000
            self._given = _Game(GameDefinition(rules, stacks or (usual,) * rules.players))
        elif stacks is not None:
            raise RulesError("stacks need rules: give both")
        self._games: dict[tuple[tuple[str, ...], int, bool], tuple[_Game, str]] = {}

    def recognises(self, head: str) -> bool:
        """Whether the first line that is not a comment is a hand of such a log."""
        for line in head.splitlines():
            if line.startswith("#") and line[1:].strip().startswith(_HEADER):
                return True
            if line.strip() and line[0] not in "#;":
                return line.startswith("STATE:") or _OLD.fullmatch(_parted(line)[0]) is not None
        return False

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """Each hand's line, after the comments (or the line of a hand) that define the game."""
        header: list[Line] = []
        definition: list[Line] = []
        waiting: list[Line] = []
        evidence: list[Line] = []  # the first hand with a raise
        look_ahead = _LOOK_AHEAD
        for line in lines:
            text = line[1]
            if text.startswith("STATE:"):
                told = header or evidence
                if told:
                    yield [*told, line]
                    continue
                waiting.append(line)
                if "r" in _betting_of(text):
                    evidence = [line]
                look_ahead -= 1
                if evidence or look_ahead <= 0:
                    for early in waiting:
                        yield [*evidence, early]
                    waiting = []
            elif text.startswith("#"):
                body = text[1:].strip()
                if body.startswith(_HEADER):
                    header, definition = [line], []
                elif body.upper() == "GAMEDEF":
                    header = [told for told in header if _HEADER in told[1]]
                    definition = [line]
                elif definition:
                    definition.append(line)
                    if body.upper() == "END GAMEDEF":
                        header += definition
                        definition = []
            elif text.strip() and not text.startswith((";", "SCORE:")):
                yield [*header, line]
        for early in waiting:
            yield [*evidence, early]

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its line and the lines before it that define the game."""
        del ignore  # a line has no label that could be wrong
        number, text = lines[-1]
        try:
            return self._read(tuple([told for _, told in lines[:-1]]), text)
        except InputError as error:
            raise UnreadableHandError(number, str(error)) from error

    def _read(self, told: tuple[str, ...], text: str) -> Hand:
        text, comment = _parted(text)
        usual = _USUAL.fullmatch(text)
        fields = _fields(text) if usual is None else usual.groups()
        number, betting, cards, payoff_text, name_text = fields
        names = name_text.split("|")
        game, table = self._game(told, len(names), betting, payoff_text)
        actions, needed = game.bettings.read(betting)
        hole_text, _, board_text = cards.partition("/")
        try:
            hole_cards = tuple([_HANDS[hand] for hand in hole_text.split("|")])
            rounds = board_text.replace("/", "")
            board = tuple([_CARDS[rounds[i : i + 2]] for i in range(0, len(rounds), 2)])
        except KeyError as error:
            raise HistoryError(f"{quoted(error.args[0])} is not a card or hand") from None
        if len(board) < needed:
            raise HistoryError(f"{len(board)} board cards, but the betting needs {needed}")
        scale = 1
        if "." not in payoff_text:
            payoffs = tuple([int(payoff) for payoff in payoff_text.split("|")])
        else:
            payoffs, scale = read_fractions(payoff_text)
        if sum(payoffs) != 0:
            raise HandRecordError(f"payoffs {quoted(payoff_text)} do not add up to 0")
        hand = Hand(
            rules=game.rules,
            stacks=game.stacks,
            players=tuple(names),
            hole_cards=hole_cards,
            board=board,
            actions=actions,
            payoffs=payoffs,
            number=number,
            table=table,
            when=_time(comment) if comment else None,
        )
        return hand if scale == 1 else scaled(hand, scale)

    def _game(
        self, told: tuple[str, ...], players: int, betting: str, payoffs: str
    ) -> tuple[_Game, str]:
        """The game, and the name of the match."""
        if told and told[0].startswith("STATE:"):
            no_limit = _RAISE_TO.search(_betting_of(told[0])) is not None
            told = ()
        else:
            no_limit = _looks_no_limit(betting, payoffs)
        key = (told, players, no_limit)
        found = self._games.get(key)
        if found is None:
            found = self._find_game(told, players, no_limit=no_limit)
            if len(self._games) >= 1000:
                self._games.clear()
            self._games[key] = found
        if found[0].rules.players != players:
            raise HistoryError(f"{players} names for a game of {found[0].rules.players} players")
        return found

    def _find_game(
        self, told: tuple[str, ...], players: int, *, no_limit: bool
    ) -> tuple[_Game, str]:
        words = told[0][1:].split() if told and _HEADER in told[0] else []
        table = words[1] if len(words) > 1 and words[1] != _NO_NAME else ""
        if self._given is not None:
            return self._given, table
        rest = told[1:] if words else told
        if rest:
            return _Game(read_game("\n".join(line[1:].strip() for line in rest))), table
        if len(words) > 2 and words[2] != _NO_NAME:
            return _Game(named_game(words[2])), table
        if not 2 <= players <= 10:
            raise HistoryError(f"{players} names: a table has 2 to 10 players")
        return _Game(competition_game("no-limit" if no_limit else "limit", players)), table

    def fit(self, hand: Hand) -> Hand:
        """The hand with the number, table and names that a log can hold, and no other label."""
        held = replace(
            hand,
            number=hand.number if _NUMBER.fullmatch(hand.number) else "0",
            table=re.sub(r"\s", "_", clean(hand.table)) if hand.table != _NO_NAME else "",
            players=_clean_players(hand.players),
            chip=hand.chip if _scale(hand) > 1 else "",
            when=None,
            hero=None,
            seats=(),
            table_size=0,
        )
        if not hand.rules.cap_heads_up:
            held = same_play(held, rules=replace(held.rules, cap_heads_up=True))
        return hand if held == hand else held

    def write(self, hand: Hand) -> str:
        """A hand as text: a comment that gives the game, and its line."""
        header, line = self._write(hand)
        return header + line

    def writer(self) -> Callable[[Hand], str]:
        """Write the hands of one file in turn, and the comment only where it changes."""
        last = None

        def write(hand: Hand) -> str:
            nonlocal last
            header, line = self._write(hand)
            text = line if header == last else header + line
            last = header
            return text

        return write

    def _write(self, hand: Hand) -> tuple[str, str]:
        check_same(hand, self.fit(hand), format="an ACPC log")
        for wrong, what in (
            (hand.rake != 0, "rake"),
            (sum(hand.payoffs) != 0, "payoffs that do not add up to 0"),
        ):
            if wrong:
                raise CannotHoldError(f"an ACPC log cannot hold {what}")
        scale = _scale(hand)
        if scale > 1:
            hand = replace(unscaled(hand, scale), payoffs=hand.payoffs)
        fields = (
            hand.number,
            write_betting(hand),
            "/".join(_dealt(hand)),
            "|".join(write_fraction(Fraction(payoff, scale)) for payoff in hand.payoffs),
            "|".join(hand.players),
        )
        return self._header(hand), ":".join(("STATE", *fields)) + "\n"

    def _header(self, hand: Hand) -> str:
        """Comment lines that give the name of the match and the game."""
        definition = GameDefinition(hand.rules, hand.stacks)
        table = hand.table or _NO_NAME
        game = game_name(definition)
        lines = [f"{_HEADER} {table} {game or _NO_NAME} - -"]
        if self._given is not None:
            if definition != self._given.definition:
                raise CannotHoldError("an ACPC log holds one game, but this hand is of another")
        elif game is None:
            lines += write_game(definition).splitlines()
        return "".join(f"# {line}\n" for line in lines)


def _scale(hand: Hand) -> int:
    """The number that makes the payoffs of a hand whole in a log; 1 unless pots were split."""
    found = _CHIP.fullmatch(hand.chip)
    scale = int(found[1]) if found else 1
    needed = lcm(*(Fraction(payoff, scale).denominator for payoff in hand.payoffs))
    amounts = [*hand.rules.blinds, *hand.rules.bets, *hand.stacks, *hand.actions]
    whole = all(a <= 0 or a == UNLIMITED or a % scale == 0 for a in amounts)
    return scale if needed == scale and whole else 1


def _fields(text: str) -> tuple[str, str, str, str, str]:
    """Number, betting, cards, payoffs and names of a line."""
    found = _STATE.fullmatch(text)
    if found is not None:
        number, betting, *rest = found.groups()
    else:
        found = _OLD.fullmatch(text)
        if found is None:
            raise HistoryError(
                f"{quoted(text)} is not a hand: write STATE:number:betting:cards:payoffs:names"
            )
        names, number, betting, *others = found.groups()
        rest = [*others, names]
    cards, payoffs, names = rest
    if _DECIMALS.fullmatch(payoffs) is None or _DEALT.fullmatch(cards) is None:
        payoffs = next((field for field in rest if _DECIMALS.fullmatch(field)), "")
        cards = next((field for field in rest if _DEALT.fullmatch(field)), "")
        left = [field for field in rest if field not in (payoffs, cards)]
        if not payoffs or not cards or len(left) != 1:
            raise HistoryError(f"no cards, payoffs and names found in {quoted(':'.join(rest))}")
        names = left[0]
    return number, betting, cards, payoffs, names


def _parted(text: str) -> tuple[str, str]:
    """A line without the comment at its end, and that comment."""
    if "#" not in text:  # by far the most
        return text, ""
    found = _COMMENT.search(text)
    return (text[: found.start()], found[1] or found[2] or "") if found else (text, "")


def _time(comment: str) -> datetime | None:
    """The time that a comment tells; None if it is another one."""
    seconds = _SECONDS.fullmatch(comment)
    if seconds is None:
        return read_time(comment)
    return _EPOCH + timedelta(seconds=float(seconds[1]))


def _clean_players(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names without what would end them in a line."""
    without = ":|#" if any(_COMMENT.search(name) for name in names) else ":|"
    return clean_names(names, without=without)


def _betting_of(text: str) -> str:
    """The betting of a line, valid or not."""
    return text.split(":", 3)[2] if text.count(":") > 2 else ""


def _looks_no_limit(betting: str, payoffs: str) -> bool:
    """Whether a hand of the competition is no-limit: judged by its raises or by the blinds lost."""
    if "r" in betting:
        return _RAISE_TO.search(betting) is not None
    return any(lost in payoffs.split("|") for lost in ("-50", "-100"))


def _dealt(hand: Hand) -> list[str]:
    """Hole cards, flop, turn and river, as far as they were dealt."""
    board = hand.board
    rounds = [format_cards(part) for part in (board[:3], board[3:4], board[4:]) if part]
    return ["|".join(format_cards(cards or ()) for cards in hand.hole_cards), *rounds]
