"""Moves, whole and point by point, by people and by players, and a player that cannot move."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, RESIGN, Move, Outcome, Side
from gnugo_py.engines.engine import Player
from gnugo_py.games.amazons.game import AMAZONS
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from tests.dialogue.talk import Talk, computer, drawn, go, pairs
from tests.scripted import Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Side.BLACK, Side.WHITE
ASKED, SECOND = PAIRS.steps


def watched(black: str, white: str) -> Session:
    """A game of two players, a move each."""
    players: dict[Side, Player] = {BLACK: Scripted(pair(black)), WHITE: Scripted(pair(white))}
    return Session.begin(PAIRS, players, Pairs())


def test_a_game_is_shown_with_its_state_and_its_signs_when_it_begins() -> None:
    session = pairs("a1 b1")
    session.remarks = ("One thing.", "Another.")
    talk = Talk().begun(session)
    here = talk.here
    board, legend, news = talk.outputs()
    assert (board.kind, board.lines, board.grid) == ("board", ("White to move.",), session.position.grid())
    assert (legend.kind, legend.lines, legend.grid) == ("legend", (PAIRS.legend,), None)
    assert (news.kind, news.lines) == ("news", ("One thing.", "Another."))
    assert (here.grid, here.session, here.game) == (session.position.grid(), session, PAIRS)
    assert talk.calls == []


def test_who_is_to_move_is_named_where_two_people_play() -> None:
    assert Talk().resumed(pairs("a1 b1")).here.prompt == "White, your move?"
    assert Talk().resumed(pairs(players=computer())).here.prompt == ASKED


def test_a_move_is_made_kept_and_shown() -> None:
    talk = Talk().resumed(pairs())
    (board,) = talk.outputs("a1 b1")
    assert (board.kind, board.lines, drawn(board.grid)) == ("board", ("White to move.",), "--- --- XX-")
    assert talk.calls == [("keep", 2, None)]
    assert (talk.here.prompt, talk.here.is_turn) == ("White, your move?", True)
    assert talk.here.grid == board.grid


def test_a_move_that_is_answered_is_not_drawn_before_the_answer() -> None:
    talk = Talk().resumed(pairs(players=computer("a3 b3")))
    assert talk.outputs("a1 b1") == []
    assert drawn(talk.here.grid) == "--- --- XX-"
    assert talk.here.task is not None
    talk.here.think()
    move, board = talk.here.outputs()
    assert (move.kind, move.lines) == ("move", ("my move: a3 b3",))
    assert (board.kind, drawn(board.grid)) == ("board", "OO- --- XX-")
    assert talk.calls == [("keep", 2, None), ("keep", 3, None)]
    assert talk.here.task is None


def test_a_move_of_a_watched_game_is_told_with_its_side_and_drawn() -> None:
    talk = Talk().resumed(watched("a1 b1", "a3 b3"))
    assert talk.here.is_watched
    talk.here.think()
    move, board = talk.here.outputs()
    assert move.lines == ("Black: a1 b1",)
    assert drawn(board.grid) == "--- --- XX-"


def test_one_player_is_not_watched() -> None:
    assert not Talk().resumed(pairs(players=computer())).here.is_watched


def test_an_empty_line_asks_again() -> None:
    talk = Talk().resumed(pairs())
    assert talk.says("") == []
    assert talk.here.prompt == "Black, your move?"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d1", "illegal move ! d1 is off the board; columns go from a to c, lines from 1 to 3."),
        ("a1 b2", "illegal move ! that point is taken."),
        ("c2 c2", "illegal move ! a move is two points."),
        ("b1", "illegal move ! that point is taken."),
        (
            "flub",
            "not understood: 'flub' is no point; write a letter and a number, like c1; help lists the words.",
        ),
        (
            "undoo",
            "not understood: 'undoo' is no point; write a letter and a number, like c1; did you mean undo?",
        ),
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(line: str, reason: str) -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    assert talk.says(line) == [("refusal", reason)]
    assert len(talk.session.turns) == 2
    assert (talk.here.prompt, talk.here.is_picking) == ("White, your move?", False)
    assert talk.calls == []


def test_a_move_may_be_picked_point_by_point() -> None:
    talk = Talk().resumed(pairs("a1 b1", "a3 b3"))
    (choice,) = talk.outputs("c1")
    assert (choice.kind, choice.lines) == ("choice", ("c1: + shows how it may go on.",))
    assert drawn(choice.grid) == "OO- --- XX-"
    assert set(choice.marks) == {((0, 2), "+"), *(((1, column), "+") for column in range(3))}
    assert (talk.here.is_picking, talk.here.prompt) == (True, f"Black, {SECOND}")
    assert talk.calls == []
    talk.says("c2")
    assert drawn(talk.here.grid) == "OO- --X XXX"
    assert not talk.here.is_picking


def test_a_whole_move_takes_the_place_of_one_that_is_begun() -> None:
    talk = Talk().resumed(pairs())
    talk.says("a1", "b2 c2")
    assert drawn(talk.session.position.grid()) == "--- -XX ---"
    assert not talk.here.is_picking


def test_a_point_that_cannot_follow_is_refused_and_what_is_begun_stays() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.says("c1")
    assert talk.says("a1") == [
        ("refusal", "illegal move ! that point is taken."),
        ("choice", "c1: + shows how it may go on."),
    ]
    assert (talk.here.is_picking, talk.here.prompt) == (True, f"White, {SECOND}")


def test_a_point_that_cannot_follow_but_may_begin_takes_the_place_of_what_is_begun() -> None:
    talk = Talk().resumed(pairs())
    talk.says("c1")
    (choice,) = talk.outputs("c1")
    assert choice.lines == ("c1: + shows how it may go on.",)
    assert talk.here.is_picking


def test_a_point_that_is_picked_can_be_given_up() -> None:
    talk = Talk().resumed(pairs())
    talk.says("c1")
    news, board = talk.outputs("back")
    assert (news.kind, news.lines) == ("news", ("Nothing is picked.",))
    assert (board.kind, drawn(board.grid)) == ("board", "--- --- ---")
    assert (talk.here.is_picking, talk.here.prompt) == (False, "Black, your move?")


def test_points_are_given_up_one_by_one() -> None:
    talk = Talk(AMAZONS).resumed(Session.begin(AMAZONS, {}, AMAZONS.start({"size": 10})))
    talk.says("d1")
    (choice,) = talk.outputs("d5")
    assert choice.grid == talk.here.grid != talk.session.position.grid()
    (choice,) = talk.outputs("back")
    assert choice.grid == talk.here.grid == talk.session.position.grid()
    assert choice.lines == ("d1: + shows how it may go on.",)
    assert talk.here.prompt == f"Black, {AMAZONS.steps[1]}"
    talk.says("back")
    assert talk.here.prompt == f"Black, {AMAZONS.steps[0]}"


def test_what_is_picked_is_shown_again_after_a_command() -> None:
    talk = Talk().resumed(pairs())
    talk.says("c1")
    assert talk.says("save") == [("news", "It is saved."), ("choice", "c1: + shows how it may go on.")]
    assert talk.here.is_picking


def test_what_is_picked_is_shown_after_a_question_that_is_denied_not_before_it() -> None:
    talk = Talk(confirms=True).resumed(pairs())
    talk.says("c1")
    assert talk.says("resign") == []
    assert talk.says("n") == [("choice", "c1: + shows how it may go on.")]
    assert talk.here.is_picking


def test_what_is_picked_stays_so_where_there_are_no_lessons() -> None:
    talk = Talk().resumed(pairs())
    talk.says("c1")
    said = talk.says("learn atari")
    assert said == [("refusal", "there are no lessons here."), ("choice", "c1: + shows how it may go on.")]


def test_what_is_picked_is_shown_again_when_a_game_goes_on_that_was_left_for_a_new_one() -> None:
    talk = Talk().resumed(pairs())
    talk.says("c1", "new")
    talk.here.go_back()
    said = [output for output in talk.here.outputs() if output.kind in ("news", "choice")]
    assert [output.lines for output in said] == [("The game goes on.",), ("c1: + shows how it may go on.",)]
    assert said[-1].marks


def test_undo_gives_up_a_point_before_it_takes_back_a_move() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.says("c1")
    assert talk.says("undo") == [("news", "Nothing is picked.")]
    assert len(talk.session.turns) == 2
    assert talk.says("undo") == [("news", "Taken back.")]


def test_a_move_that_is_begun_is_forgotten_when_one_is_made_again() -> None:
    session = pairs("a1 b1", "a3 b3", "c1 c2")
    session.go_to(2)
    talk = Talk().resumed(session)
    talk.says("c1", "redo")
    assert not talk.here.is_picking
    assert talk.here.over
    assert talk.session.outcome == Outcome(BLACK, "with three in a row")


def test_trouble_with_saving_is_told_between_the_move_and_the_board() -> None:
    talk = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    talk.news, talk.trouble = "The disk is full.", "full"
    talk.here.think()
    kinds = [(output.kind, output.lines) for output in talk.here.outputs()]
    assert kinds[:2] == [("move", ("my move: a3 b3",)), ("trouble", ("The disk is full.",))]
    assert talk.here.trouble == "full"
    talk.news, talk.trouble = "It is saved again.", ""
    assert talk.says("c1 c2")[0] == ("news", "It is saved again.")


def test_a_game_that_is_won_ends_with_its_result() -> None:
    talk = Talk().resumed(pairs("a1 b1", "a3 b3"))
    board, result, news = talk.outputs("c1 c3")
    assert (board.kind, board.lines, drawn(board.grid)) == ("board", (), "OOX --- XXX")
    assert (result.kind, result.lines) == ("result", ("Black wins with three in a row.",))
    assert (news.kind, news.lines) == ("news", ("It is saved.",))
    assert talk.here.over
    assert talk.session.outcome == Outcome(BLACK, "with three in a row")
    assert talk.calls == [("keep", 4, None), ("save", None)]
    assert not talk.here.wants_new


def test_the_outcome_is_known_when_the_move_is_kept() -> None:
    talk = Talk().resumed(pairs("a1 b1", "a3 b3"))
    talk.says("c1 c3")
    assert talk.outcomes == [Outcome(BLACK, "with three in a row")]


def test_a_resignation_of_a_players_is_told() -> None:
    players: dict[Side, Player] = {WHITE: Scripted(RESIGN)}
    talk = Talk().resumed(pairs("a1 b1", players=players))
    assert talk.thinks() == [
        ("move", "I resign."),
        ("result", "White resigns; Black wins."),
        ("news", "It is saved."),
    ]


def test_two_passes_lead_to_the_count() -> None:
    talk = Talk().resumed(go())
    assert talk.says("pass") == []
    assert talk.here.prompt == "White, your move?"
    told = talk.outputs("pass")
    assert [(output.kind, output.lines) for output in told][1:] == [("news", ("The game is over.",))]
    assert told[0].kind == "board"
    assert talk.here.prompt == "Count the game (y or n, play to play on)?"
    assert not talk.here.is_turn


def test_stones_that_are_taken_are_told_before_the_board() -> None:
    talk = Talk().resumed(go("O X - - - - - - -\n" + "- - - - - - - - -\n" * 8))
    news, board = talk.outputs("a8")
    assert (news.kind, news.lines) == ("news", ("Black takes 1 stone.",))
    assert (board.kind, board.lines) == ("board", ("Black has taken 1, White 0.",))


def test_a_game_that_is_over_is_shown_as_it_ended() -> None:
    session = pairs("a1 b1")
    session.play(RESIGN)
    session.outcome = session.position.decided
    talk = Talk().begun(session)
    told = talk.says()
    assert told == [("legend", PAIRS.legend), ("result", "White has resigned; this game is finished.")]
    assert talk.here.over
    assert talk.here.task is None
    assert talk.calls == []


@pytest.mark.parametrize(("move", "told"), [(PASS, "I pass."), (RESIGN, "I resign.")])
def test_a_players_pass_is_told_in_words(move: Move, told: str) -> None:
    players: dict[Side, Player] = {BLACK: Scripted(move)}
    talk = Talk(GO).resumed(go(players=players))
    assert talk.thinks()[0] == ("move", told)


def test_a_pass_in_a_watched_game_is_told_with_its_side() -> None:
    players: dict[Side, Player] = {BLACK: Scripted(PASS), WHITE: Scripted()}
    talk = Talk(GO).resumed(go(players=players))
    assert talk.thinks()[0] == ("move", "Black: pass")
