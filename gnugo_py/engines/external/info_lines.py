"""The parser for the lines in which GTP engines report an analysis, in the dialects of KataGo and Leela Zero.

KataGo reports win rates and priors from 0 to 1, and leads in points. Leela Zero reports win rates and priors
as whole numbers from 0 to 10000, and no leads.
"""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from gnugo_py.engines.analysis import Analysis, Candidate
from gnugo_py.games.points import point_at
from gnugo_py.games.position import Position
from gnugo_py.games.types import Color, Point
from gnugo_py.games.variations import leading_legal_moves

_SECTIONS = frozenset(
    ("info", "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev")
)
_LISTS = frozenset(("pv", "pvVisits", "pvEdgeVisits"))
_MAX_LINE_OF_MOVES, _MAX_CANDIDATES = 40, 40
_LIST_WORD = re.compile(r"pass|[A-Z]{1,2}\d{1,2}|[-+]?[\d.]+(e[-+]?\d+)?|nan", re.IGNORECASE)
_LEELA_SCALE = 10_000
_KATAGO_KEYS = frozenset(("scoreLead", "scoreMean", "utility"))


class _Section(NamedTuple):
    """A section of a line: its name, its values by key, and its lists of words by key or section name."""

    name: str
    values: dict[str, str]
    lists: dict[str, list[str]]


def analysis_from_info_line(line: str, position: Position, command: str = "kata-analyze") -> Analysis | None:
    """Return the analysis in a line, or None if the line has no legal move with a win rate.

    command -- the command to which the line responds, which decides about the dialect together with the line.

    The values keep the point of view from which the engine reports them.  The keys may come in any order and
    are optional apart from `move` and `winrate`.  Illegal moves are left out, and a principal variation ends
    before its first illegal move.
    """
    sections = _sections(line.split())
    scale = _rate_scale(sections, command)
    found = [
        (int(_number(each.values.get("order")) or 0), candidate)
        for each in sections
        if each.name == "info" and (candidate := _candidate(each, position, scale)) is not None
    ]
    if not found:
        return None
    has_order = any("order" in each.values for each in sections)
    ordered = sorted(found, key=lambda pair: pair[0] if has_order else -pair[1].visits)
    candidates = [candidate for _, candidate in ordered[:_MAX_CANDIDATES]]
    root = next((each.values for each in sections if each.name == "rootInfo"), {})
    best, total = candidates[0], sum(each.visits for each in candidates)
    rate, lead = _rate(root.get("winrate"), scale), _lead(root)
    visits = _number(root.get("visits"))
    return Analysis(
        candidates=tuple(
            each._replace(visit_share=each.visits / total if total else 0.0) for each in candidates
        ),
        visits=total if visits is None else max(int(visits), 1),
        win_rate=best.win_rate if rate is None else rate,
        ownership=_ownership(sections, position),
        score_lead=best.score_lead if lead is None else lead,
        score_stdev=best.score_stdev,
    )


def flip_analysis_perspective(analysis: Analysis) -> Analysis:
    """Return an analysis whose values, with its ownership, were taken to be those of the wrong color."""
    ownership = {point: -share for point, share in analysis.ownership.items()}
    return analysis.for_other_color()._replace(ownership=ownership)


def _sections(words: list[str]) -> list[_Section]:
    """Return the sections of a line."""
    sections: list[_Section] = []
    at = 0
    while at < len(words):
        word, at = words[at], at + 1
        if word in _SECTIONS:
            sections.append(_Section(word, {}, {}))
        if not sections or word in ("info", "rootInfo"):
            continue
        if word in _SECTIONS | _LISTS:
            end = at
            while end < len(words) and _LIST_WORD.fullmatch(words[end]):
                end += 1
            sections[-1].lists[word], at = words[at:end], end
        elif at < len(words):
            sections[-1].values[word], at = words[at], at + 1
    return sections


