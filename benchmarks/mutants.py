"""Mutation testing: `python -m benchmarks.mutants [NUMBER] [SEED] [PACKAGE ...]`.

Makes NUMBER small faults (default 300, chosen with SEED, default 1) in the sources of some packages, one at a
time.  For each it runs the tests of the package, and if they pass, the whole suite.  A fault is killed if a
test fails or if the run takes far longer than without the fault.  Each fault that survives the tests of its
package is printed on a line: a mark, its location, the original code, the replacement.  A table by package
follows.

    lives  -- only tests of other packages detected it
    ALIVE  -- no test detected it: a test is missing, or the fault has no visible effect

The checkout is not modified.  The faults are made in copies of it, one for each of WORKERS processes (an
environment variable; default: half the cores).  Each copy has an interpreter that imports only that copy of
gnugo_py, so programs that the tests start have the fault, too.  The tests run once without a fault first, and
must pass.
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
DEFAULT_PACKAGES = ["games/go", "engines/classic", "record", "storage", "app", "gtp"]
OTHER_TESTS = {
    "games/go": ["tests/record"],
    "storage": ["tests/record"],
}
"""The tests of a package besides `tests/PACKAGE`."""
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "saves")

ALIKE = "Lt LtE, Gt GtE, Eq NotEq, Is IsNot, In NotIn, And Or, Add Sub, BitOr BitAnd, LShift RShift"
PAIRS = [[getattr(ast, name) for name in pair.split()] for pair in ALIKE.split(", ")]
SWAPS: dict[type[ast.AST], Any] = {one: two for pair in PAIRS for one, two in (pair, pair[::-1])}
"""The operator that replaces each operator."""


class Mutant(NamedTuple):
    """A fault: the bytes from `start` to `end` of a file are replaced."""

    package: str
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
    """Yield the possible replacements of a node."""
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
    """Yield the children of a node that are executed: no annotations, type aliases, decorators or asserts."""
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


def mutants_of(package: str, path: Path) -> Iterator[Mutant]:
    """Yield all faults that can be made in a file."""
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
            yield Mutant(package, str(path.relative_to(ROOT)), node.lineno, start, end, before, after)


def worker(folder: Path) -> Path:
    """Copy the project into a folder, with an interpreter for the copy and the installed libraries."""
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
    """Return the path of the interpreter of a copy."""
    return str(folder / ".venv" / "bin" / "python")


class Runs:
    """Test runs in several copies of the project."""

    def __init__(self, folder: Path, workers: int) -> None:
        self._free: Queue[Path] = Queue()
        for number in range(workers):
            self._free.put(worker(folder / str(number)))
        self._limits: dict[tuple[str, ...], float] = {}

    def check(self, tests: tuple[str, ...]) -> None:
        """Run tests without a fault and record how long they take. Exit if they fail."""
        folder = self._free.get()
        begun = time.monotonic()
        passed = self._passes(folder, tests, None)
        self._free.put(folder)
        if not passed:
            sys.exit(f"tests fail without a fault: pytest {' '.join(tests)}")
        self._limits[tests] = 3 * (time.monotonic() - begun) + 30

    def survives(self, mutant: Mutant, tests: tuple[str, ...]) -> bool:
        """Return whether tests that were checked pass with a fault within the time limit."""
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
            for timeouts, last in ((limit, signal.SIGINT), (20.0, signal.SIGKILL)):
                try:
                    status = run.wait(timeouts)
                except subprocess.TimeoutExpired:
                    os.killpg(run.pid, last)
                else:
                    return status == 0 and last is signal.SIGINT
        return False


def tests_of(package: str) -> tuple[str, ...]:
    """Return the paths of the tests of a package."""
    paths = (f"tests/{package}", *OTHER_TESTS.get(package, ()))
    return tuple(path for path in paths if (ROOT / path).exists())


def main() -> None:
    """Make the faults and print the results."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    number, seed = numbers + [300, 1][len(numbers) :]
    packages = [word for word in sys.argv[1:] if not word.isdigit()] or DEFAULT_PACKAGES
    found = [
        mutant
        for package in packages
        for path in sorted((ROOT / "gnugo_py" / package).rglob("*.py"))
        for mutant in mutants_of(package, path)
    ]
    chosen = random.Random(seed).sample(found, min(number, len(found)))
    workers = int(os.environ.get("WORKERS", (os.cpu_count() or 2) // 2))
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(workers) as pool:
        runs = Runs(Path(name).resolve(), workers if chosen else 0)
        list(pool.map(runs.check, {*map(tests_of, packages), ()} if chosen else ()))

        def judge(mutant: Mutant) -> str:
            if not runs.survives(mutant, tests_of(mutant.package)):
                return "package"
            verdict = "ALIVE" if runs.survives(mutant, ()) else "lives"
            print(f"{verdict} {mutant}", flush=True)
            return verdict

        verdicts = list(pool.map(judge, chosen))
    counted = Counter((mutant.package, verdict) for mutant, verdict in zip(chosen, verdicts, strict=True))
    print(f"{'package':10}{'mutants':>10}{'own tests':>10}{'all tests':>10}{'alive':>10}")
    for package in packages:
        own, others, alive = (counted[package, verdict] for verdict in ("package", "lives", "ALIVE"))
        print(f"{package:16}{own + others + alive:10}{own:10}{own + others:10}{alive:10}")


if __name__ == "__main__":
    main()
