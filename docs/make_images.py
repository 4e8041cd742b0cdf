"""Draws the pictures of the README and the docs from the program itself.

``python docs/make_images.py`` writes ``images/jam.png``, the jamming range of one player, and
``images/play.svg``, a hand at the table as the terminal shows it. (``images/report.png`` is a
screenshot of the page that ``railbird analyze --report`` writes.)
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.text import Text

import railbird
from railbird.cards import grid_png

IMAGES = Path(__file__).with_name("images")
PLAY = [sys.executable, "-m", "railbird.cli.main", "play", "hubot", "poki", "jagbot"]
PLAY += ["--hands", "1", "--seed", "2"]
KEYS = "c\nc\nr\nc\nc\nc\nc\nc\nq\n"


def jam_grid(path: Path) -> None:
    """The range of the tutorial: four left, three paid, first to act."""
    hand = railbird.jam([2400, 3900, 1800, 5400], blinds=(200, 400), payouts=[50, 30, 20])
    mine = hand.decision("CO")
    grid_png(
        path,
        mine.jam.reshape(13, 13),
        caption=f"cut-off, 6 big blinds: jams {mine.share:.0%} of hands",
    )


def play_screen(path: Path) -> None:
    """A hand against three agents, answered by lines instead of keys."""
    with TemporaryDirectory() as room:
        done = subprocess.run(
            [*PLAY, "--library", f"{room}/hands.db", "--models", room],
            input=KEYS,
            env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "76"},
            capture_output=True,
            text=True,
            check=True,
        )
    # without the score and what to do next
    screen = done.stdout.split("\n\n", 1)[1].rsplit("\n", 4)[0]
    console = Console(record=True, width=76, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115
    console.print(Text.from_ansi(screen))
    drawing = console.export_svg(title="railbird play hubot poki jagbot", unique_id="play")
    drawing = re.sub(
        r"@font-face \{.*?\}\s*", "", drawing, flags=re.DOTALL
    )  # they come from a network
    path.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    jam_grid(IMAGES / "jam.png")
    play_screen(IMAGES / "play.svg")
