"""``railbird omaha8 train``: a quiz on jam or fold."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.cli.app import omaha8_app
from railbird.cli.omaha8.options import position_of, shipped_chart, stack_of, stakes_of
from railbird.cli.omaha8.oracle import print_points, rule_advice
from railbird.cli.options import MostHands, Seed
from railbird.cli.ui.tables import print_line, print_table, print_text
from railbird.errors import OptionError
from railbird.omaha8.words import origin

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

    from railbird.cli.ui.choosing import Choosing
    from railbird.omaha8.chart import Chart
    from railbird.omaha8.training import Answer, Memory, Question, Trainer

STACKS = "4,6,8,10,12"
"""The stacks of a quiz if none are given."""

LISTED = 10
"""How many of the missed hands the summary lists."""

HOW = """\
Half of the new hands are close decisions, and a quarter are hands that ORACLE or TALLY plays \
wrongly; the rest come at random. Missed hands come back."""
KEYS = """\
  j  jam     c  call    f  fold
  w  why: the points of the last hand
  q  end     ?  this help"""
SEATS = {"sb": "small blind", "bb": "big blind, after a jam"}


@omaha8_app.command("train")
def omaha8_train(
    *,
    r: Annotated[
        str, typer.Option("--r", help=f"Smaller stacks in big blinds (default: {STACKS}).")
    ] = "",
    stacks: Annotated[
        str, typer.Option("--stacks", "-s", help="Instead of --r: both stacks in chips, 900,1200.")
    ] = "",
    blinds: Annotated[
        str, typer.Option("--blinds", "-b", help="The blinds for --stacks: 50/100.")
    ] = "",
    position: Annotated[str, typer.Option("--position", "-p", help="sb, bb or both.")] = "both",
    hands: MostHands = None,
    seed: Seed = None,
    forget: Annotated[
        bool, typer.Option("--forget", help="Forget what was missed before, and start afresh.")
    ] = False,
) -> None:
    """Learn to jam, call and fold by answering hands.

    Each answer is judged at once: what the equilibrium does, and what the answer loses in big
    blinds. Most hands are instructive ones, and those that were missed come back. Ctrl-C or q ends
    the quiz. What was missed is kept in your data folder.

    \b
    Examples:
      railbird omaha8 train
      railbird omaha8 train --r 8 --position sb --hands 20
      railbird omaha8 train --stacks 900,1200 --blinds 50/100
    """
    from rich.console import Console

    from railbird.cli.ui.choosing import choosing
    from railbird.omaha8.chart import POSITIONS
    from railbird.omaha8.training import Memory, Trainer, training_file

    positions = POSITIONS if position.lower() == "both" else (position_of(position),)
    charts, path = _charts(r, stacks, blinds), training_file()
    seed = secrets.randbits(32) if seed is None else seed
    if seed < 0:
        raise OptionError(f"--seed {seed}: give a seed of 0 or more")
    memory = Memory() if forget else Memory.load(path)
    trainer = Trainer(charts, positions, memory, seed=seed)
    console = Console(highlight=False)
    if forget:
        path.unlink(missing_ok=True)
    _greet(console, charts, memory, seed)
    answers: list[Answer] = []
    keeps = True
    try:
        with choosing(console) as person:
            while hands is None or len(answers) < hands:
                answers.append(_ask(console, person, trainer, answers))
                keeps = keeps and _saved(memory, path)
    except (KeyboardInterrupt, EOFError):
        console.print()
    _summary(answers, memory)


def _saved(memory: Memory, path: Path) -> bool:
    """Keep what was missed; a full disk must not end the quiz."""
    try:
        memory.save(path)
    except OSError as error:
        why = error.strerror or error
        print(f"railbird: {path}: {why}: what you miss is not kept", file=sys.stderr)
        return False
    return True


def _charts(r: str, stacks: str, blinds: str) -> list[Chart]:
    """The equilibria to ask about."""
    from railbird.omaha8.chart import Chart

    if r and (stacks or blinds):
        raise OptionError("--r and --stacks both say how much there is to play for: omit one")
    if bool(stacks) != bool(blinds):
        raise OptionError("--stacks and --blinds go together: give both, or --r")
    if stacks:
        return [shipped_chart(stakes_of(stacks, blinds)[0])]
    return [Chart(stack_of(text)) for text in (r or STACKS).split(",")]


def _greet(console: Console, charts: list[Chart], memory: Memory, seed: int) -> None:
    listed = ", ".join(f"{float(chart.stack):g}" for chart in charts)
    console.print(f"R = {listed}: jam or fold, call or fold · seed {seed}")
    print_line(HOW)
    for chart in charts:
        if float(chart.stack) != chart.wanted or chart.interpolated:
            print_line(origin(chart))
    if memory.missed:
        print_line(f"{len(memory.missed)} missed before")
    print_line(KEYS)


def _ask(console: Console, person: Choosing, trainer: Trainer, so_far: list[Answer]) -> Answer:
    """Ask one hand until it is answered, and judge the answer."""
    from railbird.cli.ui.human import coloured
    from railbird.omaha8.chart import ACTIONS

    question = trainer.question()
    action = ACTIONS[question.position]
    choices = {action[0]: action, "f": "fold"} | ({"w": "why"} if so_far else {})
    choices |= {"q": "end", "?": "help"}
    while True:
        back = "" if question.odds is not None else " · missed before"
        where = f"{SEATS[question.position]}, R = {float(question.stack):g}"
        console.print(f"\n{len(so_far) + 1}. {where}{back}: {coloured(question.hand.cards)}")
        said = person.choose(choices)
        if said == "q":
            raise EOFError
        if said == "?":
            print_line(KEYS)
        elif said == "w":
            _explain(so_far[-1])
        else:
            answer = trainer.answer(question, play=said == action[0])
            _judge(console, answer, action)
            return answer


def _judge(console: Console, answer: Answer, action: str) -> None:
    """Say whether an answer was right, what the equilibrium does, and what the rules say."""
    from railbird.omaha8.training import RULES

    spot = answer.advice
    said, other = (action, "fold") if answer.play else ("fold", action)
    if not answer.right:
        verdict = f"[b red]wrong[/]: {said} loses {answer.lost:.3f} bb"
    elif would := spot.lost(play=not answer.play):
        verdict = f"[b green]right[/]: {other} would lose {would:.3f} bb"
    else:
        verdict = f"[b green]right[/]: there is nothing between {action} and fold"
    console.print(f"{verdict}. Equilibrium: {action} {100 * spot.played:.0f} %.")
    for rule, said_by_rule in zip(RULES, answer.rules, strict=True):
        wrong = ", wrongly" if spot.lost(play=said_by_rule.play) else ""
        than = "more than " if rule.strict else ""
        needed = f"{said_by_rule.score} points, {than}{said_by_rule.threshold:.4g} needed"
        console.print(
            f"{rule.name}: {rule_advice(said_by_rule, action)}{wrong} ({needed})", style="dim"
        )


def _explain(answer: Answer) -> None:
    """The points of the rules for a hand, and where the equilibrium leads."""
    from railbird.omaha8.chart import ACTIONS
    from railbird.omaha8.training import RULES

    asked, spot = answer.question, answer.advice
    action = ACTIONS[asked.position]
    print_line(f"{spot.name}, {SEATS[asked.position]}")
    for rule, said in zip(RULES, answer.rules, strict=True):
        print_points(rule, said, asked.position)
    until = f"up to R = {spot.playable:g}" if spot.playable else "with no stack"
    says = "; ".join(
        f"{rule.name} says {rule_advice(said, action)}"
        for rule, said in zip(RULES, answer.rules, strict=True)
    )
    print_text(f"{says}. The equilibrium {action}s {until}.")
    for rule in RULES:
        if asked.stack > rule.most_stack:
            print_line(f"{rule.name} was made for R up to {rule.most_stack:g}")


def _summary(answers: list[Answer], memory: Memory) -> None:
    from railbird.omaha8.training import lost_at_random
    from railbird.stats import FEWEST_FOR_VERDICT, counted

    if not answers:
        print_text("no hand was answered")
        return
    lost, right = sum(one.lost for one in answers), sum(one.right for one in answers)
    print_text(
        f"{counted(len(answers), 'answer')}, {right} right; "
        f"EV lost {lost:.3f} bb, {lost / len(answers):.4f} bb an answer"
    )
    mean = lost_at_random(answers)
    if mean.count >= FEWEST_FOR_VERDICT:
        print_text(
            f"if hands came at random: {mean.mean:.4f} bb a hand "
            f"(95 %: {max(mean.low, 0.0):.4f} to {mean.high:.4f}, {mean.count} new hands)"
        )
    if memory.answers > len(answers):
        print_text(
            f"all sessions: {memory.answers:,} answers, {memory.right:,} right; "
            f"{memory.lost / memory.answers:.4f} bb an answer"
        )
    _print_missed(answers)
    if memory.missed:
        print_line(f"{counted(len(memory.missed), 'hand')} to come back to")


def _print_missed(answers: list[Answer]) -> None:
    """The hands that were missed, each once, with how often and what it lost in all."""
    from railbird.omaha8.chart import ACTIONS

    missed: dict[tuple[str, str, str], list[float]] = {}
    for one in answers:
        if not one.right:
            better = "fold" if one.play else ACTIONS[one.question.position]
            hand = one.advice.name, _place(one.question), better
            missed.setdefault(hand, []).append(one.lost)
    costliest = sorted(missed.items(), key=lambda each: -sum(each[1]))
    rows = [[*hand, str(len(lost)), f"{sum(lost):.3f}"] for hand, lost in costliest[:LISTED]]
    if rows:
        more = f", the {LISTED} costliest of {len(missed)}" if len(missed) > LISTED else ""
        heads = ["class", "place", "right", "times", "lost, bb"]
        print_table(heads, rows, title=f"Missed{more}", text=(0, 1, 2))


def _place(question: Question) -> str:
    return f"{question.position}, R = {float(question.stack):g}"
