"""Tests of the commands in a game: their names, their help page, and what each does."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from gnugo_py.app.commands import help_lines
from gnugo_py.app.mode import Mode
from gnugo_py.app.modes.play import PlayMode
from gnugo_py.games.go.position import GO
from tests.support.plain_game import AGAINST_SEARCH, board, play, reply
from tests.support.program import TWO_IN_AMAZONS, TWO_IN_HEX, TWO_ON_5X5

FIRST = {
    "pass": "F6",
    "undo": "F4",
    "hint": "F2",
    "why": "F3",
    "score": "F7",
    "resign": "",
    "help": "F1",
    "quit": "F10",
}
"""The commands that a first game needs, with their keys."""
KEYS = FIRST | {
    "redo": "F5",
    "stop": "F9",
    "new": "",
    "setup": "",
    "show": "",
    "influence": "F12",
    "mistakes": "",
    "next": "",
    "review": "",
    "train": "",
    "teach": "",
    "learn": "",
    "save": "F8",
    "load": "",
    "games": "",
    "diagram": "",
    "html": "",
    "describe": "",
    "chains": "",
    "read": "",
    "what": "",
}
"""The commands of a game of Go, with their keys."""
ONLY_IN_GO = ("pass", "stop", "influence", "mistakes", "next", "train", "teach")


def names(page: list[str]) -> list[str]:
    """Return the commands of a help page."""
    return [line.split()[0] for line in page if line.startswith("  ")]


def test_the_help_page_has_a_line_for_each_command_of_the_game() -> None:
    first, *lines, question = reply("help")
    assert first == "Type a point, such as C3, to play there, or one of these commands:"
    assert names(lines) == list(KEYS)
    assert "  undo [N]         take back your last move, or N of them, with the replies" in lines
    assert question == "Black, your move?"


def test_the_help_page_of_a_screen_shows_the_keys() -> None:
    lines = help_lines(PlayMode.commands, GO, has_keys=True)
    assert {line[2:].split()[0]: line[18:21].strip() for line in lines if line.startswith("  ")} == KEYS


def test_the_help_page_begins_with_what_a_first_game_needs_and_has_the_rest_by_subject() -> None:
    _, *lines, _ = reply("help")
    assert names(lines[: lines.index("")]) == list(FIRST)
    subjects = ["The game:", "Analysis:", "Learning:", "Files:", "The board in words:"]
    assert [line for line in lines if line.endswith(":")] == subjects
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    "name", ["lesson", "train", "problems", "guess", "review", "setup", "count", "report"]
)
def test_the_help_of_each_mode_fits_a_page(name: str) -> None:
    modes = [
        each for each in vars(import_module(f"gnugo_py.app.modes.{name}")).values() if isinstance(each, type)
    ]
    tables = [each.commands for each in modes if issubclass(each, Mode) and each.commands]
    assert tables
    for commands in tables:
        assert max(map(len, help_lines(commands, GO, has_keys=True))) <= 80


def test_the_help_page_leaves_out_what_a_game_does_not_have() -> None:
    first, *lines, _ = reply("help", words=TWO_IN_AMAZONS)
    assert first.startswith("Type a move, such as ")
    assert first.endswith(", or its points one by one, or one of these commands:")
    assert names(lines) == ["back", *(name for name in KEYS if name not in ONLY_IN_GO)]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("undoo", "undo"),
        ("HLEP", "help"),
        ("sav the game", "save"),
        ("une", "new"),
        ("stopp", "stop"),
        ("und", "undo"),
        ("un", None),
        ("zz9", None),
        ("passs" + "s" * 40, None),
        ("x" * 40 + "undo", None),
    ],
)
def test_a_mistyped_command_is_guessed(line: str, name: str | None) -> None:
    reason = reply(line)[0]
    assert reason.endswith(f"; did you mean {name}?" if name else "; type help for a list of commands.")


@pytest.mark.parametrize("line", ["moves", "Theme mono", "vi-keys"])
def test_a_command_of_the_screen_is_named_as_one_where_there_is_none(line: str) -> None:
    word = line.split()[0].lower()
    assert reply(line)[0] == f"{word} changes how a screen draws the game; here it does nothing."


@pytest.mark.parametrize(
    ("line", "words", "game"),
    [
        ("pass", TWO_IN_HEX, "Hex"),
        ("stop", TWO_IN_HEX, "Hex"),
        ("back", TWO_ON_5X5, "Go"),
        ("mistakes", TWO_IN_HEX, "Hex"),
    ],
)
def test_a_command_that_a_game_does_not_have_is_refused(line: str, words: tuple[str, ...], game: str) -> None:
    assert reply(line, words=words) == [
        f"the command {line} is not available in {game}.",
        "Black, your move?",
    ]


def test_undo_takes_back_a_move_and_shows_the_board() -> None:
    lines = reply("c3", "d3", "undo")
    assert (lines[0], board(lines)[2], lines[-1]) == ("Move taken back.", "3 - - X - -", "White, your move?")
    assert reply("c3", "undo", "undo")[0] == "There is no move to take back."


def test_undo_takes_back_the_answer_of_the_engine_too() -> None:
    lines = reply("c3", "undo", words=AGAINST_SEARCH)
    assert "".join(board(lines)).count("-") == 25
    lines = reply("c3", "b2", "undo", words=AGAINST_SEARCH)
    assert "".join(board(lines)).count("-") == 23


def test_the_first_move_of_the_engine_is_not_taken_back() -> None:
    words = tuple("white" if word == "black" else word for word in AGAINST_SEARCH)
    assert reply("undo", words=words)[0] == "There is no move to take back."
    assert "".join(board(reply("c2", "undo", words=words))).count("-") == 24


def test_redo_restores_a_move_and_its_answer() -> None:
    before = reply("c3", "b2", words=AGAINST_SEARCH)
    lines = reply("c3", "b2", "undo", "undo", "redo", "redo", words=AGAINST_SEARCH)
    assert (lines[0], board(lines)) == ("Move restored.", board(before))
    again = reply("c3", "b2", "undo", "redo", "redo", words=AGAINST_SEARCH)
    assert again[0] == "There is no move to restore."


@pytest.mark.parametrize("lines", [(), ("undo", "redo", "help"), ("quit",)])
def test_a_game_without_a_move_is_not_saved(lines: tuple[str, ...], a_person_of_its_own: Path) -> None:
    assert "Saved" not in play(*lines)
    assert not list((a_person_of_its_own / "saves").glob("*.sgf"))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("save", None),
        ("save first", "first"),
        ("save  my game ", "my game"),
        ("save x.sgf", "x"),
        ("save .sgf", None),
        ("save zoe\u0308", "zo\u00eb"),
    ],
)
def test_a_game_is_saved_under_a_name_or_its_own(
    line: str, name: str | None, a_person_of_its_own: Path
) -> None:
    play("c3", line)
    (file,) = (a_person_of_its_own / "saves").glob("*.sgf")
    assert file.stem == name or (name is None and re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}", file.stem))


def test_a_pass_is_a_move(a_person_of_its_own: Path) -> None:
    play("pass")
    (file,) = (a_person_of_its_own / "saves").glob("*.sgf")
    assert file.read_text().endswith("\n;B[])\n")


def test_resigning_needs_a_yes_at_a_terminal() -> None:
    words = ("--new", *TWO_ON_5X5)
    output = play("c3", "resign", "perhaps", "No", "resign", "y", words=words, at_terminal=True)
    questions = output.split("Resign the game (y or n)? ")
    assert questions[1] == "type y or n.\n"
    assert questions[2] == "White, your move? "
    assert "White resigns; Black wins.\nSaved as " in questions[3]


def test_resigning_against_an_engine_is_the_persons() -> None:
    assert reply("c3", "resign", words=AGAINST_SEARCH)[-2] == "Black resigns; White wins."


def test_a_saved_game_is_loaded_with_its_opponent() -> None:
    play("c3", "save first", "quit", words=AGAINST_SEARCH)
    lines = reply("d3", "load first")
    assert board(lines)[2:4] == ["3 - - X - -", "2 - - O - -"]
    assert lines[-3:] == ["X Black, O White, - empty, + a star point", "Loaded first.", "your move?"]
    assert reply("load first", "b2")[0].startswith("my move: ")


def test_a_game_of_another_kind_is_loaded() -> None:
    play("c3", "save first", "quit")
    assert reply("load first", "back", words=TWO_IN_HEX)[0] == "the command back is not available in Go."


def test_a_picture_of_an_unknown_kind_is_refused() -> None:
    assert "Not written: diagram writes .svg, .gif and .html files, not .png." in reply("diagram x.png")


def test_a_refusal_names_the_word_that_was_typed() -> None:
    assert reply("c3", "exit now")[0] == "exit takes no argument."


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("rate", "type score"),
        ("rules", "type learn"),
        ("more", "type why more"),
        ("level 3", "type new"),
        ("settings", "gnugo-py settings"),
        ("menu", "type quit"),
    ],
)
def test_words_of_other_places_say_what_to_type_in_a_game(line: str, answer: str) -> None:
    refused, question = reply(line)
    assert answer in refused
    assert "point" not in refused
    assert question == "Black, your move?"
