"""The three scenarios of Sêca (2008), chapter 5, with stand-ins for the players.

The players of Poker Academy are closed. Five of our Pokis and two of our Simbots form the advanced
table, seven Jagbots and a Poki the beginners' table. Every deal is played in all nine rotations of
the seats, which removes most of the luck of the cards. The players forget between rotations.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.players import make_player
from railbird.reproduce.claims import Floats, mean_more_than, more_than
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
    "F=jagbot", "G=jagbot-loose", "Kenny=poki-sly",
)  # fmt: skip
DEALS = 1000
HANDS = DEALS * 9
"""Each deal is played from all nine seats."""
STACK = 10_000
NOT_PUBLIC = "the players of Poker Academy are closed; these are our stand-ins"
A_PICTURE = "Figure 17 is a picture, and the text does not give this number"
DEEDS = ("fold", "check", "call", "bet", "raise")


@dataclass(slots=True, eq=False)
class Watch:
    """Adds up what the players win in a match, and counts what the first of them does.

    ``won`` is what each player won in each hand, in small bets (one small bet is one big blind).
    ``taken`` is what the first player took from each. A player who wins a share of the pot takes
    that share of what each player paid.
    """

    names: tuple[str, ...]
    match: Match
    won: Floats = field(init=False, repr=False)
    taken: Floats = field(init=False, repr=False)
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.won = np.zeros((self.match.hands, len(self.names)))
        self.taken = np.zeros_like(self.won)

    def add(self, hand: Hand) -> None:
        """Add one hand. Hands of different rotations may come in any order."""
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

    def by_deal(self, values: Floats) -> Floats:
        """Means over the rotations of each deal, shape (deals, players)."""
        shape = (self.match.rotations, self.match.deals, len(self.names))
        return np.asarray(values.reshape(shape).mean(axis=0))


def _play(kinds: tuple[str, ...], options: RunOptions) -> tuple[Watch, Floats]:
    players = [make_player(kind) for kind in kinds]
    count = len(players)
    deals = max(2, (options.games or DEALS * count) // count)
    match = Match(table_rules(count), (STACK,) * count, deals, options.seed, duplicate=True)
    watch = Watch(tuple(player.name for player in players), match)

    def add(hand: Hand) -> None:
        watch.add(hand)
        options.progress(watch.seen["hands"] / match.hands)

    play_match(match, players, processes=None, on_hand=add)
    return watch, watch.by_deal(watch.won)


def _rate(name: str, each: Floats, printed: float) -> Figure:
    found = mean_of(each)
    why = f"{NOT_PUBLIC}; standard error {shown(found.error, '.3f')}"
    return beside(f"{name}, sb a hand", found.mean, printed, why)


def _standing(watch: Watch, each: Floats) -> tuple[str, ...]:
    rates = ", ".join(
        f"{name} {found.mean:+.3f} ± {shown(found.error, '.3f')}"
        for name, found in zip(watch.names, means_of(each), strict=True)
    )
    return (f"{len(watch.won):,} hands, {len(each):,} deals; sb a hand: {rates}",)


def frequencies(watch: Watch) -> tuple[Figure | Claim, ...]:
    """Figure 17: how often the first player takes each action, in percent."""
    seen = watch.seen
    won = float(seen["showdowns_won"])
    share = mean_from_sums(max(1, seen["showdowns"]), won, won)

    def percent(name: str, part: int, whole: int, printed: float | None, why: str) -> Figure:
        return beside(f"{watch.names[0]}, {name} in %", 100 * part / max(1, whole), printed, why)

    figures: list[Figure | Claim] = [
        percent("flops seen", seen["flops"], seen["hands"], 22, NOT_PUBLIC),
        more_than(
            f"{watch.names[0]}, showdowns won in %",
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
    watch, each = _play(("v113=hubot", "v90=hubot-v90", *ADVANCED), options)
    figures = judged(
        _rate("v113", each[:, 0], 0.0),
        _rate("v90", each[:, 1], -0.04),
        mean_more_than("v113 less v90", each[:, 0] - each[:, 1]),
        *frequencies(watch),
    )
    return Outcome(figures, notes=_standing(watch, each))


def seca_beginners(options: RunOptions) -> Outcome:
    """Scenario two: v113 at the beginners' table."""
    watch, each = _play(("v113=hubot", *BEGINNERS), options)
    taken = watch.by_deal(watch.taken)[:, 1:]  # from the left neighbour round to the right
    half = taken.shape[1] // 2
    others = list(enumerate(watch.names))[1:]
    figures = judged(
        _rate("v113", each[:, 0], 0.08),
        mean_more_than("v113 wins", each[:, 0]),
        *(mean_more_than(f"v113 less {name}", each[:, 0] - each[:, i]) for i, name in others),
        *(mean_more_than(f"v113 takes from {name}", taken[:, i - 1]) for i, name in others),
        mean_more_than(
            "taken from the four on the right less the four on the left",
            taken[:, half:].sum(axis=1) - taken[:, :half].sum(axis=1),
        ),
    )
    return Outcome(figures, notes=_standing(watch, each))


def seca_no_model(options: RunOptions) -> Outcome:
    """Scenario three: v113 and v113b, which has no model, at the advanced table."""
    watch, each = _play(("v113=hubot", "v113b=hubot-v113b", *ADVANCED), options)
    figures = judged(
        _rate("v113", each[:, 0], 0.02),
        _rate("v113b", each[:, 1], -0.14),
        mean_more_than("v113 less v113b", each[:, 0] - each[:, 1]),
    )
    return Outcome(figures, notes=_standing(watch, each))
