"""Tests of a review as an editor: moves, lines, marks and positions, as sgfmill reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sgfmill.sgf import Sgf_game, Tree_node

from tests.cli.test_review import reviewed
from tests.support.paths import file_with
from tests.support.plain_game import plain
from tests.support.program import TWO_ON_9X9, run

GAME = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]AB[gg];W[ee]TR[aa:ca];B[cc]C[A corner.]
(;W[gc];B[cg])(;W[cg]SQ[ee]LB[ee:1];B[gc](;W[ff])(;W[fe];B[df])))"""
MARKUP = ("TR", "SQ", "CR", "MA", "LB", "AB", "AW", "C")


def shape(node: Tree_node) -> list[Any]:
    """Return the moves of a tree as sgfmill reads them, a line as a list that ends with its variations."""
    line: list[Any] = []
    at: Tree_node | None = node
    while at is not None:
        color, move = at.get_move()
        line += [f"{color} {vertex(move)}"] if color else []
        if len(at) > 1:
            return [*line, [shape(child) for child in at]]
        at = at[0] if len(at) else None
    return line


def vertex(point: tuple[int, int] | None) -> str:
    return "pass" if point is None else f"{'ABCDEFGHJ'[point[1]]}{point[0] + 1}"


def markup(node: Tree_node) -> dict[str, Any]:
    """Return the markup of a node as sgfmill reads it, by property; points as vertices."""

    def plain(value: Any) -> Any:
        if isinstance(value, set):
            return {vertex(point) for point in value}
        return [(vertex(point), text) for point, text in value] if isinstance(value, list) else value

    return {name: plain(node.get(name)) for name in MARKUP if node.has_property(name)}


def saved(file: Path, *lines: str) -> Sgf_game:
    """Edit the game, save it, and return it as sgfmill reads it."""
    output = reviewed(file, *lines, "save")
    assert f"Saved as {file}." in output, output
    return Sgf_game.from_bytes(file.read_bytes())


def test_a_session_of_editing_is_saved_as_it_was_meant(file: Path) -> None:
    game = saved(
        file,
        *("next 2", "variation 2", "next", "variation 2", "promote"),
        *("goto 3", "variation previous", "delete", "y"),
        *("d3", "d4", "back", "e3", "mark e3 circle", 'mark c3 "a]:b"', "comment Three ways."),
        *("goto 3", "e7", "delete", "y", "goto 2", "c3", "mark e5 none"),
        *("start", "next", "mark b9 none", "mark b8 cross"),
    )
    root = game.get_root()
    assert shape(root) == [
        *("w E5", "b C7"),
        [["w C3", "b G7", [["w F5", "b D4"], ["w F4"]]], ["w D3", [["b D4"], ["b E3"]]]],
    ]
    assert markup(root) == {"AB": {"G3"}}
    assert markup(root[0]) == {"TR": {"A9", "C9"}, "MA": {"B8"}}
    assert markup(root[0][0]) == {"C": "A corner."}
    corner, added = root[0][0]
    assert markup(corner) == {}
    assert markup(added[1]) == {"CR": {"E3"}, "LB": [("C3", "a]:b")], "C": "Three ways."}


def test_a_move_of_the_file_stays_in_it_until_the_changes_are_saved(file: Path) -> None:
    output = reviewed(file, "next 2", "delete", "y", "quit", "back")
    assert "Delete Black C7 and 7 moves after it (y or n)?" in output
    assert file.read_text() == GAME
    assert shape(Sgf_game.from_bytes((file.parent / "game-review.sgf").read_bytes()).get_root()) == ["w E5"]
    assert shape(saved(file, "end", "delete", "n", "delete", "y").get_root()[0][0]) == [
        *("b C7",),
        [["w G7"], ["w C3", "b G7", [["w F4"], ["w F5", "b D4"]]]],
    ]


def test_each_mark_replaces_the_one_before(file: Path) -> None:
    for words, expected in (
        ("triangle", {"TR": {"D4"}}),
        ("SQUARE", {"SQ": {"D4"}}),
        ("circle", {"CR": {"D4"}}),
        ("cross", {"MA": {"D4"}}),
        ('"two words"', {"LB": [("D4", "two words")]}),
        ("A", {"LB": [("D4", "A")]}),
        ("none", {}),
    ):
        root = saved(file, "next", "next", "delete", "y", "c7", "mark d4 triangle", f"mark D4 {words}")
        assert markup(root.get_root()[0][0]) == expected


