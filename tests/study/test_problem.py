"""Tests of what is right and wrong in the files of problems, by the conventions of other programs."""

import pytest

from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.games.types import Color, UserError
from gnugo_py.record.node import Node
from gnugo_py.record.sgf_reader import parse_game, read_game
from gnugo_py.study.problem import SYMMETRIES, Problem, comment_of, mirror, region_with, split_problems
from tests.support.boards import vertices
from tests.support.paths import DATA

ROOT = "SZ[9]AB[cc][cd]AW[dc][dd]C[Black to play.]"


def problem(lines: str, root: str = ROOT) -> Problem:
    return Problem(parse_game(f"(;GM[1]FF[4]{root}{lines})".encode()))


def word(node: Node) -> str:
    assert node.move is not None
    return node.position.format_move(node.move)


def right(found: Problem) -> str:
    """Return the right first moves, separated by spaces."""
    return " ".join(word(node) for node in found.right_answers(found.start))


def line(found: Problem, *words: str) -> Node:
    """Return the node to which some moves lead."""
    node = found.start
    for each in words:
        node = next(child for child in node.children if word(child) == each)
    return node


GOPROBLEMS = "(;B[aa];W[ba];B[ca]C[RIGHT])(;B[bb];W[ba]C[No.])(;B[cb]C[Also fine.RIGHT])"
MANY_FACES = "(;B[aa];W[ba];B[ca]TE[1])(;B[bb];W[ba])(;B[cb]TE[2])"
ULIGO = "(;B[aa];W[ba];B[ca])(;B[bb]WV[];W[ba])(;B[cb];W[ba](;B[da])(;B[ea]TR[ea]))"
EASYGO_PROBLEM = "(;B[aa];W[ba];B[ca])(;B[bb];W[ba])(;B[cb];W[ba];B[ca]C[This is right, too.])"
EASYGO_JOSEKI = "(;B[aa];W[ba];B[ca])(;B[bb]BM[1];W[ba])(;B[cb];W[ba])"
KOGO = "(;B[aa];W[ba];B[ca]C[* Joseki * Even.])(;B[bb];W[ba]C[Wrong direction.])(;B[cb]C[* Joseki *])"
CORRECT = "(;B[aa];W[ba];B[ca]C[Correct.])(;B[bb];W[ba]C[No.])(;B[cb]C[Correct])"
PLUS = "(;B[aa];W[ba];B[ca]C[+Well done])(;B[bb];W[ba])(;B[cb]N[+])"
WRONG = "(;B[aa];W[ba];B[ca])(;B[bb];W[ba]C[Wrong.])(;B[cb])"
GOOD_FOR_BLACK = "(;B[aa];W[ba]GB[1])(;B[bb];W[ba]GW[1])(;B[cb]GB[2])"
CHECKED = "(;B[aa];W[ba];B[ca]CH[1])(;B[bb];W[ba])(;B[cb]CH[1])"
CHINESE = "(;B[aa];W[ba];B[ca]C[正解])(;B[bb];W[ba]C[参考])(;B[cb]C[正解图])"


@pytest.mark.parametrize(
    ("lines", "convention"),
    [
        (GOPROBLEMS, "RIGHT"),
        (MANY_FACES, "TE"),
        (ULIGO, "wrong moves"),
        (EASYGO_PROBLEM, "correct"),
        (EASYGO_JOSEKI, "wrong moves"),
        (KOGO, "Joseki"),
        (CORRECT, "correct"),
        (PLUS, "correct"),
        (WRONG, "wrong moves"),
        (GOOD_FOR_BLACK, "correct"),
        (CHECKED, "correct"),
        (CHINESE, "correct"),
    ],
)
def test_the_marks_of_each_convention_tell_right_moves_from_wrong_ones(lines: str, convention: str) -> None:
    found = problem(lines)
    assert (found.right_by, right(found)) == (convention, "A9 C8")


def test_without_any_marks_the_first_line_is_right() -> None:
    found = problem("(;B[aa];W[ba](;B[ca])(;B[da]))(;B[bb];W[ba])")
    assert (found.right_by, right(found)) == ("first line", "A9")
    assert line(found, "A9", "B9", "C9") in found.right
    assert line(found, "A9", "B9", "D9") not in found.right


