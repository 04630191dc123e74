"""Tests of rules, komi and handicap as other programs write them in SGF."""

import pytest

from gnugo_py.games.go.position import GoPosition
from gnugo_py.games.go.rules import fixed_handicap_points
from gnugo_py.games.go.vertex import parse_vertex
from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import game_summaries, parse_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings


def read(root: str, moves: str = ";W[ee]") -> Tree:
    return parse_game(f"(;GM[1]{root}{moves})".encode())


def komi(root: str) -> float:
    position = read(root, ";B[pd];W[dp]").current.position
    assert isinstance(position, GoPosition)
    return position.rules.komi


@pytest.mark.parametrize(
    ("root", "points"),
    [
        ("AP[foxwq]KM[0]HA[0]RU[Japanese]RE[B+R]", 6.5),
        ("AP[GNU Go:3.8]KM[0]HA[0]RU[Japanese]AP[foxwq]RE[B+3.50]", 6.5),
        ("AP[foxwq]KM[0]HA[0]RU[Chinese]RE[W+0.5]", 7.5),
        ("AP[foxwq]KM[0]HA[0]RU[cn]RE[W+R]", 7.5),
        ("AP[foxwq]KM[0]HA[0]RU[Korean]", 6.5),
        ("AP[FoxWQ:2.0]KM[0.00]", 6.5),
    ],
)
def test_an_even_game_of_the_fox_server_has_the_usual_komi(root: str, points: float) -> None:
    assert komi(root) == points
    assert all_warnings(read(root))[0] == (
        f"The Fox server writes komi 0 also in games with komi; {points} is used."
    )


@pytest.mark.parametrize(
    "root",
    [
        "AP[foxwq]KM[0]HA[2]AB[dd][pp]RU[Japanese]",
        "AP[foxwq]KM[0]HA[1]RU[Japanese]",
        "AP[foxwq]KM[0]HA[0]RU[Japanese]RE[B+3]",
        "AP[CGoban:3]KM[0]HA[0]RU[Japanese]RE[B+3.5]",
        "KM[0]",
    ],
)
def test_a_komi_of_0_remains_with_a_handicap_or_a_result_without_half_points(root: str) -> None:
    assert komi(root) == 0
    assert all_warnings(read(root)) == ()


@pytest.mark.parametrize(
    ("root", "points", "unit"),
    [
        ("KM[3.75]RU[Chinese]", 7.5, "stones"),
        ("KM[2.75]RU[Chinese]", 5.5, "stones"),
        ("KM[3,75]RU[chinese]", 7.5, "stones"),
        ("KM[3.75]", 7.5, "stones"),
        ("KM[375]RU[Chinese]", 7.5, "hundredths of a stone"),
        ("KM[375]RU[cn]AP[foxwq]", 7.5, "hundredths of a stone"),
        ("KM[325]RU[Chinese]", 6.5, "hundredths of a stone"),
        ("KM[375]", 7.5, "hundredths of a stone"),
        ("KM[750]RU[Chinese]", 7.5, "hundredths"),
        ("KM[650]RU[Japanese]AP[foxwq]", 6.5, "hundredths"),
        ("KM[375]RU[Japanese]AP[foxwq]", 7.5, "hundredths of a stone"),
        ("KM[375]RU[Japanese]", 7.5, "hundredths of a stone"),
        ("KM[350]RU[Japanese]AP[foxwq]", 7, "hundredths of a stone"),
        ("KM[325]RU[Korean]AP[foxwq]", 6.5, "hundredths of a stone"),
        ("KM[275]RU[Japanese]AP[foxwq]", 5.5, "hundredths of a stone"),
        ("KM[450]RU[Japanese]", 4.5, "hundredths"),
        ("KM[50]HA[2]RU[Japanese]AP[foxwq]AB[dd][pp]", 0.5, "hundredths"),
        ("KM[50]HA[3]RU[Chinese]AP[foxwq]AB[dd][pp][dp]", 0.5, "hundredths"),
    ],
)
def test_a_komi_in_stones_or_hundredths_is_converted_to_points(root: str, points: float, unit: str) -> None:
    assert komi(root) == points
    written = root.partition("]")[0].removeprefix("KM[")
    assert all_warnings(read(root))[0] == f"The komi {written!r} seems to be in {unit}; {points} is used."


@pytest.mark.parametrize(
    "root", ["KM[3.75]RU[Japanese]", "KM[3.5]RU[Chinese]", "KM[7]RU[Chinese]", "KM[-7.5]"]
)
def test_a_komi_in_points_is_not_converted(root: str) -> None:
    assert komi(root) == float(root[3 : root.index("]")])
    assert all_warnings(read(root)) == ()


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("6.5 points", 6.5),
        ("6.5/7.5", 6.5),
        ("7,5 / 6,5", 7.5),
        ("7.5目", 7.5),
        ("6.5.", 6.5),
        ("5 1/2", 5.5),
        ("6½", 6.5),
        ("\uff16\uff0e\uff15", 6.5),
        ("komi: 6,5", 6.5),
        ("-3.5 (reverse)", -3.5),
        ("6目半", 6.5),
        ("6집반", 6.5),
        ("+7.5", 7.5),
    ],
)
def test_a_komi_with_words_is_its_number(written: str, points: float) -> None:
    assert komi(f"KM[{written}]RU[Japanese]") == points
    shown = f"The komi {written!r} is read as {points}."
    assert all_warnings(read(f"KM[{written}]RU[Japanese]")) == ((shown,) if written != "+7.5" else ())


