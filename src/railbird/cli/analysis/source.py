"""The hands that are analysed: those of files, or of the library."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from railbird.cli.library_option import open_library
from railbird.cli.options import choose_format
from railbird.errors import HistoryError, OptionError
from railbird.stats import counted

if TYPE_CHECKING:
    from railbird.history.library import KeptMatch, Query
    from railbird.table.hand import Hand

LOOKED_AT = 100
"""How many hands tell whether a source is heads-up."""

JUDGED = {
    ("holdem", "limit"): "limit hold'em",
    ("holdem", "no-limit"): "no-limit hold'em",
    ("omaha8", "limit"): "limit Omaha Hi-Lo",
}
"""Games of two that have a baseline. The first of them that a source has is analysed."""


def _nobody(_: float) -> None:
    """Nobody asks how far it is."""


@dataclass(frozen=True)
class Source:
    """Where the hands come from: files, or a query of the library."""

    files: tuple[Path, ...]
    format_name: str | None
    library: Path | None
    query: Query
    least_players: int = 2
    """Hands of tables with fewer players are left out."""
    _said: set[str] = field(default_factory=set, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The name of the source in the result."""
        if self.files:
            return ", ".join(file.name for file in self.files)
        return f"match {self.query.match}" if self.query.match else "the library"

    def hands(
        self, problems: list[object], progress: Callable[[float], None]
    ) -> Iterator[tuple[int, Hand]]:
        """All hands with their ids: those of the library, or numbers from 1.

        Problems with unreadable hands are appended to ``problems``. Files are read for the game,
        the betting and the number of players of the query.
        """
        for number, hand in self._every(problems, progress):
            if len(hand.players) >= self.least_players and (not self.files or self._asks(hand)):
                yield number, hand

    def _asks(self, hand: Hand) -> bool:
        """Whether the query asks for a hand of a file."""
        rules, query = hand.rules, self.query
        return all(
            wanted in (None, found)
            for wanted, found in (
                (query.game, rules.game),
                (query.betting, rules.betting),
                (query.players, rules.players),
            )
        )

    def _every(
        self, problems: list[object], progress: Callable[[float], None]
    ) -> Iterator[tuple[int, Hand]]:
        from railbird.history.files import read_hands
        from railbird.history.formats.base import UnknownFormatError

        for file in self.files:
            if not file.is_file():
                raise HistoryError(f"{file} is not a file: check the name")
        _refuse_copies(self.files)
        ids, seen, copies = itertools.count(1), set[int](), 0
        for i, file in enumerate(self.files):

            def part(done: float, i: int = i) -> None:
                progress((i + done) / len(self.files))

            try:
                for hand in read_hands(
                    file, format=self.format_name, on_problem=problems.append, progress=part
                ):
                    number, key = next(ids), _key(hand)
                    if key in seen:
                        copies += 1
                        continue
                    if key is not None:
                        seen.add(key)
                    yield number, hand
            except UnknownFormatError as error:
                raise UnknownFormatError(choose_format(error)) from None
        if copies and not self._said:
            self._said.add("copies")
            typer.echo(
                f"railbird: {counted(copies, 'hand')} of {self.name} came a second time and "
                f"counted once",
                err=True,
            )
        if not self.files:
            with open_library(self.library, to_read=True) as shelf:
                total = max(1, shelf.count(self.query))
                for i, found in enumerate(shelf.hands(self.query)):
                    progress(i / total)
                    yield found

    def is_ring(self) -> bool:
        """Whether the first hands are all of tables of three and more; no if none can be read."""
        return min((len(hand.players) for hand in self._first_hands), default=0) > 2

    def is_limit_holdem(self) -> bool:
        """Whether some of the first hands are limit hold'em; yes if none can be read."""
        kinds = [(hand.rules.game, hand.rules.betting) for hand in self._first_hands]
        return not kinds or ("holdem", "limit") in kinds

    def heads_up_game(self) -> tuple[str, str] | None:
        """Game and betting of the first hands, if all are of two players; see `JUDGED`."""
        return _judged_game(self._first_hands)

    def omaha(self) -> str:
        """What is played, in words, if the first hands are all Omaha; empty if not."""
        from railbird.evaluate.games import find_game

        hands = self._first_hands
        if not hands or any(not find_game(hand.rules.game).is_omaha for hand in hands):
            return ""
        rules, most = hands[0].rules, max(len(hand.players) for hand in hands)
        return f"{rules.betting} {find_game(rules.game).title} of {most} players"

    def say_mixed(self) -> None:
        """Say at once if the first hands of the files are of several games: one is analysed."""
        hands = self._first_hands
        kinds = {f"{h.rules.betting} {h.rules.game}" for h in hands if len(h.players) == 2}
        judged = _judged_game(hands)
        if len(kinds) > 1 and judged is not None:
            typer.echo(
                f"railbird: {self.name} has {' and '.join(sorted(kinds))}; only "
                f"{JUDGED.get(judged, judged[0])} is analysed here. To choose, give --game and "
                f"--betting.",
                err=True,
            )

    def say_forfeits(self) -> None:
        """Say first for whom checks and folds were made: the hands themselves do not tell."""
        from railbird.arena.forfeits import same_forfeits
        from railbird.arena.log import forfeit_file, read_forfeits

        for file in self.files:
            forfeits = read_forfeits(file)
            lost = Counter(player for player, _ in {(each.player, each.hand) for each in forfeits})
            reasons = same_forfeits(("", each) for each in forfeits)
            for player, hands in lost.items():
                why = next(each.reason for each in reasons if each.player == player)
                typer.echo(
                    f"railbird: {player} forfeited turns in {counted(hands, 'hand')} of "
                    f"{file.name} ({why}): what is said of {player} counts the checks and folds "
                    f"that were made instead, see {forfeit_file(file)}",
                    err=True,
                )

    @cached_property
    def _first_hands(self) -> list[Hand]:
        """The first hands of each file."""
        if len(self.files) > 1:
            each = [replace(self, files=(file,)) for file in self.files]
            return [hand for one in each for hand in one._first_hands]
        try:
            return [hand for _, hand in itertools.islice(self.hands([], _nobody), LOOKED_AT)]
        except HistoryError:  # the analysis will say it
            return []

    def nothing(self, refused: Mapping[str, int], needs: str) -> OptionError:
        """The error that no hand could be analysed."""
        from railbird.divat.hands import nothing_to_judge

        query = self.query
        if self.files and not refused and (query.game or query.betting or query.players):
            return OptionError(
                f"{self.name} has no such hands: change --game, --betting or --players"
            )
        hint = "; --report lists all decisions of a player without it"
        return NothingJudgedError(str(nothing_to_judge(self.name, refused, needs, hint=hint)))

    @property
    def void(self) -> str:
        """Why no verdict can rest on the hands, whatever they are; empty if one can."""
        from railbird.arena.forfeits import Attendance, why_absent, with_forfeits
        from railbird.arena.log import read_forfeits

        lost = {file: found for file in self.files if (found := read_forfeits(file))}
        names = sorted({each.player for found in lost.values() for each in found})
        seen = Attendance(names)
        for file, found in lost.items():
            hands = (hand for _, hand in replace(self, files=(file,)).hands([], _nobody))
            for hand, forfeits in with_forfeits(hands, found):
                seen.add(hand, forfeits)
        return why_absent(seen.found)


