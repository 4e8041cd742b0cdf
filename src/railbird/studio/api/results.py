"""Results of a person: what they won, how they played, and the line hand by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Response
from fastapi import Query as Asked
from pydantic import BaseModel, Field

from railbird.errors import OptionError
from railbird.evaluate.games import GAMES
from railbird.history.formats.railbird import hand_fields
from railbird.history.library import Library
from railbird.history.player_hands import KINDS, STACKS, PlayerHands, deeds, limit_names
from railbird.history.results import (
    Group,
    OneGame,
    PlayerResults,
    Pot,
    amounts,
    find_heroes,
    results_of,
)
from railbird.history.tracking import SEATS, STATISTICS
from railbird.reports.match_lines import thin_lines
from railbird.reports.results import results_csv, results_page, results_verdict, tournament_rows
from railbird.studio.api.filters import FilterAsked, FilteredHands, Text
from railbird.studio.api.jobs import JobAnswer
from railbird.studio.api.matches import LinesAnswer
from railbird.studio.api.shared import (
    LARGEST,
    Figure,
    Runner,
    Settings,
    StudioAnswer,
)
from railbird.studio.memory import AnswerMemory
from railbird.table.hand import Hand
from railbird.table.money import money
from railbird.table.rules import BETTINGS

router = APIRouter(tags=["results"])

_ANSWERS: AnswerMemory[bytes] = AnswerMemory(most=64)
_PLAYERS = 100


class KnownPlayerAnswer(StudioAnswer):
    """A player, how many hands they told, and in how many others their cards are known."""

    name: str
    told: int
    shown: int


class HeroesAnswer(StudioAnswer):
    """Whose library it is (empty if that cannot be told), and who else it may be."""

    heroes: list[str]
    players: list[KnownPlayerAnswer]


class HeroesAsked(BaseModel):
    """The names of the person whose library it is."""

    names: Annotated[list[Text], Field(min_length=1, max_length=20)]


class RateAnswer(StudioAnswer):
    """Big blinds per 100 hands, with the standard error and the 95 % interval."""

    mean: Figure
    error: Figure
    low: Figure
    high: Figure


class ShareAnswer(StudioAnswer):
    """How often something was done, of the times it could be done."""

    done: int
    chances: int
    share: Figure


class GroupAnswer(StudioAnswer):
    """The results of some hands; ``money`` and ``rake`` are texts, empty without a currency."""

    name: str
    hands: int
    won: RateAnswer
    adjusted: RateAnswer
    money: str
    rake: str
    shares: dict[str, ShareAnswer]
    aggression: Figure
    aggression_frequency: Figure


class TournamentsAnswer(StudioAnswer):
    """The tournaments in one currency; ``cost``, ``won`` and ``places`` are texts."""

    currency: str
    entered: int
    finished: int
    cost: str
    won: str
    roi: Figure
    places: str


class BigPotAnswer(StudioAnswer):
    """A hand in which much was won or lost."""

    hand: int
    number: str
    when: str | None
    seat: str
    cards: str | None
    board: str
    won: str
    big_blinds: float


class StatisticAnswer(StudioAnswer):
    """A share that trackers show, and in words what is done and what could be done."""

    key: str
    name: str
    done: str
    could: str


class ChoicesAnswer(StudioAnswer):
    """What the parts of a filter can be; ``did`` has words for each."""

    kind: list[str]
    position: list[str]
    stack: list[str]
    stakes: list[str]
    game: list[str]
    betting: list[str]
    did: dict[str, str]


class GameResultsAnswer(StudioAnswer):
    """The results of one game, and by what filter its hands are found. ``name`` is for people."""

    name: str
    kind: str
    game: str
    betting: str
    all: GroupAnswer
    positions: list[GroupAnswer]
    stacks: list[GroupAnswer]
    limits: list[GroupAnswer]


class ResultsAnswer(StudioAnswer):
    """Results: the verdict first. ``undated`` hands are not in a period, since no time is known.

    ``games`` are apart: neither chips of cash games and tournaments nor how often somebody bets in
    limit and no-limit games can be taken together.
    """

    heroes: list[str]
    headline: str
    reason: str
    sure: bool
    undated: int
    hands: int
    games: list[GameResultsAnswer]
    tournaments: list[TournamentsAnswer]
    pots: list[BigPotAnswer]
    statistics: list[StatisticAnswer]


class LinesAsked(FilterAsked):
    """A filter, and which part of the line to show in how many points."""

    first: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    last: Annotated[int, Field(ge=1, le=LARGEST)] | None = None
    points: Annotated[int, Field(ge=2, le=4000)] = 800


@router.get("/results/heroes")
def heroes(settings: Settings) -> HeroesAnswer:
    """Say whose library it is, and who else it may be."""
    with settings.open_library() as shelf:
        players = [KnownPlayerAnswer.model_validate(p) for p in shelf.known_players(_PLAYERS)]
        return HeroesAnswer(heroes=shelf.heroes(), players=players)


@router.put("/results/heroes")
def keep_heroes(asked: HeroesAsked, settings: Settings) -> HeroesAnswer:
    """Keep the names of the person whose library it is."""
    with settings.open_library() as shelf:
        shelf.keep_heroes(find_heroes(shelf, asked.names))
    return heroes(settings)


@router.get("/results/choices")
def choices(settings: Settings) -> ChoicesAnswer:
    """Say what the parts of a filter can be."""
    with settings.open_library() as shelf:
        stakes = shelf.stakes()
    return ChoicesAnswer(
        kind=[*KINDS],
        position=[*SEATS],
        stack=[*STACKS],
        stakes=[*limit_names(stakes)],
        game=[*GAMES],
        betting=[*BETTINGS],
        did=deeds(),
    )


@router.post("/results/counting", status_code=202)
def count(runner: Runner) -> JobAnswer:
    """Count the hands that an older version has added, as a job."""
    return JobAnswer.of(runner.ask("counting", "Count the hands of an older version", {}))


@router.get("/results", response_model=ResultsAnswer)
def results(settings: Settings, asked: Annotated[FilterAsked, Asked()]) -> Response:
    """Sum up the hands of a person."""
    with settings.open_library() as shelf:
        wanted = asked.found(shelf)
        return _kept(("results", wanted), lambda: _results(wanted, shelf))


@router.get("/results/lines", response_model=LinesAnswer)
def lines(settings: Settings, asked: Annotated[LinesAsked, Asked()]) -> Response:
    """Show big blinds hand by hand, won and all-in adjusted, thinned to a screen.

    They are of cash games or of tournaments, whose big blinds are not the same.
    """
    with settings.open_library() as shelf:
        wanted = asked.found(shelf)
        key = ("lines", wanted, asked.first, asked.last, asked.points)
        hands = wanted.hands(shelf).only(wanted.part)
        if len([*hands.groups("kind")]) > 1:
            raise OptionError("big blinds of cash games and tournaments are not added: choose kind")
        return _kept(key, lambda: _lines(hands, asked))


@router.get("/results/csv", response_class=Response)
def csv(settings: Settings, asked: Annotated[FilterAsked, Asked()]) -> Response:
    """Write all groups as CSV."""
    with settings.open_library() as shelf:
        text = results_csv(_found(asked.found(shelf), shelf))
    return _file(text, "results.csv", "text/csv")


@router.get("/results/page", response_class=Response)
def page(settings: Settings, asked: Annotated[FilterAsked, Asked()]) -> Response:
    """Write the results as a page of their own."""
    with settings.open_library() as shelf:
        found = _found(asked.found(shelf), shelf)
        text = results_page(found, _pot_hands(found, shelf))
    return _file(text, "results.html", "text/html")


def _file(text: str, name: str, media: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(errors="replace"), media_type=media, headers=headers)


def _kept(key: tuple[object, ...], make: Callable[[], StudioAnswer]) -> Response:
    """An answer as text, which is made once."""
    content = _ANSWERS.get(key, lambda: make().model_dump_json().encode())
    return Response(content, media_type="application/json")


def _found(wanted: FilteredHands, shelf: Library) -> PlayerResults:
    entries = shelf.entries(wanted.heroes) if wanted.is_whole else ()
    return results_of(wanted.hands(shelf).only(wanted.part), entries)


def _pot_hands(found: PlayerResults, shelf: Library) -> dict[int, Hand]:
    return dict(shelf.hands_by_id([pot.hand for pot in found.pots]))


def _results(wanted: FilteredHands, shelf: Library) -> ResultsAnswer:
    found, query = _found(wanted, shelf), wanted.query
    hands = _pot_hands(found, shelf)
    undated = 0
    if query.since is not None or query.until is not None:
        undated = shelf.count(replace(query, since=None, until=None, undated=True))
    verdict = results_verdict(found)
    return ResultsAnswer(
        heroes=list(found.heroes),
        headline=verdict.headline,
        reason=verdict.reason,
        sure=verdict.sure,
        undated=undated,
        hands=found.all.hands,
        games=[*map(_game, found.by_game)],
        tournaments=_tournaments(found),
        pots=[_pot(pot, hands[pot.hand], found) for pot in found.pots],
        statistics=[
            StatisticAnswer(key=s.key, name=s.name, done=s.done_words, could=s.chance_words)
            for s in STATISTICS
        ],
    )


def _game(one: OneGame) -> GameResultsAnswer:
    betting, _, game = one.game.partition(" ")
    return GameResultsAnswer(
        name=one.name,
        kind=one.kind,
        game=game,
        betting=betting,
        all=_group(one.results.all),
        positions=[*map(_group, one.results.positions)],
        stacks=[*map(_group, one.results.stacks)],
        limits=[*map(_group, one.results.limits)],
    )


def _group(group: Group) -> GroupAnswer:
    return GroupAnswer(
        name=group.name,
        hands=group.hands,
        won=RateAnswer.model_validate(group.won),
        adjusted=RateAnswer.model_validate(group.adjusted),
        money=amounts(group.money, plus=True),
        rake=amounts(group.rake),
        shares=_shares(group.shares),
        aggression=group.aggression,
        aggression_frequency=group.aggression_frequency,
    )


def _shares(shares: Mapping[str, object]) -> dict[str, ShareAnswer]:
    return {key: ShareAnswer.model_validate(share) for key, share in shares.items()}


def _tournaments(found: PlayerResults) -> list[TournamentsAnswer]:
    return [
        TournamentsAnswer(
            currency=row[0],
            entered=each.entered,
            finished=each.finished,
            cost=row[3],
            won=row[4],
            roi=each.roi,
            places=row[6],
        )
        for each, row in zip(found.tournaments, tournament_rows(found), strict=True)
    ]


def _pot(pot: Pot, hand: Hand, found: PlayerResults) -> BigPotAnswer:
    record = hand_fields(hand)
    held = next(i for i, player in enumerate(hand.players) if player in found.heroes)
    return BigPotAnswer(
        hand=pot.hand,
        number=hand.number,
        when=record.get("when"),
        seat=pot.seat,
        cards=record["hole_cards"][held],
        board=record["board"],
        won=money(pot.chip)(pot.won, plus=True),
        big_blinds=pot.big_blinds,
    )


def _lines(hands: PlayerHands, asked: LinesAsked) -> LinesAnswer:
    total = len(hands)
    if not total:
        return LinesAnswer(first=0, last=0, total=0, games=[0], hands=[], lines=[])
    scores = {"won": hands.won, "adjusted": hands.adjusted}
    last = total if asked.last is None else asked.last
    thin = thin_lines(scores, first=asked.first, last=last, points=asked.points)
    return LinesAnswer.of(thin, hands.ids)
