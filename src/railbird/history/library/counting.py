"""What is counted of the players of a hand, in the tables of the library; see `tracking`.

``seats`` has a row for each player of a hand, ordered by player: the results of a player are read
without touching the hands. ``entries`` has the tournaments of whoever told a hand or finished.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.history.library.exits import find_exit
from railbird.history.library.query import Query
from railbird.history.summaries import TournamentSummary
from railbird.history.tracking import Tracked
from railbird.table.hand import Hand

Id = Callable[..., int]
"""The id of a row of a table, which is added if needed."""

_ROW = np.dtype(
    [
        ("hand", np.int64),
        ("payoff", np.int64),
        ("stake", np.int64),
        ("flags", np.int64),
        ("stack", np.int64),
        ("rake", np.float64),
        ("adjusted", np.float64),
    ]
)


class Stake(NamedTuple):
    """What was played for: the game, the big blind (0: not known), the worth of a chip."""

    game: str
    betting: str
    big_blind: int
    chip: str
    tournament: bool


class Counted(NamedTuple):
    """Rows of players and hands, in the order of time, and the stakes they name.

    The columns are ``hand``, ``payoff``, ``stake``, ``flags``, ``stack``, ``rake`` and
    ``adjusted``, which is the payoff where a hand was not decided by an all-in.
    """

    rows: npt.NDArray[Any]
    stakes: dict[int, Stake]


class Entry(NamedTuple):
    """A tournament that a player entered. Money is in hundredths of the currency.

    ``number`` is the name where the texts have no number.
    ``place`` is 0 if it is unknown. ``finished`` says whether the library has a summary, or the
    hand in which the player left the tournament or won it. ``more`` is what they paid after their
    first entry, by the summary or else by the hands. ``left`` marks one that is not finished, but
    after the last hand that the library has the player has no chips, or all: see `exits`.
    """

    player: str
    number: str
    name: str
    buy_in: int
    bounty: int
    fee: int
    currency: str
    free: bool
    finished: bool
    place: int
    prize: int
    bounties: int
    more: int
    left: bool = False

    @property
    def cost(self) -> int | None:
        """What the player paid; None if the texts do not say the price."""
        price = self.buy_in + self.bounty + self.fee
        return price + self.more if price or self.free else None

    @property
    def won(self) -> int:
        """Prize and bounties."""
        return self.prize + self.bounties


class Revision(NamedTuple):
    """Numbers that change with the hands, what is counted of them, and the summaries."""

    last_hand: int
    uncounted: int
    summaries: int
    told: int


def revision(db: sqlite3.Connection) -> Revision:
    """The state of what is counted; hands are never changed or removed."""
    return Revision(
        *db.execute(
            "SELECT (SELECT coalesce(max(id), 0) FROM hands), (SELECT count(*) FROM uncounted), "
            "count(*), coalesce(sum(place + prize + coalesce(bounties, 0) + more), 0) "
            "FROM summaries"
        ).fetchone()
    )


def keep(db: sqlite3.Connection, id_: Id, number: int, hand: Hand, counted: Tracked) -> None:
    """Write the rows of a hand, for the first time."""
    stake = _stake_id(id_, hand)
    players = [id_("players", name=name) for name in hand.players]
    db.executemany(
        "INSERT OR REPLACE INTO seats "
        "(player, hand, position, payoff, stake, flags, stack, rake, adjusted) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (player, number, p, payoff, stake, seat.flags, seat.stack, seat.rake, seat.adjusted)
            for p, (player, payoff, seat) in enumerate(
                zip(players, hand.payoffs, counted.seats, strict=True)
            )
        ],
    )
    if hand.hero is not None:
        db.execute("UPDATE players SET told = told + 1 WHERE id = ?", [players[hand.hero]])
    else:
        shown = [[p] for p, c in zip(players, hand.hole_cards, strict=True) if c is not None]
        db.executemany("UPDATE players SET shown = shown + 1 WHERE id = ?", shown)
    if hand.tournament is not None:
        _keep_entries(db, id_, hand, players)


def _stake_id(id_: Id, hand: Hand) -> int:
    rules, chip = hand.rules, hand.chip
    big_blind = rules.big_blind if any(rules.blinds) else 0
    tournament = hand.tournament is not None
    return id_(
        "stakes",
        text=f"{rules.game} {rules.betting} {big_blind} {chip} {int(tournament)}",
        game=rules.game,
        betting=rules.betting,
        big_blind=big_blind,
        chip=chip,
        tournament=tournament,
    )


def _keep_entries(db: sqlite3.Connection, id_: Id, hand: Hand, players: list[int]) -> None:
    event = hand.tournament
    assert event is not None
    tournament = id_(
        "tournaments",
        number=event.number or event.name,
        name=event.name,
        buy_in=event.buy_in,
        bounty=event.bounty,
        fee=event.fee,
        currency=event.currency,
        free=event.free,
    )
    if event.currency and (event.finishes or event.bounties):  # the first that may say it
        db.execute(
            "UPDATE tournaments SET currency = ? WHERE id = ? AND currency = ''",
            [event.currency, tournament],
        )
    named = {finish.position for finish in event.finishes}
    named |= {bounty.position for bounty in event.bounties}
    named |= {rebuy.position for rebuy in event.rebuys}
    if hand.hero is not None:
        named.add(hand.hero)
    db.executemany(
        "INSERT OR IGNORE INTO entries (player, tournament) VALUES (?, ?)",
        [(players[position], tournament) for position in named],
    )
    for finish in event.finishes:
        db.execute(
            "UPDATE entries SET finished = 1, place = ?, prize = prize + ? "
            "WHERE player = ? AND tournament = ?",
            [finish.place, finish.prize, players[finish.position], tournament],
        )
    for bounty in event.bounties:
        db.execute(
            "UPDATE entries SET bounties = bounties + ? WHERE player = ? AND tournament = ?",
            [bounty.chips, players[bounty.position], tournament],
        )

    for rebuy in event.rebuys:
        db.execute(
            "UPDATE entries SET more = more + ? WHERE player = ? AND tournament = ?",
            [rebuy.cost, players[rebuy.position], tournament],
        )


def keep_summary(db: sqlite3.Connection, id_: Id, summary: TournamentSummary) -> bool:
    """Write what a summary says, and return whether that is new."""
    event = summary.tournament
    parts = ("buy_in", "bounty", "fee", "currency", "free")
    about = {name: getattr(event, name) for name in parts}
    number = event.number or event.name
    tournament = id_("tournaments", number=number, name=event.name, **about)
    player = id_("players", name=summary.player)
    row = (summary.place, summary.prize, summary.bounties, summary.more)
    key = (player, tournament)
    known = db.execute(
        "SELECT place, prize, bounties, more FROM summaries WHERE player = ? AND tournament = ?",
        key,
    ).fetchone()
    db.execute("INSERT OR REPLACE INTO summaries VALUES (?, ?, ?, ?, ?, ?)", (*key, *row))
    db.execute("INSERT OR IGNORE INTO entries (player, tournament) VALUES (?, ?)", key)
    if any(about.values()):
        db.execute(
            "UPDATE tournaments SET buy_in = ?, bounty = ?, fee = ?, currency = ?, free = ? "
            "WHERE id = ?",
            (*about.values(), tournament),
        )
    return bool(known != row)


def heroes(db: sqlite3.Connection) -> list[str]:
    """The names that were kept; or who told the most hands, or showed cards in the most."""
    kept = [name for (name,) in db.execute("SELECT name FROM players WHERE is_hero ORDER BY name")]
    if kept:
        return kept
    for column in ("told", "shown"):
        first = db.execute(
            f"SELECT name, {column} FROM players WHERE {column} ORDER BY {column} DESC LIMIT 2"
        ).fetchall()
        if first and (len(first) == 1 or first[0][1] > first[1][1]):
            return [first[0][0]]
        if first:
            return []  # nobody can say which of them
    return []


def tellers(db: sqlite3.Connection) -> dict[str, int]:
    """How many hands each player told, most first."""
    return dict(db.execute("SELECT name, told FROM players WHERE told ORDER BY told DESC, name"))


class KnownPlayer(NamedTuple):
    """A player, how many hands they told, and in how many others their cards are known."""

    name: str
    told: int
    shown: int


def known_players(db: sqlite3.Connection, limit: int) -> list[KnownPlayer]:
    """The players most likely to be somebody's own names, the likeliest first."""
    rows = db.execute(
        "SELECT name, told, shown FROM players ORDER BY told DESC, shown DESC, name LIMIT ?",
        [limit],
    )
    return [KnownPlayer(*row) for row in rows]