@pytest.mark.parametrize(
    ("written", "points"),
    [("3又3/4", 7.5), ("3又3/4子", 7.5), ("2又3/4子", 5.5), ("3.75子", 7.5), ("3 3/4", 7.5)],
)
def test_a_komi_with_words_for_stones_is_converted_to_points(written: str, points: float) -> None:
    rules = "Chinese" if written == "3 3/4" else "Japanese"
    assert komi(f"KM[{written}]RU[{rules}]") == points
    shown = f"The komi {written!r} seems to be in stones; {points} is used."
    assert all_warnings(read(f"KM[{written}]RU[{rules}]")) == (shown,)


@pytest.mark.parametrize(
    "written", ["none", "?", "3/4", "6/7", "0/6.5", "1e400", "6.5e1", "99999", "1234567", "half"]
)
@pytest.mark.parametrize(("rules", "usual"), [("Japanese", 6.5), ("Chinese", 7.5)])
def test_a_komi_without_a_number_is_the_usual_one_in_every_command(
    written: str, rules: str, usual: float
) -> None:
    tree = read(f"KM[{written}]RU[{rules}]")
    assert (tree.options["komi"], tree.lacks_komi) == (usual, False)
    assert all_warnings(tree) == (f"The komi {written!r} is not a valid number; {usual}, as usual, is used.",)


@pytest.mark.parametrize(
    ("value", "points"), [("7.5", 7.5), ("3.75", 7.5), ("6.5目", 6.5), ("375", 7.5), ("0", 0)]
)
def test_a_number_in_ko_is_the_komi_of_cyberoro_and_sina(value: str, points: float) -> None:
    tree = parse_game(f"(\nTE[Cup]\nRD[2018-04-24]\nKO[{value}]\nPB[A]\nHD[0]\n;B[pd];W[dd])".encode())
    assert tree.options["komi"] == points
    assert f"The komi is in KO, which has no value in SGF; {points} is used." in tree.warnings
    assert game_summaries(tree.write()) == ["A - ?, Cup, 2018-04-24"]
    again = parse_game(tree.write())
    assert again.root.properties == tree.root.properties


def test_ko_is_no_komi_if_the_file_has_one_or_the_value_is_no_number() -> None:
    assert komi("KM[5.5]KO[7.5]") == 5.5
    for value in ("", "xxxx"):
        assert read(f"KO[{value}]").lacks_komi


def test_a_number_in_ko_stays_in_a_root_with_a_move() -> None:
    tree = parse_game(b"(;SZ[9]KO[7.5]TE[Cup]B[ee];W[cc])")
    assert tree.options["komi"] == 7.5
    assert (tree.root.value("KO"), tree.root.value("TE")) == ("7.5", "Cup")
    assert "KO" in parse_game(b"(;SZ[9]KO[]TE[1]B[ee])").root.children[0].properties


@pytest.mark.parametrize(
    ("written", "number", "shown"),
    [
        ("2", 2, ""),
        ("0", 0, ""),
        ("2子", 2, "The handicap '2子' is read as 2."),
        ("3 stones", 3, "The handicap '3 stones' is read as 3."),
        ("two", 0, "The handicap 'two' is not a number of stones; none is assumed."),
        ("7.5", 0, "The handicap '7.5' is not a number of stones; none is assumed."),
        ("-1", 0, "The handicap '-1' is not a number of stones; none is assumed."),
        ("1000", 0, "The handicap '1000' is not a number of stones; none is assumed."),
    ],
)
def test_a_handicap_that_is_no_number_is_reported(written: str, number: int, shown: str) -> None:
    tree = read(f"KM[0.5]HA[{written}]AB[dd][pp]", "")
    assert tree.options["handicap"] == number
    assert all_warnings(tree) == ((shown,) if shown else ())


@pytest.mark.parametrize(("size", "shown"), [("9:13", "9x13"), ("19:18", "19x18"), ("9x13", "9x13")])
def test_a_board_that_is_not_square_is_refused(size: str, shown: str) -> None:
    with pytest.raises(SgfError, match=f"the board is not square \\({shown}\\)"):
        read(f"SZ[{size}]")


