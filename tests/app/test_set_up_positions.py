"""Tests of `setup`: a position is set up, in each of the four games, and played."""

from pathlib import Path

import pytest

from tests.support.paths import file_with
from tests.support.program import output_of

GO_9 = ("--plain", "--size", "9", "--handicap", "0", "--color", "black", "--opponent", "human")


def said(*lines: str, words: tuple[str, ...] = GO_9, saves: Path | None = None) -> str:
    given = (*words, *(("--saves", str(saves)) if saves is not None else ()))
    return output_of(*given, typed="".join(f"{line}\n" for line in lines))


def test_both_players_have_their_full_time_again() -> None:
    output = said("setup", "b D4", "done", "quit", words=(*GO_9, "--clock", "7m"))
    assert output.rpartition("done")[2].count("7:00") == 2


def test_quit_changes_nothing(tmp_path: Path) -> None:
    output = said("e5", "setup", "quit", "setup", "clear", "quit", "quit", saves=tmp_path)
    first, second = output.split("Nothing was changed.")
    assert "The changes were discarded." not in first
    assert "The changes were discarded." in second
    (file,) = tmp_path.glob("*.sgf")
    assert ";B[ee]" in file.read_text()


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (("zz",), "'zz' is not a point"),
        (("b Z25",), "Z25 is off the board"),
        (("turn",), "type turn black or turn white"),
        (("pass",), "'pass' is not a point"),
        (("w A1 B2", "b A2 B1", "b C2 B3", "done"), "a chain would have no liberties"),
        (("arrow D4",), "the command arrow is not available in Go"),
    ],
)
def test_what_cannot_stand_on_the_board_is_refused(lines: tuple[str, ...], reason: str) -> None:
    assert reason in said("setup", *lines, "quit", "quit")


@pytest.mark.parametrize(
    ("game", "lines", "sign"),
    [
        ("hex", ("b c3", "w d4", "done"), "- - X - -"),
        ("amazons", ("clear", "b a1", "w f6", "arrow c3", "done"), "- - # - - -"),
        ("tanbo", ("clear", "b A1", "w F6", "done"), "X - - -"),
    ],
)
def test_positions_of_the_other_games_are_set_up(game: str, lines: tuple[str, ...], sign: str) -> None:
    size = {"hex": "5", "amazons": "6", "tanbo": "9"}[game]
    words = ("--game", game, "--plain", "--size", size, "--opponent", "human")
    assert sign in said("setup", *lines, "quit", words=words).rpartition("done")[2]


def test_amazons_needs_a_queen_of_each_color() -> None:
    words = ("--game", "amazons", "--plain", "--size", "6", "--opponent", "human")
    assert "each player needs a queen" in said("setup", "clear", "b a1", "done", "quit", "quit", words=words)


def test_a_position_of_a_review_is_changed_and_played(tmp_path: Path) -> None:
    file = file_with(tmp_path / "game.sgf", "(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gg])")
    words = ("review", str(file), "--plain")
    output = said(
        "end", "setup", "clear E5", "turn b", "done", "d4", "quit", words=words, saves=tmp_path / "s"
    )
    assert "my move: " in output
    (saved,) = (tmp_path / "s").glob("*.sgf")
    assert "AB[gg]" in saved.read_text()
    assert "AW[cc]" in saved.read_text()
