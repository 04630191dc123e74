"""Games that are killed at random times: `python -m benchmarks.kills [PLAIN] [SCREEN] [SEED]`.

Plays PLAIN games in plain mode and SCREEN games on a screen (default 1000 and 100), half of each against a
GTP engine, and kills each with SIGKILL.  The saved game must contain every answered move, be readable and
resumable, and no engine may be left running.  The exit status is 1 at the first failure.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pexpect

from tests.support.gtp_engines import command

ENGINE = command("none")
COLUMNS = "ABCDEFGHJ"
PROGRAM = [sys.executable, "-m", "gnugo_py"]
ON_9X9 = ["--size", "9", "--handicap", "0", "--color", "black"]


class Lost(Exception):
    """Something was lost, or left behind."""


def points(rng: random.Random) -> list[str]:
    """Return all points of the board in random order."""
    found = [f"{column}{line}" for column in COLUMNS for line in range(1, 10)]
    rng.shuffle(found)
    return found


def environment(folder: Path) -> dict[str, str]:
    """Return an environment with a separate configuration folder."""
    return os.environ | {"GNUGO_PY_CONFIG": str(folder / "config"), "TERM": "linux", "LANG": "C.UTF-8"}


def killed_plainly(folder: Path, words: list[str], rng: random.Random) -> list[str]:
    """Kill a game in plain mode; return the moves it had answered."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(folder),
        bufsize=0,
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("".join(f"{each}\n" for each in points(rng)).encode())
        begun = game.stdout.readline()
        time.sleep(rng.uniform(0.0, 0.6))
        game.send_signal(signal.SIGKILL)
        printed = (begun + game.stdout.read()).decode()
    if game.returncode != -signal.SIGKILL:
        raise Lost(f"the game ended by itself, with exit status {game.returncode}")
    return re.findall(r"^my move: (\w+)\n", printed, re.MULTILINE)


def killed_on_screen(folder: Path, words: list[str], rng: random.Random) -> list[str]:
    """Kill a game on a screen; return the moves it had answered."""
    game = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *words], env=environment(folder), dimensions=(24, 80))
    printed = game.read_nonblocking(65536, timeout=30)
    end = time.monotonic() + rng.uniform(0.2, 1.2)
    typed = iter(points(rng))
    while time.monotonic() < end:
        game.send(f"{next(typed)}\r")
        try:
            printed += game.read_nonblocking(65536, timeout=0.05)
        except pexpect.TIMEOUT:
            continue
        except pexpect.EOF:
            raise Lost(f"the game ended by itself: {printed.decode(errors='replace')}") from None
    game.kill(signal.SIGKILL)
    game.wait()
    escapes = rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>78M]"
    shown = re.sub(escapes, b"\n", printed).decode("utf-8", "replace")
    return re.findall(r"my move: ([A-HJ][1-9])\b", shown)


def one(number: int, seed: int, on_screen: bool) -> int:
    """Play and kill one game; return the number of moves it had answered. Raise Lost if something is lost."""
    rng = random.Random(f"{seed} {number} {on_screen}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        saves = folder / "saves"
        engine = f"{ENGINE} {folder / 'log'}"
        opponent = ["--opponent", engine] if number % 2 else []
        words = [*ON_9X9, *opponent, "--saves", str(saves)]
        answered = (killed_on_screen if on_screen else killed_plainly)(folder, words, rng)
        files = list(saves.glob("[!.]*.sgf"))
        if answered and len(files) != 1:
            raise Lost(f"{len(answered)} moves answered, but {len(files)} saved games")
        for file in files:
            written = re.findall(r"^;W\[([a-i])([a-i])\]", file.read_text(), re.MULTILINE)
            vertices = [COLUMNS["abcdefghi".index(x)] + str(9 - "abcdefghi".index(y)) for x, y in written]
            missing = set(answered) - set(vertices) if on_screen else vertices[: len(answered)] != answered
            if missing:
                raise Lost(f"answered: {answered}, saved: {vertices}")
            again = subprocess.run(
                [*PROGRAM, "--resume", "--saves", str(saves)],
                input="",
                capture_output=True,
                text=True,
                env=environment(folder),
                check=False,
            )
            if again.returncode != 0:
                raise Lost(f"cannot be resumed: {again.stderr}")
        fresh = subprocess.run(
            [*PROGRAM, *ON_9X9, "--saves", str(saves)],
            input=b"e5\n",
            capture_output=True,
            env=environment(folder),
            check=False,
        )
        left = [path.name for path in saves.glob(".*")]
        if fresh.returncode != 0 or left:
            raise Lost(f"left behind: {left}")
        time.sleep(0.1)
        running = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True)
        if opponent and str(folder / "log") in running.stdout:
            time.sleep(3)
            running = subprocess.run(["ps", "-eww", "-o", "args"], capture_output=True, text=True, check=True)
            if str(folder / "log") in running.stdout:
                raise Lost("an engine is left running")
    return len(answered)


def main() -> None:
    """Run the games and print the results."""
    given = [int(word) for word in sys.argv[1:]]
    plain, screen, seed = given + [1000, 100, 1][len(given) :]
    with ProcessPoolExecutor(2) as pool:
        for on_screen, number in ((False, plain), (True, screen)):
            answered = sum(pool.map(one, range(number), [seed] * number, [on_screen] * number))
            where = "on the screen" if on_screen else "in plain mode"
            print(f"{number} games killed {where}: {answered} moves answered, none lost", flush=True)


if __name__ == "__main__":
    main()
