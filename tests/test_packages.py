"""Tests of the contents of the distribution packages, and of the manual page."""

import os
import re
import subprocess
import sys
import tarfile
import zipapp
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.util import find_spec
from pathlib import Path

import pytest

from docs.manpage import page
from gnugo_py import __version__
from tests.support.paths import ROOT

BUILD_TOOLS = ("build", "hatchling", "hatch_fancy_pypi_readme")
PATTERN_FILES = [f"gnugo_py/patterns/{name}.txt" for name in ("local", "opening")]
BESIDES = ["gnugo_py/__init__.pyi", "gnugo_py/py.typed"]
NAME = f"gnugo_py-{__version__}"
INFO = [f"{NAME}.dist-info/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")]
TOP = {"mkdocs.yml", "pyproject.toml", "PKG-INFO", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "README.md"}
LICENSES = [
    f"{NAME}.dist-info/licenses/{path}" for path in ("LICENSE", "gnugo_py/engines/network/LICENSE-KataGo.txt")
]
MAN = f"{NAME}.data/data/share/man/man1/gnugo-py.1"


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source package and the wheel, and return their folder."""
    if missing := [name for name in BUILD_TOOLS if find_spec(name) is None]:
        if os.environ.get("CI") == "true":
            pytest.fail(f"not installed: {missing}")
        pytest.skip(f"not installed: {missing}")
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True, capture_output=True, timeout=100)
    return folder


def of_the_package(*suffixes: str) -> list[str]:
    """Return the files of the package with some suffixes."""
    found = [path for path in (ROOT / "gnugo_py").rglob("*") if path.suffix in suffixes]
    return [path.relative_to(ROOT).as_posix() for path in found if "patterns" not in path.parts]


def test_the_wheel_contains_the_program_its_data_and_its_license(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    held = sorted(zipfile.ZipFile(wheel).namelist())
    texts = of_the_package(".txt")
    assert any("lessons" in path for path in texts)
    assert held == sorted(
        [
            *of_the_package(".py"),
            *of_the_package(".gz", ".html", ".tsv", ".sgf"),
            *texts,
            *PATTERN_FILES,
            *BESIDES,
            *INFO,
            *LICENSES,
            MAN,
        ]
    )


def test_the_source_package_contains_the_project_files_and_nothing_else(packages: Path) -> None:
    (source,) = packages.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("tests", "docs", "benchmarks", "patterns", "gnugo_py"):
        mine = (path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix != ".pyc")
        assert {path.relative_to(ROOT).as_posix() for path in mine} <= held
    tops = {name.partition("/")[0] for name in held} - {"", ".gitignore"}
    folders = {"tests", "docs", "benchmarks", "patterns", "gnugo_py", ".ci"}
    assert tops == {*TOP, *(name for name in folders if (ROOT / name).exists())}


def metadata(packages: Path) -> Message:
    """Return the metadata of the wheel."""
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return message_from_bytes(archive.read(f"{NAME}.dist-info/METADATA"))


def test_the_package_description_has_no_relative_links(packages: Path) -> None:
    page = metadata(packages).get_payload()
    assert isinstance(page, str)
    assert "pipx install" in page
    links = re.findall(r"\]\(([^)]*)\)|<([^>\s]*)>|^\[[^\]]*\]:\s*(\S+)", page, re.MULTILINE)
    assert all("".join(each).startswith("https://") for each in links)
    assert "![" not in page
    assert "\n\n\n" not in page


def test_the_package_names_its_authors(packages: Path) -> None:
    assert metadata(packages)["Author"] == "the gnugo-py authors"


def test_the_package_names_the_licenses_of_the_program_and_of_the_network(packages: Path) -> None:
    found = metadata(packages)
    assert found["License-Expression"] == "GPL-3.0-or-later AND MIT"
    assert found.get_all("License-File") == ["LICENSE", "gnugo_py/engines/network/LICENSE-KataGo.txt"]


def test_the_dev_dependency_group_equals_the_dev_extra() -> None:
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["dependency-groups"]["dev"] == project["project"]["optional-dependencies"]["dev"]


def test_the_wheel_contains_the_manual_page(packages: Path) -> None:
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(MAN).decode() == page()


@pytest.mark.parametrize(
    ("words", "typed", "found"),
    [
        (["--version"], "", __version__),
        (["explain", "--help"], "", "finder"),
        (["--plain", "--size", "9", "--handicap", "0", "--color", "black"], "E5\nwhy\nquit\n", "my move: "),
        (["learn", "--list"], "", "stones"),
        (["problems", "--list"], "", "Capture 1 (30k)"),
        (["gtp", "--seed", "1"], "genmove b\nquit\n", "= E17"),
    ],
)
def test_the_wheel_runs_outside_the_checkout(
    packages: Path, tmp_path: Path, words: list[str], typed: str, found: str
) -> None:
    """The wheel runs without the checkout on the path."""
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


@pytest.fixture(scope="module")
def archive(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pack the installed program into a zip archive that Python can run."""
    folder = tmp_path_factory.mktemp("zipapp")
    (wheel,) = packages.glob("*.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(folder / "site")
    zipapp.create_archive(folder / "site", folder / "gnugo.pyz", main="gnugo_py.__main__:main")
    return folder / "gnugo.pyz"


@pytest.mark.parametrize(
    ("words", "typed", "found"),
    [
        (["--version"], "", __version__),
        (["learn", "--list"], "", "stones"),
        (["problems", "--list"], "", "Capture 1 (30k)"),
        (["gtp", "--seed", "1"], "genmove b\nquit\n", "= E17"),
        (["score", str(ROOT / "docs" / "example.sgf")], "", "B+12.5"),
        (["diagram", str(ROOT / "docs" / "example.sgf"), "--html", "-"], "", "<!DOCTYPE html>"),
        (
            ["--plain", "--size", "9", "--handicap", "0", "--opponent", "search:1", "--color", "white"],
            "e5\nhint 1\n",
            "my move: ",
        ),
    ],
)
def test_a_zip_archive_runs_with_its_patterns_lessons_and_weights(
    words: list[str], typed: str, found: str, archive: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, str(archive), *words],
        cwd=tmp_path,
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert found in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_the_checks_find_no_change_in_a_folder_without_saved_games(tmp_path: Path) -> None:
    (function,) = re.findall(r"^checkout_state\(\) .*$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
    script = f"set -euo pipefail\n{function}\nbefore=$(checkout_state)\necho same"
    done = subprocess.run(["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "same\n")
