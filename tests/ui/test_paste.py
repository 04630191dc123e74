"""Tests of pasted text and of input that arrives faster than anybody types."""

import sys
from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.program import BLACK_ON_9X9
from tests.support.screen import Screen, begun
from tests.support.terminal import Terminal

BEGIN, END = "\x1b[200~", "\x1b[201~"

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


@on_unix
def test_the_terminal_marks_pastes_until_the_program_ends(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *BLACK_ON_9X9)
    written = b""
    while b"your move?" not in written:
        written += game.child.read_nonblocking(65536, timeout=10)
    assert written.count(b"\x1b[?2004h") == 1
    game.child.sendintr()
    while not written.endswith(b"gnugo-py: interrupted\r\n"):
        written += game.child.read_nonblocking(65536, timeout=10)
    assert written.count(b"\x1b[?2004l") == 1


def test_a_paste_while_an_engine_thinks_goes_into_the_prompt(tmp_path: Path) -> None:
    game = begun(tmp_path, *BLACK_ON_9X9, "--opponent", command("stuck"))
    game.enter("e5\r", "is thinking")
    game.enter(f"{BEGIN}undo\n{END}", "is thinking, .* undo$")


GAME = "(;GM[1]FF[4]SZ[9]C[Two\r\rlines];B[ee];W[gc](;B[cc])(;B[cg]))\r"


def test_a_game_pasted_in_a_menu_or_a_form_opens_in_review(tmp_path: Path) -> None:
    form = Screen(tmp_path, "--new", shows="< Go >")
    form.enter(f"{BEGIN}{GAME}{END}", "move 0 of 3")


def test_a_collection_pasted_in_the_menu_is_a_list_of_its_games(tmp_path: Path) -> None:
    menu = Screen(tmp_path, shows="Have you played")
    shown = menu.enter(f"{BEGIN}{GAME}{GAME.replace('SZ[9]', 'SZ[9]PB[Ann]')}{END}", "which game")
    assert "Have you played" not in shown
    menu.enter("2\r", "move 0 of 3")
    assert "Ann" in menu.wait("move 0 of 3")


def test_a_game_that_is_typed_line_by_line_opens_in_review(tmp_path: Path) -> None:
    game = begun(tmp_path)
    game.enter("(;SZ[9]C[\rtheme dark\r", "Rest of the pasted game")
    game.enter("];B[ee])\r", "move 0 of 1")


def test_a_game_pasted_while_an_engine_thinks_opens_after_its_answer(tmp_path: Path) -> None:
    game = begun(tmp_path, *BLACK_ON_9X9, "--opponent", command("slow"))
    game.enter("e5\r", "is thinking")
    game.enter(f"{BEGIN}{GAME}{END}", "move 0 of 3")


def test_a_form_ignores_what_is_pasted(tmp_path: Path) -> None:
    form = Screen(tmp_path, "--new", shows="< Go >")
    form.type(f"{BEGIN}q\r\x1b{END}")
    assert "< Go >" in "\n".join(form.read())
    assert not form.has_ended


@on_unix
def test_a_large_paste_is_shown(tmp_path: Path) -> None:
    game = Terminal(tmp_path, *BLACK_ON_9X9, shows="your move\\?$")
    game.enter("z" * 16_384, "your move\\? z{20,}")
    game.enter(f"\x15{BEGIN}{'y' * 16_384}{END}", "your move\\? y{20,}")


@on_unix
def test_a_paste_may_have_no_end_and_bytes_that_are_no_text(tmp_path: Path) -> None:
    """A sequence of tests in one terminal, because only curses decodes bytes."""
    game = Terminal(tmp_path, *BLACK_ON_9X9, shows="your move\\?$")
    for content in (
        b"a\xffb\nquit\n",
        b"\xc3\nquit\n",
        b"\xff" * 3000 + b"\nquit\n",
        "\u56f2\nquit\n".encode(),
    ):
        game.child.send(BEGIN.encode() + content + END.encode())
        game.enter("\x15zo\u00eb \u56f2", "your move\\? zo\u00eb \u56f2")
        game.enter("\x15", "your move\\?$")
    game.enter(f"{BEGIN}c3", "your move\\? c3$")
    game.enter("\r", "my move: ")
