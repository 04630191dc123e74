"""Tests of Amazons and Tanbo: illegal moves, descriptions, and files of other programs."""

import pytest

from gnugo_py.games.amazons.position import AMAZONS, AmazonsPosition
from gnugo_py.games.game import Game
from gnugo_py.games.points import point_at
from gnugo_py.games.position import Position
from gnugo_py.games.registry import words_of
from gnugo_py.games.tanbo.position import TANBO, TanboPosition
from gnugo_py.games.types import Color, Play
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings


def after(game: Game, position: Position, *moves: str) -> Position:
    for text in moves:
        move = position.parse_partial_move(text)
        assert position.why_illegal(move) is None, text
        position = position.play_unchecked(move)
    return position


def refusal(game: Game, text: str, position: Position) -> str | None:
    return position.why_illegal(position.parse_partial_move(text))


def amazons(size: int = 10) -> AmazonsPosition:
    return AmazonsPosition.start(size)


@pytest.mark.parametrize(
    "text", ["d1-d7/g7", "d1d7g7", "d1 d7 g7", "D1-D7/G7", "d1-d7(g7)", " d1 - d7 / g7 ", "d1,d7,g7"]
)
def test_a_move_of_amazons_is_read_in_every_way_it_is_written(text: str) -> None:
    position = amazons()
    move = position.parse_partial_move(text)
    assert position.format_move(move) == "d1-d7/g7"


def test_an_arrow_can_land_on_or_cross_the_square_the_queen_left() -> None:
    assert refusal(AMAZONS, "d1-d2/d1", amazons()) is None
    left = after(AMAZONS, amazons(), "d1-e1/c1")
    assert left.diagram().rows[-1] == "--#-X-X---"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("e5", "you have no queen on e5"),
        ("d10", "you have no queen on d10"),
        ("d1-e3", "that queen cannot go there"),
        ("d1-h1", "that queen cannot go there"),
        ("d1-d7/e9", "her arrow cannot land there"),
        ("d1-d7/d7", "her arrow cannot land there"),
    ],
)
def test_an_illegal_step_of_an_amazons_move_is_refused(text: str, why: str) -> None:
    assert refusal(AMAZONS, text, amazons()) == why


def test_a_partial_amazons_move_shows_the_moved_queen() -> None:
    position = amazons()
    begun = position.parse_partial_move("d1-d7")
    assert isinstance(begun, Play)
    rows = position.partial_move_diagram(begun.points).rows
    assert (rows[-1], rows[3]) == ("------X---", "O--X-----O")
    assert point_at(9, 3, position.size) in position.next_points(begun.points)


def test_the_player_who_cannot_move_loses_in_amazons() -> None:
    position = amazons(6)
    cells = {point_at(0, 0, position.size): "X", point_at(5, 5, position.size): "O"}
    walls = [(0, 1), (1, 0), (1, 1)]
    cells |= {point_at(*cell, position.size): "#" for cell in walls}
    stuck = position.with_board(cells, Color.BLACK)
    assert stuck.outcome_without_count is not None
    assert stuck.outcome_without_count.sentence == "White wins because Black cannot move."
    assert position.with_board(cells, Color.WHITE).outcome_without_count is None


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        (b"(;GM[18];B[djddgd];W[addgad])", {3: "#--X--#--O", 6: "X--O-----X"}),
        (b"(;FF[4]GM[18]SZ[10]AB[dj][gj]AW[da][ga]AA[dd][de];B[djdiai])", {3: "---#------", 8: "#--X------"}),
        (b"(;GM[18]SZ[10]AA[ee])", {4: "----#-----"}),
    ],
)
def test_amazons_files_are_read(content: bytes, rows: dict[int, str]) -> None:
    diagram = parse_game(content).current.position.diagram()
    assert {row: diagram.rows[row] for row in rows} == rows


@pytest.mark.parametrize(
    "content",
    [b"(;GM[18];B[djdd])", b"(;GM[18];B[djddgddj])", b"(;GM[18];B[])", b"(;GM[18];W[])", b"(;GM[18];B[zz])"],
)
def test_half_a_move_of_amazons_ends_the_line_with_a_warning(content: bytes) -> None:
    record = parse_game(content)
    assert len(record.positions()) == 1
    assert record.line_warnings().unread.startswith("Move 1")
    assert all_warnings(record)[-1] == record.line_warnings().unread


