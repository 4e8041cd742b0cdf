"""Hand histories of the Winning network (Americas Cardroom), in the form of 2019 and the older one."""
