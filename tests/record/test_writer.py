"""Tests of writing a game, and of the checks that a file contains the session's game and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gnugo_py import __version__
from gnugo_py.core.types import RESIGN, Color, Outcome
from gnugo_py.play.session import CountProgress, Session
from gnugo_py.record.properties import private_data
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.writer import (
    can_rewrite_without_loss,
    is_content_of_session,
    player_name_for_sgf,
    session_to_portable_sgf,
    session_to_sgf,
)
from tests.support.sgf_files import DAY, again, game, script, written

BLACK, WHITE = Color.BLACK, Color.WHITE


def private(session: Session) -> dict[str, object]:
    """Return the private data of a session's file, without the entries that describe the file."""
    found = private_data(parse_sgf_game(written(session)).main_line[0])
    assert found is not None
    return {name: value for name, value in found.items() if name not in ("check", "rest", "serial")}


def test_a_portable_sgf_contains_standard_properties() -> None:
    session = game("C3", "pass", players={WHITE: script("pass")})
    root, *moves = session_to_portable_sgf(session, DAY).decode().splitlines()
    assert root == (
        f"(;GM[1]FF[4]CA[UTF-8]AP[gnugo-py:{__version__}]SZ[9]RU[japanese]KM[6.5]PL[B]DT[2026-11-22]"
        "PB[Human]PW[Script]"
    )
    assert moves == [";B[cg]", ";W[]C[Move 1 of the script.", "White is glad of it.])"]


def test_the_serial_is_0_by_default() -> None:
    session = game("C3")
    for content, serial in ((session_to_sgf(session, DAY), 0), (session_to_sgf(session, DAY, 7), 7)):
        found = private_data(parse_sgf_game(content).main_line[0])
        assert found is not None
        assert found["serial"] == serial


def test_portable_files_contain_no_private_data() -> None:
    session = game("C3")
    assert b"GNUGOPY" in written(session)
    assert b"GNUGOPY" not in session_to_portable_sgf(session, DAY)


def test_the_data_for_resuming_is_written() -> None:
    session = game("C3", "D4", "E5", players={WHITE: script("D4")})
    assert private(session) == {
        "players": {"White": {"player": "script"}},
        "memories": [[0, 1, 0], [2, 1, 1]],
        "prisoners": [0, 0],
        "now": 3,
        "moves": 3,
    }


def test_undone_moves_are_written_and_reported() -> None:
    session = game("C3", "D4", "E5")
    session.go_to(1)
    found = private(session)
    assert (found["now"], found["moves"]) == (1, 3)
    assert written(session).count(b"\n;") == 3


def test_a_count_is_written() -> None:
    session = game("C3", "pass", "pass")
    assert "settling" not in private(session)
    session.count_progress = CountProgress(True, (24, None))
    assert private(session)["settling"] == {"proposed": True, "answers": [24, None]}


def test_a_resignation_is_a_result_and_no_move() -> None:
    session = game("C3")
    session.play(RESIGN)
    assert (private(session)["now"], private(session)["moves"]) == (1, 1)
    assert b"RE[B+R]" in written(session)
    session = game("C3", "D4")
    session.play(RESIGN)
    assert b"RE[W+R]" in written(session)


def test_a_result_is_written_once_it_is_known() -> None:
    session = game("pass", "pass")
    assert b"RE[" not in written(session)
    session.outcome = Outcome(WHITE, "by 6.5 points", 6.5)
    assert b"RE[W+6.5]" in written(session)


def test_a_comment_of_the_start_is_in_the_first_node() -> None:
    session = game("C3")
    session._turns[0] = session.turns[0]._replace(explanation=("one", "two"))
    assert b"C[one\ntwo]" in written(session).splitlines(keepends=True)[0] + written(session)
    assert b"C[" not in written(game("C3"))


@pytest.mark.parametrize(
    ("names", "black"), [({}, "Human"), ({BLACK: "Ann"}, "Ann"), ({BLACK: ""}, ""), ({WHITE: "Bob"}, "Human")]
)
def test_the_name_of_a_color_is_that_of_its_engine_or_person(names: dict[Color, str], black: str) -> None:
    session = game(players={WHITE: script()})
    session.names = names
    assert player_name_for_sgf(session, WHITE) == "Script"
    assert player_name_for_sgf(session, BLACK) == black
    assert (b"PB[" in written(session)) == bool(black)


def test_written_content_matches_its_session() -> None:
    session = game("C3", "D4", "E5", players={WHITE: script("D4")})
    assert is_content_of_session(written(session), session)
    session.play(RESIGN)
    assert is_content_of_session(written(session), session)


def test_the_saved_prisoners_are_those_of_the_start_position() -> None:
    session = game("A2", "A1", "B1")
    assert session.position.status_lines() == ("Black has captured 1, White 0.",)
    assert private(session)["prisoners"] == [0, 0]
    assert is_content_of_session(written(session), session)


