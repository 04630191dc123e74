"""Tests of game trees: reading files into nodes, playing in them, and writing them."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import pytest
from sgfmill import sgf_grammar

from gnugo_py.core.types import PASS, RESIGN, Color, IllegalMove, Outcome, UserError
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.tanbo.game import TANBO
from gnugo_py.record.clock import TimeLeft, parse_time_control
from gnugo_py.record.cursor import Cursor
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_parser import SgfError
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.record.tree import Tree
from tests.support.boards import move
from tests.support.paths import DATA

BLACK, WHITE = Color.BLACK, Color.WHITE
KO = ";B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc];W[bc];B[cc];W[ee]"
"""On 5x5: White's eighth move takes a ko, and Black's ninth takes it back at once."""


def read(text: str, size: int = 9) -> Tree:
    return parse_game(f"(;SZ[{size}]{text})".encode())


def new_tree(*vertices: str) -> Tree:
    """Return a game on 9x9 with some moves."""
    cursor = Cursor(Tree(GoPosition.start(9, "japanese")))
    for vertex in vertices:
        cursor.play(move(vertex, 9))
    return cursor.tree


def again(tree: Tree) -> Tree:
    """Return a tree, written and read back."""
    return parse_game(tree.write())


def moves(tree: Tree) -> list[str]:
    """Return the moves of the main line."""
    played = [(node.move, node.position) for node in tree.main_line()]
    return [position.format_move(each) for each, position in played if each is not None]


def contents(tree: Tree) -> list[tuple[int, object, object]]:
    """Return what the nodes hold."""
    return [(node.number, node.properties, node.correction) for node in tree.nodes()]


def rows(node: Node) -> tuple[str, ...]:
    return tuple(node.position.diagram().rows)


# Rules


@pytest.mark.parametrize("rules", ["", "RU[Chinese]", "RU[AGA]"])
def test_positions_have_the_rules_of_the_file_and_forbidden_moves_are_executed(rules: str) -> None:
    tree = read(rules + KO, 5)
    position = tree.end.position
    assert isinstance(position, GoPosition)
    assert position.rules.name == tree.options["rules"]
    assert position.rules.ko == ("simple" if not rules else position.rules.ko)
    assert tree.end.number == 10
    assert rows(tree.end)[1:4] == ("-XO--", "X-XO-", "-XO--")
    assert tree.play_warnings() == ("Move 9 retakes a ko immediately; it is executed anyway.",)


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
    assert (position.rules.name, position.rules.komi, moves(tree)) == ("chinese", 3.5, ["C3", "D4"])
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
    assert [moves(cursor.tree), cursor.tree.variation_count] == [["E5"], 1]
    assert [node.number for node in cursor.line] == [0, 1]
    assert cursor.back()
    cursor.play(move("C3", 9))
    assert moves(cursor.tree) == ["C3", "D4"]


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
    assert tree.main_line_warnings() == ("The game ends before the file does; 2 later moves are ignored.",)


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
    tree.set_private("players", {})
    tree.current = tree.root.children[0]
    assert again(tree).current.number == 1
    tree.current = tree.end
    assert again(tree).current.number == 3


def test_in_a_file_to_which_another_program_added_the_end_is_current() -> None:
    tree = new_tree("C3", "D4")
    tree.set_private("players", {})
    tree.current = tree.root
    content = tree.write().replace(b"W[df]", b"W[df];B[ee]")
    assert parse_game(content).current.number == 3


def test_a_file_of_the_library_has_no_private_data() -> None:
    assert b"GNUGOPY" not in new_tree("C3").write()


@pytest.mark.parametrize("path", sorted((DATA / "saves_1.0.0").glob("*.sgf")), ids=lambda path: path.stem)
def test_the_lists_of_version_1_become_nodes(path: Path) -> None:
    tree = read_game(path)
    assert tree.private is not None
    assert "memories" not in tree.private
    assert tree.changes == 0
    read_back = again(tree)
    slots = ("Black", "White")
    assert [[node.memory(slot) for slot in slots] for node in read_back.main_line()] == [
        [node.memory(slot) for slot in slots] for node in tree.main_line()
    ]
    assert (read_back.current.number, moves(read_back)) == (tree.current.number, moves(tree))


def test_the_clock_of_version_2_becomes_nodes() -> None:
    lists = '{"players": {}, "clock": {"control": "10m", "left": [[599.5, 0, 0, 0\\], [598, 0, 0, 0\\]\\]}}'
    tree = parse_game(f"(;SZ[9]RU[japanese]GNUGOPY[{lists}];B[cc];W[dd];B[ee])".encode())
    assert [tree.end.time_left(color) for color in Color] == [TimeLeft(599.5), TimeLeft(598)]
    assert tree.private == {"players": {}, "clock": {"control": "10m"}}


def test_the_memories_of_a_gtp_server_become_nodes() -> None:
    lists = '{"engine": {"settings": {"seed": 1}, "memories": [[0, "a"\\], [2, "b"\\]\\]}}'
    tree = parse_game(f"(;SZ[9]RU[japanese]GNUGOPY[{lists}];B[cc];W[dd];B[ee])".encode())
    assert [node.memory("engine") for node in tree.main_line()] == ["a", "a", "b", "b"]
    assert tree.private == {"engine": {"settings": {"seed": 1}}, "memory": {"engine": "a"}}


@pytest.mark.parametrize("memories", ["[[9, 0, 1]]", "[[0, 2, 1]]", "[[0, 0]]", "[0]", "1", "[[true, 0, 1]]"])
def test_damaged_lists_stay_where_they_are(memories: str) -> None:
    lists = f'{{"memories": {memories}}}'.replace("]", "\\]")
    tree = parse_game(f"(;SZ[9]RU[japanese]GNUGOPY[{lists}];B[cc])".encode())
    assert tree.private is not None
    assert "memories" in tree.private
    assert tree.end.memory("Black") is None


# Setup


def test_setup_in_the_middle_keeps_the_nodes_before_it() -> None:
    tree = read(";B[cc];AW[dd]AE[cc];W[ee]")
    _, first, edited, last = tree.main_line()
    assert [node.number for node in tree.main_line()] == [0, 1, 1, 2]
    assert edited.position.previous is None
    assert last.position.previous is edited.position
    assert (rows(first)[2], rows(edited)[2]) == ("--X---+--", "--+---+--")
    assert tree.main_line_warnings()[-1].startswith("After move 1, the file changes the stones")


@pytest.mark.parametrize(("text", "color"), [(";B[cc];PL[B]", BLACK), (";B[cc];PL[B];W[dd]", BLACK)])
def test_a_node_can_set_the_color_to_move(text: str, color: Color) -> None:
    assert read(text).end.position.to_move is color


def test_each_position_follows_that_of_the_node_before() -> None:
    for node in read(";B[cc];W[dd]C[x];C[y];B[ee](;W[aa])(;W[bb];B[gg])").nodes():
        if node.parent is not None and node.has_move:
            assert node.position.previous is node.parent.position


def test_a_color_that_moves_twice_has_a_position_of_its_own_before() -> None:
    tree = read(";B[cc];B[dd]")
    before = tree.end.position.previous
    assert before is not None
    assert (before.to_move, tree.root.children[0].position.to_move) == (BLACK, WHITE)


def test_handicap_stones_are_part_of_the_start() -> None:
    tree = Tree(GO.start({"size": 9, "handicap": 2, "rules": "japanese"}))
    assert again(tree).root.position == tree.root.position


def test_stones_captured_before_the_start_are_kept_in_a_game_of_ours() -> None:
    position = GoPosition.start(9, "japanese").replace(prisoners=(3, 1))
    tree = Tree(position)
    tree.set_private("players", {})
    read_back = again(tree).root.position
    assert isinstance(read_back, GoPosition)
    assert read_back.prisoners == (3, 1)


# Tanbo


def tanbo_game() -> Tree:
    """Return a game of Tanbo that was played until a root was removed."""
    tree = Tree(TANBO.start({"size": 9}))
    node = tree.root
    while not node.correction:
        node = node.add(next(iter(node.position.legal_moves())))
    return tree


def test_a_node_that_corrects_the_board_of_a_go_viewer_is_part_of_its_move() -> None:
    tree = tanbo_game()
    *_, last = tree.main_line()
    node = last.add(next(iter(last.position.legal_moves())))
    read_back = again(tree)
    assert contents(read_back) == contents(tree)
    assert read_back.end.position == node.position
    assert read_back.end.number == len(list(read_back.main_line())) - 1


def test_a_correcting_node_that_holds_more_is_a_node() -> None:
    tree = tanbo_game()
    content = tree.write().removesuffix(b")\n") + b"C[Oh.])\n"
    read_back = parse_game(content)
    assert (read_back.end.comment, read_back.end.has_move) == ("Oh.", False)
    assert contents(again(read_back)) == contents(read_back)


def test_a_correction_that_the_rules_do_not_allow_ends_the_line() -> None:
    tree = tanbo_game()
    end = tree.end
    end.add(next(iter(end.position.legal_moves())))
    end.correction = {"AE": [b"aa"], "AB": [b"aa"], "AW": [b"aa"]}
    end._written = None
    read_back = again(tree)
    assert read_back.end.number == end.number
    assert "changes stones in a way" in read_back.play_warnings()[0]


# Nodes of other programs


def test_two_moves_in_one_node_are_two_nodes() -> None:
    tree = read(";B[cc]W[dd]C[both]BL[5]WL[6]AB[aa];B[ee]")
    _, first, second, last = tree.main_line()
    assert (first.color, second.color, last.number) == (BLACK, WHITE, 3)
    assert set(first.properties) == {"B", "BL", "AB"}
    assert (second.comment, second.value("WL")) == ("both", "6")
    assert contents(again(tree)) == contents(tree)


def test_a_move_in_the_root_is_a_node_of_its_own() -> None:
    tree = read("PB[Ann]C[start]B[cc]TR[cc];W[dd]")
    root, first, _ = tree.main_line()
    assert (root.comment, root.number, tree.names[BLACK]) == ("start", 0, "Ann")
    assert (first.number, len(first.markup), root.position.previous) == (1, 1, None)
    assert contents(again(tree)) == contents(tree)


def test_of_several_moves_by_a_color_in_one_node_the_first_is_played() -> None:
    tree = read(";B[cc][dd];W[ee]")
    assert moves(tree) == ["C7", "E5"]
    assert tree.main_line_warnings() == (
        "In 1 node a color moves more than once; only the first move is played.",
    )
    assert tree.root.children[0].texts("B") == ["cc", "dd"]


@pytest.mark.parametrize("value", ["zz", "??", "dundefined"])
def test_a_move_that_cannot_be_read_ends_the_line_and_stays_in_the_file(value: str) -> None:
    tree = read(f";B[cc];W[{value}]C[why];B[ee]")
    assert moves(tree) == ["C7"]
    problem = f"Move 2: '{value}' is not a point on a 9x9 board"
    assert tree.play_warnings() == (f"{problem}; the game ends before it, and 2 moves cannot be read.",)
    unread = tree.end.children[0]
    assert (unread.comment, unread.children[0].number) == ("why", 3)
    for node in (unread, unread.children[0]):
        with pytest.raises(SgfError, match="move 2: "):
            _ = node.position
    assert contents(again(tree)) == contents(tree)


def test_properties_that_are_not_known_are_kept() -> None:
    tree = read("XX[a\\]b][c:d];B[cc]SBKV[50.0];;C[no move]ZZ[]")
    assert tree.root.texts("XX") == ["a]b", "c:d"]
    assert b"XX[a\\]b][c:d]\n;B[cc]SBKV[50.0]\n;\n;C[no move]ZZ[]" in tree.write()


def test_other_games_of_a_collection_are_kept() -> None:
    content = b"(;SZ[9];B[aa])\n(;SZ[9]CA[UTF-8];B[bb])\n(;SZ[9];B[cc])\n"
    tree = parse_game(content, 2)
    tree.end.add(move("E5", 9))
    assert tree.write() == content.replace(b"B[bb]", b"B[bb]\n;W[ee]").replace(b"];B[bb]", b"]\n;B[bb]")
    assert (tree.games, tree.number, tree.warnings) == (3, 2, ())
    assert parse_game(content).warnings == ("The file contains 3 games; only the first is read.",)


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SgfError, match="there is no game 3: the file contains 2 games"):
        parse_game(b"(;SZ[9])(;SZ[9])", 3)


def test_text_is_written_in_utf_8_and_the_encoding_is_named() -> None:
    content = "(;SZ[9]PB[\u5434\u6e05\u6e90]CA[GB2312];B[cc])".encode("gb2312")
    tree = parse_game(content)
    assert tree.names[BLACK] == "\u5434\u6e05\u6e90"
    assert "PB[\u5434\u6e05\u6e90]CA[UTF-8]".encode() in tree.write()
    plain = read(";B[cc]")
    plain.end.comment = "\u5434"
    assert b"CA[UTF-8]" in plain.write()


def test_an_encoding_can_be_chosen() -> None:
    content = "(;SZ[9]PB[\u5434\u6e05\u6e90])".encode("gb2312")
    assert parse_game(content, encoding="gb18030").names[BLACK] == "\u5434\u6e05\u6e90"
    with pytest.raises(UserError, match="unknown encoding"):
        parse_game(content, encoding="nothing")


@pytest.mark.parametrize(
    "text", ["a]b", "a\\", "; B[aa]", "x];B[bb", "(;B[cc])", "[", "]];W[dd", "one\ntwo\t", ";B[aa", "\\]"]
)
def test_any_comment_is_written_and_read_back(text: str) -> None:
    tree = new_tree("C3", "D4")
    tree.end.comment = text
    read_back = again(tree)
    assert read_back.end.comment == text.replace("\t", " ")
    assert moves(read_back) == ["C3", "D4"]


def test_properties_are_validated() -> None:
    tree = new_tree("C3")
    tree.end.set_property("SBKV", "61.5")
    assert again(tree).end.value("SBKV") == "61.5"
    tree.end.set_property("SBKV")
    assert "SBKV" not in tree.end.properties
    with pytest.raises(UserError, match="the property KM follows from the positions"):
        tree.root.set_property("KM", "0")
    with pytest.raises(UserError, match="is not the name of an SGF property"):
        tree.root.set_property("km", "0")
    with pytest.raises(TypeError):
        tree.root.set_property("C", 1)  # type: ignore[arg-type]


def test_markup_is_read() -> None:
    tree = read(";B[ee]LB[cg:A][gc:12]TR[ee]MA[aa:bb];W[aa]N[other way]")
    assert len(tree.root.children[0].markup) == 7
    assert tree.end.title == "other way"


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
    assert [moves(tree), len(cursor.line)] == [["C7"], 2]
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
    node = tree.end.add(move("C3", 9), WHITE, resumes=True)
    assert again(tree).end.position == node.position


def test_the_moves_that_led_to_a_position_become_a_tree() -> None:
    position = GoPosition.start(9, "japanese").play("C3").play("D4").play(RESIGN)
    tree = Tree.from_line(position)
    assert (moves(tree), tree.result) == (["C3", "D4"], Outcome(WHITE, "resignation"))


# Size


def test_a_large_tree_is_opened_quickly() -> None:
    line = "".join(f";B[{a}{b}];W[{b}{a}]" for a in "abcdefghi" for b in "jklmnopqrs")
    content = f"(;SZ[19]{f'({line})' * 111})".encode()
    gc.collect()
    start = time.process_time()
    tree = parse_game(content)
    assert time.process_time() - start < 6
    assert sum(1 for _ in tree.nodes()) == 111 * 180 + 1


def test_deep_trees_are_read_and_written_without_recursion() -> None:
    deep = b"(;GM[1]SZ[9]" + b"(;B[](;W[aa])" * 3000 + b")" * 3001
    tree = parse_game(deep)
    assert contents(again(tree)) == contents(tree)
    assert [node.move for node in tree.root.children[0].line()] == [PASS, move("A9", 9)]


FILES = sorted(DATA.rglob("*.sgf"))


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_files_are_the_same_when_written_and_read_back(path: Path) -> None:
    try:
        tree = read_game(path)
    except UserError:
        return
    read_back = parse_game(tree.write(), tree.number)
    written_anew = ("GNUGOPY", "AP") if tree.private is not None else ()
    for each in (tree, read_back):
        for name in written_anew:
            each.root.properties.pop(name, None)
    assert contents(read_back) == contents(tree)


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_sgfmill_reads_what_is_written(path: Path) -> None:
    try:
        tree = read_game(path)
    except UserError:
        return
    game = sgf_grammar.parse_sgf_game(tree.write())
    written = [properties for node in tree.nodes() for properties in node.written()[1]]
    found, waiting = [], [game]
    while waiting:
        branch = waiting.pop()
        found += branch.sequence
        waiting += reversed(branch.children)
    for properties in (*found, *written):
        for name in ("GNUGOPY", "AP") if tree.private is not None else ():
            properties.pop(name, None)
    assert found == written


def test_setup_restarts_the_game_also_if_it_changes_no_stone() -> None:
    tree = read(";B[cc];AE[gg]PL[B];B[dd]")
    assert tree.root.children[0].children[0].position.previous is None
    assert tree.main_line_warnings()[-1].startswith("After move 1, the file changes the stones")


@pytest.mark.parametrize("end", ["", ";B[aa]"])
def test_many_nodes_that_set_the_color_to_move_are_read_quickly(end: str) -> None:
    tree = read(";PL[W]" * 10_000 + end)
    start = time.process_time()
    assert tree.end.position.to_move is WHITE
    assert tree.play_warnings() == ()
    assert time.process_time() - start < 10
