"""The files that a GTP server writes and reads."""

import subprocess
import sys
from pathlib import Path

import pytest

from gnugo_py.storage.file_locks import FileLock
from tests.support.gtp_server import ServerHere, responses
from tests.support.paths import file_with
from tests.support.program import TWO_ON_9X9, run


def test_a_suicide_is_loaded_also_where_the_rules_forbid_it(tmp_path: Path) -> None:
    moves = "play b A2\nplay b B2\nplay b C1\nplay w A1\nplay b E5\nplay w B1\n"
    words = ("gtp", "--rules", "chinese", "--suicide", "--saves", str(tmp_path))
    run(*words, typed=f"boardsize 9\n{moves}printsgf s\n")
    typed = f"boardsize 9\nplay b G7\nloadsgf {tmp_path / 's.sgf'}\nlist_stones b\n"
    assert run(*words, typed=typed).stdout.endswith("= A2 B2 C1 E5\n\n".replace("A2 B2 C1 E5", "E5 A2 B2 C1"))
    strict = run("gtp", "--rules", "chinese", typed=typed).stdout
    assert strict.endswith("= E5 A2 B2 C1\n\n")


def test_a_game_that_ends_by_resignation_is_written_with_its_result() -> None:
    typed = "play b c3\nplay w d4\nplay b resign\nprintsgf\nundo\nprintsgf\n"
    resigned, undone = run("gtp", "--game", "hex", typed=typed).stdout.split("(;")[1:]
    assert "RE[W+R]" in resigned
    assert "RE[" not in undone
    assert (resigned.count(";B["), resigned.count(";W[")) == (1, 1)


def test_an_engine_of_go_that_resigns_loses_in_the_file() -> None:
    lost = [f"play b {vertex}" for vertex in ("a1", "c1", "e1", "c3", "a5", "e5", "e3", "b2", "d2", "d4")]
    commands = ("boardsize 5", "komi 300", *lost, "genmove b", "last_move", "printsgf")
    options = ("--seed", "1", "--player", "search:2", "--resigns")
    *_, move, last, written = responses(*commands, options=options)
    assert (move, last) == ("resign", "black resign")
    assert "RE[W+R]" in written
    assert written.count(";B[") == len(lost)


