"""The progress of the user, stored on disk: completed lessons, and missed exercises and problems."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from gnugo_py.games.text import is_unicode, sanitize
from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from gnugo_py.storage.file_locks import ChangedContent, read_user_file, update_user_file
from gnugo_py.study.exercises import Exercise
from gnugo_py.study.mistakes import MISTAKE_THRESHOLDS
from gnugo_py.system.files import MAX_TEXT_SIZE

_DAYS = (1, 3, 7)
"""The days until a missed exercise is due again: after it was missed, solved once, and solved twice."""
_MAX_EXERCISES = 500
"""The maximum number of exercises that are stored; if there are more, those due last are dropped."""
_MAX_PROBLEMS = 40_000
"""The maximum number of problems whose results are stored."""
_MAX_PROBLEM_SIZE = 10_000
"""The maximum number of bytes of a problem that is stored as SGF."""
_MAX_TITLE = 80
_MAX_OBJECTS = 10 * _MAX_EXERCISES
"""The maximum number of places in a damaged file at which an entry is looked for."""
_MAX_SIZE = 10_000_000
"""The maximum number of bytes read from the file; 500 exercises from long games take about a megabyte."""


class MissedExercise(NamedTuple):
    """An exercise to try again.

    sgf    -- the game up to the position of the exercise, as SGF.
    played, best, points_lost, kind, number, title -- as in `Exercise`; the moves as text.
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

    def to_exercise(self) -> Exercise:
        """Return the exercise.  Raise UserError if its position or a move is invalid."""
        *_, last = parse_game(self.sgf.encode()).root.line()
        position = last.position
        played, best = (position.parse_partial_move(word) for word in (self.played, self.best))
        for move in (played, best):
            if position.is_over or (reason := position.why_illegal(move)) is not None:
                raise UserError(f"an illegal move: {'the game is over' if position.is_over else reason}")
        return Exercise(position, played, best, self.points_lost, self.kind, self.number, self.title)


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
        stage = self.stage + 1
        if not is_solved:
            kept = sgf.decode("utf-8", "replace") if len(sgf) <= _MAX_PROBLEM_SIZE else ""
            return counted._replace(stage=0, due=_days_after(today, _DAYS[0]), sgf=kept)
        if not self.is_due(today):
            return counted
        if stage < len(_DAYS):
            return counted._replace(stage=stage, due=_days_after(today, _DAYS[stage]))
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
    )


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


