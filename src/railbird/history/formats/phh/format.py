"""Poker hand history files: PHH with one hand per file, and PHHS with numbered sections.

Such a file is TOML: the variant, antes, blinds, bets, stacks and the actions of dealer and players
in order. Supported variants are fixed-limit (``FT``) and no-limit (``NT``) Texas hold'em, pot-limit
Omaha (``PO``) and fixed-limit Omaha Hi-Lo (``FO/8``).

Amounts may have decimals. Chips are whole, so all amounts of a hand are multiplied by the power of
ten that makes them whole, and ``Hand.chip`` says what a chip then is, such as ``"0.01 USD"``. A
stack of ``inf`` is `UNLIMITED`. Two fields are our own. ``_cap`` is the cap of a limit
game: without it, the usual four bets or, if there were more raises, the next higher cap that allows
them. ``_tournament`` is what is known of the tournament: see `railbird.table.tournament`.

Payoffs are those that the file states: ``finishing_stacks``, or else ``winnings``, where the rest
is rake. If it states none and the cards are known, they follow from the rules.

References
----------
Juho Kim, "Recording and Describing Poker Hands", 2024 (arXiv:2312.11753).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, cast
from zoneinfo import ZoneInfo

from railbird.errors import HandRecordError, HistoryError, IllegalActionError, InputError
from railbird.history.formats.acpc.game_definition import UNLIMITED
from railbird.history.formats.base import Ignore, Line, UnreadableHandError, ignore_nothing, quoted
from railbird.history.formats.labels import (
    LABELS,
    check_same,
    clean,
    clean_names,
    is_text,
    seats_fit,
)
from railbird.history.formats.phh.text import (
    GAMES,
    BoardAndCards,
    Units,
    opener,
    usual_cap,
    write_fields,
)
from railbird.history.formats.railbird import TOURNAMENT_TEXTS, tournament_from_fields
from railbird.table.hand import Hand, finish
from railbird.table.rules import NO_CAP, Rules
from railbird.table.state import CALL, FOLD, State

_SECTION = re.compile(r"\[[^\[\]=,]+\]\s*(?:#.*)?")
_VARIANT = re.compile(r"variant\s*=")
_MOST_SEATS = 1000
_AT_LINE = re.compile(r"\(at line ([0-9]+),")


class PhhFormat:
    """Poker hand history files (PHH and PHHS).

    Examples
    --------
    >>> text = '''variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 200]
    ... actions = ["d dh p1 AcKc", "d dh p2 ????", "p2 cbr 6", "p1 f"]'''
    >>> hand = PhhFormat().read(list(enumerate(text.splitlines(), 1)))
    >>> hand.rules.blinds, hand.actions, hand.payoffs
    ((2, 1), (6, -1), (-2, 2))
    """

    name = "phh"
    title = "poker hand history files (PHH, PHHS)"

    def recognises(self, head: str) -> bool:
        """Whether one of the first keys is a variant."""
        return any(_VARIANT.match(line) for line in head.splitlines())

    def split(self, lines: Iterator[Line]) -> Iterator[list[Line]]:
        """The lines of each section, or of each run of lines with one variant."""
        group: list[Line] = []
        has_variant = False
        for line in lines:
            section = _SECTION.fullmatch(line[1]) is not None
            variant = _VARIANT.match(line[1]) is not None
            if has_variant and (section or variant):
                yield group
                group, has_variant = [], False
            elif section and any(_SECTION.fullmatch(text) for _, text in group):
                yield group  # a section without a variant, which cannot be read
                group = []
            group.append(line)
            has_variant = has_variant or variant
        if any(text.split("#")[0].strip() for _, text in group):
            yield group

    def read(self, lines: list[Line], ignore: Ignore = ignore_nothing) -> Hand:
        """Read a hand from its lines."""
        begin = next((number for number, text in lines if text.split("#")[0].strip()), lines[0][0])
        try:
            loaded = tomllib.loads("\n".join(text for _, text in lines), parse_float=Decimal)
        except (ValueError, ArithmeticError, RecursionError) as error:
            at = _AT_LINE.search(str(error))
            line = lines[0][0] + int(at[1]) - 1 if at else begin
            raise UnreadableHandError(
                line, f"not TOML: {_AT_LINE.split(str(error))[0][:80]}"
            ) from error
        try:
            return _read(_hand_fields(loaded), ignore)
        except InputError as error:
            raise UnreadableHandError(begin, str(error)) from error

    def fit(self, hand: Hand) -> Hand:
        """The hand with labels that a text file can hold; PHH has a place for all of them."""
        about = hand.tournament
        named = {} if about is None else {name: getattr(about, name) for name in TOURNAMENT_TEXTS}
        texts = (hand.number, hand.table, hand.chip, *hand.players, *named.values())
        if all(map(is_text, texts)):
            return hand
        cleaned = {name: clean(text) for name, text in named.items()}
        return replace(
            hand,
            number=clean(hand.number),
            table=clean(hand.table),
            chip=clean(hand.chip),
            players=clean_names(hand.players),
            tournament=about and replace(about, **cleaned),  # type: ignore[arg-type]
        )

    def write(self, hand: Hand) -> str:
        """A hand as the text of a separate file."""
        check_same(hand, self.fit(hand), format="a PHH file")
        return "".join(f"{key} = {value}\n" for key, value in write_fields(hand)) + "\n"

    def writer(self) -> Callable[[Hand], str]:
        """Write the hands of one file (PHHS) in turn, in numbered sections."""
        written = 0

        def write(hand: Hand) -> str:
            nonlocal written
            text = self.write(hand)
            written += 1
            return f"[{written}]\n{text}"

        return write


def _hand_fields(loaded: dict[str, Any]) -> dict[str, Any]:
    """The fields of the one hand of a text."""
    if "variant" in loaded:
        return loaded
    sections = [value for value in loaded.values() if isinstance(value, dict)]
    if len(sections) != 1 or "variant" not in sections[0]:
        raise HistoryError("variant is missing: a hand needs the name of its game")
    return cast("dict[str, Any]", sections[0])


def _read(fields: dict[str, Any], ignore: Ignore) -> Hand:
    units = Units(fields, ignore)
    rules = _rules(fields, units)
    stacks = units.amounts("starting_stacks", rules.players)
    actions = fields.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise HistoryError("actions must be a list of texts")
    for cap in dict.fromkeys((rules.cap, (4, 4, 4, 4), NO_CAP)):
        tried = replace(rules, cap=cap) if cap != rules.cap else rules
        try:
            cards = BoardAndCards(tried)
            state = _play(State(tried, stacks), actions, cards, units)
            break
        except IllegalActionError:
            if cap == NO_CAP or rules.betting != "limit" or "_cap" in fields:
                raise
    hand = Hand(
        rules=state.rules,
        stacks=stacks,
        players=_names(fields, rules.players, ignore),
        hole_cards=cards.hole_cards(),
        board=cards.board + cards.read(fields.get("_board_after", "")),
        actions=tuple(action for _, _, action in state.actions),
        payoffs=(0,) * rules.players,
        number=_text(fields, "hand", ignore),
        table=_text(fields, "table", ignore) or _text(fields, "event", ignore),
        when=_when(fields, ignore),
        chip=_text(fields, "_chip", ignore) or units.chip,
        **_seating(fields, rules.players, ignore),
    )
    if not state.is_over:
        raise HistoryError("the betting is not over")
    return _with_payoffs(hand, state, fields, units)


def _rules(fields: dict[str, Any], units: Units) -> Rules:
    variant = fields["variant"]
    if not isinstance(variant, str) or variant not in GAMES:
        raise HistoryError(
            f"variant {quoted(variant)} is not known: choose {', '.join(GAMES)} (fixed-limit and "
            f"no-limit hold'em, pot-limit Omaha, fixed-limit Omaha Hi-Lo)"
        )
    game, betting = GAMES[variant]
    stacks = fields.get("starting_stacks")
    if not isinstance(stacks, list):
        raise HistoryError("starting_stacks must be a list of amounts")
    if not 2 <= len(stacks) <= 10:
        raise HistoryError(f"{len(stacks)} starting_stacks: a table has 2 to 10 players")
    players = len(stacks)
    posted = units.amounts("blinds_or_straddles", players)
    antes = units.amounts("antes", players)
    if players == 2:  # listed as in a ring game, though the button has the small blind
        posted, antes = posted[::-1], antes[::-1]
    if betting == "limit":
        small, big = units.amount("small_bet"), units.amount("big_bet")
    else:
        small = big = units.amount("min_bet")
    cap = fields.get("_cap", list(usual_cap(betting)))
    if not isinstance(cap, list) or len(cap) != 4 or any(type(most) is not int for most in cap):
        raise HistoryError(f"_cap {quoted(cap)} must be four whole numbers")
    if any(not -1 <= most < 1000 for most in cap):
        raise HistoryError(f"_cap {quoted(cap)} must be numbers of raises, or -1")
    return Rules(
        game=game,
        betting=betting,
        blinds=tuple(abs(blind) for blind in posted),
        antes=antes,
        bets=(small, small, big, big),
        cap=cast("tuple[int, int, int, int]", tuple(cap)),
        cap_heads_up=fields.get("_cap_heads_up", True) is not False,
        first=(opener(posted), 0, 0, 0),
    )


def _play(state: State, actions: list[str], cards: BoardAndCards, units: Units) -> State:
    """Play all actions; ``cards`` collects the cards that are dealt or shown."""
    for action in actions:
        words = action.split("#")[0].split()
        match words:
            case []:
                pass
            case ["d", "db", dealt]:
                cards.deal_board(dealt)
            case ["d", "dh", player, dealt]:
                cards.deal(_position(player, state), dealt)
            case [player, "sm"] | [player, "sm", "-"]:
                _position(player, state)
            case [player, "sm", shown]:
                cards.show(_position(player, state), shown)
            case [player, "f"]:
                _act(state, player, FOLD, action, cards)
            case [player, "cc"]:
                _act(state, player, CALL, action, cards)
            case [player, "cbr", amount]:
                level = units.read(amount)
                if level <= 0:
                    raise HistoryError(f"{quoted(action)} is not a raise")
                _act(state, player, level, action, cards)
            case _:
                raise HistoryError(f"action {quoted(action)} is not known in this game")
    return state


def _position(player: str, state: State) -> int:
    if re.fullmatch(r"p[0-9]{1,2}", player) and 1 <= int(player[1:]) <= state.rules.players:
        return int(player[1:]) - 1
    raise HistoryError(f"{quoted(player)} is not a player: there are p1 to p{state.rules.players}")


def _act(state: State, player: str, what: int, action: str, cards: BoardAndCards) -> None:
    if state.actor is None:
        raise HistoryError(f"{quoted(action)} comes after the end of the betting")
    if _position(player, state) != state.actor:
        raise HistoryError(f"{quoted(action)}: it is the turn of p{state.actor + 1}")
    cards.check_round(state.round, action)
    try:
        state.apply(what)
    except IllegalActionError as error:
        raise IllegalActionError(f"{quoted(action)}: {error}") from None


def _with_payoffs(hand: Hand, state: State, fields: dict[str, Any], units: Units) -> Hand:
    players = hand.rules.players
    if "finishing_stacks" in fields and UNLIMITED not in hand.stacks:
        finishing = units.amounts("finishing_stacks", players)
        payoffs = tuple(
            after - before for after, before in zip(finishing, hand.stacks, strict=True)
        )
    elif "winnings" in fields:
        winnings = units.amounts("winnings", players)
        back = state.uncalled()
        paid = state.paid
        payoffs = tuple(winnings[p] + back[p] - paid[p] for p in range(players))
    else:
        try:
            return finish(hand)
        except HandRecordError:
            raise HistoryError(
                "payoffs unknown: the file states none and the showdown hides cards"
            ) from None
    if sum(payoffs) > 0:
        raise HistoryError(f"more chips after the hand than before it: payoffs are {payoffs}")
    return replace(hand, payoffs=payoffs, rake=-sum(payoffs))


def _names(fields: dict[str, Any], players: int, ignore: Ignore) -> tuple[str, ...]:
    usual = tuple(f"p{p + 1}" for p in range(players))
    names = fields.get("players")
    if isinstance(names, list) and len(names) == players:
        return tuple(n if isinstance(n, str) else u for n, u in zip(names, usual, strict=True))
    if names is not None:
        ignore(LABELS["players"])
    return usual


def _text(fields: dict[str, Any], key: str, ignore: Ignore) -> str:
    value = fields.get(key, "")
    if type(value) is int or isinstance(value, str):
        return str(value)
    ignore(LABELS[{"hand": "number", "_chip": "chip"}.get(key, "table")])
    return ""


def _seating(fields: dict[str, Any], players: int, ignore: Ignore) -> dict[str, Any]:
    """The hero, the seats, the size of the table and the tournament."""
    found: dict[str, Any] = {}
    seats, size, hero = (fields.get(key) for key in ("seats", "seat_count", "_hero"))
    if seats_fit(seats, players):
        found["seats"] = tuple(cast("list[int]", seats))
    elif seats is not None:
        ignore(LABELS["seats"])
    if type(size) is int and 0 < size <= _MOST_SEATS:
        found["table_size"] = size
    elif size is not None:
        ignore(LABELS["table_size"])
    if type(hero) is int and 1 <= hero <= players:
        found["hero"] = hero - 1
    elif hero is not None:
        ignore(LABELS["hero"])
    if "_tournament" in fields:
        try:
            found["tournament"] = tournament_from_fields(fields["_tournament"], players)
        except (TypeError, ValueError, AttributeError):
            ignore(LABELS["tournament"])
    return found


def _when(fields: dict[str, Any], ignore: Ignore) -> datetime | None:
    day = [fields.get(key) for key in ("year", "month", "day")]
    if None in day:
        return None
    clock = fields.get("time", time())
    try:
        if any(type(part) is not int for part in day) or not isinstance(clock, time):
            raise ValueError("not a time")
        moment = datetime.combine(date(*cast("list[int]", day)), clock)
    except (ValueError, OverflowError):
        ignore(LABELS["when"])
        return None
    zone = fields.get("time_zone")
    if zone is None:
        return moment
    try:
        return moment.replace(tzinfo=UTC if zone == "UTC" else ZoneInfo(zone))
    except (KeyError, ValueError, OSError, TypeError):
        ignore("time zones")
        return moment
