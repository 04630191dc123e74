"""Rules, komi and handicap in the root nodes of SGF files, as other programs write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gnugo_py.games.go.rules import MAX_KOMI, PRESETS, fixed_handicap_points
from gnugo_py.games.sgf import SgfProperties, first_value
from gnugo_py.games.text import format_number, truncate
from gnugo_py.games.types import Color, Point, UserError

_PRESETS_BY_PREFIX = {
    "jap": "japanese",
    "kor": "japanese",
    "chi": "chinese",
    "goe": "chinese",
    "ing": "chinese",
    "aga": "aga",
    "bga": "aga",
    "tromp": "tromp-taylor",
    "nz": "tromp-taylor",
    "new zealand": "tromp-taylor",
    "\u65e5\u672c": "japanese",
    "\u97e9\u56fd": "japanese",
    "\u97d3\u570b": "japanese",
    "\u4e2d\u56fd": "chinese",
    "\u4e2d\u570b": "chinese",
    "\u5e94\u6c0f": "chinese",
    "\u61c9\u6c0f": "chinese",
}
"""The presets for the rules in other programs' files, by prefix of their names.

Ing rules count area; New Zealand rules allow suicide; the British association uses the rules of the AGA.
"""
_PRESETS_BY_ABBREVIATION = {"cn": "chinese", "jp": "japanese", "kr": "japanese", "tt": "tromp-taylor"}
_NEAREST_PRESETS_BY_PREFIX = {"old chi": "chinese", "ancient": "chinese", "stone": "chinese"}
"""Presets that differ from the rules, which also subtract points for each group (group tax)."""

_KATAGO_RULES = re.compile(
    r"ko(?P<ko>simple|positional|situational|spight)score(?P<scoring>area|territory)"
    r"(?:tax(?P<tax>none|seki|all))?(?:sui(?P<suicide>[01]))?(?P<rest>\w*)"
)
_EXACT_KATAGO_RULES = {
    ("positional", "area", "none", "0"): "chinese",
    ("positional", "area", "none", "1"): "tromp-taylor",
    ("situational", "area", "none", "0"): "aga",
    ("simple", "territory", "seki", "0"): "japanese",
}
"""The presets that equal KataGo's rules, by ko rule, scoring, tax and suicide."""

_FOX = "foxwq"
_FOX_KOMI = {"japanese": 6.5, "chinese": 7.5}
_WHOLE_MARGIN = re.compile(r"[BW]\+\d+(?:\.0*)?")
_MIN_KOMI_IN_HUNDREDTHS, _MAX_KOMI_IN_STONES = 100, 500
_MOVES_SEARCHED = 20
"""Number of moves that show whether handicap stones were on the board: then nobody can play on them."""


def rules_in_file(root: SgfProperties) -> tuple[str, str]:
    """Return the preset for the rules that a file names (RU), and a warning.

    The preset is Japanese if the rules are missing or unknown. The warning is a sentence, if the preset is
    not exactly what the file names; else it is empty.
    """
    written = first_value(root, "RU").lower()
    words = re.sub(r"[\s_-]+", " ", written)
    if not words:
        return "japanese", ""
    by_prefix = _with_prefix(words, _PRESETS_BY_PREFIX)
    for name in (written, _PRESETS_BY_ABBREVIATION.get(words), by_prefix):
        if name in PRESETS:
            return name, ""
    shown = truncate(first_value(root, "RU"), 30)
    katago = _KATAGO_RULES.fullmatch(words)
    if katago is not None:
        return _katago_rules(katago, shown)
    nearest = _with_prefix(words, _NEAREST_PRESETS_BY_PREFIX)
    if nearest is not None:
        return nearest, f"The rules {shown!r} are read as {nearest} rules, without group tax."
    return "japanese", f"The rules {shown!r} are unknown; Japanese rules are used instead."


def _with_prefix(words: str, presets: Mapping[str, str]) -> str | None:
    return next((name for start, name in presets.items() if words.startswith(start)), None)


def _katago_rules(match: re.Match[str], shown: str) -> tuple[str, str]:
    """Return the preset for rules as KataGo describes them, and a warning."""
    ko, scoring, tax, suicide, rest = match.group("ko", "scoring", "tax", "suicide", "rest")
    preset = _EXACT_KATAGO_RULES.get((ko, scoring, tax or "none", suicide or "0"))
    if preset is not None and rest in ("", "button0"):
        return preset, ""
    nearest = preset or {"territory": "japanese"}.get(
        scoring, "tromp-taylor" if suicide == "1" else "chinese"
    )
    return nearest, f"The rules {shown!r} are read as {nearest} rules, which are similar."


