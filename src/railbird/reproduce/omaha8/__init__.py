"""Ho (2015): Omaha Hi-Lo before the flop."""
