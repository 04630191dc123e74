"""Tests of the question whether the person accepts that the engine resigns."""

from pathlib import Path

import pytest

from gnugo_py import GO, Color, GoPosition, SearchEngine, parse_board, rules_preset
from gnugo_py.engines.search.go_search import GoSearch
from tests.support.plain_game import AGAINST_SEARCH, sgf_of
from tests.support.program import run
from tests.support.screen import Screen, begun

LOST = """
X X X X . X X X X
X X X . X X X X X
. . . X X X X X X
X X X X X X X X .
. . . X . X . X .
O . X . X . X . .
. . . . . . . . .
. X . X . X . X .
. . . . . . . . .
"""
QUESTION = "White resigns. Accept \\(y or n\\)\\?"


def lost_file(folder: Path) -> Path:
    """Return a file with a game that White has been losing for three turns, with White to move."""
    file = folder / "lost.sgf"
    content = sgf_of(LOST, rules="Chinese").replace("PL[B]", "PL[W]")
    file.write_text(f"{content[:-1]};W[];B[ge];W[];B[ee])")
    return file


def asked(folder: Path, *words: str, level: int = 6) -> Screen:
    """Return such a game on a screen, with a person as Black."""
    file = lost_file(folder)
    return Screen(
        folder / "saves", "--load", str(file), "--color", "black", "--opponent", f"search:{level}", *words
    )


def test_an_accepted_resignation_ends_the_game(tmp_path: Path) -> None:
    screen = asked(tmp_path)
    screen.wait(QUESTION)
    screen.enter("perhaps\r", "type y or n")
    screen.wait(QUESTION)
    screen.enter("y\r", "White resigns; Black wins.")
    (file,) = (tmp_path / "saves").glob("*.sgf")
    assert "RE[B+R]" in file.read_text()


def test_the_engine_plays_on_after_a_no_and_asks_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gnugo_py.engines.search.search_engine._MIN_LEVEL_TO_RESIGN", 1)
    monkeypatch.setattr(GoSearch, "should_resign", lambda *_: True)
    screen = begun(tmp_path, *AGAINST_SEARCH)
    screen.enter("c3\r", QUESTION)
    screen.enter("n\r", "(?s)my move: C2.*your move\\?$")
    screen.enter("b2\r", "(?s)4 O .*your move\\?$")


@pytest.mark.parametrize(("words", "level"), [(("--no-resigns",), 6), ((), 5)])
def test_the_engine_does_not_ask_below_level_6_or_if_it_must_not(
    words: tuple[str, ...], level: int, tmp_path: Path
) -> None:
    screen = asked(tmp_path, *words, level=level)
    screen.wait("your move\\?$|Dead chain to change")


def test_plain_mode_is_not_asked(tmp_path: Path) -> None:
    words = ("--load", str(lost_file(tmp_path)), "--color", "black", "--opponent", "search:6")
    done = run("play", "--plain", *words)
    assert "Accept" not in done.stdout
    assert "your move?" in done.stdout or "Count the game" in done.stdout


def test_a_game_is_not_lost_at_its_first_turn() -> None:
    position = GoPosition.from_board(parse_board(LOST), Color.WHITE, rules_preset("chinese", 9))
    engine = SearchEngine(GO, 6)
    assert not engine.choose(position, None).would_resign
