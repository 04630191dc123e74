"""Tests of the server's responses in a game from outside the package, which no engine plays."""

from pathlib import Path

import pytest

from gnugo_py import __version__
from gnugo_py.games.registry import GAMES
from tests.support.gtp_server import ServerHere
from tests.toy import ENTRY, PAIRS


@pytest.fixture
def pairs(monkeypatch: pytest.MonkeyPatch) -> ServerHere:
    """A server of the toy game."""
    monkeypatch.setitem(GAMES, "pairs", ENTRY)
    return ServerHere(None, PAIRS)


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["version"], __version__),
        (["name"], "gnugo-py"),
        (["protocol_version"], "2"),
        (["play b a1 b1"], ""),
        (["play b a1"], "? syntax error"),
        (["play b a1 b1 c1"], "? syntax error"),
        (["play b"], "? syntax error"),
        (["play b a1 d9"], "? illegal move"),
        (["play b a1 b1", "play w b1 c1"], "? illegal move"),
        (["play b a1 b1", "play b a3 b3"], ""),
        (["play b pass"], "? syntax error"),
        (["is_legal b a1 b1"], "1"),
        (["is_legal b a1"], "0"),
        (["is_legal b"], "? syntax error"),
        (["is_legal b a1 b1 c1"], "? syntax error"),
        (["is_legal b a1 d9"], "0"),
        (["play b a1 b1", "is_legal w b1 c1"], "0"),
        (["genmove b"], "? no engine plays Pairs here"),
        (["reg_genmove b"], "? no engine plays Pairs here"),
        (["get_random_seed"], "0"),
        (["set_random_seed 5"], ""),
        (["gomill-describe_engine"], f"gnugo-py {__version__}\nPairs, played by no engine; Move 0"),
        (["gomill-explain_last_move"], "? no move was generated yet"),
        (["boardsize 3"], ""),
        (["boardsize 3 3"], ""),
        (["boardsize 3 4"], "? unacceptable size"),
        (["boardsize 9"], "? unacceptable size"),
        (["boardsize 3 3 3"], "? syntax error"),
        (["boardsize"], "? syntax error"),
        (["boardsize 1000000000"], "? unacceptable size"),
        (["boardsize -1000000000"], "? unacceptable size"),
        (["boardsize 1000000001"], "? syntax error"),
        (["boardsize -1000000001"], "? syntax error"),
        (["final_score"], "? game is not over"),
        (["play b a1 b1", "play w a3 b3", "play b c1 c2", "final_score"], "B+"),
        (["play w a1 b1", "play w c1 c2", "final_score"], "W+"),
        (["play b a1 b1", "play w a3 b3", "play b c1 c2", "play w a2 b2"], "? illegal move"),
        (
            ["play b a1 b1", "play w c1 a2", "play b b2 c2", "play w a3 c3", "final_score"],
            "? game is not over",
        ),
        (["last_move"], "? no previous move known"),
        (["play w a1 b1", "last_move"], "white a1 b1"),
        (["move_history"], ""),
        (["play w a1 b1", "play w a3 b3", "move_history"], "white a3 b3\nwhite a1 b1"),
        (["play w a1 b1", "list_stones w"], "a1 b1"),
        (["play w a1 b1", "list_stones b"], ""),
        (["list_stones"], "? syntax error"),
        (["list_stones b w"], "? syntax error"),
        (["all_legal"], "? syntax error"),
        (["undo"], "? cannot undo"),
        (["undo 1"], "? syntax error"),
        (["gg-undo 1 1"], "? syntax error"),
        (["gg-undo -1"], "? syntax error"),
        (["gg-undo 1000000"], "? cannot undo"),
        (["gg-undo 1000001"], "? syntax error"),
        (["gg-undo 0"], ""),
        (["gg-undo"], "? cannot undo"),
        (["play b a1 b1", "play w a3 b3", "gg-undo", "last_move"], "black a1 b1"),
        (["play b a1 b1", "play w a3 b3", "gg-undo 0", "last_move"], "white a3 b3"),
        (["play b a1 b1", "play w a3 b3", "gg-undo 2", "list_stones b"], ""),
        (["play b a1 b1", "play w a3 b3", "gg-undo 3"], "? cannot undo"),
        (["play b a1 b1", "play w a3 b3", "undo", "last_move"], "black a1 b1"),
        (["gogui-setup"], "? syntax error"),
        (["gogui-setup b"], "? syntax error"),
        (["gogui-setup b d9"], "? vertex is off the board"),
        (["gogui-setup b a1,b1"], "? syntax error"),
        (["gogui-setup b a1 w c3", "list_stones w"], "c3"),
        (["gogui-setup b a1 w c3", "last_move"], "? no previous move known"),
        (["gogui-setup b a1", "gogui-setup_player w", "list_stones b"], "a1"),
        (["gogui-setup_player"], "? syntax error"),
        (["gogui-setup_player b w"], "? syntax error"),
        (["gogui-play_sequence"], ""),
        (["gogui-play_sequence b"], "? syntax error"),
        (["komi 5"], ""),
        (["komi"], "? syntax error"),
        (["komi 5 5"], "? syntax error"),
        (["set_random_seed"], "? syntax error"),
        (["set_random_seed -1"], "? syntax error"),
        (["set_random_seed 0"], ""),
        (["set_random_seed 2147483647"], ""),
        (["set_random_seed 2147483648"], "? syntax error"),
        (["time_settings 0 0 0"], ""),
        (["time_settings 1000000000 1000000000 1000000000"], ""),
        (["time_settings 1000000001 0 0"], "? syntax error"),
        (["time_settings 0 0"], "? syntax error"),
        (["time_settings 0 0 0 0"], "? syntax error"),
        (["time_settings 0 -1 0"], "? syntax error"),
        (["time_left b 0 0"], ""),
        (["time_left b 1000000000 1000000000"], ""),
        (["time_left b 1000000001 0"], "? syntax error"),
        (["time_left b -1 0"], "? syntax error"),
        (["time_left red 1 1"], "? syntax error"),
        (["time_left b 1"], "? syntax error"),
        (["time_left b 1 1 1"], "? syntax error"),
        (["genmove"], "? syntax error"),
        (["genmove b w"], "? syntax error"),
        (["reg_genmove"], "? syntax error"),
        (["reg_genmove b w"], "? syntax error"),
        (["loadsgf"], "? syntax error"),
        (["loadsgf x 0"], "? syntax error"),
        (["loadsgf x 1 1"], "? syntax error"),
        (["loadsgf x 1000001"], "? syntax error"),
        (["loadsgf /no/x 1000000"], "? cannot load file: /no/x: no such file; check the name"),
        (["printsgf a b"], "? syntax error"),
        (["is_legal b pass"], "? syntax error"),
        (["play b a1 b1", "clear_board", "list_stones b"], ""),
        (["play b a1 b1", "clear_board", "last_move"], "? no previous move known"),
        (["set_random_seed 5", "get_random_seed"], "0"),
        (["list_stones red"], "? syntax error"),
        (["play b a1b1", "list_stones b"], "a1 b1"),
        (["play b i1 b1"], "? illegal move"),
        (["gogui-setup b b1", "list_stones b"], "b1"),
        (["gogui-setup b a1b1"], "? syntax error"),
    ],
)
def test_responses(commands: list[str], answer: str, pairs: ServerHere) -> None:
    assert pairs.responses(*commands)[-1] == answer


