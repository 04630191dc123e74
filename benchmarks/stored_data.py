"""Damage to the files that the program stores: `python -m benchmarks.stored_data [SECONDS] [SEED]`.

For SECONDS (default 600), changes stored results, settings, engine commands, cached analyses and saved games
at random, as an editor, a crash or another program might, and uses them.  No valid entry may be lost, no
error may be a traceback, and no command may run a program that lies in the current folder.  Programs that
store results at the same time, or that are killed while they do, must lose nothing.  The exit status is 1 at
the first failure.
"""

from __future__ import annotations

import json
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks.attacks import ON_9X9, PROGRAM, Lost, environment, run_attacks
from gnugo_py import GO, GoPosition
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.storage.analysis_cache import AnalysisCache
from gnugo_py.storage.training import LessonProgress, MissedExerciseStore
from gnugo_py.storage.trusted_engines import TrustedCommands
from gnugo_py.study.exercises import Exercise
from gnugo_py.study.game_analysis import GameAnalysis

TODAY = date(2026, 11, 25)
NUMBERS = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e999",
    "9" * 400,
    "-1",
    "0.5",
    "true",
    "null",
    "1e-400",
)
TEXTS = ('"\\ud800"', '"\\u0000"', '""', '"' + "x" * 5000 + '"', '"\\u202e"', '"../../x"', "[]", "{}", "[[]]")
GAME = "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese];B[ee];W[gc];B[ge];W[cg];B[cd];W[eg])"
SECOND_GAME = ("--plain", *ON_9X9, "--new")


