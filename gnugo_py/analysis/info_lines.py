"""The lines that `kata-analyze` and `lz-analyze` send, as KataGo and Leela Zero document them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from gnugo_py.core.bitboard import point_at
from gnugo_py.core.game import Game, GameMoves
from gnugo_py.core.position import Position
from gnugo_py.core.types import Color, Move, Point, UserError
from gnugo_py.engines.search.result import Analysis, Candidate

_SECTIONS = frozenset(
    ("info", "rootInfo", "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev")
)
_LISTS = frozenset(("pv", "pvVisits", "pvEdgeVisits"))
_MAX_LINE_OF_MOVES, _MAX_CANDIDATES = 40, 40
_LIST_WORD = re.compile(r"pass|[A-Z]{1,2}\d{1,2}|[-+]?[\d.]+(e[-+]?\d+)?|nan", re.IGNORECASE)
_LEELA_SCALE = 10_000
"""Leela Zero gives win rates and priors in hundredths of a percent."""


class _Section(NamedTuple):
    """A part of a line: its name, its values by key, and the words that follow a list or the name itself."""

    name: str
    values: dict[str, str]
    lists: dict[str, list[str]]


def parse_info_line(line: str, game: Game, position: Position) -> Analysis | None:
    """Return the analysis in a line, whoever's view it has; None if it has no legal move with a win rate.

    The keys may come in any order and are optional apart from `move` and `winrate`.  Illegal moves are left
    out, and a principal variation ends before its first illegal move.
    """
    sections = list(_sections(line.split()))
    found = [
        (int(_number(each.values.get("order")) or 0), candidate)
        for each in sections
        if each.name == "info" and (candidate := _candidate(each, game, position)) is not None
    ]
    if not found:
        return None
    has_order = any("order" in each.values for each in sections)
    ordered = sorted(found, key=lambda pair: pair[0] if has_order else -pair[1].visits)
    candidates = [candidate for _, candidate in ordered[:_MAX_CANDIDATES]]
    root = next((each.values for each in sections if each.name == "rootInfo"), {})
    best, total = candidates[0], sum(each.visits for each in candidates)
    rate, lead = _rate(root.get("winrate")), _lead(root)
    visits = _number(root.get("visits"))
    return Analysis(
        candidates=tuple(
            each._replace(visit_share=each.visits / total if total else 0.0) for each in candidates
        ),
        pv=best.pv,
        visits=total if visits is None else max(int(visits), 1),
        depth=0,
        score_unit="",
        win_rate=best.win_rate if rate is None else rate,
        ownership=_ownership(sections, position),
        score_lead=best.score_lead if lead is None else lead,
    )


def for_other_color(analysis: Analysis) -> Analysis:
    """Return an analysis with the values of the other color."""
    return analysis._replace(
        candidates=tuple(
            each._replace(
                value=1 - each.value,
                win_rate=1 - each.win_rate,
                score_lead=None if each.score_lead is None else -each.score_lead,
            )
            for each in analysis.candidates
        ),
        win_rate=None if analysis.win_rate is None else 1 - analysis.win_rate,
        score_lead=None if analysis.score_lead is None else -analysis.score_lead,
        ownership=tuple((point, -share) for point, share in analysis.ownership),
    )


def _sections(words: list[str]) -> Iterator[_Section]:
    """Yield the sections of a line."""
    section: _Section | None = None
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _SECTIONS:
            if section is not None:
                yield section
            section = _Section(word, {}, {})
            if word not in ("info", "rootInfo"):
                end = _end_of_list(words, at)
                section.lists[word] = words[at:end]
                at = end
        elif section is not None and word in _LISTS:
            end = _end_of_list(words, at)
            section.lists[word] = words[at:end]
            at = end
        elif section is not None and at < len(words):
            section.values[word] = words[at]
            at += 1
    if section is not None:
        yield section


def _end_of_list(words: list[str], at: int) -> int:
    """Return the index after the last word of a list, whose words are vertices and numbers."""
    while at < len(words) and _LIST_WORD.fullmatch(words[at]):
        at += 1
    return at


def _candidate(section: _Section, game: Game, position: Position) -> Candidate | None:
    """Return the candidate of a section, or None if its move is illegal or its win rate is missing."""
    line = _legal_line([section.values.get("move", "")], game, position)
    rate = _rate(section.values.get("winrate"))
    if not line or rate is None:
        return None
    pv = _legal_line(section.lists.get("pv", [])[:_MAX_LINE_OF_MOVES], game, position)
    if pv[:1] != line:
        pv = line
    prior = _rate(section.values.get("prior"))
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


def _legal_line(words: list[str], game: GameMoves, position: Position) -> tuple[Move, ...]:
    """Return the moves of a line up to the first that is illegal or not a move."""
    moves: list[Move] = []
    for word in words:
        try:
            move = game.parse_move(word, position)
        except UserError:
            break
        if position.is_over or position.why_illegal(move) is not None:
            break
        moves.append(move)
        position = position.play_unchecked(move)
    return tuple(moves)


def _number(word: str | None) -> float | None:
    """Return a finite number, or None."""
    try:
        number = math.nan if word is None else float(word)
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) < 1e9 else None


def _rate(word: str | None) -> float | None:
    """Return a share from 0 to 1; a whole number above 1 is in hundredths of a percent."""
    number = _number(word)
    if number is None or word is None:
        return None
    is_scaled = number > 1 or (word.isdigit() and len(word) > 1)
    return min(max(number / _LEELA_SCALE if is_scaled else number, 0.0), 1.0)


def _lead(values: dict[str, str]) -> float | None:
    lead = _number(values.get("scoreLead"))
    return _number(values.get("scoreMean")) if lead is None else lead


def _ownership(sections: list[_Section], position: Position) -> tuple[tuple[Point, float], ...]:
    """Return Black's ownership of each point, empty unless there is a number for each point.

    The numbers are of the color to move, row by row from the upper left.
    """
    words = next((each.lists["ownership"] for each in sections if each.name == "ownership"), [])
    shares = [_number(word) for word in words]
    size = position.size
    if len(shares) != size * size or None in shares:
        return ()
    sign = -1 if position.to_move is Color.WHITE else 1
    return tuple(
        (point_at(*divmod(number, size), size), sign * max(min(share or 0.0, 1.0), -1.0))
        for number, share in enumerate(shares)
    )
