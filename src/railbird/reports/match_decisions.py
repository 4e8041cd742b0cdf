"""Single rounds of a report: the cards as pictures, and the play next to the baseline in words."""

from __future__ import annotations

from collections.abc import Iterable

from railbird.cards.card import RANKS, SUIT_SYMBOLS, SUITS, Card
from railbird.divat.heads_up.by_decision import GameRound
from railbird.divat.heads_up.decisions import Decision, decisions
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.words import in_words
from railbird.divat.lessons import round_reasons
from railbird.reports.parts import name, plain, signed

_AS_TEXT = "\ufe0e"
"""Asks for a suit's plain glyph, where a device might show a picture."""


def drawn(cards: Iterable[Card]) -> str:
    """Cards as HTML."""
    return "".join(
        f'<span class="card {SUITS[card.suit]}">{RANKS[card.rank].replace("T", "10")}'
        f"<i>{SUIT_SYMBOLS[card.suit]}{_AS_TEXT}</i></span>"
        for card in cards
    )


def decision_cards(match: MatchAnalysis, places: list[GameRound]) -> str:
    """Several rounds, drawn, or a sentence if there are none."""
    if not places:
        return "<p>There are none.</p>"
    drawings = "".join(
        _decision(each, round_reasons(match, each.place)) for each in decisions(match, places)
    )
    return f'<div class="decisions">{drawings}</div>'


def _decision(decision: Decision, reasons: str) -> str:
    """A round of a game, drawn, with what the hero did in it."""
    view = decision.round
    played, baseline = decision.pots
    share = f"; {100 * view.share:.0f}&nbsp;% of the baseline" if view.mixed else ""
    return f"""<article class="decision">
<h4><b class="{"up" if decision.worth > 0 else "down"}">{signed(decision.worth, 2)} sb</b>
{view.name}, {plain(decision.label)}</h4>
{_cards(decision)}
<dl>
<dt>Played</dt><dd><code>{view.played}</code> {in_words(view.played, decision.seats, shown=name)}
<small>pot&nbsp;{played:g}&nbsp;sb</small></dd>
<dt>Baseline</dt><dd><code>{view.baseline}</code>
{in_words(view.baseline, decision.seats, shown=name)}
<small>pot&nbsp;{baseline:g}&nbsp;sb{share}</small></dd>
</dl>
{f"<p>{plain(reasons)}</p>" if reasons else ""}
<p class="note"><code>{decision.text}</code></p>
</article>"""


def _cards(decision: Decision) -> str:
    """Both hands, the hero's first, and the board."""
    hands = "".join(
        f"<div>{drawn(side.cards)}<small>{name(side.name)}, {side.seat}<br>"
        f"rank {side.rank:.3f}, equity {100 * side.equity:.0f} %</small></div>"
        for side in decision.sides
    )
    board = drawn(decision.round.board) or "<em>no board yet</em>"
    return f'<div class="cards">{hands}<div>{board}<small>board</small></div></div>'