@pytest.mark.parametrize(
    ("lines", "convention"),
    [
        ("(;B[aa]C[Correct.])(;B[bb]TE[1])(;B[cb]C[RIGHT])", "C8"),
        ("(;B[aa]C[Correct.])(;B[bb]TE[1])(;B[cb]WV[])", "B8"),
        ("(;B[aa])(;B[bb]C[Correct.])(;B[cb]WV[])", "A9 B8"),
        ("(;B[aa])(;B[bb]C[Correct.])(;B[cb]C[This is right.])", "B8 C8"),
    ],
)
def test_the_first_convention_with_marks_decides_about_the_whole_file(lines: str, convention: str) -> None:
    assert right(problem(lines)) == convention


@pytest.mark.parametrize(
    "lines",
    [
        "(;B[aa];W[ba];B[ca])(;B[bb];W[cb]C[White lives on the right side.])",
        "(;B[aa]TR[aa];W[ba];B[ca]TR[ca])(;B[bb]TR[bb])",
        "(;B[aa]C[The group on the RIGHTMOST side])(;B[bb])",
        "(;B[aa];W[ba]BM[1];B[ca])(;B[bb])",
        "(;B[aa]C[This is not correct, but the main line.])(;B[bb])",
    ],
)
def test_marks_that_do_not_tell_lines_apart_are_ignored(lines: str) -> None:
    assert right(problem(lines)) == "A9" or problem(lines).right_by == "wrong moves"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("(;B[aa]C[Correct.])(;B[bb]C[Another way is also correct.])(;B[cb])", "A9 B8"),
        ("(;B[aa]C[Das ist nicht der richtige Zug.])(;B[bb]C[Das ist der richtige Zug.])", "B8"),
        ("(;B[aa]C[Échec.])(;B[bb]C[Réussi !])", "B8"),
        ("(;B[aa]C[答错了])(;B[bb]C[答对了])(;B[cb])", "B8"),
        ("(;B[aa]C[실패])(;B[bb])", "B8"),
        ("(;B[aa]C[Wrong.])(;B[bb]C[Also correct.])(;B[cb])", "B8"),
        ("(;B[aa])(;B[bb]C[Correct.])(;B[cb]C[Wrong.])", "B8"),
        ("(;B[aa]C[Wrong.];W[ba];B[ca]C[Correct.])(;B[bb];W[ba];B[ca]C[Correct.])", "B8"),
    ],
)
def test_comments_say_what_is_right_and_wrong(lines: str, expected: str) -> None:
    assert right(problem(lines)) == expected


def test_a_notice_says_that_the_words_of_a_file_are_not_understood() -> None:
    unknown = problem("(;B[aa]C[Źle.])(;B[bb]C[Dobrze!])")
    assert (unknown.right_by, right(unknown)) == ("first line", "A9")
    assert "says what is right: the first line counts" in unknown.notice
    assert problem("(;B[aa]C[Falsch.])(;B[bb]C[Richtig!])").notice == ""
    assert problem(";B[aa];W[ba](;B[ca]C[Brawo!])").notice == ""


def test_a_good_move_before_the_end_of_its_line_is_right() -> None:
    found = problem("(;B[bb];W[ba]TE[1])(;B[aa]TE[1];W[ba];B[ca])")
    assert right(found) == "A9"
    assert line(found, "A9") in found.solved


def test_a_line_with_a_good_move_goes_on_to_its_mark_at_the_end() -> None:
    found = problem("(;B[aa]TE[2];W[ba];B[ca]C[+])(;B[bb])")
    assert [word(node) for node in found.solution(found.start)] == ["A9", "B9", "C9"]


def test_the_words_of_goproblems_are_found_in_any_combination_and_not_shown() -> None:
    found = problem("(;B[aa];W[ba]C[CHOICE];B[ca]C[CHOICERIGHTBlack lives.])(;B[bb]C[NOTTHIS])")
    assert right(found) == "A9"
    assert comment_of(line(found, "A9", "B9", "C9")) == ("Black lives.",)
    assert comment_of(line(found, "B8")) == ()


def test_a_plus_before_a_comment_is_not_shown() -> None:
    assert comment_of(line(problem(PLUS), "A9", "B9", "C9")) == ("Well done",)


def test_the_problem_is_solved_at_the_last_mark_of_a_line() -> None:
    found = problem("(;B[aa]C[RIGHT];W[ba];B[ca]C[RIGHT];W[da];B[ea])(;B[bb])")
    solved = [word(node) for node in line(found, "A9").line() if node in found.solved]
    assert solved == ["C9"]
    assert [word(node) for node in found.solution(found.start)] == ["A9", "B9", "C9"]


def test_a_line_may_be_right_with_the_reply_of_the_opponent() -> None:
    found = problem("(;B[aa];W[ba]C[RIGHT])(;B[bb];W[ba])")
    assert right(found) == "A9"
    assert line(found, "A9", "B9") in found.solved


