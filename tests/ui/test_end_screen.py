"""Tests of the end screen of a game: what it shows after something else was shown."""

from pathlib import Path

import pytest

from tests.support.program import TWO_ON_5X5, run
from tests.support.screen import Screen, begun, board_rows


@pytest.mark.parametrize(
    "lines",
    [
        ("start", "quit"),
        ("goto 1", "score", "quit"),
        ("start", "comment the beginning", "quit", "discard"),
        ("start", "comment the beginning", "save", "quit"),
        ("goto 1", "e5", "quit", "discard"),
        ("goto 1", "e5", "save", "quit"),
        ("goto 1", "variation 1", "quit"),
    ],
)
def test_the_end_screen_shows_the_final_position_after_a_review(
    lines: tuple[str, ...], tmp_path: Path
) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    final = board_rows(screen.enter("c3\rc2\rd3\rresign\ry\r", "Return: quit"))
    screen.enter("r", "move 3 of 3")
    for line in lines:
        screen.type(f"{line}\r")
    shown = screen.wait("Return: quit")
    assert board_rows(shown) == final
    assert "Black has captured" in shown
    assert "1 X C3" in shown


def test_a_narrow_window_shows_all_that_can_be_done_after_a_game(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5, columns=40, lines=14)
    screen.enter("c3\rresign\ry\r", "^review, again or menu; Return: quit$")


def test_after_a_game_from_the_menu_return_leads_there_and_again_to_the_form(tmp_path: Path) -> None:
    screen = Screen(tmp_path, shows="Have you played")
    screen.enter("2", "your move\\?$")
    screen.enter(
        "c3\rresign\ry\r", "^review, (train, )?(or )?again; Return: menu$|^review or again; Return: menu$"
    )
    screen.enter("a", "< Go >")
    screen.enter("\x1b", "Return: menu$")
    screen.enter("\r", "^ \\d  Quit")
    assert screen.status("\x1b") == 0


def test_menu_leads_to_the_menu_from_a_game_of_the_shell(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    screen.enter("c3\rresign\ry\rmenu\r", "^ \\d  Quit")


def test_plain_mode_says_that_an_engine_plays_on_after_a_pass(tmp_path: Path) -> None:
    words = ("--plain", "--size", "5", "--level", "1", "--color", "black", "--saves", str(tmp_path))
    assert "White plays on; to count the game now, type stop." in run(*words, typed="pass\n").stdout
