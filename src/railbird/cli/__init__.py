"""The command line: a thin layer without logic of its own."""
