"""Tests of `gnugo-py review` in plain mode and on a screen."""

import re
import shutil
from pathlib import Path

import pytest

from gnugo_py.record.sgf_grammar import SgfError
from gnugo_py.record.sgf_reader import parse_game
from tests.support.paths import DATA, file_with
from tests.support.program import output_of, run

GAME = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]RE[B+R]GN[A test];B[ee];W[cc]C[A corner.
And more.](;B[gc];W[gg]LB[cg:A][gc:1];B[cg])(;B[cg]N[other way];W[gc](;B[gg])(;B[aa];W[ii];B[ih];W[hi];B[gi]
;W[ia];B[ig];W[fi])))"""


def reviewed(file: Path | str, *lines: str, saves: Path | None = None) -> str:
    """Return the output of a review for some lines."""
    words = ("--saves", str(saves)) if saves else ()
    return output_of("review", "--plain", str(file), *words, typed="".join(f"{line}\n" for line in lines))


def places(output: str) -> list[str]:
    """Return the move number after each line."""
    return re.findall(r"^move (\d+ of \d+)(?::|$|(?= \())", output, re.MULTILINE)


def test_variations_are_reported_entered_and_left(file: Path) -> None:
    output = reviewed(
        file, "goto 2", "variation 2", "next", "variation 2", "end", "start", "end", "variation previous"
    )
    assert "2 variations: 1 G7, 2 C3; type variation N to enter one." in output
    assert "move 3 of 5: Black C3 (variation 2 of 2)" in output
    assert "other way" in output
    assert places(output)[-3:] == ["12 of 12", "0 of 12", "12 of 12"]
    assert output.rstrip().splitlines()[-3] == "there is no other variation of this move."


def test_a_variation_is_entered_from_another_one_of_the_same_move(file: Path) -> None:
    output = reviewed(file, "goto 2", "variation 2", "variation 1", "variation 3")
    assert re.findall(r"^move 3 of \d+: (.*)$", output, re.MULTILINE) == [
        "Black C3 (variation 2 of 2)",
        "Black G7 (variation 1 of 2)",
    ]
    assert "type variation N with a number from 1 to 2." in output


def test_comments_and_marks_are_shown(file: Path) -> None:
    output = reviewed(file, "next 2", "next 2")
    assert "A corner.\nAnd more.\n" in output
    assert re.search(r"^3 - - A - - - O - - 3$", output, re.MULTILINE)


def test_next_and_back_can_search_for_captures_and_comments(tmp_path: Path) -> None:
    file = file_with(tmp_path / "capture.sgf", "(;GM[1]SZ[9];B[ba];W[aa]C[bold];B[ab];W[ee];B[ef])")
    output = reviewed(file, "next capture", "next capture", "back comment", "end", "back capture")
    assert places(output) == ["0 of 5", "3 of 5", "2 of 5", "5 of 5", "3 of 5"]
    assert "there is nothing more in that direction." in output


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("next 0", "next and back take a"),
        ("next -1", "next and back take a"),
        ("goto 99", "type goto N with a move number from 0 to 5"),
        ("goto", "type goto N with a"),
        ("variation", "there are no variations"),
        ("back", "there is nothing more in that"),
        ("hint 10", "a level from 1 to 9"),
        ("why", "this is the start"),
        ("quit now", "quit takes no argument"),
        ("undo", "'undo' is not a review command; type help for a list"),
        ("2", "'2' is not a review command; type variation 2 or goto 2"),
        ("q16", "illegal move ! Q16 is off the board"),
        ("delete", "this is the start of the game; delete removes a move"),
        ("promote", "this is the main line already"),
        ("candidates", "type candidates on or candidates off"),
        ("comment", "there is no comment to remove here; type comment TEXT"),
        ("reply 10", "type reply, or reply LEVEL with a level from 1 to 9"),
        ("save", "nothing has changed; type save NAME for a copy"),
        ("save ../out", "a name consists of up to 63"),
        ("\x1b[2J", "is not a review command"),
    ],
)
def test_an_impossible_command_is_refused_with_the_reason(file: Path, line: str, refusal: str) -> None:
    assert refusal in reviewed(file, line, saves=file.parent / "saves")


@pytest.mark.slow
def test_why_hint_and_score_work_anywhere(file: Path) -> None:
    output = reviewed(file, "next", "why", "hint", "hint 1", "score", "next", "why")
    assert "gnugo-py level 9 would have played" in output
    assert "gnugo-py level 9 would play" in output
    assert "gnugo-py level 1 would play" in output
    assert re.search(LEAD, output)
    assert output.count("A corner.") == 2


@pytest.mark.slow
def test_candidates_are_shown_on_the_board(file: Path) -> None:
    output = reviewed(file, "next", "show candidates", "show", "show me")
    assert "The moves that gnugo-py level 9 compares for White:" in output
    assert re.search(r"^[A-J]\d +0\.0 +\d+ +\d+ % +[A-J]\d", output, re.MULTILINE)
    assert re.search(r"^\d .* 0 ", output, re.MULTILINE)
    assert output.count("type show candidates.") == 2


@pytest.mark.slow
def test_hex_reviews_show_candidates_and_refuse_commands_for_go(tmp_path: Path) -> None:
    file = file_with(tmp_path / "hex.sgf", "(;GM[11]SZ[4];B[b2];W[c2])")
    output = reviewed(file, "end", "show candidates", "help", "mistakes", "train", "")
    assert re.search(r"^A [a-d][1-4]: wins \d+ %", output, re.MULTILINE)
    assert re.search(r"^B [a-d][1-4]: wins \d+ %", output, re.MULTILINE)
    assert "list the moves that lost the most" not in output
    assert "the command mistakes is not available in Hex." in output
    assert "the command train is not available in Hex." in output


@pytest.mark.large_network
def test_return_goes_through_the_listed_mistakes_from_any_node(tmp_path: Path) -> None:
    """Black plays on the edge twice, White once."""
    file = file_with(tmp_path / "edge.sgf", "(;GM[1]SZ[9]KM[6.5];B[ee];W[gc];B[aa];W[ai];B[ia];W[gg])")
    output = reviewed(file, "end", "mistakes", "", "", "", "next mistake")
    assert re.search(r"^3 black A9: \d+\.\d points, better ", output, re.MULTILINE)
    assert re.findall(r"^move (\d) of 6: ", output, re.MULTILINE)[-3:] == ["2", "3", "4"]
    assert "there is no mistake to look at after this move" in output


def test_return_goes_through_the_listed_mistakes_after_reading_the_board(tmp_path: Path) -> None:
    file = file_with(tmp_path / "edge.sgf", "(;GM[1]SZ[9]KM[6.5];B[ee];W[gc];B[aa];W[cg];B[ia];W[gg])")
    output = reviewed(file, "end", "mistakes", "chains", "")
    assert re.findall(r"^move (\d) of 6: ", output, re.MULTILINE)[-1] == "2"


def test_the_graph_shows_the_lead_and_on_request_the_win_rate(file: Path) -> None:
    output = reviewed(file, "graph", "graph win rate", "graph nonsense")
    assert re.search(r"^Black's lead in points\n +B\+\d+ ", output, re.MULTILINE)
    assert re.search(r"^Black's win rate\n *100 % ", output, re.MULTILINE)
    assert "graph takes points or win rate." in output


def test_play_starts_a_new_game_from_the_current_node(file: Path, tmp_path: Path) -> None:
    saves, before = tmp_path / "saves", file.read_bytes()
    output = reviewed(file, "next 2", "play", "e3", "quit", saves=saves)
    assert "my move: " in output
    assert file.read_bytes() == before
    (saved,) = saves.glob("*.sgf")
    assert re.search(rb";B\[ee\]\s*;W\[cc\].*?;B\[eg\]", saved.read_bytes(), re.DOTALL)
    assert run("--resume", "--plain", "--saves", str(saves), typed="quit\n").returncode == 0


def test_save_keeps_every_variation(file: Path, tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    assert "Saved as" in reviewed(file, "next", "save copy", "save copy", saves=saves)
    assert (saves / "copy.sgf").read_text() == GAME
    assert "move 0 of 5" in reviewed("copy", "quit", saves=saves)


def test_it_reads_the_standard_input(file: Path) -> None:
    shown = output_of("review", "--plain", "-", typed=GAME)
    assert "move 0 of 5" in shown


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("missing.sgf", None),
        ("empty.sgf", b""),
        ("noise.sgf", b"\xff\x00abc"),
        ("chess.sgf", b"(;GM[3];B[aa])"),
    ],
)
def test_a_file_without_a_game_is_refused_in_one_line(
    name: str, content: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    done = run("review", str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert str(path) in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_can_be_reviewed_while_it_is_played(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--color", "black", "--seed", "5", "--plain")
    typed = "e5\ng3\nreview\nstart\nnext\nwhy\nquit\nc3\nquit\n"
    output = run("play", *words, "--saves", str(tmp_path), typed=typed).stdout
    assert places(output) == ["4 of 4", "0 of 4", "1 of 4"]
    assert "Back to the game." in output
    (saved,) = tmp_path.glob("*.sgf")
    assert saved.read_text().count(";B[") == 3


def test_a_hex_game_can_be_reviewed(tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "hex.sgf", "(;GM[11]SZ[5]PB[a]PW[b];B[c2];W[swap-pieces];B[d4](;W[a1])(;W[b2]))"
    )
    output = reviewed(file, "end", "back", "variation 2", "hint 1", "score", "graph")
    assert "move 4 of 4: White b2 (variation 2 of 2)" in output
    assert "Black's win rate\n" in output


STRANGERS = sorted(DATA.rglob("*.sgf"))


@pytest.mark.parametrize("path", STRANGERS, ids=[path.name for path in STRANGERS])
def test_files_of_other_programs_can_be_reviewed_to_the_end(path: Path) -> None:
    try:
        parse_game(path.read_bytes())
    except SgfError:
        assert run("review", "--plain", str(path)).returncode == 2
        return
    typed = "end\nstart\nnext 3\nvariation 2\nscore\nnext comment\nquit\n"
    shown = output_of("review", "--plain", "--number", "1", str(path), typed=typed)
    output = shown
    assert places(output)[0].startswith("0 of ")
    assert "Traceback" not in output


def test_next_variation_goes_where_there_are_variations(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;SZ[9];B[aa];W[bb](;B[cc];W[dd](;B[ee])(;B[ff]))(;B[gg]))")
    shown = places(reviewed(file, "next variation", "next variation", "next variation", "back variation"))
    assert [each[:6] for each in shown] == ["0 of 5", "2 of 5", "4 of 5", "2 of 5"]


def test_text_from_a_file_is_sanitized_for_the_terminal(tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "evil.sgf",
        "(;GM[1]SZ[9]PB[\x1b\\]0;x\x07]GN[a\x1b[2Jb];B[ee]C[\x1b[31mred\x9b]N[\u202egnp]LB[aa:\x1b])",
    )
    output = reviewed(file, "next")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", output)


def test_a_saved_game_can_be_reviewed_by_name(tmp_path: Path, file: Path) -> None:
    shutil.copy(file, tmp_path / "mine.sgf")
    assert "Ann" in reviewed("mine", "quit", saves=tmp_path)


def test_a_line_that_goes_on_after_the_end_of_the_game_is_reported(tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "won.sgf",
        "(;GM[11]SZ[5];B[b1];W[a1];B[b2];W[a2];B[b3];W[a3];B[b4];W[a4];B[b5];W[c1];B[c2])",
    )
    output = reviewed(file, "end", "next", "quit")
    assert "move 10: the game is already over" in output
    assert places(output)[-1] == "9 of 11"


def test_a_node_with_moves_of_both_colors_is_shown_as_two(tmp_path: Path) -> None:
    file = file_with(tmp_path / "two.sgf", "(;GM[1]SZ[9];B[ee]W[cc];B[gg]W[cg])")
    assert places(reviewed(file, "goto 3", "goto 1", "goto 5"))[1:] == ["3 of 4", "1 of 4"]


@pytest.mark.slow
def test_a_long_comment_is_shortened_and_why_shows_all(tmp_path: Path) -> None:
    file = tmp_path / "long.sgf"
    comment = "word word\n" * 200 + "word end"
    file.write_text(f"(;GM[1]SZ[9]C[{comment}];B[ee])")
    output = reviewed(file, "next", "why", "back", "why")
    assert output.split("why", 1)[0].count("word") < 100
    assert "word end" in output


@pytest.mark.parametrize("label", ["\u6f22", "\u0301", "\x1b", "\U0001f600"])
def test_a_label_of_unusual_width_does_not_shift_the_board(label: str, tmp_path: Path) -> None:
    file = file_with(tmp_path / "label.sgf", f"(;GM[1]SZ[9]LB[aa:{label}])")
    assert re.search(r"^9 \S( -){8} 9$", reviewed(file, "quit"), re.MULTILINE)


def test_a_copy_under_the_name_of_the_running_game_is_refused(tmp_path: Path) -> None:
    words = ("--size", "9", "--handicap", "0", "--opponent", "human", "--plain", "--saves", str(tmp_path))
    output = run("play", *words, typed="e5\nsave kk\nreview\nsave kk\nquit\nquit\n").stdout
    assert "Not saved: a saved game named 'kk' already exists; choose another name." in output


def test_a_long_comment_of_several_lines_is_shown_as_lines(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;SZ[9];B[ee]C[" + "One line of it.\n" * 30 + "])")
    shown = run("review", str(file), "--plain", typed="next\nquit\n").stdout
    assert shown.count("\nOne line of it.") >= 15
    assert "\\n" not in shown


def test_the_graph_stops_before_an_impossible_move(tmp_path: Path) -> None:
    """The move `B[rs]` on 9x9 is from a test file of another program."""
    file = file_with(tmp_path / "bad.sgf", "(;GM[1]SZ[9];B[ee];W[cc];B[rs];W[gg])")
    output = reviewed(file, "graph", "mistakes", "end", "quit")
    assert "Black's lead in points" in output
    assert "'rs' is not a point on a 9x9 board" in output
    assert "internal error" not in output


LEAD = r"(Black|White) leads by about (\d+\.\d) points \(\u00b1 \d+\), (Black|White)'s win rate \d+ %\."


def lead(output: str) -> float:
    """Return Black's lead in the last estimate."""
    color, points, _ = re.findall(LEAD, output)[-1]
    return float(points) * (1 if color == "Black" else -1)


