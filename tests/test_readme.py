"""What the README shows is what the program does."""

import re
import shlex
from pathlib import Path

from gnugo_py.commands import COMMANDS
from tests.test_cli import run

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(\$ gnugo-py .*?)^```", README, re.MULTILINE | re.DOTALL)


def test_every_game_shown_is_what_the_program_prints(tmp_path: Path) -> None:
    assert BLOCKS
    for block in BLOCKS:
        command, _, shown = block.partition("\n")
        typed = "".join(f"{line}\n" for line in re.findall(r"^your move\? (.*)$", shown, re.MULTILINE))
        done = run(*shlex.split(command)[2:], typed=typed, GNUGO_PY_SAVES=str(tmp_path))
        assert done.stdout.startswith(shown)


def test_the_commands_told_are_those_there_are() -> None:
    told = re.search(r"or (`pass`.*?`help`)", README, re.DOTALL)
    assert told
    assert sorted(re.findall(r"`(\w+)`", told[1])) == sorted(command.name for command in COMMANDS)
