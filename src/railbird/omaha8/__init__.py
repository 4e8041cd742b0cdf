"""Omaha Hi-Lo before the flop: match-ups, the solved game of jam or fold, and rules to play by."""
