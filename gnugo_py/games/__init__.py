"""What a board game is, to everything that is not a game."""
