"""Frequencies: counted in the right place, merged while few, recent when many; files complete."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.errors import OptionError
from railbird.players.hubot.frequencies import (
    ENOUGH,
    FIRST_DEFAULTS,
    SECOND_DEFAULTS,
    ActionFrequencies,
    Chances,
    Deed,
    First,
    Last,
)
from railbird.players.memory import (
    ModelFileWarning,
    default_folder,
    model_path,
    read_model,
    write_model,
)


def observe(seen: ActionFrequencies, deeds: str, bets: int, street: int, last: Last) -> None:
    for letter in deeds:
        seen.record_first(Deed("fcr".index(letter)), bets=bets, street=street, last=last)


@pytest.mark.parametrize("bets", [0, 1, 2, 5])
def test_a_stranger_is_an_average_player(bets: int) -> None:
    seen = ActionFrequencies()
    found = seen.predict_first(bets=bets, street=2, last=Last.BET)
    assert found == FIRST_DEFAULTS[min(bets, 2)]
    assert sum(found) == pytest.approx(1)
    for first in First:
        assert seen.predict_second(first=first, street=1) == SECOND_DEFAULTS[first]


def test_few_observations_are_merged_over_the_last_action_then_over_rounds() -> None:
    seen = ActionFrequencies()
    observe(seen, "r" * 15, 1, 1, Last.CHECK)
    observe(seen, "c" * 14, 1, 1, Last.CALL)
    assert seen.predict_first(bets=1, street=1, last=Last.BET) == FIRST_DEFAULTS[1]
    observe(seen, "c", 1, 1, Last.RAISE)
    assert seen.predict_first(bets=1, street=1, last=Last.BET) == (0.0, 0.5, 0.5)
    # another round has none of its own and uses those of all rounds with one bet to call
    assert seen.predict_first(bets=1, street=3, last=Last.BET) == (0.0, 0.5, 0.5)
    observe(seen, "f" * 30, 1, 2, Last.BET)
    assert seen.predict_first(bets=1, street=3, last=Last.BET) == (0.5, 0.25, 0.25)
    assert seen.predict_first(bets=1, street=2, last=Last.BET) == (1.0, 0.0, 0.0)
    assert seen.predict_first(bets=0, street=2, last=Last.BET) == FIRST_DEFAULTS[0]


def test_second_actions_are_merged_over_rounds() -> None:
    seen = ActionFrequencies()
    for i in range(ENOUGH):
        seen.record_second(Deed.RAISE, first=First.CHECK, street=1 + i % 2)
    assert seen.predict_second(first=First.CHECK, street=3) == (0.0, 0.0, 1.0)
    assert seen.predict_second(first=First.CALL, street=1) == SECOND_DEFAULTS[First.CALL]
    assert seen.counts_second(first=First.CHECK, street=1) == (0, 0, 15)


def test_the_last_thirty_count_as_much_as_all() -> None:
    seen = ActionFrequencies()
    observe(seen, "c" * 90 + "r" * 30, 0, 1, Last.CHECK)
    found = seen.predict_first(bets=0, street=1, last=Last.CHECK)
    assert found == pytest.approx((0.0, 0.375, 0.625))
    assert seen.counts_first(bets=0, street=1, last=Last.CHECK) == (0, 90, 30)


def test_what_the_rules_forbid_is_not_expected() -> None:
    assert Chances(1.0, 0.0, 0.0).possible(to_call=False, can_raise=False) == (0.0, 1.0, 0.0)
    assert Chances(0.5, 0.25, 0.25).possible(to_call=True, can_raise=False) == pytest.approx(
        (2 / 3, 1 / 3, 0.0)
    )


@given(
    st.lists(
        st.tuples(
            st.booleans(),
            st.sampled_from(list(Deed)),
            st.integers(0, 3),
            st.integers(0, 3),
            st.integers(0, 3),
        ),
        max_size=150,
    )
)
def test_json_holds_everything(events: list[tuple[bool, Deed, int, int, int]]) -> None:
    seen = ActionFrequencies()
    for is_first, deed, bets, street, last in events:
        if is_first:
            seen.record_first(deed, bets=bets, street=street, last=Last(last))
        else:
            seen.record_second(deed, first=First(last % 3), street=street)
    again = ActionFrequencies.from_json(json.loads(json.dumps(seen.to_json())))
    assert again.to_json() == seen.to_json()
    assert again.observations == seen.observations == len(events)
    for street in range(4):
        for bets in range(3):
            for last in Last:
                assert again.predict_first(
                    bets=bets, street=street, last=last
                ) == seen.predict_first(bets=bets, street=street, last=last)


def example() -> ActionFrequencies:
    seen = ActionFrequencies()
    observe(seen, "fccrr" * 10, 1, 0, Last.CHECK)
    seen.record_second(Deed.FOLD, first=First.CALL, street=2)
    return seen


@pytest.mark.parametrize(
    "break_it",
    [
        lambda v: v["first"].append(v["first"][0]),
        lambda v: v["first"].append([3, 0, 0, 1, 0, 0, "f"]),
        lambda v: v["first"].append([0, 0, 1, 1, 0, 0, "c"]),
        lambda v: v["first"].append([0, 0, 1, 2, 0, 0, "f"]),
        lambda v: v["first"].append([0, 0, 1, True, 0, 0, "f"]),
        lambda v: v["first"].append([0, 0, 1, -1, 1, 0, ""]),
        lambda v: v["second"].append([0, 0, 1, 0, 0]),
        lambda v: v["second"].append("text"),
        lambda v: v.pop("second"),
    ],
)
def test_wrong_values_are_refused(break_it: object) -> None:
    values = example().to_json()
    break_it(values)  # type: ignore[operator]
    with pytest.raises(OptionError):
        ActionFrequencies.from_json(values)


def test_a_model_is_found_when_the_player_sits_down_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "models"
    assert read_model(folder, "Bob", ActionFrequencies.from_json) is None
    names = ["Bob", "bob", "../Bob", "Ogo Pogo", "♠" * 300, "", "con", "a/b"]
    for name in names:
        assert write_model(folder, name, example().to_json()).parent == folder
    assert len(list(folder.iterdir())) == len(names)
    for name in names:
        found = read_model(folder, name, ActionFrequencies.from_json)
        assert found is not None
        assert found.to_json() == example().to_json()


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"[" * 100_000,
        b'{"format": "other"}',
        b'{"format": "railbird opponent model", "version": 99, "player": "Bob"}',
        b'{"format": "railbird opponent model", "version": 1, "player": "Eve"}',
        b'{"format": "railbird opponent model", "version": 1, "player": "Bob", "frequencies": 1}',
        b'{"format": "railbird opponent model", "version": 1, "player": "Bob", "kind": "poki"}',
    ],
)
def test_a_corrupt_model_is_set_aside(tmp_path: Path, text: bytes) -> None:
    for expected in ("corrupt", "corrupt-1"):
        path = model_path(tmp_path, "Bob")
        path.write_bytes(text)
        with pytest.warns(ModelFileWarning, match="Bob"):
            assert read_model(tmp_path, "Bob", ActionFrequencies.from_json) is None
        assert not path.exists()
        assert path.with_name(f"{path.name}.{expected}").read_bytes() == text


def test_half_a_file_is_never_loaded(tmp_path: Path) -> None:
    path = write_model(tmp_path, "Bob", example().to_json())
    whole = path.read_bytes()
    for size in range(0, len(whole) - 2, 7):
        path.write_bytes(whole[:size])
        with pytest.warns(ModelFileWarning):
            assert read_model(tmp_path, "Bob", ActionFrequencies.from_json) is None


def test_a_folder_that_cannot_be_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="choose another folder"):
        write_model(tmp_path / "file", "Bob", example().to_json())
    with pytest.raises(OptionError, match="choose another folder"):
        read_model(tmp_path / "file", "Bob", ActionFrequencies.from_json)
    assert default_folder().name == "opponents"
