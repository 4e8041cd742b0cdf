"""The blackjack of Kan (2007), chapter 2."""
