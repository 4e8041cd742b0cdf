"""Leagues: the same result whoever plays what, and whatever interrupts them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import warnings
from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import League, LeagueResult, play_league, play_match
from railbird.arena.forfeits import Attendance
from railbird.arena.league_folder import MANIFEST, LeagueFolder
from railbird.arena.league_result import PairResult, summarise_league
from railbird.arena.league_unit import Half
from railbird.divat.heads_up.estimators import duplicate
from railbird.divat.heads_up.match import analyze
from railbird.errors import HistoryError, LostProcessError, OptionError
from railbird.history import Library, Query
from railbird.history.files import read_hands
from railbird.players import RandomPlayer, make_player
from railbird.reports.league import league_page
from railbird.stats import mean_of
from railbird.table import Hand, State, table_rules
from tests.arena.killed import KILLS_ITSELF

LEAGUE = League(
    ("rules", "Bob=random", "always-call"), table_rules(2), (200, 200), deals=40, seed=3
)


class Clumsy(RandomPlayer):
    """Now and then does not know what to do, in so few hands that it stays in a league."""

    turns = 0

    def act(self, state: State) -> int:
        self.turns += 1
        if self.turns % 100 == 0:
            raise RuntimeError("lost")
        return super().act(state)


class Fatal(RandomPlayer):
    """Takes its process with it."""

    def act(self, state: State) -> int:
        os._exit(3)


def timeless(result: LeagueResult) -> LeagueResult:
    return replace(result, seconds=0.0)


def pair(result: LeagueResult, first: str, second: str) -> PairResult:
    return next(each for each in result.pairs if (each.first, each.second) == (first, second))


@pytest.fixture(scope="module")
def alone() -> LeagueResult:
    """The league, played in this process."""
    return timeless(play_league(LEAGUE))


def test_every_pair_is_a_duplicate_match(alone: LeagueResult) -> None:
    assert [(p.first, p.second) for p in alone.pairs] == list(combinations(LEAGUE.names, 2))
    hands: list[Hand] = []
    match = LEAGUE.match((0, 1))
    expected = play_match(match, [make_player(x) for x in LEAGUE.players[:2]], on_hand=hands.append)
    found = pair(alone, "rules", "Bob")
    assert found.money.mean == pytest.approx(expected.players[0].mean)
    assert found.money.error == pytest.approx(expected.players[0].error)
    skill = duplicate(analyze(hands, hero="rules")).divat
    assert found.divat is not None
    assert found.divat.mean == pytest.approx(skill.mean)
    assert found.divat.error == pytest.approx(skill.error)


def test_a_player_is_compared_deal_by_deal(alone: LeagueResult) -> None:
    won = {}
    for first, second in combinations(range(3), 2):
        hands: list[Hand] = []
        seated = [make_player(LEAGUE.players[player]) for player in (first, second)]
        play_match(LEAGUE.match((first, second)), seated, on_hand=hands.append)
        chips = [hand.payoffs[hand.players.index(seated[0].name)] / 2 for hand in hands]
        won[first, second] = [(a + b) / 2 for a, b in zip(chips[:40], chips[40:], strict=True)]
    rules = [(a + b) / 2 for a, b in zip(won[0, 1], won[0, 2], strict=True)]
    bob = [(b - a) / 2 for a, b in zip(won[0, 1], won[1, 2], strict=True)]
    mean = alone.mean("rules", "money")
    assert (mean.mean, mean.error) == pytest.approx((mean_of(rules).mean, mean_of(rules).error))
    (lead,) = (x for x in alone.by_money.leads if {x.ahead, x.behind} == {"rules", "Bob"})
    difference = mean_of([a - b for a, b in zip(rules, bob, strict=True)])
    assert abs(lead.lead.mean) == pytest.approx(abs(difference.mean))
    assert lead.lead.error == pytest.approx(difference.error)


def test_what_one_wins_the_other_loses(alone: LeagueResult) -> None:
    for measure in alone.measures:
        total = sum(alone.mean(player, measure).mean for player in alone.players)
        assert total == pytest.approx(0, abs=1e-12)
        there, back = (alone.score(a, b, measure) for a, b in (("rules", "Bob"), ("Bob", "rules")))
        assert there is not None
        assert back is not None
        assert (there.mean, there.low, there.error) == (-back.mean, -back.high, back.error)
    assert alone.score("rules", "rules", "money") is None


def test_results_do_not_depend_on_the_processes(alone: LeagueResult, tmp_path: Path) -> None:
    done: list[float] = []
    found = play_league(LEAGUE, processes=2, folder=tmp_path / "two", progress=done.append)
    assert timeless(found) == alone
    assert done == sorted(done)
    assert done[-1] == 1
    play_league(LEAGUE, folder=tmp_path / "one")
    one, two = (sorted((tmp_path / name).iterdir()) for name in ("one", "two"))
    assert [file.name for file in one] == [file.name for file in two]
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in two]


def test_all_pairs_play_the_same_cards_and_the_matches_are_ordinary(tmp_path: Path) -> None:
    folder, shelf = tmp_path / "league", tmp_path / "library.db"
    with Library(shelf) as library:
        play_league(LEAGUE, folder=folder, library=library)
        kept = library.matches()
        assert [match.players for match in kept] == list(combinations(LEAGUE.names, 2))
        assert all(match.finished and match.hands == 80 for match in kept)
        assert kept[0].name == "rules v Bob=random, 40 duplicate deals, seed 3"
        stored = [hand for _, hand in library.hands(Query(match=kept[0].name))]
    logs = [list(read_hands(file)) for file in sorted(folder.glob("*.jsonl"))]
    assert len(logs) == 3
    cards = [[hand.hole_cards for hand in log] for log in logs]
    assert cards[0] == cards[1] == cards[2]
    assert [hand.number for hand in stored] == [str(number) for number in range(80)]
    assert [replace(hand, when=None) for hand in stored] == logs[0]


def test_a_finished_league_is_only_read(
    alone: LeagueResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "league"
    play_league(LEAGUE, folder=folder)
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    monkeypatch.setattr("railbird.arena.match.MatchTable.play_rotation", None)
    assert timeless(play_league(LEAGUE, folder=folder)) == alone
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_another_league_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "league"
    play_league(replace(LEAGUE, deals=2), folder=folder)
    for other, said in (
        (replace(LEAGUE, deals=3), "deals 2 and not 3"),
        (replace(LEAGUE, deals=2, seed=4), "seed 3 and not 4"),
        (
            replace(LEAGUE, deals=2, players=("rules", "Bob=random")),
            "players rules, Bob=random, always-call and not rules, Bob=random",
        ),
        (replace(LEAGUE, deals=2, stacks=(90, 90)), "stacks 200, 200 and not 90, 90"),
    ):
        with pytest.raises(OptionError, match=f"holds another league, with {said}: choose"):
            play_league(other, folder=folder)
    (folder / MANIFEST).write_text("[]")
    with pytest.raises(OptionError, match="is not the manifest of a league"):
        play_league(LEAGUE, folder=folder)


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(OptionError, match="holds files but no league"):
        play_league(LEAGUE, folder=tmp_path)
    with pytest.raises(OptionError, match="is not a folder"):
        play_league(LEAGUE, folder=tmp_path / "thesis.tex")
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    with (
        LeagueFolder(tmp_path / "league", LEAGUE),
        pytest.raises(OptionError, match="another process plays the league"),
    ):
        play_league(LEAGUE, folder=tmp_path / "league")
    play_league(replace(LEAGUE, deals=1), folder=tmp_path / "other")


def test_a_log_of_another_match_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "league"
    play_league(LEAGUE, folder=folder)
    first, second, _ = sorted(folder.glob("*.jsonl"))
    second.write_bytes(first.read_bytes())
    with pytest.raises(OptionError, match="stands in the log of"):
        play_league(LEAGUE, folder=folder)
    second.write_text("not a hand\n")
    with pytest.raises(HistoryError, match="is not a match hand"):
        play_league(LEAGUE, folder=folder)


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_league_that_is_killed_resumes(tmp_path: Path, processes: str) -> None:
    folder, shelf = tmp_path / "killed", tmp_path / "library.db"
    words = ["league", *LEAGUE.players, "--deals", "40", "--stack", "200", "--json"]
    words += ["--processes", processes, "--library", str(shelf), "--out", str(folder)]
    for seed, stop in (["--seed", "3"], 30), ([], 100):  # the seed is in the manifest
        command = [sys.executable, "-c", KILLS_ITSELF, str(stop), *words, *seed]
        killed = subprocess.run(command, capture_output=True, check=False)
        assert killed.returncode == -signal.SIGKILL, killed.stderr
    done = subprocess.run(
        [sys.executable, "-m", "railbird.cli.main", *words], capture_output=True, check=True
    )
    whole = replace(LEAGUE, table="limit holdem 1/2, stacks 200")
    expected = play_league(whole, folder=tmp_path / "whole")
    found = json.loads(done.stdout)
    assert found["players"] == list(expected.players)
    assert [p["divat"]["mean"] for p in found["pairs"]] == [
        p.divat.mean for p in expected.pairs if p.divat is not None
    ]
    for file in (tmp_path / "whole").iterdir():
        assert (folder / file.name).read_bytes() == file.read_bytes()
    assert sorted(file.name for file in folder.iterdir()) == sorted(
        file.name for file in (tmp_path / "whole").iterdir()
    )
    with Library(shelf) as library:
        assert library.count() == whole.hands
        assert all(match.finished for match in library.matches())


@pytest.mark.skipif(
    find_spec("ray") is None, reason="Ray is an extra: pip install 'railbird[cluster]'"
)
@pytest.mark.filterwarnings("ignore")
def test_a_league_on_a_cluster_is_the_same(alone: LeagueResult, tmp_path: Path) -> None:
    from railbird.compute import cluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        with cluster.connected(processes=1):
            found = play_league(LEAGUE, cluster="here", folder=tmp_path / "league")
    assert timeless(found) == alone
    assert timeless(play_league(LEAGUE, folder=tmp_path / "league")) == alone


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="is not a cluster address"):
        play_league(LEAGUE, cluster="nowhere", folder=tmp_path / "league")
    assert not (tmp_path / "league").exists()


def test_without_divat_the_ranking_is_by_money() -> None:
    rules = table_rules(2, betting="no-limit")
    found = play_league(replace(LEAGUE, rules=rules, deals=30))
    assert (found.by_divat, found.measure, found.measures, found.unit) == (
        None, "money", ["money"], "bb",
    )  # fmt: skip
    assert found.no_divat
    assert all(each.divat is None for each in found.pairs)
    assert (found.rated_by_divat, found.ranking) == (None, found.rated_by_money)


def test_hands_with_somebody_all_in_are_judged_too() -> None:
    short = play_league(replace(LEAGUE, stacks=(6, 6), deals=30))
    assert (short.measure, short.no_divat) == ("DIVAT", "")


def test_who_beats_a_player_rated_higher_is_named() -> None:
    """Rules beats Bob, Bob beats always-call, and always-call beats rules by less."""
    rng = np.random.default_rng(2)
    halves = []
    for place, won in enumerate((1.5, -0.8, 1.5)):
        for rotation in (0, 1):
            money = rng.normal(won, 4.0, 800)
            seen = Attendance([LEAGUE.names[k] for k in LEAGUE.pairs[place]])
            halves.append(Half(place, rotation, money, money, Counter(), seen))
    found = summarise_league(replace(LEAGUE, deals=800), halves, [[], [], []], 0.0)
    assert found.players == ("rules", "Bob", "always-call")
    said = found.sentences()
    assert said[0].startswith("Of these 3 players rules is rated first, ")
    assert said[-1] == "Although rated lower, always-call beats rules for sure"
    assert "Although rated lower" in league_page(found)


def test_forfeits_are_counted_once(tmp_path: Path) -> None:
    players = ("rules", f"clumsy={__file__}:Clumsy", "always-call")
    league = replace(LEAGUE, players=players, deals=200)
    found = play_league(league, folder=tmp_path / "league")
    (same,) = found.forfeits_by_reason  # one line, however often
    assert (same.player, same.match) == ("clumsy", "rules v clumsy")
    assert same.times == sum(len(each.forfeits) for each in found.pairs) > 10
    page = league_page(found)
    assert page.count("RuntimeError: lost") == 1
    assert f"<td>{same.times}</td>" in page
    assert "<h3>" not in page  # the pictures have titles
    assert not pair(found, "rules", "always-call").forfeits
    lost = pair(found, "clumsy", "always-call").forfeits
    assert {each.player for each in lost} == {"clumsy"}
    assert all(each.reason.startswith("RuntimeError: lost") for each in lost)
    again = play_league(league, folder=tmp_path / "league")
    assert timeless(again) == timeless(found)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"players": ("rules",)}, "a league of 1 has no matches"),
        ({"players": ("rules", "nobody")}, "player 'nobody' is not known"),
        ({"deals": 0}, "too short"),
        ({"seed": -1}, "negative"),
        ({"rules": table_rules(3)}, "a league is played heads-up"),
    ],
)
def test_leagues_that_make_no_sense(changes: dict[str, object], said: str) -> None:
    with pytest.raises(OptionError, match=said):
        replace(LEAGUE, **changes)  # type: ignore[arg-type]


def test_equal_names_get_numbers(tmp_path: Path) -> None:
    league = replace(LEAGUE, players=("random", "always-call", "random"), deals=5)
    assert league.names == ("random", "always-call", "random-2")
    with Library(tmp_path / "library.db") as library:
        found = play_league(league, folder=tmp_path / "league", library=library)
        assert [match.name.partition(",")[0] for match in library.matches()] == [
            "random v always-call", "random v random-2=random", "always-call v random-2=random",
        ]  # fmt: skip
    assert sorted(found.players) == ["always-call", "random", "random-2"]
    assert timeless(play_league(league, folder=tmp_path / "league")).pairs == found.pairs


def test_own_players_are_made_in_each_process(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from railbird.players import Player\n"
        "class Bot(Player):\n"
        "    def act(self, state):\n"
        "        return state.legal_actions()[-1]\n"
    )
    league = replace(LEAGUE, players=(f"me={bot}:Bot", "random", f"{bot}:Bot"), deals=31)
    alone = play_league(league)
    assert sorted(alone.players) == ["Bot", "me", "random"]
    assert timeless(play_league(league, processes=2)) == timeless(alone)


def test_processes_that_make_no_sense() -> None:
    with pytest.raises(OptionError, match="0 processes cannot play"):
        play_league(LEAGUE, processes=0)


def test_a_lost_process_is_missed() -> None:
    league = replace(LEAGUE, players=(f"{__file__}:Fatal", "random"))
    with pytest.raises(
        LostProcessError,
        match="match Fatal v random ended too early: the code of Fatal",
    ):
        play_league(league, processes=2)


@pytest.mark.slow
def test_equal_players_are_seldom_told_apart() -> None:
    wrong = 0
    for seed in range(100):
        league = replace(
            LEAGUE, players=tuple(f"{name}=random" for name in "abcd"), deals=60, seed=seed
        )
        found = play_league(league)
        wrong += any(lead.sure for lead in found.ranking.leads)
    assert wrong <= 12  # 5 expected, and three standard errors
