"""Tests of pasted text and of input that arrives faster than anybody types."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from gnugo_py.tui.line_and_cursor import MAX_TYPED_LENGTH, paste
from gnugo_py.tui.state import ScreenState
from tests.support.terminal import Terminal

ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "5", "--new")
BEGIN, END = "\x1b[200~", "\x1b[201~"

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def begun(tmp_path: Path) -> Terminal:
    game = Terminal(tmp_path, *ON_9X9)
    game.wait("your move\\?$")
    return game


@pytest.mark.parametrize(
    ("typed", "text", "prompt"),
    [
        ("", "c3", "c3"),
        ("", "c3\nd4\r\n", "c3 d4"),
        ("sa", "ve\tx\x1b[2J\x07", "save x [2J"),
        ("", "x" * 10_000, "x" * MAX_TYPED_LENGTH),
        ("x" * MAX_TYPED_LENGTH, "more", "x" * MAX_TYPED_LENGTH),
        ("", "\n\n", ""),
    ],
)
def test_what_is_pasted_goes_into_the_prompt(typed: str, text: str, prompt: str) -> None:
    assert paste(ScreenState(typed=typed), text).typed == prompt


def test_what_is_pasted_goes_where_the_caret_is() -> None:
    assert paste(ScreenState(typed="save", caret_from_end=2), "XY").typed == "saXYve"


@on_unix
def test_the_terminal_is_asked_to_mark_pastes_and_left_as_it_was(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *ON_9X9)
    written = b""
    while b"your move?" not in written:
        written += game.child.read_nonblocking(65536, timeout=10)
    assert written.count(b"\x1b[?2004h") == 1
    game.child.sendintr()
    while not written.endswith(b"gnugo-py: interrupted\r\n"):
        written += game.child.read_nonblocking(65536, timeout=10)
    assert written.count(b"\x1b[?2004l") == 1


@on_unix
def test_a_line_break_in_a_paste_executes_nothing(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.type(f"{BEGIN}c3\nquit\n{END}")
    game.wait("your move\\? c3 quit$")
    game.type("\x15g7\r")
    game.wait("my move: ")
    assert game.interrupted() == 130


@on_unix
def test_a_paste_without_an_end_does_not_hold_the_screen_up(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.type(f"{BEGIN}c3")
    game.wait("your move\\? c3$")
    game.type("\r")
    game.wait("my move: ")


@on_unix
def test_a_paste_while_a_player_thinks_goes_into_the_prompt(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *ON_9X9, "--opponent", "search:9")
    game.wait("your move\\?$")
    game.type("e5\r")
    game.wait("is thinking, 1 s")
    game.type(f"{BEGIN}undo\n{END}")
    game.wait("is thinking, .* undo$")


@on_unix
@pytest.mark.parametrize("marks", [("", ""), (BEGIN, END)], ids=["plain", "bracketed"])
def test_a_large_paste_is_drawn_at_once(marks: tuple[str, str], tmp_path: Path) -> None:
    """`benchmarks.paste` measures the time."""
    game = begun(tmp_path)
    game.type(marks[0] + "z" * 16_384 + marks[1])
    game.wait("your move\\? z{20,}")
    game.still("your move\\? z{20,}")


@on_unix
def test_a_form_ignores_what_is_pasted(tmp_path: Path) -> None:
    form = Terminal(tmp_path, "--new")
    form.wait("< Go >")
    form.type(f"{BEGIN}q\r\x1b{END}")
    assert "< Go >" in form.still("< Go >")


@on_unix
@pytest.mark.parametrize(
    "text",
    [b"a\xffb\nquit\n", b"\xc3\nquit\n", b"\xff" * 3000 + b"\nquit\n", "\u56f2\u7881\nquit\n".encode()],
)
def test_bytes_that_are_no_text_do_not_end_a_paste(text: bytes, tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.child.send(BEGIN.encode() + text + END.encode())
    game.type("\x15e5\r")
    game.wait("my move: ")


@on_unix
def test_letters_of_every_alphabet_can_be_typed(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.type("zo\u00eb \u56f2")
    game.wait("your move\\? zo\u00eb \u56f2")
