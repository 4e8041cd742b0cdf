"""All experiments by name."""

from __future__ import annotations

from railbird.errors import OptionError
from railbird.reproduce.experiment import Experiment
from railbird.reproduce.registry import billings, gs, ho, kan, melcher, sage, seca
from railbird.reproduce.registry.rows import KINDS, Document

DOCUMENTS: dict[str, Document] = {
    each.key: each
    for each in (document.DOCUMENT for document in (kan, billings, melcher, gs, sage, ho, seca))
}

EXPERIMENTS: dict[str, Experiment] = {
    experiment.id: experiment
    for document in DOCUMENTS.values()
    for experiment in document.experiments()
}


def find(name: str) -> Experiment:
    """An experiment by its name, or by its number alone if it is clear what is meant.

    Examples
    --------
    >>> find("kan-4.5").id
    'kan-fig-4.5'
    >>> find("kan-4.1")
    Traceback (most recent call last):
    railbird.errors.OptionError: 'kan-4.1' fits kan-table-4.1 and kan-fig-4.1: name one of them
    """
    if name in EXPERIMENTS:
        return EXPERIMENTS[name]
    document, _, number = name.partition("-")
    if document in DOCUMENTS and number in DOCUMENTS[document].short:
        return EXPERIMENTS[f"{document}-{DOCUMENTS[document].short[number]}"]
    fitting = [full for kind in KINDS if (full := f"{document}-{kind}-{number}") in EXPERIMENTS]
    if len(fitting) == 1:
        return EXPERIMENTS[fitting[0]]
    if fitting:
        either = f"{', '.join(fitting[:-1])} and {fitting[-1]}"
        raise OptionError(f"{name!r} fits {either}: name one of them")
    where = f"reproduce {document}" if document in DOCUMENTS else "reproduce --list"
    near = [each for each in EXPERIMENTS if each.startswith(f"{document}-")] or list(EXPERIMENTS)
    raise OptionError(
        f"there is no experiment {name!r}: `railbird {where}` shows all, such as "
        f"{', '.join(near[:3])}"
    )
