"""DIVAT for heads-up limit Omaha Hi-Lo: a baseline, roll-outs, and scores of games."""
