"""Tests of moves: complete and point by point, by people and by engines, and of engines that fail."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, RESIGN, Color, Move, Outcome
from gnugo_py.engines.engine import Engine
from gnugo_py.games.amazons.game import AMAZONS
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session
from tests.support.application import Talk, computer, drawn, go, pairs
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Color.BLACK, Color.WHITE
ASKED, SECOND = PAIRS.point_prompts


def watched(black: str, white: str) -> Session:
    """Return a session of two engines with one move each."""
    players: dict[Color, Engine] = {BLACK: Scripted(pair(black)), WHITE: Scripted(pair(white))}
    return Session.from_position(PAIRS, players, Pairs())


def test_a_game_is_shown_with_its_state_and_its_signs_when_it_begins() -> None:
    session = pairs("a1 b1")
    session.notices = ("One thing.", "Another.")
    app = Talk().begun(session)
    here = app.here
    board, legend, news = app.outputs()
    assert (board.kind, board.lines, board.diagram) == (
        "board",
        ("White to move.",),
        session.position.diagram(),
    )
    assert (legend.kind, legend.lines, legend.diagram) == ("legend", (PAIRS.legend,), None)
    assert (news.kind, news.lines) == ("news", ("One thing.", "Another."))
    assert (here.view.diagram, here.session, here.game) == (session.position.diagram(), session, PAIRS)
    assert app.calls == []


def test_who_is_to_move_is_named_where_two_people_play() -> None:
    assert Talk().resumed(pairs("a1 b1")).here.view.prompt == "White, your move?"
    assert Talk().resumed(pairs(players=computer())).here.view.prompt == ASKED


def test_a_move_is_made_kept_and_shown() -> None:
    app = Talk().resumed(pairs())
    (board,) = app.outputs("a1 b1")
    assert (board.kind, board.lines, drawn(board.diagram)) == ("board", ("White to move.",), "--- --- XX-")
    assert app.calls == [("keep", 2, None)]
    assert (app.here.view.prompt, app.here.view.accepts_moves) == ("White, your move?", True)
    assert app.here.view.diagram == board.diagram


def test_a_move_that_is_answered_is_not_drawn_before_the_answer() -> None:
    app = Talk().resumed(pairs(players=computer("a3 b3")))
    assert app.outputs("a1 b1") == []
    assert drawn(app.here.view.diagram) == "--- --- XX-"
    assert app.here.engine_task is not None
    app.here.run_task()
    move, board = app.here.take_events()
    assert (move.kind, move.lines) == ("move", ("my move: a3 b3",))
    assert (board.kind, drawn(board.diagram)) == ("board", "OO- --- XX-")
    assert app.calls == [("keep", 2, None), ("keep", 3, None)]
    assert app.here.engine_task is None


def test_a_move_of_a_watched_game_is_reported_with_its_side_and_drawn() -> None:
    app = Talk().resumed(watched("a1 b1", "a3 b3"))
    assert app.here.view.is_engine_match
    app.here.run_task()
    move, board = app.here.take_events()
    assert move.lines == ("Black: a1 b1",)
    assert drawn(board.diagram) == "--- --- XX-"


def test_one_player_is_not_watched() -> None:
    assert not Talk().resumed(pairs(players=computer())).here.view.is_engine_match


def test_an_empty_line_asks_again() -> None:
    app = Talk().resumed(pairs())
    assert app.says("") == []
    assert app.here.view.prompt == "Black, your move?"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("d1", "illegal move ! d1 is off the board; columns go from a to c, lines from 1 to 3."),
        ("a1 b2", "illegal move ! that point is taken."),
        ("c2 c2", "illegal move ! a move is two points."),
        ("b1", "illegal move ! that point is taken."),
        (
            "flub",
            "not understood: 'flub' is not a point; type a letter and a number, such as c1;"
            " type help for a list of commands.",
        ),
        (
            "undoo",
            "not understood: 'undoo' is not a point; type a letter and a number, such as c1;"
            " did you mean undo?",
        ),
    ],
)
def test_what_is_no_move_is_refused_and_changes_nothing(line: str, reason: str) -> None:
    app = Talk().resumed(pairs("a1 b1"))
    assert app.says(line) == [("refusal", reason)]
    assert len(app.session.turns) == 2
    assert (app.here.view.prompt, bool(app.here.view.escape_line)) == ("White, your move?", False)
    assert app.calls == []


def test_a_move_may_be_picked_point_by_point() -> None:
    app = Talk().resumed(pairs("a1 b1", "a3 b3"))
    (decision,) = app.outputs("c1")
    assert (decision.kind, decision.lines) == ("choice", ("c1: + marks the points that can come next.",))
    assert drawn(decision.diagram) == "OO- --- XX-"
    assert set(decision.marks) == {((0, 2), "+"), *(((1, column), "+") for column in range(3))}
    assert (bool(app.here.view.escape_line), app.here.view.prompt) == (True, f"Black, {SECOND}")
    assert app.calls == []
    app.says("c2")
    assert drawn(app.here.view.diagram) == "OO- --X XXX"
    assert not app.here.view.escape_line


def test_a_whole_move_replaces_a_partial_one() -> None:
    app = Talk().resumed(pairs())
    app.says("a1", "b2 c2")
    assert drawn(app.session.position.diagram()) == "--- -XX ---"
    assert not app.here.view.escape_line


def test_a_point_that_cannot_follow_is_rejected_and_the_partial_move_stays() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.says("c1")
    assert app.says("a1") == [
        ("refusal", "illegal move ! that point is taken."),
        ("choice", "c1: + marks the points that can come next."),
    ]
    assert (bool(app.here.view.escape_line), app.here.view.prompt) == (True, f"White, {SECOND}")


def test_a_point_that_cannot_follow_but_can_start_a_move_replaces_the_partial_move() -> None:
    app = Talk().resumed(pairs())
    app.says("c1")
    (decision,) = app.outputs("c1")
    assert decision.lines == ("c1: + marks the points that can come next.",)
    assert app.here.view.escape_line


def test_a_point_that_is_picked_can_be_given_up() -> None:
    app = Talk().resumed(pairs())
    app.says("c1")
    news, board = app.outputs("back")
    assert (news.kind, news.lines) == ("news", ("No point is chosen.",))
    assert (board.kind, drawn(board.diagram)) == ("board", "--- --- ---")
    assert (bool(app.here.view.escape_line), app.here.view.prompt) == (False, "Black, your move?")


def test_points_are_given_up_one_by_one() -> None:
    app = Talk(AMAZONS).resumed(Session.from_position(AMAZONS, {}, AMAZONS.start({"size": 10})))
    app.says("d1")
    (decision,) = app.outputs("d5")
    assert decision.diagram == app.here.view.diagram != app.session.position.diagram()
    (decision,) = app.outputs("back")
    assert decision.diagram == app.here.view.diagram == app.session.position.diagram()
    assert decision.lines == ("d1: + marks the points that can come next.",)
    assert app.here.view.prompt == f"Black, {AMAZONS.point_prompts[1]}"
    app.says("back")
    assert app.here.view.prompt == f"Black, {AMAZONS.point_prompts[0]}"


def test_what_is_picked_is_shown_again_after_a_command() -> None:
    app = Talk().resumed(pairs())
    app.says("c1")
    assert app.says("save") == [
        ("news", "It is saved."),
        ("choice", "c1: + marks the points that can come next."),
    ]
    assert app.here.view.escape_line


def test_what_is_picked_is_shown_after_a_question_that_is_denied_not_before_it() -> None:
    app = Talk(confirms=True).resumed(pairs())
    app.says("c1")
    assert app.says("resign") == []
    assert app.says("n") == [("choice", "c1: + marks the points that can come next.")]
    assert app.here.view.escape_line


def test_what_is_picked_stays_so_where_there_are_no_lessons() -> None:
    app = Talk()
    app.services.lessons_folder = "nowhere"
    app.resumed(pairs())
    app.says("c1")
    output = app.says("learn atari")
    assert output == [
        ("refusal", "nowhere: No such file or directory; specify a folder with lesson files."),
        ("choice", "c1: + marks the points that can come next."),
    ]


def test_what_is_picked_is_shown_again_when_a_game_goes_on_that_was_left_for_a_new_one() -> None:
    app = Talk().resumed(pairs())
    app.says("c1", "new")
    app.here.continue_left_game()
    output = [output for output in app.here.take_events() if output.kind in ("news", "choice")]
    assert [output.lines for output in output] == [
        ("The game continues.",),
        ("c1: + marks the points that can come next.",),
    ]
    assert output[-1].marks


def test_undo_gives_up_a_point_before_it_takes_back_a_move() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.says("c1")
    assert app.says("undo") == [("news", "No point is chosen.")]
    assert len(app.session.turns) == 2
    assert app.says("undo") == [("news", "Move taken back.")]


def test_redo_discards_a_partial_move() -> None:
    session = pairs("a1 b1", "a3 b3", "c1 c2")
    session.go_to(2)
    app = Talk().resumed(session)
    app.says("c1", "redo")
    assert not app.here.view.escape_line
    assert app.here.is_over
    assert app.session.outcome == Outcome(BLACK, "with three in a row")


def test_trouble_with_saving_is_reported_between_the_move_and_the_board() -> None:
    app = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    app.news, app.trouble = "The disk is full.", "full"
    app.here.run_task()
    kinds = [(output.kind, output.lines) for output in app.here.take_events()]
    assert kinds[:2] == [("move", ("my move: a3 b3",)), ("trouble", ("The disk is full.",))]
    assert app.here.view.save_error == "full"
    app.news, app.trouble = "It is saved again.", ""
    assert app.says("c1 c2")[0] == ("news", "It is saved again.")


def test_a_game_that_is_won_ends_with_its_result() -> None:
    app = Talk().resumed(pairs("a1 b1", "a3 b3"))
    board, result, news = app.outputs("c1 c3")
    assert (board.kind, board.lines, drawn(board.diagram)) == ("board", (), "OOX --- XXX")
    assert (result.kind, result.lines) == ("result", ("Black wins with three in a row.",))
    assert (news.kind, news.lines) == ("news", ("It is saved.",))
    assert app.here.is_over
    assert app.session.outcome == Outcome(BLACK, "with three in a row")
    assert app.calls == [("keep", 4, None), ("save", None)]
    assert not app.here.wants_new


def test_the_outcome_is_known_when_the_move_is_kept() -> None:
    app = Talk().resumed(pairs("a1 b1", "a3 b3"))
    app.says("c1 c3")
    assert app.outcomes == [Outcome(BLACK, "with three in a row")]


def test_a_resignation_of_a_players_is_reported() -> None:
    players: dict[Color, Engine] = {WHITE: Scripted(RESIGN)}
    app = Talk().resumed(pairs("a1 b1", players=players))
    assert app.thinks() == [
        ("move", "I resign."),
        ("result", "White resigns; Black wins."),
        ("news", "It is saved."),
    ]


def test_two_passes_lead_to_the_count() -> None:
    app = Talk().resumed(go())
    assert app.says("pass") == []
    assert app.here.view.prompt == "White, your move?"
    shown = app.outputs("pass")
    assert [(output.kind, output.lines) for output in shown][1:] == [("news", ("The game is over.",))]
    assert shown[0].kind == "board"
    assert app.here.view.prompt == "Count the game (y or n, or play to continue playing)?"
    assert not app.here.view.accepts_moves


def test_stones_that_are_taken_are_reported_before_the_board() -> None:
    app = Talk().resumed(go("O X - - - - - - -\n" + "- - - - - - - - -\n" * 8))
    news, board = app.outputs("a8")
    assert (news.kind, news.lines) == ("news", ("Black captures 1 stone.",))
    assert (board.kind, board.lines) == ("board", ("Black has captured 1, White 0.",))


def test_a_game_that_is_over_is_shown_as_it_ended() -> None:
    session = pairs("a1 b1")
    session.play(RESIGN)
    app = Talk().begun(session)
    shown = app.says()
    assert shown == [("legend", PAIRS.legend), ("result", "White has resigned; this game is finished.")]
    assert app.here.is_over
    assert app.here.engine_task is None
    assert app.calls == []


@pytest.mark.parametrize(("move", "shown"), [(PASS, "I pass."), (RESIGN, "I resign.")])
def test_a_players_pass_is_reported_in_words(move: Move, shown: str) -> None:
    players: dict[Color, Engine] = {BLACK: Scripted(move)}
    app = Talk(GO).resumed(go(players=players))
    assert app.thinks()[0] == ("move", shown)


def test_a_pass_in_a_watched_game_is_reported_with_its_side() -> None:
    players: dict[Color, Engine] = {BLACK: Scripted(PASS), WHITE: Scripted()}
    app = Talk(GO).resumed(go(players=players))
    assert app.thinks()[0] == ("move", "Black: pass")
