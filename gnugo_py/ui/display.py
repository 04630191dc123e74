"""The look of the screen: its colors and signs."""

from __future__ import annotations

from gnugo_py.app.display import GLYPHS
from gnugo_py.storage.themes import ROLES_ON_STONE, WOOD, DisplayRole, RoleStyle

TRUE_COLORS = {
    WOOD: (220, 179, 98), 94: (120, 88, 36), 137: (200, 158, 84), 223: (234, 210, 156), 230: (244, 234, 206),
}  # fmt: skip
"""The red, green and blue parts of colors of which the palette has only a similar one, by their numbers."""
_CUBE_STEPS = (0, 95, 135, 175, 215, 255)


def palette_color(number: int) -> tuple[int, int, int]:
    """Return the red, green and blue parts of a color of the palette, from 16."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    red, green, blue = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return _CUBE_STEPS[red], _CUBE_STEPS[green], _CUBE_STEPS[blue]


_SHADES = ("empty", "dark field", "black area", "black leaning", "white leaning", "white area")


def colors_on_ground(
    theme: dict[DisplayRole, RoleStyle], role: DisplayRole, ground: DisplayRole
) -> tuple[int, int]:
    """Return the colors, of 256, of a sign in the color of one role on the color of another one."""
    on_stone = ROLES_ON_STONE.get((role, ground))
    sign = _solid_color(theme, role) if on_stone is None else theme[on_stone].colors_256[1]
    return sign, _solid_color(theme, ground)


def _solid_color(theme: dict[DisplayRole, RoleStyle], role: DisplayRole) -> int:
    """Return the color in which the shape of a role is filled: that which is not the color of the board."""
    sign, ground = theme[role].colors_256
    return sign if role not in _SHADES and ground in (-1, theme["empty"].colors_256[1]) else ground


def glyph_of_sign(sign: str, ascii_only: bool, has_solid_stones: bool = False) -> str:
    """Return the character drawn for a sign of the board.

    has_solid_stones -- whether stones of both colors are filled, because their colors tell them apart.

    It is one cell wide, except that a terminal set to East Asian widths may draw round stones two cells wide.
    Use `ascii_only` there.
    """
    if ascii_only:
        return sign
    return GLYPHS["X"] if sign == "O" and has_solid_stones else GLYPHS.get(sign, sign)
