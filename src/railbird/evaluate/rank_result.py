"""What a hand makes on a board, and how good it is: everything that ``railbird rank`` shows."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.cards.card import HoleCards, format_cards, parse_cards
from railbird.cards.classes import holdem_class, omaha_class
from railbird.cards.ranges import Range
from railbird.errors import HandSizeError, OptionError
from railbird.evaluate.games import find_game
from railbird.evaluate.nuts import BoardStanding, standings
from railbird.evaluate.strength.metrics import HandMetrics, hand_metrics
from railbird.evaluate.values.evaluator import HandValue, LowValue
from railbird.version import __version__

ANYTHING = "random"


@dataclass(frozen=True, slots=True, kw_only=True)
class RankResult:
    """A hand on a board.

    Attributes
    ----------
    hand_class
        The class of the hole cards, such as ``AKs``.
    made, low
        The high hand, and in Omaha Hi-Lo the low hand. They are None before the flop, and ``low``
        is None if there is no low.
    metrics
        Hand ranks, strength and potential against the range ``against``; None in Omaha.
    standing, low_standing
        The nuts, how far the hand is from them, and the cards that improve it, for the high and for
        the low where the game has one. They are None before the flop.
    """

    hand: str
    board: str
    game: str
    hand_class: str
    made: HandValue | None
    low: LowValue | None
    metrics: HandMetrics | None
    against: str
    standing: BoardStanding | None = None
    low_standing: BoardStanding | None = None
    version: str = __version__


def rank(
    hand: str, board: str = "", *, game: str = "holdem", against: str = ANYTHING
) -> RankResult:
    """What a hand makes on a board and, in hold'em, how good it is against a range.

    Examples
    --------
    >>> result = rank("AcKc", "Ks5h3d")
    >>> print(result.made, round(result.metrics.ihr, 4))
    pair of kings (KsKcAc5h3d) 0.9685
    """
    rules = find_game(game)
    held = HoleCards.parse(hand)
    shown = parse_cards(board, what="board")
    if len(held) != rules.hole_cards:
        raise HandSizeError(
            f"{hand!r} is {len(held)} cards; a hand of {rules.title} has {rules.hole_cards}"
        )
    made: HandValue | None = None
    low: LowValue | None = None
    metrics: HandMetrics | None = None
    if not rules.is_omaha:
        metrics = hand_metrics(held, shown, weights=Range.parse(against))
    elif against != ANYTHING:
        raise OptionError(f"--against is for hold'em; leave it out with --game {game}")
    if shown:
        made, low = rules.made(held, shown)
    high_place, low_place = standings(rules, held.cards, shown) if shown else (None, None)
    return RankResult(
        hand=str(held),
        board=format_cards(shown),
        game=game,
        hand_class=omaha_class(held) if rules.is_omaha else holdem_class(held),
        made=made,
        low=low,
        metrics=metrics,
        against=against,
        standing=high_place,
        low_standing=low_place,
    )
