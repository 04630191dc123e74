"""The best race through problems, and the days in a row on which the problem of the day was solved."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count

from gnugo_py.games.text import pluralize
from gnugo_py.storage.training import ScoreStore
from gnugo_py.system.files import config_folder

MAX_WRONG, SECONDS = 3, 180
"""A race ends with so many wrong answers, or after so many seconds."""


def race_store() -> ScoreStore:
    """Return the results of races: problems solved, and tried."""
    return ScoreStore(config_folder() / "races.txt")


def day_store() -> ScoreStore:
    """Return the days on which the problem of the day was solved."""
    return ScoreStore(config_folder() / "days.txt")


def best_race() -> int:
    """Return the number of problems that were solved in the best race; 0 if there was none."""
    return max((each.points for each in race_store().scores()), default=0)


def best_race_line() -> str:
    """Return what a race is, and the best result."""
    best = best_race()
    kept = f"; your best: {best}" if best else ""
    return f"until {MAX_WRONG} are wrong or {SECONDS // 60} minutes are over{kept}"


def streak_line(today: date) -> str:
    """Return whether the problem of the day is solved, and on how many days in a row, up to now, it was."""
    days = {each.day for each in day_store().scores()}
    is_solved = today.isoformat() in days
    last = today if is_solved else today - timedelta(1)
    length = next(number for number in count() if (last - timedelta(number)).isoformat() not in days)
    in_a_row = f"; {pluralize(length, 'day')} in a row" if length else ""
    return f"one problem a day, {'solved' if is_solved else 'not solved yet'}{in_a_row}"
