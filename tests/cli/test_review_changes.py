"""Tests of what a review changes in a game, and where the changes are saved."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from sgfmill.sgf import Sgf_game
from sgfmill.sgf_grammar import Coarse_game_tree, parse_sgf_collection

from gnugo_py import read_game
from tests.cli.test_review import GAME, reviewed
from tests.support.paths import file_with
from tests.support.permissions import command_without_root_powers
from tests.support.program import run

STRANGER = """(;GM[1]FF[4]CA[Shift_JIS]SZ[9]KM[6.5]PB[山田]PW[Bob]XX[a private value]C[対局の記録]
;B[ee]TR[ee]ZZ[one][two]
(;W[cc]C[良い手です。]LB[cg:A][gc:1]
;B[gc];W[gg])
(;W[gc]SQ[gc]C[別の手]
;B[cc]))"""
TYPED = (
    *("next 2", "a1", "a2", "a3", "a4", "a5", "comment Five moves along the edge."),
    *("start", "next", "variation 2", "j9", "j8", "j7", "j6", "j5"),
)
MOVES = {b"ai", b"ah", b"ag", b"af", b"ae", b"ia", b"ib", b"ic", b"id", b"ie"}


def words_of_review(file: Path | str, saves: Path) -> list[str]:
    return [sys.executable, "-m", "gnugo_py", "review", "--plain", "--saves", str(saves), str(file)]


def interrupted(file: Path, lines: Sequence[str], number: signal.Signals, copy: Path, last: bytes) -> str:
    """Type lines into a review, end it with a signal once the copy has the last move; return the output."""
    with subprocess.Popen(
        words_of_review(file, file.parent / "saves"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as review:
        assert review.stdin is not None
        review.stdin.write("".join(f"{line}\n" for line in lines))
        review.stdin.flush()
        end = time.monotonic() + 30
        while not (copy.exists() and last in copy.read_bytes()):
            assert time.monotonic() < end, "the changes are not saved"
            time.sleep(0.05)
        review.send_signal(number)
        assert review.stdout is not None
        return review.stdout.read()


def all_nodes(tree: Coarse_game_tree) -> list[dict[str, list[bytes]]]:
    return [*tree.sequence, *(node for child in tree.children for node in all_nodes(child))]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_all_of_a_strangers_file_and_of_the_changes_survives_a_signal(name: str, tmp_path: Path) -> None:
    file, copy = tmp_path / "game.sgf", tmp_path / "game-review.sgf"
    content = STRANGER.encode("shift_jis")
    file.write_bytes(content)
    printed = interrupted(file, TYPED, getattr(signal, name), copy, b"[ie]")
    assert file.read_bytes() == content
    assert (f"The changes of the review are in {copy}." in printed) == (name == "SIGTERM")

    assert f"not saved are in {copy}; review that file to see them." in reviewed(file, "quit")
    output = reviewed(copy, "next", "comment 続き", "save", "quit")
    assert f"Saved as {copy}." in output
    saved = copy.read_bytes()
    nodes = [each for tree in parse_sgf_collection(saved) for each in all_nodes(tree)]
    values = {
        key: [value for node in nodes for value in node.get(key, [])]
        for key in ("B", "W", "C", "XX", "ZZ", "LB")
    }
    assert {*values["B"], *values["W"]} == MOVES | {b"ee", b"cc", b"gc", b"gg"}
    assert values["XX"] == [b"a private value"]
    assert values["ZZ"] == [b"one", b"two"]
    assert values["LB"] == [b"cg:A", b"gc:1"]
    comments = ["対局の記録", "続き", "良い手です。", "Five moves along the edge.", "別の手"]
    assert [value.decode() for value in values["C"]] == comments
    root = Sgf_game.from_bytes(saved).get_root()
    assert root.get("PB") == "山田"


def test_a_file_that_another_program_has_changed_is_not_overwritten(tmp_path: Path) -> None:
    file, copy = tmp_path / "game.sgf", tmp_path / "game-review.sgf"
    file.write_text(GAME)
    review = subprocess.Popen(
        words_of_review(file, tmp_path / "saves"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert review.stdin is not None
    assert review.stdout is not None
    while "move 0 of 5" not in review.stdout.readline():
        pass
    file.write_text("(;SZ[9];B[aa])")
    printed, _ = review.communicate("a9\nsave\nb9\nsave\nquit\n", timeout=60)
    assert f"Another program changed game.sgf, which is left as it is. Saved as {copy}." in printed
    assert f"Saved as {copy}.\n" in printed
    assert file.read_text() == "(;SZ[9];B[aa])"
    assert [node.number for node in read_game(copy).nodes()][-2:] == [1, 2]
    assert {path.name for path in tmp_path.glob("*.sgf")} == {"game.sgf", "game-review.sgf"}


def test_the_changes_go_to_the_save_folder_if_the_folder_of_the_file_is_read_only(tmp_path: Path) -> None:
    folder, saves = tmp_path / "folder", tmp_path / "saves"
    folder.mkdir()
    (folder / "game.sgf").write_text(GAME)
    folder.chmod(0o500)
    words = [*command_without_root_powers(), *words_of_review(folder / "game.sgf", saves)]

    def printed(typed: str) -> str:
        done = subprocess.run(words, input=typed, capture_output=True, text=True, timeout=60, check=False)
        assert done.stderr == ""
        return done.stdout

    refused = f"Not saved: {folder / 'game.sgf'}: Permission denied; type save NAME."
    assert refused in printed("a9\nsave\nquit\nsave\nsave mine\n")
    assert [path.name for path in saves.iterdir()] == ["mine.sgf"]
    text = printed("a9\n")
    copy = saves / "game-review.sgf"
    assert f"The changes of the review are in {copy}." in text
    assert f"are in {copy}; review that file to see them." in printed("a9\nquit\ndiscard\n")
    assert sorted(saves.iterdir()) == sorted([copy, saves / "mine.sgf"])
    assert [path.name for path in folder.iterdir()] == ["game.sgf"]


def test_changes_that_can_be_saved_nowhere_are_reported(tmp_path: Path) -> None:
    file, saves = tmp_path / "game.sgf", tmp_path / "saves"
    file.write_text(GAME)
    saves.write_text("no folder")
    tmp_path.chmod(0o500)
    words = [*command_without_root_powers(), *words_of_review(file, saves)]
    done = subprocess.run(words, input="a9\na8\n", capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.count("The changes are not saved automatically:") == 1
    assert "The changes of the review are not saved:" in done.stdout
    assert done.returncode == 2


def test_a_resumed_game_is_never_the_copy_of_a_review(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--opponent", "human", "--plain", "--saves", str(tmp_path))
    run("play", *words, typed="e5\ng3\nsave mine\nreview\nc3\nc4\n")
    assert sorted(path.name for path in tmp_path.glob("*.sgf")) == ["mine-review.sgf", "mine.sgf"]
    os.utime(tmp_path / "mine-review.sgf")
    assert (
        "move 2: O G3" in run("play", "--plain", "--resume", "--saves", str(tmp_path), typed="quit\n").stdout
    )


def test_a_saved_game_stays_at_its_move_when_moves_are_added_in_a_review(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--opponent", "human", "--plain", "--saves", str(tmp_path))
    run("play", *words, typed="e5\ng3\nsave mine\nquit\n")
    assert "Saved as" in reviewed("mine", "end", "c3", "c4", "save", "quit", saves=tmp_path)
    output = run("play", "--plain", "--resume", "mine", "--saves", str(tmp_path), typed="redo\nquit\n").stdout
    assert "move 2: O G3" in output
    assert "move 3: X C3" in output


def test_another_game_of_the_file_is_opened_only_after_the_changes_are_saved(tmp_path: Path) -> None:
    file = file_with(tmp_path / "two.sgf", "(;SZ[9];B[aa])(;SZ[9];B[bb])")
    output = run(
        *("review", "--plain", "--number", "1", str(file), "--saves", str(tmp_path / "saves")),
        typed="a1\nnext game\nback\nnext game\nsave\ne5\nsave\nquit\n",
    ).stdout
    assert output.count("save, save NAME, discard or back?") == 2
    assert re.sub(r"\s", "", file.read_text()) == "(;SZ[9](;B[aa])(;B[ai]))(;SZ[9](;B[bb])(;B[ee]))"


def test_the_engine_answers_when_it_is_asked(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;GM[1]SZ[9];B[ee])")
    output = reviewed(file, "next", "reply 1", "reply", "quit", "save")
    assert re.search("^gnugo-py level 1 plays [A-J][1-9]\\.$", output, re.MULTILINE)
    assert re.search("^gnugo-py level 9 plays [A-J][1-9]\\.$", output, re.MULTILINE)
    assert read_game(file).end.number == 3


def test_a_move_that_the_file_has_changes_nothing(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", GAME)
    assert "discard" not in reviewed(file, "e5", "C7", "c3", "quit")
    assert [path.name for path in tmp_path.iterdir()] == ["game.sgf"]
