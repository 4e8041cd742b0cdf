"""Vexbot: heads-up limit hold'em by search, with a learned model of the opponent.

It keeps a model of every opponent it has played (`railbird.players.vexbot.model`) and uses it to
look ahead to the end of the hand (`railbird.players.vexbot.search`). Against an opponent who does
not change, it approaches the best play that is possible when the betting is all it knows about
their cards.

D. Billings et al., "Game-tree search with adaptation in stochastic imperfect-information games",
CG 2004; T. Schauenberg, "Opponent modelling and search in poker", University of Alberta 2006.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from railbird.cards.card import Card
from railbird.cards.classes import holdem_class_of_hand
from railbird.cards.index import colex_index
from railbird.errors import OptionError
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players.base import Seat
from railbird.players.chance import Chance
from railbird.players.memory import Remembering
from railbird.players.sparbot import _game_kernels as abstract
from railbird.players.sparbot.game import CALL as CALLED
from railbird.players.sparbot.game import FOLD as FOLDED
from railbird.players.sparbot.game import LIMIT_ROUNDS
from railbird.players.sparbot.game import RAISE as RAISED
from railbird.players.sparbot.player import (
    HEADS_UP_LIMIT,
    Situation,
    check_rules,
    find_place,
    shipped_table,
)
from railbird.players.vexbot.build import shipped_chances
from railbird.players.vexbot.cards import RIVER_RANKS, own_cards, river_buckets
from railbird.players.vexbot.model import Learning, OpponentModel
from railbird.players.vexbot.prior import Prior, uniform_prior
from railbird.players.vexbot.ranges import OpponentRange, Shown
from railbird.players.vexbot.search import (
    Beliefs,
    Floats,
    flop_worth,
    legal_values,
    look_ahead,
    look_ahead_preflop,
)
from railbird.players.vexbot.strategy import StrategyLearning, StrategyModel
from railbird.table.rules import Rules
from railbird.table.state import CALL, FOLD, State

Model = OpponentModel | StrategyModel

TEMPERATURE = 0.1
"""The temperature of Miximix, in small bets."""
_CHANCES = 1 << 32


@dataclass(frozen=True, slots=True)
class Outlook:
    """What Vexbot's actions were worth, over the whole hand, when it last acted.

    ``fold``, ``call`` and ``raised`` are in small bets, or None if not legal. ``chosen`` is the
    name of the action. ``seen`` is the number of hands in the model of the opponent.
    """

    at: Situation
    fold: float | None
    call: float
    raised: float | None
    chosen: str
    seen: int


class Vexbot(Remembering):
    """Learns how the opponent plays, and plays the best response to that.

    It assumes deep stacks. Where a short stack allows no raise, it calls instead.

    Parameters
    ----------
    name
        The name it plays under.
    temperature
        0 for Miximax, which always takes the best action. A positive number of small bets is for
        Miximix, which draws its actions. An action worth one temperature less than another is drawn
        e times less often.
    boldness
        Small bets added to what a bet or raise is worth when an action is chosen. 0 is none; more
        makes it more aggressive.
    learning
        How fast it learns. With a `StrategyLearning` it knows nothing of an unknown opponent, and
        learns their whole strategy.
    prior
        What it expects of an unknown opponent; None is a Sparbot.
    folder
        Where the models of opponents are kept. Without a folder they last for one match.

    Examples
    --------
    >>> from railbird.arena import Match, play_match
    >>> from railbird.players import AlwaysRaise
    >>> from railbird.table import table_rules
    >>> match = Match(table_rules(2), (200, 200), deals=20, seed=1)
    >>> vexbot = Vexbot("Vexbot")
    >>> result = play_match(match, [vexbot, AlwaysRaise("maniac")])
    >>> result.forfeits, vexbot.models["maniac"].hands_played
    ((), 20)
    """

    reads_only = True
    plays = HEADS_UP_LIMIT
    kind = "vexbot"

    def __init__(
        self,
        name: str,
        *,
        temperature: float = 0.0,
        boldness: float = 0.0,
        learning: Learning | StrategyLearning | None = None,
        prior: Prior | None = None,
        folder: Path | str | None = None,
    ) -> None:
        super().__init__(name, folder=folder)
        if not 0 <= temperature < np.inf:
            raise OptionError(f"temperature cannot be {temperature}: give 0 or more")
        if not 0 <= boldness < np.inf:
            raise OptionError(f"boldness cannot be {boldness}: give 0 or more")
        self.temperature = temperature
        self.boldness = boldness
        self.learning = Learning() if learning is None else learning
        if isinstance(self.learning, StrategyLearning):
            if prior is not None:
                raise OptionError("a strategy is learned from nothing: give no prior")
            self.kind = "vexbot-strategy"
        self.search: Outlook | None = None
        """The last decision, and the reason for it."""
        self.models: dict[str, Model] = {}
        """What is known of each opponent, by name."""
        self._prior = prior
        self._chance = Chance()
        self._opponent = ""
        self._position = 0
        self._cards: tuple[Card, ...] = ()
        self._board: tuple[Card, ...] = ()
        self._at = Situation(0, 0, 0)
        self._pots: list[int] = [0]
        self._seen: list[tuple[Situation, int]] = []
        self._shown: Shown | None = None
        self._known: dict[int, tuple[Model, int, Beliefs, Floats]] = {}
        self._range: OpponentRange | None = None
        self._values: Floats | None = None

    def forget(self) -> None:
        super().forget()
        self.models = {}
        self._known = {}

    def check(self, rules: Rules) -> None:
        super().check(rules)
        check_rules(rules, self.name)

    def hand_starts(self, seat: Seat) -> None:
        self._chance.seed(seat.seed)
        self._position = seat.position
        self._opponent = seat.names[1 - seat.position]
        self.meet([self._opponent])
        self._board = ()
        self._at = Situation(0, 0, 0)
        self._pots, self._seen, self._shown = [0], [], None
        self._range = self._values = self.search = None

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards

    def board(self, cards: tuple[Card, ...]) -> None:
        self._board = cards
        self._values = None

    def saw(self, position: int, action: int) -> None:
        """Follow the betting. The model learns the opponent's actions when the hand is over."""
        round_, pot, node = self._at
        if round_ > 3 or LIMIT_ROUNDS[round_].actor[node] != position:
            return  # a stack was too short for the betting of the solved game
        block = LIMIT_ROUNDS[round_]
        deed = FOLDED if action == FOLD else CALLED if action == CALL else RAISED
        kind = block.kind[node, deed]
        if position != self._position and kind != abstract.NONE:
            self._seen.append((self._at, deed))
        child = int(block.child[node, deed])
        if kind == abstract.NODE:
            self._at = Situation(round_, pot, child)
        elif kind == abstract.CALLED:
            self._at = Situation(round_ + 1, pot * block.ends + child, 0)
            if round_ < 3:
                self._pots.append(self._at.pot)

    def showdown(self, hole_cards: tuple[tuple[Card, ...] | None, ...]) -> None:
        cards = hole_cards[1 - self._position]
        if cards is not None and self._at.round == 4 and len(self._board) == 5:
            rank, _ = hand_ranks(cards, self._board)
            bucket = int(river_buckets()[round(rank * RIVER_RANKS)])
            self._shown = Shown(self._at.pot, bucket, colex_index(cards))

    def hand_over(self, payoffs: tuple[int, ...]) -> None:
        model = self._model()
        opponent = self._follow(model)
        model.learn(opponent, self._seen, self._shown)
        self.keep([self._opponent])

    def known(self) -> Iterable[str]:
        return self.models

    def describe(self, player: str) -> object:
        return self.models[player].to_json()

    def recall(self, player: str, frequencies: Any) -> None:
        model = self._new_model()
        model.read(frequencies)
        self.models[player] = model

    def act(self, state: State) -> int:
        at = find_place(state.actions)
        to_call, lowest, _ = state.options()
        if LIMIT_ROUNDS[at.round].actor[at.node] != self._position:
            return CALL
        if self._values is None:
            self._values = self._look(at)
        fold, call, raised = legal_values(self._values, at.round, at.node)
        assert call is not None
        worth = {"call": call}
        if fold is not None and to_call:
            worth["fold"] = fold
        if raised is not None and lowest:
            worth["raise"] = raised + self.boldness
        chosen = self._choose(worth)
        self.search = Outlook(
            at=at,
            fold=fold,
            call=call,
            raised=raised,
            chosen=chosen,
            seen=self._model().hands_played,
        )
        return {"fold": FOLD, "call": CALL, "raise": lowest}[chosen]

    def _model(self) -> Model:
        if self._opponent not in self.models:
            self.models[self._opponent] = self._new_model()
        return self.models[self._opponent]

    def _new_model(self) -> Model:
        if isinstance(self.learning, StrategyLearning):
            return StrategyModel(self.learning)
        return OpponentModel(self.learning, self._prior)

    def _look(self, at: Situation) -> Floats:
        """What our actions are worth at all places of this round."""
        model, seat, chances = self._model(), self._position, shipped_chances()
        beliefs, flop = self._expect(model)
        if at.round == 0:
            kind = chances.flop[holdem_class_of_hand()[colex_index(self._cards)]]
            return look_ahead_preflop(beliefs, flop, kind, seat=seat, temperature=self.temperature)
        opponent = self._follow(model)
        beliefs = beliefs.scaled(at, opponent.ratios[at.round])
        share = chances.share
        if at.round > 1:
            share = opponent.average(at.pot)
        if at.round == 2:
            share = share @ chances.river
        own = own_cards(self._cards, self._board, weights=opponent.weights)
        return look_ahead(
            beliefs, own, round_=at.round, pot=at.pot, seat=seat, share=share,
            temperature=self.temperature,
        )  # fmt: skip

    def _follow(self, model: Model) -> OpponentRange:
        """What the opponent may hold now."""
        if self._range is None:
            buckets = shipped_table().buckets
            self._range = OpponentRange(
                model.prior, buckets, 1 - self._position, self._cards, model.likeness
            )
        self._range.follow(self._pots, self._seen, self._board)
        return self._range

    def _expect(self, model: Model) -> tuple[Beliefs, Floats]:
        """What the model expects in this seat, and what a flop is then worth."""
        known = self._known.get(self._position)
        if known is None or known[0] is not model or known[1] != model.edition:
            beliefs = Beliefs.of(model, 1 - self._position)
            flop = flop_worth(
                beliefs, shipped_chances(), seat=self._position, temperature=self.temperature
            )
            known = model, model.edition, beliefs, flop
            self._known[self._position] = known
        return known[2:]

    def _choose(self, worth: dict[str, float]) -> str:
        """The best action, or with a temperature one drawn at random."""
        best = max(worth, key=worth.__getitem__)
        if self.temperature == 0:
            return best
        top, drawn = worth[best], self._chance.below(_CHANCES) / _CHANCES
        weights = {a: float(np.exp((v - top) / self.temperature)) for a, v in worth.items()}
        drawn *= sum(weights.values())
        for action, weight in weights.items():
            drawn -= weight
            if drawn < 0:
                return action
        return best


PRIORS = ("sparbot", "uniform", "none")


def make_vexbot(name: str, *, prior: str = "sparbot") -> Vexbot:
    """A Vexbot by what it knows at first.

    With ``sparbot`` it expects a Sparbot; with ``uniform`` it expects any action, and learns how
    often each is taken and what is shown; with ``none`` it learns the whole strategy.
    """
    if prior not in PRIORS:
        raise OptionError(f"vexbot(prior={prior}): choose {', '.join(PRIORS)}")
    if prior == "none":
        return Vexbot(name, learning=StrategyLearning())
    return Vexbot(name, prior=uniform_prior() if prior == "uniform" else None)