def _rate_scale(sections: list[_Section], command: str) -> int:
    """Return the number that means a win rate of 100 % in a line.

    It is that of Leela Zero if all win rates are whole numbers, KataGo's keys are missing, and the command is
    Leela Zero's or a win rate is too large for KataGo.
    """
    rates = [each.values["winrate"] for each in sections if "winrate" in each.values]
    has_katago_keys = any(not _KATAGO_KEYS.isdisjoint(each.values) for each in sections)
    if has_katago_keys or not all(rate.isascii() and rate.isdigit() for rate in rates):
        return 1
    is_leela = command.startswith("lz") or any((_number(rate) or 0) > 1 for rate in rates)
    return _LEELA_SCALE if is_leela else 1


def _candidate(section: _Section, position: Position, scale: int) -> Candidate | None:
    """Return the candidate of a section, or None if its move is illegal or its win rate is missing.

    scale -- the number that means 100 %.
    """
    line = leading_legal_moves(position, [section.values.get("move", "")])
    rate = _rate(section.values.get("winrate"), scale)
    if not line or rate is None:
        return None
    pv = leading_legal_moves(position, section.lists.get("pv", [])[:_MAX_LINE_OF_MOVES])
    if pv[:1] != line:
        pv = line
    prior = _rate(section.values.get("prior"), scale)
    visits = max(int(_number(section.values.get("visits")) or 1), 1)
    pv_visits = [_number(word) for word in section.lists.get("pvVisits", [])]
    return Candidate(
        move=line[0],
        value=rate,
        visit_share=0.0,
        visits=visits,
        win_rate=rate,
        score_lead=_lead(section.values),
        score_stdev=_number(section.values.get("scoreStdev")) or 0.0,
        prior=prior,
        pv=pv,
        pv_visits=tuple(int(each) for each in pv_visits if each is not None)[: len(pv)],
    )


def _number(word: str | None) -> float | None:
    """Return a word as a finite number, or None if the word is not one."""
    try:
        number = math.nan if word is None else float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e9 else None


def _rate(word: str | None, scale: int) -> float | None:
    """Return a word as a share from 0 to 1, or None if the word is not a number.

    scale -- the number that means 100 %.
    """
    number = _number(word)
    return None if number is None else min(max(number / scale, 0.0), 1.0)


def _lead(values: dict[str, str]) -> float | None:
    lead = _number(values.get("scoreLead"))
    return _number(values.get("scoreMean")) if lead is None else lead


def _ownership(sections: list[_Section], position: Position) -> dict[Point, float]:
    """Return Black's ownership of each point; empty unless there is a number for each point.

    The numbers in the line are taken to be those of the color to move, row by row from the upper left.
    """
    words = next((each.lists["ownership"] for each in sections if each.name == "ownership"), [])
    shares = [_number(word) for word in words]
    size = position.size
    if len(shares) != size * size or None in shares:
        return {}
    sign = -1 if position.to_move is Color.WHITE else 1
    return {
        point_at(*divmod(number, size), size): sign * max(min(share or 0.0, 1.0), -1.0)
        for number, share in enumerate(shares)
    }


def reported_color(black: Analysis, white: Analysis, won: Position, black_lead: float) -> Color | None:
    """Return the color whose values an engine reports, given two analyses of a position that Black has won.

    black, white -- the analyses with Black and with White to move.
    won          -- the position.
    black_lead   -- Black's lead there according to the engine, 0 if that is unknown.

    Return None for the values of the color to move, or if the analyses do not show the color.
    """
    value = _advantage(black)
    if value * _advantage(white) <= 0:
        return None
    if black_lead:
        return Color.BLACK if value * black_lead > 0 else Color.WHITE
    owned = [sum(each.ownership.get(point, 0.0) for point in won.cells()) for each in (black, white)]
    if owned[0] * owned[1] < 0:  # both were parsed as if they were the values of the color to move
        value = owned[0]
    return Color.BLACK if value > 0 else Color.WHITE


def _advantage(analysis: Analysis) -> float:
    """Return a number that is positive if the color of an analysis is ahead, negative if it is behind."""
    return analysis.score_lead or analysis.win_rate - 0.5
