"""A player's games as a whole: where points are lost, the results against the levels, and the rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gnugo_py.engines.level_ranks import (
    MAX_LEVEL,
    MIN_RESULTS,
    LevelResult,
    RankEstimate,
    estimate_rank,
    level_rank,
)
from gnugo_py.games.diagram import escape_markup
from gnugo_py.games.position import Position
from gnugo_py.games.text import display_width, pad, pluralize, truncate_left
from gnugo_py.games.types import Color
from gnugo_py.study.exercises import Exercise, exercise_from_mistake
from gnugo_py.study.game_analysis import GameAnalysis
from gnugo_py.study.losses import MoveLoss
from gnugo_py.study.mistakes import (
    listed_by_kind,
    mean_loss,
    mean_losses_by_stage,
    rounded,
)

_WORST_POSITIONS, _KINDS_TRAINED = 10, 3
"""The number of positions that are named or trained on, and of the kinds of mistakes that are trained."""
_GAMES_NAMED, _MIN_MOVES_TO_NAME = 3, 10
"""The number of best and of worst games that are named, and the number of moves that such a game needs."""
_STAGE_KEYS = ("opening", "middle", "end")
"""The names of the phases in JSON, in the order of `GAME_STAGE_NAMES`."""
_OTHER = "other mistakes"
"""The name of mistakes of an unknown kind."""
_BAR_WIDTH = 20
_MAX_NAME_WIDTH = 34
"""The maximum width of names in the text; longer ones are cut at the left."""
_PAGE_START = (
    '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
    '<meta name="generator" content="gnugo-py report">\n'
)


class PlayerGame(NamedTuple):
    """A game of the player whose games are reported.

    file       -- the name of the saved game or file.
    color      -- the player's color.
    month      -- the month of the game, such as `2026-11`; empty if unknown.
    level      -- the level of the search engine that was the opponent, None for another opponent.
    handicap   -- the number of handicap stones.
    is_won     -- whether the player won, None if there is no winner.
    positions  -- the positions of the game.
    losses     -- the player's moves with known points, without those that the games share.
    number_shared -- the number of moves at the beginning that an earlier game has as well.
    """

    file: str
    color: Color
    month: str
    level: int | None
    handicap: int
    is_won: bool | None
    positions: Sequence[Position] = ()
    losses: Sequence[MoveLoss] = ()
    number_shared: int = 0

    def with_analysis(self, analysis: GameAnalysis) -> PlayerGame:
        """Return the game with the losses of the player's moves in an analysis."""
        counts_points = self.handicap > 0 or (self.level or MAX_LEVEL) < MAX_LEVEL
        losses = [
            each._replace(counts_points=counts_points)
            for each in analysis.losses
            if each.color is self.color and each.points_lost is not None and each.number > self.number_shared
        ]
        return self._replace(positions=analysis.positions, losses=losses)

    @property
    def size(self) -> int:
        """The board size."""
        return self.positions[0].size

    @property
    def even_rank(self) -> float | None:
        """The number of the rank of a player who would win half of such games, None if it is unknown."""
        if self.level is None:
            return None
        is_black, is_won = self.color is Color.BLACK, bool(self.is_won)
        return LevelResult(self.level, self.handicap, self.size, is_black, is_won).even_rank


def rank_of_player(games: Sequence[PlayerGame]) -> RankEstimate | None:
    """Return the estimate of the player's rank from the results against levels."""
    return estimate_rank(
        (each.even_rank, each.is_won)
        for each in games
        if each.even_rank is not None and each.is_won is not None
    )


def worst_moves(games: Sequence[PlayerGame]) -> list[tuple[PlayerGame, MoveLoss]]:
    """Return the mistakes, those that lost the most points first.

    Mistakes are left out if the game was already decided, or if no better move is known.
    """
    mistakes = [
        (game, loss)
        for game in games
        for loss in game.losses
        if loss.is_listed and loss.before.best is not None and not loss.was_decided
    ]
    return sorted(mistakes, key=lambda each: each[1].points_lost or 0.0, reverse=True)


