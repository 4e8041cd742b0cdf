"""Hands in which every range is the top of a ranking of the 169 classes."""
