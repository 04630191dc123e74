"""Tests of matches between two engines."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gnugo_py.cli.match import wilson_interval
from tests.support.gnugo import program
from tests.support.gtp_engines import command
from tests.support.program import run

ON_9X9 = ("--size", "9", "--seed", "3")


def played(black: str, white: str, *words: str) -> dict[str, list[dict[str, object]]]:
    """Return the JSON output of a match."""
    result = run("match", black, white, *ON_9X9, "--json", *words)
    assert result.returncode == 0, result.stderr
    data: dict[str, list[dict[str, object]]] = json.loads(result.stdout)
    return data


def test_a_match_ends_with_a_table() -> None:
    lines = run(
        "match", "classic", command("passes"), *ON_9X9, "--games", "2", "--alternate"
    ).stdout.splitlines()
    assert lines[0] == "2 games of Go on 9x9, chinese rules, komi 7.5"
    assert lines[2].split() == [
        "player",
        "wins",
        "as",
        "Black",
        "as",
        "White",
        "ties",
        "forfeits",
        "rate",
        "95",
        "%",
        "interval",
    ]
    assert lines[3].split()[:9] == ["GNU", "Go", "1.1", "2", "1", "of", "1", "1", "of"]
    assert lines[4].endswith("0 %    0 % to 66 %")


def test_colors_alternate_with_the_alternate_option() -> None:
    games = played("classic", command("resigns"), "--games", "3", "--alternate")["games"]
    assert [game["black"] for game in games] == ["GNU Go 1.1", "Faulty 1.0", "GNU Go 1.1"]
    assert [game["result"] for game in games] == ["B+R", "W+R", "B+R"]


def test_colors_do_not_alternate_in_handicap_games() -> None:
    result = played("classic", command("resigns"), "--games", "2", "--alternate", "--handicap", "3")
    assert str(result["handicap"]) == "3"
    assert str(result["komi"]) == "0.5"
    assert [game["black"] for game in result["games"]] == ["GNU Go 1.1", "Faulty 1.0"]


def test_colors_do_not_alternate_by_default() -> None:
    games = played("classic", command("resigns"), "--games", "2")["games"]
    assert [game["black"] for game in games] == ["GNU Go 1.1"] * 2


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("crashes", "exited with status 3"),
        ("babbles", "answered 'banana', which is not a move"),
        ("cheats", "which is illegal"),
        ("refuses", "refused play black"),
    ],
)
def test_an_engine_that_cannot_go_on_forfeits_and_the_match_goes_on(fault: str, reason: str) -> None:
    result = played("classic", command(fault), "--games", "2")
    assert [game["result"] for game in result["games"]] == ["B+F", "B+F"]
    assert all(reason in str(game["reason"]) for game in result["games"])
    assert [player["forfeits"] for player in result["players"]] == [0, 2]


@pytest.mark.slow
def test_an_engine_that_thinks_too_long_forfeits() -> None:
    games = played("classic", command("stuck"), "--time", "1")["games"]
    assert "did not answer genmove white within" in str(games[0]["reason"])


def test_the_same_seed_gives_the_same_games() -> None:
    first = played("classic", "classic", "--games", "2")
    assert played("classic", "classic", "--games", "2") == first
    assert [player["name"] for player in first["players"]] == ["GNU Go 1.1 (1)", "GNU Go 1.1 (2)"]


def test_every_game_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    played("classic", command("resigns"), "--games", "2", "--sgf", str(folder))
    assert sorted(path.name for path in folder.iterdir()) == ["game-0001.sgf", "game-0002.sgf"]
    text = (folder / "game-0001.sgf").read_text()
    assert "PB[GNU Go 1.1]" in text
    assert "PW[Faulty 1.0]" in text
    assert "RE[B+R]" in text


def test_a_match_overwrites_no_games(tmp_path: Path) -> None:
    words = ("match", "classic", command("resigns"), *ON_9X9, "--sgf", str(tmp_path))
    assert run(*words).returncode == 0
    again = run(*words)
    assert (again.returncode, again.stdout) == (2, "")
    assert ": already contains games of a match; use another folder with --sgf" in again.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["classic"], "Missing argument 'WHITE'"),
        (["classic", "no-such-engine"], "program no-such-engine not found"),
        (["classic", "human"], "human works only with `play`; use classic, search:5"),
        (["classic", "classic", "--games", "0"], "0 is not in the range"),
        (["classic", "classic", "--sgf", "/proc/none"], "/proc/none: "),
        (["classic", "classic", "--sgf", "/sys"], "/sys: "),
        (["classic", "classic", "--sgf", "a" * 300], "File name too long; use another folder"),
    ],
)
def test_invalid_match_arguments_are_refused_with_the_reason(words: list[str], message: str) -> None:
    result = run("match", *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


def test_our_gtp_server_can_play_in_a_match() -> None:
    ours = f"{sys.executable} -m gnugo_py gtp"
    games = played("classic", ours)["games"]
    assert games[0]["claims"] == {"white": games[0]["result"]}


@pytest.mark.slow
def test_gnu_go_accepts_every_move_and_counts_the_same() -> None:
    gnugo = f"{program()} --mode gtp --level 1 --chinese-rules"
    result = played("classic", gnugo, "--games", "2", "--alternate")
    claims = [list(dict(game["claims"]).values()) for game in result["games"]]  # type: ignore[call-overload]
    assert claims == [[game["result"]] for game in result["games"]]


@given(games=st.integers(1, 1000), won=st.floats(0, 1))
def test_a_confidence_interval_holds_the_rate(games: int, won: float) -> None:
    low, high = wilson_interval(won, games)
    assert 0 <= low <= won + 1e-9
    assert won - 1e-9 <= high <= 1


@given(games=st.integers(1, 1000), won=st.floats(0, 1))
def test_more_games_make_a_narrower_interval(games: int, won: float) -> None:
    low, high = wilson_interval(won, games)
    lower, higher = wilson_interval(won, 4 * games)
    assert higher - lower < high - low
