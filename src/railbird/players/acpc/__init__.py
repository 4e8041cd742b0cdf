"""Programs that speak the protocol of the Annual Computer Poker Competition (ACPC)."""
