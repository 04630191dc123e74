"""The count of a game that has stopped, to its result, and back to it when it was left."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, Outcome, Side
from gnugo_py.engines.engine import Player
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session, Settling
from tests.dialogue.talk import Talk, drawn, go, points, stopped
from tests.scripted import Scripted

COUNT = "Count the game (y or n, play to play on)?"
DEAD = "Dead stone to take off (stop when done, play to play on):"
CHAIN = "Dead chain to change (stop when done, play to play on):"
FILL = "Neutral point to fill for {} (stop when done, play to play on):"
JUDGED = "As the program judges, these stones are dead: D2."


def counting(rules: str = "japanese", proposes: bool = False) -> Talk:
    """A count that has just begun."""
    talk = Talk(GO, proposes=proposes).resumed(go(rules=rules))
    talk.says("stop", "y")
    talk.calls.clear()
    return talk


def test_a_game_that_is_stopped_is_kept_and_may_be_counted() -> None:
    talk = Talk(GO).resumed(go())
    assert talk.says("stop") == []
    assert (talk.here.prompt, talk.here.is_turn, talk.here.standing) == (COUNT, False, ())
    assert talk.calls == [("keep", 1, Settling(None, ()))]


def test_a_count_that_is_wanted_is_kept_and_begins_with_a_remark() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("stop")
    talk.calls.clear()
    (remark,) = talk.outputs("y")
    assert (remark.kind, remark.lines) == ("remark", (JUDGED,))
    assert drawn(remark.grid) == drawn(talk.here.grid)
    assert talk.here.prompt == DEAD
    assert talk.calls == [("keep", 1, Settling(False, ()))]


def test_a_count_without_a_remark_draws_nothing() -> None:
    talk = Talk(GO).resumed(go(rules="gnugo-1.1"))
    assert talk.outputs("stop", "y") == []
    assert talk.here.prompt == DEAD


def test_where_counts_are_proposed_the_chains_can_be_changed() -> None:
    talk = Talk(GO, proposes=True).resumed(go())
    talk.says("stop")
    talk.calls.clear()
    (remark,) = talk.outputs("y")
    assert remark.lines[0] == "Dead stones: D2."
    assert talk.here.prompt == CHAIN
    assert talk.calls == [("keep", 1, Settling(True, ()))]


def test_whether_to_count_is_asked_until_the_answer_makes_sense() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("stop")
    assert talk.says("maybe") == [("refusal", "type y or n, play to go on playing, or quit.")]
    assert talk.says("") == [("refusal", "type y or n, play to go on playing, or quit.")]
    assert talk.here.prompt == COUNT


def test_a_game_that_is_not_to_be_counted_is_kept_and_left() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("stop")
    talk.calls.clear()
    assert talk.says("n") == [("news", "It is saved.")]
    assert talk.here.over
    assert talk.session.settling == Settling()
    assert talk.calls == [("keep", 1, Settling()), ("save", None)]


def test_stones_are_named_dead_and_points_filled_in_turn() -> None:
    talk = counting("gnugo-1.1")
    assert talk.says("d2") == []
    assert talk.calls.pop() == ("keep", 1, Settling(False, points("D2")))
    assert drawn(talk.here.grid).count("X") == 9
    assert talk.here.prompt == DEAD
    talk.says("stop")
    assert talk.here.prompt == FILL.format("Black")
    assert talk.calls.pop() == ("keep", 1, Settling(False, (*points("D2"), None)))
    talk.says("b5")
    assert talk.here.prompt == FILL.format("White")
    assert talk.calls == [("keep", 1, Settling(False, (*points("D2"), None, *points("B5"))))]


def test_whoever_plays_against_a_player_fills_first() -> None:
    players: dict[Side, Player] = {Side.BLACK: Scripted()}
    talk = Talk(GO).resumed(go(players=players))
    session = talk.session
    session.seat(Side.BLACK, None)
    session.seat(Side.WHITE, Scripted())
    talk.says("stop", "y", "stop")
    assert talk.here.prompt == FILL.format("Black")
    talk.says("play")
    session.seat(Side.WHITE, None)
    session.seat(Side.BLACK, Scripted())
    assert Talk(GO).resumed(white_is_a_person()).here.prompt == FILL.format("White")


def white_is_a_person() -> Session:
    session = stopped([None])
    session.players[Side.BLACK] = Scripted()
    return session


def test_the_result_is_told_with_the_board_once_all_is_settled() -> None:
    talk = counting()
    talk.says("d2", "stop")
    talk.calls.clear()
    result, news = talk.outputs("stop")
    assert (result.kind, result.grid) == ("result", talk.here.grid)
    assert result.lines[-1] == talk.here.standing[-1] == "White wins by 16.5 points."
    assert (news.kind, news.lines) == ("news", ("It is saved.",))
    assert talk.here.over
    assert talk.session.outcome == Outcome(Side.WHITE, "by 16.5 points", 16.5)
    assert talk.session.settling == Settling(False, (*points("D2"), None, None))
    assert talk.calls == [("save", None)]


def test_the_count_stands_beside_its_questions() -> None:
    talk = counting()
    before = talk.here.standing
    talk.says("d2")
    assert talk.here.standing != before
    assert talk.here.standing[-1] == "White wins by 16.5 points."


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("a1", "refusal", "there is no stone on A1."),
        ("z1", "refusal", "Z1 is off the board; columns go from A to J, lines from 1 to 9."),
        ("pass", "refusal", "name a point, or type stop when done."),
        (
            "what",
            "refusal",
            "'what' is no point; write a letter and a number, like G3; "
            "or type stop when done, play, save, help or quit.",
        ),
        ("save", "news", "It is saved."),
    ],
)
def test_what_answers_nothing_leaves_the_question_open(line: str, kind: str, words: str) -> None:
    talk = counting()
    assert talk.says(line) == [(kind, words)]
    assert talk.here.prompt == DEAD
    assert talk.session.settling == Settling(False, ())


@pytest.mark.parametrize("line", ["help", "?", "HELP"])
def test_help_tells_what_a_count_takes(line: str) -> None:
    for talk in (counting(), Talk(GO).resumed(stopped(proposed=None))):
        prompt = talk.here.prompt
        (page,) = talk.says(line)
        told = (
            "The game has stopped, and it is to be counted: y begins the count, n leaves the game as it is."
        )
        assert page[:2] == ("page", told)
        assert page[-1] == "  quit   leave; the game stays saved and can be resumed"
        assert talk.here.prompt == prompt


def test_a_count_is_saved_under_a_name() -> None:
    talk = counting()
    talk.says("SAVE  my Game.sgf")
    assert talk.calls == [("save", "my Game")]


@pytest.mark.parametrize("line", ["play", "undo", "PLAY"])
def test_the_game_goes_on_from_its_count(line: str) -> None:
    talk = counting()
    news, board = talk.outputs(line)
    assert (news.kind, news.lines) == ("news", ("The game goes on.",))
    assert (board.kind, board.lines) == ("board", ("Black has taken 0, White 0.",))
    assert talk.here.prompt == "Black, your move?"
    assert talk.session.settling is None
    assert talk.calls == []


def test_that_the_count_was_left_is_kept_in_a_game_with_moves() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("e8", "stop", "y")
    talk.calls.clear()
    talk.says("play")
    assert talk.calls == [("keep", 2, None)]


def test_passes_that_ended_the_game_are_taken_back_when_it_goes_on() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("e8", "pass", "pass", "play")
    assert (len(talk.session.turns), talk.here.prompt) == (3, "Black, your move?")


def test_without_a_person_a_game_that_is_over_does_not_go_on() -> None:
    players: dict[Side, Player] = {Side.BLACK: Scripted(PASS), Side.WHITE: Scripted(PASS)}
    talk = Talk(GO).resumed(go(players=players))
    talk.here.think()
    talk.here.think()
    talk.here.outputs()
    assert talk.here.task is None
    assert talk.says("play") == [("refusal", "the game is over, and there is nobody to play on.")]
    assert talk.here.prompt == COUNT


@pytest.mark.parametrize("line", ["quit", "exit"])
def test_a_count_can_be_left(line: str) -> None:
    talk = counting()
    assert talk.says(line) == [("news", "It is saved.")]
    assert talk.here.over
    assert talk.calls == [("keep", 1, Settling(False, ())), ("save", None)]


def test_a_count_that_is_not_saved_is_left_only_when_that_is_confirmed() -> None:
    talk = Talk(GO, confirms=True).resumed(go())
    talk.says("stop", "y", "d2")
    talk.trouble = "the disk is full"
    standing = talk.here.standing
    assert talk.says("quit") == [("refusal", "The game is not saved: the disk is full.")]
    assert talk.here.prompt == "Leave it unsaved (y or n)?"
    assert (talk.here.standing, talk.here.is_turn) == (standing, False)
    talk.says("n")
    assert talk.here.prompt == DEAD
    talk.says("quit", "y")
    assert talk.here.over


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
    settling = session.settling
    talk = Talk(GO).resumed(session)
    assert talk.here.prompt == prompt
    assert session.settling == settling
    assert talk.calls == []


def test_a_count_resumed_after_a_stone_has_it_dead() -> None:
    talk = Talk(GO).resumed(stopped(points("D2")))
    assert talk.here.standing[-1] == "White wins by 16.5 points."


def test_a_game_that_stopped_without_a_word_of_its_count_may_be_counted() -> None:
    session = stopped()
    session.settling = None
    talk = Talk(GO).resumed(session)
    assert talk.here.prompt == COUNT
    assert talk.calls == [("keep", 3, Settling())]


def test_answers_that_make_no_sense_any_more_are_left_out() -> None:
    talk = Talk(GO).resumed(stopped(points("A1", "D2")))
    assert talk.here.prompt == DEAD
    assert "D2" in talk.begun(stopped(points("A1", "D2"))).says()[1][1]


def test_a_count_that_is_all_settled_ends_with_its_result() -> None:
    session = stopped([*points("D2"), None, None])
    talk = Talk(GO).begun(session)
    said = talk.says()
    assert said[1][0] == "result"
    assert said[1][-1] == "White wins by 16.5 points."
    assert talk.here.over
    assert session.outcome == Outcome(Side.WHITE, "by 16.5 points", 16.5)


@pytest.mark.parametrize("rules", ["gnugo-1.1", "japanese"])
def test_more_answers_than_there_were_questions_are_left_out(rules: str) -> None:
    """As in a file that somebody changed."""
    session = go(rules=rules)
    session.play(PASS)
    session.play(PASS)
    session.settling = Settling(False, (None,) * 9)
    talk = Talk(GO).resumed(session)
    assert talk.here.over
    assert any("Black" in line for line in talk.here.standing)
