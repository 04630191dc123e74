"""The commands: what each does and says, and who has it."""

from __future__ import annotations

import pytest

from gnugo_py.app.commands import COMMANDS, find_command, help_line, help_page, nearest_command
from gnugo_py.core.types import PASS, RESIGN, Outcome, Side
from gnugo_py.engines.engine import Player
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from tests.dialogue.talk import Talk, computer, drawn, go, pairs
from tests.scripted import Scripted, pair
from tests.toy import PAIRS

BLACK, WHITE = Side.BLACK, Side.WHITE


def answered() -> Session:
    """A game with a move of the computer's, a person's, and another of the computer's."""
    deep: dict[Side, Player] = {BLACK: Scripted(pair("a3 b3"), pair("c1 c2"))}
    return pairs("", "a1 b1", "", players=deep)


def test_each_command_has_its_words() -> None:
    assert [(each.name, each.key, each.takes_argument, each.is_move) for each in COMMANDS] == [
        ("pass", "F6", False, True),
        ("back", "", False, True),
        ("undo", "F4", True, False),
        ("redo", "F5", False, False),
        ("hint", "F2", True, False),
        ("why", "F3", True, False),
        ("score", "F7", False, False),
        ("influence", "F12", False, False),
        ("resign", "", False, False),
        ("review", "", False, False),
        ("learn", "", True, False),
        ("save", "F8", True, False),
        ("load", "", True, False),
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
    assert nearest_command(line) == name


def test_a_guess_looks_at_the_first_thirty_letters_of_a_line() -> None:
    assert nearest_command(" " * 26 + "undo") == "undo"
    assert nearest_command(" " * 27 + "undoing") == "undo"
    assert nearest_command(" " * 28 + "undo") is None


def test_a_games_help_page_has_a_line_for_each_command_it_has() -> None:
    first, *lines = help_page(GO)
    assert first == "Type a point, like Q16, to play there; or one of these words:"
    assert [line.split()[0] for line in lines] == [each.name for each in COMMANDS if each.name != "back"]
    first, *lines = help_page(PAIRS)
    assert first == "Type a move, like a1 b3, or its points one by one; or one of these words:"
    missing = ("pass", "stop", "influence")
    assert [line.split()[0] for line in lines] == [each.name for each in COMMANDS if each.name not in missing]


def test_a_help_line_has_its_name_key_and_words_in_columns() -> None:
    assert help_line("undo", "F4", "take back") == "  undo        F4  take back"


def test_help_is_a_page_and_the_game_goes_on() -> None:
    talk = Talk().resumed(pairs())
    assert talk.says("help") == [("page", *help_page(PAIRS))]
    assert talk.here.prompt == "Black, your move?"


@pytest.mark.parametrize("word", ["pass", "stop"])
def test_a_command_that_a_game_does_not_have_is_refused(word: str) -> None:
    talk = Talk().resumed(pairs())
    assert talk.says(word) == [("refusal", f"there is no {word} in Pairs.")]
    assert len(talk.session.turns) == 1


def test_there_is_no_giving_up_points_where_a_move_has_one() -> None:
    assert Talk(GO).resumed(go()).says("back") == [("refusal", "there is no back in Go.")]


@pytest.mark.parametrize("word", ["Redo", "score", "resign", "new", "help", "quit"])
def test_a_command_that_takes_no_further_word_is_refused_with_one(word: str) -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    assert talk.says(f"{word} now") == [("refusal", f"{word.lower()} takes no further word.")]
    assert (len(talk.session.turns), talk.here.over, talk.here.task) == (2, False, None)


def test_spaces_after_a_command_are_no_word() -> None:
    assert Talk().resumed(pairs("a1 b1")).says("undo   ") == [("news", "Taken back.")]


def test_taking_back_shows_the_board_and_is_kept() -> None:
    talk = Talk().resumed(answered())
    news, board = talk.outputs("undo")
    assert (news.kind, news.lines) == ("news", ("Taken back.",))
    assert drawn(board.grid) == "XX- --- ---"
    assert talk.calls == [("keep", 2, None)]
    assert talk.says("undo") == [("news", "There is no move to take back.")]
    assert len(talk.session.turns) == 2


def test_making_again_shows_the_board_and_is_kept() -> None:
    talk = Talk().resumed(answered())
    talk.says("undo")
    talk.calls.clear()
    news, board = talk.outputs("redo")
    assert (news.kind, news.lines) == ("news", ("Made again.",))
    assert drawn(board.grid) == "XX- --X OOX"
    assert talk.calls == [("keep", 4, None)]
    assert talk.says("redo") == [("news", "Nothing was taken back.")]


def test_trouble_with_keeping_what_was_taken_back_is_told() -> None:
    talk = Talk().resumed(answered())
    talk.news, talk.trouble = "The disk is full.", "full"
    assert talk.says("undo") == [("trouble", "The disk is full."), ("news", "Taken back.")]


def test_a_game_without_a_move_is_not_kept() -> None:
    talk = Talk().resumed(pairs())
    talk.says("undo", "redo")
    assert talk.calls == []


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
    talk = Talk().resumed(pairs())
    assert talk.says(line) == [("news", "It is saved.")]
    assert talk.calls == [("save", name)]
    assert talk.here.prompt == "Black, your move?"


def test_a_pass_is_a_move() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("pass")
    assert talk.session.turn.move is PASS


def test_how_the_game_stands_is_news() -> None:
    talk = Talk().resumed(pairs())
    assert talk.says("score") == [("news", "Nobody has won yet.")]
    assert talk.here.prompt == "Black, your move?"


def test_giving_up_is_asked_first_where_a_person_is_there() -> None:
    talk = Talk(confirms=True).resumed(pairs("a1 b1"))
    assert talk.says("resign") == []
    assert (talk.here.prompt, talk.here.is_turn) == ("Give up the game (y or n)?", True)
    assert talk.says("perhaps") == [("refusal", "type y or n.")]
    assert talk.here.prompt == "Give up the game (y or n)?"
    assert talk.says("No") == []
    assert talk.here.prompt == "White, your move?"
    assert talk.says("resign", "y") == [
        ("result", "White resigns; Black wins."),
        ("news", "It is saved."),
    ]
    assert talk.session.outcome == Outcome(BLACK, "resignation")


def test_giving_up_is_done_at_once_where_nobody_can_be_asked() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.says("resign")
    assert talk.session.turn.move is RESIGN
    assert talk.here.over


def test_another_game_is_begun_once_this_one_is_kept() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    assert talk.says("new") == [("news", "It is saved.")]
    assert (talk.here.over, talk.here.wants_new) == (True, True)
    assert talk.calls == [("keep", 2, None), ("save", None)]


def test_leaving_keeps_the_game() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    assert talk.says("quit") == [("news", "It is saved.")]
    assert (talk.here.over, talk.here.wants_new) == (True, False)
    assert talk.calls == [("keep", 2, None), ("save", None)]


def test_a_game_without_a_move_is_left_without_a_word() -> None:
    talk = Talk(confirms=True).resumed(pairs())
    talk.trouble = "of the game before"
    assert talk.says("quit") == []
    assert talk.here.over
    assert talk.calls == []


@pytest.mark.parametrize("line", ["quit", "new", "load first"])
def test_a_game_that_is_not_saved_is_left_only_when_that_is_confirmed(line: str) -> None:
    talk = Talk(confirms=True).resumed(pairs("a1 b1"))
    talk.saved["first"] = pairs("c1 c2")
    talk.trouble = "the disk is full"
    assert talk.says(line) == [("refusal", "The game is not saved: the disk is full.")]
    assert talk.here.prompt == "Leave it unsaved (y or n)?"
    talk.says("n")
    assert (talk.here.prompt, talk.here.over) == ("White, your move?", False)
    assert drawn(talk.here.grid) == "--- --- XX-"
    talk.says(line, "y")
    assert talk.here.over or drawn(talk.here.grid) == "--- --X --X"


def test_a_game_that_is_not_saved_is_left_where_nobody_can_be_asked() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.trouble = "the disk is full"
    assert talk.says("quit") == [
        ("refusal", "The game is not saved: the disk is full."),
        ("trouble", "It is saved."),
    ]
    assert talk.here.over


def test_a_saved_game_is_gone_on_with() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.saved["first"] = pairs("c1 c2", players=computer("a3 b3"))
    board, legend, news = talk.outputs("load first")
    assert (board.kind, drawn(board.grid)) == ("board", "--- --X --X")
    assert (legend.kind, legend.lines) == ("legend", (PAIRS.legend,))
    assert (news.kind, news.lines) == ("news", ("Going on with first.",))
    assert talk.session is talk.saved["first"]
    assert talk.here.task is not None
    assert talk.calls == [("keep", 2, None), ("open", "first")]


def test_a_game_of_another_kind_can_be_gone_on_with() -> None:
    talk = Talk().resumed(pairs())
    talk.saved["first"] = go()
    talk.says("load first")
    assert talk.here.game is GO
    assert talk.says("back") == [("refusal", "there is no back in Go.")]


def test_where_there_is_nothing_to_load_the_game_goes_on() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    assert talk.says("load nothing") == [("refusal", "there is no nothing.")]
    assert talk.here.prompt == "White, your move?"
    assert drawn(talk.here.grid) == "--- --- XX-"


def test_load_asks_for_a_name() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    told = "load which game?  Type load and its name, or a file's path."
    assert talk.says("load") == [("refusal", told)]
    assert talk.calls == []
