"""Make the saved games of `tests/data/saves_2_0_0`.

`python -m tests.support.make_saves_2_0_0 FOLDER [NAME...]` writes all games, or those that are named, to a
folder. `COMMANDS` beside the games says for each, after a line with its name, the command lines and what was
typed, as in a transcript, and then what another program changed in the file: `% before => after`. The games
of the tests were made by version 2.0.0; other versions may write other files.
"""

from __future__ import annotations

import datetime
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.paths import DATA

MADE_BY = DATA / "saves_2_0_0" / "COMMANDS"


class DayOfTheGames(datetime.date):
    """A calendar on which it is always the same day."""

    @classmethod
    def today(cls) -> DayOfTheGames:
        return cls(2026, 1, 15)


def make(block: str, target: Path) -> None:
    """Make a saved game as a block of `COMMANDS` says."""
    from tests.support.transcripts import replay  # after the day has been set

    name = block.split()[0]
    with tempfile.TemporaryDirectory() as words:
        folder = Path(words).resolve()
        sys.stdout.write(replay(f"# {block}", folder))
        saved = [path for path in folder.rglob("*.sgf") if path.parent.name != "sgf"]
        made = next((path for path in saved if path.stem == name), saved[0])
        content = made.read_text(encoding="utf-8").replace(sys.executable, "{python}")
        content = content.replace(str(folder), "{folder}")
    for line in block.splitlines():
        if line.startswith("% "):
            before, after = (text.strip() for text in line[2:].split("=>"))
            assert before in content, (name, before)
            content = content.replace(before, after, 1)
    (target / f"{name}.sgf").write_text(content, encoding="utf-8", newline="\n")


def main() -> None:
    """Make the games that the command line names, or all."""
    target, *names = sys.argv[1:]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(datetime, "date", DayOfTheGames)
        for block in MADE_BY.read_text(encoding="utf-8").split("\n# "):
            if not names or block.split()[0] in names:
                make(block.removeprefix("# "), Path(target))


if __name__ == "__main__":
    main()
