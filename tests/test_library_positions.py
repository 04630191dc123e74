"""Tests of positions as values of the public library: where they start, what they know, their handicap."""

import subprocess
import sys
from typing import Any

import pytest

import gnugo_py
from gnugo_py import Color, GoPosition, UserError, parse_game


def test_the_fields_of_a_position_can_be_replaced() -> None:
    for position in (gnugo_py.HexPosition.start(5, "free"), gnugo_py.TanboPosition.start(9)):
        assert position.replace(to_move=gnugo_py.Color.WHITE).to_move is gnugo_py.Color.WHITE


STARTS: list[gnugo_py.Position] = [
    gnugo_py.GoPosition.start(),
    gnugo_py.HexPosition.start(5, "free"),
    gnugo_py.AmazonsPosition.start(6),
    gnugo_py.TanboPosition.start(9),
]


@pytest.mark.parametrize("name", ["amazons", "go", "hex", "tanbo"])
def test_a_position_knows_its_game_when_only_its_module_is_imported(name: str) -> None:
    words = (
        f"from gnugo_py.games.{name}.position import {name.capitalize()}Position as kind",
        f"print(kind.start({6 if name == 'amazons' else 9}).game.name)",
    )
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(words)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == f"{name}\n"


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game.name)
def test_a_position_names_its_game_and_the_moves_that_led_to_it(start: gnugo_py.Position) -> None:
    moves = start.legal_moves()[:1] + start.play(start.legal_moves()[0]).legal_moves()[-1:]
    position = start.play(moves[0]).play(moves[1])
    assert position.game.start(position.start_options()) == start
    assert (position.moves, position.move_number) == (tuple(moves), 2)
    assert position.previous is not None
    assert position.previous.is_legal(moves[1])
    assert not position.is_legal(moves[1])
    assert repr(position).endswith(", move 2, Black to move>")
    assert position.to_svg("Two moves").startswith("<svg")
    assert position.to_svg() != position.diagram().to_svg(), "the last move is not marked"


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game.name)
def test_a_position_is_not_a_tuple(start: gnugo_py.Position) -> None:
    position: Any = start
    for misused in (len, iter, lambda each: each < each, lambda each: each * 2):
        with pytest.raises(TypeError):
            misused(position)


def test_a_game_begins_on_19x19_under_japanese_rules() -> None:
    start = gnugo_py.GoPosition.start()
    assert (start.size, start.rules.name, start.rules.komi) == (19, "japanese", 6.5)


def test_a_handicap_is_in_the_position_its_rules_and_its_file() -> None:
    plain, fitted = (gnugo_py.rules_preset("chinese", 9, 0.5, handicap) for handicap in (0, 2))
    starts = [
        GoPosition.start(9, plain, 2),
        GoPosition.start(9, fitted),
        GoPosition.start(9, fitted, 2),
        GoPosition.start(9, plain.replace(handicap=2)),
        GoPosition.start(9, "chinese", 2, komi=0.5),
    ]
    for start in starts:
        assert start == starts[0]
        assert (start.rules.handicap, start.rules.handicap_bonus, start.to_move) == (2, 2, Color.WHITE)
        assert start.board.black.bit_count() == 2
        tree = parse_game(gnugo_py.Tree(start).write())
        assert (tree.root.value("HA"), tree.root.position) == ("2", start)


def test_two_different_handicaps_are_refused_with_the_remedy() -> None:
    rules = gnugo_py.rules_preset("aga", 9, handicap=3)
    with pytest.raises(
        UserError, match=r"handicap is 2, but that of the rules is 3; .*replace\(handicap=2\)"
    ):
        GoPosition.start(9, rules, 2)
    assert GoPosition.start(9, rules.replace(handicap=2)).rules.handicap_bonus == 1


def test_handicap_stones_on_chosen_points_are_counted() -> None:
    points = [gnugo_py.parse_vertex(vertex, 9) for vertex in ("C3", "G7", "E5")]
    start = GoPosition.start_with_handicap(points, 9, gnugo_py.rules_preset("chinese", 9))
    assert (start.rules.handicap, start.rules.handicap_bonus) == (3, 3)


def test_a_game_starts_with_another_komi() -> None:
    assert GoPosition.start(9, komi=3.5).rules.komi == 3.5
    assert GoPosition.start(9, gnugo_py.rules_preset("aga"), komi=-5).rules.komi == -5
    with pytest.raises(UserError, match="komi must be from -1000 to 1000"):
        GoPosition.start(9, komi=1001)
    with pytest.raises(TypeError, match="komi must be a number or None, not str"):
        GoPosition.start(9, komi="5")  # type: ignore[arg-type]


def test_the_stones_of_a_setup_are_not_moves() -> None:
    played = gnugo_py.HexPosition.start(5, "free").play("c3").play("b2").play("d3")
    arranged = played.with_board(played.cells(), played.to_move)
    assert arranged == played
    assert (arranged.move_number, arranged.moves) == (0, ())


def test_a_pass_and_a_resignation_are_shown_by_their_names() -> None:
    assert [repr(gnugo_py.PASS), str(gnugo_py.RESIGN)] == ["PASS", "RESIGN"]
