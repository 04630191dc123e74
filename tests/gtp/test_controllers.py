"""Tests of commands from outside the contract: KGS, CGOS, gomill, HexGui, users of GNU Go."""

import re
from pathlib import Path

import pytest

from gnugo_py.record.properties import decode_property_value
from gnugo_py.record.sgf_parser import parse_sgf_game
from gnugo_py.record.sgf_reader import parse_game
from tests.support.gtp_server import ServerHere
from tests.support.paths import ROOT, file_with
from tests.support.program import run

COMMAND = re.compile(r"`([a-z_-]+)`")


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["boardsize 9", "query_boardsize"], "9"),
        (["kgs-time_settings"], "? syntax error"),
        (["kgs-time_settings absolute"], "? syntax error"),
        (["kgs-time_settings absolute soon"], "? syntax error"),
        (["kgs-time_settings hourglass 5"], "? syntax error"),
        (["kgs-game_over"], ""),
        (["kgs-chat game somebody hello there, are you a bot?"], "I am a program (GNU Go 1.1) and cannot"),
        (["kgs-chat private somebody"], "I am a program"),
        (["kgs-chat"], "? syntax error"),
        (["kgs-chat shout somebody hello"], "? syntax error"),
        (["level 10"], ""),
        (["level"], "? syntax error"),
        (["level high"], "? syntax error"),
        (["boardsize 9", "play b d4", "play w d5", "final_status d4"], ""),
        (["boardsize 9", "final_status e5"], "dame"),
        (["final_status"], "? syntax error"),
        (["final_status i9"], "? syntax error"),
        (["boardsize 9", "komi 20", "estimate_score"], "W+"),
    ],
)
def test_responses(commands: list[str], answer: str, gtp: ServerHere) -> None:
    assert gtp(*commands).startswith(answer)


def test_help_is_the_same_as_list_commands(gtp: ServerHere) -> None:
    assert gtp("help") == gtp("list_commands")


def test_processor_time_is_reported_in_seconds(gtp: ServerHere) -> None:
    assert 0 < float(gtp("gomill-cpu_time")) < 10_000


def test_genmove_ex_ignores_the_words_of_gomill(gtp: ServerHere) -> None:
    assert gtp("boardsize 9", "clear_board", "gomill-genmove_ex b claim") != ""
    assert gtp("last_move").startswith("black ")


def test_the_status_of_points_on_a_settled_board(gtp: ServerHere) -> None:
    wall = [f"play b d{row}" for row in range(1, 10)] + [f"play w f{row}" for row in range(1, 10)]
    assert gtp("boardsize 9", *wall, "play w b2", "final_status b2") == "dead"
    assert gtp("final_status d4") == "alive"
    assert gtp("final_status a1") == "black_territory"
    assert gtp("final_status j9") == "white_territory"
    assert gtp("final_status e5") == "dame"


def test_rules_are_parameters_of_gogui(gtp: ServerHere) -> None:
    shown = gtp("boardsize 9", "gogui-param_rules").splitlines()
    assert shown == [
        "[list/gnugo-1.1/japanese/chinese/aga/tromp-taylor/itsyourturn] rules chinese",
        "[list/simple/positional/situational/1989] ko positional",
        "[bool] suicide 0",
        "[string] komi 7.5",
    ]
    assert "param/Rules/gogui-param_rules" in gtp("gogui-analyze_commands").splitlines()
    changed = [
        "gogui-param_rules rules japanese",
        "gogui-param_rules suicide 1",
        "gogui-param_rules komi 0.5",
    ]
    shown = gtp(*changed, "gogui-param_rules ko situational", "gogui-param_rules").splitlines()
    assert [line.split()[-1] for line in shown] == ["japanese", "situational", "1", "0.5"]


@pytest.mark.parametrize(
    "line",
    [
        "gogui-param_rules rules ing",
        "gogui-param_rules ko",
        "gogui-param_rules komi half",
        "gogui-param_rules size 9",
        "gogui-param_rules suicide maybe",
        "kata-set-rules stone-counting",
        'kata-set-rules {"ko":"SPIGHT"}',
    ],
)
def test_unknown_rules_are_refused(line: str, gtp: ServerHere) -> None:
    before = gtp("gogui-param_rules")
    assert gtp(line).startswith("?")
    assert gtp("gogui-param_rules") == before


def test_gomill_saves_a_game_with_properties(gtp: ServerHere, tmp_path: Path) -> None:
    output = [r"PB=Ann\_Lee", r"EV=Cup\\Final\_]", "RE=W+3.5", "DT=2026-01-02"]
    assert gtp("boardsize 9", "play b e5", f"gomill-savesgf game {' '.join(output)}") == ""
    (written,) = tmp_path.rglob("game.sgf")
    root = parse_sgf_game(written.read_bytes()).nodes[0][1]
    shown = {name: decode_property_value(root[name][0]) for name in ("PB", "EV", "RE", "DT")}
    assert shown == {"PB": "Ann Lee", "EV": "Cup\\Final ]", "RE": "W+3.5", "DT": "2026-01-02"}
    assert parse_game(written.read_bytes()).end.number == 1


