"""Tests of what the engines of a game remember, and of what undo and redo change in the file of a game."""

import re
from datetime import date
from pathlib import Path

from tests.support.gtp_engines import command
from tests.support.paths import file_with
from tests.support.plain_game import play
from tests.support.program import BLACK_ON_9X9, answers, run


def content(saves: Path) -> str:
    """Return the file of the only saved game."""
    (file,) = saves.glob("*.sgf")
    return file.read_text()


def test_a_move_that_is_made_again_is_answered_alike() -> None:
    """The engine is asked with what it remembered before the move that was taken back."""
    found = answers(play("c3", "g7", "undo", "g7", "undo", "undo", "c3", words=BLACK_ON_9X9))
    first, second, again, first_again = found
    assert (second, first) == (again, first_again)


def test_each_engine_has_its_own_memory(saves: Path) -> None:
    two = ("--opponent", "classic", "--opponent", "classic")
    play(words=("--size", "9", "--handicap", "0", "--seed", "1", *two))
    assert set(re.findall(r'"memory": {"(\w+)": ', content(saves))) == {"Black", "White"}


def test_an_engine_that_takes_over_begins_without_a_memory() -> None:
    usual = answers(play("c3", "save usual", "g7", words=BLACK_ON_9X9))
    words = (*BLACK_ON_9X9, "--opponent", command("crashes"))
    taken_over = answers(play("c3", "classic", "save other", words=words))
    resumed = answers(run("--plain", "--resume", "other", typed="g7\n").stdout)
    assert [*taken_over, *resumed] == usual


def test_a_move_after_undo_is_the_main_line_and_what_followed_stays_a_variation(saves: Path) -> None:
    play("c3", "d3", "undo", "undo", "b2", words=("--size", "5", "--handicap", "0", "--opponent", "human"))
    assert content(saves).partition("]\n")[2] == "(;B[bd])\n(;B[cc]\n;W[dc]))\n"


def test_moves_that_were_taken_back_last_are_a_variation_of_the_file(saves: Path) -> None:
    play("c3", "d3", "e3", "undo", "undo", words=("--size", "5", "--opponent", "human"))
    assert content(saves).partition("]\n")[2] == ";B[cc]\n(;)\n(;W[dc]\n;B[ec]))\n"
    (file,) = saves.glob("*.sgf")
    done = run("--plain", "--resume", file.stem, typed="redo\nquit\n")
    assert "Move restored." in done.stdout
    assert content(saves).partition("]\n")[2] == ";B[cc]\n;W[dc]\n(;)\n(;B[ec]))\n"


def test_moves_that_were_taken_back_before_a_resignation_become_a_variation(saves: Path) -> None:
    play("c3", "d3", "undo", "resign", words=("--size", "5", "--handicap", "0", "--opponent", "human"))
    root, _, moves = content(saves).partition("]\n")
    assert moves == ";B[cc]\n(;)\n(;W[dc]))\n"
    assert "RE[B+R]" in root
    (file,) = saves.glob("*.sgf")
    assert "this game is finished." in run("--plain", "--resume", file.stem, typed="y\n").stdout
    assert content(saves).partition("]\n")[2] == moves


def test_a_resignation_before_the_first_move_is_saved(saves: Path) -> None:
    play("resign", words=("--size", "5", "--handicap", "0", "--opponent", "human"))
    assert "RE[W+R]" in content(saves)


def test_a_resumed_resignation_is_not_taken_back(saves: Path) -> None:
    play("c3", "resign", words=("--size", "5", "--handicap", "0", "--opponent", "human"))
    (file,) = saves.glob("*.sgf")
    before = content(saves)
    run("--plain", "--resume", file.stem, typed="undo\nc2\n")
    assert content(saves) == before


def test_what_another_program_set_up_is_not_taken_back(saves: Path) -> None:
    play("c3", "d3", "e3", words=("--size", "5", "--handicap", "0", "--opponent", "human"))
    (file,) = saves.glob("*.sgf")
    file.write_text(content(saves).replace(";B[ec]", ";AW[aa]PL[B];B[ec]"))
    done = run("--plain", "--resume", file.stem, typed="undo\nundo\nb2\nquit\n")
    assert done.stdout.count("Move taken back.") == 1
    assert "There is no move to take back." in done.stdout
    assert content(saves).partition("]\n")[2] == ";B[cc]\n;W[dc]\n;AW[aa]PL[B]\n(;B[bd])\n(;B[ec]))\n"


def test_what_another_program_added_stays_in_the_file_of_a_game_that_goes_on(saves: Path) -> None:
    play("c3", "d3", words=("--size", "5", "--handicap", "0", "--opponent", "human"))
    (file,) = saves.glob("*.sgf")
    file.write_text(content(saves).replace(";W[dc]", "(;W[dc]C[Hm.]LB[dc:1])(;W[aa]N[A try])"))
    done = run("--plain", "--resume", file.stem, typed="b2\nquit\n")
    assert "new name" not in done.stdout
    kept = ";B[cc]\n(;W[dc]C[Hm.]LB[dc:1]\n;B[bd])\n(;W[aa]N[A try]))\n"
    assert content(saves).partition("]\n")[2] == kept


def test_a_game_that_goes_on_is_signed_by_those_who_play_it_now(saves: Path, tmp_path: Path) -> None:
    file = file_with(
        tmp_path / "game.sgf",
        "(;SZ[9]PB[M\xfcller]BR[5k]PW[Bob]WR[4k]EV[Club final]DT[2019-03-02]RE[B+R]C[A note.];B[ee];W[cc])",
    )
    run("--plain", "--load", str(file), "--color", "black", typed="c3\nquit\n")
    root, _, _ = content(saves).partition("\n;")
    assert "PB[Human]PW[GNU Go 1.1]" in root.replace("\n", "")
    assert f"DT[{date.today().isoformat()}]" in root
    assert (
        "C[Goes on from Black: M\xfcller - White: Bob; Club final, 2019-03-02; Result: B+R.\nA note.]" in root
    )
    assert not re.search(r"\b(WR|BR|EV|RE)\[", root)