def exercises_from_costly_mistakes(games: Sequence[PlayerGame]) -> list[Exercise]:
    """Return the mistakes of the kinds that cost the most points in all, the largest first, as exercises."""
    mistakes = worst_moves(games)
    known = filter(None, listed_by_kind(loss for _, loss in mistakes))
    kinds = [*known][:_KINDS_TRAINED] or [""]
    chosen = [each for each in mistakes if each[1].why.reason in kinds][:_WORST_POSITIONS]
    return [exercise_from_mistake(loss, loss.number, game.file) for game, loss in chosen]


_Groups = dict[str, list[PlayerGame]]
"""The games by what they have in common, in the order in which the groups are shown."""


def _grouped(games: Iterable[PlayerGame], key: Callable[[PlayerGame], object]) -> _Groups:
    """Return the games by a value, short ones first; games of which it is unknown are left out."""
    groups: _Groups = {}
    for game in games:
        groups.setdefault(str(key(game) or ""), []).append(game)
    return {value: groups[value] for value in sorted(groups, key=lambda each: (len(each), each)) if value}


def _by_level(games: Sequence[PlayerGame]) -> _Groups:
    """Return the games that have a winner by the level of the opponent."""
    return _grouped((each for each in games if each.is_won is not None), lambda each: each.level)


def _lost(games: Sequence[PlayerGame]) -> float | None:
    """Return the mean points lost per move, None if there is no move."""
    return mean_loss(loss for game in games for loss in game.losses)


def _lost_by_stage(games: Sequence[PlayerGame]) -> dict[str, float | None]:
    return mean_losses_by_stage(loss for game in games for loss in game.losses)


def report_data(player: str, games: Sequence[PlayerGame]) -> dict[str, object]:
    """Return the report as plain data; means of no moves are None."""

    def averages(groups: _Groups) -> dict[str, object]:
        return {
            name: {"games": len(group), "lost_per_move": rounded(_lost(group))}
            for name, group in groups.items()
        }

    rank = rank_of_player(games)
    sizes, months = _grouped(games, lambda each: each.size), _grouped(games, lambda each: each.month)
    return {
        "player": player,
        "games": len(games),
        "moves": sum(len(each.losses) for each in games),
        "lost_per_move": dict(zip(_STAGE_KEYS, map(rounded, _lost_by_stage(games).values()), strict=True)),
        "by_size": averages(sizes),
        "by_month": averages(months),
        "levels": {
            level: {"games": len(group), "won": _number_won(group)}
            for level, group in _by_level(games).items()
        },
        "rank": None if rank is None else {"estimate": rank.rank, "spread": rank.spread},
        "worst": [
            {"file": game.file, "move": loss.number, "points_lost": rounded(loss.points_lost)}
            for game, loss in worst_moves(games)[:_WORST_POSITIONS]
        ],
    }


def _number_won(games: Iterable[PlayerGame]) -> int:
    return sum(each.is_won is True for each in games)


class _Row(NamedTuple):
    """A row of the report: a name, a text, and a number that a bar shows, None for no bar."""

    name: str
    text: str
    number: float | None = None


