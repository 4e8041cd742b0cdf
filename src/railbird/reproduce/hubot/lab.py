"""The three scenarios of Sêca (2008), chapter 5, with stand-ins for the players.

The players of Poker Academy are closed. Five of our Pokis and two of our Simbots form the advanced
table, seven different Jagbots and a Poki the beginners' table. As in the document, a scenario is
played in long sessions, from whose first hand to the last all players remember everything. There
are two sessions. In the second, the players sit the other way round, so that everyone who sits on
HuBot's left in one session sits on its right in the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from railbird.arena.match import Match, MatchTable
from railbird.players import make_player
from railbird.reproduce.claims import Floats, mean_more_than, more_than
from railbird.reproduce.drawings import Lines, sums
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
from railbird.reproduce.hubot.sessions import SESSIONS, lengths, side_by_side
from railbird.stats import mean_from_sums, mean_of, means_of, shown
from railbird.table import State, table_rules
from railbird.table.hand import Hand
from railbird.table.state import ROUND_NAMES

ADVANCED = (
    "Ogo=poki-loose", "Sanja=poki", "Hooke=poki-tight", "Erasmus=poki-sly", "Anders=poki-tricky",
    "Hari=simbot", "Ginger=simbot-tight",
)  # fmt: skip
BEGINNERS = (
    "A=jagbot", "B=jagbot-loose", "C=jagbot-tight", "D=jagbot-aggressive", "E=jagbot-passive",
    "F=jagbot-maniac", "G=jagbot-rock", "Kenny=poki-sly",
)  # fmt: skip
ADVANCED_HANDS, BEGINNERS_HANDS, NO_MODEL_HANDS = (SESSIONS * n for n in (27_600, 52_629, 12_642))
"""Hands in all sessions; each is as long as the document's one session of the scenario."""
BATCHES = 50
"""Batches of consecutive hands in a session. The error of a mean is that over batches, so that
hands may depend on those shortly before them, through what the players have learnt."""
STACK = 10_000
NOT_PUBLIC = "the players of Poker Academy are closed; these are our stand-ins"
A_PICTURE = "Figure 17 is a picture, and the text does not give this number"
DEEDS = ("fold", "check", "call", "bet", "raise")


class Session(NamedTuple):
    """A session to be played: who sits in order, and the match."""

    kinds: tuple[str, ...]
    match: Match


@dataclass(slots=True, eq=False)
class Watch:
    """Adds up what the players win in a session, and counts what the first of them does.

    ``won`` is what each player won in each hand, in small bets (one small bet is one big blind).
    ``taken`` is what the first player took from each. A player who wins a share of the pot takes
    that share of what each player paid.
    """

    names: tuple[str, ...]
    hands: int
    won: Floats = field(init=False, repr=False)
    taken: Floats = field(init=False, repr=False)
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.won = np.zeros((self.hands, len(self.names)))
        self.taken = np.zeros_like(self.won)

    def add(self, hand: Hand) -> None:
        """Add one hand."""
        places = [hand.players.index(name) for name in self.names]
        me, state = places[0], State(hand.rules, hand.stacks)
        deeds: list[tuple[int, str]] = []
        for action in hand.actions:
            if state.actor == me:
                deeds.append((state.round, state.word(action)))
            state.apply(action)
        unit, number = max(hand.rules.blinds), int(hand.number)
        payoffs, paid = np.array(hand.payoffs), np.array(state.paid)
        got = payoffs + paid
        taken = (paid * got[me] - paid[me] * got) / paid.sum()
        self.won[number] = payoffs[places] / unit
        self.taken[number] = taken[places] / unit
        self.seen.update(f"{ROUND_NAMES[round_]} {deed}" for round_, deed in deeds)
        shown = state.showdown and not state.folded[me]
        self.seen.update(
            hands=1,
            played=any(round_ == 0 and deed in ("call", "raise") for round_, deed in deeds),
            raised=(0, "raise") in deeds,
            flops=len(hand.board) >= 3 and (0, "fold") not in deeds,
            showdowns=shown,
            showdowns_won=shown and bool(got[me] > 0),
        )


def play_sessions(kinds: Sequence[str], hands: int, options: RunOptions) -> tuple[Watch, ...]:
    """Play the sessions of a scenario. The first of ``kinds`` is watched."""
    hands = max(2, options.games or hands)
    names = tuple(make_player(kind).name for kind in kinds)
    rules, stacks = table_rules(len(kinds)), (STACK,) * len(kinds)
    sessions = []
    for place, length in enumerate(lengths(hands)):
        order = tuple(kinds) if place % 2 == 0 else tuple(reversed(kinds))
        sessions.append(Session(order, Match(rules, stacks, length, options.seed + place)))
    watches = tuple(Watch(names, session.match.hands) for session in sessions)
    for done, (place, hand) in enumerate(side_by_side(_play, sessions, hands), start=1):
        watches[place].add(hand)
        options.progress(done / hands)
    return watches


def _play(session: Session) -> Iterator[Hand]:
    table = MatchTable(session.match, [make_player(kind) for kind in session.kinds])
    return (hand for hand, _ in table.play())


