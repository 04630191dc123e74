"""Judging whole games: leads, mistakes, exercises made from them, and lessons."""
