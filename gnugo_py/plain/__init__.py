"""The line-by-line interface."""
