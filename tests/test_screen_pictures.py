"""Tests of the pictures of screens in the documents."""

import re

import pyte

from docs.screen_pictures import CELL_HEIGHT, CELL_WIDTH, screen_svg

PATH = re.compile(r'<path d="([^"]+)" fill="#(\w+)" stroke="#(\w+)" stroke-width="0.6"/>')


def paths(text: str) -> dict[str, list[tuple[float, ...]]]:
    """Return the rectangles of each color of a small screen: left, top, width and height."""
    screen = pyte.Screen(6, 3)
    pyte.Stream(screen).feed(text)
    found = PATH.findall(screen_svg(screen, "test"))
    assert all(fill == stroke for _, fill, stroke in found)
    return {
        fill: [
            tuple(map(float, each))
            for each in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z", path)
        ]
        for path, fill, _ in found
    }


def test_cells_of_one_color_are_one_shape() -> None:
    red = paths("\x1b[41m   \r\n   ")["cd3131"]
    assert [each[2:] for each in red] == [(3 * CELL_WIDTH, 2 * CELL_HEIGHT)]


def test_a_half_block_is_a_shape_together_with_the_cell_below() -> None:
    red = paths("\x1b[31m▄\r\n\x1b[41m ")["cd3131"]
    assert [each[2:] for each in red] == [(CELL_WIDTH, 1.5 * CELL_HEIGHT)]


def test_a_block_covers_a_part_and_its_ground_the_rest() -> None:
    drawn = paths("\x1b[31;44m▌")
    assert drawn["cd3131"][0][2:] == drawn["2472c8"][0][2:] == (CELL_WIDTH / 2, CELL_HEIGHT)
    assert drawn["2472c8"][0][0] - drawn["cd3131"][0][0] == CELL_WIDTH / 2


def test_the_most_frequent_color_is_drawn_first_so_that_stones_overlap_the_board() -> None:
    assert list(paths("\x1b[43m     \x1b[41m ")) == ["c4a000", "cd3131"]