def komi_in_file(root: SgfProperties, preset: str) -> tuple[float | None, str]:
    """Return the komi of another program's file (KM), None if it has no valid one, and a warning.

    preset -- the rules of the file.

    The warning is a sentence, if the komi is not used as it is written; else it is empty.

    The komi can be in hundredths, and under Chinese rules in stones, which are worth two points. The Fox
    server writes 0 in even games, which have the usual komi.
    """
    text = first_value(root, "KM")
    shown, written = truncate(text, 30), written_komi(root)
    if written is None:
        problem = f"The komi {shown!r} is not a valid number; the komi of the rules is used."
        return None, problem if text else ""
    if written == 0 and _lacks_fox_komi(root):
        komi = _FOX_KOMI.get(preset, _FOX_KOMI["japanese"])
        problem = f"The Fox server writes komi 0 also in games with komi; {format_number(komi)} is used."
        return komi, problem
    komi, unit = _in_points(written, preset, bool(first_value(root, "RU")))
    problem = f"The komi {shown!r} seems to be in {unit}; {format_number(komi)} is used."
    return komi, problem if unit else ""


def written_komi(root: SgfProperties) -> float | None:
    """Return the komi as it is written, or None if it is not a number from -1000 to 1000."""
    try:
        komi = float(first_value(root, "KM").replace(",", "."))
    except ValueError:
        return None
    return komi if abs(komi) <= MAX_KOMI else None


def _lacks_fox_komi(root: SgfProperties) -> bool:
    """Return whether a file is by the Fox server, and its game is even and was not counted without komi."""
    is_fox = any(value.strip().lower().startswith(_FOX) for value in root.get("AP", ()))
    is_whole = _WHOLE_MARGIN.fullmatch(first_value(root, "RE")) is not None
    return is_fox and handicap_in_file(root) == 0 and not is_whole


def _in_points(komi: float, preset: str, has_rules: bool) -> tuple[float, str]:
    """Return a komi in points, and the unit in which it is written; the unit is empty if it is points.

    Only a komi in stones is an odd number of quarters: 3.75 stones are 7.5 points.
    """
    unit = ""
    if komi >= _MIN_KOMI_IN_HUNDREDTHS and komi == int(komi):
        is_in_stones = preset == "chinese" and komi < _MAX_KOMI_IN_STONES
        komi, unit = komi / 100, "hundredths"
        if is_in_stones:
            return komi * 2, "hundredths of a stone"
    if (4 * komi) % 2 == 1 and (preset != "japanese" or not has_rules):
        return komi * 2, f"{unit} of a stone" if unit else "stones"
    return komi, unit


def handicap_in_file(root: SgfProperties) -> int:
    """Return the number of Black's handicap stones (HA), or 0 if the root has no valid number."""
    word = first_value(root, "HA")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0


def implied_handicap(
    root: SgfProperties, moves: Sequence[tuple[Color, Point | None]], size: int
) -> tuple[tuple[Point, ...], str]:
    """Return the points of the handicap stones that a file names but does not set up, and a warning.

    moves -- the color and the point of each of the first moves.

    The warning is a sentence, if the file names stones without setting them up; else it is empty.

    The stones are on the customary points, unless Black moves first or a player moves to one of these points.
    Black's first moves can be the handicap stones themselves.
    """
    count = handicap_in_file(root)
    if count < 2 or any(root.get(name) for name in ("AB", "AW", "AE")):
        return (), ""
    first = [color for color, _ in moves[:count]]
    if first == [Color.BLACK] * count:
        return (), ""
    problem = f"The file names {count} handicap stones, but sets up none"
    try:
        points = fixed_handicap_points(count, size)
    except UserError:
        return (), f"{problem}; none are placed."
    is_played_on = any(point in points for _, point in moves[:_MOVES_SEARCHED])
    if is_played_on or Color.BLACK in first[:1]:
        return (), f"{problem}; none are placed, because the moves do not allow for them."
    return points, f"{problem}; they are placed on the customary points."
