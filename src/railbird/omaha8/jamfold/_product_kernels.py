"""Kernels that multiply a strategy with the table of match-ups."""

from railbird.kernels.jit import kernel


@kernel
def add_rows(freq, quarters, rows, weights, start, stop, deals, won):
    """Add ``weights`` times ``rows`` of both tables to ``deals`` and ``won``, for some columns."""
    for i in range(rows.size):
        row, weight = rows[i], weights[i]
        for b in range(start, stop):
            deals[b] += weight * freq[row, b]
        for b in range(start, stop):
            won[b] += weight * quarters[row, b]
