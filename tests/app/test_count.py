"""Tests of the count: from the end of play to the result, and resuming a count that was left."""

import re
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from gnugo_py.engines.judge import dead_stones
from gnugo_py.games.position import Position
from tests.support.gtp_engines import command
from tests.support.plain_game import board, play, reply, sgf_of
from tests.support.program import output_of, run
from tests.support.screen import Screen, begun

COUNT = "Count the game (y or n, or play to continue playing)?"
DEAD = "Dead stone to remove (stop when done, play to continue playing):"
CHAIN = "Dead chain to change ({} when done, play to continue playing):"
FILL = "Neutral point to fill for {} (stop when done, play to continue playing):"
JUDGED = "The program considers these stones dead: C1."
WHAT_TO_TYPE = "None is removed yet. Type each of them that you agree is dead, then stop."

WALLS = """
- - - - -
X X X X X
O - - - -
O O O O O
- - X - -
"""
"""Black owns the top; White owns the bottom, with one black stone in it."""


WALL_WITH_GAPS = """
- - - - -
X X X X X
X X O - -
O O O O O
- - - - -
"""
"""Neither player owns D3 and E3."""


def counted(tmp_path: Path, *words: str) -> Screen:
    """Return the screen of a game whose count has begun."""
    screen = begun(tmp_path / "saves", *words)
    screen.enter("stop\r", re.escape(CHAIN.format("Return")))
    return screen


@pytest.fixture
def walls(tmp_path: Path) -> tuple[str, ...]:
    """The options of a game of two people that begins with `WALLS`."""
    (tmp_path / "walls.sgf").write_text(sgf_of(WALLS))
    return ("--load", str(tmp_path / "walls.sgf"), "--opponent", "human")


@pytest.fixture
def walls_of_1989(walls: tuple[str, ...]) -> tuple[str, ...]:
    """The same by the rules of GNU Go 1.1, whose count proposes nothing."""
    return (*walls, "--rules", "gnugo-1.1")


@pytest.fixture
def saved(a_person_of_its_own: Path) -> Path:
    """The folder of the saved games."""
    return a_person_of_its_own / "saves"


def progress(saves: Path) -> str:
    """Return the progress of the count in the file of the only saved game."""
    (file,) = saves.glob("*.sgf")
    found = re.search(r'"settling": (\{.*?\})', file.read_text())
    return "" if found is None else found[1].replace("\\", "")


def test_a_stopped_game_is_saved_and_may_be_counted(walls: tuple[str, ...], saved: Path) -> None:
    assert reply("stop", words=walls) == [COUNT]
    assert progress(saved) == '{"proposed": null, "answers": []}'


def test_the_count_begins_with_the_stones_considered_dead(walls: tuple[str, ...], saved: Path) -> None:
    lines = reply("stop", "y", words=walls)
    assert board(lines)[:2] == ["5 b b b b b", "4 X X X X X"]
    assert lines[-3:] == [JUDGED, WHAT_TO_TYPE, DEAD]
    assert progress(saved) == '{"proposed": false, "answers": []}'


def test_a_chain_that_is_marked_dead_is_shown(walls: tuple[str, ...]) -> None:
    lines = reply("stop", "y", "c1", words=walls)
    assert board(lines)[-1] == "1 w w x w w"
    assert lines[-2:] == ["Dead stones: C1.", DEAD]


def test_the_count_of_1989_proposes_nothing(walls_of_1989: tuple[str, ...]) -> None:
    assert reply("stop", "y", words=walls_of_1989) == [DEAD]


def test_a_second_stop_counts_the_game(walls_of_1989: tuple[str, ...]) -> None:
    assert reply("stop", "stop", words=walls_of_1989) == [DEAD]


def test_on_a_screen_the_dead_chains_are_proposed_with_the_score_beside_them(
    walls: tuple[str, ...], tmp_path: Path
) -> None:
    screen = counted(tmp_path, *walls)
    shown = "\n".join(screen.read())
    assert "1 w w x w w" in shown
    assert "White wins by 7.5" in shown
    assert progress(tmp_path / "saves") == '{"proposed": true, "answers": []}'
    screen.enter("c1\r", "White wins by 1.5")
    screen.enter("help\r", "Type the point of a stone")


def test_return_on_a_screen_accepts_the_proposed_dead_stones_and_ends_the_count(tmp_path: Path) -> None:
    (tmp_path / "closed.sgf").write_text(sgf_of(WALL_WITH_GAPS.replace("O - -", "O O O")))
    screen = counted(tmp_path, "--load", str(tmp_path / "closed.sgf"), "--opponent", "human")
    screen.enter("\r", "(?s)White wins by 6.5.*Return: quit")