def keep_heroes(db: sqlite3.Connection, names: Sequence[str]) -> None:
    """Keep these names, and no others, as those of the hero."""
    db.execute("UPDATE players SET is_hero = 0 WHERE is_hero")
    db.executemany("UPDATE players SET is_hero = 1 WHERE name = ?", [[name] for name in names])


def read(db: sqlite3.Connection, names: Sequence[str], query: Query) -> Counted:
    """The rows of players in the hands of a query, in the order of time.

    Without a player of its own, ``won`` and ``lost`` are what these players won and lost.
    """
    own: list[tuple[str, float]] = []
    if query.player is None:
        own += [] if query.won is None else [(">=", query.won)]
        own += [] if query.lost is None else [("<=", -query.lost)]
        query = replace(query, won=None, lost=None)
    where, values = query.where()
    chosen = "" if where == "1" else f"AND s.hand IN (SELECT h.id FROM hands h WHERE {where})"
    for sign, amount in own:
        chosen += f" AND s.payoff {sign} ? * (SELECT g.unit FROM hands g WHERE g.id = s.hand)"
        values.append(amount)
    marks = ", ".join("?" for _ in names)
    found = db.execute(
        "SELECT s.hand, s.payoff, s.stake, s.flags, s.stack, s.rake, "
        "coalesce(s.adjusted, s.payoff) FROM seats s WHERE s.player IN "
        f"(SELECT id FROM players WHERE name IN ({marks})) AND s.flags IS NOT NULL {chosen} "
        "ORDER BY s.player, s.hand",
        [*names, *values],
    )
    return Counted(_in_time(db, np.fromiter(found, dtype=_ROW)), stakes(db))


