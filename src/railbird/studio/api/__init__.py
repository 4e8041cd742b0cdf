"""The API, one module for each resource. `ROUTERS` are all of them."""

from railbird.studio.api import (
    equity,
    exports,
    hands,
    health,
    icm,
    imports,
    jobs,
    library,
    matches,
    omaha8,
    replay,
    review,
    samples,
    studies,
    tables,
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
        exports,
        hands,
        replay,
        tables,
        review,
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
