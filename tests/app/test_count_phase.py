"""Tests of the count: from the end of play to the result, and resuming an unfinished count."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, Color, Outcome
from gnugo_py.engines.engine import Engine
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import CountProgress, Session
from tests.support.application import Talk, drawn, go, points, stopped
from tests.support.scripted_engine import Scripted

COUNT = "Count the game (y or n, or play to continue playing)?"
DEAD = "Dead stone to remove (stop when done, play to continue playing):"
CHAIN = "Dead chain to change (stop when done, play to continue playing):"
FILL = "Neutral point to fill for {} (stop when done, play to continue playing):"
JUDGED = "The program considers these stones dead: D2."


def counting(rules: str = "japanese", proposes: bool = False) -> Talk:
    """Return an application at the start of a count."""
    app = Talk(GO, proposes=proposes).resumed(go(rules=rules))
    app.says("stop", "y")
    app.calls.clear()
    return app


def test_a_game_that_is_stopped_is_kept_and_may_be_counted() -> None:
    app = Talk(GO).resumed(go())
    assert app.says("stop") == []
    assert (app.here.view.prompt, app.here.view.accepts_moves, app.here.view.count_lines) == (
        COUNT,
        False,
        (),
    )
    assert app.calls == [("keep", 1, CountProgress(None, ()))]


def test_a_count_that_is_wanted_is_kept_and_begins_with_a_remark() -> None:
    app = Talk(GO).resumed(go())
    app.says("stop")
    app.calls.clear()
    (remark,) = app.outputs("y")
    assert (remark.kind, remark.lines) == ("remark", (JUDGED,))
    assert drawn(remark.diagram) == drawn(app.here.view.diagram)
    assert app.here.view.prompt == DEAD
    assert app.calls == [("keep", 1, CountProgress(False, ()))]


def test_a_count_without_a_remark_draws_nothing() -> None:
    app = Talk(GO).resumed(go(rules="gnugo-1.1"))
    assert app.outputs("stop", "y") == []
    assert app.here.view.prompt == DEAD


def test_where_counts_are_proposed_the_chains_can_be_changed() -> None:
    app = Talk(GO, proposes=True).resumed(go())
    app.says("stop")
    app.calls.clear()
    help_line, remark = app.outputs("y")
    assert "Type stop to accept this" in help_line.lines[0]
    assert remark.lines[0] == "Dead stones: D2."
    assert app.here.view.prompt == CHAIN
    assert app.calls == [("keep", 1, CountProgress(True, ()))]


def test_whether_to_count_is_asked_until_the_answer_makes_sense() -> None:
    app = Talk(GO).resumed(go())
    app.says("stop")
    assert app.says("maybe") == [("refusal", "type y or n, play to continue playing, or quit.")]
    assert app.says("") == [("refusal", "type y or n, play to continue playing, or quit.")]
    assert app.here.view.prompt == COUNT


def test_a_game_that_is_not_to_be_counted_is_kept_and_left() -> None:
    app = Talk(GO).resumed(go())
    app.says("stop")
    app.calls.clear()
    assert app.says("n") == [("news", "It is saved.")]
    assert app.here.is_over
    assert app.session.count_progress == CountProgress()
    assert app.calls == [("keep", 1, CountProgress()), ("save", None)]


def test_stones_are_named_dead_and_points_filled_in_turn() -> None:
    app = counting("gnugo-1.1")
    assert app.says("d2") == []
    assert app.calls.pop() == ("keep", 1, CountProgress(False, points("D2")))
    assert drawn(app.here.view.diagram).count("X") == 9
    assert app.here.view.prompt == DEAD
    app.says("stop")
    assert app.here.view.prompt == FILL.format("Black")
    assert app.calls.pop() == ("keep", 1, CountProgress(False, (*points("D2"), None)))
    app.says("b5")
    assert app.here.view.prompt == FILL.format("White")
    assert app.calls == [("keep", 1, CountProgress(False, (*points("D2"), None, *points("B5"))))]


def test_whoever_plays_against_a_player_fills_first() -> None:
    players: dict[Color, Engine] = {Color.BLACK: Scripted()}
    app = Talk(GO).resumed(go(players=players))
    session = app.session
    session.set_player(Color.BLACK, None)
    session.set_player(Color.WHITE, Scripted())
    app.says("stop", "y", "stop")
    assert app.here.view.prompt == FILL.format("Black")
    app.says("play")
    session.set_player(Color.WHITE, None)
    session.set_player(Color.BLACK, Scripted())
    assert Talk(GO).resumed(white_is_a_person()).here.view.prompt == FILL.format("White")


def white_is_a_person() -> Session:
    session = stopped([None])
    session.players[Color.BLACK] = Scripted()
    return session


def test_the_result_is_reported_with_the_board_once_all_is_settled() -> None:
    app = counting()
    app.says("d2", "stop")
    app.calls.clear()
    result, news = app.outputs("stop")
    assert (result.kind, result.diagram) == ("result", app.here.view.diagram)
    assert result.lines[-1] == app.here.view.count_lines[-1] == "White wins by 16.5 points."
    assert (news.kind, news.lines) == ("news", ("It is saved.",))
    assert app.here.is_over
    assert app.session.outcome == Outcome(Color.WHITE, "by 16.5 points", 16.5)
    assert app.session.count_progress == CountProgress(False, (*points("D2"), None, None))
    assert app.calls == [("save", None)]


def test_the_count_stands_beside_its_questions() -> None:
    app = counting()
    before = app.here.view.count_lines
    app.says("d2")
    assert app.here.view.count_lines != before
    assert app.here.view.count_lines[-1] == "White wins by 16.5 points."


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("a1", "refusal", "there is no stone on A1."),
        ("z1", "refusal", "Z1 is off the board; columns go from A to J, lines from 1 to 9."),
        ("pass", "refusal", "type a point, or stop when done."),
        (
            "what",
            "refusal",
            "'what' is not a point; type a letter and a number, such as G3; "
            "or type stop when done, play, save, help or quit.",
        ),
        ("save", "news", "It is saved."),
    ],
)
def test_what_answers_nothing_leaves_the_question_open(line: str, kind: str, words: str) -> None:
    app = counting()
    assert app.says(line) == [(kind, words)]
    assert app.here.view.prompt == DEAD
    assert app.session.count_progress == CountProgress(False, ())


def asked_whether_to_count() -> Talk:
    """Return an application that asks whether to count a game."""
    return Talk(GO).resumed(stopped(proposed=None))


@pytest.mark.parametrize("line", ["help", "?", "HELP"])
def test_help_lists_the_answers_of_a_count(line: str) -> None:
    question = "Play has stopped. Type y to count the game, or n to leave it uncounted."
    for app, shown in ((counting(), "Type the point of a stone"), (asked_whether_to_count(), question)):
        prompt = app.here.view.prompt
        (page,) = app.says(line)
        assert page[0] == "page"
        assert page[1].startswith(shown)
        assert page[-1] == "  quit   leave; the game stays saved and can be resumed"
        assert app.here.view.prompt == prompt


def test_a_count_is_saved_under_a_name() -> None:
    app = counting()
    app.says("SAVE  my Game.sgf")
    assert app.calls == [("save", "my Game")]


@pytest.mark.parametrize("line", ["play", "undo", "PLAY"])
def test_the_game_goes_on_from_its_count(line: str) -> None:
    app = counting()
    news, board = app.outputs(line)
    assert (news.kind, news.lines) == ("news", ("The game continues.",))
    assert (board.kind, board.lines) == ("board", ("Black has captured 0, White 0.",))
    assert app.here.view.prompt == "Black, your move?"
    assert app.session.count_progress is None
    assert app.calls == []


def test_that_the_count_was_left_is_kept_in_a_game_with_moves() -> None:
    app = Talk(GO).resumed(go())
    app.says("e8", "stop", "y")
    app.calls.clear()
    app.says("play")
    assert app.calls == [("keep", 2, None)]


def test_passes_that_ended_the_game_are_taken_back_when_it_goes_on() -> None:
    app = Talk(GO).resumed(go())
    app.says("e8", "pass", "pass", "play")
    assert (len(app.session.turns), app.here.view.prompt) == (3, "Black, your move?")


def test_without_a_person_a_game_that_is_over_does_not_go_on() -> None:
    players: dict[Color, Engine] = {Color.BLACK: Scripted(PASS), Color.WHITE: Scripted(PASS)}
    app = Talk(GO).resumed(go(players=players))
    app.here.run_task()
    app.here.run_task()
    app.here.take_events()
    assert app.here.engine_task is None
    assert app.says("play") == [
        ("refusal", "the game is over and cannot be continued; both players are engines.")
    ]
    assert app.here.view.prompt == COUNT


@pytest.mark.parametrize("line", ["quit", "exit"])
def test_a_count_can_be_left(line: str) -> None:
    app = counting()
    assert app.says(line) == [("news", "It is saved.")]
    assert app.here.is_over
    assert app.calls == [("keep", 1, CountProgress(False, ())), ("save", None)]


def test_a_count_that_is_not_saved_is_left_only_when_that_is_confirmed() -> None:
    app = Talk(GO, confirms=True).resumed(go())
    app.says("stop", "y", "d2")
    app.trouble = "the disk is full"
    standing = app.here.view.count_lines
    assert app.says("quit") == [("refusal", "The game could not be saved: the disk is full.")]
    assert app.here.view.prompt == "Leave without saving (y or n)?"
    assert (app.here.view.count_lines, app.here.view.accepts_moves) == (standing, False)
    app.says("n")
    assert app.here.view.prompt == DEAD
    app.says("quit", "y")
    assert app.here.is_over


@pytest.mark.parametrize(
    ("session", "prompt"),
    [
        (stopped(proposed=None), COUNT),
        (stopped(), DEAD),
        (stopped(points("D2")), DEAD),
        (stopped([*points("D2"), None]), FILL.format("Black")),
        (stopped([*points("D2"), None, *points("B5")]), FILL.format("White")),
        (stopped(proposed=True), CHAIN),
    ],
)
def test_a_count_is_gone_on_with_where_it_was_left(session: Session, prompt: str) -> None:
    settling = session.count_progress
    app = Talk(GO).resumed(session)
    assert app.here.view.prompt == prompt
    assert session.count_progress == settling
    assert app.calls == []


def test_a_count_resumed_after_a_stone_has_it_dead() -> None:
    app = Talk(GO).resumed(stopped(points("D2")))
    assert app.here.view.count_lines[-1] == "White wins by 16.5 points."


def test_a_game_that_stopped_without_a_word_of_its_count_may_be_counted() -> None:
    session = stopped()
    session.count_progress = None
    app = Talk(GO).resumed(session)
    assert app.here.view.prompt == COUNT
    assert app.calls == [("keep", 3, CountProgress())]


def test_answers_that_make_no_sense_any_more_are_left_out() -> None:
    app = Talk(GO).resumed(stopped(points("A1", "D2")))
    assert app.here.view.prompt == DEAD
    assert "D2" in app.begun(stopped(points("A1", "D2"))).says()[1][1]


def test_a_count_that_is_all_settled_ends_with_its_result() -> None:
    session = stopped([*points("D2"), None, None])
    app = Talk(GO).begun(session)
    output = app.says()
    assert output[1][0] == "result"
    assert output[1][-1] == "White wins by 16.5 points."
    assert app.here.is_over
    assert session.outcome == Outcome(Color.WHITE, "by 16.5 points", 16.5)


@pytest.mark.parametrize("rules", ["gnugo-1.1", "japanese"])
def test_more_answers_than_there_were_questions_are_left_out(rules: str) -> None:
    """A file that was edited by hand may contain such answers."""
    session = go(rules=rules)
    session.play(PASS)
    session.play(PASS)
    session.count_progress = CountProgress(False, (None,) * 9)
    app = Talk(GO).resumed(session)
    assert app.here.is_over
    assert any("Black" in line for line in app.here.view.count_lines)


def test_stop_again_counts_the_game() -> None:
    app = Talk(GO).resumed(go())
    app.says("stop", "stop")
    assert app.here.view.count_lines
