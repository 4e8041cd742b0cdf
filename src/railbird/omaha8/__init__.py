"""Omaha Hi-Lo: every match-up of two hands before the flop."""
