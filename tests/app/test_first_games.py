"""Tests of the lessons that are games: the first capture wins on 7x7, then a whole game on 9x9."""

import re
from pathlib import Path

import pytest

from gnugo_py.storage.save_store import SaveStore, list_saved_games
from tests.support.program import output_of, run
from tests.support.screen import Screen

ALL_POINTS = "".join(f"{column}{row}\n" for row in (2, 1, 3) for column in "bac")
ONE_LIBERTY = """(;GM[1]FF[4]SZ[7]RU[japanese]KM[6.5]PB[Human]PW[Human]
GNUGOPY[{"players": {}, "capture": true}];B[bg];W[ag])"""


def said(lesson: str, typed: str, saves: Path) -> str:
    return output_of("learn", "--plain", lesson, "--saves", str(saves), typed=typed)


def solved() -> list[str]:
    """Return the names of the lessons that are completed."""
    lines = run("learn", "--plain", typed="lessons\nquit\n").stdout.splitlines()
    return [line.split()[1] for line in lines if re.match(r"\* \w", line) and "completed" not in line]


def test_a_game_ends_with_the_first_capture_and_counts_on_the_path(tmp_path: Path) -> None:
    lesson = "title: Small\nsize: 3\n\nboard: One\nask: capture\nright: won: Won.\nright: lost: Lost.\n"
    (tmp_path / "01-small.txt").write_text(lesson)
    typed = f"\n{ALL_POINTS * 2}learn small\nlessons\nquit\n"
    given = ("--lessons", str(tmp_path), "--saves", str(tmp_path))
    shown = run("learn", "--plain", "small", *given, typed=typed).stdout
    before, winner, after = re.split(r"First capture: (\w+) wins\.", shown)
    assert "Whoever captures first wins." in before
    assert {"Black": "Done. Won.", "White": "Done. Lost."}[winner] in after
    assert "Path: all 1 boards are solved." in after


def test_a_game_with_hints_follows_on_9x9_and_a_loss_counts(tmp_path: Path) -> None:
    shown = said("atari-go", "next\n\nteach\ne5\nresign\n\nquit\n", tmp_path)
    assert "Type hint to see a good move and why." in shown
    assert "Teaching is on" in shown
    assert "9 - - - - - - - - - 9\n" in shown
    assert "Done. You lost, but you have played a whole game." in shown
    assert "Double atari" in shown.split("Done.")[1]
    assert solved() == ["first-game"]


def test_a_game_that_is_left_stays_saved_and_its_board_unsolved(tmp_path: Path) -> None:
    shown = said("atari-go", "\nd4\nquit\nquit\n", tmp_path)
    assert shown.count("Press Return to play:") == 2
    assert "Your game is among the unfinished games of the menu" in shown
    assert solved() == []
    done = run("play", "--plain", "--resume", "--saves", str(tmp_path), typed="quit\n")
    assert "Whoever captures first wins." in done.stdout


def test_a_resumed_game_still_ends_with_the_first_capture(tmp_path: Path) -> None:
    (tmp_path / "first.sgf").write_text(ONE_LIBERTY)
    done = run("play", "--plain", "--resume=first", "--saves", str(tmp_path), typed="c3\nundo\na2\n")
    assert done.stdout.count("First capture: Black wins.") == 1
    assert "RE[B+]" in (tmp_path / "first.sgf").read_text()


def test_without_a_capture_a_game_of_the_first_capture_is_not_counted(tmp_path: Path) -> None:
    (tmp_path / "first.sgf").write_text(ONE_LIBERTY)
    given = ("play", "--plain", "--resume=first", "--saves", str(tmp_path))
    done = run(*given, typed="c3\npass\npass\n")
    assert done.stdout.count("The game has no result.") == 1
    assert "RE[Void]" in (tmp_path / "first.sgf").read_text()
    assert "win" not in done.stdout.replace("Whoever captures first wins.", "")


def test_a_game_of_the_first_capture_without_one_leaves_its_board_unsolved(tmp_path: Path) -> None:
    text = ONE_LIBERTY.replace('"capture": true', '"capture": true, "lesson": ["atari-go", 1\\]')
    (tmp_path / "first.sgf").write_text(text)
    done = run("play", "--plain", "--resume=first", "--saves", str(tmp_path), typed="pass\npass\n")
    assert "The game has no result." in done.stdout
    assert solved() == []


def test_points_do_not_count_in_a_game_of_the_first_capture(tmp_path: Path) -> None:
    (tmp_path / "first.sgf").write_text(ONE_LIBERTY)
    typed = "hint\nscore\nwhy\nmistakes\nteach on\nstop\nhelp\nquit\n"
    done = run("play", "--plain", "--resume=first", "--saves", str(tmp_path), typed=typed)
    assert "A2 captures the chain at A1 and wins." in done.stdout
    refused, page = done.stdout.split("Type a point")
    assert refused.count("points do not count in this game") == 5
    listed = re.findall(r"^  (\w+)", page, re.MULTILINE)
    assert "hint" in listed
    assert not {"score", "why", "show", "influence", "mistakes", "next", "train", "stop"} & {*listed}


def test_a_review_of_a_game_of_the_first_capture_speaks_of_captures_alone(tmp_path: Path) -> None:
    (tmp_path / "first.sgf").write_text(ONE_LIBERTY)
    typed = "score\nmistakes\ngraph\nnext mistake\nend\nhint\nquit\n"
    shown = run("review", "--plain", str(tmp_path / "first.sgf"), typed=typed).stdout
    assert shown.count("points do not count in this game") == 3
    assert "the list of mistakes is not available" in shown
    assert "A2 captures the chain at A1 and wins." in shown


