"""Sparbot, an equilibrium of a smaller game."""
