"""The texts of poker rooms: what all of them tell, and how a hand is made of it."""
