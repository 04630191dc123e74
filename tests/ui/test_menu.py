"""Tests of the start menu on a screen, and of the first question for a newcomer."""

import re
from pathlib import Path

import pytest

from tests.support.program import run
from tests.support.screen import ARROWS, Screen, begun, stones

GAME = '(;GM[1]FF[4]SZ[{}]PB[Human]PW[{}]RU[japanese]KM[6.5]DT[2020-11-26]{}GNUGOPY[{{"now": 1}}];B[ee])'


@pytest.fixture
def saves(tmp_path: Path) -> Path:
    """The folder of the saved games, which exists."""
    folder = tmp_path / "saves"
    folder.mkdir()
    return folder


def save_game(saves: Path, result: str, opponent: str = "gnugo-py level 1", size: int = 9) -> None:
    """Save a game of a person with Black, which is unfinished if the result is empty."""
    result = result and f"RE[{result}]"
    (saves / "game.sgf").write_text(GAME.format(size, opponent, result))


def menu(saves: Path) -> Screen:
    """Return the menu of another start."""
    return Screen(saves, shows="^ \\d  Quit")


def entries(screen: Screen) -> list[str]:
    """Return the entries of a menu without what follows a colon."""
    return [re.sub(":.*", "", line).strip() for line in screen.read()[2:] if re.match(r" \d", line)]


def test_a_newcomer_is_asked_first_and_only_once(saves: Path) -> None:
    first = Screen(saves, shows="(?s)Have you played Go before\\?.*1  No, show me how")
    first.enter("2", "Black you")
    first.wait("White gnugo-py level 1")
    first.enter("quit\r", "1  New game: choose everything")
    assert first.status(f"{ARROWS['down']}\x1b") == 0


@pytest.mark.parametrize(
    ("word", "shown"), [("y", "Return: start"), ("No", "You are Black. Play on E5"), ("little", "Black you")]
)
def test_the_first_question_takes_words_for_an_answer(word: str, shown: str, saves: Path) -> None:
    Screen(saves, shows="Have you played").enter(f"{word}\r", shown)


def test_an_unclear_answer_to_the_first_question_is_asked_again(saves: Path) -> None:
    shown = Screen(saves, shows="Have you played").enter("maybe\r", "type the number of an answer")
    assert "size 9" not in shown


def test_the_first_entry_is_a_new_game_whatever_is_unfinished(saves: Path) -> None:
    save_game(saves, "")
    game = menu(saves)
    assert re.search("^Play +< Go >", game.enter("\r", "Return: start"), re.MULTILINE)


def test_the_numbers_are_the_same_at_every_start(saves: Path) -> None:
    first = Screen(saves)
    first.enter("1quit\r", "^ \\d  Quit")
    before = entries(first)
    for result in ("", "W+R"):
        save_game(saves, result)
        assert entries(menu(saves)) == before


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (3, "There is no unfinished game. Type 1 for a new one."),
        (6, "After a game against the computer, type train to look for better moves."),
        (7, "There are no saved games yet. A game is saved after its first move."),
        (8, "There are no saved games yet. A game is saved after its first move."),
    ],
)
def test_an_entry_without_anything_to_offer_says_what_to_do(number: int, reason: str, saves: Path) -> None:
    game = Screen(saves)
    game.enter("1quit\r", "^ \\d  Quit")
    game.enter(str(number), re.escape(reason))


@pytest.mark.parametrize(
    ("result", "opponent", "size"),
    [("", "gnugo-py level 1", 9), ("W+2.5", "gnugo-py level 1", 9), ("B+R", "gnugo-py level 3", 19),
     ("B+2.5", "Ann", 9)],
)  # fmt: skip
def test_the_easy_game_is_offered_until_one_was_won(
    result: str, opponent: str, size: int, saves: Path
) -> None:
    save_game(saves, result, opponent, size)
    game = menu(saves)
    shown = game.enter("2", "your move\\?$")
    assert "White gnugo-py level 1" in shown
    assert len(re.findall(r"^\d [-+]", shown, re.MULTILINE)) == 9


def test_after_a_won_easy_game_the_last_settings_are_offered(saves: Path) -> None:
    save_game(saves, "B+2.5")
    assert entries(menu(saves))[1] == "2  New game with the last settings"
    (saves / "game.sgf").unlink()
    assert entries(menu(saves))[1] == "2  New game with the last settings"


def test_the_last_settings_are_those_that_were_played_even_if_others_are_fair(saves: Path) -> None:
    """For 15k on 9x9 an even game with a komi of 0.5 is fair against level 4."""
    run("settings", "rank", "15k")
    save_game(saves, "B+2.5")
    first = Screen(saves, "--new")
    down, right = ARROWS["down"], ARROWS["right"]
    assert "Handicap   < 4 >" in first.enter(
        f"{down}{right}{down * 2}{right}{down * 2}{right * 4}", "Return: start"
    )
    first.enter("\r", "White gnugo-py level 4")
    assert first.status("quit\r") == 0
    second = menu(saves)
    assert stones(second.enter("2", "White gnugo-py level 4")) >= 4


