"""The text that Poker Academy Pro writes."""
