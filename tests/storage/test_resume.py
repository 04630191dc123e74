"""Tests of sessions created from files: resumed as they were, or imported from another program."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gnugo_py.core.types import RESIGN, Color, Outcome
from gnugo_py.games.go.position import GoPosition
from gnugo_py.play.session import CountProgress, Session
from gnugo_py.record.reader import GameRecord, read_sgf
from gnugo_py.record.sgf_parser import SgfError
from gnugo_py.storage.resume import DAMAGED_MESSAGE, import_session, resume_session
from tests.support.sgf_files import DAY, again, game, player_of, script, vertices, written

BLACK, WHITE = Color.BLACK, Color.WHITE


def record(**private: Any) -> GameRecord:
    """Return the record of a game against an engine, with changes to its private data."""
    own = read_sgf(written(game("C3", "D4", "E5", "F6", players={WHITE: script("D4", "F6")})))
    assert own.private is not None
    return own._replace(private={**own.private, **private})


def test_a_game_is_resumed_with_players_memories_and_notes() -> None:
    session = game("C3", "D4", "E5", players={WHITE: script("D4", "F6")})
    same = again(written(session))
    assert [turn.memories for turn in same.turns_including_undone] == [
        (None, 0),
        (None, 0),
        (None, 1),
        (None, 1),
    ]
    assert [turn.explanation for turn in same.turns_including_undone] == [
        turn.explanation for turn in session.turns_including_undone
    ]
    assert [turn.player for turn in same.turns_including_undone] == [None, None, same.players[WHITE], None]
    assert same.players.keys() == {WHITE}
    assert (same.outcome, same.count_progress, same.names) == (None, None, {BLACK: "Human"})


def test_undone_moves_are_resumed() -> None:
    session = game("C3", "D4", "E5")
    session.go_to(1)
    same = again(written(session))
    assert (len(same.turns), len(same.turns_including_undone)) == (2, 4)


def test_names_are_resumed_for_people_only() -> None:
    session = game("C3", players={WHITE: script()})
    session.names = {BLACK: "Ann", WHITE: "Bob"}
    assert again(written(session)).names == {BLACK: "Ann"}
    session.names = {BLACK: ""}
    assert again(written(session)).names == {}


def test_a_resignation_is_resumed() -> None:
    session = game("C3")
    session.play(RESIGN)
    same = again(written(session))
    assert len(same.turns) == len(session.turns)
    assert same.outcome == Outcome(BLACK, "resignation")


def test_a_count_is_resumed_with_its_answers() -> None:
    session = game("C3", "pass", "pass")
    session.count_progress = CountProgress(True, (24, None))
    assert again(written(session)).count_progress == CountProgress(True, (24, None))
    session.count_progress = CountProgress()
    assert again(written(session)).count_progress == CountProgress()


def test_a_result_is_resumed() -> None:
    session = game("pass", "pass")
    session.outcome = Outcome(WHITE, "by 6.5 points", 6.5)
    assert again(written(session)).outcome == session.outcome


def test_a_resumed_game_with_later_setup_starts_from_the_setup() -> None:
    content = written(game("C3", "D4", "E5")).replace(b";B[ee]", b";AW[aa]PL[B];B[ee]")
    session = again(content)
    assert vertices(session) == ["E5"]
    start = session.turns_including_undone[0].position
    assert isinstance(start, GoPosition)
    assert start.board.white.bit_count() == 2
    assert start.rules.name == "japanese"
    assert len(session.turns) == 2


def test_a_resumed_game_with_setup_among_undone_moves_starts_from_the_setup() -> None:
    session = game("C3", "D4", "E5")
    session.go_to(1)
    changed = again(written(session).replace(b";B[ee]", b";AW[aa];B[ee]"))
    assert (len(changed.turns), len(changed.turns_including_undone)) == (1, 2)


def test_a_game_of_another_program_is_not_resumed() -> None:
    with pytest.raises(SgfError, match=r"this game was not saved by gnugo-py; open it with --load"):
        resume_session(read_sgf(b"(;SZ[9];B[aa])"), player_of)


@pytest.mark.parametrize(
    "private",
    [
        {"players": None},
        {"players": []},
        {"players": {"White": 5}},
        {"memories": None},
        {"memories": {}},
        {"memories": [5]},
        {"memories": [[0, 1]]},
        {"memories": [[5, 1, 0]]},
        {"memories": [[-1, 1, 0]]},
        {"memories": [[True, 1, 0]]},
        {"memories": [[1.0, 1, 0]]},
        {"memories": [[0, 2, 0]]},
        {"memories": [[0, -1, 0]]},
        {"memories": [[0, 0, 0]]},
        {"memories": [[0, 1, "x"]]},
        {"settling": 5},
        {"settling": {}},
        {"settling": {"proposed": 1, "answers": []}},
        {"settling": {"proposed": True, "answers": None}},
        {"settling": {"proposed": True, "answers": [-1]}},
        {"settling": {"proposed": True, "answers": ["a"]}},
        {"settling": {"proposed": True, "answers": [True]}},
        {"settling": {"proposed": True, "answers": [9]}},
        {"settling": {"proposed": True, "answers": [9_999]}},
        {"settling": {"proposed": True, "answers": [10_000]}},
        {"settling": {"proposed": True, "answers": [90]}},
    ],
)
def test_damaged_private_data_is_reported(private: dict[str, object]) -> None:
    with pytest.raises(SgfError, match=re.escape(DAMAGED_MESSAGE)):
        resume_session(record(**private), player_of)


@pytest.mark.parametrize("point", [0, 8, 10, 88])
def test_dead_stones_in_saved_scoring_can_be_at_the_edge(point: int) -> None:
    settling = {"proposed": False, "answers": [point]}
    assert resume_session(record(settling=settling), player_of).count_progress == CountProgress(
        False, (point,)
    )


def test_a_memory_applies_until_the_next_one() -> None:
    session = resume_session(record(memories=[[1, 1, 7], [4, 1, 9]]), player_of)
    assert [turn.memories[1] for turn in session.turns_including_undone] == [None, 7, 7, 7, 9]
    assert [turn.memories[0] for turn in session.turns_including_undone] == [None] * 5
    assert resume_session(record(memories=[[0, 1, 3]]), player_of).turns_including_undone[-1].memories == (
        None,
        3,
    )


def test_a_game_without_players_is_resumed_without_players() -> None:
    session = resume_session(record(players={}, memories=[]), player_of)
    assert session.players == {}
    assert {turn.memories for turn in session.turns_including_undone} == {(None, None)}
    assert session.names == {BLACK: "Human", WHITE: "Script"}


def opened(text: str, options: dict[str, object] | None = None) -> Session:
    """Return a session imported from another program's game, with an engine for White."""
    return import_session(read_sgf(f"(;SZ[9]{text})".encode()), options or {}, {WHITE: script()})


