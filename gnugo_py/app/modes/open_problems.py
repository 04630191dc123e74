"""Opening problems: those of files and folders, those of the program, and those that are due again."""

from __future__ import annotations

from gnugo_py.app.app import App
from gnugo_py.app.mode import Mode
from gnugo_py.app.modes.problems import ProblemsMode
from gnugo_py.app.problem_files import ProblemCollection, find_problem_files, own_problem_files
from gnugo_py.app.screen import Screen
from gnugo_py.games.types import UserError
from gnugo_py.storage.training import current_training_date


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
    mode = ProblemsMode(app, problems)
    if not (mode.load_next() or mode.load_first_again()):
        raise UserError(mode.first_skipped or "there are no problems; use other files")
    app.push(mode)


class ProblemPathQuestion(Mode):
    """The question for the file or folder whose problems to solve."""

    prompt, escape_line = "File or folder (Return for the problems of the program):", "back"

    def start(self) -> None:
        """Show what problems are."""
        self.app.emit("choice", "Problems are SGF files with solutions, from any site or program. Esc: back")

    def screen(self) -> Screen:
        """Return a screen with the question only."""
        return Screen(prompt=self.prompt, escape_line=self.escape_line)

    def handle(self, line: str) -> None:
        """Open the problems of a path, or show why that is impossible."""
        if line == self.escape_line:
            self.app.pop(self)
            return
        try:
            files, unread = find_problem_files([line]) if line else ([], [])
            open_problems(self.app, ProblemCollection(files) if line else problems_to_try(self.app))
        except UserError as error:
            self.refuse(f"{error}.")
        else:
            self.app.emit("trouble", *(f"{each}." for each in unread))

    def resume(self, left: Mode) -> None:
        """End after the problems."""
        self.app.pop(self)
