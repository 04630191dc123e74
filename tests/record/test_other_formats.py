"""Tests of records in the formats of servers: GIB, NGF, UGF and UGI."""

import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from gnugo_py.games.types import UserError
from gnugo_py.record.sgf_parser import is_complete_sgf
from gnugo_py.record.sgf_reader import game_summaries, parse_game, read_game
from gnugo_py.record.tree import Tree
from tests.support.boards import all_warnings
from tests.support.paths import file_with
from tests.support.program import run

MOVES = ["qd", "dd", "pq", "dp", "fq", "cn", "jq", "qo", "qn", "ro", "", "pn"]
PLAIN = "(;SZ[19]{}{})"
KINDS = ("gib", "ngf", "ugi")


def sgf(root: str = "", moves: list[str] = MOVES, first: str = "B") -> Tree:
    colors = "BW" if first == "B" else "WB"
    line = "".join(f";{colors[number % 2]}[{move}]" for number, move in enumerate(moves))
    return parse_game(PLAIN.format(root, line))


def gib(moves: list[str] = MOVES, handicap: int = 0, result: str = "4", size: int = 19) -> str:
    """Return a record as Tygem writes it; White begins if there is a handicap."""
    lines = [
        r"\HS",
        r"\[GIBOKIND=Global\]",
        r"\[GAMEWHITENAME=Ondine (3K)\]",
        r"\[GAMEBLACKNAME=Perle d'eau (1D)\]",
        rf"\[GAMEINFOMAIN=GBKIND:3,GRLT:{result},ZIPSU:35,GONGJE:65,LINE:{size},AUSZ:0\]",
        r"\[GAMEINFOSUB=GNAME:Rank,GDATE:2024- 3- 9-17-54-54,GPLC:Tygem Baduk,GCMT:\]",
        r"\[WUSERINFO=WID:ondine,WLV:15,WNICK:ondine\]",
        r"\[BUSERINFO=BID:perle,BLV:18,BNICK:perle\]",
        r"\HE",
        r"\GS",
        "2 1 0",
        f"INI 0 1 {handicap} &4 ",
    ]
    for number, move in enumerate(moves):
        color = (number + (handicap > 1)) % 2 + 1
        place = f"{ord(move[0]) - 97} {ord(move[1]) - 97} " if move else ""
        lines.append(f"STO 0 {number + 2} {color} {place}" if move else f"SKI 0 {number + 2}")
    return "\r\n".join([*lines, "\\GE\r\n"])


def ngf(moves: list[str] = MOVES, handicap: int = 0, result: str = "White wins by  resign!") -> str:
    """Return a record as wBaduk writes it; White begins if there is a handicap."""
    head = ["Rated game", "19", "Ondine       3K*", "Perle d'eau  1D*", "www.cyberoro.com"]
    head += [str(handicap), "0", "6", "20240309 [17:54]", "10", result, str(len(moves))]
    lines = []
    for number, move in enumerate(moves):
        column, row = (chr(ord(letter.upper()) + 1) for letter in move) if move else ("A", "A")
        count = "A" + chr(ord("B") + number)
        lines.append(f"PM{count}{'BW'[(number + (handicap > 1)) % 2]}{column}{row}{row}{column}")
    return "\r\n".join([*head, *lines, ""])


def ugi(moves: list[str] = MOVES, result: str = "W,C", review: str = "", stones: tuple[str, ...] = ()) -> str:
    """Return a record as Pandanet writes it, with rows counted from below."""

    def vertex(point: str) -> str:
        return point[0].upper() + chr(ord("A") + 18 - (ord(point[1]) - 97)) if point else "YA"

    lines = [f"{vertex(point)},B1,0,0" for point in stones]
    for number, move in enumerate(moves, 1):
        lines.append(f"{vertex(move)},{'WB'[(number + bool(stones)) % 2]}1,{number},0")
    head = f"""[Header]
Ver=REVIEW1,200
Lang=SJIS
Title=2024,Spring cup,round 2
Place=PANDA-NET
Date=2024/03/09,17:54:00,2024/03/09,18:16:59
Rule=JPN
Size=19
Hdcp={len(stones)},6.50
Winner={result}
CoordinateType=IGS
PlayerB=Perle d'eau,1d,,
PlayerW=Ondine,3k,,
[Data]
"""
    return head + "\n".join(lines) + "\n" + review


WRITERS: dict[str, Callable[..., str]] = {"gib": gib, "ngf": ngf, "ugi": ugi}


