"""Tests of the commands on files with setup at the end, forbidden moves, damage and unknown encodings."""

import json
from pathlib import Path

import pytest

from gnugo_py.record.sgf_reader import parse_game
from tests.support.paths import file_with
from tests.support.program import run

GAME = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[ge];W[cg];B[cd];W[eg];B[gg];W[ec];AE[ec])"
UNREADABLE = "(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[dundefined];B[aa];W[bb])"
CUT_SHORT = (
    "Move 4: 'dundefined' is not a point on a 9x9 board; the game ends before it, and 3 moves cannot be read."
)


def test_analyze_shows_the_moves_before_setup_at_the_end(file: Path) -> None:
    rows = [json.loads(line) for line in run("analyze", str(file), "--json").stdout.splitlines()]
    assert [row["played"] for row in rows] == ["E5", "G7", "G5", "C3", "C6", "E3", "G3", "E7"]


def test_an_analyzed_game_has_its_moves_and_the_setup_at_the_end(file: Path) -> None:
    written = run("analyze", str(file), "--sgf", "-").stdout
    assert written.count(";B[") + written.count(";W[") >= 8
    record = parse_game(written.encode())
    assert len(record.positions()) == 9
    assert record.current.position.diagram() == parse_game(file.read_bytes()).current.position.diagram()


def test_score_counts_the_board_after_setup_at_the_end(file: Path) -> None:
    done = run("score", str(file), "--dead", "none")
    assert done.stdout.splitlines()[3].split()[5] == "-"


def test_a_review_finds_mistakes_before_setup_at_the_end(file: Path) -> None:
    shown = run("review", "--plain", str(file), typed="mistakes\nquit\n").stdout
    assert "Black: 4 moves" in shown
    assert "White: 4 moves" in shown


@pytest.mark.parametrize("command", ["score", "explain", "diagram", "analyze"])
def test_a_file_is_used_up_to_an_unreadable_move(command: str, tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", UNREADABLE)
    done = run(command, str(file))
    assert done.returncode == 0
    assert f"{file}: {CUT_SHORT}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_review_goes_up_to_an_unreadable_move_and_not_beyond(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", UNREADABLE)
    shown = run("review", "--plain", str(file), typed="end\nnext\nquit\n").stdout
    assert CUT_SHORT in shown
    assert "move 3 of" in shown
    assert "the next move in the file is illegal: move 4: 'dundefined'" in shown


def test_training_shows_the_warnings_about_the_file(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", UNREADABLE)
    assert CUT_SHORT in run("train", "--plain", str(file), typed="quit\n").stdout


def test_a_game_with_an_unreadable_move_can_be_loaded_and_continued(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", UNREADABLE)
    done = run("--load", str(file), "--opponent", "human", "--saves", str(tmp_path / "s"), typed="a1\n")
    assert CUT_SHORT in done.stdout
    (saved,) = (tmp_path / "s").glob("*.sgf")
    assert len(parse_game(saved.read_bytes()).positions()) == 5


@pytest.mark.parametrize(
    "words",
    [
        ["score"],
        ["explain"],
        ["analyze"],
        ["diagram", "--html", "-"],
        ["review", "--plain"],
        ["train", "--plain"],
        ["--opponent", "human", "--plain", "--load"],
    ],
)
def test_the_encoding_of_a_file_can_be_named(words: list[str], tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "game.sgf", "(;GM[1]SZ[9]KM[0]CA[Big5]PB[聂卫平]RE[黑中盘胜];B[ee];W[cc])".encode("gbk")
    )
    done = run(*words, str(file), "--encoding", "gbk", typed="quit\n", GNUGO_PY_SAVES=str(tmp_path / "s"))
    assert done.returncode == 0
    assert "--encoding" not in done.stdout + done.stderr
    if words[0] in ("score", "diagram", "review"):
        assert "黑中盘胜" in done.stdout


def test_an_encoding_without_a_file_is_refused() -> None:
    done = run("play", "--encoding", "gbk")
    assert (done.returncode, "--encoding requires --load FILE" in done.stderr) == (2, True)


def test_the_copy_saved_by_a_review_keeps_the_nodes_after_an_unreadable_move(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", UNREADABLE)
    saves = tmp_path / "saves"
    run("review", "--plain", str(file), "--saves", str(saves), typed="save copy\nquit\n")
    assert (saves / "copy.sgf").read_text() == UNREADABLE
