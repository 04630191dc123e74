"""The color themes, by name: a style for each role, with 256 colors, with 8 colors, or without color.

Colors are numbers of the terminal's palette; -1 is the terminal's default.  Black and white stones also have
different signs, so every theme can be read without color.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias, cast

DisplayRole: TypeAlias = Literal[
    "plain", "title", "label", "message", "refusal", "prompt", "chosen",
    "black", "white", "block", "empty", "dead", "land",
    "last", "taken", "forbidden", "threatened", "caught", "winning", "lit", "sign", "cursor",
    "last on black", "threatened on black", "caught on black", "winning on black", "lit on black",
    "last on white", "threatened on white", "caught on white", "winning on white", "lit on white",
    "cursor on black", "cursor on white", "sign on black", "sign on white", "dead on black", "dead on white",
    "black area", "black leaning", "white leaning", "white area",
    "ruled", "dark field", "black edge", "white edge",
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
WOOD = 179
"""The color of the board of several themes."""
_MARKS: tuple[DisplayRole, ...] = (
    "last", "threatened", "caught", "winning", "lit", "cursor", "sign", "dead",
)  # fmt: skip
ROLES_ON_STONE: dict[tuple[DisplayRole, str], DisplayRole] = {
    (mark, stone): cast(DisplayRole, f"{mark} on {stone}") for mark in _MARKS for stone in ("black", "white")
}
"""The roles of marked cells with a stone, by the role of the mark and that of the stone."""


def _with_derived_roles(theme: dict[DisplayRole, RoleStyle]) -> dict[DisplayRole, RoleStyle]:
    """Return a theme with the missing roles: marked stones, which keep their color, and underlined lines."""
    derived: dict[DisplayRole, RoleStyle] = {"ruled": theme["empty"]._replace(effects="u")}
    for (mark, color), role in ROLES_ON_STONE.items():
        style, stone = theme[mark], theme["black" if color == "black" else "white"]
        derived[role] = style._replace(
            colors_256=(stone.colors_256[0], style.colors_256[1]),
            colors_8=(stone.colors_8[0], style.colors_8[1]),
        )
        if mark in ("sign", "dead"):  # a text has the color of the other stones, on the color of the stone
            other = theme["white" if color == "black" else "black"]
            derived[role] = style._replace(
                colors_256=(other.colors_256[0], stone.colors_256[0]),
                colors_8=(other.colors_8[0], stone.colors_8[0]),
            )
    return derived | theme


_CLASSIC: dict[DisplayRole, RoleStyle] = TEXT_ROLE_STYLES | {
    "empty": RoleStyle((94, WOOD), (0, 3)),
    "black": RoleStyle((16, WOOD), (0, 3), no_color="b"),
    "white": RoleStyle((231, WOOD), (7, 3), "b", "b"),
    "dead": RoleStyle((124, WOOD), (1, 3), no_color="d"),
    "land": RoleStyle((22, WOOD), (4, 3)),
    "last": RoleStyle((16, 67), (0, 6), "b", "rb"),
    "taken": RoleStyle((160, WOOD), (1, 3), no_color="b"),
    "forbidden": RoleStyle((160, WOOD), (1, 3), no_color="b"),
    "threatened": RoleStyle((88, 216), (0, 5), "u", "u"),
    "caught": RoleStyle((53, 176), (0, 4), "u", "ub"),
    "winning": RoleStyle((16, 151), (0, 2), "b", "rb"),
    "threatened on white": RoleStyle((231, 203), (7, 5), "u", "u"),
    "caught on white": RoleStyle((231, 133), (7, 4), "u", "ub"),
    "winning on white": RoleStyle((231, 71), (7, 2), "b", "rb"),
    "lit on white": RoleStyle((231, 71), (7, 2), no_color="u"),
    "block": RoleStyle((52, WOOD), (4, 3)),
    "black area": RoleStyle((16, 94), (0, 3), no_color="b"),
    "black leaning": RoleStyle((16, 137), (0, 3)),
    "white leaning": RoleStyle((94, 223), (7, 3)),
    "white area": RoleStyle((94, 230), (7, 3), "b", "b"),
    "lit": RoleStyle((16, 151), (0, 2), no_color="u"),
    "sign": RoleStyle((231, 25), (7, 4), "b", "rb"),
    "cursor": RoleStyle((231, 160), (7, 1), "b", "r"),
    "dark field": RoleStyle((94, 137), (0, 3)),
    "black edge": RoleStyle((231, 16), (7, 0)),
    "white edge": RoleStyle((16, 231), (0, 7), no_color="r"),
}
_HIGH_CONTRAST: dict[DisplayRole, RoleStyle] = TEXT_ROLE_STYLES | {
    "empty": RoleStyle((250, 16), (7, 0)),
    "black": RoleStyle((226, 16), (3, 0), "b", "b"),
    "white": RoleStyle((231, 16), (7, 0), "b", "b"),
    "dead": RoleStyle((203, 16), (1, 0), no_color="d"),
    "land": RoleStyle((51, 16), (6, 0)),
    "last": RoleStyle((231, 27), (0, 6), "b", "rb"),
    "taken": RoleStyle((203, 16), (1, 0), "b", "b"),
    "forbidden": RoleStyle((203, 16), (1, 0), "b", "b"),
    "threatened": RoleStyle((203, 16), (1, 5), "u", "u"),
    "caught": RoleStyle((213, 16), (5, 4), "ub", "ub"),
    "winning": RoleStyle((231, 22), (0, 2), "b", "rb"),
    "block": RoleStyle((203, 16), (1, 0)),
    "lit": RoleStyle((231, 22), (0, 2), no_color="u"),
    "sign": RoleStyle((16, 51), (0, 6), "b", "rb"),
    "cursor": RoleStyle((16, 226), (0, 3), "b", "r"),
    "sign on black": RoleStyle((16, 226), (0, 3), "b", "rb"),
    "sign on white": RoleStyle((16, 231), (0, 7), "b", "rb"),
    "dead on black": RoleStyle((16, 226), (0, 3), no_color="d"),
    "dead on white": RoleStyle((16, 231), (0, 7), no_color="d"),
    "cursor on black": RoleStyle((226, 160), (3, 1), "b", "r"),
    "cursor on white": RoleStyle((231, 160), (7, 1), "b", "r"),
    "black area": RoleStyle((226, 58), (3, 0)),
    "black leaning": RoleStyle((226, 16), (3, 0)),
    "white leaning": RoleStyle((231, 16), (7, 0)),
    "white area": RoleStyle((231, 24), (7, 4)),
    "dark field": RoleStyle((250, 236), (7, 0)),
    "black edge": RoleStyle((16, 226), (0, 3)),
    "white edge": RoleStyle((16, 231), (0, 7), no_color="r"),
}
_SLATE, _PAPER = 240, 251
_DARK: dict[DisplayRole, RoleStyle] = _CLASSIC | {
    "empty": RoleStyle((250, _SLATE), (7, 0)),
    "black": RoleStyle((16, _SLATE), (3, 0), no_color="b"),
    "white": RoleStyle((231, _SLATE), (7, 0), "b", "b"),
    "dead": RoleStyle((217, _SLATE), (1, 0), no_color="d"),
    "land": RoleStyle((158, _SLATE), (6, 0)),
    "taken": RoleStyle((217, _SLATE), (1, 0), no_color="b"),
    "forbidden": RoleStyle((217, _SLATE), (1, 0), no_color="b"),
    "threatened": RoleStyle((16, 173), (3, 5), "u", "u"),
    "caught": RoleStyle((16, 176), (3, 4), "u", "ub"),
    "sign on black": RoleStyle((231, 16), (0, 3), "b", "rb"),
    "sign on white": RoleStyle((16, 231), (0, 7), "b", "rb"),
    "dead on black": RoleStyle((231, 16), (0, 3), no_color="d"),
    "dead on white": RoleStyle((16, 231), (0, 7), no_color="d"),
    "black area": RoleStyle((250, 232), (7, 0)),
    "black leaning": RoleStyle((250, 236), (7, 0)),
    "white leaning": RoleStyle((16, 247), (0, 7)),
    "white area": RoleStyle((16, 254), (0, 7)),
    "block": RoleStyle((173, _SLATE), (4, 0)),
    "dark field": RoleStyle((250, 237), (7, 0)),
}
_LIGHT: dict[DisplayRole, RoleStyle] = _CLASSIC | {
    "empty": RoleStyle((240, _PAPER), (0, 7)),
    "black": RoleStyle((16, _PAPER), (0, 7), no_color="b"),
    "white": RoleStyle((231, _PAPER), (4, 7), "b", "b"),
    "dead": RoleStyle((124, _PAPER), (1, 7), no_color="d"),
    "land": RoleStyle((22, _PAPER), (4, 7)),
    "taken": RoleStyle((160, _PAPER), (1, 7), no_color="b"),
    "forbidden": RoleStyle((160, _PAPER), (1, 7), no_color="b"),
    "threatened": RoleStyle((88, 216), (0, 5), "u", "u"),
    "caught": RoleStyle((53, 176), (0, 3), "u", "ub"),
    "threatened on white": RoleStyle((231, 203), (4, 5), "u", "u"),
    "caught on white": RoleStyle((231, 133), (4, 3), "u", "ub"),
    "winning on white": RoleStyle((231, 71), (4, 2), "b", "rb"),
    "lit on white": RoleStyle((231, 71), (4, 2), no_color="u"),
    "black area": RoleStyle((255, 240), (0, 7)),
    "black leaning": RoleStyle((16, 246), (0, 7)),
    "white leaning": RoleStyle((240, 255), (4, 7)),
    "white area": RoleStyle((240, 231), (4, 7)),
    "block": RoleStyle((52, _PAPER), (4, 7)),
    "dark field": RoleStyle((240, 247), (0, 7)),
}

_COLORED: dict[str, dict[DisplayRole, RoleStyle]] = {
    "classic": _CLASSIC,
    "dark": _DARK,
    "light": _LIGHT,
    "high-contrast": _HIGH_CONTRAST,
}
THEMES: dict[str, dict[DisplayRole, RoleStyle]] = {
    name: _with_derived_roles(each) for name, each in _COLORED.items()
}
THEMES["mono"] = {
    role: RoleStyle(effects=style.no_color, no_color=style.no_color)
    for role, style in THEMES["classic"].items()
}
