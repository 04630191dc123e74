"""Faults that people found who had not written the program, each kept from coming back."""

import json
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from gnugo_py.core.text import legible, width
from gnugo_py.storage.save_store import Store
from tests.gtp.test_client import command
from tests.test_cli import run
from tests.test_resume import answers
from tests.tui.terminal import Terminal

ON_9X9 = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "1")
TWO = ("--opponent", "human", "--size", "9", "--handicap", "0")


def saved(folder: Path, typed: str = "c3\nsave x\n", *words: str) -> Path:
    run(*ON_9X9, *words, "--saves", str(folder), typed=typed)
    return folder / "x.sgf"


def listed(folder: Path) -> dict[str, dict[str, object]]:
    return {each["name"]: each for each in json.loads(run("saves", "--saves", str(folder), "--json").stdout)}


def test_moves_that_another_program_appended_are_kept_counted_and_gone_on_with(tmp_path: Path) -> None:
    file = saved(tmp_path)
    file.write_text(file.read_text().rstrip()[:-1] + ";B[aa]C[my analysis];W[ab];B[ba])")
    before = file.read_bytes()
    assert listed(tmp_path)["x"]["moves"] == 5
    assert run("score", str(file), "--dead", "none").stdout.splitlines()[1].startswith("9 X X")
    done = run("--resume", "x", "--saves", str(tmp_path), typed="quit\n")
    assert "x.sgf holds more than this program can write again" in done.stdout
    assert done.stdout.splitlines()[1].startswith("9 X X")
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new"),
    [(";B[cg]", ";B[cg]C[a long review]"), ("DT[", "DT[1999-01-01]XX["), ("PW[GNU Go 1.1]", "PW[Somebody]")],
)
def test_words_that_another_program_wrote_are_not_written_over(old: str, new: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    before = file.read_bytes()
    run("--resume", "x", "--saves", str(tmp_path), typed="undo\ng7\n")
    assert file.read_bytes() == before
    assert len(list(tmp_path.glob("*.sgf"))) == 2


@pytest.mark.parametrize("opponent", ["classic", "human", "engine"])
def test_a_game_of_our_own_goes_on_in_its_file(opponent: str, tmp_path: Path) -> None:
    named = command("none") if opponent == "engine" else opponent
    file = saved(tmp_path, "c3\nsave x\ng7\n", "--opponent", named)
    for _ in range(2):
        done = run("--resume", "x", "--saves", str(tmp_path), typed="undo\ng6\n")
        assert "holds more" not in done.stdout
    assert [path.name for path in tmp_path.glob("*.sgf")] == [file.name]


def test_a_loaded_game_goes_on_in_its_file_with_its_names(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;GM[1]FF[4]SZ[9]PB[Lee]PW[Kim];B[cc];W[gg])")
    saves = tmp_path / "s"
    run("--load", str(tmp_path / "f.sgf"), "--opponent", "human", "--saves", str(saves), typed="e5\nsave x\n")
    run("--resume", "x", "--saves", str(saves), typed="a1\n")
    assert [path.name for path in saves.glob("*.sgf")] == ["x.sgf"]
    assert "PB[Lee]PW[Kim]" in (saves / "x.sgf").read_text()


def test_a_deleted_game_is_written_again_before_another_is_loaded(tmp_path: Path) -> None:
    saved(tmp_path)
    words = [sys.executable, "-m", "gnugo_py", *ON_9X9, "--saves", str(tmp_path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("c3\nsave mine\n")
        game.stdin.flush()
        while "Saved as" not in game.stdout.readline():
            pass
        (tmp_path / "mine.sgf").unlink()
        game.communicate("load x\n", timeout=30)
    assert (tmp_path / "mine.sgf").exists()


def test_loading_leaves_no_unsaved_game_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;SZ[9];B[ee])")
    done = run(*ON_9X9, "--saves", "/proc/nosuch", typed=f"c3\nload {tmp_path / 'f.sgf'}\n")
    assert "The game is not saved: /proc/nosuch" in done.stdout
    assert done.returncode == 2


def test_the_screen_asks_before_loading_and_before_leaving_at_the_count(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;SZ[9];B[ee])")
    game = Terminal(Path("/proc/nosuch"), *TWO, "--new", columns=40, lines=14)
    game.wait("Black, your move")
    game.type(f"e5\rload {tmp_path / 'f.sgf'}\r")
    game.wait(r"^Leave it unsaved \(y or n\)\?")
    game.type("n\r")
    game.wait("White, your move")
    game.type("stop\rn\r")
    game.wait(r"^Leave it unsaved \(y or n\)\?")
    game.type("n\rplay\rpass\rpass\ry\rstop\rstop\r")
    shown = game.wait("n for a new game")
    assert re.search(r"wins by", shown)
    assert "NOT SAVED" in shown


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


def test_a_listing_is_whole_while_another_program_writes(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"g{number}.sgf").write_text("(;SZ[9])")
    stop = threading.Event()

    def disturb() -> None:
        while not stop.is_set():
            (tmp_path / "coming.sgf").write_text("x")
            (tmp_path / "coming.sgf").unlink()

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        assert all(len(Store(tmp_path).names()) >= 50 for _ in range(300))
    finally:
        stop.set()
        thread.join()


def test_a_number_in_a_strangers_comment_does_not_make_a_game_the_latest(tmp_path: Path) -> None:
    (tmp_path / "evil.sgf").write_text('(;SZ[9]C[GNUGOPY[{"serial": 999999999, ])')
    saved(tmp_path)
    assert '"serial": 1,' in (tmp_path / "x.sgf").read_text()


def test_a_home_that_does_not_exist_is_no_fault(tmp_path: Path) -> None:
    done = run(*ON_9X9, "--saves", str(tmp_path), typed="load ~nosuch/x.sgf\nc3\n")
    assert (done.returncode, len(answers(done.stdout))) == (0, 1)


def test_what_was_taken_back_stays_so_where_a_game_is_loaded(tmp_path: Path) -> None:
    file = saved(tmp_path, "c3\ng7\nundo\nsave x\n")
    file.write_text(file.read_text().replace('"patterns": null', '"patterns": "/nosuch"'))
    saves = tmp_path / "s"
    run("--load", str(file), "--opponent", "human", "--saves", str(saves), typed="a1\n")
    text = next(saves.glob("*.sgf")).read_text()
    assert len(re.findall(r"^;[BW]\[", text, re.MULTILINE)) == 3
    served = run("gtp", typed=f"loadsgf {file}\nmove_history\n").stdout
    assert served.count("black") + served.count("white") == 3


def test_a_path_in_a_prompt_is_harmless(tmp_path: Path) -> None:
    (tmp_path / "a\x1b[31mRED\u202e").write_text("in the way")
    game = Terminal(tmp_path / "a\x1b[31mRED\u202e" / "x", *ON_9X9, "--plain")
    game.child.expect("your move")
    game.child.send("c3\rquit\r")
    game.child.expect("Leave it unsaved")
    assert b"\x1b[31m" not in game.child.before
    assert "\u202e".encode() not in game.child.before


@pytest.mark.parametrize("name", ["a\u3164b", "a\u2800b", "x" + "\u20dd" * 30])
def test_names_that_cannot_be_seen_are_none(name: str, tmp_path: Path) -> None:
    assert not Store(tmp_path).is_name(name)


def test_marks_that_take_no_cell_are_few_and_not_counted() -> None:
    assert width("a\u20dd") == 1
    assert legible("a" + "\u20dd" * 30).count("\u20dd") == 2
    assert "\u2800" not in legible("\u2800")


def test_a_game_named_with_the_letters_in_pieces_is_found_again(tmp_path: Path) -> None:
    typed = "cafe\u0301"
    saved(tmp_path, f"c3\nsave {typed}\n")
    assert run("--resume", typed, "--saves", str(tmp_path), typed="g7\n").returncode == 0
    assert run("--resume", "caf\u00e9.sgf", "--saves", str(tmp_path), typed="a1\n").returncode == 0


def test_a_suicide_of_a_server_is_read_again(tmp_path: Path) -> None:
    moves = "play b A2\nplay b B2\nplay b C1\nplay w A1\nplay b E5\nplay w B1\n"
    words = ("gtp", "--rules", "chinese", "--suicide", "--saves", str(tmp_path))
    run(*words, typed=f"boardsize 9\n{moves}printsgf s\n")
    typed = f"boardsize 9\nplay b G7\nloadsgf {tmp_path / 's.sgf'}\nlist_stones b\n"
    assert run(*words, typed=typed).stdout.endswith("= A2 B2 C1 E5\n\n".replace("A2 B2 C1 E5", "E5 A2 B2 C1"))
    strict = run("gtp", "--rules", "chinese", typed=typed).stdout
    assert "? cannot load file: move 6: a suicide" in strict
    assert strict.endswith("\n\n= G7\n\n")


def test_what_could_not_be_written_is_not_called_written(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "gnugo_py", *TWO, "--saves", str(tmp_path / "s")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("c3\nsave\n")
        game.stdin.flush()
        while "Saved as" not in game.stdout.readline():
            pass
        (tmp_path / "s").rename(tmp_path / "away")
        (tmp_path / "s").write_text("in the way")
        out, _ = game.communicate("g7\na1\n", timeout=30)
    assert "written anew" not in out
    assert out.count("The game cannot be saved") == 1


def test_a_count_without_moves_is_kept(tmp_path: Path) -> None:
    (tmp_path / "f.sgf").write_text("(;SZ[9]AB[ee][ed]AW[aa])")
    saves = tmp_path / "s"
    run(
        "--load",
        str(tmp_path / "f.sgf"),
        "--saves",
        str(saves),
        "--opponent",
        "human",
        typed="stop\ny\nstop\nstop\n",
    )
    (game,) = listed(saves).values()
    assert game["finished"]


def test_a_huge_head_does_not_fill_the_memory(tmp_path: Path) -> None:
    (tmp_path / "huge.sgf").write_bytes(b"(;GM[1]" + b"A[b]" * 900_000 + b")")
    started = time.process_time()
    done = run("saves", "--saves", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (0, 2)
    assert time.process_time() - started < 5


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"cd {gone} && rmdir {gone} && exec {sys.executable} -m gnugo_py play --patterns x"
    root = str(Path(__file__).parent.parent)
    done = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": root},
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        2,
        "gnugo-py: the folder you are in is gone; change to another one first\n",
    )


def test_a_name_with_two_endings_is_saved_and_resumed_by_the_name_that_is_listed(tmp_path: Path) -> None:
    saved(tmp_path, "c3\nsave y.sgf.sgf\n")
    assert [path.name for path in tmp_path.glob("*.sgf")] == ["y.sgf"]
    (tmp_path / "y.sgf").rename(tmp_path / "y.sgf.sgf")
    (listed,) = json.loads(run("saves", "--json", "--saves", str(tmp_path)).stdout)
    assert listed["name"] == "y.sgf"
    assert run("--resume", listed["name"], "--saves", str(tmp_path), typed="g7\n").returncode == 0
