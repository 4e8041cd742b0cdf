"""Leagues that were played: the result of each in a file, with its report."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from railbird.arena import League, LeagueResult
from railbird.compute.checkpoint import DAMAGE, replacing
from railbird.reports.league import how_played, league_page
from railbird.stats import Mean
from railbird.studio.store import now
from railbird.table import table_rules

STACK = 1000
"""Big blinds of each player, as in ``railbird league`` at limit."""


def league_of(asked: dict[str, Any]) -> League:
    """The league that a job was asked to play: heads-up limit hold'em."""
    rules = table_rules(2)
    stack = STACK * rules.big_blind
    return League(
        players=tuple(asked["players"]),
        rules=rules,
        stacks=(stack, stack),
        deals=asked["deals"],
        seed=asked["seed"],
        table="limit holdem",
    )


def keep_league(folder: Path, job: int, result: LeagueResult, matches: dict[str, int]) -> str:
    """Keep the result of a league; return what can be said for sure."""
    values = {
        "players": list(result.players),
        "measure": result.measure,
        "unit": result.unit,
        "deals": result.deals,
        "hands": result.hands,
        "seed": result.seed,
        "how": how_played(result),
        "sentences": result.sentences(),
        "ratings": [_plain(rating) for rating in result.ranking.means],
        "means": [_plain(result.mean(player, result.measure)) for player in result.players],
        "money": [_plain(result.mean(player, "money")) for player in result.players],
        "pairs": [
            {
                "first": pair.first,
                "second": pair.second,
                "money": _plain(pair.money),
                "divat": None if pair.divat is None else _plain(pair.divat),
                "match": matches.get(f"{pair.first}\n{pair.second}"),
            }
            for pair in result.pairs
        ],
        "forfeits": [
            *map(str, result.forfeited),
            *(f"{each.player}, {each.match}: {each.reason}" for each in result.forfeits_by_reason),
        ],
        "made": now(),
    }
    folder = leagues(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with replacing(folder / f"{job}.html") as draft:
        draft.write_text(league_page(result), encoding="utf-8", errors="replace")
    with replacing(folder / f"{job}.json") as draft:
        draft.write_text(json.dumps(values, allow_nan=False), encoding="utf-8")
    return result.sentences()[0]


def open_league(folder: Path, job: int) -> dict[str, Any] | None:
    """The result of a league, None if there is none or its file is damaged."""
    try:
        found = json.loads((leagues(folder) / f"{job}.json").read_text("utf-8"))
        return {"id": job, **found, "headline": found["sentences"][0]}
    except (FileNotFoundError, *DAMAGE):
        return None


def kept_leagues(folder: Path) -> list[int]:
    """The numbers of all leagues, the newest first."""
    found = [file.stem for file in leagues(folder).glob("*.json")]
    return sorted((int(name) for name in found if name.isdecimal()), reverse=True)


def leagues(folder: Path) -> Path:
    """The folder of the leagues in that of a studio."""
    return folder / "leagues"


def _plain(mean: Mean) -> dict[str, Any]:
    return {
        name: value if not isinstance(value, float) or isfinite(value) else None
        for name, value in asdict(mean).items()
        if isinstance(value, int | float)
    }
