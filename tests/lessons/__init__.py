"""Lessons and how they are given."""
