"""Every match-up of two Omaha Hi-Lo hands before the flop: eval8 and the table made with it."""
