"""One game in full: hand ranks, equities, the play next to the baseline, and the scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, inf

import numpy as np

from railbird.cards.card import Card, format_cards
from railbird.cards.index import colex_index
from railbird.divat.baseline import _kernels as kernels
from railbird.divat.baseline.mixture import Baseline, parts_of
from railbird.divat.baseline.preflop import Preflop
from railbird.divat.baseline.settings import STANDARD, Settings
from railbird.divat.heads_up._kernels import MOST_BETS
from railbird.divat.heads_up.encode import NOT_DEALT, Games
from railbird.divat.heads_up.scores import COLUMNS, Scores, score
from railbird.evaluate.preflop.pairs import BOARDS, hand_matchups
from railbird.evaluate.strength.ranks import CHOOSE, preflop_ranks, rank_tables
from railbird.evaluate.strength.runouts import Deals, empty_deals
from railbird.kernels import ranks as rank_kernels
from railbird.table.state import ROUND_NAMES

_BLINDS = {kernels.FIRST: "sL", kernels.SECOND: "Sl"}


@dataclass(frozen=True, slots=True)
class RoundView:
    """A betting round. Pairs are (player 1, player 2), and equities are those of player 1.

    ``wins``, ``ties`` and ``losses`` count the boards to come. ``scores`` are those of
    `railbird.divat.heads_up.scores.Scores`. A mixture may play a round in several ways: ``mixed``
    has their shares, the largest first, and ``baseline`` is the first of them.
    """

    name: str
    board: tuple[Card, ...]
    immediate_rank: tuple[float, float]
    seven_card_rank: tuple[float, float]
    effective_rank: tuple[float, float]
    wins: int
    ties: int
    losses: int
    played: str
    baseline: str
    scores: dict[str, float]
    mixed: tuple[tuple[float, str], ...] = ()

    @property
    def share(self) -> float:
        """The share of the mixture that plays ``baseline``."""
        return self.mixed[0][0] if self.mixed else 1.0

    @property
    def baseline_folds(self) -> bool:
        """Whether somebody folds in the baseline."""
        return self.baseline.lower().endswith("f")


@dataclass(frozen=True, slots=True)
class GameView:
    """A game, round by round. Player 1, who acts first after the flop, comes first.

    ``stack`` is the smaller of both, in small bets. ``seats`` says who is who.
    """

    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    rounds: tuple[RoundView, ...]
    money: float
    dcash: float
    position: float
    luck: float
    skill: float
    settings: Baseline
    stack: float
    seats: tuple[str, str]
    all_in: bool

    @property
    def betting(self) -> str:
        """The betting as it was played."""
        return "/".join(view.played for view in self.rounds).rstrip("/")


def describe(
    games: Games, g: int = 0, *, settings: Baseline = STANDARD, table: Preflop | None = None
) -> GameView:
    """Everything about game number ``g``."""
    one = games.part(slice(g, g + 1))
    scores = score(one, settings=settings, table=table, threads=1)
    deals = empty_deals(1)
    rank_kernels.deal_flops(one.cards, rank_tables(), CHOOSE, deals)
    cards = [int(c) for c in one.cards[0]]
    return GameView(
        hands=(_cards(cards[:2]), _cards(cards[2:4])),
        rounds=tuple(
            _round(r, one=one, cards=cards, scores=scores, deals=deals, settings=settings)
            for r in range(int(one.rounds[0]))
        ),
        money=float(scores.money[0]),
        dcash=float(scores.dcash[0]),
        position=float(scores.position[0]),
        luck=float(scores.luck[0]),
        skill=float(scores.skill[0]),
        settings=settings,
        stack=float(one.stacks[0]),
        seats=seats_of(int(one.openers[0])),
        all_in=bool(1 + bets_before(one, 0, 4) >= one.stacks[0]),
    )


def seats_of(opener: int) -> tuple[str, str]:
    """What the seats of both players are called, player 1 first."""
    return ("big blind", "button") if opener == kernels.SECOND else ("small blind", "button")


def _cards(numbers: list[int]) -> tuple[Card, ...]:
    return tuple(Card(c) for c in numbers)


def _round(
    r: int, *, one: Games, cards: list[int], scores: Scores, deals: Deals, settings: Baseline
) -> RoundView:
    columns = dict(zip(COLUMNS, scores.by_round[0, r].tolist(), strict=True))
    ranks = (columns["rank_1"], columns["rank_2"])
    now, seven = _ranks(r, cards, deals)
    wins, ties, losses = _boards(r, cards, deals)
    size, opener = 1 + bets_before(one, 0, r), int(one.openers[0])
    shares: dict[str, float] = {}
    for weight, part in parts_of(settings):
        own = ranks if part is settings else _effective(r, part, cards, deals)
        text = ""
        if one.counts[0, r]:  # if nobody can bet, the baseline cannot either
            text = letters(r, baseline_actions(r, size, own, part, opener=opener), opener)
        shares[text] = shares.get(text, 0.0) + weight
    mixed = sorted(((share, text) for text, share in shares.items()), key=lambda each: -each[0])
    return RoundView(
        name=ROUND_NAMES[r],
        board=_cards([c for c in cards[4 : (4, 7, 8, 9)[r]] if c != NOT_DEALT]),
        immediate_rank=now,
        seven_card_rank=seven,
        effective_rank=ranks,
        wins=wins,
        ties=ties,
        losses=losses,
        played=letters(r, [int(a) for a in one.actions[0, r, : one.counts[0, r]]], opener),
        baseline=mixed[0][1],
        scores=columns,
        mixed=tuple(mixed) if len(mixed) > 1 else (),
    )


def _effective(r: int, settings: Settings, cards: list[int], deals: Deals) -> tuple[float, float]:
    """EHR of both players under some settings."""
    found = []
    make_one, seven_only = settings.makes[r][0], bool(settings.seven_card_rounds()[r])
    for p in range(2):
        if r == 0:
            hand = colex_index(cards[2 * p : 2 * p + 2])
            ranks = preflop_ranks().effective(make_one, seven_only=seven_only)
            found.append(float(ranks[hand]))
            continue
        now, to_come = _counts(r, p, cards, deals)
        found.append(float(kernels.effective_rank(r, now, to_come, make_one, seven_only)))
    return found[0], found[1]


def _counts(r: int, p: int, cards: list[int], deals: Deals) -> tuple[int, int]:
    """The immediate count of a hand after the flop, and the sum of those on the boards to come."""
    if r == 1:
        return int(deals.flop_now[0, p]), int(deals.flop_sum[0, p])
    if r == 2:
        return int(deals.turn_now[0, p, cards[7]]), int(deals.turn_sum[0, p, cards[7]])
    now = int(deals.rank[0, p, cards[7], cards[8]])
    return now, now


def _ranks(
    r: int, cards: list[int], deals: Deals
) -> tuple[tuple[float, float], tuple[float, float]]:
    """IHR and 7cHR of both players."""
    now: list[float] = []
    seven: list[float] = []
    for p in range(2):
        if r == 0:
            hand = colex_index(cards[2 * p : 2 * p + 2])
            now.append(float(preflop_ranks().immediate[hand]))
            seven.append(float(preflop_ranks().seven_card[hand]))
            continue
        immediate, to_come = _counts(r, p, cards, deals)
        hands = (kernels.FLOP_HANDS, kernels.TURN_HANDS, kernels.RIVER_HANDS)[r - 1]
        boards = (kernels.FLOP_BOARDS, kernels.TURN_BOARDS, 1)[r - 1]
        now.append(immediate / hands)
        seven.append(to_come / (boards * kernels.RIVER_HANDS))
    return (now[0], now[1]), (seven[0], seven[1])


def _boards(r: int, cards: list[int], deals: Deals) -> tuple[int, int, int]:
    """How many of the boards to come player 1 wins, ties and loses."""
    if r == 0:
        first, second = (np.array([colex_index(cards[i : i + 2])]) for i in (0, 2))
        wins, ties = (int(count[0]) for count in hand_matchups().pairs(first, second))
        return wins, ties, BOARDS - wins - ties
    live = np.nonzero(deals.live[0])[0]
    if r == 1:
        turns, rivers = np.array([(t, c) for t in live for c in live if c < t]).T
        assert len(turns) == comb(45, 2)
    elif r == 2:
        rivers = live[live != cards[7]]
        turns = np.full(len(rivers), cards[7])
    else:
        turns, rivers = np.array([cards[7]]), np.array([cards[8]])
    first_value, second_value = deals.value[0][:, turns, rivers]
    wins = int((first_value > second_value).sum())
    losses = int((first_value < second_value).sum())
    return wins, len(turns) - wins - losses, losses


def bets_before(games: Games, g: int, r: int) -> int:
    """What each player has bet in the rounds before round ``r``, in small bets."""
    bets = (games.actions[g, :r] == 1).sum(axis=1)
    return int(bets @ np.array([1, 1, 2, 2])[:r])


def baseline_actions(
    r: int,
    size: int,
    ranks: tuple[float, float],
    settings: Settings,
    *,
    opener: int = kernels.SECOND,
    played: Sequence[int] = (),
    stack: float = inf,
) -> list[int]:
    """Actions of the baseline in a round, with ``size`` from each player in the pot.

    The player ``opener`` has the small blind. The baseline goes on behind the actions that were
    ``played``; if they end the round, nothing is left to do. Once ``stack`` is in the pot, it
    cannot raise.
    """
    row = settings.array()[r]
    pot = min(size, MOST_BETS) if r == 1 else size  # as the values of the flop have it
    threshold = kernels.fold_threshold(r, pot, row)
    made = [kernels.made_bets(rank, row) for rank in ranks]
    folds = [rank < threshold for rank in ranks]
    level, to_call = int(r == 0), r == 0
    player = opener - 1 if r == 0 else 0
    actions: list[int] = []
    while True:
        if len(actions) < len(played):
            action = played[len(actions)]
        else:
            action = int(kernels.baseline_action(level, to_call, made[player], folds[player]))
            bets = level - int(r == 0)
            if action > 0 and size + (1, 1, 2, 2)[r] * bets >= stack:
                action = 0
        actions.append(action)
        # a check or call ends the round once both have acted
        if action == -1 or (action == 0 and len(actions) > 1):
            return actions[len(played) :]
        level += action
        to_call = action == 1
        player = 1 - player


def letters(r: int, actions: list[int], opener: int = kernels.SECOND) -> str:
    """Actions of a round in the notation of the papers. Capitals are player 2's."""
    text = _BLINDS[opener] if r == 0 else ""
    level, to_call = int(r == 0), r == 0
    player = opener - 1 if r == 0 else 0
    for action in actions:
        letter = "f" if action == -1 else "c" if to_call else "k"
        if action == 1:
            letter = "r" if level else "b"
            level += 1
        to_call = action == 1
        text += letter.upper() if player else letter
        player = 1 - player
    return text


def title(view: GameView) -> str:
    """The deal and its betting in one line, as ``--hand`` reads it.

    If somebody was all in, the smaller stack stands behind it, in half small bets.
    """
    first, second = (format_cards(hand) for hand in view.hands)
    board = view.rounds[-1].board
    parts = [format_cards(part) for part in (board[:3], board[3:4], board[4:]) if part]
    stack = [f"{2 * view.stack:g}"] if view.all_in else []
    return " ".join([first, second, *(["/".join(parts)] if parts else []), view.betting, *stack])
