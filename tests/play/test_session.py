"""Tests of a game in progress: turns, memories, undo and redo."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, RESIGN, Color, IllegalMove, Outcome
from gnugo_py.engines.engine import Decision, Engine
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import CountProgress, Session, Turn
from tests.support.scripted_engine import Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Color.BLACK, Color.WHITE


def against(*moves: str, color: Color = WHITE) -> Session:
    """Return a session against an engine that plays some moves."""
    return Session.from_position(PAIRS, {color: Scripted(*map(pair, moves))}, Pairs())


def alone(*moves: str) -> Session:
    """Return a session without engines after some moves."""
    session = Session.from_position(PAIRS, {}, Pairs())
    for each in moves:
        session.play(pair(each))
    return session


def ends(session: Session) -> tuple[object, object]:
    return session.outcome, session.count_progress


def drawn(session: Session) -> str:
    return " ".join(session.position.diagram().rows)


def test_a_game_begins_with_its_start_and_nothing_known_of_its_end() -> None:
    session = alone()
    assert session.turns == session.turns_including_undone == (Turn(Pairs(), (None, None)),)
    assert (session.outcome, session.count_progress, session.names, session.notices) == (None, None, {}, ())
    assert (session.current_turn.move, session.current_turn.color, session.current_turn.explanation) == (
        None,
        None,
        (),
    )


def test_settling_begins_with_nothing_proposed_and_nothing_named() -> None:
    assert CountProgress() == (None, ())


@pytest.mark.parametrize(("color", "memories"), [(BLACK, (0, None)), (WHITE, (None, 0))])
def test_a_player_begins_with_a_fresh_memory_and_a_person_with_none(
    color: Color, memories: tuple[object, object]
) -> None:
    assert against(color=color).current_turn.memories == memories


def test_the_player_to_move_is_none_for_a_person() -> None:
    session = against()
    assert session.engine_to_move is None
    session.play(pair("a1 b1"))
    assert session.engine_to_move is session.players[WHITE]


def test_a_persons_move_is_a_turn_that_nobody_explains() -> None:
    session = against()
    session.play(pair("a1 b1"))
    assert session.current_turn == Turn(session.position, (None, 0), (), None, None)
    assert (session.current_turn.move, session.current_turn.color) == (pair("a1 b1"), BLACK)
    assert drawn(session) == "--- --- XX-"


@pytest.mark.parametrize(
    ("refused", "reason"),
    [("a1 b1", "that point is taken"), ("c1 c1", "a move is two points"), ("c1", "that move is incomplete")],
)
def test_a_move_is_refused_with_the_reason_and_changes_nothing(refused: str, reason: str) -> None:
    session = alone("a1 b1")
    before = session.turns_including_undone
    with pytest.raises(IllegalMove, match=f"^{reason}$"):
        session.play(pair(refused))
    assert session.turns_including_undone == before


def test_a_resignation_is_the_outcome_and_no_turn() -> None:
    session = alone("a1 b1")
    session.play(RESIGN)
    assert (session.outcome, session.is_over) == (Outcome(BLACK, "resignation"), True)
    assert len(session.turns) == 2


def test_an_engine_resigns_without_a_turn() -> None:
    session = Session.from_position(PAIRS, {BLACK: Scripted(RESIGN)}, Pairs())
    session.play_engine_move()
    assert session.outcome == Outcome(WHITE, "resignation")
    assert len(session.turns) == 1


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_a_resignation_is_undone_without_losing_a_move(color: Color) -> None:
    session = alone("a1 b1")
    session.resign(color)
    assert session.undo()
    assert (session.outcome, len(session.turns)) == (None, 2)


def test_undoing_the_resignation_of_an_engine_takes_back_the_move_before() -> None:
    session = against()
    session.play(pair("a1 b1"))
    session.resign(WHITE)
    assert session.undo()
    assert (session.outcome, len(session.turns)) == (None, 1)


def test_a_resignation_discards_the_moves_that_were_taken_back() -> None:
    session = alone("a1 b1", "c1 c2")
    session.undo()
    session.resign(BLACK)
    assert [len(session.turns), len(session.turns_including_undone)] == [2, 2]
    assert not session.redo()


def test_no_move_is_played_after_a_resignation() -> None:
    session = alone("a1 b1")
    session.resign(BLACK)
    with pytest.raises(IllegalMove, match="the game is over"):
        session.play(pair("c1 c2"))
    assert session.outcome == Outcome(WHITE, "resignation")


def test_a_resignation_before_the_first_move_is_worth_keeping() -> None:
    session = alone()
    session.resign(BLACK)
    assert session.has_content


def test_a_reply_is_made_and_kept_with_who_made_it_and_why() -> None:
    session = against("a3 b3")
    session.play(pair("a1 b1"))
    decision = session.play_engine_move()
    assert decision == Decision(pair("a3 b3"), (), 1)
    player = session.players[WHITE]
    note = ("Move 1 of the script.", "White is glad of it.")
    assert session.current_turn == Turn(session.position, (None, 1), note, player, decision)
    assert drawn(session) == "OO- --- XX-"


def test_each_players_memory_is_its_own() -> None:
    players: dict[Color, Engine] = {
        BLACK: Scripted(*map(pair, ("a1 b1", "c2 c3"))),
        WHITE: Scripted(pair("a3 b3")),
    }
    session = Session.from_position(PAIRS, players, Pairs())
    for _ in range(3):
        session.play_engine_move()
    assert [turn.memories for turn in session.turns] == [(0, 0), (1, 0), (1, 1), (2, 1)]


def test_choosing_changes_nothing() -> None:
    session = against("a3 b3", color=BLACK)
    before = session.turns_including_undone
    assert session.choose().move == pair("a3 b3")
    assert session.turns_including_undone == before


def test_nobody_chooses_for_a_person() -> None:
    with pytest.raises(LookupError):
        against().choose()


def test_nobody_chooses_in_a_game_that_is_over() -> None:
    session = against("a3 b3")
    session.play(RESIGN)
    with pytest.raises(IllegalMove, match=r"^the game is over$"):
        session.choose()


def test_a_player_is_asked_with_what_its_last_choice_gave_back() -> None:
    session = against("a3 b3", "c1 c2")
    for person in ("a1 b1", "a2 b2"):
        session.play(pair(person))
        session.play_engine_move()
    player = session.players[WHITE]
    assert isinstance(player, Scripted)
    assert player.asked == [0, 1]


def test_a_player_that_comes_later_is_asked_with_a_fresh_memory() -> None:
    session = alone("a1 b1")
    player = Scripted(pair("a3 b3"))
    session.set_player(WHITE, player)
    assert session.current_turn.memories == (None, None)
    session.play_engine_move()
    assert player.asked == [0]


def test_a_new_player_knows_nothing_of_the_game_before_and_the_other_everything() -> None:
    players: dict[Color, Engine] = {BLACK: Scripted(pair("a1 b1")), WHITE: Scripted(pair("a3 b3"))}
    session = Session.from_position(PAIRS, players, Pairs())
    session.play_engine_move()
    session.play_engine_move()
    session.set_player(BLACK, Scripted(name="another"))
    assert [turn.memories for turn in session.turns_including_undone] == [(None, 0), (None, 0), (None, 1)]
    session.set_player(WHITE, Scripted(name="a third"))
    assert [turn.memories for turn in session.turns_including_undone] == [(None, None)] * 3
    assert [player.name for player in session.players.values()] == ["another", "a third"]


def test_a_person_takes_the_place_of_a_player() -> None:
    session = against()
    session.set_player(WHITE, None)
    session.set_player(BLACK, None)
    assert session.players == {}


def test_a_new_player_forgets_what_was_taken_back() -> None:
    session = alone("a1 b1", "a3 b3", "c1 c2")
    session.go_to(1)
    session.set_player(WHITE, Scripted())
    assert session.turns_including_undone == session.turns
    assert len(session.turns_including_undone) == 2


def test_what_was_taken_back_is_in_the_line_and_not_in_the_turns() -> None:
    session = alone("a1 b1", "a3 b3")
    session.go_to(1)
    assert (len(session.turns), len(session.turns_including_undone)) == (2, 3)
    assert session.current_turn is session.turns_including_undone[1]
    assert session.turns == session.turns_including_undone[:2]


@pytest.mark.parametrize("number", [-1, 3])
def test_there_is_no_going_to_a_turn_that_is_none(number: int) -> None:
    session = alone("a1 b1", "a3 b3")
    with pytest.raises(IndexError, match=str(number)):
        session.go_to(number)
    assert len(session.turns) == 3


def test_the_first_turn_and_the_last_can_be_gone_to() -> None:
    session = alone("a1 b1", "a3 b3")
    session.go_to(0)
    assert len(session.turns) == 1
    session.go_to(2)
    assert len(session.turns) == 3


def test_a_game_is_worth_keeping_with_its_first_move_or_count() -> None:
    session = alone()
    assert not session.has_content
    session.count_progress = CountProgress()
    assert session.has_content
    assert alone("a1 b1").has_content


def test_a_move_made_after_taking_back_takes_the_place_of_what_followed() -> None:
    session = alone("a1 b1", "a3 b3", "c1 c2")
    session.go_to(1)
    session.play(pair("b2 b3"))
    assert [turn.move for turn in session.turns_including_undone[1:]] == [pair("a1 b1"), pair("b2 b3")]
    assert session.turns == session.turns_including_undone


def test_taking_back_goes_to_where_the_person_was_to_move() -> None:
    session = against("a3 b3", "c1 c2")
    for person in ("a1 b1", "a2 b2"):
        session.play(pair(person))
        session.play_engine_move()
    assert session.undo()
    assert len(session.turns) == 3
    assert session.undo()
    assert len(session.turns) == 1
    assert session.undo() is False
    assert len(session.turns) == 1


def test_making_again_goes_to_where_the_person_is_to_move() -> None:
    session = against("a3 b3", "c1 c2")
    for person in ("a1 b1", "a2 b2"):
        session.play(pair(person))
        session.play_engine_move()
    session.go_to(0)
    assert session.redo()
    assert len(session.turns) == 3
    assert session.redo()
    assert len(session.turns) == 5
    assert not session.redo()
    assert len(session.turns) == 5


def test_the_computers_first_move_is_not_taken_back() -> None:
    session = against("a3 b3", color=BLACK)
    session.play_engine_move()
    assert not session.undo()
    assert len(session.turns) == 2


def test_without_players_each_move_is_taken_back_and_made_again_alone() -> None:
    session = alone("a1 b1", "a3 b3")
    assert session.undo() is True
    assert len(session.turns) == 2
    session.go_to(0)
    assert session.redo() is True
    assert len(session.turns) == 2


def test_a_game_gone_back_to_is_neither_over_nor_counted() -> None:
    session = alone("a1 b1")
    session.outcome, session.count_progress = Outcome(None, "tie"), CountProgress(True)
    session.undo()
    assert ends(session) == (None, None)


def test_a_move_ends_a_count() -> None:
    session = Session.from_position(GO, {}, GO.start({"size": 9}))
    session.count_progress = CountProgress(False, (3,))
    session.play(PASS)
    assert session.current_turn.move is PASS
    assert ends(session) == (None, None)


def test_going_to_a_turn_by_its_number_leaves_the_outcome_alone() -> None:
    session = alone("a1 b1")
    session.outcome = Outcome(None, "tie")
    session.go_to(0)
    assert session.outcome == (None, "tie", None)


def test_the_engines_passed_to_a_session_are_copied() -> None:
    players: dict[Color, Engine] = {WHITE: Scripted()}
    Session.from_position(PAIRS, players, Pairs()).set_player(WHITE, None)
    assert list(players) == [WHITE]
