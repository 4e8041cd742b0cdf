"""The page of a state of a tournament: its worth in the solution, and who is wrong."""

from __future__ import annotations

from railbird.reports.charts import Cell, heat_map
from railbird.reports.page import page
from railbird.reports.parts import plain, section, signed, table
from railbird.tournament import ComparedState

FULL = 0.05
"""A model that is off by this share of all prizes has the full colour."""


def state_page(state: ComparedState) -> str:
    """A page about one state."""
    stacks = ", ".join(f"{chips:g}" for chips in state.stacks)
    sections = [
        section("worth", "What the stacks are worth", _worth(state)),
        section("wrong", "Who is wrong, and by how much", _wrong(state)),
        section("computed", "How it was computed", f"<p>{plain(how_compared(state))}</p>"),
    ]
    return page(
        "\n".join(sections),
        title=f"{len(state.stacks)} players left: {stacks}",
        kicker="A state of the solved tournament",
        lead=f'<div class="headline"><p><strong>{plain(says(state))}</strong></p></div>',
    )


def says(state: ComparedState) -> str:
    """Who is nearest, and who is most wrong, in a sentence or two."""
    near = state.nearest
    worst, player = state.most_wrong
    off = worst.off[player]
    amount = f"{abs(off):.2f} too {'much' if off > 0 else 'little'}"
    said = f"{worst.name} gives the {state.seats[player]} {amount}"
    if len(state.models) == 1:
        return f"{said}: {worst.percent:.2f} % on average."
    return (
        f"{near.name} is nearest to the solution, {near.percent:.2f} % off on average. "
        f"The largest error: {said}."
    )


def how_compared(state: ComparedState) -> str:
    """Where the values come from, and how exact they are."""
    where = (
        f"between solved states, interpolated; off by at most about {100 * state.error:g} %"
        if state.is_between
        else "looked up; in 99 of 100 states another equilibrium differs by at most "
        f"{100 * state.error:g} %"
    )
    return (
        "Solution: the equilibrium of a whole tournament of jam-or-fold with 45 small blinds in "
        f"play, {where} of the prizes. In it, and in fgs here, one of the winners takes a tied "
        "pot; railbird jam splits it, unless you give --ties random. "
        f"{1000 * state.seconds:.0f} ms, railbird {state.version}"
    )


def state_picture(state: ComparedState) -> str:
    """What each model gives each player more or less than the solution, as a heat map."""
    scale = FULL * sum(state.payouts)
    cells: list[list[Cell | None]] = [
        [
            Cell(
                signed(off, 2),
                f"{paid:.2f}",
                max(-1.0, min(1.0, off / scale)),
                tooltip=f"{one.name}, {seat}: {paid:.2f} instead of {right:.2f}",
            )
            for seat, paid, off, right in zip(
                state.seats, one.payoffs, one.off, state.solved, strict=True
            )
        ]
        for one in state.models
    ]
    columns = [f"{seat} {chips:g}" for seat, chips in zip(state.seats, state.stacks, strict=True)]
    return heat_map(
        [one.name for one in state.models],
        columns,
        cells,
        title="Model − solution",
        note="Large: how much more the model gives than the solution. Small: what it gives.",
    )


def _worth(state: ComparedState) -> str:
    rows = [
        [seat, f"{chips:g}", f"{units:.4g}", f"<b>{paid:.4f}</b>", *(f"{x:.4f}" for x in places)]
        for seat, chips, units, paid, places in zip(
            state.seats, state.stacks, state.units, state.solved, state.places, strict=True
        )
    ]
    places = [f"Place {number}" for number in range(1, len(state.seats) + 1)]
    prizes = " / ".join(f"{prize:g}" for prize in state.payouts)
    return table(
        ["Seat", "Stack", "Small blinds", "Solution", *places],
        rows,
        caption=f"Expected prize and probability of each place; prizes {prizes}",
    )


def _wrong(state: ComparedState) -> str:
    rows = [
        [
            plain(one.name),
            *(f"{paid:.2f}" for paid in one.payoffs),
            f"{one.percent:.2f}",
            f"{one.largest:.2f}",
        ]
        for one in state.models
    ]
    head = ["Model", *state.seats, "Mean error, %", "Largest error"]
    listed = table(head, rows, caption="Payoffs by each model, and how far they are off")
    return f"<figure>{state_picture(state)}</figure>{listed}"
