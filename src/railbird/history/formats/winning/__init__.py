"""Hand histories of the Winning network (Americas Cardroom), in both of its forms."""
