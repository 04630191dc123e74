"""What changes a game in review: moves, comments, moves that are removed again, and saving."""

from __future__ import annotations

from collections.abc import Callable

from gnugo_py.app.advice import reply_phase
from gnugo_py.app.context import HintedMove, PhaseContext
from gnugo_py.app.node_display import format_node_move, node_text_and_marks
from gnugo_py.app.phases.base import ILLEGAL_MOVE_PREFIX, ConfirmPhase, Phase, with_points_added
from gnugo_py.app.reviewed_file import ReviewedFile, read_copy
from gnugo_py.app.view import View
from gnugo_py.core.game import Game
from gnugo_py.core.position import Position
from gnugo_py.core.types import IllegalMove, Move, Play, Point, Resign, UserError
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.storage.review_file import ReviewFile

_UNSAVED = "The changes of this review are not saved."
_EARLIER_CHANGES = "Changes of an earlier review that were not saved are in {}; review that file to see them."


class EditedReview(Phase):
    """A game in review that can be changed.

    file            -- the game.
    is_game_running -- whether it is a copy of the current game, which gets the changes when they are saved.
    """

    def __init__(self, context: PhaseContext, file: ReviewedFile, is_game_running: bool) -> None:
        self.context, self._file, self._is_game_running = context, file, is_game_running
        self._place = file.place or ReviewFile(context.services.store, None)
        self._cursor = Cursor(file.tree, file.tree.current if is_game_running else file.tree.root)
        self._saved_changes, self._saved_content = file.tree.changes, file.content
        self._added: set[Node] = set()
        self._chosen: tuple[Point, ...] = ()

    @property
    def node(self) -> Node:
        """The current node."""
        return self._cursor.node

    @property
    def _game(self) -> Game:
        return self._cursor.tree.game

    @property
    def is_changed(self) -> bool:
        """Whether there are changes that are not saved."""
        return self._cursor.tree.changes != self._saved_changes

    # Going to nodes

    def go_to_node(self, node: Node) -> Phase:
        """Go to a node and show it; stay at the current node if its position cannot be reached."""
        try:
            position = node.position
        except UserError as error:
            return self.refuse(f"the next move in the file is illegal: {error}.")
        self._cursor.go_to(node)
        self._chosen, self.escape_line = (), ""
        self._show(position)
        return self

    def _show(self, position: Position) -> None:
        self.prompt = f"move {self.node.number} of {self._cursor.end.number}; next, back, help or quit:"
        self.context.diagram = position.diagram()
        lines, marks = node_text_and_marks(self._cursor, position)
        status = position.status_lines(position.is_over)
        self.context.emit("moment", *lines, *status, diagram=self.context.diagram, marks=marks)

    def show_again(self) -> Phase:
        """Show the current node again."""
        return self.go_to_node(self.node)

    def tell_earlier_changes(self) -> None:
        """Tell the person where an earlier review of the file has left changes, if it has."""
        earlier = self._place.earlier_copy
        if earlier is not None:
            self.context.emit("news", _EARLIER_CHANGES.format(earlier))

    # Changing the game

    def enter_line(self, line: str) -> Phase:
        """Enter a child of the node by its move, play a move or choose some of its points."""
        ways = () if self._chosen else self.node.children
        way = next((way for way in ways if format_node_move(way).lower() == line.lower()), None)
        if way is not None:
            return self.go_to_node(way)
        try:
            move = self.node.position.parse_partial_move(line)
        except IllegalMove as error:
            return self.refuse(f"{ILLEGAL_MOVE_PREFIX} {error}.")
        except UserError:
            return self.refuse(f"{line.split()[0][:20]!r} is not a review command; type help for a list.")
        return self._choose_points(move.points) if isinstance(move, Play) else self._enter(move)

    def _choose_points(self, points: tuple[Point, ...]) -> Phase:
        """Add points to the move that is being chosen, and play it if it is complete."""
        chosen, refusal = with_points_added(self.node.position, self._chosen, points)
        if len(chosen) == len(self._game.point_prompts):
            return self._enter(Play(chosen))
        return self._show_chosen(chosen) if refusal is None else self._refuse_move(refusal)

    def _show_chosen(self, chosen: tuple[Point, ...]) -> Phase:
        """Show the first points of a move, or the node if there are none."""
        if not chosen:
            return self.show_again()
        self._chosen, self.escape_line = chosen, "back"
        self.prompt = self._game.point_prompts[len(chosen)]
        self.context.show_partial_move(self.node.position, chosen)
        return self

    def remove_last_point(self) -> Phase:
        """Remove the point that was chosen last."""
        return self._show_chosen(self._chosen[:-1])

    def _refuse_move(self, reason: str) -> Phase:
        self.refuse(f"{ILLEGAL_MOVE_PREFIX} {reason}.")
        return self._show_chosen(self._chosen) if self._chosen else self

    def enter_hinted_move(self, hinted: HintedMove | None) -> Phase:
        """Play the move of the hint that was shown last, if it was for this position."""
        if hinted is None or hinted.position is not self.node.position:
            return self
        return self._enter(hinted.move)

    def _enter(self, move: Move) -> Phase:
        """Go to the child with a move, which is added if there is none."""
        changes = self._cursor.tree.changes
        try:
            node = self.node.add(move)
        except IllegalMove as error:
            return self._refuse_move(str(error))
        if self._cursor.tree.changes != changes:
            self._added.add(node)
            self._write_copy()
        return self.go_to_node(node)

    def reply(self, words: str) -> Phase:
        """Let an engine play a move.

        words -- its level, or empty for the highest.
        """

        def play(move: Move) -> Phase:
            resume()
            return self if isinstance(move, Resign) else self._enter(move)

        resume = self.pause_analysis()
        return reply_phase(self.context, self.node.position, words, self, resume, play)

    def pause_analysis(self) -> Callable[[], Phase]:
        """Stop the analysis in the background; return a function that continues it and returns this phase."""
        return lambda: self

    def delete(self) -> Phase:
        """Remove the current move and those after it, if they were added in this review."""
        node, parent = self.node, self.node.parent
        if node not in self._added or parent is None:
            return self.refuse("delete removes only moves that were added in this review; this one was not.")
        removed = {each for each in self._added if node in each.path()}

        def act() -> Phase:
            node.remove()
            self._added -= removed
            self._write_copy()
            return self.go_to_node(parent)

        question = f"Delete this move and {len(removed) - 1} after it"
        return ConfirmPhase(self.context, question, act, self) if len(removed) > 1 else act()

    def set_comment(self, text: str) -> Phase:
        """Set the comment of the node, or remove it if `text` is empty."""
        if not text and not self.node.comment:
            return self.refuse("there is no comment to remove here; type comment TEXT to write one.")
        if text != self.node.comment:
            self.node.comment = text
            self._write_copy()
        return self.show_again()

    # Saving the changes

    def _write_copy(self) -> None:
        """Save the changes automatically."""
        self.context.review_file = self._place
        before = self._place.error
        self._place.write_copy(self._cursor.tree)
        error = self._place.error
        if error and error != before:
            self.context.emit("trouble", f"The changes are not saved automatically: {error}.")

    def save(self, name: str) -> bool:
        """Save the changes and report the result; return whether they are saved.

        name -- the name of a new saved game; empty for the reviewed file or the current game.
        """
        if not name and not self.is_changed:
            self.refuse("nothing has changed; type save NAME for a copy.")
            return False
        try:
            message, self._saved_content = self._saved(name)
        except UserError as error:
            self.refuse(f"Not saved: {error}.")
            return False
        self.context.emit("news", message)
        self._saved_changes = self._cursor.tree.changes
        return True

    def _saved(self, name: str) -> tuple[str, bytes]:
        """Save the changes; return a message and what was saved.  Raise UserError if that fails."""
        tree = self._cursor.tree
        if name:
            content = tree.write() if self.is_changed else self._saved_content
            return self._place.save_as(content, name), content
        if self._is_game_running:
            return self._put_into_game(), tree.write()
        message, content = self._place.save(tree), self._place.content or b""
        self._file = self._file._replace(content=content)
        return message, content

    def _put_into_game(self) -> str:
        """Continue the current game with a copy of the game in review, at the same node; return a message."""
        context, copy = self.context, read_copy(self._cursor.tree).tree
        context.cursor = Cursor(copy, copy.current)
        message = context.save_game_as(None)
        if not context.save_error:
            self._place.discard()
        return f"The game has the changes. {message}"

    def leave_then(self, act: Callable[[], Phase]) -> Phase:
        """Leave the review by an action; ask first what to do with changes that are not saved."""
        return LeaveReviewPhase(self, act) if self.is_changed else act()

    def discard(self) -> None:
        """Remove the copy of the changes."""
        self._place.discard()


class LeaveReviewPhase(Phase):
    """The question of what to do with the changes of a review.

    review -- the review.
    act    -- leaves it and returns the next phase.
    """

    prompt = "save, save NAME, discard or back?"
    escape_line = "back"
    has_own_board = True

    def __init__(self, review: EditedReview, act: Callable[[], Phase]) -> None:
        self.context, self._review, self._act = review.context, review, act
        self.context.emit("choice", _UNSAVED)

    def view(self, shown: View) -> View:
        """Return the view of the review, with the question."""
        return self._review.view(shown)._replace(prompt=self.prompt, escape_line=self.escape_line)

    def handle_line(self, line: str) -> Phase:
        """Handle the answer; ask again if it is none of the four, or if the changes cannot be saved."""
        word, _, name = line.partition(" ")
        if word.lower() == "save":
            return self._act() if self._review.save(name.strip()) else self
        if line.lower() == "discard":
            self._review.discard()
            return self._act()
        if line.lower() == "back":
            return self._review.show_again()
        return self.refuse("type save, save NAME, discard or back.")