def test_a_game_that_could_not_be_written_is_not_called_saved(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "gnugo_py", *TWO_ON_9X9, "--saves", str(tmp_path / "s")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("c3\nsave\n")
        game.stdin.flush()
        while "Saved as" not in game.stdout.readline():
            pass
        (tmp_path / "s").rename(tmp_path / "away")
        (tmp_path / "s").write_text("in the way")
        out, _ = game.communicate("g7\na1\n", timeout=30)
    assert "it has been written again" not in out
    assert out.count("The game cannot be saved") == 1


def test_a_saved_game_is_loaded_again(gtp: ServerHere, tmp_path: Path) -> None:
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
def test_a_game_replaces_another_game(before: str, gtp: ServerHere, tmp_path: Path) -> None:
    file = file_with(tmp_path / "evening.sgf", before)
    gtp("boardsize 9", "play b e5", "play w c3")
    assert gtp("printsgf evening.sgf") == ""
    assert ";W[cg]" in file.read_text()
    gtp("undo")
    assert gtp("printsgf evening") == ""
    assert ";W[cg]" not in file.read_text()


def test_a_game_replaces_nothing_but_a_game(gtp: ServerHere, tmp_path: Path) -> None:
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
    assert "is not a regular file" in gtp("printsgf //")


def test_a_link_is_neither_followed_nor_replaced(gtp: ServerHere, tmp_path: Path) -> None:
    target = file_with(tmp_path / "target.sgf", "(;SZ[9])")
    (tmp_path / "link.sgf").symlink_to(target)
    assert "is not a regular file" in gtp("printsgf link")
    assert target.read_text() == "(;SZ[9])"


def test_a_path_is_written_as_typed(gtp: ServerHere, tmp_path: Path) -> None:
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


def test_a_game_that_is_being_played_is_not_replaced(gtp: ServerHere, tmp_path: Path) -> None:
    (tmp_path / "evening.sgf").write_text("(;SZ[9])")
    lock = FileLock(tmp_path / "evening.sgf")
    assert "this game is open in another window" in gtp("printsgf evening")
    lock.release()


def test_a_full_disk_is_reported(monkeypatch: pytest.MonkeyPatch, gtp: ServerHere, tmp_path: Path) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert gtp("printsgf evening") == "? cannot save file: evening: No space left on device"
    assert not (tmp_path / "evening.sgf").exists()


def test_a_game_of_another_kind_is_not_loaded(gtp: ServerHere, tmp_path: Path) -> None:
    (tmp_path / "hex.sgf").write_text("(;GM[11]SZ[11];B[c3])")
    gtp("boardsize 9", "play b e5")
    refusal = "? cannot load file: it is a game of Hex, not of Go"
    assert gtp(f"loadsgf {tmp_path / 'hex.sgf'}") == refusal
    assert gtp("move_history") == "black E5"
    assert gtp("query_boardsize") == "9"


THEIRS = "(;GM[1]SZ[9]PB[Ann]XX[theirs];B[ee]C[Hm.];N[a note](;W[cc]C[!];B[gg])(;W[cg]))(;SZ[13]C[Another])"
LATER = ";N[a note]\n(;W[cc]C[!]\n;B[gg]{})\n(;W[cg]))(;SZ[13]C[Another])"


@pytest.mark.parametrize(
    ("commands", "below"),
    [
        ((), LATER.format("")),
        (("play w g7", "play b c3"), LATER.format("\n;W[gc]\n;B[cg]")),
        (("undo", "undo", "play w c3"), ";N[a note]\n(;W[cg])\n(;W[cc]C[!]))(;SZ[13]C[Another])"),
        (("undo", "undo", "play w a1"), ";N[a note]\n(;W[ai])\n(;W[cc]C[!])\n(;W[cg]))(;SZ[13]C[Another])"),
        (("undo",), LATER.format("").replace("\n;B[gg]", "")),
    ],
    ids=["nothing", "moves", "a variation", "a new variation", "undo"],
)
def test_a_game_that_was_loaded_is_written_with_all_that_its_file_contains(
    commands: tuple[str, ...], below: str, gtp: ServerHere, tmp_path: Path
) -> None:
    file = file_with(tmp_path / "theirs.sgf", THEIRS)
    gtp(f"loadsgf {file}", *commands)
    board = gtp("showboard")
    assert gtp("printsgf out") == ""
    written = (tmp_path / "out.sgf").read_text()
    assert written.partition("\n")[2] == f";B[ee]C[Hm.]\n{below}"
    assert "PB[Ann]XX[theirs]" in written.partition("\n")[0]
    gtp("clear_board", f"loadsgf {tmp_path / 'out.sgf'}")
    assert gtp("showboard") == board
    assert file.read_text() == THEIRS


def test_a_game_that_was_loaded_is_saved_with_its_result(gtp: ServerHere, tmp_path: Path) -> None:
    file = file_with(tmp_path / "theirs.sgf", THEIRS)
    assert gtp(f"loadsgf {file}", "gomill-savesgf out RE=B+R") == ""
    root, _, below = (tmp_path / "out.sgf").read_text().partition("\n")
    assert "PB[Ann]XX[theirs]" in root
    assert "RE[B+R]" in root
    assert '"seed": 3' in root
    assert below == f";B[ee]C[Hm.]\n{LATER.format('')}"


def test_what_was_before_the_last_setup_of_a_loaded_game_is_written(gtp: ServerHere, tmp_path: Path) -> None:
    file = file_with(tmp_path / "setup.sgf", "(;GM[1]SZ[9];B[ee]C[Hm.];AW[aa]PL[B];B[cc])")
    assert gtp(f"loadsgf {file}", "play w g7", "printsgf out") == ""
    below = (tmp_path / "out.sgf").read_text().partition("\n")[2]
    assert below == ";B[ee]C[Hm.]\n;AW[aa]PL[B]\n;B[cc]\n;W[gc])\n"