def by_batch(values: Floats) -> Floats:
    """Means over batches of consecutive hands; their mean is that over all hands."""
    hands = len(values)
    starts = np.unique(np.arange(min(BATCHES, hands)) * hands // min(BATCHES, hands))
    return np.asarray(np.add.reduceat(values, starts, axis=0) * len(starts) / hands)


def _won(watches: Sequence[Watch]) -> Floats:
    """What each player won a hand, by batch."""
    return np.concatenate([by_batch(watch.won) for watch in watches])


def _rate(name: str, each: Floats, printed: float) -> Figure:
    found = mean_of(each)
    why = f"{NOT_PUBLIC}; standard error {shown(found.error, '.3f')}"
    return beside(f"{name}, sb a hand", found.mean, printed, why)


def _standing(watches: Sequence[Watch]) -> tuple[str, ...]:
    each = _won(watches)
    rates = ", ".join(
        f"{name} {found.mean:+.3f} ± {shown(found.error, '.3f')}"
        for name, found in zip(watches[0].names, means_of(each), strict=True)
    )
    lengths = " and ".join(f"{watch.hands:,}" for watch in watches)
    return (
        f"sessions of {lengths} hands, memory kept throughout; the second with the seats reversed",
        f"sb a hand: {rates}; the errors are those over {len(each)} batches of hands",
    )


def _bankrolls(watches: Sequence[Watch], figures: Sequence[str], draws: bool) -> tuple[Lines, ...]:
    """The lines of the first players, one for each figure of the document."""
    if not draws:
        return ()
    return tuple(
        sums(
            f"{figure}: bankroll of {watches[0].names[i]}",
            {
                f"session {place}": watch.won[: min(each.hands for each in watches), i]
                for place, watch in enumerate(watches, start=1)
            },
            x_label="hands",
        )
        for i, figure in enumerate(figures)
    )


def frequencies(watches: Sequence[Watch]) -> tuple[Figure | Claim, ...]:
    """Figure 17: how often the first player takes each action, in percent."""
    seen = sum((watch.seen for watch in watches), start=Counter[str]())
    name = watches[0].names[0]
    won = float(seen["showdowns_won"])
    share = mean_from_sums(max(1, seen["showdowns"]), won, won)

    def percent(what: str, part: int, whole: int, printed: float | None, why: str) -> Figure:
        return beside(f"{name}, {what} in %", 100 * part / max(1, whole), printed, why)

    figures: list[Figure | Claim] = [
        percent("flops seen", seen["flops"], seen["hands"], 22, NOT_PUBLIC),
        more_than(
            f"{name}, showdowns won in %",
            100 * share.mean,
            50,
            error=100 * share.error,
            count=share.count,
        ),
        percent("hands played", seen["played"], seen["hands"], None, A_PICTURE),
        percent("raises before the flop", seen["raised"], seen["hands"], None, A_PICTURE),
        percent("showdowns", seen["showdowns"], seen["hands"], None, A_PICTURE),
    ]
    for round_ in ROUND_NAMES:
        counts = {deed: seen[f"{round_} {deed}"] for deed in DEEDS}
        figures += [
            percent(f"{round_} {deed}", count, sum(counts.values()), None, A_PICTURE)
            for deed, count in counts.items()
            if (round_, deed) != ("pre-flop", "bet")  # the big blind counts as the bet
        ]
    return tuple(figures)


def seca_advanced(options: RunOptions) -> Outcome:
    """Scenario one: v113 and v90 at the advanced table, and the frequencies of Figure 17."""
    kinds = ("v113=hubot", "v90=hubot-v90", *ADVANCED)
    watches = play_sessions(kinds, ADVANCED_HANDS, options)
    each = _won(watches)
    figures = judged(
        _rate("v113", each[:, 0], 0.0),
        _rate("v90", each[:, 1], -0.04),
        mean_more_than("v113 less v90", each[:, 0] - each[:, 1]),
        *frequencies(watches),
    )
    drawings = _bankrolls(watches, ("Figure 15", "Figure 16"), options.draws)
    return Outcome(figures, notes=_standing(watches), drawings=drawings)


def seca_beginners(options: RunOptions) -> Outcome:
    """Scenario two: v113 at the beginners' table."""
    watches = play_sessions(("v113=hubot", *BEGINNERS), BEGINNERS_HANDS, options)
    names, each = watches[0].names, _won(watches)
    taken = np.concatenate([by_batch(watch.taken) for watch in watches])
    sides = np.concatenate(
        [by_batch(_right_less_left(watch, i)) for i, watch in enumerate(watches)]
    )
    figures = judged(
        _rate("v113", each[:, 0], 0.08),
        mean_more_than("v113 wins", each[:, 0]),
        *(mean_more_than(f"v113 less {names[i]}", each[:, 0] - each[:, i]) for i in OTHERS),
        *(mean_more_than(f"v113 takes from {names[i]}", taken[:, i]) for i in OTHERS),
        mean_more_than("taken from the four on the right less the four on the left", sides),
    )
    drawings = _bankrolls(watches, ("Figure 19",), options.draws)
    return Outcome(figures, notes=_standing(watches), drawings=drawings)


OTHERS = range(1, 1 + len(BEGINNERS))


def _right_less_left(watch: Watch, session: int) -> Floats:
    """What v113 took from one side less the other; the players are named to the left, at first."""
    first, last = np.split(watch.taken[:, 1:], 2, axis=1)
    difference: Floats = last.sum(axis=1) - first.sum(axis=1)
    return difference if session % 2 == 0 else -difference


def seca_no_model(options: RunOptions) -> Outcome:
    """Scenario three: v113 and v113b, which has no model, at the advanced table."""
    kinds = ("v113=hubot", "v113b=hubot-v113b", *ADVANCED)
    watches = play_sessions(kinds, NO_MODEL_HANDS, options)
    each = _won(watches)
    figures = judged(
        _rate("v113", each[:, 0], 0.02),
        _rate("v113b", each[:, 1], -0.14),
        mean_more_than("v113 less v113b", each[:, 0] - each[:, 1]),
    )
    drawings = _bankrolls(watches, ("Figure 20", "Figure 21"), options.draws)
    return Outcome(figures, notes=_standing(watches), drawings=drawings)
