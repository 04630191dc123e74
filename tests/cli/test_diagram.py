"""Tests of `gnugo-py diagram` and of numbered moves: text, pictures and web pages of positions."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.test_review import places, reviewed
from tests.support.paths import DATA, file_with
from tests.support.program import output_of, run

GAME = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob <b>]RE[B+R]C[</script><script>alert(1)</script>];B[ee]V[0.5]
;W[cc]LB[gg:A]TR[ee]V[-2.0];B[gc]V[3.5](;W[cg])(;W[gg]))"""


def test_text_is_the_default_and_shows_the_marks_of_the_file(file: Path) -> None:
    shown = output_of("diagram", str(file), "--move", "2")
    assert "5 - - - - ^ - - - - 5" in shown
    assert "3 - - + - - - A - - 3" in shown
    assert "7 - - O" in run("diagram", str(file), "--text").stdout


def test_the_diagram_of_a_truncated_file_comes_with_a_warning(tmp_path: Path) -> None:
    file = file_with(tmp_path / "truncated.sgf", "(;GM[1]SZ[9]KM[0];B[ee];W[c")
    done = run("diagram", str(file))
    assert (done.returncode, "- - - - X - - - -" in done.stdout) == (0, True)
    shown = "The file is damaged or incomplete; only the part before the damage is read."
    assert done.stderr.splitlines() == [f"gnugo-py: {file}: {shown}"]


def test_numbers_of_two_digits_are_listed_below_the_text(tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "long.sgf",
        "(;GM[1]SZ[9]KM[0]"
        + "".join(f";{'BW'[n % 2]}[{'abcdefghi'[n % 9]}{'abc'[n // 9]}]" for n in range(12))
        + ")",
    )
    done = run("diagram", str(file), "--numbers", "4")
    assert "12 C8; 11 B8; 10 A8" in done.stdout
    assert " 9 9\n" in done.stdout


def test_a_picture_has_a_circle_for_each_stone_and_the_number_of_the_last_move(file: Path) -> None:
    svg = run("diagram", str(file), "--svg", "-").stdout
    root = ElementTree.fromstring(svg)
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 4
    assert ">4<" in svg
    assert "Ann - Bob &lt;b&gt;, move 4" in svg
    assert {">2<", ">3<", ">4<"} <= set(
        re.findall(r">\d<", run("diagram", str(file), "--svg", "-", "--numbers", "3").stdout)
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--move", "9"), "the game has 4 moves; use a number from 0 to 4"),
        (("--text", "--svg", "-"), "cannot be combined"),
        (("--html", "-", "--move", "1"), "omit --move"),
        (("--svg", "no/such/folder.svg"), "no such folder"),
        (("--number", "7"), "7"),
    ],
)
def test_an_impossible_diagram_is_refused_in_one_line(
    file: Path, words: tuple[str, ...], reason: str
) -> None:
    done = run("diagram", str(file), *words)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert reason in done.stderr


def test_standard_input_and_other_games_are_drawn(tmp_path: Path) -> None:
    done = run("diagram", "-", "--svg", "-", typed="(;GM[11]SZ[5];B[a1];W[b2])")
    assert done.stdout.count("<polygon") == 25
    assert done.stdout.count("<circle") == 2


