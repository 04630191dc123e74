"""GNU Go 1.1 of 1989, recreated, in a Go program of today.

games/    what a board game is: moves, positions, diagrams, players
go/       the rules of Go as a library: boards, positions, handicap, counting
classic/  the 1989 player: its finders, its book, its random numbers
session   one game being played: turns, undo, redo
records/  games as SGF files, and the folder they are kept in
text, tui the game line by line, and on a curses board
gtp/      the engine for other Go programs, and other engines as opponents
match     games between two players without a person
cli       the command line, where all of it is put together
"""

__version__ = "0.1.0"
