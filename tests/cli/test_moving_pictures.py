"""Tests of `diagram --gif`: a moving picture of a game."""

import sys
from pathlib import Path

import pytest

from gnugo_py.games.diagram import svg_board_layout
from gnugo_py.record.sgf_reader import read_game
from tests.support.paths import DATA
from tests.support.plain_game import reply, run_at_terminal
from tests.support.program import run

Image = pytest.importorskip("PIL.Image")
GAME = "(;GM[1]FF[4]SZ[5]KM[6.5];B[cc];W[bb];B[cb]C[third];W[bc];B[ba];W[ab];B[ca];W[];AE[cc];B[cd])"
RECORDS = DATA / "records"


def frames(path: Path) -> list[object]:
    """Return the frames of a moving picture, as images in colors."""
    found = []
    with Image.open(path) as image:
        for number in range(image.n_frames):
            image.seek(number)
            found.append(image.convert("RGB"))
    return found


def stones(image: object, layout_of: object) -> dict[tuple[int, int], str]:
    """Return the stones in an image, by row and column; the color is that beside the number of a move."""
    found = {}
    for row, line in enumerate(svg_board_layout(layout_of).centers):  # type: ignore[arg-type]
        for column, (x, y) in enumerate(line):
            red, _, blue = image.getpixel((round(x), round(y - 10)))  # type: ignore[attr-defined]
            if blue > 200 or red < 60:
                found[row, column] = "O" if blue > 200 else "X"
    return found


@pytest.mark.parametrize("name", ["game.sgf", "hex_5x5.sgf"])
def test_each_frame_shows_the_stones_after_a_move(name: str, file: Path, tmp_path: Path) -> None:
    path = file if name == "game.sgf" else RECORDS / name
    out = tmp_path / "out.gif"
    done = run("diagram", str(path), "--gif", str(out), "--numbers", "0")
    assert (done.returncode, done.stdout) == (0, "")
    nodes = {node.number: node for node in read_game(path).main_line()}
    shown = frames(out)
    assert len(shown) == len(nodes)
    for image, node in zip(shown, nodes.values(), strict=True):
        diagram = node.position.diagram()
        signs = (
            (row, column, sign) for row, text in enumerate(diagram.rows) for column, sign in enumerate(text)
        )
        assert stones(image, diagram) == {(row, column): sign for row, column, sign in signs if sign in "XO"}


def test_a_range_of_moves_is_shown(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gif"
    assert run("diagram", str(file), "--gif", str(out), "--moves", "2-4").returncode == 0
    assert len(frames(out)) == 3


def test_comments_are_written_below_the_board(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.gif"
    assert run("diagram", str(file), "--gif", str(out), "--moves", "2-3").returncode == 0
    without, with_comment = frames(out)
    board = svg_board_layout(read_game(file).end.position.diagram())
    below = [image.crop((0, round(board.height) + 2, *image.size)) for image in (without, with_comment)]  # type: ignore[attr-defined]
    assert [len(image.getcolors()) > 1 for image in below] == [False, True]


@pytest.mark.parametrize("name", ["amazons_6x6.sgf", "study_9x9.sgf"])
def test_games_with_marks_and_squares_are_drawn(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out.gif"
    assert run("diagram", str(RECORDS / name), "--gif", str(out)).returncode == 0
    assert len(frames(out)) > 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--gif", "a.gif", "--moves", "3-40"], "the game has 9 moves"),
        (["--gif", "a.gif", "--moves", "4-2"], "not a range of moves"),
        (["--gif", "a.gif", "--moves", "x"], "not a range of moves"),
        (["--gif", "a.gif", "--move", "2"], "omit --move"),
        (["--svg", "a.svg", "--moves", "2-3"], "--moves is for --gif"),
        (["--gif", "a.gif", "--html", "a.html"], "--html"),
        (["--gif", "game.sgf"], "use another name"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_one_line(words: list[str], message: str, file: Path) -> None:
    done = run("diagram", str(file), *words, folder=file.parent)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert file.read_text() == GAME


def test_without_pillow_one_line_says_what_to_install(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    done = run("diagram", str(file), "--gif", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'gnugo-py[gif]'" in done.stderr


def test_a_picture_is_not_printed_on_a_terminal(file: Path) -> None:
    done = run_at_terminal("diagram", str(file), "--gif", "-", typed="")
    assert done.returncode == 2
    assert "name a file" in done.stderr


def test_a_game_and_a_review_write_the_moves_up_to_here(tmp_path: Path) -> None:
    out = tmp_path / "here.gif"
    assert any(line.startswith("Written: ") for line in reply("c3", "d4", f"diagram {out}"))
    assert len(frames(out)) == 3