@pytest.mark.large_network
def test_a_review_estimates_with_the_komi_of_its_file(tmp_path: Path) -> None:
    file = file_with(tmp_path / "komi.sgf", "(;GM[1]SZ[9]KM[27.5]RU[Japanese];B[ee])")
    other = file_with(tmp_path / "other.sgf", "(;GM[1]SZ[9]KM[7.5]RU[Japanese];B[ee])")
    komi, even = (lead(reviewed(each, "end", "score", "quit")) for each in (file, other))
    assert komi < even - 10


def test_a_new_game_may_follow_a_review(file: Path, tmp_path: Path) -> None:
    lines = ("goto 3", "play", "new", "size 9", "classic", "black", "", "e5", "quit")
    assert "move 2: O" in reviewed(file, *lines, saves=tmp_path)


def test_the_summary_and_the_list_of_mistakes_use_the_same_move_numbers(tmp_path: Path) -> None:
    """A setup in the middle of a game has a number, but is no move."""
    file = file_with(tmp_path / "game.sgf", GAME.replace(";B[gc];W[gg]", ";AB[ia]AW[ib];B[gc];W[aa]"))
    output = reviewed(file, "mistakes", "quit")
    listed = re.findall(r"^(\d+) white [A-J]\d: [\d.]+ points", output, re.MULTILINE)
    (summary,) = re.findall(r"White: moves to look at: ([^.]+)", output)
    assert re.findall(r"\d+", summary) == listed
