"""The settings of games of Go in SGF files: size, rules, komi and handicap, as many programs write them."""

from __future__ import annotations

import re
import unicodedata

from gnugo_py.games.go.rules import MAX_KOMI, PRESETS, fixed_handicap_points, rules_preset
from gnugo_py.games.go.vertex import GO_BOARD_SIZES, MAX_GO_BOARD_SIZE, MIN_GO_BOARD_SIZE
from gnugo_py.games.points import point_at
from gnugo_py.games.sgf import SgfProperties, board_size, first_value
from gnugo_py.games.text import format_number, truncate
from gnugo_py.games.types import Point, UserError

_PREFIXES_BY_PRESET = {
    "japanese": ("jap", "kor", "\u65e5\u672c", "\u97e9\u56fd", "\u97d3\u570b"),
    "chinese": ("chi", "goe", "ing", "\u4e2d\u56fd", "\u4e2d\u570b", "\u5e94\u6c0f", "\u61c9\u6c0f"),
    "aga": ("aga", "bga"),
    "tromp-taylor": ("tromp", "nz", "new zealand"),
}
"""The presets for the rules in other programs' files, with the beginnings of their names there.

Ing rules count area; New Zealand rules allow suicide; the British association uses the rules of the AGA.
"""
_PRESETS_BY_ABBREVIATION = {"cn": "chinese", "jp": "japanese", "kr": "japanese", "tt": "tromp-taylor"}
_GROUP_TAX_PREFIXES = ("old chi", "ancient", "stone")
"""The beginnings of the names of rules like the Chinese, which also subtract points for each group."""

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

_NUMBER = re.compile(
    r"(-?)\D*(\d{1,6}[.,]\d*|\d{1,6}(?!\d*/|[.,]\d))(?!\d|e\d)(?:\s*[\u53c8\u76ee\u5b50\uc9d1]?\s*(1/2|[13]/4|\u534a|\ubc18))?(.*)",
    re.DOTALL,
)
"""A sign, a number, a fraction and the rest of a text such as `6.5 points` or `5 1/2`; in Chinese and Korean,
there is a word between the number and the fraction."""
_FRACTIONS = {"1/4": 0.25, "1/2": 0.5, "3/4": 0.75, "\u534a": 0.5, "\ubc18": 0.5}
_IN_STONES = re.compile("[\u53c8\u5b50]")
"""Matches the words with which a komi is counted in stones."""
_MAX_KOMI_IN_STONES = 5
_MIN_HUNDREDTHS, _MIN_FOX_HUNDREDTHS = 100, 25
_HUNDREDTHS_OF_A_STONE = (275, 325, 350, 375)
_FOX = "foxwq"
_FOX_KOMI = {"japanese": 6.5, "chinese": 7.5}
_FOX_SIDES, _FIRST_YEAR_WITH_OTHER_SIDES = ((3, 9), (15, 9)), 2018
"""Where the Fox server placed the sixth stone and the one before, and when that changed."""
_YEAR = re.compile(r"\d{4}")
_WHOLE_MARGIN = re.compile(r"[BW]\+\d+(?:\.0*)?")


def size_in_file(root: SgfProperties) -> int:
    """Return the board size, by default 19. Raise UserError if the size is not supported."""
    size = board_size(root, "19")
    if not (size.isascii() and size.isdigit() and len(size) < 4 and int(size) in GO_BOARD_SIZES):
        raise UserError(
            f"the board size is {size[:10]}; supported sizes are {MIN_GO_BOARD_SIZE} to {MAX_GO_BOARD_SIZE}"
        )
    return int(size)


def is_own(root: SgfProperties) -> bool:
    """Return whether this program wrote the file."""
    return first_value(root, "AP").startswith("gnugo-py")


def rules_in_file(root: SgfProperties) -> tuple[str, str]:
    """Return the preset for the rules that a file names (RU), and a warning.

    The preset is Japanese if the rules are missing or unknown. The warning is a sentence, if the preset is
    not exactly what the file names; else it is empty.
    """
    written = first_value(root, "RU").lower()
    words = re.sub(r"[\s_-]+", " ", written)
    if not words:
        return "japanese", ""
    by_prefix = next((name for name, starts in _PREFIXES_BY_PRESET.items() if words.startswith(starts)), None)
    for name in (written, _PRESETS_BY_ABBREVIATION.get(words), by_prefix):
        if name in PRESETS:
            return name, ""
    shown = truncate(first_value(root, "RU"), 30)
    katago = _KATAGO_RULES.fullmatch(words)
    if katago is not None:
        return _katago_rules(katago, shown)
    if words.startswith(_GROUP_TAX_PREFIXES):
        return "chinese", f"The rules {shown!r} are read as chinese rules, without group tax."
    return "japanese", f"The rules {shown!r} are unknown; Japanese rules are used instead."


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


