"""The dealer and the client of the Annual Computer Poker Competition (ACPC)."""