CHOICES = "(;W[ba];B[ca]C[RIGHT])(;W[bb];B[ca]C[CHOICERIGHT])(;W[bc]C[CHOICE];B[ca]C[RIGHT])"


@pytest.mark.parametrize(
    ("lines", "replies"),
    [
        ("(;W[ba];B[ca])(;W[bb];B[ca])", ["B9"]),
        (CHOICES, ["B8", "B7"]),
        ("(;W[ba];B[ca])(;W[bb];B[ca]C[RIGHT])", ["B8"]),
    ],
    ids=["the first", "those with CHOICE in their lines", "none after which nothing is right"],
)
def test_the_opponent_chooses_among_the_replies(lines: str, replies: list[str]) -> None:
    found = problem(f"(;B[aa]{lines})")
    assert [word(node) for node in found.replies(line(found, "A9"))] == replies


def test_the_color_to_move_solves() -> None:
    assert problem(";W[aa];B[ba]", "SZ[9]AB[cc]AW[dd]").color is Color.WHITE
    assert problem(";W[aa];B[ba]", "SZ[9]AB[cc]AW[dd]PL[B]").color is Color.BLACK
    assert problem(";W[aa]", "SZ[9]AB[cc]AW[dd]PL[B]").color is Color.WHITE


def test_stones_and_comments_after_the_root_belong_to_the_start() -> None:
    found = problem(";AB[ee]C[Kill White.];B[aa]", "SZ[9]AW[dd]C[Problem 7.]")
    assert found.task == ("Problem 7.", "Kill White.")
    assert vertices(found.position.points_by_diagram_sign["X"], 9) == ["E5"]


