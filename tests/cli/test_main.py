"""Tests of the command line as a separate process."""

import errno
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from docs.manpage import page
from gnugo_py import __version__
from gnugo_py.cli import main
from gnugo_py.cli.main import COMMAND_SUMMARIES
from gnugo_py.system.files import patterns_folder
from tests.support.paths import file_with
from tests.support.program import output_of, run

BOTH_GIVEN = ["--handicap", "0", "--color", "black"]


def test_the_version_is_reported() -> None:
    assert run("--version").stdout == f"gnugo-py, version {__version__}\n"


@pytest.mark.parametrize("command", COMMAND_SUMMARIES)
def test_every_command_has_help_with_an_example(command: str) -> None:
    shown = output_of(command, "--help")
    assert re.search(rf"^  Example: gnugo-py {command if command != 'play' else '--'}", shown, re.M)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--size", "26"], "type a whole number from 2 to 25"),
        (["--handicap", "18"], "handicap on 19x19 is 0 to 17 stones, not 18"),
        (["--size", "9", "--handicap", "10"], "handicap on 9x9 is 0 to 9 stones, not 10"),
        (["--color", "red"], "'red' is not one of 'black', 'white'"),
        (["--seed", "-1"], "--seed"),
        (
            ["--patterns", "/no/such"],
            "--patterns: /no/such is not a folder;"
            " use a folder with local.txt and opening.txt, or --patterns none",
        ),
        (["--komi", "nan"], "'nan' is not a valid komi"),
        (["--komi", "1000.5"], "'1000.5' is not a valid komi"),
        (["--komi", "1e400"], "is not a valid komi"),
        (["--nonsense"], "No such option"),
        (["nonsense"], "no such command or file: 'nonsense'"),
        (["no/such.sgf"], "no such command or file: 'no/such.sgf'"),
    ],
)
def test_bad_usage_is_reported_in_one_line_with_status_2(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_broken_pattern_file_is_reported_with_file_line_and_remedy(tmp_path: Path) -> None:
    for name in ("local.txt", "opening.txt"):
        (tmp_path / name).write_text((Path(patterns_folder()) / name).read_text())
    local = tmp_path / "local.txt"
    lines = local.read_text().splitlines()
    broken = next(number for number, line in enumerate(lines) if line.startswith("weight:"))
    lines[broken] = "weight: much"
    local.write_text("\n".join(lines))
    done = run("--patterns", str(tmp_path))
    assert done.returncode == 2
    problem = "the weight must be a whole number from 1 to 1000, not 'much'"
    assert done.stderr == f"gnugo-py: {local}, line {broken + 1}: {problem}\n"


@pytest.mark.parametrize("missing", ["local.txt", "opening.txt"])
def test_a_patterns_folder_needs_both_files(missing: str, tmp_path: Path) -> None:
    for name in {"local.txt", "opening.txt"} - {missing}:
        (tmp_path / name).write_text((Path(patterns_folder()) / name).read_text())
    done = run("--patterns", str(tmp_path))
    assert done.returncode == 2
    assert f"{missing}: no such file" in done.stderr


def test_a_pattern_file_that_is_not_utf_8_is_reported(tmp_path: Path) -> None:
    (tmp_path / "local.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "opening.txt").write_text("")
    done = run("--patterns", str(tmp_path))
    assert done.returncode == 2
    assert "not UTF-8 text (byte 0)" in done.stderr


def test_without_patterns_the_engine_plays_without_book_and_shapes(tmp_path: Path) -> None:
    shown = output_of(
        *BOTH_GIVEN, "--patterns", "none", "--seed", "1", typed="q16\n", GNUGO_PY_SAVES=str(tmp_path)
    )
    assert shown.count("my move: ") == 1


def test_binary_input_is_refused_as_a_move(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gnugo_py", *BOTH_GIVEN, "--saves", str(tmp_path)],
        input=b"\xff\x00\xfe\n" + b"x" * 100_000 + b"\nc3\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.count(b"not understood: ") == 1
    assert done.stdout.count(b"that line is too long; the limit is 1000 characters.") == 1
    assert done.stdout.count(b"my move: ") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_game_is_saved_and_the_status_is_130(number: signal.Signals, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gnugo_py", *BOTH_GIVEN, "--size", "9", "--saves", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("c3\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("my move: "):
            pass
        while not process.stdout.readline().startswith("Black has captured"):
            pass
        process.send_signal(number)
        _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert complaint == "gnugo-py: interrupted\n"
    (saved,) = tmp_path.iterdir()
    assert b";B[cg]\n;W[" in saved.read_bytes()


def test_a_closed_output_pipe_is_not_an_error(tmp_path: Path) -> None:
    command = (
        f"yes pass | head -50 | {sys.executable} -m gnugo_py --size 9 --handicap 0 --color black | head -1"
    )
    environment = os.environ | {"GNUGO_PY_SAVES": str(tmp_path)}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env=environment,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stderr == b""
    assert done.returncode in (0, 141)


def test_an_option_of_another_game_is_refused_with_a_pointer_to_the_help() -> None:
    done = run("--game", "hex", "--komi", "6")
    assert done.returncode == 2
    expected = r"gnugo-py: No such option:? '?--komi'?\.? \(see gnugo-py play --game hex --help\)\n"
    assert re.fullmatch(expected, done.stderr)


def test_an_option_without_its_value_is_refused_with_a_pointer_to_the_help_of_its_command() -> None:
    assert run("saves", "--rename", "a").stderr.endswith(" (see gnugo-py saves --help)\n")


def test_a_mistyped_command_gets_the_nearest_one_suggested() -> None:
    done = run("mach")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "no such command or file: 'mach'. Did you mean 'match'?" in done.stderr
    assert "Did you mean" not in run("xyz").stderr


def test_the_program_runs_with_warnings_as_errors_and_no_bytecode(tmp_path: Path) -> None:
    words = [sys.executable, *"-B -W error -X dev -bb -m gnugo_py score docs/example.sgf".split()]
    environment = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path)}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("words", [[], ["play"], ["score"], ["train"]])
def test_h_is_help_everywhere(words: list[str]) -> None:
    shown = output_of(*words, "-h")
    assert shown.startswith("Usage:")


def test_a_file_is_reviewed_with_the_options_after_it(tmp_path: Path) -> None:
    path = file_with(tmp_path / "two games.sgf", "(;SZ[9];B[ee])(;SZ[9];B[cc];W[gg];B[gc])")
    shown = output_of(str(path), "--plain", "--number", "2", typed="end\n")
    assert "move 3 of 3" in shown


def test_a_command_takes_precedence_over_a_file_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("(;SZ[9];B[ee])")
    words = [sys.executable, "-m", "gnugo_py"]
    done = subprocess.run([*words, "settings"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("setting ")
    path = [*words, "./settings", "--plain"]
    done = subprocess.run(path, cwd=tmp_path, input="", capture_output=True, text=True, check=True)
    assert "move 0 of 1" in done.stdout


def test_a_folder_is_no_game(tmp_path: Path) -> None:
    done = run(str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is a folder" in done.stderr


def test_help_and_the_manual_page_name_all_games() -> None:
    for text in (run("--help").stdout, page().split(".SH COMMANDS")[0]):
        assert all(name in text for name in ("Go", "Hex", "Amazons", "Tanbo"))


def test_an_unexpected_end_of_data_is_an_internal_error_and_no_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise EOFError("the data has ended")

    monkeypatch.setattr("gnugo_py.cli.settings.current_settings", fail)
    done = run("settings")
    assert done.returncode == 2
    assert "internal error: EOFError: the data has ended" in done.stderr


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOTDIR, "check the path"),
        (errno.ENOSPC, "free some disk space"),
        (errno.EACCES, "check the owner and permissions"),
    ],
)
def test_the_remedy_fits_the_error(number: int, remedy: str) -> None:
    assert main._remedy(OSError(number, os.strerror(number), "some file")) == remedy


def test_an_interrupt_that_python_has_wrapped_is_no_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("gnugo_py.cli.settings.current_settings", fail)
    done = run("settings")
    assert (done.returncode, done.stderr) == (130, "")
