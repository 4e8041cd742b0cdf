"""Reading Open Hand History."""

from __future__ import annotations

import json
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from railbird.cards.card import Card
from railbird.history.formats.base import Ignore, Line, UnreadableHandError, quoted, wrong_json
from railbird.history.formats.labels import LABELS
from railbird.history.formats.rooms.amounts import CHIPS
from railbird.history.formats.rooms.build import build
from railbird.history.formats.rooms.games import not_ours
from railbird.history.formats.rooms.told import (
    ANTE,
    BETS,
    BIG,
    CALLS,
    CHECKS,
    DEAD,
    FOLDS,
    RAISES_BY,
    RAISES_TO,
    SMALL,
    STRADDLE,
    Told,
    ToldSeat,
)
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.rules import Betting
from railbird.table.tournament import TournamentTable

GAMES = {"Holdem": "holdem", "Omaha": "omaha", "OmahaHiLo": "omaha8"}
BETTINGS: dict[str, Betting] = {"NL": "no-limit", "PL": "pot-limit", "FL": "limit"}
PLAY_MONEY = "XPM"
_NO_CURRENCY = {PLAY_MONEY, "PPC", "XSC", "", "Chips"}
STREETS = ("Preflop", "Flop", "Turn", "River")
_POSTS = {
    "Post Ante": ANTE,
    "Post SB": SMALL,
    "Post BB": BIG,
    "Post Extra Blind": BIG,
    "Post Dead": DEAD,
    "Straddle": STRADDLE,
}
_VERBS = {"Call": CALLS, "Bet": BETS}


def read_hand(lines: list[Line], ignore: Ignore) -> Hand:
    """The hand of a JSON object; a raise is what is put in, or else what is raised to."""
    at = lines[0][0]
    try:
        said = json.loads("\n".join(text for _, text in lines), parse_float=Decimal)["ohh"]
        if not isinstance(said, dict):
            raise TypeError("not an object")
        try:
            return _OhhReader(said, lines, raises=RAISES_BY).read(ignore)
        except UnreadableHandError as error:
            try:
                return _OhhReader(said, lines, raises=RAISES_TO).read(ignore)
            except UnreadableHandError:
                raise error from None
    except UnreadableHandError:
        raise
    except (
        ValueError,
        KeyError,
        TypeError,
        IndexError,
        AttributeError,
        ArithmeticError,
        RecursionError,
    ) as error:
        reason = f"not a hand of Open Hand History: {wrong_json(error)}"
        raise UnreadableHandError(at, reason) from None


