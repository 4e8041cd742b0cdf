"""DIVAT for heads-up no-limit hold'em: a baseline, roll-outs, and scores of games."""
