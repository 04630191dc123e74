"""Tests of the rules of Go by the number of games to a depth."""

import pytest

from gnugo_py import PASS, GoPosition


def leaves(position: GoPosition, depth: int) -> int:
    """Return the number of ends of all games of at most `depth` moves; a pass is a move."""
    if depth == 0 or position.is_over:
        return 1
    return sum(leaves(position.play(move), depth - 1) for move in [*position.legal_moves(), PASS])


@pytest.mark.parametrize(("size", "depth", "number"), [(2, 10, 9_273), (3, 5, 33_475)])
def test_the_number_of_games_under_chinese_rules(size: int, depth: int, number: int) -> None:
    assert leaves(GoPosition.start(size, "chinese"), depth) == number
