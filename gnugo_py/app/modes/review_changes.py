"""What is made of a game in review: moves, comments, removed moves, files, and new games from it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.commands import parse_number
from gnugo_py.app.mode import NEW_GAME_FROM_SETUP, Mode, Question, yes_or_no
from gnugo_py.app.move_mode import Answer, MoveMode
from gnugo_py.app.node_display import comment_lines, node_text_and_marks, shortened_comment
from gnugo_py.app.open_games import game_from_review
from gnugo_py.app.reviewed_games import ReviewedFile
from gnugo_py.games.board_words import board_in_words, changes_in_words, marks_in_words
from gnugo_py.games.game import Game
from gnugo_py.games.points import row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.text import describe_move, pluralize, sanitize
from gnugo_py.games.types import Color, IllegalMove, Mark, Move, Resign, UserError
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import MARKUP, Node
from gnugo_py.storage.review_file import ReviewFile

_UNSAVED = "The changes of this review are not saved"
_MARKS: dict[str, Mark] = {mark.kind: mark for mark in MARKUP.values() if mark.kind != "owner"}
_MAX_BARE_LABEL = 3
"""The length of labels that need no quotation marks."""


class EditedReview(MoveMode):
    """A game in review that can be changed.

    file            -- the game.
    is_game_running -- whether it is a copy of the current game, which gets the changes when they are saved.
    place           -- where the changes are saved.
    """

    def __init__(self, app: App, file: ReviewedFile, is_game_running: bool) -> None:
        super().__init__(app, Cursor(file.tree, file.tree.current if is_game_running else file.tree.root))
        self.file, self.is_game_running = file, is_game_running
        self.place = file.place or ReviewFile(app.store, None, b"")
        self._numbered = 0
        self._saved_changes, self._saved_content = file.tree.changes, file.content

    @property
    def node(self) -> Node:
        """The current node."""
        return self.cursor.node

    @property
    def game(self) -> Game:
        """The game by whose rules the file is read."""
        return self.cursor.tree.game

    @property
    def is_changed(self) -> bool:
        """Whether there are changes that are not saved."""
        return self.cursor.tree.changes != self._saved_changes

    # Going to nodes

    def go_to_node(self, node: Node) -> None:
        """Go to a node and show it; stay at the current node if its position cannot be reached."""
        try:
            position = node.position
        except UserError as error:
            self.refuse(f"the next move in the file is illegal: {error}.")
            return
        self.cursor.go_to(node)
        self.chosen = ()
        self.app.diagram = position.diagram()
        lines, marks = node_text_and_marks(self.cursor, self._numbered)
        status = words_of(position).status_lines(position.is_over)
        text = lines if self.app.has_screen else (*lines, *shortened_comment(node))
        self.app.emit(
            "moment",
            *text,
            *status,
            diagram=self.app.diagram,
            marks=marks,
            words=lambda: (*text, *_node_in_words(node, position)),
        )
        if self.app.has_screen:
            self.app.emit("choice", *comment_lines(node))

    def show_unchosen(self) -> None:
        self.go_to_node(self.node)

    def resume(self, left: Mode) -> None:
        self.go_to_node(self.node)

    def do_numbers(self, number: int) -> None:
        self._numbered = number
        self.go_to_node(self.node)

    # Changing the game

    def enter_line(self, line: str) -> None:
        """Enter a child of the node by its move, play a move or choose some of its points."""
        ways = () if self.chosen else self.node.children
        way = next((way for way in ways if way.move_text.lower() == line.lower()), None)
        if way is not None:
            self.go_to_node(way)
            return
        try:
            move = self.position.parse_partial_move(line)
        except IllegalMove:
            raise
        except UserError:
            instead = f"variation {line} or goto {line}" if parse_number(line) else "help for a list"
            raise UserError(f"{line.split()[0][:20]!r} is not a review command; type {instead}") from None
        self.enter(move)

    def play_move(self, move: Move) -> None:
        """Go to the child with a move, which is added if there is none."""
        changes = self.cursor.tree.changes
        node = self.node.add(move)
        if self.cursor.tree.changes != changes:
            self._write_copy()
        self.go_to_node(node)

    def do_reply(self, level: int | None) -> None:
        """Let an engine play a move, at the highest level if none is named."""

        def play(answer: Answer) -> None:
            move = answer.decision.move
            written = answer.position.format_move(move)
            self.app.emit("news", f"{describe_move(answer.adviser.name, written)}.")
            if not isinstance(move, Resign):
                self.play_move(move)

        self.consult(self.position, level, play)

    @abstractmethod
    def renew_analysis(self) -> None:
        """Analyze the line as it is now, if the game was analyzed before."""

    def do_delete(self) -> None:
        node, parent = self.node, self.node.parent
        if parent is None:
            raise UserError("this is the start of the game; delete removes a move and those after it")

        def act() -> None:
            node.remove()
            self._show_changed(parent)
            self.renew_analysis()

        after = sum(1 for _ in self.cursor.tree.nodes(node)) - 1
        what = f"{node.color} {node.move_text}" if node.has_move else "this position"
        rest = f" and {pluralize(after, 'move')} after it" if after else ""
        self.app.push(yes_or_no(self.app, f"Delete {what}{rest}", act))

    def do_promote(self) -> None:
        changes = self.cursor.tree.changes
        self.node.promote()
        if self.cursor.tree.changes == changes:
            raise UserError("this is the main line already; go to a move of a variation first")
        self._show_changed(self.node)
        self.renew_analysis()
        self.app.emit("news", "This line is the main line now.")

    def do_mark(self, words: str) -> None:
        where, _, what = words.partition(" ")
        point = self.point_after("mark", where)
        self.node.set_mark(point, _parse_mark(what.strip()))
        self._show_changed(self.node)

    def do_setup(self) -> None:
        navigation.setup(self.app, self.position, self.play_from_setup, self._keep_setup)

    def _keep_setup(self, position: Position) -> None:
        """Append a position that was set up.  Raise UserError if the file cannot express it."""
        self.cursor.go_to(self.node.append_setup(position))
        self._write_copy()

    def _show_changed(self, node: Node) -> None:
        """Save a change automatically, and show a node."""
        self._write_copy()
        self.go_to_node(node)

    def do_comment(self, text: str) -> None:
        """Set the comment of the node, or remove it if `text` is empty."""
        if not text and not self.node.comment:
            raise UserError("there is no comment to remove here; type comment TEXT to write one")
        before = self.node.comment
        if text != before:
            self.node.comment = text
            self._write_copy()
        self.go_to_node(self.node)
        if before not in ("", text):
            self.app.emit("news", f"This replaces the comment: {before}" if text else f"Removed: {before}")

    # Saving the changes

    def _write_copy(self) -> None:
        """Save the changes automatically."""
        self.app.review_file = self.place
        before = self.place.error
        if notice := self.place.write_copy(self.cursor.tree):
            self.app.emit("news", notice)
        error = self.place.error
        if error and error != before:
            self.app.emit("trouble", f"The changes are not saved automatically: {error}.")

    def do_save(self, name: str) -> None:
        """Save the changes, and report where.  Raise UserError if they cannot be saved.

        name -- the name of a new saved game; empty for the reviewed file or the current game.
        """
        if not name and not self.is_changed:
            raise UserError("nothing has changed; type save NAME for a copy")
        try:
            message, self._saved_content = self._saved(name)
        except UserError as error:
            raise UserError(f"Not saved: {error}") from None
        self.app.emit("news", message)
        self._saved_changes = self.cursor.tree.changes

    def _saved(self, name: str) -> tuple[str, bytes]:
        """Save the changes; return a message and what was saved.  Raise UserError if that fails."""
        tree = self.cursor.tree
        if name:
            content = tree.write() if self.is_changed else self._saved_content
            return self.place.save_as(content, name), content
        if self.is_game_running:
            return self._put_into_game(), tree.write()
        message, content = self.place.save(tree), self.place.content
        self.file = self.file._replace(content=content)
        return message, content

    def _put_into_game(self) -> str:
        """Continue the current game with a copy of the game in review, at the same node; return a message."""
        app = self.app
        app.required_game.replace_tree(self.cursor.tree.copy())
        message = app.autosave.save_as(app.required_game.tree, None)
        if app.autosave.error:
            self.place.error = ""  # what is not saved is now the game
        else:
            self.place.discard()
        return f"The game has the changes. {message}"

    def question_before_leaving(self, act: Callable[[], None]) -> Mode | None:
        """Return the question of what to do with changes that are not saved, None if there are none."""
        if not self.is_changed:
            return None

        def save(name: str) -> None:
            self.do_save(name)
            act()

        def discard(_: str) -> None:
            self.place.discard()
            act()

        acts = {"save": save, "discard": discard, "back": None}
        name = sanitize(self.place.file_name)
        ways, saved = ("save, save NAME", f"; save writes {name}") if name else ("save NAME", "")
        return Question(self.app, f"{ways}, discard or back?", acts, f"{_UNSAVED}{saved}.")

    def do_play(self) -> None:
        if self.position.outcome_without_count is not None:
            raise UserError("the game is over at this point; go back a move first")
        self.app.leave_for_game(lambda: self.play_from_setup(None))

    def play_from_setup(self, position: Position | None) -> None:
        """Play a new game from a position that was set up, or from the current node for None."""
        players = self.app.required_game.players if self.is_game_running else None
        opened = game_from_review(self.app, self.file, self.node, position, players)
        names = [opened.players[color].name if color in opened.players else "you" for color in Color]
        from_node = f"A new game from move {self.node.number}.  Black: {names[0]}, White: {names[1]}."
        self.app.emit("news", from_node if position is None else NEW_GAME_FROM_SETUP)
        navigation.play(self.app, opened)


def _node_in_words(node: Node, position: Position) -> Iterator[str]:
    """Yield what else people need to know about a node who do not see the board."""
    yield from board_in_words(position) if position.previous is None else changes_in_words(position)
    markup = [(row_and_column(point, position.size), sign) for point, sign in node.markup]
    yield from marks_in_words(position.diagram(), markup)


def _parse_mark(text: str) -> Mark | None:
    """Return a mark by its name, or its label; None for `none`.  Raise UserError if it is neither."""
    name, label = text.lower(), text.removeprefix('"').removesuffix('"').strip()
    if name == "none" or name in _MARKS:
        return _MARKS.get(name)
    if not label or (len(label) > _MAX_BARE_LABEL and len(label) == len(text)):
        raise UserError('after the point, type triangle, square, circle, cross, none, or a text such as "A"')
    return Mark(label)