def test_the_only_unfinished_game_is_opened(saves: Path) -> None:
    save_game(saves, "W+R")
    left = begun(saves)
    left.enter("e5\r", "my move: ")
    assert left.interrupted() == 130
    game = menu(saves)
    game.wait("3  Unfinished games: 9x9 against GNU Go 1.1, \\d+ [A-Z][a-z]{2}$")
    assert stones(game.enter("3", "your move\\?$")) == 2


def test_a_finished_game_is_reviewed(saves: Path) -> None:
    save_game(saves, "W+R")
    game = menu(saves)
    assert "7  Review the last game: 9x9 against level 1, 26 Nov 2020" in "\n".join(game.read())
    game.enter("7", "1 X E5")


def test_a_folder_with_damaged_games_alone_is_reported(saves: Path) -> None:
    (saves / "game.sgf").write_text("(;")
    game = menu(saves)
    game.enter("8", "\\s*".join("game.sgf:"))  # a long path may break anywhere


def test_a_return_behind_a_number_does_not_answer_what_the_number_opens(saves: Path) -> None:
    save_game(saves, "B+2.5")
    game = Screen(saves)
    game.wait("^ \\d  Quit")
    game.type("1\r")
    assert "Play" in game.wait("Return: start")


@pytest.mark.parametrize(("number", "shown"), [(8, "Saved games: 1 of 1"), (1, "Esc: back")])
def test_escape_returns_to_the_menu(number: int, shown: str, saves: Path) -> None:
    save_game(saves, "W+R")
    game = menu(saves)
    game.enter(str(number), shown)
    game.enter("\x1b", "^ \\d  Quit")
    assert game.status("\x1b") == 0


def test_return_on_the_report_goes_back_to_the_menu(saves: Path) -> None:
    save_game(saves, "W+R")
    screen = menu(saves)
    screen.enter("9", "Press Return to go back")
    screen.enter("help\r", "(?s)show the report again.*Press Return for the report")
    screen.enter("\r", "Press Return to go back")
    screen.enter("\r", "^ \\d  Quit")


def after_problems_were_left(saves: Path) -> Screen:
    """The list of problems, after the first one was missed and left."""
    save_game(saves, "")
    screen = menu(saves)
    screen.enter("5", "file or folder")
    screen.enter("\r", "Capture 1")
    screen.enter("hint\r", "hint: ")
    screen.type("quit\r")
    return screen


def test_several_unfinished_games_are_a_list_without_a_message_from_before(saves: Path) -> None:
    screen = after_problems_were_left(saves)
    screen.wait("Problems: 0 of 1 solved")
    screen.enter("\x1b", "^ \\d  Quit")
    (saves / "other.sgf").write_text((saves / "game.sgf").read_text())
    screen.type("\x1b")
    screen = menu(saves)
    assert "solved" not in screen.enter("3", "Saved games: 2 of 2")


def test_escape_after_a_search_in_the_unfinished_games_shows_all_games(saves: Path) -> None:
    save_game(saves, "")
    (saves / "done.sgf").write_text((saves / "game.sgf").read_text().replace("GNUGOPY", "RE[W+R]GNUGOPY"))
    (saves / "more.sgf").write_text((saves / "game.sgf").read_text())
    screen = menu(saves)
    screen.enter("3zz", "Esc: show all games")
    screen.enter("\x1b", "Saved games: 3 of 3")
    screen.enter("\x1b", "^ \\d  Quit")


def test_the_last_game_against_the_computer_is_trained_on_if_nothing_is_due(saves: Path) -> None:
    save_game(saves, "W+R")
    screen = menu(saves)
    screen.wait("6  Train: your last game, 9x9 against level 1, 26 Nov 2020")
    screen.enter("6", "No move by Black lost enough points to train on; well played\\.")
    screen.wait("^ \\d  Quit")


def test_the_list_of_problems_shows_the_results_of_what_was_left(saves: Path) -> None:
    screen = after_problems_were_left(saves)
    screen.wait("(?s) 1  capture.*Problems: 0 of 1 solved on the first try")


def test_a_list_that_is_cut_says_so_until_its_end_is_shown(saves: Path) -> None:
    save_game(saves, "")
    screen = Screen(saves, shows="^ \\d  Quit", columns=80, lines=24)
    assert "23  today" not in screen.enter("5", "-- more: Down --")
    assert "-- more" not in screen.enter(ARROWS["up"], "23  today")


@pytest.mark.parametrize(
    ("words", "is_screen"), [("Esc, F10 and quit", True), ("\nEvery move is saved at once. quit", False)]
)
def test_the_help_for_a_newcomer_explains_the_answers_and_names_keys_only_on_a_screen(
    words: str, is_screen: bool, saves: Path
) -> None:
    if is_screen:
        shown = Screen(saves, shows="Have you played").enter("\x1bOP", "2 starts a game on a small board")
    else:
        shown = run("--saves", str(saves), "--plain", typed="help\n").stdout
        assert "2 starts a game on a small board" in shown
        assert not re.search("F1|Esc|arrow|click", shown)
    assert words in shown
