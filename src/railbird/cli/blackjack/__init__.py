"""``railbird blackjack``: what every action is worth, and skill without luck."""