@pytest.mark.parametrize("size", ["9:9", "9x9", "9", "9:"])
def test_the_size_of_a_square_board_may_be_written_twice(size: str) -> None:
    assert read(f"SZ[{size}]", ";B[aa]").root.position.size == 9


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        ("cn", "chinese"),
        ("CN", "chinese"),
        ("jp", "japanese"),
        ("BGA", "aga"),
        ("New-Zealand", "tromp-taylor"),
        ("中国规则", "chinese"),
        ("日本", "japanese"),
        ("koPOSITIONALscoreAREAtaxNONEsui0", "chinese"),
        ("koPOSITIONALscoreAREAsui1", "tromp-taylor"),
        ("koSITUATIONALscoreAREAtaxNONEsui0button0", "aga"),
        ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
    ],
)
def test_rules_under_other_names_are_known(name: str, preset: str) -> None:
    record = read(f"RU[{name}]")
    assert (record.options["rules"], all_warnings(record)) == (preset, ())


@pytest.mark.parametrize(
    ("name", "preset", "warning"),
    [
        ("Old Chinese", "chinese", "The rules 'Old Chinese' are read as chinese rules, without group tax."),
        (
            "koSIMPLEscoreAREAtaxALLsui0",
            "chinese",
            "The rules 'koSIMPLEscoreAREAtaxALLsui0' are read as chinese rules, which are similar.",
        ),
        ("my own", "japanese", "The rules 'my own' are unknown; Japanese rules are used instead."),
    ],
)
def test_unsupported_rules_are_replaced_with_a_warning(name: str, preset: str, warning: str) -> None:
    record = read(f"RU[{name}]")
    assert (record.options["rules"], all_warnings(record)) == (preset, (warning,))


def black_stones(record: Tree) -> int:
    start = record.positions()[0]
    assert isinstance(start, GoPosition)
    return start.board.black


@pytest.mark.parametrize(("count", "size"), [(2, 19), (4, 19), (9, 19), (4, 13), (2, 9)])
def test_handicap_stones_that_are_not_set_up_are_on_the_customary_points(count: int, size: int) -> None:
    text = f"SZ[{size}]HA[{count}]KM[0.5]"
    record = read(text, ";W[aa];B[bb]")
    points = sum(1 << point for point in fixed_handicap_points(count, size))
    assert black_stones(record) == points
    assert all_warnings(record) == (
        f"The file names {count} handicap stones, but sets up none; they are placed on the customary points.",
    )
    tree = parse_game(f"(;GM[1]{text};W[aa])".encode())
    assert tree.root.position == record.positions()[0]


@pytest.mark.parametrize(
    ("root", "sides"),
    [
        ("HA[6]DT[2016-05-07]AP[foxwq]", "K4 K16"),
        ("HA[7]DT[2017-12-31]AP[GNU Go:3.8]AP[foxwq]", "K4 K16 K10"),
        ("HA[6]DT[2018-01-01]AP[foxwq]", "D10 Q10"),
        ("HA[6]AP[foxwq]", "D10 Q10"),
        ("HA[6]DT[2016-05-07]", "D10 Q10"),
        ("HA[8]DT[2016-05-07]AP[foxwq]", "D10 Q10 K4 K16"),
    ],
)
def test_the_fox_server_placed_six_and_seven_stones_differently_before_2018(root: str, sides: str) -> None:
    record = read(f"SZ[19]KM[0.5]{root}", ";W[fc];B[hc]")
    start = record.root.position
    expected = {parse_vertex(vertex, 19) for vertex in f"D4 Q16 D16 Q4 {sides}".split()}
    assert set(start.cells()) == expected


@pytest.mark.parametrize("moves", [";B[dd];B[pp];W[pd]", ";AB[dd][pp];W[pd]", "AB[cc][qq];W[pd]"])
def test_handicap_stones_that_are_moves_or_setup_are_not_placed_again(moves: str) -> None:
    record = read("SZ[19]HA[2]KM[0.5]", moves)
    assert black_stones(record).bit_count() in (0, 2)
    assert not any("handicap" in warning for warning in all_warnings(record))


@pytest.mark.parametrize("moves", [";B[aa];W[bb]", ";W[pd];B[dd]", ";W[aa];B[dp]"])
def test_missing_handicap_stones_are_not_placed_if_the_moves_conflict(moves: str) -> None:
    record = read("SZ[19]HA[4]KM[0.5]", moves)
    assert black_stones(record) == 0
    assert all_warnings(record) == (
        "The file names 4 handicap stones, but sets up none; none are placed, because the moves do not allow"
        " for them.",
    )


def test_a_handicap_that_the_board_has_no_points_for_is_only_reported() -> None:
    record = read("SZ[9]HA[12]KM[0.5]")
    assert black_stones(record) == 0
    assert all_warnings(record) == ("The file names 12 handicap stones, but sets up none; none are placed.",)


@pytest.mark.parametrize("setup", ["AB[ee]AW[ee]", "AW[ee]AB[ee]", "AB[dd:ff]AW[ee]"])
@pytest.mark.parametrize("node", ["", ";B[aa];"])
def test_a_point_set_to_both_colors_is_white(setup: str, node: str) -> None:
    record = read(f"SZ[9]KM[0]{node}{setup}", "")
    position = record.current.position
    assert isinstance(position, GoPosition)
    assert position.diagram().rows[4][4] == "O"
    after = 1 if node else 0
    assert f"Setup after move {after}: E5 is set to both black and white; white stays." in all_warnings(
        record
    )
