"""Tests of contests that are read to the end; living stones are drawn as `X` `O`, the others as `x` `o`."""

import pytest

from gnugo_py.games.go.contests import ContestResult, find_contest, read_contest
from gnugo_py.games.types import Color
from tests.support.boards import board

SEKIS = {
    "two common liberties": """
        x x - o o
        x x - o o
        x x x o o
        O O O X X
        O O O X X
    """,
    "three common liberties": """
        x x - o o
        x x - o o
        x x - o o
        x x x o o
        O O O X X
    """,
    "an eye each and a common liberty": """
        - x x o -
        x x - o o
        x x x o o
        O O O X X
        O O O X X
    """,
    "an eye each and two common liberties": """
        - x - o -
        x x - o o
        x x x o o
        O O O X X
        O O O X X
    """,
    "an eye of two points each": """
        - x x o o -
        - x - o o -
        x x x o o o
        O O O X X X
        O O O X X X
        O O O X X X
    """,
    "an outside liberty each": """
        x x - o o
        x x - o o
        x x x o o
        - O O X -
        O O O X X
    """,
    "three common liberties and an outside liberty of one color": """
        x x - o o
        x x - o o
        x x - o o
        x x x o o
        - O O X X
    """,
    "an eye, a common and an outside liberty each": """
        - x x o -
        x x - o o
        x x x o o
        - O O X -
        O O O X X
    """,
    "a large and a small eye and two common liberties": """
        - - x o o -
        x x x - o o
        x x x - o o
        x x x x o o
        O O O O X X
        O O O O X X
    """,
    "three stones in the only eye": """
        x x x O O O
        x - x O O O
        x o x O O O
        o o x O O O
        - x x O O O
        x x O O O O
    """,
}
DECIDED = {
    "an eye against none": """
        - x - o o
        x x - o o
        x x x o o
        O O O X X
        O O O X X
    """,
    "two more outside liberties": """
        x x - o o
        x x - o o
        x x x o o
        - - O X X
        O O O X X
    """,
}


def mirrored(drawing: str) -> str:
    """Return the drawing reflected in the main diagonal, with the colors exchanged."""
    rows = zip(*(line.split() for line in drawing.strip().splitlines()), strict=True)
    return "\n".join(" ".join(row).translate(str.maketrans("XOxo", "OXox")) for row in rows)


def results(drawing: str, attacker_first: bool) -> dict[Color, set[ContestResult | None]]:
    """Return for each color what becomes of its chains that are not drawn as living."""
    drawn, living = board(drawing.upper()), board(drawing)
    safe = living.black | living.white
    contests = {
        color: [find_contest(drawn, chain, safe) for chain in drawn.chains(color) if not chain & safe]
        for color in Color
    }
    return {
        color: {read_contest(drawn, each, attacker_first, 20000)[0] for each in found if each is not None}
        for color, found in contests.items()
    }


@pytest.mark.parametrize("is_mirrored", [False, True], ids=["", "mirrored"])
@pytest.mark.parametrize("name", SEKIS)
def test_no_chain_in_a_seki_is_captured_by_the_color_that_moves_first(name: str, is_mirrored: bool) -> None:
    drawing = mirrored(SEKIS[name]) if is_mirrored else SEKIS[name]
    assert results(drawing, attacker_first=True) == {Color.BLACK: {"lives"}, Color.WHITE: {"lives"}}


@pytest.mark.parametrize("name", DECIDED)
def test_a_chain_that_has_lost_the_race_is_captured_even_if_it_moves_first(name: str) -> None:
    assert results(DECIDED[name], attacker_first=False)[Color.WHITE] == {"captured"}
    assert results(DECIDED[name], attacker_first=True)[Color.BLACK] == {"lives"}


def test_an_area_with_many_empty_points_is_no_contest() -> None:
    drawn = board("X - - - -\n- - - - -\n- - - - -\n- - - - -\n- - - - -")
    assert find_contest(drawn, drawn.black, 0) is None
