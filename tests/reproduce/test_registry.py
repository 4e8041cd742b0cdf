"""The registry: every numbered table and figure of the documents, under a name that says so."""

from __future__ import annotations

import pytest

from railbird.errors import OptionError
from railbird.reproduce.experiment import RunOptions
from railbird.reproduce.registry import DOCUMENTS, EXPERIMENTS, find

LISTS = {
    "kan": {
        "table": ["2.1", *(f"3.{n}" for n in range(1, 5)), "4.1", "4.2", "5.1", "5.2", "6.1"],
        "fig": ["1.1", *(f"4.{n}" for n in range(1, 12)), *(f"5.{n}" for n in range(1, 24))],
    },
    "billings": {
        "table": [str(n) for n in range(1, 4)],
        "fig": [str(n) for n in range(1, 15)],
    },
    "ho": {
        "table": ["2.1", *(f"3.{n}" for n in range(1, 5)), "4.1"],
        "fig": ["2.1", *(f"3.{n}" for n in range(1, 5)), *(f"4.{n}" for n in range(1, 9))],
    },
    "seca": {
        "table": [str(n) for n in range(1, 6)],
        "fig": [str(n) for n in range(1, 22)],
    },
}
"""The numbers in the documents' own lists of tables and figures."""


@pytest.mark.parametrize("document", LISTS)
def test_every_table_and_figure_has_an_experiment(document: str) -> None:
    for kind, numbers in LISTS[document].items():
        named = [name for name in EXPERIMENTS if name.startswith(f"{document}-{kind}-")]
        assert named == [f"{document}-{kind}-{number}" for number in numbers]


def test_names_and_titles_are_unique_and_say_what_they_are() -> None:
    titles = [each.title for each in EXPERIMENTS.values()]
    assert len(set(titles)) == len(titles)
    assert sum(len(list(each.experiments())) for each in DOCUMENTS.values()) == len(EXPERIMENTS)
    assert find("kan-fig-4.5").title == "Kan (2007), Figure 4.5, self-play"
    assert find("melcher-sec-2.1").title == "Melcher (2015), §2.1, Malmuth-Harville"
    assert find("kan-ranks").title == "Kan (2007), §3.1, hand ranks in the text"


def test_a_number_that_fits_one_thing_is_enough() -> None:
    for short, name in {
        "kan-4.5": "kan-fig-4.5",
        "kan-3.3": "kan-table-3.3",
        "billings-14": "billings-fig-14",
        "gs-14": "gs-table-14",
        "melcher-2.1": "melcher-sec-2.1",
        "melcher-5.4": "melcher-table-5.4",
        "ho-2.1": "ho-table-2.1",  # there is a figure too, but the table is meant
    }.items():
        assert find(short).id == name


@pytest.mark.parametrize(
    ("short", "names"),
    [
        ("kan-4.1", "kan-table-4.1 and kan-fig-4.1"),
        ("kan-5.2", "kan-table-5.2 and kan-fig-5.2"),
        ("billings-2", "billings-table-2 and billings-fig-2"),
    ],
)
def test_a_number_that_fits_two_things_is_refused(short: str, names: str) -> None:
    with pytest.raises(OptionError) as refused:
        find(short)
    assert str(refused.value) == f"{short!r} fits {names}: name one of them"


def test_games_and_seeds_stand_in_the_registry() -> None:
    for each in EXPERIMENTS.values():
        assert each.seconds <= 5 or each.games, each.id
    fair = find("kan-fig-4.1")
    assert (fair.games, fair.seed) == (400_000, 1)


def test_what_has_nothing_to_compute_says_why() -> None:
    for each in EXPERIMENTS.values():
        if each.seconds == 0:
            outcome = each.run(RunOptions())
            assert outcome.verdict == each.expected == "not comparable"
            assert all(figure.why for figure in outcome.figures), each.id