def test_another_programs_game_has_its_moves_names_and_comments() -> None:
    session = opened("PB[Ann];B[aa]C[Hello.];W[bb](;B[cc])(;B[dd])")
    assert vertices(session) == ["A9", "B8", "C7"]
    assert session.turns_including_undone == session.turns
    assert session.names == {BLACK: "Ann"}
    assert [turn.explanation for turn in session.turns] == [(), ("Hello.",), (), ()]
    assert [turn.memories for turn in session.turns] == [(None, 0)] * 4
    assert session.notices == ("Only the main line is read; 1 variation is ignored.",)


def test_an_imported_game_uses_its_own_rules_unless_others_are_requested() -> None:
    for options, name, komi in (
        ({}, "chinese", 5.5),
        ({"rules": "aga"}, "aga", 5.5),
        ({"komi": 1.0}, "chinese", 1),
    ):
        start = opened("RU[chinese]KM[5.5]", dict(options)).position
        assert isinstance(start, GoPosition)
        assert (start.rules.name, start.rules.komi) == (name, komi)


def test_another_programs_game_goes_on_from_its_last_setup() -> None:
    assert vertices(opened(";B[aa];AW[ii];W[bb]")) == ["B8"]


def test_undone_moves_are_not_imported() -> None:
    session = game("C3", "D4", "E5")
    session.go_to(2)
    loaded = import_session(read_sgf(written(session)), {}, {})
    assert vertices(loaded) == ["C3", "D4"]
    assert len(loaded.turns_including_undone) == 3


def test_a_suicide_that_the_requested_rules_forbid_is_executed_with_a_notice() -> None:
    session = opened("AW[ab][ba];B[aa]", {"rules": "japanese"})
    assert session.notices == ("Move 1 is a suicide, which the rules forbid; it is executed anyway.",)
    assert session.position.diagram().rows[0].startswith("-O")


def test_the_date_of_a_game_is_written() -> None:
    assert f"DT[{DAY.isoformat()}]".encode() in written(game("C3"))
