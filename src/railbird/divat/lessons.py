"""What each decision of a limit hold'em hand was worth to its player, its mark, and why.

Alone, a decision is worth the value after it minus the value before it, both as if the baseline
played on. These differences add up to the DIVAT Difference of the round. Their worth takes the
decisions of a player in a round as one plan, with the same sum: see `railbird.divat.marks`.

A mark says what stayed lost. It is by the worth, but never by more than the whole round cost the
player: a bluff to which a better hand folded is no blunder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from railbird.cards.card import Card
from railbird.divat.baseline.mixture import Mixture
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.hands import RefusedError
from railbird.divat.heads_up.by_decision import DecisionValue, GameRound, decision_values
from railbird.divat.heads_up.encode import NOT_DEALT, Encoder, Games, encode
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.marks import MATTERS, Grade, grade, grade_words, plan_worths
from railbird.divat.ring.scores import RingScore, ring_scores
from railbird.evaluate.games import find_game
from railbird.history.tracking.all_in import pot_shares
from railbird.stats import does
from railbird.table.hand import Hand
from railbird.table.state import BOARD_CARDS, FOLD

_BET = 1
_RIVER = 3
_EVEN, _ALMOST = 1e-9, 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A decision and what it was worth to its player, in small bets.

    Parameters
    ----------
    action, baseline
        What the player did, and what the baseline would have done: −1 fold, 0 check or call, 1 bet
        or raise.
    worth, error
        The value, with its standard error from sampling. Over a round the worths of a player add up
        to what the player's own decisions changed.
    alone
        The value of the decision without the player's others in the round.
    round_worth
        What the decisions of everybody in the round changed for the player.
    why
        What the player did, as after their name: "paid off a better hand". Empty if there is
        nothing to say.
    """

    round: int
    position: int
    action: int
    baseline: int
    worth: float
    error: float
    alone: float
    round_worth: float
    why: str

    @property
    def is_same(self) -> bool:
        """Whether the baseline would do the same."""
        return self.action == self.baseline

    @property
    def is_sure(self) -> bool:
        """Whether the value is more than the noise of sampled boards."""
        return abs(self.worth) >= MATTERS and abs(self.worth) > 2 * self.error

    @property
    def grade(self) -> Grade:
        """What to call the decision."""
        return grade(max(self.worth, self.round_worth)) if self.is_sure else "fine"

    @property
    def is_made_good(self) -> bool:
        """Whether others gave back what the decision cost, or a part that changes its mark."""
        return self.is_sure and grade(self.worth) != self.grade


class _Valued(NamedTuple):
    """A decision with its own differences by position; who folds in the round, if it is known."""

    round: int
    position: int
    action: int
    baseline: int
    differences: tuple[float, ...]
    error: float
    folder_before: int | None = None
    folder_after: int | None = None


class _Dealt(NamedTuple):
    hands: tuple[tuple[Card, ...], ...]
    board: tuple[Card, ...]


def hand_lessons(
    hand: Hand, *, settings: Settings = STANDARD, first: int | None = None
) -> tuple[Lesson, ...]:
    """The decisions of a hand, or its ``first`` ones as if nothing had followed them.

    With two players the values are exact. With more, those before the flop are sampled. Raises
    `RefusedError` if the hand cannot be judged.

    Examples
    --------
    The check with a flush, and the call of one bet where the baseline pays two to a better flush.

    >>> from railbird.history.formats.one_line import OneLineFormat
    >>> line = "JhQh AhKc 9h7h4h/2h/5c SlRc/bC/bC/kBc"
    >>> check, bet, call = hand_lessons(OneLineFormat().read([(1, line)]))[-3:]
    >>> check.alone, check.worth, call.alone, call.worth, call.why
    (-2.0, 0.0, 4.0, 2.0, 'saved a bet against a better hand')
    """
    if len(hand.players) == 2:
        try:
            games = encode([hand], Encoder(levels=settings.levels))
        except RefusedError:
            pass  # a blind of another size, for which tables of any size have values
        else:
            return game_lessons(games, settings=settings, first=first)
    return ring_lessons(hand, ring_scores(hand, settings=settings), first=first)


