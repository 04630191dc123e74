"""Tests of what a game tree keeps of its players, their moves and its end."""

from dataclasses import replace

from gnugo_py import __version__
from gnugo_py.games.registry import words_of
from gnugo_py.games.types import Color, Outcome
from gnugo_py.record.clock import TimeLeft, parse_time_control
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.engine_moves import choose_move, play_decision, set_player, take_time
from gnugo_py.record.properties import private_data
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.storage.resume import OpenedGame
from tests.support.boards import move
from tests.support.sgf_files import SAVED, back_to, game, main_line, moves, on, script, written

BLACK, WHITE = Color.BLACK, Color.WHITE


def private(opened: OpenedGame) -> list[dict[str, object] | None]:
    """Return the private data of each node of a file, without the entries that describe the file."""
    found = [private_data(node) for node in main_line(parse_sgf_game(written(opened)))]
    root = found[0] or {}
    found[0] = {name: value for name, value in root.items() if name not in ("rest", "saved")}
    return found


def test_a_saved_game_contains_standard_properties_and_explanations() -> None:
    text = written(game("C3", "pass", players={WHITE: script("pass")})).decode()
    root, *nodes = text.split("\n;")
    assert root.partition("GNUGOPY")[0] == (
        f"(;GM[1]FF[4]CA[UTF-8]AP[gnugo-py:{__version__}]SZ[9]RU[japanese]KM[6.5]PL[B]"
        "PB[Human]PW[Script]DT[2026-11-22]"
    )
    assert nodes[0] == "B[cg]"
    assert nodes[1].startswith("W[]C[Move 1 of the script.\nWhite is glad of it.]")


def test_the_data_for_resuming_is_written() -> None:
    opened = game("C3", "D4", "E5", players={WHITE: script("D4")})
    assert private(opened) == [
        {
            "prisoners": [0, 0],
            "now": 3,
            "moves": 3,
            "players": {"White": {"player": "gtp", "command": "script"}},
            "memory": {"White": 0},
        },
        None,
        {"memory": {"White": 1}},
        None,
    ]


def test_moves_that_were_taken_back_are_written() -> None:
    assert written(back_to(game("C3", "D4", "E5"), 1)).endswith(b";B[cg]\n(;)\n(;W[df]\n;B[ee]))\n")


def test_memories_are_written_for_each_player() -> None:
    opened = game("", "", players={BLACK: script("C3"), WHITE: script("D4")})
    memories = [(data or {}).get("memory") for data in private(opened)]
    assert memories == [{"Black": 0, "White": 0}, {"Black": 1}, {"White": 1}]


def test_the_saved_prisoners_are_those_of_the_start() -> None:
    opened = game("A2", "A1", "B1")
    assert words_of(opened.tree.current.position).status_lines() == ("Black has captured 1, White 0.",)
    found = private(opened)[0]
    assert found is not None
    assert found["prisoners"] == [0, 0]


def test_the_end_of_a_game_is_its_result_and_removes_what_was_taken_back() -> None:
    opened = back_to(game("C3", "D4", "E5"), 1)
    opened.tree.result = Outcome(BLACK, "resignation")
    content = written(opened)
    assert moves(parse_game(content).end) == ["C3"]
    assert b"RE[B+R]" in content


def test_another_move_after_one_that_was_taken_back_is_first_and_keeps_the_first_line() -> None:
    opened = on(back_to(game("C3", "D4", "E5"), 1), "F6")
    assert moves(opened.tree.end) == ["C3", "F6"]
    assert b"(;W[fd])\n(;W[df]\n;B[ee])" in written(opened)


def test_the_same_move_is_explained_again_with_a_new_memory() -> None:
    engine = script("D4", "F6")
    opened = game("C3", "D4", "E5", players={WHITE: engine})
    cursor = Cursor(opened.tree, back_to(opened, 1).tree.current)
    node = play_decision(cursor, engine, replace(choose_move(cursor.node, engine), memory=5))
    assert [child.color for child in node.children] == [BLACK]
    assert (node.comment.splitlines()[0], node.memory("White")) == ("Move 5 of the script.", 5)


def test_another_player_starts_without_memory() -> None:
    opened = game("C3", "D4", "E5", players={WHITE: script("D4")})
    set_player(opened.tree, WHITE, None)
    set_player(opened.tree, BLACK, script())
    assert opened.tree.names == {BLACK: "Script", WHITE: "Human"}
    assert [node.memory("White") for node in opened.tree.main_line()] == [None] * 4
    assert (opened.tree.root.private or {})["players"] == {"Black": {"player": "gtp", "command": "script"}}


def test_the_time_of_a_move_is_taken_from_its_player() -> None:
    tree = game().tree
    tree.clock = parse_time_control("10m")
    first = tree.root.add(move("C3", 9))
    take_time(first, 20)
    second = first.add(move("D4", 9))
    take_time(second, 700)
    assert (second.time_left(BLACK), second.time_left(WHITE)) == (TimeLeft(580), TimeLeft(0))
    assert b";B[cg]BL[580.0]" in tree.write(SAVED)
