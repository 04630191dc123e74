"""What is kept on disk: saved games, settings, progress in the lessons."""
