"""Setting up a position by placing and removing stones; `done` starts a game from it."""

from __future__ import annotations

from collections.abc import Callable

from gnugo_py.app.app import App
from gnugo_py.app.commands import Command, quit_command
from gnugo_py.app.game_screens import position_screen
from gnugo_py.app.mode import Mode
from gnugo_py.app.screen import Screen
from gnugo_py.games.board_words import pieces_in_words
from gnugo_py.games.diagram import with_signs
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Play, Point, UserError

_ARROW_SIGN = "#"
_SETUP_TITLE = "Set up a position"
_SETUP_HELP = (
    "Type a point, or choose it with the cursor or the mouse, to place a stone there.",
    "Choosing a stone of the same color removes it. You can also type one of these commands:",
    "",
)
_FIRST_HINT = "Return or a click places a stone, or removes one of the same color; help lists the commands."


class SetupMode(Mode):
    """A position that is being set up.

    base -- the position that it begins with, whose board size and rules are kept.
    play -- plays a new game from the position when it is done.
    keep -- puts the position into the review in which it is set up; None in a game.
    """

    commands = (
        Command("b", "", "the next stones are Black's; b D4 E5: place them right away", "[D4]", ("black",)),
        Command("w", "", "the next stones are White's; w D4 E5: place them right away", "[D4]", ("white",)),
        Command(
            "arrow", "", "the next points are burnt; arrow D4 E5: burn these points", "[D4]",
                needs="arrows"
        ),
        Command("clear", "", "remove what is on D4; clear alone: remove everything", "D4"),
        Command("turn", "", "the color that moves first: turn black or turn white", "COLOR"),
        Command("done", "", "start the game from here"),
        Command("keep", "", "put the position into the review, without a game"),
        quit_command("go back without changes"),
        Command("help", "F1", "show this help", aliases=("?",)),
    )  # fmt: skip

    escape_line = "quit"
    accepts_moves = True
    keeps_cursor = True
    has_own_board = True

    def __init__(
        self,
        app: App,
        base: Position,
        play: Callable[[Position], None],
        keep: Callable[[Position], None] | None,
    ) -> None:
        super().__init__(app)
        self._base, self._play, self._keep = base, play, keep
        self._cells = dict(self._base.cells())
        self._pen, self._turn = "X", self._base.to_move

    def screen(self) -> Screen:
        """Return the screen of the position that the setup began with; its board has the same points."""
        return self.with_controls(position_screen(self.app, _SETUP_TITLE, self._base))

    def start(self) -> None:
        self._show(_FIRST_HINT)

    def _show(self, *lines: str) -> None:
        """Show the board, what is placed next, and who moves first."""
        pen = {"X": "Black's stones", "O": "White's stones", _ARROW_SIGN: "arrows"}[self._pen]
        arrow = " arrow," if _ARROW_SIGN in self._base.game.legend else ""
        self.prompt = f"{pen}, {self._turn} to move; a point, b, w,{arrow} clear, turn, done or quit:"
        signs = {**dict.fromkeys(self._base.cells(), "-"), **self._cells}
        cells = ((row_and_column(point, self._base.size), sign) for point, sign in signs.items())
        self.app.diagram = with_signs(self._base.diagram(), cells)
        self.app.emit("moment", _SETUP_TITLE)
        self.app.emit(
            "choice",
            *lines,
            diagram=self.app.diagram,
            words=lambda: (*lines, *pieces_in_words(self._base, self._cells)),
        )

    def resume(self, left: Mode) -> None:
        self._show()

    def handle(self, line: str) -> None:
        if line and not self.run_command(line, self._base.game):
            self._toggle(line)

    def do_b(self, words: str) -> None:
        self._put("X", words)

    def do_w(self, words: str) -> None:
        self._put("O", words)

    def do_arrow(self, words: str) -> None:
        self._put(_ARROW_SIGN, words)

    def _put(self, sign: str, words: str) -> None:
        """Place stones of a color, or arrows, on some points, and select them for the points entered next."""
        for point in [self._point(word) for word in words.split()]:
            self._cells[point] = sign
        self._pen = sign
        self._show()

    def _toggle(self, line: str) -> None:
        """Place a stone on each point of a line, or remove the stone there if it has the same color."""
        for point in [self._point(word) for word in line.split()]:
            if self._cells.get(point) == self._pen:
                del self._cells[point]
            else:
                self._cells[point] = self._pen
        self._show()

    def do_clear(self, words: str) -> None:
        for point in [self._point(word) for word in words.split()] if words else list(self._cells):
            self._cells.pop(point, None)
        self._show()

    def do_turn(self, color: Color) -> None:
        self._turn = color
        self._show()

    def do_keep(self) -> None:
        if self._keep is None:
            raise UserError("only a review can keep a position; type done to start a game from it")
        self._keep(self._base.with_board(self._cells, self._turn))
        self.app.pop(self)

    def do_done(self) -> None:
        arranged = self._base.with_board(self._cells, self._turn)
        if arranged.outcome_without_count is not None:
            raise UserError(f"the game would be over: {arranged.outcome_without_count.sentence[:-1]}")
        self.app.leave_for_game(lambda: self._play(arranged))

    def do_quit(self) -> None:
        is_changed = self._cells != self._base.cells()
        self.app.emit("news", "The changes were discarded." if is_changed else "Nothing was changed.")
        self.app.pop(self)

    def do_help(self) -> None:
        self.app.emit("page", *_SETUP_HELP, *self.command_list(self._base.game))

    def _point(self, word: str) -> Point:
        """Return the point that a word names.  Raise UserError if it names none on the board."""
        move = self._base.parse_partial_move(word)
        if not isinstance(move, Play) or len(move.points) != 1 or move.points[0] < 0:
            raise UserError(f"{word[:20]!r} is not a point; type help for a list of commands")
        return move.points[0]
