"""Transcripts: command lines with what is typed and all that the program prints, to be played again.

A transcript is a text file. Its first lines may begin with `#` and say what it shows. Then follow one or
more command lines, which share a folder that is empty at first:

`$ `     -- a command line; words with `=` before the name of the program change the environment.
`> `     -- a line that is typed; it stands before the line of output that it was typed on.
`! `     -- a line on stderr; these lines follow the others.
`[exit status N]` -- the exit status, if it is not 0.

All other lines are on stdout. Files of `tests/data` that a line names, such as `sgf/103_g9_int-gnu.sgf`, are
copied into the folder; so are `engine.py`, the GTP engine for tests, and `analyst.py`, the one that analyzes.
In the place of what varies stand `{python}`, the interpreter; `{folder}`, the folder; `{home}`, the home
folder; `{date}` and `{day}`, the date of today in figures and as in `28 Nov`; `{version}`; `{name}`, the name
that a game gets by itself; `{time}`, the time left on a clock; and `{private}`, the private data of a saved
game. That of moves is left out.

`python -m tests.support.transcripts FILE...` records: it runs the command lines of each file, types its
lines, and writes the file again with what the program prints now. For a new transcript, write a file with
the lines that begin with `$ ` and `> `. See what changed with `git diff`.
"""

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest

from gnugo_py import __version__
from tests.support.paths import DATA, ROOT
from tests.support.program import HOME_VARIABLES, MAX_SECONDS, Streams, run_here
from tests.support.small_judge import use_small_judge

PROGRAM = "gnugo-py"
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_ENGINES = {"engine.py": "fake_engine.py", "analyst.py": "analysis_engine.py"}
_MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\d-\d{6}(-\d+)?"), "{name}"),
    (re.compile(r"^(;[^\n]*)GNUGOPY\[(?:[^\]\\]|\\.)*\]", re.MULTILINE), r"\1"),
    (re.compile(r"GNUGOPY\[(?:[^\]\\]|\\.)*\]", re.DOTALL), "GNUGOPY[{private}]"),
    (re.compile(r"\b\d{1,2}:\d\d(:\d\d)?\b"), "{time}"),
)


class Command(NamedTuple):
    """A command line of a transcript, with the lines that are typed."""

    line: str
    typed: tuple[str, ...]


class TypedLines(TextIOWrapper):
    """A stdin that notes, for each line that is read, how many bytes were on stdout before."""

    def __init__(self, lines: Iterable[str], stdout: TextIOWrapper) -> None:
        super().__init__(tempfile.TemporaryFile(), "utf-8", write_through=True)  # noqa: SIM115 -- see `close`
        self.buffer.write("".join(f"{line}\n" for line in lines).encode())
        self.seek(0)
        self._stdout = stdout
        self.positions: list[int] = []

    def isatty(self) -> bool:
        return False

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # as in TextIOWrapper
        line = super().readline(size)
        if line:
            self.positions.append(self._stdout.tell())
        return line


def replay(text: str, folder: Path, saved: Path | None = None) -> str:
    """Run the command lines of a transcript in a folder, and return the transcript as it is now.

    saved -- a file that is among the saved games at first.
    """
    notes, commands = parse_transcript(text)
    with pytest.MonkeyPatch.context() as patch:
        _prepare(patch, folder)
        if saved is not None:
            _copy_saved_game(saved, folder)
        return notes + "".join(_run(command, folder, patch) for command in commands)


def parse_transcript(text: str) -> tuple[str, list[Command]]:
    """Return the notes at the beginning of a transcript, and its command lines."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("$ "))
    commands: list[Command] = []
    for line in lines[first:]:
        if line.startswith("$ "):
            commands.append(Command(line[2:], ()))
        elif line == ">" or line.startswith("> "):
            commands[-1] = commands[-1]._replace(typed=(*commands[-1].typed, line[2:]))
    return "".join(f"{line}\n" for line in lines[:first]), commands


def record(path: Path) -> None:
    """Write a transcript with what the program prints now.

    A file beside it with the same name and the suffix `.sgf` is among the saved games at first.
    """
    saved = path.resolve().with_suffix(".sgf")
    with tempfile.TemporaryDirectory() as folder:
        text = replay(
            path.read_text(encoding="utf-8"), Path(folder).resolve(), saved if saved.exists() else None
        )
    path.write_text(text, encoding="utf-8", newline="\n")


def _prepare(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let the program start in a folder, with a home of its own and without installed engines."""
    home = folder / "home"
    home.mkdir()
    for name in HOME_VARIABLES:
        patch.setenv(name, str(home))
    patch.setenv("GNUGO_PY_SAVES", str(folder / "saves"))
    patch.setenv("PATH", str(home))
    use_small_judge(patch)
    patch.chdir(folder)


