"""Data on disk: saved games, settings and lesson progress."""
