"""The number of threads of matrix products."""

from __future__ import annotations

from railbird.compute.blas import blas_threads, one_blas_thread


def test_one_thread_in_the_block_and_as_before_after_it() -> None:
    before = blas_threads()
    with one_blas_thread():
        assert blas_threads() == [1] * len(before)
    assert blas_threads() == before
