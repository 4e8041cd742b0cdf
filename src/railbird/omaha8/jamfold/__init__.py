"""Heads-up jam or fold in Omaha Hi-Lo: the game, its solver, and the shipped equilibria."""
