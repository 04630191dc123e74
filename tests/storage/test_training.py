"""Tests of the missed exercises: due dates, damaged files, and concurrent writes."""

import errno
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import pytest

from gnugo_py import GoPosition
from gnugo_py.games.types import UserError
from gnugo_py.storage import training
from gnugo_py.storage.training import MissedExerciseStore, ProblemRecord, current_training_date, text_digest
from gnugo_py.storage.user_file import UserFile
from gnugo_py.study.exercises import Exercise
from tests.support.boards import move, played
from tests.support.paths import file_with

TODAY = date(2026, 11, 25)


def exercise(played_at: str = "A1") -> Exercise:
    position = played(GoPosition.start(9, "japanese"), "E5", "C3", "pass")
    return Exercise(position, move(played_at, 9), move("G7", 9), 6.25, "blunder", 4, "Ann - Bob")


def test_the_words_on_a_missed_exercise_are_kept(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_result(exercise()._replace(words="After A1, White B2 cuts."), is_solved=False, today=TODAY)
    assert due(store, 1)[0].words == "After A1, White B2 cuts."


def test_an_exercise_that_was_stored_without_words_is_read(tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    store = MissedExerciseStore(path)
    store.record_result(exercise(), is_solved=False, today=TODAY)
    entry = json.loads(path.read_text())[0]
    del entry["words"]
    path.write_text(json.dumps([entry]))
    assert due(MissedExerciseStore(path), 1)[0].words == ""


def due(store: MissedExerciseStore, days: int) -> list[Exercise]:
    return store.due_exercises(TODAY + timedelta(days))


def test_a_missed_exercise_is_due_after_1_3_and_7_days_until_it_is_solved_each_time(tmp_path: Path) -> None:
    store, today = MissedExerciseStore(tmp_path / "training.json"), TODAY
    store.record_result(exercise(), is_solved=False, today=today)
    for days in (1, 3, 7):
        assert store.due_exercises(today + timedelta(days - 1)) == []
        today += timedelta(days)
        assert store.number_due(today) == 1
        (found,) = store.due_exercises(today)
        assert found == exercise()._replace(was_missed=True)
        store.record_result(found, is_solved=True, today=today)
    assert store.next_due_date(today) is None


def test_missing_an_exercise_again_restarts_its_schedule(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_result(exercise(), is_solved=False, today=TODAY)
    store.record_result(exercise(), is_solved=True, today=TODAY + timedelta(1))
    store.record_result(exercise(), is_solved=False, today=TODAY + timedelta(4))
    assert store.next_due_date(TODAY) == TODAY + timedelta(5)


def test_an_exercise_solved_at_once_is_not_stored(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_result(exercise(), is_solved=True, today=TODAY)
    assert not (tmp_path / "training.json").exists()


def test_due_exercises_are_sorted_by_due_date(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_result(exercise("B1"), is_solved=False, today=TODAY + timedelta(1))
    store.record_result(exercise("A1"), is_solved=False, today=TODAY)
    assert [each.played for each in due(store, 9)] == [move("A1", 9), move("B1", 9)]


@pytest.mark.parametrize("content", ["", "{", "{}", "[1]", "[[]]", "\x00", '[{"sgf": 1}]', "[" * 9000])
def test_a_damaged_file_is_reported_and_set_aside(tmp_path: Path, content: str) -> None:
    path = file_with(tmp_path / "training.json", content)
    store = MissedExerciseStore(path)
    assert store.due_exercises(TODAY) == []
    assert str(path) in store.file_problem()
    store.record_result(exercise(), is_solved=False, today=TODAY)
    assert len(due(store, 1)) == 1
    assert (tmp_path / "training.damaged").read_text() == content


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("sgf", "(;GM[1]SZ[9];B[zz])"), ("sgf", "no"), ("played", "Z99"), ("best", "E5"), ("kind", "x")),
        *(("points_lost", "much"), ("points_lost", -1), ("number", None), ("solved", -1), ("due", "soon")),
        *(("title", "\ud800"), ("sgf", "(;GM[1]SZ[9]C[\ud800])"), ("points_lost", float("nan"))),
    ],
)
def test_an_entry_that_was_changed_is_left_out(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "training.json"
    store = MissedExerciseStore(path)
    store.record_result(exercise(), is_solved=False, today=TODAY)
    data = json.loads(path.read_text())
    data[0][name] = value
    path.write_text(json.dumps(data))
    assert due(store, 9) == []


@pytest.mark.skipif(os.name == "nt", reason="on Windows not everybody may make links")
def test_a_symbolic_link_is_reported_and_not_followed(tmp_path: Path) -> None:
    target, path = tmp_path / "precious", tmp_path / "training.json"
    target.write_text("[]")
    path.symlink_to(target)
    store = MissedExerciseStore(path)
    problem = store.record_result(exercise(), is_solved=False, today=TODAY)
    assert (
        problem
        == store.file_problem()
        == f"{path}: not a regular file; remove it so that your results can be saved"
    )
    assert target.read_text() == "[]"


def with_a_bad_entry(path: Path) -> bytes:
    """Write a file with two valid entries and an invalid one between them, and return its content."""
    store = MissedExerciseStore(path)
    for vertex in ("A1", "B1"):
        store.record_result(exercise(vertex), is_solved=False, today=TODAY)
    first, second = json.loads(path.read_text())
    entries = (first, {**first, "title": 7}, second)
    path.write_text("[\n" + ",\n".join(map(json.dumps, entries)) + "\n]\n")
    return path.read_bytes()


def test_valid_entries_stay_beside_an_invalid_one_which_is_kept_in_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    before = with_a_bad_entry(path)
    store = MissedExerciseStore(path)
    assert store.record_result(exercise("C1"), is_solved=False, today=TODAY) == ""
    assert len(due(store, 1)) == 3
    assert (tmp_path / "training.damaged").read_bytes() == before


@pytest.mark.parametrize("indent", [None, 1], ids=["in one line", "indented, as by version 2.0.0"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_entries_are_found_in_a_file_that_was_cut_off(tmp_path: Path, indent: int | None, end: str) -> None:
    path = tmp_path / "training.json"
    with_a_bad_entry(path)
    entries = json.loads(path.read_text())
    entries[0]["title"] = '{ "a": {\u2028"'
    content = json.dumps(entries, indent=indent, ensure_ascii=False).replace("\n", end)
    path.write_bytes(content.encode()[:-20])
    assert len(due(MissedExerciseStore(path), 1)) == 1


@pytest.mark.parametrize("failing_write", [1, 2])
def test_a_full_disk_loses_no_entry_and_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing_write: int
) -> None:
    """The first write is the copy of the damaged file, the second one the file itself."""
    path = tmp_path / "training.json"
    before, writes = with_a_bad_entry(path), []

    def write(target: Path, content: bytes) -> None:
        writes.append(target)
        if len(writes) == failing_write:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("gnugo_py.system.files.create_atomically", write)
    monkeypatch.setattr("gnugo_py.storage.user_file.write_atomically", write)
    problem = MissedExerciseStore(path).record_result(exercise("C1"), is_solved=False, today=TODAY)
    assert problem == f"{path}: {os.strerror(errno.ENOSPC)}"
    assert path.read_bytes() == before


def test_programs_that_store_results_at_the_same_time_lose_none(tmp_path: Path) -> None:
    path, vertices = tmp_path / "training.json", [f"{letter}1" for letter in "ABCDEF"]

    def record(vertex: str) -> str:
        return MissedExerciseStore(path).record_result(exercise(vertex), is_solved=False, today=TODAY)

    with ThreadPoolExecutor(len(vertices)) as pool:
        assert set(pool.map(record, vertices)) == {""}
    assert len(due(MissedExerciseStore(path), 1)) == len(vertices)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_cannot_be_read_is_reported_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "training.json"
    with_a_bad_entry(path)
    path.chmod(0o000)
    problem = MissedExerciseStore(path).record_result(exercise("C1"), is_solved=False, today=TODAY)
    assert "no permission to read it" in problem
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("day", [date.max, date(9999, 12, 28)])
def test_training_works_on_the_last_days_of_the_calendar(tmp_path: Path, day: date) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    for is_solved in (False, True, True):
        store.record_result(exercise(), is_solved=is_solved, today=day)
    assert store.due_exercises(date.max) == [exercise()._replace(was_missed=True)]


def test_an_exercise_missed_with_a_clock_years_ahead_is_due_now(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_result(exercise(), is_solved=False, today=date(2099, 1, 1))
    assert store.due_exercises(TODAY) == [exercise()._replace(was_missed=True)]
    assert store.next_due_date(TODAY) == TODAY


def test_today_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GNUGO_PY_TODAY", "2026-02-28")
    assert current_training_date() == date(2026, 2, 28)
    monkeypatch.setenv("GNUGO_PY_TODAY", "tomorrow")
    with pytest.raises(UserError, match="GNUGO_PY_TODAY: 'tomorrow' is not a date; use YYYY-MM-DD"):
        current_training_date()
    monkeypatch.delenv("GNUGO_PY_TODAY")
    assert current_training_date() == date.today()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    path = tmp_path / "training.json"
    problem = MissedExerciseStore(path).record_result(exercise(), is_solved=False, today=TODAY)
    assert problem == f"{path}: {os.strerror(errno.EACCES)}"


def test_a_file_of_more_than_10_mb_is_reported_and_stays(tmp_path: Path) -> None:
    store, path = MissedExerciseStore(tmp_path / "training.json"), tmp_path / "training.json"
    path.write_bytes(b"[]".ljust(10_000_000))
    assert store.file_problem() == ""
    path.write_bytes(b"[]".ljust(10_000_001))
    problem = f"{path}: larger than 10 MB; remove it"
    assert store.record_result(exercise(), is_solved=False, today=TODAY) == store.file_problem() == problem
    assert path.stat().st_size == 10_000_001


def test_a_file_with_the_maximum_number_of_exercises_can_be_read(tmp_path: Path) -> None:
    """The positions come late in long games."""
    store, path = MissedExerciseStore(tmp_path / "training.json"), tmp_path / "training.json"
    store.record_result(exercise(), is_solved=False, today=TODAY)
    (entry,) = json.loads(path.read_text())
    long = entry["sgf"] + " " * 3000
    path.write_text(json.dumps([{**entry, "sgf": long, "number": number} for number in range(500)]))
    assert path.stat().st_size > 1_000_000
    assert store.file_problem() == ""


SGF = b"(;GM[1]SZ[9]AB[cc];B[dd])"


def test_a_missed_problem_is_due_until_it_is_solved_each_time_when_it_is_due(tmp_path: Path) -> None:
    store, today = MissedExerciseStore(tmp_path / "training.json"), TODAY
    store.record_problem("key", SGF, is_solved=False, today=today)
    for days in (1, 3, 7):
        assert not store.problem_records()["key"].is_due(today + timedelta(days - 1))
        today += timedelta(days)
        assert store.problem_records()["key"].is_due(today)
        assert store.problem_records()["key"].sgf == SGF.decode()
        store.record_problem("key", SGF, is_solved=True, today=today)
    record = store.problem_records()["key"]
    assert record == ProblemRecord(tried=4, solved=3, text=text_digest(SGF))


def test_solving_a_problem_before_it_is_due_only_counts(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_problem("key", SGF, is_solved=False, today=TODAY)
    store.record_problem("key", SGF, is_solved=True, today=TODAY)
    record = store.problem_records()["key"]
    assert (record.tried, record.solved, record.due) == (2, 1, TODAY + timedelta(1))


def test_a_large_problem_is_due_without_its_text(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_problem("key", SGF + b" " * 10_000, is_solved=False, today=TODAY)
    record = store.problem_records()["key"]
    assert (record.due, record.sgf) == (TODAY + timedelta(1), "")


def test_problems_and_exercises_stay_beside_each_other(tmp_path: Path) -> None:
    store = MissedExerciseStore(tmp_path / "training.json")
    store.record_problem("one", SGF, is_solved=True, today=TODAY)
    store.record_result(exercise(), is_solved=False, today=TODAY)
    store.record_problem("two", SGF, is_solved=False, today=TODAY)
    assert set(store.problem_records()) == {"one", "two"}
    assert len(due(store, 1)) == store.number_due(TODAY + timedelta(1)) == 1
    assert store.file_problem() == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [("tried", -1), ("solved", "1"), ("due", "soon"), ("sgf", None), ("text", "\ud800"), ("problem", 1)],
)
def test_a_record_of_a_problem_that_was_changed_is_left_out(tmp_path: Path, name: str, value: object) -> None:
    path = tmp_path / "training.json"
    store = MissedExerciseStore(path)
    store.record_problem("key", SGF, is_solved=False, today=TODAY)
    data = json.loads(path.read_text())
    path.write_text(json.dumps([{**data[0], name: value}]))
    assert not store.problem_records()
    assert str(path) in store.file_problem()


def test_a_file_that_would_become_too_large_to_be_read_loses_the_problems_solved_long_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MissedExerciseStore, "max_size", 2500)
    store, path = MissedExerciseStore(tmp_path / "training.json"), tmp_path / "training.json"
    store.record_result(exercise(), is_solved=False, today=TODAY)
    store.record_problem("missed", SGF, is_solved=False, today=TODAY)
    for number in range(20):
        store.record_problem("often", SGF, is_solved=True, today=TODAY)
        assert store.record_problem(f"solved {number}", SGF, is_solved=True, today=TODAY) == ""
    assert 2000 < path.stat().st_size <= 2500
    assert store.file_problem() == ""
    assert len(due(store, 1)) == 1
    first, *others = store.problem_records()
    assert first == "missed"
    assert others[:3] == ["solved 19", "often", "solved 18"]
    assert "solved 0" not in others


def test_the_problems_solved_long_ago_are_dropped_if_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "_MAX_PROBLEMS", 2)
    store = MissedExerciseStore(tmp_path / "training.json")
    for key in "abc":
        store.record_problem(key, SGF, is_solved=True, today=TODAY)
    assert list(store.problem_records()) == ["c", "b"]


def test_a_file_that_would_exceed_its_limit_stays_as_it_is(tmp_path: Path) -> None:
    class Notes(UserFile[list[str]]):
        max_size = 10

        def parse(self, content: bytes) -> tuple[list[str], str]:
            return content.decode().split(), ""

        def format(self, value: list[str]) -> str:
            return " ".join(value)

    notes = Notes(tmp_path / "notes")
    assert notes.update(lambda words: [*words, "four", "five"]) == ""
    assert "would be larger than" in notes.update(lambda words: [*words, "more"])
    assert notes.read() == (["four", "five"], "")


@pytest.mark.parametrize(
    "content",
    [
        '{"a":' * 900 + "[" + "0," * 1_000_000,
        '{"' * 400_000,
        "[" + '{"a":1},' * 200_000,
        "[{" * 20_000,
        "{" + " " * 1_000_000,
    ],
    ids=["a long list", "keys", "other data", "brackets", "spaces"],
)
def test_a_crafted_file_is_read_in_bounded_time(tmp_path: Path, content: str) -> None:
    path = file_with(tmp_path / "training.json", content)
    began = time.process_time()
    assert MissedExerciseStore(path).problem_records() == {}
    assert time.process_time() - began < 5


def test_entries_behind_many_damaged_ones_are_found(tmp_path: Path) -> None:
    store, path = MissedExerciseStore(tmp_path / "training.json"), tmp_path / "training.json"
    store.record_result(exercise(), is_solved=False, today=TODAY)
    path.write_text("[\n" + '{"other": 1},\n' * 20_000 + '{"damaged": ,\n' + path.read_text()[1:])
    assert len(due(store, 1)) == 1
