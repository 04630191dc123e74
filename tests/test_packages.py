"""What is in the packages that strangers install, and in the manual page."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from gnugo_py import __version__

ROOT = Path(__file__).parent.parent
DATA = [f"gnugo_py/patterns/{name}.txt" for name in ("local", "opening")]
BESIDES = ["gnugo_py/__init__.pyi", "gnugo_py/py.typed"]
NAME = f"gnugo_py-{__version__}"
INFO = [f"{NAME}.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")]
TOP = {"pyproject.toml", "PKG-INFO", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"}
LICENCE, MAN = f"{NAME}.dist-info/licenses/LICENSE", f"{NAME}.data/data/share/man/man1/gnugo-py.1"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source package and the wheel."""
    if find_spec("build") is None or find_spec("hatchling") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("build and hatchling are not installed")
        pytest.skip("build and hatchling are not installed")
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, capture_output=True, timeout=100)
    return folder


def of_the_package(*suffixes: str) -> list[str]:
    """The files of the package with some endings."""
    found = [path for path in (ROOT / "gnugo_py").rglob("*") if path.suffix in suffixes]
    return [path.relative_to(ROOT).as_posix() for path in found if "patterns" not in path.parts]


def test_the_wheel_holds_the_program_its_knowledge_and_its_licence(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    held = sorted(zipfile.ZipFile(wheel).namelist())
    lessons = of_the_package(".txt")
    assert len(lessons) == 27
    assert held == sorted([*of_the_package(".py"), *lessons, *DATA, *BESIDES, *INFO, LICENCE, MAN])


def test_the_source_package_holds_what_its_tests_need_and_nothing_of_anybodys_games(packages: Path) -> None:
    (source,) = packages.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("tests", "docs", "benchmarks", "patterns", "gnugo_py"):
        mine = (path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc")
        assert {path.relative_to(ROOT).as_posix() for path in mine} <= held
    tops = {name.partition("/")[0] for name in held} - {"", ".gitignore"}
    folders = {"tests", "docs", "benchmarks", "patterns", "gnugo_py", ".ci"}
    assert tops == {*TOP, *(name for name in folders if (ROOT / name).exists())}


def test_the_manual_page_is_that_of_the_commands() -> None:
    """`python docs/manpage.py` writes it."""
    script = runpy.run_path(str(ROOT / "docs" / "manpage.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"]()


@pytest.mark.parametrize(
    ("words", "typed", "found"),
    [
        (["--version"], "", __version__),
        (["explain", "--help"], "", "finder"),
        (["--plain", "--size", "9", "--handicap", "0", "--color", "black"], "E5\nwhy\nquit\n", "my move: "),
        (["learn", "--list"], "", "stones"),
        (["gtp", "--seed", "1"], "genmove b\nquit\n", "= E17"),
    ],
)
def test_the_wheel_runs_outside_the_checkout(
    packages: Path, tmp_path: Path, words: list[str], typed: str, found: str
) -> None:
    """As it stands in the wheel, with nothing of the checkout near."""
    (wheel,) = packages.glob("*.whl")
    unpacked = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(unpacked)
    begin = "import sys; sys.path.insert(0, sys.argv.pop(1)); import gnugo_py.__main__ as it; "
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            f"{begin}print(it.__file__, file=sys.stderr); it.main()",
            str(unpacked),
            *words,
        ],
        cwd=tmp_path,
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert str(unpacked) in done.stderr
    assert found in done.stdout, done.stderr
