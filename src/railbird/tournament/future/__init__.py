"""Future game simulation (FGS): what stacks are worth if the next hands are played."""
