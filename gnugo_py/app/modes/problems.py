"""Problems: the person looks for the right moves, which the file of a problem knows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, quit_command
from gnugo_py.app.exercise_mode import ExerciseMode, Step
from gnugo_py.app.mode import Task
from gnugo_py.app.problem_files import ProblemCollection, ProblemText, own_problem_files
from gnugo_py.app.progress import with_progress
from gnugo_py.games.board_words import marks_in_words
from gnugo_py.games.diagram import cell_name
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.points import point_at, row_and_column
from gnugo_py.games.position import Position
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import HIGHLIGHT, RESIGN, Mark, Move, Play, Point, UserError
from gnugo_py.record.node import Node
from gnugo_py.storage.training import ProblemRecord, current_training_date, text_digest
from gnugo_py.study.exercises import AnswerJudgment, Exercise, ExerciseJudge
from gnugo_py.study.outside_answers import OutsideAnswer, judge_outside_answer
from gnugo_py.study.problem import SYMMETRIES, Problem, comment_of, region_with

_WRONG_PROMPT = "Return shows how the file goes on; or type a move, again, solution or skip:"
_OUTSIDE_PROMPT = "Type another move, again, solution or skip:"
_MIRRORED = "(The board is turned: points and colors in the comments do not fit.)"
_MAX_SKIPPED_SHOWN = 3
_MAX_TREE_LINES = 500
_NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"
_CHAINS_IN_WORDS = {
    "cut": ("the chains connect", "keeps the chains apart"),
    "connect": ("the chains are cut apart", "connects the chains"),
}
"""What a wrong answer leaves, and what a right one does, by the kinds of goal that are about two chains."""
_SAME_POINTS = 0.5
"""The most points by which a move may be worse than that of the file and still count as no worse."""


def problems_to_try(app: App) -> ProblemCollection:
    """Return the problems that are due again, then those of the program."""
    records, today = app.training_store.problem_records(), current_training_date()
    due = sorted((each for each in records.values() if each.is_due(today)), key=lambda each: str(each.due))
    stored = [each.sgf for each in due if each.sgf]
    return ProblemCollection(list(own_problem_files().values()), stored)


def open_problems(app: App, problems: ProblemCollection) -> None:
    """Let the person solve problems.

    Those that were tried before and are not due today are left out, unless no other problem is left.

    Raise UserError, with the first reason, if none can be shown.
    """
    mode = ProblemsMode(app, problems.texts(), app.training_store.problem_records())
    if not mode.load_next():
        mode = ProblemsMode(app, problems.texts(), {})
        mode.news = "All these problems were tried before; here they are again."
        if not mode.load_next():
            raise UserError(next(iter(mode.skipped), "there are no problems; use other files"))
    app.push(mode)


class ProblemsMode(ExerciseMode):
    """Problems, one after another.

    texts    -- the problems; `load_next` must load the first one before the mode starts.
    records  -- the results by which those that are not due are left out.

    answer_prompt, done_prompt -- the prompts for an answer, and after a problem.

    news    -- what to show with the next problem.
    skipped -- why problems and files could not be read, as far as that has not been shown.
    """

    answer_prompt = "your move (or hint, solution, skip, help)?"
    help_after = (
        "What is right is what the file says. A move that is not in the file is judged by the analyst.",
        "A problem that you missed, or solved with help, is offered again on later days:"
        " run gnugo-py problems.",
    )
    commands: tuple[Command, ...] = (
        Command("hint", "F2", "mark the part of the board where the right move is"),
        Command("solution", "", "show the right moves"),
        Command("again", "", "try the problem again from its start"),
        Command("skip", "", "go to the next problem", aliases=("next",)),
        Command("tree", "", "list all moves in the file, and which ones are right"),
        Command("mirror", "", "turn or reflect the board; mirror colors: swap the colors", "[colors]"),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("leave the problems"),
        *BOARD_COMMANDS,
    )

    def __init__(self, app: App, texts: Iterator[ProblemText], records: Mapping[str, ProblemRecord]) -> None:
        super().__init__(app)
        self._texts, self._records = texts, records
        self._by_text = {record.text: record for record in records.values()}
        self._today = current_training_date()
        self.skipped: list[str] = []
        self.news, self._n_left_out = "", 0
        self._symmetry, self._swaps_colors = 0, False
        self._tried, self._tried_texts, self._n_solved = set[str](), set[str](), 0

    # Going from problem to problem

    def load_next(self) -> bool:
        """Load the next problem that is new or due, and return whether there is one."""
        for each in with_progress(self._texts, self.app.show_progress, "problems read"):
            digest = text_digest(each.sgf)
            if digest in self._tried_texts or self._is_done_with(self._by_text.get(digest)):
                self._n_left_out += 1
                continue
            try:
                problem = each.parse(self._symmetry, self._swaps_colors)
            except UserError as error:
                self.skipped.append(str(error))
                continue
            if self._is_done_with(self._records.get(problem.key)) or problem.key in self._tried:
                self._tried_texts.add(digest)
                self._n_left_out += 1
                continue
            self._text, self.is_missed, self.is_done = each, False, False
            self._set_up(problem)
            return True
        return False

    def _is_done_with(self, record: ProblemRecord | None) -> bool:
        """Return whether a problem was tried and is not due today."""
        return record is not None and not record.is_due(self._today)

    def _set_up(self, problem: Problem) -> None:
        """Show a problem from its start; if the opponent moves first, that is played."""
        self._problem, self._region = problem, problem.region()
        self._node, _ = self._after_replies(problem.start)
        self._position = self._node.position

    def start(self) -> None:
        news, self.news = (*self._skipped_lines(), self.news), ""
        self.show(self._step(self.answer_prompt, *news, self._problem.title, *self._task_lines()))

    def _task_lines(self) -> tuple[str, ...]:
        """Return the task, and notes: that its points do not fit the board, that the file is not clear."""
        problem = self._problem
        task = problem.task or (f"{problem.color} to play.",)
        is_mirrored = problem.task and (self._symmetry or self._swaps_colors)
        return (*task, *filter(None, (_MIRRORED if is_mirrored else "", problem.notice)))

    def _skipped_lines(self) -> list[str]:
        """Return the lines about what was skipped since this was asked last."""
        skipped, self.skipped = self.skipped, []
        lines = [f"Skipped: {each}." for each in skipped[:_MAX_SKIPPED_SHOWN]]
        more = len(skipped) - _MAX_SKIPPED_SHOWN
        lines += [f"Skipped: {more} more problems or files."] if more > 0 else []
        left_out, self._n_left_out = self._n_left_out, 0
        tried = pluralize(left_out, "problem")
        return [*lines, f"Left out: {tried} that you tried before."] if left_out else lines

    @property
    def place(self) -> str:
        """Which problem it is."""
        return self._text.place

    @property
    def done_prompt(self) -> str:
        return "Press Return for the next problem:"

    @property
    def title(self) -> str:
        size = self._position.size
        part = f" (part of {size}x{size})" if self._region else ""
        return f"{self.place}: {self._problem.color} to play{part}"

    # Answers

    def answer(self, line: str) -> None:
        """Judge a move by the file or, if it is not in the file, by the analyst."""
        if self.is_done:
            raise UserError("this problem is done; press Return for the next one, or type again")
        position = self._node.position.with_to_move(self._problem.color)
        move = self.answer_of(line, position, lambda move: self._child(move) is not None)
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
        text = " ".join((f"correct: {word}.", *filter(None, map(_played_text, line[1:]))))
        if self._node in self._problem.solved:
            self.finish()
            text = f"{text} Solved."
        self.show(self._step(self.answer_prompt, text, *_comments(line)))

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
        """Show a wrong move and the reply of the file; Return then shows how the file goes on."""
        self.miss()
        line = (node, *filter(_played_text, islice(node.line(), 1, None)))
        text = " ".join((f"wrong: {word}.", *map(_played_text, line[1:2])))
        moves = [(text, line[:2]), *((_played_text(each), (each,)) for each in line[2:])]
        prompts = [_WRONG_PROMPT] * (len(moves) - 1) + [_OUTSIDE_PROMPT]
        steps = [
            self._step(prompt, text, *_comments(nodes), position=nodes[-1].position)
            for prompt, (text, nodes) in zip(prompts, moves, strict=True)
        ]
        self.show(*(steps[:1] if self.is_done else steps))

    def _answer_outside(self, position: Position, move: Move, word: str) -> None:
        """Let the analyst judge a move that is not in the file."""
        best, analyst = self._right_move(), self.app.analysts.of_game(position.game)
        self._outside = word
        if best is None:
            self.miss()
            self.show(self._step(_OUTSIDE_PROMPT, f"not in the file: {word}."))
            return
        replies = [each.move for answer in self._problem.answers(self._node) for each in answer.children]

        def judge() -> OutsideAnswer | AnswerJudgment:
            assert isinstance(position, GoPosition)
            judged = judge_outside_answer(
                position, move, best, filter(None, replies), analyst, self._problem.goal
            )
            exercise = Exercise(position, RESIGN, best, 0.0, "mistake", position.move_number)
            return judged or ExerciseJudge(exercise, analyst).judge(move)

        def show(judged: OutsideAnswer | AnswerJudgment) -> None:
            after = position.play_unchecked(move)
            if isinstance(judged, AnswerJudgment):
                self.miss()
                text = _points_text(judged, after, self._problem.goal is not None)
            else:
                text = _stones_text(judged, after, self._problem.kind_of_goal)
                if judged.reply is not None:
                    self.miss()
                    after = after.play_unchecked(judged.reply)
            self.show(self._step(_OUTSIDE_PROMPT, f"not in the file: {word}. {text}", position=after))

        self.ask(analyst, judge, show)

    def fail_task(self, task: Task, reason: str) -> None:
        """Show that a move is not in the file, and why it was not judged."""
        self.refuse(f"not in the file: {self._outside}. It was not judged: {reason}.")

    def _right_move(self) -> Move | None:
        """Return the first right move of the file, None if it cannot be played."""
        right = self._problem.right_answers(self._node)
        return right[0].move if right else None

    # Results

    def record(self, is_solved: bool) -> None:
        self._tried.add(self._problem.key)
        self._tried_texts.add(text_digest(self._text.sgf))
        self._n_solved += is_solved
        store, key = self.app.training_store, self._problem.key
        failure = store.record_problem(key, self._text.sgf, is_solved, self._today)
        self.app.report_unsaved_result(failure)

    # Commands

    def do_hint(self) -> None:
        if self.is_done:
            raise UserError("this problem is done; press Return for the next one")
        self.miss()
        position, move = self._node.position, self._right_move()
        if not isinstance(move, Play):
            self.show(self._step(self.answer_prompt, "hint: the right move is not on the board."))
            return
        area = _area_near(move.points[0], position.size)
        first, last = position.format_point(area[-3]), position.format_point(area[2])
        cells = position.cells()
        marks = {point: Mark("?") for point in area if cells.get(point, "-") not in "XO"}
        text = f"hint: the right move is between {first} and {last}."
        self.show(self._step(self.answer_prompt, text, marks=marks))

    def do_solution(self) -> None:
        self.miss()
        before, line = self._node, self._problem.solution(self._node)
        others = [each.move_text for each in self._problem.right_answers(before)[1:]]
        self._node = line[-1] if line else before
        moves = [each for each in line if each.has_move]
        also = [f"Also right: {', '.join(others)}."] if others else []
        text = f"solution: {' '.join(each.move_text for each in moves)}."
        self.finish()
        self.show(self._step(self.answer_prompt, text, *also, *_comments(line), marks=_numbered(moves)))

    def do_again(self) -> None:
        """Show the problem from its start; its result stays."""
        self._restart(self._problem)

    def _restart(self, problem: Problem) -> None:
        self.is_missed, self.is_done = self.is_missed or self.is_done, False
        self._set_up(problem)
        self.start()

    def go_to_next_task(self) -> None:
        if self.load_next():
            self.start()
        else:
            self.do_quit()

    def do_tree(self) -> None:
        self.miss()
        self.app.emit("page", self.title, f"Right by: {self._problem.right_by}", "", *self._tree_lines())

    def do_mirror(self, colors: str | None) -> None:
        """Turn the board, or swap the colors; the following problems are turned in the same way."""
        if colors:
            self._swaps_colors = not self._swaps_colors
        else:
            self._symmetry = (self._symmetry + 1) % SYMMETRIES
        self._restart(self._text.parse(self._symmetry, self._swaps_colors))

    def do_help(self) -> None:
        diagram = self._position.diagram()._replace(region=self._region)
        rows, columns = diagram.shown
        example = cell_name(diagram, (rows[len(rows) // 2], columns[len(columns) // 2]))
        self.help_before = f"Type the right move, such as {example}, or one of these commands:"
        super().do_help()

    def do_quit(self) -> None:
        records = self.app.training_store.problem_records().values()
        result = f"Problems: {self._n_solved} of {len(self._tried)} solved on the first try."
        self.app.emit("news", *self._skipped_lines(), *([result] if self._tried else []))
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
        start = self._problem.start
        nodes = list(islice(self._problem.tree.nodes(start), 1, _MAX_TREE_LINES + 2))
        depths: dict[Node | None, int] = {start: -1}
        for node in nodes[:_MAX_TREE_LINES]:
            depths[node] = depth = depths[node.parent] + 1
            verdict = ""
            if node.color is self._problem.color:
                verdict = ": right" if node in self._problem.right else ": wrong"
            note = " ".join(("", *comment_of(node)))
            yield f"{'  ' * min(depth, 20)}{_played_text(node)[:-1]}{verdict}{'.' if note else ''}{note}"
        if len(nodes) > _MAX_TREE_LINES:
            yield "..."

    def _step(
        self,
        prompt: str,
        *lines: str,
        position: Position | None = None,
        marks: Mapping[Point, Mark] | None = None,
    ) -> Step:
        """Return a position with some lines, and with marks or those of the file and of the last move.

        prompt   -- the prompt, unless the problem is done.
        position -- the position, None for the one in which the person has to move.
        """
        node, place = self._node, position or self._node.position
        last = dict.fromkeys(place.marks().last_move, HIGHLIGHT)
        shown = dict(marks or last)
        if place is node.position and not marks:
            shown |= {point: mark for point, mark in node.markup if mark.text.isascii() and point not in last}
        cells = [(row_and_column(point, place.size), mark) for point, mark in shown.items()]
        return Step(
            place,
            tuple(filter(None, lines)),
            self.done_prompt if self.is_done else prompt,
            shown,
            self._region and region_with(self._region, [cell for cell, _ in cells]),
            () if marks else marks_in_words(place.diagram(), cells),
            reads_board=True,
        )


def _comments(nodes: Sequence[Node]) -> list[str]:
    """Return the lines of the comments of some nodes."""
    return [line for node in nodes for line in comment_of(node)]


def _stones_text(judged: OutsideAnswer, after: Position, kind_of_goal: str) -> str:
    """Return what becomes of the stones in question after an answer that is not in the file."""
    stones = f"the stones at {after.format_point(judged.point)}"
    wrong, right = _CHAINS_IN_WORDS.get(
        kind_of_goal,
        (f"{stones} are lost", f"saves {stones}")
        if judged.is_own
        else (f"{stones} get away", f"catches {stones}"),
    )
    if judged.reply is None:
        return f"By the analyst, it {right}, too; the file has another move."
    return f"{after.to_move} answers {after.format_move(judged.reply)}, and {wrong}."


def _points_text(judged: AnswerJudgment, after: Position, is_about_stones: bool) -> str:
    """Return how many points an answer that is not in the file loses.

    is_about_stones -- whether the problem is about some stones, which nothing was found out about.
    """
    word = after.format_move(judged.replies[0]) if judged.replies and not is_about_stones else ""
    reply = f"; {after.to_move} would answer {word}" if word else ""
    is_same = judged.points_lost < _SAME_POINTS
    loss = "no worse in points" if is_same else f"{judged.points_lost:.1f} points worse"
    text = f"The analyst finds it {loss} than the move of the file{reply}."
    return f"{text} That says nothing about the stones in question." if is_same or is_about_stones else text


def _played_text(node: Node) -> str:
    """Return a sentence with the move of a node; empty if it has none that can be executed."""
    move = node.move_text
    return "" if move in ("", "?") else f"{node.color} plays {move}."


def _numbered(line: Sequence[Node]) -> dict[Point, Mark]:
    """Return the numbers of the moves of a line, by point; the first one stays where two are on a point."""
    numbered = reversed([*zip(line, _NUMBERS, strict=False)])
    return {node.move.points[0]: Mark(sign) for node, sign in numbered if isinstance(node.move, Play)}


def _area_near(point: Point, size: int) -> list[Point]:
    """Return nine points in a square with a point that is not always in the middle, in board order."""
    row, column = row_and_column(point, size)
    top = min(max(row - (row + 2 * column) % 3, 0), size - 3)
    left = min(max(column - (2 * row + column) % 3, 0), size - 3)
    return [point_at(top + down, left + right, size) for down in range(3) for right in range(3)]
