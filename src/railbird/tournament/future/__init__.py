"""Future game simulation (FGS): the value of stacks if the next hands are played."""