def test_an_illegal_move_in_the_file_is_no_answer() -> None:
    found = problem("(;B[zz]C[RIGHT])(;B[aa]C[RIGHT])")
    assert right(found) == "A9"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("(;GM[1]SZ[9]AB[cc]C[Black to play.])", "there are no moves, and therefore no solution"),
        ("(;GM[1]SZ[9]AB[cc];B[zz])", "there are no moves that can be played"),
        ("(;GM[11]SZ[5];B[a1])", "problems are games of Go"),
    ],
)
def test_a_file_that_is_no_problem_is_refused_with_the_reason(content: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        Problem(parse_game(content.encode()))


CORNER = "SZ[19]AB[ba][bb][ca]AW[da][cb]"


def test_a_large_board_is_shown_from_the_edges_near_the_stones_to_two_lines_beyond_them() -> None:
    assert problem(";B[fc]", CORNER).region() == (range(5), range(8))
    assert problem(";B[qr]", "SZ[19]AB[ps]").region() == (range(15, 19), range(13, 19))
    assert problem(";B[jj]", "SZ[19]AB[jk]").region() == (range(7, 13), range(7, 12))


def test_a_small_board_and_a_problem_of_the_whole_board_are_shown_whole() -> None:
    assert problem(";B[aa]").region() is None
    assert problem(";B[qq]", CORNER).region() is None
    assert problem(";B[]", "SZ[19]").region() is None


def test_a_region_grows_with_a_move_outside_it() -> None:
    assert region_with((range(5), range(8)), [(2, 3)]) == (range(5), range(8))
    assert region_with((range(5), range(8)), [(9, 3)]) == (range(10), range(8))


@pytest.mark.parametrize("swaps_colors", [False, True])
@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_a_problem_stays_the_same_when_it_is_turned_or_its_colors_are_swapped(
    symmetry: int, swaps_colors: bool
) -> None:
    before = problem("(;B[aa];W[ba];B[ca]C[RIGHT])(;B[bb])", CORNER.replace("19", "13") + "PL[B]")
    tree = parse_game(before.tree.write())
    mirror(tree, symmetry, swaps_colors)
    after = Problem(tree)
    assert after.key == before.key
    assert after.color is (Color.WHITE if swaps_colors else Color.BLACK)
    assert len(after.solution(after.start)) == 3


def test_the_symmetries_of_a_board_are_all_different() -> None:
    places = set()
    for symmetry in range(SYMMETRIES):
        tree = parse_game(b"(;SZ[9]AB[ba]LB[ca:cc];B[da])")
        mirror(tree, symmetry, swaps_colors=False)
        places.add((tree.root.value("AB"), tree.root.value("LB"), tree.root.children[0].value("B")))
    assert len(places) == SYMMETRIES
    assert all(label.endswith(":cc") for _, label, _ in places)


def test_the_color_to_move_is_swapped_however_it_is_written() -> None:
    tree = parse_game(b"(;SZ[9]AB[aa]PL[white])")
    mirror(tree, 0, swaps_colors=True)
    assert tree.root.value("PL") == "B"


def test_rectangles_and_passes_are_turned_with_the_board() -> None:
    tree = parse_game(b"(;SZ[9]AB[aa:cb];B[tt])")
    mirror(tree, 1, swaps_colors=False)
    assert vertices(tree.root.position.points_by_diagram_sign["X"], 9) == ["H7", "H8", "H9", "J7", "J8", "J9"]
    assert tree.root.children[0].value("B") == "tt"


def test_other_stones_another_board_or_the_other_color_to_move_are_another_position() -> None:
    keys = {
        problem(";B[aa]", "SZ[9]AB[cc]AW[dd]").key,
        problem(";B[aa]", "SZ[9]AB[cc]AW[de]").key,
        problem(";W[aa]", "SZ[9]AB[cc]AW[de]").key,
        problem(";B[aa]", "SZ[13]AB[cc]AW[dd]").key,
    }
    assert len(keys) == 4
    assert problem(";B[ii]", "SZ[9]AB[cc]AW[dd]C[Other text and moves.]").key in keys


@pytest.mark.parametrize(
    ("name", "convention", "solution"),
    [
        ("tsumego_hero_10561", "correct", "K4"),
        ("tsumego_hero_20830", "correct", "A17 E19 A15 D18 A14"),
        ("tsumego_hero_35226", "TE", "Q10"),
        ("tsumego_hero_35754", "TE", "Q11 R15 Q16"),
        ("glift_problem9", "correct", "P3 Q4 P4 R5 R6 S6 Q6 S7"),
        ("glift_ajax_problem2", "correct", "T19"),
    ],
)
def test_problems_of_other_programs_are_solved_as_their_authors_marked(
    name: str, convention: str, solution: str
) -> None:
    found = Problem(read_game(DATA / "problems" / f"{name}.sgf"))
    line = found.solution(found.start)
    assert (found.right_by, " ".join(map(word, line))) == (convention, solution)
    assert line[-1] in found.solved


def titles(sgf: str) -> list[str]:
    """Return for each problem of a game its comments before the first move, and its right moves."""
    found = [Problem(parse_game(each)) for each in split_problems(sgf.encode())]
    return [" ".join((*each.task, right(each))) for each in found]


COLLECTION = "(;GM[1]SZ[9]C[Corners.]{})"


def test_each_child_of_the_root_that_sets_up_a_position_is_a_problem() -> None:
    first, second = "(;AB[ba]AW[ca]C[One.];B[bd])", "(;C[Two.];AB[gc]AW[ha](;B[fa])(;B[fb]))"
    assert titles(COLLECTION.format(first + second)) == ["Corners. One. B6", "Corners. Two. F9"]


def test_a_problem_of_the_root_and_chapters_of_problems_are_told_apart() -> None:
    chapter = "(;C[Chapter.](;AB[ba]C[One.];B[bd])(;AB[gc]C[Two.];W[fa]))"
    moves = "(;B[aa])(;B[bb])"
    assert titles(COLLECTION.format(f";AB[ee]{moves}{chapter}")) == [
        "Corners. A9",
        "Corners. Chapter. One. B6",
        "Corners. Chapter. Two. F9",
    ]


@pytest.mark.parametrize(
    "lines",
    [
        "AB[cc](;B[aa])(;B[bb])",
        "(;B[aa];AB[cc];W[bb])(;B[bb];AB[cc];W[aa])",
        ";AB[cc]AW[dd];AB[ee]C[Kill.](;B[aa])(;B[bb])",
        "AB[cc](;B[aa])(;AB[dd]C[Compare this shape.])",
    ],
)
def test_setup_that_begins_no_other_problem_does_not_split_a_problem(lines: str) -> None:
    sgf = COLLECTION.format(lines).encode()
    assert split_problems(sgf) == [sgf]


@pytest.mark.parametrize(
    ("goal", "turned"), [("kill A2 in A1:B1", "J8"), ("connect A2 C1", None), ("kill Z99", None), ("", None)]
)
def test_the_goal_of_a_file_is_turned_with_the_board(goal: str, turned: str | None) -> None:
    tree = parse_game(f"(;SZ[9]GOAL[{goal}]AW[ah];B[ai]TE[1])".encode())
    mirror(tree, 2, False)
    assert Problem(tree).goal == (turned and parse_vertex(turned, 9))