def _in_time(db: sqlite3.Connection, rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Rows in the order in which their hands were played.

    A hand without a time of its own was played when its match was begun. One of which nothing is
    known stays behind the hand that was imported before it. Those of one time are in the order of
    the library. Indices hold all that is asked for.
    """
    order = db.execute("SELECT id FROM hands ORDER BY source, place, id")
    every = np.fromiter((number for (number,) in order), dtype=np.int64)
    if not len(rows):
        return rows
    times = np.full(int(every.max()) + 1, np.nan)
    for asked in (
        "SELECT h.id, julianday(m.begun) FROM matches m JOIN hands h ON h.match = m.id",
        "SELECT id, julianday(played) FROM hands WHERE played IS NOT NULL",
    ):
        known = np.fromiter(db.execute(asked), dtype=[("hand", np.int64), ("time", np.float64)])
        times[known["hand"]] = known["time"]
    place = np.empty(len(times), dtype=np.int64)
    place[every] = np.arange(len(every))
    rows = rows[np.argsort(place[rows["hand"]], kind="stable")]
    own = times[rows["hand"]]
    last = np.maximum.accumulate(np.where(np.isnan(own), -1, np.arange(len(own))))
    own = np.where(last < 0, -np.inf, own[last])
    return rows[np.argsort(own, kind="stable")]


def stakes(db: sqlite3.Connection) -> dict[int, Stake]:
    """All that was played for, by number."""
    rows = db.execute("SELECT id, game, betting, big_blind, chip, tournament FROM stakes")
    return {number: Stake(*stake) for number, *stake in rows}


def entries(db: sqlite3.Connection, names: Sequence[str]) -> list[Entry]:
    """The tournaments of players, in the order in which the library met them."""
    marks = ", ".join("?" for _ in names)
    found = db.execute(
        "SELECT p.name, t.number, t.name, t.buy_in, t.bounty, t.fee, t.currency, t.free, "
        "e.finished OR coalesce(s.place, 0), coalesce(nullif(s.place, 0), e.place), "
        "coalesce(s.prize, e.prize), coalesce(s.bounties, e.bounties), coalesce(s.more, e.more) "
        "FROM entries e JOIN players p ON p.id = e.player "
        "JOIN tournaments t ON t.id = e.tournament "
        "LEFT JOIN summaries s ON s.player = e.player AND s.tournament = e.tournament "
        f"WHERE p.name IN ({marks}) ORDER BY t.id",
        list(names),
    )
    return [_with_exit(db, Entry(*row)) for row in found.fetchall()]


def _with_exit(db: sqlite3.Connection, entry: Entry) -> Entry:
    """The entry with what the last hand says about its end, if nothing else does."""
    number = "" if entry.number == entry.name else entry.number
    end = None if entry.finished else find_exit(db, entry.player, number, entry.name)
    if end is None:
        return entry
    if end.prize is None:
        return entry._replace(left=True, place=end.place)
    return entry._replace(finished=True, place=end.place, prize=end.prize)
