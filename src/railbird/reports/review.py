"""The jam-or-fold decisions of a session: the lines of screens and pages, and the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.reports.jam import decision_grid, grid_key, money_text, verdict, words
from railbird.reports.page import page
from railbird.reports.parts import plain, section, table
from railbird.stats import counted
from railbird.tournament import Judged, Passed
from railbird.tournament.jamfold.rules import JamRules
from railbird.tournament.whole.model import BETWEEN

HEADINGS = ("hand", "decision, blinds", "cards", "bb", "did", "better", "cost", "% of pool")
TEXT = (0, 1, 2, 4, 5)
"""The columns of `rows` that hold words."""


@dataclass(frozen=True, slots=True)
class Review:
    """What a session came to.

    Parameters
    ----------
    judged, passed
        The decisions that count, and the hands without one.
    depth
        The most big blinds of a decision that counts.
    least
        The part of the pool from which on a choice is costly.
    """

    judged: tuple[Judged, ...]
    passed: tuple[Passed, ...]
    depth: float
    least: float

    @property
    def costly(self) -> list[Judged]:
        """The costly choices, the worst first."""
        found = [one for one in self.judged if (one.cost_share or 0.0) >= self.least]
        return sorted(found, key=lambda one: -(one.cost_share or 0.0))

    @property
    def cost(self) -> float:
        """What all choices cost together, in the units of the prizes or in chips."""
        return sum(one.cost or 0.0 for one in self.judged)

    @property
    def cost_share(self) -> float:
        """The same in parts of the pool."""
        return sum(one.cost_share or 0.0 for one in self.judged)

    @property
    def unjudged(self) -> list[Passed]:
        """Hands that cannot be judged."""
        return [one for one in self.passed if one.cannot]

    @property
    def others(self) -> Counter[str]:
        """Hands with other decisions, counted by what they are."""
        return Counter(one.why for one in self.passed if not one.cannot)


def rule_text(review: Review) -> str:
    """Which decisions count."""
    return (
        f"Counted as jam or fold: everybody before the hero has folded or is all-in, and the "
        f"smaller of the hero's stack and the deepest opponent left is at most {review.depth:g} "
        "big blinds; the hero folded, jammed or called all-in. A bet that puts all opponents in is "
        "all-in."
    )


def sum_text(review: Review) -> str:
    """What the session came to, in a sentence."""
    hands = len(review.judged) + len(review.passed)
    says = (
        f"{counted(hands, 'hand')}: {counted(len(review.judged), 'jam-or-fold decision')}, "
        f"{len(review.costly)} of them costly"
    )
    if not review.judged:
        return f"{counted(hands, 'hand')}: no jam-or-fold decision to judge."
    unit = ""
    if review.judged[0].found.rules.payouts is None:
        unit = " chips"
    return (
        f"{says} ({100 * review.least:g} % of the pool or more). All choices together cost "
        f"{money_text(review.cost)}{unit}, {100 * review.cost_share:.3f} % of the pool."
    )


def others_text(review: Review) -> str:
    """The other decisions, counted; empty if there are none."""
    listed = "; ".join(f"{count:,} × {why}" for why, count in review.others.most_common())
    return f"Not counted: {listed}." if listed else ""


def exactness_text(review: Review) -> str:
    """How exact the values are; empty if nothing was judged."""
    if not review.judged:
        return ""
    found = review.judged[0].found
    says = f"Values by {found.model}{_assumed(review)}; {_bounties_text(review)}."
    if found.model == "solved":
        says += f" Between solved states they may be off by {100 * BETWEEN:g} % of the prizes."
    close = [one for one in review.judged if one.is_close]
    if close:
        least = 100 * max(one.least / one.pool for one in close)
        says += (
            f" {counted(len(close), 'choice')} made no difference that can be told (at most "
            f"{least:.2g} % of the pool) and cost{'s' if len(close) == 1 else ''} nothing."
        )
    worst = max((one.found.epsilon for one in review.judged if one.cost), default=None)
    if worst is not None:
        says += (
            f" Where a choice cost something, nobody can gain more than {100 * worst:.2g} % of the "
            "pool against the solution."
        )
    if any(not one.found.converged for one in review.judged if not one.cost):
        says += " Hands in which the choice was clearly right are solved less exactly."
    return says


def _assumed(review: Review) -> str:
    """Who is taken to be left; nothing for chips, where it does not matter."""
    if review.judged[0].found.rules.payouts is None:
        return ""
    if all(one.spot.field.is_all for one in review.judged):
        return ", with nobody left at other tables"
    return ", as if the players of the table were all that is left, which no text says"


def _bounties_text(review: Review) -> str:
    """Whether bounties are counted."""
    rules = [one.found.rules for one in review.judged]
    if any(one.bounties is not None for one in rules):
        kind = "progressive" if any(one.progressive for one in rules) else "fixed"
        return f"with {kind} bounties, of which those not won are shared in proportion to chips"
    if any(one.spot.heads for one in review.judged):
        return (
            "the texts have bounties, which are not counted: give --bounties text, and the prizes "
            "in the same money"
        )
    return "bounties are not counted"


def rows(judged: Sequence[Judged]) -> list[list[str]]:
    """A row for each decision, under `HEADINGS`."""
    return [
        [
            one.spot.hand,
            f"{one.spot.decision} at {blinds_text(one.spot.rules)}",
            one.spot.cards,
            f"{one.spot.depth:.1f}",
            one.spot.did,
            one.best,
            money_text(one.cost or 0.0),
            f"{100 * (one.cost_share or 0.0):.3f}",
        ]
        for one in judged
    ]


def blinds_text(rules: JamRules) -> str:
    """Small and big blind, and the ante, as a table has them: ``50/100 (10)``.

    Examples
    --------
    >>> blinds_text(JamRules((900, 1100), (50, 100), big_blind_ante=100))
    '50/100 (bb 100)'
    """
    antes = [f"{rules.ante:.10g}"] if rules.ante else []
    if rules.big_blind_ante:
        antes.append(f"bb {rules.big_blind_ante:.10g}")
    blinds = "/".join(f"{x:.10g}" for x in rules.blinds)
    return f"{blinds} ({', '.join(antes)})" if antes else blinds


def blinds_words(rules: JamRules) -> str:
    """The same in words."""
    small, big = rules.blinds
    words = f"Blinds {small:.10g} and {big:.10g}"
    if rules.ante:
        words += f", ante {rules.ante:.10g}"
    if rules.big_blind_ante:
        words += f", one ante of {rules.big_blind_ante:.10g} by the big blind"
    return words


def review_page(review: Review, *, title: str) -> str:
    """A page about a session, with a grid for each costly choice."""
    head = [words(h.capitalize()) if c in TEXT else h.capitalize() for c, h in enumerate(HEADINGS)]
    parts = []
    if review.costly:
        grids = "".join(_costly(one) for one in review.costly)
        parts.append(
            section(
                "costly", "The costly choices", f"{grid_key(review.judged[0].found.rules)}{grids}"
            )
        )
    if review.judged:
        lines = [
            [words(cell) if c in TEXT else plain(cell) for c, cell in enumerate(row)]
            for row in rows(review.judged)
        ]
        caption = "Cost in the units of the prizes, or in chips without prizes"
        parts.append(section("all", "All decisions", table(head, lines, caption=caption)))
    if review.unjudged:
        lines = [[words(one.hand), words(one.why)] for one in review.unjudged]
        listed = table([words("Hand"), words("Why")], lines, caption="Hands that cannot be judged")
        parts.append(section("unjudged", "Not judged", listed))
    about = [rule_text(review), others_text(review), exactness_text(review)]
    told = "".join(f"<p>{plain(text)}</p>" for text in about if text)
    parts.append(section("computed", "What counts", told))
    return page(
        "\n".join(parts),
        title=title,
        kicker="Jam or fold, hand by hand",
        lead=f'<div class="headline"><p><strong>{plain(sum_text(review))}</strong></p></div>',
    )


def _costly(one: Judged) -> str:
    spot = one.spot
    level = blinds_words(spot.rules)
    players = ", ".join(
        f"{name} {stack:.10g}" for name, stack in zip(spot.names, spot.rules.stacks, strict=True)
    )
    return (
        f"<h3>Hand {plain(spot.hand)}</h3><p>{plain(verdict(one))}</p>"
        f"<p>{plain(f'{level}. In order of action: {players}. Pot {spot.pot:.10g}.')}</p>"
        f'<div class="grids">{decision_grid(one.decision.tidied(), one.found.rules)}</div>'
    )