CONTENT_CHANGES: list[Callable[[bytes], bytes]] = [
    lambda content: content.replace(b";B[cg]", b";B[ch]"),
    lambda content: content.replace(b";B[ee]", b""),
    lambda content: content.replace(b";W[df]", b";B[df]"),
    lambda content: content.replace(b"glad", b"sad"),
    lambda content: content.replace(b"DT[", b"RE[B+R]DT["),
    lambda content: content.replace(b'"now": 3', b'"now": 2'),
    lambda content: content.replace(b'"serial"', b'"other": 1, "serial"'),
    lambda content: content.replace(b"GNUGOPY[{", b"GNUGOPY[{{"),
    lambda content: content[: len(content) // 3],
    lambda content: b"",
]


@pytest.mark.parametrize("change", CONTENT_CHANGES)
def test_changed_content_does_not_match_the_session(change: Callable[[bytes], bytes]) -> None:
    session = game("C3", "D4", "E5", players={WHITE: script("D4")})
    content = written(session)
    assert change(content) != content
    assert not is_content_of_session(change(content), session)


def test_old_content_does_not_match_a_continued_session() -> None:
    session = game("C3", "D4")
    content = written(session)
    session.count_progress = CountProgress()
    assert not is_content_of_session(content, session)
    session.count_progress = None
    assert is_content_of_session(content, session)
    session.go_to(1)
    assert not is_content_of_session(content, session)


def test_whitespace_in_comments_is_ignored_in_comparisons() -> None:
    session = game("C3", "D4", players={WHITE: script("D4")})
    content = written(session).replace(b"script.\nWhite", b"script. White")
    assert content != written(session)
    assert is_content_of_session(content, session)


def test_our_own_file_can_be_written_again() -> None:
    session = game("C3", "D4", "E5")
    assert can_rewrite_without_loss(written(session), session)
    assert can_rewrite_without_loss(written(session).replace(b"\n;", b" \n\n ;"), session)


CHANGES: list[Callable[[bytes], bytes]] = [
    lambda content: content.replace(b";B[ee])", b"(;B[ee])(;B[aa]))"),
    lambda content: content + b"(;SZ[9])",
    lambda content: content.replace(b";W[df]", b";W[df]LB[df:1]"),
    lambda content: content.replace(b"PB[Human]", b"PB[Ann]"),
    lambda content: content.replace(b";W[df]", b";W[df];C[x]"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_changes_by_another_program_would_be_lost(change: Callable[[bytes], bytes]) -> None:
    session = game("C3", "D4", "E5")
    assert not can_rewrite_without_loss(change(written(session)), session)


def without_check(session: Session) -> bytes:
    """Return a file as earlier versions wrote it, without the checksum."""
    content = written(session)
    found = private_data(parse_sgf_game(content).main_line[0])
    assert found is not None
    return content.replace(f'"check": {found["check"]}, '.encode(), b"")


def test_a_file_without_a_checksum_is_compared() -> None:
    session = game("C3", "D4", "E5")
    old = without_check(session)
    assert b"check" not in old
    assert can_rewrite_without_loss(old, session)
    for name in (b"PB[Zoe]", b"AP[other]", b"DT[1999-01-01]", b"CA[latin-1]", b"PL[W]"):
        start = name.partition(b"[")[0] + b"["
        before, _, rest = old.partition(start)
        assert can_rewrite_without_loss(before + name + rest.partition(b"]")[2], session)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"KM[6.5]", b"KM[5.5]"),
        (b"SZ[9]", b"SZ[9]EV[x]"),
        (b";W[df]", b";W[dg]"),
        (b";W[df]", b";W[df]DT[x]"),
        (b";W[df]", b";W[df];"),
        (b";B[ee]", b""),
    ],
)
def test_changes_in_a_file_without_a_checksum_would_be_lost(old: bytes, new: bytes) -> None:
    session = game("C3", "D4", "E5")
    assert not can_rewrite_without_loss(without_check(session).replace(old, new), session)


def test_comparisons_ignore_how_values_are_escaped() -> None:
    session = game("C3")
    session.names = {BLACK: "x"}
    old = without_check(session).replace(b"KM[6.5]", b"KM[6\\.5]")
    assert can_rewrite_without_loss(old, session)


def test_memories_are_written_for_each_player() -> None:
    players = {BLACK: script("C3"), WHITE: script("D4")}
    session = game("", "", players=players)
    assert private(session)["memories"] == [[0, 0, 0], [1, 0, 1], [0, 1, 0], [2, 1, 1]]
    assert [turn.memories for turn in again(written(session)).turns_including_undone] == [
        (0, 0),
        (1, 0),
        (1, 1),
    ]


def test_private_data_is_json() -> None:
    content = written(game("C3"))
    text = content[content.index(b"GNUGOPY[") + 8 :].split(b"\n")[0].rstrip(b"]").replace(b"\\]", b"]")
    assert json.loads(text)["moves"] == 1