def boards(tree: Tree) -> list[object]:
    return [(position.cells(), position.to_move) for position in tree.positions()]


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_has_the_positions_of_the_same_game_in_sgf(kind: str) -> None:
    assert boards(parse_game(WRITERS[kind]())) == boards(sgf())


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_has_names_ranks_komi_date_and_result(kind: str) -> None:
    tree = parse_game(WRITERS[kind]())
    known = {name: tree.root.value(name) for name in ("PB", "PW", "BR", "WR", "DT", "RE")}
    expected = {"PB": "Perle d'eau", "PW": "Ondine", "BR": "1d", "WR": "3k", "DT": "2024-03-09", "RE": "W+R"}
    assert known == expected
    assert tree.options["komi"] == 6.5


@pytest.mark.parametrize("handicap", [2, 3, 6, 9])
@pytest.mark.parametrize("kind", ["gib", "ngf"])
def test_handicap_stones_are_on_the_customary_points(kind: str, handicap: int) -> None:
    tree = parse_game(WRITERS[kind](MOVES[4:], handicap=handicap))
    points = {2: "[pd][dp]", 3: "[pd][dp][dd]", 6: "[pd][dp][dd][pp][dj][pj]"}
    points[9] = points[6] + "[jd][jp][jj]"
    assert boards(tree) == boards(sgf(f"AB{points[handicap]}", MOVES[4:], "W"))


def test_handicap_stones_of_pandanet_are_where_the_file_has_them() -> None:
    tree = parse_game(ugi(MOVES[4:], stones=("pd", "dp", "cc")))
    assert boards(tree) == boards(sgf("AB[pd][dp][cc]", MOVES[4:], "W"))


@pytest.mark.parametrize(
    ("content", "result"),
    [
        (gib(result="0"), "B+3.5"),
        (gib(result="7"), "B+T"),
        (gib(result="255"), ""),
        (ngf(result="Black wins by 16.5 points! >> White(66):Black(89)"), "B+16.5"),
        (ngf(result="White loses on time"), "B+T"),
        (ngf(result="250수 흑7집승"), "B+7"),
        (ngf(result="黒中押し勝ち!"), "B+R"),
        (ngf(result="Progressing!"), ""),
        (ugi(result="B,7.50"), "B+7.50"),
        (ugi(result="B,T"), "B+T"),
        (ugi(result=""), ""),
    ],
)
def test_results_are_read(content: str, result: str) -> None:
    assert parse_game(content).root.value("RE") == result


@pytest.mark.parametrize(
    ("level", "rank"), [("3", "15k"), ("17", "1k"), ("20", "3d"), ("35", "9p"), ("x", "")]
)
def test_ranks_of_tygem_are_levels(level: str, rank: str) -> None:
    assert parse_game(gib().replace("BLV:18", f"BLV:{level}")).root.value("BR") == rank


def test_the_comments_and_variations_of_a_review_are_read() -> None:
    nodes = (
        "NODE,1,0,0,0\nNODE,2,1,17,16\n  VARIATION,\n    NODE,4,2,3,16\n    NODE,5,1,4,4\n  VARIATIONEND,\n"
    )
    review = (
        f"[ReviewNode]\n{nodes}NODE,3,2,4,16\n[ReviewComment]\n.Comment,2\nGood.\n.Comment,5\nTwo\nlines.\n"
    )
    tree = parse_game(ugi(review=review))
    first = tree.root.children[0]
    assert [child.move_text for child in first.children] == ["D16", "C16"]
    assert first.children[1].children[0].move_text == "D4"
    assert (first.comment, first.children[1].children[0].comment) == ("Good.", "Two\nlines.")


@pytest.mark.parametrize(
    ("codec", "name"), [("euc_kr", "홍성지"), ("gb18030", "朴承华"), ("cp932", "江維傑")]
)
def test_the_encoding_of_names_is_guessed(codec: str, name: str) -> None:
    content = gib().replace("Ondine", name).replace("Rank", f"{name} {name}").encode(codec)
    assert parse_game(content).root.value("PW") == name


def test_an_encoding_can_be_named() -> None:
    content = ngf().replace("Ondine", "朴承华").encode("gb18030")
    assert parse_game(content, encoding="gb18030").root.value("PW") == "朴承华"