def exercise(number: int) -> Exercise:
    """Return an exercise that differs from those with other numbers."""
    position = GoPosition.start(9, "japanese").play("E5").play("C3")
    column, row = number % 9, number // 9 % 4 + 6
    played = position.parse_move(f"{'ABCDEFGHJ'[column]}{row}")
    return Exercise(position, played, position.parse_move("G3"), 6.25, "blunder", number, "Ann - Bob")


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return content with a few bytes removed, repeated or replaced."""
    data = bytearray(content)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        length = rng.choice((1, 1, 2, 10, 200))
        piece = rng.choice(
            (b"", b"\xff", b"\x00", b'"', b"[", b"{", b"]", b"\\", b"9" * 50, bytes(data[at : at + 80]))
        )
        data[at : at + rng.choice((0, length))] = piece
    return bytes(data)


def with_odd_value(entry: dict[str, Any], rng: random.Random) -> str:
    """Return an entry as JSON, with one value replaced."""
    name = rng.choice(list(entry))
    return json.dumps({**entry, name: "HERE"}).replace('"HERE"', rng.choice(NUMBERS + TEXTS))


def results(folder: Path, rng: random.Random) -> None:
    """Store results beside damaged entries; the others must stay."""
    path = folder / "training.json"
    store = MissedExerciseStore(path)
    for number in range(3):
        store.record_result(exercise(number), is_solved=False, today=TODAY)
    store.record_problem("problem", GAME.encode(), is_solved=False, today=TODAY)
    entries = json.loads(path.read_text())
    texts = [json.dumps(each) for each in entries]
    texts.insert(rng.randrange(5), with_odd_value(rng.choice(entries[::3]), rng))
    path.write_text(f"[{', '.join(texts)}]", encoding="utf-8", errors="surrogatepass")
    before = path.read_bytes()
    if problem := store.record_result(exercise(7), is_solved=False, today=TODAY):
        raise Lost(f"a result could not be stored beside {before!r}: {problem}")
    numbers = {each.number for each in store.due_exercises(date(2026, 12, 25))}
    if not numbers >= {0, 1, 2, 7} or "problem" not in store.problem_records():
        raise Lost(f"results {numbers} and {set(store.problem_records())} are left of {before!r}")
    path.write_bytes(damaged(path.read_bytes(), rng))
    store.due_exercises(TODAY)
    store.record_result(exercise(8), is_solved=True, today=TODAY)


def progress(folder: Path, rng: random.Random) -> None:
    """Store progress beside damaged lines; the others must stay."""
    path = folder / "lessons.txt"
    path.write_bytes(b"ko = 3\n" + damaged(b"ladders = 2\n", rng).replace(b"\n", b"") + b"\nstones = 4\n")
    before = path.read_bytes()
    progress = LessonProgress(path)
    problem = progress.record_board("eyes", 1)
    done = progress.solved_boards()
    if problem or (done.get("ko"), done.get("eyes")) != (frozenset({1, 2, 3}), frozenset({1})):
        raise Lost(f"progress {done} is left of {before!r} {problem}")


def commands(folder: Path, rng: random.Random) -> None:
    """Store engine commands beside damaged entries; a file that is not JSON must be kept as a copy."""
    path = folder / "engines.json"
    for name in ("one", "two"):
        TrustedCommands(path).add(f"/bin/true {name}", "/")
    data = json.loads(path.read_text())
    odd = with_odd_value(data["engines"][0], rng)
    path.write_text(f'{{"engines": [{odd}, {json.dumps(data["engines"][1])}]}}', "utf-8", "surrogatepass")
    before = path.read_bytes()
    stored = TrustedCommands(path)
    stored.add("/bin/true three", "/")
    kept = stored.damaged_copy.read_bytes() if stored.damaged_copy is not None else b""
    if stored.find("/bin/true one", "/") is None and kept != before:
        raise Lost(f"a command was lost beside {odd}, and no copy was kept")
    path.write_bytes(damaged(path.read_bytes(), rng))
    TrustedCommands(path).find("/bin/true one", "/")
    TrustedCommands(path).add("/bin/true four", "/")


def analyses(folder: Path, rng: random.Random) -> None:
    """Read a cached analysis with an odd value, which its checksum shows; it must be ignored."""
    positions = [GO.start({"size": 5, "rules": "japanese", "komi": 6.5})]
    for vertex in ("C3", "C2"):
        positions.append(positions[-1].play(vertex))
    cache = AnalysisCache(folder / "cache", "analyst")
    analysis = GameAnalysis(positions)
    for _ in analysis.run(SearchEngine(GO, 9)):
        pass
    cache.store(analysis)
    (file,) = (folder / "cache").glob("analysis-*.json")
    checksum, _, text = file.read_text().partition("\n")
    data = json.loads(text)
    if rng.random() < 0.2:
        data[1] = rng.choice(["HERE", ["HERE"], [[1, "HERE"]]])
    else:
        data[0][rng.randrange(3)][rng.randrange(5)] = "HERE"
    changed = json.dumps(data).replace('"HERE"', rng.choice(NUMBERS + TEXTS))
    file.write_text(f"{checksum}\n{changed}")
    if changed != text and cache.load(positions) is not None:
        raise Lost("an analysis that was changed was read")


def run_in(folder: Path, words: Sequence[str], typed: str = "quit\n", status: int = 0) -> str:
    """Run the program in a folder, with its settings there, and return its output.

    Raise Lost if the exit status is neither 0 nor `status`, or if there is a traceback.
    """
    done = subprocess.run(
        [*PROGRAM, *words],
        input=typed,
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment(folder),
        timeout=120,
        check=False,
    )
    shown = done.stdout + done.stderr
    if done.returncode not in (0, status) or "Traceback" in shown or "internal error" in shown:
        raise Lost(f"{shlex.join(words)}: exit status {done.returncode}: {shown[-1500:]}")
    return shown


def whole_program(folder: Path, rng: random.Random) -> None:
    """Use the program with damaged files in the folder of its settings."""
    for part in (results, progress, commands):
        part(folder, rng)
    odd = "\n".join(
        rng.choice(("theme = pink", "bell = yes", "\udcff", "last size = -1", "rank = 99k", "analyst ="))
        for _ in range(4)
    )
    (folder / "settings.txt").write_text(odd, errors="surrogateescape")
    (folder / "game.sgf").write_text(GAME)
    run_in(folder, ["review", "--plain", "game.sgf"], "mistakes\nscore\nquit\n")
    for file in folder.rglob("analysis-*.json"):
        file.write_bytes(damaged(file.read_bytes(), rng))
    run_in(folder, ["review", "--plain", "game.sgf"], "mistakes\ngraph\nscore\nquit\n")
    run_in(folder, ["train", "--plain"], "solution\nskip\nquit\n", status=2)
    run_in(folder, ["learn", "--plain"], "next\nquit\n", status=2)
    run_in(folder, ["settings"])
    run_in(folder, SECOND_GAME, "c3\nundo\nd4\nquit\n")
    (saved,) = (folder / "saves").glob("*.sgf")
    private = saved.read_text()
    start = private.index("GNUGOPY[") + 8
    end = private.index("]", private.index('"', start))
    saved.write_bytes(
        (
            private[:start] + damaged(private[start:end].encode(), rng).decode("latin-1") + private[end:]
        ).encode()
    )
    run_in(folder, ["--resume", saved.stem], "e5\nquit\n", status=2)
    run_in(folder, ["saves"])


def foreign_program(folder: Path, rng: random.Random) -> None:
    """Store a command with a relative file, and run the program where another file has that name."""
    mine, theirs = folder / "mine", folder / "theirs"
    for place in (mine, theirs):
        place.mkdir()
        (place / "engine.py").write_text(f"open({str(place / 'ran')!r}, 'w').close()\n")
    command = f"{shlex.quote(sys.executable)} {rng.choice(('engine.py', './engine.py'))}"

    def run(place: Path, *words: str) -> None:
        subprocess.run(
            [*PROGRAM, *words],
            cwd=place,
            input=b"quit\n",
            capture_output=True,
            env=environment(folder),
            check=False,
            timeout=120,
        )

    run(mine, "settings", "analyst", command)
    if rng.random() < 0.5:
        (mine / "engine.py").unlink()
        mine.rmdir()
    (theirs / "game.sgf").write_text(GAME)
    run(theirs, *rng.choice((SECOND_GAME, ("review", "--plain", "game.sgf"), ("analyze", "game.sgf"))))
    if (theirs / "ran").exists():
        raise Lost(f"the command {command!r} ran a program in the current folder")


def record_forever(path: Path, first: int) -> None:
    """Store results one after the other, and print the number of each that was stored."""
    for number in range(first, first + 36):
        if not MissedExerciseStore(path).record_result(exercise(number), is_solved=False, today=TODAY):
            print(number, flush=True)


def killed(folder: Path, rng: random.Random) -> None:
    """Kill programs that store results at the same time."""
    path = folder / "killed.json"
    code = "import sys; from pathlib import Path; from benchmarks.stored_data import record_forever;"
    code += "record_forever(Path(sys.argv[1]), int(sys.argv[2]))"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path), str(first)], stdout=subprocess.PIPE, text=True
        )
        for first in (0, 18)
    ]
    time.sleep(rng.uniform(0.3, 1.0))
    printed = []
    for writer in writers:
        writer.send_signal(signal.SIGKILL)
        printed += writer.communicate()[0].split()
    store = MissedExerciseStore(path)
    stored = {move for each in store.due_exercises(date(2026, 12, 25)) for move in each.played.points}  # type: ignore[union-attr]
    confirmed = {move for number in printed for move in exercise(int(number)).played.points}  # type: ignore[union-attr]
    if store.file_problem() or not stored >= confirmed:
        raise Lost(f"{len(confirmed - stored)} confirmed results are lost: {store.file_problem()}")


PARTS: Sequence[tuple[Callable[[Path, random.Random], None], int]] = (
    *((results, 20), (progress, 20), (commands, 10), (analyses, 4)),
    *((whole_program, 1), (foreign_program, 1), (killed, 1)),
)
"""The parts, each with the number of times that it runs in a round."""


def main() -> None:
    """Damage stored files for some seconds, and print how often."""
    number = run_attacks(cycle(part for part, times in PARTS for _ in range(times)))
    print(f"{number} damaged files: nothing lost, no traceback, no foreign program")


if __name__ == "__main__":
    main()
