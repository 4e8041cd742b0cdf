"""The three scenarios of Sêca (2008), chapter 5, with stand-ins for the players.

The players of Poker Academy are closed. Five of our Pokis and two of our Simbots form the advanced
table, seven different Jagbots and a Poki the beginners' table. As in the document, a scenario is
one long session, from whose first hand to the last all players remember everything. A seed is a
session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from railbird.arena.match import Match, MatchTable
from railbird.players import make_player
from railbird.reproduce.claims import Floats, mean_more_than, more_than
from railbird.reproduce.drawings import Lines, Series, sums
from railbird.reproduce.experiment import Claim, Figure, Outcome, RunOptions, beside, judged
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
ADVANCED_HANDS, BEGINNERS_HANDS, NO_MODEL_HANDS = 27_600, 52_629, 12_642
"""Hands of a session, as many as in the document. There v90 played 37,000; here it sits at one
table with v113, and plays as many as v113."""
SESSIONS = 4
"""Sessions that tell what the model is worth; one alone may be off by a third of it."""
BATCHES = 100
"""Batches of consecutive hands in a session. The error of a mean is that over batches, so that
hands may depend on those shortly before them, through what the players have learnt."""
STACK = 10_000
NOT_PUBLIC = "the players of Poker Academy are closed; these are our stand-ins"
A_PICTURE = "Figure 17 is a picture, and the text does not give this number"
DEEDS = ("fold", "check", "call", "bet", "raise")


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


def play_session(kinds: Sequence[str], hands: int, options: RunOptions) -> Watch:
    """Play the session of a scenario. The first of ``kinds`` is watched."""
    hands = max(2, options.games or hands)
    players = [make_player(kind) for kind in kinds]
    match = Match(table_rules(len(kinds)), (STACK,) * len(kinds), hands, options.seed)
    watch = Watch(tuple(player.name for player in players), hands)
    for done, (hand, _) in enumerate(MatchTable(match, players).play(), start=1):
        watch.add(hand)
        options.progress(done / hands)
    return watch


def by_batch(values: Floats) -> Floats:
    """Means over batches of consecutive hands; their mean is that over all hands."""
    hands = len(values)
    starts = np.unique(np.arange(min(BATCHES, hands)) * hands // min(BATCHES, hands))
    return np.asarray(np.add.reduceat(values, starts, axis=0) * len(starts) / hands)


def _rate(name: str, each: Floats, printed: float, *, but: str = "") -> Figure:
    found = mean_of(each)
    why = f"{NOT_PUBLIC}; standard error {shown(found.error, '.3f')}{but}"
    return beside(f"{name}, sb a hand", found.mean, printed, why)


def _standing(watch: Watch) -> tuple[str, ...]:
    each = by_batch(watch.won)
    rates = ", ".join(
        f"{name} {found.mean:+.3f} ± {shown(found.error, '.3f')}"
        for name, found in zip(watch.names, means_of(each), strict=True)
    )
    return (
        f"a session of {watch.hands:,} hands, in which nobody forgets",
        f"sb a hand: {rates}; errors are those over {len(each)} batches of hands",
    )


def _bankrolls(watch: Watch, figures: Sequence[str], draws: bool) -> tuple[Lines, ...]:
    """The lines of the first players, one for each figure, within what is luck by Equation 14."""
    if not draws:
        return ()
    luck = Series(
        "±6·√hands, luck by Eq. 14", 6 * np.sqrt(np.arange(watch.hands + 1)), "luck", guide=True
    )
    lines = (
        sums(f"{figure}, bankroll of {name}", {name: watch.won[:, i]}, x_label="hands")
        for i, (figure, name) in enumerate(zip(figures, watch.names, strict=False))
    )
    return tuple(replace(each, series=(*each.series, luck)) for each in lines)


def frequencies(watch: Watch) -> tuple[Figure | Claim, ...]:
    """Figure 17: how often the first player takes each action, in percent."""
    seen, name = watch.seen, watch.names[0]
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
    watch = play_session(kinds, ADVANCED_HANDS, options)
    each = by_batch(watch.won)
    figures = judged(
        _rate("v113", each[:, 0], 0.0),
        _rate("v90", each[:, 1], -0.04, but="; printed after 37,000 hands"),
        mean_more_than("v113 less v90", each[:, 0] - each[:, 1]),
        *frequencies(watch),
    )
    drawings = _bankrolls(watch, ("Figure 15", "Figure 16"), options.draws)
    return Outcome(figures, notes=_standing(watch), drawings=drawings)


def seca_beginners(options: RunOptions) -> Outcome:
    """Scenario two: v113 at the beginners' table."""
    watch = play_session(("v113=hubot", *BEGINNERS), BEGINNERS_HANDS, options)
    names, each, taken = watch.names[1:], by_batch(watch.won), by_batch(watch.taken)[:, 1:]
    left, right = np.split(taken, 2, axis=1)  # from the left neighbour round to the right
    figures = judged(
        _rate("v113", each[:, 0], 0.08),
        mean_more_than("v113 wins", each[:, 0]),
        *(
            mean_more_than(f"v113 less {name}", each[:, 0] - theirs)
            for name, theirs in zip(names, each[:, 1:].T, strict=True)
        ),
        *(
            mean_more_than(f"v113 takes from {name}", from_them)
            for name, from_them in zip(names, taken.T, strict=True)
        ),
        mean_more_than(
            "taken from the four on the right less the four on the left",
            right.sum(axis=1) - left.sum(axis=1),
        ),
    )
    drawings = _bankrolls(watch, ("Figure 19",), options.draws)
    return Outcome(figures, notes=_standing(watch), drawings=drawings)


def seca_no_model(options: RunOptions) -> Outcome:
    """Scenario three: v113 and v113b, which has no model, at the advanced table.

    One session is one of many, so several are played, each with a seed of its own.
    """
    kinds = ("v113=hubot", "v113b=hubot-v113b", *ADVANCED)
    hands = max(2, (options.games or SESSIONS * NO_MODEL_HANDS) // SESSIONS)
    watches = []
    for i in range(SESSIONS):
        own = options.part(i, SESSIONS, seed=options.seed + i)
        watches.append(play_session(kinds, hands, replace(own, games=hands)))
    batches = [by_batch(watch.won) for watch in watches]
    each = np.concatenate(batches)
    worth = each[:, 0] - each[:, 1]
    figures = judged(
        _rate("v113", each[:, 0], 0.02),
        _rate("v113b", each[:, 1], -0.14),
        _rate("v113 less v113b", worth, 0.16),
        mean_more_than("v113 less v113b", worth),
    )
    one_by_one = ", ".join(
        f"{found.mean:+.3f} ± {shown(found.error, '.3f')}"
        for found in (mean_of(some[:, 0] - some[:, 1]) for some in batches)
    )
    last = options.seed + SESSIONS - 1
    how = f"{SESSIONS} sessions of {hands:,} hands, seeds {options.seed} to {last}"
    notes = (f"{how}; v113 less v113b in each, sb a hand: {one_by_one}", *_standing(watches[0])[1:])
    drawings = _bankrolls(watches[0], ("Figure 20", "Figure 21"), options.draws)
    return Outcome(figures, notes=notes, drawings=drawings)