@pytest.mark.parametrize("words", ["", "d4", "d4 triangl", 'd4 ""', "d4 none of it", "k4 cross", "pass x"])
def test_a_mark_that_is_not_understood_changes_nothing(words: str, file: Path) -> None:
    output = reviewed(file, f"mark {words}", "save")
    assert "nothing has changed" in output
    assert re.search("after the point, type triangle|type mark and a point|is off the board", output)


def test_a_position_that_is_set_up_can_be_kept_in_the_review(file: Path) -> None:
    game = saved(file, "next", "setup", "clear G3", "w d4 d5", "keep", "a1", "b1")
    added = game.get_root()[0][1]
    assert markup(added) == {"AW": {"E5", "D4", "D5"}}
    assert added.get("AE") == {(2, 6)}
    assert shape(added) == ["b A1", "w B1"]


def test_only_a_review_keeps_a_position(tmp_path: Path) -> None:
    output = plain(tmp_path, *TWO_ON_9X9, typed="setup\nkeep\n")
    assert any("only a review can keep a position" in line for line in output)


class Model:
    """A node of a tree that is edited in the same way as the game in review."""

    def __init__(self, parent: Model | None, move: str) -> None:
        self.parent, self.move, self.comment = parent, move, ""
        self.children: list[Model] = []
        self.labels: dict[str, str] = {}

    def path(self) -> list[Model]:
        return [*(self.parent.path() if self.parent else ()), self]

    def all(self) -> list[Model]:
        return [self, *(node for child in self.children for node in child.all())]

    def as_data(self) -> tuple[Any, ...]:
        return (
            self.move,
            self.comment,
            sorted(self.labels.items()),
            [each.as_data() for each in self.children],
        )


def data_of(node: Tree_node) -> tuple[Any, ...]:
    """Return what sgfmill reads of a tree, as `Model.as_data` does."""
    color, move = node.get_move()
    labels = sorted(markup(node).get("LB", []))
    comment = node.get("C") if node.has_property("C") else ""
    return vertex(move) if color else "", comment, labels, [data_of(child) for child in node]


def edited(choices: Iterator[int], n_edits: int) -> tuple[list[str], Model]:
    """Return random lines to type in a review of an empty game, and what they must make of it."""
    root = Model(None, "")
    lines: list[str] = []
    for number in range(n_edits):
        nodes = root.all()
        node = nodes[next(choices) % len(nodes)]
        lines.append("start")
        for before, after in pairwise(node.path()):
            place = before.children.index(after) + 1
            lines.append("next" if len(before.children) == 1 else f"variation {place}")
        free = [point for point in POINTS if point not in [each.move for each in node.path()]]
        match next(choices) % 6:
            case 0 if node.parent is not None:
                node.parent.children.remove(node)
                lines += ["delete", "y"]
            case 1:
                for each in node.path()[1:]:
                    siblings = each.parent.children if each.parent else []
                    siblings.remove(each)
                    siblings.insert(0, each)
                lines.append("promote")
            case 2:
                point, label = POINTS[next(choices) % 3], f"a:{number}]"
                node.labels[point] = label
                lines.append(f'mark {point} "{label}"')
            case 3:
                node.comment = f"[Comment] {number}"
                lines.append(f"comment {node.comment}")
            case _ if free:
                move = free[next(choices) % len(free)]
                if move not in [each.move for each in node.children]:
                    node.children.append(Model(node, move))
                lines.append(move)
    return lines, root


POINTS = [f"{column}{row}" for column in "ACEGJ" for row in (1, 3, 5, 7, 9)]
"""Points so far from each other that no stone is captured."""


@pytest.mark.parametrize("seed", range(12))
def test_sgfmill_reads_what_random_editing_means(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    lines, root = edited(iter(lambda: rng.randrange(10**6), None), 60)
    file = file_with(tmp_path / "game.sgf", "(;GM[1]FF[4]SZ[9]KM[6.5])")
    reviewed(file, *lines, "save")
    assert data_of(Sgf_game.from_bytes(file.read_bytes()).get_root()) == root.as_data()


def test_a_comment_that_is_replaced_or_removed_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]SZ[9];B[ee]C[Old words])")
    shown = run("review", "--plain", str(file), typed="end\ncomment New\ncomment\nquit\ndiscard\n").stdout
    assert "This replaces the comment: Old words\n" in shown
    assert "Removed: New\n" in shown
