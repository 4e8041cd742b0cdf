"""Samples for the first minute, when the library is empty: matches that are played on the spot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from railbird.errors import OptionError
from railbird.history.library import Library, MatchInfo, Recorder
from railbird.table.hand import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A match of two programs: what it shows, who plays, how many deals, each from both sides."""

    name: str
    title: str
    about: str
    players: tuple[str, str]
    deals: int
    seed: int = 1


SAMPLES = (
    Sample(
        name="clear",
        title="A clear case",
        about="A simple player of rules against one who always calls. Skill shows at once.",
        players=("rules", "always-call"),
        deals=1000,
    ),
    Sample(
        name="close",
        title="A close case",
        about="Two programs of nearly the same strength. Money says one thing, skill may say "
        "another.",
        players=("rules", "bluffer"),
        deals=1000,
    ),
)


def find_sample(name: str) -> Sample:
    """The sample of this name."""
    for sample in SAMPLES:
        if sample.name == name:
            return sample
    names = ", ".join(sample.name for sample in SAMPLES)
    raise OptionError(f"there is no sample {name!r}: choose {names}")


def play_sample(
    sample: Sample, library: Library, *, progress: Callable[[float], None] = lambda _: None
) -> int:
    """Play a sample into a library, and return the number of its match. No hand is added twice."""
    from railbird.arena import Match, play_match
    from railbird.players import make_players
    from railbird.table import table_rules

    rules = table_rules(2)
    name = f"sample: {' v '.join(sample.players)}, seed {sample.seed}"
    match = Match(
        rules=rules,
        stacks=(1000 * rules.big_blind,) * 2,
        deals=sample.deals,
        seed=sample.seed,
        duplicate=True,
        name=name,
    )
    players = make_players(list(sample.players))
    info = MatchInfo(
        name=name,
        kind="match",
        players=tuple(player.name for player in players),
        rules=rules,
        seed=sample.seed,
        duplicate=True,
        asked=match.hands,
    )
    played = 0
    with Recorder(library, info) as recorder:

        def on_hand(hand: Hand) -> None:
            nonlocal played
            recorder.add(hand)
            played += 1
            progress(played / match.hands)

        play_match(match, players, on_hand=on_hand)
    return library.matches(name)[0].number
