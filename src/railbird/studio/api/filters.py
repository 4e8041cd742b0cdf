"""Which hands are asked for: the same filter for results and for lists of hands.

What a number of the results counts is found by the same filter that the number was made with.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from railbird.history.library import Library, Query, find_match, find_player
from railbird.history.library.counting import Revision
from railbird.history.library.query import query_of
from railbird.history.player_hands import HandsPart, PlayerHands
from railbird.history.results import find_heroes, hero_names
from railbird.studio.api.shared import LARGEST, ConflictError
from railbird.studio.memory import AnswerMemory

Text = Annotated[str, Field(max_length=200)]
Amount = Annotated[float, Field(ge=0, lt=1e15, allow_inf_nan=False)]

_HANDS: AnswerMemory[PlayerHands] = AnswerMemory(most=3)
"""The hands of a person as columns: about 100 bytes for each."""


class FilterAsked(BaseModel):
    """Which hands; what is not given means any.

    ``hero`` is the player, or several names of one person with commas; without it, the library's
    own. ``player`` is somebody who also plays. ``kind``, ``position``, ``stack``, ``stakes`` and
    ``did`` are of the hero: ``/api/results/choices`` says what they can be.
    """

    model_config = ConfigDict(extra="forbid")

    hero: Text | None = None
    match: Annotated[int, Field(ge=1, le=LARGEST)] | None = None
    player: Text | None = None
    game: Text | None = None
    betting: Text | None = None
    players: Annotated[int, Field(ge=2, le=10)] | None = None
    since: Text | None = None
    until: Text | None = None
    pot: Amount | None = None
    won: Amount | None = None
    lost: Amount | None = None
    kind: Text | None = None
    position: Text | None = None
    stack: Text | None = None
    stakes: Text | None = None
    did: Text | None = None

    def query(self, shelf: Library) -> Query:
        """The query, with the match and player that it names."""
        query = query_of(
            since=self.since,
            until=self.until,
            game=self.game,
            betting=self.betting,
            players=self.players,
            pot=self.pot,
            won=self.won,
            lost=self.lost,
        )
        if self.match is not None:
            query = replace(query, match=find_match(shelf, str(self.match)).name)
        if self.player is not None:
            query = replace(query, player=find_player(shelf, self.player))
        return query

    def part(self) -> HandsPart:
        """The part of the hero's hands."""
        return HandsPart(
            kind=self.kind,
            position=self.position,
            stack=self.stack,
            limit=self.stakes,
            did=self.did,
        )

    def found(self, shelf: Library) -> FilteredHands:
        """The filter, once what it names is found and all hands are counted."""
        revision = shelf.revision()
        if revision.uncounted:
            raise ConflictError(
                f"{revision.uncounted:,} hands of an older version are to be counted first: "
                f"POST /api/results/counting"
            )
        names = [] if self.hero is None else hero_names(self.hero)
        return FilteredHands(
            str(shelf.path),
            revision,
            find_heroes(shelf, names),
            self.query(shelf),
            self.part(),
        )


class FilteredHands(NamedTuple):
    """A filter of a library in its present state; equal ones choose the same hands."""

    library: str
    revision: Revision
    heroes: tuple[str, ...]
    query: Query
    part: HandsPart

    @property
    def is_whole(self) -> bool:
        """Whether all hands of the heroes are meant."""
        return self.query == Query() and self.part == HandsPart()

    def hands(self, shelf: Library) -> PlayerHands:
        """The hands, of all parts."""
        key = self._replace(part=HandsPart())
        return _HANDS.get(key, lambda: PlayerHands.read(shelf, self.heroes, self.query))
