"""DIVAT for two to ten players."""
