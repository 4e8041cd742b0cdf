"""Single rounds of a report: the cards as pictures, and the play next to the baseline in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from railbird.cards.card import RANKS, SUIT_SYMBOLS, SUITS, Card
from railbird.divat.heads_up.describe import GameView, RoundView, describe, title
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.words import in_words
from railbird.reports.match_data import GameRound
from railbird.reports.parts import name, plain, signed
from railbird.table.state import ROUND_NAMES

_AS_TEXT = "\ufe0e"
"""Asks for a suit's plain glyph, where a device might show a picture."""


class Chips(NamedTuple):
    """The chips that both players have put in, in small bets."""

    first: float
    second: float

    @property
    def pot(self) -> float:
        """Chips of both."""
        return self.first + self.second


def after(played: str, round_: int, before: Chips) -> Chips:
    """The chips after a round, given in letters such as ``SlRrC`` before the flop."""
    paid = [before.first, before.second]
    for letter in played:
        player = int(letter.isupper())
        if letter.lower() in "sl":
            paid[player] = 0.5 if letter.lower() == "s" else 1.0
        elif letter.lower() in "cbr":
            raised = 0 if letter.lower() == "c" else 1 if round_ < 2 else 2
            paid[player] = max(paid) + raised
    return Chips(*paid)


def drawn(cards: Iterable[Card]) -> str:
    """Cards as HTML."""
    return "".join(
        f'<span class="card {SUITS[card.suit]}">{RANKS[card.rank].replace("T", "10")}'
        f"<i>{SUIT_SYMBOLS[card.suit]}{_AS_TEXT}</i></span>"
        for card in cards
    )


def decision(match: MatchAnalysis, place: GameRound) -> str:
    """A round of a game, drawn."""
    game = describe(match.games, place.game, settings=match.settings)
    view = game.rounds[place.round]
    sign = int(match.sign[place.game])
    seats = match.players if sign > 0 else match.players[::-1]  # by position
    before = Chips(0.0, 0.0)
    for r, earlier in enumerate(game.rounds[: place.round]):
        before = after(earlier.played, r, before)
    pots = [after(text, place.round, before).pot for text in (view.played, view.baseline)]
    difference = view.scores["red_green_1" if sign > 0 else "red_green_2"]
    share = f"; {100 * view.share:.0f}&nbsp;% of the baseline" if view.mixed else ""
    return f"""<article class="decision">
<h4><b class="{"up" if difference > 0 else "down"}">{signed(difference, 2)} sb</b>
{ROUND_NAMES[place.round]}, {plain(match.label(place.game))}</h4>
{_cards(match, game, view, sign)}
<dl>
<dt>Played</dt><dd><code>{view.played}</code> {in_words(view.played, seats, shown=name)}
<small>pot&nbsp;{pots[0]:g}&nbsp;sb</small></dd>
<dt>Baseline</dt><dd><code>{view.baseline}</code> {in_words(view.baseline, seats, shown=name)}
<small>pot&nbsp;{pots[1]:g}&nbsp;sb{share}</small></dd>
</dl>
<p class="note"><code>{title(game)}</code></p>
</article>"""


def _cards(match: MatchAnalysis, game: GameView, view: RoundView, sign: int) -> str:
    """Both hands, the hero's first, and the board."""
    boards = view.wins + view.ties + view.losses
    share = (view.wins + view.ties / 2) / boards
    parts = []
    for player, p in zip(match.players, (0, 1) if sign > 0 else (1, 0), strict=True):
        equity = share if p == 0 else 1 - share
        seat = "big blind" if p == 0 else "button"
        parts.append(
            f"<div>{drawn(game.hands[p])}<small>{name(player)}, {seat}<br>"
            f"rank {view.effective_rank[p]:.3f}, equity {100 * equity:.0f} %</small></div>"
        )
    board = drawn(view.board) or "<em>no board yet</em>"
    return f'<div class="cards">{"".join(parts)}<div>{board}<small>board</small></div></div>'


def decisions(match: MatchAnalysis, places: list[GameRound]) -> str:
    """Several rounds, or a sentence if there are none."""
    if not places:
        return "<p>There are none.</p>"
    return f'<div class="decisions">{"".join(decision(match, place) for place in places)}</div>'
