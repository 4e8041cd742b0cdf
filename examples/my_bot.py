"""A bot of your own: it bets when nobody has bet, and believes those who raise."""

from railbird import Player
from railbird.cards import Card
from railbird.evaluate.strength.ranks import hand_ranks
from railbird.players import Seat
from railbird.table import CALL, FOLD, State


class MyBot(Player):
    """Bets any fair hand when checked to, and continues against bets with good hands only."""

    def hand_starts(self, seat: Seat) -> None:
        self.community: tuple[Card, ...] = ()

    def dealt(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards

    def board(self, cards: tuple[Card, ...]) -> None:
        self.community = cards

    def act(self, state: State) -> int:
        rank, _ = hand_ranks(self.cards, self.community)  # share of hands that are worse, 0 … 1
        to_call, lowest_raise, _ = state.options()
        wanted = 0.85 if to_call else 0.35  # believe a bet; do not believe a check
        if rank > wanted and lowest_raise:
            return lowest_raise
        price = to_call / (state.pot + to_call)
        return CALL if to_call == 0 or rank > price + 0.15 * (state.round > 0) else FOLD
