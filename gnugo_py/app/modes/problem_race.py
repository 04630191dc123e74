"""A race through the problems of the program, and the problem of the day."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator

from gnugo_py.app.app import App
from gnugo_py.app.modes.problems import ProblemsMode
from gnugo_py.app.problem_files import ProblemCollection, ProblemText, own_problem_files
from gnugo_py.app.problem_scores import (
    MAX_WRONG,
    SECONDS,
    best_race,
    day_store,
    race_store,
    streak_line,
)
from gnugo_py.games.text import pluralize
from gnugo_py.storage.training import current_training_date

_STRIDE = 47
"""How many problems further the problem of the next day is; it is prime to their number."""
_RANK = re.compile(rb"GN\[[^]]*\((\d+)k\)")


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
