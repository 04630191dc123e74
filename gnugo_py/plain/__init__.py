"""The interface that reads and prints line by line."""
