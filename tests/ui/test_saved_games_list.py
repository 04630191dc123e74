"""Tests of the list of saved games on the screen: search, selection, clicks, rename and delete."""

import os
import re
from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.program import TWO_ON_9X9
from tests.support.screen import ARROWS, Screen, begun

UP, DOWN = ARROWS["up"], ARROWS["down"]
F2, F8, PAGE_DOWN, CTRL_U, BACKSPACE = "\x1b[12~", "\x1b[19~", "\x1b[6~", "\x15", "\x7f"
PLAYERS = {"monday": ("Ann", "Bob"), "tuesday": ("Eve", "Dan"), "friday": ("Eve", "Bob")}


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """A folder with three games, of which the list shows the latest first."""
    folder = tmp_path / "saves"
    folder.mkdir()
    for age, (name, (black, white)) in enumerate(PLAYERS.items()):
        file = file_with(
            folder / f"{name}.sgf", f"(;GM[1]FF[4]SZ[9]PB[{black}]PW[{white}]DT[2021-01-02];B[ee])"
        )
        os.utime(file, (1_000_000 - age, 1_000_000 - age))
    return folder


@pytest.fixture
def games(saves: Path) -> Screen:
    """The list of these games."""
    screen = begun(saves, *TWO_ON_9X9)
    screen.enter("games\r", "Saved games: 3 of 3")
    return screen


def test_a_game_is_listed_by_its_board_its_players_and_its_day(games: Screen, saves: Path) -> None:
    for name, age, game in (
        ("monday", 0, "GM[11]FF[4]SZ[11]PB[gnugo-py level 3]PW[Human]DT[2020-11-26];B[e5]"),
        ("friday", 9, "GM[1]FF[4]SZ[9]PB[Human]PW[Human]DT[2020-11];B[ee]"),
    ):
        (saves / f"{name}.sgf").write_text(f"(;{game})")
        os.utime(saves / f"{name}.sgf", (1_000_000 - age, 1_000_000 - age))
    games.enter("\x1b", "your move\\?$")
    games.type("games\r")
    shown = [re.sub(" {2,}", "  ", line) for line in games.wait("Saved games").splitlines()]
    assert shown[1:5] == [
        " game  moves  result  name",
        " Hex 11x11 against level 3, 26 Nov 2020  1  unfinished  monday",
        " 9x9, Eve - Dan, 2 Jan 2021  1  unfinished  tuesday",
        " 9x9 for two people, 2020-11  1  unfinished  friday",
    ]


def test_typed_words_search_the_names_and_players(games: Screen) -> None:
    shown = games.enter("eve bob", "Saved games: 1 of 3")
    assert "friday" in shown
    assert "monday" not in shown
    games.enter("\r", "Loaded friday")


@pytest.mark.parametrize(
    ("keys", "name"), [("", "monday"), (UP, "monday"), (DOWN, "tuesday"), (PAGE_DOWN + DOWN, "friday")]
)
def test_return_opens_the_selected_game(keys: str, name: str, games: Screen) -> None:
    games.enter(f"{keys}\r", f"Loaded {name}")


@pytest.mark.parametrize(
    ("keys", "name"), [(f"my gamx{BACKSPACE}e", "my game"), (f"wrong{CTRL_U}right", "right")]
)
def test_f2_renames_the_selected_game(keys: str, name: str, games: Screen, saves: Path) -> None:
    games.type(F2)
    games.enter(f"{CTRL_U}{keys}\r", f"(?s)Saved games: 3 of 3.*{name}")
    assert sorted(path.stem for path in saves.glob("*.sgf")) == sorted([name, "tuesday", "friday"])


@pytest.mark.parametrize("keys", ["\x1b", "\r"])
def test_a_rename_without_a_new_name_changes_nothing(keys: str, games: Screen, saves: Path) -> None:
    games.type(f"{F2}{keys}")
    games.read()
    assert (saves / "monday.sgf").exists()
    games.enter("\r" if keys == "\x1b" else "\x1b\r", "Loaded monday")


def test_an_invalid_name_is_refused_with_the_whole_reason(games: Screen) -> None:
    assert "a name consists of" in " ".join(games.enter(f"{F2}{CTRL_U}a/b\r", "a name").split())


@pytest.mark.parametrize("answer", ["n", "\x1b"])
def test_f8_asks_before_it_deletes(answer: str, games: Screen, saves: Path) -> None:
    games.enter(f"{DOWN}{F8}", "(?s)tuesday.*\\(y or n\\)\\?$")
    assert games.enter("x\r", "\\(y or n\\)\\?$")
    games.enter(answer, "Saved games: 3 of 3")
    assert (saves / "tuesday.sgf").exists()
    games.enter(f"{F8}y", "Saved games: 2 of 2")
    assert not (saves / "tuesday.sgf").exists()


def test_a_search_is_still_on_the_line_after_a_question(games: Screen) -> None:
    games.enter("day", "Saved games: 3 of 3")
    games.enter(f"{DOWN}{F8}", "\\(y or n\\)\\?$")
    games.enter("y", "(?s)Saved games: 2 of 2.*search: day$")
    games.enter(CTRL_U, "search:$")


def test_escape_ends_the_search_and_then_leaves_the_list(games: Screen) -> None:
    assert "Esc: show all games" in games.enter("xyz", "No game contains these words")
    games.type(f"\r{F2}{F8}")
    assert "No game contains these words" in "\n".join(games.read())
    games.enter("\x1b", "Saved games: 3 of 3")
    games.enter("\x1b", "your move\\?$")


def test_a_second_click_opens_the_game(games: Screen) -> None:
    row = next(number for number, line in enumerate(games.read(), 1) if "tuesday" in line)
    games.click(12, row)
    assert "Loaded" not in "\n".join(games.read())
    games.click(12, row)
    games.wait("Loaded tuesday")


def test_a_click_below_the_list_does_nothing(games: Screen) -> None:
    before = games.read()
    games.click(12, 20)
    assert games.read() == before


@pytest.mark.parametrize("columns", [1, 20, 40, 80])
@pytest.mark.parametrize("lines", [4, 5, 10, 30])
def test_the_selected_game_is_visible_in_every_window(columns: int, lines: int, games: Screen) -> None:
    games.type(DOWN * 2)
    games.resize(columns, lines)
    games.read()
    spans = games.window.frame.spans
    assert all(span.row < lines for span in spans)
    assert any(span.role == "chosen" for span in spans)


def test_the_names_that_games_get_by_themselves_are_shown_in_full_at_80_columns(saves: Path) -> None:
    (saves / "2026-11-27-043748.sgf").write_text(
        "(;GM[1]FF[4]SZ[19]PB[Alexandra Alexandrova]PW[Wilhelmina Williamson]DT[2026-11-27];B[ee])"
    )
    screen = begun(saves, *TWO_ON_9X9)
    assert "unfinished  2026-11-27-043748" in screen.enter("games\r", "Saved games: 4 of 4")
