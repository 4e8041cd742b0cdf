"""Hidden cards, boards dealt twice, raked pots and unusual caps: what judges is still fair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.arena import Match, MatchTable
from railbird.cards.card import Card
from railbird.divat.estimators.claims import AGGRESSION, furthest_off, surprises
from railbird.divat.estimators.known_hands import judge_known
from railbird.divat.estimators.limit import side_by_side
from railbird.divat.estimators.summary import GameSummary
from railbird.divat.hands import before_rake
from railbird.divat.heads_up.match import analyze
from railbird.divat.heads_up.summary import Summary, summarise
from railbird.divat.no_limit.encode import encode_hand
from railbird.divat.no_limit.known import KnownGames
from railbird.divat.no_limit.match import NoLimitMatch, analyze_no_limit, summarise_no_limit
from railbird.divat.no_limit.ranges import RangeValues
from railbird.divat.omaha8.match import analyze_omaha8, summarise_omaha8
from railbird.errors import OptionError
from railbird.players import make_player
from railbird.players.find_known import find_known, find_known_ranges
from railbird.players.known.values import range_tables, value_tables
from railbird.table import FOLD, Hand, table_rules
from railbird.table.rules import Rules


def play(
    rules: Rules, *, deals: int = 60, seed: int = 3, stacks: tuple[int, int] = (400, 400)
) -> list[Hand]:
    match = Match(rules, stacks, deals=deals, seed=seed)
    players = [make_player("Ann=rules"), make_player("Bob=bluffer")]
    return [hand for hand, _ in MatchTable(match, players).play()]


def without(hand: Hand, *names: str) -> Hand:
    cards = zip(hand.players, hand.hole_cards, strict=True)
    return replace(hand, hole_cards=tuple(None if name in names else held for name, held in cards))


def folded_are_hidden(hands: list[Hand]) -> list[Hand]:
    """As a player tells hands: the other's cards are seen at a showdown only."""
    return [hand if hand.replay().showdown else without(hand, "Bob") for hand in hands]


def money_of(hands: list[Hand], name: str) -> float:
    return float(np.mean([h.payoffs[h.players.index(name)] / h.rules.big_blind for h in hands]))


@pytest.mark.parametrize("game", ["limit", "omaha8"])
def test_no_verdict_rests_on_shown_hands_alone(game: str) -> None:
    rules = table_rules(2) if game == "limit" else table_rules(2, game="omaha8")
    hands = play(rules)
    told = folded_are_hidden(hands)
    summary: Summary | GameSummary
    if game == "limit":
        found = analyze(told, hero="Ann")
        summary, lines, hidden = summarise(found), side_by_side(found), len(found.hidden)
    else:
        summary = summarise_omaha8(analyze_omaha8(enumerate(told, 1), hero="Ann"))
        lines, hidden = summary.estimators, summary.hidden
    assert 0 < hidden < len(hands)
    assert summary.verdict.count == len(hands)
    assert summary.verdict.by == pytest.approx(abs(money_of(hands, "Ann")), abs=1e-6)
    assert summary.judged_by.startswith("the money of all hands")
    assert {each.name for each in lines if each.unbiased} == {"money, all hands"}


@pytest.fixture(scope="module")
def no_limit() -> list[Hand]:
    return play(table_rules(2, betting="no-limit"), stacks=(40, 40))


def test_without_the_heros_cards_the_money_counts(no_limit: list[Hand]) -> None:
    told = [without(hand, "Ann") if i % 3 else hand for i, hand in enumerate(no_limit)]
    match = analyze_no_limit(enumerate(told, 1), hero="Ann")
    summary = summarise_no_limit(match)
    assert len(match) == len(no_limit)
    assert match.dark == sum(i % 3 > 0 for i in range(len(no_limit)))
    assert [each.name for each in summary.estimators] == ["money", "least variance"]
    assert summary.verdict.by == pytest.approx(abs(money_of(no_limit, "Ann")))
    assert "only the money counts" in summary.how


