"""The colours a screen can have: for each role, how it looks with 256 colours, with 8 and with none.

A colour is a number of the terminal's palette, -1 its own.  Black and white stones differ by their
signs, too, so that no theme needs colours to be understood.
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
    """How something looks.

    many    -- (foreground, background) with 256 colours.
    few     -- the same with 8.
    effects -- with any number: letters of `b` bold, `d` dim, `r` reverse, `u` underlined.
    mono    -- the effects without colours.
    """

    many: tuple[int, int] = (-1, -1)
    few: tuple[int, int] = (-1, -1)
    effects: str = ""
    mono: str = ""


WORDS: dict[Role, Style] = {
    "plain": Style(),
    "title": Style(effects="b", mono="b"),
    "label": Style(),
    "message": Style(),
    "refusal": Style((160, -1), (1, -1), "b", "b"),
    "prompt": Style(effects="b", mono="b"),
    "chosen": Style(effects="r", mono="r"),
}
_WOOD, _LIGHT = 179, 222

CLASSIC: dict[Role, Style] = WORDS | {
    "empty": Style((94, _WOOD), (0, 3)),
    "black": Style((16, _WOOD), (0, 3), mono="b"),
    "white": Style((231, _WOOD), (7, 3), "b", "b"),
    "dead": Style((124, _WOOD), (1, 3), mono="d"),
    "land": Style((22, _WOOD), (4, 3)),
    "last": Style((16, _LIGHT), (0, 6), "b", "rb"),
    "taken": Style((160, _WOOD), (1, 3), mono="b"),
    "forbidden": Style((160, _WOOD), (1, 3), mono="b"),
    "threatened": Style((88, 216), (1, 3), "u", "u"),
    "winning": Style((16, 151), (0, 2), "b", "rb"),
    "block": Style((58, _WOOD), (4, 3)),
    "lit": Style((16, 151), (0, 2), mono="u"),
    "sign": Style((231, 25), (7, 4), "b", "rb"),
    "cursor": Style((231, 160), (7, 1), "b", "r"),
    "cursor on black": Style((16, 160), (0, 1), "b", "r"),
    "cursor on white": Style((231, 160), (7, 1), "b", "r"),
}
HIGH_CONTRAST: dict[Role, Style] = WORDS | {
    "empty": Style((250, 16), (7, 0)),
    "black": Style((226, 16), (3, 0), "b", "b"),
    "white": Style((231, 16), (7, 0), "b", "b"),
    "dead": Style((203, 16), (1, 0), mono="d"),
    "land": Style((51, 16), (6, 0)),
    "last": Style((16, 231), (0, 7), "b", "rb"),
    "taken": Style((203, 16), (1, 0), "b", "b"),
    "forbidden": Style((203, 16), (1, 0), "b", "b"),
    "threatened": Style((203, 16), (1, 0), "u", "u"),
    "winning": Style((16, 46), (0, 2), "b", "rb"),
    "block": Style((250, 16), (7, 0)),
    "lit": Style((16, 46), (0, 2), mono="u"),
    "sign": Style((16, 51), (0, 6), "b", "rb"),
    "cursor": Style((16, 226), (0, 3), "b", "r"),
    "cursor on black": Style((226, 160), (3, 1), "b", "r"),
    "cursor on white": Style((231, 160), (7, 1), "b", "r"),
}
MONO: dict[Role, Style] = {
    role: Style(effects=style.mono, mono=style.mono) for role, style in CLASSIC.items()
}

THEMES: dict[str, dict[Role, Style]] = {"classic": CLASSIC, "high-contrast": HIGH_CONTRAST, "mono": MONO}


def glyph(sign: str, ascii_only: bool) -> str:
    """How a sign of a board is drawn, always one cell wide.

    Round stones come from a part of Unicode that is one cell wide everywhere but in terminals set
    to East Asian widths; those are for `ascii_only`.
    """
    return sign if ascii_only else {"X": "●", "O": "○", "-": "·"}.get(sign, sign)
