"""Tests of the commands that only Go has: rules, komi, handicap, stones, score and influence."""

import re

import pytest

from gnugo_py import __version__
from tests.support.gtp_server import CHINESE, ServerHere, responses

COLUMNS = "ABCDEFGHJ"


def go(*commands: str, options: tuple[str, ...] = CHINESE) -> list[str]:
    """Return the responses of a server to some commands on 9x9."""
    return responses("boardsize 9", *commands, options=options)[1:]


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["get_komi"], "7.5"),
        (["kgs-rules japanese", "get_komi"], "7.5"),
        (["kgs-rules"], "? syntax error"),
        (["kgs-rules japanese chinese"], "? syntax error"),
        (["kgs-rules NEW_ZEALAND", "gomill-describe_engine"], None),
        (["fixed_handicap"], "? syntax error"),
        (["fixed_handicap 2 2"], "? syntax error"),
        (["fixed_handicap 0"], "? invalid number of stones"),
        (["fixed_handicap -1000000000"], "? invalid number of stones"),
        (["fixed_handicap -1000000001"], "? syntax error"),
        (["fixed_handicap 1000000000"], "? invalid number of stones"),
        (["fixed_handicap 1000000001"], "? syntax error"),
        (["fixed_handicap 2"], "C3 G7"),
        (["fixed_handicap 9", "fixed_handicap 2"], "? board not empty"),
        (["fixed_handicap 10"], "? invalid number of stones"),
        (["place_free_handicap 1"], "? invalid number of stones"),
        (["place_free_handicap 1000001"], "? invalid number of stones"),
        (["place_free_handicap 81"], "? invalid number of stones"),
        (["boardsize 5", "place_free_handicap 2"], "C3 B2"),
        (["boardsize 5", "fixed_handicap 2"], "? invalid number of stones"),
        (["set_free_handicap"], "? bad vertex list"),
        (["set_free_handicap c3 z9"], "? bad vertex list"),
        (["set_free_handicap c3 g7"], ""),
        (["set_free_handicap c3 g7", "set_free_handicap c3 g7"], "? board not empty"),
        (["play b pass", "set_free_handicap c3 g7"], "? board not empty"),
        (["play b pass", "fixed_handicap 2"], "? board not empty"),
        (["gogui-setup w c3", "fixed_handicap 2"], "? board not empty"),
        (["gogui-setup b c3", "fixed_handicap 2"], "? board not empty"),
        (["gogui-setup b c3", "gogui-setup b d4"], "? board not empty"),
        (["gogui-setup w c3", "gogui-setup b d4"], "? board not empty"),
        (["gnugopy-finders"], "? syntax error"),
        (["gnugopy-finders b w"], "? syntax error"),
        (["gnugopy-why"], "? no move was generated yet"),
        (["boardsize 9 9"], "? boardsize not an integer"),
        (["boardsize 9 10"], "? boardsize not an integer"),
        (["boardsize 19 19 19", "query_boardsize"], "9"),
        (["captures"], "? syntax error"),
        (["captures b w"], "? syntax error"),
        (["gogui-setup w a1 b b1", "play b a2", "captures b"], "1"),
        (["gogui-setup w a1 b b1", "play b a2", "captures w"], "0"),
        (["countlib"], "? syntax error"),
        (["countlib c3 c4"], "? syntax error"),
        (["countlib z9"], "? vertex is off the board"),
        (["play b a1", "countlib a1"], "2"),
        (["unconditional_status"], "? syntax error"),
        (["unconditional_status c3 c4"], "? syntax error"),
        (["final_status_list"], "? syntax error"),
        (["final_status_list dead alive"], "? syntax error"),
        (["play b a9", "final_status_list seki"], ""),
        (["kgs-genmove_cleanup"], "? syntax error"),
        (["kgs-genmove_cleanup b w"], "? syntax error"),
        (["play b pass", "last_move"], "black pass"),
        (["is_legal b pass"], "1"),
        (["play b pass", "play w pass", "is_legal b pass"], "1"),
    ],
)
def test_responses(commands: list[str], answer: str | None) -> None:
    found = go(*commands)[-1]
    assert not found.startswith("?") if answer is None else found == answer


def test_the_engine_is_described_with_its_rules_and_seed() -> None:
    described = f"gnugo-py {__version__}\nGNU Go 1.1 of 1989, recreated; tromp-taylor rules, seed 3"
    assert go("kgs-rules new_zealand", "gomill-describe_engine")[-1] == described


