"""Tests of the colors and glyphs of the screen."""

from typing import get_args

from gnugo_py.games.text import display_width
from gnugo_py.storage.settings import THEME_NAMES
from gnugo_py.ui.display import THEMES, DisplayRole, glyph_of_sign

SIGNS = "XO-+xobw#*"


def test_every_theme_has_every_role() -> None:
    assert all(set(theme) == set(get_args(DisplayRole)) for theme in THEMES.values())


def test_the_settings_offer_the_themes_of_the_screen() -> None:
    assert tuple(THEMES) == THEME_NAMES


def test_every_sign_of_a_board_has_a_glyph_of_its_own_one_cell_wide() -> None:
    glyphs = [glyph_of_sign(sign, ascii_only=False) for sign in SIGNS]
    assert [display_width(each) for each in glyphs] == [1] * len(SIGNS)
    assert len(set(glyphs)) == len(SIGNS)
    assert glyphs[:3] == ["\u25cf", "\u25cb", "\u00b7"]


def test_in_ascii_every_sign_is_its_own_glyph() -> None:
    assert "".join(glyph_of_sign(sign, ascii_only=True) for sign in SIGNS) == SIGNS
