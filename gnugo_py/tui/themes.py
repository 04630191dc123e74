"""The themes of the screen: a style for each role, with 256 colors, with 8 colors, or without color.

Colors are numbers of the terminal's palette; -1 is the terminal's default. Black and white stones also have
different signs, so that every theme can be read without color.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Role: TypeAlias = Literal[
    "plain", "title", "label", "message", "refusal", "prompt", "chosen",
    "black", "white", "block", "empty", "dead", "land",
    "last", "taken", "forbidden", "threatened", "winning", "lit", "sign", "cursor",
    "cursor on black", "cursor on white",
]  # fmt: skip


class Style(NamedTuple):
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


WORDS: dict[Role, Style] = {
    "plain": Style(),
    "title": Style(effects="b", no_color="b"),
    "label": Style(),
    "message": Style(),
    "refusal": Style((160, -1), (1, -1), "b", "b"),
    "prompt": Style(effects="b", no_color="b"),
    "chosen": Style(effects="r", no_color="r"),
}
_WOOD, _LIGHT = 179, 222

CLASSIC: dict[Role, Style] = WORDS | {
    "empty": Style((94, _WOOD), (0, 3)),
    "black": Style((16, _WOOD), (0, 3), no_color="b"),
    "white": Style((231, _WOOD), (7, 3), "b", "b"),
    "dead": Style((124, _WOOD), (1, 3), no_color="d"),
    "land": Style((22, _WOOD), (4, 3)),
    "last": Style((16, _LIGHT), (0, 6), "b", "rb"),
    "taken": Style((160, _WOOD), (1, 3), no_color="b"),
    "forbidden": Style((160, _WOOD), (1, 3), no_color="b"),
    "threatened": Style((88, 216), (1, 3), "u", "u"),
    "winning": Style((16, 151), (0, 2), "b", "rb"),
    "block": Style((58, _WOOD), (4, 3)),
    "lit": Style((16, 151), (0, 2), no_color="u"),
    "sign": Style((231, 25), (7, 4), "b", "rb"),
    "cursor": Style((231, 160), (7, 1), "b", "r"),
    "cursor on black": Style((16, 160), (0, 1), "b", "r"),
    "cursor on white": Style((231, 160), (7, 1), "b", "r"),
}
HIGH_CONTRAST: dict[Role, Style] = WORDS | {
    "empty": Style((250, 16), (7, 0)),
    "black": Style((226, 16), (3, 0), "b", "b"),
    "white": Style((231, 16), (7, 0), "b", "b"),
    "dead": Style((203, 16), (1, 0), no_color="d"),
    "land": Style((51, 16), (6, 0)),
    "last": Style((16, 231), (0, 7), "b", "rb"),
    "taken": Style((203, 16), (1, 0), "b", "b"),
    "forbidden": Style((203, 16), (1, 0), "b", "b"),
    "threatened": Style((203, 16), (1, 0), "u", "u"),
    "winning": Style((16, 46), (0, 2), "b", "rb"),
    "block": Style((250, 16), (7, 0)),
    "lit": Style((16, 46), (0, 2), no_color="u"),
    "sign": Style((16, 51), (0, 6), "b", "rb"),
    "cursor": Style((16, 226), (0, 3), "b", "r"),
    "cursor on black": Style((226, 160), (3, 1), "b", "r"),
    "cursor on white": Style((231, 160), (7, 1), "b", "r"),
}
_SLATE, _PAPER = 240, 251
DARK: dict[Role, Style] = CLASSIC | {
    "empty": Style((250, _SLATE), (7, 0)),
    "black": Style((16, _SLATE), (3, 0), no_color="b"),
    "white": Style((231, _SLATE), (7, 0), "b", "b"),
    "dead": Style((217, _SLATE), (1, 0), no_color="d"),
    "land": Style((158, _SLATE), (6, 0)),
    "last": Style((16, 109), (0, 6), "b", "rb"),
    "taken": Style((217, _SLATE), (1, 0), no_color="b"),
    "forbidden": Style((217, _SLATE), (1, 0), no_color="b"),
    "threatened": Style((16, 173), (1, 0), "u", "u"),
    "block": Style((222, _SLATE), (4, 0)),
}
LIGHT: dict[Role, Style] = CLASSIC | {
    "empty": Style((240, _PAPER), (0, 7)),
    "black": Style((16, _PAPER), (0, 7), no_color="b"),
    "white": Style((231, _PAPER), (4, 7), "b", "b"),
    "dead": Style((124, _PAPER), (1, 7), no_color="d"),
    "land": Style((22, _PAPER), (4, 7)),
    "last": Style((16, 117), (0, 6), "b", "rb"),
    "taken": Style((160, _PAPER), (1, 7), no_color="b"),
    "forbidden": Style((160, _PAPER), (1, 7), no_color="b"),
    "threatened": Style((88, 216), (1, 7), "u", "u"),
    "block": Style((58, _PAPER), (4, 7)),
}
MONO: dict[Role, Style] = {
    role: Style(effects=style.no_color, no_color=style.no_color) for role, style in CLASSIC.items()
}

THEMES: dict[str, dict[Role, Style]] = {
    "classic": CLASSIC,
    "dark": DARK,
    "light": LIGHT,
    "high-contrast": HIGH_CONTRAST,
    "mono": MONO,
}


def glyph(sign: str, ascii_only: bool) -> str:
    """Return the character drawn for a sign of the board. It is always one cell wide.

    The characters of round stones are one cell wide except in terminals set to East Asian widths. Use
    `ascii_only` there.
    """
    return sign if ascii_only else {"X": "●", "O": "○", "-": "·"}.get(sign, sign)