def test_the_search_engine_is_described_with_its_level_and_seed() -> None:
    described = f"gnugo-py {__version__}\ngnugo-py level 1; chinese rules, seed 3"
    assert go("gomill-describe_engine", options=(*CHINESE, "--player", "search:1"))[-1] == described


def test_komi_stays_until_another_is_set() -> None:
    commands = ("get_komi", "komi -3", "get_komi", "clear_board", "get_komi")
    assert go(*commands, options=("--rules", "japanese")) == ["6.5", "", "-3", "", "-3"]


def test_the_board_is_shown_with_prisoners_and_the_color_to_move() -> None:
    shown = go("gogui-setup w a1 b b1", "play b a2", "showboard")[-1].splitlines()
    assert shown[1] == "  A B C D E F G H J"
    assert shown[-1] == "Black (X) has captured 1, White (O) 0; white to move"


@pytest.mark.parametrize(
    "command",
    ["place_free_handicap 9", "place_free_handicap 40", "place_free_handicap 80", "fixed_handicap 9"],
)
def test_at_most_nine_handicap_stones_are_placed(command: str) -> None:
    assert len(go(command)[0].split()) == 9


def test_handicap_stones_must_leave_a_point_empty() -> None:
    vertices = [f"{column}{row}" for column in COLUMNS for row in range(1, 10)]
    assert go("set_free_handicap " + " ".join(vertices)) == ["? bad vertex list"]
    assert go("set_free_handicap " + " ".join(vertices[:-1])) == [""]


CORNER = "gogui-setup b A3 b B3 b C3 b C2 b C1 w B1 " + " ".join(
    f"w {column}6 b {column}5" for column in COLUMNS
)
"""A white stone in a black corner."""


def test_dead_and_living_chains_are_listed() -> None:
    _, dead, alive = go(CORNER, "final_status_list dead", "final_status_list ALIVE")
    assert dead == "B1"
    assert len(alive.splitlines()) == 3
    assert sorted(alive.split())[:3] == ["A3", "A5", "A6"]


def test_dead_stones_are_removed_before_the_count() -> None:
    assert go(CORNER, "final_score")[-1] == "B+1.5"


@pytest.mark.parametrize("command", ["estimate_score", "gnugopy-influence"])
def test_an_estimate_that_was_interrupted_fails_with_the_reason(command: str, gtp: ServerHere) -> None:
    gtp.state.interrupt()
    assert gtp(command) == "? the analysis was interrupted"


def test_influence_is_drawn_from_minus_one_to_one() -> None:
    """White has no legal move, because Black has all points but two eyes."""
    stones = (f"b {column}{row}" for column in COLUMNS for row in range(1, 10))
    setup = " ".join(each for each in stones if each not in ("b A1", "b J9"))
    words = go(f"gogui-setup {setup}", "gogui-setup_player w", "gnugopy-influence")[-1].split()
    assert words[:2] == ["INFLUENCE", "A9"]
    assert len(words) == 1 + 2 * 81
    assert all(0.95 < float(word) <= 1 for word in words[2::2])


@pytest.mark.parametrize(
    ("line", "rules", "komi"),
    [
        ("komi 0.5", "chinese", "0.5"),
        ("gogui-param_rules komi -3", "chinese", "-3"),
        ("kgs-rules new_zealand", "tromp-taylor", "7.5"),
        ("kata-set-rules korean", "japanese", "7.5"),
    ],
)
def test_rules_apply_at_once_also_to_earlier_positions(line: str, rules: str, komi: str) -> None:
    """Programs, this one included, send `clear_board` first and then `komi`."""
    for written in go("clear_board", "play b e5", line, "printsgf", "undo", "printsgf")[3::2]:
        assert f"RU[{rules}]" in written
        assert re.search(rf"KM\[{re.escape(komi)}\]", written)


@pytest.mark.parametrize("line", ["kgs-rules new_zealand", "gogui-param_rules suicide 1"])
def test_suicide_becomes_legal_at_once_and_stays_so_after_undo(line: str) -> None:
    around = ("play b c1", "play b b2", "play w b1", "play b a2")
    assert go("clear_board", *around, "is_legal w a1")[-1] == "0"
    found = go("clear_board", *around, "play b j9", line, "is_legal w a1", "undo", "is_legal w a1")
    assert (found[-3], found[-1]) == ("1", "1")
