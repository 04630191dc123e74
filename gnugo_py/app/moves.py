"""The base of the modes in which moves are entered, whose points may come one by one."""

from __future__ import annotations

from gnugo_py.app.mode import ILLEGAL_MOVE_PREFIX, HintedMove, Mode, with_points_added
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.types import Move, Play, Point


class MoveMode(Mode):
    """A mode in which moves are entered.

    chosen -- the points of a move that is not complete.
    """

    accepts_moves = True
    chosen: tuple[Point, ...] = ()

    @property
    def position(self) -> Position:
        """The position in which a move is entered."""
        raise NotImplementedError

    def play_move(self, move: Move) -> None:
        """Play a move, or show why it is illegal."""
        raise NotImplementedError

    def play_from_setup(self, position: Position) -> None:
        """Play a new game from a position that was set up."""
        raise NotImplementedError

    def show_unchosen(self) -> None:
        """Show the position again, after the last point of a move was removed."""
        raise NotImplementedError

    def enter(self, move: Move) -> None:
        """Play a move, or add its points to those that are chosen already."""
        if not isinstance(move, Play):
            self.play_move(move)
            return
        chosen, refusal = with_points_added(self.position, self.chosen, move.points)
        if len(chosen) == len(self.position.game.point_prompts):
            self.play_move(Play(chosen))
        elif refusal is None:
            self.choose_points(chosen)
        else:
            self.refuse_move(refusal)

    def refuse_move(self, reason: str) -> None:
        """Show why a move is illegal; the points that are chosen already stay."""
        self.refuse(f"{ILLEGAL_MOVE_PREFIX} {reason}.")
        if self.chosen:
            self.choose_points(self.chosen)

    def choose_points(self, points: tuple[Point, ...]) -> None:
        """Show the first points of a move and those that may come next, or the position for no points."""
        self.chosen, self.escape_line = points, "back" if points else ""
        if not points:
            self.show_unchosen()
            return
        position = self.position
        self.app.diagram = position.partial_move_diagram(points)
        marks = tuple((row_and_column(point, position.size), "+") for point in position.next_points(points))
        text = f"{position.format_move(Play(points))}: + marks the points that can come next."
        self.app.emit("choice", text, diagram=self.app.diagram, marks=marks)

    def play_hinted(self, hinted: HintedMove | None) -> None:
        """Play the move of the hint that was shown last, if it was for this position."""
        if hinted is not None and hinted.position is self.position:
            self.play_move(hinted.move)