@pytest.mark.parametrize(
    "words",
    ["", "no/such/out", "/no/such/out", "game AB=aa", "game SZ=5", "game GNUGOPY={}", "game PB", "game =x"],
)
def test_gomill_sets_no_other_property_and_writes_no_other_file(
    words: str, gtp: ServerHere, tmp_path: Path
) -> None:
    assert gtp(f"gomill-savesgf {words}").startswith("?")
    assert not list(tmp_path.rglob("*.sgf"))


def test_the_document_lists_all_commands() -> None:
    """docs/gtp.md lists exactly the commands that the servers know."""
    table = (ROOT / "docs" / "gtp.md").read_text(encoding="utf-8")
    named = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in COMMAND.findall(line.split("|")[1])
    }
    known: set[str] = set()
    for player in ("classic", "search:1"):
        server = run("gtp", "--player", player, typed="list_commands\nquit\n")
        known |= set(server.stdout.removeprefix("= ").split()) - {"="}
    assert named == known


def test_a_game_from_a_file_keeps_its_handicap(gtp: ServerHere, tmp_path: Path) -> None:
    file = file_with(tmp_path / "handicap.sgf", "(;GM[1]SZ[9]RU[Chinese]KM[0]HA[2]AB[gc][cg];W[ee];B[];W[])")
    setup = ("boardsize 9", "komi 0", "fixed_handicap 2", "play w e5", "play b pass", "play w pass")
    entered = gtp(*setup, "final_score")
    assert gtp(f"loadsgf {file}", "final_score") == entered == "W+1"
    assert "HA[2]" in gtp("printsgf")


def answers(*commands: str, options: tuple[str, ...] = ()) -> list[str]:
    """Return the responses of a Hex server without their frames."""
    done = run("gtp", "--game", "hex", *options, typed="\n".join(commands) + "\n")
    assert done.stderr == ""
    return [answer.removeprefix("=").removeprefix(" ") for answer in done.stdout.split("\n\n")[:-1]]


def test_hexgui_connects_and_plays_a_game() -> None:
    """HexGui sends these commands to connect an engine, start a game, play, undo and request moves.

    Source: hexgui/gui/GuiController.java of github.com/ryanbhayward/hexgui (name to boardsize W H).
    """
    found = answers(
        *("name", "version", "hexgui-analyze_commands", "boardsize 5 5", "showboard", "play black c3"),
        *("showboard", "genmove white", "showboard", "undo", "undo", "param_game", "quit"),
    )
    assert found[0] == "gnugo-py"
    assert found[2].split("\n")[0] == "param/Game Parameters/param_game"
    assert not any(answer.startswith("?") for answer in found)
    assert found[-2] == "[bool] allow_swap 1"


def test_every_analyze_command_is_known() -> None:
    listed = answers("hexgui-analyze_commands")[0].split("\n")
    names = [line.split("/")[2].split()[0] for line in listed]
    assert answers(*(f"known_command {name}" for name in names)) == ["true"] * len(names)


def test_a_swap_can_be_allowed_and_forbidden_in_a_game() -> None:
    found = answers(
        *("boardsize 5 5", "param_game allow_swap 1", "play b c3", "param_game", "all_legal_moves w"),
        *("param_game allow_swap 0", "play w swap-pieces", "param_game"),
    )
    assert found[3] == "[bool] allow_swap 1"
    assert found[4].split()[-1] == "swap-pieces"
    assert found[6] == "? illegal move"
    assert found[7] == "[bool] allow_swap 0"
    no_center = ("--first-move", "no-centre")
    commands = ("param_game", "param_game allow_swap 1", "play b a1", "play w swap-pieces")
    assert answers(*commands, options=no_center) == ["[bool] allow_swap 0", "", "", ""]


@pytest.mark.parametrize("words", ["allow_swap", "allow_swap 2", "allow_ties 1", "allow_swap 1 1"])
def test_other_parameters_are_refused(words: str) -> None:
    assert answers(f"param_game {words}")[0].startswith("? syntax error")


def test_all_legal_moves_are_listed() -> None:
    found = answers(
        "boardsize 2 2", "all_legal_moves", "play b a1", "all_legal_moves white", "all_legal_moves x"
    )
    assert found[1] == "a1 b1 a2 b2"
    assert found[3] == "b1 a2 b2 swap-pieces"
    assert found[4] == "? syntax error"


def test_sides_are_swapped() -> None:
    found = answers(
        "boardsize 3 3", "play b b2", "play w swap-sides", "list_stones b", "play w c1", "undo", "undo"
    )
    assert found == ["", "", "", "b2", "", "", ""]
    assert answers("boardsize 3 3", "play w swap-sides")[1] == "? illegal move"
    assert (
        answers("play b f6", "play w swap-sides", options=("--first-move", "no-centre"))[1]
        == "? illegal move"
    )


def test_a_swap_is_no_point() -> None:
    assert answers("gogui-setup b swap") == ["? syntax error"]
