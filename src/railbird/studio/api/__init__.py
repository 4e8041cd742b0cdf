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
    library,
    matches,
    replay,
    results,
    review,
    samples,
    tables,
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
        results,
        tables,
        review,
        imports,
        jobs,
        equity,
        icm,
        experiments,
    )
)