def test_known_players_need_nobodys_cards(no_limit: list[Hand]) -> None:
    values = RangeValues(range_tables())
    games = KnownGames(find_known_ranges(["Ann=rules", "Bob=bluffer"]), values)

    def aivat(hands: list[Hand]) -> NoLimitMatch:
        return analyze_no_limit(enumerate(hands, 1), hero="Ann", known=games)

    shown, hidden = aivat(no_limit), aivat([without(hand, "Ann", "Bob") for hand in no_limit])
    assert shown.known is not None
    assert hidden.known is not None
    assert hidden.known.paid.tolist() == shown.known.paid.tolist()
    assert hidden.known.luck.tolist() == shown.known.luck.tolist()
    assert hidden.money.tolist() == pytest.approx(shown.money.tolist())


def test_hands_that_are_all_in_from_the_blinds() -> None:
    rules = table_rules(2, betting="no-limit")
    hands = play(rules, stacks=(1, 40), deals=80)
    assert any(not hand.actions for hand in hands)
    match = analyze_no_limit(enumerate(hands, 1), hero="Ann")
    won = [hand.payoffs[hand.players.index("Ann")] / rules.big_blind for hand in hands]
    assert match.money.tolist() == pytest.approx(won)
    assert (match.skill.sum(axis=1) + match.luck.sum(axis=1)).tolist() == pytest.approx(won)


def test_a_board_that_was_dealt_twice_counts_as_the_mean_of_both(no_limit: list[Hand]) -> None:
    games = KnownGames(find_known_ranges(["Ann=rules", "Bob=bluffer"]), RangeValues(range_tables()))

    def judged(hands: list[Hand]) -> NoLimitMatch:
        return analyze_no_limit(enumerate(hands, 1), hero="Ann", known=games)

    hand = next(h for h in no_limit if FOLD not in h.actions and encode_hand(h)[2] < 3)
    taken = {*hand.board, *(card for held in hand.hole_cards for card in held or ())}
    rivers = [card for card in map(Card, range(52)) if card not in taken]
    others = [replace(hand, board=(*hand.board[:4], card)) for card in rivers[::6]]
    twice = [replace(hand, run_outs=(other.board,)) for other in others]
    found, apart = judged([hand, *twice]), judged([hand, *others])
    assert found.refused == {}
    assert len({*apart.money}) > 1
    for name in ("money", "own", "skill", "luck", "all_in_luck"):
        column, single = getattr(found, name), getattr(apart, name)
        assert column[1:] == pytest.approx((single[0] + single[1:]) / 2)
    assert found.known is not None
    assert apart.known is not None
    assert found.known.paid[1:] == pytest.approx((apart.known.paid[0] + apart.known.paid[1:]) / 2)


def test_an_all_in_without_its_board_leaves_the_money(no_limit: list[Hand]) -> None:
    place = next(i for i, h in enumerate(no_limit) if h.replay().showdown and len(h.board) == 5)
    told = list(no_limit)
    told[place] = replace(told[place], board=())
    match = analyze_no_limit(enumerate(told, 1), hero="Ann")
    assert (len(match), match.dark, match.refused) == (len(no_limit), 1, {})
    names = [each.name for each in summarise_no_limit(match).estimators]
    assert names == ["money", "least variance"]
    assert match.money.mean() == pytest.approx(money_of(no_limit, "Ann"))
    games = KnownGames(find_known_ranges(["Ann=rules", "Bob=bluffer"]), RangeValues(range_tables()))
    with pytest.raises(OptionError, match="AIVAT needs the whole board"):
        analyze_no_limit(enumerate(told, 1), hero="Ann", known=games)


