"""The mistakes of a game: the largest ones, means and summaries, and reports as text and data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gnugo_py.engines.level_ranks import MAX_LEVEL
from gnugo_py.games.checks import checked, require_type
from gnugo_py.games.text import format_percent, pluralize
from gnugo_py.games.types import Color, UserError
from gnugo_py.games.variations import format_variation
from gnugo_py.record.tree import Tree
from gnugo_py.study.game_analysis import GameAnalysis, counts_points
from gnugo_py.study.losses import MISTAKE_THRESHOLDS, MoveLoss

_PLURALS = {"inaccuracy": "inaccuracies"}
_LARGEST_MISTAKES_PER_COLOR = 3
"""The maximum number of moves to look at for each color."""
GAME_STAGE_NAMES = ("opening", "middle game", "endgame")
_PHASE_ENDS = (50, 150)
"""The numbers of the last moves of the opening and of the middle game on 19x19, which are scaled by area for
other boards.
"""


def analyze_game(
    tree: Tree, visits: int | None = None, progress: Callable[[int, int], object] | None = None
) -> list[MoveLoss]:
    """Return each move of the main line of a game of Go with the points that it lost.

    visits   -- number of visits of each position; None to search only where the lead changes.
    progress -- called after each position with the steps that are done and their total; it stops the analysis
                by raising an exception, which is passed on.

    The results are those of the command `gnugo-py analyze`. In a file without komi, it is 0. The tree is not
    changed.

    Raise UserError if the game is not counted in points, and EngineError if the analysis fails.
    """
    from gnugo_py.engines.search.search_engine import SearchEngine  # not needed at the start

    require_type("tree", tree, Tree, "a Tree")
    require_type("visits", visits, int | None, "a whole number")
    require_type("progress", progress, Callable | None, "a function")  # type: ignore[arg-type]
    if visits is not None and visits < 1:
        raise UserError("visits must be at least 1")
    if not tree.game.has_count:
        raise UserError(f"tree is a game of {tree.game.display_name}; only games of Go can be analyzed")
    if tree.lacks_komi:
        tree = tree.copy()
        tree.set_rules({"komi": 0.0}, is_written=False)
    analysis = GameAnalysis(tree.positions())
    analysis.counts_points = counts_points(tree)
    analyst = SearchEngine(tree.game, MAX_LEVEL)
    steps = 2 * len(analysis.positions)  # a quick look at each, and a search of some
    for share in analysis.run(analyst, visits):
        if progress is not None:
            progress(round(share * steps), steps)
    return analysis.losses


def are_points_unknown(losses: Sequence[MoveLoss]) -> bool:
    """Return whether there are moves, and it is unknown of each how many points it lost."""
    return bool(losses) and all(each.points_lost is None for each in losses)


def largest_mistakes_of_color(losses: Sequence[MoveLoss], color: Color) -> list[MoveLoss]:
    """Return the largest mistakes of a color, at most `_LARGEST_MISTAKES_PER_COLOR`, in their order.

    Mistakes are left out if the game was already decided.
    """
    mistakes = [each for each in losses if each.is_listed and each.color is color and not each.was_decided]
    largest = sorted(mistakes, key=lambda each: each.size, reverse=True)[:_LARGEST_MISTAKES_PER_COLOR]
    return sorted(largest, key=lambda each: each.number)


def mean_loss(losses: Iterable[MoveLoss]) -> float | None:
    """Return the mean points lost per move, None if no points are known; a point missed again counts once."""
    known = [each for each in losses if each.points_lost is not None]
    total = sum(each.points_lost or 0.0 for each in known if each.is_listed or each.kind is None)
    return total / len(known) if known else None


def mean_losses_by_stage(losses: Iterable[MoveLoss]) -> dict[str, float | None]:
    """Return the mean points lost per move in each phase of the game, None if no points are known."""
    stages: dict[str, list[MoveLoss]] = {stage: [] for stage in GAME_STAGE_NAMES}
    for loss in losses:
        share = loss.position.size**2 / 19**2
        phases_before = sum(loss.number > round(end * share) for end in _PHASE_ENDS)
        stages[GAME_STAGE_NAMES[phases_before]].append(loss)
    return {stage: mean_loss(inside) for stage, inside in stages.items()}


POINTS_UNKNOWN_MESSAGE = (
    "this analyst reports no points: losses are unknown, and mistakes are ranked by win rate"
)


def move_loss_data(loss: MoveLoss) -> dict[str, object]:
    """Return the loss of a move as plain data; win rates and leads, after komi, are Black's."""
    before = loss.position
    return {
        "move": loss.number,
        "color": loss.color.name.lower(),
        "played": before.format_move(loss.played),
        "best": None if loss.before.best is None else before.format_move(loss.before.best),
        "pv": format_variation(before, loss.before.pv),
        "score_lead_before": rounded(loss.before.score_lead),
        "score_lead": rounded(loss.after.score_lead),
        "win_rate_before": round(loss.before.win_rate, 4),
        "win_rate": round(loss.after.win_rate, 4),
        "points_lost": rounded(loss.points_lost),
        "kind": loss.kind,
        "words": loss.words or None,
        "reason": loss.why.reason or None,
        "missed": loss.times_missed,
        "visits": loss.before.visits,
    }


