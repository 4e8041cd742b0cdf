"""Summary files of tournaments, in the forms of four rooms, and what the library makes of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

from railbird.errors import HistoryError
from railbird.history import Library, read_hands
from railbird.history.formats.base import Problem
from railbird.history.results import results
from railbird.history.summaries import TournamentSummary, read_summaries
from railbird.table.tournament import TournamentTable
from tests.history.pokerstars_samples import TOURNAMENT
from tests.history.test_rooms_fuzz import damaged

STARS = """\
PokerStars Tournament #77, No Limit Hold'em
Buy-In: $5.00/$0.50 USD
9 players
Total Prize Pool: $45.00 USD
Tournament started 2012/03/04 05:00:00 ET

  1: first (Norway), $22.50 (50%)
  2: fourth (Chile), $13.50 (30%)
  3: third (Peru), $9.00 (20%)
  4: second (Mali),

You finished in 2nd place (eliminated at hand #2009).
"""
KNOCKOUT = """\
PokerStars Tournament #4711, Pot Limit Omaha
Buy-In: $4.60/$3.60/$0.80 USD
  1: Ann (Norway), $1,030.50 (65%)
  2: Bob (the 2nd) [2] (Chile), $20.00 (35%)
  7: Bob (the 2nd) [1] (Chile),
  8: Cyd (Peru), still playing

You finished in 2nd place.
You collected 2 bounties for a total of USD 6.90.
You made 1 rebuys and 1 addons for a total of USD 18.40.
"""
SATELLITE = """\
PokerStars Tournament #4712, No Limit Hold'em
Buy-In: $2.00/$0.20 USD
Target Tournament #4713
Buy-In: $20.00/$2.00 USD
  1: Ann (Norway), (qualified for the target tournament)
You finished in 1st place.
"""
GG = """\
Tournament #555, Big Game, Part 2 $88, Hold'em No Limit
Buy-in: $40.96+$7.04+$40
523 Players
Total Prize Pool: $46,024.0
Tournament started 2024/05/01 14:00:00
12th : Hero, $1,140.5
You finished the tournament in 12th place.
You made 2 re-entries and received a total of $1,150.5.
"""
WINAMAX = """\
Winamax Poker - Tournament summary : LE KO(99) - Late Registration
Player : Zoé la folle
Buy-In : 0.80€ + 1€ + 0.20€
Registered players : 812
You finished in 737th place

Winamax Poker - Tournament summary : LE KO(99)
Player : Zoé la folle
Buy-In : 0.80€ + 1€ + 0.20€
Rebuy cost : 1€ + 0.10€
Your rebuys : 2
You played 1h 36min 43s
You finished in 7th place
You won 34.79€ + Bounty 17.40€ + Ticket 5€
"""
PACIFIC = """\
***** Cassava Tournament Summary *****
Tournament ID: 12345
Buy-In: $4.50 + $0.50
Rebuy: $4.50
Hero H performed 2 rebuys
Hero H finished 3/9 and won $10.80
"""


Read = Callable[[str], TournamentSummary]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read(text: str) -> TournamentSummary:
        (found,) = read_summaries(_file(tmp_path, text)) or []
        return found

    return read


def _file(folder: Path, text: str) -> Path:
    path = folder / "summary.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_room(read: Read) -> None:
    event = TournamentTable("77", buy_in=500, fee=50, currency="USD")
    assert read(STARS) == TournamentSummary(event, "fourth", 2, 1350, None, 0)
    event = TournamentTable("4711", buy_in=460, bounty=360, fee=80, currency="USD")
    assert read(KNOCKOUT) == TournamentSummary(event, "Bob (the 2nd)", 2, 2000, 690, 900 + 1840)
    event = TournamentTable("4712", buy_in=200, fee=20, currency="USD")
    assert read(SATELLITE) == TournamentSummary(event, "Ann", 1, 2200, None, 0)
    event = TournamentTable("555", "Big Game, Part 2 $88", 4096, 4000, 704, "USD")
    assert read(GG) == TournamentSummary(event, "Hero", 12, 115_050, 0, 2 * 8800)
    event = TournamentTable("99", "LE KO", 80, 100, 20, "EUR")
    assert read(WINAMAX) == TournamentSummary(event, "Zoé la folle", 7, 3979, 1740, 200 + 220)
    event = TournamentTable("12345", buy_in=450, fee=50, currency="USD")
    assert read(PACIFIC) == TournamentSummary(event, "Hero H", 3, 1080, None, 900)


def test_a_mail_has_other_lines_before(read: Read) -> None:
    assert read("\ufeffFrom: support\nSubject: tournament\n\n" + STARS) == read(STARS)


def test_other_files_are_not_summaries(tmp_path: Path) -> None:
    assert read_summaries(_file(tmp_path, TOURNAMENT)) is None
    assert read_summaries(_file(tmp_path, "")) is None
    assert read_summaries(_file(tmp_path, "x" * 2_000_000)) is None


def test_a_summary_must_say_who_you_are(tmp_path: Path) -> None:
    path = _file(tmp_path, STARS.replace("You finished", "They finished") + "\n" + GG)
    problems: list[object] = []
    found = read_summaries(path, on_problem=problems.append)
    assert found is not None
    assert [each.player for each in found] == ["Hero"]
    assert [str(each) for each in problems] == [
        f"{path}:1: not the summary of a tournament: it does not say who you are, by your place"
    ]
    with pytest.raises(HistoryError, match="who you are"):
        read_summaries(path)


def test_summaries_fill_what_hands_lack_in_any_order(tmp_path: Path) -> None:
    hand = _file(tmp_path, TOURNAMENT).rename(tmp_path / "hand.txt")
    summary = _file(tmp_path, STARS)
    found = []
    for number, order in enumerate(permutations("hss", 3)):
        with Library(tmp_path / f"{number}.db") as library:
            for what in order:
                if what == "h":
                    library.add(read_hands(hand), source="hand")
                else:
                    library.add_summaries(read_summaries(summary) or ())
            assert not library.add_summaries(read_summaries(summary) or ())
            found.append(results(library, ["fourth"]).tournaments)
    assert all(each == found[0] for each in found)
    ((currency, entered, finished, cost, won, places),) = [
        (one.currency, one.entered, one.finished, one.cost, one.won, one.places) for one in found[0]
    ]
    assert (currency, entered, finished, cost, won, places) == ("USD", 1, 1, 550, 1350, (2,))


def test_further_entries_cost_more(tmp_path: Path) -> None:
    with Library(tmp_path / "hands.db") as library:
        library.add_summaries(read_summaries(_file(tmp_path, GG)) or ())
        (entry,) = library.entries(["Hero"])
    assert (entry.cost, entry.won, entry.place) == (3 * 8800, 115_050, 12)


def test_damaged_summaries_are_problems(tmp_path: Path) -> None:
    rng = random.Random(3)
    said: list[Problem] = []
    for text in (STARS, KNOCKOUT, SATELLITE, GG, WINAMAX, PACIFIC):
        for _ in range(25):
            path = _file(tmp_path, damaged(text, rng))
            for one in read_summaries(path, on_problem=said.append) or ():
                assert one.player
                assert min(one.place, one.prize, one.more, one.bounties or 0) >= 0
    assert said
