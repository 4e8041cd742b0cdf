"""Jam-or-fold hands as a page asks for them: texts in, plain values out.

A hand of at most six players answers while you watch. Four and more are then solved roughly, unless
they are asked for exactly. What takes longer is a job, whose answer is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from hashlib import sha256
from math import isfinite
from typing import TYPE_CHECKING, Any

from railbird.errors import OptionError
from railbird.studio.settings import StudioSettings
from railbird.studio.spots import find_spot
from railbird.table.seats import seat_names
from railbird.tournament import BlindSchedule, FutureGame, model_by_name, solve_hand
from railbird.tournament.equity.models import looks_ahead
from railbird.tournament.jamfold.solution import DUST
from railbird.tournament.jamfold.solve import default_epsilon, parse_locks, share_done
from railbird.typed import named_stacks, numbers, one_number
from railbird.version import __version__

if TYPE_CHECKING:
    from railbird.tournament import HandSolution, JamDecision, JamSpot

AT_ONCE, EXACT_AT_ONCE = 6, 3
"""The most players that are solved while the page waits: roughly, and exactly."""

ROUGH = 1e-4
"""What a player can gain in a rough solution, in parts of the pool."""

ROUGH_DUST = 0.03
"""Frequencies that a rough solution cannot tell from 0."""

_FACTS = 2
"""The form of the facts that are kept; a solution in another form is not found."""

_LOOKING = 0.9
"""The share of the work that looking ahead is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTexts:
    """A table as a person types it; "" where nothing is given."""

    stacks: str
    blinds: str = ""
    bb_ante: str = ""
    payouts: str = ""
    bounties: str = ""
    progressive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTable:
    """The same, read."""

    stacks: tuple[float, ...]
    names: tuple[str, ...]
    blinds: BlindSchedule | None
    bb_ante: float
    payouts: tuple[float, ...] | None
    bounties: tuple[float, ...] | None
    progressive: bool

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats, in order of action."""
        return seat_names(len(self.stacks))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTexts:
    """A hand to solve: a table, a model, locked ranges, who has folded, and a spot it is from."""

    table: TableTexts
    model: str = "harville"
    locks: tuple[str, ...] = ()
    folded: tuple[int, ...] = ()
    exact: bool = False
    spot: str = ""
    hero: str = ""

    @classmethod
    def of(cls, asked: dict[str, Any]) -> HandTexts:
        """The hand from plain values, as a job has them."""
        lists = {name: tuple(asked[name]) for name in ("locks", "folded")}
        return cls(**asked | lists | {"table": TableTexts(**asked["table"])})

    @property
    def key(self) -> str:
        """What its solution is kept under."""
        text = json.dumps([__version__, _FACTS, asdict(self)], sort_keys=True)
        return sha256(text.encode()).hexdigest()[:32]


def read_table(texts: TableTexts, *, most_paid: int | None = None) -> SetTable:
    """Read what a person typed; of the prizes the first ``most_paid``."""
    stacks, names = named_stacks(texts.stacks, "stacks")
    if not 2 <= len(stacks) <= 10:
        raise OptionError(f"{len(stacks)} stacks: a table has 2 to 10 players")
    payouts = bounties = None
    if texts.payouts.strip():
        payouts = tuple(numbers(texts.payouts, "prizes", "50,30,20")[:most_paid])
    if texts.bounties.strip():
        if payouts is None:
            raise OptionError("bounties need prizes: give them, such as 50,30,20")
        given = numbers(texts.bounties, "bounties", "10,10,20")
        bounties = tuple(given * len(stacks) if len(given) == 1 else given)
    if texts.progressive and bounties is None:
        raise OptionError("progressive bounties need bounties: give one number for all, such as 10")
    return SetTable(
        stacks=tuple(stacks),
        names=names,
        blinds=BlindSchedule.parse(texts.blinds) if texts.blinds.strip() else None,
        bb_ante=one_number(texts.bb_ante, "big-blind ante"),
        payouts=payouts,
        bounties=bounties,
        progressive=texts.progressive,
    )


def why_job(asked: HandTexts) -> str | None:
    """Why a hand is solved by a job, or None if it is solved at once."""
    players = len(read_table(asked.table).stacks)
    if looks_ahead(asked.model):
        return f"{asked.model} plays the next hands, which takes a while."
    if players > AT_ONCE:
        return f"A hand of {players} players takes a while."
    if asked.exact and players > EXACT_AT_ONCE:
        return f"To solve {players} players exactly takes a while."
    return None


def job_title(asked: HandTexts) -> str:
    """What the job of a hand is called."""
    exact = ", exactly" if asked.exact else ""
    locks = f", locked {'; '.join(asked.locks)}" if asked.locks else ""
    what = f"Solve {asked.table.stacks} at {asked.table.blinds} by {asked.model}{exact}{locks}"
    return what if len(what) <= 120 else f"{what[:110]}… {asked.key[:6]}"


def known_solution(asked: HandTexts, settings: StudioSettings) -> dict[str, Any] | None:
    """The solution, if it takes no job or one has found it."""
    if why_job(asked) is None:
        return _at_once(asked, settings)
    with settings.open_store() as store:
        return store.solution(asked.key)


@lru_cache(maxsize=32)
def _at_once(asked: HandTexts, settings: StudioSettings) -> dict[str, Any]:
    return solve_texts(asked, settings)


def solve_texts(
    asked: HandTexts, settings: StudioSettings, progress: Callable[[float], None] | None = None
) -> dict[str, Any]:
    """Solve a hand, and judge the decision that it is from, if there is one."""
    spot = find_spot(asked.spot, settings, asked.hero) if asked.spot else None
    table = read_table(asked.table, most_paid=None if spot is None else spot.rules.players)
    if table.blinds is None:
        raise OptionError("blinds are missing: give small and big blind, such as 300/600")
    if table.payouts is None and asked.model != "chips":
        raise OptionError(f"the model {asked.model} values prizes: give them, or choose chips")
    players, level = len(table.stacks), table.blinds.levels[0]
    is_rough = EXACT_AT_ONCE < players <= AT_ONCE and why_job(asked) is None
    epsilon = ROUGH if is_rough else default_epsilon(players)
    told = _Told(progress)
    model = model_by_name(asked.model, blinds=table.blinds)
    if isinstance(model, FutureGame):
        model = replace(model, progress=lambda done, of: told.at_least(_LOOKING * done / of))
    found = solve_hand(
        table.stacks,
        blinds=(level.small, level.big),
        ante=level.ante,
        big_blind_ante=table.bb_ante,
        payouts=table.payouts,
        model=model,
        bounties=table.bounties,
        progressive=table.progressive,
        locks=parse_locks(asked.locks, table.names),
        folded=asked.folded,
        epsilon=epsilon,
        progress=lambda reached: told.at_least(share_done(reached, epsilon)),
    )
    dust = ROUGH_DUST if is_rough else DUST
    facts = _facts(found, table, dust) | {"is_rough": is_rough, "verdict": None}
    if spot is not None:
        prizes = read_table(asked.table).payouts  # also those that were paid before
        facts["verdict"] = _verdict(spot, prizes, found)
    return facts


class _Told:
    """Progress that never goes back."""

    def __init__(self, progress: Callable[[float], None] | None) -> None:
        self._progress, self._most = progress, 0.0

    def at_least(self, done: float) -> None:
        self._most = max(self._most, done)
        if self._progress is not None:
            self._progress(self._most)


def _facts(found: HandSolution, table: SetTable, dust: float) -> dict[str, Any]:
    """What a page shows of a solution; values in prizes, or in % of the pool without them."""
    from railbird.reports.jam import closeness, headline, how_solved, stakes

    shown = [one.tidied(dust) for one in found.decisions]
    unit = 100.0 if table.payouts is None else found.rules.pool
    return {
        "headline": headline(shown),
        "reason": f"{stakes(found)} {closeness(found)}",
        "how": how_solved(found, shown),
        "seats": list(found.seats),
        "names": list(table.names),
        "stacks": list(table.stacks),
        "big_blind": found.rules.blinds[1],
        "model": found.model,
        "unit": "% of the pool" if table.payouts is None else "prizes",
        "pool": unit,
        "before": [unit * float(x) for x in found.before],
        "payoffs": [unit * float(x) for x in found.payoffs],
        "epsilon": found.epsilon,
        "least_difference": found.least_difference,
        "seconds": found.seconds,
        "decisions": [_decision(one, unit) for one in shown],
    }


def _decision(one: JamDecision, unit: float) -> dict[str, Any]:
    return {
        "name": one.name,
        "player": one.player,
        "after": list(one.after),
        "is_locked": one.is_locked,
        "reached": one.reached,
        "has_answer": one.has_answer,
        "frequency": one.frequency,
        "share": one.share,
        "range": one.range_text,
        "jam": one.jam.tolist(),
        "ev_fold": [_rounded(unit * x) for x in one.ev_fold.tolist()],
        "ev_jam": [_rounded(unit * x) for x in one.ev_jam.tolist()],
    }


def _rounded(value: float) -> float | None:
    return round(value, 9) if isfinite(value) else None


def _verdict(spot: JamSpot, prizes: tuple[float, ...] | None, found: HandSolution) -> str:
    """What the hero did and what it cost, or why that cannot be said."""
    from railbird.reports.jam import assumed, verdict
    from railbird.tournament import Passed
    from railbird.tournament.review.judge import judge

    same = ("stacks", "blinds", "ante", "big_blind_ante", "folded")
    if any(getattr(spot.rules, name) != getattr(found.rules, name) for name in same):
        return "The table was changed, so what was played is not judged."
    if not spot.hand_class:
        return "The hero's cards are unknown, so what was played is not judged."
    field = replace(spot.field, seats=0)  # the page has no other tables, and the verdict says so
    why = field.why_not(prizes, spot.rules.players) if prizes else ""
    judged = Passed(spot.hand, why) if why else judge(spot, payouts=prizes, found=found)
    if isinstance(judged, Passed):
        return f"This cannot be judged: {judged.why}."
    return f"{verdict(judged)}{assumed(judged)}"
