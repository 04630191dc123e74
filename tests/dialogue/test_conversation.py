"""A conversation from outside: lines, thoughts, its end, and what is shared by all phases."""

from __future__ import annotations

from gnugo_py.app.application import LONGEST_LINE
from gnugo_py.app.context import Context, Services
from gnugo_py.app.events import Output
from gnugo_py.app.phases.base import Over, Phase, yes_or_no
from gnugo_py.core.types import Side
from gnugo_py.engines.engine import Choice, Player
from gnugo_py.games.go.game import GO
from tests.dialogue.talk import Talk, computer, drawn, go, pairs
from tests.scripted import Scripted, pair
from tests.toy import PAIRS


def test_a_line_that_is_too_long_is_refused_with_the_limit() -> None:
    talk = Talk().resumed(pairs())
    told = f"that line is too long; one has up to {LONGEST_LINE} letters."
    assert talk.says("a1 b1".ljust(LONGEST_LINE + 1)) == [("refusal", told)]
    assert len(talk.session.turns) == 1
    talk.says("a1 b1".ljust(LONGEST_LINE))
    assert len(talk.session.turns) == 2
    assert LONGEST_LINE == 1000


def test_spaces_around_a_line_do_not_matter() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    assert talk.says("  undo \n") == [("news", "Taken back.")]


def test_what_is_said_is_handed_over_once() -> None:
    talk = Talk().resumed(pairs())
    assert talk.says("help") != []
    assert talk.says() == []


def test_a_task_can_be_thought_about_elsewhere() -> None:
    talk = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    task = talk.here.task
    assert task is not None
    assert task.player is talk.session.players[Side.WHITE]
    choice = task.think()
    assert choice == Choice(pair("a3 b3"), (), 1)
    assert len(talk.session.turns) == 2
    talk.here.finish(task, choice)
    assert drawn(talk.here.grid) == "OO- --- XX-"


def test_a_task_may_fail_elsewhere() -> None:
    talk = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    task = talk.here.task
    assert task is not None
    talk.here.fail(task, "it took too long")
    assert ("trouble", "it took too long.") in talk.says()
    assert talk.here.prompt == "Return, or a command?"


def test_a_line_before_the_answer_is_for_the_moves() -> None:
    talk = Talk().resumed(pairs("a1 b1", players=computer("a3 b3")))
    assert talk.says("undo") == [("news", "Taken back.")]
    assert talk.here.task is None


def test_it_may_end_at_any_time_and_what_was_played_is_saved() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.here.end()
    assert talk.says() == [("news", "It is saved.")]
    assert talk.calls == [("save", None)]
    assert (talk.here.over, talk.here.wants_new) == (True, False)


def test_trouble_with_saving_at_the_end_is_told_as_such() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.trouble = "full"
    talk.here.end()
    assert talk.says() == [("trouble", "It is saved.")]


def test_an_end_before_the_first_move_saves_nothing() -> None:
    for talk in (Talk().resumed(pairs()), Talk().asked({})):
        talk.says()
        talk.here.end()
        assert talk.says() == []
        assert talk.calls == []
        assert talk.here.over


def test_once_it_is_over_nothing_is_taken() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.says("quit")
    assert talk.says("a3 b3", "help") == []
    assert talk.here.over
    assert len(talk.session.turns) == 2


def test_a_game_left_for_a_new_one_can_be_gone_back_to() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.says("new")
    talk.here.go_back()
    news, board = talk.here.outputs()
    assert (news.kind, news.lines) == ("news", ("The game goes on.",))
    assert drawn(board.grid) == "--- --- XX-"
    assert (talk.here.over, talk.here.prompt) == (False, "White, your move?")


def test_a_game_that_was_left_for_good_is_not_gone_back_to() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.says("quit")
    talk.here.go_back()
    assert talk.here.over
    assert talk.says() == []


def test_a_game_that_goes_on_needs_no_going_back() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.here.go_back()
    assert talk.says() == []


def test_another_game_may_be_wanted_once_this_is_over() -> None:
    talk = Talk().resumed(pairs("a1 b1"))
    talk.here.wait_for_new(True)
    assert not talk.here.wants_new
    talk.says("quit")
    talk.here.wait_for_new(True)
    assert talk.here.wants_new
    talk.here.wait_for_new(False)
    assert not talk.here.wants_new


def test_there_is_no_trouble_before_there_is_something_to_save() -> None:
    talk = Talk().resumed(pairs())
    talk.trouble = "full"
    assert talk.here.trouble == ""
    talk.says("a1 b1")
    assert talk.here.trouble == "full"


def test_a_count_can_be_gone_back_to_from_its_result() -> None:
    talk = Talk(GO).resumed(go())
    talk.says("stop", "y", "stop", "stop")
    standing = talk.here.standing
    assert standing[-1] == "Black wins by 11.5 points."
    talk.here.go_back()
    assert (talk.here.over, talk.here.standing) == (False, standing)


def test_nothing_at_all_is_not_said_and_a_board_alone_is() -> None:
    context = Context(Talk().services)
    context.say("news")
    context.say("board", grid=PAIRS.start({}).grid())
    assert context.outputs() == [Output("board", (), PAIRS.start({}).grid(), ())]


def test_counts_propose_nothing_and_nobody_is_asked_unless_it_is_told() -> None:
    services = Services(*Talk().services[:8])
    assert (services.proposes, services.confirms) == (False, False)


def test_two_players_are_watched_and_one_is_not() -> None:
    players: dict[Side, Player] = {Side.WHITE: Scripted()}
    assert not Talk().resumed(pairs(players=players)).here.is_watched
    assert Talk().resumed(pairs(players={**players, Side.BLACK: Scripted(pair("a1 b1"))})).here.is_watched


def test_a_phase_asks_nothing_of_a_player_takes_no_moves_and_is_not_over() -> None:
    phase = Phase()
    assert (phase.task, phase.is_turn, phase.is_over, phase.prompt, phase.standing) == (
        None,
        False,
        False,
        "",
        (),
    )
    end = Over()
    assert (end.wants_new, end.before, end.standing, end.is_over, end.is_turn) == (
        False,
        None,
        (),
        True,
        False,
    )


def test_yes_and_no_may_be_written_out() -> None:
    assert [yes_or_no(word) for word in ("y", "YES", "n", "No", "", "maybe")] == [
        True,
        True,
        False,
        False,
        None,
        None,
    ]
