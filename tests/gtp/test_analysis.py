"""The streams that Sabaki and Lizzie read: they go on until the next command comes."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

SERVER = [sys.executable, "-m", "gnugo_py", "gtp", "--seed", "1"]
INFO = re.compile(r"info move (\S+) visits \d+ winrate (\S+) .*?order \d+ pv( \S+)+?(?= info|$)")


@pytest.fixture(params=[("go", "9"), ("hex", "7"), ("tanbo", "9")], ids=lambda each: each[0])
def server(request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
    """A server of each kind of search."""
    game, size = request.param
    words = [*SERVER, "--game", game, "--player", "search"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        tell(process, f"boardsize {size}")
        assert (heard(process), heard(process)) == ("=", "")
        yield process
        process.kill()


def tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


@pytest.mark.parametrize(
    "command", ["lz-analyze 50", "kata-analyze b 10 ownership true", "lz-analyze W interval 5"]
)
def test_it_goes_on_until_the_next_command(server: subprocess.Popen[str], command: str) -> None:
    tell(server, f"7 {command}")
    assert heard(server) == "=7"
    lines = [heard(server) for _ in range(3)]
    assert all(INFO.match(line) for line in lines), lines
    shares = [float(share) for line in lines for _, share, _ in INFO.findall(line)]
    assert all(0 <= share <= (10000 if command.startswith("lz") else 1) for share in shares)
    tell(server, "8 name")
    rest = heard(server)
    while rest:
        assert INFO.match(rest)
        rest = heard(server)
    assert heard(server) == "=8 gnugo-py"


def test_the_end_of_the_input_ends_it(server: subprocess.Popen[str]) -> None:
    said, _ = server.communicate("lz-analyze\n", timeout=60)
    assert said.startswith("=\n")
    assert said.endswith("\n\n")
    assert server.returncode == 0


def test_an_analysis_that_is_broken_off_disturbs_no_move_after_it(server: subprocess.Popen[str]) -> None:
    said, _ = server.communicate("lz-analyze\nkata-analyze\n\nlz-analyze\ngenmove b\nquit\n", timeout=120)
    assert re.search(r"^= [a-zA-Z]\d+\n\n=\n\n\Z", said, re.MULTILINE)


def test_only_a_player_that_searches_is_watched() -> None:
    said = subprocess.run(
        SERVER, input="known_command lz-analyze\n", capture_output=True, text=True, check=True
    )
    assert said.stdout == "= false\n\n"