def test_a_board_of_amazons_of_another_size_is_refused() -> None:
    with pytest.raises(SgfError):
        parse_game(b"(;GM[18]SZ[9])")


def tanbo(size: int = 9) -> TanboPosition:
    return TanboPosition.start(size)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("E5", "that point touches none of your stones; grow from one of them"),
        ("B2", "there is a stone on that point"),
        ("B4", None),
        ("A3", "that point touches two of your stones (B3, A2)"),
    ],
)
def test_a_refusal_of_tanbo_says_why(text: str, why: str | None) -> None:
    position = after(TANBO, tanbo(), "B3", "B7", "A2", "C8")
    assert refusal(TANBO, text, position) == why


def test_a_root_without_a_growing_point_goes_and_is_reported() -> None:
    position = tanbo(9)
    signs = {(8, 0): "X", (8, 1): "O", (7, 1): "O", (6, 0): "O", (0, 8): "X"}
    cells = {point_at(*cell, position.size): sign for cell, sign in signs.items()}
    before = position.with_board(cells, Color.BLACK)
    ends = after(TANBO, before, "A2")
    assert ends.diagram().rows[6:] == ("O--------", "-O-------", "-O-------")
    assert words_of(ends).effects() == ("A2 removes its own root (2 stones).",)


LITTLE_GOLEM = ";W[j4-g7/d7];B[g10-h9/g8];W[g7-h8/g9]"


@pytest.mark.parametrize(
    "root", ["GM[18]EV[amazons.in.1]", "EV[Amazons.mc.2010.1.1]", "GM[18]", "PB[A]", "GM[18]SZ[10]"]
)
def test_moves_of_little_golem_are_read_and_name_the_game(root: str) -> None:
    tree = parse_game(f"(;FF[4]{root}{LITTLE_GOLEM})".encode())
    assert tree.game is AMAZONS
    moves = [(node.color, node.move_text) for node in tree.main_line()][1:]
    assert moves == [(Color.WHITE, "j4-g7/d7"), (Color.BLACK, "g10-h9/g8"), (Color.WHITE, "g7-h8/g9")]
    assert tree.play_warnings() == ()
    again = parse_game(tree.write())
    assert again.end.position == tree.end.position


def test_a_game_of_little_golem_can_be_continued_and_saved() -> None:
    tree = parse_game(f"(;EV[amazons.in.1]{LITTLE_GOLEM})".encode())
    tree.adopt({})
    end = tree.current
    node = tree.current = end.add(next(iter(end.position.legal_moves())))
    assert node.color is Color.BLACK
    again = parse_game(tree.write())
    assert (again.game, again.end.position) == (AMAZONS, node.position)


def test_a_move_of_little_golem_can_be_typed() -> None:
    position = amazons()
    for text in ("j4-g7/d7", "J4-G7/D7", "j4-g7(d7)", "j4 g7 d7"):
        assert position.parse_move(text) == position.parse_move("j4-g7/d7")
        assert position.is_legal(position.parse_move(text))


def test_a_file_whose_first_move_is_no_move_of_amazons_is_a_game_of_go() -> None:
    assert parse_game(b"(;SZ[9];B[j4-g7])").game.name == "go"


def test_white_may_move_first_in_the_usual_start() -> None:
    start = amazons().with_to_move(Color.WHITE)
    tree = Tree(start)
    tree.root.add(next(iter(start.legal_moves())))
    read_back = parse_game(tree.write())
    assert read_back.end.position == tree.end.position


def test_a_written_game_of_tanbo_is_read_back() -> None:
    node = Tree(tanbo()).root
    while not node.position.is_over and node.number < 400:
        moves = list(node.position.legal_moves())
        node = node.add(moves[(node.number + 1) * 7 % len(moves)])
    content = Tree.from_line(node.position).write()
    assert b"RU[Tanbo]" in content
    again = parse_game(content)
    assert again.game is TANBO
    assert again.end.position.diagram() == node.position.diagram()


def test_the_point_under_the_cursor_is_described() -> None:
    position = tanbo()
    assert (
        words_of(position).describe_point(point_at(1, 1, position.size))
        == "White's root of 1 stone, 4 growing points"
    )
    assert words_of(position).describe_point(point_at(0, 1, position.size)) == "a growing point of White"
    assert (
        words_of(amazons()).describe_point(point_at(9, 3, amazons().size))
        == "Black's queen, 20 squares within reach"
    )