def test_the_board_is_shown_with_the_state_of_the_game(pairs: ServerHere) -> None:
    _, _, shown, _, ended = pairs.responses(
        *("play b a1 b1", "play w a3 b3", "showboard", "play b c1 c2", "showboard")
    )
    board = "\n  a b c\n3 O O - 3\n2 - - - 2\n1 X X - 1\n  a b c\n"
    assert shown == f"{board}Black to move."
    assert ended.splitlines()[-1] == PAIRS.legend


def test_the_color_to_move_is_set_up(pairs: ServerHere) -> None:
    shown = pairs.responses("gogui-setup b a1", "gogui-setup_player w", "showboard")[-1]
    assert shown.endswith("White to move.")


def test_all_legal_moves_of_a_color_are_listed(pairs: ServerHere) -> None:
    assert len(pairs.responses("play b a1 b1", "all_legal b")[-1].split()) == 7 * 6 * 2


@pytest.mark.parametrize(
    "line", ["play w b1 c1", "boardsize 9", "gg-undo 2", "gogui-setup b z9", "loadsgf /no/such/file"]
)
def test_a_refused_command_changes_nothing(line: str, pairs: ServerHere) -> None:
    _, refused, history = pairs.responses("play b a1 b1", line, "move_history")
    assert refused.startswith("?")
    assert history == "black a1 b1"


def test_processor_time_is_reported_in_seconds(pairs: ServerHere) -> None:
    seconds = pairs.responses("cputime")[0]
    assert float(seconds) >= 0
    assert len(seconds.partition(".")[2]) == 3


@pytest.mark.parametrize(("number", "moves_left"), [(1, 0), (2, 1), (3, 2), (4, 3), (9, 3)])
def test_a_game_is_loaded_up_to_the_position_before_a_move(
    number: int, moves_left: int, pairs: ServerHere, tmp_path: Path
) -> None:
    file, moves = tmp_path / "x.sgf", ("black a1 b1", "white a3 b3", "black c2 c3")
    played = (f"play {move}" for move in moves)
    found = pairs.responses(
        *(*played, f"printsgf {file}", "clear_board", f"loadsgf {file} {number}", "move_history")
    )
    assert found[-2] == ("black", "white")[moves_left % 2]
    assert found[-1] == "\n".join(reversed(moves[:moves_left]))
