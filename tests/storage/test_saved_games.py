"""Tests of the list of saved games."""

import os
import re
from datetime import datetime, timezone
from pathlib import Path

import pytest

from gnugo_py.games.types import Color, Outcome
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.storage.save_store import (
    MAX_BYTES_READ_FOR_LIST,
    SavedGame,
    SaveStore,
    list_saved_games,
    parse_saved_game_summary,
)
from tests.support.paths import file_with
from tests.support.sgf_files import SAVED, back_to, game, script, written, written_by_version_2

WHITE = Color.WHITE
FOREIGN = b"(;GM[1]FF[4]SZ[9];B[cg])"


def test_the_summary_of_our_own_game_comes_from_its_root_node() -> None:
    opened = back_to(game("C3", "D4", "E5", players={WHITE: script("D4")}), 2)
    saved = SAVED.timestamp()
    shown = SavedGame("x", "go", "2026-11-22", 9, "Human", "Script", 0, 2, False, "", True, saved)
    assert parse_saved_game_summary("x", written(opened)) == shown


def test_our_own_game_is_finished_once_it_has_a_result() -> None:
    opened = game("pass", "pass")
    assert not parse_saved_game_summary("x", written(opened)).is_finished
    opened.tree.result = Outcome(WHITE, "by 6.5 points", 6.5)
    shown = parse_saved_game_summary("x", written(opened))
    assert (shown.is_finished, shown.result) == (True, "W+6.5")


def test_our_own_game_is_summarized_without_reading_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    content = written(game("C3"))
    monkeypatch.setattr("gnugo_py.storage.save_store.parse_game", None)
    assert parse_saved_game_summary("x", content).moves == 1


@pytest.mark.parametrize(("size", "shown"), [(b"SZ[13]", 13), (b"", 19)])
def test_another_programs_game_is_read(size: bytes, shown: int) -> None:
    content = b"(;GM[1]" + size + b"HA[2]AB[cc][gg]PB[Ann]PW[Bob]DT[1999];W[aa];B[bb])"
    summary = SavedGame("x", "go", "1999", shown, "Ann", "Bob", 2, 2, False, "", False, 0)
    assert parse_saved_game_summary("x", content) == summary


@pytest.mark.parametrize(
    ("text", "finished"),
    [("RE[B+R];B[aa]", True), (";B[aa]", False), (";B[aa];W[];B[]", True), (";B[aa];W[]", False)],
)
def test_a_game_of_another_program_is_finished_if_it_has_a_result_or_is_over(
    text: str, finished: bool
) -> None:
    assert parse_saved_game_summary("x", f"(;SZ[9]{text})".encode()).is_finished is finished


def test_our_own_game_that_another_program_changed_is_read() -> None:
    changed = written_by_version_2(game("C3", "D4"), 5).replace(b";W[df]", b";W[dg];B[aa]")
    shown = parse_saved_game_summary("x", changed)
    assert (shown.moves, shown.is_own, shown.saved, shown.is_finished) == (3, True, 0, False)
    over = written(game("C3", "pass")).replace(b";W[])", b";W[];B[])")
    assert (parse_saved_game_summary("x", over).moves, parse_saved_game_summary("x", over).is_finished) == (
        3,
        False,
    )


@pytest.mark.parametrize("now", [b"true", b"1.0", b'"1"', b"null"])
def test_an_invalid_move_count_in_the_root_node_is_ignored(now: bytes) -> None:
    content = written(game("C3", "D4")).replace(b'"now": 2', b'"now": ' + now)
    assert parse_saved_game_summary("x", content).moves == 2


@pytest.mark.parametrize("saved", [b"7", b"null", b'"yesterday"', b'"9999999-01-01"'])
def test_an_invalid_time_of_saving_is_0(saved: bytes) -> None:
    content = re.sub(rb'"saved": "[^"]*"', b'"saved": ' + saved, written(game("C3")))
    assert parse_saved_game_summary("x", content).saved == 0


@pytest.mark.parametrize("content", [b"(;SZ[9];B[aa]", b"(;SZ[9]"])
def test_a_truncated_game_is_refused(content: bytes) -> None:
    with pytest.raises(SgfError, match="ends before its last"):
        parse_saved_game_summary("x", content)


