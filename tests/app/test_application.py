"""Tests of the application from outside: lines, tasks, its end, and what all phases share."""

from __future__ import annotations

from gnugo_py.app.application import MAX_INPUT_LINE_LENGTH
from gnugo_py.app.context import PhaseContext
from gnugo_py.app.events import AppEvent
from gnugo_py.app.phases.base import ApplicationEndPhase, Phase, parse_yes_or_no
from gnugo_py.core.types import Color
from gnugo_py.engines.engine import Decision, Engine
from tests.support.application import Talk, computer, drawn, pairs
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS


def test_a_line_that_is_too_long_is_refused_with_the_limit() -> None:
    app = Talk().resumed(pairs())
    shown = f"that line is too long; the limit is {MAX_INPUT_LINE_LENGTH} characters."
    assert app.says("a1 b1".ljust(MAX_INPUT_LINE_LENGTH + 1)) == [("refusal", shown)]
    assert len(app.session.turns) == 1
    app.says("a1 b1".ljust(MAX_INPUT_LINE_LENGTH))
    assert len(app.session.turns) == 2
    assert MAX_INPUT_LINE_LENGTH == 1000


def test_spaces_around_a_line_do_not_matter() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    assert app.says("  undo \n") == [("news", "Move taken back.")]


def test_each_event_is_taken_once() -> None:
    app = Talk().resumed(pairs())
    assert app.says("help") != []
    assert app.says() == []


def test_a_task_can_be_thought_about_elsewhere() -> None:
    app = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    task = app.here.engine_task
    assert task is not None
    assert task.engine is app.session.players[Color.WHITE]
    decision = task.run()
    assert decision == Decision(pair("a3 b3"), (), 1)
    assert len(app.session.turns) == 2
    app.here.finish_task(task, decision)
    assert drawn(app.here.view.diagram) == "OO- --- XX-"


def test_a_task_may_fail_elsewhere() -> None:
    app = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    task = app.here.engine_task
    assert task is not None
    app.here.fail_task(task, "it took too long")
    assert ("trouble", "it took too long.") in app.says()
    assert app.here.view.prompt == "Press Return to retry, or type a command:"


def test_a_line_before_the_answer_is_for_the_moves() -> None:
    app = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    assert app.says("undo") == [("news", "Move taken back.")]
    assert app.here.engine_task is None


def test_it_may_end_at_any_time_and_what_was_played_is_saved() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.here.save_and_quit()
    assert app.says() == [("news", "It is saved.")]
    assert app.calls == [("save", None)]
    assert (app.here.is_over, app.here.wants_new) == (True, False)


def test_trouble_with_saving_at_the_end_is_reported_as_such() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.trouble = "full"
    app.here.save_and_quit()
    assert app.says() == [("trouble", "It is saved.")]


def test_an_end_before_the_first_move_saves_nothing() -> None:
    for app in (Talk().resumed(pairs()), Talk().asked({})):
        app.says()
        app.here.save_and_quit()
        assert app.says() == []
        assert app.calls == []
        assert app.here.is_over


def test_once_it_is_over_nothing_is_taken() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.says("quit")
    assert app.says("a3 b3", "help") == []
    assert app.here.is_over
    assert len(app.session.turns) == 2


def test_a_game_left_for_a_new_one_can_be_gone_back_to() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.says("new")
    app.here.continue_left_game()
    news, board = app.here.take_events()
    assert (news.kind, news.lines) == ("news", ("The game continues.",))
    assert drawn(board.diagram) == "--- --- XX-"
    assert (app.here.is_over, app.here.view.prompt) == (False, "White, your move?")


def test_a_game_that_was_left_for_good_is_not_gone_back_to() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.says("quit")
    app.here.continue_left_game()
    assert app.here.is_over
    assert app.says() == []


def test_a_game_that_goes_on_needs_no_going_back() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.here.continue_left_game()
    assert app.says() == []


def test_another_game_may_be_wanted_once_this_is_over() -> None:
    app = Talk().resumed(pairs("a1 b1"))
    app.here.set_wants_new(True)
    assert not app.here.wants_new
    app.says("quit")
    app.here.set_wants_new(True)
    assert app.here.wants_new
    app.here.set_wants_new(False)
    assert not app.here.wants_new


def test_there_is_no_trouble_before_there_is_something_to_save() -> None:
    app = Talk().resumed(pairs())
    app.trouble = "full"
    assert app.here.view.save_error == ""
    app.says("a1 b1")
    assert app.here.view.save_error == "full"


def test_nothing_at_all_is_not_said_and_a_board_alone_is() -> None:
    context = PhaseContext(Talk().services, PAIRS)
    context.emit("news")
    context.emit("board", diagram=PAIRS.start({}).diagram())
    assert context.take_events() == [AppEvent("board", (), PAIRS.start({}).diagram(), ())]


def test_two_players_are_watched_and_one_is_not() -> None:
    players: dict[Color, Engine] = {Color.WHITE: Scripted()}
    assert not Talk().resumed(pairs(players=players)).here.view.is_engine_match
    assert (
        Talk()
        .resumed(pairs(players={**players, Color.BLACK: Scripted(pair("a1 b1"))}))
        .here.view.is_engine_match
    )


def test_a_phase_asks_nothing_of_a_player_takes_no_moves_and_is_not_over() -> None:
    phase = Phase()
    assert (phase.engine_task, phase.accepts_moves, phase.is_over, phase.prompt) == (None, False, False, "")
    end = ApplicationEndPhase()
    assert (end.wants_new, end.before, end.count_lines, end.is_over, end.accepts_moves) == (
        False,
        None,
        (),
        True,
        False,
    )


def test_yes_and_no_may_be_written_out() -> None:
    assert [parse_yes_or_no(word) for word in ("y", "YES", "n", "No", "", "maybe")] == [
        True,
        True,
        False,
        False,
        None,
        None,
    ]
