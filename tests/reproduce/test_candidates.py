"""Which program printed 2.913: frequencies on the turn, and candidates by witnesses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from railbird.cards.card import Card, format_cards
from railbird.cards.suits import canonical_sets
from railbird.divat.baseline.preflop import Preflop
from railbird.divat.baseline.settings import STANDARD
from railbird.evaluate import hand_rank, hand_strength
from railbird.reproduce.divat import candidates, frequencies
from railbird.reproduce.divat.candidates import CANDIDATES
from railbird.reproduce.divat.frequencies import READINGS, Reading
from railbird.reproduce.divat.matches import money_variance
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import find

Only = Callable[[list[int]], list[list[int]]]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Lets only some boards count."""

    def choose(numbers: list[int]) -> list[list[int]]:
        boards, orbits = canonical_sets(4)
        some = boards[numbers], orbits[numbers]
        monkeypatch.setattr(frequencies, "canonical_sets", lambda _: some)
        frequencies.frequencies.cache_clear()
        return [list(board) for board in some[0].tolist()]

    return choose


def test_frequencies_are_those_of_the_definition(only: Only) -> None:
    number = 9876
    (board,) = only([number])
    shown = format_cards([Card(c) for c in board])
    readings = tuple(each for each in READINGS if each.hands == "all hands")
    found = frequencies.frequencies(readings)
    deck = [c for c in range(52) if c not in board]
    seven, better = [], []
    for i, a in enumerate(deck):
        for b in deck[:i]:
            hand = format_cards([Card(a), Card(b)])
            seven.append(hand_rank(hand, shown))
            better.append(max(seven[-1], hand_strength(hand, shown)))
    by_name = {each.name: counted for each, counted in found.items()}
    for offset, said in ((0.1, "offset 0.10"), (0.0, "no offset")):
        below = [np.mean(np.array(seven) < 1 / 3 + offset + more) for more in (0.05, 0, -0.05)]
        for rank, ranks in (("7cHR", seven), ("EHR", better)):
            counted = by_name[f"{rank}, {said}, all hands"]
            above = [np.mean(np.array(ranks) >= make) for make in (0.52, 0.58, 0.64)]
            assert counted.bets == pytest.approx(above, abs=1e-12)
            if rank == "7cHR":
                assert counted.folds == pytest.approx(below, abs=1e-12)
    frequencies.frequencies.cache_clear()


def test_hands_that_fold_before_the_flop_are_few_and_weak(only: Only) -> None:
    only(list(range(0, 16_432, 2000)))
    settings = STANDARD.with_fold_offset(2, 0.0)
    found = frequencies.frequencies(tuple(Reading(settings, hands) for hands in frequencies.HANDS))
    everybody, played, one = found.values()
    for i in range(3):
        assert played.folds[i] < one.folds[i] < everybody.folds[i] < played.folds[i] + 0.02
        assert played.bets[i] > one.bets[i] > everybody.bets[i] > played.bets[i] - 0.02
    frequencies.frequencies.cache_clear()


def test_turns_that_are_reached_are_fewer_and_need_two_small_bets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Preflop, "position", -0.111)
    found = list(frequencies.reached(400, RunOptions(seed=2)).values())
    hands = {each.hands for each in found}
    assert len(hands) == 1
    assert 40 < hands.pop() < 240  # both hands of about a sixth of the deals
    assert found != list(frequencies.reached(400, RunOptions(seed=3)).values())
    ehr, _, seven, _ = found
    assert all(a >= b for a, b in zip(ehr.bets, seven.bets, strict=True))


@pytest.fixture
def shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, only: Only) -> None:
    """Candidates whose tables are shipped, few turns, and a cache of its own."""
    only([3, 8000])
    monkeypatch.setattr(candidates, "CANDIDATES", CANDIDATES[:3])
    monkeypatch.setattr(Preflop, "position", -0.111)  # takes a second, and nothing depends on it
    monkeypatch.setattr(candidates, "user_cache_path", lambda *_, **__: tmp_path)


