"""Rules for the table: what a player sees in four cards, and points for it."""
