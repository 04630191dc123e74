"""What the tests do not notice: `python -m benchmarks.mutants [NUMBER] [SEED] [ROOM ...]`.

Makes NUMBER small faults (300, drawn with SEED, 1) in the sources of some rooms, one at a time, and
runs the room's tests, then for the faults that live the whole suite.  A fault is killed if a test
fails, or if the run takes far longer than without it.  Each that outlives its room's tests is a line:
a mark, where it is, what was there, what took its place.  A table by room follows.

    lives  -- only the tests of other rooms noticed it
    ALIVE  -- no test did: a test is missing, or the fault changes nothing that can be seen

The checkout itself is not touched.  Faults are made in copies of it, one for each of WORKERS
processes (an environment variable; half the cores), and each copy has an interpreter of its own that
knows no other gnugo_py: so what the tests start, wherever and however, has the fault, too.  The tests
are first run without a fault, and must pass.
"""

from __future__ import annotations

import ast
import compileall
import os
import random
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import Queue
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
DEFAULT_ROOMS = ["go", "classic", "records", "play", "dialogue", "gtp"]
OTHER_TESTS = {
    "go": ["tests/records"],
    "plain": ["tests/test_text.py"],
    "players": ["tests/gtp/test_client.py"],
    "cli": ["tests/test_cli.py"],
}
"""The tests of a room besides `tests/ROOM`."""
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "saves")

ALIKE = "Lt LtE, Gt GtE, Eq NotEq, Is IsNot, In NotIn, And Or, Add Sub, BitOr BitAnd, LShift RShift"
PAIRS = [[getattr(ast, name) for name in pair.split()] for pair in ALIKE.split(", ")]
SWAPS: dict[type[ast.AST], Any] = {one: two for pair in PAIRS for one, two in (pair, pair[::-1])}
"""Operators, each with the one that may take its place."""


class Mutant(NamedTuple):
    """A fault: in a file of the project, the bytes from start to end are replaced."""

    room: str
    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        before, after = (" ".join(text.split()) for text in (self.before, self.after))
        return f"{self.path}:{self.line}: {before} -> {after}"


