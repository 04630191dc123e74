"""The game of Hex."""