class _OhhReader:
    """Goes over the objects of a hand."""

    def __init__(self, said: dict[str, Any], lines: list[Line], *, raises: int) -> None:
        self.said = said
        self.told = Told(lines, CHIPS)
        self.raises = raises
        self.currency = str(said.get("currency") or "")
        self.info = said.get("tournament_info") or {}
        self.is_tournament = bool(said.get("tournament") or self.info)
        self.chip = said.get("_chip")  # our own
        self.by: dict[Any, ToldSeat] = {}
        self.scale = self._scale()

    def _scale(self) -> int:
        """How many chips make one unit: hundredths of a currency, and wherever a text has parts."""
        if isinstance(self.chip, str):
            return money(self.chip).chips
        if not self.is_tournament and self.currency not in _NO_CURRENCY:
            return 100
        amounts = [player["starting_stack"] for player in self.said["players"]]
        for part in (*self.said["rounds"], *self.said["pots"]):
            amounts += [each.get("amount") for each in (part, *part.get("actions", ()))]
        return 100 if any(amount and Decimal(amount) % 1 for amount in amounts) else 1

    def _chips(self, amount: object) -> int:
        try:
            chips = Decimal(str(amount or 0)) * self.scale
            if chips % 1 or not 0 <= chips < 10**15:
                raise ValueError
        except (InvalidOperation, ValueError):
            raise self.told.error(f"{quoted(str(amount))} is not an amount") from None
        return int(chips)

    def read(self, ignore: Ignore) -> Hand:
        said, told = self.said, self.told
        if said.get("game_type") not in GAMES:
            raise told.error(not_ours(str(said.get("game_type"))))
        told.game = GAMES[said["game_type"]]
        limit = said.get("bet_limit") or {}
        told.betting = BETTINGS[limit.get("bet_type", "NL")]
        told.stake_cap = self._chips(limit.get("bet_cap"))
        big = self._chips(said.get("big_blind_amount"))
        small = self._chips(said.get("small_blind_amount"))
        told.stakes = (big, 2 * big) if told.betting == "limit" else (small, big)
        told.button = int(said["dealer_seat"])
        for player in said["players"]:
            seat = told.sit(
                int(player["seat"]),
                str(player["name"]),
                self._chips(player["starting_stack"]),
                away=bool(player.get("is_sitting_out")),
            )
            self.by[player["id"]] = seat
        for part in said["rounds"]:
            self._read_round(part)
        self._read_pots()
        if self.is_tournament:
            told.tournament = self._tournament()
        return build(told, **self._labels(ignore))

    def _read_round(self, part: dict[str, Any]) -> None:
        told = self.told
        cards = self._cards(part.get("cards"))
        street = STREETS.index(part["street"]) if part["street"] in STREETS else 0
        if cards and street:
            if street <= len(told.boards):  # run again
                run = 2 + sum(len(other) == 5 for other in told.other_boards.values())
                told.deal_again(run, cards)
            else:
                told.deal(street, cards)
        for action in part.get("actions") or ():
            self._read_action(action)

    def _read_action(self, action: dict[str, Any]) -> None:
        told, what = self.told, action["action"]
        chips = self._chips(action.get("amount"))
        if what in ("Added To Pot", "Add to Pot", "Added to Pot"):
            told.added += chips
            return
        if what in ("Added Chips", "Sits Down", "Stands Up"):
            return
        seat = self.by[action["player_id"]]
        if what in ("Dealt Cards", "Shows Cards", "Mucks Cards"):
            cards = self._cards(action.get("cards"))
            if cards:
                hero = what == "Dealt Cards" and action["player_id"] == self.said.get(
                    "hero_player_id"
                )
                (told.deal_to if hero else told.show)(seat, cards)
        elif what in _POSTS:
            told.post(seat, _POSTS[what], chips)
        elif what in ("Fold", "Check"):
            told.act(seat, FOLDS if what == "Fold" else CHECKS)
        elif what == "Raise":
            told.act(seat, self.raises, chips)
        elif what in _VERBS:
            told.act(seat, _VERBS[what], chips)
        else:
            raise told.error(f"the action {quoted(what)} is not known")

    def _cards(self, cards: list[str] | None) -> tuple[Card, ...]:
        return self.told.cards(" ".join(cards or ()))

    def _read_pots(self) -> None:
        told = self.told
        told.total = told.rake = 0
        for pot in self.said["pots"]:
            told.total += self._chips(pot.get("amount"))
            told.rake += self._chips(pot.get("rake")) + self._chips(pot.get("jackpot"))
            for win in pot["player_wins"]:
                seat = self.by[win["player_id"]]
                told.collect(seat, self._chips(win["win_amount"]))
                if win.get("cashout_amount"):
                    chips = (seat.cashed or 0) + self._chips(win["cashout_amount"])
                    told.cash_out(seat, chips)

    def _tournament(self) -> TournamentTable:
        info, told = self.info, self.told
        for won in self.said.get("tournament_bounties") or ():
            told.bounties.append((self.by[won["player_id"]], _cents(won.get("bounty_won"))))
        return TournamentTable(
            str(info.get("tournament_number") or ""),
            name=str(info.get("name") or ""),
            currency=str(info.get("currency") or ""),
            buy_in=_cents(info.get("buyin_amount")),
            bounty=_cents(info.get("bounty_fee_amount")),
            fee=_cents(info.get("fee_amount")),
        )

    def _labels(self, ignore: Ignore) -> dict[str, Any]:
        said = self.said
        when, text = None, said.get("start_date_utc")
        try:
            when = datetime.fromisoformat(text) if text else None
        except (TypeError, ValueError):
            ignore(LABELS["when"])
        code = "" if self.is_tournament or self.currency in _NO_CURRENCY else self.currency
        chip = f"0.01 {code}".strip() if self.scale == 100 else ""
        return {
            "number": str(said.get("game_number") or ""),
            "table": str(said.get("table_name") or ""),
            "when": when,
            "chip": self.chip if isinstance(self.chip, str) else chip,
            "table_size": max(int(said.get("table_size") or 0), 0),
        }


def _cents(amount: object) -> int:
    """Money as hundredths of its currency."""
    return round(Decimal(str(amount or 0)) * 100)
