"""The number of threads of matrix products."""

from __future__ import annotations

import pytest

from railbird.compute.blas import blas_threads, one_blas_thread


def test_one_thread_in_the_block_and_as_before_after_it() -> None:
    before = blas_threads()
    with pytest.raises(KeyError), one_blas_thread():
        assert set(blas_threads()) <= {1}
        raise KeyError
    assert blas_threads() == before