class MissedExerciseStore:
    """The exercises that the user has missed and the results of problems, stored in a file.

    path -- the file, which need not exist.

    A problem is known by the key of its position (see `Problem.key`), not by its file.

    Invalid entries are ignored. When the file is written without them, a copy with the suffix `.damaged`
    keeps them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def due_exercises(self, today: date) -> list[Exercise]:
        """Return the exercises that are due, in the order in which they became due."""
        exercises = []
        for each in sorted(self._read()[0].exercises, key=lambda each: each.due):
            if _is_due(each.due, today):
                with suppress(UserError):  # skip an entry with an invalid position or move
                    exercises.append(each.to_exercise())
        return exercises

    def number_due(self, today: date) -> int:
        """Return the number of exercises that are due, without reading their games."""
        return sum(_is_due(each.due, today) for each in self._read()[0].exercises)

    def next_due_date(self, today: date) -> date | None:
        """Return the first day on which an exercise is due, or None if there are no exercises."""
        days = (each.due for each in self._read()[0].exercises)
        return min((today if _is_due(day, today) else day for day in days), default=None)

    def problem_records(self) -> Mapping[str, ProblemRecord]:
        """Return the results of problems, by the keys of their positions."""
        return self._read()[0].problems

    def record_problem(self, key: str, sgf: bytes, is_solved: bool, today: date) -> str:
        """Store that a problem was solved on the first try, or missed.

        key -- the key of its position.
        sgf -- the problem, to offer it again without its file.

        Return why the result could not be stored, or an empty string.
        """

        def change(content: bytes | None) -> ChangedContent:
            entries = _parse_entries(content)
            record = entries.problems.get(key, ProblemRecord()).after(is_solved, sgf, today)
            problems = {**entries.problems, key: record}
            return ChangedContent(_format_entries(entries.exercises, problems), entries.is_damaged)

        return update_user_file(self._path, _MAX_SIZE, change)

    def file_problem(self) -> str:
        """Return the problem with the file, or an empty string if there is none."""
        return self._read()[1]

    def record_result(self, exercise: Exercise, is_solved: bool, today: date) -> str:
        """Store whether an exercise was solved on the first try or missed.

        A solved exercise that was not missed before is not stored. Return why the result could not be stored,
        or an empty string.
        """
        fresh = missed_exercise(exercise, today)

        def change(content: bytes | None) -> ChangedContent:
            entries = _parse_entries(content)
            before, same = entries.exercises, (fresh.sgf, fresh.played)
            others = [each for each in before if (each.sgf, each.played) != same]
            known = next((each for each in before if each not in others), None)
            if not is_solved:
                others.append(fresh)
            elif known is None:
                return ChangedContent(None)
            elif known.solved + 1 < len(_DAYS):
                solved = known.solved + 1
                others.append(known._replace(solved=solved, due=_days_after(today, _DAYS[solved])))
            return ChangedContent(_format_entries(others, entries.problems), entries.is_damaged)

        return update_user_file(self._path, _MAX_SIZE, change)

    def _read(self) -> tuple[_Entries, str]:
        """Return the valid entries of the file, and the problem with the file, if any."""
        try:
            entries = _parse_entries(read_user_file(self._path, _MAX_SIZE))
        except UserError as error:
            return _Entries([], {}, False), str(error)
        if not entries.is_damaged:
            return entries, ""
        remedy = f"they are kept in {self._path.stem}.damaged when exercises are saved"
        return entries, f"{self._path}: damaged; invalid entries are ignored, and {remedy}"


def _is_due(due: date, today: date) -> bool:
    """Return whether what is due on one day is to be offered on another.

    This includes a day so far in the future that the clock must have been wrong when it was stored.
    """
    return due <= today or due > _days_after(today, _DAYS[-1])


class _Entries(NamedTuple):
    """The content of the file.

    exercises  -- the missed exercises.
    problems   -- the results of problems, by the keys of their positions.
    is_damaged -- whether there is anything else in the file.
    """

    exercises: list[MissedExercise]
    problems: dict[str, ProblemRecord]
    is_damaged: bool


def _format_entries(exercises: Sequence[MissedExercise], problems: Mapping[str, ProblemRecord]) -> bytes:
    """Return the content of the file."""
    kept = sorted(exercises, key=lambda each: each.due)[:_MAX_EXERCISES]
    data = [{**each._asdict(), "due": each.due.isoformat()} for each in kept]
    by_day = sorted(problems.items(), key=lambda each: each[1].due or date.max)[:_MAX_PROBLEMS]
    for number, (key, record) in enumerate(by_day):
        sgf = record.sgf if number < _MAX_EXERCISES else ""
        due = record.due and record.due.isoformat()
        data.append({"problem": key, **record._asdict(), "due": due, "sgf": sgf})
    return (json.dumps(data, indent=1) + "\n").encode()


def _parse_entries(content: bytes | None) -> _Entries:
    """Return the valid entries in the content of the file."""
    if content is None:
        return _Entries([], {}, False)
    text = content.decode("utf-8", "replace")
    data: list[object]
    try:
        parsed = json.loads(text)
        data, is_damaged = (parsed, False) if isinstance(parsed, list) else ([], True)
    except (ValueError, RecursionError):
        data, is_damaged = list(_objects_in(text)), True
    exercises = [entry for each in data if (entry := _entry(each))]
    problems = dict(record for each in data if (record := _problem_entry(each)))
    is_damaged = is_damaged or len(exercises) + len(problems) < len(data)
    return _Entries(exercises, problems, is_damaged)


def _objects_in(text: str) -> Iterator[object]:
    """Yield the JSON objects in a text that is not valid JSON as a whole."""
    decoder, end = json.JSONDecoder(), 0
    for match in islice(re.finditer(r"\{", text), _MAX_OBJECTS):
        if match.start() >= end:
            with suppress(ValueError, RecursionError):
                data, end = decoder.raw_decode(text, match.start())
                yield data


def _problem_entry(data: object) -> tuple[str, ProblemRecord] | None:
    """Return the key and the record that JSON data represents, or None if the data is invalid."""
    if not isinstance(data, dict) or set(data) != {"problem", *ProblemRecord._fields}:
        return None
    key, due = data["problem"], data["due"]
    texts = (key, data["sgf"], data["text"], due or "")
    if not all(isinstance(text, str) and is_unicode(text) for text in texts):
        return None
    tried, solved, stage = (data[name] for name in ("tried", "solved", "stage"))
    if not all(type(count) is int and count >= 0 for count in (tried, solved, stage)):
        return None
    try:
        day = None if due is None else date.fromisoformat(due)
        return key, ProblemRecord(tried, solved, stage, day, data["sgf"], data["text"])
    except ValueError:
        return None


def _entry(data: object) -> MissedExercise | None:
    """Return the entry that JSON data represents, or None if the data is invalid."""
    if not isinstance(data, dict) or set(data) != set(MissedExercise._fields):
        return None
    texts = [data[name] for name in ("sgf", "played", "best", "kind", "title", "due")]
    if not all(isinstance(text, str) and is_unicode(text) for text in texts):
        return None
    if data["kind"] not in dict(MISTAKE_THRESHOLDS):
        return None
    lost = data["points_lost"]
    if isinstance(lost, bool) or not isinstance(lost, int | float) or not 0 <= lost < 1000:
        return None
    if type(data["number"]) is not int or type(data["solved"]) is not int or data["solved"] < 0:
        return None
    try:
        return MissedExercise(**{**data, "due": date.fromisoformat(data["due"])})
    except ValueError:
        return None


_FILE_HEADER = "# Lesson progress: NAME = number of completed boards."
_LINE = re.compile(r"(\w[\w-]*) = (\d{1,4})")


class LessonProgress:
    """The number of boards that the user has completed in each lesson, stored in a file.

    path -- the file, one `NAME = BOARDS` per line; it need not exist.

    Invalid lines are ignored. When the file is written without them, a copy with the suffix `.damaged` keeps
    them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reported = ""

    def boards_done(self) -> Mapping[str, int]:
        """Return the number of completed boards, by lesson name."""
        return self._read()[0]

    def unreported_file_problem(self) -> str:
        """Return the problem with the file; empty if there is none or this method has returned it before."""
        _, trouble = self._read()
        before, self._reported = self._reported, trouble
        return trouble if trouble != before else ""

    def record_boards(self, name: str, number: int) -> str:
        """Store the number of completed boards of a lesson, if it exceeds the stored number.

        Return why the number could not be stored, or an empty string.
        """

        def change(content: bytes | None) -> ChangedContent:
            done, invalid_line = _parse_progress(content)
            if done.get(name, 0) >= number:
                return ChangedContent(None)
            lines = (f"{each} = {many}" for each, many in sorted({**done, name: number}.items()))
            return ChangedContent("\n".join([_FILE_HEADER, *lines, ""]).encode(), invalid_line > 0)

        return update_user_file(self._path, MAX_TEXT_SIZE, change)

    def _read(self) -> tuple[dict[str, int], str]:
        """Return the numbers in the valid lines of the file, and the problem with the file, if any."""
        try:
            done, invalid_line = _parse_progress(read_user_file(self._path, MAX_TEXT_SIZE))
        except UserError as error:
            return {}, str(error)
        if not invalid_line:
            return done, ""
        return done, (
            f"{self._path}, line {invalid_line}: expected NAME = BOARDS; this line is ignored,"
            f" and is kept in {self._path.stem}.damaged when new progress is saved"
        )


def _parse_progress(content: bytes | None) -> tuple[dict[str, int], int]:
    """Return the numbers in the valid lines, and the number of the first invalid line; 0 if all are valid."""
    done, invalid_line = {}, 0
    lines = (content or b"").decode("utf-8", "replace").removeprefix("\ufeff").splitlines()
    for number, line in enumerate(lines, 1):
        if match := _LINE.fullmatch(line.strip()):
            done[match[1]] = int(match[2])
        elif line.strip() and not line.lstrip().startswith("#"):
            invalid_line = invalid_line or number
    return done, invalid_line
