"""Rules for the table, heads-up: count the points of two cards, then jam, call or fold."""
