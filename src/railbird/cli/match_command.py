"""``railbird match`` and ``railbird ring``."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

from railbird.cli.output import print_json, progress_bar

if TYPE_CHECKING:
    from railbird.arena.result import MatchResult
    from railbird.table.hand import Hand
    from railbird.table.rules import Betting, Rules


def run(
    players: list[str],
    hands: int,
    duplicate: bool,
    game: str,
    betting: str,
    blinds: str,
    stack: int | None,
    seed: int | None,
    out: Path | None,
    library: Path | None,
    keep: bool,
    as_json: bool,
) -> None:
    """Play a match, or go on with the one in the log."""
    from railbird.arena import Match, play_match
    from railbird.arena.log import MatchLog
    from railbird.players import make_player

    seated = [make_player(text) for text in players]
    rules, stacks = table(len(seated), game, betting, blinds, stack)
    with ExitStack() as stack_of:
        log = None if out is None else stack_of.enter_context(MatchLog(out))
        played: list[Hand] = [] if log is None else log.played
        if seed is None:
            seed = _seed_of(played) if played else secrets.randbits(32)
        name = f"{' v '.join(player.name for player in seated)}, seed {seed}"
        match = Match(rules, stacks, hands, seed, duplicate, name)
        progress = stack_of.enter_context(progress_bar(name))
        done = len(played)

        def on_hand(hand: Hand) -> None:
            nonlocal done
            done += 1
            if log is not None:
                log.add(hand)
            if done % 256 == 0:
                progress(done / match.hands)

        result = play_match(match, seated, played=played, on_hand=on_hand)
    if keep or library is not None:
        _keep(out, library)
    if as_json:
        print_json(result)
    else:
        print_result(result, betting)


def table(
    players: int, game: str, betting: str, blinds: str, stack: int | None
) -> tuple[Rules, tuple[int, ...]]:
    """Rules and stacks from options; stacks are deep by default: 1,000 big blinds, or 100."""
    from railbird.errors import OptionError
    from railbird.table import table_rules

    small, _, big = blinds.partition("/")
    if not (small.isdigit() and big.isdigit() and 0 < int(small) <= int(big)):
        raise OptionError(f"blinds {blinds!r} cannot be read: write them as 1/2")
    rules = table_rules(
        players,
        game=game,
        betting=cast("Betting", betting),
        small_blind=int(small),
        big_blind=int(big),
    )
    each = stack if stack is not None else (1000 if betting == "limit" else 100) * int(big)
    return rules, (each,) * players


def _seed_of(played: list[Hand]) -> int:
    """The seed of the match that a log holds."""
    from railbird.errors import OptionError

    seed = played[0].table.rpartition("seed ")[2]
    if not seed.isdigit():
        raise OptionError("the log does not say its seed: give --seed, or choose another log")
    return int(seed)


def _keep(out: Path | None, library: Path | None) -> None:
    """Put the log of a match into the library."""
    from railbird.cli.library_command import open_library
    from railbird.errors import OptionError
    from railbird.history.files import read_hands

    if out is None:
        raise OptionError("hands go to the library from the log: give --out as well")
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    with open_library(library) as shelf:
        shelf.add(read_hands(out, format="railbird"), source=str(out.resolve()), digest=digest)


def print_result(result: MatchResult, betting: str) -> None:
    """Winnings per hand with confidence, by player and position."""
    from rich.console import Console
    from rich.table import Table

    unit = "small bets" if betting == "limit" else "big blinds"
    table = Table(title=f"{result.name}: {unit} per hand", title_justify="left")
    for heading in ("player", "mean", "±", "95 % interval", "by position, button last"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for player in sorted(result.players, key=lambda p: -p.mean):
        table.add_row(
            player.name,
            f"{player.mean:+.4f}",
            f"{player.error:.4f}",
            f"{player.low:+.4f} to {player.high:+.4f}",
            " ".join(f"{mean:+.3f}" for mean in player.by_position),
        )
    console = Console()
    console.print(table)
    kind = f"{result.deals:,} duplicate deals, " if result.duplicate else ""
    console.print(
        f"{kind}{result.hands:,} hands, {result.seconds:.1f} s, railbird {result.version}",
        style="dim",
        highlight=False,
    )
    for forfeit in result.forfeits[:10]:
        console.print(f"forfeit: {forfeit.player}, hand {forfeit.hand}: {forfeit.reason}")
    if len(result.forfeits) > 10:
        console.print(f"… and {len(result.forfeits) - 10:,} more forfeits")