def folder(tmp_path: Path, **files: bytes) -> SaveStore:
    """Return a folder of games, the oldest first."""
    for number, (name, content) in enumerate(files.items()):
        file = file_with(tmp_path / f"{name}.sgf", content)
        os.utime(file, (1000 + number, 1000 + number))
    return SaveStore(tmp_path)


def at(hour: int) -> bytes:
    """Return a game saved at an hour."""
    return game("C3").tree.write(datetime(2026, 11, 22, hour, tzinfo=timezone.utc))


def test_games_are_listed_by_the_time_of_saving_even_if_the_clock_of_the_files_is_wrong(
    tmp_path: Path,
) -> None:
    store = folder(tmp_path, night=at(20), noon=at(12), morning=at(8))
    found, problems = list_saved_games(store)
    assert [each.name for each in found] == ["night", "noon", "morning"]
    assert problems == []


def test_games_without_a_time_of_saving_are_listed_by_the_time_of_the_file(tmp_path: Path) -> None:
    old = written_by_version_2(game("C3"), 5)
    found, _ = list_saved_games(folder(tmp_path, one=FOREIGN, two=old, three=FOREIGN, last=at(12)))
    assert [each.name for each in found] == ["last", "three", "two", "one"]


def test_only_the_files_written_last_are_read_to_offer_a_game(tmp_path: Path) -> None:
    store = folder(tmp_path, old=b"hello", newer=at(12), newest=at(11))
    found, problems = list_saved_games(store, max_files=2)
    assert ([each.name for each in found], problems) == (["newer", "newest"], [])


def test_a_second_file_with_the_same_name_is_reported(tmp_path: Path) -> None:
    shadowed, shown = tmp_path / "zoe\u0308.sgf", tmp_path / "zo\u00eb.sgf"
    shadowed.write_bytes(b"(;SZ[9])")
    os.utime(shadowed, (1000, 1000))
    shown.write_bytes(b"(;SZ[13])")
    found, problems = list_saved_games(SaveStore(tmp_path))
    assert [each.size for each in found] == [13]
    assert problems == [f"{shadowed}: its name is already used by another file; rename it"]


def test_a_name_that_cannot_be_shown_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[2Jb.sgf").write_bytes(b"(;SZ[9])")
    found, problems = list_saved_games(SaveStore(tmp_path))
    assert (found, len(problems), "its name is not printable" in problems[0]) == ([], 1, True)


@pytest.mark.parametrize(
    "tail", [b";B[aa]" * 40_000 + b")", b"C[" + b"x" * 2_000_000 + b"])", b"(" * 300_000, b";C[\\" * 300_000]
)
def test_a_huge_file_of_another_program_is_listed_by_its_beginning(tail: bytes) -> None:
    found = parse_saved_game_summary(
        "x", (b"(;SZ[9]PB[Ann]RE[B+R];B[aa];W[bb]" + tail)[: MAX_BYTES_READ_FOR_LIST + 1]
    )
    assert (found.black, found.size, found.result) == ("Ann", 9, "B+R")
    assert found.moves >= 2


def test_the_moves_of_a_huge_file_are_those_of_its_main_line() -> None:
    content = b"(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]C[" + b"x" * 400_000 + b"];B[ee]))"
    assert parse_saved_game_summary("x", content).moves == 3


@pytest.mark.parametrize("length", [310_000, 2 * MAX_BYTES_READ_FOR_LIST])
def test_a_game_of_our_own_with_a_long_comment_at_its_start_is_listed(length: int) -> None:
    opened = game("C3", "D4")
    opened.tree.root.comment = "x" * length
    content = written(opened)
    found = parse_saved_game_summary("x", content[: MAX_BYTES_READ_FOR_LIST + 1])
    assert (found.moves, found.is_own, found.saved) == (2, True, SAVED.timestamp())


def test_our_own_huge_game_is_summarized_from_its_root_node() -> None:
    content = written(game("C3", "D4")).replace(
        b";W[df]", b";W[df]C[" + b"x" * MAX_BYTES_READ_FOR_LIST + b"]"
    )
    found = parse_saved_game_summary("x", content[: MAX_BYTES_READ_FOR_LIST + 1])
    assert (found.moves, found.is_own, found.saved) == (2, True, SAVED.timestamp())
