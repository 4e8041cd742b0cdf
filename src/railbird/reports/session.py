"""Every decision of one player in a session, marked: a section of the reports, and a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.cards.card import Card
from railbird.divat.hands import hand_label
from railbird.divat.lessons import Lesson
from railbird.divat.marks import MATTERS
from railbird.history.tracking.all_in import adjusted_payoffs, pot_shares
from railbird.reports.match_decisions import drawn
from railbird.reports.page import page
from railbird.reports.parts import NONE, facts_list, name, plain, section, signed, table
from railbird.stats import counted, of
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, ROUND_NAMES, State
from railbird.version import __version__

MOST_HANDS = 500
"""The longest session of which all decisions are shown: a person's, not that of two programs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDecision:
    """What a player did, and what can be said about it.

    Parameters
    ----------
    round, board
        The name of the round, and the cards on the table.
    against
        Who else had not folded.
    pot, to_call
        Chips in the pot before the action, and those that a call takes.
    action
        What the player did, in words.
    baseline, lesson
        What the baseline would have done, and what the difference is worth to the player; None if
        the hand cannot be judged.
    equity
        In a hand that cannot be judged: the share of the pot that the cards would win from those
        still in, if nobody bet any more; None if it is not known.
    """

    round: str
    board: tuple[Card, ...]
    against: tuple[str, ...]
    pot: int
    to_call: int
    action: str
    baseline: str | None = None
    lesson: Lesson | None = None
    equity: float | None = None

    @property
    def price(self) -> float:
        """The share of the pot that a call must win."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand of a player: its label, their cards, what they won in chips, and the decisions.

    ``adjusted`` is what they won on average if the players were all in with cards to come. ``why``
    says why decisions have no value; "" if they have.
    """

    label: str
    cards: tuple[Card, ...]
    won: int
    adjusted: float | None
    why: str
    decisions: tuple[SeenDecision, ...]


class EveryDecision:
    """Collects the decisions of a player, hand by hand.

    Parameters
    ----------
    player
        The name; None for the one who told each hand.
    kept
        Whether the ids of hands are those of the library.
    """

    def __init__(self, player: str | None, *, kept: bool) -> None:
        self.player = player
        self.hands: list[SeenHand] = []
        self.is_full = False
        self._kept = kept

    def add(self, number: int, hand: Hand, lessons: Sequence[Lesson] | str) -> None:
        """Add a hand with its id, and the lessons of its decisions or why it has none."""
        player = self.player
        if player is None and hand.hero is not None:
            player = self.player = hand.players[hand.hero]
        if player not in hand.players:
            return
        if len(self.hands) == MOST_HANDS:
            self.is_full = True
            return
        place = hand.players.index(player)
        adjusted = adjusted_payoffs(hand) if isinstance(lessons, str) else None
        self.hands.append(
            SeenHand(
                label=hand_label(hand.number, number, kept=self._kept),
                cards=tuple(hand.hole_cards[place] or ()),
                won=hand.payoffs[place],
                adjusted=None if adjusted is None else adjusted[place],
                why=lessons if isinstance(lessons, str) else "",
                decisions=tuple(_decisions(hand, place, lessons)),
            )
        )

    @property
    def decisions(self) -> list[SeenDecision]:
        """The decisions of all hands."""
        return [one for hand in self.hands for one in hand.decisions]


def _decisions(hand: Hand, place: int, lessons: Sequence[Lesson] | str) -> list[SeenDecision]:
    state, found = State(hand.rules, hand.stacks), []
    for i, action in enumerate(hand.actions):
        if state.actor == place:
            lesson = None if isinstance(lessons, str) else lessons[i]
            found.append(_decision(hand, state, action, lesson))
        state.apply_legal(action)
    return found


def _decision(hand: Hand, state: State, action: int, lesson: Lesson | None) -> SeenDecision:
    place = state.actor
    assert place is not None
    board = hand.board[: BOARD_CARDS[state.round]]
    left = [p for p, folded in enumerate(state.folded) if not folded]
    said = state.word(action)
    if action > 0:
        said += f" to {action:,}" if state.level else f" {action:,}"
    if state.puts_all_in(action):
        said += ", all-in"
    return SeenDecision(
        round=ROUND_NAMES[state.round],
        board=board,
        against=tuple(hand.players[p] for p in left if p != place),
        pot=state.pot,
        to_call=state.options().to_call,
        action=said,
        baseline=None if lesson is None else state.word(lesson.baseline),
        lesson=lesson,
        equity=_equity(hand, left, place, board) if lesson is None else None,
    )


def _equity(hand: Hand, left: list[int], place: int, board: tuple[Card, ...]) -> float | None:
    """The share of the pot against the cards that were in; None if some are unknown."""
    cards = [hand.hole_cards[p] for p in left]
    if any(held is None for held in cards):
        return None
    if not board and hand.rules.game != "holdem":  # there are too many boards to count
        return None
    held = tuple(tuple(each or ()) for each in cards)
    return pot_shares(held, board, (), hand.rules.game)[left.index(place)]


def decisions_section(every: EveryDecision) -> str:
    """All decisions as a section of a page."""
    if every.player is None:
        said = "<p>Choose a player with <code>--player</code> to see all their decisions.</p>"
        return section("every", "Every decision", said)
    if every.is_full:
        said = f"<p>This is for sessions of up to {MOST_HANDS:,} hands: choose some of them.</p>"
        return section("every", "Every decision", said)
    parts = [f"<p>{plain(_summary(every))}</p>"]
    judged = [hand for hand in every.hands if not hand.why]
    others = [hand for hand in every.hands if hand.why]
    if judged:
        parts.append(_judged_table(judged))
    if others:
        parts.append(_other_table(others))
    return section("every", "Every decision", "".join(parts))


