"""The ACPC log."""

from __future__ import annotations

import contextlib
import gzip
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.acpc.game_definition import UNLIMITED, competition_game
from railbird.history.formats.acpc.log import AcpcFormat
from railbird.history.formats.base import Problem, read_file
from railbird.table import Betting, Hand, Rules, table_rules

from .played import random_hand

LINE = "STATE:17:rrc/rf:6sKs|5dJd/2sTh2h:30|-30:anna|bert"


def read_text(text: str, log: AcpcFormat | None = None) -> list[Hand]:
    log = log or AcpcFormat()
    return [log.read(group) for group in log.split(iter(list(enumerate(text.splitlines(), 1))))]


def played(seed: int, rules: Rules | None = None) -> Hand:
    """A hand with nothing that a log cannot hold."""
    return replace(random_hand(seed, rules=rules), when=None)


def test_a_line_is_read() -> None:
    (hand,) = read_text(LINE)
    assert hand.rules == table_rules(2, small_blind=5, big_blind=10)
    assert hand.stacks == (UNLIMITED, UNLIMITED)
    assert hand.actions == (20, 30, 0, 10, -1)
    assert hand.players == ("anna", "bert")
    assert hand.number == "17"
    assert hand.payoffs == hand.computed_payoffs() == (30, -30)


@pytest.mark.parametrize(
    "line",
    [
        "STATE:17:rrc/rf:30|-30:6sKs|5dJd/2sTh2h:anna|bert",
        "STATE:17:rrc/rf:anna|bert:6sKs|5dJd/2sTh2h:30|-30",
        "anna|bert:17:rrc/rf:6sKs|5dJd/2sTh2h:30|-30",
    ],
)
def test_fields_in_other_orders(line: str) -> None:
    assert read_text(line) == read_text(LINE)
    assert AcpcFormat().recognises("# a comment\n" + line)


@pytest.mark.parametrize(
    ("comment", "when"),
    [
        (" # 1479132064.35509", datetime(2016, 11, 14, 14, 1, 4, 355090, UTC)),
        ("# 1479132064", datetime(2016, 11, 14, 14, 1, 4, tzinfo=UTC)),
        (" #2016-11-14 14:01:04 UTC", datetime(2016, 11, 14, 14, 1, 4, tzinfo=UTC)),
        ("  # table 7: won by anna", None),
        (" #", None),
    ],
)
def test_a_comment_is_no_part_of_a_name(comment: str, when: datetime | None) -> None:
    (hand,) = read_text(LINE)
    for line in (LINE, "anna|bert:17:rrc/rf:6sKs|5dJd/2sTh2h:30|-30"):
        assert read_text(line + comment) == [replace(hand, when=when)]
        assert AcpcFormat().recognises(line + comment)


def test_a_name_may_have_a_number_sign() -> None:
    (hand,) = read_text(LINE.replace("anna", "bot#2"))
    assert hand.players == ("bot#2", "bert")
    written = AcpcFormat().fit(replace(hand, players=("bot #2", "bert")))
    assert written.players == ("bot _2", "bert")
    assert read_text(AcpcFormat().write(written)) == [written]


def test_no_limit_raises_are_totals_of_the_hand() -> None:
    text = "STATE:0:r300c/cr900c/r20000c/:5d5c|9hQd/8dAs8s/4h/6d:20000|-20000:a|b"
    (hand,) = read_text(text)
    assert hand.actions == (300, 0, 0, 600, 0, 19100, 0)
    assert hand.stacks == (20000, 20000)
    assert hand.payoffs == hand.computed_payoffs()


def test_the_first_raise_tells_the_game_of_hands_without_one() -> None:
    calls = "STATE:0:cc/cc/cc/cc:AcKd|AdKc/2s3s4s/9s/Ts:0|0:a|b\n"
    raised = "STATE:1:r300f:AcKd|AdKc:-100|100:a|b\n"
    first, second = read_text(calls + raised)
    assert first.rules == second.rules == competition_game("no-limit", 2).rules
    (alone,) = read_text("STATE:2:f:5d5c|9hQd:50|-50:a|b")
    assert alone.rules.betting == "no-limit"
    (limit,) = read_text("STATE:2:f:5d5c|9hQd:5|-5:a|b")
    assert limit.rules.betting == "limit"


def test_the_header_names_match_and_game() -> None:
    header = "# name/game/hands/seed final /x/holdem.nolimit.2p.reverse_blinds.game 2 7\n#--t 7\n"
    hands = read_text(header + "STATE:0:cc/cc/cc/cc:AcKd|AdKc/2s3s4s/9s/Ts:0|0:a|b\nSCORE:0|0:a|b")
    assert [(hand.table, hand.rules.betting) for hand in hands] == [("final", "no-limit")]


def test_an_unknown_game_is_a_problem() -> None:
    with pytest.raises(InputError, match=r"kuhn\.limit\.3p"):
        read_text("# name/game/hands/seed m kuhn.limit.3p.game 2 7\n" + LINE)


def test_split_chips_are_kept_exactly() -> None:
    text = "STATE:4:cfc/cc/cc/cc:7h2d|AdKc|AcKd/Qs3s4s/9h/Tc:-5|2.5|2.5:a|b|c"
    (hand,) = read_text(text)
    assert hand.chip == "1/2"
    assert hand.payoffs == hand.computed_payoffs() == (-10, 5, 5)
    assert hand.rules.blinds == (10, 20, 0)
    assert AcpcFormat().write(hand).splitlines()[-1] == text
    assert read_text(AcpcFormat().write(hand)) == [hand]


