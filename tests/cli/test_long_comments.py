"""Tests that long comments survive when a game is continued."""

from pathlib import Path

from gnugo_py.record.sgf_reader import parse_game
from tests.support.program import run

LONG = 20_000


def commented(length: int, moves: int = 26) -> str:
    """Return a game on 9x9 with a comment on each move."""
    points = [f"{column}{row}" for row in "aceg" for column in "acegibdf"][:moves]
    nodes = (f";{'BW'[number % 2]}[{point}]C[{'x' * length}]" for number, point in enumerate(points))
    return f"(;GM[1]SZ[9]KM[0]{''.join(nodes)})"


def test_a_game_with_long_comments_is_saved_while_an_engine_adds_its_reasons(tmp_path: Path) -> None:
    file, saves = tmp_path / "long.sgf", tmp_path / "saves"
    file.write_text(commented(LONG))
    done = run("--load", str(file), "--opponent", "classic", "--saves", str(saves), typed="j1\n")
    assert (done.returncode, done.stderr) == (0, "")
    (saved,) = saves.glob("*.sgf")
    record = parse_game(saved.read_bytes())
    assert len(record.positions()) == 26 + 2 + 1
    assert [len(node.comment) for node in record.main_line()][1:27] == [LONG] * 26
    assert record.end.comment


def test_a_comment_is_kept_whole_in_the_copy(tmp_path: Path) -> None:
    file, saves = tmp_path / "long.sgf", tmp_path / "saves"
    file.write_text(commented(LONG * 5, 1))
    run("--load", str(file), "--opponent", "human", "--saves", str(saves), typed="j1\n")
    (saved,) = saves.glob("*.sgf")
    assert len(parse_game(saved.read_bytes()).root.children[0].comment) == LONG * 5


def test_very_long_comments_do_not_keep_a_game_from_being_saved(tmp_path: Path) -> None:
    comments = "".join(f";C[{letter * 15_000}]" for letter in "ab")
    (tmp_path / "f.sgf").write_text(f"(;GM[1]SZ[9]{comments};B[cc]" + f";W[gg]C[{'c' * 3_000_000}])")
    done = run("--load", str(tmp_path / "f.sgf"), "--saves", str(tmp_path / "s"), typed="e5\n")
    assert (done.returncode, len(list((tmp_path / "s").glob("*.sgf")))) == (0, 1)


def test_comments_are_read_in_the_encoding_of_their_file(tmp_path: Path) -> None:
    text = (
        "(;GM[1]SZ[9]CA[gb2312]PB[\u674e\u660c\u9550]C[\u5bf9\u5c40\u5f00\u59cb];B[cc]C[\u597d\u68cb];W[gg])"
    )
    (tmp_path / "f.sgf").write_bytes(text.encode("gb2312"))
    words = ("--opponent", "human", "--saves", str(tmp_path / "s"))
    run("--load", str(tmp_path / "f.sgf"), *words, typed="e5\n")
    kept = next((tmp_path / "s").glob("*.sgf")).read_text()
    assert "C[\u5bf9\u5c40\u5f00\u59cb]" in kept
    assert "C[\u597d\u68cb]" in kept
