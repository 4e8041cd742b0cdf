"""Settings by name and from files."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from railbird.divat.baseline.find import NAMES, about, as_toml, find_settings
from railbird.divat.baseline.mixture import Mixture
from railbird.divat.baseline.settings import BET_SETS, FOLD_SETS, STANDARD, Settings, sweep
from railbird.errors import OptionError


def found(text: str) -> Settings:
    settings = find_settings(text)
    assert isinstance(settings, Settings)
    return settings


def test_a_file_keeps_the_hand_rank_of_the_turn(tmp_path: Path) -> None:
    path, each = tmp_path / "turn.toml", replace(STANDARD, turn_metric="7chr", name="turn")
    path.write_text(as_toml(each), encoding="utf-8")
    assert find_settings(path) == each


def test_every_set_of_the_documents_has_its_name() -> None:
    assert len(BET_SETS) == len(FOLD_SETS) == 9
    for name, makes in BET_SETS.items():
        settings = found(name.title().replace(" ", "-"))
        assert settings.makes[:3] == (makes,) * 3
        assert settings.fold_offsets == STANDARD.fold_offsets
    for name, (flop, turn) in FOLD_SETS.items():
        settings = found(name)
        assert settings.fold_offsets == (0, flop, turn, 0)
        assert settings.makes == STANDARD.makes
    assert all(about(name) for name in NAMES)


def test_names_combine() -> None:
    both = found("loose high, aggressive-high")
    assert both == found("AGGRESSIVE_HIGH,loose-high") == sweep()[0]
    assert found("standard") == found("normal,moderate") == found("bets=4") == STANDARD
    many = found("7chr,one-bet,slope=1.25,bets=6,tight-low")
    assert (many.metric, many.roll_out, many.fold_slopes) == ("7chr", "one-bet", (1.25,) * 4)
    assert many.levels == 6
    assert many.name == "tight low, 7cHR, slope 1.25, 6 bets a round, one-bet roll-out"


def test_levels_beyond_the_fourth() -> None:
    """Each has the best √2 − 1 of the hands of the level before: Billings & Kan, note 17."""
    settings = found("bets=8")
    assert settings.makes[0] == STANDARD.makes[0]
    for makes, four in zip(settings.makes[1:], STANDARD.makes[1:], strict=True):
        assert makes[:4] == four
        shares = [1 - make for make in makes[3:]]
        for more, fewer in zip(shares[1:], shares, strict=False):
            assert more / fewer == pytest.approx(sqrt(2) - 1, rel=2e-3)
    assert settings.with_levels(4).makes == STANDARD.makes


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tight", "'tight' are not known: did you mean moderate-tight, tight-low, tight-medium or"),
        ("agressive-hihg", "did you mean aggressive-high"),
        ("qqq", "'qqq' are not known: `railbird settings` lists all"),
        ("tight-low,,7chr", "'' are not known"),
        ("tight-low,loose-low", "tight-low and loose-low both choose the folds"),
        ("7chr,standard", "standard is a whole baseline"),
        ("slope=steep", "'steep' is not a number: write for example slope=1.1"),
        ("slope=nan", "finite"),
        ("slope=-1", "slopes must be 0 or more"),
        ("bets=9", "9 bets a round are not possible: choose 4 to 8"),
        ("bets=4.5", "'bets=4.5' is not a number of bets"),
        ("none.toml", "none.toml is not a file: `railbird settings standard --toml` shows one"),
    ],
)
def test_what_is_not_understood(text: str, says: str) -> None:
    with pytest.raises(OptionError) as error:
        find_settings(text)
    assert says in str(error.value)


@pytest.mark.parametrize("text", ["standard", "tight-low,7chr", "bets=6,slope=0.9", "one-bet"])
def test_a_file_holds_all_there_is(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(found(text)), encoding="utf-8")
    assert find_settings(path) == find_settings(str(path)) == found(text)


def test_a_file_says_only_what_is_different(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('settings = "tight-low"\n[river]\nfold-offset = 0.05\nfold-slope = 2\n')
    settings = find_settings(path)
    assert isinstance(settings, Settings)
    assert settings.name == "mine"
    assert settings.fold_offsets == (0, 0.125, 0.15, 0.05)
    assert settings.fold_slopes == (1, 1, 1, 2)
    assert settings.makes == STANDARD.makes


def test_a_mixture_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mixed.toml"
    path.write_text(
        '[[mixture]]\nweight = 3\nsettings = "loose-low"\n'
        "[[mixture]]\nweight = 1\n[mixture.turn]\nfold-offset = 0.2\n"
    )
    mixed = find_settings(path)
    assert isinstance(mixed, Mixture)
    assert [weight for weight, _ in mixed.parts] == [0.75, 0.25]
    assert mixed.parts[0][1] == found("loose-low")
    assert mixed.parts[1][1].fold_offsets == (0, 0.075, 0.2, 0)
    for each in (mixed, find_settings("sparbot")):
        path.write_text(as_toml(each), encoding="utf-8")
        again = find_settings(path)
        assert isinstance(each, Mixture)
        assert isinstance(again, Mixture)
        assert [part for _, part in again.parts] == [part for _, part in each.parts]
        assert again.name == each.name


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "is not a TOML file"),
        ("color = 1", "'color' is not known here: choose name, settings"),
        ("[flop]\nfold = 1", "'fold' is not known here: choose fold-offset, fold-slope or bets"),
        ('[flop]\nfold-offset = "x"', "'x' is not a number"),
        ("[flop]\nbets = 3", "the bets of the flop are a list"),
        ("flop = 3", "write what the flop has under a line [flop]"),
        ("[flop]\nbets = [0.9, 0.8, 0.95, 0.99]", "the thresholds of the flop must rise"),
        ("[pre-flop]\nbets = [0.5, 0.6, 0.7, 0.8, 0.9]", "the pre-flop needs four thresholds"),
        ('hand-rank = "best"', "metric 'best' is not known"),
        ("mixture = 3", "under a line [[mixture]]"),
        ("[[mixture]]\nweight = -1", "weights above 0"),
        ('settings = "standard"\n[[mixture]]\nweight = 1', "'settings' is not known here"),
    ],
)
def test_what_a_file_may_not_say(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(OptionError) as error:
        find_settings(path)
    assert says in str(error.value)
    assert str(error.value).startswith(str(path))
    assert "\n" not in str(error.value)


def test_offsets_for_more_bets_come_from_a_file(tmp_path: Path) -> None:
    """F1 to F4: with three and more players somebody may have to pay several bets at once."""
    path = tmp_path / "tight.toml"
    path.write_text("[flop]\nfold-offset = [0.0, 0.1, 0.2, 0.3]\n[turn]\nfold-offset = 0.05\n")
    found = find_settings(path)
    assert isinstance(found, Settings)
    assert found.fold_offsets == (0.0, 0.0, 0.05, 0.0)
    assert found.offsets().tolist() == [
        [0.0] * 4, [0.0, 0.1, 0.2, 0.3], [0.05] * 4, [0.0] * 4,
    ]  # fmt: skip
    again = tmp_path / "again.toml"
    again.write_text(as_toml(found))
    assert find_settings(again) == found
    plain = tmp_path / "plain.toml"
    plain.write_text("[flop]\nfold-offset = 0.1\n")
    same = find_settings(plain)
    assert isinstance(same, Settings)
    assert same.more_offsets is None
    path.write_text("[flop]\nfold-offset = [0.0, 0.1]\n")
    with pytest.raises(OptionError, match="a list of four for one to four bets"):
        find_settings(path)