def test_thirds() -> None:
    betting = "cccc/cccc/cccc/crcc"
    cards = "7h2d|AdKc|AcKd|AhKh/Qs3s4s/9d/Tc"
    (hand,) = read_text(f"STATE:1:{betting}f:{cards}:-10|3.333333|3.333333|3.333333:a|b|c|d")
    assert hand.chip == "1/3"
    assert hand.payoffs == hand.computed_payoffs() == (-30, 10, 10, 10)
    assert read_text(AcpcFormat().write(hand)) == [hand]
    with pytest.raises(InputError, match="shares"):
        read_text(f"STATE:1:{betting}f:{cards}:-10|3.333|3.333|3.334:a|b|c|d")


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("betting", ["limit", "no-limit"])
def test_written_hands_read_back(players: int, betting: Betting) -> None:
    rules = table_rules(players, betting=betting)
    hands = [played(seed, rules) for seed in range(8)]
    log = AcpcFormat()
    assert read_text("".join(map(log.write, hands))) == hands
    together = "".join(map(log.writer(), hands + hands))
    assert read_text(together) == hands + hands


def test_rules_may_be_given() -> None:
    rules = table_rules(2, small_blind=1, big_blind=2)
    log = AcpcFormat(rules, (300, 300))
    hand = replace(read_text(LINE)[0], rules=rules, stacks=(300, 300), actions=(4, 6, 0, 2, -1))
    assert read_text(log.write(hand), log) == [hand]
    with pytest.raises(CannotHoldError, match="of another"):
        log.write(replace(hand, stacks=(301, 300)))


def test_unknown_hole_cards_are_empty() -> None:
    (hand,) = read_text("STATE:17:rrc/rf:|5dJd/2sTh2h:30|-30:anna|bert")
    assert hand.hole_cards[0] is None
    assert read_text(AcpcFormat().write(hand)) == [hand]


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"when": datetime(2026, 1, 1)}, "time"),
        ({"chip": "0.01 USD"}, "chip"),
        ({"rake": 1}, "rake"),
        ({"hero": 1}, "heroes"),
        ({"number": "x7"}, "number"),
        ({"table": "two words"}, "table"),
        ({"players": ("a:b", "c")}, "names"),
        ({"board": ()}, "board of 0"),
        ({"actions": (20,)}, "not over"),
    ],
)
def test_what_has_no_place_is_named(changes: dict[str, object], what: str) -> None:
    (hand,) = read_text(LINE)
    with pytest.raises(CannotHoldError, match=what):
        AcpcFormat().write(replace(hand, **changes))  # type: ignore[arg-type]


def test_labels_without_a_place_are_left_out_or_replaced() -> None:
    (hand,) = read_text(LINE)
    rich = replace(hand, when=datetime(2026, 1, 1), chip="0.01 USD", number="", table="a b")
    rich = replace(rich, players=("a:b", "a_b"), hero=1, seats=(4, 2), table_size=9)
    log = AcpcFormat()
    held = log.fit(rich)
    assert held == replace(hand, number="0", table="a_b", players=("a_b_", "a_b"))
    assert read_text(log.write(held)) == [held]
    assert log.fit(hand) is hand


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("STATE:17:rrc/rf:6sKs|5dJd/2sTh2h", "is not a hand"),
        ("STATE:17:rrc/rf:6sKs|5dKs/2sTh2h:30|-30:a|b", "twice"),
        ("STATE:17:rrc/rx:6sKs|5dJd/2sTh2h:30|-30:a|b", "is not a hand"),
        ("STATE:17:rrc/ff:6sKs|5dJd/2sTh2h:30|-30:a|b", "not legal"),
        ("STATE:17:rrc/rff:6sKs|5dJd/2sTh2h:30|-30:a|b", "out of place"),
        ("STATE:17:rrc/r:6sKs|5dJd/2sTh2h:30|-30:a|b", "not over"),
        ("STATE:17:rrc/rf/:6sKs|5dJd/2sTh2h:30|-30:a|b", "after its end"),
        ("STATE:17:rrc/rf:6sKs|5dJd:30|-30:a|b", "board cards"),
        ("STATE:17:rrc/rf:6sKs|5dJd/2sTh2h:30|-20:a|b", "add up"),
        ("STATE:17:rrrrc/rf:6sKs|5dJd/2sTh2h:30|-30:a|b", "no raise"),
        ("STATE:17:rrc/rf:6sKs|5dJd/2sTh2h:30|-30:a|b|c", "3 names"),
    ],
)
def test_bad_hands_are_passed_over(tmp_path: Path, bad: str, reason: str) -> None:
    file = tmp_path / "match.log.gz"
    header = "# name/game/hands/seed m holdem.limit.2p.reverse_blinds.game 2 7"
    with gzip.open(file, "wt") as log:
        log.write(f"{header}\n{LINE}\n{bad}\n\n{LINE}\nSCORE:60|-60:a|b\n")
    problems: list[Problem] = []
    hands = list(read_file(file, [AcpcFormat()], on_problem=problems.append))
    assert len(hands) == 2
    assert [problem.line for problem in problems] == [3]
    assert reason in problems[0].reason


@given(st.text(), st.integers(0, len(LINE)), st.integers(0, 8))
def test_any_text_is_read_or_refused(text: str, at: int, gone: int) -> None:
    for tried in (text, "STATE:" + text, LINE[:at] + text + LINE[at + gone :]):
        log = AcpcFormat()
        log.recognises(tried)
        for group in log.split(iter(list(enumerate(tried.splitlines(), 1)))):
            with contextlib.suppress(InputError):
                log.read(group)


@given(st.text(alphabet="cfr0123456789/", max_size=30))
def test_any_betting_is_read_or_refused(betting: str) -> None:
    with contextlib.suppress(InputError):
        read_text(f"STATE:1:{betting}:6sKs|5dJd/2sTh2h/3c/4c:30|-30:a|b")
