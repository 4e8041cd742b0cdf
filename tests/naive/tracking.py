"""What trackers count, straight from the words of the definitions; slow and plain."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from railbird.cards import Card
from railbird.table import Hand, State
from railbird.table.seats import position_names
from railbird.table.state import BOARD_CARDS


class Did(NamedTuple):
    """An action: its round, who did it, its word, and whether a raise was possible."""

    round: int
    player: int
    word: str
    could_raise: bool


def deeds(hand: Hand) -> list[Did]:
    """The actions of a hand in words."""
    state = State(hand.rules, hand.stacks)
    done = []
    for action in hand.actions:
        assert state.actor is not None
        word = "raise" if action > 0 else state.word(action)
        done.append(Did(state.round, state.actor, word, bool(state.options().highest_raise)))
        state.apply(action)
    return done


def facts(hand: Hand, player: int) -> set[str]:
    """The facts of one player, by the names of `Fact`."""
    done = deeds(hand)
    before = [did for did in done if did.round == 0]
    flop = [did for did in done if did.round == 1]
    found = {"TOLD"} if hand.hero == player else set()
    for at, did in enumerate(before):
        raises = [other.player for other in before[:at] if other.word == "raise"]
        if did.player != player:
            continue
        found.add("COULD_ENTER")
        found |= {"call": {"ENTERED"}, "raise": {"ENTERED", "RAISED"}}.get(did.word, set())
        if len(raises) == 1 and did.could_raise:
            found |= {"COULD_3BET"} | ({"MADE_3BET"} if did.word == "raise" else set())
        if len(raises) == 2 and raises[0] == player:
            found |= {"FACED_3BET"} | ({"FOLDED_TO_3BET"} if did.word == "fold" else set())
        unopened = all(other.word in ("fold", "check") for other in before[:at])
        if unopened and did.could_raise and position_names(hand.rules)[player] in "CO BTN SB":
            found |= {"COULD_STEAL"} | ({"STOLE"} if did.word == "raise" else set())
    raisers = [did.player for did in before if did.word == "raise"]
    for at, did in enumerate(flop):
        bets = [other.player for other in flop[:at] if other.word in ("bet", "raise")]
        if did.player != player or not raisers:
            continue
        if not bets and raisers[-1] == player:
            found |= {"COULD_CBET"} | ({"MADE_CBET"} if did.word == "raise" else set())
        if bets == [raisers[-1]] and raisers[-1] != player:
            found |= {"FACED_CBET"} | ({"FOLDED_TO_CBET"} if did.word == "fold" else set())
    folds = {did.player: did.round for did in done if did.word == "fold"}
    if len(hand.board) >= 3 and folds.get(player) != 0:
        found.add("SAW_FLOP")
    if folds.get(player, 0) > 0:
        found.add("FOLDED_LATER")
    if player not in folds and len(folds) < len(hand.players) - 1:
        found.add("SHOWDOWN")
        state = hand.replay()
        if hand.payoffs[player] + state.paid[player] > state.uncalled()[player]:
            found.add("WON_SHOWDOWN")
    return found


def later(hand: Hand, player: int) -> tuple[int, int]:
    """Bets and raises, and calls, after the flop was dealt."""
    words = [did.word for did in deeds(hand) if did.round and did.player == player]
    return words.count("bet") + words.count("raise"), words.count("call")


def average_payoffs(hand: Hand) -> list[float]:
    """The mean payoffs over all boards that could come after the last action."""
    state = hand.replay()
    shown = hand.board[: BOARD_CARDS[state.actions[-1][0]]]
    held = {card for cards in hand.hole_cards for card in cards or ()}
    deck = [Card(c) for c in range(52) if Card(c) not in held | set(shown)]
    boards = [(*shown, *more) for more in combinations(deck, 5 - len(shown))]
    sums = [0.0] * len(hand.players)
    for board in boards:
        ended = Hand(**{**hand.__dict__, "board": board})
        for player, payoff in enumerate(state.settle(ended.values())):
            sums[player] += payoff
    return [total / len(boards) for total in sums]
