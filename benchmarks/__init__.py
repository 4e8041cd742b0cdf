"""Benchmarks that put railbird beside its peers; see README.md."""
