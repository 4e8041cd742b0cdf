"""Jam-or-fold hands as a page asks for them: texts in, plain values out.

A hand of at most six players answers while you watch, as exactly as the command line. What takes
longer is a job, whose answer is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
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
from railbird.tournament.jamfold.solve import (
    check_locks,
    default_epsilon,
    parse_locks,
    share_done,
)
from railbird.typed import named_stacks, numbers, one_number
from railbird.version import __version__

if TYPE_CHECKING:
    from railbird.tournament import HandSolution, JamDecision, JamSpot
    from railbird.tournament.equity.models import Model

AT_ONCE = 6
"""The most players that are solved while the page waits, in about a second."""

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
    spot: str = ""
    hero: str = ""

    @classmethod
    def of(cls, asked: dict[str, Any]) -> HandTexts:
        """The hand from plain values, as a job has them; one of an older version may have more."""
        given: dict[str, Any] = {
            one.name: asked[one.name] for one in fields(cls) if one.name in asked
        }
        for name in {"locks", "folded"} & given.keys():
            given[name] = tuple(given[name])
        return cls(**given | {"table": TableTexts(**asked["table"])})

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
    return None


def job_title(asked: HandTexts) -> str:
    """What the job of a hand is called, for people."""
    table = asked.table
    parts = [f"Solve {table.stacks} at {table.blinds}"]
    parts += [f"big-blind ante {table.bb_ante}"] if table.bb_ante.strip() else []
    parts += [f"for {table.payouts}"] if table.payouts.strip() else []
    kind = "progressive bounties" if table.progressive else "bounties"
    parts += [f"{kind} {table.bounties}"] if table.bounties.strip() else []
    parts += [f"by {asked.model}"]
    parts += [f"locked {'; '.join(asked.locks)}"] if asked.locks else []
    what = ", ".join(parts)
    return what if len(what) <= 160 else f"{what[:159]}…"


def known_solution(asked: HandTexts, settings: StudioSettings) -> dict[str, Any] | None:
    """The solution, if it takes no job or one has found it. What cannot be solved is refused."""
    if why_job(asked) is None:
        return _at_once(asked, settings)
    check(asked, settings)
    with settings.open_store() as store:
        return store.solution(asked.key)


@lru_cache(maxsize=32)
def _at_once(asked: HandTexts, settings: StudioSettings) -> dict[str, Any]:
    return solve_texts(asked, settings)


def check(asked: HandTexts, settings: StudioSettings) -> None:
    """Refuse a hand that cannot be solved, before a job is asked to."""
    _Asked.read(asked, settings)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A hand that can be solved, and the spot that it is from."""

    table: SetTable
    blinds: BlindSchedule
    model: Model
    locks: dict[str, str]
    spot: JamSpot | None

    @classmethod
    def read(cls, asked: HandTexts, settings: StudioSettings) -> _Asked:
        """Read the texts."""
        spot = find_spot(asked.spot, settings, asked.hero) if asked.spot else None
        table = read_table(asked.table, most_paid=None if spot is None else spot.rules.players)
        if table.blinds is None:
            raise OptionError("blinds are missing: give small and big blind, such as 300/600")
        if table.payouts is None and asked.model != "chips":
            raise OptionError(f"the model {asked.model} values prizes: give them, or choose chips")
        model = model_by_name(asked.model, blinds=table.blinds)
        locks = parse_locks(asked.locks, table.names)
        check_locks(locks, len(table.stacks))
        return cls(table, table.blinds, model, locks, spot)


def solve_texts(
    asked: HandTexts, settings: StudioSettings, progress: Callable[[float], None] | None = None
) -> dict[str, Any]:
    """Solve a hand, and judge the decision that it is from, if there is one."""
    read = _Asked.read(asked, settings)
    table, model, level = read.table, read.model, read.blinds.levels[0]
    epsilon = default_epsilon(len(table.stacks))
    told = _Told(progress)
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
        locks=read.locks,
        folded=asked.folded,
        epsilon=epsilon,
        progress=lambda reached: told.at_least(share_done(reached, epsilon)),
    )
    facts = _facts(found, table) | {"verdict": None}
    if read.spot is not None:
        prizes = read_table(asked.table).payouts  # also those that were paid before
        facts["verdict"] = _verdict(read.spot, prizes, found)
    return facts


class _Told:
    """Progress that never goes back."""

    def __init__(self, progress: Callable[[float], None] | None) -> None:
        self._progress, self._most = progress, 0.0

    def at_least(self, done: float) -> None:
        self._most = max(self._most, done)
        if self._progress is not None:
            self._progress(self._most)


def _facts(found: HandSolution, table: SetTable) -> dict[str, Any]:
    """What a page shows of a solution; values in prizes, or in % of the pool without them."""
    from railbird.reports.jam import closeness, headline, how_solved, stakes

    shown = [one.tidied(DUST) for one in found.decisions]
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
