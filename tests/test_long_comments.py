"""Games with more comments than anybody reads: nothing of them is lost when they are played on."""

from __future__ import annotations

from pathlib import Path

from gnugo_py.sgf.reader import read_sgf
from tests.test_cli import run

LONG = 20_000


def commented(length: int, moves: int = 26) -> str:
    """A game on 9x9 with a comment on each move."""
    points = [f"{column}{row}" for row in "aceg" for column in "acegibdf"][:moves]
    nodes = (f";{'BW'[number % 2]}[{point}]C[{'x' * length}]" for number, point in enumerate(points))
    return f"(;GM[1]SZ[9]KM[0]{''.join(nodes)})"


def test_a_game_with_long_comments_is_saved_while_an_engine_adds_its_reasons(tmp_path: Path) -> None:
    file, saves = tmp_path / "long.sgf", tmp_path / "saves"
    file.write_text(commented(LONG))
    done = run("--load", str(file), "--opponent", "classic", "--saves", str(saves), typed="j1\n")
    assert (done.returncode, done.stderr) == (0, "")
    (saved,) = saves.glob("*.sgf")
    record = read_sgf(saved.read_bytes())
    assert len(record.positions) == 26 + 2 + 1
    assert [len("".join(note)) for note in record.notes[1:27]] == [LONG] * 26
    assert "".join(record.notes[28])


def test_a_comment_is_kept_whole_in_the_copy(tmp_path: Path) -> None:
    file, saves = tmp_path / "long.sgf", tmp_path / "saves"
    file.write_text(commented(LONG * 5, 1))
    run("--load", str(file), "--opponent", "human", "--saves", str(saves), typed="j1\n")
    (saved,) = saves.glob("*.sgf")
    assert len("".join(read_sgf(saved.read_bytes()).notes[1])) == LONG * 5


def test_a_file_that_is_too_large_is_refused_when_it_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "long.sgf"
    file.write_text(commented(500_000))
    done = run("--load", str(file), "--opponent", "classic", "--saves", str(tmp_path / "saves"))
    assert (done.returncode, "the file has more than 8 MB" in done.stderr) == (2, True)
    assert not (tmp_path / "saves").exists()
