"""Cards, hand classes, ranges, suit isomorphism and combinatorial indices."""

from railbird.cards.card import (
    RANKS,
    SUITS,
    Card,
    Deck,
    HoleCards,
    check_distinct,
    format_cards,
    parse_cards,
)
from railbird.cards.classes import (
    HOLDEM_CLASSES,
    holdem_class,
    holdem_class_index,
    holdem_class_of_hand,
    holdem_hands,
    omaha_class,
    omaha_class_of_hand,
    omaha_classes,
)
from railbird.cards.grid import grid_png, grid_svg, grid_text, range_caption
from railbird.cards.index import all_sets, colex_cards, colex_index, colex_indices, colex_sets
from railbird.cards.omaha_ranges import OmahaRange, omaha8_ranking
from railbird.cards.ranges import HAND_RANKING, Range
from railbird.cards.suits import (
    SuitPattern,
    canonical_cards,
    canonical_sets,
    canonical_signatures,
    count_orbits,
    suit_patterns,
)

__all__ = [
    "HAND_RANKING",
    "HOLDEM_CLASSES",
    "RANKS",
    "SUITS",
    "Card",
    "Deck",
    "HoleCards",
    "OmahaRange",
    "Range",
    "SuitPattern",
    "all_sets",
    "canonical_cards",
    "canonical_sets",
    "canonical_signatures",
    "check_distinct",
    "colex_cards",
    "colex_index",
    "colex_indices",
    "colex_sets",
    "count_orbits",
    "format_cards",
    "grid_png",
    "grid_svg",
    "grid_text",
    "holdem_class",
    "holdem_class_index",
    "holdem_class_of_hand",
    "holdem_hands",
    "omaha8_ranking",
    "omaha_class",
    "omaha_class_of_hand",
    "omaha_classes",
    "parse_cards",
    "range_caption",
    "suit_patterns",
]
