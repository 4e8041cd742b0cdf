"""``railbird omaha8``: Omaha Hi-Lo, heads-up and all in before the flop."""
