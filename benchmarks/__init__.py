"""Benchmarks that compare railbird with its peers; see README.md."""
