"""Tests of the server's commands, in this process."""

import json
from pathlib import Path

import pytest

from benchmarks.replay import own_knowledge
from gnugo_py.games.go.rules import handicap_points_1989
from gnugo_py.games.go.vertex import format_vertex
from gnugo_py.storage.save_store import FileLock
from tests.support.golden import RECORDED_GAMES
from tests.support.gtp_server import Server
from tests.support.program import run

KNOWLEDGE = own_knowledge()
CONTRACT = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "time_settings",
    "time_left",
    "final_score",
    "final_status_list",
    "loadsgf",
    "printsgf",
    "reg_genmove",
    "showboard",
    "get_komi",
    "is_legal",
    "all_legal",
    "captures",
    "countlib",
    "list_stones",
    "move_history",
    "last_move",
    "unconditional_status",
    "set_random_seed",
    "get_random_seed",
    "cputime",
    "gg-undo",
    "gomill-explain_last_move",
    "gomill-describe_engine",
    "gogui-analyze_commands",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-play_sequence",
    "kgs-genmove_cleanup",
    "kgs-rules",
    "gnugopy-decision",
]


def test_every_command_of_the_contract_is_known(gtp: Server) -> None:
    assert set(CONTRACT) <= set(gtp("list_commands").split())


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        (["protocol_version"], "2"),
        (["name"], "gnugo-py"),
        (["boardsize 1"], "? unacceptable size"),
        (["boardsize 26"], "? unacceptable size"),
        (["boardsize 7", "genmove b"], "? GNU Go 1.1 plays on 9x9, 13x13 and 19x19, not on 7x7"),
        (["boardsize"], "? syntax error"),
        (["boardsize x"], "? syntax error"),
        (["boardsize 13", "all_legal w"], None),
        (["play b i5"], "? syntax error"),
        (["play b"], "? syntax error"),
        (["play red q16"], "? syntax error"),
        (["boardsize 9", "play b q16"], "? illegal move"),
        (["play B Q16", "play wHiTe q16"], "? illegal move"),
        (["play b Q16", "play b PASS", "play w pass", "play b d4"], ""),
        (["undo"], "? cannot undo"),
        (["play b d4", "gg-undo 2"], "? cannot undo"),
        (["play b d4", "play w q4", "gg-undo 2", "list_stones b"], ""),
        (["komi 5.5", "get_komi"], "5.5"),
        (["komi five"], "? syntax error"),
        (["fixed_handicap 2"], "D4 Q16"),
        (["fixed_handicap 1"], "? invalid number of stones"),
        (["fixed_handicap 10"], "? invalid number of stones"),
        (["play b d4", "fixed_handicap 2"], "? board not empty"),
        (["boardsize 9", "place_free_handicap 3"], None),
        (["set_free_handicap d4 q16", "list_stones b"], "Q16 D4"),
        (["set_free_handicap d4 d4"], "? bad vertex list"),
        (["set_free_handicap d4"], "? bad vertex list"),
        (["loadsgf /no/such"], "? cannot load file: /no/such: no such file; check the name"),
        (["printsgf no/out"], "? cannot save file: no is not a folder; create it first"),
        (["time_settings 300 30 5", "time_left w 100 5"], ""),
        (["time_settings 300"], "? syntax error"),
        (["last_move"], "? no previous move known"),
        (["play b d4", "last_move"], "black D4"),
        (["play b d4", "play w pass", "move_history"], "white pass\nblack D4"),
        (["play b d4", "is_legal w d4"], "0"),
        (["is_legal w d4"], "1"),
        (["countlib d4"], "? vertex must not be empty"),
        (["play b d4", "countlib d4"], "4"),
        (["captures b"], "0"),
        (["set_random_seed 7", "get_random_seed"], "7"),
        (["kgs-rules japanese"], ""),
        (["kgs-rules chess"], "? unknown rules"),
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
def test_answers(commands: list[str], answer: str | None, gtp: Server) -> None:
    found = gtp(*commands)
    assert not found.startswith("?") if answer is None else found == answer


def test_the_engine_makes_legal_moves_for_either_side(gtp: Server) -> None:
    gtp("boardsize 9")
    for number in range(60):
        color = "bw"[number % 3 % 2]
        legal = [*gtp(f"all_legal {color}").split(), "pass"]
        assert gtp(f"reg_genmove {color}") == gtp(f"genmove {color}")
        assert gtp("last_move").split()[1] in legal


def test_undo_restores_the_engine_exactly(gtp: Server) -> None:
    first = [gtp("genmove b"), gtp("play w k10"), gtp("genmove b"), gtp("play w c3"), gtp("genmove b")]
    gtp("gg-undo 5")
    again = [gtp("genmove b"), gtp("play w k10"), gtp("genmove b"), gtp("play w c3"), gtp("genmove b")]
    assert again == first


def test_clearing_the_board_starts_the_same_game_again(gtp: Server) -> None:
    first = [gtp("genmove b") for _ in range(5)]
    gtp("clear_board")
    assert [gtp("genmove b") for _ in range(5)] == first


