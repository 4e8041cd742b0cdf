"""The API, one module for each resource. `ROUTERS` are all of them."""

from railbird.studio.api import (
    equity,
    experiments,
    exports,
    hands,
    health,
    icm,
    imports,
    jobs,
    leagues,
    library,
    matches,
    omaha8,
    replay,
    results,
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
        leagues,
        exports,
        hands,
        replay,
        tables,
        review,
        results,
        imports,
        jobs,
        equity,
        icm,
        experiments,
        tournament,
        omaha8,
        studies,
        training,
    )
)
