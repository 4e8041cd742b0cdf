"""``railbird match`` and ``railbird ring``."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from railbird.cli import options
from railbird.cli.app import app
from railbird.cli.library_option import Keeping
from railbird.cli.options import (
    Blinds,
    Cap,
    Duplicate,
    GameName,
    Hands,
    Json,
    LibraryPath,
    NoLibrary,
    Processes,
    Seed,
    Stack,
    TimeLimit,
)
from railbird.cli.ui.interrupts import raise_interrupt
from railbird.cli.ui.output import print_json, resumable

if TYPE_CHECKING:
    from railbird.arena.result import MatchResult, PlayerResult
    from railbird.players import Player
    from railbird.stats import Verdict
    from railbird.table.hand import Hand
    from railbird.table.rules import Betting, Rules

Out = Annotated[
    Path | None,
    typer.Option(
        "--out", "-o", help="Write a log of the match here. If the file exists, the match resumes."
    ),
]


MOST_BETS = 99
"""The highest cap that can be asked for."""


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """The players, the game and the stakes."""

    players: list[str]
    game: str
    betting: str
    blinds: str
    stack: int | None
    cap: str | None = None

    @property
    def stakes(self) -> str:
        """The game, the blinds and the cap in words."""
        cap = "" if self.cap is None else f", cap {self.cap}"
        return f"{self.betting} {self.game} {self.blinds}{cap}"

    @property
    def table(self) -> str:
        """The game and the stakes in words."""
        stacks = "" if self.stack is None else f", stacks {self.stack}"
        return f"{self.stakes}{stacks}"

    def name(self, duplicate_deals: int | None, seed: int) -> str:
        """A name that identifies the match, without the number of deals if it can be extended."""
        from railbird.players.own import marked

        parts = [" v ".join(map(marked, self.players)), self.table]
        if duplicate_deals is not None:
            parts.append(f"{duplicate_deals} duplicate deals")
        return ", ".join([*parts, f"seed {seed}"])


@app.command()
def match(
    *,
    first: Annotated[str, typer.Argument(help="The first player: KIND or NAME=KIND.")],
    second: Annotated[str, typer.Argument(help="The second player.")],
    hands: Hands = 10_000,
    duplicate: Duplicate = False,
    game: GameName = "holdem",
    betting: options.Betting = "limit",
    blinds: Blinds = "1/2",
    cap: Cap = None,
    stack: Stack = None,
    seed: Seed = None,
    out: Out = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    processes: Processes = None,
    time_limit: TimeLimit = 60.0,
    as_json: Json = False,
) -> None:
    """Play two programs against each other, heads-up.

    "railbird players" lists the kinds of player. Your own player is NAME=FILE.py:CLASS, or
    NAME=exec:COMMAND for a program.

    \b
    Example:
      railbird match rules random --hands 1000 --duplicate --out match.jsonl
      railbird match me=./bot.py:MyBot hubot --duplicate
      railbird match rules bluffer --cap 5
    """
    seated = TableOptions(
        players=[first, second], game=game, betting=betting, blinds=blinds, stack=stack, cap=cap
    )
    _run(
        seated,
        hands=hands,
        duplicate=duplicate,
        seed=seed,
        processes=processes,
        time_limit=time_limit,
        out=out,
        keeping=Keeping(library, not no_library),
        as_json=as_json,
    )


@app.command()
def ring(
    *,
    players: Annotated[list[str], typer.Argument(help="Two to ten players: KIND or NAME=KIND.")],
    hands: Hands = 1_000,
    duplicate: Duplicate = False,
    game: GameName = "holdem",
    betting: options.Betting = "limit",
    blinds: Blinds = "1/2",
    cap: Cap = None,
    stack: Stack = None,
    seed: Seed = None,
    out: Out = None,
    library: LibraryPath = None,
    no_library: NoLibrary = False,
    processes: Processes = None,
    time_limit: TimeLimit = 60.0,
    as_json: Json = False,
) -> None:
    """Play a table of two to ten programs. The button moves every hand.

    \b
    Example:
      railbird ring rules Ann=always-call Bob=random --hands 500 --seed 1
    """
    seated = TableOptions(
        players=players, game=game, betting=betting, blinds=blinds, stack=stack, cap=cap
    )
    _run(
        seated,
        hands=hands,
        duplicate=duplicate,
        seed=seed,
        processes=processes,
        time_limit=time_limit,
        out=out,
        keeping=Keeping(library, not no_library),
        as_json=as_json,
    )


def _run(
    seats: TableOptions,
    *,
    hands: int,
    duplicate: bool,
    seed: int | None,
    processes: int | None,
    time_limit: float,
    out: Path | None,
    keeping: Keeping,
    as_json: bool,
) -> None:
    """Play a match, or resume the one in the log ``out``."""
    from railbird.arena import Match, MatchTable, play_match
    from railbird.arena.log import MatchLog
    from railbird.cli.ui.files import check_files
    from railbird.cli.ui.match_progress import match_progress
    from railbird.errors import OptionError
    from railbird.history.library import MatchInfo
    from railbird.players import make_players

    if processes is not None and processes > 1 and not duplicate:
        raise OptionError(
            "--processes plays the rotations of a duplicate match at the same time: omit it, or "
            "add --duplicate"
        )
    seated = make_players(seats.players)
    names = tuple(player.name for player in seated)
    rules, stacks = table(seats, len(seated))
    with ExitStack() as stack:
        log = None
        if out is not None:
            check_files({"--out": out})
            rotations = len(seated) if duplicate else 1
            log = stack.enter_context(MatchLog(out, deals=hands, rotations=rotations))
        played = [] if log is None else log.played
        if seed is None:
            seed = _seed_of(played[0], keeping) if played else secrets.randbits(32)
        name = seats.name(hands if duplicate else None, seed)
        match = Match(
            rules=rules, stacks=stacks, deals=hands, seed=seed, duplicate=duplicate, name=name
        )
        MatchTable(match, seated, time_limit=time_limit)  # refuses them before anything is written
        note_limits(seated, rules)
        info = MatchInfo(
            name=name,
            kind="match" if len(seated) == 2 else "ring",
            players=names,
            rules=rules,
            seed=seed,
            duplicate=duplicate,
            asked=match.hands,
        )
        recorder = keeping.record(stack, info)
        show = stack.enter_context(match_progress(match, names, played))

        def on_hand(hand: Hand) -> None:
            raise_interrupt()
            if log is not None:
                log.add(hand)
            if recorder is not None:
                recorder.add(hand)
            show(hand)

        with resumable(None if out is None else _resumes(out, keeping, seed)):
            result = play_match(
                match,
                seated,
                played=played,
                forfeits=() if log is None else log.forfeits,
                processes=processes,
                time_limit=time_limit,
                on_hand=on_hand,
                on_forfeits=None if log is None else log.add_forfeits,
            )
        if recorder is not None:
            for hand in played:  # a run that was killed may have left some unsaved
                recorder.add(hand)
    if as_json:
        print_json(result)
    else:
        _print_result(result, seats.betting)
    if result.absent:
        raise typer.Exit(1)


def table(options: TableOptions, players: int) -> tuple[Rules, tuple[int, ...]]:
    """Rules and stacks from options. Default stacks: 1,000 big blinds with limits, else 100."""
    from railbird.errors import OptionError
    from railbird.table import table_rules

    betting, blinds, stack = options.betting, options.blinds, options.stack
    small, _, big = blinds.partition("/")
    if not (small.isdigit() and big.isdigit() and 0 < int(small) <= int(big)):
        raise OptionError(f"blinds {blinds!r} are not a small and a big blind: write them as 1/2")
    if stack is not None and stack < int(big):
        raise OptionError(f"--stack {stack} does not pay the big blind of {big}: give more chips")
    rules = table_rules(
        players,
        game=options.game,
        betting=cast("Betting", betting),
        small_blind=int(small),
        big_blind=int(big),
        cap=None if options.cap is None else _cap(options.cap, betting),
    )
    each = stack if stack is not None else (1000 if betting == "limit" else 100) * int(big)
    return rules, (each,) * players


def _cap(text: str, betting: str) -> tuple[int, int, int, int]:
    """How many bets and raises are allowed in each round, from the option."""
    from railbird.errors import OptionError

    if betting != "limit":
        raise OptionError(f"--cap {text} is for limit games: leave it out of a {betting} game")
    parts = text.split("/")
    if len(parts) not in {1, 4} or not all(
        part.isdecimal() and 1 <= int(part) <= MOST_BETS for part in parts
    ):
        raise OptionError(
            f"--cap {text!r} is not a number of bets from 1 to {MOST_BETS}: write it as 5, or as "
            f"4/5/5/5 for four rounds"
        )
    preflop, flop, turn, river = map(int, parts * (4 // len(parts)))
    return preflop - 1, flop, turn, river  # the big blind is the first bet


def note_limits(players: Sequence[Player], rules: Rules) -> None:
    """Tell the user which players were not made for this game."""
    for game in dict.fromkeys(p.made_for for p in players if rules not in p.made_for):
        names = [player.name for player in players if player.made_for == game]
        were = "was" if len(names) == 1 else "were"
        what = f"{' and '.join(names)} {were} made for {game}: expect poor play in this game"
        print(f"railbird: {what}", file=sys.stderr)


def _resumes(out: Path, keeping: Keeping, seed: int) -> str:
    """How a match with a log resumes. Without the library, nobody else knows its seed."""
    return f"from {out}" if keeping.wanted else f"from {out}, with --seed {seed}"


def _seed_of(hand: Hand, keeping: Keeping) -> int:
    """The seed of the match that a logged hand belongs to."""
    from railbird.errors import OptionError

    seed = keeping.seed_of(hand.table)
    if seed is None:
        raise OptionError(
            f"the library has no seed for the match in the log, {hand.table!r}: "
            f"give --seed, or choose another log"
        )
    return seed


def _print_result(result: MatchResult, betting: str) -> None:
    """Print winnings per hand with confidence intervals, by player and position."""
    from railbird.cli.ui.forfeits import print_forfeits
    from railbird.cli.ui.tables import print_text, screen
    from railbird.stats import counted

    print_forfeits(result.forfeits_by_reason, result.forfeited)
    print_winnings(result.name, result.players, result.verdict, betting)
    if result.forfeited and not result.verdict.void:
        print_text(f"The verdict is of {result.verdict_of}.")
    console = screen()
    kind = f"{counted(result.deals, 'duplicate deal')}, " if result.duplicate else ""
    console.print(
        f"{kind}{counted(result.hands, 'hand')}, {result.seconds:.1f} s, railbird {result.version}",
        style="dim",
    )


def print_winnings(
    title: str, players: Sequence[PlayerResult], verdict: Verdict, betting: str
) -> None:
    """Print what each player won per hand, the best first, and who wins most."""
    from railbird.cli.ui.tables import print_table, print_text
    from railbird.stats import shown, shown_interval

    print_table(
        ("player", "mean", "±", "95 % interval", "by position, button last"),
        [
            (
                player.name,
                f"{player.mean:+.4f}",
                shown(player.error),
                shown_interval(player.low, player.high),
                " ".join(shown(mean, "+.3f") for mean in player.by_position),
            )
            for player in sorted(players, key=lambda p: -p.mean)
        ],
        title=f"{title}: {'small bets' if betting == 'limit' else 'big blinds'} per hand",
        text=(0, 4),
    )
    print_text(str(verdict))
