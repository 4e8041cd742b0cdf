"""The formats of the Annual Computer Poker Competition (ACPC): logs and game definitions."""
