"""Reading hand histories; each run starts with an empty cache of bettings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.naive.poker_academy import write_poker_academy
from tests.naive.room_texts import FORMS, rewrite
from tests.table.randoms import random_deal, record

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
from railbird.table import CALL, FOLD, Hand, Rules, State, finish, table_rules
from railbird.table.state import BOARD_CARDS

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


NAMES = ("Anna_Karenina", "bob 77", "Çelik", "do-it-again", "eee€rich", "Fish4Dinner")


def stars_hands() -> list[Hand]:
    """Hands as rich as those of rooms: names, and other stacks and bets in each.

    One player tells them: with their own cards, and those of the showdown.
    """
    rules = table_rules(6, betting="no-limit", small_blind=50, big_blind=100)
    rng, when = Random(1), datetime(2011, 5, 7, 12, 41, 20)
    hands = []
    for number in range(5_000):
        state = State(rules, [rng.randint(500, 30_000) for _ in range(6)])
        while not state.is_over:
            state.apply(_choice(rng, state))
        turn = number % 6
        holes, board = random_deal(rng, rules)
        dealt = BOARD_CARDS[max((round_ for round_, _, _ in state.actions), default=0)]
        hand = finish(
            replace(
                record(state, holes, board),
                players=NAMES[turn:] + NAMES[:turn],
                number=str(75_001_234_567 + number),
                chip="0.01 USD",
                when=when + timedelta(seconds=57 * number),
                table="Vega III",
                hero=(6 - turn) % 6,
            )
        )
        shown = [
            cards if p == hand.hero or (state.showdown and not state.folded[p]) else None
            for p, cards in enumerate(holes)
        ]
        if not state.showdown:
            hand = replace(hand, board=board[:dealt])
        hands.append(replace(hand, hole_cards=tuple(shown)))
    return hands


def _choice(rng: Random, state: State) -> int:
    """What somebody does who folds most hands, and bets any amount."""
    to_call, low, high = state.options()
    luck = rng.random()
    if to_call and luck < 0.55:
        return FOLD
    if low and luck > 0.8:
        return rng.choice([low, high, *[rng.randint(low, min(high, 4 * low)) for _ in range(6)]])
    return CALL


def gossip(text: str) -> str:
    """A session with what rooms write beside the play: zones, chat, who comes and goes, hands."""
    rng = Random(2)
    lines: list[str] = []
    for line in text.split("\n"):
        if line.startswith("PokerStars Hand"):
            line += " CET [2011/05/07 6:41:20 ET]"  # noqa: PLW2901
        elif ": shows [" in line:
            line += " (two pair, Aces and Deuces)"  # noqa: PLW2901
        lines.append(line)
        if line.endswith(": folds") and rng.random() < 0.1:
            lines.append(
                rng.choice(
                    [
                        "Gus joins the table at seat #4 ",
                        "Gus leaves the table",
                        f'{rng.choice(NAMES)} said, "nh"',
                    ]
                )
            )
    return "\n".join(lines)


def test_reading_pokerstars(race: Race, tmp_path: Path) -> None:
    hands = stars_hands()
    path = tmp_path / "session.txt"
    write_hands(path, hands, format="pokerstars", on_problem=print)
    path.write_text(gossip(path.read_text(encoding="utf-8")), encoding="utf-8")

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
    path.write_text(rewrite(path.read_text(encoding="utf-8"), room), encoding="utf-8")
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
