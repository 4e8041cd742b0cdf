"""The jam-or-fold decisions of hands that were played, and what the choices cost."""
