"""Tests of the end screen of a game: what it shows after something else was shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.screen import Screen, board_rows

TWO_ON_5 = ("--size", "5", "--handicap", "0", "--opponent", "human")


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
    screen = Screen(tmp_path, *TWO_ON_5)
    screen.wait("Black, your move\\?$")
    screen.type("c3\rc2\rd3\rresign\ry\r")
    final = board_rows(screen.wait("Return: quit"))
    screen.type("r")
    screen.wait("move 3 of 3")
    for line in lines:
        screen.type(f"{line}\r")
    shown = screen.wait("Return: quit")
    assert board_rows(shown) == final
    assert "Black has captured" in shown
    assert "1 X C3" in shown


def test_a_narrow_window_shows_all_that_can_be_done_after_a_game(tmp_path: Path) -> None:
    screen = Screen(tmp_path, *TWO_ON_5, columns=40, lines=14)
    screen.wait("Black, your move\\?$")
    screen.type("c3\rresign\ry\r")
    screen.wait("^review, again or menu; Return: quit$")


def test_after_a_game_from_the_menu_return_leads_there_and_again_to_the_form(tmp_path: Path) -> None:
    screen = Screen(tmp_path)
    screen.wait("Have you played")
    screen.type("2")
    screen.wait("your move\\?$")
    screen.type("c3\rresign\ry\r")
    screen.wait("^review, (train, )?(or )?again; Return: menu$|^review or again; Return: menu$")
    screen.type("a")
    screen.wait("< Go >")
    screen.type("\x1b")
    screen.wait("Return: menu$")
    screen.type("\r")
    screen.wait("^ \\d  Quit")
    screen.type("\x1b")
    assert screen.status() == 0


def test_menu_leads_to_the_menu_from_a_game_of_the_shell(tmp_path: Path) -> None:
    screen = Screen(tmp_path, *TWO_ON_5)
    screen.wait("Black, your move\\?$")
    screen.type("c3\rresign\ry\rmenu\r")
    screen.wait("^ \\d  Quit")


def test_an_engine_that_plays_on_after_a_pass_is_said_to_and_how_to_count(tmp_path: Path) -> None:
    screen = Screen(tmp_path, "--size", "5", "--level", "1", "--color", "black")
    screen.wait("your move\\?$")
    screen.type("pass\r")
    assert "White plays on; to count the game now, type stop." in " ".join(
        screen.wait("type\\s+stop\\.").split()
    )
