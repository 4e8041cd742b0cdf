"""A person's decisions in a session against the baseline's, and other answers to one of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from railbird.cards.card import Card, format_cards
from railbird.divat.hands import RefusedError
from railbird.divat.lessons import hand_lessons
from railbird.divat.marks import GRADES, Grade
from railbird.errors import OptionError
from railbird.history.replay import replay_steps
from railbird.reports.insight import JudgedStep, judged_steps
from railbird.stats import counted
from railbird.table.hand import Hand, finish
from railbird.table.state import BOARD_CARDS, CALL, FOLD, ROUND_NAMES, State


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDecision:
    """A decision of a person in a session."""

    hand: int
    number: str
    round: str
    cards: str
    board: str
    judged: JudgedStep


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionReview:
    """How a person decided in a session, in small bets against the baseline.

    ``by_round`` is the sum of what their decisions were worth. ``marked`` are those that are not
    fine, the costliest first. ``refused`` counts the hands that cannot be judged.
    """

    player: str
    hands: int
    judged: int
    won: int
    worth: float
    by_round: Mapping[str, float]
    grades: Mapping[Grade, int]
    marked: tuple[OwnDecision, ...]
    refused: Mapping[str, int]

    def headline(self) -> str:
        """The verdict in a sentence. It claims nothing about how well the person plays."""
        if not self.judged:
            return f"{counted(self.hands, 'hand')}, none of which can be judged"
        what = "gained" if self.worth >= 0 else "cost"
        return (
            f"In {counted(self.judged, 'hand')}, leaving the baseline {what} {self.player} "
            f"{abs(self.worth):.1f} small bets"
        )


def review_session(hands: Iterable[tuple[int, Hand]], player: str) -> SessionReview:
    """Judge all decisions of a player in limit hold'em hands whose cards are all known."""
    by_round = dict.fromkeys(ROUND_NAMES, 0.0)
    grades: Counter[Grade] = Counter()
    refused: Counter[str] = Counter()
    marked: list[OwnDecision] = []
    count = won = 0
    for id_, hand in hands:
        if player not in hand.players:
            continue
        count += 1
        place = hand.players.index(player)
        won += hand.payoffs[place]
        steps = replay_steps(hand)
        try:
            judged = judged_steps(hand, steps, hand_lessons(hand))
        except RefusedError as error:
            refused[str(error)] += 1
            continue
        for each in judged:
            if each.position != place:
                continue
            street = steps[each.step].round
            by_round[ROUND_NAMES[street]] += each.worth
            grades[each.grade] += 1
            if each.grade != "fine":
                marked.append(_own(id_, hand, place, street, each))
    marked.sort(key=lambda each: each.judged.worth)
    return SessionReview(
        player=player,
        hands=count,
        judged=count - refused.total(),
        won=won,
        worth=sum(by_round.values()),
        by_round=by_round,
        grades={name: grades[name] for _, name in GRADES},
        marked=tuple(marked),
        refused=dict(refused),
    )


def _own(id_: int, hand: Hand, place: int, street: int, judged: JudgedStep) -> OwnDecision:
    return OwnDecision(
        hand=id_,
        number=hand.number,
        round=ROUND_NAMES[street],
        cards=format_cards(hand.hole_cards[place] or ()),
        board=format_cards(hand.board[: BOARD_CARDS[street]]),
        judged=judged,
    )


def alternative(hand: Hand, step: int, word: str) -> int:
    """The action that fold, call or raise means at a step; a raise is the smallest."""
    state = _before(hand, step)
    if word == "raise":
        low = state.options().lowest_raise
        if not low:
            raise OptionError("nobody can raise here: call or fold")
        return low
    return CALL if word == "call" or not state.can_fold() else FOLD


def _before(hand: Hand, step: int) -> State:
    """The table before the action of a step."""
    steps = replay_steps(hand)
    if not 0 <= step < len(steps) or steps[step].kind != "action":
        raise OptionError(f"step {step} is no decision: choose one at which somebody acted")
    state = State(hand.rules, hand.stacks)
    for done in hand.actions[: sum(each.kind == "action" for each in steps[:step])]:
        state.apply(done)
    return state


def try_again(hand: Hand, step: int, action: int) -> JudgedStep:
    """What another action at a step of a hand would have been worth, against the baseline's.

    The cards that come later do not matter: the value is a mean over all of them. Behind another
    action both go on as the baseline; behind the one that was played, the round is as it was.
    """
    state = _before(hand, step)
    done = len(state.actions)
    if action == hand.actions[done]:
        return _judged(hand, step, None)
    actions = [*hand.actions[:done], action]
    state.apply(action)
    while not state.is_over:  # how it ends does not matter either
        actions.append(FOLD if state.can_fold() else CALL)
        state.apply(actions[-1])
    used = {card for cards in hand.hole_cards for card in cards or ()} | set(hand.board)
    free = (Card(card) for card in range(52) if card not in used)
    board = hand.board + tuple(next(free) for _ in range(5 - len(hand.board)))
    ended = finish(replace(hand, actions=tuple(actions), board=board, run_outs=(), rake=0, added=0))
    return _judged(ended, step, done + 1)


def _judged(hand: Hand, step: int, first: int | None) -> JudgedStep:
    """The decision at a step, as if nothing had followed the ``first`` ones."""
    try:
        lessons = hand_lessons(hand, first=first)
    except RefusedError as error:
        raise OptionError(f"this decision cannot be judged: {error}") from None
    judged = judged_steps(hand, replay_steps(hand), lessons)
    return next(each for each in judged if each.step == step)
