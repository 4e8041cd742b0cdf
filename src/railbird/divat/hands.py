"""The input of all analyses: hands with ids, bettings as arrays, and reasons to refuse a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from railbird.errors import IllegalActionError, OptionError
from railbird.stats import OTHERS
from railbird.table.hand import Hand
from railbird.table.rules import Rules
from railbird.table.state import BOARD_CARDS, FOLD, State

UNKNOWN_CARDS = "hole cards are not known"

UNREAD = "cannot be read"
"""Why hands were refused that are not even hands."""

MOST_KEPT = 100_000
"""How many bettings an encoder remembers."""


def with_ids(hands: Iterable[Hand] | Iterable[tuple[int, Hand]]) -> Iterator[tuple[int, Hand]]:
    """Hands with their ids. Hands without ids are numbered from 1."""
    for place, each in enumerate(hands, 1):
        yield each if isinstance(each, tuple) else (place, each)


def hand_label(number: str, id_: int, *, kept: bool) -> str:
    """What a hand is called: by its own number, and by its id if it is ``kept`` in the library.

    Examples
    --------
    >>> hand_label("284", 1602, kept=True), hand_label("284", 285, kept=False)
    ('hand 284, id 1602', 'hand 284')
    >>> hand_label("", 285, kept=False)
    'hand 285'
    """
    own = f"hand {number}" if number else "" if kept else f"hand {id_}"
    return ", ".join(filter(None, [own, f"id {id_}" if kept else ""]))


def nothing_to_judge(
    source: str, refused: Mapping[str, int], needs: str, *, hint: str = ""
) -> OptionError:
    """The error that no hand of a source could be analysed, and why.

    Examples
    --------
    >>> print(nothing_to_judge("a.log", {"not two players": 7}, "two players"))
    a.log has no hand that DIVAT can judge (7 × not two players): it needs two players
    >>> print(nothing_to_judge("a.log", {"cannot be read": 2}, "two players"))
    a.log has no hand that can be read: 2 are damaged, or not in a form that railbird knows
    """
    if not refused:
        return OptionError(f"{source} has no hands")
    if refused.keys() == {UNREAD}:
        are = "1 is" if refused[UNREAD] == 1 else f"{refused[UNREAD]:,} are"
        return OptionError(
            f"{source} has no hand that can be read: {are} damaged, or not in a form that railbird "
            f"knows"
        )
    reasons = ", ".join(f"{count:,} × {why}" for why, count in refused.items())
    return OptionError(
        f"{source} has no hand that DIVAT can judge ({reasons}): it needs {needs}{hint}"
    )


class RefusedError(Exception):
    """A hand cannot be judged. The text is the reason, the same for all hands of its kind."""


class UnscoredError(RefusedError):
    """A hand of the match has no scores because of what is known of it only after its cards.

    The hands that have scores are then not a fair sample: the money of all hands judges.
    """


class HiddenCardsError(UnscoredError):
    """Hole cards are unknown."""


class HeroView:
    """From whose view hands are seen. The default is the first player of the first hand.

    With only two players all hands are seen. With more, the hero must be named: hands without them
    are refused, and the opponents are `OTHERS`.
    """

    def __init__(self, hero: str | None) -> None:
        self.hero, self._asked = hero, hero is not None
        self._names: dict[str, None] = {}

    def meet(self, names: Iterable[str]) -> None:
        """Remember the players' names."""
        for name in names:
            self._names.setdefault(name)

    def seat(self, hand: Hand) -> int:
        """The hero's position."""
        self.meet(hand.players)
        if self.hero is None:
            self.hero = hand.players[0]
        if not self._asked and len(self._names) > 2:
            raise OptionError(
                f"there are more than two players ({', '.join(islice(self._names, 3))} …): "
                f"choose whose play to analyse"
            )
        if self.hero not in hand.players:
            raise RefusedError(f"{self.hero} did not play")
        return hand.players.index(self.hero)

    def players(self) -> tuple[str, str]:
        """The hero and the other player."""
        hero = self.hero or ""
        if self._names and hero not in self._names:
            names = ", ".join(islice(self._names, 10))
            raise OptionError(f"{hero} is not among the players: choose one of {names}")
        others = [name for name in self._names if name != hero]
        return hero, others[0] if len(others) == 1 else OTHERS


def by_all_money(hidden: int, refused: Mapping[str, int]) -> str:
    """What judges where so many hands of a match have no scores, and why.

    Examples
    --------
    >>> by_all_money(3, {"hole cards are not known": 3, "not two players": 5})
    'the money of all hands, because 3 do not show their cards'
    """
    unshown = refused.get(UNKNOWN_CARDS, 0)
    why = "do not show their cards" if unshown == hidden else "have no scores"
    return f"the money of all hands, because {hidden:,} {why}"


