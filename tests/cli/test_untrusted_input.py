"""Tests of hostile folders, files, engines and streams."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.gtp_engines import command
from tests.support.paths import file_with
from tests.support.program import BLACK_ON_9X9, answers, output_of, run

CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u200b-\u200f]")


def kept(saves: Path) -> str:
    (file,) = saves.glob("*.sgf")
    return file.read_text()


def colors(text: str) -> str:
    return "".join(re.findall(r"^;([BW])\[", text, re.MULTILINE))


# Games.


@pytest.mark.parametrize(
    ("text", "typed", "moves"),
    [
        ("(;SZ[19]HA[2];B[dd];B[pp];W[pd];B[dp];W[qn])", "q10\n", "BBWBWBW"),
        ("(;SZ[9];B[aa];W[ab];W[ba];B[ee];W[aa])", "g3\n", "BWWBWBW"),
        ("(;SZ[9]AB[cc][gg];B[ee];W[ce])", "a1\n", "BWBW"),
        ("(;SZ[9]AB[cc][gg]PL[B])", "a1\n", "BW"),
    ],
    ids=["free handicap", "white twice", "black first in spite of its stones", "PL alone"],
)
def test_every_move_keeps_its_color(text: str, typed: str, moves: str, tmp_path: Path) -> None:
    (tmp_path / "foreign").write_text(text)
    saves = tmp_path / "saves"
    shown = output_of(
        "--load", str(tmp_path / "foreign"), "--color", "black", "--saves", str(saves), typed=typed
    )
    assert colors(kept(saves)) == moves
    board = shown.rpartition("Black has captured")[0][-300:]
    again = output_of("--resume", "--saves", str(saves), typed="why\n")
    assert again.partition("Black has captured")[0][-150:] == board[-150:]


def test_loadsgf_supports_setup_during_a_game_and_survives_errors(tmp_path: Path) -> None:
    file = file_with(tmp_path / "x.sgf", "(;SZ[9]KM[3.5];B[ee];W[cc];AB[aa]AE[cc];B[gg];B[gc])")
    typed = f"loadsgf {file}\nlist_stones black\nmove_history\nget_komi\nloadsgf {tmp_path}\nname\n"
    done = run("gtp", typed=typed)
    assert done.stdout.split("\n\n") == [
        "= white",
        "= A9 G7 E5 G3",
        "= black G7\nblack G3",
        "= 3.5",
        f"? cannot load file: {tmp_path}: is a folder; specify an SGF file in it",
        "= gnugo-py",
        "",
    ]


def test_a_match_leaves_a_file_called_trial_alone(tmp_path: Path) -> None:
    mine = file_with(tmp_path / "trial.sgf", "mine")
    done = run("match", "classic", command("passes"), "--size", "9", "--sgf", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert mine.read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game-0001.sgf", "trial.sgf"]


# Output.


def test_a_save_name_with_a_line_break_adds_no_row_to_the_list(tmp_path: Path) -> None:
    (tmp_path / "a\nforged row\x1b[31m.sgf").write_text("(;SZ[9]PB[\x1b]0;title\x07 \u202eevil]")
    (tmp_path / "b\nforged row\x1b[31m.sgf").write_text("(;SZ[9]PB[\x1b\\]0;title\x07 \u202eevil];B[ee])")
    done = run("saves", "--saves", str(tmp_path))
    assert not CONTROL.search(done.stdout + done.stderr)
    assert done.stdout == ""
    assert done.stderr.count("its name is not printable; rename it") == 2


@pytest.mark.slow
def test_names_of_patterns_and_their_folder_are_sanitized(tmp_path: Path) -> None:
    folder = tmp_path / "pat\x1b[31m\u202eterns"
    folder.mkdir()
    (folder / "local.txt").write_text(
        "pattern: \x1b[31mred\u202e\nweight: 900\nways: 8\n  A *\n", encoding="utf-8"
    )
    (folder / "opening.txt").write_text("start: s\x1b[0m\nthen: nothing\n")
    broken = run("gtp", "--patterns", str(folder))
    assert broken.returncode == 2
    (folder / "opening.txt").write_text("start: s\nthen: a\n\nmove: a\n  . . .\n  . . .\n  . . *\n")
    sgf = file_with(tmp_path / "game.sgf", "(;SZ[9];B[ee];W[cc];B[gg])")
    explained = run("explain", str(sgf), "--patterns", str(folder))
    typed = f"loadsgf {sgf}\ngenmove w\ngomill-explain_last_move\n"
    server = run("gtp", "--patterns", str(folder), typed=typed)
    assert "\\x1b[31mred\\u202e" in explained.stdout
    assert "\\x1b[31mred\\u202e" in server.stdout
    played = run(
        *BLACK_ON_9X9, "--patterns", str(folder), "--saves", str(tmp_path / "s"), typed="e5\nwhy\nhint\n"
    )
    for done in (broken, explained, server, played):
        assert not CONTROL.search(done.stdout + done.stderr)


# Values.


@pytest.mark.parametrize("result", ["B+inf", "B+nan", "W+1e999"])
def test_an_infinite_result_is_ignored(result: str, tmp_path: Path) -> None:
    run(*BLACK_ON_9X9, "--saves", str(tmp_path), typed="c3\nsave x\n")
    file = tmp_path / "x.sgf"
    file.write_text(file.read_text().replace("PL[B]", f"PL[B]RE[{result}]"))
    done = run("--resume", "x", "--saves", str(tmp_path), typed="g7\n")
    assert (done.returncode, len(answers(done.stdout))) == (0, 1)


@pytest.mark.parametrize("name", ["a\x00b", "../no-such-game", "\x1b[2J", "x" * 3000])
def test_an_invalid_name_does_not_stop_the_game(name: str, tmp_path: Path) -> None:
    shown = output_of(*BLACK_ON_9X9, "--saves", str(tmp_path), typed=f"load {name}\nsave {name}\nc3\n")
    assert len(answers(shown)) == 1


# Signals and streams.


def test_only_a_pass_is_legal_after_the_move_limit() -> None:
    typed = ["boardsize 9", "clear_board"]
    points = [f"{column}{line}" for line in (1, 3, 5, 7, 9) for column in "ABCDEFGHJ"]
    typed += [f"play {'bw'[number % 2]} {point}" for number, point in enumerate(points)]
    typed += [f"play {'bw'[number % 2]} pass" for number in range(75 - len(points))]
    typed += ["is_legal b A2", "all_legal b", "play b A2", "genmove b", "is_legal w pass", "play w pass"]
    done = run("gtp", "--rules", "itsyourturn", typed="\n".join(typed) + "\n")
    assert done.stdout.split("\n\n")[-7:-1] == ["= 0", "=", "? illegal move", "= pass", "= 1", "="]


def test_an_internal_error_is_reported_in_one_line_and_a_traceback_file(
    tmp_path: Path, a_person_of_its_own: Path
) -> None:
    broken = (
        "from gnugo_py.games.go.words import GoWords\n"
        "def fault(*_): raise RuntimeError('two\\nlines')\n"
        "GoWords.effects = fault\n"
        "from gnugo_py.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", broken, *BLACK_ON_9X9, "--saves", str(tmp_path)],
        input="c3\n",
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "internal error: RuntimeError: two lines; the traceback is in " in done.stderr
    (trace,) = a_person_of_its_own.rglob("fault-*.txt")
    assert "Traceback" in trace.read_text()
    assert ";B[cg]" in kept(tmp_path)


def test_an_unhandled_illegal_move_is_an_internal_error(a_person_of_its_own: Path) -> None:
    broken = (
        "import gnugo_py.cli.saves as saves\n"
        "from gnugo_py.games.types import IllegalMove\n"
        "def fault(*_): raise IllegalMove('the point is occupied')\n"
        "saves.list_saved_games = fault\n"
        "from gnugo_py.__main__ import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", broken, "saves"], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 2
    assert "internal error: IllegalMove: the point is occupied; the traceback is in " in done.stderr
    assert list(a_person_of_its_own.rglob("fault-*.txt"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc here")
def test_pipes_devices_and_proc_files_are_refused_without_blocking(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.sgf")
    (tmp_path / "kernel.sgf").symlink_to("/proc/kmsg")
    (tmp_path / "zero.sgf").symlink_to("/dev/zero")
    for name in ("pipe.sgf", "kernel.sgf", "zero.sgf", "/proc/self/status", str(tmp_path)):
        for words in (("score",), ("explain",), ("play", "--load")):
            done = run(*words, str(tmp_path / name))
            assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    listed = run("saves", "--saves", str(tmp_path))
    assert (listed.returncode, listed.stdout) == (0, "")
    patterns = tmp_path / "patterns"
    patterns.mkdir()
    for source in ("/proc/kmsg", str(tmp_path / "pipe.sgf"), "/dev/zero"):
        (patterns / "local.txt").unlink(missing_ok=True)
        (patterns / "local.txt").symlink_to(source)
        assert run("gtp", "--patterns", str(patterns)).returncode == 2
