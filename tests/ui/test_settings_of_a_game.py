"""Tests of what a person changes on the screen: what is kept for other games, and what letters do."""

from pathlib import Path

from gnugo_py.storage.settings import read_settings
from tests.support.program import TWO_IN_HEX, TWO_ON_5X5
from tests.support.screen import begun


def test_marks_that_were_switched_on_are_for_this_game_alone(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    assert "+ +" not in "\n".join(screen.read())
    screen.enter("moves\r", "(?s)5 \\+ \\+ \\+ \\+ \\+ 5.*moves: on")
    screen.enter("theme mono\rnew\r", "New game|Handicap|Play")
    assert "+ +" not in screen.enter("\r", "your move\\?$")
    assert (read_settings().display.theme, read_settings().display.moves) == ("mono", False)


def test_with_vi_keys_letters_move_the_cursor_while_the_line_is_empty(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_ON_5X5)
    screen.enter("vi-keys\r", "vi-keys: on")
    screen.enter("h", "your move\\? \\(B3\\)$")
    screen.type("undo")
    screen.enter("h", "your move\\? undoh$")
    assert read_settings().display.vi_keys


def test_a_game_has_only_its_own_commands_in_help_completion_and_advice(tmp_path: Path) -> None:
    screen = begun(tmp_path, *TWO_IN_HEX)
    for line in ("atari", "influence"):
        screen.enter(f"{line}\r", f"the command {line} is not available in Hex")
    assert "did you mean" not in screen.enter("influenc\r", "not understood")
    screen.type("a\t")
    assert "atari" not in "\n".join(screen.read()[-3:])
    page = screen.enter("\x1bhelp\r", "Press Return")
    screen.type(" " * 3)
    page += "\n".join(screen.read())
    assert not [word for word in ("pass", "atari", "captured", "ladder") if f"  {word}" in page]
