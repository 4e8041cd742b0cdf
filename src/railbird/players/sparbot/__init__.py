"""Sparbot, a player that follows an equilibrium of a smaller game."""
