"""Skill and luck of a played hand, a match, a player: DIVAT."""
