"""Lessons: what they are made of, how they are read, and what an answer is worth."""
