"""Blackjack as a person sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.command import railbird, result

RICH = ["--shoe", "10,10,10,10,10,10,10,10,10,55"]


@pytest.mark.parametrize("columns", ["80", "60"])
def test_the_best_action_is_marked(columns: str) -> None:
    text = result("blackjack", "ev", "4,5", "7", *RICH, COLUMNS=columns)
    assert "double (best)  +0.291072" in text
    assert "hit            +0.238847       -0.052226" in text
    assert max(map(len, text.splitlines())) <= int(columns)


def test_values_as_json_are_those_of_the_screen() -> None:
    found = json.loads(result("blackjack", "ev", "8,8", "T", "--gone", "2,2", "--json"))
    assert found["best"] == "split"
    assert set(found["ev"]) == {"stand", "hit", "double", "split"}
    assert sum(found["shoe"]) == 206
    split = json.loads(result("blackjack", "ev", "8,8", "T", "--split-hand", "--json"))
    assert "split" not in split["ev"]


def test_without_cards_the_value_of_the_next_hand_is_shown() -> None:
    rich = json.loads(result("blackjack", "ev", *RICH, "--json"))["ev"]
    assert 0 < rich["basic_strategy"] < rich["best_play"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["4,5"], "or neither"),
        (["A,T", "6"], "nothing to decide"),
        (["4,5", "7", "--decks", "two"], "no number of decks"),
        (["4,5", "7", "--decks", "6", *RICH], "omit one"),
        (["4,5", "7", "--shoe", "1,2"], "is no shoe"),
        (["4,5", "7", "--pays", "6:5"], "changes nothing"),
        (["--split-hand"], "needs a hand"),
        (["4,5", "7", "--gone", "T" * 70], "rank T"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], said: str) -> None:
    done = railbird("blackjack", "ev", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_a_session_through_a_pipe_and_its_analysis(tmp_path: Path) -> None:
    log = tmp_path / "session.jsonl"
    words = ["blackjack", "play", "--hands", "4", "--seed", "7", "--out", str(log)]
    text = result(*words, keys="x\ns\nh\ns\nd\ns\n", COLUMNS="80")
    assert "'x' is no answer here" in text
    assert "7,T against 2: hit cost 0.3756 bets; stand was best" in text
    assert "dealer 6,2,7,T (25, bust)" in text
    assert "every decision was best" in text
    assert "Costliest decisions" in text
    assert "4 hands, -1 won" in text
    found = json.loads(result("blackjack", "analyze", str(log), "--json"))
    assert (found["hands"], found["money"]["mean"]) == (4, -0.25)
    assert found["differing"][0]["played"] == "hit"
    assert found["differing"][0]["score"] == pytest.approx(-0.3756, abs=0.001)
    again = railbird(*words, keys="s\n")
    assert (again.returncode, again.stdout) == (2, "")
    assert "exists already" in again.stderr


def test_a_hand_that_is_not_over_does_not_count(tmp_path: Path) -> None:
    log = tmp_path / "session.jsonl"
    text = result("blackjack", "play", "--seed", "7", "--out", str(log), keys="q\n")
    assert "no hand was finished" in text
    done = railbird("blackjack", "analyze", str(log))
    assert done.returncode == 2
    assert "no finished hand" in done.stderr


def test_a_strategy_is_judged_by_its_decisions(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    words = ["--player", "dealer", "--hands", "150", "--seed", "1", "--fresh", "--bet", "2"]
    result("blackjack", "play", *words, "--out", str(log))
    text = result("blackjack", "analyze", str(log), COLUMNS="80")
    assert "Basic strategy played better, by" in text
    assert max(map(len, text.splitlines())) <= 80
    found = json.loads(result("blackjack", "analyze", str(log), "--json"))
    assert found["hands_needed"]["score"] < found["hands_needed"]["money"] / 10
    same = json.loads(result("blackjack", "analyze", str(log), "--baseline", "dealer", "--json"))
    assert same["score"]["mean"] == 0
    assert same["differing"] == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"won": ', '"won": 7', "line 2: the hand won"),
        ('"actions": "', '"actions": "PP', "line 2: the actions"),
        ('"actions": "', '"actions": "X', "are no actions"),
        ('"cards": "', '"cards": "?', "line 2: it is no hand"),
        ('"bet": 1.0', '"bet": NaN', "line 2: nan is no bet"),
        ('{"number": 2', '{"number', "line 3: it is no hand"),
        ("railbird blackjack", "another", "is no log of blackjack"),
    ],
)
def test_a_log_that_contradicts_itself_is_refused(
    old: str, new: str, said: str, tmp_path: Path
) -> None:
    log = tmp_path / "log.jsonl"
    words = ["--player", "basic", "--hands", "2", "--seed", "1", "--out", str(log)]
    result("blackjack", "play", *words)
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace(old, new, 1), encoding="utf-8")
    done = railbird("blackjack", "analyze", str(log))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
