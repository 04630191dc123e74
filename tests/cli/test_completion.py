"""Tests of Tab completion: the scripts, the completed words, and the shells themselves."""

import os
import shutil
import sys
from pathlib import Path

import click.shell_completion
import pexpect
import pytest
from click.shell_completion import BashComplete, get_completion_class
from click.testing import CliRunner

from gnugo_py.cli.main import COMMAND_SUMMARIES, gnugo_py_command

SCRIPTS = Path(sys.executable).parent
SHELLS = {
    "bash": ("bash --norc --noprofile -i", 'eval "$(gnugo-py completion bash)"'),
    "zsh": ("zsh -f -i", 'eval "$(gnugo-py completion zsh)"'),
    "fish": ("fish --no-config --interactive", "gnugo-py completion fish | source"),
}


def script(shell: str) -> str:
    done = CliRunner().invoke(gnugo_py_command, ["completion", shell])
    assert done.exit_code == 0, done.output
    return done.stdout


def completions(*words: str) -> list[str]:
    """Return the completions of the last word, as the script of bash receives them."""
    complete = BashComplete(gnugo_py_command, {}, "gnugo-py", "_GNUGO_PY_COMPLETE")
    found = complete.get_completions(list(words[:-1]), words[-1])
    return [complete.format_completion(item).removeprefix("plain,") for item in found]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_begins_with_the_line_to_add_to_a_startup_file(shell: str) -> None:
    printed = script(shell)
    assert "# Add this line to ~/" in "".join(printed.splitlines(keepends=True)[:2])
    assert f"_GNUGO_PY_COMPLETE={shell}_complete" in printed


def test_the_zsh_script_begins_with_a_compdef_line() -> None:
    assert script("zsh").splitlines()[0] == "#compdef gnugo-py"


@pytest.mark.skipif(get_completion_class("powershell") is None, reason="click is too old for PowerShell")
def test_the_script_of_powershell_registers_the_program() -> None:
    assert "Register-ArgumentCompleter -Native -CommandName gnugo-py" in script("powershell")


def test_a_shell_that_click_does_not_have_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(click.shell_completion._available_shells, "powershell", raising=False)
    done = CliRunner().invoke(gnugo_py_command, ["completion", "powershell"])
    assert done.exit_code != 0
    assert "has no completion for powershell; install a newer click" in done.stderr


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ma"], ["file,ma", "match"]),
        ([""], ["file,", *COMMAND_SUMMARIES]),
        (["--siz"], ["--size"]),
        (["play", "--game", "hex", "--fir"], ["--first-move"]),
        (["match", "--job"], ["--jobs"]),
        (["play", "--game", "am"], ["amazons"]),
        (["docs/example.sgf", "--numb"], ["--number"]),
    ],
)
def test_commands_options_and_values_are_completed(words: list[str], found: list[str]) -> None:
    assert completions(*words) == found


@pytest.mark.parametrize("command", ["review", "score", "explain", "train", "problems", "diagram", "analyze"])
def test_file_names_are_completed_after_a_command(command: str) -> None:
    assert completions(command, "ga") == ["file,ga"]


@pytest.mark.parametrize(
    "words", [["play", "--load"], ["play", "--patterns"], ["learn", "--lessons"], ["saves", "--saves"]]
)
def test_file_names_are_completed_after_an_option(words: list[str]) -> None:
    assert completions(*words, "ga") == ["file,ga"]


def complete_in_shell(command: str, setup: str, line: str, completed: str, folder: Path) -> None:
    """Type a line and Tab in a shell, and wait until the shell has completed the last word."""
    (folder / "zebra-game.sgf").write_text("(;SZ[9];B[ee])")
    environment = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}", "TERM": "vt100"}
    child = pexpect.spawn(command, cwd=str(folder), env=environment, timeout=20, encoding="utf-8")
    try:
        child.sendline(f"{setup}; echo rea''dy")
        child.expect_exact("ready")
        child.send(f"{line}\t")
        child.expect_exact(completed)
    finally:
        child.close(force=True)


@pytest.mark.skipif(sys.platform == "win32", reason="these shells need a terminal")
@pytest.mark.parametrize(
    ("line", "completed"), [("gnugo-py score zeb", "zebra-game.sgf"), ("gnugo-py anal", "analyze")]
)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_completes_words_and_files(shell: str, line: str, completed: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    command, setup = SHELLS[shell]
    complete_in_shell(command, setup, line, completed, tmp_path)


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize(("line", "completed"), [("score zeb", "zebra-game.sgf"), ("anal", "analyze")])
def test_zsh_completes_with_the_script_in_fpath(line: str, completed: str, tmp_path: Path) -> None:
    (tmp_path / "functions").mkdir()
    (tmp_path / "functions" / "_gnugo-py").write_text(script("zsh"))
    setup = "fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u -D"
    complete_in_shell("zsh -f -i", setup, f"gnugo-py {line}", completed, tmp_path)