def lessons_or_reason(hand: Hand, *, settings: Settings = STANDARD) -> tuple[Lesson, ...] | str:
    """The decisions of a hand, or why it cannot be judged."""
    try:
        return hand_lessons(hand, settings=settings)
    except RefusedError as refused:
        return str(refused)


def game_lessons(
    games: Games, g: int = 0, *, settings: Settings = STANDARD, first: int | None = None
) -> tuple[Lesson, ...]:
    """The decisions of a game of two; position 0 acts first after the flop."""
    one = games.part(slice(g, g + 1))
    cards = [Card(card) for card in one.cards[0].tolist() if card != NOT_DEALT]
    dealt = _Dealt((tuple(cards[:2]), tuple(cards[2:4])), tuple(cards[4:]))
    valued = [_of_two(each) for each in decision_values(one, settings=settings)[0]]
    return tuple(_lessons(valued[:first], dealt))


def ring_lessons(hand: Hand, score: RingScore, *, first: int | None = None) -> tuple[Lesson, ...]:
    """The decisions of a hand with any number of players, which has been scored."""
    valued = [
        _Valued(
            each.round,
            each.position,
            min(each.action, _BET),
            min(each.baseline, _BET),
            tuple(each.differences.tolist()),
            float(each.errors[each.position]),
        )
        for each in score.decisions
    ]
    held = tuple(tuple(cards or ()) for cards in hand.hole_cards)  # scored hands show all cards
    return tuple(_lessons(valued[:first], _Dealt(held, hand.board)))


def _of_two(value: DecisionValue) -> _Valued:
    return _Valued(
        value.round,
        value.player,
        value.action,
        value.baseline,
        (value.worth, 0.0 - value.worth),  # not minus zero
        0.0,
        value.folder_before,
        value.folder_after,
    )


def _lessons(valued: Sequence[_Valued], dealt: _Dealt) -> Iterator[Lesson]:
    worths = plan_worths(
        [(each.round, each.position, each.differences[each.position]) for each in valued]
    )
    rounds = np.zeros((4, len(dealt.hands)))
    for each in valued:
        rounds[each.round] += each.differences
    left = set(range(len(dealt.hands)))
    for each, worth in zip(valued, worths, strict=True):
        yield Lesson(
            round=each.round,
            position=each.position,
            action=each.action,
            baseline=each.baseline,
            worth=worth,
            error=each.error,
            alone=each.differences[each.position],
            round_worth=float(rounds[each.round, each.position]),
            why=_why(each, worth, dealt, left),
        )
        if each.action == FOLD:
            left.discard(each.position)


def _why(each: _Valued, worth: float, dealt: _Dealt, left: set[int]) -> str:
    """What the player did, in words that follow a name."""
    if each.action == each.baseline or abs(worth) < MATTERS:
        return ""
    if not each.round and len(left) > 2:
        return ""  # too many boards to count
    inside = sorted(left)
    board = dealt.board[: BOARD_CARDS[each.round]]
    shares = pot_shares(tuple(dealt.hands[p] for p in inside), board, (), "holdem")
    share = shares[inside.index(each.position)]
    fold_before, fold_after = (
        folder not in (None, each.position) for folder in (each.folder_before, each.folder_after)
    )
    lead = len(inside) * share - 1
    decided = each.round == _RIVER or not _ALMOST < share < 1 - _ALMOST
    cards = _Standing(decided, lead > _EVEN, lead < -_EVEN, share)
    said = (_lost if worth < 0 else _gained)(each, cards, fold_before, fold_after)
    if said == "folded the best hand":
        made = find_game("holdem").made(dealt.hands[each.position], board)[0].name
        said += f" ({made})"
    return said


