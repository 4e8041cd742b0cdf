"""Vexbot, which searches the rest of the hand with what it has learned of the opponent."""
