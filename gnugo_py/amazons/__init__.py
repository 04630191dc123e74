"""Amazons: rules, positions, and how it is shown and written."""
