"""The jam-or-fold hand: its rules, the game, its equilibria."""
