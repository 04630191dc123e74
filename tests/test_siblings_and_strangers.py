"""Hex, Amazons and Tanbo as strangers met them: finished files, odd files, half moves, forged saves."""

import random
import re
import time
from datetime import date
from pathlib import Path

import pytest

from gnugo_py.cli.gtp import _files
from gnugo_py.core.registry import CATALOG
from gnugo_py.core.types import Side
from gnugo_py.gtp.server import GtpGame
from gnugo_py.play.session import Session
from gnugo_py.sgf.grammar import SgfError
from gnugo_py.sgf.reader import read_sgf
from gnugo_py.sgf.writer import is_game, to_sgf
from tests.test_cli import run

WON = "(;FF[4]GM[11]SZ[5];B[a1];W[b1];B[a2];W[b2];B[a3];W[b3];B[a4];W[b4];B[a5]{})"
AMAZONS = ("--game", "amazons", "--size", "10", "--opponent", "human", "--plain")
HEX = ("--game", "hex", "--size", "5", "--opponent", "human", "--plain")


def plain(folder: Path, *words: str, typed: str) -> list[str]:
    done = run("play", *words, "--saves", str(folder), typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("more", ["", ";W[b5]", ";W[c5];B[c4]", "RE[B+]"])
def test_a_finished_file_of_another_program_is_shown_as_won(more: str, tmp_path: Path) -> None:
    file = tmp_path / "won.sgf"
    text = WON.format("") if more.startswith("RE") else WON.format(more)
    file.write_text(text.replace("SZ[5]", f"SZ[5]{more}") if more.startswith("RE") else text)
    said = plain(tmp_path, "--load", str(file), "--plain", typed="y\n")
    assert said[-1].startswith("This game is finished.  Black wins")
    assert not any("Count" in line for line in said)


def test_moves_after_the_end_are_left_out_and_told_of() -> None:
    record = read_sgf(WON.format(";W[c5];B[c4]").encode())
    assert len(record.positions) == 10
    assert "2 moves after it are left out" in record.warnings[0]


@pytest.mark.parametrize(("node", "result"), [(";B[resign]", "W+R"), (";B[b2];W[forfeit]", "B+R")])
def test_who_resigned_in_a_file_has_lost(node: str, result: str, tmp_path: Path) -> None:
    file = tmp_path / "resigned.sgf"
    file.write_text(f"(;FF[4]GM[11]SZ[5];B[a1];W[b1]{node})")
    assert read_sgf(file.read_bytes()).result == result
    assert f'"result": "{result}"' in run("score", str(file), "--json").stdout


def test_taken_back_and_made_again_a_won_game_is_over(tmp_path: Path) -> None:
    typed = "a1\nb1\na2\nb2\na3\nb3\na4\nb4\nundo\nredo\na5\n"
    assert plain(tmp_path, *HEX, typed=typed)[-2] == "Black wins with a chain between its edges."


def test_a_turn_named_at_the_end_of_a_file_is_kept(tmp_path: Path) -> None:
    for text in (
        b"(;GM[1]SZ[9];B[aa];PL[B])",
        b"(;GM[11]SZ[5];B[a1];PL[B])",
        b"(;GM[1]SZ[9];B[aa];W[bb];PL[W])",
    ):
        (tmp_path / "file.sgf").write_bytes(text)
        said = plain(tmp_path / "saves", "--load", str(tmp_path / "file.sgf"), "--plain", typed="quit\n")
        assert not any("not saved" in line for line in said)
    commands = f"loadsgf {tmp_path / 'file.sgf'}\nprintsgf\n"
    assert "PL[W]" in run("gtp", typed=commands).stdout


@pytest.mark.parametrize("word", ["help", "save", "score", "e5", "redo"])
def test_what_is_picked_stays_so_whatever_is_asked_meanwhile(word: str, tmp_path: Path) -> None:
    said = plain(tmp_path, *AMAZONS, typed=f"d1\nd7\n{word}\ng7\nquit\n")
    assert any("Black to move" in line or "White to move" in line for line in said)
    board = said[-13:-2]
    assert any(line.split()[4:8] == ["X", "-", "-", "#"] for line in board), "\n".join(said[-20:])


def test_undo_in_the_middle_of_a_move_takes_back_a_point_and_no_more(tmp_path: Path) -> None:
    said = plain(tmp_path, *AMAZONS, typed="d1-d7/g7\nd10\nundo\nd10-d8/d9\nquit\n")
    assert "Black, your move? quit" in said


def test_sides_are_not_swapped_in_a_game_that_is_played(tmp_path: Path) -> None:
    said = plain(tmp_path, *HEX, "--first-move", "swap", typed="c2\nswap-sides\nswap\nquit\n")
    assert any("sides are not swapped here; type swap" in line for line in said)
    assert "Black's stone is White's now, on b3." in said


@pytest.mark.parametrize("name", ["hex", "amazons", "tanbo"])
@pytest.mark.parametrize("seed", range(4))
def test_no_move_after_the_end_is_taken_that_its_own_file_would_lose(name: str, seed: int) -> None:
    """White was let move on where Black, whose turn it was, had no move left."""
    game, chance = CATALOG[name].load(), random.Random(seed)
    served = GtpGame(
        game, None, {**game.between_programs, "size": {"hex": 5, "amazons": 6, "tanbo": 9}[name]}
    )
    for _ in range(100):
        side = served.position.to_move if chance.random() < 0.8 else Side(chance.randrange(2))
        legal = list(served.to_move(side).legal_moves()) or list(served.to_move(side.other).legal_moves())
        if legal:
            mover = side if served.allows(side, legal[0]) else side.other
            served.play(mover, chance.choice(legal))
    read = read_sgf(_files(None).text(served).encode())
    assert (read.final.grid(), len(read.positions)) == (served.position.grid(), len(served.turns))


FORGED = (
    '(;GM[11]SZ[5]GNUGOPY[{{"players": {{{}}}, "memories": [\\], "now": 1, "moves": 1,'
    ' "settling": {}}}];B[a1])'
)


@pytest.mark.parametrize(
    ("players", "settling"),
    [
        ('"White": {"player": "classic", "seed": 3, "patterns": null}', "null"),
        ('"White": {"player": "search", "level": 99, "seed": 1}', "null"),
        ('"White": {"player": "search", "level": true, "seed": 1}', "null"),
        ('"White": {"player": "search", "level": 3, "seed": -1}', "null"),
        ("", '{"proposed": true, "answers": [\\]}'),
    ],
)
def test_a_forged_save_is_one_line(players: str, settling: str, tmp_path: Path) -> None:
    (tmp_path / "forged.sgf").write_text(FORGED.format(players, settling))
    done = run("--resume", "forged", "--plain", "--saves", str(tmp_path), typed="")
    assert done.returncode == 2
    assert "internal error" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_long_game_of_tanbo_is_written_and_read_fast_enough_to_be_saved_at_each_move() -> None:
    game, chance = CATALOG["tanbo"].load(), random.Random(5)
    session = Session.begin(game, {}, game.start({"size": 19}))
    while not session.position.over and len(session.turns) < 500:
        session.play(chance.choice(list(session.position.legal_moves())))
    began = time.process_time()
    content = to_sgf(session, date(2026, 11, 22))
    assert is_game(content, session)
    assert time.process_time() - began < 1.5  # it took five seconds when each cell was looked at anew


def test_arrows_are_added_to_the_usual_start() -> None:
    grid = read_sgf(b"(;FF[4]GM[18]SZ[10]AA[ee][ff]AE[dj];B[gjghgi])").final.grid()
    assert (grid.rows[4][4], grid.rows[5][5], grid.rows[9][3]) == ("#", "#", "-")


@pytest.mark.parametrize(
    "content", [b"(;GM[11]SZ[5];B[tt])", b"(;GM[18]SZ[6];B[aaaaaa])", b"(;GM[1]RU[tanbo];B[aa])"]
)
def test_a_move_that_cannot_be_is_refused_with_its_number(content: bytes) -> None:
    with pytest.raises(SgfError, match="move 1"):
        read_sgf(content)


def test_the_graph_of_a_finished_game_ends_with_its_count(tmp_path: Path) -> None:
    """The winning pass was said to be the worst move: both passes were taken as not made."""
    file = tmp_path / "over.sgf"
    file.write_text("(;GM[1]FF[4]SZ[5]KM[6.5]RU[Japanese]RE[W+31.5];B[ea];W[da];B[];W[])")
    said = run("review", "--plain", str(file), typed="graph\nquit\n").stdout
    digits = re.search(r"won: (\d+)", said)
    assert digits is not None
    assert (len(digits[1]), digits[1][-1]) == (5, "0")
    assert "Move 4, pass: +" not in said


def test_a_time_that_was_given_holds_when_the_game_goes_on(tmp_path: Path) -> None:
    words = ("--game", "amazons", "--level", "9", "--time", "1", "--color", "black", "--plain", "--new")
    run("play", *words, "--saves", str(tmp_path), typed="6\nsave x\nquit\n")
    assert '"seconds": 1' in (tmp_path / "x.sgf").read_text()
    done = run("--resume", "x", "--plain", "--saves", str(tmp_path), typed="b1-b3/b2\nwhy\nquit\n")
    evaluated = re.search(r"([\d,]+) positions evaluated", done.stdout)
    assert evaluated is not None
    assert int(evaluated[1].replace(",", "")) < 200_000


def test_a_time_in_a_file_that_is_none_is_told_of(tmp_path: Path) -> None:
    words = ("--game", "hex", "--size", "5", "--level", "1", "--time", "9", "--color", "black", "--plain")
    run("play", *words, "--saves", str(tmp_path), typed="c2\nsave x\nquit\n")
    file = tmp_path / "x.sgf"
    for seconds in ("-1", "1.5", "99999999", "true", '"long"'):
        file.write_text(file.read_text().replace('"seconds": 9', f'"seconds": {seconds}'))
        done = run("--resume", "x", "--plain", "--saves", str(tmp_path), typed="quit\n")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "its opponent is not named soundly" in done.stderr
        file.write_text(file.read_text().replace(f'"seconds": {seconds}', '"seconds": 9'))
