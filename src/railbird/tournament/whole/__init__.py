"""A whole tournament of jam-or-fold as a game: every state, solved."""
