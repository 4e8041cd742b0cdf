"""Ganzfried & Sandholm (2008): a tournament of three players, and single hands of it."""

from functools import partial

from railbird.reproduce.experiment import Run
from railbird.reproduce.registry.rows import Document, Row
from railbird.reproduce.tournament import jamfold_tables as hands


def _range(table: int) -> Run:
    return partial(hands.gs_range, table)


DOCUMENT = Document(
    "gs",
    "Ganzfried & Sandholm (2008)",
    (
        Row("table-1", "against Malmuth-Harville", "match", hands.gs_deviations),
        Row("table-2", "how often players jam", "match", hands.gs_frequencies, 5),
        Row("table-3", "tournament, short small blind", "match", _range(3)),
        Row("table-4", "a ranking of hands", "match", hands.gs_ranking),
        Row("table-5", "tournament, button", "match", _range(5)),
        Row("table-6", "tournament, small blind after a jam", "match", _range(6)),
        Row("table-7", "tournament, small blind after a fold", "match", _range(7)),
        Row("table-8", "tournament, big blind after jam, fold", "match", _range(8)),
        Row("table-9", "tournament, big blind after fold, jam", "match", _range(9)),
        Row("table-10", "tournament, big blind after jam, jam", "match", _range(10)),
        Row("table-11", "the button", "match", _range(11), 3),
        Row("table-12", "small blind after a jam", "match", _range(12), 3),
        Row("table-13", "small blind after a fold", "match", _range(13), 3),
        Row("table-14", "big blind after jam, fold", "differs", _range(14), 3),
        Row("table-15", "big blind after fold, jam", "match", _range(15), 3),
        Row("table-16", "big blind after jam, jam", "match", _range(16), 3),
        Row("gains", "Tables 11 to 16, gains against them", "differs", hands.gs_gains, 5),
        Row("text", "in the text, three counts", "differs", hands.gs_text),
    ),
)