def before_rake(hand: Hand, paid: Sequence[int], seat: int) -> float:
    """What one of two players won, in chips, as if the rake had stayed in the pot.

    ``paid`` is what each player put in. The rake is taken from all who get a part of the pot, by
    their parts.
    """
    matched = min(paid)
    left = 2 * matched + sum(hand.payoffs)
    won = hand.payoffs[seat]
    return (won + matched) * 2 * matched / left - matched if left > 0 else float(won)


class EncodedBetting(NamedTuple):
    """The betting of a finished hand.

    ``rounds`` is the number of rounds whose cards matter: all four if there is a showdown, also
    when nobody could bet any more. ``actions`` are by round: −1 fold, 0 check or call, 1 bet or
    raise. ``counts`` is their number by round. ``positions`` says who acted, in the order of the
    hand, and ``paid`` what each player put in.
    """

    rounds: int
    actions: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int64]
    positions: npt.NDArray[np.int64]
    paid: npt.NDArray[np.int64]


class BettingEncoder:
    """Turns bettings into arrays. Bettings that it has seen before take almost no time.

    Parameters
    ----------
    check_rules
        Refuses rules that the analysis does not know.
    """

    def __init__(self, check_rules: Callable[[Rules], None]) -> None:
        self._check_rules = check_rules
        self._rules: Rules | None = None
        self._seen: dict[tuple[int, ...], tuple[int, EncodedBetting]] = {}

    def check(self, rules: Rules) -> None:
        """Raise `RefusedError` if hands with these rules are not judged."""
        if rules is not self._rules and rules != self._rules:
            self._check_rules(rules)
            self._rules, self._seen = rules, {}

    def betting(self, hand: Hand) -> EncodedBetting:
        """The betting of a hand. Raises `RefusedError` if it cannot be judged."""
        self.check(hand.rules)
        known = self._seen.get(hand.actions)
        # with shorter stacks the same actions may be illegal, or may end the hand
        if known is not None and known[0] < min(hand.stacks):
            return known[1]
        found = _encode(_replay(hand))
        most = int(found.paid.max())
        if len(self._seen) < MOST_KEPT and most < min(hand.stacks):
            self._seen[hand.actions] = most, found
        return found


def opens_every_round(rules: Rules) -> bool:
    """Whether two players play without reversed blinds: the small blind acts first throughout."""
    return rules.players == 2 and rules.blinds[0] < rules.blinds[1]


def check_limit(rules: Rules, *, players: int | None = None, game: str = "holdem") -> None:
    """Refuse rules other than those of an ordinary limit table, with ``players`` if given."""
    if rules.game != game or rules.betting != "limit":
        raise RefusedError("not limit hold'em" if game == "holdem" else "not limit Omaha Hi-Lo")
    if players is not None and rules.players != players:
        raise RefusedError("not two players" if players == 2 else f"not {players} players")
    big = rules.big_blind
    reversed_ = rules.players == 2 and not opens_every_round(rules)
    small, large = rules.blinds[1::-1] if reversed_ else rules.blinds[:2]
    if (
        not 0 < small <= large
        or any(rules.blinds[2:])
        or any(rules.antes)
        or rules.bets != (big, big, 2 * big, 2 * big)
        or rules.first != ((1 if reversed_ else 0 if rules.players == 2 else 2), 0, 0, 0)
    ):
        raise RefusedError("unusual blinds, antes or bets")


def hole_cards(hand: Hand) -> list[tuple[int, ...]]:
    """The hole cards of all players."""
    cards = [held for held in hand.hole_cards if held is not None]
    if len(cards) < len(hand.hole_cards):
        raise HiddenCardsError(UNKNOWN_CARDS)
    return list(cards)


def board_cards(hand: Hand, rounds: int) -> tuple[int, ...]:
    """The cards on the board in the last of so many rounds."""
    needed = BOARD_CARDS[rounds - 1]
    if len(hand.board) < needed:
        raise UnscoredError("cards of the board are missing")
    return hand.board[:needed]


def _replay(hand: Hand) -> State:
    try:
        state = hand.replay()
    except IllegalActionError:
        raise UnscoredError("an action is not legal") from None
    if not state.is_over:
        raise UnscoredError("the hand is not finished")
    return state


def _encode(state: State) -> EncodedBetting:
    rounds: list[list[int]] = [[], [], [], []]
    for round_, _, action in state.actions:
        rounds[round_].append(min(action, 1))
    counts = np.array([len(done) for done in rounds])
    actions = np.zeros((4, counts.max()), dtype=np.int8)
    for row, done in zip(actions, rounds, strict=True):
        row[: len(done)] = done
    positions = np.array([position for _, position, _ in state.actions], dtype=np.int64)
    folds = sum(action == FOLD for _, _, action in state.actions)
    showdown = state.rules.players - folds > 1
    return EncodedBetting(
        4 if showdown else int(np.count_nonzero(counts)),
        actions,
        counts,
        positions,
        np.array(state.paid),
    )
