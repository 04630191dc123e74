"""Problems: the person looks for the right moves, which the file of a problem knows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from gnugo_py.app.app import App
from gnugo_py.app.mode import BOARD_COMMANDS, BoardMode, Command, Mode, Task
from gnugo_py.app.problem_files import ProblemCollection
from gnugo_py.app.screen import Screen
from gnugo_py.app.views import position_screen
from gnugo_py.games.board_words import board_in_words, marks_in_words
from gnugo_py.games.diagram import cell_name
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import RESIGN, Move, Play, Point, UserError
from gnugo_py.record.node import Node
from gnugo_py.storage.training import ProblemRecord, current_training_date, text_digest
from gnugo_py.study.exercises import AnswerJudgment, Exercise, ExerciseJudge
from gnugo_py.study.problem import SYMMETRIES, Problem, comment_of, region_with

_HELP_BEFORE = "Type the right move, such as {example}, or one of these commands:"
_HELP_AFTER = (
    "What is right is what the file says. A move that is not in the file is judged by the analyst.",
    "A problem that you missed, or solved with help, is offered again on later days: run gnugo-py problems.",
)
_ANSWER_PROMPT = "your move (or hint, solution, skip, help)?"
_WRONG_PROMPT = "Return shows how the file goes on; or type a move, again, solution or skip:"
_OUTSIDE_PROMPT = "Type another move, again, solution or skip:"
_DONE_PROMPT = "Press Return for the next problem:"
_MIRRORED = "(The board is turned: points and colors in the comments do not fit.)"
_MAX_SKIPPED_SHOWN = 3
_MAX_TREE_LINES = 500
_NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"
_SAME_POINTS = 0.5
"""The most points by which a move may be worse than that of the file and still count as equally good."""


class ProblemsMode(BoardMode):
    """The problems of a collection, one after another.

    problems -- the problems; `load_next` must load the first one before the mode starts.
    """

    accepts_moves = True
    has_own_board = True
    commands = (
        Command("hint", "F2", "mark the part of the board where the right move is"),
        Command("solution", "", "show the right moves"),
        Command("again", "", "try the problem again from its start"),
        Command("skip", "", "go to the next problem", aliases=("next",)),
        Command("tree", "", "list all moves in the file, and which ones are right"),
        Command("mirror", "", "turn or reflect the board; mirror colors: swap the colors", "[colors]"),
        *BOARD_COMMANDS,
        Command("help", "F1", "show this help", aliases=("?",)),
        Command("quit", "F10", "leave the problems", aliases=("exit", "q")),
    )

    def __init__(self, app: App, problems: ProblemCollection) -> None:
        super().__init__(app)
        self._problems, self._texts = problems, problems.texts()
        self._today = current_training_date()
        self._records = app.training_store.problem_records()
        self._by_text = {record.text: record for record in self._records.values()}
        self._skipped: list[str] = []
        self._news, self._n_left_out = "", 0
        self._symmetry, self._swaps_colors = 0, False
        self._tried, self._n_solved = set[str](), 0

    # Going from problem to problem

    def load_next(self) -> bool:
        """Load the next problem that is new or due, and return whether there is one."""
        for each in self._texts:
            if self._is_done_with(self._by_text.get(text_digest(each.sgf))):
                self._n_left_out += 1
                continue
            try:
                problem = each.parse(self._symmetry, self._swaps_colors)
            except UserError as error:
                self._skipped.append(str(error))
                continue
            if self._is_done_with(self._records.get(problem.key)) or problem.key in self._tried:
                self._n_left_out += 1
                continue
            self._text, self._is_missed, self._is_done = each, False, False
            self._set_up(problem)
            return True
        return False

    def _is_done_with(self, record: ProblemRecord | None) -> bool:
        """Return whether a problem was tried and is not due today."""
        return record is not None and not record.is_due(self._today)

    def load_first_again(self) -> bool:
        """Load the first problem although it was tried before, and return whether there is one."""
        self._texts, self._records, self._by_text = self._problems.texts(), {}, {}
        self._skipped, self._n_left_out = [], 0
        self._news = "All these problems were tried before; here they are again."
        return self.load_next()

    @property
    def first_skipped(self) -> str:
        """Why the first problem or file that could not be read was skipped; empty if none was."""
        return self._skipped[0] if self._skipped else ""

    def _set_up(self, problem: Problem) -> None:
        """Show a problem from its start; if the opponent moves first, that is played."""
        self._problem, self._region = problem, problem.region()
        self._node, _ = self._after_replies(problem.start)
        self._position: Position = self._node.position
        self._rest: Sequence[Node] = ()

    def start(self) -> None:
        """Show the problem and its task."""
        news, self._news = (*self._skipped_lines(), self._news), ""
        self._position, self._rest = self._node.position, ()
        self.prompt = _DONE_PROMPT if self._is_done else _ANSWER_PROMPT
        self._show(*filter(None, (*news, self._problem.title, *self._task_lines())))

    def _task_lines(self) -> tuple[str, ...]:
        """Return the task of the problem, and a note if its points and colors do not fit the board."""
        if not self._problem.task:
            return (f"{self._problem.color} to play.",)
        return (*self._problem.task, *([_MIRRORED] if self._symmetry or self._swaps_colors else []))

    def _skipped_lines(self) -> list[str]:
        """Return the lines about what was skipped since this was asked last."""
        skipped, self._skipped = self._skipped, []
        lines = [f"Skipped: {each}." for each in skipped[:_MAX_SKIPPED_SHOWN]]
        more = len(skipped) - _MAX_SKIPPED_SHOWN
        lines += [f"Skipped: {more} more problems or files."] if more > 0 else []
        left_out, self._n_left_out = self._n_left_out, 0
        tried = pluralize(left_out, "problem")
        return [*lines, f"Left out: {tried} that you tried before."] if left_out else lines

    def resume(self, left: Mode) -> None:
        """Show the problem again."""
        self.start()

    @property
    def title(self) -> str:
        """Which problem it is, whose turn it is, and whether a part of the board is shown."""
        size = self._position.size
        part = f" (part of {size}x{size})" if self._region else ""
        return f"{self._text.place}: {self._problem.color} to play{part}"

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._position

    def screen(self) -> Screen:
        """Return the screen of the position."""
        return self.with_prompt(position_screen(self.app, self.title, self._position))

    def handle(self, line: str) -> None:
        """Handle a move or a command."""
        if not line:
            self._continue()
        elif not self.run_command(line, self._position.game):
            self._answer(line)

    def _continue(self) -> None:
        """Go to the next problem, or show the next move after a wrong answer, or the problem again."""
        if self._is_done:
            self.do_skip("")
        elif self._rest:
            node, *self._rest = self._rest
            self._position = node.position
            self.prompt = _WRONG_PROMPT if self._rest else _OUTSIDE_PROMPT
            self._show(_played_text(node), *comment_of(node))
        else:
            self._show_question()

    def _show_question(self) -> None:
        """Show the position in which the person has to move, and the task."""
        self._position, self._rest, self.prompt = self._node.position, (), _ANSWER_PROMPT
        self._show(*self._task_lines())

    # Answers

    def _answer(self, line: str) -> None:
        """Judge a move by the file or, if it is not in the file, by the analyst."""
        if self._is_done:
            self.refuse("this problem is done; press Return for the next one, or type again.")
            return
        position = self._node.position.with_to_move(self._problem.color)
        move = self.answer_of(line, position, lambda move: self._child(move) is not None)
        if move is None:
            return
        known, word = self._child(move), position.format_move(move)
        if known is None:
            self._answer_outside(position, move, word)
        elif known in self._problem.right:
            self._answer_right(known, word)
        else:
            self._answer_wrong(known, word)

    def _child(self, move: Move) -> Node | None:
        """Return the node of a move that is in the file, None if it is not."""
        return self._node.find_child(move, self._problem.color)

    def _answer_right(self, node: Node, word: str) -> None:
        """Play a right move and the reply of the file."""
        self._node, line = self._after_replies(node)
        self._position = self._node.position
        words = [f"correct: {word}.", *filter(None, map(_played_text, line[1:]))]
        comments = [text for each in line for text in comment_of(each)]
        if self._node in self._problem.solved:
            self._finish(" ".join((*words, "Solved.")), *comments)
        else:
            self.prompt = _ANSWER_PROMPT
            self._show(" ".join(words), *comments)

    def _after_replies(self, node: Node) -> tuple[Node, list[Node]]:
        """Return the node after the opponent's replies to a node, and the nodes up to it."""
        line = [node]
        while node not in self._problem.solved:
            replies = self._problem.replies(node)
            is_answered = node.color is not self._problem.color and self._problem.answers(node)
            if is_answered or not replies:
                break
            node = random.choice(replies)  # noqa: S311 - no secrets here
            line.append(node)
        return node, line

    def _answer_wrong(self, node: Node, word: str) -> None:
        """Show a wrong move and the reply of the file."""
        self._miss()
        line = [each for each in node.line() if each is node or self._is_playable(each)]
        shown, self._rest = line[:2], line[2:]
        self._position = shown[-1].position
        self.prompt = _WRONG_PROMPT if self._rest else _OUTSIDE_PROMPT
        replies = [_played_text(each) for each in shown[1:]]
        self._show(" ".join((f"wrong: {word}.", *replies)), *(t for each in shown for t in comment_of(each)))

    @staticmethod
    def _is_playable(node: Node) -> bool:
        with suppress(UserError):
            return node.move is not None
        return False

    def _answer_outside(self, position: Position, move: Move, word: str) -> None:
        """Let the analyst judge a move that is not in the file."""
        self._miss()
        best = self._right_move()
        if best is None:
            self._show(f"not in the file: {word}.")
            return
        exercise = Exercise(position, RESIGN, best, 0.0, "mistake", position.move_number)
        judge = ExerciseJudge(exercise, self.app.analysts.of_game(position.game))
        self._outside = word

        def show(judged: AnswerJudgment) -> None:
            after = position.play_unchecked(move)
            is_same = judged.points_lost < _SAME_POINTS
            loss = "as good as" if is_same else f"{judged.points_lost:.1f} points worse than"
            word_of_reply = after.format_move(judged.replies[0]) if judged.replies else ""
            reply = f"; {after.to_move} would answer {word_of_reply}" if word_of_reply else ""
            self._position, self._rest, self.prompt = after, (), _OUTSIDE_PROMPT
            self._show(f"not in the file: {word}. The analyst finds it {loss} the move of the file{reply}.")

        self.ask(self.app.analysts.of_game(position.game), lambda: judge.judge(move), show)

    def fail_task(self, task: Task, reason: str) -> None:
        """Show that a move is not in the file, and why it was not judged."""
        self.refuse(f"not in the file: {self._outside}. It was not judged: {reason}.")

    def _right_move(self) -> Move | None:
        """Return the first right move of the file, None if it cannot be played."""
        right = self._problem.right_answers(self._node)
        return right[0].move if right else None

    # Results

    def _miss(self) -> None:
        """Store the problem as missed, at the first wrong answer or help."""
        if not (self._is_missed or self._is_done):
            self._is_missed = True
            self._record(is_solved=False)

    def _finish(self, *lines: str) -> None:
        """Show the end of a problem; without a screen, go on to the next one."""
        if not self._is_done:
            if not self._is_missed:
                self._record(is_solved=True)
            self._is_done = True
        self.prompt = _DONE_PROMPT
        self._show(*lines)
        if not self.app.has_screen:
            self.do_skip("")

    def _record(self, is_solved: bool) -> None:
        """Store whether the problem was solved on the first try."""
        self._tried.add(self._problem.key)
        self._n_solved += is_solved
        store, key = self.app.training_store, self._problem.key
        failure = store.record_problem(key, self._text.sgf, is_solved, self._today)
        self.app.report_unsaved_result(failure)

    # Commands

    def do_hint(self, _: str) -> None:
        """Mark the part of the board where a right move is."""
        if self._is_done:
            self.refuse("this problem is done; press Return for the next one.")
            return
        self._miss()
        position = self._node.position
        move = self._right_move()
        self._position, self._rest, self.prompt = position, (), _ANSWER_PROMPT
        if not isinstance(move, Play):
            self._show("hint: the right move is not on the board.")
            return
        area = _area_near(move.points[0], position.size)
        first, last = position.format_point(area[-3]), position.format_point(area[2])
        cells = position.cells()
        marks = {point: "?" for point in area if cells.get(point, "-") not in "XO"}
        self._show(f"hint: the right move is between {first} and {last}.", marks=marks)

    def do_solution(self, _: str) -> None:
        """Show the right moves, numbered on the board."""
        self._miss()
        before, line = self._node, self._problem.solution(self._node)
        others = [_word(each) for each in self._problem.right_answers(before)[1:]]
        self._node = line[-1] if line else before
        self._position = self._node.position
        words = " ".join(_word(each) for each in line if each.has_move)
        also = [f"Also right: {', '.join(others)}."] if others else []
        comments = [text for each in line for text in comment_of(each)]
        self._is_done = True
        marks = _numbered([each for each in line if each.has_move])
        self.prompt = _DONE_PROMPT
        self._show(f"solution: {words}.", *also, *comments, marks=marks)
        if not self.app.has_screen:
            self.do_skip("")

    def do_again(self, _: str) -> None:
        """Show the problem from its start; its result stays."""
        self._is_missed, self._is_done = self._is_missed or self._is_done, False
        self._set_up(self._problem)
        self.start()

    def do_skip(self, _: str) -> None:
        """Go to the next problem or, after the last one, leave the problems."""
        if self.load_next():
            self.start()
        else:
            self.do_quit("")

    def do_tree(self, _: str) -> None:
        """List the moves of the file."""
        self._miss()
        self.app.emit("page", self.title, f"Right by: {self._problem.right_by}", "", *self._tree_lines())

    def do_mirror(self, what: str) -> None:
        """Turn the board, or swap the colors; the following problems are turned in the same way."""
        if what.lower() not in ("", "colors"):
            self.refuse("type mirror or mirror colors.")
            return
        if what:
            self._swaps_colors = not self._swaps_colors
        else:
            self._symmetry = (self._symmetry + 1) % SYMMETRIES
        self._is_missed, self._is_done = self._is_missed or self._is_done, False
        self._set_up(self._text.parse(self._symmetry, self._swaps_colors))
        self.start()

    def do_help(self, _: str) -> None:
        diagram = self._position.diagram()._replace(region=self._region)
        rows, columns = diagram.shown_rows, diagram.shown_columns
        example = cell_name(diagram, (rows[len(rows) // 2], columns[len(columns) // 2]))
        lines = (f"  {each.name:<10}{each.help}" for each in self.commands)
        before = _HELP_BEFORE.format(example=example)
        self.app.emit("page", before, "", *lines, "", *_HELP_AFTER)

    def do_quit(self, _: str) -> None:
        """Show the results, and leave the problems."""
        records = self.app.training_store.problem_records().values()
        result = f"Problems: {self._n_solved} of {len(self._tried)} solved on the first try."
        self.app.emit("news", *self._skipped_lines(), result)
        days = sorted(each.due for each in records if each.due is not None)
        n_solved = sum(each.solved > 0 for each in records)
        again = f"; {len(days)} to try again, the next on {max(days[0], self._today)}" if days else ""
        if records:
            n_tried = pluralize(len(records), "problem")
            self.app.emit("news", f"In all, {n_solved} of {n_tried} solved on the first try{again}.")
        self.app.pop(self)

    # What is shown

    def _tree_lines(self) -> Iterator[str]:
        """Yield a line for each move of the file, indented by its depth."""
        waiting = [(child, 0) for child in reversed(self._problem.start.children)]
        for _ in range(_MAX_TREE_LINES):
            if not waiting:
                return
            node, depth = waiting.pop()
            verdict = ""
            if node.color is self._problem.color:
                verdict = ": right" if node in self._problem.right else ": wrong"
            note = " ".join(comment_of(node))
            yield f"{'  ' * min(depth, 20)}{_played_text(node)[:-1]}{verdict}{f'. {note}' if note else ''}"
            waiting += [(child, depth + 1) for child in reversed(node.children)]
        if waiting:
            yield "..."

    def _show(self, *lines: str, marks: Mapping[Point, str] | None = None) -> None:
        """Show the position, with marks or with the last move highlighted, and some lines."""
        app, position, node = self.app, self._position, self._node
        last = dict.fromkeys(position.marks().last_move, "")
        signs = dict(marks or last)
        if position is node.position and not marks:
            signs |= {point: sign[:1] for point, sign in node.markup if sign.isascii() and point not in last}
        cells = tuple((row_and_column(point, position.size), sign) for point, sign in signs.items())
        region = self._region and region_with(self._region, [cell for cell, _ in cells])
        app.diagram = position.diagram()._replace(region=region)
        app.emit("moment", self.title)
        app.emit(
            "choice",
            *lines,
            diagram=app.diagram,
            marks=cells,
            words=lambda: (
                *board_in_words(position),
                *lines,
                *(() if marks else marks_in_words(position.diagram(), cells)),
            ),
        )


def _word(node: Node) -> str:
    """Return the move of a node as text."""
    move = node.move
    assert move is not None
    return node.position.format_move(move)


def _played_text(node: Node) -> str:
    """Return a sentence with the move of a node; empty if it has none."""
    with suppress(UserError):
        if node.move is not None:
            return f"{node.color} plays {_word(node)}."
    return ""


def _numbered(line: Sequence[Node]) -> dict[Point, str]:
    """Return the numbers of the moves of a line, by point; the first one stays where two are on a point."""
    marks: dict[Point, str] = {}
    for node, sign in zip(line, _NUMBERS, strict=False):
        move = node.move
        if isinstance(move, Play):
            marks.setdefault(move.points[0], sign)
    return marks


def _area_near(point: Point, size: int) -> list[Point]:
    """Return nine points in a square with a point that is not always in the middle, in board order."""
    row, column = row_and_column(point, size)
    top = min(max(row - (row + 2 * column) % 3, 0), size - 3)
    left = min(max(column - (2 * row + column) % 3, 0), size - 3)
    return [point_at(top + down, left + right, size) for down in range(3) for right in range(3)]
