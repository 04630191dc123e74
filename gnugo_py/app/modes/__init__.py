"""The modes of the program, each in a module."""
