"""What the README and the docs show is what the program does."""

import os
import re
import runpy
import shlex
from pathlib import Path

import pytest

from gnugo_py.app.commands import COMMANDS
from gnugo_py.app.launcher import read_course
from gnugo_py.games.go.game import GO
from tests.gnugo import program
from tests.test_cli import run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(\$ gnugo-py .*?)^```", README + RULES, re.MULTILINE | re.DOTALL)
assert len(BLOCKS) >= 7


@pytest.mark.parametrize("block", BLOCKS, ids=[block.partition("\n")[0] for block in BLOCKS])
def test_what_is_shown_is_what_the_program_prints(block: str, tmp_path: Path) -> None:
    command, _, shown = block.partition("\n")
    typed = "".join(f"{line}\n" for line in re.findall(r"^your move\? (.*)$", shown, re.MULTILINE))
    words = [str(ROOT / word) if word.startswith("docs/") else word for word in shlex.split(command)[2:]]
    path = f"{os.environ['PATH']}:{Path(program()).parent}" if '"gnugo ' in command else os.environ["PATH"]
    printed = run(*words, typed=typed, GNUGO_PY_SAVES=str(tmp_path), PATH=path).stdout
    if shown.startswith("...\n"):
        assert printed.endswith(shown.removeprefix("...\n"))
    else:
        assert printed.startswith(shown)


def test_the_commands_told_are_those_there_are() -> None:
    told = re.search(r"one can type (`pass`.*?`quit`)", README, re.DOTALL)
    assert told
    assert sorted(re.findall(r"`(\w+)`", told[1])) == sorted(
        command.name for command in COMMANDS if command.fits(GO)
    )


def test_the_screens_shown_are_those_the_program_draws() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "screens.py"))
    assert drawn["BLOCK"].search(README)
    assert drawn["with_screens"](README) == README


def test_the_picture_of_the_rooms_is_the_one_of_the_source() -> None:
    drawn = runpy.run_path(str(ROOT / "docs" / "rooms.py"))["picture"]()
    assert drawn in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_lessons_told_of_are_as_many_as_there_are() -> None:
    lessons = read_course(None).lessons
    boards = sum(len(lesson.exercises) for lesson in lessons)
    assert f"There are {len(lessons)} lessons with {boards} boards" in README
