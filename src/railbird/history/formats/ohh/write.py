"""Writing Open Hand History."""

from __future__ import annotations

import json
import re
from datetime import UTC
from typing import Any

from railbird.errors import CannotHoldError, InputError
from railbird.history.formats.ohh.read import BETTINGS, GAMES, PLAY_MONEY, STREETS
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.state import BOARD_CARDS, CALL, FOLD, State, is_all_in
from railbird.version import __version__

SPEC = "1.4.7"
_CHIP = re.compile(r"0\.01 ([A-Z]{3})")


def write_hand(hand: Hand) -> str:
    """A hand as one line of JSON and an empty one, as the standard wants it."""
    try:
        fields = _OhhWriter(hand).fields()
    except CannotHoldError:
        raise
    except InputError as error:
        raise CannotHoldError(f"hand {hand.number}: it cannot be replayed ({error})") from None
    return json.dumps({"ohh": fields}, separators=(",", ":")) + "\n\n"


class _OhhWriter:
    """One hand being written."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        found = _CHIP.fullmatch(hand.chip)
        self.currency = found[1] if found and hand.tournament is None else ""
        self.units = money(hand.chip).chips
        self.seats, self.size = hand.seating()
        self.state = State(hand.rules, hand.stacks)
        self.rounds: list[dict[str, Any]] = []

    def _money(self, chips: int) -> int | float:
        return chips / self.units if self.units > 1 else chips

    def fields(self) -> dict[str, Any]:
        """The object of the hand."""
        hand, rules = self.hand, self.hand.rules
        big = (rules.first[0] - 1) % rules.players
        if rules.blinds[big] > rules.bets[0]:  # a straddle, right after the big blind
            big = (big - 1) % rules.players
        small = [b for p, b in enumerate(rules.blinds) if p != big and b]
        fields: dict[str, Any] = {
            "spec_version": SPEC,
            "site_name": "railbird",
            "network_name": "railbird",
            "internal_version": __version__,
            "tournament": hand.tournament is not None,
            "game_number": hand.number,
            "start_date_utc": self._when(),
            "table_name": hand.table,
            "game_type": next(name for name, short in GAMES.items() if short == rules.game),
            "bet_limit": {
                "bet_type": next(name for name, kind in BETTINGS.items() if kind == rules.betting),
                "bet_cap": self._money(rules.stake_cap),
            },
            "table_size": self.size,
            "currency": self.currency or PLAY_MONEY,
            "dealer_seat": self.seats[rules.button],
            "small_blind_amount": self._money(min(small, default=rules.bets[0] // 2)),
            "big_blind_amount": self._money(rules.bets[0]),
            "ante_amount": self._money(min(rules.antes)),
            "hero_player_id": hand.hero,
            "flags": ["Run_It_Twice"] if hand.run_outs else [],
            "players": [
                {
                    "id": p,
                    "seat": self.seats[p],
                    "name": name,
                    "starting_stack": self._money(hand.stacks[p]),
                }
                for p, name in enumerate(hand.players)
            ],
        }
        self._begin(0)
        self._post(big)
        self._play()
        self._show()
        fields |= {"rounds": self.rounds, "pots": [self._pot()]}
        if hand.chip and not self.currency:
            fields["_chip"] = hand.chip
        if hand.tournament is not None:
            fields |= self._tournament()
        return fields

    def _when(self) -> str | None:
        when = self.hand.when
        if when is None:
            return None
        if when.tzinfo is None:
            return when.isoformat()
        return when.astimezone(UTC).isoformat().replace("+00:00", "Z")

    def _begin(self, street: int, cards: tuple[object, ...] = (), name: str = "") -> None:
        part: dict[str, Any] = {"id": len(self.rounds), "street": name or STREETS[street]}
        self.rounds.append(part | {"cards": [str(card) for card in cards], "actions": []})

    def _add(self, p: int | None, what: str, chips: int = 0, **more: Any) -> None:
        actions = self.rounds[-1]["actions"]
        action: dict[str, Any] = {"action_number": len(actions) + 1, "action": what}
        if p is not None:
            action["player_id"] = p
        if chips:
            action["amount"] = self._money(chips)
        actions.append(action | more)

    def _post(self, big: int) -> None:
        """What the house adds, antes, the blinds, and the hero's cards."""
        hand, rules = self.hand, self.hand.rules
        if hand.added > 0:
            self._add(None, "Added To Pot", hand.added)
        for p, ante in enumerate(rules.antes):
            if ante:
                self._add(p, "Post Ante", min(ante, hand.stacks[p]))
        rank = {p: (p == big, blind) for p, blind in enumerate(rules.blinds)}
        smaller = [
            p for p in sorted(rank, key=rank.__getitem__) if rules.blinds[p] < rules.blinds[big]
        ]
        others = [p for p in rank if p not in {*smaller, big}]
        for p in (*smaller, big, *others):
            blind = min(rules.blinds[p], max(hand.stacks[p] - rules.antes[p], 0))
            if blind:
                kind = "Post SB" if p in smaller else "Post BB" if p == big else "Post Extra Blind"
                straddle = rules.blinds[p] > rules.bets[0]
                self._add(p, "Straddle" if straddle else kind, blind)
        if hand.hero is not None and (cards := hand.hole_cards[hand.hero]) is not None:
            self._add(hand.hero, "Dealt Cards", cards=[str(card) for card in cards])

    def _play(self) -> None:
        """Actions and boards."""
        state, board = self.state, self.hand.board
        for action in self.hand.actions:
            self._deal(state.round)
            p = state.actor
            if p is not None:
                self._act(p, action)
            state.apply(action)
        if not state.is_over:
            raise self._error("a hand whose betting is not over")
        if len(board) not in BOARD_CARDS[1:] and board:
            raise self._error(f"a board of {len(board)} cards")
        self._deal(BOARD_CARDS.index(len(board)))
        for other in self.hand.run_outs:
            same = next((i for i, (a, b) in enumerate(zip(board, other, strict=True)) if a != b), 5)
            for street in range(1, 4):
                start, end = BOARD_CARDS[street - 1], BOARD_CARDS[street]
                if end > same:
                    self._begin(street, other[start:end])

    def _deal(self, street: int) -> None:
        board = self.hand.board
        while len(self.rounds) <= street:
            before = len(self.rounds)
            start, end = BOARD_CARDS[before - 1], BOARD_CARDS[before]
            if len(board) < end:
                raise self._error(f"a board of {len(board)} cards")
            self._begin(before, board[start:end])

    def _act(self, p: int, action: int) -> None:
        state = self.state
        if action == FOLD:
            self._add(p, "Fold")
            return
        chips = state.options().to_call if action == CALL else action - state.bets[p]
        what = (
            ("Call" if chips else "Check") if action == CALL else "Raise" if state.level else "Bet"
        )
        all_in = is_all_in(self.state.stacks[p], state.paid[p] + chips)
        self._add(p, what, chips, **({"is_allin": all_in} if chips else {}))

    def _show(self) -> None:
        """The cards of all but the hero that are known."""
        hand = self.hand
        shown = [
            p for p, cards in enumerate(hand.hole_cards) if cards is not None and p != hand.hero
        ]
        if shown:
            self._begin(0, name="Showdown")
        for p in shown:
            self._add(p, "Shows Cards", cards=[str(card) for card in hand.hole_cards[p] or ()])

    def _pot(self) -> dict[str, Any]:
        hand, state = self.hand, self.state
        back = zip(hand.payoffs, state.paid, state.uncalled(), strict=True)
        won = [payoff + paid - uncalled for payoff, paid, uncalled in back]
        if min(won) < 0 or sum(hand.payoffs) != hand.added - hand.rake or hand.rake < 0:
            raise self._error(f"payoffs {hand.payoffs} with a rake of {hand.rake}")
        return {
            "number": 0,
            "amount": self._money(sum(won) + hand.rake),
            "rake": self._money(hand.rake),
            "player_wins": [
                {"player_id": p, "win_amount": self._money(chips)}
                for p, chips in enumerate(won)
                if chips
            ],
        }

    def _tournament(self) -> dict[str, Any]:
        about = self.hand.tournament
        assert about is not None
        return {
            "tournament_info": {
                "tournament_number": about.number,
                "name": about.name,
                "start_date_utc": None,
                "currency": about.currency,
                "buyin_amount": about.buy_in / 100,
                "fee_amount": about.fee / 100,
                "bounty_fee_amount": about.bounty / 100,
            },
            "tournament_bounties": [
                {"player_id": p, "bounty_won": chips / 100} for p, chips in about.bounties
            ],
        }

    def _error(self, what: str) -> CannotHoldError:
        return CannotHoldError(f"hand {self.hand.number}: Open Hand History cannot hold {what}")
