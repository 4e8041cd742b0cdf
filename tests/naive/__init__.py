"""Oracles: slow, but so close to the definitions that they can be checked by reading."""
