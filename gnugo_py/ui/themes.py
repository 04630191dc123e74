"""The themes of the screen: a style for each role, with 256 colors, with 8 colors, or without color.

Colors are numbers of the terminal's palette; -1 is the terminal's default. Black and white stones also have
different signs, so every theme can be read without color.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

DisplayRole: TypeAlias = Literal[
    "plain", "title", "label", "message", "refusal", "prompt", "chosen",
    "black", "white", "block", "empty", "dead", "land",
    "last", "taken", "forbidden", "threatened", "caught", "winning", "lit", "sign", "cursor",
    "last on black", "threatened on black", "caught on black", "winning on black", "lit on black",
    "last on white", "threatened on white", "caught on white", "winning on white", "lit on white",
    "cursor on black", "cursor on white",
    "black area", "black leaning", "white leaning", "white area",
]  # fmt: skip


class RoleStyle(NamedTuple):
    """The appearance of a role.

    colors_256 -- (foreground, background) with 256 colors.
    colors_8   -- (foreground, background) with 8 colors.
    effects    -- effects with colors: the letters `b` bold, `d` dim, `r` reverse, `u` underlined.
    no_color   -- effects without colors.
    """

    colors_256: tuple[int, int] = (-1, -1)
    colors_8: tuple[int, int] = (-1, -1)
    effects: str = ""
    no_color: str = ""


TEXT_ROLE_STYLES: dict[DisplayRole, RoleStyle] = {
    "plain": RoleStyle(),
    "title": RoleStyle(effects="b", no_color="b"),
    "label": RoleStyle((244, -1)),
    "message": RoleStyle(),
    "refusal": RoleStyle((160, -1), (1, -1), "b", "b"),
    "prompt": RoleStyle(effects="b", no_color="b"),
    "chosen": RoleStyle(effects="r", no_color="r"),
}
_WOOD, _LAST = 179, 67
_ON_STONE: dict[tuple[DisplayRole, str], DisplayRole] = {
    ("last", "X"): "last on black", ("last", "O"): "last on white",
    ("threatened", "X"): "threatened on black", ("threatened", "O"): "threatened on white",
    ("caught", "X"): "caught on black", ("caught", "O"): "caught on white",
    ("winning", "X"): "winning on black", ("winning", "O"): "winning on white",
    ("lit", "X"): "lit on black", ("lit", "O"): "lit on white",
    ("cursor", "X"): "cursor on black", ("cursor", "O"): "cursor on white",
}  # fmt: skip
"""The roles of marked cells with a stone, by the role of the mark and the sign of the stone."""


def role_on_stone(role: DisplayRole, sign: str) -> DisplayRole:
    """Return the role of a marked cell; on a stone, the role that combines the stone and the mark."""
    return _ON_STONE.get((role, sign), role)


def _with_marked_stones(theme: dict[DisplayRole, RoleStyle]) -> dict[DisplayRole, RoleStyle]:
    """Return a theme with the missing roles of marked stones: the stone's color on the mark's background."""
    derived: dict[DisplayRole, RoleStyle] = {}
    for (mark, sign), role in _ON_STONE.items():
        style, stone = theme[mark], theme["black" if sign == "X" else "white"]
        derived[role] = style._replace(colors_256=(stone.colors_256[0], style.colors_256[1]))
    return derived | theme


_CLASSIC: dict[DisplayRole, RoleStyle] = TEXT_ROLE_STYLES | {
    "empty": RoleStyle((94, _WOOD), (0, 3)),
    "black": RoleStyle((16, _WOOD), (0, 3), no_color="b"),
    "white": RoleStyle((231, _WOOD), (7, 3), "b", "b"),
    "dead": RoleStyle((124, _WOOD), (1, 3), no_color="d"),
    "land": RoleStyle((22, _WOOD), (4, 3)),
    "last": RoleStyle((16, _LAST), (0, 6), "b", "rb"),
    "taken": RoleStyle((160, _WOOD), (1, 3), no_color="b"),
    "forbidden": RoleStyle((160, _WOOD), (1, 3), no_color="b"),
    "threatened": RoleStyle((88, 216), (1, 3), "u", "u"),
    "caught": RoleStyle((53, 176), (5, 3), "u", "ub"),
    "winning": RoleStyle((16, 151), (0, 2), "b", "rb"),
    "block": RoleStyle((58, _WOOD), (4, 3)),
    "black area": RoleStyle((16, 94), (0, 3), no_color="b"),
    "black leaning": RoleStyle((16, 137), (0, 3)),
    "white leaning": RoleStyle((94, 223), (7, 3)),
    "white area": RoleStyle((94, 230), (7, 3), "b", "b"),
    "lit": RoleStyle((16, 151), (0, 2), no_color="u"),
    "sign": RoleStyle((231, 25), (7, 4), "b", "rb"),
    "cursor": RoleStyle((231, 160), (7, 1), "b", "r"),
}
_HIGH_CONTRAST: dict[DisplayRole, RoleStyle] = TEXT_ROLE_STYLES | {
    "empty": RoleStyle((250, 16), (7, 0)),
    "black": RoleStyle((226, 16), (3, 0), "b", "b"),
    "white": RoleStyle((231, 16), (7, 0), "b", "b"),
    "dead": RoleStyle((203, 16), (1, 0), no_color="d"),
    "land": RoleStyle((51, 16), (6, 0)),
    "last": RoleStyle((231, 27), (0, 7), "b", "rb"),
    "taken": RoleStyle((203, 16), (1, 0), "b", "b"),
    "forbidden": RoleStyle((203, 16), (1, 0), "b", "b"),
    "threatened": RoleStyle((203, 16), (1, 0), "u", "u"),
    "caught": RoleStyle((213, 16), (5, 0), "ub", "ub"),
    "winning": RoleStyle((231, 22), (0, 2), "b", "rb"),
    "block": RoleStyle((250, 16), (7, 0)),
    "lit": RoleStyle((231, 22), (0, 2), no_color="u"),
    "sign": RoleStyle((16, 51), (0, 6), "b", "rb"),
    "cursor": RoleStyle((16, 226), (0, 3), "b", "r"),
    "cursor on black": RoleStyle((226, 160), (3, 1), "b", "r"),
    "cursor on white": RoleStyle((231, 160), (7, 1), "b", "r"),
    "black area": RoleStyle((226, 58), (3, 0)),
    "black leaning": RoleStyle((226, 16), (3, 0)),
    "white leaning": RoleStyle((231, 16), (7, 0)),
    "white area": RoleStyle((231, 24), (7, 4)),
}
_SLATE, _PAPER = 240, 251
_DARK: dict[DisplayRole, RoleStyle] = _CLASSIC | {
    "empty": RoleStyle((250, _SLATE), (7, 0)),
    "black": RoleStyle((16, _SLATE), (3, 0), no_color="b"),
    "white": RoleStyle((231, _SLATE), (7, 0), "b", "b"),
    "dead": RoleStyle((217, _SLATE), (1, 0), no_color="d"),
    "land": RoleStyle((158, _SLATE), (6, 0)),
    "last": RoleStyle((16, _LAST), (0, 6), "b", "rb"),
    "taken": RoleStyle((217, _SLATE), (1, 0), no_color="b"),
    "forbidden": RoleStyle((217, _SLATE), (1, 0), no_color="b"),
    "threatened": RoleStyle((16, 173), (1, 0), "u", "u"),
    "caught": RoleStyle((16, 176), (5, 0), "u", "ub"),
    "black area": RoleStyle((250, 232), (7, 0)),
    "black leaning": RoleStyle((250, 236), (7, 0)),
    "white leaning": RoleStyle((16, 247), (0, 7)),
    "white area": RoleStyle((16, 254), (0, 7)),
    "block": RoleStyle((222, _SLATE), (4, 0)),
}
_LIGHT: dict[DisplayRole, RoleStyle] = _CLASSIC | {
    "empty": RoleStyle((240, _PAPER), (0, 7)),
    "black": RoleStyle((16, _PAPER), (0, 7), no_color="b"),
    "white": RoleStyle((231, _PAPER), (4, 7), "b", "b"),
    "dead": RoleStyle((124, _PAPER), (1, 7), no_color="d"),
    "land": RoleStyle((22, _PAPER), (4, 7)),
    "last": RoleStyle((16, _LAST), (0, 6), "b", "rb"),
    "taken": RoleStyle((160, _PAPER), (1, 7), no_color="b"),
    "forbidden": RoleStyle((160, _PAPER), (1, 7), no_color="b"),
    "threatened": RoleStyle((88, 216), (1, 7), "u", "u"),
    "caught": RoleStyle((53, 176), (5, 7), "u", "ub"),
    "black area": RoleStyle((255, 240), (0, 7)),
    "black leaning": RoleStyle((16, 246), (0, 7)),
    "white leaning": RoleStyle((240, 255), (4, 7)),
    "white area": RoleStyle((240, 231), (4, 7)),
    "block": RoleStyle((58, _PAPER), (4, 7)),
}

_COLORED: dict[str, dict[DisplayRole, RoleStyle]] = {
    "classic": _CLASSIC,
    "dark": _DARK,
    "light": _LIGHT,
    "high-contrast": _HIGH_CONTRAST,
}
THEMES: dict[str, dict[DisplayRole, RoleStyle]] = {
    name: _with_marked_stones(each) for name, each in _COLORED.items()
}
THEMES["mono"] = {
    role: RoleStyle(effects=style.no_color, no_color=style.no_color)
    for role, style in THEMES["classic"].items()
}


def glyph_of_sign(sign: str, ascii_only: bool) -> str:
    """Return the character drawn for a sign of the board.

    It is one cell wide, except that a terminal set to East Asian widths may draw round stones two cells wide.
    Use `ascii_only` there.
    """
    return sign if ascii_only else {"X": "●", "O": "○", "-": "·"}.get(sign, sign)
