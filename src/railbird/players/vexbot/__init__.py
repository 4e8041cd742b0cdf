"""Vexbot, a player that searches the rest of the hand with a learned opponent model."""
