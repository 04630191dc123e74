"""Tests of the commands that only Go has: rules, handicap, stones, score and cleanup."""

from __future__ import annotations

import json
from typing import cast

import pytest

from gnugo_py import __version__, classic_engine
from gnugo_py.core.types import PASS, Color
from gnugo_py.engines.classic.gnugo import ClassicMemory
from gnugo_py.engines.engine import Decision, Reason
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.gtp.commands import GtpFileFunctions, LoadsgfResult
from gnugo_py.gtp.game import GtpGame
from gnugo_py.gtp.go_commands import GOGUI_ANALYZE_COMMANDS, ClassicGtpCommands
from gnugo_py.gtp.protocol import GtpCommandFunction, GtpError
from tests.support.boards import move
from tests.support.scripted_engine import Scripted
from tests.support.toy_server import Seeded, ToyServer


def go(*moves: str, rules: str = "chinese") -> ToyServer:
    """Return a server of Go on 9x9 with an engine that plays some moves."""
    return ToyServer(Seeded(*(move(each, 9) for each in moves)), GO, {"size": 9, "rules": rules})


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["get_komi"], "7.5"),
        (["kgs-rules japanese", "get_komi"], "7.5"),
        (["kgs-rules"], "? syntax error"),
        (["kgs-rules japanese chinese"], "? syntax error"),
        (["kgs-rules NEW_ZEALAND", "gomill-describe_engine"], None),
        (["fixed_handicap"], "? syntax error"),
        (["fixed_handicap 2 2"], "? syntax error"),
        (["fixed_handicap 0"], "? invalid number of stones"),
        (["fixed_handicap -1000000000"], "? invalid number of stones"),
        (["fixed_handicap -1000000001"], "? syntax error"),
        (["fixed_handicap 1000000000"], "? invalid number of stones"),
        (["fixed_handicap 1000000001"], "? syntax error"),
        (["fixed_handicap 2"], "C3 G7"),
        (["fixed_handicap 9", "fixed_handicap 2"], "? board not empty"),
        (["fixed_handicap 10"], "? invalid number of stones"),
        (["place_free_handicap 1"], "? invalid number of stones"),
        (["place_free_handicap 1000001"], "? invalid number of stones"),
        (["place_free_handicap 81"], "? invalid number of stones"),
        (["boardsize 5", "place_free_handicap 2"], "C3 B2"),
        (["boardsize 5", "fixed_handicap 2"], "? invalid number of stones"),
        (["set_free_handicap"], "? bad vertex list"),
        (["set_free_handicap c3 z9"], "? bad vertex list"),
        (["set_free_handicap c3 g7"], ""),
        (["set_free_handicap c3 g7", "set_free_handicap c3 g7"], "? board not empty"),
        (["play b pass", "set_free_handicap c3 g7"], "? board not empty"),
        (["play b pass", "fixed_handicap 2"], "? board not empty"),
        (["gogui-setup w c3", "fixed_handicap 2"], "? board not empty"),
        (["gogui-setup b c3", "fixed_handicap 2"], "? board not empty"),
        (["gogui-setup b c3", "gogui-setup b d4"], "? board not empty"),
        (["gogui-setup w c3", "gogui-setup b d4"], "? board not empty"),
        (["captures"], "? syntax error"),
        (["captures b w"], "? syntax error"),
        (["gogui-setup w a1 b b1", "play b a2", "captures b"], "1"),
        (["gogui-setup w a1 b b1", "play b a2", "captures w"], "0"),
        (["countlib"], "? syntax error"),
        (["countlib c3 c4"], "? syntax error"),
        (["countlib z9"], "? vertex is off the board"),
        (["play b a1", "countlib a1"], "2"),
        (["unconditional_status"], "? syntax error"),
        (["unconditional_status c3 c4"], "? syntax error"),
        (["final_status_list"], "? syntax error"),
        (["final_status_list dead alive"], "? syntax error"),
        (["play b a9", "final_status_list seki"], ""),
        (["kgs-genmove_cleanup"], "? syntax error"),
        (["kgs-genmove_cleanup b w"], "? syntax error"),
        (["play b pass", "last_move"], "black pass"),
        (["is_legal b pass"], "1"),
        (["play b pass", "play w pass", "is_legal b pass"], "1"),
    ],
)
def test_answers(commands: list[str], answer: str | None) -> None:
    found = go()(*commands)
    assert not found.startswith("?") if answer is None else found == answer


def test_the_engine_is_described_with_its_rules_and_seed() -> None:
    shown = f"gnugo-py {__version__}\nGNU Go 1.1 of 1989, recreated; tromp-taylor rules"
    assert go()("kgs-rules new_zealand", "gomill-describe_engine") == f"{shown}, seed 0"
    server = ToyServer(None, GO, {"size": 9, "rules": "tromp-taylor"})
    assert server("gomill-describe_engine") == shown


