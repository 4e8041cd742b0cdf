"""The API, one module for each resource. `ROUTERS` are all of them."""

from railbird.studio.api import (
    equity,
    hands,
    health,
    icm,
    imports,
    jobs,
    library,
    matches,
    omaha8,
    replay,
    samples,
    studies,
    tournament,
    training,
)

ROUTERS = tuple(
    module.router
    for module in (
        health,
        library,
        samples,
        matches,
        hands,
        replay,
        imports,
        jobs,
        equity,
        icm,
        tournament,
        omaha8,
        studies,
        training,
    )
)
