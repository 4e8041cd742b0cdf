"""Tables 3.3, 3.4 and 4.1 of Ho (2015)."""

from __future__ import annotations

from fractions import Fraction

from railbird import data
from railbird.cards.card import HoleCards
from railbird.cards.classes import omaha_class_index
from railbird.cards.suits import SuitPattern, suit_patterns
from railbird.omaha8.jamfold import gaps, solutions
from railbird.omaha8.jamfold.game import Floats
from railbird.omaha8.jamfold.solutions import Position, grid
from railbird.omaha8.rules.attributes import attributes
from railbird.omaha8.rules.features import LOW, Bools, Features, class_features
from railbird.reproduce.experiment import Figure, Outcome, RunOptions, holds, same_text, within
from railbird.stats import at_most

MOST = 45
"""The largest stack of the document, in big blinds."""

PATTERNS = """
8000 1 4 5148 | 7100 11 12 267696 | 6200 11 12 1606176 | 6110 12 12 267696 | 6110 111 24 3212352
5300 11 12 4416984 | 5210 111 24 31320432 | 5111 121 12 2409264 | 5111 13 4 66924
5111 1111 24 8833968 | 4400 2 6 4290 | 4400 11 12 3063060 | 4310 111 24 63800880
4220 12 12 669240 | 4220 111 24 51531480 | 4211 1111 24 104401440 | 4211 112 12 8700120
3320 21 12 267696 | 3320 111 24 76293360 | 3311 22 6 22308 | 3311 211 12 267696
3311 112 12 6357780 | 3311 1111 24 76293360 | 3221 121 12 3480048 | 3221 1111 24 267963696
2222 4 1 78 | 2222 31 4 24024 | 2222 22 6 18018 | 2222 211 12 2738736 | 2222 1111 24 34234200
"""
"""Table 3.3: cards of each suit, suits with the same ranks, duplicates, total."""

EXAMPLES = """
AsKsKhJc hasK=0 hasJ=1 | KsKhJc2s hasBare2=1 | AsAdKh3c hasBareA=0 hasLowA=0 hasLow3=1
AsKsKh3c hasPairK=1 is_one_pair=1 | AsAcKsKh is_one_pair=0 is_two_pair=1
AsKsKhKc is_one_pair=0 is_trips=1 | KsKhKdKc is_one_pair=0 is_two_pair=0 is_trips=0 is_quads=1
AsKsQhJh suited_AABB=1 | AsKsQsJs suited_AAAA=1 | AsKsQsJh suited_AAAB=1 | AsKsQhJc suited_AABC=1
As4s3h3c low_card_3=1 | AsKsQhJc suitedA=1 suitedK=0 | AsKsQhJh cQJs=1 | KsQhJhTd cQJ=1 cJT=1
KsQhJh9d range5=1
"""
"""Table 3.4: hands and what they have; the third has its ace of spades twice in print."""

LOW_ACE = (
    "ours is what was regressed: the ace is the lowest card there, so that no suit is ace-high and "
    "Figure 4.4 has no coefficient for suitedA; its standard errors agree with ours"
)

HANDS: dict[str, tuple[str, float, float]] = {
    "two or more aces": ("AsAhAdAc", MOST, 8.5),
    "two kings": ("KsKh9d2c", 15, 10),
    "two queens": ("QsQh9d2c", 6, 7.5),
    "ace and low card, not trips": ("AsTh9d8c", 18.5, 14),
    "ace and pair": ("AsTh9d9c", 5, 7.5),
    "double-suited": ("Ks2s9h2h", 2, 4),
    "double-suited with ace": ("As9sTh9h", 38.5, 17),
    "two pairs": ("9s9h2d2c", 2, 4),
    "double-suited two pairs": ("9s9h2s2h", 4.5, 7),
    "double-suited, three low cards": ("Qs8s7h3h", 27, 14.5),
}
"""Table 4.1: the least playable hand for the small blind, and its R for both blinds."""


def origin() -> tuple[str, ...]:
    """Where our equilibria come from, and how exact they are."""
    shipped, info = solutions.load(), data.manifest()[solutions.TABLE]
    note = (
        f"Our equilibria are those of the table {info.name} (sha256 {info.checksum[:16]}…), made "
        f"by `{info.made_by}`. Against none of them can anybody gain more than "
        f"{at_most(float(shipped.gains.max()))} big blinds a hand."
    )
    return (note,)


