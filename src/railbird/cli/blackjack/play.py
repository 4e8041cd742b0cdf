"""``railbird blackjack play``."""

from __future__ import annotations

import secrets
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from railbird.cli.app import blackjack_app
from railbird.cli.blackjack.options import (
    Decks,
    NoDoubleAfterSplit,
    Pays,
    StandSoft17,
    rules_of,
    shown_rules,
    shown_spot,
)
from railbird.cli.options import MostHands, Seed
from railbird.cli.ui.files import check_files
from railbird.cli.ui.output import progress_bar
from railbird.cli.ui.tables import print_line, print_table, print_text
from railbird.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from railbird.blackjack.decisions import BlackjackDecision, BlackjackHand
    from railbird.blackjack.log import LoggedHand
    from railbird.blackjack.rules import BlackjackRules
    from railbird.blackjack.session import BlackjackTable
    from railbird.cli.ui.choosing import Choosing

YOU = "you"
COSTLY = 5
"""How many costly decisions the summary lists."""


@blackjack_app.command("play")
def blackjack_play(
    *,
    player: Annotated[
        str,
        typer.Option(help="you, or a strategy: basic, no-doubles, no-splits, no-busts or dealer."),
    ] = YOU,
    hands: MostHands = None,
    decks: Decks = "4",
    bet: Annotated[float, typer.Option(help="The bet of each hand.")] = 1.0,
    fresh: Annotated[
        bool,
        typer.Option("--fresh", help="Shuffle before each hand (default: with a quarter left)."),
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write a log of the hands here.")
    ] = None,
    seed: Seed = None,
    stand_soft_17: StandSoft17 = False,
    no_double_after_split: NoDoubleAfterSplit = False,
    pays: Pays = "3:2",
) -> None:
    """Play blackjack. After each hand you see what your decisions cost.

    The cost of a decision is what the best action was worth more, exactly, with the cards that were
    left in the shoe. Ctrl-C or q leaves the table. A strategy can play in your place.

    \b
    Examples:
      railbird blackjack play
      railbird blackjack play --hands 20 --seed 7 --out session.jsonl
      railbird blackjack play --player no-busts --hands 1000 --fresh --out log.jsonl
    """
    from railbird.blackjack.log import log_head
    from railbird.blackjack.session import BlackjackTable

    rules = rules_of(
        decks, stand_soft_17=stand_soft_17, no_double_after_split=no_double_after_split, pays=pays
    )
    seed = secrets.randbits(32) if seed is None else seed
    table = BlackjackTable(rules, seed=seed, bet=bet, fresh=fresh)
    if player != YOU:
        from railbird.blackjack.players import strategy_by_name

        strategy = strategy_by_name(player, rules)
        if hands is None:
            raise OptionError(f"--player {player} needs --hands: say how many it plays")
    check_files({"--out": out})
    if out is not None and out.exists():
        raise OptionError(f"--out {out} exists already: name a new file")
    with ExitStack() as stack:
        log = None
        if out is not None:
            log = stack.enter_context(out.open("x", encoding="utf-8"))
            print(log_head(player, rules, seed), file=log, flush=True)
        if player == YOU:
            _person_plays(table, hands, seed, log)
        else:
            assert hands is not None
            done = []
            print_text(f"{player} plays, {shown_rules(rules)} · seed {seed}")
            with progress_bar(f"{player} plays") as progress:
                for number in range(hands):
                    done.append(table.play_hand(lambda each: each.action_of(strategy)))
                    _keep(done[-1], log)
                    progress((number + 1) / hands)
            _won(done, table)
    if out is not None:
        command = f"railbird blackjack analyze {shlex.quote(str(out))}"
        print(f"to see skill without luck: {command}")


def _keep(hand: LoggedHand, log: TextIO | None) -> None:
    from railbird.blackjack.log import log_line

    if log is not None:
        print(log_line(hand), file=log, flush=True)


def _won(hands: Sequence[LoggedHand], table: BlackjackTable) -> None:
    from railbird.stats import counted

    if not hands:
        print_text("no hand was finished")
        return
    won = sum(hand.won for hand in hands) * table.bet
    print_text(f"{counted(len(hands), 'hand')}, {won:+,g} won, {won / len(hands):+.4f} a hand")


