"""The terminal: tables, progress bars, and the person at the keyboard."""
