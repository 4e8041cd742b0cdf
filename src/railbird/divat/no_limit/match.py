"""The analysis of a heads-up no-limit match, from one player's view, in big blinds."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator, Sequence, Sized
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_index
from railbird.divat.estimators.claims import DISPROVED, furthest_off, surprises
from railbird.divat.estimators.estimated import (
    AIE,
    AIVAT,
    BY_DEAL,
    CHOSEN,
    DEAL,
    DIVAT,
    KNOWN_LUCK,
    LEAST,
    MONEY,
    EstimatedMatch,
    Estimates,
)
from railbird.divat.estimators.halves import Corrected
from railbird.divat.estimators.known_hands import ALL
from railbird.divat.estimators.limit import CARDS
from railbird.divat.estimators.summary import (
    GameSummary,
    lines_by_position,
    lines_by_round,
    lines_of,
)
from railbird.divat.hands import HeroView, HiddenCardsError, RefusedError
from railbird.divat.heads_up.summary import Line
from railbird.divat.no_limit.encode import (
    NOT_DEALT,
    NoLimitGames,
    Row,
    betting_of,
    each_board,
    result_of,
    stack_games,
)
from railbird.divat.no_limit.known import EVENTS, Judged, JudgedHand, KnownGames
from railbird.divat.no_limit.scores import STAKE, score_no_limit
from railbird.errors import OptionError
from railbird.evaluate.preflop.pairs import BOARDS, matchups
from railbird.stats import counted, verdict
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand

Floats = npt.NDArray[np.float64]

UNIT = "bb per game"
RIVER = 3
_CHUNK = 4096
OWN = "own cards, and the board after an all-in"


@dataclass(frozen=True, kw_only=True)
class NoLimitMatch(EstimatedMatch):
    """Estimates of all games of a no-limit match for the hero, in big blinds. See `EstimatedMatch`.

    Parameters
    ----------
    own
        The money less the luck that can be told without the other player's cards: that of the
        hero's own cards, and of the board after an all-in.
    all_in_luck
        The luck by all-in equity, by round. It is 0, as skill and luck are, in games that do not
        show the other player's cards.
    hidden, dark
        How many games do not show all hole cards, and how many of them not even what ``own`` needs:
        the hero's cards, and all cards of an all-in before the river.
    known
        AIVAT, if a player is known, and the known players: name and strategy.
    """

    own: Floats = field(repr=False)
    all_in_luck: Floats = field(repr=False)
    hidden: int
    dark: int = 0
    known: Corrected | None = field(default=None, repr=False)
    known_players: tuple[tuple[str, str], ...] = ()

    def candidates(self) -> list[Corrected]:
        """The estimates that the cards allow."""
        nothing = np.zeros((len(self), 0))
        found = [Corrected(MONEY, self.money, nothing)]
        if not self.dark:
            found.append(Corrected(KNOWN_LUCK, self.own, nothing))
        if not self.hidden:
            found.append(Corrected(AIE, self.money, self.all_in_luck))
            found.append(Corrected(DIVAT, self.money, self.luck))
        return [*found, *([] if self.known is None else [self.known])]

    def estimates(self, *, duplicate: bool = False) -> Estimates:
        if duplicate and self.hidden:
            raise OptionError(
                f"--duplicate needs all hole cards, and {self.hidden:,} games do not show them: "
                f"omit it"
            )
        candidates = self.candidates()
        found = {each.name: self.least([each], duplicate=duplicate) for each in candidates}
        best = self.least(candidates, duplicate=duplicate)
        luck = factors = skill = np.zeros((len(self), 0))
        if DIVAT in found:
            _, luck, factors, _ = found[DIVAT]
            skill = self.skill + self.luck - luck
        by_name = {name: each.values for name, each in found.items()} | {LEAST: best.values}
        return Estimates(by_name, skill, luck, factors, best.names)


VALUES = {
    MONEY: ("none", "nothing"),
    KNOWN_LUCK: ("all-in equity", OWN),
    AIE: ("all-in equity of the pot", CARDS),
    DIVAT: ("roll-out of the baseline", CARDS),
    AIVAT: ("ranges by buckets, looking ahead", ALL),
    LEAST: CHOSEN,
}
"""The value function of each estimator, and what it corrects."""


def summarise_no_limit(match: NoLimitMatch, *, duplicate: bool = False) -> GameSummary:
    """Win rates by every estimator that the known cards allow.

    With ``duplicate`` the two games of each deal are averaged, and the verdict is by that.
    """
    found = match.estimates(duplicate=duplicate)
    rounds, positions = tuple[Line, ...](), tuple[Line, ...]()
    if not match.hidden:
        rounds = lines_by_round(found.skill, match.money)
        positions = lines_by_position(found.by_name[DIVAT], match.money, match.seats)
    lines = lines_of(found.by_name, VALUES)
    by_deal = lines_of(match.by_deal(found), VALUES) if duplicate else ()
    best = [*lines, *by_deal][-1]
    return GameSummary(
        game="heads-up no-limit hold'em",
        players=match.players,
        games=len(match),
        hidden=match.hidden,
        refused=match.refused,
        verdict=verdict(best, match.players, unit=UNIT, sample=DEAL if duplicate else "game"),
        judged_by=f"{found.judged_by}, {BY_DEAL}" if duplicate else found.judged_by,
        estimators=lines,
        by_round=rounds,
        by_position=positions,
        how=_how(match),
        unit=UNIT,
        source=match.source,
        seconds=match.seconds,
        version=match.version,
        by_deal=by_deal,
    )


def _how(match: NoLimitMatch) -> str:
    speed = f"{len(match) / max(match.seconds, 1e-9):,.0f} games/s, railbird {match.version}"
    known = "".join(f"AIVAT: {name} plays like {kind}; " for name, kind in match.known_players)
    if match.dark:
        return (
            f"{known}{counted(match.dark, 'game')} without {match.players[0]}'s cards or those of "
            f"an all-in, so {'otherwise ' if known else ''}only the money counts, before rake; "
            f"{speed}"
        )
    if match.hidden:
        return (
            f"{known}{counted(match.hidden, 'game')} without the other player's cards, so "
            f"{'otherwise ' if known else ''}only the luck of {match.players[0]}'s own cards and "
            f"of the board after an all-in is taken out, exactly and in all games alike; {speed}"
        )
    return (
        f"{known}DIVAT: roll-out of the no-limit baseline, exact from the flop on; the luck of the "
        "first cards and of the flop by exact all-in equity; before rake. How much of each kind of "
        "luck is taken out of one half of the games, and by which estimator the verdict judges it, "
        f"is what varies least in the other half; {speed}"
    )


def analyze_no_limit(
    hands: Iterable[tuple[int, Hand]],
    *,
    hero: str | None = None,
    source: str = "",
    threads: int | None = None,
    unread: Sized = (),
    known: KnownGames | None = None,
) -> NoLimitMatch:
    """Score the hands of a heads-up no-limit match. ``hero`` defaults to the first player.

    ``known`` judges the games by AIVAT too.
    """
    watch = Stopwatch()
    refused: Counter[str] = Counter()
    view = HeroView(hero)
    ids, places, dark = list[int](), list[int](), 0
    surprise = np.zeros((0 if known is None else len(known.known), 4))
    parts: list[tuple[npt.NDArray[Any], ...]] = []
    each = _rows(hands, view, refused, known)
    while some := list(islice(each, _CHUNK)):
        boards, seats, some_ids, is_dark, judged = zip(*some, strict=True)
        ids += some_ids
        dark += sum(is_dark)
        places += seats
        sign = 1.0 - 2 * np.array(seats)
        aivat = (
            sign * np.array([each.paid for each in judged]),
            sign[:, None] * np.array([each.luck for each in judged]).reshape(len(sign), -1),
        )
        surprise = surprise + sum(each.surprise for each in judged)
        parts.append((*_score_boards(boards, np.array(seats), threads), *aivat))
    money, own, skill, luck, all_in_luck, hidden, cards, paid, by_event = (
        np.concatenate(columns) for columns in (zip(*parts, strict=True) if parts else _NOTHING)
    )
    if len(unread):
        refused["cannot be read"] = len(unread)
    if known is not None:
        _check_claims(known, by_event, surprise)
    return NoLimitMatch(
        players=view.players(),
        ids=np.array(ids, dtype=np.int64),
        seats=np.array(places, dtype=np.int8),
        hole_cards=cards.astype(np.uint8),
        money=money,
        own=own,
        skill=skill,
        luck=luck,
        all_in_luck=all_in_luck,
        hidden=int(hidden.sum()),
        dark=dark,
        refused=dict(refused),
        source=source,
        seconds=watch.seconds,
        known=None if known is None else Corrected(AIVAT, paid, by_event),
        known_players=() if known is None else known.players,
    )


_NOTHING = [(np.zeros(shape),) for shape in (0, 0, (0, 4), (0, 4), (0, 4), 0, (0, 4), 0, (0, 0))]
_NOT_JUDGED = JudgedHand(0.0, np.zeros(0), np.zeros((0, 4)))


def _check_claims(known: KnownGames, luck: Floats, surprise: Floats) -> None:
    """Refuse known players if what they did disproves it."""
    for (name, kind), sums in zip(known.players, surprise, strict=True):
        for what, off in surprises(sums):
            if off > DISPROVED:
                raise OptionError(
                    f"{name} does not play like {kind}: their {what} is {off:.1f} standard errors "
                    f"away from it; name the right player"
                )
    event, off = furthest_off(luck, EVENTS)
    if off > DISPROVED:
        claims = " and ".join(f"{name} does not play like {kind}" for name, kind in known.players)
        one = ", or one of them" if len(known.players) > 1 else ""
        raise OptionError(
            f"{claims}{one}: the luck of {event} is {off:.1f} standard errors from 0, where it "
            f"would be; name the right player"
        )


def _score_boards(
    boards: Sequence[list[Row]], seats: npt.NDArray[np.int64], threads: int | None
) -> tuple[npt.NDArray[Any], ...]:
    """`_score` of hands with one board or more, as means over the boards of each."""
    counts = np.array([len(rows) for rows in boards])
    games = stack_games([row for rows in boards for row in rows])
    found = _score(games, np.repeat(seats, counts), threads)
    if len(games) == len(boards):
        return found
    first = np.cumsum(counts) - counts

    def mean(each: npt.NDArray[Any]) -> npt.NDArray[Any]:
        if each.dtype != np.float64:  # cards and what is hidden: the same for all boards
            return np.asarray(each[first])
        sums = np.add.reduceat(each, first, axis=0)
        return np.asarray(sums / counts.reshape(-1, *[1] * (each.ndim - 1)))

    return tuple(map(mean, found))


def _score(
    games: NoLimitGames, seats: npt.NDArray[np.int64], threads: int | None
) -> tuple[npt.NDArray[Any], ...]:
    """Money, money less known luck, DIVAT and AIE by round, whether cards are hidden, and cards."""
    sign = 1.0 - 2 * seats
    hidden = (games.cards[:, :4] == NOT_DEALT).any(axis=1)
    skill, luck, all_in = np.zeros((3, len(games), 4))
    money = np.where(games.folded == 0, -games.lost, games.lost)
    seen = np.nonzero(~hidden)[0]
    after = np.zeros(len(games))
    if len(seen):
        found = score_no_limit(games.part(seen), threads=threads)
        money[seen] = found.money
        skill[seen], luck[seen], all_in[seen] = found.skill, found.luck, found.all_in_luck
        over = np.arange(4) > games.last[seen, None]
        shown = games.folded[seen] < 0
        after[seen] = np.where(shown, (found.all_in_luck * over).sum(axis=1), 0.0)
    cards = np.where(seats[:, None] == 0, games.cards[:, :2], games.cards[:, 2:4])
    told = (cards != NOT_DEALT).all(axis=1)
    own = sign * money - sign * after
    own[told] -= _own_luck(cards[told], games.stacks[told])
    by_round = (each * sign[:, None] for each in (skill, luck, all_in))
    return sign * money, own, *by_round, hidden, games.cards[:, :4]


def _own_luck(cards: npt.NDArray[np.uint8], stacks: Floats) -> Floats:
    """What a player's own cards are worth against a random hand; its mean is zero."""
    edges = own_edges()
    places = [colex_index(pair) for pair in cards.tolist()]
    return np.asarray(np.minimum(STAKE, stacks) * edges[places])