class _Standing(NamedTuple):
    """How a hand stands: whether the cards decide the pot, and the share of it that they win."""

    decided: bool
    ahead: bool
    behind: bool
    share: float

    @property
    def own(self) -> str:
        """The player's hand, in words."""
        if self.decided and self.ahead:
            return "the best hand"
        percent = f"{100 * self.share:.0f}"
        article = "an" if percent[0] == "8" or percent in ("11", "18") else "a"
        return f"{article} {percent} % share of the pot"

    @property
    def better(self) -> str:
        """The hand that is ahead, in words."""
        return "a better hand" + ("" if self.decided else f", with {self.own}")


def _lost(each: _Valued, cards: _Standing, fold_before: bool, fold_after: bool) -> str:
    if each.action == FOLD:
        return f"folded {cards.own}" if not (cards.decided and cards.behind) else ""
    if each.action == _BET:
        if fold_after and cards.ahead:
            return "drove out a weaker hand"
        return f"put a bet in against {cards.better}" if cards.behind else ""
    if each.baseline == FOLD:
        return f"paid off {cards.better}" if cards.behind else ""
    if fold_before:
        return "missed a bet to which the other hand folds"
    if cards.behind:
        return "held back; to raise later, as the baseline does, meets a better hand"
    return f"missed a bet with {cards.own}" if cards.ahead else ""


def _gained(each: _Valued, cards: _Standing, fold_before: bool, fold_after: bool) -> str:
    if each.action == FOLD:
        return f"got away from {cards.better}" if cards.behind else ""
    if each.action == _BET:
        if fold_after:
            return "made a better hand fold" if cards.behind else "made the other hand fold"
        return f"got a bet in with {cards.own}" if cards.ahead else ""
    if each.baseline == FOLD:
        return f"called with {cards.own}" if not (cards.decided and cards.behind) else ""
    if cards.behind:
        return f"saved a bet against {cards.better}"
    return "" if fold_before else "left the betting to a weaker hand"


def explained(lesson: Lesson, name: str, *, played: str, baseline: str) -> str:
    """A lesson in a sentence or more; ``played`` and ``baseline`` are words such as "raise to 4".

    Examples
    --------
    >>> paid = Lesson(round=3, position=0, action=0, baseline=-1, worth=-2.0, error=0.0,
    ...     alone=-2.0, round_worth=-2.0, why="paid off a better hand")
    >>> print(explained(paid, "you", played="call", baseline="fold"))
    The baseline would fold. You paid off a better hand: -2.00 sb, a blunder.
    """
    if lesson.is_same:
        return f"The baseline would {baseline} too."
    said = f"The baseline would {baseline}."
    if not lesson.is_sure:
        if lesson.alone >= -MATTERS or lesson.worth < -MATTERS:
            return f"{said} To {played} instead makes no clear difference."
        return f"{said} To {played} costs nothing, with what {does(name, 'did')} next."
    what = lesson.why or f"chose to {played}"
    said += f" {does(name, what, begins=True)}: {lesson.worth:+.2f} sb"
    if lesson.worth >= 0:
        return f"{said}."
    if lesson.is_made_good:
        whole, size = lesson.round_worth, f"{abs(lesson.round_worth):.2f}"
        rest = f"gained {size}" if whole >= MATTERS else f"cost only {size}"
        return f"{said}. But the round as a whole {rest}, by what others did."
    return f"{said}, {grade_words(lesson.grade)}."


def round_reasons(match: MatchAnalysis, place: GameRound) -> str:
    """What the hero of a match did in a round, in sentences; empty with a mixture as baseline."""
    if isinstance(match.settings, Mixture):
        return ""
    lessons = game_lessons(match.games, place.game, settings=match.settings)
    position = 0 if int(match.sign[place.game]) > 0 else 1
    own = [each for each in lessons if (each.round, each.position) == (place.round, position)]
    said = [
        f"{does(match.players[0], each.why, begins=True)}: {each.worth:+.2f} sb."
        for each in own
        if each.why and each.is_sure
    ]
    whole = own[0].round_worth
    if said and abs(sum(each.worth for each in own) - whole) >= MATTERS:
        said.append(f"With what the other player did, the round was {whole:+.2f}.")
    return " ".join(said)
