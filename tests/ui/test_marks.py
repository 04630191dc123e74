"""Every mark on every stone, at every size of the board, with and without colors."""

from typing import Any, NamedTuple

import pytest

from docs.screens import as_text
from gnugo_py.games.types import CHOICE, HIGHLIGHT, Mark
from gnugo_py.storage.settings import THEME_NAMES, DisplaySettings
from gnugo_py.storage.themes import THEMES, DisplayRole
from gnugo_py.ui.board_area import BoardArea
from gnugo_py.ui.layout import Frame
from gnugo_py.ui.window import colors_on_ground
from tests.support.views import changed
from tests.ui.test_board_drawing import frame_and_area, start, view

STONES: dict[DisplayRole, tuple[int, int]] = {"black": (3, 3), "white": (3, 5), "empty": (5, 4)}
TEXTS = ("a", "b", "w", "x", "o", "B", "1", "12", "abc")
SHAPES = (Mark("^", "triangle"), Mark("#", "square"), Mark("@", "circle"), Mark("x", "cross"))
LABELS = (*map(Mark, TEXTS), *SHAPES)
WINDOWS = [(9, 40, 15), (19, 80, 24), (9, 80, 24), (19, 120, 40), (13, 120, 40), (9, 160, 60), (9, 16, 24)]
"""The size of a board, and the width and height of a window: together they need every scale."""


class Terminal(NamedTuple):
    """What a terminal can show: how many colors, and in which theme."""

    colors: int
    theme: str

    @property
    def has_colors(self) -> bool:
        return self.colors > 0 and self.theme != "mono"

    def cell_colors(self, role: DisplayRole, ground: DisplayRole | None) -> tuple[int, int]:
        """Return the colors of a sign and of its ground, as the window computes them."""
        if ground is not None:
            return colors_on_ground(THEMES[self.theme], role, ground)
        style = THEMES[self.theme][role]
        return style.colors_256 if self.colors >= 256 else style.colors_8

    def color_of(self, stone: DisplayRole) -> int:
        return self.cell_colors(stone, None)[0]


NO_COLOR = Terminal(0, "classic")
TERMINALS = [NO_COLOR, *(Terminal(colors, theme) for theme in THEME_NAMES for colors in (256, 8))]


def drawn(
    terminal: Terminal, mark: Mark, window: tuple[int, int, int], **values: Any
) -> tuple[Frame, BoardArea]:
    """Return a board with a black and a white stone, and a mark on each of them and on an empty point."""
    size, width, height = window
    black, white = (f"{'ABCDEF'[column]}{size - row}" for row, column in list(STONES.values())[:2])
    is_solid = terminal.colors >= 256 and terminal.has_colors
    shown = view(start("go", size, black, white), has_solid_stones=is_solid)
    shown = changed(shown, overlay=tuple((cell, mark) for cell in STONES.values()), **values)
    return frame_and_area(shown._replace(has_colors=terminal.has_colors), width, height)


def cell_at(
    frame: Frame, area: BoardArea, cell: tuple[int, int]
) -> tuple[str, DisplayRole, DisplayRole | None]:
    """Return the text from the middle of a point on, and its role and ground."""
    place = area.place_of(cell[0] - area.rows[0], cell[1] - area.columns[0])
    there = [
        span
        for span in frame.spans
        if span.row == place.row and 0 <= place.column - span.column < len(span.text)
    ]
    return there[-1].text[place.column - there[-1].column :], there[-1].role, there[-1].ground


@pytest.mark.parametrize("window", WINDOWS, ids=str)
@pytest.mark.parametrize("terminal", TERMINALS, ids=str)
def test_a_label_is_written_or_listed_and_the_stone_keeps_its_color(
    terminal: Terminal, window: tuple[int, int, int]
) -> None:
    for mark in LABELS:
        frame, area = drawn(terminal, mark, window)
        is_listed = f"{mark.name} " in as_text(frame, *window[1:])
        for stone, cell in STONES.items():
            text, role, ground = cell_at(frame, area, cell)
            is_written = not role.startswith("lit") and text[0] in f"{mark.text}▲■○✕"
            assert is_written or is_listed, (mark, stone)
            if stone == "empty":
                continue
            ink, below = terminal.cell_colors(role, ground)
            if not terminal.has_colors:
                assert not is_written or area.scale.quarters > 4, (mark, stone)
            elif is_written:
                assert below == terminal.color_of(stone) != ink, (mark, stone)
            else:
                assert terminal.color_of(stone) in (ink, below), (mark, stone)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_without_colors_the_sign_of_the_stone_stays(window: tuple[int, int, int]) -> None:
    for mark in LABELS:
        frame, area = drawn(NO_COLOR, mark, window)
        text = as_text(frame, *window[1:])
        if area.scale.quarters == 4:
            signs = [cell_at(frame, area, STONES[stone])[0][0] for stone in ("black", "white")]
            assert signs == ["●", "○"], mark
        else:
            assert "▟" in text, mark
            assert "╭" in text, mark


def test_letters_that_also_mean_owners_and_dead_stones_are_labels() -> None:
    for letter in "bwxoBW":
        frame, _ = drawn(Terminal(256, "classic"), Mark(letter), (19, 80, 24))
        roles = [span.role for span in frame.spans if span.text == letter]
        assert {"sign", "sign on black", "sign on white"} <= set(roles)


@pytest.mark.parametrize("window", WINDOWS, ids=str)
def test_owners_choices_and_highlights_are_drawn_as_such(window: tuple[int, int, int]) -> None:
    marks: tuple[tuple[Mark, DisplayRole], ...] = (
        (Mark("b", "owner"), "land"), (HIGHLIGHT, "lit"), (CHOICE, "sign"),
    )  # fmt: skip
    for mark, role in marks:
        frame, area = drawn(Terminal(8, "classic"), mark, window)
        assert cell_at(frame, area, STONES["empty"])[1] == role, mark


@pytest.mark.parametrize("terminal", [each for each in TERMINALS if each.has_colors], ids=str)
def test_a_dead_stone_keeps_its_color(terminal: Terminal) -> None:
    frame, area = drawn(terminal, Mark("x", "dead"), (19, 80, 24))
    text, role, ground = cell_at(frame, area, STONES["black"])
    assert text[0] == "x"
    assert terminal.cell_colors(role, ground)[1] == terminal.color_of("black")


def test_labels_that_need_more_room_are_listed_beside_or_below_the_board() -> None:
    for window, names in (((19, 80, 24), "12 D16 F16 E14"), ((9, 24, 24), "12 D6 F6 E4")):
        frame, _ = drawn(Terminal(256, "classic"), Mark("12"), window)
        assert names in as_text(frame, *window[1:])


def test_in_ascii_a_label_is_written_on_the_color_of_the_stone() -> None:
    display = DisplaySettings(ascii=True)
    frame, area = drawn(Terminal(8, "classic"), Mark("a"), (19, 80, 24), display=display)
    marked = [cell_at(frame, area, cell) for cell in STONES.values()]
    assert [text[0] for text, _, _ in marked] == ["a", "a", "a"]
    assert [role for _, role, _ in marked] == ["sign on black", "sign on white", "sign"]
