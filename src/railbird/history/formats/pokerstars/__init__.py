"""PokerStars hand histories."""
