"""Tests of the commands of a server of Go: the contract's list, arguments, responses, the engine of 1989."""

import json

import pytest

from benchmarks.replay import Game
from gnugo_py.games.go.rules import new_game_handicap_points
from gnugo_py.games.go.vertex import format_vertex
from tests.support.golden import RECORDED_GAMES
from tests.support.gtp_server import ServerHere, responses
from tests.support.program import run

CONTRACT = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi play
    genmove undo fixed_handicap place_free_handicap set_free_handicap time_settings time_left
    final_score final_status_list loadsgf printsgf reg_genmove showboard get_komi is_legal all_legal
    captures countlib list_stones move_history last_move unconditional_status set_random_seed
    get_random_seed cputime gg-undo gomill-explain_last_move gomill-describe_engine
    gogui-analyze_commands gogui-setup gogui-setup_player gogui-play_sequence kgs-genmove_cleanup
    kgs-rules gnugopy-decision
""".split()


def test_every_command_of_the_contract_is_known(gtp: ServerHere) -> None:
    assert set(CONTRACT) <= set(gtp("list_commands").split())


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["boardsize 1"], "? unacceptable size"),
        (["boardsize 26"], "? unacceptable size"),
        (["boardsize 7", "genmove b"], "? GNU Go 1.1 plays on 9x9, 13x13 and 19x19, not on 7x7"),
        (["boardsize 13", "all_legal w"], None),
        (["play b i5"], "? syntax error"),
        (["play red q16"], "? syntax error"),
        (["boardsize 9", "play b q16"], "? illegal move"),
        (["play B Q16", "play wHiTe q16"], "? illegal move"),
        (["play b Q16", "play b PASS", "play w pass", "play b d4"], ""),
        (["play b d4", "gg-undo 2"], "? cannot undo"),
        (["play b d4", "play w q4", "gg-undo 2", "list_stones b"], ""),
        (["komi 5.5", "get_komi"], "5.5"),
        (["fixed_handicap 2"], "D4 Q16"),
        (["play b d4", "fixed_handicap 2"], "? board not empty"),
        (["boardsize 9", "place_free_handicap 3"], None),
        (["set_free_handicap d4 q16", "list_stones b"], "Q16 D4"),
        (["set_free_handicap d4 d4"], "? bad vertex list"),
        (["set_free_handicap d4"], "? bad vertex list"),
        (["loadsgf /no/such"], "? cannot load file: /no/such: no such file; check the name"),
        (["printsgf no/out"], "? cannot save file: no is not a folder; create it first"),
        (["time_settings 300 30 5", "time_left w 100 5"], ""),
        (["play b d4", "last_move"], "black D4"),
        (["play b d4", "play w pass", "move_history"], "white pass\nblack D4"),
        (["play b d4", "is_legal w d4"], "0"),
        (["is_legal w d4"], "1"),
        (["countlib d4"], "? vertex must not be empty"),
        (["play b d4", "countlib d4"], "4"),
        (["captures b"], "0"),
        (["set_random_seed 7", "get_random_seed"], "7"),
        (["kgs-rules japanese"], ""),
        (["kgs-rules chess"], "? unknown rules: chess"),
        (["gogui-setup b a1 w b1", "list_stones w"], "B1"),
        (["gogui-setup b a1 w a2 w b1"], "? a chain would have no liberties"),
        (["gogui-setup_player w", "showboard"], None),
        (["gogui-play_sequence b d4 w q4", "last_move"], "white Q4"),
        (["gnugopy-decision"], "? no move was generated yet"),
        (["gomill-explain_last_move"], "? no move was generated yet"),
        (["unconditional_status d4"], "undecided"),
        (["final_score"], "W+7.5"),
        (["final_status_list dead"], ""),
        (["final_status_list what"], "? syntax error"),
        (["play b a19", "final_status_list seki"], ""),
        (["unheard_of"], "? unknown command"),
    ],
)
def test_responses(commands: list[str], answer: str | None) -> None:
    found = responses(*commands)[-1]
    assert not found.startswith("?") if answer is None else found == answer


def test_undo_restores_the_engine_exactly(gtp: ServerHere) -> None:
    first = [gtp("genmove b"), gtp("play w k10"), gtp("genmove b"), gtp("play w c3"), gtp("genmove b")]
    gtp("gg-undo 5")
    again = [gtp("genmove b"), gtp("play w k10"), gtp("genmove b"), gtp("play w c3"), gtp("genmove b")]
    assert again == first


def test_clearing_the_board_starts_the_same_game_again(gtp: ServerHere) -> None:
    first = [gtp("genmove b") for _ in range(5)]
    gtp("clear_board")
    assert [gtp("genmove b") for _ in range(5)] == first


@pytest.mark.parametrize(
    "game", RECORDED_GAMES[:4], ids=[f"seed {game['seed']}" for game in RECORDED_GAMES[:4]]
)
def test_the_decisions_are_those_of_the_original(game: Game) -> None:
    user, engine = game["user"], {"b": "w", "w": "b"}[game["user"]]
    stones = [format_vertex(point, 19) for point in new_game_handicap_points(game["handicap"], 19)]
    setup = ["set_free_handicap " + " ".join(stones)] if len(stones) > 1 else []
    setup += [f"gogui-setup b {stones[0]}"] if len(stones) == 1 else []
    commands, expected = [*setup], [""] * len(setup)
    for kind, vertex, *facts in game["events"]:
        if kind == "c":
            names = ("attack", "defend", "pattern", "tries", "rng")
            decision = {"move": vertex, **{name: facts[0][name] for name in names}}
            commands += [f"genmove {engine}", "gnugopy-decision"]
            expected += [vertex, json.dumps(decision)]
        else:
            commands.append(f"play {user} {vertex}")
            expected.append("? illegal move" if kind == "i" else "")
    options = ("--seed", str(game["seed"]), "--rules", "gnugo-1.1")
    assert responses(*commands, options=options) == expected


def test_an_explanation_is_drawn_for_gogui() -> None:
    explanation, why, influence, listed, known = responses(
        "genmove b",
        *("gomill-explain_last_move", "gnugopy-why", "gnugopy-influence", "gogui-analyze_commands"),
        "list_commands",
    )[1:]
    assert "worth 80" in explanation
    assert why.splitlines()[1].startswith("LABEL ")
    assert influence.startswith("INFLUENCE A19 ")
    for line in listed.splitlines():
        kind, _, command = line.split("/")
        assert kind in ("gfx", "string", "param")
        assert command.split()[0] in known.split()


def test_the_server_ends_at_quit_and_at_the_end_of_the_input() -> None:
    done = run("gtp", "--seed", "3", typed="1 genmove b\n2 quit\n3 name\n")
    assert done.stdout == "=1 D16\n\n=2\n\n"
    assert done.returncode == 0
    assert run("gtp", typed="").returncode == 0
    assert run("gtp", "--rules", "chess").returncode == 2


def test_ko_and_suicide_can_be_chosen() -> None:
    setup = "boardsize 9\ngogui-setup w a9 b a8 b b8 b c9\nis_legal w b9\n"
    assert run("gtp", "--suicide", typed=setup).stdout.endswith("= 1\n\n")
    assert run("gtp", "--no-suicide", "--rules", "tromp-taylor", typed=setup).stdout.endswith("= 0\n\n")


SYNTAX_ERROR = "? syntax error"


@pytest.mark.parametrize(
    ("word", "color"), [("b", "black"), ("BLACK", "black"), ("w", "white"), ("White", "white")]
)
def test_a_color_is_written_in_full_or_by_its_letter(word: str, color: str) -> None:
    assert responses(f"play {word} d4", "last_move")[-1] == f"{color} D4"


@pytest.mark.parametrize(
    "command",
    [
        *(f"play {color} d4" for color in ("red", "bl", "whites", "x")),
        *(f"level {number}" for number in ("1001", "-6", "x", "", "1.0", "0000000000009", "+", "\u0661")),
        *(f"countlib {vertex}" for vertex in ("pass", "3c", "i5", "I5", "?", "")),
    ],
)
def test_what_is_no_color_no_whole_number_in_the_range_or_no_vertex_is_refused(command: str) -> None:
    assert responses(command) == [SYNTAX_ERROR]


@pytest.mark.parametrize("word", ["0", "+5", "-0", "1000", "000000000009"])
def test_a_whole_number_may_have_a_sign_and_twelve_digits(word: str) -> None:
    assert responses(f"level {word}") == [""]


@pytest.mark.parametrize(
    ("word", "komi"),
    [("6.5", "6.5"), ("-.5", "-0.5"), ("+7.", "7"), ("123456789.123456789", "123456789.12345679")],
)
def test_a_decimal_number_may_begin_or_end_with_the_point(word: str, komi: str) -> None:
    assert responses(f"komi {word}", "get_komi") == ["", komi]


@pytest.mark.parametrize("word", ["inf", "nan", "1e3", "", ".", "1234567890", "1,5"])
def test_what_is_no_decimal_number_is_refused(word: str) -> None:
    assert responses(f"komi {word}", "get_komi") == [SYNTAX_ERROR, "7.5"]


def test_a_vertex_is_read_in_either_case() -> None:
    assert responses("boardsize 9", "play b c3", "countlib C3")[-1] == "4"


@pytest.mark.parametrize("move", ["b1-b3/b1", "b1 b3 b1", "b1b3b1", "b1 b3/b1"])
def test_a_move_of_several_points_is_whole(move: str) -> None:
    options = ("--game", "amazons")
    found = responses("boardsize 6", f"play b {move}", "last_move", "play w b6 b5", options=options)
    assert found[1:] == ["", "black b1-b3/b1", SYNTAX_ERROR]
