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


def solved_days() -> set[str]:
    """Return the days on which the problem of the day was solved, as in ISO 8601."""
    return {each.day for each in day_store().scores()}


def days_in_a_row(today: date) -> int:
    """Return on how many days in a row the problem of the day was solved, up to today or yesterday."""
    days = solved_days()
    last = today if today.isoformat() in days else today - timedelta(1)
    return next(number for number in count() if (last - timedelta(number)).isoformat() not in days)


def problem_of_the_day_line(today: date) -> str:
    """Return whether the problem of the day is solved, and on how many days in a row it was."""
    length = days_in_a_row(today)
    in_a_row = f"; {pluralize(length, 'day')} in a row" if length else ""
    solved = "solved" if today.isoformat() in solved_days() else "not solved yet"
    return f"one problem a day, {solved}{in_a_row}"
