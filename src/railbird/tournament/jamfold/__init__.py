"""One hand in which everybody jams or folds: rules, ends, game, solution."""
