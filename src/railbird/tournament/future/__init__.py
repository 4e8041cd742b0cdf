"""Future game simulation: what stacks are worth if the next hands are played."""
