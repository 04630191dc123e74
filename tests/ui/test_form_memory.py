"""Tests of what the form before a game remembers of earlier games."""

from pathlib import Path

from tests.support.form import RIGHT, Form
from tests.support.screen import begun


def test_a_new_game_begins_with_the_settings_of_the_last_one(tmp_path: Path) -> None:
    words = ("--size", "13", "--handicap", "0", "--color", "white", "--opponent", "search:1")
    game = begun(tmp_path, "--new", *words)
    shown = game.enter("new\r", "Opponent")
    assert "Board        13x13" in shown
    assert "Level        1 (about 20 kyu)" in shown
    assert "You play     White" in shown


def test_a_new_game_of_two_people_is_again_one_of_two(tmp_path: Path) -> None:
    game = begun(tmp_path, "--new", "--size", "13", "--handicap", "0", "--opponent", "human")
    assert game.enter("new\r", "Board +13x13").splitlines()[0] == "Go for two people"


def test_the_size_of_one_game_is_not_that_of_another(tmp_path: Path) -> None:
    form = Form(tmp_path, "--size", "9")
    assert form.choices("Level")[4] == "7 (about 1 kyu)"
    form.press(RIGHT * 4).play_and_quit()
    form = Form(tmp_path, "--game", "hex")
    assert (form.rows["Board"], form.rows["Level"]) == ("11x11", "7")


def test_a_clock_is_remembered_until_none_is_chosen(tmp_path: Path) -> None:
    form = Form(tmp_path, "--size", "9").press("clock 10m\r")
    assert form.rows["Clock"] == "10m"
    form.play_and_quit()
    form = Form(tmp_path, "--size", "9")
    assert form.rows["Clock"] == "10m"
    form.press("clock none\r").play_and_quit()
    assert Form(tmp_path, "--size", "9").rows["Clock"] == "none"


def test_a_clock_of_the_command_line_does_not_replace_the_remembered_one(tmp_path: Path) -> None:
    Form(tmp_path, "--size", "9").press("clock 10m\r").play_and_quit()
    game = begun(tmp_path, "--size", "9", "--clock", "5m")
    game.type("quit\r")
    assert game.status() == 0
    assert Form(tmp_path, "--size", "9").rows["Clock"] == "10m"


def test_a_game_at_the_level_that_adapts_is_followed_by_another_one(tmp_path: Path) -> None:
    game = begun(tmp_path, "--new", "--size", "9", "--level", "adapts")
    assert "Level        adapts to you" in game.enter("new\r", "Opponent")
    game.enter("level 5\r\r", "your move\\?$")
    assert "Level        5 (about" in game.enter("new\r", "Opponent")
