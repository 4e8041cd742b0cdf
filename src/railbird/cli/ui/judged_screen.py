"""Verdicts on jam-or-fold decisions that were made: on the screen, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cli.ui.tables import print_text

if TYPE_CHECKING:
    from railbird.tournament import Judged


def print_judged(judged: Judged) -> None:
    """Print a verdict."""
    from railbird.reports.jam import assumed, money_text, verdict
    from railbird.reports.review import blinds_words

    spot, rules = judged.spot, judged.found.rules
    unit = "chips" if rules.payouts is None else "the prizes' units"
    in_ = "call" if spot.node.jammed else "jam"
    print_text(f"Hand {spot.hand}. {blinds_words(spot.rules)}. Pot {spot.pot:.10g}.")
    print_text(verdict(judged))
    print_text(
        f"EV in {unit}: {in_} {money_text(judged.ev_in)}, fold {money_text(judged.ev_fold)}. "
        f"The solution goes in with {100 * judged.frequency:.0f} % of {spot.hand_class}. "
        f"Those who folded before the first jam are out.{assumed(judged)}"
    )
    print()


def judged_json(judged: Judged) -> dict[str, object]:
    """A verdict as JSON; money is in the units of the prizes, or in chips."""
    from railbird.reports.jam import assumed

    spot, rules = judged.spot, judged.spot.rules
    return {
        "hand_number": spot.hand,
        "decision": spot.decision,
        "hero": spot.hero,
        "cards": spot.cards or None,
        "class": spot.hand_class,
        "players": list(spot.names),
        "seats": list(spot.seats),
        "stacks": rules.stacks,
        "blinds": rules.blinds,
        "ante": rules.ante,
        "big_blind_ante": rules.big_blind_ante,
        "folded": [spot.names[player] for player in spot.folded],
        "all_in": [spot.names[player] for player in spot.node.jammed],
        "pot": spot.pot,
        "depth": spot.depth,
        "did": spot.did,
        "best": judged.best,
        "frequency": judged.frequency,
        "ev_in": judged.ev_in,
        "ev_fold": judged.ev_fold,
        "cost": judged.cost,
        "cost_share": judged.cost_share,
        "least_difference": judged.least,
        "assumed": assumed(judged).strip() or None,
        "pool": judged.pool,
    }
