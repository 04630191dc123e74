"""Tests of the program where numpy is missing or the weights of the network are damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gnugo_py.app import navigation
from gnugo_py.app.app import App
from gnugo_py.app.players import Engines, Players
from gnugo_py.app.screen import KINDS
from gnugo_py.engines import network_choice
from gnugo_py.engines.engine import Engine, NetworkError
from gnugo_py.engines.search.search_engine import SearchEngine
from gnugo_py.games.go.position import GO
from gnugo_py.games.types import PASS, Color, UserError
from gnugo_py.record.engine_moves import new_game, play_to_end
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.settings import Settings
from tests.support.boards import position
from tests.support.gtp_server import ServerHere
from tests.support.paths import ROOT, file_with
from tests.support.program import run_process as run
from tests.support.scripted_engine import Scripted

MISSING = "numpy cannot be imported (not here); install it with pip install numpy"
WALLS = """
- - - - - - - - -
- - - - - - - - -
X X X X X X X X X
O - - - - - - - -
- - - - - - - - -
O O O O O O O O O
- - - - - - - - -
- - - X - - - - -
- - - - - - - - -
"""
"""Black owns the top; White owns the bottom, with one black stone in it."""
GAME = ("--plain", "--size", "9", "--handicap", "0", "--opponent", "human", "--new")


@pytest.fixture
def no_numpy(tmp_path: Path) -> str:
    """A folder for PYTHONPATH in which numpy cannot be imported."""
    (tmp_path / "path" / "numpy").mkdir(parents=True)
    (tmp_path / "path" / "numpy" / "__init__.py").write_text("raise ImportError('not\\nhere')")
    return str(tmp_path / "path")


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A damaged network in the place of both networks of the package."""
    path = file_with(tmp_path / "network.gz", Path(network_choice.SMALL_FILE).read_bytes()[:5000])
    for name, value in (("LARGE_FILE", str(path)), ("SMALL_FILE", str(path)), ("chosen", [str(path)])):
        monkeypatch.setattr(network_choice, name, value)
    return path


def test_the_manual_page_is_made_without_numpy(no_numpy: str) -> None:
    """It contains the help of every command, and packages are built where numpy is not installed."""
    command = [sys.executable, "-m", "docs.manpage"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([no_numpy, str(ROOT)])}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_game_goes_on_without_numpy(no_numpy: str) -> None:
    words = ("e5", "hint", "score", "influence", "mistakes", "next mistake", "train", "show candidates", "c3")
    done = run(*GAME, typed="".join(f"{word}\n" for word in words), PYTHONPATH=no_numpy)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(f"{MISSING}.\n") == len(words) - 2
    assert "move 2: O C3" in done.stdout


def test_a_game_is_counted_without_numpy(no_numpy: str) -> None:
    done = run(*GAME, typed="e5\npass\npass\ny\nstop\nstop\nstop\n", PYTHONPATH=no_numpy)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{MISSING}. No stones are marked as dead; mark them yourself.\n" in done.stdout
    assert "Black wins by" in done.stdout


def test_a_review_goes_on_without_numpy(no_numpy: str) -> None:
    words = ("next", "why", "why more", "hint", "score", "influence", "graph", "mistakes", "train", "next")
    typed = "".join(f"{word}\n" for word in words)
    done = run("review", "--plain", "docs/example.sgf", typed=typed, PYTHONPATH=no_numpy)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(f"{MISSING}.\n") == len(words) - 2
    assert "move 2 of 36" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("score", "docs/example.sgf"),
        ("analyze", "docs/example.sgf"),
        ("train", "docs/example.sgf"),
        ("explain", "docs/example.sgf", "--player", "search"),
        ("match", "search:1", "search:2", "--games", "1", "--size", "5"),
        ("gtp", "--player", "search"),
    ],
)
def test_a_command_without_numpy_ends_with_one_line(words: tuple[str, ...], no_numpy: str) -> None:
    done = run(*words, typed="genmove b\nquit\n", PYTHONPATH=no_numpy)
    assert done.returncode == 2
    assert done.stderr == f"gnugo-py: {MISSING}\n"


def test_a_count_with_the_dead_stones_needs_no_numpy(no_numpy: str) -> None:
    done = run("score", "docs/example.sgf", "--dead", "none", "--json", PYTHONPATH=no_numpy)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"network": null' in done.stdout


def test_the_gtp_server_reports_that_numpy_is_missing(no_numpy: str) -> None:
    typed = "play b e5\n1 final_score\n2 kata-raw-nn 0\n3 final_status_list dead\n4 genmove w\n"
    done = run("gtp", typed=typed, PYTHONPATH=no_numpy)
    assert (done.returncode, done.stderr) == (0, "")
    failed = [answer for answer in done.stdout.split("\n\n") if answer.startswith("?")]
    assert failed == [f"?{number} {MISSING}" for number in (1, 2, 3)]
    assert "=4 " in done.stdout


def game(folder: Path, **players: Engine) -> App:
    """Return the program in a game of Go, Black to move, with some engines by color."""
    by_color = {Color[color.upper()]: player for color, player in players.items()}
    app = App(folder, Players(Engines()), Settings())
    navigation.play(app, OpenedGame(new_game(position(WALLS, Color.BLACK), by_color), by_color))
    app.new_messages()
    return app


def refusals(app: App) -> list[str]:
    """Return what was refused or failed since the last call."""
    kinds = (KINDS["refusal"], KINDS["trouble"])
    return [line for each in app.new_messages() if each.kind in kinds for line in each.lines]


def test_a_game_goes_on_with_damaged_weights(damaged: Path, tmp_path: Path) -> None:
    app = game(tmp_path)
    app.submit("score")
    (refusal,) = refusals(app)
    assert refusal.startswith(f"{damaged}: not a network that can be used (it is damaged); ")
    app.submit("hint")
    app.run_task()
    assert refusals(app) == [refusal]
    assert app.screen().accepts_moves


def test_an_opponent_with_damaged_weights_is_reported_as_a_failed_engine(
    damaged: Path, tmp_path: Path
) -> None:
    app = game(tmp_path, white=SearchEngine(GO, 1))
    app.submit("e1")
    app.run_task()
    assert refusals(app)[0].startswith(f"{damaged}: not a network that can be used (it is damaged); ")


@pytest.mark.parametrize("command", ["final_score", "kata-raw-nn 0", "final_status_list dead"])
def test_a_gtp_command_with_damaged_weights_is_refused_in_plain_words(command: str, damaged: Path) -> None:
    server = ServerHere(None, GO, {"size": 9})
    server("play black e5", "play white c3")
    assert server(command).startswith(f"? {damaged}: not a network that can be used (it is damaged); ")


def test_no_engine_forfeits_a_game_that_cannot_be_counted(damaged: Path) -> None:
    players = {color: Scripted(PASS, name=color.name) for color in Color}
    tree = new_game(position(WALLS, Color.BLACK), players)
    with pytest.raises(NetworkError, match="it is damaged"):
        play_to_end(tree, players)


def test_a_network_error_is_a_user_error() -> None:
    assert issubclass(NetworkError, UserError)