def ho_patterns(_: RunOptions) -> Outcome:
    """Table 3.3: sets of eight cards by suits."""
    rows = suit_patterns(8)
    ours: dict[tuple[tuple[int, ...], tuple[int, ...]], SuitPattern] = {
        (row.suits, row.matching): row for row in rows
    }
    figures = []
    for line in PATTERNS.replace("|", "\n").strip().splitlines():
        suits, matching, duplicates, total = line.split()
        row = ours.pop((_digits(suits), _digits(matching)))
        name = f"({', '.join(suits)}), alike {'+'.join(matching)}"
        figures.append(within(f"{name}: duplicates", row.orbit, int(duplicates), 0))
        figures.append(within(f"{name}: total", row.total, int(total), 0))
    figures.append(within("rows that print does not have", len(ours), 0, 0))
    figures.append(within("classes", sum(row.classes for row in rows), 32_819_436, 0))
    figures.append(within("all sets", sum(row.total for row in rows), 752_538_150, 0))
    return Outcome(tuple(figures))


def ho_attributes(_: RunOptions) -> Outcome:
    """Table 3.4: the attributes of its examples."""
    figures = []
    for line in EXAMPLES.replace("|", "\n").strip().splitlines():
        hand, *values = line.split()
        found = attributes(Features.of([list(HoleCards.parse(hand))]))
        for name, printed in (value.split("=") for value in values):
            ours = int(found[name][0])
            figures.append(within(f"{hand}: {name}", ours, int(printed), 0, why=LOW_ACE))
    return Outcome(tuple(figures))


def _digits(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def playability(position: Position) -> Floats:
    """The largest R played at 50/100, in steps of ½ up to 45."""
    return solutions.load().playability(position, stacks=grid(2, MOST))


def _proof(hand: str, position: Position, ours: float, printed: float) -> str:
    """What playing wins where print and we disagree."""
    if ours == printed:
        return ""
    stack = Fraction(printed) if ours < printed else Fraction(printed) + Fraction(1, 2)
    if stack > MOST:
        return ""
    gap = gaps.load().of(position, stack)[omaha_class_index(hand)]
    return f"at R = {float(stack):g} playing it wins {gap:+.3f} bb more than folding"


def played_to(name: str, hand: str, position: Position, printed: float) -> Figure:
    """The largest R at which a hand is played, beside print."""
    ours = float(playability(position)[omaha_class_index(hand)])
    why = _proof(hand, position, ours, printed)
    if printed == MOST:
        return same_text(name, f"{ours:g}{'+' if ours == MOST else ''}", f"{MOST}+", why=why)
    return within(name, ours, printed, 0, why=why)


def kinds_of(hands: Features) -> dict[str, Bools]:
    """The kinds of Table 4.1."""
    ace, double = hands.count("A") > 0, hands.suited("double-suited")
    pairs = hands.sets(2)
    return {
        "two or more aces": hands.count("A") >= 2,
        "two kings": hands.times("K", 2),
        "two queens": hands.times("Q", 2),
        "ace and low card, not trips": ace & (hands.count(LOW) > 0) & (hands.sets(3) == 0),
        "ace and pair": (hands.count("A") == 1) & (pairs == 1),
        "double-suited": double,
        "double-suited with ace": ace & double,
        "two pairs": pairs == 2,
        "double-suited two pairs": double & (pairs == 2),
        "double-suited, three low cards": double & (hands.different(LOW) == 3),
    }


def ho_playability(_: RunOptions) -> Outcome:
    """Table 4.1: the least playable hands of some kinds."""
    figures, kinds, small = [], kinds_of(class_features()), playability("sb")
    for kind, (hand, jam, call) in HANDS.items():
        figures.append(played_to(f"{kind}, {hand}: small blind", hand, "sb", jam))
        figures.append(played_to(f"{kind}, {hand}: big blind", hand, "bb", call))
        least = float(small[kinds[kind]].min())
        ours = float(small[omaha_class_index(hand)])
        if least < MOST:
            said = "yes" if ours == least else f"no, {least:g} is"
            figures.append(holds(f"{kind}: no hand is less playable", said, "yes", ours == least))
    return Outcome(tuple(figures), notes=origin())