@pytest.mark.parametrize(
    ("rules", "use"),
    [
        ("japanese", "worth nothing"),
        ("chinese", "worth a point for each that is filled"),
        ("gnugo-1.1", "worth a point for each that is filled"),
    ],
)
def test_a_screen_explains_neutral_points_and_asks_for_them_until_they_are_filled(
    rules: str, use: str, tmp_path: Path
) -> None:
    (tmp_path / "dame.sgf").write_text(sgf_of(WALL_WITH_GAPS))
    screen = counted(tmp_path, "--load", str(tmp_path / "dame.sgf"), "--opponent", "human", "--rules", rules)
    shown = " ".join(screen.enter("\r", "Neutral point to fill for Black").split())
    assert f"Neutral, between the two colors: D3 E3; {use}." in shown
    screen.enter("d3\r", "Neutral point to fill for White")
    screen.enter("e3\r", "Return: quit")


def test_without_a_screen_the_neutral_points_are_named_below_the_board(tmp_path: Path) -> None:
    (tmp_path / "dame.sgf").write_text(sgf_of(WALL_WITH_GAPS))
    lines = reply("stop", "y", "stop", words=("--load", str(tmp_path / "dame.sgf"), "--opponent", "human"))
    assert board(lines)[2] == "3 X X O - -"
    assert lines[-2] == "Neutral, between the two colors: D3 E3; worth nothing. You may fill them in turn."


@pytest.fixture
def slow_judge(monkeypatch: pytest.MonkeyPatch) -> Event:
    """What lets the judgment of dead stones, which takes long, go on."""
    may_end = Event()

    def wait_and_judge(position: Position) -> int:
        may_end.wait(1.0)
        return dead_stones(position)

    monkeypatch.setattr("gnugo_py.app.modes.count.dead_stones", wait_and_judge)
    return may_end


def judging(tmp_path: Path, walls: tuple[str, ...]) -> Screen:
    """Return the screen of a stopped game whose dead stones are being judged."""
    screen = begun(tmp_path / "saves", *walls)
    screen.enter("stop\r", "^ *gnugo-py is thinking")
    return screen


def test_return_accepts_nothing_while_the_dead_stones_are_judged(
    walls: tuple[str, ...], slow_judge: Event, tmp_path: Path
) -> None:
    screen = judging(tmp_path, walls)
    screen.type("\r")
    slow_judge.set()
    assert "1 w w x w w" in screen.wait(re.escape(CHAIN.format("Return")))


def test_escape_while_the_dead_stones_are_judged_leaves_that_to_the_person(
    walls: tuple[str, ...], slow_judge: Event, tmp_path: Path
) -> None:
    screen = judging(tmp_path, walls)
    shown = screen.enter("\x1b", re.escape(CHAIN.format("Return")))
    slow_judge.set()
    shown = " ".join(shown.split())
    assert "No stones are marked as dead; mark them yourself." in shown
    assert "Choose a dead stone to mark its chain." in shown
    assert "probably dead" not in shown


@pytest.mark.parametrize("line", ["y", "YES", "n", "No"])
def test_yes_and_no_may_be_written_out(line: str, walls_of_1989: tuple[str, ...]) -> None:
    is_yes = line in ("y", "YES")
    assert (DEAD if is_yes else "your move?") in reply("stop", line, words=walls_of_1989)[-1]


def test_no_leads_back_to_the_game_and_stop_to_the_question(walls: tuple[str, ...], saved: Path) -> None:
    assert reply("stop", "n", words=walls)[0].startswith("The game is not counted. Type stop")
    assert progress(saved) == '{"proposed": null, "answers": []}'
    assert reply("stop", "n", "stop", words=walls)[-1] == COUNT


def test_after_no_a_game_without_passes_goes_on_with_a_move(walls: tuple[str, ...]) -> None:
    assert reply("stop", "n", words=walls)[0].endswith("a move to play on, or quit.")
    assert "move 1: X E5 " in "\n".join(reply("stop", "n", "e5", words=walls))


def test_dead_stones_are_named_and_neutral_points_filled_in_turn(
    walls_of_1989: tuple[str, ...], saved: Path
) -> None:
    assert reply("stop", "y", "c1", words=walls_of_1989) == [DEAD]
    assert reply("stop", "y", "c1", "stop", words=walls_of_1989) == [FILL.format("Black")]
    assert reply("stop", "y", "c1", "stop", "b3", words=walls_of_1989) == [FILL.format("White")]
    newest = max(saved.glob("*.sgf"), key=lambda file: file.stat().st_mtime_ns)
    assert '"settling": {"proposed": false, "answers": [26, null, 13\\]}' in newest.read_text()


@pytest.mark.parametrize("color", ["Black", "White"])
def test_the_person_fills_the_first_point(color: str, walls_of_1989: tuple[str, ...]) -> None:
    against = ("--opponent", command("passes"), "--color", color.lower())
    words = (*walls_of_1989[:2], *walls_of_1989[4:], *against)
    assert reply("stop", "y", "stop", words=words)[-1] == FILL.format(color)


