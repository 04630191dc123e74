"""Tests of what plain mode asks before a game."""
