"""The analysis of a heads-up no-limit match, from one player's view, in big blinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
import numpy.typing as npt

from railbird.cards.index import colex_index
from railbird.divat.estimators.limit import CARDS, estimator_line
from railbird.divat.estimators.summary import GameSummary, lines_by_position, lines_by_round
from railbird.divat.hands import HeroView, RefusedError
from railbird.divat.heads_up.summary import Line
from railbird.divat.no_limit.encode import NOT_DEALT, NoLimitGames, Row, betting_of, stack_games
from railbird.divat.no_limit.scores import STAKE, score_no_limit
from railbird.evaluate.preflop.pairs import BOARDS, matchups
from railbird.stats import verdict
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand
from railbird.version import __version__

Floats = npt.NDArray[np.float64]

UNIT = "bb per game"
RIVER = 3
_CHUNK = 4096
OWN = "own cards, and the board after an all-in"
CHOSEN = "as the one of them that varies least in the other half of the games"


@dataclass(frozen=True)
class NoLimitMatch:
    """Estimates of all games of a no-limit match for the hero, in big blinds.

    Parameters
    ----------
    players
        The hero and the other player.
    ids
        By game: the hand's id in the library, or its number in the file, from 1.
    seats
        By game: 0 if the hero was the big blind, 1 if they had the button.
    money, own
        What the hero won, and the same less the luck that can be told without the other player's
        cards: that of the hero's own cards, and of the board after an all-in.
    skill, all_in
        DIVAT by round, and money less the luck by all-in equity; only for games with all cards
        known, whose money is ``shown``.
    hidden
        How many games do not show the other player's cards.
    refused
        How many hands were not analysed, by reason.
    """

    players: tuple[str, str]
    ids: npt.NDArray[np.int64] = field(repr=False)
    seats: npt.NDArray[np.int8] = field(repr=False)
    money: Floats = field(repr=False)
    own: Floats = field(repr=False)
    skill: Floats = field(repr=False)
    all_in: Floats = field(repr=False)
    shown: Floats = field(repr=False)
    hidden: int
    refused: Mapping[str, int]
    source: str
    seconds: float
    version: str = __version__

    def __len__(self) -> int:
        return len(self.money)

    def scores(self) -> dict[str, Floats]:
        """Scores of each game by name: those that the known cards allow."""
        found = {"money": self.money, "own": self.own}
        if self.hidden:
            return found
        rounds = {f"round_{r}": self.skill[:, r] for r in range(4)}
        return {**found, "all_in": self.all_in, "divat": self.skill.sum(axis=1), **rounds}


def summarise_no_limit(match: NoLimitMatch) -> GameSummary:
    """Win rates by every estimator that the known cards allow."""
    lines = [
        estimator_line("money", match.money, match.money, value="none", corrects="nothing"),
        estimator_line(
            "known luck out", match.own, match.money, value="all-in equity", corrects=OWN
        ),
    ]
    rounds, positions = tuple[Line, ...](), tuple[Line, ...]()
    best = lines[-1]
    if not match.hidden:
        divat = match.skill.sum(axis=1)
        aie = "all-in equity of the pot"
        lines += [
            estimator_line("AIE", match.all_in, match.money, value=aie, corrects=CARDS),
            estimator_line(
                "DIVAT", divat, match.money, value="roll-out of the baseline", corrects=CARDS
            ),
        ]
        crossed = cross_chosen([match.own, match.all_in, divat])
        lines.append(
            estimator_line(
                "least variance", crossed, match.money, value="one of the above", corrects=CHOSEN
            )
        )
        best = lines[-1]
        rounds = lines_by_round(match.skill, match.money)
        positions = lines_by_position(match.skill, match.money, match.seats)
    return GameSummary(
        "heads-up no-limit hold'em",
        match.players,
        len(match),
        match.hidden,
        match.refused,
        verdict(best, match.players, unit=UNIT),
        tuple(lines),
        rounds,
        positions,
        _how(match),
        UNIT,
        match.source,
        match.seconds,
        match.version,
    )


def cross_chosen(estimates: Sequence[Floats]) -> Floats:
    """Each half of the games by the estimate that varies least in the other half.

    No game has a say in how it is judged, so this is as unbiased as the estimates are.
    """
    half = len(estimates[0]) // 2
    first, second = slice(0, half), slice(half, None)
    found = np.array(estimates[0])
    for mine, other in ((first, second), (second, first)):
        varies = [float(each[other].var()) if half else 0.0 for each in estimates]
        found[mine] = estimates[int(np.argmin(varies))][mine]
    return found


def _how(match: NoLimitMatch) -> str:
    speed = f"{len(match) / max(match.seconds, 1e-9):,.0f} games/s, railbird {match.version}"
    if match.hidden:
        return (
            f"{match.hidden:,} games do not show the other player's cards, so only the luck of "
            f"{match.players[0]}'s own cards and of the board after an all-in is taken out, "
            f"exactly and in all games alike; {speed}"
        )
    return (
        "DIVAT: roll-out of the no-limit baseline, exact from the flop on; the luck of the first "
        "cards and of the flop by exact all-in equity; before rake. The verdict judges each half "
        f"of the games by the estimator that varies least in the other half; {speed}"
    )


def analyze_no_limit(
    hands: Iterable[tuple[int, Hand]],
    *,
    hero: str | None = None,
    source: str = "",
    threads: int | None = None,
    unread: Sized = (),
) -> NoLimitMatch:
    """Score the hands of a heads-up no-limit match. ``hero`` defaults to the first player."""
    watch = Stopwatch()
    refused: Counter[str] = Counter()
    gather = _Gather(hero, refused)
    ids, places = list[int](), list[int]()
    parts: list[tuple[Floats, ...]] = []
    each = gather.rows(hands)
    while some := list(islice(each, _CHUNK)):
        rows, seats, some_ids = zip(*some, strict=True)
        ids += some_ids
        places += seats
        parts.append(_score(stack_games(rows), np.array(seats), threads))
    money, own, skill, all_in, hidden = (
        np.concatenate(columns) for columns in (zip(*parts, strict=True) if parts else _NOTHING)
    )
    if len(unread):
        refused["cannot be read"] = len(unread)
    known = hidden == 0
    return NoLimitMatch(
        gather.view.players(),
        np.array(ids, dtype=np.int64),
        np.array(places, dtype=np.int8),
        money,
        own,
        skill[known],
        all_in[known],
        money[known],
        int((~known).sum()),
        dict(refused),
        source,
        watch.seconds,
    )


_NOTHING = [(np.zeros(0),)] * 2 + [(np.zeros((0, 4)),), (np.zeros(0),), (np.zeros(0),)]


def _score(
    games: NoLimitGames, seats: npt.NDArray[np.int64], threads: int | None
) -> tuple[Floats, ...]:
    """Money, money less known luck, DIVAT by round, AIE, and whether cards are hidden."""
    sign = 1.0 - 2 * seats
    hidden = (games.cards[:, :4] == NOT_DEALT).any(axis=1)
    skill, all_in, money = np.zeros((len(games), 4)), np.zeros(len(games)), np.zeros(len(games))
    fold = np.where(games.folded == 0, -games.lost, games.lost)
    money[hidden] = fold[hidden]
    seen = np.nonzero(~hidden)[0]
    after = np.zeros(len(games))
    if len(seen):
        found = score_no_limit(games.part(seen), threads=threads)
        skill[seen], money[seen] = found.skill, found.money
        all_in[seen] = found.money - found.all_in_luck.sum(axis=1)
        over = np.arange(4) > games.last[seen, None]
        shown = games.folded[seen] < 0
        after[seen] = np.where(shown, (found.all_in_luck * over).sum(axis=1), 0.0)
    cards = np.where(seats[:, None] == 0, games.cards[:, :2], games.cards[:, 2:4])
    own = sign * money - sign * after - _own_luck(cards, games.stacks)
    return sign * money, own, skill * sign[:, None], all_in * sign, hidden.astype(np.float64)


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


def _mucked(hand: Hand, row: Row) -> Row:
    """A showdown at which a hand was not shown: only the result counts, as if the loser folded."""
    cards, dealt, last, sizes, stack, _, _ = row
    if last < RIVER:
        raise RefusedError("the cards of an all-in are not known")
    won = hand.payoffs[0] / hand.rules.big_blind
    return cards, dealt, last, sizes, stack, 0 if won < 0 else 1, abs(won)


class _Gather:
    """Hands as rows, from the hero's view."""

    def __init__(self, hero: str | None, refused: Counter[str]) -> None:
        self.view, self._refused = HeroView(hero), refused

    def rows(self, hands: Iterable[tuple[int, Hand]]) -> Iterator[tuple[Row, int, int]]:
        """Each hand that can be judged, with the hero's seat and its id."""
        for id_, hand in hands:
            try:
                row = betting_of(hand)
                seat = self.view.seat(hand)
                if hand.hole_cards[seat] is None:
                    raise RefusedError(f"the cards of {hand.players[seat]} are not known")
                if None in hand.hole_cards and row[5] < 0:
                    row = _mucked(hand, row)
            except RefusedError as why:
                self._refused[str(why)] += 1
            else:
                yield row, seat, id_
