"""Estimators of who plays better: one frame, and the value functions that it is used with."""
