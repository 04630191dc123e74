"""Tests of the commands: what each does and prints, and where it is available."""

from __future__ import annotations

import pytest

from gnugo_py.app.play_commands import PLAY_COMMANDS, find_command, help_line, play_help_page, suggest_command
from gnugo_py.core.types import PASS, Color, Outcome
from gnugo_py.engines.engine import Engine
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from tests.support.application import Talk, computer, drawn, go, pairs
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS

BLACK, WHITE = Color.BLACK, Color.WHITE


def answered() -> Session:
    """Return a session with a move of the engine, one of the person, and another of the engine."""
    deep: dict[Color, Engine] = {BLACK: Scripted(pair("a3 b3"), pair("c1 c2"))}
    return pairs("", "a1 b1", "", players=deep)


def test_each_command_has_its_words() -> None:
    assert [(each.name, each.key, bool(each.argument), each.is_move) for each in PLAY_COMMANDS] == [
        ("pass", "F6", False, True),
        ("back", "", False, True),
        ("undo", "F4", True, False),
        ("redo", "F5", False, False),
        ("hint", "F2", True, False),
        ("why", "F3", True, False),
        ("show", "", True, False),
        ("score", "F7", False, False),
        ("influence", "F12", False, False),
        ("resign", "", False, False),
        ("review", "", False, False),
        ("mistakes", "", False, False),
        ("next", "", True, False),
        ("train", "", True, False),
        ("learn", "", True, False),
        ("setup", "", False, False),
        ("save", "F8", True, False),
        ("diagram", "", True, False),
        ("load", "", True, False),
        ("games", "", False, False),
        ("new", "", False, False),
        ("stop", "F9", False, False),
        ("help", "F1", False, False),
        ("quit", "F10", False, False),
    ]


@pytest.mark.parametrize(
    ("word", "name"), [("undo", "undo"), ("UNDO", "undo"), ("?", "help"), ("Exit", "quit")]
)
def test_a_command_is_found_by_its_name_and_by_other_words(word: str, name: str) -> None:
    found = find_command(word)
    assert found is not None
    assert found.name == name


def test_what_is_no_command_is_not_found() -> None:
    assert find_command("und") is None
    assert find_command("") is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("undoo", "undo"),
        ("HLEP", "help"),
        ("sav the game", "save"),
        ("une", "new"),
        ("un", None),
        ("zz9", None),
        ("", None),
        ("passs" + "s" * 40, None),
        ("stopp", "stop"),
        ("x" * 1000 + "undo", None),
    ],
)
def test_a_mistyped_command_is_guessed(line: str, name: str | None) -> None:
    assert suggest_command(line) == name


def test_a_guess_looks_at_the_first_thirty_letters_of_a_line() -> None:
    assert suggest_command(" " * 26 + "undo") == "undo"
    assert suggest_command(" " * 27 + "undoing") == "undo"
    assert suggest_command(" " * 28 + "undo") is None


def test_a_games_help_page_has_a_line_for_each_command_it_has() -> None:
    first, *lines = play_help_page(GO, "Q16")
    assert first == "Type a point, such as Q16, to play there, or one of these commands:"
    assert [line.split()[0] for line in lines] == [each.name for each in PLAY_COMMANDS if each.name != "back"]
    first, *lines = play_help_page(PAIRS, "a1 b3")
    assert first == "Type a move, such as a1 b3, or its points one by one, or one of these commands:"
    missing = ("pass", "stop", "influence", "mistakes", "next", "train")
    assert [line.split()[0] for line in lines] == [
        each.name for each in PLAY_COMMANDS if each.name not in missing
    ]


def test_a_help_line_has_its_name_key_and_words_in_columns() -> None:
    assert help_line("undo", "F4", "take back") == "  undo        F4  take back"


def test_help_is_a_page_and_the_game_goes_on() -> None:
    app = Talk().resumed(pairs())
    assert app.says("help") == [("page", *play_help_page(PAIRS, "a1 b3"))]
    assert app.here.view.prompt == "Black, your move?"


@pytest.mark.parametrize("word", ["pass", "stop"])
def test_a_command_that_a_game_does_not_have_is_refused(word: str) -> None:
    app = Talk().resumed(pairs())
    assert app.says(word) == [("refusal", f"the command {word} is not available in Pairs.")]
    assert len(app.session.turns) == 1


def test_there_is_no_giving_up_points_where_a_move_has_one() -> None:
    assert Talk(GO).resumed(go()).says("back") == [("refusal", "the command back is not available in Go.")]


@pytest.mark.parametrize("word", ["Redo", "score", "resign", "new", "help", "quit"])
def test_a_command_that_takes_no_further_word_is_refused_with_one(word: str) -> None:
    app = Talk().resumed(pairs("a1 b1"))
    assert app.says(f"{word} now") == [("refusal", f"{word.lower()} takes no argument.")]
    assert (len(app.session.turns), app.here.is_over, app.here.engine_task) == (2, False, None)


def test_spaces_after_a_command_are_no_word() -> None:
    assert Talk().resumed(pairs("a1 b1")).says("undo   ") == [("news", "Move taken back.")]


def test_taking_back_shows_the_board_and_is_kept() -> None:
    app = Talk().resumed(answered())
    news, board = app.outputs("undo")
    assert (news.kind, news.lines) == ("news", ("Move taken back.",))
    assert drawn(board.diagram) == "XX- --- ---"
    assert app.calls == [("keep", 2, None)]
    assert app.says("undo") == [("news", "There is no move to take back.")]
    assert len(app.session.turns) == 2


