"""One game as text, laid out as in the literature.

`round_tables` is Table 2 of Billings & Kan (2006), `game_tables` their Table 3, and `game_column`
Tables 3.3 and 3.4 of Kan (2007).
"""

from __future__ import annotations

from collections.abc import Iterable

from railbird.cards.card import Card
from railbird.divat.heads_up.describe import GameView, RoundView

_SUITS = "♣♦♥♠"


def dashed(cards: Iterable[Card]) -> str:
    """Cards as the papers print them: ``A♣-K♣``."""
    return "-".join(str(card)[0] + _SUITS[card & 3] for card in cards)


def signed(value: float, digits: int = 4) -> str:
    """A number with its sign, or without if it rounds to zero."""
    text = f"{value:+.{digits}f}"
    return text[1:] if float(text) == 0 else text


def round_tables(view: GameView) -> str:
    """The analysis of every round, by all-in equity."""
    return "\n\n".join(_round_table(view, each) for each in view.rounds)


def _round_table(view: GameView, each: RoundView) -> str:
    scores = each.scores
    boards = each.wins + each.ties + each.losses
    flop, later = each.board[:3], each.board[3:]
    board = " ".join([dashed(flop), *(dashed([c]) for c in later)]) or "none"
    lines = [
        f"{each.name.capitalize()} analysis",
        f"Board: <{board}>",
        f"{'':12}{'IHR':>8}{'7cHR':>8}{'EHR':>8}",
    ]
    for p, hand in enumerate(view.hands):
        ranks = (each.immediate_rank[p], each.seven_card_rank[p], each.effective_rank[p])
        lines.append(f"P{p + 1}: {dashed(hand):8}" + "".join(f"{rank:8.4f}" for rank in ranks))
    round_ev, fold_equity = scores["aie_round_ev"], 0.0
    if each.baseline_folds:
        round_ev, fold_equity = fold_equity, round_ev
    rows = [
        ("AIE", f"{scores['aie']:.4f} (+{each.wins} ={each.ties} -{each.losses} of {boards})"),
        ("LFAT change", signed(scores["lfat"])),
        ("DIVAT Baseline", f"{each.baseline}   Actual Seq = {each.played}"),
        ("Round EV", f"{signed(round_ev)} [{each.baseline}]"),
        *([("Fold Equity", f"{fold_equity:.4f} [{each.baseline}]")] if each.baseline_folds else []),
        ("Actual Equity", f"{signed(scores['aie_actual'])} [{each.played}]"),
        ("Baseline Equity", f"{signed(scores['aie_baseline'])} [{each.baseline}]"),
        ("DIVAT Difference", f"{signed(scores['aie_skill'])} sb"),
    ]
    return "\n".join(lines + [f"{name:16} = {value}" for name, value in rows])


def game_tables(view: GameView) -> str:
    """The whole game, by all-in equity and by roll-out equity."""
    parts = []
    for kind, skill, round_ev in (
        ("AIE", "aie_skill", "aie_round_ev"),
        ("ROE", "skill", "round_ev"),
    ):
        board = view.rounds[-1].board
        cards = " ".join([dashed(board[:3]), *(dashed([c]) for c in board[3:])])
        total = sum(each.scores[skill] for each in view.rounds)
        lines = [
            f"{dashed(view.hands[0])} vs {dashed(view.hands[1])}" + (f" | {cards}" * bool(board)),
            f"Betting sequence: {view.betting}",
            f"{'Round':10}{'LFAT':>10}{'RndEV':>10}{'DIVATdiff':>12}",
            *(
                f"{each.name.capitalize():10}{signed(each.scores['lfat'], 3):>10}"
                f"{signed(each.scores[round_ev], 3):>10}{signed(each.scores[skill], 3):>12}"
                for each in view.rounds
            ),
            f"Total DIVAT Difference = {signed(total, 3)} sb",
            f"Game {kind} DIVAT summary",
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def game_column(view: GameView, names: tuple[str, str]) -> str:
    """The game with one column per round, by all-in equity and by roll-out equity."""
    first, second = names
    width = max(len(first), len(second), 4)

    def row(head: str, cells: Iterable[str]) -> str:
        return f"{head:{width + 20}}" + "".join(f"{cell:>14}" for cell in cells)

    lines = [
        row(
            "Hole Cards", [f"{first} {dashed(view.hands[0])}", f"{second} {dashed(view.hands[1])}"]
        ),
        row("Round", [each.name.capitalize() for each in view.rounds]),
        row("Board Cards", [dealt(each) for each in view.rounds]),
    ]
    for label, ranks in (
        ("IHR", "immediate_rank"),
        ("7cHR", "seven_card_rank"),
        ("EHR", "effective_rank"),
    ):
        for p, name in enumerate(names):
            head = f"{label + ':' if p == 0 else '':6}{name}"
            lines.append(row(head, [f"{getattr(each, ranks)[p]:.4f}" for each in view.rounds]))
    lines += [
        row("Actual Actions", [each.played for each in view.rounds]),
        row("DIVAT Baseline", [each.baseline for each in view.rounds]),
    ]
    for kind, prefix in (("AIE", "aie_"), ("ROE", "")):
        lines.append(f"DIVAT {kind} analysis for Player 1 ({first}):")
        for head, score in (
            ("Actual Equity", "actual"),
            ("Baseline Equity", "baseline"),
            ("DIVAT Difference", "skill"),
        ):
            cells = [signed(each.scores[prefix + score]) for each in view.rounds]
            lines.append(row(head, cells))
    return "\n".join(lines)


def dealt(each: RoundView) -> str:
    """The cards dealt before a round."""
    new = {"flop": each.board[:3], "turn": each.board[3:4], "river": each.board[4:]}
    return dashed(new.get(each.name, ())) or "<none>"


def luck_and_skill(view: GameView) -> str:
    """The identity money = luck + skill + position, with its numbers."""
    return (
        f"money {signed(view.money)} = luck {signed(view.luck)} + skill {signed(view.skill)} "
        f"+ position {signed(view.position)} (sb, player 1, roll-out equity); "
        f"Dcash {signed(view.dcash)}"
    )
