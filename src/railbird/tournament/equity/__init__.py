"""What a stack is worth: equity models, large fields, bounties, bubble factors."""
