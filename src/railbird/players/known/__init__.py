"""Players whose probabilities are known, for AIVAT, and the values that it uses."""