def test_in_the_game_of_a_lesson_the_way_to_the_menu_is_named(tmp_path: Path) -> None:
    (tmp_path / "first.sgf").write_text(ONE_LIBERTY)
    typed = "4\nlearn atari-go\n\nmenu\nquit\nmenu\nquit\nquit\n"
    shown = run("--plain", "--saves", str(tmp_path), typed=typed).stdout
    assert "type quit to go back to the lesson, and there again to go to the menu." in shown
    assert "type quit to go back to the menu." in shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("d4", "not understood; type play to begin the game"),
        ("won", "not understood; type play to begin the game"),
        ("show", "a game has no answer to show"),
    ],
)
def test_a_game_is_not_answered_in_words(line: str, shown: str, tmp_path: Path) -> None:
    assert shown in said("atari-go", f"{line}\nquit\n", tmp_path)
    assert solved() == []


def test_a_game_of_a_lesson_does_not_replace_the_one_that_is_open(tmp_path: Path) -> None:
    given = ("--size", "9", "--color", "black", "--saves", str(tmp_path))
    done = run("play", "--plain", *given, typed="e5\nlearn atari-go\nplay\nquit\nquit\n")
    assert "another game is open; leave it first" in done.stdout
    assert "Back to the game." in done.stdout


def test_escape_leads_from_the_game_to_the_lesson_and_return_from_the_result(tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("learn", "atari-go"), shows="Press Return to play:$")
    screen.enter("\r", "(?s)Whoever captures first wins.*your move\\?")
    screen.enter("\x1b", "Press Return to play:$")
    screen.enter("\r", "your move\\?$")
    screen.enter("d4\rresign\ry\r", "^review, again or menu; Return: lesson$")
    screen.enter("\r", "(?s)Done\\. You lost this game.*Press Return to continue")
    screen.enter("\r", "A game on 9x9")


def test_again_begins_another_game_of_the_first_capture_for_the_same_lesson(tmp_path: Path) -> None:
    lesson = "title: Small\nsize: 3\n\nboard: One\nask: capture\nright: won: Won.\nright: lost: Lost.\n"
    (tmp_path / "01-small.txt").write_text(lesson)
    words = ("learn", "small", "--lessons", str(tmp_path))
    screen = Screen(tmp_path / "saves", words=words, shows="Press Return to play:$")
    assert "The first capture wins" in screen.enter("\r", "your move\\?$")
    screen.enter("resign\ry\r", "review, again or menu; Return: lesson$")
    shown = screen.enter("a", "(?s)Whoever captures first wins.*your move\\?$")
    assert "The first capture wins" in shown
    assert "komi" not in shown
    assert "3 - - - 3" in shown
    winner = ""
    for key in ALL_POINTS.replace("\n", "\r").split("\r"):
        if not winner and key:
            shown = screen.enter(f"{key}\r", "(?s)your move\\?$|Return: lesson$")
            winner = "".join(re.findall(r"First capture: (\w+) wins", shown))
    assert {"Black": "Done. Won.", "White": "Done. Lost."}[winner] in screen.enter("\r", "Done\\.")
    assert len(list((tmp_path / "saves").glob("*.sgf"))) == 2


def test_a_game_counts_if_the_menu_is_opened_from_its_result(tmp_path: Path) -> None:
    screen = Screen(tmp_path, words=("learn", "atari-go"), shows="Press Return to play:$")
    screen.enter("\r", "your move\\?$")
    screen.enter("d4\rresign\ry\r", "Return: lesson$")
    screen.enter("m", "^ \\d  Quit")
    assert solved() == ["atari-go"]


def test_a_game_of_a_lesson_that_is_resumed_later_counts_for_the_lesson(tmp_path: Path) -> None:
    said("atari-go", "\nd4\nquit\nquit\n", tmp_path)
    assert solved() == []
    done = run("play", "--plain", "--resume", "--saves", str(tmp_path), typed="resign\n")
    assert done.returncode == 0
    assert solved() == ["atari-go"]


@pytest.mark.parametrize("place", ["7", "[]", '["gone", 1]', '["atari-go", 9]', "[[], {}]"])
def test_a_changed_file_that_names_no_board_counts_for_no_lesson(place: str, tmp_path: Path) -> None:
    said("atari-go", "\nd4\nquit\nquit\n", tmp_path)
    (file,) = tmp_path.glob("*.sgf")
    text = file.read_text()
    assert '["atari-go", 1\\]' in text
    escaped = place.replace("]", "\\]")
    file.write_text(text.replace('["atari-go", 1\\]', escaped))
    done = run("play", "--plain", "--resume", "--saves", str(tmp_path), typed="resign\n")
    assert done.returncode == 0
    assert solved() == []


@pytest.mark.parametrize(("result", "counts"), [("B+", False), ("B+R", True), ("W+6.5", True)])
def test_a_win_by_the_first_capture_is_no_result_against_a_level(
    result: str, counts: bool, tmp_path: Path
) -> None:
    players = '{"players": {"White": {"player": "search", "level": 1, "seed": 1}}}'
    names = f"PB[Human]PW[gnugo-py level 1]RE[{result}]GNUGOPY[{players}]"
    text = f"(;GM[1]FF[4]SZ[7]RU[japanese]KM[6.5]{names};B[dd])"
    (tmp_path / "game.sgf").write_text(text)
    (game,) = list_saved_games(SaveStore(tmp_path))[0]
    assert (game.result_against_level is not None) is counts
