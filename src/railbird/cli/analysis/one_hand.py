"""One hand on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbird.cli.ui.output import print_json
from railbird.cli.ui.tables import print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.divat.baseline.mixture import Baseline
    from railbird.divat.heads_up.describe import GameView
    from railbird.reports.insight import JudgedStep


def show_hand(text: str, settings: Baseline | None, *, as_json: bool) -> None:
    """Print the analysis of a hand that is written in one line."""
    from dataclasses import asdict, replace

    from railbird.divat.baseline.mixture import Mixture
    from railbird.divat.baseline.settings import STANDARD
    from railbird.divat.hands import RefusedError
    from railbird.divat.heads_up.describe import describe
    from railbird.divat.heads_up.encode import Encoder, encode
    from railbird.divat.lessons import game_lessons
    from railbird.history.formats.base import UnreadableHandError
    from railbird.history.formats.one_line import OneLineFormat
    from railbird.history.replay import replay_steps
    from railbird.reports.insight import judged_steps

    baseline = settings or STANDARD
    try:
        hand = OneLineFormat().read([(1, text)])
        games = encode([hand], Encoder(levels=baseline.levels))
        view = describe(games, settings=baseline)
        lessons = () if isinstance(baseline, Mixture) else game_lessons(games, settings=baseline)
    except UnreadableHandError as error:
        raise OptionError(f"--hand: {error.reason}") from None
    except RefusedError as refused:
        raise OptionError(f"this hand cannot be judged: {refused}") from None
    steps = replay_steps(replace(hand, players=("P1", "P2")))
    judged = list(judged_steps(replace(hand, players=("P1", "P2")), steps, lessons))
    if as_json:
        decisions = [each._asdict() | {"round": steps[each.step].round} for each in judged]
        print_json(asdict(view) | {"decisions": decisions})
        return
    _print_hand(view)
    if lessons:
        _print_decisions([(steps[each.step].round, each) for each in judged], hand.rules.big_blind)


def _print_hand(view: GameView) -> None:
    """A column for each round, in 80 characters, with more lines where it is narrower."""
    from railbird.divat.heads_up.hand_text import dashed, dealt, luck_and_skill, signed

    first, second = (dashed(hand) for hand in view.hands)
    one, two = view.seats
    print_text(f"P1, the {one}, has {first}; P2, the {two}, {second}. Values are P1's, in sb.")
    rows = [
        ["board", *(dealt(each) for each in view.rounds)],
        ["played", *(each.played for each in view.rounds)],
        *_baselines(view),
    ]
    for label, ranks in (
        ("IHR", "immediate_rank"),
        ("7cHR", "seven_card_rank"),
        ("EHR", "effective_rank"),
    ):
        for p in range(2):
            cells = (f"{getattr(each, ranks)[p]:.4f}" for each in view.rounds)
            rows.append([f"{label} of P{p + 1}", *cells])
    rows.append(["all-in equity", *(f"{each.scores['aie']:.4f}" for each in view.rounds)])
    for label, score in (
        ("LFAT change", "lfat"),
        ("AIE actual", "aie_actual"),
        ("AIE baseline", "aie_baseline"),
        ("AIE DIVAT", "aie_skill"),
        ("ROE actual", "actual"),
        ("ROE baseline", "baseline"),
        ("ROE DIVAT", "skill"),
        ("P1's own EVAT", "evat_1"),
        ("P2's own EVAT", "evat_2"),
    ):
        rows.append([label, *(signed(each.scores[score]) for each in view.rounds)])
    print_table(["", *(each.name for each in view.rounds)], rows)
    print_text(luck_and_skill(view))
    if view.settings.name != "standard":
        print_text(f"Baseline: {view.settings.name} settings.")


def _print_decisions(judged: Sequence[tuple[int, JudgedStep]], small_bet: int) -> None:
    """A line for each decision that differs from the baseline's, from its player's view."""
    from railbird.table.state import ROUND_NAMES

    others = [(r, each) for r, each in judged if not each.is_same]
    if not others:
        print_text("Every decision is the baseline's.")
        return
    print_text(
        "The decisions that are not the baseline's, each for its player. Over a round, the sum of "
        f"P1's less that of P2's is the ROE DIVAT. Bets are in chips: {small_bet} are 1 sb."
    )
    for r, each in others:
        print_text(f"{ROUND_NAMES[r]}, {each.played}: {each.why}", hanging=2)


def _baselines(view: GameView) -> list[list[str]]:
    """The play of the baseline by round. A mixture plays in several ways, each with a share."""
    by_round = [each.mixed or ((1.0, each.baseline),) for each in view.rounds]
    rows = []
    for i in range(max(map(len, by_round))):
        cells = [
            ""
            if i >= len(mixed)
            else mixed[i][1] + (f" {100 * mixed[i][0]:.0f} %" * (mixed[i][0] < 1))
            for mixed in by_round
        ]
        rows.append(["or" if i else "baseline", *cells])
    return rows
