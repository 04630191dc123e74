"""Guessing the next moves of a game, for points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gnugo_py.app.app import App
from gnugo_py.app.commands import BOARD_COMMANDS, Command, quit_command
from gnugo_py.app.exercise_mode import ExerciseMode, Step
from gnugo_py.app.line_analysis import position_changing_nodes
from gnugo_py.app.mode import Task
from gnugo_py.app.reviewed_games import game_title, read_for_review
from gnugo_py.games.board_words import points_in_words
from gnugo_py.games.text import format_percent, pluralize
from gnugo_py.games.types import HIGHLIGHT, Color, Mark, Move, UserError
from gnugo_py.record.node import Node
from gnugo_py.storage.training import ScoreStore, current_training_date
from gnugo_py.study.exercises import POINTS_BY_TRY, JudgedGuess, is_near, judge_guess, region_of
from gnugo_py.system.files import config_folder

_MIN_MOVES_STORED = 10
"""The number of moves that must be guessed for the score to be stored."""


def guess_in_line(app: App, nodes: Sequence[Node], color: Color | None, title: str) -> None:
    """Guess the moves that follow the first of some nodes.

    nodes -- the nodes of a line.
    color -- the color whose moves to guess, None for both.

    Raise UserError if there is no such move, or if the moves of the game are not judged in points.
    """
    if not nodes[0].tree.game.has_count:
        raise UserError(f"guessing is not available in {nodes[0].tree.game.display_name}")
    line = position_changing_nodes(nodes)
    hidden = [
        node
        for before, node in pairwise(line)
        if node.move is not None
        and node.position.previous is before.position
        and color in (None, before.position.to_move)
    ]
    if not hidden:
        raise UserError("there is no move to guess")
    app.push(GuessMode(app, hidden, title))


def guess_in_file(app: App, content: bytes, number: int | None, color: Color | None) -> None:
    """Guess the moves of a game in an SGF file.

    number -- as for `read_for_review`.
    color  -- as for `guess_in_line`.

    Raise UserError if the content is not a valid game, or has no moves to guess.
    """
    file = read_for_review(content, number)
    app.emit("news", *file.warnings)
    guess_in_line(app, list(file.tree.main_line()), color, game_title(file.tree))


class GuessMode(ExerciseMode):
    """Guessing moves, one after another.

    hidden -- the nodes of the moves, in the order of the game.
    title  -- the title of the game.
    """

    help_before = "Type the move that was played next in the game, or one of these commands:"
    help_after = (
        "The move at the first try is worth 5 points, at the second 3, and with its region shown 1.",
        "Another move is worth 2 points if the analyst judges it at most a point worse, 1 if it is near.",
    )
    commands = (
        Command("skip", "", "show the move and go on", aliases=("next",)),
        Command("help", "F1", "show this help", aliases=("?",)),
        quit_command("end with the score so far"),
        *BOARD_COMMANDS,
    )

    def __init__(self, app: App, hidden: Sequence[Node], title: str) -> None:
        super().__init__(app)
        self._hidden, self._title = tuple(hidden), title
        self._index = self._points = 0
        self._guesses: list[JudgedGuess] = []
        self._set_up()

    def _set_up(self) -> None:
        """Set up the position before the move to guess."""
        node = self._hidden[self._index]
        assert node.move is not None
        assert node.position.previous is not None
        self._position, self._played = node.position.previous, node.move
        self._tried: Move = node.move

    @property
    def title(self) -> str:
        most = self._index * POINTS_BY_TRY[0]
        so_far = f"; {self._points} of {most} points" if self._index else ""
        return f"Move {self._hidden[self._index].number}: {self._position.to_move} to play{so_far}"

    def start(self) -> None:
        """Show the position before the move to guess; at first with the title of the game."""
        is_first = not (self._index or self._guesses)
        self._show(*((self._title, "Guess how the game went on.") if is_first else ()))

    def answer(self, line: str) -> None:
        position, played = self._position, self._played
        guess = self.answer_of(line, position, lambda move: move == played)
        if guess == played:
            points = POINTS_BY_TRY[len(self._guesses)]
            self._next(f"right: {position.format_move(guess)}, {pluralize(points, 'point')}.", points)
            return
        self._tried = guess
        analyst = self.app.analysts.of_game(position.game)
        self.ask(analyst, lambda: judge_guess(position, guess, played, analyst), self._after_wrong_guess)

    def _after_wrong_guess(self, judged: JudgedGuess) -> None:
        """Show the judgment of a wrong guess; after the last try, go on."""
        word = self._position.format_move(self._tried)
        self._guesses.append(judged)
        text = f"{'near' if judged.is_near else 'no'}: {word} was not played{_comparison(judged)}."
        text = " ".join(filter(None, (text, judged.words)))
        if len(self._guesses) == len(POINTS_BY_TRY):
            self._reveal(f"{text} ")
        else:
            self._show(text)

    def _reveal(self, text: str) -> None:
        """Go on without the right guess; the best wrong one counts."""
        points = max((each.points for each in self._guesses), default=0)
        word = self._position.format_move(self._played)
        self._next(f"{text}The game went on with {word}; {pluralize(points, 'point')}.", points)

    def _next(self, text: str, points: int) -> None:
        """Count the points, and go to the next move to guess; after the last one, show the score."""
        self._points += points
        self._guesses = []
        self._index += 1
        if self._index == len(self._hidden):
            self.app.emit("news", text)
            self.do_quit()
            return
        before, after = self._hidden[self._index - 1 : self._index + 1]
        self._set_up()
        last, reply = self._position.last_move, ""
        if after.number - before.number == 2 and last is not None:
            reply = f" {self._position.last_color} plays {before.position.format_move(last)}."
        self._show(f"{text}{reply}")

    def go_to_next_task(self) -> None:
        self._reveal("")

    def do_quit(self) -> None:
        """Show the score, compare it with earlier ones, store it, and leave."""
        most = self._index * POINTS_BY_TRY[0]
        if most:
            store = ScoreStore(config_folder() / "guesses.txt")
            share = self._points / most
            self.app.emit("news", f"score: {self._points} of {most}", *_rank_line(share, store))
            if self._index >= _MIN_MOVES_STORED:
                problem = store.add(self._points, most, current_training_date())
                self.app.report_unsaved_result(problem)
        self.app.pop(self)

    def _show(self, *lines: str) -> None:
        """Show the position before the move, with the last move or the region of the hidden one marked."""
        position, left = self._position, len(POINTS_BY_TRY) - 1 - len(self._guesses)
        region = () if left else region_of(position, self._played)
        marks = dict.fromkeys(position.marks().last_move, HIGHLIGHT) | dict.fromkeys(region, Mark("?"))
        tries = {1: "one more try", 0: "last try, in the marked region"}.get(left, "two tries")
        where = f"The move is at one of: {points_in_words(position, region, 'or')}."
        is_new = not (self._guesses and lines)
        words = (where,) if region else ()
        self.show(Step(position, lines, f"your guess ({tries})?", marks, words=words, reads_board=is_new))

    def fail_task(self, task: Task, reason: str) -> None:
        """Judge the guess without the analyst."""
        super().fail_task(task, reason)
        near = is_near(self._position, self._tried, self._played)
        self._after_wrong_guess(JudgedGuess(near, None))


def _comparison(judged: JudgedGuess) -> str:
    """Return how good a wrong guess is, with a comma before it; empty if that is unknown."""
    lost = judged.points_lost
    if lost is None:
        return ""
    if lost <= 0.5:
        return ", but the analyst judges it no worse"
    return f"; it loses about {lost:.1f} points more"


def _rank_line(share: float, store: ScoreStore) -> list[str]:
    """Return how a score compares with those of earlier games; empty if there are none."""
    shares = [each.share for each in store.scores()]
    if not shares:
        return []
    mean, better = sum(shares) / len(shares), sum(share > each for each in shares)
    games = pluralize(len(shares), "earlier game")
    return [
        f"That is {format_percent(share)}; in {games} you reached {format_percent(mean)} on average."
        f" Better than {better} of them."
    ]
