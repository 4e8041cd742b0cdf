"""Sessions at the table. A session is its row and its hands in the library.

What is held here can be made again from them at any time: a table that is not open is opened when
it is asked for.
"""

from __future__ import annotations

import secrets
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from railbird.errors import OptionError
from railbird.history.library import MatchInfo, Query
from railbird.studio.memory import give_back
from railbird.studio.settings import StudioSettings
from railbird.studio.store import KeptSitting

if TYPE_CHECKING:
    from railbird.arena.sitting import Sitting, SittingView
    from railbird.players.base import Player
    from railbird.table.hand import Hand

MOST_HANDS = 1_000_000
_MOST_OPEN = 16
"""Tables that are open at once; the one that was opened first is closed for another."""
_SECONDS = 1.0
"""How long an answer waits for the programs; they think on after that."""
_STACK = {"limit": 1000, "pot-limit": 100, "no-limit": 100}
"""Stacks in big blinds, as in ``railbird play``."""


class UnknownTableError(OptionError):
    """There is no such session."""


class FinishedHand(NamedTuple):
    """A finished hand of a session: its id in the library, and what the person won."""

    id: int
    won: int


@dataclass
class LiveTable:
    """An open table."""

    kept: KeptSitting
    sitting: Sitting
    finished: list[FinishedHand]
    answers: list[int]
    programs: list[Player]
    lock: Lock = field(default_factory=Lock)


class LiveTables:
    """The tables of a studio."""

    def __init__(self, settings: StudioSettings) -> None:
        self._settings = settings
        self._open: dict[int, LiveTable] = {}
        self._lock = RLock()

    def sit_down(self, asked: dict[str, Any]) -> int:
        """Begin a session, and return its id. ``asked`` is refused before it is kept."""
        from railbird.arena.sitting import session_name

        seed = secrets.randbits(32)
        session = session_name(asked["name"], datetime.now(UTC), seed)
        self._match(session, asked, seed)
        with self._settings.open_store() as store:
            return store.add_sitting(session, asked, seed)

    def view(self, id_: int) -> tuple[LiveTable, SittingView]:
        """What the person sees, as soon as there is something to do."""
        table = self._table(id_)
        return table, table.sitting.wait(_SECONDS)

    def act(self, id_: int, *, hand: int, turn: int, action: int) -> None:
        """Act in a hand, after so many actions in it."""
        table = self._table(id_)
        with table.lock:
            view = table.sitting.wait(_SECONDS)
            if (view.phase, view.number, len(view.hand.actions)) != ("asked", hand, turn):
                raise OptionError("the hand has gone on: look at the table, and act again")
            table.sitting.act(action)
            table.answers.append(action)
            with self._settings.open_store() as store:
                store.note_answers(id_, hand, table.answers)

    def deal(self, id_: int) -> None:
        """Deal the next hand."""
        table = self._table(id_)
        with table.lock:
            table.sitting.deal()
            table.answers.clear()

    def leave(self, id_: int) -> int | None:
        """End a session, and return the number of its match, if a hand was finished."""
        with self._lock:
            kept = self._kept(id_)
            if kept.ended is None:
                self._remember(self._table(id_))
            table = self._open.pop(id_, None)
            if table is not None:
                table.sitting.close()
            with self._settings.open_store() as store:
                store.end_sitting(id_)
        del table
        give_back()  # all that the programs had learnt
        with self._settings.open_library() as library:
            found = library.matches(kept.session)
            if not found:
                return None
            if found[0].finished is None:
                library.finish_match(library.begin_match(self._info(kept)))
            return found[0].number

    def _remember(self, table: LiveTable) -> None:
        """Keep what the programs have learnt of the person."""
        from railbird.reports.remembered import remembered_of

        table.sitting.wait(_SECONDS)
        name = table.kept.asked["name"]
        found = [each for each in (remembered_of(p, name) for p in table.programs) if each]
        with self._settings.open_store() as store:
            store.keep_remembered(table.kept.session, [asdict(each) for each in found])

    def stop(self) -> None:
        """Close all tables; the sessions go on when they are asked for."""
        with self._lock:
            for table in self._open.values():
                table.sitting.close()
            self._open.clear()

    def _kept(self, id_: int) -> KeptSitting:
        with self._settings.open_store() as store:
            found = store.sittings(id_)
        if not found:
            raise UnknownTableError(f"there is no session {id_}: begin one")
        return found[0]

    def _table(self, id_: int) -> LiveTable:
        with self._lock:
            if id_ not in self._open:
                kept = self._kept(id_)
                if kept.ended is not None:
                    raise OptionError(f"session {id_} is over: begin another")
                while len(self._open) >= _MOST_OPEN:
                    self._open.pop(next(iter(self._open))).sitting.close()
                self._open[id_] = self._resume(kept)
            return self._open[id_]

    def _match(self, session: str, asked: dict[str, Any], seed: int) -> tuple[Any, list[Any]]:
        """The match of a session, and the programs in it."""
        from railbird.arena import Match, MatchTable
        from railbird.players import make_players
        from railbird.players.registry import PLAYERS
        from railbird.players.simple import AlwaysCall
        from railbird.table import table_rules

        for kind in asked["opponents"]:
            if kind not in PLAYERS:  # files and programs are for the command line
                raise OptionError(f"{kind[:80]!r} is no kind of player: see /api/agents")
        rules = table_rules(
            1 + len(asked["opponents"]), game=asked["game"], betting=asked["betting"]
        )
        stack = _STACK[asked["betting"]] * rules.big_blind
        match = Match(rules, (stack,) * rules.players, MOST_HANDS, seed, name=session)
        others = make_players(asked["opponents"], taken=[asked["name"]])
        MatchTable(match, [AlwaysCall(asked["name"]), *others])  # refuses who cannot play this
        return match, others

    def _info(self, kept: KeptSitting) -> MatchInfo:
        match, others = self._match(kept.session, kept.asked, kept.seed)
        return MatchInfo(
            name=kept.session,
            kind="play",
            players=(kept.asked["name"], *(player.name for player in others)),
            rules=match.rules,
            seed=kept.seed,
            duplicate=False,
        )

    def _resume(self, kept: KeptSitting) -> LiveTable:
        """A table as it was left."""
        from railbird.arena.sitting import Sitting, as_played

        name = kept.asked["name"]
        query = Query(match=kept.session)
        with self._settings.open_library() as library:
            told = list(library.hands(query))
        finished = [FinishedHand(id_, hand.payoffs[hand.players.index(name)]) for id_, hand in told]
        match, others = self._match(kept.session, kept.asked, kept.seed)
        info = self._info(kept)

        def keep(hand: Hand) -> None:
            number = int(hand.number) + 1
            with self._settings.open_library() as library:
                recording = library.begin_match(info)
                library.add_played(recording, [hand.told_by(name, datetime.now(UTC), number)])
                last = finished[-1].id if finished else 0
                ((id_, _),) = library.hands(query, after=last, limit=1)
            finished.append(FinishedHand(id_, hand.payoffs[hand.players.index(name)]))

        answers = kept.answers if kept.hand == len(told) else []
        sitting = Sitting(
            match,
            others,
            name,
            on_hand=keep,
            played=[as_played(hand, place) for place, (_, hand) in enumerate(told)],
            answers=answers,
        )
        return LiveTable(kept, sitting, finished, list(answers), others)