def test_the_komi_of_the_rules_holds_until_one_is_set() -> None:
    server = ToyServer(None, GO, {"size": 9, "rules": "japanese", "komi": 0.5})
    assert server("get_komi") == "0.5"
    assert server("komi -3", "get_komi") == "-3"
    assert server("clear_board", "get_komi") == "-3"


def test_the_board_is_shown_with_what_was_taken_and_whose_turn_it_is() -> None:
    shown = go()("gogui-setup w a1 b b1", "play b a2", "showboard").splitlines()
    assert shown[1] == "  A B C D E F G H J"
    assert shown[-1] == "Black (X) has captured 1, White (O) 0; white to move"


def test_handicap_stones_are_blacks_and_white_moves() -> None:
    server = go()
    assert server("fixed_handicap 3", "list_stones b") == "C7 G7 C3"
    assert server.game.position.to_move is Color.WHITE
    assert server.game.options["handicap"] == 3
    assert len(server.game.turns) == 1


@pytest.mark.parametrize("command", ["boardsize 9", "clear_board", "gogui-setup_player b"])
def test_a_new_board_has_no_handicap(command: str) -> None:
    server = go()
    server("fixed_handicap 3", command)
    assert server.game.options["handicap"] == 0


def test_a_board_that_is_set_up_has_no_handicap() -> None:
    server = go()
    server.game.options["handicap"] = 3
    server("gogui-setup b c3")
    assert server.game.options["handicap"] == 0


def test_at_most_nine_stones_are_placed() -> None:
    server = go()
    assert len(server("place_free_handicap 9").split()) == 9
    assert len(go()("place_free_handicap 40").split()) == 9
    assert len(go()("fixed_handicap 9").split()) == 9
    assert len(go()("place_free_handicap 80").split()) == 9


def test_a_board_full_of_handicap_stones_is_refused() -> None:
    vertices = [f"{column}{row}" for column in "abcdefghj" for row in range(1, 10)]
    assert go()("set_free_handicap " + " ".join(vertices)) == "? bad vertex list"
    assert go()("set_free_handicap " + " ".join(vertices[:-1])) == ""


def test_a_game_that_is_loaded_has_its_own_handicap_and_a_refused_one_leaves_it() -> None:
    server = go()
    server("fixed_handicap 2")
    assert server("loadsgf x") == "? cannot load file: no such file"
    assert server.game.options["handicap"] == 2
    server.loads["x"] = LoadsgfResult("Go", [GO.start({"size": 9})], {"size": 9, "komi": 1.5, "handicap": 4})
    assert server("loadsgf x") == "black"
    assert (server.game.options["handicap"], server.game.options["komi"]) == (4, 1.5)


CORNER = (
    "gogui-setup b A3 b B3 b C3 b C2 b C1 w B1 "
    + " ".join(f"w {column}6" for column in "ABCDEFGHJ")
    + " "
    + " ".join(f"b {column}5" for column in "ABCDEFGHJ")
)
"""A white stone in a black corner."""


def test_dead_chains_and_those_alive_are_listed() -> None:
    server = go()
    server(CORNER)
    assert server("final_status_list dead") == "B1"
    alive = server("final_status_list ALIVE").splitlines()
    assert len(alive) == 3
    assert sorted(" ".join(alive).split())[:3] == ["A3", "A5", "A6"]


def test_a_score_is_counted_with_dead_stones_off() -> None:
    assert go()(CORNER, "final_score") == "B+1.5"


def test_a_cleanup_goes_after_dead_stones_instead_of_a_pass() -> None:
    server = go("pass", "pass")
    server(CORNER)
    assert server("kgs-genmove_cleanup w") == "pass"
    assert server("kgs-genmove_cleanup b") in ("A1", "B2")
    assert server("move_history").splitlines()[1] == "white pass"


def test_a_cleanup_makes_a_move_that_is_no_pass() -> None:
    server = go("e8")
    assert server(CORNER, "kgs-genmove_cleanup b", "last_move") == "black E8"


def explained(*reasons: Reason, played: str = "E5") -> GtpGame:
    """Return a game in which the engine has played a move with some reasons."""
    game = GtpGame(GO, Scripted(), {"size": 9})
    game.play_decision(Color.BLACK, Decision(move(played, 9), reasons, ClassicMemory(3, 77)))
    return game


def at(vertex: str) -> int:
    return parse_vertex(vertex, 9)


def classic_commands(game: GtpGame) -> dict[str, GtpCommandFunction]:
    files = GtpFileFunctions(lambda *_: LoadsgfResult("Go", (), {}), lambda _: "", lambda *_: None)
    return cast(dict[str, GtpCommandFunction], ClassicGtpCommands(game, files).handlers())