class NothingJudgedError(OptionError):
    """No hand could be judged. A page of all decisions can still be made."""


def _refuse_copies(files: Sequence[Path]) -> None:
    """Refuse files that hold the same: every hand would count twice."""
    seen: dict[tuple[int, bytes], Path] = {}
    sizes = Counter(file.stat().st_size for file in files)
    for file in files:
        size = file.stat().st_size
        key = (size, _digest(file) if sizes[size] > 1 and size else bytes(file))
        if key in seen:
            raise OptionError(
                f"{file} and {seen[key]} have the same hands, which would count twice: give one"
            )
        seen[key] = file


def _key(hand: Hand) -> int | None:
    """What tells a hand from all others; None if another hand may well be the same."""
    shown = [cards for cards in hand.hole_cards if cards is not None]
    if not (shown and hand.number) and (len(shown) < len(hand.players) or len(hand.board) < 5):
        return None
    return hash((hand.number, hand.table, hand.when, hand.players, hand.stacks,
                 hand.hole_cards, hand.board, hand.actions))  # fmt: skip


def _digest(file: Path) -> bytes:
    with file.open("rb") as content:
        return file_digest(content, "blake2b").digest()


def _judged_game(hands: Sequence[Hand]) -> tuple[str, str] | None:
    kinds = {(hand.rules.game, hand.rules.betting) for hand in hands}
    if not kinds or any(len(hand.players) != 2 for hand in hands):
        return None
    return next((kind for kind in JUDGED if kind in kinds), min(kinds))


def last_match(library: Path | None) -> KeptMatch:
    """The match or session of the library that was played last."""
    from railbird.history.library import newest_match

    with open_library(library, to_read=True) as shelf:
        return newest_match(shelf)


def not_analysed(refused: Mapping[str, int]) -> Iterator[str]:
    """A line for each reason why hands were refused."""
    for why, count in refused.items():
        hint = "; --ring analyses them" if why == "not two players" else ""
        yield f"not analysed: {counted(count, 'hand')}, {why}{hint}"
