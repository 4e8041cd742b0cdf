"""The coach: a player made of several, who lets the one play that does best."""
