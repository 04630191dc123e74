"""Tests of the fair handicap and komi that the form of a new game proposes for two ranks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.form import DOWN, LEFT, RIGHT, UP, Form
from tests.support.program import run
from tests.support.screen import ARROWS, Screen

CLASSIC = f"{DOWN * 2}{RIGHT}"
"""The keys that choose GNU Go 1.1."""
BOARDS = {19: "", 9: ARROWS["right"], 13: ARROWS["left"]}
"""The keys that choose a board in the second line of the form."""


def to_level(level: int, rank: str) -> str:
    """Return the keys that choose a level, from the one that is closest to a rank."""
    closest = {"15k": 3, "13k": 4, "20k": 1, "30k": 1, "1k": 7, "2d": 8, "14k": 3}[rank]
    return RIGHT * (level - closest) + LEFT * (closest - level)


def form(saves: Path, *words: str, keys: str = "") -> dict[str, str]:
    """Return the lines of the form of a new game by their titles, after some keys."""
    made = Form(saves, *words)
    made.press(UP * made.line)
    shown = made.press(keys).shown
    made.screen.close()
    Screen.opened.remove(made.screen)
    return dict(re.findall(r"^(\w[\w ]+?) {2,}(?:< )?(.+?)(?:, because .*?)?(?: >)?$", shown, re.MULTILINE))


@pytest.mark.parametrize(
    ("rank", "level", "size", "color", "handicap", "komi"),
    [
        ("15k", 3, 19, "Black", "0 stones", "6.5 (Japanese rules)"),
        ("13k", 4, 19, "Black", "0 stones", "0.5"),
        ("15k", 4, 19, "Black", "3 stones", "0.5 (Japanese rules)"),
        ("20k", 9, 19, "Black", "9 stones", "0.5 (Japanese rules)"),
        ("30k", 9, 13, "Black", "9 stones", "0.5 (Japanese rules)"),
        ("1k", 8, 19, "Black", "3 stones", "0.5 (Japanese rules)"),
        ("2d", 1, 9, "White", "4 stones", "0.5 (Japanese rules)"),
        ("15k", 4, 9, "Black", "0 stones", "0.5"),
        ("14k", 4, 9, "Black", "0 stones", "6.5 (Japanese rules)"),
        ("15k", 5, 13, "Black", "3 stones", "0.5 (Japanese rules)"),
    ],
)
def test_the_weaker_player_has_black_and_stones(
    rank: str, level: int, size: int, color: str, handicap: str, komi: str, tmp_path: Path
) -> None:
    run("settings", "rank", rank)
    lines = form(tmp_path, keys=f"{ARROWS['down']}{BOARDS[size]}{ARROWS['down'] * 2}{to_level(level, rank)}")
    assert lines["Board"] == f"{size}x{size}"
    assert lines["Level"].startswith(f"{level} ")
    assert (lines["You play"], lines["Handicap"], lines["Komi"]) == (color, handicap, komi)


def test_a_rank_chosen_in_the_form_counts_at_once(tmp_path: Path) -> None:
    """The first rank in the list is 30k; GNU Go 1.1 has about 25 kyu."""
    lines = form(tmp_path, keys=f"{CLASSIC}{DOWN * 5}{RIGHT}")
    assert lines["Your rank"] == "30k"
    assert (lines["You play"], lines["Handicap"]) == ("Black", "5 stones")


def test_the_level_closest_to_the_rank_is_selected(tmp_path: Path) -> None:
    run("settings", "rank", "9k")
    assert form(tmp_path)["Level"] == "5 (about 8 kyu)"


def test_what_follows_from_the_ranks_says_so(tmp_path: Path) -> None:
    run("settings", "rank", "20k")
    shown = Form(tmp_path).press(CLASSIC).shown
    assert "You play     White, because you are 20k and GNU Go 1.1 is about 25k" in shown
    assert "Handicap     5 stones, because you are 20k and GNU Go 1.1 is about 25k" in shown


def test_a_narrow_window_shows_the_whole_reason_for_the_selected_handicap(tmp_path: Path) -> None:
    run("settings", "rank", "15k")
    shown = Form(tmp_path, columns=40, lines=14).press(f"{DOWN * 3}{RIGHT}{DOWN * 2}").shown
    assert "3 stones, because you are 15k and level 4 is about 12k" in " ".join(shown.split())


def test_a_handicap_chosen_by_hand_stays_when_the_level_changes(tmp_path: Path) -> None:
    run("settings", "rank", "15k")
    lines = form(tmp_path, keys=f"{DOWN * 5}{RIGHT * 2}{UP * 2}{RIGHT}")
    assert (lines["Level"], lines["Handicap"]) == ("4 (about 12 kyu)", "2")


@pytest.mark.parametrize(
    ("option", "value", "handicap"), [("color", "white", "0"), ("size", "9", "0 stones")]
)
def test_a_named_color_or_board_counts(option: str, value: str, handicap: str, tmp_path: Path) -> None:
    run("settings", "rank", "15k")
    assert form(tmp_path, f"--{option}", value, keys=f"{DOWN * 3}{RIGHT * 2}")["Handicap"] == handicap


def test_the_rank_is_a_row_of_every_form_of_go(tmp_path: Path) -> None:
    run("settings", "rank", "15k")
    assert form(tmp_path)["Your rank"] == "15k"
    assert "Your rank" not in form(tmp_path, "--game", "hex")
    run("settings", "rank", "none")
    assert form(tmp_path)["Your rank"] == "not known"


def test_a_handicap_that_followed_from_ranks_is_no_choice_for_the_next_game(tmp_path: Path) -> None:
    run("settings", "rank", "15k")
    Form(tmp_path, "--size", "9").press("level 7\r").play_and_quit()
    assert form(tmp_path)["Handicap"] == "3 stones"
    run("settings", "rank", "none")
    lines = form(tmp_path)
    assert (lines["Level"], lines["Handicap"]) == ("7 (about 1 kyu)", "0")


def save_result(saves: Path, number: int, level: int, result: str) -> None:
    """Write a finished game of a person with Black against a level."""
    saves.mkdir(exist_ok=True)
    (saves / f"{number}.sgf").write_text(
        f"(;GM[1]FF[4]SZ[9]RU[japanese]KM[6.5]PB[Human]PW[gnugo-py level {level}]RE[{result}]"
        'GNUGOPY[{"now": 1}];B[ee])'
    )


def test_the_form_proposes_the_level_that_results_suggest(tmp_path: Path) -> None:
    for number, result in enumerate(("B+R", "B+2.5", "B+R", "W+R")):
        save_result(tmp_path, number, 5, result)
    assert form(tmp_path)["Level"] == "5 (about 8 kyu, as your results suggest)"


def test_two_results_suggest_no_level(tmp_path: Path) -> None:
    for number in range(2):
        save_result(tmp_path, number, 9, "B+R")
    assert form(tmp_path)["Level"] == "3 (about 15 kyu)"


def test_the_rank_of_the_person_counts_more_than_results(tmp_path: Path) -> None:
    for number in range(3):
        save_result(tmp_path, number, 9, "B+R")
    run("settings", "rank", "20k")
    assert form(tmp_path)["Level"].startswith("1 ")
