"""Tests of the colors and glyphs of the screen."""

import curses
import os
from typing import get_args

import pytest

from gnugo_py.games.text import display_width
from gnugo_py.storage.settings import THEME_NAMES, DisplaySettings
from gnugo_py.storage.themes import THEMES, DisplayRole
from gnugo_py.ui import window
from gnugo_py.ui.canvas import Span, glyph_of_sign
from gnugo_py.ui.layout import Frame
from gnugo_py.ui.window import Window, colors_on_ground, palette_color

MARKS: tuple[DisplayRole, ...] = ("last", "threatened", "caught", "winning", "lit", "cursor")
COLORED = [name for name in THEME_NAMES if name != "mono"]
SIGNS = "XO-+xobw#*"


def test_every_theme_has_every_role() -> None:
    assert all(set(theme) == set(get_args(DisplayRole)) for theme in THEMES.values())


def test_every_sign_of_a_board_has_a_glyph_of_its_own_one_cell_wide() -> None:
    glyphs = [glyph_of_sign(sign, ascii_only=False) for sign in SIGNS]
    assert [display_width(each) for each in glyphs] == [1] * len(SIGNS)
    assert len(set(glyphs)) == len(SIGNS)
    assert glyphs[:3] == ["\u25cf", "\u25cb", "\u00b7"]


def test_in_ascii_every_sign_is_its_own_glyph() -> None:
    assert "".join(glyph_of_sign(sign, ascii_only=True) for sign in SIGNS) == SIGNS


@pytest.mark.parametrize("theme", COLORED)
@pytest.mark.parametrize("mark", MARKS)
def test_with_8_colors_a_marked_stone_keeps_its_color_on_another_ground(theme: str, mark: str) -> None:
    styles = {str(role): style.colors_8 for role, style in THEMES[theme].items()}
    for color in ("black", "white"):
        sign, ground = styles[f"{mark} on {color}"]
        assert ground not in (sign, styles["empty"][1])
        assert sign == styles[color][0]
    assert styles[f"{mark} on black"] != styles[f"{mark} on white"]


@pytest.mark.parametrize("theme", COLORED)
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_on_a_solid_stone_has_another_color_than_the_stone(theme: str, mark: DisplayRole) -> None:
    for stone in ("black", "white"):
        sign, ground = colors_on_ground(THEMES[theme], mark, stone)
        assert sign != ground == THEMES[theme][stone].colors_256[0]


def test_the_parts_of_a_color_of_the_palette_are_those_of_xterm() -> None:
    assert [palette_color(number) for number in (16, 179, 231, 244)] == [
        (0, 0, 0),
        (215, 175, 95),
        (255, 255, 255),
        (128, 128, 128),
    ]


class FakeCurses:
    """What the window uses of curses to set colors; it records the colors that are redefined and paired."""

    def __init__(self, colors: int, restores: bytes | None) -> None:
        self.COLORS = colors
        self.restores = restores
        self.redefined: list[int] = []
        self.pairs: list[tuple[int, int]] = []

    def __getattr__(self, name: str) -> object:
        return getattr(curses, name)

    def has_colors(self) -> bool:
        return True

    def can_change_color(self) -> bool:
        return True

    def tigetstr(self, name: str) -> bytes | None:
        return self.restores if name == "oc" else None

    def init_color(self, number: int, *parts: int) -> None:
        self.redefined.append(number)

    def init_pair(self, number: int, *colors: int) -> None:
        self.pairs.append((colors[0], colors[1]))

    def color_pair(self, number: int) -> int:
        return number << 8

    def mousemask(self, mask: int) -> None:
        pass

    def mouseinterval(self, interval: int) -> None:
        pass


class FakeWindow:
    """A window of curses that shows nothing."""

    def __getattr__(self, name: str) -> object:
        return lambda *_: None


def shown_with(fake: FakeCurses, monkeypatch: pytest.MonkeyPatch, **environment: str) -> Window:
    """Return a window that shows one stone, on a terminal with some colors."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(window, "curses", fake)
    shown = Window.__new__(Window)
    shown._window = FakeWindow()  # type: ignore[assignment]
    shown.apply_display_settings(DisplaySettings())
    shown.show_frame(Frame((Span(0, 0, "●", "last", "black"),), (0, 0)))
    return shown


@pytest.mark.parametrize(
    ("color_term", "restores", "is_redefined"),
    [("truecolor", b"oc", True), ("24bit", b"oc", True), ("truecolor", None, False), ("", b"oc", False)],
)
def test_colors_are_redefined_only_where_the_terminal_shows_all_and_restores_them(
    color_term: str, restores: bytes | None, is_redefined: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = FakeCurses(256, restores)
    shown_with(fake, monkeypatch, COLORTERM=color_term)
    assert bool(fake.redefined) is is_redefined


def test_a_terminal_that_numbers_all_colors_gets_the_same_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeCurses(1 << 24, None)
    assert shown_with(fake, monkeypatch, COLORTERM="truecolor").has_solid_stones
    assert fake.pairs == [(0x5F87AF, 0x000000)]
    assert fake.redefined == []


def test_stones_are_solid_only_with_256_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not shown_with(FakeCurses(8, None), monkeypatch).has_solid_stones
    assert not shown_with(FakeCurses(256, None), monkeypatch, NO_COLOR="1").has_solid_stones


def known(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let the system know only some types of terminals."""

    def setupterm(term: str | None = None) -> None:
        if (term or "") not in names:
            raise curses.error("setupterm: could not find terminal")

    monkeypatch.setattr(curses, "setupterm", setupterm)


@pytest.mark.parametrize(
    ("terminal", "used"),
    [("xterm-kitty", "xterm-256color"), ("xterm-ghostty", "xterm-256color"), ("wy50", "wy50")],
)
def test_a_terminal_without_an_entry_is_used_as_an_xterm_if_it_is_similar(
    terminal: str, used: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", terminal)
    known(monkeypatch, "xterm-256color")
    assert window.is_curses_supported() is (used != terminal)
    assert os.environ["TERM"] == used


def test_without_any_entry_the_terminal_is_not_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-kitty")
    known(monkeypatch)
    assert not window.is_curses_supported()
