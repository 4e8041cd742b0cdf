"""States of a whole tournament, and what comes after a hand."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import OptionError, RulesError
from railbird.tournament.jamfold.positions import next_places
from railbird.tournament.jamfold.rules import JamRules, all_nodes
from railbird.tournament.whole.states import Layer, TournamentStakes, state_count
from railbird.tournament.whole.transitions import (
    End,
    ValueIndex,
    all_ends,
    forced_jams,
    next_values,
    stacks_after,
)
from tests.naive.whole import after_hand


def test_counts_of_the_document() -> None:
    alone = [state_count(45, players) for players in range(2, 10)]
    assert alone[:5] == [44, 946, 13_244, 135_751, 1_086_008]
    assert [sum(alone[: n - 1]) for n in range(3, 10)] == [
        990, 14_234, 149_985, 1_235_993, 8_295_045, 46_615_613, 223_848_240,
    ]  # fmt: skip
    assert [f"{state_count(90, players):.2e}" for players in (2, 3, 5, 9)] == [
        "8.90e+01", "3.92e+03", "2.44e+06", "7.06e+10",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_states_are_listed_once_and_found_again(players: int) -> None:
    layer = Layer(TournamentStakes(units=12), players)
    stacks = layer.stacks
    assert stacks.shape == (layer.count, players) == (state_count(12, players), players)
    assert (stacks.sum(axis=1) == 12).all()
    assert stacks.min() == 1
    assert stacks.tolist() == sorted(stacks.tolist())
    assert layer.ranks(stacks).tolist() == list(range(layer.count))


def test_the_button_goes_to_the_next_player_with_chips() -> None:
    def places(*alive: int) -> list[int]:
        found: list[int] = next_places(np.array([alive], dtype=bool))[0].tolist()
        return found

    assert places(1, 1, 1, 1, 1) == [4, 0, 1, 2, 3]
    assert places(1, 1, 1, 0, 1) == [2, 3, 0, -1, 1]  # no small blind: the big blind is button
    assert places(1, 1, 0, 1, 0) == [1, 2, -1, 0, -1]
    assert places(0, 1, 1) == [-1, 0, 1]  # the small blind is the button of two
    assert places(1, 0, 1) == [1, -1, 0]
    assert places(1, 1) == [1, 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_end_leads_where_a_table_of_names_goes(players: int) -> None:
    stakes = TournamentStakes(units=11)
    layer, index = Layer(stakes, players), ValueIndex(stakes, 5)
    after = next_values(layer, index)
    prizes = stakes.prizes_for(5)
    flat = np.full(index.size, np.nan)
    flat[index.prize_at :] = index.prizes(prizes)
    rng = np.random.default_rng(players)
    ends = all_ends(players)
    for state in rng.choice(layer.count, min(layer.count, 10), replace=False):
        for at in range(len(ends)):
            stacks = layer.stacks[state].tolist()
            chips, places, won = after_hand(stacks, ends[at].finish, prizes.tolist(), (1, 2))
            for player in range(players):
                found = after[state, at, player]
                if player in places:
                    lower = Layer(stakes, len(chips))
                    rank = int(lower.ranks(np.array(chips)))
                    assert found == index.start(len(chips)) + rank * len(chips) + places[player]
                else:
                    assert flat[found] == pytest.approx(won[player])


def test_stacks_and_forced_jams_are_those_of_one_hand() -> None:
    layer = Layer(TournamentStakes(units=9), 4)
    forced = forced_jams(layer)
    for state in range(0, layer.count, 3):
        rules = JamRules(tuple(map(float, layer.stacks[state])), (1, 2), ties="random")
        wanted = [rules.forced(node) for node in all_nodes(4)]
        assert np.array_equal(forced[state], np.array(wanted, dtype=float), equal_nan=True)
        for end in all_ends(4):
            found = stacks_after(layer.stacks[[state]], layer.posted[[state]], end)[0]
            all_in = end.all_in or (3,)
            levels = tuple((end.finish or (3,)).index(player) for player in all_in)
            if end.finish:
                assert np.array_equal(found, rules.after(all_in, levels))
            assert found.sum() == 9
    assert End((2, 0)).all_in == (0, 2)


@pytest.mark.parametrize(
    ("players", "stakes", "says"),
    [
        (4, {"ante": 1}, "an ante with 4 players"),
        (6, {"units": 5}, "give 2 to 5 players"),
        (3, {"blinds": (0.5, 1)}, "give whole units"),
        (3, {"units": 1}, "at least one for each player"),
    ],
)
def test_what_cannot_be_is_refused(players: int, stakes: dict[str, object], says: str) -> None:
    with pytest.raises((OptionError, RulesError), match=says):
        Layer(TournamentStakes(**stakes), players)  # type: ignore[arg-type]
