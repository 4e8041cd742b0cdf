"""Every equity model by its name, including those that know who sits where."""

from __future__ import annotations

from railbird.tournament.equity.models import (
    SEED,
    Model,
    equity_model,
    looks_ahead,
    needs_blinds,
)
from railbird.tournament.future.model import FutureGame, parse_future
from railbird.tournament.jamfold.blinds import BlindSchedule
from railbird.tournament.whole.model import NAME, SolvedModel


def model_by_name(
    name: str, *, blinds: BlindSchedule | None = None, ties: str = "split", seed: int = SEED
) -> Model:
    """Any model by its name, with an optional argument after a colon.

    ``fgs:3`` plays three hands ahead with these blinds, over Malmuth-Harville; ``fgs:3:roberts``
    uses another model. ``solved`` is the equilibrium of the whole tournament. ``seed`` is for
    models that are sampled when there are many players.

    Examples
    --------
    >>> model_by_name("harville")
    EquityModel(name='harville', title='Malmuth-Harville (ICM)')
    >>> model_by_name("fgs:2", blinds=BlindSchedule.parse("300/600")).name
    'fgs:2'
    """
    if name == NAME:
        return SolvedModel(blinds)
    if not looks_ahead(name):
        return equity_model(name, seed=seed)
    depth, base = parse_future(name)
    if blinds is None:
        raise needs_blinds(name)
    return FutureGame(depth, blinds, base, ties=ties)
