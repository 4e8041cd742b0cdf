"""Reading hand histories; each run starts with an empty cache of bettings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from tests.naive.poker_academy import write_poker_academy
from tests.naive.room_texts import FORMS, rewrite

from benchmarks.conftest import Race
from benchmarks.race import US, Case
from railbird.arena import Match, MatchTable
from railbird.history import write_hands
from railbird.history.files import find_format
from railbird.history.formats.acpc.log import AcpcFormat
from railbird.history.formats.base import read_file
from railbird.history.formats.poker_academy.format import PokerAcademyFormat
from railbird.history.formats.poker_academy.play import known_course
from railbird.history.formats.pokerstars.format import PokerStarsFormat
from railbird.players import RandomPlayer
from railbird.table import Hand, Rules, table_rules

SIX = Case("reading an ACPC log, six-handed no-limit", "hands", least_rate=20_000)
STARS = Case(
    "reading PokerStars text, six-handed no-limit", "hands", least_rate=15_000, least_ratio=20
)
ACADEMY = Case("reading Poker Academy text", "hands", least_rate=20_000)


def played(rules: Rules, stack: int) -> list[Hand]:
    match = Match(rules, (stack,) * rules.players, deals=5_000, seed=1)
    players = [RandomPlayer(name) for name in "abcdef"[: rules.players]]
    return [hand for hand, _ in MatchTable(match, players).play()]


def payoffs(hands: list[Hand]) -> list[tuple[int, ...]]:
    return [hand.payoffs for hand in hands]


def test_reading_acpc(race: Race, tmp_path: Path) -> None:
    hands = played(table_rules(6, betting="no-limit", small_blind=50, big_blind=100), 20_000)
    path = tmp_path / "match.log"
    write_hands(path, hands, format="acpc")

    def check(found: list[Hand]) -> None:
        assert payoffs(found) == payoffs(hands)

    race(SIX, US, lambda: list(read_file(path, [AcpcFormat()])), check=check, count=len(hands))


def stars_hands() -> list[Hand]:
    """Hands as the first player sees them: with their own cards, and those of the showdown."""
    when = datetime(2011, 5, 7, 12, 41, 20)
    hands = played(table_rules(6, betting="no-limit", small_blind=50, big_blind=100), 20_000)
    return [
        replace(
            hand,
            chip="0.01 USD",
            when=when,
            table="Vega",
            hero=0,
            hole_cards=tuple(
                None if p and folded else cards
                for p, (cards, folded) in enumerate(
                    zip(hand.hole_cards, hand.replay().folded, strict=True)
                )
            ),
        )
        for hand in hands
    ]


def test_reading_pokerstars(race: Race, tmp_path: Path) -> None:
    hands = stars_hands()
    path = tmp_path / "session.txt"
    write_hands(path, hands, format="pokerstars", on_problem=print)

    def check(found: list[Hand]) -> None:
        assert payoffs(found) == payoffs(hands)

    race(STARS, US, lambda: list(read_file(path, [PokerStarsFormat()])), check=check, count=5_000)


@pytest.mark.filterwarnings("ignore:The field 'time_zone")
def test_reading_pokerstars_pokerkit(
    race: Race, peer: Callable[[str], Any], tmp_path: Path
) -> None:
    pokerkit = peer("pokerkit")
    path = tmp_path / "session.txt"
    write_hands(path, stars_hands()[:100], format="pokerstars")
    text = path.read_text().replace("\n\n", "\n\n\n")  # it wants two empty lines

    def run() -> list[Any]:
        return list(pokerkit.notation.PokerStarsParser()(text))

    def check(found: list[Any]) -> None:
        assert len(found) == 100

    race(STARS, "pokerkit", run, check=check, count=100, how="PokerStarsParser")


@pytest.mark.parametrize("room", FORMS)
def test_reading_the_text_of_a_room(race: Race, tmp_path: Path, room: str) -> None:
    hands = stars_hands()[:2_000]
    path = tmp_path / "session.txt"
    write_hands(path, hands, format="pokerstars", on_problem=print)
    path.write_text(rewrite(path.read_text(), room), encoding="utf-8")
    case = Case(f"reading text of {room}", "hands", least_rate=8_000)

    def check(found: list[Hand]) -> None:
        assert payoffs(found) == payoffs(hands)

    race(case, US, lambda: list(read_file(path, [find_format(room)])), check=check, count=2_000)


def test_reading_poker_academy(race: Race, tmp_path: Path) -> None:
    when = datetime(2011, 5, 7, 12, 41, 20)
    rules = table_rules(2, small_blind=50, big_blind=100)
    hands = [replace(hand, when=when) for hand in played(rules, 10**6)]
    path = tmp_path / "log.txt"
    path.write_text("".join(map(write_poker_academy, hands)))

    def run() -> list[Hand]:
        known_course.cache_clear()
        return list(read_file(path, [PokerAcademyFormat()]))

    def check(found: list[Hand]) -> None:
        assert payoffs(found) == payoffs(hands)

    race(ACADEMY, US, run, check=check, count=len(hands))
