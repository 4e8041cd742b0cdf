"""The formats of hand histories, one module or package each."""