def _sections(games: Sequence[PlayerGame]) -> dict[str, list[_Row]]:
    """Return the parts of the report that have something to say, by their headings."""
    long_enough = [(_lost([each]) or 0.0, each) for each in games if len(each.losses) >= _MIN_MOVES_TO_NAME]
    ordered = sorted(long_enough, key=lambda each: each[0])
    ranked = [_Row(game.file, f"{lost:.1f} points lost per move") for lost, game in ordered]
    number = min(_GAMES_NAMED, len(ranked) // 2)
    sizes, months = _grouped(games, lambda each: each.size), _grouped(games, lambda each: each.month)
    sections = {
        "Points lost per move": [
            _Row(name, "no moves" if lost is None else f"{lost:.1f}", lost)
            for name, lost in (*_lost_by_stage(games).items(), ("whole game", _lost(games)))
        ],
        "By board size": [_group_row(f"{size}x{size}", group) for size, group in sizes.items()],
        "By month": [_group_row(month, group) for month, group in months.items()],
        "Most common mistakes": _kind_rows(games),
        "Results against the levels": _level_rows(games),
        "Best games": ranked[:number],
        "Worst games": ranked[::-1][:number],
        "Moves to look at first": _move_rows(games),
    }
    return {heading: rows for heading, rows in sections.items() if rows}


def _group_row(name: str, games: Sequence[PlayerGame]) -> _Row:
    lost = _lost(games)
    return _Row(name, f"{'-' if lost is None else f'{lost:.1f}'}  {pluralize(len(games), 'game')}", lost)


def _kind_rows(games: Sequence[PlayerGame]) -> list[_Row]:
    """Return the kinds of mistakes with their number and the points that they lost, the most common first."""
    kinds = listed_by_kind(loss for game in games for loss in game.losses)
    common = sorted(kinds.items(), key=lambda each: -len(each[1]))
    return [
        _Row(kind or _OTHER, f"{pluralize(len(lost), 'time')}, {mean_loss(lost):.1f} points on average")
        for kind, lost in common
    ]


def _level_rows(games: Sequence[PlayerGame]) -> list[_Row]:
    rows = [
        _Row(
            f"level {level} (about {level_rank('Go', int(level))})",
            f"{_number_won(group)} of {pluralize(len(group), 'game')} won",
        )
        for level, group in _by_level(games).items()
    ]
    rank = rank_of_player(games)
    if rank is None:
        unknown = _Row("your rank", f"known after {MIN_RESULTS} games against levels")
        return [*rows, unknown] if rows else []
    estimate = f"about {rank.rank}, give or take {pluralize(rank.spread, 'rank')}; play level {rank.level}"
    return [*rows, _Row("your rank", estimate)]


def _move_rows(games: Sequence[PlayerGame]) -> list[_Row]:
    rows = []
    for game, loss in worst_moves(games)[:_WORST_POSITIONS]:
        before = game.positions[loss.number - 1]
        assert loss.before.best is not None
        text = (
            f"move {loss.number} {before.format_move(loss.played)}:"
            f" {loss.points_lost:.1f} points, better {before.format_move(loss.before.best)}"
        )
        rows.append(_Row(game.file, text))
    return rows


def _headline(player: str, games: Sequence[PlayerGame]) -> str:
    moves = sum(len(each.losses) for each in games)
    return f"{player}: {pluralize(len(games), 'game')}, {pluralize(moves, 'move')}"


def report_lines(player: str, games: Sequence[PlayerGame], draws_bars: bool) -> list[str]:
    """Return the report as lines of text, with a bar for each number if wanted."""
    lines = [f"{_headline(player, games)}."]
    for heading, rows in _sections(games).items():
        width = min(max(display_width(each.name) for each in rows), _MAX_NAME_WIDTH)
        most = max(each.number or 0.0 for each in rows)
        lines += ["", f"{heading}:"]
        for each in rows:
            is_shown = draws_bars and most and round(each.number or 0.0, 1)
            bar = "#" * round(_BAR_WIDTH * (each.number or 0.0) / most) if is_shown else ""
            name = each.name
            if display_width(name) > width:
                name = f"...{truncate_left(name, width - 3)}"
            lines.append(f"  {pad(name, width)}  {each.text:<16}  {bar}".rstrip())
    return lines


_BAR = '<div style="background:#b08050;height:0.8em;width:{:.1f}em"></div>'


def report_page(player: str, games: Sequence[PlayerGame]) -> str:
    """Return the report as a web page."""
    parts = []
    for heading, rows in _sections(games).items():
        most = max(each.number or 0.0 for each in rows)
        body = "\n".join(
            f"<tr><th>{escape_markup(each.name)}</th><td>{escape_markup(each.text)}</td>"
            f"<td>{_BAR.format(12 * (each.number or 0.0) / most) if most else ''}</td></tr>"
            for each in rows
        )
        parts.append(f"<h2>{escape_markup(heading)}</h2>\n<table>\n{body}\n</table>")
    return (
        f"{_PAGE_START}<title>{escape_markup(_headline(player, games))}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<style>body{font:16px sans-serif;max-width:50em;margin:2em auto;padding:0 1em}th{text-align:left;"
        "font-weight:normal;padding-right:1em}td{padding-right:1em}</style>\n"
        f"<h1>{escape_markup(_headline(player, games))}</h1>\n" + "\n".join(parts) + "\n</html>\n"
    )


def is_report_page(content: bytes) -> bool:
    """Return whether the content of a file is a page by `report_page`."""
    return content.startswith(_PAGE_START.encode())
