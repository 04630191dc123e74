"""Tests of reading the main line of a file: moves, colors, setup, comments, warnings."""

from __future__ import annotations

import pytest

from gnugo_py.core.types import PASS, Color
from gnugo_py.games.go.game import GO
from gnugo_py.games.go.position import GoPosition
from gnugo_py.record import reader as reading
from gnugo_py.record.reader import GameRecord, read_sgf
from gnugo_py.record.sgf_parser import SgfError
from tests.support.boards import vertices

BLACK, WHITE = Color.BLACK, Color.WHITE


def read(text: str) -> GameRecord:
    return read_sgf(f"(;SZ[9]{text})".encode())


def refused(text: str) -> str:
    with pytest.raises(SgfError) as error:
        read(text)
    return str(error.value)


def stones(record: GameRecord, number: int = -1) -> tuple[list[str], list[str]]:
    """Return the black and the white stones of a position as vertices."""
    position = record.positions[number]
    assert isinstance(position, GoPosition)
    return vertices(position.board.black, 9), vertices(position.board.white, 9)


def test_players_date_and_result_are_read() -> None:
    record = read("PB[Ann]PW[Bob]DT[2026-01-02]RE[B+R];B[aa]")
    assert (record.black, record.white, record.date, record.result) == ("Ann", "Bob", "2026-01-02", "B+R")
    assert (record.name, record.game, record.private, record.root["PB"]) == ("go", GO, None, ["Ann"])
    assert (record.variations, record.is_complete, record.warnings) == (0, True, ())


def test_a_record_is_complete_and_without_variations_by_default() -> None:
    record = GameRecord("go", (), {}, "", "", "", "", (), None)
    assert (record.variations, record.is_complete) == (0, True)


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        ("(;B[aa])(;B[bb])", ("Only the main line is read; 1 variation is ignored.",)),
        ("(;B[aa])(;B[bb])(;B[cc])", ("Only the main line is read; 2 variations are ignored.",)),
    ],
)
def test_variations_are_reported(text: str, warnings: tuple[str, ...]) -> None:
    assert read(text).warnings == warnings


def test_a_truncated_file_is_reported() -> None:
    shown = "The file is damaged or incomplete; only the part before the damage is read."
    assert read_sgf(b"(;SZ[9];B[aa]").warnings == (shown,)


def test_a_move_in_the_root_node_is_played() -> None:
    record = read("B[aa];W[bb]")
    assert len(record.positions) == 3
    assert stones(record) == (["A9"], ["B8"])


def test_both_colors_in_one_node_are_two_moves() -> None:
    record = read(";B[aa]W[bb]")
    assert [position.last_color for position in record.positions] == [None, BLACK, WHITE]


def test_a_color_can_move_twice_in_a_row() -> None:
    record = read(";B[aa];B[bb]")
    assert [position.last_color for position in record.positions] == [None, BLACK, BLACK]
    assert record.positions[1].to_move is BLACK


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("", BLACK),
        ("PL[W]", WHITE),
        (";W[aa]", WHITE),
        ("PL[B];W[aa]", WHITE),
        (";B[aa]", BLACK),
        ("AB[aa]", WHITE),
        ("AB[aa];B[bb]", BLACK),
        ("AB[aa]PL[B]", BLACK),
        (";C[x];W[aa]", WHITE),
    ],
)
def test_the_first_color_to_move_is_inferred(text: str, color: Color) -> None:
    assert read(text).positions[0].to_move is color


def test_pl_after_a_move_sets_the_color_to_move() -> None:
    assert read(";B[aa];PL[B]").final_position.to_move is BLACK
    assert read(";B[aa];C[x]").final_position.to_move is WHITE


def test_setup_during_the_game_restarts_it_there() -> None:
    record = read(";B[aa];AW[cc]AE[aa];W[bb]")
    assert len(record.positions) == 3
    assert record.last_setup_number == 1
    assert len(record.positions_since_setup(2)) == 2
    assert record.warnings == (
        "After move 1, the file changes the stones or the player to move; the game restarts there.",
    )
    assert stones(record, 1) == ([], ["C7"])
    assert stones(record) == ([], ["B8", "C7"])


@pytest.mark.parametrize("corners", ["aa:cc", "cc:aa", "ac:ca", "ca:ac"])
def test_a_rectangle_is_given_by_any_two_opposite_corners(corners: str) -> None:
    assert len(stones(read(f"AB[{corners}]"))[0]) == 9


def test_positions_since_setup_are_available_for_every_move() -> None:
    record = read(";B[dd];W[cc];B[ee];AB[hh];W[gg]")
    assert [len(record.positions_since_setup(number)) for number in range(5)] == [1, 2, 3, 1, 2]


