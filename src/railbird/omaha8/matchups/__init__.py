"""Every match-up of two Omaha Hi-Lo hands before the flop: the table, and how it is made."""
