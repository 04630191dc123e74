"""The results of an analysis in words and as data."""

from __future__ import annotations

from collections.abc import Sequence

from gnugo_py.analysis.mistakes import (
    CLASS_LIMITS,
    PHASES,
    MoveLoss,
    largest_mistakes,
    mistakes_of,
    summarize_mistakes,
)
from gnugo_py.core.game import Game, GameMoves
from gnugo_py.core.position import Position
from gnugo_py.core.text import pluralize
from gnugo_py.core.types import Color, Move

NO_MISTAKES = "No move lost enough points to be called a mistake."


def move_loss_data(loss: MoveLoss, game: Game, before: Position) -> dict[str, object]:
    """Return what a move lost as plain data; leads and win rates are Black's, after komi."""
    lead, then = loss.before.score_lead, loss.after.score_lead
    return {
        "move": loss.number,
        "color": loss.color.name.lower(),
        "played": game.format_move(loss.played, before),
        "best": None if loss.before.best is None else game.format_move(loss.before.best, before),
        "pv": _line(loss.before.pv, game, before),
        "score_lead_before": None if lead is None else round(lead, 2) + 0.0,
        "score_lead": None if then is None else round(then, 2) + 0.0,
        "win_rate_before": round(loss.before.win_rate, 4),
        "win_rate": round(loss.after.win_rate, 4),
        "points_lost": None if loss.points_lost is None else round(loss.points_lost, 2) + 0.0,
        "class": loss.kind,
        "visits": loss.before.visits,
    }


def _line(moves: Sequence[Move], game: GameMoves, position: Position) -> list[str]:
    """Return a line of moves as text."""
    words = []
    for move in moves:
        words.append(game.format_move(move, position))
        position = position.play_unchecked(move)
    return words


def mistake_table(losses: Sequence[MoveLoss], game: Game, positions: Sequence[Position]) -> list[str]:
    """Return the mistakes, the moves to look at, and a summary for each color, a line each."""
    lines = [describe_loss(each, game, positions[each.number - 1]) for each in mistakes_of(losses)]
    return [*(lines or [NO_MISTAKES]), *summary_lines(losses, positions[0].size)]


def summary_lines(losses: Sequence[MoveLoss], size: int) -> list[str]:
    """Return the moves to look at and a summary for each color, a line each.

    size -- the board size, which scales the phases of the game.
    """
    lines = []
    for color in Color:
        chosen, left_out = largest_mistakes(losses, color)
        if chosen:
            numbers = ", ".join(str(each.number) for each in chosen)
            more = f" ({left_out} more when the game was decided)" if left_out else ""
            lines.append(f"{color}: moves to look at: {numbers}{more}.")
        lines.append(_summary_line(losses, color))
        if by_phase := _phase_line(losses, color, size):
            lines.append(by_phase)
    return lines


def describe_loss(loss: MoveLoss, game: GameMoves, before: Position) -> str:
    """Return a mistake in one line, such as `34 black D4: 5.1 points, better C3, win rate 61 % -> 41 %`.

    Win rates are those of the color that moved.
    """
    rate, then = loss.win_rates()
    better = "" if loss.before.best is None else f", better {game.format_move(loss.before.best, before)}"
    played = game.format_move(loss.played, before)
    return (
        f"{loss.number} {loss.color.name.lower()} {played}: {loss.points_lost or 0:.1f} points{better},"
        f" win rate {rate * 100:.0f} % -> {then * 100:.0f} %"
    )


def _summary_line(losses: Sequence[MoveLoss], color: Color) -> str:
    """Return the summary of a color in one line."""
    summary = summarize_mistakes(losses, color)
    counts = ", ".join(
        _pluralize_class(number, kind) for (kind, _), number in zip(CLASS_LIMITS, summary.counts, strict=True)
    )
    return (
        f"{color}: {pluralize(summary.moves, 'move')}, {summary.mean_loss:.1f} points lost a move; {counts}."
    )


def _phase_line(losses: Sequence[MoveLoss], color: Color, size: int) -> str:
    """Return the mean loss of a color in each phase of the game in one line; empty if it made no moves."""
    phases = ((phase, summarize_mistakes(losses, color, phase, size)) for phase in PHASES)
    parts = [f"{phase} {summary.mean_loss:.1f}" for phase, summary in phases if summary.moves]
    return f"{color}, points lost a move by phase: {', '.join(parts)}." if parts else ""


def _pluralize_class(number: int, kind: str) -> str:
    return pluralize(number, kind) if kind != "inaccuracy" or number == 1 else f"{number} inaccuracies"
