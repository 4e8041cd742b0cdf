"""The value of a stack: equity models, large fields, bounties, bubble factors."""
