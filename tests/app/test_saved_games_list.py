"""Tests of the list of saved games during a game: opening, searching, renaming and deleting."""

import re
from pathlib import Path

import pytest

from gnugo_py.storage.file_locks import FileLock
from tests.support.plain_game import board, play, reply, run_at_terminal
from tests.support.program import TWO_ON_5X5

GAME = "(;GM[1]FF[4]SZ[9]PB[{}]PW[Bob]DT[2026-01-02];B[ee])"
QUESTION = "which game (a number, search, rename, delete or quit)?"


@pytest.fixture(autouse=True)
def saves(a_person_of_its_own: Path) -> Path:
    """A folder with the games `first` and `second`; which one is listed first does not matter."""
    folder = a_person_of_its_own / "saves"
    folder.mkdir(exist_ok=True)
    for name, black in (("first", "Ann"), ("second", "Eve")):
        (folder / f"{name}.sgf").write_text(GAME.format(black))
    return folder


def names(saves: Path) -> list[str]:
    return sorted(path.stem for path in saves.glob("*.sgf"))


def number_of(name: str) -> str:
    """Return the number of a game in the list."""
    found = re.search(rf"^ +(\d+)  {name} ", "\n".join(reply("games")), re.MULTILINE)
    assert found is not None
    return found[1]


def test_the_list_names_players_size_and_moves() -> None:
    (row,) = (line for line in reply("games") if "first" in line)
    assert row.split()[1:] == ["first", "Go", "9x9", "2026-01-02", "Ann", "-", "Bob", "1", "unfinished"]


def test_only_games_that_contain_all_words_are_listed() -> None:
    lines = reply("games", "search EVE 9x9")
    assert [line.split()[1] for line in lines[1:-2]] == ["second"]
    assert reply("games", "search nobody") == ["no saved game matches 'nobody'.", QUESTION]


def test_a_game_is_renamed(saves: Path) -> None:
    lines = reply("games", f"rename {number_of('first')} friday.sgf")
    assert lines[0] == "'first' is now 'friday'."
    assert names(saves) == ["friday", "second"]


@pytest.mark.parametrize(("answer", "left"), [("n", ["first", "second"]), ("y", ["second"])])
def test_a_game_is_deleted_only_after_yes(answer: str, left: list[str], saves: Path) -> None:
    typed = f"games\ndelete {number_of('first')}\n{answer}\n"
    done = run_at_terminal("play", "--plain", "--new", *TWO_ON_5X5, typed=typed)
    assert "Delete 'first' (y or n)? " in done.stdout
    assert names(saves) == left


def test_a_game_that_is_open_elsewhere_stays(saves: Path) -> None:
    lock = FileLock(saves / "first.sgf")
    try:
        lines = reply("games", "delete first")
    finally:
        lock.release()
    assert lines == ["this game is open here or in another window; leave it first.", QUESTION]
    assert names(saves) == ["first", "second"]


def test_a_game_that_is_open_elsewhere_is_not_opened(saves: Path) -> None:
    play("c3", "save own")
    lock = FileLock(saves / "own.sgf")
    try:
        refusal, question = reply("games", "own")
    finally:
        lock.release()
    assert "this game is open in another window" in refusal
    assert question == QUESTION


@pytest.mark.parametrize(
    "line", ["9", "0", "foo", "rename", "rename 1", "delete", "delete x", "rename 1 ../x"]
)
def test_other_input_is_refused_and_changes_nothing(line: str, saves: Path) -> None:
    *_, question = lines = reply("games", line)
    assert (len(lines), question) == (2, QUESTION)
    assert names(saves) == ["first", "second"]


def test_a_game_that_a_review_saved_is_loaded_by_its_name(saves: Path) -> None:
    (saves / "my best game.sgf").write_text(GAME.format("Ann"))
    assert "Loaded my best game." in play("load my best game")


def test_a_finished_game_of_the_list_is_reviewed_and_leads_back_to_it(saves: Path) -> None:
    (saves / "first.sgf").write_text(GAME.format("Ann").replace("DT", "RE[B+R]DT"))
    assert "\nmove 1 of 1: Black E5" in play("games", "first", "end")
    assert reply("games", "first", "quit")[-1] == QUESTION


def test_games_are_named_as_well_as_numbered(saves: Path) -> None:
    play("games", "rename first friday", "delete second")
    assert names(saves) == ["friday"]


def test_digits_are_a_number_even_if_a_game_has_such_a_name(saves: Path) -> None:
    """The games are then `second` and one whose name is the number of the other."""
    number = number_of("second")
    (saves / "first.sgf").rename(saves / f"{number}.sgf")
    assert number_of("second") == number
    play("games", f"delete {number}")
    assert names(saves / "deleted") == ["second"]


def test_an_own_game_is_opened_although_a_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play("c3", "save own")
    (tmp_path / "own").write_text("(;SZ[9])")
    monkeypatch.chdir(tmp_path)
    assert board(reply("games", number_of("own"))) == board(reply("c3"))
