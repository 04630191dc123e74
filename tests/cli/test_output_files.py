"""Tests of the files that commands write: what they replace, and what they never touch."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gnugo_py.cli.files import output_file
from gnugo_py.games.types import UserError
from gnugo_py.storage.output_files import HTML_OUTPUT, SGF_OUTPUT, SVG_OUTPUT, OutputFile
from gnugo_py.storage.save_store import SaveStore
from tests.support.paths import file_with
from tests.support.program import run

GAME = "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[gc];B[ge])"
STUDY = "(;GM[1]FF[4]SZ[9]KM[6.5]C[a study](;B[ee];W[gc]C[why?])(;B[dd]))"
SAVED = '(;GM[1]FF[4]CA[UTF-8]SZ[9]GNUGOPY[{"serial": 1}];B[ee])'


def output(
    target: Path, kind: object = SGF_OUTPUT, source: Path | None = None, saves: str = "no/saves"
) -> OutputFile:
    made = output_file(target, kind, SaveStore(Path(saves)), source)  # type: ignore[arg-type]
    assert made is not None
    return made


def test_an_analysis_never_replaces_the_game_that_it_reads(tmp_path: Path) -> None:
    study = file_with(tmp_path / "study.sgf", STUDY)
    done = run("analyze", str(study), "--visits", "1", "--sgf", str(study))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"gnugo-py: {study}: this is the file that is read; use another name\n"
    assert study.read_text() == STUDY


@pytest.mark.skipif(os.name == "nt", reason="on Windows not everybody may make links")
@pytest.mark.parametrize("other", ["link", "hard link", "relative"])
def test_the_input_file_is_recognized_by_links_and_relative_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: str
) -> None:
    study, name = tmp_path / "study.sgf", tmp_path / "name.sgf"
    study.write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    if other == "link":
        name.symlink_to(study)
    elif other == "hard link":
        os.link(study, name)
    else:
        name = Path("study.sgf")
    with pytest.raises(UserError, match="this is the file that is read"):
        output(name, source=study)


def test_a_saved_game_is_not_replaced_in_any_folder(tmp_path: Path) -> None:
    (tmp_path / "copy.sgf").write_text(SAVED)
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "foreign.sgf").write_text(GAME)
    for file in ("copy.sgf", "saves/foreign.sgf"):
        with pytest.raises(UserError, match="this is a saved game, which would be lost; use another name"):
            output(tmp_path / file, saves=str(tmp_path / "saves"))


@pytest.mark.parametrize(
    ("kind", "content", "is_replaced"),
    [
        (SVG_OUTPUT, '<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="http://www.w3.org/2000/svg"/>', True),
        (SVG_OUTPUT, "<svg>", True),
        (SVG_OUTPUT, '<?xml version="1.0"?>\n<invoice/>', False),
        (SVG_OUTPUT, "<svgx>", False),
        (SVG_OUTPUT, "<!-- " * 20_000, False),
        (SVG_OUTPUT, "", False),
        (HTML_OUTPUT, "<!DOCTYPE html><title>My page</title>", False),
        (SGF_OUTPUT, GAME, True),
        (SGF_OUTPUT, "notes", False),
    ],
)
def test_only_a_file_of_the_same_kind_is_replaced(
    tmp_path: Path, kind: object, content: str, is_replaced: bool
) -> None:
    target = file_with(tmp_path / "out", content)
    if is_replaced:
        output(target, kind).write(b"new")
        assert target.read_bytes() == b"new"
    else:
        with pytest.raises(UserError, match=r"the file already exists and is not .*; use another name"):
            output(target, kind)


def test_a_file_that_appears_during_the_work_is_not_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out.svg"
    out = output(target, SVG_OUTPUT)
    target.write_text("my notes")
    with pytest.raises(UserError, match="already exists"):
        out.write(b"<svg/>")
    assert target.read_text() == "my notes"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o640])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    target = file_with(tmp_path / "out.sgf", GAME)
    target.chmod(mode)
    output(target).write(GAME.encode())
    assert stat.S_IMODE(target.stat().st_mode) == mode


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_file_is_not_replaced(tmp_path: Path) -> None:
    target = file_with(tmp_path / "out.sgf", GAME)
    target.chmod(0o444)
    with pytest.raises(UserError, match="no permission to change it"):
        output(target)


@pytest.mark.skipif(os.name == "nt", reason="on Windows not everybody may make links")
def test_a_symbolic_link_stays_and_its_file_is_replaced(tmp_path: Path) -> None:
    target, link = tmp_path / "out.sgf", tmp_path / "link.sgf"
    target.write_text(GAME)
    link.symlink_to(target)
    output(link).write(b"(;GM[1])")
    assert link.is_symlink()
    assert target.read_bytes() == b"(;GM[1])"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other messages")
def test_a_folder_that_cannot_be_written_is_reported_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"out\.sgf: Not a directory; use another folder"):
        output(tmp_path / "file" / "out.sgf")
    with pytest.raises(UserError, match="no such folder; create the folder, or use another one"):
        output(tmp_path / "missing" / "out.sgf")


@pytest.mark.skipif(os.name == "nt", reason="on Windows not everybody may make links")
def test_only_a_regular_file_is_replaced(tmp_path: Path) -> None:
    loop = tmp_path / "loop.sgf"
    loop.symlink_to(loop)
    with pytest.raises(UserError, match="a symbolic link that leads back to itself"):
        output(loop)
    with pytest.raises(UserError, match="not a regular file"):
        output(Path(os.devnull))


INTERRUPTED = """
import os, signal, sys
from gnugo_py.cli.main import main
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGTERM)
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM")
@pytest.mark.parametrize("option", ["--svg", "--html"])
def test_a_command_that_is_ended_while_it_writes_leaves_no_unfinished_file(
    option: str, tmp_path: Path
) -> None:
    out = tmp_path / "out" / f"picture.{option.removeprefix('--')}"
    out.parent.mkdir()
    words = ("diagram", "docs/example.sgf", option, str(out))
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, *words], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (130, b"gnugo-py: interrupted\n")
    assert list(out.parent.iterdir()) == []
