"""``railbird blackjack analyze``: skill without luck."""

from __future__ import annotations

from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import blackjack_app
from railbird.cli.blackjack.options import shown_rules, shown_spot
from railbird.cli.options import Json
from railbird.cli.ui.output import print_json, progress_bar
from railbird.cli.ui.tables import print_line, print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from railbird.blackjack import BlackjackAnalysis, BlackjackLog
    from railbird.stats import Mean

COSTLY = 5


@blackjack_app.command("analyze")
def blackjack_analyze(
    log: Annotated[Path, typer.Argument(help="A log that `railbird blackjack play` wrote.")],
    *,
    baseline: Annotated[
        str,
        typer.Option(help="Compare with: basic, no-doubles, no-splits, no-busts or dealer."),
    ] = "basic",
    as_json: Json = False,
) -> None:
    """Show how well somebody played, by their decisions, beside the money they won.

    The score of a decision is what it wins on average, less what the baseline's action wins in its
    place, exactly, with the cards that were left; both play on as the baseline does. The mean of
    scores is what a player wins more than the baseline would, without bias, and it needs far fewer
    hands than money does.

    \b
    Examples:
      railbird blackjack analyze session.jsonl
      railbird blackjack analyze session.jsonl --baseline dealer --json
    """
    from railbird.blackjack import analyze_hands, game_value, read_log, strategy_by_name

    found = read_log(log)
    strategy = strategy_by_name(baseline, found.rules)
    if not found.hands:
        raise OptionError(f"{log} has no finished hand: play some first")
    with progress_bar("scoring hands", shown=not as_json) as progress:
        analysis = analyze_hands(found.hands, found.rules, baseline=strategy, progress=progress)
    itself = game_value(rules=found.rules, after=strategy)
    if as_json:
        print_json(_as_json(found, analysis, baseline) | {"baseline_ev": itself})
        return
    other = "basic strategy" if baseline == "basic" else f"the strategy {baseline}"
    _print(found, analysis, other)
    _print_costly(analysis, baseline)
    print_line(
        f"score: what the decisions win more than those of {other}, without luck; hands needed: to "
        "be 95 % sure of a difference as large as the score, by score and by money"
    )
    print_line(f"{other} itself wins {itself:+.4f} bets a hand, on average, in a full shoe")
    print_line(shown_rules(found.rules))


def _needed(analysis: BlackjackAnalysis) -> dict[str, float]:
    """How many hands it takes to be sure of a score of this size, by money and by decisions."""
    from railbird.stats import FEWEST_FOR_VERDICT, games_needed

    score, enough = analysis.score, analysis.money.count >= FEWEST_FOR_VERDICT
    by_money = games_needed(score.mean, analysis.money.deviation) if enough else nan
    return {"money": by_money, "score": score.games_needed}


def _print(log: BlackjackLog, analysis: BlackjackAnalysis, other: str) -> None:
    """Money and scores beside each other, and the verdict by scores."""
    from railbird.stats import about, counted, shown, shown_interval, verdict

    needed = {key: about(number) for key, number in _needed(analysis).items()}

    def row(name: str, mean: Mean, hands: str) -> list[str]:
        figures = [f"{mean.mean:+.4f}", shown(mean.error), shown(mean.deviation)]
        return [name, *figures, shown_interval(mean.low, mean.high), hands]

    title = f"{log.player}, {counted(len(log.hands), 'hand')}, {analysis.decisions:,} decisions"
    print_table(
        ["", "per hand", "± error", "s.d.", "95 % interval", "hands needed"],
        [
            row("score", analysis.score, needed["score"]),
            row("money", analysis.money, needed["money"]),
            row("money less score", analysis.luck, ""),
        ],
        title=title,
    )
    said = str(verdict(analysis.score, (log.player, other), unit="per hand", sample="hand"))
    print_text(said[0].upper() + said[1:])


def _print_costly(analysis: BlackjackAnalysis, baseline: str) -> None:
    """The decisions that lost the most, alike ones together."""
    from railbird.blackjack.rules import ACTIONS

    groups: dict[tuple[str, str, str], list[float]] = {}
    for each in analysis.differing:
        acted = ACTIONS[each.decision.action], ACTIONS[each.baseline]
        groups.setdefault((shown_spot(each.decision), *acted), []).append(each.score)
    costly = sorted(groups.items(), key=lambda each: sum(each[1]))[:COSTLY]
    rows = [
        [*spot, str(len(scores)), f"{sum(scores):+.4f}"]
        for spot, scores in costly
        if sum(scores) < 0
    ]
    if rows:
        heads = ["decision", "played", baseline, "times", "score"]
        print_table(heads, rows, title="Costliest decisions", text=(0, 1, 2))


def _as_json(log: BlackjackLog, analysis: BlackjackAnalysis, baseline: str) -> dict[str, object]:
    from dataclasses import asdict

    from railbird.blackjack.rules import ACTIONS, RANKS, shown_cards

    return {
        "player": log.player,
        "baseline": baseline,
        "rules": asdict(log.rules),
        "hands": len(log.hands),
        "decisions": analysis.decisions,
        "score": asdict(analysis.score),
        "money": asdict(analysis.money),
        "luck": asdict(analysis.luck),
        "hands_needed": _needed(analysis),
        "differing": [
            {
                "number": each.number,
                "hand": shown_cards(each.decision.hand),
                "up": RANKS[each.decision.up],
                "split_hand": each.decision.split_hand,
                "played": ACTIONS[each.decision.action],
                "baseline": ACTIONS[each.baseline],
                "score": each.score,
            }
            for each in analysis.differing
        ],
    }