def own_edges() -> Floats:
    """Share of boards won minus lost by each hand against all others."""
    table = matchups()
    lost = table.wins.T
    return np.asarray((table.wins - lost).sum(axis=1) / (1225 * BOARDS))


def _rows_of(hand: Hand) -> tuple[list[Row], bool]:
    """A row for each board of a hand, and whether it shows too little for `NoLimitMatch.own`."""
    try:
        rows = [betting_of(each) for each in each_board(hand)]
    except HiddenCardsError:
        return [result_of(hand)], True
    _, _, last, _, _, folded, _ = rows[0]
    if None in hand.hole_cards and folded < 0:  # a hand was not shown at the showdown
        return [result_of(hand)], last < RIVER
    return rows, False


def _rows(
    hands: Iterable[tuple[int, Hand]],
    view: HeroView,
    refused: Counter[str],
    known: KnownGames | None,
) -> Iterator[tuple[list[Row], int, int, bool, JudgedHand]]:
    """Each hand that can be judged: its rows, the hero's seat, its id, and AIVAT's part.

    Before the last is whether it shows too little for `NoLimitMatch.own`.
    """
    waiting: deque[tuple[list[Row], int, int, bool]] = deque()  # AIVAT may take many at a time

    def readable() -> Iterator[Hand]:
        for id_, hand in hands:
            try:
                rows, is_dark = _rows_of(hand)
                seat = view.seat(hand)
            except RefusedError as why:
                refused[str(why)] += 1
            else:
                waiting.append((rows, seat, id_, is_dark or hand.hole_cards[seat] is None))
                yield hand

    found: Generator[Judged, None, None] = (
        (_NOT_JUDGED for _ in readable()) if known is None else known.judge_all(readable())
    )
    with closing(found):
        for judged in found:
            rows, seat, id_, is_dark = waiting.popleft()
            if isinstance(judged, RefusedError):
                refused[str(judged)] += 1
            else:
                yield rows, seat, id_, is_dark, judged