def test_a_decision_is_reported_as_json_with_what_each_finder_said() -> None:
    reasons = (
        Reason("attack", at("C3"), 60),
        Reason("defend", None, -1),
        Reason("pattern", at("E5"), 80),
        Reason("random", at("A1"), 4),
    )
    shown = json.loads(classic_commands(explained(*reasons))["gnugopy-decision"](()))
    assert shown == {
        "move": "E5",
        "attack": ["C3", 60],
        "defend": None,
        "pattern": ["E5", 80],
        "tries": 4,
        "rng": 77,
    }


def test_a_decision_without_tries_has_none() -> None:
    shown = json.loads(classic_commands(explained(played="pass"))["gnugopy-decision"](()))
    assert (shown["move"], shown["tries"], shown["attack"]) == ("pass", 0, None)


def test_why_draws_each_reason_that_has_a_place() -> None:
    game = explained(
        Reason("attack", at("C3"), 60), Reason("defend", None, -1), Reason("random", at("E5"), 2)
    )
    assert classic_commands(game)["gnugopy-why"](()) == (
        "COLOR #e02020 C3\nLABEL C3 A60\nCOLOR #808080 E5\nLABEL E5 R2\nTEXT E5"
    )


def test_finders_are_asked_for_a_side_and_make_no_move() -> None:
    game = GtpGame(GO, Scripted(PASS), {"size": 9})
    commands = classic_commands(game)
    assert commands["gnugopy-finders"](("b",)) == "TEXT pass"
    assert len(game.turns) == 1
    for arguments in ((), ("b", "w")):
        with pytest.raises(GtpError, match="syntax error"):
            commands["gnugopy-finders"](arguments)


@pytest.mark.parametrize("name", ["gnugopy-why", "gnugopy-decision"])
def test_there_is_nothing_to_explain_before_a_move(name: str) -> None:
    with pytest.raises(GtpError, match="no move was generated yet"):
        classic_commands(GtpGame(GO, Scripted(), {"size": 9}))[name](())


def test_what_can_be_drawn_is_listed() -> None:
    assert classic_commands(explained())["gogui-analyze_commands"](()) == "\n".join(GOGUI_ANALYZE_COMMANDS)


def test_influence_is_a_number_for_each_point_from_minus_one_to_one() -> None:
    """White has no legal move, because Black has all points but two eyes."""
    game = GtpGame(GO, Scripted(), {"size": 9})
    cells = {at(f"{column}{row}"): "X" for column in "ABCDEFGHJ" for row in range(1, 10)}
    del cells[at("A1")], cells[at("J9")]
    game.start_from(GO.start_from_board(game.position, cells, Color.WHITE))
    words = classic_commands(game)["gnugopy-influence"](()).split()
    assert words[:3] == ["INFLUENCE", "A9", "1.00"]
    assert len(words) == 1 + 2 * 81
    assert set(words[2::2]) <= {"1.00"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("komi 0.5", ("chinese", 0.5, False)),
        ("gogui-param_rules komi -3", ("chinese", -3.0, False)),
        ("kgs-rules new_zealand", ("tromp-taylor", 7.5, True)),
        ("kata-set-rules korean", ("japanese", 7.5, False)),
        ("gogui-param_rules suicide 1", ("chinese", 7.5, True)),
    ],
)
def test_rules_that_come_after_the_board_was_cleared_hold_at_once(
    line: str, expected: tuple[str, float, bool]
) -> None:
    """Programs, this one included, send `clear_board` first and then `komi`."""
    server = go("e5", "c3")
    assert server("clear_board", "genmove b", line, "genmove w", "undo") == ""
    for turn in server.game.turns:
        assert isinstance(turn.position, GoPosition)
        rules = turn.position.rules
        assert (rules.name, rules.komi, rules.suicide) == expected


def test_a_suicide_is_legal_as_soon_as_the_rules_say_so() -> None:
    around, asked = ["play b c1", "play b b2", "play w b1", "play b a2"], ["is_legal w a1"]
    assert go()("clear_board", *around, *asked) == "0"
    assert go()("clear_board", *around, "kgs-rules new_zealand", *asked) == "1"


def test_after_an_undo_a_new_seed_still_holds() -> None:
    game = GtpGame(GO, classic_engine(seed=7), {"size": 9, "rules": "chinese"})
    game.play_decision(Color.BLACK, game.choose_move(Color.BLACK))
    game.reseed(99)
    game.undo(1)
    assert game.last_turn.memory == classic_engine(seed=99).initial_memory()


@pytest.mark.parametrize("words", ["9 9", "9 10", "19 19 19"])
def test_a_size_is_one_number(words: str) -> None:
    server = go()
    assert server(f"boardsize {words}") == "? boardsize not an integer"
    assert server("query_boardsize") == "9"
