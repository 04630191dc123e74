"""How a game begins: the same typed lines in both interfaces, options of the command line, and the menu."""

from pathlib import Path

import pytest

from gnugo_py.app import new_games
from gnugo_py.app.app import App
from gnugo_py.app.open_games import NewGame, start_game
from gnugo_py.app.players import Human
from gnugo_py.cli import play as play_command
from gnugo_py.engines.engine import EngineConfig
from gnugo_py.games.go.position import GO
from gnugo_py.games.hex.position import HEX
from gnugo_py.games.types import Color
from gnugo_py.record.clock import parse_time_control
from gnugo_py.storage.resume import OpenedGame
from gnugo_py.storage.settings import settings_file
from tests.support.plain_game import play
from tests.support.program import run
from tests.support.screen import Screen

LEVEL_3 = (EngineConfig("search", 3),)
USUAL = {"size": 19, "handicap": 0, "rules": None, "komi": None}


def go(size: int = 19, *, side: Color = Color.BLACK, **options: object) -> NewGame:
    """Return a game of Go against level 3 with some settings."""
    return NewGame(GO, {**USUAL, "size": size, **options}, side, LEVEL_3)


TYPED = [
    ("", go()),
    ("size 9", go(9)),
    ("9x9", go(9)),
    ("2 9", go(9)),
    ("board 13", go(13)),
    ("size 11", go(11)),
    ("2", go(9)),
    ("2, 13", go(13)),
    ("level 5", go()._replace(opponents=(EngineConfig("search", 5),))),
    ("4, 7", go()._replace(opponents=(EngineConfig("search", 7),))),
    ("white", go(side=Color.WHITE)),
    ("color white", go(side=Color.WHITE)),
    ("human", go()._replace(opponents=(Human(),))),
    ("classic", go()._replace(opponents=(EngineConfig("classic"),))),
    ("handicap 4", go(handicap=4)),
    ("komi 3.5", go(komi=3.5)),
    ("chinese", go(rules="chinese")),
    ("15k", go()._replace(opponents=(EngineConfig("search", 3),))),
    ("clock 10m", go()._replace(clock=parse_time_control("10m"))),
    ("teach on", go()._replace(teach=True)),
    ("hex, size 9", NewGame(HEX, {"size": 9, "first-move": "no-centre"}, Color.BLACK, LEVEL_3)),
    ("size 9, nonsense, level 12, size 99, handicap 2", go(9, handicap=2)),
]
"""Lines typed in the form, and the game that Return then starts."""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[NewGame]:
    """The new games that begin."""
    games: list[NewGame] = []

    def begin(app: App, new: NewGame) -> OpenedGame:
        games.append(new)
        return start_game(app, new)

    monkeypatch.setattr(new_games, "start_game", begin)
    monkeypatch.setattr(play_command, "start_game", begin)
    return games


@pytest.mark.parametrize(("typed", "game"), TYPED)
def test_a_typed_line_makes_the_same_game_in_plain_mode_and_on_the_screen(
    typed: str, game: NewGame, begun: list[NewGame], tmp_path: Path
) -> None:
    lines = [*filter(None, typed.split(", ")), ""]
    play(*lines, "quit", words=("--new",))
    settings_file().unlink(missing_ok=True)
    screen = Screen(tmp_path, "--new", shows="Return: start")
    for line in lines:
        screen.type(f"{line}\r")
    screen.wait("your move|is thinking")
    screen.type("quit\r")
    assert begun == [game, game]


@pytest.mark.parametrize("words", [
    ("--size", "9"), ("--handicap", "2"), ("--color", "white"), ("--komi", "0.5"), ("--rules", "chinese"),
    ("--level", "2"), ("--opponent", "human"), ("--clock", "10m"), ("--teach",), ("--game", "hex"),
])  # fmt: skip
@pytest.mark.parametrize("new", [(), ("--new",)])
def test_any_option_of_a_game_starts_at_once(
    words: tuple[str, ...], new: tuple[str, ...], begun: list[NewGame], tmp_path: Path
) -> None:
    play("quit", words=(*words, *new))
    screen = Screen(tmp_path, *words, *new, shows="your move|is thinking")
    screen.type("quit\r")
    assert len(begun) == 2
    assert begun[0] == begun[1]


def test_the_first_line_after_options_is_a_move() -> None:
    assert "my move: " in play("e5", words=("--size", "9", "--opponent", "search:1", "--new"))


def test_without_options_plain_mode_prints_the_menu_with_everything_to_study() -> None:
    run("settings", "rank", "15k")
    play("3", "quit", words=())
    menu = play("quit", words=())
    for number, entry in ((1, "New game"), (4, "Lessons"), (5, "Problems"), (7, "Review"), (0, "Quit")):
        assert f"\n {number}  {entry}" in menu
    assert menu.endswith("Your choice: quit\n")


@pytest.mark.parametrize(("line", "shown"), [
    ("4", "board 1 of"), ("learn", "board 1 of"), ("5", "file or folder"), ("3", "There is no unfinished"),
    ("11", "type a whole number from 0 to 9."), ("size 9", " 2  Board      9x9"),
    ("help", "Type the number of an entry"), ("nonsense", "not understood: 'nonsense'"),
])  # fmt: skip
def test_a_number_or_a_word_opens_an_entry_of_the_menu(line: str, shown: str) -> None:
    play("3", "quit", "quit", words=())
    assert shown in play(line, "quit", "quit", words=())


def test_after_a_change_only_the_changed_lines_are_printed() -> None:
    shown = play("level 5", "quit", words=("--new",)).partition("level 5\n")[2]
    assert shown.splitlines()[:2] == ["Go against the computer, level 5", " 4  Level      5 (about 8 kyu)"]


def test_a_newcomer_reads_how_to_play_once_before_the_first_game() -> None:
    first, second = (play("quit", words=("--new",)) for _ in range(2))
    assert first.startswith(GO.how_to_play.splitlines()[0])
    assert GO.how_to_play.splitlines()[0] not in second


@pytest.mark.parametrize("word", ["quit", "exit", "QUIT"])
def test_quit_in_the_form_leaves_nothing_behind(word: str, a_person_of_its_own: Path) -> None:
    assert play("size 9", word, words=("--new",)).endswith(f" {word}\n")
    assert not list((a_person_of_its_own / "saves").glob("*.sgf"))


def test_the_form_names_what_a_line_can_be() -> None:
    assert "type a whole number from 2 to 25." in play("size 99", "quit", words=("--new",))
    assert "You play   White" in play("you play white", "quit", words=("--new",))
    assert "Opponent   the computer" in play("opponent computer", "quit", words=("--new",))
    assert "Your rank  5k" in play("5 kyu", "quit", words=("--new",))
    assert "Opponent: 'nobody' is not one of" in play("opponent nobody", "quit", words=("--new",))
    assert "type a choice for the game, such as size 9" in play("nonsense", "quit", words=("--new",))