def test_the_older_header_of_ngf_is_read() -> None:
    moves = [line for line in ngf().splitlines() if line.startswith("PM")]
    head = ["Cup", "Ondine 3K", "Perle 1D", "", "", "2006-9-5", "19", "0", "0", "6", str(len(moves))]
    tree = parse_game("\n".join([*(f"GI{line}" for line in head), *moves, "GI1", "IDB[12] x[EndTxt]"]))
    assert boards(tree) == boards(sgf())
    assert (tree.root.value("PB"), tree.root.value("DT"), tree.options["komi"]) == (
        "Perle",
        "2006-09-05",
        6.5,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_is_cut_off_is_read_up_to_there_with_a_warning(kind: str) -> None:
    content = WRITERS[kind]()
    cut = content[: content.rindex("B") if kind == "ngf" else len(content) - 9]
    tree = parse_game(cut + ("X" if kind == "ugi" else ""))
    assert 0 < tree.end.number < len(MOVES)
    if kind != "ugi":  # nothing in that format says where a record ends
        assert "damaged or incomplete" in " ".join(all_warnings(tree))


def test_a_damaged_move_is_not_left_out_silently() -> None:
    tree = parse_game(ugi().replace(",B1,3,", ",X1,3,"))
    assert tree.end.number == 2
    assert "damaged or incomplete" in " ".join(all_warnings(tree))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (gib([]), "this is a GIB file that is damaged"),
        ("\\HS\n\\[GAMENAME=x\\]\nSTO 0 2 1 19 3\n", "this is a GIB file that is damaged: .* line 3"),
        (ngf([]), "this is an NGF file that is damaged"),
        (ngf().replace("PMABBRE", "PMABBZZ"), "this is an NGF file that is damaged: .* line 13"),
        (ugi([]), "this is a UGF file that is damaged"),
        (gib(size=77), "this is a GIB file that is damaged"),
        ("<!DOCTYPE html><html>STO</html>", "this is a web page"),
        ("PK\x03\x04 game.sgf", "this is a ZIP archive"),
        ("%PDF-1.7", "this is a PDF document"),
    ],
)
def test_a_refusal_names_the_kind_of_file(content: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        parse_game(content.encode())


@pytest.mark.parametrize("kind", KINDS)
def test_random_damage_is_refused_or_read_quickly(kind: str) -> None:
    source = random.Random(kind)
    original = WRITERS[kind]().encode()
    began = time.process_time()
    for _ in range(200):
        damaged = bytearray(original)
        for _ in range(source.randint(1, 12)):
            at = source.randrange(len(damaged))
            damaged[at : at + source.randint(0, 9)] = source.randbytes(source.randint(0, 3))
        with suppress(UserError):
            tree = parse_game(bytes(damaged))
            _ = tree.end, all_warnings(tree)
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    "content",
    [
        "\\HS\n" + "\\[A=" * 200_000,
        "\\HS\n" + "STO 0 2 1 3 3\n" * 100_000,
        "PM" * 400_000,
        "\n" * 400_000,
        "[Header]\nSize=19\n[Data]\n[ReviewNode]\n" + "VARIATION,\n" * 100_000,
        "[Header]\n[Data]\nQP,B1,1,0\n[ReviewComment]\n" + ".Comment,1\n" * 100_000,
    ],
)
def test_a_hostile_record_takes_little_time(content: str) -> None:
    began = time.process_time()
    with suppress(UserError):
        parse_game(content.encode())
    assert time.process_time() - began < 5


def test_a_record_is_no_sgf_file_that_a_result_could_replace(tmp_path: Path) -> None:
    file, game = tmp_path / "game.gib", tmp_path / "game.sgf"
    file.write_text(gib())
    game.write_bytes(sgf().write())
    assert not is_complete_sgf(gib().encode())
    done = run("analyze", str(game), "--sgf", str(file))
    assert done.returncode == 2
    assert "not an SGF file" in done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_the_commands_read_a_record(kind: str, tmp_path: Path) -> None:
    file = file_with(tmp_path / f"game.{kind}", WRITERS[kind]())
    done = run("diagram", str(file))
    assert done.returncode == 0
    assert sgf().end.position.diagram().rows[2].replace("-", " -").split()[0] in done.stdout
    assert "is read but not written" in done.stderr


def test_changes_of_a_record_are_saved_beside_it_as_sgf(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.ngf", ngf().encode())
    done = run("review", "--plain", str(file), typed="end\nE5\nsave\nquit\n")
    assert "game.ngf is left as it is. This is an NGF file" in done.stdout
    assert file.read_bytes() == ngf().encode()
    (saved,) = tmp_path.glob("game*.sgf")
    assert read_game(saved).end.move_text == "E5"


def test_a_record_is_listed_like_a_game_in_sgf() -> None:
    assert game_summaries(gib().encode()) == ["Perle d'eau - Ondine, Rank, 2024-03-09, W+R"]
