"""Small products in many states: the shapes, and on a GPU the kernels against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird.compute.gpu import cupy, gpu_is_there
from railbird.tournament.whole.products import mixed, times, weighted

MODULES = [
    "numpy",
    pytest.param("cupy", marks=pytest.mark.skipif(not gpu_is_there(), reason="no GPU")),
]


@pytest.fixture(params=MODULES)
def xp(request: pytest.FixtureRequest) -> Any:
    return np if request.param == "numpy" else cupy()


@pytest.mark.parametrize("states", [0, 1, 5])
def test_products_are_those_of_each_state(xp: Any, states: int) -> None:
    random = np.random.default_rng(3)
    pots = random.random((states, 3, 169, 169))
    vectors = random.random((states, 169)) * (random.random(169) < 0.5)
    paid, orders = random.random((states, 4, 6)), random.random((states, 6, 300))
    on, vector = xp.asarray(pots), xp.asarray(vectors)
    ours = _host(times(on.reshape(states, 507, 169), vector, xp)).reshape(states, 3, 169)
    assert ours == pytest.approx(np.einsum("sijk,sk->sij", pots, vectors))
    ours = _host(weighted(vector, on[:, 2], xp))
    assert ours == pytest.approx(np.einsum("sjk,sj->sk", pots[:, 2], vectors))
    ours = _host(mixed(xp.asarray(paid), xp.asarray(orders), xp))
    assert ours == pytest.approx(np.einsum("spo,soc->spc", paid, orders))


def _host(array: Any) -> Any:
    return array.get() if hasattr(array, "get") else array
