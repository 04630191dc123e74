"""Plain mode: lines in, lines out."""

from pathlib import Path

from tests.support.program import run


def plain(saves: Path, *words: str, typed: str, status: int = 0) -> list[str]:
    """Return the lines that a game prints on stdout; check the exit status, and that stderr is empty at 0."""
    done = run("play", "--plain", *words, "--saves", str(saves), typed=typed)
    assert done.returncode == status
    assert (done.stderr == "") is (status == 0)
    return done.stdout.splitlines()
