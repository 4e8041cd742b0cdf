"""Poker hand history files (PHH and PHHS)."""