def raked(hand: Hand) -> Hand:
    """The winner pays a tenth of the pot."""
    paid, seat = hand.replay().paid, int(np.argmax(hand.payoffs))
    if hand.payoffs[0] == hand.payoffs[1]:
        return hand
    rake = 2 * min(paid) // 10
    payoffs = [won - rake * (p == seat) for p, won in enumerate(hand.payoffs)]
    return replace(hand, payoffs=tuple(payoffs), rake=rake)


def test_money_is_before_rake(no_limit: list[Hand]) -> None:
    for hand in no_limit:
        paid = hand.replay().paid
        for seat in (0, 1):
            assert before_rake(raked(hand), paid, seat) == pytest.approx(hand.payoffs[seat])
    told = [raked(without(hand, "Bob")) for hand in no_limit]
    match = analyze_no_limit(enumerate(told, 1), hero="Ann")
    assert match.money.mean() == pytest.approx(money_of(no_limit, "Ann"))


def test_rake_does_not_change_aivat() -> None:
    hands = folded_are_hidden(play(table_rules(2)))
    name, known = find_known("Ann=rules")
    tables = value_tables()
    mine, theirs = (
        judge_known(some, name, known, tables, hidden=1)
        for some in (hands, [raked(hand) for hand in hands])
    )
    assert mine.money == pytest.approx(theirs.money)
    assert mine.estimates == pytest.approx(theirs.estimates)


def test_aivat_of_another_cap_is_refused() -> None:
    name, known = find_known("Ann=rules")
    hands = play(table_rules(2, cap=(5, 6, 6, 6)), deals=5)
    with pytest.raises(OptionError, match="another cap: omit --known"):
        judge_known(hands, name, known, value_tables())


def test_a_claim_that_is_disproved() -> None:
    """`rules` chooses good actions, which `random` would choose by luck only."""
    name, known = find_known("Ann=random")
    with pytest.raises(OptionError, match="Ann does not play like random: their aggression"):
        judge_known(play(table_rules(2), deals=300), name, known, value_tables())
    hands = play(table_rules(2, betting="no-limit"), deals=300, stacks=(40, 40))
    games = KnownGames(find_known_ranges(["Ann=bluffer"]), RangeValues(range_tables()))
    with pytest.raises(OptionError, match="Ann does not play like bluffer: their aggression"):
        analyze_no_limit(enumerate(hands, 1), hero="Ann", known=games)
    games = KnownGames(find_known_ranges(["Ann=random"]), RangeValues(range_tables()))
    with pytest.raises(OptionError, match="Ann does not play like random: in hand"):
        analyze_no_limit(enumerate(hands, 1), hero="Ann", known=games)
    games = KnownGames(find_known_ranges(["Bob=rules"]), RangeValues(range_tables()))
    with pytest.raises(OptionError, match="Bob does not play like rules: in hand"):
        analyze_no_limit(enumerate(hands, 1), hero="Ann", known=games)


def test_a_true_claim_surprises_nobody() -> None:
    hands = play(table_rules(2, betting="no-limit"), deals=400, stacks=(40, 40), seed=8)
    games = KnownGames(find_known_ranges(["Ann=rules", "Bob=bluffer"]), RangeValues(range_tables()))
    ann, bob = np.sum([judged.surprise for judged in map(games.judge, hands)], axis=0)
    assert ann[:2] == pytest.approx(0)  # there is no chance in what the rules do
    assert [each for each, _ in surprises(bob)] == list(AGGRESSION)
    assert all(off < 3 for _, off in surprises(bob))


def test_luck_that_is_off() -> None:
    rng = np.random.default_rng(1)
    luck = rng.normal(size=(400, 3)) + np.array([0.0, 0.5, 0.0])
    event, off = furthest_off(luck, ("cards", "decisions", "board"))
    assert event == "decisions"
    assert 7 < off < 13
    assert furthest_off(luck[:3], ("cards", "decisions", "board")) == ("", 0.0)
    assert furthest_off(np.zeros((400, 1)), ("cards",)) == ("", 0.0)