def test_making_again_shows_the_board_and_is_kept() -> None:
    app = Talk().resumed(answered())
    app.says("undo")
    app.calls.clear()
    news, board = app.outputs("redo")
    assert (news.kind, news.lines) == ("news", ("Move restored.",))
    assert drawn(board.diagram) == "XX- --X OOX"
    assert app.calls == [("keep", 4, None)]
    assert app.says("redo") == [("news", "There is no move to restore.")]


def test_trouble_with_keeping_what_was_taken_back_is_reported() -> None:
    app = Talk().resumed(answered())
    app.news, app.trouble = "The disk is full.", "full"
    assert app.says("undo") == [("trouble", "The disk is full."), ("news", "Move taken back.")]


def test_a_game_without_a_move_is_not_kept() -> None:
    app = Talk().resumed(pairs())
    app.says("undo", "redo")
    assert app.calls == []


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
def test_a_game_is_saved_under_a_name_or_its_own(line: str, name: str | None) -> None:
    app = Talk().resumed(pairs())
    assert app.says(line) == [("news", "It is saved.")]
    assert app.calls == [("save", name)]
    assert app.here.view.prompt == "Black, your move?"


def test_a_pass_is_a_move() -> None:
    app = Talk(GO).resumed(go())
    app.says("pass")
    assert app.session.current_turn.move is PASS


def test_how_the_game_stands_is_news() -> None:
    app = Talk().resumed(pairs())
    assert app.says("score") == [("news", "Nobody has won yet.")]
    assert app.here.view.prompt == "Black, your move?"


def test_giving_up_is_asked_first_where_a_person_is_there() -> None:
    app = Talk(confirms=True).resumed(pairs("a1 b1"))
    assert app.says("resign") == []
    assert (app.here.view.prompt, app.here.view.accepts_moves) == ("Resign the game (y or n)?", True)
    assert app.says("perhaps") == [("refusal", "type y or n.")]
    assert app.here.view.prompt == "Resign the game (y or n)?"
    assert app.says("No") == []
    assert app.here.view.prompt == "White, your move?"
    assert app.says("resign", "y") == [
        ("result", "White resigns; Black wins."),
        ("news", "It is saved."),
    ]
    assert app.session.outcome == Outcome(BLACK, "resignation")


def test_giving_up_is_done_at_once_where_nobody_can_be_asked() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.says("resign")
    assert app.session.outcome == Outcome(BLACK, "resignation")
    assert app.here.is_over


def test_new_starts_another_game_after_this_one_is_saved() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    assert app.says("new") == [("news", "It is saved.")]
    assert (app.here.is_over, app.here.wants_new) == (True, True)
    assert app.calls == [("keep", 2, None), ("save", None)]


def test_leaving_keeps_the_game() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    assert app.says("quit") == [("news", "It is saved.")]
    assert (app.here.is_over, app.here.wants_new) == (True, False)
    assert app.calls == [("keep", 2, None), ("save", None)]


def test_a_game_without_a_move_is_left_without_a_word() -> None:
    app = Talk(confirms=True).resumed(pairs())
    app.trouble = "of the game before"
    assert app.says("quit") == []
    assert app.here.is_over
    assert app.calls == []


@pytest.mark.parametrize("line", ["quit", "new", "load first"])
def test_a_game_that_is_not_saved_is_left_only_when_that_is_confirmed(line: str) -> None:
    app = Talk(confirms=True).resumed(pairs("a1 b1"))
    app.saved["first"] = pairs("c1 c2")
    app.trouble = "the disk is full"
    assert app.says(line) == [("refusal", "The game could not be saved: the disk is full.")]
    assert app.here.view.prompt == "Leave without saving (y or n)?"
    app.says("n")
    assert (app.here.view.prompt, app.here.is_over) == ("White, your move?", False)
    assert drawn(app.here.view.diagram) == "--- --- XX-"
    app.says(line, "y")
    assert app.here.is_over or drawn(app.here.view.diagram) == "--- --X --X"


def test_a_game_that_is_not_saved_is_left_where_nobody_can_be_asked() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.trouble = "the disk is full"
    assert app.says("quit") == [
        ("refusal", "The game could not be saved: the disk is full."),
        ("trouble", "It is saved."),
    ]
    assert app.here.is_over


def test_a_saved_game_is_gone_on_with() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.saved["first"] = pairs("c1 c2", players=computer("a3 b3"))
    board, legend, news = app.outputs("load first")
    assert (board.kind, drawn(board.diagram)) == ("board", "--- --X --X")
    assert (legend.kind, legend.lines) == ("legend", (PAIRS.legend,))
    assert (news.kind, news.lines) == ("news", ("Loaded first.",))
    assert app.session is app.saved["first"]
    assert app.here.engine_task is not None
    assert app.calls == [("keep", 2, None), ("open", "first")]


def test_a_game_of_another_kind_can_be_gone_on_with() -> None:
    app = Talk().resumed(pairs())
    app.saved["first"] = go()
    app.says("load first")
    assert app.here.game is GO
    assert app.says("back") == [("refusal", "the command back is not available in Go.")]


def test_where_there_is_nothing_to_load_the_game_goes_on() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    assert app.says("load nothing") == [("refusal", "there is no nothing.")]
    assert app.here.view.prompt == "White, your move?"
    assert drawn(app.here.view.diagram) == "--- --- XX-"


def test_load_asks_for_a_name() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    shown = "load needs a name: type load NAME or load FILE, or games for the list."
    assert app.says("load") == [("refusal", shown)]
    assert app.calls == []