def komi_in_file(root: SgfProperties, rules: str, handicap: int) -> tuple[float | None, str]:
    """Return the komi of a file, None if it has none, and a warning; empty if it is used as it is written.

    Other programs write words after the number, hundredths, or stones, which are worth two points. Cyberoro
    and Sina write the komi in KO. The Fox server writes 0 in even games, which have the usual komi.
    """
    text, other = first_value(root, "KM"), first_value(root, "KO")
    if not text and _number(other) is not None:
        komi, _ = komi_in_file({**root, "KM": [other]}, rules, handicap)
        return komi, f"The komi is in KO, which has no value in SGF; {format_number(komi or 0)} is used."
    if not text:
        return None, ""
    written, shown = _number(text), truncate(text, 30)
    if written is None or abs(written) > MAX_KOMI:
        komi = rules_preset(rules, handicap=handicap).komi
        return komi, f"The komi {shown!r} is not a valid number; {format_number(komi)}, as usual, is used."
    if is_own(root):
        return written, ""
    is_counted_without_komi = _WHOLE_MARGIN.fullmatch(first_value(root, "RE")) is not None
    if written == 0 and _is_by_fox(root) and handicap == 0 and not is_counted_without_komi:
        komi = _FOX_KOMI.get(rules, _FOX_KOMI["japanese"])
        return komi, f"The Fox server writes komi 0 also in games with komi; {format_number(komi)} is used."
    komi, unit = _in_points(written, root, rules)
    if unit:
        return komi, f"The komi {shown!r} seems to be in {unit}; {format_number(komi)} is used."
    has_words = re.fullmatch(r"[+-]?\d+([.,]\d*)?|[.,]\d+", text) is None
    return komi, f"The komi {shown!r} is read as {format_number(komi)}." if has_words else ""


def _number(text: str) -> float | None:
    """Return the first number in a text, None if there is none."""
    plain = "".join(
        f" {each}" if unicodedata.decomposition(each)[:10] == "<fraction>" else each for each in text
    )
    plain = unicodedata.normalize("NFKC", plain).replace("\u2044", "/").replace("\u2212", "-").strip()
    match = _NUMBER.fullmatch(plain)
    if match is None:
        return None
    number = float(match[2].replace(",", ".")) + _FRACTIONS.get(match[3], 0)
    return -number if match[1] else number


def _is_by_fox(root: SgfProperties) -> bool:
    return any(value.strip().lower().startswith(_FOX) for value in root.get("AP", ()))


def _in_points(komi: float, root: SgfProperties, rules: str) -> tuple[float, str]:
    """Return a komi in points, and the unit in which it is written; the unit is empty if it is points.

    Only a komi in stones is an odd number of quarters: 3.75 stones are 7.5 points.
    """
    is_in_hundredths = komi == int(komi) and (
        komi >= _MIN_HUNDREDTHS or (komi >= _MIN_FOX_HUNDREDTHS and _is_by_fox(root))
    )
    points = komi / 100 if is_in_hundredths else komi
    is_odd = (4 * points) % 2 == 1
    if is_in_hundredths:
        is_chinese = rules == "chinese" and komi >= _MIN_HUNDREDTHS
        is_in_stones = is_odd or is_chinese or komi in _HUNDREDTHS_OF_A_STONE
    else:
        has_other_rules = rules != "japanese" or not first_value(root, "RU")
        is_in_stones = (is_odd and has_other_rules) or _IN_STONES.search(first_value(root, "KM")) is not None
    unit = "hundredths" if is_in_hundredths else ""
    if is_in_stones and points < _MAX_KOMI_IN_STONES:
        return points * 2, f"{unit} of a stone" if unit else "stones"
    return points, unit


def handicap_in_file(root: SgfProperties) -> tuple[int, str]:
    """Return the number of Black's handicap stones, 0 if the file has none, and a warning or an empty text.

    Cyberoro and Sina write the handicap in HD.
    """
    text = first_value(root, "HA") or first_value(root, "HD")
    if not text or (text.isascii() and text.isdigit() and len(text) < 4):
        return int(text or 0), ""
    number, shown = _number(text), truncate(text, 30)
    if number is None or number != int(number) or not 0 <= number < 1000:
        return 0, f"The handicap {shown!r} is not a number of stones; none is assumed."
    return int(number), f"The handicap {shown!r} is read as {int(number)}."


def handicap_points_in_file(root: SgfProperties, count: int, size: int) -> tuple[Point, ...]:
    """Return the points of handicap stones that a file does not set up.

    Raise UserError if the board has none for this number.
    """
    points = fixed_handicap_points(count, size)
    year = _YEAR.search(first_value(root, "DT"))
    is_old = year is not None and int(year[0]) < _FIRST_YEAR_WITH_OTHER_SIDES
    if count not in (6, 7) or size != 19 or not (is_old and _is_by_fox(root)):
        return points
    sides = tuple(point_at(row, column, size) for row, column in _FOX_SIDES)
    return (*points[:4], *sides, *points[6:])
