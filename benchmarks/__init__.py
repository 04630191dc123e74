"""Measurements of the program, some of them against other programs. They are not part of the test suite."""