def test_the_result_is_shown_with_the_board_of_territory(walls: tuple[str, ...], saved: Path) -> None:
    lines = reply("stop", "y", "c1", "stop", "stop", words=walls)
    (file,) = saved.glob("*.sgf")
    assert board(lines)[:2] == ["5 b b b b b", "4 X X X X X"]
    assert board(lines)[-2:] == ["2 O O O O O", "1 w w w w w"]
    assert lines[-2:] == ["White wins by 7.5 points.", f"Saved as {file}"]
    assert "RE[W+7.5]" in file.read_text()
    assert progress(saved) == '{"proposed": false, "answers": [26, null, null]}'


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("a1", "there is no stone on A1."),
        ("z1", "Z1 is off the board; columns go from A to E, lines from 1 to 5."),
        ("pass", "type a point, or stop when done."),
        (
            "whatever",
            "'whatever' is not a point; type a letter and a number, such as C3; "
            "or type stop when done, play, save, help or quit.",
        ),
        ("save", "Saved as {file}"),
    ],
)
def test_what_answers_nothing_leaves_the_question_open(
    line: str, answer: str, walls_of_1989: tuple[str, ...], saved: Path
) -> None:
    lines = reply("stop", "y", line, words=walls_of_1989)
    (file,) = saved.glob("*.sgf")
    assert lines == [answer.format(file=file), DEAD]
    assert progress(saved) == '{"proposed": false, "answers": []}'


def test_an_empty_line_says_what_ends_the_question(walls_of_1989: tuple[str, ...]) -> None:
    shown = output_of("play", "--plain", *walls_of_1989, typed="stop\ny\n\nquit\n")
    assert "type a point, or stop when done, play, save, help or quit." in shown


def test_a_game_is_saved_under_a_name_during_the_count(walls_of_1989: tuple[str, ...], saved: Path) -> None:
    play("stop", "y", "SAVE  my Game.sgf", words=walls_of_1989)
    assert [file.name for file in saved.glob("*.sgf")] == ["my Game.sgf"]


@pytest.mark.parametrize("line", ["play", "undo", "PLAY"])
def test_the_game_is_continued_from_the_count(line: str, walls: tuple[str, ...], saved: Path) -> None:
    lines = reply("c5", "stop", "y", line, words=walls)
    assert (lines[0], lines[-1]) == ("The game continues.", "White, your move?")
    assert "Black has captured 0, White 0." in lines
    assert board(lines)[0] == "5 - - X - -"
    assert progress(saved) == ""


def test_a_game_of_two_engines_is_not_continued() -> None:
    two = ("--size", "5", "--handicap", "0", *("--opponent", command("passes")) * 2)
    assert reply("play", words=two) == [
        "the game is over and cannot be continued; both players are engines.",
        COUNT,
    ]


@pytest.mark.parametrize("line", ["quit", "exit"])
def test_a_count_that_is_left_is_saved(line: str, walls: tuple[str, ...], saved: Path) -> None:
    (last,) = reply("stop", "y", "c1", line, "quit", words=walls)
    assert last.startswith("Saved as ")
    assert progress(saved) == '{"proposed": false, "answers": [26]}'


@pytest.mark.parametrize(
    ("answers", "question"),
    [
        ((), COUNT),
        (("y",), DEAD),
        (("y", "c1"), DEAD),
        (("y", "c1", "stop"), FILL.format("Black")),
        (("y", "c1", "stop", "b3"), FILL.format("White")),
    ],
)
def test_a_count_is_resumed_where_it_was_left(
    answers: tuple[str, ...], question: str, walls: tuple[str, ...], saved: Path
) -> None:
    play("stop", *answers, words=walls)
    before = progress(saved)
    resumed = run("--plain", "--resume").stdout
    assert f"\n{question} \nEnd of input." in resumed
    assert progress(saved) == before


def test_a_count_on_a_screen_is_resumed_with_its_chains(walls: tuple[str, ...], saved: Path) -> None:
    play("c5", "stop", "y", words=walls)
    (file,) = saved.glob("*.sgf")
    file.write_text(file.read_text().replace('"proposed": false', '"proposed": true'))
    assert f"\n{CHAIN.format('stop')} \nEnd of input." in run("--plain", "--resume").stdout


def edited(walls: Sequence[str], saves: Path, old: str, new: str) -> str:
    """Return what is printed when a count is resumed whose file was edited by hand."""
    play("c5", "stop", "y", "c1", words=tuple(walls))
    (file,) = saves.glob("*.sgf")
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))
    return output_of("--plain", "--resume")


def test_answers_that_make_no_sense_any_more_are_left_out(walls: tuple[str, ...], saved: Path) -> None:
    shown = edited(walls, saved, '"answers": [', '"answers": [0, ')
    assert f"{JUDGED}\n{WHAT_TO_TYPE}\n{DEAD} \nEnd of input." in shown


@pytest.mark.parametrize("rules", ["gnugo-1.1", "japanese"])
def test_more_answers_than_questions_are_left_out(rules: str, walls: tuple[str, ...], saved: Path) -> None:
    many = ", ".join(["null"] * 9)
    shown = edited((*walls, "--rules", rules), saved, '"answers": [26', f'"answers": [{many}')
    assert re.search(r"^(Black|White) wins by [\d.]+ points\.\nSaved as ", shown, re.MULTILINE)
