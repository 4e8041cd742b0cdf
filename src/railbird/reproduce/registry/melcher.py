"""Melcher (2015), *Evaluation of equity models for tournament poker*."""

from functools import partial

from railbird.reproduce.experiment import Agreement
from railbird.reproduce.registry.rows import Document, Row
from railbird.reproduce.tournament import button, study_claims, tables
from railbird.reproduce.tournament import study_results as results
from railbird.reproduce.tournament import study_values as values
from railbird.reproduce.tournament.study_values import OfStudy, on_shipped
from railbird.tournament.study.record import PAIRS, PLAIN, is_shipped, studied_arrays


def _row(
    names: str,
    what: str,
    of_study: OfStudy,
    *,
    expected: Agreement,
    draws: bool = False,
) -> Row:
    """An experiment on the shipped study of the solved tournament."""
    return Row(names, what, expected, on_shipped(of_study), 3, draws=draws)


def _of_layer(players: int) -> tuple[Row, ...]:
    """Experiments on the states of so many players alone."""
    return (
        _row(
            f"table-7.{8 - players}",
            f"places of {players} players",
            partial(values.finishing_by_stack, players),
            expected="differs",
        ),
        _row(
            f"fig-7.{7 - players}",
            f"bias with {players} players",
            partial(values.bias, players),
            expected="consistent",
            draws=True,
        ),
        _row(
            f"fig-7.{12 - players}",
            f"distance, {players} players",
            partial(values.distance, players),
            expected="not comparable",
            draws=True,
        ),
    )


VALUES = {
    3: _of_layer(3),
    4: _of_layer(4),
    5: (
        *_of_layer(5),
        _row(
            "table-7.1",
            "models beside the solution",
            partial(values.deviations, "7.1"),
            expected="differs",
        ),
        _row(
            "table-7.2",
            "the same, averaged over seats",
            partial(values.deviations, "7.2"),
            expected="differs",
        ),
        _row("sec-7.3", "an example", values.example, expected="differs"),
        _row("fig-7.1", "mean payoffs", values.mean_payoffs, expected="consistent", draws=True),
        _row("fig-7.5", "winning probabilities", values.winning, expected="consistent", draws=True),
        _row(
            "fig-7.6", "the same beside chips", values.winning_apart, expected="differs", draws=True
        ),
    ),
}
"""Chapter 7, from the solved tournament, by the largest number of players that it needs."""

_DEVIATORS = tuple(f"deviator_{name}" for name in PLAIN)

STRATEGIES = {
    _row("table-8.1", "what a nemesis gains", results.ex_post, expected="differs"): (
        "ex_post_solution",
        "ex_post_fgs-10",
    ),
    _row(
        "table-8.2",
        "one player with a model",
        partial(results.summary, "8.2"),
        expected="differs",
    ): _DEVIATORS,
    **{
        _row(
            f"table-8.{n}",
            f"{label} by seat",
            partial(results.details, name),
            expected="differs",
        ): (f"deviator_{name}",)
        for n, label, name in (
            (3, "Malmuth-Harville", "harville"),
            (4, "Malmuth-Weitzman", "weitzman"),
            (5, "Roberts", "roberts"),
        )
    },
    _row("table-8.6", "direct matches", results.matches, expected="differs"): tuple(
        f"match_{first}_{second}" for first, second in PAIRS[:3]
    ),
    _row(
        "table-8.7",
        "one player who looks ahead",
        partial(results.summary, "8.7"),
        expected="differs",
    ): ("deviator_fgs-10",),
    **{
        _row(
            f"table-b.{n}",
            f"FGS-{n} by seat",
            partial(results.details, f"fgs-{n}"),
            expected="differs",
        ): (f"deviator_fgs-{n}",)
        for n in range(1, 11)
    },
    _row("claims", "§4 to §9, claims of the text", study_claims.claims, expected="differs"): (
        "ex_post_solution",
    ),
}
"""Chapter 8, appendix B and claims, from the strategies of all models, and the arrays of the study
that each needs."""


def _strategies() -> tuple[Row, ...]:
    """The rows whose arrays are shipped."""
    there = studied_arrays()
    return tuple(row for row, needed in STRATEGIES.items() if there.issuperset(needed))


DOCUMENT = Document(
    "melcher",
    "Melcher (2015)",
    (
        Row("table-1.1", "order to act", "match", tables.melcher_positions),
        Row("table-5.1", "size of roll-outs", "match", tables.melcher_rollouts),
        Row("table-5.2", "decision nodes", "match", tables.melcher_nodes),
        Row("table-5.3", "tournament states", "match", tables.melcher_states),
        Row("table-5.4", "complexity", "match", tables.melcher_totals),
        Row("sec-2.1", "Malmuth-Harville", "match", tables.melcher_harville),
        Row("sec-2.2", "Malmuth-Weitzman", "match", tables.melcher_weitzman),
        Row("sec-2.3", "Roberts", "match", tables.melcher_roberts),
        Row("sec-7.2", "two players, solved", "match", tables.melcher_two_players, 3),
        Row(
            "button", "Table B.010, who has the button next", "consistent", button.melcher_button, 5
        ),
        *(row for players, rows in VALUES.items() if is_shipped(players) for row in rows),
        *_strategies(),
    ),
    short={
        row.names.removeprefix("table-"): row.names
        for players, rows in VALUES.items()
        if is_shipped(players)
        for row in rows
        if row.names.startswith("table-")
    },
)
