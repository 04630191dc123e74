"""Tests of what a person changes on the screen: what is kept for other games, and what letters do."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnugo_py.storage.settings import read_settings
from tests.support.screen import Screen

TWO_ON_5 = ("--size", "5", "--handicap", "0", "--opponent", "human")
TWO_IN_HEX = ("--game", "hex", "--size", "5", "--first-move", "free", "--opponent", "human")


def two(folder: Path, *options: str) -> Screen:
    screen = Screen(folder, *options)
    screen.wait("your move\\?$")
    return screen


def test_marks_that_were_switched_on_are_for_this_game_alone(tmp_path: Path) -> None:
    screen = two(tmp_path, *TWO_ON_5)
    assert "+ +" not in "\n".join(screen.read())
    screen.type("moves\r")
    screen.wait("(?s)5 \\+ \\+ \\+ \\+ \\+ 5.*moves: on")
    screen.type("theme mono\rnew\r")
    screen.wait("New game|Handicap|Play")
    screen.type("\r")
    assert "+ +" not in screen.wait("your move\\?$")
    assert (read_settings().display.theme, read_settings().display.moves) == ("mono", False)


@pytest.mark.parametrize("word", ["hlep", "hint", "k", "j", "l3"])
def test_letters_are_text(word: str, tmp_path: Path) -> None:
    screen = two(tmp_path, *TWO_ON_5)
    screen.type(word)
    assert screen.read()[-1].strip() == f"Black, your move? {word}"


def test_with_vi_keys_letters_move_the_cursor_while_the_line_is_empty(tmp_path: Path) -> None:
    screen = two(tmp_path, *TWO_ON_5)
    screen.type("vi-keys\r")
    screen.wait("vi-keys: on")
    screen.type("h")
    screen.wait("your move\\? \\(B3\\)$")
    screen.type("undo")
    screen.type("h")
    screen.wait("your move\\? undoh$")
    assert read_settings().display.vi_keys


def test_a_game_has_only_its_own_commands_in_help_completion_and_advice(tmp_path: Path) -> None:
    screen = two(tmp_path, *TWO_IN_HEX)
    for line in ("atari", "influence"):
        screen.type(f"{line}\r")
        screen.wait(f"the command {line} is not available in Hex")
    screen.type("influenc\r")
    assert "did you mean" not in screen.wait("not understood")
    screen.type("a\t")
    assert "atari" not in "\n".join(screen.read()[-3:])
    screen.type("\x1bhelp\r")
    page = screen.wait("Press Return")
    screen.type(" " * 3)
    page += "\n".join(screen.read())
    assert not [word for word in ("pass", "atari", "captured", "ladder") if f"  {word}" in page]
