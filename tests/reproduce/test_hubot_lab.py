"""The laboratory: its sums over a few hands."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from railbird.arena.match import Match, MatchTable
from railbird.arena.play import play_match
from railbird.players import Player, make_player
from railbird.players.base import Seat
from railbird.players.hubot.player import V113, HuBot
from railbird.reports.experiment import experiment_figures, write_pages
from railbird.reproduce.experiment import RunOptions, judged
from railbird.reproduce.hubot import lab
from railbird.reproduce.hubot.deception import Deceiver, deceptions, seca_deception
from railbird.reproduce.hubot.lab import (
    BATCHES,
    BEGINNERS,
    DEEDS,
    Watch,
    by_batch,
    frequencies,
    play_session,
    seca_advanced,
    seca_beginners,
    seca_no_model,
)
from railbird.table import table_rules
from railbird.table.state import ROUND_NAMES

NAMES = ("Ann", "Bob", "Cid")


def watched(kinds: tuple[str, ...], hands: int = 60) -> Watch:
    match = Match(table_rules(3), (200,) * 3, deals=hands, seed=2)
    watch = Watch(NAMES, match.hands)
    players = [make_player(f"{name}={kind}") for name, kind in zip(NAMES, kinds, strict=True)]
    for hand, _ in MatchTable(match, players).play():
        watch.add(hand)
    return watch


def test_winnings_are_those_of_the_match() -> None:
    kinds = ("always-call", "always-raise", "rules")
    watch = watched(kinds)
    players = [make_player(f"{name}={kind}") for name, kind in zip(NAMES, kinds, strict=True)]
    result = play_match(Match(table_rules(3), (200,) * 3, deals=60, seed=2), players)
    assert watch.won.sum(axis=1) == pytest.approx(0, abs=1e-12)
    assert watch.won.mean(axis=0) == pytest.approx([each.mean for each in result.players])
    # what the first player took from all others is what they won
    assert watch.taken[:, 0] == pytest.approx(0)
    assert watch.taken.sum(axis=1) == pytest.approx(watch.won[:, 0])


def test_batches_keep_the_mean_and_show_what_depends_on_the_hands_before() -> None:
    rng = np.random.default_rng(1)
    alone = rng.normal(size=(10_007, 2))
    found = by_batch(alone)
    assert found.shape == (BATCHES, 2)
    assert found.mean(axis=0) == pytest.approx(alone.mean(axis=0))
    assert found.std(ddof=1) / np.sqrt(BATCHES) == pytest.approx(1 / np.sqrt(10_007), rel=0.25)
    slow = np.repeat(rng.normal(size=500), 20)[:, None]  # twenty hands in a row are alike
    error = by_batch(slow).std(ddof=1) / np.sqrt(BATCHES)
    assert error > 3 * slow.std() / np.sqrt(len(slow))
    assert by_batch(alone[:7]) == pytest.approx(alone[:7])


def test_nobody_forgets_in_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    known: list[int] = []

    class Watcher(HuBot):
        def hand_starts(self, seat: Seat) -> None:
            super().hand_starts(seat)
            known.append(sum(each.observations for each in self.frequencies.values()))

    def make(kind: str) -> Player:
        return Watcher("v113") if kind == "watcher" else make_player(kind)

    monkeypatch.setattr(lab, "make_player", make)
    watch = play_session(("watcher", "A=rules", "B=random"), 121, RunOptions())
    assert len(known) == watch.hands == 121
    assert known[0] == 0
    assert all(before < after for before, after in pairwise(known)), "every hand adds to it"


def test_the_beginners_are_seven_different_jagbots_and_kenny() -> None:
    kinds = [kind.partition("=")[2] for kind in BEGINNERS]
    assert len(set(kinds)) == 8
    assert sum(kind.startswith("jagbot") for kind in kinds) == 7


def test_who_always_calls() -> None:
    """The player sees every flop and every showdown, and never folds, bets or raises."""
    seen = watched(("always-call", "always-raise", "rules")).seen
    assert seen["hands"] == seen["flops"] == seen["showdowns"] == 60
    assert seen["raised"] == 0
    assert 0 < seen["played"] <= 60
    assert 0 < seen["showdowns_won"] < 60
    for round_ in ROUND_NAMES:
        assert seen[f"{round_} call"] > 0
        assert not any(seen[f"{round_} {deed}"] for deed in ("fold", "bet", "raise"))


def test_bets_are_not_raises() -> None:
    """Among callers, always-raise raises the blind before the flop and then bets once per round."""
    seen = watched(("always-raise", "always-call", "always-call")).seen
    assert seen["raised"] == seen["played"] == 60
    assert seen["pre-flop raise"] == 60
    for round_ in ROUND_NAMES[1:]:
        assert seen[f"{round_} bet"] == 60
        assert seen[f"{round_} raise"] == 0
    folded = watched(("always-fold", "always-raise", "always-call")).seen
    assert folded["played"] == folded["flops"] == folded["showdowns"] == 0
    assert folded["pre-flop fold"] == 60


def test_frequencies() -> None:
    watch = watched(("rules", "always-raise", "rules"))
    figures = {figure.name: figure for figure in judged(*frequencies(watch))}
    assert figures["Ann, flops seen in %"].printed == 22
    for round_ in ROUND_NAMES:
        shares = [figures.get(f"Ann, {round_} {deed} in %") for deed in DEEDS]
        assert sum(float(share.ours) for share in shares if share) == pytest.approx(100)
    won = figures["Ann, showdowns won in %"]
    assert won.ours == 100 * watch.seen["showdowns_won"] / watch.seen["showdowns"]
    assert (won.verdict == "consistent") == (float(won.ours) - won.tolerance > 50)


def test_an_experiment_on_few_hands(tmp_path: Path) -> None:
    outcome = seca_no_model(RunOptions(games=4 * 27, seed=3, draws=True))
    first, second, less, claim = outcome.figures
    assert less.ours == claim.ours == pytest.approx(float(first.ours) - float(second.ours))
    assert (claim.verdict == "consistent") == (float(claim.ours) > claim.tolerance)
    how, each = outcome.notes[0].split("; v113 less v113b in each, sb a hand: ")
    assert how == "4 sessions of 27 hands, seeds 3 to 6"
    means = [float(one.split(" ± ")[0]) for one in each.split(", ")]
    assert len(set(means)) == 4, "each session has cards of its own"
    assert np.mean(means) == pytest.approx(float(claim.ours), abs=0.002)
    pictures = experiment_figures(outcome)
    assert set(pictures) == {"figure-20-bankroll-of-v113", "figure-21-bankroll-of-v113b"}
    assert all("luck by Eq. 14" in picture for picture in pictures.values())
    (page,) = write_pages(outcome, tmp_path / "lines.html", title="HuBot")
    assert all(picture in page.read_text(encoding="utf-8") for picture in pictures.values())


def test_a_session_of_another_length_is_told() -> None:
    found = {figure.name: figure for figure in seca_advanced(RunOptions(games=4, seed=1)).figures}
    assert "37,000 hands" in found["v90, sb a hand"].why
    assert "hands" not in found["v113, sb a hand"].why


def test_the_beginners_on_few_hands() -> None:
    outcome = seca_beginners(RunOptions(games=27, seed=3))
    assert not outcome.drawings, "nobody asked for them"
    figures = {figure.name: figure for figure in outcome.figures}
    taken = [float(each.ours) for name, each in figures.items() if "takes from" in name]
    assert len(taken) == 8
    assert sum(taken) == pytest.approx(float(figures["v113 wins"].ours), rel=0.1)
    assert all(figure.why for figure in outcome.figures if figure.verdict != "match")


def some_seats() -> list[Player]:
    return [Deceiver("Ann"), make_player("Bob=poki"), Deceiver("Cid"), make_player("Dot=jagbot")]


def test_a_hand_that_is_played_again_differs_by_the_deception_alone() -> None:
    match = Match(table_rules(4), (400,) * 4, deals=120, seed=3)
    same = list(deceptions(match, some_seats, version=V113))
    assert len(same) > 3
    assert all(each.won == each.without for each in same), "the same player does the same"
    plain = [hand for hand, _ in MatchTable(match, some_seats()).play()]
    other = list(deceptions(match, some_seats))
    assert [each[:4] for each in other] == [each[:4] for each in same]
    assert any(each.won != each.without for each in other)
    for each in other:
        hand = plain[each.hand]
        assert hand.payoffs[hand.players.index(each.name)] == each.won, "nobody noticed"


def test_deception_is_told_with_its_error() -> None:
    found = seca_deception(RunOptions(games=150, seed=2))
    claim, share = found.figures[0], found.figures[2]
    assert claim.name == "v113 less v90, sb a hand"
    assert (claim.verdict == "match") == (float(claim.ours) > claim.tolerance)
    assert 0 <= float(share.ours) < 20
    assert "150 hands" in found.notes[0]
