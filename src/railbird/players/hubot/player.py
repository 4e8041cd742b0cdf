"""HuBot, the limit hold'em agent of Sêca (2008), for two to ten players.

Before the flop it plays by rules on income rates (`railbird.players.hubot.preflop`). After the flop
it plays by the strength of its hand against the hands that the others may hold
(`railbird.players.hubot.postflop`). It infers those hands from the actions of the others, now and
in the past (`railbird.players.hubot.table_model`). All versions are made of the same parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from railbird.cards.card import Card
from railbird.cards.classes import holdem_class_of_hand
from railbird.cards.index import colex_index
from railbird.errors import OptionError
from railbird.evaluate.strength.field import field_potential, field_strength
from railbird.players.base import Plays, Seat
from railbird.players.chance import Chance
from railbird.players.hubot import preflop
from railbird.players.hubot.frequencies import ActionFrequencies, Deed
from railbird.players.hubot.postflop import Choice, Habits, PostflopPlan, PostflopSpot
from railbird.players.hubot.table_model import TableModel
from railbird.players.hubot.trust import NO_SHOWDOWN, Trust, believed, chances_of
from railbird.players.hubot.weights import ANYTHING, Weights
from railbird.players.memory import HUBOT, Remembering
from railbird.table.state import CALL, FOLD, State


@dataclass(frozen=True, slots=True)
class Version:
    """The parts of a version of HuBot.

    ``models`` tells whether it models its opponents; if not, they may always hold any hand.
    ``shift`` is added to the thresholds before the flop. ``apart`` tells whether its strength
    leaves out deals in which two opponents hold the same card. wEHS_n as printed does not.
    ``showdowns`` tells whether shown hands decide how far the models are believed
    (`railbird.players.hubot.trust`).
    """

    name: str
    habits: Habits = field(default_factory=Habits)
    models: bool = True
    shift: float = 0.0
    apart: bool = True
    showdowns: bool = False

    def __post_init__(self) -> None:
        if self.habits.bluff and not self.models:
            raise OptionError(
                f"{self.name} cannot bluff without models, because they tell who folds: give it "
                f"Habits(bluff=False)"
            )
        if self.showdowns and not self.models:
            raise OptionError(
                f"{self.name} cannot learn from showdowns without models, which they correct: give "
                f"it models=True"
            )


V113 = Version("v113")
V90 = Version("v90", Habits(check_raise=False, bluff=False))
V113B = Version("v113b", Habits(bluff=False), models=False)
SHOWDOWN = Version("showdown", showdowns=True)
VERSIONS = {"hubot": V113, "hubot-v90": V90, "hubot-v113b": V113B, "hubot-showdown": SHOWDOWN}
"""The versions by the names that the command line uses."""


class HuBot(Remembering):
    """An agent that models its opponents.

    Parameters
    ----------
    name : str
        The name it plays under.
    version : Version
        `V113`, the last one; `V90`, which neither bluffs nor check-raises; `V113B`, which has no
        opponent model; or `SHOWDOWN`, ours, which learns from the hands that are shown.
    folder : path, optional
        Where the models of opponents are kept. They are read when an opponent sits down and written
        after each hand. Without a folder they last for one match, which is then reproducible.

    Examples
    --------
    >>> from railbird.arena import Match, play_match
    >>> from railbird.players import AlwaysRaise
    >>> from railbird.table import table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=20, seed=1, duplicate=True)
    >>> result = play_match(match, [HuBot("HuBot"), AlwaysRaise("maniac")])
    >>> result.forfeits
    ()
    """

    reads_only = True
    plays = Plays(games=("holdem",), bettings=("limit",))
    kind = HUBOT

    def __init__(
        self, name: str, *, version: Version = V113, folder: Path | str | None = None
    ) -> None:
        super().__init__(name, folder=folder)
        self.version = version
        self.learns = version.models
        self.choice: Choice | None = None
        """The last choice after the flop, and the reason for it."""
        self._model = TableModel()
        self._trust: dict[str, Trust] = {}
        self._chance = Chance()
        self._seat: Seat | None = None
        self._cards: tuple[Card, ...] = ()
        self._class = 0
        self._board: tuple[Card, ...] = ()
        self._before: preflop.PreflopPlan | None = None
        self._after: PostflopPlan | None = None
        self._committed: set[int] = set()

    @property
    def frequencies(self) -> dict[str, ActionFrequencies]:
        """The observed actions of each player, by name."""
        return self._model.frequencies

    def forget(self) -> None:
        super().forget()
        self._model = TableModel()
        self._trust = {}

    def hand_starts(self, seat: Seat) -> None:
        self._seat = seat
        self._chance.seed(seat.seed)
        self._board = ()
        self._before = self._after = self.choice = None
        self._committed = set()
        if self.version.models:
            self.meet(seat.names)
            self._model.hand_starts(seat)

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards
        self._class = int(holdem_class_of_hand()[colex_index(cards)])

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        if self.version.models:
            self._model.board(cards)

    def saw(self, position: int, action: int) -> None:
        if action != FOLD:
            if self._board:
                if action > 0 and self._after is not None and position != self._position:
                    self._after.others_bet(len(self._board) - 2)
            else:
                self._committed.add(position)
        if self.version.models:
            self._model.saw(position, action)

    def act(self, state: State) -> int:
        deed = self._before_flop(state) if state.round == 0 else self._after_flop(state)
        to_call, lowest, _ = state.options()
        if deed == Deed.RAISE and lowest:
            return lowest
        return FOLD if deed == Deed.FOLD and to_call else CALL

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        if not self.version.showdowns or self._seat is None or hole_cards[self._position] is None:
            return  # after a fold HuBot no longer weighs what the others hold
        known = tuple(int(card) for card in (*self._cards, *self._board))
        for position, cards in enumerate(hole_cards):
            if cards is not None and position != self._position:
                (weights,) = self._model.weights([position])
                table, flat = chances_of(colex_index(cards), weights, known)
                trust = self._trust.setdefault(self._seat.names[position], Trust())
                trust.shown(table=table, flat=flat)

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        if self.version.models and self._seat is not None:
            self.keep(self._seat.names)

    def known(self) -> Iterable[str]:
        return self.frequencies

    def describe(self, player: str) -> object:
        seen = self.frequencies[player].to_json()
        if player in self._trust:
            seen["shown"] = self._trust[player].logs.tolist()
        return seen

    def recall(self, player: str, frequencies: Any) -> None:
        counted = ActionFrequencies.from_json(frequencies)
        if "shown" in frequencies:
            self._trust[player] = Trust.from_json(frequencies["shown"])
        self.frequencies[player] = counted

    @property
    def _position(self) -> int:
        assert self._seat is not None
        return self._seat.position

    def _before_flop(self, state: State) -> Deed:
        spot = self._preflop_spot(state)
        if self._before is None:
            self._before = preflop.choose(self._class, spot, shift=self.version.shift)
        return preflop.decide(self._before, spot)

    def _preflop_spot(self, state: State) -> preflop.PreflopSpot:
        rules, me, folded = state.rules, self._position, state.folded
        bet, blinds = rules.bets[0], rules.blinds
        acted = {position for _, position, _ in state.actions}
        active = [p for p in range(rules.players) if not folded[p]]
        return preflop.PreflopSpot(
            position=(rules.button - me) % rules.players,
            active=len(active),
            guaranteed=sum(p == me or blinds[p] > 0 or p in self._committed for p in active),
            unacted=sum(p != me and p not in acted for p in active),
            bets=state.raises + 1,
            to_call=state.options().to_call / bet,
            paid=state.bets[me] / bet,
            committed=me in self._committed,
            small_blind=0 < blinds[me] < rules.big_blind,
            big_blind=blinds[me] == rules.big_blind > 0,
        )

    def _after_flop(self, state: State) -> Deed:
        if self._after is None:
            self._after = PostflopPlan(self.version.habits, self._chance)
        spot = self._postflop_spot(state)
        self.choice = self._after.choose(spot)
        return self.choice.deed

    def _postflop_spot(self, state: State) -> PostflopSpot:
        rules, me = state.rules, self._position
        folded, behind, first = state.folded, state.behind, rules.first[state.round]
        others = [p for p in range(rules.players) if p != me and not folded[p]]
        my_turn = (me - first) % rules.players
        tables = self._model.weights(others) if self.version.models else (ANYTHING,) * len(others)
        if self.version.showdowns:
            tables = self._believed(others, tables)
        cards, board = self._cards, self._board
        return PostflopSpot(
            round=state.round,
            pot=state.pot,
            to_call=state.options().to_call,
            bet=rules.bets[state.round],
            opponents=len(others),
            after=sum(behind[p] > 0 and (p - first) % rules.players > my_turn for p in others),
            strength=playing_strength(cards, board, tables, apart=self.version.apart),
            potential=lambda ahead: _potential(cards, board, tables, ahead),
            fold_chance=lambda: self._model.fold_chance(others[0]),
        )

    def _believed(self, positions: Sequence[int], tables: Sequence[Weights]) -> tuple[Weights, ...]:
        """The tables of some positions, as far as they are believed."""
        assert self._seat is not None
        names = [self._seat.names[position] for position in positions]
        shares = [self._trust[name].share if name in self._trust else NO_SHOWDOWN for name in names]
        return tuple(map(believed, tables, shares))


@lru_cache(maxsize=64)
def playing_strength(
    cards: tuple[Card, ...], board: tuple[Card, ...], tables: tuple[Weights, ...], *, apart: bool
) -> float:
    """wEHS_n. Cached: it is asked for again on the next turn if nothing has changed."""
    weights = np.array([each.table for each in tables])
    found = field_strength(cards, board, weights, apart=apart)
    return found.wehs if found.apart is None else found.apart


@lru_cache(maxsize=64)
def _potential(
    cards: tuple[Card, ...], board: tuple[Card, ...], tables: tuple[Weights, ...], look_ahead: int
) -> float:
    """faPPOT."""
    weights = np.array([each.table for each in tables])
    return field_potential(cards, board, weights, look_ahead=look_ahead)
