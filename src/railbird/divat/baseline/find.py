"""Settings of the baseline by name, or from a file.

A name chooses one thing: how often to fold, how often to bet, how hands are ranked, or how equity
is rolled out. Several names are joined by commas. What is not chosen is as in the standard
settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from json import dumps
from pathlib import Path
from typing import Any

from railbird.divat.baseline.mixture import Baseline, Mixture, sparbot_mixture
from railbird.divat.baseline.settings import (
    BET_SETS,
    FOLD_SETS,
    MOST_BETS,
    PLAIN_BETS,
    STANDARD,
    Settings,
    styled,
)
from railbird.errors import OptionError
from railbird.table.state import ROUND_NAMES

Named = Baseline | str | Path
"""A baseline, or what `find_settings` takes for it."""

FOLDS, BETS, RANK, ROLL_OUT, ALL = "folds", "bets", "hand rank", "roll-out", "whole baseline"
SLOPE, LEVELS = "fold slope", "most bets"
NUMBERS = {"slope": SLOPE, "bets": LEVELS}
EXAMPLES = {SLOPE: "slope=1.1", LEVELS: "bets=5"}
"""Choices with a number are written like this."""


def as_word(name: str) -> str:
    """A name as it is typed: ``Tight Low`` is ``tight-low``."""
    parts = name.lower().replace("_", " ").split("=")
    return "=".join("-".join(part.split()) for part in parts)


NAMES: Mapping[str, str] = {
    STANDARD.name: ALL,
    "sparbot": ALL,
    **{as_word(name): FOLDS for name in FOLD_SETS},
    **{as_word(name): BETS for name in (*BET_SETS, *PLAIN_BETS)},
    "7chr": RANK,
    "one-bet": ROLL_OUT,
}
"""What each name chooses."""


_ABOUT = {
    STANDARD.name: "Table 3.2 of Kan (2007)",
    "sparbot": "a mixture fitted to Sparbot",
    "never-bet": "nobody bets, whatever they hold",
    "always-bet": "each player puts in one bet, whatever they hold",
    "7chr": "hands are ranked by 7cHR alone",
    "one-bet": "one bet of each player a round; biased",
    EXAMPLES[SLOPE]: "m in m · bet / (pot + bet) + offset",
    EXAMPLES[LEVELS]: "bets a round after the flop, 4 to 8",
}


def about(word: str) -> str:
    """What a name stands for."""
    if word in _ABOUT:
        return _ABOUT[word]
    name = word.replace("-", " ")
    if name in FOLD_SETS:
        flop, turn = FOLD_SETS[name]
        return f"offset {flop:+.3f} on the flop, {turn:+.3f} turn"
    return f"ranks from {', '.join(f'{make:g}' for make in BET_SETS[name])}"


def find_settings(named: Named) -> Baseline:
    """The baseline that is meant: settings, names joined by commas, or a TOML file.

    Examples
    --------
    >>> found = find_settings("tight-low, aggressive-high")
    >>> found.name, found.fold_offsets
    ('tight low, aggressive high', (0.0, 0.125, 0.15, 0.0))
    >>> find_settings("bets=5").levels
    5
    """
    if isinstance(named, Settings | Mixture):
        return named
    if isinstance(named, Path) or named.lower().endswith(".toml"):
        return read_settings(Path(named))
    return _from_words([as_word(word) for word in named.split(",")])


def _from_words(words: list[str]) -> Baseline:
    chosen: dict[str, str] = {}
    for word in words:
        key, is_number, _ = word.partition("=")
        kind = NUMBERS.get(key) if is_number else NAMES.get(word)
        if kind is None:
            raise OptionError(_unknown(word))
        if kind in chosen:
            raise OptionError(
                f"{chosen[kind]} and {word} both choose the {kind} of the baseline: omit one"
            )
        chosen[kind] = word
    if ALL in chosen and len(chosen) > 1:
        raise OptionError(f"{chosen[ALL]} is a whole baseline: use it without other names")
    if chosen.get(ALL) == "sparbot":
        return sparbot_mixture()
    return _combined(chosen)


def _combined(chosen: Mapping[str, str]) -> Settings:
    """The settings of some names, at most one of each kind."""
    folds, bets = (
        chosen.get(kind, as_word(default)).replace("-", " ")
        for kind, default in ((FOLDS, "normal"), (BETS, "moderate"))
    )
    found = styled(folds, bets)
    said = [found.name] if found != STANDARD else []
    if RANK in chosen:
        found, said = replace(found, metric="7chr"), [*said, "7cHR"]
    if SLOPE in chosen:
        slope = _number(chosen[SLOPE])
        found = replace(found, fold_slopes=(slope,) * 4)
        said.append(f"slope {slope:g}")
    if LEVELS in chosen:
        levels = _number(chosen[LEVELS])
        if levels % 1:
            raise OptionError(
                f"{chosen[LEVELS]!r} is not a number of bets: write {EXAMPLES[LEVELS]}"
            )
        found = found.with_levels(int(levels))
        said.append(f"{levels:g} bets a round")
    if ROLL_OUT in chosen:
        found, said = replace(found, roll_out="one-bet"), [*said, "one-bet roll-out"]
    found = replace(found, name=STANDARD.name)
    return found if found == STANDARD else replace(found, name=", ".join(said))


def _number(word: str) -> float:
    key, _, text = word.partition("=")
    try:
        return float(text)
    except ValueError:
        example = EXAMPLES[NUMBERS[key]]
        raise OptionError(f"{text!r} is not a number: write for example {example}") from None


def _unknown(word: str) -> str:
    known = [*NAMES, *EXAMPLES.values()]
    near = [name for name in known if word and (name.startswith(word) or word in name)]
    near = near or get_close_matches(word, known)
    ask = f": did you mean {_either(near[:9])}?" if near else ":"
    return f"settings {word!r} are not known{ask} `railbird settings` lists all"


def _either(names: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def read_settings(path: Path) -> Baseline:
    """Settings or a mixture from a TOML file; `as_toml` writes one."""
    import tomllib

    if not path.is_file():
        raise OptionError(f"{path} is not a file: `railbird settings standard --toml` shows one")
    try:
        fields = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path} is not a TOML file: {error}") from None
    try:
        return _from_fields(fields, path.stem)
    except OptionError as error:
        raise OptionError(f"{path}: {error}") from None


_ROUND_FIELDS = ("fold-offset", "fold-slope", "bets")
_FIELDS = ("name", "settings", "hand-rank", "turn-hand-rank", "roll-out", *ROUND_NAMES)


def _from_fields(fields: dict[str, Any], name: str) -> Baseline:
    """The baseline of a file; without a name of its own it is called ``name``."""
    if "mixture" not in fields:
        return _settings(fields, name)
    _check_fields(fields, ("name", "mixture"))
    parts = fields["mixture"]
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise OptionError("write each part of a mixture under a line [[mixture]]")
    name = str(fields.get("name", name))
    found = []
    for number, part in enumerate(parts, 1):
        weight = _real(part.pop("weight", 1.0))
        found.append((weight, _settings(part, f"part {number} of {name}")))
    return Mixture(tuple(found), name)


def _settings(fields: Mapping[str, Any], name: str) -> Settings:
    """Settings from their fields. Fields that are not given are those of ``settings``."""
    _check_fields(fields, _FIELDS)
    base = _from_words(
        [as_word(word) for word in str(fields.get("settings", "standard")).split(",")]
    )
    if isinstance(base, Mixture):
        raise OptionError(f"{base.name} is a mixture, which is not a part of other settings")
    if fields.keys() <= {"settings"}:
        return base
    rounds = [fields.get(round_, {}) for round_ in ROUND_NAMES]
    for round_, each in zip(ROUND_NAMES, rounds, strict=True):
        if not isinstance(each, dict):
            raise OptionError(f"write what the {round_} has under a line [{round_}]")
        _check_fields(each, _ROUND_FIELDS)
        if not isinstance(each.get("bets", []), list):
            raise OptionError(f"the bets of the {round_} are a list: bets = [0.58, 0.825, …]")
    slopes = [
        _real(each.get("fold-slope", old))
        for each, old in zip(rounds, base.fold_slopes, strict=True)
    ]
    every = [
        _offsets(each.get("fold-offset", old), round_)
        for round_, each, old in zip(ROUND_NAMES, rounds, base.offsets().tolist(), strict=True)
    ]
    offsets = [first for first, *_ in every]
    more = tuple((two, three, four) for _, two, three, four in every)
    is_same = all(set(row) == {row[0]} for row in every)
    first, second, third, fourth = (
        tuple(_real(make) for make in each.get("bets", old))
        for each, old in zip(rounds, base.makes, strict=True)
    )
    return replace(
        base,
        name=str(fields.get("name", name)),
        metric=fields.get("hand-rank", base.metric),
        turn_metric=fields.get("turn-hand-rank", base.turn_metric),
        roll_out=fields.get("roll-out", base.roll_out),
        fold_offsets=(offsets[0], offsets[1], offsets[2], offsets[3]),
        fold_slopes=(slopes[0], slopes[1], slopes[2], slopes[3]),
        makes=(first, second, third, fourth),
        more_offsets=None if is_same else more,
    )


def _offsets(value: Any, round_: str) -> list[float]:
    """Offsets for one to four bets to pay: one number for all, or four."""
    numbers = value if isinstance(value, list) else [value] * MOST_BETS
    if len(numbers) != MOST_BETS:
        raise OptionError(
            f"the fold-offset of the {round_} is a number, or a list of four for one to four bets"
        )
    return [_real(number) for number in numbers]


def _check_fields(fields: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in fields:
        if key not in known:
            raise OptionError(f"{key!r} is not known here: choose {_either(list(known))}")


def _real(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise OptionError(f"{value!r} is not a number")
    return float(value)


def as_toml(baseline: Baseline) -> str:
    """A baseline as a file that `read_settings` reads."""
    if isinstance(baseline, Settings):
        return "\n".join(_lines(baseline, "")) + "\n"
    lines = [f"name = {dumps(baseline.name)}"]
    for weight, each in baseline.parts:
        lines += ["", "[[mixture]]", f"weight = {weight!r}", *_lines(each, "mixture.")]
    return "\n".join(lines) + "\n"


def _lines(settings: Settings, prefix: str) -> list[str]:
    """The fields of some settings; ``prefix`` names the table that they are in."""
    lines = [
        f"name = {dumps(settings.name)}",
        f'hand-rank = "{settings.metric}"',
        *([f'turn-hand-rank = "{settings.turn_metric}"'] if settings.turn_metric else []),
        f'roll-out = "{settings.roll_out}"',
    ]
    for i, round_ in enumerate(ROUND_NAMES):
        lines += [
            f"\n[{prefix}{round_}]",
            f"fold-offset = {_offset_text(settings, i)}",
            f"fold-slope = {settings.fold_slopes[i]!r}",
            f"bets = {list(settings.makes[i])!r}",
        ]
    return lines


def _offset_text(settings: Settings, round_: int) -> str:
    if settings.more_offsets is None:
        return repr(settings.fold_offsets[round_])
    return repr([settings.fold_offsets[round_], *settings.more_offsets[round_]])
