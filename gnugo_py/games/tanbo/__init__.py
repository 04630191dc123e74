"""The game of Tanbo."""