@pytest.mark.parametrize(
    "game", RECORDED_GAMES[:4], ids=[f"seed {game['seed']}" for game in RECORDED_GAMES[:4]]
)
def test_a_golden_game_gives_the_originals_decisions(game: dict[str, object], tmp_path: Path) -> None:
    seed, events = game["seed"], game["events"]
    assert isinstance(seed, int)
    assert isinstance(events, list)
    gtp = Server(tmp_path, seed, "gnugo-1.1")
    user = str(game["user"])
    computer = "w" if user == "b" else "b"
    number = game["handicap"]
    assert isinstance(number, int)
    stones = [format_vertex(point, 19) for point in handicap_points_1989(number)]
    if len(stones) > 1:
        gtp("set_free_handicap " + " ".join(stones))
    elif stones:
        gtp(f"gogui-setup b {stones[0]}")
    for kind, vertex, *facts in events:
        if kind == "c":
            assert gtp(f"genmove {computer}") == vertex
            decision = json.loads(gtp("gnugopy-decision"))
            expected = {name: facts[0][name] for name in ("attack", "defend", "pattern", "tries", "rng")}
            assert decision == {"move": vertex, **expected}
        else:
            assert gtp(f"play {user} {vertex}").startswith("?") == (kind == "i")


def test_games_go_out_and_come_back_as_sgf(gtp: Server, tmp_path: Path) -> None:
    gtp("boardsize 9", "komi 6.5", "play b e5", "play w c3", "play b pass")
    text = gtp("printsgf")
    assert "KM[6.5]" in text
    assert gtp("printsgf evening") == ""
    board = gtp("showboard")
    gtp("clear_board")
    assert gtp(f"loadsgf {tmp_path / 'evening.sgf'}") == "white"
    assert gtp("showboard") == board
    assert gtp(f"loadsgf {tmp_path / 'evening.sgf'} 2", "list_stones w") == ""


@pytest.mark.parametrize("before", ["(;GM[1]C[An earlier game.])", " \n(;SZ[9];B[aa])(;SZ[9])\n"])
def test_a_game_is_saved_over_another_game(before: str, gtp: Server, tmp_path: Path) -> None:
    file = tmp_path / "evening.sgf"
    file.write_text(before)
    gtp("boardsize 9", "play b e5", "play w c3")
    assert gtp("printsgf evening.sgf") == ""
    assert ";W[cg]" in file.read_text()
    gtp("undo")
    assert gtp("printsgf evening") == ""
    assert ";W[cg]" not in file.read_text()


def test_a_game_is_saved_over_nothing_but_a_game(gtp: Server, tmp_path: Path) -> None:
    file = tmp_path / "evening.sgf"
    for notes in ("my notes", "", "int main(){for(;;);}", "a = 1 (;B[aa]) in my diary", "(;SZ[9];B[aa]"):
        file.write_text(notes)
        answer = gtp("printsgf evening")
        assert (
            answer == f"? cannot save file: {file} already exists and is not an SGF file; choose another name"
        )
        assert file.read_text() == notes
    (tmp_path / "folder.sgf").mkdir()
    assert "is not a regular file" in gtp("printsgf folder")


def test_a_link_is_neither_followed_nor_replaced(gtp: Server, tmp_path: Path) -> None:
    target = tmp_path / "target.sgf"
    target.write_text("(;SZ[9])")
    (tmp_path / "link.sgf").symlink_to(target)
    assert "is not a regular file" in gtp("printsgf link")
    assert target.read_text() == "(;SZ[9])"


def test_a_path_is_written_where_it_says(gtp: Server, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    gtp("boardsize 9", "play b e5")
    assert gtp(f"printsgf {folder / 'kgs.tmp'}") == ""
    assert ";B[ee]" in (folder / "kgs.tmp").read_text()
    (folder / "kgs.tmp").chmod(0o644)
    assert gtp(f"gomill-savesgf {folder / 'kgs.tmp'} RE=B+R") == ""
    assert (folder / "kgs.tmp").stat().st_mode & 0o777 == 0o644
    assert "RE[B+R]" in (folder / "kgs.tmp").read_text()
    assert [path.name for path in folder.iterdir()] == ["kgs.tmp"]
    assert gtp(f"loadsgf {folder / 'kgs.tmp'}") == "white"


def test_a_game_that_is_being_played_is_not_written_over(gtp: Server, tmp_path: Path) -> None:
    (tmp_path / "evening.sgf").write_text("(;SZ[9])")
    lock = FileLock(tmp_path / "evening.sgf")
    assert "this game is open in another window" in gtp("printsgf evening")
    lock.release()


def test_explanations_are_drawn_for_gogui(gtp: Server) -> None:
    gtp("genmove b")
    assert "worth 80" in gtp("gomill-explain_last_move")
    assert gtp("gnugopy-why").splitlines()[1].startswith("LABEL ")
    assert gtp("gnugopy-influence").startswith("INFLUENCE A19 ")
    commands = gtp("list_commands").split()
    for line in gtp("gogui-analyze_commands").splitlines():
        kind, _, command = line.split("/")
        assert kind in ("gfx", "string", "param")
        assert command.split()[0] in commands


def test_the_server_as_a_process() -> None:
    done = run("gtp", "--seed", "3", typed="1 genmove b\n2 quit\n3 name\n")
    assert done.stdout == "=1 D16\n\n=2\n\n"
    assert done.returncode == 0
    assert run("gtp", typed="").returncode == 0
    assert run("gtp", "--rules", "chess").returncode == 2


def test_ko_and_suicide_can_be_chosen() -> None:
    setup = "boardsize 9\ngogui-setup w a9 b a8 b b8 b c9\nis_legal w b9\n"
    assert run("gtp", "--suicide", typed=setup).stdout.endswith("= 1\n\n")
    assert run("gtp", "--no-suicide", "--rules", "tromp-taylor", typed=setup).stdout.endswith("= 0\n\n")
