"""Tests that the library refuses wrong values at once, with the name of the argument."""

import pydoc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gnugo_py
from gnugo_py import HEX, Color, GoPosition, HexPosition, Rules, Tree, UserError

NOTHING: Any = None
TEXT: Any = "x"
FOUR: Any = 4
START = GoPosition.start(9)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Rules("own", TEXT, False, "area"), "ko must be one of simple, positional"),
        (lambda: Rules("own", "simple", False, TEXT), "scoring must be one of area, territory"),
        (lambda: Rules("own", "simple", False, "area", float("nan")), "komi must be a finite number"),
        (lambda: Rules("own", "simple", False, "area", move_limit=-1), "move_limit must not be negative"),
        (lambda: gnugo_py.rules_preset("aga", komi=-3000), "komi must be from -1000 to 1000"),
        (lambda: gnugo_py.rules_preset("aga", handicap=-1), "handicap must not be negative"),
        (lambda: gnugo_py.rules_preset("aga", 30), "2 to 25 lines"),
        (lambda: gnugo_py.rules_preset("korean"), "no rules named 'korean'"),
        (lambda: list(gnugo_py.iter_points(-1)), "points is a set of points"),
        (lambda: gnugo_py.SearchEngine(HEX, 1).choose(START), "position must be one of Hex, not of Go"),
        (lambda: gnugo_py.classic_engine().choose(HEX_START), "position must be one of Go, not of Hex"),
        (lambda: gnugo_py.analyze_game(Tree(HEX_START)), "only games of Go can be analyzed"),
        (lambda: gnugo_py.analyze_game(Tree(START), 0), "visits must be at least 1"),
        (lambda: Tree(START).root.set_property("BLACK NAME", "Ann"), "is not the name of an SGF property"),
        (lambda: Tree(START).root.set_property("B", "aa"), "follows from the positions"),
        (lambda: START.to_svg(marks={"K5": "A"}), "'K5' is not on the board"),
        (lambda: Tree(START).root.set_mark(999, None), "999 is not on the board"),
        (lambda: START.to_svg(marks={200: "A"}), "200 is not on the board"),
    ],
)
def test_an_impossible_value_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(UserError, match=re.escape(message)):
        call()


HEX_START: Any = HexPosition.start(5, "free")


@pytest.mark.parametrize("properties", [{"B": "aa"}, {"B B": [b"aa"]}, {"": [b"aa"]}, {"C": ["text"]}])
def test_a_property_that_sgf_cannot_have_is_not_written(properties: Any) -> None:
    tree = Tree(START)
    tree.root.properties.update(properties)
    with pytest.raises(TypeError):
        tree.write()


def test_marks_are_placed_by_vertex_point_or_cell() -> None:
    drawn = START.to_svg(marks={"c9": "A"})
    assert drawn != START.to_svg()
    assert drawn == START.to_svg(marks={2: "A"}) == START.to_svg(marks={(0, 2): "A"})
    with pytest.raises(TypeError, match="place must be text or a whole number or a tuple"):
        START.diagram().cell(NOTHING)


@pytest.mark.parametrize(
    "drawn", ["X.\n-O", "X . \n + O", "  A B\n2 X - 2\n1 - O 1\n  A B", "\n\nX -\n- O\n\n"]
)
def test_boards_are_read_with_and_without_spaces_and_labels(drawn: str) -> None:
    assert str(gnugo_py.board_diagram(gnugo_py.parse_board(drawn)).rows) == "('X-', '-O')"


def test_games_are_saved_under_a_name_in_text(tmp_path: Path) -> None:
    tree = Tree(START)
    tree.root.add("E5")
    tree.save(str(tmp_path / "game.sgf"))
    assert gnugo_py.read_game(tmp_path / "game.sgf").end.number == 1


def test_a_match_alternates_colors_and_has_results() -> None:
    weak, strong = gnugo_py.SearchEngine(gnugo_py.HEX, 1), gnugo_py.SearchEngine(gnugo_py.HEX, 2)
    games = gnugo_py.play_match(weak, strong, gnugo_py.HexPosition.start(5, "free"), games=2)
    assert [tree.names[Color.BLACK] for tree in games] == [weak.name, strong.name]
    assert all(tree.result is not None and tree.end.position.is_over for tree in games)


class Broken(gnugo_py.Engine):
    """An engine that fails at its second move."""

    def choose(self, position: GoPosition, memory: object = None) -> gnugo_py.Decision[None]:
        if position.move_number > 1:
            raise gnugo_py.EngineError("out of ideas")
        return gnugo_py.Decision(position.legal_moves()[0])


def test_an_engine_that_fails_forfeits_and_the_game_says_why() -> None:
    (game,) = gnugo_py.play_match(Broken(), Broken(), START)
    assert game.root.value("RE") == "W+F"
    assert game.end.comment == "out of ideas"


def test_the_losses_of_a_game_without_komi_are_counted_with_komi_zero() -> None:
    with_komi = gnugo_py.parse_game(b"(;SZ[5]KM[0];B[cc];W[aa];B[bb])")
    without = gnugo_py.parse_game(b"(;SZ[5];B[cc];W[aa];B[bb])")
    losses = gnugo_py.analyze_game(without)
    assert losses == gnugo_py.analyze_game(with_komi)
    assert [(each.number, each.color) for each in losses] == [
        (1, Color.BLACK),
        (2, Color.WHITE),
        (3, Color.BLACK),
    ]
    assert without.lacks_komi


def test_a_game_is_a_web_page() -> None:
    tree = gnugo_py.parse_game(b"(;SZ[5]PB[Ann <b>];B[cc]C[The center.])")
    page = gnugo_py.game_to_html(tree)
    assert page.startswith("<!DOCTYPE html>")
    assert "Ann &lt;b&gt; - ?" in page
    assert "The center." in page


def test_the_help_fits_two_screens_and_names_everything() -> None:
    shown = pydoc.plain(pydoc.render_doc(gnugo_py))
    assert shown.count("\n") < 60
    assert {"__version__", *re.findall(r"\w+", shown)} >= set(gnugo_py.__all__)