def rounded(points: float | None) -> float | None:
    """Return points with two decimals and without a negative zero, None if they are unknown."""
    return None if points is None else round(points, 2) + 0.0


def mistake_lines(losses: Sequence[MoveLoss], is_all: bool = False, reader: Color | None = None) -> list[str]:
    """Return the mistakes as lines of text, each with an indented line if there is something to say of it.

    reader -- the color of the reader, who is addressed; None for nobody.
    is_all -- whether to list also the moves that missed a point again, each with the move where it is listed.
    """
    lines = list[str]()
    for each in losses:
        if each.is_listed:
            lines += [describe_mistake(each), *(f"    {line}" for line in words_on_mistake(each, reader))]
        elif is_all and each.missed is not None:
            same = "the same point as" if each.missed.is_same else "the same place as"
            lines.append(f"{describe_mistake(each)}; {same} at move {each.missed.costliest}")
    return lines or [no_mistakes_message(losses)]


def words_on_mistake(loss: MoveLoss, reader: Color | None = None) -> list[str]:
    """Return why a move was a mistake, and how often its point was missed, as at most one line.

    reader -- as for `mistake_lines`.
    """
    person = loss.color if reader is loss.color else None
    sentences, missed = [loss.why.text if person is None else addressed(loss.why.text, person)], loss.missed
    if missed is not None and len(missed.numbers) > 1:
        first, *_, last = missed.numbers
        best = "the point" if loss.before.best is None else loss.position.format_move(loss.before.best)
        point = best if missed.is_same else f"{best}, or a point beside it,"
        who, times = loss.color if person is None else "you", pluralize(len(missed.numbers), "time")
        sentences.append(f"From {first} to {last}, {who} missed {point} {times}.")
    text = " ".join(filter(None, sentences))
    return [text] if text else []


def addressed(words: str, color: Color) -> str:
    """Return words about a color, which is the reader.

    >>> addressed("After C3, White D4 captures Black's 2 stones.", Color.BLACK)
    'After C3, White D4 captures your 2 stones.'
    """
    return words.replace(f"{color}'s", "your")


ADVICE = {
    "atari overlooked": ("after each move, look for stones that can be put in atari or taken", "atari"),
    "self-atari": ("count the liberties that a stone will have before you play it", "liberties"),
    "capture overlooked": ("look for stones to capture or to save before you play elsewhere", "capture"),
    "caught stones extended": ("read a ladder before you run; give up what cannot escape", "give-up"),
    "ladder overlooked": ("a chain with two liberties may be caught: read each atari to the end", "ladder"),
    "net overlooked": ("stones that would escape from a ladder may be caught from a line away", "net"),
    "snapback overlooked": ("a stone that can be taken may take back more than it costs", "snapback"),
    "throw-in overlooked": ("a stone that is taken in an eye may cost the eye or a liberty", "false-eyes"),
    "double atari overlooked": ("look for the point that puts two chains in atari at once", "double-atari"),
    "cut overlooked": ("look for the points where chains can be cut: cut, or connect", "cut-or-connect"),
    "life and death": ("before you play elsewhere, ask of each group whether it can be killed", "two-eyes"),
    "way out": ("ask of each group without two eyes whether it can still get out", "two-eyes"),
    "weak group": ("settle weak groups first: strengthen yours, attack the opponent's", "two-eyes"),
    "settled stones": ("stones that are safe or dead need no move; play elsewhere", "give-up"),
    "too small": ("if the opponent need not answer, look at the whole board for a larger move", "sente"),
    "area": ("ask of each move what it gains for you, and what it keeps from the opponent", "boundary"),
    "direction": ("compare the open parts of the board, and play in the largest", "opening"),
}
"""What to do next time, by the kind of mistake, and the lesson on it."""


