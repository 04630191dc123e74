"""Games in plain mode: some lines are typed, and the program's output is returned."""

import re
from pathlib import Path
from string import ascii_lowercase

import pytest

from tests.support.program import TWO_ON_5X5, Finished, Streams, run, run_here

AGAINST_SEARCH = tuple("--size 5 --handicap 0 --color black --opponent search:1 --seed 1".split())


def run_at_terminal(*words: str, typed: str) -> Finished:
    """Run the program as `run` does, with streams that claim to be a terminal: it may ask questions."""
    streams = Streams(typed, is_terminal=True)
    with pytest.MonkeyPatch.context() as patch:
        status = run_here(words, streams, patch)
    finished = Finished(status, streams.read("stdout"), streams.read("stderr"))
    streams.close()
    return finished


def play(*lines: str, words: tuple[str, ...] = TWO_ON_5X5, at_terminal: bool = False) -> str:
    """Return the output of a game in plain mode after some typed lines."""
    start = run_at_terminal if at_terminal else run
    done = start("play", "--plain", *words, typed="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def reply(*lines: str, words: tuple[str, ...] = TWO_ON_5X5) -> list[str]:
    """Return what is printed after the last of some typed lines, with the next question as the last line."""
    shown = re.split(rf"[?:] {re.escape(lines[-1].strip())}\n", play(*lines, words=words))[-1]
    return [line.rstrip() for line in shown.partition("\nEnd of input.")[0].splitlines()]


def board(lines: list[str]) -> list[str]:
    """Return the rows of the last board among some lines, with the numbers at its left edge."""
    rows = [line.rpartition(" ")[0].strip() for line in lines if re.fullmatch(r" *\d+ ( *\S)+ +\d+", line)]
    size = max(int(row.split()[0]) for row in rows)
    return rows[-size:]


def last_board(*lines: str, words: tuple[str, ...] = TWO_ON_5X5) -> list[str]:
    """Return the rows of the last board that is drawn after some typed lines."""
    return board(play(*lines, words=words).splitlines())


def sgf_of(drawing: str, rules: str = "Japanese", komi: float = 6.5, moves: str = "") -> str:
    """Return an SGF file with a drawn position, Black to move, and moves from there.

    drawing -- rows of signs with spaces between: `X` black, `O` white, others empty.
    moves   -- vertices with spaces between; the colors alternate.
    """
    rows = [line.split() for line in drawing.strip().splitlines()]
    points = dict.fromkeys("XO", "")
    for row, signs in enumerate(rows):
        for column, sign in enumerate(signs):
            if sign in points:
                points[sign] += f"[{ascii_lowercase[column]}{ascii_lowercase[row]}]"
    stones = "".join(f"A{color}{points[sign]}" for color, sign in ("BX", "WO") if points[sign])
    nodes = (
        f";{'BW'[number % 2]}[{ascii_lowercase['ABCDEFGHJ'.index(vertex[0])]}"
        f"{ascii_lowercase[len(rows) - int(vertex[1:])]}]"
        for number, vertex in enumerate(moves.split())
    )
    return f"(;GM[1]FF[4]SZ[{len(rows)}]RU[{rules}]KM[{komi}]PL[B]{stones}{''.join(nodes)})"


def plain(saves: Path, *words: str, typed: str, status: int = 0) -> list[str]:
    """Return the lines that a game prints on stdout; check the exit status, and that stderr is empty at 0."""
    done = run("play", "--plain", *words, "--saves", str(saves), typed=typed)
    assert done.returncode == status
    assert (done.stderr == "") is (status == 0)
    return done.stdout.splitlines()
