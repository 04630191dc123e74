"""Tests of `--network` and the setting `network`: which network judges, and what is reported."""

import json
from pathlib import Path

import pytest

from gnugo_py.engines.network.network import Network, _load
from tests.support.paths import file_with
from tests.support.plain_game import play
from tests.support.program import TWO_ON_5X5, run
from tests.support.tiny_network import TinyNetwork

GAME = "(;GM[1]SZ[5]KM[0]RU[Chinese];B[cc];W[bb])"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A small network file."""
    return file_with(tmp_path / "tiny.bin.gz", TinyNetwork().content())


def network_of(*words: str) -> object:
    """Return the network that the first line of JSON names."""
    return json.loads(run(*words, "--json").stdout.splitlines()[0])["network"]


@pytest.mark.parametrize("command", ["score", "analyze"])
def test_the_chosen_network_judges_and_is_named(command: str, file: Path, tiny: Path) -> None:
    assert network_of(command, str(file), "--network", str(tiny)) == "tiny"
    assert network_of(command, str(file), "--network", "small") == "g170-b6c96-s175395328-d26788732"


def test_the_setting_applies_to_every_command_and_the_option_wins(file: Path, tiny: Path) -> None:
    assert run("settings", "network", str(tiny)).stdout == f"network = {tiny}\n"
    assert network_of("score", str(file)) == "tiny"
    assert network_of("score", str(file), "--network", "small") != "tiny"
    answer = run("gtp", "--player", "search:8", typed="boardsize 5\nkata-raw-nn 0\n").stdout
    assert answer != run("gtp", "--network", "small", typed="boardsize 5\nkata-raw-nn 0\n").stdout


def test_a_network_that_cannot_be_used_is_not_stored(file: Path, tiny: Path) -> None:
    tiny.write_bytes(tiny.read_bytes()[:100])
    for name, reason in (
        (str(tiny), f"{tiny}: not a network that can be used (it is damaged); choose another one with"),
        ("smal", "no such file; choose built-in, small, katrain"),
        ("katrain", "katrain: no network in "),
    ):
        done = run("settings", "network", name)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert reason in done.stderr
    assert run("settings", "network").stdout == "built-in\n"


def test_the_refusal_of_a_stored_network_that_was_damaged_later_names_the_setting(
    file: Path, tiny: Path
) -> None:
    run("settings", "network", str(tiny))
    tiny.write_bytes(tiny.read_bytes()[:100])
    _load.cache_clear()
    done = run("score", str(file))
    assert (done.returncode, "choose another one with gnugo-py settings network" in done.stderr) == (2, True)


def test_a_stored_network_that_is_gone_is_reported(file: Path, tiny: Path) -> None:
    run("settings", "network", str(tiny))
    tiny.unlink()
    done = run("score", str(file), "--json")
    assert (done.returncode, "no such file" in done.stderr) == (0, True)
    assert "the built-in network is used. To change this, use gnugo-py settings network" in done.stderr


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "nowhere.bin.gz",
            "no such file; choose built-in, small, katrain or the file of a network of KataGo",
        ),
        ("katrain", "katrain: no network in "),
    ],
)
def test_a_network_that_does_not_exist_is_refused_in_one_line(name: str, reason: str, file: Path) -> None:
    done = run("score", str(file), "--network", name)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert reason in done.stderr


def test_a_file_that_is_no_network_is_refused_in_one_line(file: Path) -> None:
    done = run("score", str(file), "--network", str(file))
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (2, "", False)
    assert "it is not compressed with gzip, as KataGo's networks are" in done.stderr


def test_a_slow_network_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Network, "is_slow", True)
    output = play("e5", "score", "score", words=TWO_ON_5X5)
    assert output.count("gnugo-py settings network small makes it faster.") == 1
