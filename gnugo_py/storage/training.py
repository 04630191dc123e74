"""The progress of the user, stored on disk: lessons, missed exercises, problems, and guessed games."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from hashlib import blake2b
from itertools import count, islice
from typing import Any, NamedTuple, TypeGuard

from gnugo_py.games.text import is_unicode, sanitize
from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.user_file import UserFile
from gnugo_py.study.exercises import Exercise
from gnugo_py.study.losses import MISTAKE_THRESHOLDS

_DAYS = (1, 3, 7)
"""The days until what was missed is due again: after it was missed, solved once, and solved twice."""
_MAX_EXERCISES = 500
"""The maximum number of exercises that are stored; if there are more, those due last are dropped."""
_MAX_PROBLEMS = 40_000
"""The maximum number of problems whose results are stored."""
_MAX_PROBLEM_SIZE = 10_000
"""The maximum number of bytes of a problem that is stored as SGF."""
_MAX_TITLE = 80
_MAX_NUMBER = 10**9
_MAX_POINTS_LOST = 1000
_MAX_SIZE = 10_000_000
"""The maximum size of the file in bytes; 500 exercises from long games take about a megabyte."""
_MAX_ENTRIES = 100_000
"""The maximum number of entries that are read."""


class MissedExercise(NamedTuple):
    """An exercise to try again.

    sgf    -- the game up to the position of the exercise, as SGF.
    played, best, points_lost, kind, number, title, words -- as in `Exercise`; the moves as text.
    solved -- the number of times that it was solved since it was missed.
    due    -- the day from which it is offered again.
    """

    sgf: str
    played: str
    best: str
    points_lost: float
    kind: str
    number: int
    title: str
    solved: int
    due: date
    words: str = ""

    def to_exercise(self) -> Exercise:
        """Return the exercise.  Raise UserError if its position or a move is invalid."""
        *_, last = parse_game(self.sgf.encode()).root.line()
        position = last.position
        played, best = (position.parse_partial_move(word) for word in (self.played, self.best))
        for move in (played, best):
            if position.is_over or (reason := position.why_illegal(move)) is not None:
                raise UserError(f"an illegal move: {'the game is over' if position.is_over else reason}")
        known = self.points_lost, self.kind, self.number, self.title, self.words
        return Exercise(position, played, best, *known, was_missed=True)


class ProblemRecord(NamedTuple):
    """The results of a problem.

    tried  -- the number of times that it was solved or missed.
    solved -- the number of times that it was solved on the first try.
    stage  -- the number of times that it was solved, when it was due, since it was missed.
    due    -- the day from which it is offered again, None if it was not missed or is solved often enough.
    sgf    -- the problem as SGF while it is due; empty if it is too large to be stored.
    text   -- the digest of the SGF, by which the problem is recognized without reading it.
    """

    tried: int = 0
    solved: int = 0
    stage: int = 0
    due: date | None = None
    sgf: str = ""
    text: str = ""

    def after(self, is_solved: bool, sgf: bytes, today: date) -> ProblemRecord:
        """Return the record after the problem was solved on the first try, or missed."""
        counted = self._replace(tried=self.tried + 1, solved=self.solved + is_solved, text=text_digest(sgf))
        if not is_solved:
            kept = sgf.decode("utf-8", "replace") if len(sgf) <= _MAX_PROBLEM_SIZE else ""
            return counted._replace(stage=0, due=_due_date(0, today), sgf=kept)
        if not self.is_due(today):
            return counted
        if due := _due_date(self.stage + 1, today):
            return counted._replace(stage=self.stage + 1, due=due)
        return counted._replace(stage=0, due=None, sgf="")

    def is_due(self, today: date) -> bool:
        """Return whether the problem is to be offered on a day."""
        return self.due is not None and _is_due(self.due, today)


def text_digest(sgf: bytes) -> str:
    """Return a short digest of a problem in SGF."""
    return blake2b(sgf, digest_size=9).hexdigest()


def missed_exercise(exercise: Exercise, today: date) -> MissedExercise:
    """Return the entry for an exercise that was missed today."""
    position = exercise.position
    return MissedExercise(
        sgf=Tree.from_line(position).write().decode(),
        played=position.format_move(exercise.played),
        best=position.format_move(exercise.best),
        points_lost=round(exercise.points_lost, 2),
        kind=exercise.kind,
        number=exercise.number,
        title=sanitize(exercise.title)[:_MAX_TITLE],
        solved=0,
        due=_days_after(today, _DAYS[0]),
        words=exercise.words,
    )


def _due_date(solved: int, today: date) -> date | None:
    """Return the day on which what was missed, and then solved some times, is due again, None for never."""
    return _days_after(today, _DAYS[solved]) if solved < len(_DAYS) else None


def _days_after(day: date, days: int) -> date:
    """Return the date some days after a day, at most the last date that Python can represent."""
    return date.max if date.max - day < timedelta(days) else day + timedelta(days)


def current_training_date() -> date:
    """Return today's date, or the date in the environment variable `GNUGO_PY_TODAY` if that is set.

    Raise UserError if the variable does not contain a date.
    """
    named = os.environ.get("GNUGO_PY_TODAY")
    if not named:
        return date.today()
    try:
        return date.fromisoformat(named)
    except ValueError:
        raise UserError(f"GNUGO_PY_TODAY: {named[:20]!r} is not a date; use YYYY-MM-DD") from None


class _Entries(NamedTuple):
    """The content of the file of `MissedExerciseStore`.

    exercises -- the missed exercises.
    problems  -- the results of problems, by the keys of their positions, the latest first.
    """

    exercises: list[MissedExercise]
    problems: dict[str, ProblemRecord]


class MissedExerciseStore(UserFile[_Entries]):
    """The exercises that the user has missed and the results of problems, stored in a file.

    A problem is known by the key of its position (see `Problem.key`), not by its file. If there is more than
    the file can hold, problems that were solved long ago are dropped first.
    """

    max_size = _MAX_SIZE
    empty_file = b"[]"

    def due_exercises(self, today: date) -> list[Exercise]:
        """Return the exercises that are due, in the order in which they became due."""
        exercises = []
        for each in sorted(self.read()[0].exercises, key=lambda each: each.due):
            if _is_due(each.due, today):
                with suppress(UserError):  # skip an entry with an invalid position or move
                    exercises.append(each.to_exercise())
        return exercises

    def number_due(self, today: date) -> int:
        """Return the number of exercises that are due, without reading their games."""
        return sum(_is_due(each.due, today) for each in self.read()[0].exercises)

    def next_due_date(self, today: date) -> date | None:
        """Return the first day on which an exercise is due, or None if there are no exercises."""
        days = (each.due for each in self.read()[0].exercises)
        return min((today if _is_due(day, today) else day for day in days), default=None)

    def problem_records(self) -> Mapping[str, ProblemRecord]:
        """Return the results of problems, by the keys of their positions."""
        return self.read()[0].problems

    def file_problem(self) -> str:
        """Return the problem with the file, or an empty string if there is none."""
        return self.read()[1]

    def record_problem(self, key: str, sgf: bytes, is_solved: bool, today: date) -> str:
        """Store that a problem was solved on the first try, or missed.

        key -- the key of its position.
        sgf -- the problem, to offer it again without its file.

        Return why the result could not be stored, or an empty string.
        """

        def change(entries: _Entries) -> _Entries:
            record = entries.problems.get(key, ProblemRecord()).after(is_solved, sgf, today)
            return entries._replace(problems={key: record} | {**entries.problems, key: record})

        return self.update(change)

    def record_result(self, exercise: Exercise, is_solved: bool, today: date) -> str:
        """Store whether an exercise was solved on the first try or missed.

        A solved exercise that was not missed before is not stored. Return why the result could not be stored,
        or an empty string.
        """
        fresh = missed_exercise(exercise, today)

        def change(entries: _Entries) -> _Entries | None:
            before, same = entries.exercises, (fresh.sgf, fresh.played)
            others = [each for each in before if (each.sgf, each.played) != same]
            known = next((each for each in before if each not in others), None)
            if not is_solved:
                others.append(fresh)
            elif known is None:
                return None
            elif due := _due_date(known.solved + 1, today):
                others.append(known._replace(solved=known.solved + 1, due=due))
            return entries._replace(exercises=others)

        return self.update(change)

    def parse(self, content: bytes) -> tuple[_Entries, str]:
        text = content.decode("utf-8", "replace")
        data: list[object]
        try:
            parsed = json.loads(text)
            data, is_damaged = (parsed, False) if isinstance(parsed, list) else ([], True)
        except (ValueError, RecursionError):
            data, is_damaged = list(islice(_objects_in(text), _MAX_ENTRIES)), True
        read = data[:_MAX_ENTRIES]
        exercises = [entry for each in read if (entry := _entry(each))]
        problems = dict(record for each in read if (record := _problem_entry(each)))
        entries = _Entries(exercises, problems)
        if not is_damaged and len(exercises) + len(problems) == len(data):
            return entries, ""
        remedy = f"they are kept in {self.path.stem}.damaged when exercises are saved"
        return entries, f"{self.path}: damaged; invalid entries are ignored, and {remedy}"

    def format(self, value: _Entries) -> str:
        kept, size = [], len("[\n\n]\n")
        for entry in self._by_importance(value):
            text = json.dumps(entry)
            size += len(text) + len(",\n")
            if size > self.max_size:
                break
            kept.append(text)
        return "[\n" + ",\n".join(kept) + "\n]\n"

    def _by_importance(self, entries: _Entries) -> Iterator[Mapping[str, object]]:
        """Yield the entries as JSON data: what is due first; last, problems that were solved long ago."""
        for exercise in sorted(entries.exercises, key=lambda each: each.due)[:_MAX_EXERCISES]:
            yield {**exercise._asdict(), "due": exercise.due.isoformat()}
        by_day = sorted(entries.problems.items(), key=lambda each: each[1].due or date.max)[:_MAX_PROBLEMS]
        for number, (key, record) in enumerate(by_day):
            sgf = record.sgf if number < _MAX_EXERCISES else ""
            due = record.due and record.due.isoformat()
            yield {"problem": key, **record._asdict(), "due": due, "sgf": sgf}


def _is_due(due: date, today: date) -> bool:
    """Return whether what is due on one day is to be offered on another.

    This includes a day so far in the future that the clock must have been wrong when it was stored.
    """
    return due <= today or due > _days_after(today, _DAYS[-1])


def _objects_in(text: str) -> Iterator[object]:
    """Yield the JSON objects in a text that is not valid JSON as a whole; each begins with a key."""
    for piece in re.split(r'(?=\{\s*"\w+"\s*:)', text, maxsplit=_MAX_ENTRIES):
        with suppress(ValueError, RecursionError):
            yield json.JSONDecoder().raw_decode(piece)[0]


def _problem_entry(data: object) -> tuple[str, ProblemRecord] | None:
    """Return the key and the record that JSON data represents, or None if the data is invalid."""
    names = ("problem", *ProblemRecord._fields)
    if _has_fields(data, names, ("problem", "sgf", "text"), ("tried", "solved", "stage")):
        with suppress(ValueError, TypeError):
            due = None if data["due"] is None else date.fromisoformat(data["due"])
            record = {name: data[name] for name in ProblemRecord._fields}
            return data["problem"], ProblemRecord(**{**record, "due": due})
    return None


def _entry(data: object) -> MissedExercise | None:
    """Return the entry that JSON data represents, or None if the data is invalid."""
    texts, numbers = ("sgf", "played", "best", "kind", "title", "words"), ("number", "solved")
    if isinstance(data, dict):
        data = {"words": "", **data}  # exercises of 2.0.0 have none
    if _has_fields(data, MissedExercise._fields, texts, numbers) and data["kind"] in dict(MISTAKE_THRESHOLDS):
        lost = data["points_lost"]
        if type(lost) in (int, float) and 0 <= lost < _MAX_POINTS_LOST:
            with suppress(ValueError, TypeError):
                return MissedExercise(**{**data, "due": date.fromisoformat(data["due"])})
    return None


def _has_fields(
    data: object, names: Collection[str], texts: Collection[str], numbers: Collection[str]
) -> TypeGuard[dict[str, Any]]:
    """Return whether JSON data has all these fields: among them valid texts, and numbers of at least 0."""
    return (
        isinstance(data, dict)
        and set(data) == set(names)
        and all(isinstance(data[name], str) and is_unicode(data[name]) for name in texts)
        and all(type(data[name]) is int and 0 <= data[name] <= _MAX_NUMBER for name in numbers)
    )


_PROGRESS_HEADER = "# Lesson progress: NAME = boards solved from the first one on, and the numbers of others."
_PROGRESS_LINE = re.compile(r"(\w[\w-]*) = (\d{1,4}(?:, \d{1,4})*)")


class LessonProgress(UserFile[dict[str, frozenset[int]]]):
    """The numbers, from 1, of the boards that the user has solved, by the name of the lesson."""

    _reported = ""

    def solved_boards(self) -> Mapping[str, frozenset[int]]:
        """Return the numbers of the solved boards, by lesson name."""
        return self.read()[0]

    def unreported_file_problem(self) -> str:
        """Return the problem with the file; empty if there is none or this method has returned it before."""
        _, trouble = self.read()
        before, self._reported = self._reported, trouble
        return trouble if trouble != before else ""

    def record_board(self, name: str, number: int) -> str:
        """Store that a board of a lesson was solved.

        Return why that could not be stored, or an empty string.
        """

        def change(done: dict[str, frozenset[int]]) -> dict[str, frozenset[int]] | None:
            before = done.get(name, frozenset())
            return None if number in before else {**done, name: before | {number}}

        return self.update(change)

    def parse(self, content: bytes) -> tuple[dict[str, frozenset[int]], str]:
        matches = _matches(_PROGRESS_LINE, content)
        done = {match[1]: _board_numbers(match[2]) for match in matches.values() if match}
        problem = ""
        if invalid := [number for number, match in matches.items() if not match]:
            problem = (
                f"{self.path}, line {invalid[0]}: expected NAME = BOARDS; this line is ignored,"
                f" and is kept in {self.path.stem}.damaged when new progress is saved"
            )
        return done, problem

    def format(self, value: dict[str, frozenset[int]]) -> str:
        lines = (f"{name} = {_written(numbers)}" for name, numbers in sorted(value.items()))
        return "\n".join([_PROGRESS_HEADER, *lines, ""])


def _board_numbers(text: str) -> frozenset[int]:
    """Return the numbers in a text such as `3, 5`: the first three boards, and the fifth."""
    first, *others = map(int, text.split(","))
    return frozenset({*range(1, first + 1), *others})


def _written(numbers: frozenset[int]) -> str:
    first = next(number for number in count() if number + 1 not in numbers)
    return ", ".join(map(str, [first, *sorted(each for each in numbers if each > first)]))


def _matches(line: re.Pattern[str], content: bytes) -> dict[int, re.Match[str] | None]:
    """Return, by number, the matches of the lines of a file that are neither blank nor comments."""
    lines = content.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    stripped = {number: each.strip() for number, each in enumerate(lines, 1)}
    return {number: line.fullmatch(each) for number, each in stripped.items() if each and each[0] != "#"}


class DayScore(NamedTuple):
    """A score: of a game whose moves the user guessed, of a race, or of the problem of a day.

    day     -- the day, as in ISO 8601.
    points  -- the points that were reached.
    maximum -- the points that could have been reached.
    """

    day: str
    points: int
    maximum: int

    @property
    def share(self) -> float:
        """The share of the points that was reached, 0 to 1."""
        return self.points / self.maximum


_SCORES_HEADER = "# Your scores: DATE POINTS of MAXIMUM."
_SCORE_LINE = re.compile(r"(\d{4}-\d\d-\d\d) (\d{1,5}) of ([1-9]\d{0,4})")
_MAX_SCORES = 1000
"""The maximum number of scores that are stored; the oldest are dropped."""


class ScoreStore(UserFile[list[DayScore]]):
    """Scores, the oldest first."""

    def scores(self) -> list[DayScore]:
        """Return the scores; empty if the file cannot be read."""
        return self.read()[0]

    def add(self, points: int, maximum: int, today: date) -> str:
        """Store a score, and return why that was impossible; an empty string if it was possible."""
        return self.update(lambda scores: [*scores, DayScore(today.isoformat(), points, maximum)])

    def parse(self, content: bytes) -> tuple[list[DayScore], str]:
        matches = _matches(_SCORE_LINE, content).values()
        scores = [DayScore(match[1], int(match[2]), int(match[3])) for match in matches if match]
        return scores, "damaged" if None in matches else ""

    def format(self, value: list[DayScore]) -> str:
        lines = [f"{each.day} {each.points} of {each.maximum}" for each in value[-_MAX_SCORES:]]
        return "\n".join([_SCORES_HEADER, *lines, ""])
