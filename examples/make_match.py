"""Play the example match, ``match.jsonl.gz``: 5,000 hands between two of our players, from a seed.

The hands are the same as those of
``railbird match Ann=rules Bob=bluffer --hands 5000 --seed 2026 --no-library --out match.jsonl``.
"""

import gzip
from pathlib import Path

from railbird.arena import Match, play_match
from railbird.history.formats.railbird import OwnFormat
from railbird.players import make_player
from railbird.table import table_rules

SEED = 2026
NAME = f"Ann=rules v Bob=bluffer, limit holdem 1/2, seed {SEED}"
FILE = Path(__file__).with_name("match.jsonl.gz")


def main() -> None:
    """Play the match and write it beside this script."""
    match = Match(table_rules(2), (2000, 2000), deals=5000, seed=SEED, name=NAME)
    players = [make_player("Ann=rules"), make_player("Bob=bluffer")]
    write = OwnFormat().writer()
    lines: list[str] = []
    result = play_match(match, players, on_hand=lambda hand: lines.append(write(hand)))
    # without a timestamp the file is the same every time
    FILE.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    for player in result.players:
        print(f"{player.name} {player.mean:+.4f} ± {player.error:.4f} small bets per hand")


if __name__ == "__main__":
    main()
