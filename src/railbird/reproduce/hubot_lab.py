"""The three scenarios of Sêca (2008), chapter 5, with the nearest players that we have.

The players of Poker Academy are closed. Five Pokis and two Simbots of ours make the advanced table,
seven Jagbots and a Poki the beginners' table. Every deal is played in all nine rotations of the
seats, so most of the luck of the cards is gone; the players forget between the rotations.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from railbird.arena.match import Match
from railbird.arena.play import play_match
from railbird.players import make_player
from railbird.reproduce.experiment import Figure, Options, Outcome, Verdict, beside
from railbird.table import FOLD, State, table_rules
from railbird.table.hand import Hand

ADVANCED = (
    "Ogo=poki-loose", "Sanja=poki", "Hooke=poki-tight", "Erasmus=poki-sly", "Anders=poki-tricky",
    "Hari=simbot", "Ginger=simbot-tight",
)  # fmt: skip
BEGINNERS = (
    "A=jagbot", "B=jagbot-loose", "C=jagbot-tight", "D=jagbot-aggressive", "E=jagbot-passive",
    "F=jagbot", "G=jagbot-loose", "Kenny=poki-sly",
)  # fmt: skip
DEALS = 1000
STACK = 10_000
NOT_PUBLIC = "the players of Poker Academy are closed; these are our nearest"


@dataclass(slots=True, eq=False)
class Watch:
    """Adds up what players win, and what one of them does."""

    names: tuple[str, ...]
    watched: str
    won: list[list[float]] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, hand: Hand) -> None:
        """One hand; winnings in small bets, which are big blinds."""
        unit = max(hand.rules.blinds)
        by_name = dict(zip(hand.players, hand.payoffs, strict=True))
        self.won.append([by_name[name] / unit for name in self.names])
        place, state = hand.players.index(self.watched), State(hand.rules, hand.stacks)
        folded = False
        for action in hand.actions:
            if state.actor == place:
                folded |= action == FOLD and state.round == 0
                self.seen["raises" if action > 0 else "folds" if action == FOLD else "calls"] += 1
            state.apply(action)
        self.seen["hands"] += 1
        self.seen["flops"] += len(hand.board) >= 3 and not folded

    def by_deal(self, rotations: int) -> npt.NDArray[np.float64]:
        """Means over the rotations of each deal, (deals, players)."""
        won = np.array(self.won)
        return np.asarray(won.reshape(rotations, -1, won.shape[1]).mean(axis=0))


def _play(kinds: tuple[str, ...], options: Options) -> tuple[Watch, npt.NDArray[np.float64]]:
    players = [make_player(kind) for kind in kinds]
    count = len(players)
    deals = max(2, (options.games or DEALS * count) // count)
    match = Match(table_rules(count), (STACK,) * count, deals, options.seed, duplicate=True)
    names = tuple(player.name for player in players)
    watch = Watch(names, names[0])
    play_match(match, players, processes=None, on_hand=watch.add)
    return watch, watch.by_deal(count)


def _rate(name: str, each: npt.NDArray[np.float64], printed: float) -> Figure:
    error = each.std(ddof=1) / len(each) ** 0.5
    why = f"{NOT_PUBLIC}; standard error {error:.3f}"
    return beside(f"{name}, sb a hand", float(each.mean()), printed, why)


def _claim(name: str, each: npt.NDArray[np.float64]) -> Figure:
    """What the document says is more than zero: so it is if a 95 % interval says so."""
    error = float(each.std(ddof=1)) / len(each) ** 0.5
    is_more = each.mean() > 1.96 * error
    why = "" if is_more else "the interval does not exclude zero, or is below it"
    verdict: Verdict = "match" if is_more else "differs"
    said = f"more than 0 (± {1.96 * error:.3f})"
    return Figure(name, float(each.mean()), said, 1.96 * error, verdict, why)


def _standing(watch: Watch, each: npt.NDArray[np.float64]) -> tuple[str, ...]:
    error = each.std(axis=0, ddof=1) / len(each) ** 0.5
    rates = ", ".join(
        f"{name} {mean:+.3f} ± {off:.3f}"
        for name, mean, off in zip(watch.names, each.mean(axis=0), error, strict=True)
    )
    return (f"{len(watch.won):,} hands, {len(each):,} deals; sb a hand: {rates}",)


def seca_advanced(options: Options) -> Outcome:
    """Scenario one: v113 and v90 at the advanced table; also the frequencies of Figure 17."""
    watch, each = _play(("v113=hubot", "v90=hubot-v90", *ADVANCED), options)
    flops = watch.seen["flops"] / watch.seen["hands"]
    figures = (
        _rate("v113", each[:, 0], 0.0),
        _rate("v90", each[:, 1], -0.04),
        _claim("v113 less v90", each[:, 0] - each[:, 1]),
        beside("v113, flops seen", flops, 0.22, NOT_PUBLIC),
    )
    return Outcome(figures, notes=_standing(watch, each))


def seca_beginners(options: Options) -> Outcome:
    """Scenario two: v113 at the beginners' table."""
    watch, each = _play(("v113=hubot", *BEGINNERS), options)
    figures = (_rate("v113", each[:, 0], 0.08), _claim("v113 wins", each[:, 0]))
    return Outcome(figures, notes=_standing(watch, each))


def seca_no_model(options: Options) -> Outcome:
    """Scenario three: v113 and v113b, which has no model, at the advanced table."""
    watch, each = _play(("v113=hubot", "v113b=hubot-v113b", *ADVANCED), options)
    figures = (
        _rate("v113", each[:, 0], 0.02),
        _rate("v113b", each[:, 1], -0.14),
        _claim("v113 less v113b", each[:, 0] - each[:, 1]),
    )
    return Outcome(figures, notes=_standing(watch, each))
