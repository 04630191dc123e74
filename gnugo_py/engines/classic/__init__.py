"""The classic engine: GNU Go 1.1 (1989)."""
