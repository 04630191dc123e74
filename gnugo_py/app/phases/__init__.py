"""The phases of the application: setup, play, count, review, lessons, training and choosing a game."""
