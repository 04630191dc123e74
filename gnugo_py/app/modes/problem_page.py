"""The front page of problems: subjects with the person's results, files, the race, and today's problem."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator, Sequence

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.list_mode import ListEntry, ListMode
from gnugo_py.app.mode import Mode
from gnugo_py.app.modes.problems import ProblemsMode, open_problems
from gnugo_py.app.played_game import Stopwatch
from gnugo_py.app.problem_files import ProblemCollection, ProblemText, find_problem_files, own_problem_files
from gnugo_py.app.problem_scores import (
    MAX_WRONG,
    SECONDS,
    best_race,
    best_race_line,
    day_store,
    problem_of_the_day_line,
    race_store,
    solved_days,
)
from gnugo_py.app.screen import Screen
from gnugo_py.games.text import pluralize
from gnugo_py.games.types import UserError
from gnugo_py.storage.training import ProblemRecord, current_training_date, text_digest

_KEYS_HELP = (
    "Type a number, subject, race, today, a file or a folder.  F1: help  Esc: back",
    "Type a number or a name.  Esc: back",
)
_STRIDE = 47
"""How many problems further the problem of the next day is; it is prime to their number."""
_RANK = re.compile(rb"GN\[[^]]*\((\d+)k\)")


class ProblemPageMode(ListMode):
    """The front page of problems, where subjects have the numbers of their files."""

    title = "Problems: how many you solved on the first try, without help"
    prompt = "Number, subject, race, today, file or folder:"
    first_number = 0
    keys_help = _KEYS_HELP
    help_after = (
        "The name of a file or a folder opens the problems in it, in SGF.",
        f"race: one try for each problem, from easy to hard, until {MAX_WRONG} are wrong or"
        f" {SECONDS // 60} minutes are over; the clock starts at once.",
        "today: one problem a day; the days in a row on which you solve it are counted.",
    )

    def read_entries(self) -> Sequence[ListEntry]:
        app, today = self.app, current_training_date()
        records = app.training_store.problem_records()
        due = sum(each.is_due(today) for each in records.values())
        by_text = {each.text: each for each in records.values()}
        rows: dict[str, tuple[str, Callable[[], object]]] = {
            "next": (
                f"what is due again ({due}), then what is new" if due else "what you have not tried yet",
                lambda: navigation.problems(app),
            ),
            **{subject: self._subject(file, by_text) for subject, file in own_problem_files().items()},
            "files": ("type the name of a file or folder with problems in SGF", _ask_for_file),
            "race": (best_race_line(), lambda: app.push(RaceMode(app))),
            "today": (problem_of_the_day_line(today), lambda: app.push(ProblemOfTheDayMode(app))),
        }
        width = max(map(len, rows))
        return [ListEntry(f"{word:<{width}} {text}", act, (word,)) for word, (text, act) in rows.items()]

    def resume(self, left: Mode) -> None:
        """Show the page again; after a problem that is done, Return opens what was not tried yet."""
        if isinstance(left, ProblemsMode) and left.is_done:
            self.line = 0
        super().resume(left)

    def _subject(self, file: str, by_text: dict[str, ProblemRecord]) -> tuple[str, Callable[[], object]]:
        """Return the results in the problems of a file, and what opens them."""
        problems = ProblemCollection([file])
        texts = [text_digest(each.sgf) for each in problems.texts()]
        known, today = [by_text[text] for text in texts if text in by_text], current_training_date()
        solved, due = sum(each.solved > 0 for each in known), sum(each.is_due(today) for each in known)
        text = f"{solved} of {len(texts)} solved{f', {due} due again' if due else ''}"
        return text, lambda: open_problems(self.app, problems)

    def handle_other(self, line: str) -> None:
        """Open the problems of a path."""
        if line not in own_problem_files() and not os.path.lexists(os.path.expanduser(line)):
            raise UserError(f"{line[:30]}: no such file or folder; type the number of an entry")
        files, unread = find_problem_files([line])
        open_problems(self.app, ProblemCollection(files))
        self.app.emit("trouble", *(f"{each}." for each in unread))


def _ask_for_file() -> None:
    raise UserError("type the name of a file or folder, such as ~/problems")


def _easiest_first() -> Iterator[ProblemText]:
    """Yield the problems of the program from easy to hard, those of one rank in a random order."""
    texts = list(ProblemCollection(list(own_problem_files().values())).texts())
    random.shuffle(texts)
    yield from sorted(texts, key=lambda text: -int(match[1]) if (match := _RANK.search(text.sgf)) else 0)


class RaceMode(ProblemsMode):
    """A race: one try for each problem, until too many are wrong or the time is over."""

    commands = tuple(each for each in ProblemsMode.commands if each.name != "hint")
    answer_prompt = "your move (or solution, skip, help)?"

    def __init__(self, app: App) -> None:
        super().__init__(app, _easiest_first(), {})
        self._stopwatch = Stopwatch()
        self._stopwatch.set_running(True)
        self.load_next()
        end = f"{MAX_WRONG} wrong answers or {SECONDS // 60} minutes end it"
        self.news = f"A race: {end}. One try each, without hints."

    @property
    def title(self) -> str:
        left = max(int(SECONDS - self._stopwatch.elapsed_seconds), 0)
        score = f"{self._n_solved} solved, {len(self._tried) - self._n_solved} wrong"
        return f"{super().title}; {score}, {left // 60}:{left % 60:02} left"

    def screen(self) -> Screen:
        """Return the screen of the problem, on which the time that is left changes."""
        return super().screen()._replace(is_changing=True)

    @property
    def _is_time_over(self) -> bool:
        return self._stopwatch.elapsed_seconds > SECONDS

    @property
    def _is_lost(self) -> bool:
        """Whether too many answers were wrong."""
        return len(self._tried) - self._n_solved >= MAX_WRONG

    @property
    def done_prompt(self) -> str:
        return "The race is over; press Return for the result:" if self._is_lost else super().done_prompt

    def answer(self, line: str) -> None:
        """Judge an answer; the clock stands while the analyst does."""
        super().answer(line)
        self._stopwatch.set_running(self.request is None)

    def end_request(self) -> None:
        super().end_request()
        self._stopwatch.set_running(True)

    def tick(self) -> None:
        if self._is_time_over and self.request is None:
            self.app.emit("news", "The time is over.")
            self.do_quit()

    def handle(self, line: str) -> None:
        """Handle a line, unless the time is over."""
        if self._is_time_over:
            self.tick()
        else:
            super().handle(line)

    def miss(self) -> None:
        super().miss()
        self.is_done = True

    def go_to_next_task(self) -> None:
        """Go to the next problem, unless too many answers were wrong."""
        if self._is_lost or not self.load_next():
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

    @property
    def place(self) -> str:
        return "Today's problem"

    @property
    def done_prompt(self) -> str:
        return "Press Return for the page of problems:"

    def do_solution(self) -> None:
        """Show the right moves, after which the day does not count."""
        self._is_shown = True
        super().do_solution()

    def finish(self) -> None:
        """Store that the problem was solved, unless its solution was shown."""
        if not self._is_shown and self._today.isoformat() not in solved_days():
            self.app.report_unsaved_result(day_store().add(1, 1, self._today))
        super().finish()

    def do_quit(self) -> None:
        """Show the days in a row."""
        self.app.emit("news", f"Today's problem: {problem_of_the_day_line(self._today)}.")
        self.app.pop(self)