def test_the_rules_apply_after_setup_too() -> None:
    record = read("RU[Chinese];B[dd];W[cc];AB[hh];W[gg];B[ff]")
    rules = {position.rules.name for position in record.positions if isinstance(position, GoPosition)}
    kos = {position.rules.ko for position in record.positions if isinstance(position, GoPosition)}
    assert (rules, len(kos)) == ({"chinese"}, 1)


def test_the_last_setup_number_is_0_without_setup() -> None:
    assert read(";B[aa];W[bb]").last_setup_number == 0


@pytest.mark.parametrize(
    ("text", "place"),
    [("AB[aa]AW[ab][ba]", 0), (";B[ii];AB[aa]AW[ab][ba]", 1), (";B[ii];W[hh];AB[aa]AW[ab][ba]", 2)],
)
def test_a_chain_without_liberties_is_set_up_and_reported_with_its_place(text: str, place: int) -> None:
    record = read(text)
    assert stones(record)[0][0] == "A9"
    assert f"Setup after move {place}: the chain at A9 has no liberties." in record.warnings


def test_a_move_that_cannot_be_read_is_reported_with_its_number() -> None:
    assert read(";B[aa];W[zz]").unread.startswith("Move 2: ")
    assert read(";B[\u00e9\u00e9]").unread.startswith("Move 1: ")


def test_the_number_of_setups_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    assert reading.MAX_SETUPS == 1000
    monkeypatch.setattr(reading, "MAX_SETUPS", 2)
    assert len(read(";AB[aa];AB[bb]").positions) == 1
    shown = "the board is set up more than 2 times; no game record has that many setups"
    assert refused(";AB[aa];AB[bb];AB[cc]") == shown
    assert refused(";AE[aa];AW[bb];AA[cc]") == shown


def test_comments_are_split_into_lines_for_each_move() -> None:
    record = read("C[The start.];B[aa]C[one\ntwo];W[bb];C[later]")
    assert record.comments == (("The start.",), ("one", "two"), ("later",))


def test_a_comment_after_a_move_is_added_to_it() -> None:
    assert read(";B[aa]C[one];C[two];;C[three]").comments == ((), ("one", "two", "three"))


def test_comments_are_kept_whole() -> None:
    long, name = "x" * 300_000, "n" * 3000
    record = read(f"PB[{name}]C[{long}];B[aa]C[{long}];W[bb]C[{long}]")
    assert record.comments == ((long,), (long,), (long,))
    assert record.black == name


@pytest.mark.parametrize(
    ("private", "now"),
    [
        ({"now": 1, "moves": 2}, 1),
        ({"now": 0, "moves": 2}, 0),
        ({"now": 2, "moves": 2}, 2),
        ({"now": 3, "moves": 2}, 2),
        ({"now": -1, "moves": 2}, 2),
        ({"now": 1, "moves": 3}, 2),
        ({"now": 1}, 1),
        ({"now": True, "moves": 2}, 2),
        ({}, 2),
        (None, 2),
    ],
)
def test_undone_moves_are_known_unless_the_file_was_changed(
    private: dict[str, object] | None, now: int
) -> None:
    record = read(";B[aa];W[bb]")._replace(private=private)
    assert record.current_move == now
    assert record.final_position is record.positions[now]


def test_the_rules_of_a_file_are_options() -> None:
    assert read("RU[Chinese]KM[5.5]").options == {"size": 9, "handicap": 0, "rules": "chinese", "komi": 5.5}


def test_forbidden_moves_cause_no_warning_in_our_own_file() -> None:
    """Its moves were legal when they were played: here a ko is retaken at once."""
    taken_back = "AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[bb]"
    assert len(read(f"RU[japanese]GNUGOPY[{{}}]{taken_back}").positions) == 3
    assert read(f"RU[japanese]GNUGOPY[{{}}]{taken_back}").move_warnings == ()
    assert read(taken_back).move_warnings == ("Move 2 retakes a ko immediately; it is executed anyway.",)


def test_an_empty_move_is_a_pass() -> None:
    assert read(";B[];W[tt]").final_position.last_move is PASS


def test_comments_are_in_the_encoding_that_the_first_node_names() -> None:
    content = "(;SZ[9]CA[GB2312];B[aa]C[\u5434\u6e05\u6e90])".encode("gb2312")
    assert read_sgf(content).comments[1] == ("\u5434\u6e05\u6e90",)


def test_colors_are_swapped_in_little_golem_hex_files() -> None:
    """On Little Golem White moves first in Hex, and is the color that others call Black."""
    record = read_sgf(b"(;EV[hex.mc.2010.feb.1.1]SZ[13]SO[http://www.littlegolem.com];W[ll];B[gg])")
    assert [position.last_color for position in record.positions] == [None, BLACK, WHITE]


def test_a_truncated_file_after_other_text_is_read_up_to_its_end() -> None:
    record = read_sgf(b":-) (;SZ[9:9];B[aa];W[b")
    assert (len(record.positions), record.is_complete) == (2, False)