def session_page(every: EveryDecision, *, source: str) -> str:
    """A page for a session whose decisions have no value by a baseline."""
    won = sum(hand.won for hand in every.hands)
    facts = {
        "Value of a decision": "none: the baseline of DIVAT plays limit hold’em only, and no other "
        "measure of single decisions is sound with cards that nobody knew at the time",
        "Equity": "exact: all boards that could come are counted",
        "Source": plain(source),
        "Program": f"railbird {__version__}",
    }
    who = every.player or "nobody"
    return page(
        decisions_section(every) + section("computed", "How it was computed", facts_list(facts)),
        title=plain(f"{who} – every decision"),
        kicker="A session, decision by decision",
        heading=name(who),
        lead=f'<div class="headline"><p><strong>{name(who)}: {counted(len(every.hands), "hand")}, '
        f"{signed(won, 0)} chips.</strong></p></div>",
    )


def _summary(every: EveryDecision) -> str:
    decisions = every.decisions
    says = f"{counted(len(every.hands), 'hand')}, {decisions_text(every)}."
    worths = [one.lesson.worth for one in decisions if one.lesson is not None]
    if worths:
        costly = [worth for worth in worths if worth <= -MATTERS]
        says += (
            f" {len(costly):,} of {len(worths):,} were worse than the baseline’s, and cost "
            f"{-sum(costly):.2f} small bets together."
        )
    reasons = Counter(hand.why for hand in every.hands if hand.why)
    if reasons:
        listed = "; ".join(f"{count:,} × {why}" for why, count in reasons.most_common())
        says += f" Hands without a value: {listed}."
    return says


def decisions_text(every: EveryDecision) -> str:
    """How many decisions there are, and whose."""
    return of(counted(len(every.decisions), "decision"), every.player or "nobody")


def _left(html: str) -> str:
    """A cell that holds words: aligned to the left."""
    return f'<span class="left">{html}</span>'


_HEAD = (
    "Hand", _left("Cards"), _left("Round"), _left("Board"), _left("Against"), "Pot",
    _left("Played"),
)  # fmt: skip


def _judged_table(hands: list[SeenHand]) -> str:
    head = [*_HEAD, _left("Baseline"), "Worth, sb", _left("What it was")]
    rows = []
    for hand in hands:
        for row, one in zip(_common(hand), hand.decisions, strict=True):
            rows.append(
                [*row, _left(plain(one.baseline or NONE)), _worth(one), _left(_lesson(one))]
            )
    caption = (
        "Every decision and what it was worth against the baseline’s, in small bets: red cost "
        "something, green gained. Gains first make good what the player lost earlier in the round. "
        "± is one standard error where boards are sampled: before the flop, with three or more "
        "players"
    )
    return table(head, rows, caption=caption)


def _other_table(hands: list[SeenHand]) -> str:
    head = [*_HEAD, "Price %", "Equity %"]
    rows = []
    for hand in hands:
        for row, one in zip(_common(hand), hand.decisions, strict=True):
            price = f"{100 * one.price:.0f}" if one.to_call else NONE
            equity = NONE if one.equity is None else f"{100 * one.equity:.0f}"
            rows.append([*row, price, equity])
    caption = (
        "Decisions without a value. The price is the share of the pot that a call has to win; the "
        "equity is the share that the cards would win from those who were still in, if nobody bet "
        "any more. The player did not know the others’ cards"
    )
    return table(head, rows, caption=caption)


def _common(hand: SeenHand) -> list[list[str]]:
    """The first cells of each decision; the hand is named once."""
    won = f"{signed(hand.won, 0)} chips"
    if hand.adjusted is not None and abs(hand.adjusted - hand.won) >= MATTERS:
        won += f"; {signed(hand.adjusted, 1)} all-in adjusted"
    rows = []
    for place, one in enumerate(hand.decisions):
        first = place == 0
        rows.append(
            [
                f"{plain(hand.label)} <small>{won}</small>" if first else "",
                _left(drawn(hand.cards)) if first else "",
                _left(one.round),
                _left(drawn(one.board) or NONE),
                _left(", ".join(map(name, one.against))),
                f"{one.pot:,}",
                _left(plain(one.action)),
            ]
        )
    return rows


def _worth(one: SeenDecision) -> str:
    lesson = one.lesson
    if lesson is None:
        return NONE
    side = "down" if lesson.worth <= -MATTERS else "up" if lesson.worth >= MATTERS else ""
    error = f" <small>± {lesson.error:.2f}</small>" if lesson.error >= MATTERS else ""
    return f'<span class="{side}">{signed(lesson.worth, 2)}{error}</span>'


def _lesson(one: SeenDecision) -> str:
    """The mark and the reason of a decision that differs from the baseline's."""
    lesson = one.lesson
    if lesson is None or not lesson.is_sure:
        return ""
    mark: str = "" if lesson.grade == "fine" else lesson.grade
    if lesson.is_made_good:
        mark = f"{lesson.grade}: the round was {lesson.round_worth:+.2f}"
    return plain("; ".join(filter(None, [lesson.why, mark])))
