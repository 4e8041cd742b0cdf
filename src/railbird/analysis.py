"""One door to the analyses of matches of two: which one it is follows from the hands.

`analyze` and `summarise` are those of ``import railbird``. They say what the command ``railbird
analyze`` says, and raise its one-sentence errors where nothing can be judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from itertools import chain, islice
from pathlib import Path
from typing import overload

from railbird.divat.baseline.find import Named
from railbird.divat.baseline.settings import STANDARD
from railbird.divat.estimators.choice import summarise_with
from railbird.divat.estimators.halves import Floats
from railbird.divat.estimators.known_hands import KnownResult, judge_known
from railbird.divat.estimators.mivat import FittedValues, game_keys
from railbird.divat.estimators.summary import GameSummary
from railbird.divat.hands import UNREAD, nothing_to_judge, with_ids
from railbird.divat.heads_up.gather import Chunk
from railbird.divat.heads_up.match import MatchAnalysis
from railbird.divat.heads_up.match import analyze as analyze_limit
from railbird.divat.heads_up.summary import Summary
from railbird.divat.no_limit.known import KnownGames
from railbird.divat.no_limit.match import NoLimitMatch, analyze_no_limit, summarise_no_limit
from railbird.divat.omaha8.match import Omaha8Match, analyze_omaha8, summarise_omaha8
from railbird.errors import OptionError
from railbird.table.hand import Hand

LOOKED_AT = 100
"""How many hands tell which game it is."""

Game = tuple[str, str]
LIMIT, NO_LIMIT, OMAHA8 = ("holdem", "limit"), ("holdem", "no-limit"), ("omaha8", "limit")

NEEDS: Mapping[Game, str] = {
    LIMIT: "two players, limit hold'em and all hole cards",
    NO_LIMIT: "two players and the cards of one of them",
    OMAHA8: "two players and all hole cards",
}
"""The games that have an analysis, and what a hand needs for it. The first that the hands have is
analysed; hands of other games are counted as refused."""

Analysis = MatchAnalysis | NoLimitMatch | Omaha8Match


def analyze(
    hands: Iterable[Hand] | Iterable[tuple[int, Hand]],
    *,
    hero: str | None = None,
    known: str | Sequence[str] = (),
    settings: Named = STANDARD,
    source: str = "",
    threads: int | None = None,
    each: Callable[[Chunk], None] | None = None,
    cluster: str | None = None,
    unread: Sized = (),
) -> Analysis:
    """Score every hand of a match of two, at limit, no-limit or limit Omaha Hi-Lo.

    Parameters
    ----------
    hands
        The hands in the order of the match. Hands that come with ids, as from a library, keep them.
        Others are numbered from 1. Hands that cannot be judged are counted by reason.
    hero
        The player from whose view the match is analysed; the first player of the first hand, unless
        there are more than two players.
    known
        No-limit: one or two players whose strategies are known, such as ``"Bob=bluffer"``.
        AIVAT is then one of the estimators. `aivat` is for limit hold'em.
    settings, each, cluster
        Limit hold'em: see `railbird.divat.heads_up.match.analyze`.
    source, threads
        What the hands are called in errors and results, and how many threads score them.
    unread
        Hands that could not be read, collected while ``hands`` is read. They count as refused.

    Raises
    ------
    OptionError
        No hand can be judged, or something is asked for that this game does not have.

    Examples
    --------
    >>> from railbird.arena import Match, MatchTable
    >>> from railbird.players import make_players
    >>> from railbird.table import table_rules
    >>> played = Match(table_rules(2, betting="no-limit"), (200, 200), deals=40, seed=1)
    >>> players = make_players(["rules", "bluffer"])
    >>> match = analyze([hand for hand, _ in MatchTable(played, players).play()])
    >>> summary = summarise(match)
    >>> len(match), summary.game, summary.estimators[-1].name
    (40, "heads-up no-limit hold'em", 'least variance')
    """
    _refuse_file(hands, "analyze")
    known = [known] if isinstance(known, str) else known
    numbered = with_ids(hands)
    first = list(islice(numbered, LOOKED_AT))
    name = source or "the log"
    kind = _game([hand for _, hand in first], name, unread)
    every = chain(first, numbered)
    limit_only = {"settings": settings != STANDARD, "each": each, "cluster": cluster}
    _refuse_unused(kind, name, bool(known), [key for key, given in limit_only.items() if given])
    match: Analysis
    if kind == LIMIT:
        match = analyze_limit(
            every, hero=hero, settings=settings, source=source, threads=threads, each=each,
            cluster=cluster, unread=unread,
        )  # fmt: skip
    elif kind == OMAHA8:
        match = analyze_omaha8(every, hero=hero, source=source, threads=threads, unread=unread)
    else:
        match = analyze_no_limit(
            every, hero=hero, source=source, threads=threads, unread=unread, known=_known(known)
        )
    if not len(match):
        raise nothing_to_judge(name, match.refused, NEEDS[kind])
    return match


def _refuse_file(hands: object, function: str) -> None:
    """Refuse the name of a file where its hands are meant."""
    if isinstance(hands, str | Path):
        name = str(hands)
        raise OptionError(
            f"{function} takes hands, not the name of a file: call {function}(read_hands({name!r}))"
        )


def _refuse_unused(kind: Game, name: str, known: bool, limit_only: Sequence[str]) -> None:
    """Refuse what would be ignored."""
    if known and kind == LIMIT:
        raise OptionError(
            "AIVAT of limit hold'em is a result of its own: call railbird.aivat, and omit known"
        )
    if known and kind == OMAHA8:
        raise OptionError("AIVAT is for hold'em, and this is Omaha Hi-Lo: omit known")
    if limit_only and kind != LIMIT:
        raise OptionError(
            f"only limit hold'em has {', '.join(limit_only)}, and {name} is another game: omit this"
        )


def _known(texts: Sequence[str]) -> KnownGames | None:
    if not texts:
        return None
    from railbird.players.known_games import NamedGames

    return NamedGames(texts)


@overload
def summarise(match: MatchAnalysis, *, duplicate: bool = False) -> Summary: ...
@overload
def summarise(match: NoLimitMatch | Omaha8Match, *, duplicate: bool = False) -> GameSummary: ...
def summarise(match: Analysis, *, duplicate: bool = False) -> Summary | GameSummary:
    """Win rates of an analysed match by every estimator, with their errors, and the verdict.

    With ``duplicate`` the two games of each deal of a duplicate match are averaged, and the verdict
    is by that.
    """
    if not isinstance(match, Analysis):
        raise OptionError("summarise takes what analyze returns: call summarise(analyze(hands))")
    if not len(match):
        raise nothing_to_judge(match.source or "the log", match.refused, "two players")
    if isinstance(match, NoLimitMatch):
        return summarise_no_limit(match, duplicate=duplicate)
    if isinstance(match, Omaha8Match):
        return summarise_omaha8(match, duplicate=duplicate)
    return summarise_with(match, by_deal=duplicate)[0]


def aivat(hands: Iterable[Hand], known: str) -> KnownResult:
    """AIVAT of a match of heads-up limit hold'em, for a player whose strategy is known.

    Parameters
    ----------
    hands
        The hands of the match.
    known
        The player: ``KIND`` or ``NAME=KIND``, such as ``"sparbot"`` or ``"Ann=rules"``.

    Returns
    -------
    KnownResult
        The estimate of each hand, from the known player's view, and how it was made.
    """
    from railbird.players.find_known import find_known
    from railbird.players.known.values import value_tables

    _refuse_file(hands, "aivat")
    every = iter(hands)
    first = list(islice(every, LOOKED_AT))
    if _game(first, "the log") != LIMIT:
        raise OptionError("this is not limit hold'em: call railbird.analyze with known=[…]")
    some = [*first, *every]
    hidden = sum(None in hand.hole_cards for hand in some)
    name, strategy = find_known(known)
    if not any(name in hand.players for hand in some):
        names = " or ".join(dict.fromkeys(name for hand in first for name in hand.players))
        raise OptionError(
            f"{name} does not play: write NAME={strategy.name}, where NAME is {names}"
        )
    found = judge_known(some, name, strategy, value_tables(), hidden=hidden)
    if not len(found.estimates):
        raise nothing_to_judge("the log", found.refused, NEEDS[LIMIT])
    return found


def mivat(match: MatchAnalysis, values: FittedValues | Path | str) -> Floats:
    """MIVAT of each game of an analysed limit match, from the hero's view, in small bets.

    ``values`` were fitted to other games by ``railbird fit``; the same games are refused.
    """
    if not isinstance(match, MatchAnalysis):
        raise OptionError("mivat takes what analyze returns for heads-up limit hold'em")
    fitted = values if isinstance(values, FittedValues) else FittedValues.load(Path(values))
    fitted.refuse_known(game_keys(match.games, match.numbers), match.source or "the log")
    return fitted.estimates(match.games) * match.sign


def _game(hands: Sequence[Hand], name: str, unread: Sized = ()) -> Game:
    """Which of `NEEDS` to analyse: the first that some of these hands are, of two players."""
    if not hands:
        raise nothing_to_judge(name, {UNREAD: len(unread)} if len(unread) else {}, NEEDS[LIMIT])
    kinds = {(hand.rules.game, hand.rules.betting) for hand in hands if len(hand.players) == 2}
    for kind in NEEDS:
        if kind in kinds:
            return kind
    most = max(len(hand.players) for hand in hands)
    rules = hands[0].rules
    if most > 2 and (rules.game, rules.betting) == LIMIT:
        raise OptionError(
            f"{name} has tables of three and more: call railbird.divat.crosstable(hands)"
        )
    raise OptionError(
        f"{name} is {rules.betting} {rules.game} of {most} players, which has no analysis: of two "
        f"players limit and no-limit hold'em and limit Omaha Hi-Lo have one, of more limit hold'em"
    )
