"""Ganzfried & Sandholm (2008), the single hands of a three-player tournament."""

from functools import partial

from railbird.reproduce.registry.rows import Document, Row
from railbird.reproduce.tournament import jamfold_tables as hands

DOCUMENT = Document(
    "gs",
    "Ganzfried & Sandholm (2008)",
    (
        Row("table-1", "against Malmuth-Harville", "not comparable", hands.gs_tournament, 0),
        Row("table-2", "how often players jam", "match", hands.gs_frequencies, 5),
        Row("table-3", "small blind of the tournament", "not comparable", hands.gs_tournament, 0),
        Row("table-4", "a ranking of hands", "match", hands.gs_ranking),
        Row(
            " ".join(f"table-{n}" for n in range(5, 11)),
            "the tournament",
            "not comparable",
            hands.gs_tournament,
            0,
        ),
        Row("table-11", "the button", "match", partial(hands.gs_range, 11), 3),
        Row("table-12", "small blind after a jam", "match", partial(hands.gs_range, 12), 3),
        Row("table-13", "small blind after a fold", "match", partial(hands.gs_range, 13), 3),
        Row("table-14", "big blind after jam, fold", "differs", partial(hands.gs_range, 14), 3),
        Row("table-15", "big blind after fold, jam", "match", partial(hands.gs_range, 15), 3),
        Row("table-16", "big blind after jam, jam", "match", partial(hands.gs_range, 16), 3),
        Row("gains", "Tables 11 to 16, gains against them", "differs", hands.gs_gains, 5),
        Row("text", "in the text, three counts", "differs", hands.gs_text),
    ),
)
