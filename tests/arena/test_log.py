"""The log of a match and its parts, and how a match stands."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, zip_longest
from pathlib import Path

import pytest

from railbird.arena import Forfeit, Match, MatchTable
from railbird.arena.log import MatchLog
from railbird.arena.standing import Standing
from railbird.errors import HistoryError, OptionError
from railbird.players import RandomPlayer
from railbird.table import Hand, table_rules

MATCH = Match(table_rules(3), (100,) * 3, deals=5, seed=5, duplicate=True, name="a v b v c")
HANDS = [hand for hand, _ in MatchTable(MATCH, [RandomPlayer(name) for name in "abc"]).play()]
INTERLEAVED: list[Hand] = [
    hand for hand in chain(*zip_longest(HANDS[10:], HANDS[:5], HANDS[5:10])) if hand is not None
]


def open_log(path: Path) -> MatchLog:
    return MatchLog(path, deals=5, rotations=3)


def write(path: Path, hands: list[Hand]) -> None:
    with open_log(path) as log:
        for hand in hands:
            log.add(hand)


def numbers(hands: list[Hand]) -> list[int]:
    return sorted(int(hand.number) for hand in hands)


def test_a_log_is_cut_back_to_its_last_whole_hand(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write(path, HANDS[:5])
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with open_log(path) as log:
        assert log.played == HANDS[:4]
        log.add(HANDS[4])
    assert path.read_bytes() == whole


def test_a_log_is_open_once(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with open_log(path) as log:
        log.add(HANDS[0])
        with pytest.raises(OptionError, match="in use by another process"):
            open_log(path)
        log.add(HANDS[1])
    with open_log(path) as log:
        assert log.played == HANDS[:2]


def test_a_log_without_a_hand_leaves_no_file(tmp_path: Path) -> None:
    with open_log(tmp_path / "log.jsonl"):
        pass
    assert not list(tmp_path.iterdir())


def test_what_is_no_log_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("no hand\n")
    with pytest.raises(HistoryError, match="choose another log"):
        open_log(path)
    assert path.read_text() == "no hand\n"
    path.write_text("")
    open_log(path).close()  # a log that was refused is not locked
    write(path.with_name("whole"), HANDS)
    with MatchLog(path.with_name("whole"), deals=2) as log:  # of a longer match: refused later
        assert len(log.played) == 15
    assert len(path.with_name("whole").read_text().splitlines()) == 15


def test_the_log_does_not_tell_in_which_order_rotations_were_played(tmp_path: Path) -> None:
    write(tmp_path / "in-order", HANDS)
    write(tmp_path / "mixed", INTERLEAVED)
    write(tmp_path / "backwards", HANDS[10:] + HANDS[5:10] + HANDS[:5])
    whole = (tmp_path / "in-order").read_bytes()
    assert whole.count(b"\n") == 15
    assert (tmp_path / "mixed").read_bytes() == whole
    assert (tmp_path / "backwards").read_bytes() == whole
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("stop", range(15))
def test_an_interrupted_log_goes_on_from_any_hand(tmp_path: Path, stop: int) -> None:
    write(tmp_path / "whole", HANDS)
    path = tmp_path / "log"
    log = open_log(path)
    for hand in INTERLEAVED[:stop]:
        log.add(hand)
    log.abandon()
    for part in tmp_path.glob("log.part*"):  # what a kill may leave behind
        part.write_bytes(part.read_bytes() + b'{"railbird":1,')
    with open_log(path) as log:
        assert numbers(log.played) == numbers(INTERLEAVED[:stop])
        for hand in INTERLEAVED[stop:]:
            log.add(hand)
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(tmp_path.iterdir()) == [path, tmp_path / "whole"]


@pytest.mark.parametrize("moved", [0, 1, 3])
def test_a_kill_while_a_part_is_moved(tmp_path: Path, moved: int) -> None:
    write(tmp_path / "whole", HANDS)
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines[: 5 + moved]) + lines[5 + moved][:30])
    (tmp_path / "log.part1").write_bytes(b"".join(lines[5:9]))
    (tmp_path / "log.part2").write_bytes(b"".join(lines[10:]))
    with open_log(path) as log:
        assert numbers(log.played) == [*range(9), *range(10, 15)]
        log.add(HANDS[9])
    assert path.read_bytes() == b"".join(lines)


def test_parts_that_are_complete_are_moved_without_a_new_hand(tmp_path: Path) -> None:
    write(tmp_path / "whole", HANDS)
    lines = (tmp_path / "whole").read_bytes().splitlines(keepends=True)
    path = tmp_path / "log"
    path.write_bytes(b"".join(lines[:5]))
    (tmp_path / "log.part1").write_bytes(b"".join(lines[5:10]))
    (tmp_path / "log.part2").write_bytes(b"".join(lines[10:]))
    with open_log(path):
        pass
    assert path.read_bytes() == b"".join(lines)


def test_forfeits_are_kept_once_with_their_hands(tmp_path: Path) -> None:
    path = tmp_path / "log"
    first = [Forfeit(0, "a", "asleep"), Forfeit(0, "a", "asleep")]
    later = [Forfeit(1, "ü", "lost\nit")]
    with open_log(path) as log:
        log.add_forfeits(first)
        log.add(HANDS[0])
        log.add_forfeits(later)  # killed before the hand was written
    forfeits = path.with_name("log.forfeits")
    forfeits.write_text(forfeits.read_text() + "\n[7, [[")
    with open_log(path) as log:
        assert log.forfeits == first
        log.add_forfeits(later)
        log.add(HANDS[1])
    with open_log(path) as log:
        assert log.forfeits == first + later


def test_the_standing_is_that_of_the_result() -> None:
    standing = Standing(MATCH, "abc")
    for hand in INTERLEAVED:
        standing.add(hand)
    won = {name: [0.0] * 5 for name in "abc"}
    for number, hand in enumerate(HANDS):
        for name, payoff in zip(hand.players, hand.payoffs, strict=True):
            won[name][number % 5] += payoff / 3 / 2
    name, mean, error = standing.leader()
    assert mean == pytest.approx(max(sum(deals) / 5 for deals in won.values()))
    assert mean == pytest.approx(sum(won[name]) / 5)
    spread = sum((one - mean) ** 2 for one in won[name]) / 4
    assert error == pytest.approx((spread / 5) ** 0.5)
    alone = Standing(MATCH, "abc")
    alone.add(replace(HANDS[0], payoffs=(-2, 4, -2)))
    assert alone.leader()[:2] == ("b", 2.0)
