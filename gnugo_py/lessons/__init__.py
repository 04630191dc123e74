"""Lessons: their files, their parser, and how answers are judged."""