def _copy_saved_game(path: Path, folder: Path) -> None:
    """Copy a file into the folder of the saved games, with this machine's values."""
    python = json.dumps(sys.executable)[1:-1].replace("\\", r"\\")
    (folder / "saves").mkdir()
    content = path.read_bytes().replace(b"{python}", python.encode())
    (folder / "saves" / path.name).write_bytes(content)


def _run(command: Command, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """Run a command line and return its part of the transcript."""
    _copy_named_files(command, folder)
    values = _values(folder)
    words = shlex.split(_filled(command.line, values))
    start = words.index(PROGRAM)
    streams, running = Streams(), set(threading.enumerate())
    stdin = TypedLines((_filled(line, values) for line in command.typed), streams.by_name["stdout"])
    streams.by_name["stdin"].close()
    streams.by_name["stdin"] = stdin
    with patch.context() as inner:
        for word in words[:start]:
            inner.setenv(*word.split("=", 1))
        status = run_here(tuple(words[start + 1 :]), streams, inner)
        for thread in set(threading.enumerate()) - running:
            thread.join(MAX_SECONDS)
    printed, errors = streams.read_bytes("stdout"), streams.read("stderr")
    streams.close()
    if words[start + 1 : start + 2] == ["gtp"]:
        lines = list(_with_responses(command.typed, _masked(printed.decode(), values)))
    else:
        lines = list(_with_typed_lines(command.typed, stdin.positions, printed, values))
    lines += [f"! {line}".rstrip() for line in _masked(errors, values).splitlines()]
    lines += [f"[exit status {status}]"] if status else []
    return "".join(f"{line}\n" for line in (f"$ {command.line}", *lines))


def _copy_named_files(command: Command, folder: Path) -> None:
    """Copy the files that the lines name from `tests/data`, and the engines."""
    for word in " ".join((command.line, *command.typed)).replace('"', " ").split():
        target = folder / word
        if word in _ENGINES:
            shutil.copy(ROOT / "tests" / "support" / _ENGINES[word], target)
        elif re.fullmatch(r"[\w-]+/[\w.-]+", word) and (DATA / word).is_file() and not target.exists():
            target.parent.mkdir(exist_ok=True)
            shutil.copy(DATA / word, target)


def _values(folder: Path) -> dict[str, str]:
    """Return what differs from one machine, day or release to another, by its name in transcripts."""
    today = date.today()
    return {
        "home": str(folder / "home"),
        "folder": str(folder),
        "python": sys.executable,
        "date": today.isoformat(),
        "day": f"{today.day} {_MONTHS[today.month - 1]}",
        "version": __version__,
    }


def _filled(line: str, values: dict[str, str]) -> str:
    """Return a line with the values in the place of their names."""
    for name, value in values.items():
        line = line.replace(f"{{{name}}}", value)
    return line


def _masked(text: str, values: dict[str, str]) -> str:
    """Return a text with names in the place of what varies."""
    for pattern, name in _MASKS:
        text = pattern.sub(name, text)
    for name, value in values.items():
        text = re.sub(rf"(?<!changed in version )(?<!\d){re.escape(value)}", f"{{{name}}}", text)
    return re.sub(r"\{folder\}\S*", lambda path: path[0].replace(os.sep, "/"), text)


def _with_typed_lines(
    typed: tuple[str, ...], positions: Sequence[int], printed: bytes, values: dict[str, str]
) -> Iterator[str]:
    """Yield the output, with each typed line before the line of output that it was typed on.

    positions -- the number of bytes that were printed when each line was read.  Lines that nobody read singly
                 come first if none was, else last.
    """
    if not positions:
        yield from _typed(typed)
    begin = 0
    for line, position in zip(typed, positions, strict=False):
        end = printed.rfind(b"\n", 0, position) + 1
        yield from _masked(printed[begin:end].decode(), values).splitlines()
        yield from _typed((line,))
        begin = end
    yield from _masked(printed[begin:].decode(), values).splitlines()
    if positions:
        yield from _typed(typed[len(positions) :])


def _with_responses(typed: tuple[str, ...], printed: str) -> Iterator[str]:
    """Yield GTP commands, each with its response."""
    responses = printed.split("\n\n")
    rest = responses.pop()
    for line in typed:
        yield from _typed((line,))
        if line.partition("#")[0].strip() and responses:
            yield from (*responses.pop(0).split("\n"), "")
    for response in responses:
        yield from (*response.split("\n"), "")
    yield from rest.splitlines()


def _typed(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"> {line}".rstrip() if not line else f"> {line}"


def main() -> None:
    """Record the transcripts that are named on the command line."""
    for name in sys.argv[1:]:
        record(Path(name))


if __name__ == "__main__":
    main()
