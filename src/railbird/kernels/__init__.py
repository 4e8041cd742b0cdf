"""Compiled code that more than one layer uses, and the decorator that compiles it."""
