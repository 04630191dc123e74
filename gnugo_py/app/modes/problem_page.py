"""The front page of problems: subjects with the person's results, files, the race, and today's problem."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gnugo_py.app.app import App
from gnugo_py.app.mode import STEPS, Mode
from gnugo_py.app.modes.problems import ProblemsMode, open_problems, problems_to_try
from gnugo_py.app.problem_files import ProblemCollection, ProblemText, find_problem_files, own_problem_files
from gnugo_py.app.problem_scores import (
    MAX_WRONG,
    SECONDS,
    best_race,
    best_race_line,
    day_store,
    race_store,
    streak_line,
)
from gnugo_py.app.screen import Dialog, Screen
from gnugo_py.games.game import parse_int
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import UserError
from gnugo_py.storage.training import ProblemRecord, current_training_date, text_digest

_KEYS_HELP = (
    "Type a number, a subject, a file or a folder, or choose with the arrows and Return.  Esc: back",
    "Type a number or a name.  Esc: back",
)
_STRIDE = 47
"""How many problems further the problem of the next day is; it is prime to their number."""
_RANK = re.compile(rb"GN\[[^]]*\((\d+)k\)")


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
            _Entry("next", first, lambda: open_problems(app, problems_to_try(app))),
            *(self._subject(subject, file, by_text) for subject, file in own_problem_files().items()),
            _Entry("files", "type the name of a file or folder with problems in SGF", self._ask_for_file),
            _Entry("race", best_race_line(), lambda: app.push(RaceMode(app))),
            _Entry("today", streak_line(today), lambda: app.push(ProblemOfTheDayMode(app))),
        ]

    def _subject(self, subject: str, file: str, by_text: dict[str, ProblemRecord]) -> _Entry:
        texts = [text_digest(each.sgf) for each in ProblemCollection([file]).texts()]
        known, today = [by_text[text] for text in texts if text in by_text], current_training_date()
        solved, due = sum(each.solved > 0 for each in known), sum(each.is_due(today) for each in known)
        again = f", {due} due again" if due else ""
        text = f"{solved} of {len(texts)} solved{again}"
        return _Entry(subject, text, lambda: open_problems(self.app, ProblemCollection([file])))

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
            open_problems(self.app, ProblemCollection(files))
            self.app.emit("trouble", *(f"{each}." for each in unread))

    def choose_line(self, line: int) -> None:
        """Open a line of the page."""
        self._line = line
        self._entries[line].act()


def _easiest_first() -> Iterator[ProblemText]:
    """Yield the problems of the program from easy to hard, those of one rank in a random order."""
    texts = list(ProblemCollection(list(own_problem_files().values())).texts())
    random.shuffle(texts)
    yield from sorted(texts, key=lambda text: -int(match[1]) if (match := _RANK.search(text.sgf)) else 0)


class RaceMode(ProblemsMode):
    """A race: one try for each problem, until too many are wrong or the time is over."""

    def __init__(self, app: App) -> None:
        super().__init__(app, _easiest_first(), {})
        self._end = time.monotonic() + SECONDS
        self.load_next()
        self.news = f"A race: {MAX_WRONG} wrong answers or {SECONDS // 60} minutes end it. One try each."

    @property
    def title(self) -> str:
        left = max(int(self._end - time.monotonic()), 0)
        score = f"{self._n_solved} solved, {len(self._tried) - self._n_solved} wrong"
        return f"{super().title}; {score}, {left // 60}:{left % 60:02} left"

    def answer(self, line: str) -> None:
        """Judge a move, unless the time is over."""
        if time.monotonic() > self._end:
            self.app.emit("news", "The time is over.")
            self.do_quit()
        else:
            super().answer(line)

    def miss(self) -> None:
        """Record the problem as missed, which ends it."""
        super().miss()
        self.is_done = True

    def go_to_next_task(self) -> None:
        """Go to the next problem, unless the race is over."""
        is_over = len(self._tried) - self._n_solved >= MAX_WRONG or time.monotonic() > self._end
        if is_over or not self.load_next():
            self.do_quit()
        else:
            self.start()

    def do_quit(self) -> None:
        """Show and store the result."""
        best = best_race()
        record = " That is your best race." if self._n_solved > best else f" Your best: {best}."
        self.app.emit("news", f"Race: {pluralize(self._n_solved, 'problem')} solved.{record}")
        if self._n_solved:
            failure = race_store().add(self._n_solved, len(self._tried), self._today)
            self.app.report_unsaved_result(failure)
        self.app.pop(self)


class ProblemOfTheDayMode(ProblemsMode):
    """One problem of the program, which is another one each day."""

    def __init__(self, app: App) -> None:
        texts = list(ProblemCollection(list(own_problem_files().values())).texts())
        number = current_training_date().toordinal() * _STRIDE % len(texts)
        super().__init__(app, iter(texts[number : number + 1]), {})
        self.load_next()
        self._is_shown = False

    def do_solution(self) -> None:
        """Show the right moves, after which the day does not count."""
        self._is_shown = True
        super().do_solution()

    def finish(self) -> None:
        """Store that the problem was solved, unless its solution was shown."""
        days = {each.day for each in day_store().scores()}
        if not self._is_shown and self._today.isoformat() not in days:
            self.app.report_unsaved_result(day_store().add(1, 1, self._today))
        super().finish()

    def do_quit(self) -> None:
        """Show the days in a row."""
        self.app.emit("news", f"Today's problem: {streak_line(self._today)}.")
        self.app.pop(self)
