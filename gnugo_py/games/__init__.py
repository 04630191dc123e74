"""What all board games share, and the rules of each game."""
