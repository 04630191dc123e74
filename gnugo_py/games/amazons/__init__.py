"""The game of Amazons."""
