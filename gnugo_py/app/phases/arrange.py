"""The phase in which a person sets up a position by placing and removing stones, then starts a game."""

from __future__ import annotations

from collections.abc import Callable

from gnugo_py.app.context import PhaseContext
from gnugo_py.app.phases.base import Phase, confirm_if_unsaved_then_act
from gnugo_py.app.view import View
from gnugo_py.core.bitboard import row_and_column
from gnugo_py.core.diagram import Diagram, with_marks
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Play, Point, UserError

_STONE_SIGNS = {"b": "X", "black": "X", "w": "O", "white": "O"}
_ARROW_WORD, _ARROW_SIGN = "arrow", "#"
_ARRANGE_TITLE = "Set up a position"
_ARRANGE_HELP = (
    "Type a point, or choose it with the cursor or the mouse, to place a stone there.",
    "Choosing a stone of the same color removes it. You can also type one of these commands:",
    "",
    "  b           the next stones are Black's; b D4 E5: place them right away",
    "  w           the next stones are White's; w D4 E5: place them right away",
    "  clear D4    remove what is on D4; clear alone: remove everything",
    "  turn b      Black moves first; turn w: White does",
    "  done        start the game from here",
    "  quit        go back without changes",
)
NEW_GAME_FROM_SETUP_MESSAGE = "A new game from this position."
PREVIOUS_GAME_SAVED_MESSAGE = "The previous game remains saved."
_FIRST_HINT = "Return or a click places a stone, or removes one of the same color; help lists the commands."
_ARROW_HELP = "  arrow       the next points are burnt; arrow D4 E5: burn these points"


class ArrangePhase(Phase):
    """A position that is being set up.

    game     -- the game.
    position -- the position to begin with, whose board size and rules are kept.
    start    -- returns the phase that plays from a position; raises UserError.
    before   -- the phase to return to.
    """

    accepts_moves = True
    keeps_cursor = True
    has_own_board = True

    def __init__(
        self,
        context: PhaseContext,
        game: Game,
        position: Position,
        start: Callable[[Position], Phase],
        before: Phase,
    ) -> None:
        self.context, self._game, self._base = context, game, position
        self._start, self._before = start, before
        self._cells = dict(position.cells())
        self._pen, self._turn = "X", position.to_move

    def view(self, shown: View) -> View:
        """Return the view with the position that the setup began with; its board has the same points."""
        return super().view(shown)._replace(title=_ARRANGE_TITLE, game=self._game, position=self._base)

    def show(self, *lines: str) -> Phase:
        """Show the board, what is placed next, and who moves first."""
        pen = {"X": "Black's stones", "O": "White's stones", _ARROW_SIGN: "arrows"}[self._pen]
        arrow = " arrow," if self._has_arrows else ""
        self.prompt = f"{pen}, {self._turn} to move; a point, b, w,{arrow} clear, turn, done or quit:"
        self.context.diagram = self._diagram()
        self.context.emit("moment", _ARRANGE_TITLE)
        self.context.emit("choice", *lines, diagram=self.context.diagram)
        return self

    def start(self) -> Phase:
        """Show the board for the first time."""
        return self.show(_FIRST_HINT)

    def show_again(self) -> Phase:
        """Show the board again."""
        return self.show()

    def handle_line(self, line: str) -> Phase:
        """Handle a point or a command."""
        word, *rest = line.split() or [""]
        word = word.lower()
        try:
            if word in _STONE_SIGNS or (word == _ARROW_WORD and self._has_arrows):
                return self._put(_STONE_SIGNS.get(word, _ARROW_SIGN), rest)
            if word == "clear":
                return self._clear(rest)
            if word == "turn":
                return self._set_turn(rest)
            if word == "done":
                return self._done()
            if word in ("quit", "exit", "q", "cancel"):
                return self._quit()
            if word in ("help", "?"):
                return self._help()
            return self._toggle(line) if word else self
        except UserError as error:
            return self.refuse(f"{error}.")

    @property
    def _has_arrows(self) -> bool:
        """Whether the game has squares that are burnt."""
        return _ARROW_SIGN in self._game.legend

    def _put(self, sign: str, words: list[str]) -> Phase:
        """Place stones of a color, or arrows, on some points, and select them for the points entered next."""
        for point in [self._point(word) for word in words]:
            self._cells[point] = sign
        self._pen = sign
        return self.show()

    def _toggle(self, line: str) -> Phase:
        """Place a stone on each point of a line, or remove the stone there if it has the same color."""
        for point in [self._point(word) for word in line.split()]:
            if self._cells.get(point) == self._pen:
                del self._cells[point]
            else:
                self._cells[point] = self._pen
        return self.show()

    def _clear(self, words: list[str]) -> Phase:
        """Remove what is on some points; without points, everything."""
        for point in [self._point(word) for word in words] if words else list(self._cells):
            self._cells.pop(point, None)
        return self.show()

    def _set_turn(self, words: list[str]) -> Phase:
        """Set who moves first."""
        sign = _STONE_SIGNS.get(words[0].lower()) if len(words) == 1 else None
        if sign is None:
            raise UserError("type turn b or turn w")
        self._turn = Color.BLACK if sign == "X" else Color.WHITE
        return self.show()

    def _done(self) -> Phase:
        """Start the game from the position, if the game allows it."""
        arranged = self._base.with_board(self._cells, self._turn)
        if arranged.outcome_without_count is not None:
            raise UserError(f"the game would be over: {arranged.outcome_without_count.sentence[:-1]}")

        def start() -> Phase:
            try:
                return self._start(arranged)
            except UserError as error:
                return self.refuse(f"{error}.")

        return confirm_if_unsaved_then_act(self.context, start, self)

    def _quit(self) -> Phase:
        self.context.emit("news", "Nothing was changed.")
        if self.context.cursor is not None and not self._before.has_own_board:
            self.context.show_board()
        return self._before.show_again()

    def _help(self) -> Phase:
        extra = (_ARROW_HELP,) if self._has_arrows else ()
        self.context.emit("page", *_ARRANGE_HELP[:5], *extra, *_ARRANGE_HELP[5:])
        return self

    def _point(self, word: str) -> Point:
        """Return the point that a word names.  Raise UserError if it names none on the board."""
        move = self._base.parse_partial_move(word)
        if not isinstance(move, Play) or len(move.points) != 1 or move.points[0] < 0:
            raise UserError(f"{word[:20]!r} is not a point; type help for a list of commands")
        return move.points[0]

    def _diagram(self) -> Diagram:
        """Return the board as it is set up."""
        signs = {**dict.fromkeys(self._base.cells(), "-"), **self._cells}
        marks = ((row_and_column(point, self._base.size), sign) for point, sign in signs.items())
        return with_marks(self._base.diagram(), marks)