def faults(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in a node's place."""
    match node:
        case ast.Compare(left, ops, right):
            for index, op in enumerate(ops):
                swapped = [*ops[:index], SWAPS[type(op)](), *ops[index + 1 :]]
                yield ast.Compare(left, swapped, right)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(SWAPS[type(op)](), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in SWAPS:
            yield ast.BinOp(left, SWAPS[type(op)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Assign([ast.Attribute()]):
            yield ast.Pass()
        case ast.Return(value) if value is not None and ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))


def parts(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes within a node that are run: no annotations, aliases of types, decorators or asserts."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return
        case ast.FunctionDef(args=arguments, body=body):
            yield from (each for each in (*arguments.defaults, *arguments.kw_defaults) if each is not None)
            yield from body
        case ast.ClassDef(body=body):
            yield from body
        case ast.AnnAssign(annotation=annotation, value=value):
            if value is not None and ast.unparse(annotation) != "TypeAlias":
                yield value
        case ast.If(test, _, orelse) if ast.unparse(test) in ("TYPE_CHECKING", "__name__ == '__main__'"):
            yield from orelse
        case _:
            yield from ast.iter_child_nodes(node)


def mutants_of(room: str, path: Path) -> Iterator[Mutant]:
    """All faults that can be made in a file."""
    content = path.read_bytes()
    starts = [0, *accumulate(len(line) for line in content.splitlines(keepends=True))]
    todo: list[ast.AST] = [ast.parse(content)]
    while todo:
        node = todo.pop()
        todo += parts(node)
        for fault in faults(node):
            assert isinstance(node, (ast.expr, ast.stmt))
            assert node.end_lineno is not None and node.end_col_offset is not None
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            after = ast.unparse(ast.fix_missing_locations(fault))
            if isinstance(node, ast.expr):
                after = f"({after})"
            before = content[start:end].decode()
            yield Mutant(room, str(path.relative_to(ROOT)), node.lineno, start, end, before, after)


def worker(folder: Path) -> Path:
    """A copy of the project, with an interpreter that imports it and the libraries of this one."""
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    (folder / "saves").mkdir()
    compileall.compile_dir(folder, quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    venv.create(folder / ".venv", symlinks=True)
    paths = {"base": str(folder / ".venv"), "platbase": str(folder / ".venv")}
    libraries = Path(sysconfig.get_path("purelib", "venv", paths))
    lines = ["import sys; sys.dont_write_bytecode = True", str(folder), sysconfig.get_path("purelib")]
    (libraries / "project.pth").write_text("\n".join(lines) + "\n")
    program = "import gnugo_py; print(gnugo_py.__file__)"
    found = subprocess.run(
        [python(folder), "-c", program], capture_output=True, text=True, check=True, cwd="/"
    )
    assert found.stdout.strip() == str(folder / "gnugo_py" / "__init__.py"), found.stdout
    return folder


def python(folder: Path) -> str:
    """The interpreter of a copy."""
    return str(folder / ".venv" / "bin" / "python")


class Runs:
    """Test runs in some copies of the project."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._free: Queue[Path] = Queue()
        for number in range(workers):
            self._free.put(worker(folder / str(number)))
        self._limits: dict[tuple[str, ...], float] = {}

    def check(self, tests: tuple[str, ...]) -> None:
        """Run tests without a fault, to see that they pass and how long it takes."""
        folder = self._free.get()
        begun = time.monotonic()
        passed = self._passes(folder, tests, None)
        self._free.put(folder)
        if not passed:
            sys.exit(f"fails without any fault: pytest {' '.join(tests)}")
        self._limits[tests] = 3 * (time.monotonic() - begun) + 30

    def survives(self, mutant: Mutant, tests: tuple[str, ...]) -> bool:
        """Whether tests that were checked pass with a fault, in time."""
        folder = self._free.get()
        path = folder / mutant.path
        content = path.read_bytes()
        path.write_bytes(content[: mutant.start] + mutant.after.encode() + content[mutant.end :])
        try:
            return self._passes(folder, tests, self._limits[tests])
        finally:
            path.write_bytes(content)
            self._free.put(folder)

    def _passes(self, folder: Path, tests: tuple[str, ...], limit: float | None) -> bool:
        command = [python(folder), "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider"]
        command += ["--hypothesis-seed=0", f"--basetemp={folder / '.tmp'}"]
        command += ["--timeout=90"] * (find_spec("pytest_timeout") is not None)
        null = subprocess.DEVNULL
        with subprocess.Popen(
            [*command, *tests], cwd=folder, start_new_session=True, stdin=null, stdout=null, stderr=null
        ) as run:
            for patience, last in ((limit, signal.SIGINT), (20.0, signal.SIGKILL)):
                try:
                    status = run.wait(patience)
                except subprocess.TimeoutExpired:
                    os.killpg(run.pid, last)
                else:
                    return status == 0 and last is signal.SIGINT
        return False


def tests_of(room: str) -> tuple[str, ...]:
    """The tests of a room."""
    return tuple(path for path in (f"tests/{room}", *OTHER_TESTS.get(room, ())) if (ROOT / path).exists())


def main() -> None:
    """Make the faults and print what was found."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    number, seed = numbers + [300, 1][len(numbers) :]
    rooms = [word for word in sys.argv[1:] if not word.isdigit()] or DEFAULT_ROOMS
    files = [(room, path) for room in rooms for path in sorted((ROOT / "gnugo_py" / room).rglob("*.py"))]
    found = [mutant for room, path in files for mutant in mutants_of(room, path)]
    chosen = random.Random(seed).sample(found, min(number, len(found)))
    workers = int(os.environ.get("WORKERS", (os.cpu_count() or 2) // 2))
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(workers) as pool:
        runs = Runs(Path(name).resolve(), workers)
        list(pool.map(runs.check, {*map(tests_of, rooms), ()}))

        def judge(mutant: Mutant) -> str:
            if not runs.survives(mutant, tests_of(mutant.room)):
                return "room"
            verdict = "ALIVE" if runs.survives(mutant, ()) else "lives"
            print(f"{verdict} {mutant}", flush=True)
            return verdict

        verdicts = list(pool.map(judge, chosen))
    counted = Counter((mutant.room, verdict) for mutant, verdict in zip(chosen, verdicts, strict=True))
    print(f"{'room':10}{'mutants':>10}{'by room':>10}{'by suite':>10}{'alive':>10}")
    for room in rooms:
        by_room, by_others, alive = (counted[room, verdict] for verdict in ("room", "lives", "ALIVE"))
        print(f"{room:10}{by_room + by_others + alive:10}{by_room:10}{by_room + by_others:10}{alive:10}")


if __name__ == "__main__":
    main()
