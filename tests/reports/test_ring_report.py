"""The page of a ring session: what it says, and that it is harmless and complete."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from tests.naive.ring_hands import moving_table

from railbird.divat.ring import Crosstable, crosstable
from railbird.reports.ring import render, write_ring_report
from railbird.reports.ring_lines import RingLines, ring_figures

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
HANDS = moving_table(40)


def analysed(hands: int, *, you: str = "Ann") -> tuple[Crosstable, RingLines]:
    """Some hands of five players, one of whom may have another name."""
    lines = RingLines()
    some = [
        replace(hand, players=tuple(you if name == "Ann" else name for name in hand.players))
        for hand in HANDS[:hands]
    ]
    return crosstable(some, samples=30, each=lines.add), lines


def text_of(page: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", page.partition("</style>")[2])).split())


def test_every_part_is_there() -> None:
    session, lines = analysed(40)
    page = render(session, lines, source="monday.log")
    sections = ["standings", "lines", "crosstable", "decisions", "computed"]
    assert re.findall(r'<section id="(\w+)">', page) == sections
    text = text_of(page)
    assert text_of(f"</style>{session.verdict}").split(":")[0] in text
    for standing in session.standings:
        row = f"{standing.name} {standing.money.count} {standing.money.mean:+.3f}"
        assert row.replace("-", "−") in text
        assert f"Cost {standing.name} most" in text
    assert page.count("<svg") == 4
    assert page.count('<article class="decision">') == sum(
        len(own.costly[:4]) for own in session.own.values()
    )
    assert "monday.log" in text
    assert "Confidence is two-sided" in text


def test_hidden_cards_leave_the_verdict_to_the_money() -> None:
    lines = RingLines()
    some = [
        replace(hand, hole_cards=(None,) * 4) if i % 2 else hand for i, hand in enumerate(HANDS)
    ]
    session = crosstable(some, samples=30, each=lines.add)
    text = text_of(render(session, lines))
    assert "Judged by the money of all hands, because 20 do not show their cards." in text
    assert "Money of all hands, small bets per hand" in text
    for name, won in session.all_money.items():
        row = f"{name} {won.count} {won.mean:+.3f} ± {won.error:.3f}".replace("-", "−")
        assert row in text
    whole, more = analysed(40)
    assert "Judged by DIVAT." in text_of(render(whole, more))
    assert "Money of all hands" not in text_of(render(whole, more))


def test_players_who_never_met_have_verdicts_of_their_own() -> None:
    lines = RingLines()
    others = [replace(hand, players=tuple(f"{name} 2" for name in hand.players)) for hand in HANDS]
    both = crosstable([*HANDS, *others[:35]], samples=30, each=lines.add)
    text = text_of(render(both, lines))
    for verdict in both.verdicts:
        assert text_of(f"</style>{verdict}").split(":")[0] in text
    assert "who never played with" in text


def test_one_players_decisions_with_all_hands_that_were_in() -> None:
    session, lines = analysed(40)
    page = render(session, lines, player="Bob")
    assert page.count('<article class="decision">') == len(session.own["Bob"].costly)
    assert "Cost Bob most" in text_of(page)
    assert "Cost Cid most" not in text_of(page)
    first = session.own["Bob"].costly[0]
    article = text_of("</style>" + page.split('<article class="decision">')[1])
    assert article.startswith(f"−{-first.worth:.2f} sb")
    assert f"Played Bob {first.action}s" in article
    assert f"Baseline Bob {first.baseline}s" in article
    assert all(f"{name} " in article for name, _ in first.against)


@pytest.mark.parametrize("hands", [1, 2, 5])
def test_few_hands_prove_nothing(hands: int) -> None:
    session, lines = analysed(hands)
    text = text_of(render(session, lines))
    assert "Cannot tell yet who played best" in text
    assert "a verdict takes at least 30 hands" in text
    assert not re.search(r"\b(nan|inf)\b|> 99\.9", text)
    assert ("Lines need at least two hands" in text) == (hands < 2)
    assert bool(ring_figures(session, lines)) == (hands > 1)


def test_a_player_without_a_decision_has_no_empty_table() -> None:
    session, lines = analysed(1)
    page = render(replace(session, own={}), lines, player="Bob")
    assert "There are none: Bob had no decision to make." in text_of(page)
    assert "<tbody></tbody>" not in page


def test_names_are_harmless_and_you_are_spoken_to(tmp_path: Path) -> None:
    session, lines = analysed(30, you=EVIL)
    page = render(session, lines, source=EVIL)
    assert "<script" not in page
    assert "<img" not in page
    assert "script-src" not in page
    session, lines = analysed(30, you="you")
    text = text_of(render(session, lines, player="you"))
    assert not re.search(r"\byou (is|checks|calls|folds|raises|bets)\b|of you\b", text)
    path = tmp_path / "page.html"
    write_ring_report(session, lines, path)
    assert path.read_text(encoding="utf-8") == render(session, lines)


def test_lines_end_at_the_totals() -> None:
    session, lines = analysed(40)
    sums = lines.cumulated(session.names)
    assert len(lines) == session.games
    assert sums["money"][:, 0].tolist() == [0] * 5
    for key, totals in (
        ("money", session.money),
        ("luck", session.luck),
        ("divat", session.totals),
    ):
        np.testing.assert_allclose(sums[key][:, -1], totals, atol=1e-4)


def test_a_long_list_of_players_is_cut_to_those_who_played_most() -> None:
    lines = RingLines()
    hands = [
        replace(hand, players=tuple(f"p{(i // 4) * 3 + p + 10}" for p in range(4)))
        for i, hand in enumerate(HANDS)
    ]
    session = crosstable(hands, samples=30, each=lines.add)
    assert len(session.names) > 10
    assert len(session.regulars()) == 10
    text = text_of(render(session, lines))
    assert f"{len(session.names) - 10} who played fewer hands are left out" in text
