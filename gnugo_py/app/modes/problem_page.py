"""The front page of problems: subjects with the person's results, files, the race, and today's problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.mode import STEPS, Mode
from gnugo_py.app.problem_files import ProblemCollection, find_problem_files, own_problem_files
from gnugo_py.app.problem_scores import best_race_line, streak_line
from gnugo_py.app.screen import Dialog, Screen
from gnugo_py.games.game import parse_int
from gnugo_py.games.types import UserError
from gnugo_py.storage.training import ProblemRecord, current_training_date, text_digest

_KEYS_HELP = (
    "Type a number, a subject, a file or a folder, or choose with the arrows and Return.  Esc: back",
    "Type a number or a name.  Esc: back",
)


class _Entry(NamedTuple):
    """A line of the page: a word that opens it, what it offers, what it does."""

    word: str
    text: str
    act: Callable[[], object]


class ProblemPageMode(Mode):
    """The front page of problems."""

    prompt, escape_line = "Number, subject, file or folder (Return for the first line):", "quit"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._line = 0
        self._entries: list[_Entry] = []

    def start(self) -> None:
        """Read the results, and print the page where there is no screen."""
        self._entries = self._read_entries()
        if not self.app.has_screen:
            self.app.emit("page", "Problems", "", *(" ".join(row) for row in self._rows()))

    def _read_entries(self) -> list[_Entry]:
        app, today = self.app, current_training_date()
        records = app.training_store.problem_records()
        due = sum(each.is_due(today) for each in records.values())
        first = f"what is due again ({due}), then what is new" if due else "what you have not tried yet"
        by_text = {each.text: each for each in records.values()}
        return [
            _Entry("next", first, lambda: navigation.problems(app)),
            *(self._subject(subject, file, by_text) for subject, file in own_problem_files().items()),
            _Entry("files", "type the name of a file or folder with problems in SGF", self._ask_for_file),
            _Entry("race", best_race_line(), lambda: navigation.problem_race(app)),
            _Entry("today", streak_line(today), lambda: navigation.problem_of_the_day(app)),
        ]

    def _subject(self, subject: str, file: str, by_text: dict[str, ProblemRecord]) -> _Entry:
        texts = [text_digest(each.sgf) for each in ProblemCollection([file]).texts()]
        known, today = [by_text[text] for text in texts if text in by_text], current_training_date()
        solved, due = sum(each.solved > 0 for each in known), sum(each.is_due(today) for each in known)
        again = f", {due} due again" if due else ""
        text = f"{solved} of {len(texts)} solved{again}"
        return _Entry(subject, text, lambda: navigation.problems_of_files(self.app, [file]))

    def _ask_for_file(self) -> None:
        raise UserError("type the name of a file or folder, such as ~/problems")

    def resume(self, left: Mode) -> None:
        """Show the page again, with the new results."""
        self.start()

    def _rows(self) -> list[tuple[str, str]]:
        width = max(len(each.word) for each in self._entries)
        return [
            (f"{number:>2}  {each.word:<{width}}", each.text) for number, each in enumerate(self._entries, 1)
        ]

    def screen(self) -> Screen:
        messages = tuple(each for each in self.app.feedback.new if each.kind != "choice")
        rows = tuple(self._rows())
        dialog = Dialog("Problems", rows, self._line, messages=messages, keys_help=_KEYS_HELP)
        return Screen(prompt=self.prompt, dialog=dialog, escape_line=self.escape_line)

    def press(self, key: str) -> None:
        if key in STEPS:
            self._line = (self._line + STEPS[key]) % len(self._entries)
        elif key == "ESCAPE":
            self.app.pop(self)

    def handle(self, line: str) -> None:
        """Open a line of the page by its number or word, or the problems of a path."""
        words = [each.word for each in self._entries]
        if line.lower() in (self.escape_line, "exit", "back"):
            self.app.pop(self)
        elif not line or line.isdigit():
            self.choose_line(parse_int(line, 1, len(words)) - 1 if line else self._line)
        elif line.lower() in words:
            self.choose_line(words.index(line.lower()))
        else:
            files, unread = find_problem_files([line])
            navigation.problems_of_files(self.app, files)
            self.app.emit("trouble", *(f"{each}." for each in unread))

    def choose_line(self, line: int) -> None:
        """Open a line of the page."""
        self._line = line
        self._entries[line].act()
