"""GNU Go 1.1, the program of 1989."""
