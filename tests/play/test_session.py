"""A game being played: turns, memories, back and forth."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, RESIGN, IllegalMove, Outcome, Side
from gnugo_py.engines.engine import Choice, Player
from gnugo_py.games.go.game import GO
from gnugo_py.play.session import Session, Settling, Turn
from tests.scripted import Scripted, pair
from tests.toy import PAIRS, Pairs

BLACK, WHITE = Side.BLACK, Side.WHITE


def against(*moves: str, side: Side = WHITE) -> Session:
    """A game of a person against a player that makes some moves."""
    return Session.begin(PAIRS, {side: Scripted(*map(pair, moves))}, Pairs())


def alone(*moves: str) -> Session:
    """A game without players after some moves."""
    session = Session.begin(PAIRS, {}, Pairs())
    for each in moves:
        session.play(pair(each))
    return session


def ends(session: Session) -> tuple[object, object]:
    return session.outcome, session.settling


def drawn(session: Session) -> str:
    return " ".join(session.position.grid().rows)


def test_a_game_begins_with_its_start_and_nothing_known_of_its_end() -> None:
    session = alone()
    assert session.turns == session.line == (Turn(Pairs(), (None, None)),)
    assert (session.outcome, session.settling, session.names, session.remarks) == (None, None, {}, ())
    assert (session.turn.move, session.turn.side, session.turn.note) == (None, None, ())


def test_settling_begins_with_nothing_proposed_and_nothing_named() -> None:
    assert Settling() == (None, ())


@pytest.mark.parametrize(("side", "memories"), [(BLACK, (0, None)), (WHITE, (None, 0))])
def test_a_player_begins_with_a_fresh_memory_and_a_person_with_none(
    side: Side, memories: tuple[object, object]
) -> None:
    assert against(side=side).turn.memories == memories


def test_the_player_to_move_is_none_for_a_person() -> None:
    session = against()
    assert session.player is None
    session.play(pair("a1 b1"))
    assert session.player is session.players[WHITE]


def test_a_persons_move_is_a_turn_that_nobody_explains() -> None:
    session = against()
    session.play(pair("a1 b1"))
    assert session.turn == Turn(session.position, (None, 0), (), None, None)
    assert (session.turn.move, session.turn.side) == (pair("a1 b1"), BLACK)
    assert drawn(session) == "--- --- XX-"


@pytest.mark.parametrize(
    ("refused", "reason"),
    [("a1 b1", "that point is taken"), ("c1 c1", "a move is two points"), ("c1", "that is no whole move")],
)
def test_a_move_is_refused_with_the_reason_and_changes_nothing(refused: str, reason: str) -> None:
    session = alone("a1 b1")
    before = session.line
    with pytest.raises(IllegalMove, match=f"^{reason}$"):
        session.play(pair(refused))
    assert session.line == before


def test_a_resignation_has_no_points_and_is_a_move() -> None:
    session = alone("a1 b1")
    session.play(RESIGN)
    assert session.position.decided == Outcome(BLACK, "resignation")


def test_a_reply_is_made_and_kept_with_who_made_it_and_why() -> None:
    session = against("a3 b3")
    session.play(pair("a1 b1"))
    choice = session.reply()
    assert choice == Choice(pair("a3 b3"), (), 1)
    player = session.players[WHITE]
    note = ("Move 1 of the script.", "White is glad of it.")
    assert session.turn == Turn(session.position, (None, 1), note, player, choice)
    assert drawn(session) == "OO- --- XX-"


def test_each_players_memory_is_its_own() -> None:
    players: dict[Side, Player] = {
        BLACK: Scripted(*map(pair, ("a1 b1", "c2 c3"))),
        WHITE: Scripted(pair("a3 b3")),
    }
    session = Session.begin(PAIRS, players, Pairs())
    for _ in range(3):
        session.reply()
    assert [turn.memories for turn in session.turns] == [(0, 0), (1, 0), (1, 1), (2, 1)]


def test_choosing_changes_nothing() -> None:
    session = against("a3 b3", side=BLACK)
    before = session.line
    assert session.choose().move == pair("a3 b3")
    assert session.line == before


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
        session.reply()
    player = session.players[WHITE]
    assert isinstance(player, Scripted)
    assert player.asked == [0, 1]


def test_a_player_that_comes_later_is_asked_with_a_fresh_memory() -> None:
    session = alone("a1 b1")
    player = Scripted(pair("a3 b3"))
    session.seat(WHITE, player)
    assert session.turn.memories == (None, None)
    session.reply()
    assert player.asked == [0]


def test_a_new_player_knows_nothing_of_the_game_before_and_the_other_everything() -> None:
    players: dict[Side, Player] = {BLACK: Scripted(pair("a1 b1")), WHITE: Scripted(pair("a3 b3"))}
    session = Session.begin(PAIRS, players, Pairs())
    session.reply()
    session.reply()
    session.seat(BLACK, Scripted(name="another"))
    assert [turn.memories for turn in session.line] == [(None, 0), (None, 0), (None, 1)]
    session.seat(WHITE, Scripted(name="a third"))
    assert [turn.memories for turn in session.line] == [(None, None)] * 3
    assert [player.name for player in session.players.values()] == ["another", "a third"]


def test_a_person_takes_the_place_of_a_player() -> None:
    session = against()
    session.seat(WHITE, None)
    session.seat(BLACK, None)
    assert session.players == {}


def test_a_new_player_forgets_what_was_taken_back() -> None:
    session = alone("a1 b1", "a3 b3", "c1 c2")
    session.go_to(1)
    session.seat(WHITE, Scripted())
    assert session.line == session.turns
    assert len(session.line) == 2


def test_what_was_taken_back_is_in_the_line_and_not_in_the_turns() -> None:
    session = alone("a1 b1", "a3 b3")
    session.go_to(1)
    assert (len(session.turns), len(session.line)) == (2, 3)
    assert session.turn is session.line[1]
    assert session.turns == session.line[:2]


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
    assert not session.is_touched
    session.settling = Settling()
    assert session.is_touched
    assert alone("a1 b1").is_touched


def test_a_move_made_after_taking_back_takes_the_place_of_what_followed() -> None:
    session = alone("a1 b1", "a3 b3", "c1 c2")
    session.go_to(1)
    session.play(pair("b2 b3"))
    assert [turn.move for turn in session.line[1:]] == [pair("a1 b1"), pair("b2 b3")]
    assert session.turns == session.line


def test_taking_back_goes_to_where_the_person_was_to_move() -> None:
    session = against("a3 b3", "c1 c2")
    for person in ("a1 b1", "a2 b2"):
        session.play(pair(person))
        session.reply()
    assert session.back_to_person()
    assert len(session.turns) == 3
    assert session.back_to_person()
    assert len(session.turns) == 1
    assert session.back_to_person() is False
    assert len(session.turns) == 1


def test_making_again_goes_to_where_the_person_is_to_move() -> None:
    session = against("a3 b3", "c1 c2")
    for person in ("a1 b1", "a2 b2"):
        session.play(pair(person))
        session.reply()
    session.go_to(0)
    assert session.on_to_person()
    assert len(session.turns) == 3
    assert session.on_to_person()
    assert len(session.turns) == 5
    assert not session.on_to_person()
    assert len(session.turns) == 5


def test_the_computers_first_move_is_not_taken_back() -> None:
    session = against("a3 b3", side=BLACK)
    session.reply()
    assert not session.back_to_person()
    assert len(session.turns) == 2


def test_without_players_each_move_is_taken_back_and_made_again_alone() -> None:
    session = alone("a1 b1", "a3 b3")
    assert session.back_to_person() is True
    assert len(session.turns) == 2
    session.go_to(0)
    assert session.on_to_person() is True
    assert len(session.turns) == 2


def test_a_game_gone_back_to_is_neither_over_nor_counted() -> None:
    session = alone("a1 b1")
    session.outcome, session.settling = Outcome(None, "tie"), Settling(True)
    session.back_to_person()
    assert ends(session) == (None, None)


def test_a_move_ends_a_count() -> None:
    session = Session.begin(GO, {}, GO.start({"size": 9}))
    session.settling = Settling(False, (3,))
    session.outcome = Outcome(None, "tie")
    session.play(PASS)
    assert session.turn.move is PASS
    assert ends(session) == (None, None)


def test_going_to_a_turn_by_its_number_leaves_the_outcome_alone() -> None:
    session = alone("a1 b1")
    session.outcome = Outcome(None, "tie")
    session.go_to(0)
    assert session.outcome == (None, "tie", None)


def test_a_side_resigns_only_when_it_is_its_turn() -> None:
    session = alone("a1 b1")
    session.resign(BLACK)
    assert len(session.turns) == 2
    session.resign(WHITE)
    assert (session.turn.move, session.turn.side) == (RESIGN, WHITE)
    assert session.turn.memories == (None, None)


def test_players_handed_in_are_copied() -> None:
    players: dict[Side, Player] = {WHITE: Scripted()}
    Session.begin(PAIRS, players, Pairs()).seat(WHITE, None)
    assert list(players) == [WHITE]