def listed_by_kind(losses: Iterable[MoveLoss]) -> dict[str, list[MoveLoss]]:
    """Return the mistakes that are listed by their kinds, empty if unknown, the costliest kind first."""
    kinds: dict[str, list[MoveLoss]] = {}
    for loss in losses:
        if loss.is_listed:
            kinds.setdefault(loss.why.reason, []).append(loss)
    costly = sorted(kinds, key=lambda kind: -sum(each.points_lost or 0.0 for each in kinds[kind]))
    return {kind: kinds[kind] for kind in costly}


def advice_lines(losses: Sequence[MoveLoss], reader: Color | None = None) -> list[str]:
    """Return what to learn from the mistakes, a line for each kind, the costliest first; empty for none.

    reader -- the color of the reader, whose mistakes alone count; None for those of both colors.
    """
    lines, own = list[str](), [each for each in losses if reader in (None, each.color)]
    for kind, mistakes in listed_by_kind(own).items():
        if kind in ADVICE:
            advice, lesson = ADVICE[kind]
            numbers = ", ".join(str(each.number) for each in mistakes)
            lines.append(f"  {kind} ({numbers}): {advice}; learn {lesson}.")
    return ["What to learn:", *lines] if lines else []


def no_mistakes_message(losses: Sequence[MoveLoss]) -> str:
    """Return the message for a game without mistakes."""
    lost = "of its win rate" if are_points_unknown(losses) else "points"
    return f"No move lost enough {lost} to be called a mistake."


def mistake_report_lines(losses: Sequence[MoveLoss]) -> list[str]:
    """Return, for each color, the moves to look at and a summary, as lines of text."""
    lines = []
    for color in Color:
        own = [each for each in losses if each.color is color]
        left_out = sum(each.is_listed and each.was_decided for each in own)
        if chosen := largest_mistakes_of_color(losses, color):
            numbers = ", ".join(
                f"{each.number}{f' ({each.why.reason})' * bool(each.why.reason)}" for each in chosen
            )
            more = f" ({left_out} more when the game was already decided)" if left_out else ""
            lines.append(f"{color}: moves to look at: {numbers}{more}.")
        lines.append(f"{color}: {_summary(own, are_points_unknown(losses))}.")
        means = mean_losses_by_stage(own).items()
        if phases := [f"{stage} {mean:.1f}" for stage, mean in means if mean is not None]:
            lines.append(f"{color}, points lost per move by phase: {', '.join(phases)}.")
    return lines


@checked
def describe_mistake(loss: MoveLoss) -> str:
    """Return a mistake as one line, such as `34 black D4: 5.1 points, better C3, win rate 61 % -> 41 %`.

    Win rates are those of the color that moved; they are left out unless they are seen to fall.
    """
    before, rates = loss.position, loss.win_rates()
    rate, then = map(format_percent, rates)
    better = "" if loss.before.best is None else f", better {before.format_move(loss.before.best)}"
    played = before.format_move(loss.played)
    points = "points unknown" if loss.points_lost is None else f"{loss.points_lost:.1f} points"
    fall = f", win rate {rate} -> {then}" if rate != then and rates[0] > rates[1] else ""
    return f"{loss.number} {loss.color.name.lower()} {played}: {points}{better}{fall}"


def _summary(losses: Sequence[MoveLoss], is_by_win_rate: bool) -> str:
    """Return the number of moves of a color, the mean loss, and the number of moves in each class."""
    mean, moves = mean_loss(losses), pluralize(len(losses), "move")
    counts = {
        kind: sum(each.kind == kind and each.is_listed for each in losses) for kind, _ in MISTAKE_THRESHOLDS
    }
    written = {kind: pluralize(number, kind, _PLURALS.get(kind, "")) for kind, number in counts.items()}
    if is_by_win_rate or (losses and mean is None):
        found = ", ".join(written[kind] for kind, number in counts.items() if number)
        return f"{moves}, points lost unknown; by win rate, {found or 'no mistakes'}"
    return f"{moves}, {mean or 0.0:.1f} points lost per move; {', '.join(written.values())}"
