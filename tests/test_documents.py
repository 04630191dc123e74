"""Tests that the documents and the program name the same commands, options, words and keys."""

import inspect
import re
from importlib import import_module
from pkgutil import iter_modules

import pytest

import gnugo_py.app.modes
from gnugo_py.app.commands import Command
from gnugo_py.app.display import DISPLAY_COMMANDS
from gnugo_py.app.mode import Mode
from gnugo_py.cli.main import COMMAND_SUMMARIES
from tests.support.paths import ROOT
from tests.support.program import run

PAGES = {
    path.name: path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
}
TEXT = "\n".join(PAGES.values())
CODE = set(re.findall(r"`([^`\n]+)`", TEXT)) | set(re.findall(r"^    (.+)$", TEXT, re.MULTILINE))
OTHER_OPTIONS = {"--chinese-rules", "--help", "--mode", "--version"}
"""Options of `gnugo`, and those of the program as a whole."""


def words_of(pieces: set[str]) -> set[str]:
    """Return the first words of pieces of code, which may be lists with commas."""
    return {part.split()[0] for piece in pieces for part in re.split(r",|/| or ", piece) if part.split()}


def commands_of_modes() -> list[Command]:
    """Return the commands of all modes of the program, and those of the display."""
    modules = [
        import_module(f"gnugo_py.app.modes.{each.name}") for each in iter_modules(gnugo_py.app.modes.__path__)
    ]
    modes = {
        each
        for module in modules
        for each in vars(module).values()
        if inspect.isclass(each) and issubclass(each, Mode)
    }
    return [*DISPLAY_COMMANDS, *(command for mode in modes for command in mode.commands)]


def options() -> set[str]:
    """Return the options of all commands of the shell."""
    hex_page = run("play", "--game", "hex", "--help").stdout
    pages = [hex_page, *(run(name, "--help").stdout for name in COMMAND_SUMMARIES)]
    return {option for page in pages for option in re.findall(r"^ .*?(--[a-z][a-z-]+)", page, re.MULTILINE)}


def test_every_option_is_documented_and_every_documented_option_exists() -> None:
    documented = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT))
    assert options() - documented == set()
    assert documented - options() - OTHER_OPTIONS == set()


@pytest.mark.parametrize("name", sorted(COMMAND_SUMMARIES))
def test_every_command_of_the_shell_is_documented(name: str) -> None:
    assert f"gnugo-py {name}" in TEXT


def test_every_documented_command_of_the_shell_exists() -> None:
    documented = set(re.findall(r"^gnugo-py ([a-z]+)(?![\w.])", "\n".join(CODE), re.MULTILINE))
    assert documented - set(COMMAND_SUMMARIES) == set()


def test_every_word_is_documented() -> None:
    assert {command.name for command in commands_of_modes()} - words_of(CODE) == set()


def test_every_word_of_a_table_of_commands_exists() -> None:
    text = "\n".join(
        PAGES[name] for name in ("playing.md", "learning.md", "review.md", "screen.md", "plain.md")
    )
    tables = re.findall(r"^\| (?:key or )?command \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    first_cells = [row.split(" | ")[0] for table in tables for row in table.splitlines()]
    documented = words_of({code for cell in first_cells for code in re.findall(r"`([^`]+)`", cell)})
    words = {word for command in commands_of_modes() for word in (command.name, *command.aliases)}
    assert len(documented) >= 40
    assert {word for word in documented - words if word.islower() and word.isalpha()} == set()


def test_every_key_is_documented_and_every_documented_key_exists() -> None:
    keys = {key for command in commands_of_modes() for key in re.findall(r"F\d+", command.key)}
    assert keys == set(re.findall(r"\bF\d+\b", PAGES["screen.md"]))