def test_the_word_diagram_writes_a_picture_in_a_game_and_in_a_review(file: Path, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    played = run(
        *("--plain", "--size", "9", "--handicap", "0", "--color", "black", "--saves", str(saves)),
        typed="diagram\ne5\ndiagram mine\ndiagram .x\nquit\n",
    )
    assert "diagram needs a name" in played.stdout
    assert (saves / "mine.svg").read_text().count("<circle") == 2
    assert played.stdout.count("Not written") == 1
    assert not (saves / ".x.svg").exists()
    run("review", str(file), "--plain", "--saves", str(saves), typed="end\ndiagram mine\nquit\n")
    assert (saves / "mine.svg").read_text().count("<circle") == 4


@pytest.mark.parametrize("line", ["diagram d2.html", "html d2", "html d2.html"])
@pytest.mark.parametrize("command", ["play", "review"])
def test_a_name_in_html_is_a_web_page_of_the_game(
    command: str, line: str, file: Path, tmp_path: Path
) -> None:
    saves = tmp_path / "saves"
    words = ("--load", str(file)) if command == "play" else (str(file),)
    done = run(command, "--plain", "--saves", str(saves), *words, typed=f"{line}\nquit\n")
    assert f"Written: {saves / 'd2.html'}." in done.stdout
    assert (saves / "d2.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_a_typed_path_is_taken_as_typed(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typed = f"diagram ./one\nhtml {tmp_path / 'two.html'}\ndiagram no/three\nquit\n"
    done = run("review", str(file), "--plain", "--saves", str(tmp_path / "saves"), typed=typed)
    assert (tmp_path / "one.svg").exists()
    assert (tmp_path / "two.html").exists()
    assert "no such folder; create the folder, or use another one" in done.stdout
    assert not (tmp_path / "saves").exists()


def test_a_picture_or_a_page_replaces_only_its_kind(file: Path, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    (saves / "mine.html").write_text("<p>mine</p>")
    (saves / "mine.svg").write_text("my notes")
    typed = "html mine\ndiagram mine\nhtml new\nhtml new\nquit\n"
    done = run("review", str(file), "--plain", "--saves", str(saves), typed=typed)
    assert done.stdout.count("Not written: ") == 2
    assert "mine.html: the file already exists and is not a web page by this program" in done.stdout
    assert done.stdout.count("Written: ") == 2
    assert (saves / "mine.html").read_text() == "<p>mine</p>"
    assert (saves / "mine.svg").read_text() == "my notes"


def test_a_file_of_the_original_program_is_named_with_a_remedy() -> None:
    done = run("diagram", str(DATA / "gnugo.dat"))
    assert done.returncode == 2
    assert "this is a gnugo.dat of GNU Go 1.1, not an SGF file; play it with gnugo-py --load" in done.stderr


CAPTURES = "(;SZ[9];B[ba];W[aa];B[ab];W[ee];B[ef];W[aa];B[];W[ia];B[ha];W[gg];B[ib])"
"""A9 is captured, and another stone is played there; J9 is captured."""


@pytest.fixture
def captures(tmp_path: Path) -> Path:
    return file_with(tmp_path / "game.sgf", CAPTURES.replace(";W[aa];B[]", ";W[dd];B[aa]"))


def test_captured_stones_are_named_below_the_board(captures: Path) -> None:
    text = run("diagram", str(captures), "--numbers", "11").stdout
    assert "\n2 at 7, 8 at J9\n" in text
    assert re.search(r"^9 7 1 - - - - - 9 - 9$", text, re.MULTILINE)
    picture = run("diagram", str(captures), "--numbers", "11", "--svg", "-").stdout
    assert ">2 at 7, 8 at J9</text>" in picture
    assert 'viewBox="0 0 334 356"' in picture, "the picture has room for the line"
    assert "at J9" not in run("diagram", str(captures), "--numbers", "3").stdout


def test_a_review_numbers_the_last_moves(captures: Path) -> None:
    output = reviewed(captures, "end", "numbers 11", "back", "numbers 0", "numbers x")
    assert output.count("2 at 7, 8 at J9") == 1
    assert re.search(r"^9 7 1 - - - - - 9 8 9$", output, re.MULTILINE)
    assert "\n2 at 7\n" in output
    assert output.count("2 at 7") == 2
    assert "type numbers N with a whole number" in output


def test_find_goes_to_the_next_move_at_a_point_and_then_to_the_first(captures: Path) -> None:
    output = reviewed(captures, "find a9", "find a9", "find a9", "find c3", "find k9", "find")
    assert places(output) == ["0 of 11", "2 of 11", "7 of 11", "2 of 11"]
    assert "no move of this line is at C3." in output
    assert "type find and a point" in output
