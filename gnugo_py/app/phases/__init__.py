"""The stages of a game: setup, play, count, review, lesson."""
