"""The curses interface."""
