"""``railbird omaha8 tabulate``, ``verify`` and ``matchup``: the table of all match-ups."""

from __future__ import annotations

import secrets
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.app import omaha8_app
from railbird.cli.omaha8.options import TableFolder
from railbird.cli.omaha8.sampled import verify_sample
from railbird.cli.options import Json, Seed, Threads
from railbird.cli.ui.interrupts import raise_interrupt
from railbird.cli.ui.output import print_json, progress_bar, resumable
from railbird.cli.ui.pace import pace_bar
from railbird.cli.ui.tables import print_facts, print_line, print_table, screen
from railbird.errors import OptionError

ENTRIES = 1_000
"""Entries of the table that are computed again."""


@omaha8_app.command("tabulate")
def omaha8_tabulate(
    *,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder of the table (default: your own)."),
    ] = None,
    gpu: Annotated[bool, typer.Option("--gpu", help="Use this computer's GPU.")] = False,
    cluster: Annotated[
        str | None,
        typer.Option(help="Use the Ray cluster at this address; 'here' starts one."),
    ] = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Compute every match-up of two Omaha Hi-Lo hands before the flop.

    The table has 1.4 GB. A large GPU makes it in half a minute. Two cores need about 100 minutes,
    and 4.6 GB more until it is done. Stop at any time: the same command resumes.

    \b
    Examples:
      railbird omaha8 tabulate --gpu
      railbird omaha8 tabulate --out /data/omaha8 --threads 8
    """
    from railbird.omaha8.matchups.table import table_folder
    from railbird.omaha8.matchups.tabulate import has_table, tabulate

    given = {"--gpu": gpu or None, "--cluster": cluster, "--threads": threads}
    ways = [option for option, value in given.items() if value is not None]
    if len(ways) > 1:
        raise OptionError(f"{ways[0]} and {ways[1]} contradict each other: give only one")
    folder = table_folder() if out is None else out
    is_there = has_table(folder)
    with resumable(None if gpu else f"in {folder}"), pace_bar("sets") as pace:

        def progress(done: int, of: int) -> None:
            raise_interrupt()
            pace(done, of)

        manifest = tabulate(folder, gpu=gpu, cluster=cluster, threads=threads, progress=progress)
    if is_there:
        print(f"railbird: {folder} has the table already", file=sys.stderr)
    if as_json:
        print_json({"folder": str(folder), **manifest})
        return
    space = " " if screen().width < 100 else ""  # two halves, each of which fits
    checksums = {
        f"sha256 of {name}": f"{digest[:32]}{space}{digest[32:]}"
        for name, digest in manifest["sha256"].items()
    }
    facts = {name: str(fact) for name, fact in manifest.items() if name != "sha256"}
    print_facts(str(folder), facts | checksums)


@omaha8_app.command("verify")
def omaha8_verify(
    *,
    table: TableFolder = None,
    entries: Annotated[
        int | None,
        typer.Option(
            min=0,
            help=f"Random entries to compare with `railbird equity` (default: {ENTRIES:,}).",
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            min=2,
            help="Check the shipped equilibria instead, by so many random hands. No table is "
            "needed; 60 hands take minutes.",
        ),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Check the table of match-ups, or with --sample the shipped equilibria.

    The checks of the table are those of its files, of all its identities and of some of its
    entries. Those of a sample are whether hands are played as they should be, by what they win on
    random boards against all opponents' hands.

    \b
    Examples:
      railbird omaha8 verify --entries 100
      railbird omaha8 verify --sample 60
    """
    from railbird.omaha8.matchups.table import table_folder
    from railbird.omaha8.matchups.verify import verify_table

    seed = secrets.randbits(32) if seed is None else seed
    if sample is not None:
        for option, value in (("--table", table), ("--entries", entries)):
            if value is not None:
                raise OptionError(f"{option} is for the table: omit it, or --sample")
        verify_sample(sample, seed=seed, threads=threads, as_json=as_json)
        return
    folder = table_folder() if table is None else table
    entries = ENTRIES if entries is None else entries
    with progress_bar("checking") as progress:
        check = verify_table(folder, entries=entries, seed=seed, threads=threads, progress=progress)
    if as_json:
        print_json({"folder": str(folder), "ok": check.ok, **asdict(check)})
    else:
        checks = {
            "files with the right checksum": check.files,
            "numbers of hands that can meet": check.freq,
            "pairs of classes that share every pot": check.pairs,
            "random entries as `railbird equity` has them": check.entries,
        }
        rows = [[name, f"{right:,}", f"{of:,}"] for name, (right, of) in checks.items()]
        print_table(["check", "right", "of"], rows, title=f"The table in {folder}")
        print_line(f"{'all is right' if check.ok else 'THE TABLE IS DAMAGED'}, seed {seed}")
    if not check.ok:
        sys.exit(1)


@omaha8_app.command("matchup")
def omaha8_matchup(
    hand: Annotated[str, typer.Argument(help="A hand, such as AsAdQsJd.")],
    against: Annotated[str, typer.Argument(help="A hand of the other class.")],
    as_json: Json = False,
) -> None:
    """Count what a hand wins against all hands like another.

    Hands are alike if they differ only in the names of the suits. All boards are counted, and no
    table is needed. For two hands with their suits, see railbird equity -g omaha8.

    \b
    Example:
      railbird omaha8 matchup AsAdQsJd 5h4s3c2h
    """
    from railbird.cards.classes import omaha_class, omaha_class_index
    from railbird.evaluate.preflop.eval8 import BOARDS, OUTCOMES
    from railbird.omaha8.matchups.table import matchup_outcomes

    counts = matchup_outcomes(omaha_class_index(hand), omaha_class_index(against)).tolist()
    boards = sum(counts)
    share = sum(part * count for part, count in zip((4, 3, 2, 1, 0), counts, strict=True))
    names, hands = (omaha_class(hand), omaha_class(against)), boards // BOARDS
    if not hands:
        raise OptionError(f"{hand} and {against} cannot meet: give hands that can be dealt at once")
    if as_json:
        outcomes = dict(zip(OUTCOMES, counts, strict=True))
        found = {"hand": names[0], "against": names[1], "hands": hands, "boards": boards}
        print_json({**found, "outcomes": outcomes, "share": share / (4 * boards)})
        return
    rows = [
        [name, f"{count:,}", f"{100 * count / boards:.4f}"]
        for name, count in zip(OUTCOMES, counts, strict=True)
    ]
    title = f"A hand {names[0]} against all {hands} hands {names[1]}"
    print_table(["wins", "boards", "%"], rows, title=title)
    print_line(f"share of the pot: {100 * share / (4 * boards):.4f} %; exact: {boards:,} boards")