def _person_plays(table: BlackjackTable, hands: int | None, seed: int, log: TextIO | None) -> None:
    """Play until the person leaves or the input ends; a hand that is not over does not count."""
    from rich.console import Console

    from railbird.cli.ui.choosing import choosing

    console = Console(highlight=False)
    print_text(f"{shown_rules(table.rules)} · seed {seed}")
    print_line("h hit, s stand, d double, p split, q leave the table")
    done: list[LoggedHand] = []
    made: list[tuple[BlackjackDecision, float, str]] = []
    try:
        with choosing(console) as person:
            while hands is None or len(done) < hands:
                hand = _one_hand(console, person, table)
                done.append(table.finish())
                _keep(done[-1], log)
                _tell_end(console, hand, done, table.bet)
                costs = [_cost(decision, table.rules) for decision in hand.decisions]
                _tell_costs(console, costs)
                made += costs
    except (KeyboardInterrupt, EOFError):
        console.print()
    _summary(done, made, table)


def _one_hand(console: Console, person: Choosing, table: BlackjackTable) -> BlackjackHand:
    from railbird.blackjack.rules import ACTIONS, RANKS, shown_cards, total_of

    table.deal()
    if table.shuffled:
        console.print("\nthe shoe is shuffled", style="dim")
    one, up, two, _ = table.cards(4)
    total, soft = total_of((one, two))
    cards = f"{shown_cards((one, two))} ({'soft ' if soft else ''}{total})"
    console.print(f"\ndealer {RANKS[up]} · you [b]{cards}[/]")
    hand = table.so_far()
    seen = 4
    while not hand.over:
        decision = hand.decisions[-1]
        if len(hand.decisions) > 1:
            total, soft = total_of(decision.hand)
            which = "a hand of the split, " if decision.split_hand else ""
            shown = f"{shown_cards(decision.hand)} ({'soft ' if soft else ''}{total})"
            console.print(f"{which}[b]{shown}[/]")
        keys = {letter.lower(): ACTIONS[letter] for letter in decision.allowed}
        said = person.choose({**keys, "q": "leave"})
        if said == "q":
            raise EOFError
        hand = table.act(said.upper())
        drawn = table.cards(hand.before_dealer)[seen:]
        seen = hand.before_dealer
        if drawn:
            console.print(f"drawn: {shown_cards(drawn)}", style="dim")
    return hand


def _tell_end(
    console: Console, hand: BlackjackHand, done: Sequence[LoggedHand], bet: float
) -> None:
    """The dealer's cards, and what was won."""
    from railbird.blackjack.rules import shown_cards, total_of
    from railbird.stats import counted

    cards = done[-1].cards
    dealer = (cards[1], cards[3], *cards[hand.before_dealer :])
    points = total_of(dealer)[0]
    console.print(f"dealer {shown_cards(dealer)} ({points}{', bust' if points > 21 else ''})")
    won, total = hand.won * bet, sum(each.won for each in done) * bet
    colour = "green" if won > 0 else "red" if won < 0 else "default"
    after = counted(len(done), "hand")
    console.print(f"[bold {colour}]{won:+g}[/] · [dim]total {total:+g} after {after}[/]")


def _cost(
    decision: BlackjackDecision, rules: BlackjackRules
) -> tuple[BlackjackDecision, float, str]:
    """A decision, what it cost in bets, and the letter of the best action."""
    values = decision.values(rules).allowed
    best = max(decision.allowed, key=values.__getitem__)
    return decision, values[best] - values[decision.action], best


def _tell_costs(console: Console, costs: Sequence[tuple[BlackjackDecision, float, str]]) -> None:
    from railbird.blackjack.rules import ACTIONS

    for decision, cost, best in costs:
        if cost > 0:
            console.print(
                f"{shown_spot(decision)}: {ACTIONS[decision.action]} cost {cost:.4f} bets; "
                f"{ACTIONS[best]} was best"
            )
    if costs and not any(cost > 0 for _, cost, _ in costs):
        console.print("every decision was best", style="dim")


def _summary(
    done: Sequence[LoggedHand],
    made: Sequence[tuple[BlackjackDecision, float, str]],
    table: BlackjackTable,
) -> None:
    from railbird.blackjack.rules import ACTIONS
    from railbird.stats import counted

    _won(done, table)
    if not done:
        return
    cost = sum(each for _, each, _ in made)
    print_text(
        f"{counted(len(made), 'decision')} cost {cost:.4f} bets, {cost / len(done):.4f} a hand"
    )
    costly = sorted((each for each in made if each[1] > 0), key=lambda each: -each[1])
    if costly:
        rows = [
            [shown_spot(decision), ACTIONS[decision.action], ACTIONS[best], f"{lost:.4f}"]
            for decision, lost, best in costly[:COSTLY]
        ]
        heads = ["decision", "you", "best", "cost, bets"]
        print_table(heads, rows, title="Costliest decisions", text=(0, 1, 2))
