"""Tests of playing in game trees: rules, variations, ends, memories, times, and the cursor."""

from pathlib import Path

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.types import RESIGN, Color, IllegalMove, Outcome
from gnugo_py.record.clock import TimeLeft, parse_time_control
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.record.tree import Tree
from tests.support.boards import move, vertices_of_moves
from tests.support.paths import DATA
from tests.support.trees import BLACK, WHITE, again, contents, new_tree, read, variation_count

# Rules


def test_a_move_in_a_game_of_ours_is_checked() -> None:
    tree = new_tree("C3")
    changes = tree.changes
    with pytest.raises(IllegalMove, match="there is a stone on that point"):
        tree.end.add(move("C3", 9))
    with pytest.raises(IllegalMove, match="a resignation is a result"):
        tree.end.add(RESIGN)
    assert (tree.changes, tree.end.children) == (changes, [])


def test_rules_and_komi_can_change_during_the_game() -> None:
    tree = new_tree("C3", "D4")
    tree.set_rules({"rules": "chinese", "komi": 3.5})
    position = tree.end.position
    assert isinstance(position, GoPosition)
    assert (position.rules.name, position.rules.komi, vertices_of_moves(tree)) == (
        "chinese",
        3.5,
        ["C3", "D4"],
    )
    assert (again(tree).options["rules"], again(tree).options["komi"]) == ("chinese", 3.5)


def test_a_komi_for_this_review_is_not_written() -> None:
    tree = read(";B[cc]")
    assert tree.lacks_komi
    tree.set_rules({"komi": 0}, is_written=False)
    position = tree.end.position
    assert isinstance(position, GoPosition)
    assert position.rules.komi == 0
    assert b"KM" not in tree.write()


# A child that exists already


def test_the_same_move_in_play_enters_its_node_and_replaces_what_belongs_to_it() -> None:
    tree = new_tree("C3")
    tree.clock = parse_time_control("10m")
    node = tree.end
    node.set_memory("Black", [1])
    node.set_time_left(TimeLeft(500))
    node.comment = "an explanation"
    cursor = Cursor(tree)
    assert cursor.play(move("C3", 9)) is node
    assert (node.memory("Black"), node.comment, node.time_left(BLACK)) == (None, "", TimeLeft(600))
    assert "BL" not in node.properties
    assert tree.root.children == [node]


def test_another_move_in_play_begins_the_main_line_and_keeps_the_first_one() -> None:
    cursor = Cursor(new_tree("C3", "D4"))
    cursor.play(move("E5", 9))
    assert [vertices_of_moves(cursor.tree), variation_count(cursor.tree)] == [["E5"], 1]
    assert [node.number for node in cursor.line] == [0, 1]
    assert cursor.back()
    cursor.play(move("C3", 9))
    assert vertices_of_moves(cursor.tree) == ["C3", "D4"]


def test_a_move_in_a_review_enters_its_node_unchanged_and_appends_a_new_one() -> None:
    tree = read("(;B[cc]C[first];W[dd])(;B[ee])")
    changes = tree.changes
    cursor = Cursor(tree)
    entered = cursor.enter(move("E5", 9))
    assert (entered, tree.changes) == (tree.root.children[1], changes)
    cursor.go_to(tree.root)
    added = cursor.enter(move("J9", 9))
    assert tree.root.children.index(added) == 2
    assert tree.changes == changes + 1
    assert tree.root.children[0].comment == "first"


def test_the_same_point_by_the_other_color_is_another_move() -> None:
    root = new_tree("C3").root
    assert root.add(move("C3", 9), WHITE) is not root.children[0]
    assert [child.color for child in root.children] == [BLACK, WHITE]


# Ends


def test_a_result_belongs_to_the_tree() -> None:
    tree = new_tree("C3")
    tree.result = Outcome(WHITE, "resignation")
    assert again(tree).result == Outcome(WHITE, "resignation")
    tree.result = None
    assert b"RE[" not in tree.write()


def test_a_resignation_as_a_move_is_the_result() -> None:
    tree = parse_game(b"(;GM[11]SZ[5];B[a1];W[resign])")
    assert (tree.end.move, tree.end.number, tree.result) == (RESIGN, 2, Outcome(BLACK, "resignation"))
    assert tree.end.position is tree.root.children[0].position


