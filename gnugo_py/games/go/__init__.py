"""The game of Go."""
