"""Tests of answers that do not fit on the screen: PgUp, PgDn and the wheel scroll them in a review."""

import re
from pathlib import Path

import pytest

from gnugo_py.app.modes import review
from tests.support.paths import file_with
from tests.support.screen import Screen

PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
SIZES = [(80, 24), (60, 20), (40, 14), (120, 40)]
WORDS = [f"word{number}." for number in range(600)]


@pytest.fixture
def not_analyzed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the analysis in the background, which changes the room for the text."""
    monkeypatch.setattr(review, "MAX_NODES_ANALYZED_UNASKED", 0)


def commented(folder: Path, columns: int = 80, lines: int = 24) -> Screen:
    """Return a review at a move with a comment of 600 words."""
    file = folder / "game.sgf"
    moves = "".join(f";{'BW'[number % 2]}[{'abcdefghi'[number % 9]}a]" for number in range(1, 9))
    file.write_text(f"(;GM[1]SZ[9];B[ee]C[{' '.join(WORDS)}]{moves})")
    screen = Screen(folder, columns=columns, lines=lines, words=("review", str(file)), shows="move 0 of 9;")
    screen.enter("goto 1\r", "-- more: PgDn --")
    return screen


def words(screen: Screen) -> set[int]:
    """Return the numbers of the words of the comment that are on the screen."""
    return {int(number) for number in re.findall(r"word(\d+)", "\n".join(screen.read()))}


@pytest.mark.usefixtures("not_analyzed")
@pytest.mark.parametrize(("columns", "lines"), SIZES)
def test_pgdn_reads_a_comment_to_its_end_then_steps_through_the_game(
    columns: int, lines: int, tmp_path: Path
) -> None:
    screen = commented(tmp_path, columns, lines)
    seen = words(screen)
    assert 0 in seen
    while "-- more: PgDn --" in "\n".join(screen.read()):
        screen.type(PAGE_DOWN)
        seen |= words(screen)
    assert seen == set(range(600))
    assert "move 1 of 9;" in "\n".join(screen.read())
    screen.enter(PAGE_DOWN, "move 9 of 9;")


@pytest.mark.usefixtures("not_analyzed")
def test_pgup_scrolls_back_then_steps_through_the_game(tmp_path: Path) -> None:
    screen = commented(tmp_path)
    screen.type(PAGE_DOWN)
    assert 0 not in words(screen)
    screen.type(PAGE_UP)
    assert 0 in words(screen)
    assert "move 1 of 9;" in "\n".join(screen.read())
    screen.enter(PAGE_UP, "move 0 of 9;")


@pytest.mark.usefixtures("not_analyzed")
def test_the_wheel_scrolls_over_the_pane_and_steps_elsewhere(tmp_path: Path) -> None:
    screen = commented(tmp_path)
    (row,) = [number for number, line in enumerate(screen.read(), 1) if "word0." in line]
    screen.type(f"\x1b[<65;60;{row}M")
    assert 0 not in words(screen)
    assert "move 1 of 9;" in "\n".join(screen.read())
    screen.enter("\x1b[<65;5;5M", "move 2 of 9;")


def test_an_answer_stays_while_the_game_is_analyzed(tmp_path: Path) -> None:
    """The analysis in the background redraws the screen; that is no new step."""
    screen = commented(tmp_path)
    screen.wait("Black's lead in points ")
    assert 0 in words(screen)
    screen.enter("goto 99\r", "type goto N with a move number")


@pytest.mark.usefixtures("not_analyzed")
def test_return_on_an_empty_line_leaves_the_answer(tmp_path: Path) -> None:
    screen = commented(tmp_path)
    seen = words(screen)
    screen.type("\r")
    assert words(screen) == seen


def test_help_and_escape_leave_the_signs_of_a_node(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;GM[1]SZ[9];B[ee]LB[aa:A])")
    screen = Screen(tmp_path, words=("review", str(file)), shows="move 0 of 1;")
    for keys in ("goto 1\r", "help\r\r", "\x1b", "\x1b[18~\x1b"):
        screen.enter(keys, "^ ?9 A - - - - - - - - 9")