def test_nothing_is_played_after_the_end_of_a_game() -> None:
    moves_to_the_end = "".join(f";B[a{row}];W[b{row}]" for row in range(1, 6))
    tree = parse_game(f"(;GM[11]SZ[5]{moves_to_the_end};B[c1])".encode())
    assert tree.end.position.is_over
    assert tree.line_warnings().about_main_line() == (
        "The game ends before the file does; 2 later moves are ignored.",
    )


# Memory and time


def test_a_memory_is_inherited_and_cleared_by_slot() -> None:
    tree = new_tree("C3", "D4", "E5")
    _, first, second, last = tree.main_line()
    tree.root.set_memory("Black", [0])
    tree.root.set_memory("engine", "x")
    second.set_memory("Black", [1, "]"])
    assert [node.memory("Black") for node in (first, second, last)] == [[0], [1, "]"], [1, "]"]]
    assert last.memory("White") is None
    read_back = again(tree)
    assert [node.memory("Black") for node in read_back.main_line()] == [[0], [0], [1, "]"], [1, "]"]]
    tree.clear_memory("Black")
    assert (last.memory("Black"), last.memory("engine")) == (None, "x")
    assert second.private is None


def test_an_unchanged_memory_is_written_once() -> None:
    tree = new_tree("C3", "D4")
    tree.root.set_memory("Black", [0])
    tree.end.set_memory("Black", [0])
    assert tree.write().count(b"memory") == 1


def test_the_time_left_is_kept_for_each_color() -> None:
    tree = new_tree("C3", "D4", "E5")
    tree.clock = parse_time_control("10m+3x30s")
    _, first, second, last = tree.main_line()
    first.set_time_left(TimeLeft(500.126, 3, 30))
    second.set_time_left(TimeLeft(0, 2, 30))
    read_back = again(tree).end
    assert read_back.time_left(BLACK) == TimeLeft(500.13, 3, 30)
    assert read_back.time_left(WHITE) == TimeLeft(0, 2, 30)
    assert last.parent is not None
    assert (second.value("WL"), second.value("OW"), tree.root.value("TM")) == ("30.0", "2", "600")


# The private data


def test_the_node_at_which_a_game_stood_is_marked() -> None:
    tree = new_tree("C3", "D4", "E5")
    tree.root.set_private("players", {})
    tree.current = tree.root.children[0]
    assert again(tree).current.number == 1
    tree.current = tree.end
    assert again(tree).current.number == 3


def test_a_file_of_the_library_has_no_private_data() -> None:
    assert b"GNUGOPY" not in new_tree("C3").write()


def test_private_data_is_what_a_file_has_of_it_until_it_is_removed() -> None:
    tree = new_tree("C3")
    node = tree.end
    for value in ("one", ("two", {3: 4}), None):
        node.set_private("note", value)
        node.comment = f"now {value}"
        assert node.private == again(tree).end.private
    node.set_private("note", "three")
    node.remove_private()
    assert node.private is None


@pytest.mark.parametrize("path", sorted((DATA / "saves_1.0.0").glob("*.sgf")), ids=lambda path: path.stem)
def test_the_lists_of_version_1_become_nodes(path: Path) -> None:
    tree = read_game(path)
    assert tree.root.private is not None
    assert "memories" not in tree.root.private
    assert tree.changes == 0
    read_back = again(tree)
    slots = ("Black", "White")
    assert [[node.memory(slot) for slot in slots] for node in read_back.main_line()] == [
        [node.memory(slot) for slot in slots] for node in tree.main_line()
    ]
    assert (read_back.current.number, vertices_of_moves(read_back)) == (
        tree.current.number,
        vertices_of_moves(tree),
    )


def test_the_clock_of_version_2_becomes_nodes() -> None:
    lists = '{"players": {}, "clock": {"control": "10m", "left": [[599.5, 0, 0, 0\\], [598, 0, 0, 0\\]\\]}}'
    tree = parse_game(f"(;SZ[9]RU[japanese]GNUGOPY[{lists}];B[cc];W[dd];B[ee])".encode())
    assert [tree.end.time_left(color) for color in Color] == [TimeLeft(599.5), TimeLeft(598)]
    assert tree.root.private == {"players": {}, "clock": {"control": "10m"}}


