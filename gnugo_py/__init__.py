"""GNU Go 1.1 of 1989, recreated, in a Go program of today.

games/    what a board game is to everybody else: moves, positions, diagrams, words
go/       the rules of Go as a library: boards, positions, handicap, counting
players/  what a player is, and any GTP engine as one
classic/  the 1989 player: its finders, its book, its random numbers
play/     one game being played: turns, undo, redo; and matches
records/  games as SGF files, and the folder they are kept in
dialogue/ what is said and answered in a game, phase by phase
plain/ tui/   the dialogue line by line, and on a curses board
gtp/      the engine for other Go programs
cli/      the command line, where all of it is put together
"""

__version__ = "0.1.0"
