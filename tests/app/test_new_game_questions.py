"""Tests of the questions before a game in plain mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from gnugo_py.games.go.game import GO
from tests.support.plain_game import TWO_IN_GO, play
from tests.support.program import run

COLOR = "Your color, b for Black or w for White?"
HANDICAP = "Number of handicap stones (0 to 9)?"
CONTINUE = "Press Return to continue"
INTRODUCTION = GO.how_to_play.splitlines()
ON_9X9 = ("--size", "9", "--seed", "1")


def answer(*lines: str, words: tuple[str, ...] = ON_9X9) -> list[str]:
    """Return what is printed after the last of some typed lines; without lines, everything."""
    if lines and lines[-1]:
        shown = play(*lines, words=words).rpartition(f" {lines[-1]}\n")[2]
    else:
        shown = play(*lines, words=words)
    return [line.rstrip() for line in shown.partition("\nEnd of input.")[0].splitlines()]


@pytest.fixture
def saves(a_person_of_its_own: Path) -> Path:
    return a_person_of_its_own / "saves"


def test_a_game_of_which_everything_is_given_begins_at_once() -> None:
    assert answer(words=TWO_IN_GO)[0] == "  A B C D E"


def test_the_introduction_comes_first_with_the_choice_of_the_board() -> None:
    assert answer(words=()) == [
        *INTRODUCTION,
        "",
        "Type 9 or 13 now for a board smaller than 19x19.",
        "Press Return to accept the default answer.",
        "",
        CONTINUE,
    ]


def test_the_introduction_does_not_mention_a_board_that_is_given() -> None:
    assert answer() == [*INTRODUCTION, "", "Press Return to accept the default answer.", "", CONTINUE]


def test_the_introduction_is_shown_once() -> None:
    assert answer("26", words=()) == ["type 2 to 25, or press Return for 19.", CONTINUE]


def test_what_is_typed_at_the_introduction_of_a_given_board_is_ignored() -> None:
    assert answer("13") == [HANDICAP]


def test_the_size_of_the_board_changes_the_questions(saves: Path) -> None:
    assert answer("9", words=()) == [HANDICAP]
    assert answer("9", "2", words=()) == [COLOR]
    play("9", "2", "w", "e5", words=())
    (file,) = saves.glob("*.sgf")
    text = file.read_text()
    assert all(part in text for part in ("SZ[9]", "HA[2]", "PB[GNU Go 1.1]", "PW[Human]"))


def test_return_takes_the_default_answers() -> None:
    lines = play("", "", "", words=()).splitlines()
    assert any(line.startswith("move 0   X Black you 0   O White GNU Go 1.1 0") for line in lines)


def test_what_is_given_is_not_asked() -> None:
    assert answer("9", words=("--handicap", "0")) == [COLOR]
    assert COLOR not in play("9", "0", words=("--color", "white"))


@pytest.mark.parametrize(
    ("before", "line", "refusal", "question"),
    [
        ("0", "many", "type a whole number from 0 to 9.", HANDICAP),
        ("0", "10", "type a whole number from 0 to 9.", HANDICAP),
        ("3", "red", "type b or w.", COLOR),
    ],
)
def test_an_answer_without_sense_is_asked_again(before: str, line: str, refusal: str, question: str) -> None:
    lines = ("", line) if question == HANDICAP else ("", before, line)
    assert answer(*lines) == [refusal, question]


@pytest.mark.parametrize(
    ("typed", "color"),
    [("", "Black"), ("B", "Black"), ("Black", "Black"), ("w", "White"), ("WHITE", "White")],
)
def test_a_color_may_be_written_in_many_ways(typed: str, color: str) -> None:
    assert f"{color} you " in play("", "0", typed, words=ON_9X9)


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
@pytest.mark.parametrize("before", [(), ("",), ("", "0")])
def test_quit_at_a_question_leaves_nothing_behind(before: tuple[str, ...], word: str, saves: Path) -> None:
    assert play(*before, word, words=ON_9X9).endswith(f" {word}\n")
    assert not list(saves.glob("*.sgf"))


def test_a_board_that_is_too_large_is_refused() -> None:
    done = run("play", "--plain", "--size", "26", "--handicap", "0", "--color", "black")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "type a whole number from 2 to 25" in done.stderr


def test_help_explains_the_introduction() -> None:
    about_size = "A game on 9x9 takes ten minutes, one on 19x19 an hour or more.  Type quit to leave."
    assert answer("help", words=()) == [*INTRODUCTION, "", about_size, CONTINUE]
    assert answer("help") == [*INTRODUCTION, "", "Type quit to leave.", CONTINUE]


def test_help_explains_the_handicap() -> None:
    line, question = answer("", "?")
    assert line.startswith("Black, the weaker player,")
    assert line.endswith(".  Type quit to leave.")
    assert question == HANDICAP


def test_help_explains_the_color() -> None:
    text = "Black moves first, unless there are handicap stones.  Type quit to leave."
    assert answer("", "0", "HELP") == [text, COLOR]


@pytest.mark.parametrize(
    ("words", "is_asked"),
    [
        (("--game", "go", "--handicap", "0", "--color", "black"), False),
        (("--game", "go", "--size", "9", "--color", "black"), True),
        (("--game", "go", "--handicap", "0"), True),
        (("--game", "hex", "--size", "11", "--color", "black"), False),
        (("--game", "hex", "--color", "black"), True),
        (("--game", "hex"), True),
    ],
)
def test_a_game_is_introduced_unless_all_its_questions_are_answered(
    words: tuple[str, ...], is_asked: bool
) -> None:
    assert (CONTINUE in play(words=words)) is is_asked
