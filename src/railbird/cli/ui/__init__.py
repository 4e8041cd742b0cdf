"""What the terminal shows and asks: tables, progress, the person at the keyboard."""