@pytest.mark.usefixtures("shipped")
def test_every_candidate_meets_every_witness() -> None:
    done: list[float] = []
    outcome = candidates.candidates(RunOptions(games=400, progress=done.append))
    assert len(outcome.figures) == 3 * 16
    found = {figure.name: figure for figure in outcome.figures}
    for each in CANDIDATES[:3]:  # the text needs its offset: Table 2 folds on the turn
        assert found[f"{each.name}: Table 2"].ours == "SlCrC bC bF bRc"
        assert found[f"{each.name}: Table 3, flop"].verdict == "match"
    tenth = found["the text, a tenth: Table 3, pre-flop"]
    whole = found["the text: Table 3, pre-flop"]
    assert (tenth.verdict, whole.verdict) == ("match", "differs")
    assert float(tenth.ours) == pytest.approx(float(whole.ours) / 10)
    text = [figure for figure in outcome.figures if figure.name.startswith(CANDIDATES[0].name)]
    assert not {figure.name for figure in text} & outcome.in_text
    assert len(outcome.in_text) in (0, 16, 32)
    assert outcome.text.splitlines()[0].split() == ["1", "2", "3"]
    assert max(map(len, outcome.text.splitlines())) <= 60
    assert done == sorted(done)
    assert done[-1] == 1


def test_rounding_of_what_follows_from_two_rounded_numbers() -> None:
    matches = {name: (printed, rounded) for name, _, printed, rounded in candidates.MATCHES}
    ends = [
        np.sqrt((4 * (2.913 + sign * 5e-4) ** 2 - (2.934 - sign * 5e-4) ** 2) / 3)
        for sign in (1, -1)
    ]
    printed, rounded = matches["other quarters"]
    assert printed == pytest.approx(np.mean(ends), abs=1e-6)
    assert rounded == pytest.approx(abs(ends[0] - ends[1]) / 2, rel=1e-3)


def test_money_of_always_call_against_always_raise() -> None:
    assert money_variance() ** 0.5 == pytest.approx(6.85616, abs=5e-6)


@pytest.mark.usefixtures("shipped")
def test_candidates_resume(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("railbird.reproduce.divat.styles._AT_ONCE", 100)
    whole = candidates.candidates(RunOptions(games=300))
    monkeypatch.setattr("railbird.compute.checkpoint.SECONDS", -1)

    def stop(done: float) -> None:
        if 0.6 < done < 0.9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        candidates.candidates(RunOptions(games=300, progress=stop))
    assert list(tmp_path.iterdir())
    done: list[float] = []
    assert candidates.candidates(RunOptions(games=300, progress=done.append)) == whole
    assert sum(0.5 < each < 1 for each in done) < 2  # a third was there already
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("shipped")
def test_the_examples_need_the_offset_and_the_effective_rank() -> None:
    """So what fits the frequencies does not fit the examples."""
    outcome = find("billings-frequencies").run(RunOptions(games=1000))
    found = {figure.name: figure for figure in outcome.figures}
    few = {name for name, figure in found.items() if figure.too_few}
    assert few  # only what is sampled
    assert all("turns that are reached" in name for name in few)
    assert {name for name in found if name not in outcome.in_text} == {
        name for name in found if name.endswith("baselines")
    }
    told = {
        name: [
            found[f"{name}: {table}, baselines"].ours for table in ("Table 2", "Kan's Table 3.3")
        ]
        for name in ("EHR, offset 0.10", "EHR, no offset", "7cHR, offset 0.10", "7cHR, no offset")
    }
    folds, calls = "SlCrC bC bF bRc", "SlCrC bC bC bRc"
    raises, bets = "SlCk bRrC bRrC bC", "SlCk bRrC bC bC"
    assert list(told.values()) == [[folds, raises], [calls, raises], [folds, bets], [calls, bets]]
