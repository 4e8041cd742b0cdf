"""The tests of railbird: a package, so that they can share the oracles in `tests.naive`."""