def test_the_memories_of_a_gtp_server_become_nodes() -> None:
    lists = '{"engine": {"settings": {"seed": 1}, "memories": [[0, "a"\\], [2, "b"\\]\\]}}'
    tree = parse_game(f"(;SZ[9]RU[japanese]GNUGOPY[{lists}];B[cc];W[dd];B[ee])".encode())
    assert [node.memory("engine") for node in tree.main_line()] == ["a", "a", "b", "b"]
    assert tree.root.private == {"engine": {"settings": {"seed": 1}}, "memory": {"engine": "a"}}


@pytest.mark.parametrize("memories", ["[[9, 0, 1]]", "[[0, 2, 1]]", "[[0, 0]]", "[0]", "1", "[[true, 0, 1]]"])
def test_damaged_lists_stay_where_they_are(memories: str) -> None:
    lists = f'{{"memories": {memories}}}'.replace("]", "\\]")
    tree = parse_game(f"(;SZ[9]RU[japanese]GNUGOPY[{lists}];B[cc])".encode())
    assert tree.root.private is not None
    assert "memories" in tree.root.private
    assert tree.end.memory("Black") is None


# The cursor


def test_the_line_runs_through_the_chosen_variation() -> None:
    tree = read(";B[ee];W[cc](;B[gc];W[gg])(;B[cg];W[gc](;B[gg])(;B[hh];W[ii]))")
    cursor = Cursor(tree)
    assert [node.number for node in cursor.line] == [0, 1, 2, 3, 4]
    cursor.go_to(tree.root.children[0].children[0].children[1].children[0].children[1])
    cursor.go_to(tree.root)
    assert [node.number for node in cursor.line] == [0, 1, 2, 3, 4, 5, 6]
    while cursor.next():
        pass
    assert cursor.node.number == 6
    assert cursor.back()
    sibling = cursor.sibling(1)
    assert sibling is not None
    assert sibling.number == 5
    assert cursor.node.number == 5


def test_a_removed_node_is_no_longer_in_the_line() -> None:
    tree = read("(;B[cc])(;B[dd];W[ee])")
    cursor = Cursor(tree, tree.root.children[1])
    cursor.go_to(tree.root)
    tree.root.children[1].remove()
    assert [vertices_of_moves(tree), len(cursor.line)] == [["C7"], 2]
    with pytest.raises(ValueError, match="root"):
        tree.root.remove()


def test_a_controller_that_tries_many_moves_does_not_grow_the_tree() -> None:
    cursor = Cursor(new_tree())
    for vertex in ["C3", "D4", "E5"] * 100:
        cursor.play(move(vertex, 9), WHITE)
        node = cursor.node
        cursor.back()
        node.remove()
    assert list(cursor.tree.nodes()) == [cursor.tree.root]


def test_play_can_go_on_after_two_passes() -> None:
    tree = new_tree("pass", "pass")
    with pytest.raises(IllegalMove, match="the game is over"):
        tree.end.add(move("C3", 9))
    node = tree.end.append_position(tree.end.position.with_play_resumed(WHITE).play("C3"))
    assert again(tree).end.position == node.position


def test_the_moves_that_led_to_a_position_become_a_tree() -> None:
    position = GoPosition.start(9, "japanese").play("C3").play("D4").play(RESIGN)
    tree = Tree.from_line(position)
    assert (vertices_of_moves(tree), tree.result) == (["C3", "D4"], Outcome(WHITE, "resignation"))


def test_a_copy_of_a_tree_can_be_changed_without_the_original() -> None:
    tree = read(";B[cc];W[dd]C[good](;B[ee];W[ff])(;B[gg])")
    tree.current = next(node for node in tree.nodes() if node.number == 2)
    before = tree.write()
    copied = tree.copy()
    assert contents(copied) == contents(tree)
    assert copied.current.number == 2
    assert copied.current.tree is copied
    assert copied.end.position == tree.end.position
    copied.set_rules({"komi": 3.5})
    copied.end.add("A1")
    copied.root.comment = "changed"
    copied.root.children[0].children[0].remove()
    assert tree.write() == before
    assert tree.lacks_komi
