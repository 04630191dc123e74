"""Lessons: their text files, the parser, and the verdict on answers."""
