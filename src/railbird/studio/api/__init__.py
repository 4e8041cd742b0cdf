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
    replay,
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
        tables,
        review,
        imports,
        jobs,
        equity,
        icm,
    )
)
