"""AIVAT of a whole log: hands go in, estimates of the known player come out, in flat memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from railbird.divat.estimators.aivat import (
    EVENTS,
    MOST_PAID,
    KnownStrategy,
    ValueTables,
    aivat,
    aivat_seen,
)
from railbird.divat.estimators.claims import DISPROVED, furthest_off, surprises
from railbird.divat.estimators.limit import EstimatorLine, estimator_line
from railbird.divat.hands import (
    EncodedBetting,
    RefusedError,
    UnscoredError,
    before_rake,
    board_cards,
    opens_every_round,
)
from railbird.divat.heads_up.encode import NOT_DEALT, Encoder, Games, smaller_stack, stack
from railbird.errors import OptionError
from railbird.stats import FEWEST_FOR_VERDICT, mean_of
from railbird.stopwatch import Stopwatch
from railbird.table.hand import Hand
from railbird.table.rules import table_rules
from railbird.table.state import FOLD

Floats = npt.NDArray[np.float64]

_CHUNK = 1024

VALUE = "Sparbot against itself, by buckets"
ALL = "all cards, decisions of the known player, over all hands they could hold"
SEEN = "cards and decisions of the known player; shown hands over all that they could hold"


_CAP = table_rules(2).cap
_OTHER_CAP = (
    "AIVAT knows limit tables with four bets a round, and this one has another cap: omit --known"
)

_ALL_IN = f"stacks below {MOST_PAID:.0f} small bets, with which somebody may be all in"

FAR = 3.3
"""Money and AIVAT are further apart in one of a thousand matches if the strategy is right."""


@dataclass(frozen=True)
class KnownResult:
    """AIVAT of the hands of a known player, from their view, in small bets.

    ``seen`` says that no card of the other player was used before a showdown: ``hidden`` hands do
    not show them. ``refused`` counts hands by reason, ``seconds`` is how long it took, and ``fair``
    says that the judged hands were chosen by nothing that happened in them.
    """

    name: str
    known: str
    estimates: Floats
    money: Floats
    seen: bool
    hidden: int
    refused: Mapping[str, int]
    seconds: float
    fair: bool = True

    def line(self, hero: str) -> EstimatorLine:
        """The line of a report from the view of ``hero``."""
        sign = 1.0 if hero == self.name else -1.0
        title = "AIVAT, cards not shown" if self.seen else "AIVAT"
        what = SEEN if self.seen else ALL
        return estimator_line(
            title,
            sign * self.estimates,
            sign * self.money,
            value=VALUE,
            corrects=what,
            unbiased=self.fair and abs(self.apart) <= FAR,
        )

    def how(self) -> str:
        """How it was computed, in a sentence."""
        speed = len(self.estimates) / max(self.seconds, 1e-9)
        cards = (
            f"without the other player's cards, which {self.hidden:,} hands do not show, so the "
            f"luck of the board is not taken out"
            if self.seen
            else "over all cards that could have come, exactly"
        )
        said = (
            f"AIVAT: {self.name} plays like {self.known}; {cards}; {len(self.estimates):,} games, "
            f"{speed:,.0f} games/s"
        )
        if self.refused:
            left_out = sum(self.refused.values())
            said += f"; {left_out:,} hands are left out, so it is about the others only"
        if abs(self.apart) > FAR:
            said += (
                f"; money and AIVAT are {abs(self.apart):.1f} standard errors apart, so "
                f"{self.name} hardly plays like {self.known}: then AIVAT is wrong, and it does not "
                f"judge"
            )
        return said

    @property
    def apart(self) -> float:
        """How many standard errors money is above AIVAT; about 0 if the strategy is right."""
        if len(self.estimates) < FEWEST_FOR_VERDICT:
            return 0.0
        luck = mean_of(self.money - self.estimates)
        return luck.mean / luck.error if luck.error > 0 else 0.0


def judge_known(
    hands: Iterable[Hand],
    name: str,
    known: KnownStrategy,
    tables: ValueTables,
    *,
    hidden: int = 0,
    threads: int | None = None,
) -> KnownResult:
    """Judge the hands of the player ``name``, who plays like ``known``.

    If the other player's cards are ``hidden`` in some hands, they are used in no hand before the
    showdown: using them only where they happen to be known would make a bias.
    """
    watch = Stopwatch()
    refused: Counter[str] = Counter()
    unscored: Counter[bool] = Counter()
    estimates: list[npt.NDArray[np.float32]] = []
    money: list[npt.NDArray[np.float32]] = []
    surprise = np.zeros(4)
    luck: list[npt.NDArray[np.float32]] = []
    chunks = _chunks(hands, name, seen=hidden > 0, refused=refused, unscored=unscored)
    for games, seats, won in chunks:
        sign = 1.0 - 2 * seats
        if hidden:
            found = aivat_seen(
                games, seats, known, tables, money=won * sign, assumed=known, threads=threads
            )
        else:
            found = aivat(games, seats, known, tables, threads=threads)
        if found.contradicted.any():
            raise OptionError(
                f"{name} does not play like {known.name}: in {int(found.contradicted.sum()):,} "
                f"of {len(games):,} hands they do what it never does; name the right player"
            )
        if found.unfit.any():
            raise OptionError(_OTHER_CAP)
        surprise += found.surprise.sum(axis=0)
        estimates.append((found.estimates * sign).astype(np.float32))
        luck.append((found.luck[:, :2] * sign[:, None]).astype(np.float32))
        money.append(won.astype(np.float32))
    if not estimates:
        why = "; ".join(f"{count:,} × {reason}" for reason, count in refused.items())
        raise OptionError(f"AIVAT can judge no hand of {name} ({why}): omit --known")
    for what, off in surprises(surprise):
        if off > DISPROVED:
            raise OptionError(
                f"{name} does not play like {known.name}: their {what} is {off:.1f} standard "
                f"errors away from it; name the right player"
            )
    event, off = furthest_off(np.concatenate(luck or [np.zeros((0, 2), np.float32)]), EVENTS)
    if off > DISPROVED:
        raise OptionError(
            f"{name} does not play like {known.name}: the luck of {event} is {off:.1f} standard "
            f"errors from 0, where it would be; name the right player"
        )
    empty = [np.zeros(0, np.float32)]
    return KnownResult(
        name,
        known.name,
        np.concatenate(estimates or empty).astype(np.float64),
        np.concatenate(money or empty).astype(np.float64),
        hidden > 0,
        hidden,
        dict(refused),
        watch.seconds,
        fair=not unscored[True],
    )


def _chunks(
    hands: Iterable[Hand],
    name: str,
    *,
    seen: bool,
    refused: Counter[str],
    unscored: Counter[bool],
) -> Iterator[tuple[Games, npt.NDArray[np.int64], Floats]]:
    encoder = Encoder()

    def fit() -> Iterator[tuple[Hand, EncodedBetting, list[int], int, float]]:
        for hand in hands:
            try:
                if name not in hand.players:
                    raise RefusedError(f"{name} did not play")
                encoder.check(hand.rules)
                if hand.rules.cap != _CAP or not hand.rules.cap_heads_up:
                    raise OptionError(_OTHER_CAP)
                if opens_every_round(hand.rules):
                    raise RefusedError("the small blind opens every round")
                if smaller_stack(hand) < MOST_PAID:
                    raise RefusedError(_ALL_IN)
                betting = encoder.betting(hand)
                seat = hand.players.index(name)
                cards = _cards(hand, betting.rounds, seat, seen=seen)
            except RefusedError as why:
                refused[str(why)] += 1
                unscored.update([isinstance(why, UnscoredError)])
            else:
                won = before_rake(hand, betting.paid.tolist(), seat)
                yield hand, betting, cards, seat, won / hand.rules.big_blind

    each = fit()
    while some := list(islice(each, _CHUNK)):
        played, bettings, cards, seats, won = zip(*some, strict=True)
        yield stack(played, bettings, cards), np.array(seats), np.array(won)


def _cards(hand: Hand, rounds: int, seat: int, *, seen: bool) -> list[int]:
    """The nine cards of a hand. The other player's may be unknown if they are not used."""
    own, other = hand.hole_cards[seat], hand.hole_cards[1 - seat]
    if own is None or (other is None and (not seen or FOLD not in hand.actions)):
        whose = hand.players[seat if own is None else 1 - seat]
        where = "" if own is None else " at a showdown"
        raise OptionError(
            f"AIVAT needs the cards of {whose}{where}, and hand {hand.number or '?'} does not show "
            f"them: omit --known for this log"
        )
    theirs = _unused([*own, *hand.board]) if other is None else other
    both = (own, theirs) if seat == 0 else (theirs, own)
    board = board_cards(hand, rounds)
    return [*both[0], *both[1], *board, *(NOT_DEALT,) * (5 - len(board))]


def _unused(taken: Sequence[int]) -> tuple[int, ...]:
    """Two cards that nobody holds; they stand for unknown ones and change nothing."""
    return tuple([card for card in range(52) if card not in taken][:2])
